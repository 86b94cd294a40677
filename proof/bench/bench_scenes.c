// SPDX-License-Identifier: MIT
// Whole scenes in which hands and instruments tie knots, from their first step to the last: what a
// step costs in CPU time of its thread, without a budget and with one of 0.8 ms. The same run is
// made several times, with the same bits, and each step counts with its shortest time.
#include "bench_all.h"
#include "bench_log.h"
#include "bench_scene_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char BENCH[] = "scenes";
static const double BUDGET = 0.8e-3; // s
enum { RUNS = 1 };

typedef struct profile {
    double *cpu, *effort, *iterations, *force_error; // [steps]
    int steps, substeps_max, hurried, shortened;
    double overlap, residual;
    char knot[64];
} profile;

static bool profile_take(profile *p, int steps) {
    double *block = calloc(4 * (size_t)steps + 4, sizeof *block);
    *p = (profile){.steps = steps,
                   .cpu = block,
                   .effort = block ? block + steps : NULL,
                   .iterations = block ? block + 2 * (size_t)steps : NULL,
                   .force_error = block ? block + 3 * (size_t)steps : NULL};
    return block != NULL;
}

static void note_step(profile *p, int i, const sut_stats *s) {
    p->effort[i] = s->effort_us;
    p->iterations[i] = s->contact_iterations;
    p->force_error[i] = s->contact_residual;
    p->substeps_max = s->substeps > p->substeps_max ? s->substeps : p->substeps_max;
    p->hurried += s->hurried ? 1 : 0;
    p->shortened += s->guard_shortened > 0 ? 1 : 0;
    p->overlap = fmax(p->overlap, s->overlap_max);
    p->residual = fmax(p->residual, s->contact_residual);
}

static bool run_once(sut_bench_scene *s, profile *p, bool first) {
    for (int i = 0; i < s->steps; i++) {
        if (sut_bench_scene_drive(s) != SUT_OK) {
            return false;
        }
        double start = sut_bench_cpu_us();
        sut_result r = sut_bench_scene_step(s);
        double us = sut_bench_cpu_us() - start;
        if (r != SUT_OK) {
            return false;
        }
        p->cpu[i] = first || us < p->cpu[i] ? us : p->cpu[i];
        sut_stats stats = sut_world_stats(s->world);
        if (first) {
            note_step(p, i, &stats);
        }
    }
    sut_bench_scene_knot(s, p->knot, sizeof p->knot);
    return true;
}

static void add_quantiles(sut_bench_row *row, double *values, int n, const char *name,
                          const char *unit) {
    static const struct {
        const char *suffix;
        double q;
    } at[] = {{"p50", 0.5}, {"p99", 0.99}, {"p999", 0.999}, {"max", 1.0}};
    for (int k = 0; k < 4; k++) {
        char key[SUT_BENCH_KEY];
        snprintf(key, sizeof key, "%s_%s", name, at[k].suffix);
        double value = sut_bench_quantile(values, n, at[k].q);
        sut_bench_figure_add(row, key, at[k].q < 1.0 ? value : values[n - 1], unit);
    }
}

static void fill(sut_bench_row *row, profile *p, double budget, const char *knot) {
    sut_bench_times times = {.median_us = sut_bench_quantile(p->cpu, p->steps, 0.5)};
    times.min_us = p->cpu[0];
    sut_bench_set_ours(row, &times);
    add_quantiles(row, p->cpu, p->steps, "cpu", "us");
    add_quantiles(row, p->effort, p->steps, "effort", "us counted");
    add_quantiles(row, p->iterations, p->steps, "newton", "");
    add_quantiles(row, p->force_error, p->steps, "force_error", "");
    sut_bench_figure_add(row, "substeps_max", p->substeps_max, "");
    sut_bench_figure_add(row, "hurried_share", (double)p->hurried / p->steps, "of steps");
    sut_bench_figure_add(row, "guard_share", (double)p->shortened / p->steps, "of steps");
    sut_bench_figure_add(row, "overlap_max", p->overlap, "radii");
    sut_bench_figure_add(row, "same_knot", strcmp(knot, p->knot) == 0 ? 1.0 : 0.0, "");
    sut_bench_note(row, p->knot);
    if (budget > 0.0) {
        sut_bench_at_most(row, "cpu_p999", 1000.0);
        sut_bench_at_most(row, "cpu_max", 1500.0);
        sut_bench_at_most(row, "force_error_p99", 0.05);
        sut_bench_at_least(row, "same_knot", 1.0);
    } else {
        sut_bench_at_most(row, "cpu_p99", 1000.0);
        sut_bench_at_most(row, "cpu_p999", 2000.0);
        sut_bench_at_most(row, "cpu_max", 5000.0);
    }
}

static void measure(sut_bench_log *log, const sut_bench_options *opt, const char *name,
                    double budget, char *knot, size_t size) {
    char title[SUT_BENCH_KEY];
    snprintf(title, sizeof title, "%s%s", name, budget > 0.0 ? ", budget" : "");
    sut_bench_row *row = sut_bench_add(log, BENCH, title, 0);
    int runs = (int)fmax(1.0, floor(RUNS * opt->repeat + 0.5));
    profile p = {0};
    bool fine = true;
    for (int run = 0; fine && run < runs; run++) {
        sut_bench_scene s;
        fine = sut_bench_scene_open(&s, name, budget);
        row->n = s.vertices;
        sut_bench_progress(opt, BENCH, title, s.vertices);
        if (fine) {
            fine = (run > 0 || profile_take(&p, s.steps)) && run_once(&s, &p, run == 0);
        }
        if (!fine) {
            sut_bench_fail(row, s.error.text[0] ? s.error.text : "a step failed");
        }
        sut_bench_scene_close(&s);
    }
    if (fine) {
        if (!(budget > 0.0)) {
            snprintf(knot, size, "%s", p.knot);
        }
        fill(row, &p, budget, knot);
    }
    free(p.cpu);
}

void sut_bench_run_scenes(sut_bench_log *log, const sut_bench_options *opt) {
    for (int i = 0; i < SUT_BENCH_TIE_SCENES; i++) {
        char knot[64] = "";
        measure(log, opt, sut_bench_tie_scenes[i], 0.0, knot, sizeof knot);
        measure(log, opt, sut_bench_tie_scenes[i], BUDGET, knot, sizeof knot);
    }
}
