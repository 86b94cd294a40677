// SPDX-License-Identifier: MIT
// contact_friction.c -- D3, D4: Coulomb's law. A thread on a slope sticks or slides, one on the
// flat comes to a stop; a thread bent over another one holds until it is pulled along it hard
// enough.
#include "validate/checks.h"
#include "validate/rig.h"
#include "validate/vector.h"

#include <stdio.h>

static const double gravity = 9.81;

//---- D3: a thread on a plane ---------------------------------------------------------------------
typedef struct slope {
    double friction;
    double angle;  // deg
    double thread; // m, radius
    double lie;    // deg, between the thread and the way down
} slope;

enum { SLOPE_VERTICES = 21 };

static sut_vec3 downhill(const slope *s) {
    double a = s->angle * SUT_PI / 180.0;
    return vec(cos(a), 0.0, -sin(a));
}

// A hundred diameters long, lying on the plane, with a velocity down the slope.
static sut_rig lay_down(sut_check_log *log, const slope *s, double speed) {
    sut_vec3 x[SLOPE_VERTICES];
    sut_vec3 v[SLOPE_VERTICES];
    double a = s->angle * SUT_PI / 180.0;
    double b = s->lie * SUT_PI / 180.0;
    sut_vec3 down = downhill(s);
    sut_vec3 normal = vec(sin(a), 0.0, cos(a));
    sut_vec3 along = vec_add(vec_scale(down, cos(b)), vec(0.0, sin(b), 0.0));
    sut_vec3 middle = vec_scale(normal, s->thread);
    sut_vec3 half = vec_scale(along, 100.0 * s->thread);
    sut_rig_line(x, SLOPE_VERTICES, vec_sub(middle, half), vec_add(middle, half));
    for (int i = 0; i < SLOPE_VERTICES; i++) {
        v[i] = vec_scale(down, speed);
    }
    sut_world_def world = sut_rig_world(1e-6);
    world.gravity = vec(0.0, 0.0, -gravity);
    sut_thread_def def = sut_default_thread_def();
    sut_thread_def_set_round(&def, 1e9, 0.4, 1140.0, s->thread);
    def.positions = x;
    def.velocities = v;
    def.vertex_count = SLOPE_VERTICES;
    def.friction = s->friction;
    sut_rig r = sut_rig_open(log, &world, &def);
    sut_obstacle_def plane = sut_default_obstacle_def();
    plane.axis = normal;
    plane.friction = s->friction;
    sut_rig_obstacle(&r, &plane);
    return r;
}

static double way_down(const sut_rig *r, const slope *s) {
    return vec_dot(sut_rig_at(r, SLOPE_VERTICES / 2), downhill(s));
}

static const double dt = 1e-3;

// What an implicit step makes of a constant acceleration: a t (t + dt) / 2. A thread that sticks
// moves by what its contacts give way to its weight, far below a thousandth of its radius.
static void slope_row(sut_check_log *log, const slope *s, int steps) {
    sut_rig r = lay_down(log, s, 0.0);
    sut_rig_run(&r, steps, dt);
    double a = s->angle * SUT_PI / 180.0;
    double pull = gravity * (sin(a) - s->friction * cos(a));
    double t = steps * dt;
    double moved = way_down(&r, s);
    char text[96];
    (void)snprintf(text, sizeof text, "mu %g, %.3f deg, %g mm, lying at %g deg: %s", s->friction,
                   s->angle, 1e3 * s->thread, s->lie, pull > 0.0 ? "slides by" : "sticks");
    if (pull > 0.0) {
        sut_check_row(log, text, 0.5e3 * pull * t * (t + dt), 1e3 * moved, 5e-3, SUT_TOL_REL, "mm");
    } else {
        sut_check_row(log, text, 0.0, fabs(moved) / s->thread, 1e-3, SUT_TOL_ABS, "radii");
    }
    sut_rig_close(&r);
}

