// SPDX-License-Identifier: MIT
// bench_dpbsv.h -- dpbsv on a thread's system as one side of a comparison.
#ifndef SUT_BENCH_DPBSV_H
#define SUT_BENCH_DPBSV_H

#include "bench_system.h"
#include "peer_lapack.h"

// dpbsv overwrites its matrix and right side. Each call gets fresh copies, made outside of the
// timed part but just before it, so that they are in the cache.
typedef struct sut_bench_dpbsv {
    const sut_peer_lapack *lapack;
    const sut_bench_system *system;
    double *band; // [3 n (SUT_BENCH_HALF_BAND + 1)]
    double *x;    // [3 n] right side in, solution out
    int bad;      // calls that LAPACK refused
} sut_bench_dpbsv;

bool sut_bench_dpbsv_open(sut_bench_dpbsv *p, const sut_peer_lapack *lapack,
                          const sut_bench_system *system); // false without memory
void sut_bench_dpbsv_close(sut_bench_dpbsv *p);
double sut_bench_dpbsv_batch(void *ctx, int index, int count); // see sut_bench_side

#endif
