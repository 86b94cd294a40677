// SPDX-License-Identifier: MIT
#include "bench_dpbsv.h"

#include "bench_time.h"

#include <stdlib.h>
#include <string.h>

bool sut_bench_dpbsv_open(sut_bench_dpbsv *p, const sut_peer_lapack *lapack,
                          const sut_bench_system *system) {
    size_t n = 3 * (size_t)system->n;
    p->lapack = lapack;
    p->system = system;
    p->bad = 0;
    p->band = calloc(n * (SUT_BENCH_HALF_BAND + 1), sizeof(double));
    p->x = calloc(n, sizeof(double));
    return p->band != NULL && p->x != NULL;
}

void sut_bench_dpbsv_close(sut_bench_dpbsv *p) {
    free(p->band);
    free(p->x);
    p->band = p->x = NULL;
}

double sut_bench_dpbsv_batch(void *ctx, int index, int count) {
    sut_bench_dpbsv *p = ctx;
    (void)index;
    int n = 3 * p->system->n;
    double total = 0.0;
    for (int i = 0; i < count; i++) {
        memcpy(p->band, p->system->band, (size_t)n * (SUT_BENCH_HALF_BAND + 1) * sizeof(double));
        memcpy(p->x, p->system->rhs, (size_t)n * sizeof(double));
        double start = sut_bench_now_us();
        int info = sut_peer_lapack_solve(p->lapack, n, SUT_BENCH_HALF_BAND, p->band, p->x);
        total += sut_bench_now_us() - start;
        p->bad += info != 0 ? 1 : 0;
    }
    return total / (double)count;
}
