// SPDX-License-Identifier: MIT
// springs.c -- what each of the five models of springs and dampers adds, with the published
// constants: points of 50 g on half a metre.
#include "validate/checks.h"
#include "validate/rig.h"
#include "validate/vector.h"

#include <stdio.h>

static const double length = 0.5;
static const double point = 0.05; // kg

static sut_thread_def published(int model, const sut_vec3 *x, int n) {
    sut_thread_def def = sut_default_thread_def();
    def.model = (sut_model)(SUT_MODEL_SPRINGS_1 + model - 1);
    def.springs = sut_springs_def_published();
    def.positions = x;
    def.vertex_count = n;
    def.radius = 5e-3;
    def.mass_per_length = point * (n - 1) / length;
    return def;
}

static sut_rig open_rig(sut_check_log *log, const sut_thread_def *def, double g) {
    sut_world_def world = sut_rig_world(1e-4);
    world.gravity = vec(0, 0, -g);
    return sut_rig_open(log, &world, def);
}

// Angle between the edges at a vertex, deg.
static double bend_at(const sut_rig *r, int i) {
    sut_vec3 a = vec_sub(sut_rig_at(r, i), sut_rig_at(r, i - 1));
    sut_vec3 b = vec_sub(sut_rig_at(r, i + 1), sut_rig_at(r, i));
    return atan2(vec_norm(vec_cross(a, b)), vec_dot(a, b)) * 180.0 / SUT_PI;
}

//---- model 1 -------------------------------------------------------------------------------------
// Folded by 150 degrees at its middle and left alone for a second: least and last angle.
static void fold(sut_check_log *log, int model, double angle[2]) {
    enum { N = 21 };
    sut_vec3 x[N];
    double turn = 150.0 / 180.0 * SUT_PI;
    for (int i = 0; i < N; i++) {
        double s = length * ((double)i / (N - 1) - 0.5);
        x[i] = i <= N / 2 ? vec(s, 0, 0) : vec(s * cos(turn), s * sin(turn), 0);
    }
    sut_thread_def def = published(model, x, N);
    sut_rig r = open_rig(log, &def, 0.0);
    angle[0] = 150.0;
    for (int k = 0; k < 1000 && r.ok; k++) {
        sut_rig_run(&r, 1, 1e-3);
        angle[1] = bend_at(&r, N / 2);
        angle[0] = angle[1] < angle[0] ? angle[1] : angle[0];
    }
    angle[1] = r.ok ? angle[1] : SUT_RIG_NAN;
    sut_rig_close(&r);
}

// Pinned at the left, 0.1 N to the right, no stiffness: the exact law of a limp chain.
static void limp_rows(sut_check_log *log) {
    enum { EDGES = 20 };
    const double pull = 0.1;
    const double weight = 0.0981; // N
    sut_vec3 x[EDGES + 1];
    sut_rig_line(x, EDGES + 1, vec(0, 0, 0), vec(1, 0, 0));
    sut_thread_def def = published(1, x, EDGES + 1);
    def.mass_per_length = 0.01;
    def.damping_linear = 0.08;
    sut_rig r = open_rig(log, &def, 9.81);
    sut_hold_id pin = sut_rig_hold(&r, 0, SUT_HOLD_PIN);
    sut_rig_load(&r, -1, vec(pull, 0, 0));
    sut_rig_run(&r, 10000, 1e-3);
    double worst = 0.0;
    for (int i = 0; i < EDGES; i++) {
        double truth = hypot(pull, weight * (1.0 - (i + 0.5) / EDGES));
        double error = fabs(sut_rig_tension(&r, i) - truth);
        worst = error <= worst ? worst : error;
    }
    sut_check_row(log, "hanging, pulled sideways: worst tension", 0.0, worst, 1e-6, SUT_TOL_ABS,
                  "N");
    sut_vec3 force = sut_rig_reading(&r, pin).force;
    sut_check_row(log, "force of the pin, across", -pull, force.x, 1e-6, SUT_TOL_ABS, "N");
    sut_check_row(log, "force of the pin, up", weight, force.z, 1e-6, SUT_TOL_ABS, "N");
    sut_rig_close(&r);
}

void sut_check_free_bending(sut_check_log *log) {
    double one[2];
    double two[2];
    fold(log, 1, one);
    fold(log, 2, two);
    sut_check_row(log, "springs-1 folded by 150 deg: after a second", 150.0, one[1], 1e-9,
                  SUT_TOL_ABS, "deg");
    sut_check_row(log, "springs-2 folded by 150 deg: least angle", 10.0, two[0], 0.0, SUT_TOL_MAX,
                  "deg");
    limp_rows(log);
    sut_check_note(log, "20 edges, steps of 1 ms; tensions by the exact law of a discrete chain");
}

