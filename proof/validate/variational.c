// SPDX-License-Identifier: MIT
// variational.c -- the inextensible thread: energy and momentum over 1000 s, axial forces, drag.
// The threads of published experiments: 1 m, 10 g.
#include "validate/checks.h"
#include "validate/rig.h"
#include "validate/vector.h"

#include <stdio.h>

static const double mass = 0.01;
static const double gravity = 9.81;

static sut_thread_def inextensible(const sut_vec3 *x, int n) {
    sut_thread_def def = sut_default_thread_def();
    def.model = SUT_MODEL_VARIATIONAL;
    def.positions = x;
    def.vertex_count = n;
    def.EI = 0.0;
    def.GJ = 0.0;
    def.EA = 100.0; // only a thread that must stretch would feel it
    def.mass_per_length = mass;
    def.damping_bend = 0.0;
    return def;
}

static sut_rig open_limp(sut_check_log *log, const sut_thread_def *def, double g) {
    sut_world_def world = sut_rig_world(1e-4);
    world.gravity = vec(0, 0, -g);
    return sut_rig_open(log, &world, def);
}

// Largest strain of any step so far.
static double length_error(const sut_rig *r) {
    double peak = SUT_RIG_NAN;
    if (r->ok && sut_thread_get_peak_stretch(r->world, r->thread, &peak) != SUT_OK) {
        peak = SUT_RIG_NAN;
    }
    return peak;
}

//---- energy --------------------------------------------------------------------------------------
// Straight, pinned at its top, let go at 9 degrees from the vertical.
static sut_rig pendulum(sut_check_log *log, int edges) {
    sut_vec3 x[SUT_RIG_MAX];
    double angle = 0.45 * SUT_PI;
    sut_rig_line(x, edges + 1, vec(0, 0, 0), vec(cos(angle), 0, -sin(angle)));
    sut_thread_def def = inextensible(x, edges + 1);
    sut_rig r = open_limp(log, &def, gravity);
    sut_rig_hold(&r, 0, SUT_HOLD_PIN);
    return r;
}

typedef struct swing {
    double most;    // J, largest deviation of the energy from its first value
    double mean[2]; // J, mean deviation in the first and the second half
    double error;   // largest relative error of a length
} swing;

static swing swing_for(sut_check_log *log, int edges, double seconds, double dt) {
    sut_rig r = pendulum(log, edges);
    double start = sut_rig_total(&r);
    long steps = lround(seconds / dt);
    swing s = {0.0, {0.0, 0.0}, 0.0};
    for (long k = 0; k < steps && r.ok; k++) {
        sut_rig_run(&r, 1, dt);
        double off = sut_rig_total(&r) - start;
        s.most = fabs(off) <= s.most ? s.most : fabs(off); // keeps NaN
        s.mean[2 * k >= steps] += off / (0.5 * (double)steps);
    }
    s.error = length_error(&r);
    sut_rig_close(&r);
    return s;
}

void sut_check_swing_energy(sut_check_log *log) {
    sut_rig r = pendulum(log, 20);
    sut_check_row(log, "energy at the start", -0.048446113, sut_rig_total(&r), 1e-9, SUT_TOL_ABS,
                  "J");
    sut_rig_run(&r, 300, 1e-3);
    sut_vec3 tip = sut_rig_at(&r, -1);
    sut_vec3 middle = sut_rig_at(&r, 10);
    // the truth is that of a thread of many edges: 20 edges are off by (1/20)^2 of a mode
    sut_check_row(log, "tip x at 0.3 s", 0.08765, tip.x, 2e-5, SUT_TOL_ABS, "m");
    sut_check_row(log, "tip z at 0.3 s", -0.99483, tip.z, 2e-5, SUT_TOL_ABS, "m");
    sut_check_row(log, "middle x at 0.3 s", 0.02107, middle.x, 2e-5, SUT_TOL_ABS, "m");
    sut_check_row(log, "middle z at 0.3 s", -0.49952, middle.z, 2e-5, SUT_TOL_ABS, "m");
    sut_rig_close(&r);
    static const double step[] = {2e-3, 1e-3, 0.5e-3};
    static const double bound[] = {1.098e-8, 2.743e-9, 6.86e-10}; // an independent computation
    swing s[3];
    for (int k = 0; k < 3; k++) {
        s[k] = swing_for(log, 20, 20.0, step[k]);
        char text[64];
        (void)snprintf(text, sizeof text, "20 s, steps of %g ms: energy off", 1e3 * step[k]);
        sut_check_row(log, text, bound[k], s[k].most, 1e-2, SUT_TOL_REL, "J");
    }
    sut_check_row(log, "2 ms over 1 ms", 4.0, s[0].most / s[1].most, 0.05, SUT_TOL_ABS, "");
    sut_check_row(log, "1 ms over 0.5 ms", 4.0, s[1].most / s[2].most, 0.05, SUT_TOL_ABS, "");
    sut_check_note(log, "of 6.0e-4 J that can become motion; the error goes with the square");
}

