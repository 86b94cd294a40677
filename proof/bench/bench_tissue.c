// SPDX-License-Identifier: MIT
// Tissues alone, without contacts: cost of a step, its tail, its growth; the same in a world, with
// all that contacts and the guard do; factor and solve beside CHOLMOD; a step of springs as
// published; the tube beside its published table.
#include "bench_tissue.h"

#include "bench_all.h"
#include "bench_log.h"
#include "bench_scene_run.h"
#include "peer_cholmod.h"
#include "tissue/tissue_kernel.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char BENCH[] = "tissue";

typedef bool make_fn(sut_bench_tissue *b);

static bool make_vessel(sut_bench_tissue *b) {
    return sut_bench_vessel_make(b, 16, 16);
}

static bool make_pad(sut_bench_tissue *b) {
    return sut_bench_pad_make(b, 14, 12, 2);
}

//---- steps ---------------------------------------------------------------------------------------
enum { STEPS = 1000, RUNS = 5, MOST_BODIES = 2 };

typedef struct tally {
    double *us; // [STEPS] shortest of all runs
    int corrections, factors, unsolved;
} tally;

static bool run_once(make_fn *make, int bodies, tally *t, bool first) {
    sut_bench_tissue b[MOST_BODIES];
    bool good = true;
    for (int k = 0; k < bodies; k++) {
        // the first step makes the first factor
        good = make(&b[k]) && sut_bench_tissue_step(&b[k], 1e-3) && good;
    }
    for (int s = 0; good && s < STEPS; s++) {
        double start = sut_bench_cpu_us();
        for (int k = 0; k < bodies; k++) {
            t->unsolved += sut_bench_tissue_step(&b[k], 1e-3) ? 0 : 1;
        }
        double us = sut_bench_cpu_us() - start;
        t->us[s] = first ? us : fmin(t->us[s], us);
        for (int k = 0; first && k < bodies; k++) {
            t->corrections += b[k].tissue->progress.corrections;
            t->factors += b[k].tissue->progress.factors;
        }
    }
    for (int k = 0; k < bodies; k++) {
        sut_bench_tissue_free(&b[k]);
    }
    return good;
}

// One second of motion in five runs; the shortest time of each step counts.
static void step_row(sut_bench_log *log, const sut_bench_options *opt, const char *name,
                     make_fn *make, int bodies, int n) {
    sut_bench_row *row = sut_bench_add(log, BENCH, name, n);
    sut_bench_progress(opt, BENCH, name, n);
    tally t = {.us = calloc(STEPS, sizeof(double))};
    bool good = t.us != NULL;
    int runs = sut_bench_batches(RUNS, opt->repeat) < RUNS ? 1 : RUNS;
    for (int r = 0; good && r < runs; r++) {
        good = run_once(make, bodies, &t, r == 0);
    }
    if (!good || t.unsolved > 0) {
        sut_bench_fail(row, good ? "a step was not solved" : "no memory");
        free(t.us);
        return;
    }
    sut_bench_times times = {.batches = STEPS};
    times.median_us = sut_bench_quantile(t.us, STEPS, 0.5);
    times.min_us = t.us[0]; // sorted
    times.p99_us = sut_bench_quantile(t.us, STEPS, 0.99);
    sut_bench_set_ours(row, &times);
    sut_bench_figure_add(row, "median_us", times.median_us, "us");
    sut_bench_figure_add(row, "p99_us", times.p99_us, "us");
    sut_bench_figure_add(row, "p999_us", sut_bench_quantile(t.us, STEPS, 0.999), "us");
    sut_bench_figure_add(row, "max_us", t.us[STEPS - 1], "us");
    sut_bench_figure_add(row, "corrections", (double)t.corrections / (STEPS * bodies), "per step");
    sut_bench_figure_add(row, "whole_factors", t.factors, "");
    sut_bench_at_most(row, "median_us", 250.0);
    sut_bench_at_most(row, "p999_us", 600.0);
    free(t.us);
}

//---- in a world ----------------------------------------------------------------------------------
// All that a step of a world does with tissues: detection, contacts and the guard besides what the
// rows above time. The first step makes lists and the first factor and does not count.
enum { WORLD_RUNS = 3 };

