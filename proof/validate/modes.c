// SPDX-License-Identifier: MIT
// modes.c -- C1, C2: natural frequencies of beams, also under load, and of a hanging chain. The
// thread is kicked with the velocities of one mode and rings undamped (implicitness 1/2); the time
// of the zeros of its motion, projected on that mode, gives the frequency.
#include "validate/checks.h"
#include "validate/rig.h"
#include "validate/vector.h"

#include <stdio.h>

enum { EDGES = 100, VERTICES = EDGES + 1, MODES = 4, PER_PERIOD = 400, ZEROS = 8 };

//---- ringing -------------------------------------------------------------------------------------
static double projection(const sut_rig *r, const double *shape) {
    double sum = 0.0;
    for (int i = 0; i < r->n; i++) {
        double share = i == 0 || i == r->n - 1 ? 0.5 : 1.0;
        sum += share * shape[i] * sut_rig_at(r, i).y;
    }
    return sum;
}

// Angular frequency from the time of the last of ZEROS zeros; the motion starts with one. The
// trapezoidal rule itself is slow by (2 pi / PER_PERIOD)^2 / 12 = 2e-5.
static double ring(sut_rig *r, const double *shape, double guess) {
    double dt = 2.0 * SUT_PI / guess / PER_PERIOD;
    double before = 0.0;
    int zeros = 0;
    for (int i = 1; i < ZEROS * PER_PERIOD && r->ok; i++) {
        sut_rig_run(r, 1, dt);
        double now = projection(r, shape);
        if (i > 1 && before * now <= 0.0 && ++zeros == ZEROS) {
            double t = (i - 1 + before / (before - now)) * dt;
            return ZEROS * SUT_PI / t;
        }
        before = now;
    }
    if (r->ok) {
        sut_check_fail(r->log, "the thread does not ring");
    }
    return SUT_RIG_NAN;
}

static void kick(const double *shape, sut_vec3 *velocity, double speed) {
    for (int i = 0; i < VERTICES; i++) {
        velocity[i] = vec(0.0, speed * shape[i], 0.0);
    }
}

static void frequency_row(sut_check_log *log, int mode, double truth, double got, double percent) {
    char text[32];
    (void)snprintf(text, sizeof text, "mode %d", mode + 1);
    sut_check_row(log, text, truth, got, 0.01 * percent, SUT_TOL_REL, "omega");
}

//---- beams: L = EI = mass per length = 1 ---------------------------------------------------------
static void cantilever_shape(double b, double *shape) {
    double q = (cosh(b) + cos(b)) / (sinh(b) + sin(b));
    for (int i = 0; i < VERTICES; i++) {
        double s = b * i / EDGES;
        shape[i] = cosh(s) - cos(s) - q * (sinh(s) - sin(s));
    }
}

static void free_shape(double b, double *shape) {
    double q = (cosh(b) - cos(b)) / (sinh(b) - sin(b));
    for (int i = 0; i < VERTICES; i++) {
        double s = b * i / EDGES;
        shape[i] = cosh(s) + cos(s) - q * (sinh(s) + sin(s));
    }
}

static double ring_beam(sut_check_log *log, const double *shape, double guess, bool clamped) {
    sut_vec3 x[VERTICES];
    sut_vec3 v[VERTICES];
    sut_rig_line(x, VERTICES, vec(0, 0, 0), vec(1, 0, 0));
    kick(shape, v, 1e-5 * guess);
    sut_world_def world = sut_rig_world(1e-8);
    sut_thread_def def = sut_rig_static(x, VERTICES, 1.0, 1.0);
    def.inertia = SUT_INERTIA_MASS;
    def.velocities = v;
    def.EI = 1.0;
    def.EA = 1e6;
    def.implicitness = 0.5;
    sut_rig r = sut_rig_open(log, &world, &def);
    if (clamped) {
        sut_rig_hold(&r, 0, SUT_HOLD_CLAMP);
    }
    double omega = ring(&r, shape, guess);
    sut_rig_close(&r);
    return omega;
}

// Exact chains of 100 edges are lower by 0.01, 0.04, 0.09, 0.16 % (clamped) and 0.04, 0.09, 0.16,
// 0.24 % (free); 0.1 % is left for everything else.
void sut_check_cantilever_modes(sut_check_log *log) {
    static const double truth[MODES] = {3.51601527, 22.03449156, 61.69721441, 120.90191605};
    static const double percent[MODES] = {0.11, 0.15, 0.20, 0.26};
    for (int k = 0; k < MODES; k++) {
        double shape[VERTICES];
        cantilever_shape(sqrt(truth[k]), shape);
        frequency_row(log, k, truth[k], ring_beam(log, shape, truth[k], true), percent[k]);
    }
    sut_check_note(log, "100 edges; omega L^2 sqrt(mass per length / EI)");
}