void sut_check_swing_drift(sut_check_log *log) {
    swing s = swing_for(log, 20, 1000.0, 1e-3);
    sut_check_row(log, "1000 s, steps of 1 ms: energy off", 4e-9, s.most, 0.0, SUT_TOL_MAX, "J");
    sut_check_row(log, "mean of the second half over that of the first", 1.0, s.mean[1] / s.mean[0],
                  1e-2, SUT_TOL_ABS, "");
    sut_check_row(log, "worst error of a length in a million steps", 1e-10, s.error, 0.0,
                  SUT_TOL_MAX, "relative");
    sut_check_note(log, "20 edges; drift would show in the means");
}

//---- momentum ------------------------------------------------------------------------------------
typedef struct motion {
    sut_vec3 linear;  // kg m/s
    sut_vec3 angular; // kg m^2/s about the origin
} motion;

static motion motion_of(const sut_rig *r) {
    sut_thread_view v;
    motion m = {vec(0, 0, 0), vec(0, 0, 0)};
    if (!r->ok || sut_thread_get_view(r->world, r->thread, &v) != SUT_OK) {
        m.linear = m.angular = vec(SUT_RIG_NAN, SUT_RIG_NAN, SUT_RIG_NAN);
        return m;
    }
    for (int i = 0; i < r->n; i++) {
        double before = i > 0 ? v.rest_length[i - 1] : 0.0;
        double after = i < r->n - 1 ? v.rest_length[i] : 0.0;
        sut_vec3 p = vec_scale(v.velocity[i], 0.5 * mass * (before + after));
        m.linear = vec_add(m.linear, p);
        m.angular = vec_add(m.angular, vec_cross(v.position[i], p));
    }
    return m;
}

// Ends at +-0.05 m/s, linear in between: it turns like a rod, at 0.1 rad/s.
static void turning(sut_check_log *log) {
    enum { EDGES = 20 };
    sut_vec3 x[EDGES + 1];
    sut_vec3 v[EDGES + 1];
    sut_rig_line(x, EDGES + 1, vec(-0.5, 0, 0), vec(0.5, 0, 0));
    for (int i = 0; i <= EDGES; i++) {
        v[i] = vec(0, -0.1 * x[i].x, 0);
    }
    sut_thread_def def = inextensible(x, EDGES + 1);
    def.velocities = v;
    sut_rig r = open_limp(log, &def, 0.0);
    sut_rig_run(&r, 1000000, 1e-3);
    motion m = motion_of(&r);
    double lumped = 8.3333333333e-5 * (1.0 + 2.0 / (EDGES * EDGES));
    sut_check_row(log, "turning for 1000 s: linear momentum", 0.0, vec_norm(m.linear), 1e-14,
                  SUT_TOL_ABS, "kg m/s");
    sut_check_row(log, "turning for 1000 s: angular momentum", -lumped, m.angular.z, 1e-9,
                  SUT_TOL_REL, "kg m^2/s");
    sut_check_row(log, "turning for 1000 s: energy", 0.5 * 0.1 * lumped, sut_rig_total(&r), 1e-6,
                  SUT_TOL_REL, "J");
    sut_check_row(log, "turning for 1000 s: tension at the centre", 1.25e-5, sut_rig_tension(&r, 9),
                  1e-6, SUT_TOL_REL, "N");
    double reach = vec_distance(sut_rig_at(&r, 0), sut_rig_at(&r, -1));
    sut_check_row(log, "turning for 1000 s: it stays straight", 1.0, reach, 1e-9, SUT_TOL_ABS, "m");
    sut_check_row(log, "worst error of a length", 1e-10, length_error(&r), 0.0, SUT_TOL_MAX,
                  "relative");
    sut_rig_close(&r);
}

// Bent, stiff, thrown: everything swings and whips.
static void tumbling(sut_check_log *log) {
    enum { EDGES = 20 };
    sut_vec3 x[EDGES + 1];
    sut_vec3 v[EDGES + 1];
    for (int i = 0; i <= EDGES; i++) {
        double s = (double)i / EDGES;
        x[i] = vec(s, 0.3 * s * s, 0.2 * sin(3.0 * s));
        v[i] = vec(0.3 * s, 1.0 - 2.0 * s, 0.5 * s * s);
    }
    sut_thread_def def = inextensible(x, EDGES + 1);
    def.velocities = v;
    def.EI = 2e-5;
    sut_rig r = open_limp(log, &def, 0.0);
    sut_rig_run(&r, 1, 1e-3); // the velocities become those of a chain
    motion before = motion_of(&r);
    double energy = sut_rig_total(&r);
    sut_rig_run(&r, 100000, 1e-3);
    motion after = motion_of(&r);
    double linear = vec_distance(after.linear, before.linear) / vec_norm(before.linear);
    double angular = vec_distance(after.angular, before.angular) / vec_norm(before.angular);
    sut_check_row(log, "tumbling for 100 s: change of linear momentum", 0.0, linear, 1e-10,
                  SUT_TOL_ABS, "relative");
    sut_check_row(log, "tumbling for 100 s: change of angular momentum", 0.0, angular, 1e-8,
                  SUT_TOL_ABS, "relative");
    sut_check_row(log, "tumbling for 100 s: energy", 1.0, sut_rig_total(&r) / energy, 1e-3,
                  SUT_TOL_ABS, "of the start");
    sut_rig_close(&r);
}