typedef struct world_tally {
    double *us; // [steps] shortest of all runs
    double stage_us[SUT_STAGE_COUNT];
    double contacts, corrections;
    int steps;
} world_tally;

static bool run_scene(const char *file, world_tally *t, bool first) {
    sut_bench_scene s;
    bool good = sut_bench_scene_open(&s, file, 0.0);
    if (good && first) {
        t->steps = s.steps - 1;
        t->us = calloc((size_t)t->steps, sizeof(double));
        good = t->us != NULL;
    }
    for (int i = -1; good && i < t->steps; i++) {
        good = sut_bench_scene_drive(&s) == SUT_OK;
        double start = sut_bench_cpu_us();
        good = good && sut_bench_scene_step(&s) == SUT_OK;
        double us = sut_bench_cpu_us() - start;
        if (i < 0) {
            continue;
        }
        t->us[i] = first ? us : fmin(t->us[i], us);
        sut_stats stats = sut_world_stats(s.world);
        for (int k = 0; first && k < SUT_STAGE_COUNT; k++) {
            t->stage_us[k] += stats.stage_us[k] / t->steps;
        }
        t->contacts += first ? (double)stats.contacts / t->steps : 0.0;
        t->corrections += first ? (double)stats.corrections / t->steps : 0.0;
    }
    sut_bench_scene_close(&s);
    return good;
}

static void world_row(sut_bench_log *log, const sut_bench_options *opt, const char *scene, int n,
                      double median, double worst) {
    char name[SUT_BENCH_KEY];
    char file[256];
    (void)snprintf(name, sizeof name, "world-%s", scene);
    (void)snprintf(file, sizeof file, SUT_BENCH_SCENES "/../proof/bench/scenes/%s.json", scene);
    sut_bench_row *row = sut_bench_add(log, BENCH, name, n);
    sut_bench_progress(opt, BENCH, name, n);
    world_tally t = {0};
    bool good = true;
    int runs = sut_bench_batches(WORLD_RUNS, opt->repeat) < WORLD_RUNS ? 1 : WORLD_RUNS;
    for (int r = 0; good && r < runs; r++) {
        good = run_scene(file, &t, r == 0);
    }
    if (!good) {
        sut_bench_fail(row, "the scene could not be opened, or a step failed");
        free(t.us);
        return;
    }
    sut_bench_times times = {.batches = t.steps};
    times.median_us = sut_bench_quantile(t.us, t.steps, 0.5);
    times.min_us = t.us[0]; // sorted
    times.p99_us = sut_bench_quantile(t.us, t.steps, 0.99);
    sut_bench_set_ours(row, &times);
    sut_bench_figure_add(row, "median_us", times.median_us, "us");
    sut_bench_figure_add(row, "p999_us", sut_bench_quantile(t.us, t.steps, 0.999), "us");
    static const struct {
        const char *name;
        sut_stage stage;
    } shown[] = {{"detect_us", SUT_STAGE_DETECT},      {"predict_us", SUT_STAGE_PREDICT},
                 {"solve_us", SUT_STAGE_SOLVE},        {"contact_us", SUT_STAGE_CONTACT},
                 {"check_us", SUT_STAGE_CHECK},        {"guard_us", SUT_STAGE_GUARD},
                 {"integrate_us", SUT_STAGE_INTEGRATE}};
    for (size_t k = 0; k < sizeof shown / sizeof shown[0]; k++) {
        sut_bench_figure_add(row, shown[k].name, t.stage_us[shown[k].stage], "us");
    }
    sut_bench_figure_add(row, "contacts", t.contacts, "per step");
    sut_bench_figure_add(row, "corrections", t.corrections, "per step");
    sut_bench_at_most(row, "median_us", median);
    sut_bench_at_most(row, "p999_us", worst);
    free(t.us);
}

//---- growth --------------------------------------------------------------------------------------
typedef struct stepper {
    sut_bench_tissue *b;
    int unsolved;
} stepper;

