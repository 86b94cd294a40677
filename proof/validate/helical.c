// SPDX-License-Identifier: MIT
// helical.c -- B4: localised helical buckling of a long twisted thread whose ends have come closer.
//
// With m = M / sqrt(EI T) the angle to the axis is
//   cos theta = 1 - 2 (1 - m^2/4) sech^2(s / s*),    s* = sqrt(EI/T) / sqrt(1 - m^2/4),
// the ends come closer by D = 4 sqrt(EI/T) sqrt(1 - m^2/4), and are turned by
// R = M L / GJ + 4 arccos(m/2). For the lengths and turns below this gives m = 1.82955637.
#include "validate/checks.h"
#include "validate/rig.h"
#include "validate/vector.h"

#include <stdio.h>

static const double EI = 1.345;
static const double GJ = 0.789;
static const double length = 100.0;
static const double closer = 3.0;
static const double turns = 27.0;
static const double slack = 5e-5; // m, by which each end is pulled further at first

static const double moment = 1.32538312;  // N m
static const double tension = 0.39018359; // N
static const double angle = 47.65151;     // deg, theta at the middle
static const double width = 4.596127;     // m, s*

typedef struct helix {
    double moment, tension, angle;
    double envelope; // root of the mean square, measured against tanh^2
} helix;

// Pulled straight at first, so that twisting does nothing else; then both ends come closer, each by
// half, because the motion drags a little on a thread without inertia.
static sut_hold_id hold_end(sut_rig *r, int vertex, double away, double spin) {
    sut_hold_key keys[3] = {{.t = 0.0}, {.t = 1.0, .spin = spin}, {.t = 5.0, .spin = spin}};
    double half = 0.5 * length;
    keys[0].position = vec(away * (half + slack), 0, 0);
    keys[1].position = keys[0].position;
    keys[2].position = vec(away * (half - 0.5 * closer), 0, 0);
    for (int k = 0; k < 3; k++) {
        keys[k].direction = vec(1, 0, 0);
    }
    return sut_rig_hold_keys(r, vertex, SUT_HOLD_TWIST, keys, 3);
}

// A buckle may form anywhere, and an end would push it away only very slowly: a finger at the
// middle says where, and lets go before anything is measured.
static void point_to_middle(sut_rig *r) {
    sut_hold_key keys[3] = {{.t = 0.0, .force = vec(0, 0.02, 0)},
                            {.t = 4.0, .force = vec(0, 0.02, 0)},
                            {.t = 5.0, .force = vec(0, 0, 0)}};
    sut_rig_hold_keys(r, (r->n - 1) / 2, SUT_HOLD_FORCE, keys, 3);
}

// Smallest cosine by a parabola through three edges, and where along the thread it is.
static double steepest(const double *c, int edges, double l, double *where) {
    int k = 1;
    for (int i = 1; i < edges - 1; i++) {
        k = c[i] < c[k] ? i : k;
    }
    double slope = 0.5 * (c[k + 1] - c[k - 1]);
    double curve = c[k + 1] - 2.0 * c[k] + c[k - 1];
    *where = (k + 0.5 - slope / curve) * l;
    return c[k] - 0.5 * slope * slope / curve;
}

static void measure_shape(const sut_rig *r, helix *h) {
    double c[SUT_RIG_MAX] = {0};
    int edges = r->n - 1;
    double l = length / edges;
    for (int i = 0; i < edges; i++) {
        c[i] = vec_unit(vec_sub(sut_rig_at(r, i + 1), sut_rig_at(r, i))).x;
    }
    double middle;
    double least = steepest(c, edges, l, &middle);
    double sum = 0.0;
    for (int i = 0; i < edges; i++) {
        double t = tanh(((i + 0.5) * l - middle) / width);
        double d = (c[i] - least) / (1.0 - least) - t * t;
        sum += d * d * l;
    }
    h->angle = acos(least) * 180.0 / SUT_PI;
    h->envelope = sqrt(sum / length);
}