void sut_check_slope(sut_check_log *log) {
    static const double frictions[] = {0.1, 0.3, 0.6, 1.0};
    for (int i = 0; i < 4; i++) {
        double edge = atan(frictions[i]) * 180.0 / SUT_PI;
        slope s = {frictions[i], edge - 0.1, 1e-4, 0.0};
        slope_row(log, &s, 500);
        s.angle = edge + 0.1;
        slope_row(log, &s, 500);
    }
    static const slope others[] = {{0.3, 30.0, 1e-4, 0.0},  {0.3, 30.0, 1e-4, 90.0},
                                   {0.3, 30.0, 1e-5, 30.0}, {0.3, 30.0, 1e-3, 60.0},
                                   {0.0, 30.0, 1e-4, 0.0},  {0.3, 16.6, 1e-5, 90.0},
                                   {0.3, 16.8, 1e-5, 90.0}};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        slope_row(log, &others[i], 500);
    }
    sut_check_note(log, "0.5 s in steps of 1 ms, compared with a t (t + dt) / 2");
}

// Speed falls by mu g dt in a step: the stop is known to a step, and the way to half a step's way.
void sut_check_stopping(sut_check_log *log) {
    static const double cases[][2] = {{0.3, 1.0}, {0.1, 0.5}, {0.6, 2.0}}; // mu, m/s
    for (int i = 0; i < 3; i++) {
        double mu = cases[i][0];
        double speed = cases[i][1];
        slope flat = {mu, 0.0, 1e-4, 0.0};
        sut_rig r = lay_down(log, &flat, speed);
        double time = speed / (mu * gravity);
        double last = 0.0;
        int steps = 0;
        int most = (int)(2.0 * time / dt);
        while (sut_rig_run(&r, 1, dt) && steps < most) {
            double x = way_down(&r, &flat);
            if (x - last < 1e-3 * speed * dt) {
                break;
            }
            last = x;
            steps++;
        }
        char text[96];
        (void)snprintf(text, sizeof text, "mu %g, %g m/s: stops after", mu, speed);
        sut_check_row(log, text, time, steps * dt, 2.0 * dt, SUT_TOL_ABS, "s");
        (void)snprintf(text, sizeof text, "mu %g, %g m/s: on a way of", mu, speed);
        sut_check_row(log, text, 0.5 * speed * time, last, speed * dt, SUT_TOL_ABS, "m");
        sut_rig_run(&r, 100, dt);
        (void)snprintf(text, sizeof text, "mu %g, %g m/s: then stays", mu, speed);
        sut_check_row(log, text, 0.0, (way_down(&r, &flat) - last) / flat.thread, 1e-2, SUT_TOL_ABS,
                      "radii");
        sut_rig_close(&r);
    }
    sut_check_note(log, "steps of 1 ms; one step more or less, and its way");
}

//---- D4: a thread over a thread ------------------------------------------------------------------
typedef struct crossing {
    double pull;  // N, T
    double angle; // deg, by which each side is bent down
    double friction;
    double across; // deg, between the two threads
} crossing;

enum { CROSS_VERTICES = 22, RAMP = 400 };

static const double cross_radius = 1e-4; // m
static const double cross_half = 5e-3;   // m, of the lower thread
static const double cross_edge = 5e-4;   // m, of the upper one

// The lower thread is stiff and clamped: it gives way by a millionth of its length.
static sut_rig lay_lower(sut_rig *upper, double friction) {
    sut_vec3 x[CROSS_VERTICES];
    sut_rig_line(x, CROSS_VERTICES, vec(-cross_half, 0, 0), vec(cross_half, 0, 0));
    sut_thread_def def = sut_rig_static(x, CROSS_VERTICES, 2.0 * cross_half, 1.0);
    def.EI = 1.0;
    def.GJ = 1.0;
    def.EA = 1e4;
    def.radius = cross_radius;
    def.friction = friction;
    sut_rig r = sut_rig_second(upper, &def);
    sut_rig_hold(&r, 0, SUT_HOLD_CLAMP);
    sut_rig_hold(&r, -1, SUT_HOLD_CLAMP);
    return r;
}