static double batch_steps(void *ctx, int index, int count) {
    stepper *s = ctx;
    (void)index;
    double start = sut_bench_cpu_us();
    for (int i = 0; i < count; i++) {
        s->unsolved += sut_bench_tissue_step(s->b, 1e-3) ? 0 : 1;
    }
    return (sut_bench_cpu_us() - start) / count;
}

static void growth_row(sut_bench_log *log, const sut_bench_options *opt, const int cells[3]) {
    sut_bench_tissue b;
    double start = sut_bench_cpu_us();
    bool good = sut_bench_pad_make(&b, cells[0], cells[1], cells[2]);
    double made = sut_bench_cpu_us() - start;
    int tets = good ? b.mesh->tet_count : 0;
    sut_bench_row *row = sut_bench_add(log, BENCH, "growth", tets);
    sut_bench_progress(opt, BENCH, "growth", tets);
    stepper s = {.b = &b};
    sut_bench_side side = {.batch = batch_steps, .ctx = &s, .count = 1};
    sut_bench_times times;
    good = good && sut_bench_tissue_step(&b, 1e-3); // with the first factor
    if (!good || !sut_bench_measure(&side, sut_bench_batches(40, opt->repeat), &times) ||
        s.unsolved > 0) {
        sut_bench_fail(row, "no memory, or a step was not solved");
    } else {
        sut_bench_set_ours(row, &times);
        sut_bench_figure_add(row, "us_per_tet", times.median_us / tets, "us");
        sut_bench_figure_add(row, "made_ms", 1e-3 * made, "ms");
        sut_bench_figure_add(row, "factor_entries", (double)sut_chol3_entries(b.tissue->factor),
                             "");
        sut_bench_figure_add(row, "megabytes", 1e-6 * (double)b.memory.taken, "MB");
    }
    sut_bench_tissue_free(&b);
}

//---- factor and solve beside CHOLMOD -------------------------------------------------------------
// The lower triangle of the matrix of a tissue by columns.
typedef struct triangle {
    int n;
    int *first, *row;
    double *value, *rhs, *x, *peer_x;
} triangle;

static double entry(const sut_tissue *t, int block, bool turned, int k, int l) {
    return t->block[block][turned ? 3 * l + k : 3 * k + l];
}

static bool make_triangle(const sut_tissue *t, triangle *out) {
    size_t most = 6 * (size_t)t->n + 9 * (size_t)t->pair_count;
    size_t n = 3 * (size_t)t->n;
    *out = (triangle){.n = 3 * t->n};
    out->first = calloc(n + 1, sizeof(int));
    out->row = calloc(most, sizeof(int));
    out->value = calloc(most, sizeof(double));
    out->rhs = calloc(n, sizeof(double));
    out->x = calloc(n, sizeof(double));
    out->peer_x = calloc(n, sizeof(double));
    if (!out->first || !out->row || !out->value || !out->rhs || !out->x || !out->peer_x) {
        return false;
    }
    int at = 0;
    int pair = 0; // pairs ascend by their lower node
    for (int i = 0; i < t->n; i++) {
        int end = pair;
        while (end < t->pair_count && t->pairs[end][0] == i) {
            end++;
        }
        for (int l = 0; l < 3; l++) {
            out->first[3 * i + l] = at;
            for (int k = l; k < 3; k++) {
                out->row[at] = 3 * i + k;
                out->value[at++] = entry(t, i, false, k, l);
            }
            for (int p = pair; p < end; p++) {
                for (int k = 0; k < 3; k++) {
                    // block (i, j) is kept, that of row j and column i is its transposed
                    out->row[at] = 3 * t->pairs[p][1] + k;
                    out->value[at++] = entry(t, t->n + p, t->turned[p], l, k);
                }
            }
        }
        pair = end;
    }
    out->first[n] = at;
    for (size_t j = 0; j < n; j++) {
        out->rhs[j] = cos(0.7 * (double)j);
    }
    return true;
}

static void free_triangle(triangle *t) {
    free(t->first);
    free(t->row);
    free(t->value);
    free(t->rhs);
    free(t->x);
    free(t->peer_x);
}

typedef struct duel {
    sut_chol3 *ours;
    sut_peer_cholmod *peer;
    triangle *t;
    int bad;
} duel;

