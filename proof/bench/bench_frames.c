// SPDX-License-Identifier: MIT
// The three tests of the 2014 thesis and the times of their frames, figures 4.8 to 4.11.
#include "bench_figures.h"
#include "bench_knot_world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double DT = 5e-3; // s
enum { FRAME = 6 };            // steps

//---- test 2: torsion -----------------------------------------------------------------------------
// An arc of 19.9 mm over 10 mm, both ends turned, 0.8 rad/s together; scenes/figures has it as
// huesken_torsion.json.
enum { TORSION = 200 };
static const double EDGE = 1e-4;     // m, and the radius
static const double HALF = 1.889678; // rad, half angle of the arc: sin(a) / a = 10 / 19.9

static sut_vec3 on_arc(int i) {
    double radius = EDGE * (TORSION - 1) / (2.0 * HALF);
    double angle = HALF * (2.0 * i / (TORSION - 1) - 1.0);
    double off = 2e-5 * sin(2.0 * SUT_BENCH_PI * i / (TORSION - 1)); // it must not be quite plane
    return (sut_vec3){radius * sin(angle), radius * (cos(angle) - cos(HALF)), off};
}

static void hold_end(sut_bench_case *c, sut_thread_id thread, int vertex, double rate) {
    const double long_time = 1000.0;
    double down = vertex == 0 ? 1.0 : -1.0;
    sut_hold_key keys[2];
    memset(keys, 0, sizeof keys);
    for (int k = 0; k < 2; k++) {
        keys[k].position = on_arc(vertex);
        keys[k].direction = (sut_vec3){cos(HALF), down * sin(HALF), 0.0};
    }
    keys[1].t = long_time;
    keys[1].spin = rate * long_time;
    sut_hold_def def = sut_default_hold_def();
    def.vertex = vertex;
    def.kind = SUT_HOLD_TWIST;
    def.keys = keys;
    def.key_count = 2;
    sut_hold_id id;
    if (c->result == SUT_OK) {
        c->result = sut_hold_create(c->world, thread, &def, &id);
    }
}

static void open_torsion(sut_bench_case *c) {
    memset(c, 0, sizeof *c);
    c->vertices = TORSION;
    c->dt = DT;
    c->clock = sut_bench_cpu_us;
    sut_world_def world = sut_default_world_def();
    world.gravity = (sut_vec3){0.0, 0.0, 0.0};
    world.capacity.threads = 1;
    world.capacity.vertices = TORSION;
    c->result = sut_world_create(&world, &c->world);
    sut_vec3 x[TORSION];
    for (int i = 0; i < TORSION; i++) {
        x[i] = on_arc(i);
    }
    sut_thread_def def = sut_default_thread_def();
    def.positions = x;
    def.vertex_count = TORSION;
    def.radius = EDGE;
    def.EI = 2e-10;
    def.GJ = 4e-9;
    def.EA = 20.0;
    def.friction = 0.95;
    def.damping_bend = 0.0;
    def.inertia = SUT_INERTIA_LOW_MASS;
    def.mobility = 0.0933; // 186.73 mm/step per g mm/step^2 at a point, times an edge
    if (c->result == SUT_OK) {
        c->result = sut_thread_create(c->world, &def, &c->thread);
    }
    hold_end(c, c->thread, 0, -0.4);
    hold_end(c, c->thread, TORSION - 1, 0.4);
}

//---- test 1: reef knot; test 3: the thread of an anastomosis --------------------------------------
static void open_knot(sut_bench_case *c, int vertices, double radius, double edge) {
    sut_bench_knot k = sut_bench_knot_default("\"knot\": \"reef\"");
    k.vertices = vertices;
    k.diameter = 2.0 * radius;
    k.edge = edge;
    k.size = 1.1; // 75 diameters of thread are not enough for a looser one
    sut_bench_knot_open(c, &k);
    c->dt = DT;
}

static void open_reef(sut_bench_case *c) {
    open_knot(c, 300, 0.5e-3, 0.5); // 150 in each of the two threads
}

static void open_microsim(sut_bench_case *c) {
    open_knot(c, 600, 0.1e-3, 0.5);
}

