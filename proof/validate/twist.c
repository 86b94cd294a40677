// SPDX-License-Identifier: MIT
// twist.c -- B2, B3: threads that leave their plane or axis when they are twisted too far. EI = 1.
#include "validate/checks.h"
#include "validate/onset.h"
#include "validate/rig.h"
#include "validate/vector.h"

#include <stdio.h>

//---- B2: ring ------------------------------------------------------------------------------------
typedef struct ring {
    int edges;
    double GJ;
} ring;

// What is left of the height z when two things are taken out that are no buckling:
// - the odd part. A plane at the cut carries a quarter of an edge's turn less than a vertex, a
// fault
//   of second order that tilts the first and last edge. The half turn about the x axis exchanges
//   both, so what it excites is odd in z; the even part starts from nothing.
// - the rotation of the whole ring about its tangent at the cut. The spins of both ends go along
//   with it, so nothing holds it.
static double ripple(const sut_rig *r, const void *unused) {
    (void)unused;
    double height[SUT_RIG_MAX];
    double lever[SUT_RIG_MAX];
    double both = 0.0;
    double square = 0.0;
    sut_vec3 cut = sut_rig_at(r, 0);
    for (int i = 0; i < r->n; i++) {
        sut_vec3 a = vec_sub(sut_rig_at(r, i), cut);
        sut_vec3 b = vec_sub(sut_rig_at(r, r->n - 1 - i), cut);
        height[i] = 0.5 * (a.z + b.z);
        lever[i] = 0.5 * (a.x + b.x);
        both += height[i] * lever[i];
        square += lever[i] * lever[i];
    }
    double sum = 0.0;
    for (int i = 0; i < r->n; i++) {
        double z = height[i] - both / square * lever[i];
        sum += z * z;
    }
    return sqrt(sum);
}

// A circle of length 2 pi with a ripple across its plane. First and last vertex are the same place,
// held with the same tangent: a closed ring, but for the cut through which it is twisted.
static sut_onset_point twist_ring(sut_check_log *log, double load, const void *ctx) {
    const ring *c = ctx;
    sut_vec3 x[SUT_RIG_MAX] = {{0.0, 0.0, 0.0}};
    double rest[SUT_RIG_MAX];
    double l = 2.0 * SUT_PI / c->edges;
    double radius = 0.5 * l / sin(SUT_PI / c->edges);
    for (int i = 0; i <= c->edges; i++) {
        double t = 2.0 * SUT_PI * i / c->edges;
        double wave = sin(t) * sin(t) * cos(t); // even, and flat at the cut
        x[i] = vec(radius * cos(t), radius * sin(t), 1e-4 * wave);
        rest[i] = l;
    }
    x[c->edges] = x[0];
    sut_world_def world = sut_rig_world(1e-9);
    world.contact.disabled = true; // its ends are at one place
    sut_thread_def def = sut_rig_static(x, c->edges + 1, 2.0 * SUT_PI, 40.0);
    def.rest_lengths = rest;
    def.EI = 1.0;
    def.GJ = c->GJ;
    def.EA = 1e6;
    sut_rig r = sut_rig_open(log, &world, &def);
    sut_hold_key key = {.position = x[0], .direction = vec(0, 1, 0)};
    sut_rig_hold_at(&r, 0, SUT_HOLD_TWIST, key);
    key.spin = load / c->GJ;
    sut_hold_id end = sut_rig_hold_at(&r, -1, SUT_HOLD_TWIST, key);
    sut_onset_point p;
    p.rate = sut_onset_rate(&r, ripple, NULL);
    p.load = sut_rig_reading(&r, end).spin_torque * 2.0 * SUT_PI;
    sut_rig_close(&r);
    return p;
}

static double ring_onset(sut_check_log *log, int edges, double GJ) {
    static const double loads[3] = {10.3, 10.5, 10.7};
    ring c = {edges, GJ};
    return sut_onset_ahead(log, twist_ring, &c, loads);
}

void sut_check_ring(sut_check_log *log) {
    // critical total twist times GJ / EI: continuum 2 pi sqrt(3), polygons by their second
    // variation
    const double continuum = 2.0 * SUT_PI * sqrt(3.0);
    double coarse = ring_onset(log, 40, 1.0);
    double fine = ring_onset(log, 80, 1.0);
    sut_check_row(log, "80 edges, GJ = EI", 10.936501, fine, 1e-2, SUT_TOL_REL, "EI/GJ");
    sut_check_row(log, "80 edges, GJ = EI / 1.4", 10.936501, ring_onset(log, 80, 1.0 / 1.4), 1e-2,
                  SUT_TOL_REL, "EI/GJ");
    sut_check_row(log, "40 edges, GJ = EI", 11.097785, coarse, 1e-2, SUT_TOL_REL, "EI/GJ");
    sut_check_row(log, "error to the continuum, 40 over 80", 4.0,
                  (coarse - continuum) / (fine - continuum), 0.7, SUT_TOL_ABS, "");
    sut_check_note(log, "total twist at which a ring leaves its plane; continuum 10.882796");
}

//---- B3: straight thread under tension -----------------------------------------------------------
typedef struct rope {
    double tension, truth; // T L^2 / EI, M L / EI
    double first, second;
} rope;

static const rope ropes[] = {{0.0, 8.986819, 7.0, 8.0},
                             {10.0, 10.428856, 8.0, 9.0},
                             {50.0, 15.589324, 13.0, 14.0},
                             {100.0, 20.983501, 18.0, 19.0}};

enum { EDGES = 100, VERTICES = EDGES + 1 };

static sut_onset_point twist_rope(sut_check_log *log, double load, const void *ctx) {
    const rope *c = ctx;
    const double stiff = 1e6;
    sut_vec3 x[VERTICES];
    double rest[EDGES];
    for (int i = 0; i < VERTICES; i++) {
        double s = (double)i / EDGES;
        double bump = s * s * (1.0 - s) * (1.0 - s);
        x[i] = vec(s * (1.0 + c->tension / stiff), 1e-4 * bump, 0.0);
    }
    for (int i = 0; i < EDGES; i++) {
        rest[i] = 1.0 / EDGES;
    }
    sut_world_def world = sut_rig_world(1e-9);
    sut_thread_def def = sut_rig_static(x, VERTICES, 1.0, 200.0);
    def.rest_lengths = rest;
    def.EI = 1.0;
    def.GJ = 0.7;
    def.EA = stiff;
    sut_rig r = sut_rig_open(log, &world, &def);
    sut_hold_key key = {.position = x[0], .direction = vec(1, 0, 0)};
    sut_rig_hold_at(&r, 0, SUT_HOLD_TWIST, key);
    key.position = x[EDGES];
    key.spin = load / def.GJ;
    sut_hold_id end = sut_rig_hold_at(&r, -1, SUT_HOLD_TWIST, key);
    sut_onset_point p;
    p.rate = sut_onset_rate(&r, sut_onset_off_axis, NULL);
    p.load = sut_rig_reading(&r, end).spin_torque;
    sut_rig_close(&r);
    return p;
}

void sut_check_greenhill(sut_check_log *log) {
    for (size_t i = 0; i < sizeof ropes / sizeof ropes[0]; i++) {
        char text[64];
        (void)snprintf(text, sizeof text, "T L^2/EI = %g", ropes[i].tension);
        double m = sut_onset_find(log, twist_rope, &ropes[i], ropes[i].first, ropes[i].second);
        sut_check_row(log, text, ropes[i].truth, m, 1e-2, SUT_TOL_REL, "ML/EI");
    }
    sut_check_note(log, "100 edges, both ends clamped; moment at which the thread leaves its axis");
}
