// SPDX-License-Identifier: MIT
// Dissipation: forces against the definition of the lost power, and what must not be damped.
#include "bench_rod.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>

static sut_vec3 edge_at(const sut_rod *r, int e, const sut_vec3 *v, double t) {
    sut_vec3 a = v3_madd(r->body.position[e], t, v[e]);
    sut_vec3 b = v3_madd(r->body.position[e + 1], t, v[e + 1]);
    return v3_normalized(v3_sub(b, a));
}

static double cosine(const sut_rod *r, int i, const sut_vec3 *v, double t) {
    return v3_dot(edge_at(r, i - 1, v, t), edge_at(r, i, v, t));
}

// Half the power, by differences in time: of the cosine (published), of 2 tan of half the angle.
static double lost(const sut_rod *r, const sut_vec3 *v) {
    const double t = 1e-5; // s; vertices move by 1e-6 m
    double sum = 0.0;
    for (int i = 1; i < r->body.n - 1; i++) {
        double c[2] = {cosine(r, i, v, -t), cosine(r, i, v, t)};
        double rate = (c[1] - c[0]) / (2.0 * t);
        sum += 0.5 * r->def.variational.dissipation * rate * rate;
        double k0 = 2.0 * sqrt((1.0 - c[0]) / (1.0 + c[0]));
        double k1 = 2.0 * sqrt((1.0 - c[1]) / (1.0 + c[1]));
        double turn = (k1 - k0) / (2.0 * t);
        sum += 0.5 * r->def.damping_bend * r->def.EI / r->def.cell[i] * turn * turn;
    }
    return sum;
}

// The dissipation of a step, on the velocities of the rod.
static void damp(sut_rod *r) {
    double x[3][BENCH_N];
    sut_soa3 speed = {x[0], x[1], x[2]};
    for (int i = 0; i < r->body.n; i++) {
        sut_soa3_set(&speed, i, r->state.velocity[i]);
    }
    sut_variational_damp(r, &speed);
    for (int i = 0; i < r->body.n; i++) {
        r->state.velocity[i] = sut_soa3_get(&speed, i);
    }
}

static void published(sut_thread_def *d) {
    d->variational.dissipation = 1e-7;
}

static void viscous(sut_thread_def *d) {
    d->EI = 1e-5;
    d->damping_bend = 0.02;
}

// Force of the dissipation from a step too short to change any velocity much.
static void check_dissipation(void (*change)(sut_thread_def *), double tolerance) {
    bench_rod b;
    REQUIRE(bench_rod_make(&b, change));
    sut_rod *r = &b.rod;
    sut_variational_begin(r);
    r->work.dt = 1e-9;
    sut_vec3 v[BENCH_N];
    for (int i = 0; i < r->body.n; i++) {
        v[i] = r->state.velocity[i];
    }
    damp(r);
    double most = 0.0;
    double worst = 0.0;
    for (int i = 0; i < r->body.n; i++) {
        sut_vec3 change_of = v3_sub(r->state.velocity[i], v[i]);
        sut_vec3 force = v3_scale(change_of, r->def.mass[i] / r->work.dt);
        double *component[3] = {&v[i].x, &v[i].y, &v[i].z};
        const double got[3] = {force.x, force.y, force.z};
        for (int k = 0; k < 3; k++) {
            double start = *component[k];
            double p[2];
            for (int side = 0; side < 2; side++) {
                *component[k] = start + (side == 0 ? -1e-3 : 1e-3);
                p[side] = lost(r, v);
            }
            *component[k] = start;
            double slope = -(p[1] - p[0]) / 2e-3;
            most = fmax(most, fabs(slope));
            worst = fmax(worst, fabs(slope - got[k]));
        }
    }
    CHECK_LE(worst / most, tolerance);
    bench_rod_free(&b);
}

// Differences over 1e-4 of an edge, and velocities that change by 1e-9 / 1e-3 of themselves.
TEST(published_dissipation_is_the_derivative_of_the_power) {
    check_dissipation(published, 1e-5);
}

// Joints that are bent by half a radian are damped in the second direction by less than 1e-2.
TEST(viscous_bending_is_the_derivative_of_the_power) {
    check_dissipation(viscous, 3e-2);
}

TEST(a_thread_that_turns_as_a_whole_is_not_damped) {
    bench_rod b;
    REQUIRE(bench_rod_make(&b, published));
    sut_rod *r = &b.rod;
    sut_variational_begin(r);
    sut_vec3 turn = v3(3.0, -2.0, 5.0);
    for (int i = 0; i < r->body.n; i++) {
        r->state.velocity[i] = v3_cross(turn, r->body.position[i]);
    }
    damp(r);
    for (int i = 0; i < r->body.n; i++) {
        CASE("i %d", i);
        sut_vec3 want = v3_cross(turn, r->body.position[i]);
        CHECK_NEAR(v3_distance(r->state.velocity[i], want), 0.0, 1e-13);
    }
    bench_rod_free(&b);
}

TEST(dissipation_keeps_momentum) {
    bench_rod b;
    REQUIRE(bench_rod_make(&b, viscous));
    sut_rod *r = &b.rod;
    sut_variational_begin(r);
    sut_vec3 before = v3_zero();
    sut_vec3 after = v3_zero();
    for (int i = 0; i < r->body.n; i++) {
        before = v3_madd(before, r->def.mass[i], r->state.velocity[i]);
    }
    damp(r);
    for (int i = 0; i < r->body.n; i++) {
        after = v3_madd(after, r->def.mass[i], r->state.velocity[i]);
    }
    // a stiff system: rounding times the damping over the inertia, 1e3
    CHECK_NEAR(v3_distance(before, after) / v3_norm(before), 0.0, 1e-11);
    bench_rod_free(&b);
}

static void draggy(sut_thread_def *d) {
    d->drag = 0.2;
    d->damping_linear = 0.3;
}

TEST(drag_slows_as_its_laws_say) {
    bench_rod b;
    REQUIRE(bench_rod_make(&b, draggy));
    sut_rod *r = &b.rod;
    sut_vec3 v = v3(2.0, -1.0, 2.0); // 3 m/s
    double per = r->def.cell[4] / r->def.mass[4];
    // dv/dt = -per (linear v + drag v^2): both together have a closed form as well
    double time = 1e-3;
    double a = per * 0.3;
    double k = per * 0.2;
    double e = exp(-a * time);
    double want = 3.0 * e / (1.0 + k / a * 3.0 * (1.0 - e));
    sut_vec3 out = sut_variational_drag(r, 4, v, time);
    // one after the other: an error of the product of both shares of the step
    CHECK_NEAR(v3_norm(out) / want, 1.0, a * time * k * 3.0 * time);
    CHECK_NEAR(v3_dot(out, v) / (3.0 * v3_norm(out)), 1.0, 1e-14);
    bench_rod_free(&b);
}
