// SPDX-License-Identifier: MIT
// Threads of springs and dampers beside the published table of them: H. F. Shi, thesis, Simon
// Fraser University 2008, table 5.1, CPU columns (10 to 100 segments, a suture moved by one hand;
// longest and shortest time of a computation cycle on a Core 2 Duo). Theirs are from their machine,
// so the ratio says how far the state of things has moved. A cycle is one explicit step with
// contacts and guard; what a millisecond of simulated time takes stands beside it.
#include "bench_all.h"
#include "bench_log.h"
#include "bench_thread.h"

#include <math.h>
#include <string.h>

static const char BENCH[] = "springs";
static const char THESIS[] = "2008 thesis, its machine";

typedef struct table_row {
    int segments;
    double most_us, least_us;
} table_row;
static const table_row table[] = {{10, 153.0, 88.0},   {20, 284.0, 167.0},  {30, 408.0, 224.0},
                                  {40, 534.0, 296.0},  {50, 637.0, 362.0},  {60, 765.0, 445.0},
                                  {70, 888.0, 505.0},  {80, 1017.0, 575.0}, {90, 1130.0, 640.0},
                                  {100, 1670.0, 717.0}};

enum { STEPS = 4000, COARSE_STEPS = 500, MOST = 101 };
static const double CYCLE = 1e-4;  // s, stable for all of them
static const double LENGTH = 0.5;  // m
static const double POINT = 0.05;  // kg
static const double RADIUS = 5e-3; // m

// Hanging from a hand that draws circles.
static void open_case(sut_bench_case *c, int segments, sut_model model, double dt) {
    enum { KEYS = 41 };
    memset(c, 0, sizeof *c);
    c->vertices = segments + 1;
    c->dt = dt;
    sut_world_def world = sut_default_world_def();
    world.gravity = (sut_vec3){0.0, 0.0, -9.8};
    c->result = sut_world_create(&world, &c->world);
    sut_vec3 x[MOST];
    double extra[MOST] = {0.0};
    for (int i = 0; i <= segments; i++) {
        x[i] = (sut_vec3){0.0, 0.0, -LENGTH * i / segments};
    }
    extra[0] = extra[segments] = 0.5 * POINT; // all points alike
    sut_thread_def d = sut_default_thread_def();
    d.model = model;
    d.springs = sut_springs_def_published();
    d.positions = x;
    d.vertex_count = segments + 1;
    d.extra_mass = extra;
    d.radius = RADIUS;
    d.mass_per_length = POINT * segments / LENGTH;
    d.friction = 10.0;
    if (c->result == SUT_OK) {
        c->result = sut_thread_create(c->world, &d, &c->thread);
    }
    sut_hold_key keys[KEYS];
    for (int i = 0; i < KEYS; i++) {
        double angle = SUT_BENCH_PI * i / 10.0;
        keys[i] = (sut_hold_key){.t = 0.05 * i,
                                 .position = {0.05 * (1.0 - cos(angle)), 0.05 * sin(angle), 0.0}};
    }
    sut_bench_case_hold(c, 0, SUT_HOLD_PIN, keys, KEYS);
}

typedef struct cycle_times {
    double median_us, least_us, p99_us, parts;
} cycle_times;

static cycle_times time_steps(sut_bench_case *c, int steps) {
    double us[STEPS];
    double parts = 0.0;
    for (int i = 0; i < steps; i++) {
        double start = sut_bench_now_us();
        sut_bench_case_run(c, 1);
        us[i] = sut_bench_now_us() - start;
        parts += c->result == SUT_OK ? sut_world_stats(c->world).substeps : 0.0;
    }
    cycle_times t = {.median_us = sut_bench_quantile(us, steps, 0.5),
                     .p99_us = sut_bench_quantile(us, steps, 0.99),
                     .parts = parts / steps};
    t.least_us = us[0]; // sorted
    return t;
}

static void add_millisecond(sut_bench_row *row, int segments, sut_model model, const char *key) {
    sut_bench_case c;
    open_case(&c, segments, model, 1e-3);
    cycle_times t = time_steps(&c, COARSE_STEPS);
    if (sut_bench_case_ok(&c, row)) {
        sut_bench_figure_add(row, key, t.median_us, "us");
    }
    sut_bench_case_close(&c);
}

static void run_row(sut_bench_log *log, const sut_bench_options *opt, const table_row *t) {
    sut_bench_row *row = sut_bench_add(log, BENCH, "2008-table-5.1", t->segments);
    sut_bench_progress(opt, BENCH, "2008-table-5.1", t->segments + 1);
    sut_bench_case c;
    open_case(&c, t->segments, SUT_MODEL_SPRINGS_4, CYCLE);
    cycle_times ours = time_steps(&c, STEPS);
    if (sut_bench_case_ok(&c, row)) {
        row->ours_us = ours.median_us;
        row->ours_min_us = ours.least_us;
        snprintf(row->peer, sizeof row->peer, "%s", THESIS);
        row->peer_us = row->peer_min_us = t->least_us;
        row->ratio = t->least_us / ours.median_us;
        sut_bench_figure_add(row, "p99_us", ours.p99_us, "us");
        sut_bench_figure_add(row, "published_min_us", t->least_us, "us");
        sut_bench_figure_add(row, "published_max_us", t->most_us, "us");
        sut_bench_figure_add(row, "substeps", ours.parts, "per step");
    }
    sut_bench_case_close(&c);
    static const char *const keys[] = {"springs_1_ms_us", "springs_2_ms_us", "springs_3_ms_us",
                                       "springs_4_ms_us", "springs_5_ms_us"};
    for (int k = 0; k < 5; k++) {
        bool wanted = t->segments == 50 || k == 3;
        if (wanted) {
            add_millisecond(row, t->segments, (sut_model)(SUT_MODEL_SPRINGS_1 + k), keys[k]);
        }
    }
    sut_bench_note(row, "a cycle is a step of 0.1 ms with contacts and guard; springs_K_ms_us is "
                        "what 1 ms of model K takes");
}

void sut_bench_run_springs(sut_bench_log *log, const sut_bench_options *opt) {
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        run_row(log, opt, &table[i]);
    }
}