// Limp, bent over the lower one, a dead load at each end that also draws it along the lower thread.
// Pull along it grows slowly; the pull at which the middle begins to slide.
static double slide_force(sut_check_log *log, const crossing *c) {
    double a = c->angle * SUT_PI / 180.0;
    double b = c->across * SUT_PI / 180.0;
    sut_vec3 side[2] = {vec(-cos(b) * cos(a), -sin(b) * cos(a), -sin(a)),
                        vec(cos(b) * cos(a), sin(b) * cos(a), -sin(a))};
    sut_vec3 x[CROSS_VERTICES];
    for (int i = 0; i < CROSS_VERTICES; i++) {
        // the edge in the middle lies flat
        double s = i - 0.5 * (CROSS_VERTICES - 1);
        sut_vec3 flat = vec_scale(vec(cos(b), sin(b), 0), s > 0.0 ? 0.5 : -0.5);
        sut_vec3 slant = vec_scale(side[s > 0.0], fabs(s) - 0.5);
        x[i] = vec_add(vec(0, 0, 2.0 * cross_radius), vec_scale(vec_add(flat, slant), cross_edge));
    }
    sut_world_def world = sut_rig_world(1e-6);
    world.capacity.threads = 2;
    double length = cross_edge * (CROSS_VERTICES - 1);
    sut_thread_def def = sut_rig_static(x, CROSS_VERTICES, length, c->pull * length * length);
    def.mobility *= 100.0; // so that it slides as soon as it may
    def.EA = 1e3;
    def.radius = cross_radius;
    def.friction = c->friction;
    sut_rig r = sut_rig_open(log, &world, &def);
    sut_rig lower = lay_lower(&r, c->friction);
    double law = 2.0 * c->friction * c->pull * sin(a);
    sut_hold_id load[2];
    for (int k = 0; k < 2; k++) {
        load[k] = sut_rig_load(&r, k == 0 ? 0 : -1, vec_scale(side[k], c->pull));
    }
    sut_rig_run(&r, 20, SUT_RIG_DT);
    double start = sut_rig_at(&r, CROSS_VERTICES / 2).x;
    double force = SUT_RIG_NAN;
    for (int i = 0; i < RAMP && isnan(force) && r.ok && lower.ok; i++) {
        double f = law * (0.8 + 0.4 * i / RAMP);
        for (int k = 0; k < 2; k++) {
            sut_hold_key key = {.force = vec_scale(side[k], c->pull)};
            key.force.x += 0.5 * f;
            sut_rig_target(&r, load[k], key);
        }
        sut_rig_run(&r, 1, SUT_RIG_DT);
        if (fabs(sut_rig_at(&r, CROSS_VERTICES / 2).x - start) > 0.1 * cross_radius) {
            force = f;
        }
    }
    sut_rig_close(&r);
    return force;
}

// 1 %: the pull grows by a thousandth per step, and a tenth of a radius has to be slid first.
void sut_check_crossing(sut_check_log *log) {
    static const crossing cases[] = {{1.0, 10.0, 0.2, 90.0},  {1.0, 10.0, 0.5, 90.0},
                                     {1.0, 30.0, 0.2, 90.0},  {1e-3, 10.0, 0.2, 90.0},
                                     {10.0, 10.0, 0.2, 90.0}, {1.0, 10.0, 0.2, 60.0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const crossing *c = &cases[i];
        double law = 2.0 * c->friction * c->pull * sin(c->angle * SUT_PI / 180.0);
        char text[96];
        (void)snprintf(text, sizeof text, "T %g N, bent by %g deg, mu %g, across at %g deg",
                       c->pull, c->angle, c->friction, c->across);
        sut_check_row(log, text, law, slide_force(log, c), 1e-2, SUT_TOL_REL, "N");
    }
    sut_check_note(log, "pull along the lower thread at which the upper one slides: 2 mu T sin");
}
