// SPDX-License-Identifier: MIT
// The inextensible thread of the published experiments (1 m, 10 g, stiffness as its energy has it):
//   swing       contraction beside Newton, and beside the implicit model, free of contacts
//   plectoneme  a hundred edges wound up with themselves, every step timed: mean and 99.9th
//               percentile against the millisecond that a haptic device leaves, and beside the
//               implicit model, step by step in turn
#include "bench_all.h"
#include "bench_log.h"
#include "bench_thread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char BENCH[] = "variational";

enum { PAIRS = 400, BATCH_STEPS = 8, MOMENT_STEPS = 100, STAGE_STEPS = 50, MOST = 1024 };

// of the softest of the three threads that were wound up: k_b = 2.5e-4 J, k_t = 1e-3 N m^2
static const double SOFT = 2.5e-4;

static sut_thread_def published(int vertices, sut_model model, sut_multiplier_solver solver) {
    sut_thread_def d = sut_default_thread_def();
    double edge = 1.0 / (vertices - 1);
    d.vertex_count = vertices;
    d.radius = 0.15 * edge;
    d.EI = 0.5 * SOFT * edge; // a turn has the energy k_b tan^2 of half its angle
    d.GJ = 1e-3;
    d.EA = 100.0;
    d.mass_per_length = 0.01;
    d.damping_bend = 5e-3;
    d.drag = 0.01;
    d.model = model;
    d.variational.solver = solver;
    return d;
}

//---- swing ---------------------------------------------------------------------------------------
static void open_swing(sut_bench_case *c, int vertices, sut_model model,
                       sut_multiplier_solver solver) {
    memset(c, 0, sizeof *c);
    c->vertices = vertices;
    c->dt = SUT_BENCH_DT;
    c->clock = sut_bench_now_us;
    sut_world_def world = sut_default_world_def();
    world.contact.disabled = true;
    world.capacity.vertices = vertices;
    c->result = sut_world_create(&world, &c->world);
    sut_vec3 x[MOST];
    double angle = 0.25 * SUT_BENCH_PI;
    for (int i = 0; i < vertices; i++) {
        double s = (double)i / (vertices - 1);
        x[i] = (sut_vec3){s * cos(angle), 0.0, -s * sin(angle)};
    }
    sut_thread_def def = published(vertices, model, solver);
    def.damping_bend = 0.0;
    def.drag = 0.0;
    def.positions = x;
    if (c->result == SUT_OK) {
        c->result = sut_thread_create(c->world, &def, &c->thread);
    }
    sut_bench_case_hold(c, 0, SUT_HOLD_PIN, NULL, 0);
    sut_bench_case_keep_all(c, MOMENT_STEPS);
}

// Systems of multipliers solved per step.
static double iterations(sut_bench_case *c) {
    double sum = 0.0;
    for (int m = 0; m < c->moment_count; m++) {
        sut_bench_case_return(c, m);
        for (int i = 0; i < STAGE_STEPS; i++) {
            sut_bench_case_run(c, 1);
            sum += sut_world_stats(c->world).linearisations;
        }
    }
    return sum / (c->moment_count * STAGE_STEPS);
}

static void compare(sut_bench_row *row, sut_bench_case *ours, sut_bench_case *peer,
                    const char *name, const sut_bench_options *opt) {
    if (!sut_bench_case_ok(ours, row) || !sut_bench_case_ok(peer, row)) {
        return;
    }
    sut_bench_side a = {.batch = sut_bench_case_batch, .ctx = ours, .count = BATCH_STEPS};
    sut_bench_side b = {.batch = sut_bench_case_batch, .ctx = peer, .count = BATCH_STEPS};
    sut_bench_pair_times times;
    if (!sut_bench_measure_pair(&a, &b, sut_bench_batches(PAIRS, opt->repeat), &times)) {
        sut_bench_fail(row, "no memory");
        return;
    }
    sut_bench_set_pair(row, &times, name);
}

static void swing_row(sut_bench_log *log, const sut_bench_options *opt, int n, bool newton) {
    const char *name = newton ? "contraction" : "swing";
    sut_bench_row *row = sut_bench_add(log, BENCH, name, n);
    sut_bench_progress(opt, BENCH, name, n);
    sut_bench_case ours;
    sut_bench_case peer;
    open_swing(&ours, n, SUT_MODEL_VARIATIONAL, SUT_MULTIPLIERS_CONTRACTION);
    open_swing(&peer, n, newton ? SUT_MODEL_VARIATIONAL : SUT_MODEL_IMPLICIT,
               SUT_MULTIPLIERS_NEWTON);
    compare(row, &ours, &peer, newton ? "Newton" : "implicit", opt);
    if (!row->failed && newton) {
        sut_bench_figure_add(row, "iterations", iterations(&ours), "per step");
        sut_bench_figure_add(row, "newton_iterations", iterations(&peer), "per step");
    }
    if (!row->failed && !newton) {
        sut_bench_case_stages(&ours, STAGE_STEPS, row);
    }
    sut_bench_case_close(&ours);
    sut_bench_case_close(&peer);
}

