// SPDX-License-Identifier: MIT
// Shared machines change their speed within milliseconds, so one long mean says little. Each side
// is timed in batches of a few hundred microseconds, the sides in turn; the ratio is taken inside
// each pair of neighbours in time, and the median of those ratios is reported.
#define _POSIX_C_SOURCE 200809L
#include "bench_time.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

static double read_clock(clockid_t id) {
    struct timespec t;
    clock_gettime(id, &t);
    return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

double sut_bench_now_us(void) {
    return read_clock(CLOCK_MONOTONIC);
}

double sut_bench_cpu_us(void) {
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

double sut_bench_quantile(double *values, int n, double q) {
    if (n <= 0) {
        return (double)NAN;
    }
    qsort(values, (size_t)n, sizeof *values, compare_doubles);

    // linear between the two neighbours of the exact place
    double place = q * (double)(n - 1);
    int below = (int)place;
    int above = below + 1 < n ? below + 1 : below;
    double part = place - (double)below;
    return values[below] + part * (values[above] - values[below]);
}

int sut_bench_batches(int standard, double repeat) {
    enum { FEWEST = 10, MOST = 1000000 };
    double wanted = (double)standard * repeat;
    if (!(wanted > (double)FEWEST)) {
        return FEWEST;
    }
    return wanted < (double)MOST ? (int)wanted : MOST;
}

int sut_bench_calibrate(const sut_bench_side *side, double target_us) {
    // the first call warms caches and branch predictors, the best of the next few counts
    side->batch(side->ctx, 0, 1);
    double best = (double)INFINITY;
    for (int i = 0; i < 5; i++) {
        double us = side->batch(side->ctx, i, 1);
        best = us < best ? us : best;
    }
    double count = target_us / (best > 1e-3 ? best : 1e-3);
    return count < 1.0 ? 1 : count > 1e6 ? 1000000 : (int)count;
}

static sut_bench_times summary(double *values, int n) {
    sut_bench_times t = {0};
    t.median_us = sut_bench_quantile(values, n, 0.5);
    t.p99_us = sut_bench_quantile(values, n, 0.99);
    t.min_us = values[0];
    t.batches = n;
    return t;
}

bool sut_bench_measure(const sut_bench_side *ours, int batches, sut_bench_times *out) {
    double *us = calloc((size_t)batches, sizeof *us);
    if (us == NULL) {
        return false;
    }
    for (int i = 0; i < batches; i++) {
        us[i] = ours->batch(ours->ctx, i, ours->count);
    }
    *out = summary(us, batches);
    free(us);
    return true;
}

bool sut_bench_measure_pair(const sut_bench_side *ours, const sut_bench_side *peer, int batches,
                            sut_bench_pair_times *out) {
    double *us = calloc(3 * (size_t)batches, sizeof *us);
    if (us == NULL) {
        return false;
    }
    double *ours_us = us;
    double *peer_us = us + batches;
    double *ratio = us + 2 * (size_t)batches;
    for (int i = 0; i < batches; i++) {
        bool peer_first = i % 2 == 1;
        if (peer_first) {
            peer_us[i] = peer->batch(peer->ctx, i, peer->count);
        }
        ours_us[i] = ours->batch(ours->ctx, i, ours->count);
        if (!peer_first) {
            peer_us[i] = peer->batch(peer->ctx, i, peer->count);
        }
        ratio[i] = peer_us[i] / ours_us[i];
    }
    out->ratio = sut_bench_quantile(ratio, batches, 0.5);
    out->ours = summary(ours_us, batches);
    out->peer = summary(peer_us, batches);
    out->ratio_min = out->peer.min_us / out->ours.min_us;
    free(us);
    return true;
}
