// SPDX-License-Identifier: MIT
// Tissues that move: rigid motion, fall, spin, sudden loads, energy.
#include "validate/checks.h"
#include "validate/tissue_rig.h"
#include "validate/vector.h"

#include <stdio.h>

static const char pad[] = "\"model\": \"solid\", \"material\": \"skin\", \"shape\": {\"type\": "
                          "\"pad\", \"size\": [0.02, 0.01, 0.006], \"cells\": [6, 4, 2]}";
static const char vessel[] =
    "\"model\": \"shell\", \"material\": \"artery\", \"thickness\": 2e-4, \"shape\": {\"type\": "
    "\"vessel\", \"radius\": 1e-3, \"length\": 6e-3, \"cells\": [16, 16]}";
static const char cloth[] =
    "\"model\": \"membrane\", \"material\": {}, \"rest\": 1, \"membrane\": {\"stiffness\": 50, "
    "\"node_mass\": 1e-6}, \"shape\": {\"type\": \"sheet\", \"size\": [0.01, 0.01], \"cells\": "
    "[8, 8]}";

static const struct {
    const char *name, *text;
} bodies[] = {{"solid", pad}, {"shell", vessel}, {"membrane", cloth}};
enum { BODIES = sizeof bodies / sizeof bodies[0] };

//---- rigid motion --------------------------------------------------------------------------------

// All nodes are led along a turn by 2 rad and a way: nothing may feel strained.
void sut_check_tissue_rigid(sut_check_log *log) {
    for (int i = 0; i < BODIES; i++) {
        sut_tissue_rig r = sut_tissue_rig_open(
            log, NULL,
            "{%s, \"contact\": false, \"hold\": [{\"group\": \"all\", \"how\": \"pin\", "
            "\"motion\": [{\"t\": 0}, {\"t\": 0.1, \"offset\": [0.01, -0.02, 0.03], \"rotation\": "
            "[1.2, -0.9, 1.3]}]}]}",
            bodies[i].text);
        sut_tissue_rig_steps(&r, 120, 1e-3);
        char text[80];
        (void)snprintf(text, sizeof text, "%s: largest strain after a turn", bodies[i].name);
        // a cell is 1e-3 m some 1e-2 m from the origin: 1e-16 of that is 1e-15 of a cell
        sut_check_row(log, text, 0.0, sut_tissue_rig_strain(&r), 1e-12, SUT_TOL_ABS, "");
        sut_tissue_rig_close(&r);
    }
}

//---- fall and spin -------------------------------------------------------------------------------
void sut_check_tissue_fall(sut_check_log *log) {
    enum { STEPS = 200 };
    const double dt = 1e-3;
    for (int i = 0; i < BODIES; i++) {
        sut_tissue_rig r = sut_tissue_rig_open(
            log, "[0, 0, -9.81]",
            "{%s, \"contact\": false, \"velocity\": [0.1, 0, 0.2], \"spin\": [0, 3, 8]}",
            bodies[i].text);
        sut_vec3 from = sut_tissue_rig_figures(&r).momentum;
        sut_tissue_rig_steps(&r, STEPS, dt);
        sut_tissue_figures f = sut_tissue_rig_figures(&r);
        double mass = sut_tissue_rig_view(&r).mass;
        double t = STEPS * dt;
        char text[80];
        (void)snprintf(text, sizeof text, "%s, spinning: momentum along x", bodies[i].name);
        sut_check_row(log, text, mass * 0.1, f.momentum.x, 1e-9, SUT_TOL_REL, "kg m/s");
        (void)snprintf(text, sizeof text, "%s, spinning: change along z", bodies[i].name);
        sut_check_row(log, text, -mass * 9.81 * t, f.momentum.z - from.z, 1e-9, SUT_TOL_REL,
                      "kg m/s");
        sut_tissue_rig_close(&r);
    }
    sut_check_note(log, "200 ms of free fall; spins 3 and 8 rad/s");
}

//---- energy --------------------------------------------------------------------------------------

