// SPDX-License-Identifier: MIT
// Random scenes made to break the engine: nothing may pass through anything, every step must find a
// state. With --repeat 1000 it takes more than twenty million steps.
//
// SUT_TORTURE_SEED=N in the environment starts at another seed than 1; a row that failed names the
// seed to start from.
#include "bench_all.h"
#include "bench_log.h"
#include "torture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char BENCH[] = "torture";

enum { SCENES = 14 }; // of each family

static uint64_t first_seed(void) {
    const char *text = getenv("SUT_TORTURE_SEED");
    uint64_t seed = text != NULL ? strtoull(text, NULL, 10) : 0;
    return seed > 0 ? seed : 1;
}

static void show(const sut_bench_options *opt, uint64_t seed, int64_t done, int64_t all) {
    if (opt->progress != NULL) {
        char text[128];
        snprintf(text, sizeof text, "%s: scene %lld of %lld, seed %llu", BENCH, (long long)done,
                 (long long)all, (unsigned long long)seed);
        opt->progress(opt->progress_ctx, text);
    }
}

static void add_counts(sut_bench_row *row, const sut_torture_counts *c) {
    sut_bench_figure_add(row, "scenes", (double)c->scenes, "");
    sut_bench_figure_add(row, "refused", (double)c->refused, "");
    sut_bench_figure_add(row, "steps", (double)c->steps, "");
    sut_bench_figure_add(row, "parts", (double)c->parts, "");
    sut_bench_figure_add(row, "topology_changes", (double)c->topology_changes, "");
    sut_bench_figure_add(row, "diverged_steps", (double)c->diverged_steps, "");
    sut_bench_figure_add(row, "non_finite", (double)c->non_finite, "");
    sut_bench_figure_add(row, "nearest", c->nearest, "touching distances");
    sut_bench_figure_add(row, "guard_hits", (double)c->guard_hits, "");
    sut_bench_figure_add(row, "guard_shortened", (double)c->guard_shortened, "parts");
    sut_bench_figure_add(row, "frozen_steps", (double)c->frozen_steps, "");
    sut_bench_figure_add(row, "lag_max_mm", 1e3 * c->lag_max, "mm");
    sut_bench_figure_add(row, "speed_max", c->speed_max, "m/s");
    sut_bench_figure_add(row, "energy_bursts", (double)c->energy_bursts, "scenes");
    sut_bench_figure_add(row, "energy_gain", c->energy_gain, "");
    sut_bench_figure_add(row, "slow_steps", (double)c->slow_steps, "");
    sut_bench_figure_add(row, "slowest_ms", 1e-3 * c->slowest_us, "ms");
    sut_bench_figure_add(row, "late_scenes", (double)c->late_scenes, "");
    sut_bench_figure_add(row, "bad_seed", (double)c->bad_seed, "");
}

static void write_row(sut_bench_log *log, int family, const sut_torture_counts *c) {
    sut_bench_row *row = sut_bench_add(log, BENCH, sut_torture_names[family], c->vertices);
    if (c->scenes == 0) {
        sut_bench_fail(row, "no scene could be made");
        return;
    }
    row->ours_us = c->steps > 0 ? c->cpu_us / (double)c->steps : (double)NAN;
    add_counts(row, c);
    sut_bench_at_most(row, "topology_changes", 0.0);
    sut_bench_at_most(row, "diverged_steps", 0.0);
    sut_bench_at_most(row, "non_finite", 0.0);
    sut_bench_at_most(row, "energy_bursts", 0.0);
}

void sut_bench_run_torture(sut_bench_log *log, const sut_bench_options *opt) {
    sut_torture_counts sum[SUT_TORTURE_FAMILIES];
    for (int i = 0; i < SUT_TORTURE_FAMILIES; i++) {
        sum[i] = sut_torture_none();
    }
    sut_torture_options o = sut_torture_default_options();
    int64_t all = (int64_t)fmax(1.0, round(SCENES * opt->repeat)) * SUT_TORTURE_FAMILIES;
    uint64_t first = first_seed();
    for (int64_t i = 0; i < all; i++) {
        uint64_t seed = first + (uint64_t)i;
        show(opt, seed, i + 1, all);
        sut_torture_counts c;
        sut_torture_run(seed, &o, &c);
        sut_torture_add(&sum[seed % SUT_TORTURE_FAMILIES], &c);
    }
    for (int i = 0; i < SUT_TORTURE_FAMILIES; i++) {
        write_row(log, i, &sum[i]);
    }
}