const sut_bench_test sut_bench_tests[SUT_BENCH_TESTS] = {
    {"torsion", TORSION, open_torsion, 5000, 666, 200.0, 33e3, (double)NAN, 6e3, "4.8",
     "published: below 33 ms but for the end, all but the solver below 6 ms; 20 s of turning here"},
    {"knot", 300, open_reef, 60, 100, 200.0, 70e3, 4e3, (double)NAN, "4.9",
     "published: peaks above 70 ms, integration below 4 ms; mass and nylon here, 150 in each "
     "thread"},
    {"microsim", 600, open_microsim, 60, 100, 800.0, 100e3, 5e3, (double)NAN, "4.10-11",
     "published: up to 100 ms with tissue and forceps, integration at most 5 ms; the knot alone "
     "here"},
};

//---- frames --------------------------------------------------------------------------------------
typedef enum part { ALL, INTEGRATION, FORCES, SOLVER, DETECTION, PARTS } part;

static part part_of(int stage) {
    switch (stage) {
    case SUT_STAGE_DETECT:
    case SUT_STAGE_GUARD:
        return DETECTION;
    case SUT_STAGE_CONTACT:
        return SOLVER;
    case SUT_STAGE_KINEMATICS:
    case SUT_STAGE_TWIST:
    case SUT_STAGE_FORCES:
        return FORCES;
    default:
        return INTEGRATION;
    }
}

static void time_frame(sut_bench_case *c, double us[PARTS]) {
    memset(us, 0, PARTS * sizeof *us);
    double start = sut_bench_cpu_us();
    for (int i = 0; i < FRAME; i++) {
        sut_bench_case_run(c, 1);
        if (c->result != SUT_OK) {
            return;
        }
        sut_stats s = sut_world_stats(c->world);
        for (int k = 0; k < SUT_STAGE_COUNT; k++) {
            us[part_of(k)] += s.stage_us[k];
        }
    }
    us[ALL] = sut_bench_cpu_us() - start; // the stages are by the clock
}

static void add_frames(sut_bench_row *row, const sut_bench_test *t, double *us, int frames) {
    static const char *const keys[PARTS] = {"frame", "integration", "internal_forces", "solver",
                                            "detection"};
    for (int p = 0; p < PARTS; p++) {
        double *one = us + (size_t)p * (size_t)frames;
        char key[SUT_BENCH_KEY];
        double median = sut_bench_quantile(one, frames, 0.5);
        if (p == ALL) {
            row->ours_us = median;
        }
        snprintf(key, sizeof key, "%s_median_us", keys[p]);
        sut_bench_figure_add(row, key, median, "us");
        snprintf(key, sizeof key, "%s_max_us", keys[p]);
        sut_bench_figure_add(row, key, sut_bench_quantile(one, frames, 1.0), "us");
    }
    snprintf(row->peer, sizeof row->peer, "2014 thesis, its machine");
    row->peer_us = t->frame_us;
    row->ratio = t->frame_us / row->ours_us;
    sut_bench_figure_add(row, "published_frame_us", t->frame_us, "us");
    sut_bench_figure_add(row, "published_integration_us", t->integration_us, "us");
    sut_bench_figure_add(row, "published_rest_us", t->rest_us, "us");
    sut_bench_note(row, t->note);
}

void sut_bench_run_frames(sut_bench_log *log, const sut_bench_options *opt,
                          const sut_bench_test *t) {
    sut_bench_progress(opt, "figures", t->figure, t->vertices);
    char name[SUT_BENCH_KEY];
    snprintf(name, sizeof name, "2014-figure-%s", t->figure);
    sut_bench_row *row = sut_bench_add(log, "figures", name, t->vertices);
    double *us = calloc((size_t)PARTS * (size_t)t->frames, sizeof *us);
    if (us == NULL) {
        sut_bench_fail(row, "no memory");
        return;
    }
    sut_bench_case c;
    t->open(&c);
    for (int i = 0; i < t->frames && c.result == SUT_OK; i++) {
        double frame[PARTS];
        time_frame(&c, frame);
        for (int p = 0; p < PARTS; p++) {
            us[p * t->frames + i] = frame[p];
        }
    }
    if (sut_bench_case_ok(&c, row)) {
        add_frames(row, t, us, t->frames);
    }
    sut_bench_case_close(&c);
    free(us);
}