//---- models 2 and 3: a free beam -----------------------------------------------------------------
// First shape of a free beam, of unit size at its ends.
static double free_shape(double s) {
    const double b = 4.730040744862704;
    const double sigma = 0.982502214576238;
    double y = (cosh(b * s) + cos(b * s)) - sigma * (sinh(b * s) + sin(b * s));
    return 0.5 * y;
}

typedef struct beam {
    double frequency; // Hz
    double decay;     // 1/s
    double kept;      // largest deflection of the last period over the first one
} beam;

enum { BEAM = 51, PERIODS = 6 };
static const double small = 1e-3; // m

static double deflection(const sut_rig *r) {
    double ends = 0.5 * (sut_rig_at(r, 0).y + sut_rig_at(r, -1).y);
    return sut_rig_at(r, BEAM / 2).y - ends;
}

// Bent a little and let go without gravity; times when the middle passes through straight, and
// largest deflections in between.
static beam swing(sut_check_log *log, int model) {
    sut_vec3 x[BEAM];
    for (int i = 0; i < BEAM; i++) {
        double s = (double)i / (BEAM - 1);
        x[i] = vec(length * s, small * free_shape(s), 0);
    }
    double rest[BEAM];
    for (int i = 0; i < BEAM; i++) {
        rest[i] = length / (BEAM - 1);
    }
    sut_thread_def def = published(model, x, BEAM);
    def.rest_lengths = rest;
    sut_rig r = open_rig(log, &def, 0.0);
    const double dt = 1e-3;
    double when[2 * PERIODS + 1];
    double peak[2 * PERIODS + 1] = {0.0};
    int count = 0;
    double before = deflection(&r);
    for (long k = 1; k < 20000 && r.ok && count <= 2 * PERIODS; k++) {
        sut_rig_run(&r, 1, dt);
        double now = deflection(&r);
        if (now * before < 0.0) {
            when[count++] = dt * ((double)k - now / (now - before));
        } else {
            double size = fabs(now);
            peak[count] = size > peak[count] ? size : peak[count];
        }
        before = now;
    }
    sut_rig_close(&r);
    beam b = {SUT_RIG_NAN, SUT_RIG_NAN, SUT_RIG_NAN};
    if (count > 2 * PERIODS) {
        double time = when[2 * PERIODS] - when[0];
        b.frequency = PERIODS / time;
        // half waves from the second to the last one: full peaks
        b.kept = peak[2 * PERIODS] / peak[2];
        b.decay = -log1p(b.kept - 1.0) * b.frequency / (PERIODS - 1);
    }
    return b;
}

// EI is the moment of a joint per angle times the length of an edge.
static double beam_frequency(void) {
    double edge = length / (BEAM - 1);
    double stiff = sut_springs_def_published().torsion / SUT_PI * edge;
    double line = point / edge;
    const double lumped = 0.99835; // 50 edges against a continuous beam
    return lumped * 22.37328545 / (2.0 * SUT_PI * length * length) * sqrt(stiff / line);
}

void sut_check_oscillation(sut_check_log *log) {
    beam b = swing(log, 2);
    sut_check_row(log, "first frequency of the free thread", beam_frequency(), b.frequency, 2e-3,
                  SUT_TOL_REL, "Hz");
    sut_check_row(log, "deflection kept over five periods", 1.0, b.kept, 0.02, SUT_TOL_ABS, "");
    sut_check_note(log, "50 edges, no gravity; EI = torsion edge / pi");
}

//---- models 3 and 4: orbiting --------------------------------------------------------------------
typedef struct orbit {
    double momentum; // about the axis, of the start
    double kinetic;  // of the start
} orbit;

static double momentum_about_z(const sut_rig *r, double line) {
    sut_thread_view v;
    if (!r->ok || sut_thread_get_view(r->world, r->thread, &v) != SUT_OK) {
        return SUT_RIG_NAN;
    }
    double sum = 0.0;
    for (int i = 0; i < r->n; i++) {
        double before = i > 0 ? v.rest_length[i - 1] : 0.0;
        double after = i < r->n - 1 ? v.rest_length[i] : 0.0;
        double mass = 0.5 * line * (before + after);
        sum += mass * (v.position[i].x * v.velocity[i].y - v.position[i].y * v.velocity[i].x);
    }
    return sum;
}

