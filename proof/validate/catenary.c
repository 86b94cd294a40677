// SPDX-License-Identifier: MIT
// catenary.c -- A4, A6: limp threads and hanging threads. A limp thread of equal edges obeys a law
// that is exact for any number of edges: each edge carries the pull at its end and the weight
// beyond its middle.
#include "validate/checks.h"
#include "validate/rig.h"
#include "validate/vector.h"

#include <stdio.h>

// 1 m, 10 g, pinned at the left, 0.1 N to the right: the thread of a published experiment.
static const double mass = 0.01;
static const double pull = 0.1;

static sut_thread_def limp(const sut_vec3 *x, int n, double tension) {
    sut_thread_def def = sut_rig_static(x, n, 1.0, tension);
    def.EA = 1e6; // longer by 1e-7
    def.mass_per_length = mass;
    return def;
}

//---- one pin, one pull ---------------------------------------------------------------------------
static sut_rig hang_and_pull(sut_check_log *log, int edges, double gravity) {
    sut_vec3 x[SUT_RIG_MAX];
    sut_rig_line(x, edges + 1, vec(0, 0, 0), vec(1, 0, 0));
    sut_world_def world = sut_rig_world(1e-8);
    world.gravity = vec(0, 0, -gravity);
    sut_thread_def def = limp(x, edges + 1, pull);
    sut_rig r = sut_rig_open(log, &world, &def);
    sut_rig_hold(&r, 0, SUT_HOLD_PIN);
    sut_rig_load(&r, -1, vec(pull, 0, 0));
    sut_rig_settle(&r, 400, 1e-12);
    return r;
}

static double worst_tension(const sut_rig *r, double gravity) {
    int edges = r->n - 1;
    double worst = 0.0;
    for (int i = 0; i < edges; i++) {
        double hanging = mass * gravity * (1.0 - (i + 0.5) / edges);
        double error = fabs(sut_rig_tension(r, i) - hypot(pull, hanging));
        worst = error <= worst ? worst : error; // keeps NaN
    }
    return worst;
}

void sut_check_limp_tension(sut_check_log *log) {
    static const int edges[] = {7, 20, 100, 500};
    for (size_t k = 0; k < sizeof edges / sizeof edges[0]; k++) {
        char text[64];
        (void)snprintf(text, sizeof text, "%d edges: worst error of a tension", edges[k]);
        sut_rig r = hang_and_pull(log, edges[k], 9.81);
        sut_check_row(log, text, 0.0, worst_tension(&r, 9.81), 1e-6, SUT_TOL_ABS, "N");
        sut_rig_close(&r);
    }
    sut_check_note(log,
                   "exact law of the discrete thread: F and the weight beyond the edge's middle");
}

void sut_check_limp_shape(sut_check_log *log) {
    sut_rig r = hang_and_pull(log, 100, 9.81);
    sut_vec3 tip = sut_rig_at(&r, -1);
    sut_vec3 middle = sut_rig_at(&r, 50);
    sut_check_row(log, "tension at the pin (first edge)", 0.140084296, sut_rig_tension(&r, 0), 4e-4,
                  SUT_TOL_ABS, "N");
    double at_pin = 1.5 * sut_rig_tension(&r, 0) - 0.5 * sut_rig_tension(&r, 1);
    sut_check_row(log, "tension at the pin, extrapolated", 0.140084296, at_pin, 1e-5, SUT_TOL_ABS,
                  "N");
    sut_check_row(log, "free end x", 0.88468353, tip.x, 3e-6, SUT_TOL_ABS, "m");
    sut_check_row(log, "free end z", -0.40860648, tip.z, 3e-6, SUT_TOL_ABS, "m");
    sut_check_row(log, "middle x", 0.40282964, middle.x, 1e-5, SUT_TOL_ABS, "m");
    sut_check_row(log, "middle z", -0.29258419, middle.z, 1e-5, SUT_TOL_ABS, "m");
    sut_rig_close(&r);
    sut_check_note(log, "100 edges against the catenary");
}

//---- two pins ------------------------------------------------------------------------------------
typedef struct catenary {
    double span, sag, horizontal, end; // m, m, N, N
} catenary;

static const catenary catenaries[] = {{0.5, 0.39819418, 0.01126385, 0.05032670},
                                      {0.8, 0.26543751, 0.03317760, 0.05921702},
                                      {0.95, 0.13589750, 0.08356767, 0.09689922}};

