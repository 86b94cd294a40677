// SPDX-License-Identifier: MIT
// stability.c -- S: hard pulls, thin threads and large steps. No closed form says where such a
// thread is at a given time; what must hold is finite motion, the stretch of the force at work, an
// energy that does not grow, and rest when all is lost.
#include "validate/checks.h"
#include "validate/rig.h"
#include "validate/vector.h"

#include <stdio.h>

static sut_world_def earth(void) {
    sut_world_def def = sut_rig_world(sut_default_world_def().tolerance);
    def.gravity = vec(0, 0, -9.81);
    return def;
}

//---- pulled at the middle ------------------------------------------------------------------------
enum { CORD = 101 };

// 10 cm, radius 0.2 mm, 750 MPa: EA = 94 N.
static sut_thread_def cord(sut_vec3 *x) {
    sut_thread_def def = sut_default_thread_def();
    sut_rig_line(x, CORD, vec(0, 0, 0), vec(0.1, 0, 0));
    sut_thread_def_set_round(&def, 750e6, 0.4, 1100.0, 0.2e-3);
    def.positions = x;
    def.vertex_count = CORD;
    return def;
}

static void pull_middle(sut_check_log *log, sut_vec3 force, bool both_ends, const char *name) {
    sut_vec3 x[CORD];
    sut_world_def world = earth();
    sut_thread_def def = cord(x);
    def.damping_linear = 0.05; // comes to rest within the second
    sut_rig r = sut_rig_open(log, &world, &def);
    sut_hold_id pin = sut_rig_hold(&r, 0, SUT_HOLD_PIN);
    if (both_ends) {
        sut_rig_hold(&r, -1, SUT_HOLD_PIN);
    }
    sut_rig_load(&r, CORD / 2, force);
    sut_rig_run(&r, 2000, 1e-3);
    // well away from the bends at the ends of the taut half
    double strain = sut_rig_tension(&r, CORD / 4) / def.EA;
    sut_vec3 held = sut_rig_reading(&r, pin).force;
    char text[80];
    (void)snprintf(text, sizeof text, "%s: stretch", name);
    double truth = both_ends ? vec_norm(held) : vec_norm(force);
    sut_check_row(log, text, truth / def.EA, strain, 1e-2, SUT_TOL_REL, "");
    if (both_ends) {
        (void)snprintf(text, sizeof text, "%s: at a pin", name);
        double weight = def.mass_per_length * 0.1 * 9.81;
        sut_check_row(log, text, 0.5 * (vec_norm(force) + weight), held.z, 1e-3, SUT_TOL_REL, "N");
    }
    sut_rig_close(&r);
}

void sut_check_middle_pull(sut_check_log *log) {
    pull_middle(log, vec(0, 0, -1), true, "1 N across, two pins");
    pull_middle(log, vec(0, 0, -10), true, "10 N across, two pins");
    pull_middle(log, vec(1, 0, 0), false, "1 N along, one pin");
    pull_middle(log, vec(0, 0, -1), false, "1 N across, one pin");
    sut_check_note(log, "10 cm, radius 0.2 mm, 750 MPa, the force at once, steps of 1 ms for 2 s");
    sut_check_note(log, "stretch of the taut half against the force in it over EA");
}

//---- nylon 10-0 ----------------------------------------------------------------------------------
enum { FINE = 600 };

static const double span = 0.15;

// 15 cm, 0.025 mm thick, 2 GPa: EA = 0.98 N, 70 mg per metre.
static sut_thread_def nylon(sut_vec3 *x, sut_vec3 direction) {
    sut_thread_def def = sut_default_thread_def();
    sut_rig_line(x, FINE, vec(0, 0, 0), vec_scale(direction, span));
    sut_thread_def_set_round(&def, 2e9, 0.4, 1140.0, 12.5e-6);
    def.positions = x;
    def.vertex_count = FINE;
    return def;
}

