// SPDX-License-Identifier: MIT
// Multipliers: matrices against differences, both solvers against each other, lengths kept.
#include "bench_rod.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>
#include <string.h>

// The chain of a pinned rod in the middle of a step, with densities of some size.
static sut_multipliers chain_of(bench_rod *b, double size) {
    sut_rod *r = &b->rod;
    double *weight;
    double *goal;
    bench_rod_pin(b, 0);
    sut_variational_begin(r);
    sut_variational_solve(r, false);
    sut_multipliers c = sut_multipliers_of(r, &weight, &goal);
    c.reach = 0.5 * r->work.dt * r->work.dt;
    c.give = NULL;
    for (int i = 0; i < c.edges; i++) {
        c.density[i] = size * bench_noise(900 + i);
    }
    return c;
}

// Lack of every edge depends on three densities; central differences of a quadratic are exact.
static void check_matrix(bool springs) {
    bench_rod b;
    REQUIRE(bench_rod_make(&b, NULL));
    sut_multipliers c = chain_of(&b, 300.0);
    double give[BENCH_N];
    for (int i = 0; springs && i < c.edges; i++) {
        give[i] = 1e-6 * (2.0 + bench_noise(i));
    }
    c.give = springs ? give : NULL;
    double rows[3][BENCH_N];
    (void)sut_multipliers_lack(&c, 2.0);
    memcpy(rows[0], c.low, sizeof rows[0]);
    memcpy(rows[1], c.mid, sizeof rows[1]);
    memcpy(rows[2], c.up, sizeof rows[2]);
    for (int j = 0; j < c.edges; j++) {
        CASE("j %d", j);
        double h = 10.0;
        double lack[2][BENCH_N];
        double middle = c.density[j];
        for (int side = 0; side < 2; side++) {
            c.density[j] = middle + (side == 0 ? -h : h);
            (void)sut_multipliers_lack(&c, 2.0);
            memcpy(lack[side], c.right, sizeof lack[side]);
        }
        c.density[j] = middle;
        for (int i = 0; i < c.edges; i++) {
            CASE("i %d", i);
            double slope = (lack[1][i] - lack[0][i]) / (2.0 * h);
            double want = i == j + 1 ? rows[0][i] : (i == j ? rows[1][i] : 0.0);
            want = i == j - 1 ? rows[2][i] : want;
            // rounding: 1e-16 of a squared length over h
            CHECK_NEAR(slope, want, 1e-9 * fabs(rows[1][j]));
        }
    }
    bench_rod_free(&b);
}

TEST(newton_matrix_is_the_derivative) {
    check_matrix(false);
}

TEST(newton_matrix_of_an_extensible_thread_is_the_derivative) {
    check_matrix(true);
}

TEST(contraction_matrix_times_densities_is_the_right_side) {
    bench_rod b;
    REQUIRE(bench_rod_make(&b, NULL));
    sut_multipliers c = chain_of(&b, 300.0);
    (void)sut_multipliers_lack(&c, 1.0);
    for (int i = 0; i < c.edges; i++) {
        CASE("i %d", i);
        double sum = c.mid[i] * c.density[i];
        sum += i > 0 ? c.low[i] * c.density[i - 1] : 0.0;
        sum += i < c.edges - 1 ? c.up[i] * c.density[i + 1] : 0.0;
        double right = c.goal[i] * c.goal[i] - v3_norm2(sut_soa3_get(&c.bar, i));
        // (A + B(s)) s - R is what the length lacks; rounding of a squared length
        CHECK_NEAR(sum - right, c.right[i], 1e-13 * c.goal[i] * c.goal[i]);
    }
    bench_rod_free(&b);
}

TEST(contraction_and_newton_find_the_same_multipliers) {
    double found[2][BENCH_N];
    for (int k = 0; k < 2; k++) {
        CASE("k %d", k);
        bench_rod b;
        REQUIRE(bench_rod_make(&b, NULL));
        b.rod.def.variational.solver = (sut_multiplier_solver)k;
        bench_rod_pin(&b, 0);
        sut_variational_begin(&b.rod);
        sut_variational_solve(&b.rod, false);
        CHECK(b.rod.work.progress.done);
        CHECK(b.rod.work.progress.linearisations > 1); // the velocities are not those of a chain
        double *weight;
        double *goal;
        sut_multipliers c = sut_multipliers_of(&b.rod, &weight, &goal);
        memcpy(found[k], c.density, sizeof found[k]);
        bench_rod_free(&b);
    }
    for (int i = 0; i < BENCH_N - 1; i++) {
        CASE("i %d", i);
        // lengths right to 1e-13 of 1 cm, over h^2/2 and a mass of 1e-5 kg: 2e-6 N/m of 1e2
        CHECK_NEAR(found[0][i], found[1][i], 2e-5);
    }
}

TEST(lengths_are_kept_and_velocities_keep_them) {
    bench_rod b;
    REQUIRE(bench_rod_make(&b, NULL));
    bench_rod_pin(&b, 0);
    const sut_rod *r = &b.rod;
    for (int k = 0; k < 200; k++) {
        CASE("k %d", k);
        REQUIRE(bench_rod_step(&b));
        for (int i = 0; i < r->body.n - 1; i++) {
            CASE("i %d", i);
            sut_vec3 e = sut_soa3_get(&r->state.edge, i);
            CHECK_NEAR(v3_norm(e) / r->def.rest[i], 1.0, 1e-12);
            sut_vec3 u = v3_sub(r->state.velocity[i + 1], r->state.velocity[i]);
            // solved directly: rounding of a speed of 1 m/s
            CHECK_NEAR(v3_dot(e, u) / r->def.rest[i], 0.0, 1e-12);
        }
    }
    bench_rod_free(&b);
}

static void taut(sut_thread_def *d) {
    d->EA = 50.0;
}

TEST(hands_further_apart_than_the_thread_is_long_stretch_it) {
    bench_rod b;
    REQUIRE(bench_rod_make(&b, taut));
    bench_rod_pin(&b, 0);
    bench_rod_pin(&b, BENCH_N - 1);
    b.rod.def.damping_linear = 1.0; // kg/(m s): all swinging is over soon
    b.rod.work.gravity = v3_zero();
    sut_vec3 start = b.pins[1].target;
    sut_vec3 way = v3_sub(v3(1.02 * b.rod.def.total, 0.0, 0.0), start);
    b.rod.work.dt = 1e-4; // below 2 over the rate of edges under 1 N
    for (int k = 1; k <= 6000; k++) {
        CASE("k %d", k);
        double share = k < 1000 ? k / 1000.0 : 1.0;
        b.pins[1].target = v3_madd(start, share, way);
        REQUIRE(bench_rod_step(&b));
    }
    for (int i = 0; i < BENCH_N - 1; i++) {
        CASE("i %d", i);
        CHECK_NEAR(b.rod.state.axial[i], 50.0 * 0.02, 1e-6); // N, EA times strain
    }
    CHECK_NEAR(b.pins[1].force.x, 50.0 * 0.02, 1e-6);
    CHECK_NEAR(b.pins[0].force.x, -50.0 * 0.02, 1e-6);
    bench_rod_free(&b);
}
