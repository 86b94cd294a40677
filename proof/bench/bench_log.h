// SPDX-License-Identifier: MIT
// bench_log.h -- what a benchmark writes into its log: rows with times, figures, bars and notes.
#ifndef SUT_BENCH_LOG_H
#define SUT_BENCH_LOG_H

#include "bench.h"
#include "bench_time.h"

enum { SUT_BENCH_FIGURES = 40, SUT_BENCH_BARS = 4, SUT_BENCH_KEY = 40, SUT_BENCH_TEXT = 240 };

// One named number of a row. The unit is for people; keys end in their unit where that matters.
typedef struct sut_bench_figure {
    char key[SUT_BENCH_KEY];
    char unit[16];
    double value; // NaN: could not be had
} sut_bench_figure;

// A demand on a figure of the row, or on "ratio".
typedef struct sut_bench_bar {
    char key[SUT_BENCH_KEY];
    bool at_least; // false: at most
    double limit;
    bool met;
} sut_bench_bar;

typedef struct sut_bench_row {
    char bench[SUT_BENCH_KEY]; // which benchmark wrote it
    char name[SUT_BENCH_KEY];  // what was measured
    int n;                     // vertices
    double ours_us, ours_min_us;
    char peer[SUT_BENCH_TEXT]; // "" when nothing stands beside us
    double peer_us, peer_min_us;
    double ratio; // peer over ours: median over the alternating pairs
    sut_bench_figure figures[SUT_BENCH_FIGURES];
    int figure_count;
    sut_bench_bar bars[SUT_BENCH_BARS];
    int bar_count;
    char note[SUT_BENCH_TEXT]; // for people: why a peer is missing, what its settings are
    bool failed;
} sut_bench_row;

// Begin a row. Never null: without memory the row goes to a spare place and is lost, and the log
// remembers that it is incomplete (it then counts as failed).
sut_bench_row *sut_bench_add(sut_bench_log *log, const char *bench, const char *name, int n);

// Our times alone, and both sides of a comparison.
void sut_bench_set_ours(sut_bench_row *row, const sut_bench_times *ours);
void sut_bench_set_pair(sut_bench_row *row, const sut_bench_pair_times *pair, const char *peer);

void sut_bench_figure_add(sut_bench_row *row, const char *key, double value, const char *unit);
// Judged at once, so the figure must have been added. A figure that is NaN misses its bar.
void sut_bench_at_least(sut_bench_row *row, const char *key, double limit);
void sut_bench_at_most(sut_bench_row *row, const char *key, double limit);
void sut_bench_note(sut_bench_row *row, const char *text);
void sut_bench_fail(sut_bench_row *row, const char *why);

// Value of a figure of the row ("ratio" and the times count as figures), NaN when it has none.
double sut_bench_value(const sut_bench_row *row, const char *key);

int sut_bench_row_count(const sut_bench_log *log);
const sut_bench_row *sut_bench_row_at(const sut_bench_log *log, int i);

// Tell the caller's progress display what is being measured.
void sut_bench_progress(const sut_bench_options *opt, const char *bench, const char *name, int n);

#endif