static double our_factor(void *ctx, int index, int count) {
    duel *d = ctx;
    (void)index;
    double start = sut_bench_now_us();
    for (int i = 0; i < count; i++) {
        d->bad += sut_chol3_factor(d->ours) ? 0 : 1;
    }
    return (sut_bench_now_us() - start) / count;
}

static double peer_factor(void *ctx, int index, int count) {
    duel *d = ctx;
    (void)index;
    double start = sut_bench_now_us();
    for (int i = 0; i < count; i++) {
        d->bad += sut_peer_cholmod_factor(d->peer) ? 0 : 1;
    }
    return (sut_bench_now_us() - start) / count;
}

static double our_solve(void *ctx, int index, int count) {
    duel *d = ctx;
    (void)index;
    double start = sut_bench_now_us();
    for (int i = 0; i < count; i++) {
        memcpy(d->t->x, d->t->rhs, (size_t)d->t->n * sizeof(double));
        sut_chol3_solve(d->ours, d->t->x);
    }
    return (sut_bench_now_us() - start) / count;
}

static double peer_solve(void *ctx, int index, int count) {
    duel *d = ctx;
    (void)index;
    double start = sut_bench_now_us();
    for (int i = 0; i < count; i++) {
        d->bad += sut_peer_cholmod_solve(d->peer, d->t->rhs, d->t->peer_x) ? 0 : 1;
    }
    return (sut_bench_now_us() - start) / count;
}

static double difference(const triangle *t) {
    double worst = 0.0;
    double most = 0.0;
    for (int j = 0; j < t->n; j++) {
        worst = fmax(worst, fabs(t->x[j] - t->peer_x[j]));
        most = fmax(most, fabs(t->peer_x[j]));
    }
    return worst / most;
}

static void duel_row(sut_bench_row *row, const sut_bench_options *opt, duel *d, bool solve,
                     const char *peer) {
    sut_bench_side ours = {.batch = solve ? our_solve : our_factor, .ctx = d};
    sut_bench_side other = {.batch = solve ? peer_solve : peer_factor, .ctx = d};
    ours.count = sut_bench_calibrate(&ours, 1000.0);
    if (d->peer == NULL) {
        sut_bench_times times;
        if (sut_bench_measure(&ours, sut_bench_batches(60, opt->repeat), &times)) {
            sut_bench_set_ours(row, &times);
        }
        sut_bench_note(row, sut_peer_cholmod_name());
        return;
    }
    other.count = sut_bench_calibrate(&other, 1000.0);
    sut_bench_pair_times times;
    if (!sut_bench_measure_pair(&ours, &other, sut_bench_batches(60, opt->repeat), &times) ||
        d->bad > 0) {
        sut_bench_fail(row, "no memory, or the matrix was refused");
        return;
    }
    sut_bench_set_pair(row, &times, peer);
    if (solve) {
        sut_bench_figure_add(row, "difference", difference(d->t), "");
        sut_bench_at_most(row, "difference", 1e-9); // condition of 1e5 times rounding
    }
    sut_bench_at_least(row, "ratio", 2.0);
}

static void duel_rows(sut_bench_log *log, const sut_bench_options *opt, const char *name,
                      make_fn *make) {
    sut_bench_tissue b;
    triangle t = {0};
    bool good = make(&b) && sut_bench_tissue_step(&b, 1e-3) && make_triangle(b.tissue, &t);
    for (int kind = 0; kind < 2; kind++) {
        const char *way = kind == 0 ? "simplicial" : "supernodal";
        char peer[SUT_BENCH_KEY];
        (void)snprintf(peer, sizeof peer, "CHOLMOD %s", way);
        duel d = {.ours = good ? b.tissue->factor : NULL, .t = &t};
        d.peer = good ? sut_peer_cholmod_open(t.n, t.first, t.row, t.value, kind == 1) : NULL;
        for (int solve = 0; solve < 2; solve++) {
            char text[SUT_BENCH_KEY];
            (void)snprintf(text, sizeof text, "%s-%s-%s", name, solve ? "solve" : "factor", way);
            sut_bench_row *row = sut_bench_add(log, BENCH, text, t.n / 3);
            sut_bench_progress(opt, BENCH, text, t.n / 3);
            if (good) {
                duel_row(row, opt, &d, solve == 1, peer);
            } else {
                sut_bench_fail(row, "no memory, or a step was not solved");
            }
        }
        sut_peer_cholmod_close(d.peer);
    }
    free_triangle(&t);
    sut_bench_tissue_free(&b);
}