static void two_pins(sut_check_log *log, const catenary *c) {
    enum { EDGES = 100 };
    // start from two straight halves
    sut_vec3 x[EDGES + 1];
    double deep = -sqrt(0.25 - 0.25 * c->span * c->span);
    sut_vec3 corner = vec(0.5 * c->span, 0, deep);
    sut_rig_line(x, EDGES / 2 + 1, vec(0, 0, 0), corner);
    sut_rig_line(x + EDGES / 2, EDGES / 2 + 1, corner, vec(c->span, 0, 0));
    sut_world_def world = sut_rig_world(1e-8);
    world.gravity = vec(0, 0, -9.81);
    sut_thread_def def = limp(x, EDGES + 1, 0.03);
    sut_rig r = sut_rig_open(log, &world, &def);
    sut_hold_id left = sut_rig_hold(&r, 0, SUT_HOLD_PIN);
    sut_rig_hold(&r, -1, SUT_HOLD_PIN);
    sut_rig_settle(&r, 400, 1e-12);
    sut_vec3 force = sut_rig_reading(&r, left).force;
    char text[64];
    (void)snprintf(text, sizeof text, "two pins %g m apart: sag", c->span);
    sut_check_row(log, text, c->sag, -sut_rig_at(&r, EDGES / 2).z, 2e-4, SUT_TOL_REL, "m");
    (void)snprintf(text, sizeof text, "two pins %g m apart: horizontal force", c->span);
    sut_check_row(log, text, c->horizontal, -force.x, 1e-3, SUT_TOL_REL, "N");
    (void)snprintf(text, sizeof text, "two pins %g m apart: force on a pin", c->span);
    sut_check_row(log, text, c->end, vec_norm(force), 1e-3, SUT_TOL_REL, "N");
    sut_rig_close(&r);
}

void sut_check_two_pins(sut_check_log *log) {
    for (size_t i = 0; i < sizeof catenaries / sizeof catenaries[0]; i++) {
        two_pins(log, &catenaries[i]);
    }
    sut_check_note(log, "100 edges");
}

//---- straight down -------------------------------------------------------------------------------
static void hanging_rows(sut_check_log *log, int edges, double EI) {
    const double load = 0.02;
    const double EA = 50.0;
    const double gravity = 9.81;
    sut_vec3 x[SUT_RIG_MAX];
    sut_rig_line(x, edges + 1, vec(0, 0, 0), vec(0, 0, -1));
    sut_world_def world = sut_rig_world(1e-8);
    world.gravity = vec(0, 0, -gravity);
    sut_thread_def def = limp(x, edges + 1, load);
    def.EA = EA;
    def.EI = EI;
    sut_rig r = sut_rig_open(log, &world, &def);
    sut_hold_id top = sut_rig_hold(&r, 0, SUT_HOLD_PIN);
    sut_rig_load(&r, -1, vec(0, 0, -load));
    sut_rig_settle(&r, 400, 1e-15);
    double worst = 0.0;
    for (int i = 0; i < edges; i++) {
        double truth = load + mass * gravity * (1.0 - (i + 0.5) / edges);
        double error = fabs(sut_rig_tension(&r, i) / truth - 1.0);
        worst = error <= worst ? worst : error;
    }
    char text[64];
    (void)snprintf(text, sizeof text, "%d edges, EI %g: worst tension", edges, EI);
    sut_check_row(log, text, 0.0, worst, 1e-9, SUT_TOL_ABS, "relative");
    double longer = -sut_rig_at(&r, -1).z - 1.0;
    double truth = (load + 0.5 * mass * gravity) / EA;
    (void)snprintf(text, sizeof text, "%d edges, EI %g: extension", edges, EI);
    sut_check_row(log, text, truth, longer, 1e-9, SUT_TOL_REL, "m");
    (void)snprintf(text, sizeof text, "%d edges, EI %g: force on the pin", edges, EI);
    // the pin carries the half cell at its own vertex too
    sut_check_row(log, text, load + mass * gravity, sut_rig_reading(&r, top).force.z, 1e-9,
                  SUT_TOL_REL, "N");
    sut_rig_close(&r);
}

void sut_check_hanging(sut_check_log *log) {
    hanging_rows(log, 20, 0.0);
    hanging_rows(log, 100, 0.0);
    hanging_rows(log, 100, 1e-6);
    hanging_rows(log, 600, 1e-6);
}
