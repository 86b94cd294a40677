// SPDX-License-Identifier: MIT
// spring_rod.h -- a bent thread of springs with unequal edges and masses, between two steps.
#ifndef SUTURA_TESTS_SPRING_ROD_H
#define SUTURA_TESTS_SPRING_ROD_H

#include "springs/springs.h"
#include "springs/springs_parts.h"

enum { SPRING_N = 9 };

typedef struct spring_rod {
    sut_rod rod;
    void *memory;
    sut_pin pins[2];
    sut_plane planes[1];
    sut_load loads[1];
} spring_rod;

// Model 1 .. 5 with the published constants, 0.1 ms steps, gravity, no holds. `change` may edit the
// def.
bool spring_rod_make(spring_rod *s, int model, void (*change)(sut_thread_def *));
void spring_rod_free(spring_rod *s);
void spring_rod_pin(spring_rod *s, int vertex, sut_vec3 target);
void spring_rod_clamp(spring_rod *s, sut_vec3 direction); // the first vertex
double spring_noise(int seed);                            // -1 .. 1, the same on every machine
// Move a vertex of the state.
void spring_rod_shift(spring_rod *s, int vertex, sut_vec3 by);

#endif