static helix buckle(sut_check_log *log, int edges) {
    sut_vec3 x[SUT_RIG_MAX];
    double rest[SUT_RIG_MAX];
    double l = length / edges;
    for (int i = 0; i <= edges; i++) {
        rest[i] = l;
    }
    double half = 0.5 * length + slack;
    sut_rig_line(x, edges + 1, vec(-half, 0, 0), vec(half, 0, 0));
    sut_world_def world = sut_rig_world(1e-6);
    sut_thread_def def = sut_rig_static(x, edges + 1, length, EI);
    def.rest_lengths = rest;
    def.EI = EI;
    def.GJ = GJ;
    def.EA = 1e6;
    def.mobility = 1e4; // the buckle forms, and finds its place, within a few dozen steps
    sut_rig r = sut_rig_open(log, &world, &def);
    hold_end(&r, 0, -1.0, 0.0);
    sut_hold_id end = hold_end(&r, -1, 1.0, 2.0 * SUT_PI * turns);
    point_to_middle(&r);
    sut_rig_run(&r, 100, SUT_RIG_DT);
    sut_rig_settle(&r, 1000, 1e-9);
    helix h;
    sut_hold_view v = sut_rig_reading(&r, end);
    h.moment = v.spin_torque;
    h.tension = v.force.x;
    measure_shape(&r, &h);
    sut_rig_close(&r);
    return h;
}

// The helix turns by a quarter of a radian per edge of 200, and the given shortening amplifies the
// second-order error of that: 4 % of the tension. 400 edges hold the tolerances.
void sut_check_helical(sut_check_log *log) {
    helix coarse = buckle(log, 200);
    helix fine = buckle(log, 400);
    sut_check_row(log, "200 edges: twisting moment", moment, coarse.moment, 1e-2, SUT_TOL_REL,
                  "N m");
    sut_check_row(log, "400 edges: twisting moment", moment, fine.moment, 1e-2, SUT_TOL_REL, "N m");
    sut_check_row(log, "400 edges: tension", tension, fine.tension, 2e-2, SUT_TOL_REL, "N");
    sut_check_row(log, "400 edges: largest angle to the axis", angle, fine.angle, 1.0, SUT_TOL_ABS,
                  "deg");
    sut_check_row(log, "from 200 and 400 edges: tension", tension,
                  (4.0 * fine.tension - coarse.tension) / 3.0, 5e-3, SUT_TOL_REL, "N");
    sut_check_row(log, "from 200 and 400 edges: largest angle", angle,
                  (4.0 * fine.angle - coarse.angle) / 3.0, 0.2, SUT_TOL_ABS, "deg");
    char text[128];
    (void)snprintf(text, sizeof text, "200 edges alone: tension %.6f N, angle %.3f deg",
                   coarse.tension, coarse.angle);
    sut_check_note(log, text);
    sut_check_note(log, "EI 1.345, GJ 0.789, L 100, ends closer by 3, 27 turns");
}

void sut_check_helical_envelope(sut_check_log *log) {
    double error[3];
    for (int k = 0; k < 3; k++) {
        error[k] = buckle(log, 200 << k).envelope;
    }
    sut_check_row(log, "400 edges: envelope against tanh^2", 0.0, error[1], 1e-2, SUT_TOL_ABS,
                  "rms");
    sut_check_row(log, "800 edges: envelope against tanh^2", 0.0, error[2], 2.5e-3, SUT_TOL_ABS,
                  "rms");
    sut_check_row(log, "error of 200 over 400 edges", 4.0, error[0] / error[1], 0.7, SUT_TOL_ABS,
                  "");
    sut_check_row(log, "error of 400 over 800 edges", 4.0, error[1] / error[2], 0.7, SUT_TOL_ABS,
                  "");
    sut_check_note(log, "(cos - cos0) / (1 - cos0) along the thread, root of the mean square");
}
