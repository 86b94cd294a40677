// SPDX-License-Identifier: MIT
// bench_system.h -- the linear system of one implicit step of a thread, as solvers get it.
#ifndef SUT_BENCH_SYSTEM_H
#define SUT_BENCH_SYSTEM_H

#include <stdbool.h>

enum { SUT_BENCH_HALF_BAND = 8 }; // rows below the diagonal: three blocks of 3x3, lower triangle

// A x = b, symmetric and positive definite, block-pentadiagonal of 3x3 blocks.
// Blocks are row-major; block (i, i - 1) is lower1[i], (i, i - 2) is lower2[i].
typedef struct sut_bench_system {
    int n;            // vertices; 3 n unknowns
    double *diagonal; // [9 n]
    double *lower1;   // [9 n], the first is not used
    double *lower2;   // [9 n], the first two are not used
    double *solution; // [3 n], the x that b was made from
    double *rhs;      // [3 n]
    double *band;     // [3 n (SUT_BENCH_HALF_BAND + 1)] A in LAPACK's lower band form, by columns
} sut_bench_system;

// Mass, stretch and damped bending of the suture of bench_thread.h at n vertices, dt 1 ms, on a
// curved shape. False without memory.
bool sut_bench_system_create(sut_bench_system *s, int n);
void sut_bench_system_free(sut_bench_system *s);

// Largest difference of two vectors over the largest value of the second; NaN when one has a NaN.
double sut_bench_difference(const double *a, const double *b, int n);

#endif
