// SPDX-License-Identifier: MIT
// gradient.c -- G: what the holds must give is the derivative of the energy that the engine
// reports.
//
// Every vertex of a short thread of unequal edges is held; then one is moved by a little to either
// side. Forces and energies come from different formulas inside the engine. Cases add one thing
// after the other: stretch, bending, twist between spin-holding ends, natural curvature, weight.
#include "validate/checks.h"
#include "validate/rig.h"
#include "validate/vector.h"

#include <stdio.h>

enum { VERTICES = 9 };

typedef struct fixture {
    const char *name;
    double EI, GJ, curvature, natural_twist, weight;
    bool spun; // ends hold tangent and spin
} fixture;

static const fixture fixtures[] = {
    {"stretch", 0.0, 0.0, 0.0, 0.0, 0.0, false},
    {"stretch, bend, weight", 1.0, 0.0, 0.0, 0.0, 3.0, false},
    {"bend, twisted ends", 1.0, 0.7, 0.0, 0.0, 0.0, true},
    {"bend, natural curvature", 1.0, 0.7, 1.3, 0.0, 0.0, false},
    {"all of it, natural twist too", 1.0, 0.7, 1.3, 0.4, 3.0, true},
};

// Irregular, but the same on every run.
static double scatter(int i, int k) {
    double s = sin(12.9898 * i + 78.233 * k) * 43758.5453;
    return s - floor(s) - 0.5;
}

typedef struct bench {
    sut_rig rig;
    sut_hold_id hold[VERTICES];
    sut_hold_key key[VERTICES];
} bench;

static void prepare(sut_check_log *log, const fixture *f, bench *b) {
    sut_vec3 x[VERTICES];
    double rest[VERTICES - 1];
    double along = 0.0;
    for (int i = 0; i < VERTICES; i++) {
        x[i] = vec(along, 0.15 * scatter(i, 0), 0.15 * scatter(i, 1));
        along += 0.2 + 0.15 * scatter(i, 2); // 0.125 .. 0.275
    }
    for (int i = 0; i < VERTICES - 1; i++) {
        rest[i] = vec_distance(x[i + 1], x[i]) * (1.0 + 0.1 * scatter(i, 3));
    }
    sut_world_def world = sut_rig_world(1e-8);
    world.gravity = vec(0.1 * f->weight, 0, -f->weight);
    sut_thread_def def = sut_rig_static(x, VERTICES, 1.6, 1.0);
    def.rest_lengths = rest;
    def.EI = f->EI;
    def.GJ = f->GJ;
    def.EA = 5.0;
    def.natural_curvature[0] = f->curvature;
    def.natural_curvature[1] = -0.5 * f->curvature;
    def.natural_twist = f->natural_twist;
    b->rig = sut_rig_open(log, &world, &def);
    for (int i = 0; i < VERTICES; i++) {
        bool end = i == 0 || i == VERTICES - 1;
        b->key[i] = (sut_hold_key){.position = x[i], .direction = vec(1.0, 0.1 * i, -0.2)};
        b->key[i].spin = i == 0 ? 0.0 : 2.5;
        sut_hold_kind kind = end && f->spun ? SUT_HOLD_TWIST : SUT_HOLD_PIN;
        b->hold[i] = sut_rig_hold_at(&b->rig, i, kind, b->key[i]);
    }
}

static double *component(sut_vec3 *v, int k) {
    return k == 0 ? &v->x : (k == 1 ? &v->y : &v->z);
}

// Energy with one coordinate moved by h. Two steps: the first goes there, the second stands still.
static double energy_at(bench *b, int vertex, int k, double h) {
    sut_hold_key key = b->key[vertex];
    *component(&key.position, k) += h;
    sut_rig_target(&b->rig, b->hold[vertex], key);
    sut_rig_run(&b->rig, 2, SUT_RIG_DT);
    return sut_rig_elastic(&b->rig);
}

// Central difference with a step of 1e-4 of an edge and its fourth-order correction.
static double slope(bench *b, int vertex, int k) {
    const double h = 2e-4;
    double near = energy_at(b, vertex, k, h) - energy_at(b, vertex, k, -h);
    double far = energy_at(b, vertex, k, 2.0 * h) - energy_at(b, vertex, k, -2.0 * h);
    return (8.0 * near - far) / (12.0 * h);
}

static double spin_energy(bench *b, double h) {
    sut_hold_key key = b->key[VERTICES - 1];
    key.spin += h;
    sut_rig_target(&b->rig, b->hold[VERTICES - 1], key);
    sut_rig_run(&b->rig, 2, SUT_RIG_DT);
    return sut_rig_elastic(&b->rig);
}

static void force_row(sut_check_log *log, const fixture *f, bench *b) {
    double worst = 0.0;
    double largest = 0.0;
    sut_vec3 force[VERTICES];
    sut_rig_run(&b->rig, 2, SUT_RIG_DT);
    for (int i = 0; i < VERTICES; i++) {
        force[i] = sut_rig_reading(&b->rig, b->hold[i]).force;
        largest = fmax(largest, vec_norm(force[i]));
    }
    for (int i = 0; i < VERTICES; i++) {
        for (int k = 0; k < 3; k++) {
            double error = fabs(slope(b, i, k) - *component(&force[i], k));
            worst = error <= worst ? worst : error;
        }
        (void)energy_at(b, i, 0, 0.0); // back in place
    }
    sut_check_row(log, f->name, 0.0, worst / largest, 1e-7, SUT_TOL_ABS, "relative");
}

static void torque_row(sut_check_log *log, const fixture *f, bench *b) {
    const double h = 1e-3;
    sut_rig_run(&b->rig, 2, SUT_RIG_DT);
    double torque = sut_rig_reading(&b->rig, b->hold[VERTICES - 1]).spin_torque;
    double near = spin_energy(b, h) - spin_energy(b, -h);
    double far = spin_energy(b, 2.0 * h) - spin_energy(b, -2.0 * h);
    double truth = (8.0 * near - far) / (12.0 * h);
    char text[64];
    (void)snprintf(text, sizeof text, "%s: torque", f->name);
    sut_check_row(log, text, truth, torque, 1e-7, SUT_TOL_REL, "N m");
}

void sut_check_gradients(sut_check_log *log) {
    for (size_t i = 0; i < sizeof fixtures / sizeof fixtures[0]; i++) {
        const fixture *f = &fixtures[i];
        bench b;
        prepare(log, f, &b);
        force_row(log, f, &b);
        if (f->spun) {
            torque_row(log, f, &b);
        }
        sut_rig_close(&b.rig);
    }
    sut_check_note(log, "largest error of a hold's force against the difference of energies");
}