void sut_check_free_modes(sut_check_log *log) {
    static const double truth[MODES] = {22.37328545, 61.67282287, 120.90339173, 199.85944813};
    static const double percent[MODES] = {0.15, 0.20, 0.26, 0.34};
    for (int k = 0; k < MODES; k++) {
        double shape[VERTICES];
        free_shape(sqrt(truth[k]), shape);
        frequency_row(log, k, truth[k], ring_beam(log, shape, truth[k], false), percent[k]);
    }
    sut_check_note(log, "100 edges, nothing held; omega L^2 sqrt(mass per length / EI)");
}

//---- beam under load -----------------------------------------------------------------------------
// Between two pins with the push P the first mode slows down by sqrt(1 - P / Pcr), Pcr = pi^2; a
// pull is negative.
static double ring_loaded(sut_check_log *log, double push, double guess) {
    const double stiff = 1e5;
    sut_vec3 x[VERTICES];
    sut_vec3 v[VERTICES];
    double rest[EDGES];
    double shape[VERTICES];
    sut_rig_line(x, VERTICES, vec(0, 0, 0), vec(1.0 - push / stiff, 0, 0));
    for (int i = 0; i < VERTICES; i++) {
        shape[i] = sin(SUT_PI * i / EDGES);
    }
    for (int i = 0; i < EDGES; i++) {
        rest[i] = 1.0 / EDGES;
    }
    kick(shape, v, 1e-5 * guess);
    sut_world_def world = sut_rig_world(1e-8);
    sut_thread_def def = sut_rig_static(x, VERTICES, 1.0, 1.0);
    def.inertia = SUT_INERTIA_MASS;
    def.velocities = v;
    def.rest_lengths = rest;
    def.EI = 1.0;
    def.EA = stiff;
    def.implicitness = 0.5;
    sut_rig r = sut_rig_open(log, &world, &def);
    sut_rig_hold(&r, 0, SUT_HOLD_PIN);
    sut_rig_hold(&r, -1, SUT_HOLD_PIN);
    double omega = ring(&r, shape, guess);
    sut_rig_close(&r);
    return omega;
}

void sut_check_loaded_modes(sut_check_log *log) {
    static const double loads[] = {-4.0, -1.0, 0.0, 0.5, 0.8, 0.95};
    const double critical = SUT_PI * SUT_PI;
    for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++) {
        double truth = critical * sqrt(1.0 - loads[i]);
        char text[32];
        (void)snprintf(text, sizeof text, "P = %g Pcr", loads[i]);
        // the onset itself is exact to 2e-4, which counts 20 times at 0.95 of it
        sut_check_row(log, text, truth, ring_loaded(log, loads[i] * critical, truth), 5e-3,
                      SUT_TOL_REL, "omega");
    }
    sut_check_note(log, "100 edges between two pins, pushed (or pulled); first mode");
}

//---- hanging chain: L = g = mass per length = 1 --------------------------------------------------
// Bessel function J0 by the trapezoidal rule on its integral, exact to rounding for x < 20.
static double bessel0(double x) {
    enum { POINTS = 64 };
    double sum = 0.0;
    for (int i = 0; i < POINTS; i++) {
        sum += cos(x * sin(SUT_PI * (i + 0.5) / POINTS));
    }
    return sum / POINTS;
}

static double ring_chain(sut_check_log *log, const double *shape, double guess) {
    const double stiff = 1e5;
    sut_vec3 x[VERTICES];
    sut_vec3 v[VERTICES];
    double rest[EDGES];
    // stretched as it hangs, or the tension would ring as well
    double down = 0.0;
    for (int i = 0; i < VERTICES; i++) {
        x[i] = vec(0.0, 0.0, -down);
        if (i < EDGES) {
            rest[i] = 1.0 / EDGES;
            down += rest[i] * (1.0 + (1.0 - (i + 0.5) / EDGES) / stiff);
        }
    }
    kick(shape, v, 1e-4 * guess);
    sut_world_def world = sut_rig_world(1e-8);
    world.gravity = vec(0, 0, -1);
    sut_thread_def def = sut_rig_static(x, VERTICES, 1.0, 1.0);
    def.inertia = SUT_INERTIA_MASS;
    def.velocities = v;
    def.rest_lengths = rest;
    def.EA = stiff;
    def.implicitness = 0.5;
    sut_rig r = sut_rig_open(log, &world, &def);
    sut_rig_hold(&r, 0, SUT_HOLD_PIN);
    double omega = ring(&r, shape, guess);
    sut_rig_close(&r);
    return omega;
}

void sut_check_chain_modes(sut_check_log *log) {
    // half of the zeros of J0
    static const double truth[MODES] = {1.202412779, 2.760039055, 4.326863956, 5.895767220};
    static const double percent[MODES] = {0.103, 0.14, 0.25, 0.5};
    for (int k = 0; k < MODES; k++) {
        double shape[VERTICES];
        for (int i = 0; i < VERTICES; i++) {
            shape[i] = bessel0(2.0 * truth[k] * sqrt(1.0 - (double)i / EDGES));
        }
        frequency_row(log, k, truth[k], ring_chain(log, shape, truth[k]), percent[k]);
    }
    sut_check_note(log, "100 edges, limp, pinned at the top; omega sqrt(L / g)");
}
