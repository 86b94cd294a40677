// SPDX-License-Identifier: MIT
// defs.c -- default defs.
#include "data/world.h"

#include <math.h>
#include <string.h>

sut_world_def sut_default_world_def(void) {
    sut_world_def d;
    memset(&d, 0, sizeof d);
    d.gravity = (sut_vec3){0.0, 0.0, -9.81};
    d.capacity = (sut_capacity){4, 4096, 64, 1024, 256, 16, 512, 2, 0, 0, 0, 0};
    d.max_linearisations = 12;
    d.max_halvings = 10;
    d.tolerance = 1e-4;
    d.contact.solver = SUT_CONTACT_DEFAULT;
    d.contact.iterations = 50;
    d.contact.tolerance = 1e-6;
    d.contact.stiffness = 1.0;
    d.cookie = SUT_COOKIE_WORLD;
    return d;
}

void sut_thread_def_set_round(sut_thread_def *def, double young, double poisson, double density,
                              double radius) {
    const double pi = 3.14159265358979323846;
    double area = pi * radius * radius;
    double second = 0.25 * pi * radius * radius * radius * radius;
    def->radius = radius;
    def->EA = young * area;
    def->EI = young * second;
    def->GJ = young / (2.0 * (1.0 + poisson)) * (2.0 * second);
    def->mass_per_length = density * area;
}

// Published are all but the last two, and the strain: the quadratic spring has the factor of the
// linear one, which makes them equal at twice the length.
sut_springs_def sut_springs_def_published(void) {
    return (sut_springs_def){.stretch = 800.0,
                             .stretch_damper = 1.0,
                             .torsion = 10.0,
                             .torsion_damper = 0.05,
                             .swivel_damper = 0.2,
                             .repulsion = 100.0,
                             .repulsion_damper = 5.0,
                             .full_strain = 1.0,
                             .shortest = -1.0,
                             .longest = -1.0};
}

static sut_springs_def derived_springs(void) {
    return (sut_springs_def){.stretch = -1.0,
                             .stretch_damper = -1.0,
                             .torsion = -1.0,
                             .torsion_damper = -1.0,
                             .swivel_damper = -1.0,
                             .full_strain = 0.01,
                             .shortest = -1.0,
                             .longest = -1.0};
}

sut_thread_def sut_default_thread_def(void) {
    sut_thread_def d;
    memset(&d, 0, sizeof d);
    sut_thread_def_set_round(&d, 2e9, 0.4, 1140.0, 1e-4); // nylon, 0.2 mm thick
    d.damping_bend = 0.02;
    d.model = SUT_MODEL_IMPLICIT;
    d.inertia = SUT_INERTIA_MASS;
    d.mobility = 1000.0; // between water (some 300) and air (some 10 000)
    d.twist = SUT_TWIST_QUASI_STATIC;
    d.implicitness = 1.0;
    d.springs = derived_springs();
    d.cookie = SUT_COOKIE_THREAD;
    return d;
}

sut_obstacle_def sut_default_obstacle_def(void) {
    sut_obstacle_def d;
    memset(&d, 0, sizeof d);
    d.kind = SUT_OBSTACLE_PLANE;
    d.axis = (sut_vec3){0.0, 0.0, 1.0};
    d.length = HUGE_VAL;
    d.friction = 0.3;
    d.cookie = SUT_COOKIE_OBSTACLE;
    return d;
}

sut_hold_def sut_default_hold_def(void) {
    sut_hold_def d;
    memset(&d, 0, sizeof d);
    d.kind = SUT_HOLD_PIN;
    d.from = -HUGE_VAL;
    d.until = HUGE_VAL;
    d.max_force = HUGE_VAL;
    d.cookie = SUT_COOKIE_HOLD;
    return d;
}