// Clamped downwards, bent by 45 degrees, turning about the clamp's axis at 6 rad/s.
static orbit orbit_for(sut_check_log *log, int model, double seconds) {
    enum { N = 20 };
    sut_vec3 x[N];
    sut_vec3 v[N];
    double side = length * sqrt(0.5);
    sut_rig_line(x, N, vec(0, 0, 0), vec(side, 0, -side));
    for (int i = 0; i < N; i++) {
        v[i] = vec(0, 6.0 * x[i].x, 0);
    }
    sut_thread_def def = published(model, x, N);
    def.velocities = v;
    sut_rig r = open_rig(log, &def, 0.0);
    double start = momentum_about_z(&r, def.mass_per_length);
    double energy = sut_rig_energy(&r).kinetic;
    sut_hold_key key = {.position = vec(0, 0, 0), .direction = vec(0, 0, -1)};
    sut_rig_hold_at(&r, 0, SUT_HOLD_CLAMP, key);
    sut_rig_run(&r, (int)lround(1e3 * seconds), 1e-3);
    orbit o = {momentum_about_z(&r, def.mass_per_length) / start,
               sut_rig_energy(&r).kinetic / energy};
    sut_rig_close(&r);
    return o;
}

// Swinging in a plane, with a disturbance of 1 um/s across it: how far it gets out of the plane in
// two seconds.
static double out_of_plane(sut_check_log *log, int model) {
    enum { N = 20 };
    sut_vec3 x[N];
    sut_vec3 v[N];
    sut_rig_line(x, N, vec(0, 0, 0), vec(length * sin(1.2), 0, -length * cos(1.2)));
    for (int i = 0; i < N; i++) {
        v[i] = vec(0, 1e-6 * i / (N - 1), 0);
    }
    sut_thread_def def = published(model, x, N);
    def.velocities = v;
    sut_rig r = open_rig(log, &def, 9.8);
    sut_rig_hold(&r, 0, SUT_HOLD_PIN);
    double most = 0.0;
    for (int k = 0; k < 2000 && r.ok; k++) {
        sut_rig_run(&r, 1, 1e-3);
        double off = fabs(sut_rig_at(&r, -1).y);
        most = off > most ? off : most;
    }
    most = r.ok ? most : SUT_RIG_NAN;
    sut_rig_close(&r);
    return most;
}

void sut_check_self_excitation(sut_check_log *log) {
    const sut_springs_def d = sut_springs_def_published();
    double omega = 2.0 * SUT_PI * beam_frequency();
    double time = d.torsion_damper * SUT_PI / d.torsion; // Kelvin-Voigt
    beam b = swing(log, 3);
    sut_check_row(log, "decay of the free thread's first swing", 0.5 * omega * omega * time,
                  b.decay, 0.02, SUT_TOL_REL, "1/s");
    orbit o = orbit_for(log, 3, 30.0);
    sut_check_row(log, "orbiting for 30 s: angular momentum", 1.0, o.momentum, 1e-9, SUT_TOL_ABS,
                  "of the start");
    double two = out_of_plane(log, 2);
    double three = out_of_plane(log, 3);
    sut_check_row(log, "swinging in a plane: out of it, times that of springs-2", 10.0, three / two,
                  0.0, SUT_TOL_MIN, "");
    sut_check_note(log, "nothing of the model can take momentum about the clamp's axis");
}

void sut_check_quiet_springs(sut_check_log *log) {
    orbit three = orbit_for(log, 3, 30.0);
    orbit four = orbit_for(log, 4, 30.0);
    sut_check_row(log, "orbiting for 30 s: angular momentum", 0.01, four.momentum, 0.0, SUT_TOL_MAX,
                  "of the start");
    sut_check_row(log, "kinetic energy over that of springs-3", 0.01, four.kinetic / three.kinetic,
                  0.0, SUT_TOL_MAX, "");
    sut_check_note(log, "20 points, no gravity, steps of 1 ms");
}

//---- model 5 -------------------------------------------------------------------------------------
typedef struct pulled {
    double strain, tension, hand;
} pulled;