// Energy in free motion: what it gains within 10 ms, against the largest kinetic energy.
static void free_energy(sut_check_log *log, const char *name, const char *text, const char *hold,
                        int steps, double dt) {
    sut_tissue_rig r = sut_tissue_rig_open(
        log, NULL, "{%s, \"contact\": false, \"damping\": {\"strain\": 0}%s}", text, hold);
    enum { WINDOW = 10 };
    double past[WINDOW];
    double kinetic = 0.0;
    double gain = 0.0;
    for (int i = 0; i < steps && r.ok; i++) {
        double energy = sut_tissue_rig_energy(&r);
        sut_tissue_energy parts = {0};
        (void)sut_tissue_get_energy(r.world, sut_scene_tissue_id(0), &parts);
        kinetic = fmax(kinetic, parts.kinetic);
        for (int k = 0; k < WINDOW && k < i; k++) {
            gain = fmax(gain, energy - past[k]);
        }
        past[i % WINDOW] = energy;
        sut_tissue_rig_steps(&r, 1, dt);
    }
    char row[80];
    (void)snprintf(row, sizeof row, "%s: gain of energy", name);
    sut_check_row(log, row, 0.0, r.ok && kinetic > 0.0 ? gain / kinetic : SUT_RIG_NAN, 0.01,
                  SUT_TOL_MAX, "of kinetic");
    sut_tissue_rig_close(&r);
}

void sut_check_tissue_energy(sut_check_log *log) {
    free_energy(log, "spinning solid", pad, ", \"spin\": [0, 0, 200], \"velocity\": [1, 0, 0]", 300,
                1e-3);
    free_energy(log, "spinning shell", vessel, ", \"spin\": [0, 400, 0]", 300, 1e-3);
    free_energy(log, "spinning membrane", cloth, ", \"spin\": [30, 0, 100]", 300, 1e-3);
    sut_check_note(log, "no damping; a rotation that stretches the body and swings");
}

//---- sudden loads --------------------------------------------------------------------------------
static void sudden(sut_check_log *log, const char *name, const char *text, const char *holds,
                   double size, double dt) {
    sut_tissue_rig r =
        sut_tissue_rig_open(log, NULL, "{%s, \"contact\": false, \"hold\": [%s]}", text, holds);
    sut_tissue_rig_steps(&r, (int)(0.4 / dt), dt);
    sut_tissue_figures f = sut_tissue_rig_figures(&r);
    char row[80];
    (void)snprintf(row, sizeof row, "%s, dt %g ms: way", name, dt * 1e3);
    // bounded: not further than fifty times its size, where rubber would be long torn
    sut_check_row(log, row, 50.0 * size, f.displacement_max, 0.0, SUT_TOL_MAX, "m");
    sut_tissue_rig_steps(&r, (int)(0.4 / dt), dt);
    sut_tissue_view v = sut_tissue_rig_view(&r);
    double fastest = v.node_count > 0 ? 0.0 : SUT_RIG_NAN;
    for (int i = 0; i < v.node_count; i++) {
        fastest = fmax(fastest, vec_norm(v.velocity[i]));
    }
    (void)snprintf(row, sizeof row, "%s, dt %g ms: speed after 0.8 s", name, dt * 1e3);
    // at rest: below one size in a second
    sut_check_row(log, row, size, fastest, 0.0, SUT_TOL_MAX, "m/s");
    sut_tissue_rig_close(&r);
}

void sut_check_tissue_sudden(sut_check_log *log) {
    static const double dts[3] = {1e-3, 1e-2, 5e-2};
    for (int k = 0; k < 3; k++) {
        sudden(log, "1 N on an edge of a vessel", vessel,
               "{\"group\": \"start\", \"how\": \"pin\"}, {\"nodes\": [256], \"how\": \"force\", "
               "\"force\": [1, 0, 0]}",
               6e-3, dts[k]);
        sudden(log, "5 N on a pad", pad,
               "{\"group\": \"z-\", \"how\": \"pin\"}, {\"group\": \"z+\", \"how\": \"force\", "
               "\"force\": [5, 0, 0]}",
               6e-3, dts[k]);
        sut_check_progress(log, (k + 1) / 3.0);
    }
}