//---- springs as published ------------------------------------------------------------------------
// One explicit step of a net of springs: forces of all springs and home springs, velocities,
// places. It is stable only for short steps; how many of them one ms takes is a figure.
typedef struct net {
    const sut_tissue *t;
    double *x, *v, *f;
} net;

static void net_step(net *w, double h) {
    const sut_tissue *t = w->t;
    memset(w->f, 0, 3 * (size_t)t->n * sizeof(double));
    for (int e = 0; e < t->edge.count; e++) {
        double *a = &w->x[3 * (ptrdiff_t)t->edge.node[0][e]];
        double *b = &w->x[3 * (ptrdiff_t)t->edge.node[1][e]];
        double *fa = &w->f[3 * (ptrdiff_t)t->edge.node[0][e]];
        double *fb = &w->f[3 * (ptrdiff_t)t->edge.node[1][e]];
        double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        double l = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        double pull = t->edge.stiffness[e] * (l - t->edge.rest[e]) / l;
        for (int k = 0; k < 3; k++) {
            fa[k] += pull * d[k];
            fb[k] -= pull * d[k];
        }
    }
    for (int i = 0; i < t->n; i++) {
        const double home[3] = {t->initial[i].x, t->initial[i].y, t->initial[i].z};
        for (int k = 0; k < 3; k++) {
            double *x = &w->x[3 * (ptrdiff_t)i + k];
            double *v = &w->v[3 * (ptrdiff_t)i + k];
            double pull = w->f[3 * (ptrdiff_t)i + k] + t->home[i] * (home[k] - *x);
            *v += h * pull / t->mass[i];
            *x += h * *v;
        }
    }
}

static double batch_net(void *ctx, int index, int count) {
    net *w = ctx;
    (void)index;
    double start = sut_bench_cpu_us();
    for (int i = 0; i < count; i++) {
        net_step(w, 1e-6);
    }
    return (sut_bench_cpu_us() - start) / count;
}

static void springs_row(sut_bench_log *log, const sut_bench_options *opt) {
    sut_bench_tissue b;
    bool good = sut_bench_membrane_make(&b, 16, 16);
    int n = good ? b.tissue->n : 0;
    sut_bench_row *row = sut_bench_add(log, BENCH, "springs", n);
    sut_bench_progress(opt, BENCH, "springs", n);
    size_t count = 3 * (size_t)n;
    net w = {.t = b.tissue};
    w.x = calloc(count + 1, sizeof(double));
    w.v = calloc(count + 1, sizeof(double));
    w.f = calloc(count + 1, sizeof(double));
    stepper s = {.b = &b};
    sut_bench_side ours = {.batch = batch_steps, .ctx = &s, .count = 4};
    sut_bench_side peer = {.batch = batch_net, .ctx = &w};
    sut_bench_pair_times times;
    if (good && w.x && w.v && w.f) {
        double lightest = b.tissue->mass[0];
        for (int i = 0; i < n; i++) {
            w.x[3 * i] = b.tissue->initial[i].x;
            w.x[3 * i + 1] = b.tissue->initial[i].y;
            w.x[3 * i + 2] = b.tissue->initial[i].z;
            lightest = fmin(lightest, b.tissue->mass[i]);
        }
        peer.count = sut_bench_calibrate(&peer, 1000.0);
        good = sut_bench_measure_pair(&ours, &peer, sut_bench_batches(100, opt->repeat), &times);
        // eight springs and the home spring at a node of least mass bound the frequency
        double stiff = 2.0 * 8.0 * b.tissue->def.membrane.stiffness + b.tissue->def.membrane.home;
        double longest = 2.0 / sqrt(stiff / lightest);
        if (good && s.unsolved == 0) {
            sut_bench_set_pair(row, &times, "one explicit step of the same springs");
            sut_bench_figure_add(row, "explicit_steps_per_ms", 1e-3 / longest, "");
            sut_bench_figure_add(row, "ratio_per_ms", times.ratio * 1e-3 / longest, "");
        } else {
            sut_bench_fail(row, "no memory, or a step was not solved");
        }
    } else {
        sut_bench_fail(row, "no memory");
    }
    free(w.x);
    free(w.v);
    free(w.f);
    sut_bench_tissue_free(&b);
}

