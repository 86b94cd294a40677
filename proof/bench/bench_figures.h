// SPDX-License-Identifier: MIT
// bench_figures.h -- the three tests of the 2014 thesis, as worlds.
//
// Stiffnesses of its table 4.1 as energies are the floats over 25000; EI = k_B l, GJ = k_T l,
// EA = k_S / l. Frames are six steps of 5 ms.
#ifndef SUT_BENCH_FIGURES_H
#define SUT_BENCH_FIGURES_H

#include "bench_thread.h"

typedef struct sut_bench_test {
    const char *name; // "torsion"
    int vertices;
    void (*open)(sut_bench_case *c);
    int settle; // steps before anything is measured of its contacts
    int frames; // that are measured
    // what the text says, us
    double coupling_us;    // figure 4.12, at the left border: without contacts
    double frame_us;       // total of a frame, limit or peak
    double integration_us; // of a frame
    double rest_us;        // of a frame, all but the solver
    const char *figure;    // "4.8"
    const char *note;
} sut_bench_test;

enum { SUT_BENCH_TESTS = 3 };
extern const sut_bench_test sut_bench_tests[SUT_BENCH_TESTS];

void sut_bench_run_frames(sut_bench_log *log, const sut_bench_options *opt,
                          const sut_bench_test *test);

#endif
