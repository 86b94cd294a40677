// SPDX-License-Identifier: MIT
// Dampers: their signs take power, rates are those of the shape, and what they leave alone.
#include "spring_rod.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>

// Forces of all dampers at the velocities of the rod.
static void damper_forces(sut_rod *r, double *force) {
    sut_springs_begin(r);
    for (int i = 0; i < 3 * r->body.n; i++) {
        force[i] = r->body.answer[i];
    }
}

static double power(const sut_rod *r, const double *force) {
    double sum = 0.0;
    for (int i = 0; i < r->body.n; i++) {
        sut_vec3 f = v3(force[3 * i], force[3 * i + 1], force[3 * i + 2]);
        sum += v3_dot(f, r->state.velocity[i]);
    }
    return sum;
}

// Velocities at random, many times.
static void shake(sut_rod *r, int seed) {
    for (int i = 0; i < r->body.n; i++) {
        int k = 1000 * seed + 3 * i;
        r->state.velocity[i] = v3(spring_noise(k), spring_noise(k + 1), spring_noise(k + 2));
    }
}

TEST(every_model_loses_power_whatever_the_motion) {
    for (int model = 1; model <= 5; model++) {
        CASE("model %d", model);
        spring_rod s;
        REQUIRE(spring_rod_make(&s, model, NULL));
        for (int k = 0; k < 100; k++) {
            CASE("k %d", k);
            double force[3 * SPRING_N];
            shake(&s.rod, k + 1);
            damper_forces(&s.rod, force);
            CHECK(power(&s.rod, force) < 0.0);
        }
        spring_rod_free(&s);
    }
}

static double angle_at(const sut_rod *r, int i, double t) {
    sut_vec3 x[3];
    for (int k = 0; k < 3; k++) {
        x[k] = v3_madd(r->body.position[i - 1 + k], t, r->state.velocity[i - 1 + k]);
    }
    sut_vec3 a = v3_sub(x[1], x[0]);
    sut_vec3 b = v3_sub(x[2], x[1]);
    return atan2(v3_norm(v3_cross(a, b)), v3_dot(a, b));
}

static void torsion_only(sut_thread_def *d) {
    d->springs.stretch_damper = 0.0;
}

// Power = -k_td (d angle / dt)^2, the rate by differences.
TEST(the_torsional_damper_acts_on_the_rate_of_the_angle) {
    spring_rod s;
    REQUIRE(spring_rod_make(&s, 3, torsion_only));
    double force[3 * SPRING_N];
    damper_forces(&s.rod, force);
    double want = 0.0;
    for (int i = 1; i < SPRING_N - 1; i++) {
        const double t = 1e-7; // s, 5e-6 of an edge
        double rate = (angle_at(&s.rod, i, t) - angle_at(&s.rod, i, -t)) / (2.0 * t);
        want -= 0.05 * rate * rate;
    }
    CHECK_NEAR(power(&s.rod, force) / want, 1.0, 1e-6); // differences: 1e-9 of the angle over t
    spring_rod_free(&s);
}

static void swivel_only(sut_thread_def *d) {
    d->springs.stretch_damper = 0.0;
    d->springs.torsion_damper = 0.0;
}

// (2.33) to (2.36) with a unit vector and the sign that takes power; joints here are bent enough
// for the whole of it but for 1e-2.
TEST(the_swivel_damper_is_the_published_one_with_the_other_sign) {
    spring_rod s;
    REQUIRE(spring_rod_make(&s, 4, swivel_only));
    sut_rod *r = &s.rod;
    double force[3 * SPRING_N];
    damper_forces(r, force);
    sut_vec3 want[SPRING_N] = {{0}};
    for (int i = 1; i < SPRING_N - 1; i++) {
        sut_vec3 a = v3_normalized(v3_sub(r->body.position[i], r->body.position[i - 1]));
        sut_vec3 b = v3_normalized(v3_sub(r->body.position[i + 1], r->body.position[i]));
        sut_vec3 c = v3_cross(a, b);
        double full = v3_norm2(c) / (v3_norm2(c) + 0.0025);
        sut_vec3 n = v3_normalized(c);
        double u = v3_dot(v3_sub(r->state.velocity[i - 1], r->state.velocity[i]), n) /
                   r->work.length[i - 1];
        double w =
            v3_dot(v3_sub(r->state.velocity[i + 1], r->state.velocity[i]), n) / r->work.length[i];
        want[i - 1] = v3_madd(want[i - 1], -0.2 * full * u, n);
        want[i + 1] = v3_madd(want[i + 1], -0.2 * full * w, n);
        want[i] = v3_madd(want[i], 0.2 * full * (u + w), n);
    }
    for (int i = 0; i < SPRING_N; i++) {
        CASE("i %d", i);
        sut_vec3 got = v3(force[3 * i], force[3 * i + 1], force[3 * i + 2]);
        CHECK_NEAR(v3_distance(got, want[i]), 0.0, 1e-12); // N, of some 10 N
    }
    spring_rod_free(&s);
}

// All but the swivel damper, which is known to hold back what turns as a whole.
TEST(a_thread_that_turns_as_a_whole_is_damped_by_the_swivel_alone) {
    for (int model = 3; model <= 4; model++) {
        CASE("model %d", model);
        spring_rod s;
        REQUIRE(spring_rod_make(&s, model, NULL));
        sut_rod *r = &s.rod;
        double force[3 * SPRING_N];
        for (int i = 0; i < r->body.n; i++) {
            r->state.velocity[i] = v3_cross(v3(3.0, -2.0, 5.0), r->body.position[i]);
        }
        damper_forces(r, force);
        double lost = -power(r, force);
        CHECK(model == 3 ? lost < 1e-20 : lost > 1e-6); // W; rounding squared
        spring_rod_free(&s);
    }
}

// The implicit solve: all momentum stays, and energy goes.
TEST(dampers_keep_momentum) {
    spring_rod s;
    REQUIRE(spring_rod_make(&s, 5, NULL));
    sut_rod *r = &s.rod;
    r->work.gravity = v3_zero();
    sut_vec3 before = v3_zero();
    for (int i = 0; i < r->body.n; i++) {
        before = v3_madd(before, r->def.mass[i], r->state.velocity[i]);
    }
    for (int k = 0; k < 20; k++) {
        CASE("k %d", k);
        sut_rod_predict(r);
        sut_springs_begin(r);
        sut_springs_solve(r);
        REQUIRE(!r->work.progress.failed);
        sut_springs_commit(r);
    }
    sut_vec3 after = v3_zero();
    for (int i = 0; i < r->body.n; i++) {
        after = v3_madd(after, r->def.mass[i], r->state.velocity[i]);
    }
    // 20 solves of systems whose dampers are 1e2 times the masses
    CHECK_NEAR(v3_distance(before, after) / v3_norm(before), 0.0, 1e-11);
    spring_rod_free(&s);
}
