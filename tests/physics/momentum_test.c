// SPDX-License-Identifier: MIT
// What a free thread keeps: momentum, angular momentum, and its rotation.
#include "physics_fixture.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>
#include <stdio.h>

// An arc out of plane that flies, spins and wobbles.
static void throw_arc(bench *b, int vertices) {
    for (int i = 0; i < vertices; i++) {
        double s = 0.1 * i / (vertices - 1);
        b->x[i] = v3(0.03 * sin(s / 0.03), 0.03 * cos(s / 0.03), 0.1 * s + 3.0 * s * s);
        sut_vec3 spin = v3_cross(v3(3.0, -5.0, 20.0), b->x[i]);
        b->v[i] = v3_add(v3(0.3, 0.2, -0.1), spin);
        b->v[i].z += 0.1 * sin(150.0 * s);
    }
}

// Linear momentum is kept by the equations whatever the tolerance leaves: internal forces cancel in
// pairs. Angular momentum is kept as far as the residual is solved: with x' and v' of the end of
// the step, the torques of internal forces vanish and dt v x v does too.
static void check_momentum(double implicitness, double dt, double tolerance) {
    bench b;
    bench_init(&b, 40, 0.1);
    throw_arc(&b, 40);
    b.def.implicitness = implicitness;
    b.world.tolerance = 1e-10; // the equations, not how far they are solved
    b.world.max_linearisations = 50;
    REQUIRE(bench_start(&b));
    sut_vec3 p = bench_momentum(&b);
    sut_vec3 l = bench_spin(&b);
    CHECK(bench_run(&b, 1.0, dt));
    CHECK_LE(v3_distance(bench_momentum(&b), p) / v3_norm(p), 1e-9);
    CHECK_LE(v3_distance(bench_spin(&b), l) / v3_norm(l), tolerance);
    bench_stop(&b);
}

TEST(kept_with_implicit_euler) {
    check_momentum(1.0, 1e-3, 1e-9);
    check_momentum(1.0, 5e-3, 1e-9);
}

// The mean of the forces at both ends of the step has no such identity: second order in dt.
TEST(kept_with_the_trapezoidal_rule) {
    check_momentum(0.5, 1e-3, 1e-2);
}

TEST(kept_at_the_usual_tolerance) {
    bench b;
    bench_init(&b, 40, 0.1);
    throw_arc(&b, 40);
    REQUIRE(bench_start(&b));
    sut_vec3 p = bench_momentum(&b);
    sut_vec3 l = bench_spin(&b);
    CHECK(bench_run(&b, 1.0, 1e-3));
    CHECK_LE(v3_distance(bench_momentum(&b), p) / v3_norm(p), 1e-9);
    CHECK_LE(v3_distance(bench_spin(&b), l) / v3_norm(l), 1e-3); // 1e-4 of the motion is left
    bench_stop(&b);
}

// The centre of a free thread flies along a parabola, whatever the thread does.
TEST(the_centre_flies_along_a_parabola) {
    bench b;
    bench_init(&b, 30, 0.1);
    throw_arc(&b, 30);
    b.world.gravity = v3(0.5, 0.0, -9.81);
    REQUIRE(bench_start(&b));
    sut_vec3 start = bench_centre(&b);
    sut_vec3 p = bench_momentum(&b);
    double mass = 0.0;
    for (int i = 0; i < 30; i++) {
        mass += bench_mass(&b, i);
    }
    const double t = 0.5;
    const double dt = 2e-3;
    CHECK(bench_run(&b, t, dt));
    sut_vec3 expected = v3_madd(start, t / mass, p);
    expected = v3_madd(expected, 0.5 * t * (t + dt), b.world.gravity);
    CHECK_LE(v3_distance(bench_centre(&b), expected), 1e-9); // m, of a flight of 1.2 m
    bench_stop(&b);
}

//---- rotation of a bent thread --------------------------------------------------------------------
// A naturally straight arc would open; one that is curved at rest turns as a rigid body. Its
// rotation about its centre must not be slowed by the damping of bending.
static double rotation_left(double damping_bend, double implicitness, double dt) {
    bench b;
    const int n = 41;
    const double omega = 12.0; // rad/s
    bench_init(&b, n, 0.1);
    sut_vec3 centre = v3_zero();
    for (int i = 0; i < n; i++) {
        double a = 2.5 * i / (n - 1) - 1.25;
        b.x[i] = v3(0.04 * cos(a), 0.04 * sin(a), 0.0);
        double w = i == 0 || i == n - 1 ? 0.5 : 1.0;
        centre = v3_madd(centre, w / (n - 1), b.x[i]);
    }
    for (int i = 0; i < n; i++) {
        b.x[i] = v3_sub(b.x[i], centre);
        b.v[i] = v3_cross(v3(0.0, 0.0, omega), b.x[i]);
    }
    // the curvature of the polygon, towards its centre: d1 is z here, so d2 lies in the plane
    double edge = v3_distance(b.x[0], b.x[1]);
    double kappa = 2.0 * tan(0.5 * 2.5 / (n - 1)) / edge;
    b.def.natural_curvature[1] = kappa;
    b.def.damping_bend = damping_bend;
    b.def.implicitness = implicitness;
    if (!CHECK(bench_start(&b))) {
        return NAN;
    }
    double before = bench_energy(&b).kinetic;
    CHECK_LE(bench_energy(&b).bend / before, 1e-6); // else natural curvature has another sense
    CHECK(bench_run(&b, 1.0, dt));
    double left = bench_energy(&b).kinetic / before;
    bench_stop(&b);
    return left;
}

// Implicit Euler loses the share (omega dt)^2 of the kinetic energy of a rotation per step:
// v' = v - dt omega^2 x' makes |v'|^2 = |v|^2 / (1 + (omega dt)^2).
TEST(damping_of_bending_does_not_slow_a_rotation) {
    const double dt = 1e-3;
    double per_step = 1.0 / (1.0 + 144.0 * dt * dt);
    double expected = pow(per_step, 1.0 / dt);
    double damped = rotation_left(0.02, 1.0, dt);
    double free = rotation_left(0.0, 1.0, dt);
    CHECK_NEAR(damped, expected, 2e-3);
    CHECK_NEAR(damped, free, 1e-4); // centrifugal bending differs by its damping
}

TEST(the_trapezoidal_rule_keeps_a_rotation) {
    CHECK_NEAR(rotation_left(0.0, 0.5, 1e-3), 1.0, 1e-3);
}

// Curves of all kinds, thrown: with the trapezoidal rule and without damping energy stays.
TEST(the_trapezoidal_rule_keeps_energy) {
    bench b;
    bench_init(&b, 30, 0.1);
    throw_arc(&b, 30);
    b.def.implicitness = 0.5;
    b.def.damping_bend = 0.0;
    REQUIRE(bench_start(&b));
    sut_energy e = bench_energy(&b);
    double before = bench_total(&e);
    CHECK(bench_run(&b, 0.1, 1e-5)); // the fastest bending waves have some 10 us
    e = bench_energy(&b);
    CHECK_NEAR(bench_total(&e) / before, 1.0, 0.02);
    bench_stop(&b);
}
