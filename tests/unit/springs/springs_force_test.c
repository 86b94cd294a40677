// SPDX-License-Identifier: MIT
// Springs: derivatives of their energies, the published formulas, and how fast they can swing.
#include "spring_rod.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>

static double potential(const spring_rod *s) {
    sut_energy e = sut_springs_energy(&s->rod);
    return e.stretch + e.bend + e.twist + e.gravity;
}

static void check_gradient(spring_rod *s) {
    sut_rod *r = &s->rod;
    sut_springs_begin(r);
    double most = 0.0;
    double worst = 0.0;
    const double step = 1e-7; // m, 5e-6 of an edge
    for (int i = 0; i < r->body.n; i++) {
        const sut_vec3 axis[3] = {v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)};
        for (int k = 0; k < 3; k++) {
            spring_rod_shift(s, i, v3_scale(axis[k], step));
            double high = potential(s);
            spring_rod_shift(s, i, v3_scale(axis[k], -2.0 * step));
            double low = potential(s);
            spring_rod_shift(s, i, v3_scale(axis[k], step));
            double slope = -(high - low) / (2.0 * step);
            most = fmax(most, fabs(slope));
            worst = fmax(worst, fabs(slope - r->work.start_force[3 * i + k]));
        }
    }
    // differences lose 1e-16 of the energy over the step: 1e-8 of a force, and their second order
    CHECK_LE(worst / most, 1e-6);
}

static void wide(sut_thread_def *d) {
    d->springs.longest = 2.0; // the stops have no part in these forces
    d->springs.shortest = 0.1;
}

static void derived(sut_thread_def *d) {
    d->springs = sut_default_thread_def().springs;
    d->EA = 500.0;
    d->EI = 0.02;
    wide(d);
}

TEST(forces_are_derivatives_of_the_energies) {
    for (int model = 1; model <= 5; model++) {
        CASE("model %d", model);
        for (int k = 0; k < 2; k++) {
            CASE("k %d", k);
            spring_rod s;
            REQUIRE(spring_rod_make(&s, model, k == 0 ? wide : derived));
            check_gradient(&s);
            spring_rod_clamp(&s, v3(1.0, 0.4, -0.2));
            check_gradient(&s);
            spring_rod_free(&s);
        }
    }
}

// (2.19) to (2.25) as printed, with unit vectors.
TEST(the_torsional_spring_is_the_published_one) {
    spring_rod s;
    REQUIRE(spring_rod_make(&s, 2, NULL));
    sut_rod *r = &s.rod;
    r->work.gravity = v3_zero();
    sut_springs_begin(r);
    double bent[3 * SPRING_N];
    for (int i = 0; i < 3 * SPRING_N; i++) {
        bent[i] = r->work.start_force[i];
    }
    spring_rod limp;
    REQUIRE(spring_rod_make(&limp, 1, NULL));
    limp.rod.work.gravity = v3_zero();
    sut_springs_begin(&limp.rod);
    sut_vec3 want[SPRING_N] = {{0}};
    const double pi = 3.14159265358979323846;
    for (int i = 1; i < SPRING_N - 1; i++) {
        sut_vec3 a = v3_normalized(v3_sub(r->body.position[i], r->body.position[i - 1]));
        sut_vec3 b = v3_normalized(v3_sub(r->body.position[i + 1], r->body.position[i]));
        sut_vec3 c = v3_cross(a, b);
        double sine = asin(v3_norm(c));
        double angle = v3_dot(a, b) >= 0.0 ? sine : pi - sine;
        sut_vec3 after = v3_normalized(v3_cross(b, c));
        sut_vec3 before = v3_normalized(v3_cross(a, c));
        sut_vec3 f = v3_scale(before, 10.0 * angle / (pi * r->work.length[i - 1]));
        sut_vec3 g = v3_scale(after, 10.0 * angle / (pi * r->work.length[i]));
        want[i - 1] = v3_add(want[i - 1], f);
        want[i + 1] = v3_add(want[i + 1], g);
        want[i] = v3_sub(want[i], v3_add(f, g));
    }
    for (int i = 0; i < SPRING_N; i++) {
        CASE("i %d", i);
        const double *o = &limp.rod.work.start_force[3 * i];
        sut_vec3 got = v3(bent[3 * i] - o[0], bent[3 * i + 1] - o[1], bent[3 * i + 2] - o[2]);
        CHECK_NEAR(v3_distance(got, want[i]), 0.0, 1e-10); // N, of some 100 N
    }
    spring_rod_free(&limp);
    spring_rod_free(&s);
}

TEST(the_quadratic_spring_meets_the_linear_one_at_full_strain) {
    spring_rod s;
    REQUIRE(spring_rod_make(&s, 5, NULL));
    s.rod.def.springs.full_strain = 0.02;
    CHECK_NEAR(sut_springs_pull(&s.rod, 0.02), 16.0, 1e-12);
    CHECK_NEAR(sut_springs_pull(&s.rod, -0.02), -16.0, 1e-12);
    CHECK_NEAR(sut_springs_pull(&s.rod, 0.04), 64.0, 1e-12);
    spring_rod_free(&s);
}

// The bound must not be below the truth: a step just within it keeps the energy in reach.
TEST(steps_below_the_bound_are_stable) {
    for (int model = 1; model <= 2; model++) {
        CASE("model %d", model);
        spring_rod s;
        REQUIRE(spring_rod_make(&s, model, NULL));
        sut_rod *r = &s.rod;
        r->def.springs.stretch_damper = 0.0;
        r->work.gravity = v3_zero();
        double start = potential(&s) + sut_springs_energy(r).kinetic;
        r->work.dt = 1.2 / sut_springs_rate(r);
        double most = 0.0;
        for (int k = 0; k < 2000; k++) {
            CASE("k %d", k);
            sut_rod_predict(r);
            sut_springs_begin(r);
            sut_springs_solve(r);
            REQUIRE(!r->work.progress.failed);
            sut_springs_commit(r);
            sut_energy e = sut_springs_energy(r);
            most = fmax(most, e.kinetic + e.stretch + e.bend);
        }
        // explicit Euler swings by (omega h)^2 / 4 about the true energy and does not run away
        CHECK_LE(most / start, 3.0);
        spring_rod_free(&s);
    }
}