//---- tubes ---------------------------------------------------------------------------------------
static double batch_tube(void *ctx, int index, int count) {
    sut_bench_tissue *b = ctx;
    (void)index;
    double start = sut_bench_cpu_us();
    for (int i = 0; i < count; i++) {
        (void)sut_bench_tissue_step(b, 1e-3);
    }
    return (sut_bench_cpu_us() - start) / count;
}

// Klimowicz and Mihajlovic 2007, table 1: ms per step on a Pentium 4 of 1.8 GHz, and kB.
static const struct {
    int elements;
    double ms, kilobytes;
} published[] = {{16, 1.497, 118.0},
                 {32, 3.055, 226.0},
                 {64, 6.640, 442.0},
                 {96, 9.444, 658.0},
                 {128, 13.124, 874.0}};

static void add_published(sut_bench_row *row, int elements) {
    for (size_t k = 0; k < sizeof published / sizeof published[0]; k++) {
        if (published[k].elements == elements) {
            sut_bench_figure_add(row, "published_us", 1e3 * published[k].ms, "us");
            sut_bench_figure_add(row, "published_kilobytes", published[k].kilobytes, "kB");
        }
    }
}

static void tube_row(sut_bench_log *log, const sut_bench_options *opt, int elements) {
    sut_bench_row *row = sut_bench_add(log, BENCH, "tube", elements);
    sut_bench_progress(opt, BENCH, "tube", elements);
    sut_bench_tissue b;
    double start = sut_bench_cpu_us();
    bool good = sut_bench_tube_make(&b, elements) && sut_bench_tissue_step(&b, 1e-3);
    double made = sut_bench_cpu_us() - start;
    sut_bench_side side = {.batch = batch_tube, .ctx = &b};
    sut_bench_times times;
    side.count = good ? sut_bench_calibrate(&side, 2000.0) : 1;
    if (!good || !sut_bench_measure(&side, sut_bench_batches(40, opt->repeat), &times)) {
        sut_bench_fail(row, "no memory, or the first step was not solved");
    } else {
        sut_bench_set_ours(row, &times);
        sut_bench_figure_add(row, "us_per_element", times.median_us / elements, "us");
        sut_bench_figure_add(row, "start_us", made, "us");
        sut_bench_figure_add(row, "kilobytes", 1e-3 * (double)b.memory.taken, "kB");
        sut_bench_figure_add(row, "step_us", times.median_us, "us");
        add_published(row, elements);
        if (elements <= 500) {
            sut_bench_at_most(row, "step_us", 1000.0); // 1 kHz
        }
    }
    sut_bench_tissue_free(&b);
}

void sut_bench_run_tissue(sut_bench_log *log, const sut_bench_options *opt) {
    step_row(log, opt, "two-vessels", make_vessel, 2, 2 * 272);
    step_row(log, opt, "pad", make_pad, 1, 15 * 13 * 3);
    world_row(log, opt, "two_vessels", 2 * 272, 250.0, 600.0);
    world_row(log, opt, "pad", 15 * 13 * 3, 250.0, 600.0);
    world_row(log, opt, "pad_thread", 15 * 13 * 3 + 300, 500.0, 1000.0);
    static const int cells[5][3] = {
        {14, 12, 2}, {20, 14, 3}, {28, 20, 3}, {36, 26, 4}, {50, 34, 5}};
    for (int k = 0; k < 5; k++) {
        growth_row(log, opt, cells[k]);
    }
    duel_rows(log, opt, "vessel", make_vessel);
    duel_rows(log, opt, "pad", make_pad);
    springs_row(log, opt);
    static const int elements[7] = {16, 32, 64, 96, 128, 500, 1000};
    for (int k = 0; k < 7; k++) {
        tube_row(log, opt, elements[k]);
    }
}
