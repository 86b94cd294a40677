// SPDX-License-Identifier: MIT
// bench.h -- the benchmark as the command line sees it: a registry of benchmarks, a log that they
// fill with rows, and two ways to show the log.
//
//     sut_bench_log *log = sut_bench_log_create();
//     for (int i = 0; log != NULL && i < sut_bench_count; i++) {
//         sut_benches[i].run(log, &options);
//     }
//     sut_bench_print(log, stdout);
//     sut_bench_log_free(log);
//
// Every comparison runs both sides alternately in this process; times are medians of many short
// batches, beside the smallest.
#ifndef SUT_BENCH_H
#define SUT_BENCH_H

#include <stdbool.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sut_bench_options {
    double repeat; // number of batches against the default one, > 0; 1 is the default (--repeat N)
    const char *folder; // where `tail` keeps the steps that it replays; null: nowhere (--folder)
    // called before each measurement with one line of text, for a progress display; null: none
    void (*progress)(void *ctx, const char *text);
    void *progress_ctx;
} sut_bench_options;
sut_bench_options sut_bench_default_options(void);

// Rows of one run. Null when there is no memory; free takes null.
typedef struct sut_bench_log sut_bench_log;
sut_bench_log *sut_bench_log_create(void);
void sut_bench_log_free(sut_bench_log *log);

typedef struct sut_bench {
    const char *name;  // "solver": what the command line takes
    const char *title; // one line for --list and above its table
    void (*run)(sut_bench_log *log, const sut_bench_options *opt);
} sut_bench;
extern const sut_bench sut_benches[];
extern const int sut_bench_count;
const sut_bench *sut_bench_find(const char *name); // null: no such benchmark

// A table per benchmark, with the bars (">= 5") marked as met or not.
void sut_bench_print(const sut_bench_log *log, FILE *out);
// One JSON list, a row each: name, n, ours_us, ours_min_us, peer, peer_us, peer_min_us, ratio,
// the figures by their keys, bars, note. Null when there is no memory; free() it.
char *sut_bench_json(const sut_bench_log *log);
// How many bars were missed, and how many rows could not be measured at all (an engine call
// failed). Peers that are not installed count in neither.
int sut_bench_missed(const sut_bench_log *log);
int sut_bench_failed(const sut_bench_log *log);

#ifdef __cplusplus
}
#endif
#endif
