// SPDX-License-Identifier: MIT
// Forces of a shape are minus the derivatives of its energy: unequal edges, holds, natural shape.
#include "bench_rod.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>

static double energy_at(sut_rod *r) {
    sut_rod_kinematics(r);
    sut_rod_twist(r);
    sut_energy e = sut_rod_trial_energy(r);
    return (e.bend + e.twist) + e.gravity;
}

static void check_forces(bench_rod *b, double tolerance) {
    sut_rod *r = &b->rod;
    sut_variational_begin(r);
    double force[3 * BENCH_N];
    sut_variational_forces(r, force);
    double most = 0.0;
    double worst = 0.0;
    for (int i = 0; i < 3 * r->body.n; i++) {
        double *at = i % 3 == 0 ? r->body.move.x : (i % 3 == 1 ? r->body.move.y : r->body.move.z);
        const double h = 1e-6; // m, of edges of 1 cm
        double e[2];
        for (int side = 0; side < 2; side++) {
            at[i / 3] = side == 0 ? -h : h;
            e[side] = energy_at(r);
        }
        at[i / 3] = 0.0;
        double slope = -(e[1] - e[0]) / (2.0 * h);
        most = fmax(most, fabs(slope));
        worst = fmax(worst, fabs(slope - force[i]));
    }
    CHECK_LE(worst / most, tolerance);
}

static void bending(sut_thread_def *d) {
    d->EI = 1e-5;
}

static void twisting(sut_thread_def *d) {
    d->EI = 1e-5;
    d->GJ = 2e-5;
}

static void curved(sut_thread_def *d) {
    d->EI = 1e-5;
    d->GJ = 2e-5;
    d->natural_curvature[0] = 30.0;
    d->natural_curvature[1] = -10.0;
}

// Central differences over 1e-4 of an edge: an error of the square of that, 1e-8, times a third
// derivative of some units, and rounding 1e-16 of the energy over 1e-4.
TEST(bending_and_weight) {
    bench_rod b;
    REQUIRE(bench_rod_make(&b, bending));
    check_forces(&b, 1e-6);
    bench_rod_free(&b);
}

TEST(twist_between_held_ends) {
    bench_rod b;
    REQUIRE(bench_rod_make(&b, twisting));
    bench_rod_twist(&b, 40.0); // more than six turns
    check_forces(&b, 1e-6);
    bench_rod_free(&b);
}

TEST(natural_curvature) {
    bench_rod b;
    REQUIRE(bench_rod_make(&b, curved));
    bench_rod_twist(&b, 3.0);
    check_forces(&b, 1e-5); // spins are found to 1e-11 only
    bench_rod_free(&b);
}

TEST(rate_bounds_the_highest_frequency_of_a_straight_beam) {
    // (4 / l^2) sqrt(EI / mass per length) of an endless beam of equal edges
    sut_vec3 x[BENCH_N];
    for (int i = 0; i < BENCH_N; i++) {
        x[i] = v3(0.01 * i, 0.0, 0.0);
    }
    sut_thread_def d = sut_default_thread_def();
    d.positions = x;
    d.vertex_count = BENCH_N;
    d.model = SUT_MODEL_VARIATIONAL;
    d.EI = 1e-5;
    d.mass_per_length = 1e-3;
    bench_rod b;
    REQUIRE(bench_rod_make(&b, NULL));
    sut_rod_init(&b.rod, BENCH_N, b.memory);
    sut_rod_define(&b.rod, &d);
    // the bound is met by inner vertices; the same sum in another order
    CHECK_NEAR(sut_variational_rate(&b.rod) / (4.0 / 1e-4 * sqrt(1e-2)), 1.0, 1e-12);
    bench_rod_free(&b);
}