void sut_check_swing_momentum(sut_check_log *log) {
    turning(log);
    tumbling(log);
    sut_check_note(log, "20 edges, no gravity, steps of 1 ms");
}

//---- axial force ---------------------------------------------------------------------------------
// Pinned at the left, 0.1 N to the right, damped until it rests.
static void axial_rows(sut_check_log *log, int edges, sut_multiplier_solver solver) {
    const double pull = 0.1;
    sut_vec3 x[SUT_RIG_MAX];
    sut_rig_line(x, edges + 1, vec(0, 0, 0), vec(1, 0, 0));
    sut_thread_def def = inextensible(x, edges + 1);
    def.damping_linear = 0.08; // near critical for the slowest swing
    def.variational.solver = solver;
    sut_rig r = open_limp(log, &def, gravity);
    sut_hold_id pin = sut_rig_hold(&r, 0, SUT_HOLD_PIN);
    sut_rig_load(&r, -1, vec(pull, 0, 0));
    sut_rig_run(&r, 10000, 1e-3);
    double worst = 0.0;
    for (int i = 0; i < edges; i++) {
        double hanging = mass * gravity * (1.0 - (i + 0.5) / edges);
        double error = fabs(sut_rig_tension(&r, i) - hypot(pull, hanging));
        worst = error <= worst ? worst : error;
    }
    const char *name = solver == SUT_MULTIPLIERS_NEWTON ? "Newton" : "contraction";
    char text[96];
    (void)snprintf(text, sizeof text, "%d edges, %s: worst axial force", edges, name);
    sut_check_row(log, text, 0.0, worst, 1e-6, SUT_TOL_ABS, "N");
    sut_vec3 force = sut_rig_reading(&r, pin).force;
    (void)snprintf(text, sizeof text, "%d edges, %s: force of the pin, across", edges, name);
    sut_check_row(log, text, -pull, force.x, 1e-6, SUT_TOL_ABS, "N");
    (void)snprintf(text, sizeof text, "%d edges, %s: force of the pin, up", edges, name);
    sut_check_row(log, text, mass * gravity, force.z, 1e-6, SUT_TOL_ABS, "N");
    if (edges == 100) {
        sut_check_row(log, "free end x", 0.88468499, sut_rig_at(&r, -1).x, 1e-6, SUT_TOL_ABS, "m");
        sut_check_row(log, "free end z", -0.40860908, sut_rig_at(&r, -1).z, 1e-6, SUT_TOL_ABS, "m");
    }
    sut_check_row(log, "worst error of a length", 1e-10, length_error(&r), 0.0, SUT_TOL_MAX,
                  "relative");
    sut_rig_close(&r);
}

void sut_check_axial_force(sut_check_log *log) {
    axial_rows(log, 20, SUT_MULTIPLIERS_CONTRACTION);
    axial_rows(log, 20, SUT_MULTIPLIERS_NEWTON);
    axial_rows(log, 100, SUT_MULTIPLIERS_CONTRACTION);
    sut_check_note(log, "exact law of the discrete thread; ten seconds in steps of 1 ms");
}

//---- losses --------------------------------------------------------------------------------------
// The falling thread of C5, whose law this model meets to second order.
static double fall_error(sut_check_log *log, double dt) {
    sut_vec3 x[21];
    sut_rig_line(x, 21, vec(0, 0, 0), vec(0.1, 0, 0));
    sut_thread_def def = inextensible(x, 21);
    def.mass_per_length = 1e-4 / 0.1;
    def.drag = 1e-3 / 0.1;
    sut_rig r = open_limp(log, &def, gravity);
    sut_rig_run(&r, (int)lround(0.5 / dt), dt);
    double depth = -sut_rig_at(&r, 10).z;
    sut_rig_close(&r);
    return depth;
}

void sut_check_variational_drag(sut_check_log *log) {
    const double truth = 0.42591750;
    double coarse = fall_error(log, 4e-3);
    double fine = fall_error(log, 2e-3);
    sut_check_row(log, "depth after 0.5 s, steps of 2 ms", truth, fine, 1e-4, SUT_TOL_REL, "m");
    sut_check_row(log, "error of 4 ms over 2 ms steps", 4.0, (coarse - truth) / (fine - truth), 0.4,
                  SUT_TOL_ABS, "");
    sut_check_note(log, "vt^2/g log cosh(g t / vt)");
}
