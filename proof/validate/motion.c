// SPDX-License-Identifier: MIT
// motion.c -- C5 and the laws of the step itself: drag, free fall, momentum.
#include "validate/checks.h"
#include "validate/rig.h"
#include "validate/vector.h"

#include <stdio.h>

enum { VERTICES = 21 };

// A straight thread of 0.1 m and 0.1 g, let go; every vertex falls alike.
static sut_rig drop(sut_check_log *log, double drag, double implicitness) {
    sut_vec3 x[VERTICES];
    sut_rig_line(x, VERTICES, vec(0, 0, 0), vec(0.1, 0, 0));
    sut_world_def world = sut_rig_world(1e-8);
    world.gravity = vec(0, 0, -9.81);
    sut_thread_def def = sut_default_thread_def();
    def.positions = x;
    def.vertex_count = VERTICES;
    def.mass_per_length = 1e-4 / 0.1;
    def.drag = drag / 0.1;
    def.implicitness = implicitness;
    return sut_rig_open(log, &world, &def);
}

//---- quadratic drag ------------------------------------------------------------------------------
// m v' = m g - k v^2 with m = 1e-4 kg and k = 1e-3 kg/m, after half a second.
static double fall_error(sut_check_log *log, double dt, double *speed, double *depth) {
    const double truth = 0.42591750;
    sut_rig r = drop(log, 1e-3, 1.0);
    sut_rig_run(&r, (int)lround(0.5 / dt), dt);
    sut_thread_view v;
    *speed = SUT_RIG_NAN;
    if (r.ok && sut_thread_get_view(r.world, r.thread, &v) == SUT_OK) {
        *speed = -v.velocity[VERTICES / 2].z;
    }
    *depth = -sut_rig_at(&r, VERTICES / 2).z;
    sut_rig_close(&r);
    return *depth - truth;
}

void sut_check_drag(sut_check_log *log) {
    double speed;
    double depth;
    double coarse = fall_error(log, 2e-3, &speed, &depth);
    double fine = fall_error(log, 1e-3, &speed, &depth);
    sut_check_row(log, "speed after 0.5 s", 0.99035551, speed, 1e-3, SUT_TOL_REL, "m/s");
    sut_check_row(log, "depth after 0.5 s", 0.42591750, depth, 1e-3, SUT_TOL_REL, "m");
    sut_check_row(log, "error of 2 ms over 1 ms steps", 2.0, coarse / fine, 0.2, SUT_TOL_ABS, "");
    sut_check_note(log, "steps of 1 ms; vt tanh(g t / vt) and its integral");
}

//---- free fall -----------------------------------------------------------------------------------
static void fall_row(sut_check_log *log, double dt, double implicitness) {
    const double g = 9.81;
    const double t = 0.2;
    sut_rig r = drop(log, 0.0, implicitness);
    sut_rig_run(&r, (int)lround(t / dt), dt);
    // implicit Euler is ahead by one half step, the trapezoidal rule exact
    double truth = 0.5 * g * t * (t + dt * (2.0 * implicitness - 1.0));
    char text[64];
    (void)snprintf(text, sizeof text, "dt %g ms, implicitness %g: depth", 1e3 * dt, implicitness);
    sut_check_row(log, text, truth, -sut_rig_at(&r, -1).z, 1e-10, SUT_TOL_REL, "m");
    sut_rig_close(&r);
}

void sut_check_free_fall(sut_check_log *log) {
    fall_row(log, 1e-3, 1.0);
    fall_row(log, 5e-3, 1.0);
    fall_row(log, 20e-3, 1.0);
    fall_row(log, 5e-3, 0.5);
    sut_check_note(log, "g t (t + dt) / 2 for implicit Euler, g t^2 / 2 for the trapezoidal rule");
}

//---- momentum ------------------------------------------------------------------------------------
// In units of the mass per length.
static sut_vec3 momentum(const sut_rig *r) {
    sut_thread_view v;
    if (!r->ok || sut_thread_get_view(r->world, r->thread, &v) != SUT_OK) {
        return vec(SUT_RIG_NAN, SUT_RIG_NAN, SUT_RIG_NAN);
    }
    sut_vec3 sum = vec(0, 0, 0);
    for (int i = 0; i < r->n; i++) {
        double before = i > 0 ? v.rest_length[i - 1] : 0.0;
        double after = i < r->n - 1 ? v.rest_length[i] : 0.0;
        sum = vec_add(sum, vec_scale(v.velocity[i], 0.5 * (before + after)));
    }
    return sum;
}

// A thread of unequal edges in free flight, bent and tumbling: inner forces cannot push it.
void sut_check_momentum(sut_check_log *log) {
    sut_vec3 x[VERTICES];
    sut_vec3 v[VERTICES];
    for (int i = 0; i < VERTICES; i++) {
        double s = (double)i / (VERTICES - 1);
        x[i] = vec(0.1 * s, 0.02 * s * s, 0.01 * s * s * s);
        v[i] = vec(0.3 * s, 1.0 - 2.0 * s, 0.5 * s * s);
    }
    sut_world_def world = sut_rig_world(1e-4);
    sut_thread_def def = sut_default_thread_def();
    sut_thread_def_set_round(&def, 2e9, 0.4, 1140.0, 1e-4);
    def.positions = x;
    def.velocities = v;
    def.vertex_count = VERTICES;
    sut_rig r = sut_rig_open(log, &world, &def);
    sut_vec3 before = momentum(&r);
    sut_rig_run(&r, 1000, 1e-3);
    double change = vec_distance(momentum(&r), before) / vec_norm(before);
    sut_check_row(log, "change of momentum in 1000 steps", 0.0, change, 1e-9, SUT_TOL_ABS,
                  "relative");
    sut_rig_close(&r);
    sut_check_note(log, "nylon 0.2 mm, steps of 1 ms");
}
