// SPDX-License-Identifier: MIT
// bench_rod.h -- a bent rod of unequal edges and masses, with holds, between two steps.
#ifndef SUTURA_TESTS_BENCH_ROD_H
#define SUTURA_TESTS_BENCH_ROD_H

#include "variational/variational.h"
#include "variational/variational_parts.h"

enum { BENCH_N = 11 };

typedef struct bench_rod {
    sut_rod rod;
    void *memory;
    sut_pin pins[2];
    sut_plane planes[2];
    sut_load loads[1];
} bench_rod;

// Default: limp without losses, variational, 1 ms steps, no holds. `change` may edit the def.
bool bench_rod_make(bench_rod *b, void (*change)(sut_thread_def *));
void bench_rod_free(bench_rod *b);
void bench_rod_pin(bench_rod *b, int vertex);
void bench_rod_twist(bench_rod *b, double spin); // both ends held, the last one spun
double bench_noise(int seed);                    // -1 .. 1, the same on every machine
// One step: predict, begin, solve, commit. False: not solved.
bool bench_rod_step(bench_rod *b);

#endif