static double peak_stretch(const sut_rig *r) {
    double peak = SUT_RIG_NAN;
    if (r->ok && sut_thread_get_peak_stretch(r->world, r->thread, &peak) != SUT_OK) {
        peak = SUT_RIG_NAN;
    }
    return peak;
}

static void swing_row(sut_check_log *log, double dt) {
    sut_vec3 x[FINE];
    sut_world_def world = earth();
    sut_thread_def def = nylon(x, vec(1, 0, 0));
    sut_rig r = sut_rig_open(log, &world, &def);
    sut_rig_hold(&r, 0, SUT_HOLD_PIN);
    sut_rig_run(&r, (int)lround(1.0 / dt), dt);
    char text[80];
    (void)snprintf(text, sizeof text, "dt %g ms: swinging, largest stretch", 1e3 * dt);
    sut_check_row(log, text, 1e-3, peak_stretch(&r), 0.0, SUT_TOL_MAX, "");
    // it cannot reach higher than it started
    (void)snprintf(text, sizeof text, "dt %g ms: swinging, highest vertex", 1e3 * dt);
    double top = -1.0;
    for (int i = 0; i < FINE; i++) {
        top = fmax(top, sut_rig_at(&r, i).z);
    }
    sut_check_row(log, text, 0.0, top, 1e-6, SUT_TOL_MAX, "m");
    sut_rig_close(&r);
}

static void fall_row(sut_check_log *log, double dt) {
    sut_vec3 x[FINE];
    sut_world_def world = earth();
    sut_thread_def def = nylon(x, vec(1, 0, 0));
    // wavy, so that it does not only drop
    for (int i = 0; i < FINE; i++) {
        x[i].z = 0.01 * sin(12.0 * i / FINE);
    }
    sut_rig r = sut_rig_open(log, &world, &def);
    sut_rig_run(&r, (int)lround(0.5 / dt), dt);
    sut_thread_view v;
    double depth = SUT_RIG_NAN;
    if (r.ok && sut_thread_get_view(r.world, r.thread, &v) == SUT_OK) {
        // centre of mass
        double sum = 0.0;
        double weight = 0.0;
        for (int i = 0; i < FINE; i++) {
            double cell = 0.5 * ((i > 0 ? v.rest_length[i - 1] : 0.0) +
                                 (i < FINE - 1 ? v.rest_length[i] : 0.0));
            sum += cell * (v.position[i].z - x[i].z);
            weight += cell;
        }
        depth = -sum / weight;
    }
    char text[80];
    (void)snprintf(text, sizeof text, "dt %g ms: falling, depth of its centre", 1e3 * dt);
    sut_check_row(log, text, 0.5 * 9.81 * 0.5 * (0.5 + dt), depth, 1e-2, SUT_TOL_REL, "m");
    (void)snprintf(text, sizeof text, "dt %g ms: falling, largest stretch", 1e3 * dt);
    sut_check_row(log, text, 1e-3, peak_stretch(&r), 0.0, SUT_TOL_MAX, "");
    sut_rig_close(&r);
}

// Slack at first, then taut by 20 mN.
static void taut_row(sut_check_log *log, double dt) {
    const double force = 0.02;
    sut_vec3 x[FINE];
    sut_world_def world = earth();
    sut_thread_def def = nylon(x, vec(0, 0, -1));
    def.damping_linear = 1e-4;
    sut_rig r = sut_rig_open(log, &world, &def);
    sut_rig_hold(&r, 0, SUT_HOLD_PIN);
    sut_hold_key keys[2] = {{.t = 0.0, .force = vec(0, 0, 0)},
                            {.t = 0.2, .force = vec(force, 0, 0)}};
    sut_rig_hold_keys(&r, -1, SUT_HOLD_FORCE, keys, 2);
    sut_rig_run(&r, (int)lround(1.0 / dt), dt);
    double least = HUGE_VAL;
    double most = 0.0;
    for (int i = 0; i < FINE - 1; i++) {
        double strain = sut_rig_tension(&r, i) / def.EA;
        least = strain >= least ? least : strain;
        most = strain <= most ? most : strain;
    }
    char text[80];
    (void)snprintf(text, sizeof text, "dt %g ms: pulled taut, least stretch", 1e3 * dt);
    sut_check_row(log, text, force / def.EA, least, 1e-2, SUT_TOL_REL, "");
    (void)snprintf(text, sizeof text, "dt %g ms: pulled taut, largest stretch", 1e3 * dt);
    sut_check_row(log, text, force / def.EA, most, 1e-2, SUT_TOL_REL, "");
    sut_rig_close(&r);
}

