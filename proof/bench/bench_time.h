// SPDX-License-Identifier: MIT
// bench_time.h -- timing by many short batches, both sides of a comparison in turn.
#ifndef SUT_BENCH_TIME_H
#define SUT_BENCH_TIME_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Microseconds on a clock that only differences of mean something.
typedef double sut_bench_clock(void);
double sut_bench_now_us(void); // monotonic wall clock; a reading costs about 0.03 us
double
sut_bench_cpu_us(void); // CPU time of this thread: does not count what other processes got;
                        // a reading costs 0.3 to 0.8 us, so it is for batches of a ms or more

// One side of a comparison. `batch` does its work `count` times and returns the microseconds that
// one took; whatever it must prepare is done outside of the time it returns.
typedef struct sut_bench_side {
    double (*batch)(void *ctx, int index, int count);
    void *ctx;
    int count; // repeats inside one batch
} sut_bench_side;

typedef struct sut_bench_times {
    double median_us, min_us, p99_us; // of the batches
    int batches;
} sut_bench_times;

typedef struct sut_bench_pair_times {
    sut_bench_times ours, peer;
    double ratio;     // median over the pairs of peer / ours
    double ratio_min; // smallest peer time over our smallest
} sut_bench_pair_times;

// Repeats per batch so that one batch lasts about `target_us`, at least 1.
int sut_bench_calibrate(const sut_bench_side *side, double target_us);

// Time one side alone, or both in turn (ours first in even pairs, the peer first in odd ones, so
// that neither always runs on the warm or the slowed machine). False without memory.
bool sut_bench_measure(const sut_bench_side *ours, int batches, sut_bench_times *out);
bool sut_bench_measure_pair(const sut_bench_side *ours, const sut_bench_side *peer, int batches,
                            sut_bench_pair_times *out);

// Value below which the share q of the n values lies; sorts them. NaN for n = 0.
double sut_bench_quantile(double *values, int n, double q);

// Batches for a run: the default number scaled by --repeat, at least 10.
int sut_bench_batches(int standard, double repeat);

#ifdef __cplusplus
}
#endif
#endif
