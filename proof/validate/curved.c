// SPDX-License-Identifier: MIT
// curved.c -- A5: threads that are curved at rest. L = 1, EI = 1, clamped at the origin along x
// with the spin held; the natural curvature points up (+z) or sideways (+y).
#include "validate/checks.h"
#include "validate/rig.h"
#include "validate/vector.h"

#include <stdio.h>

enum { EDGES = 100, VERTICES = EDGES + 1 };

// A straight start along x has d1 = y and d2 = z.
static sut_rig curl(sut_check_log *log, double sideways, double up, double weight, int edges) {
    sut_vec3 x[SUT_RIG_MAX];
    sut_rig_line(x, edges + 1, vec(0, 0, 0), vec(1, 0, 0));
    sut_world_def world = sut_rig_world(1e-8);
    world.gravity = vec(0, 0, -weight);
    sut_thread_def def = sut_rig_static(x, edges + 1, 1.0, 1.0);
    def.EI = 1.0;
    def.GJ = 1.0 / 1.4;
    def.EA = 1e8;
    def.natural_curvature[0] = sideways;
    def.natural_curvature[1] = up;
    sut_rig r = sut_rig_open(log, &world, &def);
    sut_hold_key key = {.position = x[0], .direction = vec(1, 0, 0)};
    sut_rig_hold_at(&r, 0, SUT_HOLD_TWIST, key);
    sut_rig_settle(&r, 400, 1e-11);
    return r;
}

// An end moment M bends a straight thread into the same arc, q = M L / EI: both put the moment
// EI k into every section.
void sut_check_roll_up(sut_check_log *log) {
    static const double turns[] = {0.25, 0.5, 1.0, -0.75, 1.5};
    for (size_t k = 0; k < sizeof turns / sizeof turns[0]; k++) {
        double q = 2.0 * SUT_PI * turns[k];
        sut_rig r = curl(log, q, 0.0, 0.0, EDGES);
        sut_vec3 tip = sut_rig_at(&r, -1);
        sut_vec3 truth = vec(sin(q) / q, (1.0 - cos(q)) / q, 0.0);
        char text[64];
        (void)snprintf(text, sizeof text, "k0 L = %g pi: distance of the tip", 2.0 * turns[k]);
        sut_check_row(log, text, 0.0, vec_distance(tip, truth), 1e-3, SUT_TOL_ABS, "L");
        sut_rig_close(&r);
    }
    sut_check_note(log, "100 edges; 2 pi is the closed circle, negative curls the other way");
}

void sut_check_roll_up_order(sut_check_log *log) {
    double gap[2];
    for (int k = 0; k < 2; k++) {
        sut_rig r = curl(log, 0.0, 2.0 * SUT_PI, 0.0, 50 << k);
        gap[k] = vec_norm(sut_rig_at(&r, -1));
        sut_rig_close(&r);
    }
    sut_check_row(log, "gap of the circle: 50 over 100 edges", 4.0, gap[0] / gap[1], 0.7,
                  SUT_TOL_ABS, "");
}

typedef struct lifted {
    double curvature, weight; // k0 L / pi, w L^3 / EI
    double x, z;
} lifted;

// shooting with continuation
static const lifted threads[] = {{0.5, 1.0, 0.7046433, 0.5798285},
                                 {0.5, 5.0, 0.9515930, 0.1667008},
                                 {1.0, 1.0, 0.0090500, 0.6320634},
                                 {1.0, 5.0, 0.0856426, 0.6230649}};

void sut_check_curved_weight(sut_check_log *log) {
    for (size_t k = 0; k < sizeof threads / sizeof threads[0]; k++) {
        const lifted *t = &threads[k];
        sut_rig r = curl(log, 0.0, SUT_PI * t->curvature, t->weight, EDGES);
        sut_vec3 tip = sut_rig_at(&r, -1);
        char text[64];
        (void)snprintf(text, sizeof text, "k0 L %g pi, w L^3/EI %g: tip x", t->curvature,
                       t->weight);
        sut_check_row(log, text, t->x, tip.x, 1e-3, SUT_TOL_ABS, "L");
        (void)snprintf(text, sizeof text, "k0 L %g pi, w L^3/EI %g: tip z", t->curvature,
                       t->weight);
        sut_check_row(log, text, t->z, tip.z, 1e-3, SUT_TOL_ABS, "L");
        (void)snprintf(text, sizeof text, "k0 L %g pi, w L^3/EI %g: off the plane", t->curvature,
                       t->weight);
        sut_check_row(log, text, 0.0, tip.y, 1e-6, SUT_TOL_ABS, "L");
        sut_rig_close(&r);
    }
    sut_check_note(log, "100 edges, natural curvature upwards against the weight");
}