// Hanging from a hand that goes to and fro at 1 m/s, turning at once.
static void whip_row(sut_check_log *log, double dt) {
    sut_vec3 x[FINE];
    sut_world_def world = earth();
    sut_thread_def def = nylon(x, vec(0, 0, -1));
    sut_rig r = sut_rig_open(log, &world, &def);
    sut_hold_key keys[9];
    for (int k = 0; k < 9; k++) {
        keys[k] = (sut_hold_key){.t = 0.05 * k, .position = vec(k % 2 ? 0.05 : 0.0, 0, 0)};
    }
    sut_rig_hold_keys(&r, 0, SUT_HOLD_PIN, keys, 9);
    sut_rig_run(&r, (int)lround(0.5 / dt), dt);
    char text[80];
    (void)snprintf(text, sizeof text, "dt %g ms: whipped, largest stretch", 1e3 * dt);
    sut_check_row(log, text, 1e-3, peak_stretch(&r), 0.0, SUT_TOL_MAX, "");
    sut_rig_close(&r);
}

void sut_check_nylon(sut_check_log *log) {
    static const double steps[] = {1e-3, 5e-3};
    for (size_t k = 0; k < sizeof steps / sizeof steps[0]; k++) {
        fall_row(log, steps[k]);
        swing_row(log, steps[k]);
        taut_row(log, steps[k]);
        whip_row(log, steps[k]);
    }
    sut_check_note(log, "nylon 10-0: 0.025 mm, 2 GPa, 15 cm in 600 vertices; pulled by 20 mN,");
    sut_check_note(log, "whipped by a hand that goes to and fro at 1 m/s");
}

//---- rest ----------------------------------------------------------------------------------------
// Largest kinetic energy of the last second over the largest of all. A thread whose vertices jitter
// by the last bit of their positions would be near 1e-20.
static double jitter(sut_rig *r, double seconds, double dt) {
    int steps = (int)lround(seconds / dt);
    int last = (int)lround(1.0 / dt);
    double most = 0.0;
    double late = 0.0;
    for (int i = 0; i < steps && r->ok; i++) {
        sut_rig_run(r, 1, dt);
        double kinetic = sut_rig_energy(r).kinetic;
        most = fmax(most, kinetic);
        late = i < steps - last ? 0.0 : fmax(late, kinetic);
    }
    return r->ok ? late / most : SUT_RIG_NAN;
}

void sut_check_rest(sut_check_log *log) {
    sut_vec3 x[FINE];
    sut_world_def world = earth();
    sut_thread_def def = sut_default_thread_def();
    sut_rig_line(x, CORD, vec(0, 0, 0), vec(0.1, 0, 0));
    sut_thread_def_set_round(&def, 2e9, 0.4, 1140.0, 0.1e-3);
    def.positions = x;
    def.vertex_count = CORD;
    sut_rig r = sut_rig_open(log, &world, &def);
    sut_rig_hold(&r, 0, SUT_HOLD_CLAMP);
    sut_check_row(log, "nylon 0.2 mm, clamped, after 7 s", 0.0, jitter(&r, 8.0, 1e-3), 1e-24,
                  SUT_TOL_MAX, "");
    sut_rig_close(&r);
    def = nylon(x, vec(1, 0, 0));
    def.damping_linear = 1e-5;
    r = sut_rig_open(log, &world, &def);
    sut_rig_hold(&r, 0, SUT_HOLD_PIN);
    sut_check_row(log, "nylon 10-0, hanging, after 7 s", 0.0, jitter(&r, 8.0, 5e-3), 1e-24,
                  SUT_TOL_MAX, "");
    sut_rig_close(&r);
    sut_check_note(log, "kinetic energy of the last second over the largest");
    sut_check_note(log, "the first loses energy only by bending, the second by linear drag too");
}