//---- plectoneme ----------------------------------------------------------------------------------
// The right end comes within 2 cm of the left one, then turns 25 times.
static void open_plectoneme(sut_bench_case *c, int vertices, sut_model model) {
    memset(c, 0, sizeof *c);
    c->vertices = vertices;
    c->dt = SUT_BENCH_DT;
    sut_world_def world = sut_default_world_def();
    world.gravity = (sut_vec3){0.0, 0.0, 0.0};
    c->result = sut_world_create(&world, &c->world);
    sut_vec3 x[MOST];
    for (int i = 0; i < vertices; i++) {
        double s = (double)i / (vertices - 1);
        // not quite straight, or it would not know where to give way
        x[i] = (sut_vec3){s, 0.01 * sin(SUT_BENCH_PI * s), 0.002 * sin(2.0 * SUT_BENCH_PI * s)};
    }
    sut_thread_def def = published(vertices, model, SUT_MULTIPLIERS_CONTRACTION);
    def.positions = x;
    if (c->result == SUT_OK) {
        c->result = sut_thread_create(c->world, &def, &c->thread);
    }
    const sut_vec3 forward = {1.0, 0.0, 0.0};
    const double near = 0.02;
    const double turns = 25.0;
    const double start = (1.0 - near) / 0.5;
    const double end = start + turns * 2.0 * SUT_BENCH_PI / 20.0;
    sut_hold_key keys[3] = {{.position = x[vertices - 1], .direction = forward},
                            {.t = start, .position = {near, 0.0, 0.0}, .direction = forward},
                            {.t = end,
                             .position = {near, 0.0, 0.0},
                             .direction = forward,
                             .spin = turns * 2.0 * SUT_BENCH_PI}};
    sut_hold_key still = {.direction = forward};
    sut_bench_case_hold(c, 0, SUT_HOLD_TWIST, &still, 1);
    sut_bench_case_hold(c, -1, SUT_HOLD_TWIST, keys, 3);
}

typedef struct tally {
    double *us;
    double sum, contacts, stretch;
    int most, parts;
} tally;

static void timed_step(sut_bench_case *c, tally *t, int i) {
    double start = sut_bench_cpu_us(); // the tail of a run is spoilt by other processes
    sut_bench_case_run(c, 1);
    t->us[i] = sut_bench_cpu_us() - start;
    t->sum += t->us[i];
    sut_stats s = sut_world_stats(c->world);
    t->contacts += s.contacts;
    t->most = s.contacts > t->most ? s.contacts : t->most;
    t->parts += s.substeps;
    t->stretch = s.max_stretch > t->stretch ? s.max_stretch : t->stretch;
}

static void plectoneme_figures(sut_bench_row *row, tally *ours, tally *peer, int steps) {
    sut_bench_figure_add(row, "mean_us", ours->sum / steps, "us");
    sut_bench_figure_add(row, "p999_us", sut_bench_quantile(ours->us, steps, 0.999), "us");
    sut_bench_figure_add(row, "max_us", ours->us[steps - 1], "us");
    sut_bench_figure_add(row, "implicit_mean_us", peer->sum / steps, "us");
    sut_bench_figure_add(row, "implicit_p999_us", sut_bench_quantile(peer->us, steps, 0.999), "us");
    sut_bench_figure_add(row, "budget_us", 1e6 * SUT_BENCH_DT, "us");
    sut_bench_figure_add(row, "contacts_mean", ours->contacts / steps, "");
    sut_bench_figure_add(row, "contacts_max", ours->most, "");
    sut_bench_figure_add(row, "implicit_contacts_mean", peer->contacts / steps, "");
    sut_bench_figure_add(row, "substeps", (double)ours->parts / steps, "per step");
    sut_bench_figure_add(row, "stretch_max", ours->stretch, "");
    sut_bench_figure_add(row, "implicit_stretch_max", peer->stretch, "");
}

static void plectoneme_row(sut_bench_log *log, const sut_bench_options *opt, int n) {
    sut_bench_row *row = sut_bench_add(log, BENCH, "plectoneme", n);
    sut_bench_progress(opt, BENCH, "plectoneme", n);
    enum { STEPS = 10000 };
    sut_bench_case ours;
    sut_bench_case peer;
    open_plectoneme(&ours, n, SUT_MODEL_VARIATIONAL);
    open_plectoneme(&peer, n, SUT_MODEL_IMPLICIT);
    double *us = calloc(2 * STEPS, sizeof *us);
    tally a = {.us = us};
    tally b = {.us = us + STEPS};
    for (int i = 0; us != NULL && i < STEPS; i++) {
        timed_step(&ours, &a, i);
        timed_step(&peer, &b, i);
    }
    if (us == NULL) {
        sut_bench_fail(row, "no memory");
    } else if (sut_bench_case_ok(&ours, row) && sut_bench_case_ok(&peer, row)) {
        // times of whole runs, not of batches: the mean stands for them
        sut_bench_times mine = {a.sum / STEPS, a.sum / STEPS, 0.0, STEPS};
        sut_bench_times other = {b.sum / STEPS, b.sum / STEPS, 0.0, STEPS};
        sut_bench_pair_times pair = {mine, other, b.sum / a.sum, b.sum / a.sum};
        sut_bench_set_pair(row, &pair, "implicit");
        plectoneme_figures(row, &a, &b, STEPS);
        sut_bench_at_most(row, "mean_us", 1e6 * SUT_BENCH_DT);
        sut_bench_at_most(row, "p999_us", 1e6 * SUT_BENCH_DT);
    }
    free(us);
    sut_bench_case_close(&ours);
    sut_bench_case_close(&peer);
}

void sut_bench_run_variational(sut_bench_log *log, const sut_bench_options *opt) {
    static const int sizes[] = {21, 101, 301};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        swing_row(log, opt, sizes[i], true);
    }
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        swing_row(log, opt, sizes[i], false);
    }
    plectoneme_row(log, opt, 101);
}