// Held at one end, 100 N at the other, without gravity, until it rests.
static pulled pull(sut_check_log *log, int model, double longest, double full_strain) {
    enum { N = 21 };
    sut_vec3 x[N];
    sut_rig_line(x, N, vec(0, 0, 0), vec(length, 0, 0));
    sut_thread_def def = published(model, x, N);
    def.springs.full_strain = full_strain;
    def.springs.longest = longest;
    def.damping_linear = 20.0;
    sut_rig r = open_rig(log, &def, 0.0);
    sut_hold_id pin = sut_rig_hold(&r, 0, SUT_HOLD_PIN);
    sut_rig_load(&r, -1, vec(100, 0, 0));
    sut_rig_run(&r, 8000, 1e-3);
    pulled p = {sut_rig_at(&r, -1).x / length - 1.0, sut_rig_tension(&r, N / 2),
                -sut_rig_reading(&r, pin).force.x};
    sut_rig_close(&r);
    return p;
}

// Two hands draw it out to 1.2 of its length: forces of both.
static void two_hands(sut_check_log *log) {
    enum { N = 21 };
    sut_vec3 x[N];
    sut_rig_line(x, N, vec(0, 0, 0), vec(length, 0, 0));
    sut_thread_def def = published(5, x, N);
    def.damping_linear = 20.0;
    sut_rig r = open_rig(log, &def, 0.0);
    sut_hold_id left = sut_rig_hold(&r, 0, SUT_HOLD_PIN);
    sut_hold_key keys[2] = {{.t = 0.0, .position = vec(length, 0, 0)},
                            {.t = 0.5, .position = vec(1.2 * length, 0, 0)}};
    sut_hold_id right = sut_rig_hold_keys(&r, -1, SUT_HOLD_PIN, keys, 2);
    sut_rig_run(&r, 4000, 1e-3);
    // spring and stop, which is a hundred times as stiff, beyond five percent
    double k = def.springs.stretch;
    double truth = k * 0.2 * 0.2 + 100.0 * k * (0.2 - 0.05);
    sut_check_row(log, "two hands: force of the right one", truth,
                  sut_rig_reading(&r, right).force.x, 1e-6, SUT_TOL_REL, "N");
    sut_check_row(log, "two hands: force of the left one", -truth,
                  sut_rig_reading(&r, left).force.x, 1e-6, SUT_TOL_REL, "N");
    sut_rig_close(&r);
}

// Models 1 to 4 with edges of limited length: 800 e + 80000 (e - 0.05) = 100.
static void limited_rows(sut_check_log *log) {
    for (int model = 1; model <= 4; model++) {
        pulled p = pull(log, model, 1.05, 1.0);
        char text[64];
        (void)snprintf(text, sizeof text, "100 N, springs-%d with limits: stretch", model);
        sut_check_row(log, text, 4100.0 / 80800.0, p.strain, 1e-6, SUT_TOL_ABS, "");
        (void)snprintf(text, sizeof text, "100 N, springs-%d with limits: at the hand", model);
        sut_check_row(log, text, 100.0, p.hand, 1e-3, SUT_TOL_ABS, "N");
    }
}

void sut_check_less_stretch(sut_check_log *log) {
    const double free = 100.0; // times as long: no limit
    pulled four = pull(log, 4, free, 1.0);
    sut_check_row(log, "100 N, springs-4: stretch", 100.0 / 800.0, four.strain, 1e-6, SUT_TOL_ABS,
                  "");
    pulled five = pull(log, 5, -1.0, 1.0);
    // spring and stop together: 800 e^2 + 80000 (e - 0.05) = 100
    double e = (-80000.0 + sqrt(80000.0 * 80000.0 + 4.0 * 800.0 * (100.0 + 4000.0))) / 1600.0;
    sut_check_row(log, "100 N, springs-5: stretch", e, five.strain, 1e-6, SUT_TOL_ABS, "");
    sut_check_row(log, "100 N, springs-5: tension in the middle", 100.0, five.tension, 1e-3,
                  SUT_TOL_ABS, "N");
    sut_check_row(log, "100 N, springs-5: handed on to the hand", 100.0, five.hand, 1e-3,
                  SUT_TOL_ABS, "N");
    pulled bare = pull(log, 5, free, 1.0);
    sut_check_row(log, "the quadratic spring as printed, no limits", sqrt(100.0 / 800.0),
                  bare.strain, 1e-6, SUT_TOL_ABS, "");
    pulled stiff = pull(log, 5, free, 0.01);
    sut_check_row(log, "the quadratic spring as strong at 1 %, no limits",
                  sqrt(0.01 * 100.0 / 800.0), stiff.strain, 1e-6, SUT_TOL_ABS, "");
    two_hands(log);
    limited_rows(log);
    sut_check_note(log, "the printed factor makes the quadratic spring the softer one below twice "
                        "the length: what stretches less is the limited edge");
}