//---- energy --------------------------------------------------------------------------------------
enum { WHIP = 101, MEMORY = 64 };

// Largest rise of the energy within 10 ms (at least one step), over the largest kinetic energy so
// far.
static double largest_rise(sut_rig *r, int steps, double dt) {
    double past[MEMORY];
    int window = (int)lround(0.01 / dt);
    window = window < 1 ? 1 : window;
    double kinetic = sut_rig_energy(r).kinetic;
    double worst = 0.0;
    past[0] = sut_rig_total(r);
    for (int i = 1; i <= steps && r->ok; i++) {
        sut_rig_run(r, 1, dt);
        double now = sut_rig_total(r);
        kinetic = fmax(kinetic, sut_rig_energy(r).kinetic);
        for (int k = i - window < 0 ? 0 : i - window; k < i; k++) {
            double rise = (now - past[k % MEMORY]) / kinetic;
            worst = rise <= worst ? worst : rise;
        }
        past[i % MEMORY] = now;
    }
    return r->ok ? worst : SUT_RIG_NAN;
}

typedef struct whip {
    const char *name;
    bool pinned, heavy;
    double speed;  // m/s, of the end
    double radius; // m
} whip;

static const whip whips[] = {
    {"free, 5 m/s", false, false, 5.0, 1e-4},
    {"free, fine, 1 m/s", false, false, 1.0, 12.5e-6},
    {"pinned, falling", true, true, 0.0, 1e-4},
    {"pinned, fine, 3 m/s", true, true, 3.0, 12.5e-6},
};

static void energy_row(sut_check_log *log, const whip *w, double dt) {
    sut_vec3 x[WHIP];
    sut_vec3 v[WHIP];
    sut_rig_line(x, WHIP, vec(0, 0, 0), vec(0.1, 0, 0));
    for (int i = 0; i < WHIP; i++) {
        double s = (double)i / (WHIP - 1);
        // across, and strongest at the ends
        double shape = w->pinned ? s * s * s : 8.0 * (s - 0.5) * (s - 0.5) * (s - 0.5);
        v[i] = vec(0.0, w->speed * shape, 0.3 * w->speed * s * shape);
    }
    sut_world_def world = earth();
    if (!w->heavy) {
        world.gravity = vec(0, 0, 0);
    }
    sut_thread_def def = sut_default_thread_def();
    sut_thread_def_set_round(&def, 2e9, 0.4, 1140.0, w->radius);
    def.positions = x;
    def.velocities = v;
    def.vertex_count = WHIP;
    sut_rig r = sut_rig_open(log, &world, &def);
    if (w->pinned) {
        sut_rig_hold(&r, 0, SUT_HOLD_PIN);
    }
    char text[80];
    (void)snprintf(text, sizeof text, "dt %g ms: %s", 1e3 * dt, w->name);
    sut_check_row(log, text, 0.01, largest_rise(&r, (int)lround(1.0 / dt), dt), 0.0, SUT_TOL_MAX,
                  "");
    sut_rig_close(&r);
}

void sut_check_energy(sut_check_log *log) {
    static const double steps[] = {1e-3, 5e-3, 20e-3};
    for (size_t i = 0; i < sizeof whips / sizeof whips[0]; i++) {
        for (size_t k = 0; k < sizeof steps / sizeof steps[0]; k++) {
            energy_row(log, &whips[i], steps[k]);
        }
    }
    sut_check_note(log, "largest rise of the energy within 10 ms over the largest kinetic energy");
}
