// SPDX-License-Identifier: MIT
// Losses: what each of them takes away, and what it leaves alone.
#include "physics_fixture.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>

static const double pi = 3.14159265358979324;

//---- bending -------------------------------------------------------------------------------------
// Crossings of zero and the peaks between them, of a signal sampled once per step.
typedef struct ringing {
    int crossings;
    double first, last; // s, of the crossings
    double peak, first_peak, last_peak;
    double old;
} ringing;

static void sample(ringing *r, double t, double dt, double value) {
    if (r->old < 0.0 && value >= 0.0) {
        double at = t - dt * value / (value - r->old);
        r->first = r->crossings == 0 ? at : r->first;
        r->last = at;
        r->first_peak = r->crossings == 1 ? r->peak : r->first_peak;
        r->last_peak = r->peak;
        r->peak = 0.0;
        r->crossings++;
    }
    r->peak = fmax(r->peak, fabs(value));
    r->old = value;
}

static double period(const ringing *r) {
    return (r->last - r->first) / (r->crossings - 1);
}

// Logarithmic loss per radian: the damping ratio of a weakly damped oscillation.
static double ratio(const ringing *r) {
    return log(r->first_peak / r->last_peak) / (2.0 * pi * (r->crossings - 2));
}

// First mode of a cantilever, let go from its shape with an amplitude of 20 um: linear.
static ringing pluck(double damping_bend, double dt, double seconds) {
    ringing r = {0};
    bench b;
    bench_init(&b, 21, 0.05);
    const double beta = 1.8751040687; // first root of cos x cosh x = -1
    const double sigma = 0.7340955138;
    for (int i = 0; i < 21; i++) {
        double s = beta * i / 20.0;
        double shape = cosh(s) - cos(s) - sigma * (sinh(s) - sin(s));
        b.x[i].z = 1e-5 * shape;
    }
    b.def.damping_bend = damping_bend;
    b.world.tolerance = 1e-8; // the law is on trial, not what a step may leave unsolved
    b.world.tolerance = 1e-8;
    if (!CHECK(bench_start(&b))) {
        return r;
    }
    sut_hold_key key = {0.0, b.x[0], v3(1, 0, 0), 0.0, v3_zero()};
    sut_hold_def d = sut_default_hold_def();
    d.kind = SUT_HOLD_CLAMP;
    d.keys = &key;
    d.key_count = 1;
    sut_hold_id id;
    CHECK_EQ_INT(sut_hold_create(b.w, b.thread, &d, &id), SUT_OK);
    int steps = (int)(seconds / dt + 0.5);
    for (int i = 0; i < steps; i++) {
        CASE("i %d", i);
        if (!CHECK(sut_world_step(b.w, dt) == SUT_OK)) {
            break;
        }
        sample(&r, sut_world_time(b.w), dt, bench_view(&b).position[20].z);
    }
    bench_stop(&b);
    return r;
}

// omega = beta^2 sqrt(EI / (m L^4)) = 92 rad/s: f = 14.7 Hz
static double first_frequency(void) {
    sut_thread_def d = sut_default_thread_def();
    return 1.8751040687 * 1.8751040687 * sqrt(d.EI / d.mass_per_length) / (0.05 * 0.05);
}

TEST(a_cantilever_has_its_frequency) {
    double omega = first_frequency();
    ringing r = pluck(0.0, 5e-5, 0.5);
    REQUIRE(r.crossings > 4);
    // 20 edges: second order, 0.2 %
    CHECK_NEAR(2.0 * pi / period(&r) / omega, 1.0, 5e-3);
}

// Kelvin-Voigt in one mode: m x'' + k tau x' + k x = 0 has the damping ratio tau omega / 2. The
// implicit Euler step adds omega dt / 2.
TEST(bending_damping_is_kelvin_voigt) {
    double omega = first_frequency();
    const double taus[3] = {0.0, 2e-4, 6e-4};
    const double dt = 2e-5;
    for (int k = 0; k < 3; k++) {
        CASE("k %d", k);
        ringing r = pluck(taus[k], dt, 0.45);
        REQUIRE(r.crossings > 4);
        double expected = 0.5 * omega * (taus[k] + dt);
        CHECK_NEAR(ratio(&r) / expected, 1.0, 0.03); // peaks of samples, and the discrete omega
    }
}

// A bent thread that swings out of its plane as a rigid pendulum keeps its shape, so the damping of
// bending has nothing to do.
static ringing swing_rigidly(double damping_bend) {
    ringing r = {0};
    bench b;
    const int n = 15;
    bench_init(&b, n, 0.03);
    // an arch, stiff and bent at rest, hung up by its middle and tilted out of its plane
    const double tilt = 0.05;
    for (int i = 0; i < n; i++) {
        double angle = 2.4 * i / (n - 1) - 1.2;
        double down = 0.02 * (1.0 - cos(angle));
        b.x[i] = v3(0.02 * sin(angle), down * sin(tilt), -down * cos(tilt));
    }
    double edge = v3_distance(b.x[0], b.x[1]);
    double kappa = 2.0 * tan(0.5 * 2.4 / (n - 1)) / edge;
    // d1 is the axis least parallel to the first edge made orthogonal; components of the arc's
    // normal
    sut_vec3 t = v3_normalized(v3_sub(b.x[1], b.x[0]));
    sut_vec3 next = v3_normalized(v3_sub(b.x[2], b.x[1]));
    sut_vec3 normal = v3_normalized(v3_reject(next, t));
    sut_vec3 d1 = v3_any_normal(t);
    b.def.natural_curvature[0] = kappa * v3_dot(normal, d1);
    b.def.natural_curvature[1] = kappa * v3_dot(normal, v3_cross(t, d1));
    b.def.EI *= 30.0; // stiff enough to bend little under its own weight
    b.def.GJ *= 30.0;
    b.def.damping_bend = damping_bend;
    b.world.tolerance = 1e-8; // the law is on trial, not what a step may leave unsolved
    b.world.gravity = v3(0.0, 0.0, -9.81);
    if (!CHECK(bench_start(&b))) {
        return r;
    }
    CHECK_LE(bench_energy(&b).bend, 1e-15); // J: the natural shape
    bench_hold(&b, SUT_HOLD_PIN, n / 2);
    for (int i = 0; i < 2000; i++) {
        CASE("i %d", i);
        if (!CHECK(sut_world_step(b.w, 5e-4) == SUT_OK)) {
            break;
        }
        sample(&r, sut_world_time(b.w), 5e-4, bench_view(&b).position[n - 1].y);
    }
    bench_stop(&b);
    return r;
}

TEST(a_swing_that_bends_nothing_is_not_damped) {
    ringing with = swing_rigidly(0.02);
    ringing without = swing_rigidly(0.0);
    REQUIRE(with.crossings > 3 && with.crossings == without.crossings);
    CHECK_NEAR(period(&with) / period(&without), 1.0, 1e-4);
    CHECK_NEAR(with.last_peak / without.last_peak, 1.0, 1e-3);
}

//---- the surroundings ----------------------------------------------------------------------------
// m v' = -c v: exponential; implicit Euler divides by 1 + c dt / m in every step.
TEST(linear_damping_is_exponential) {
    bench b;
    bench_init(&b, 10, 0.1);
    for (int i = 0; i < 10; i++) {
        b.v[i] = v3(0.0, 0.3, 0.4);
    }
    double c = 20.0 * b.def.mass_per_length; // 1 / (50 ms)
    b.def.damping_linear = c;
    REQUIRE(bench_start(&b));
    const double dt = 1e-4;
    CHECK(bench_run(&b, 0.1, dt));
    double factor = v3_norm(bench_view(&b).velocity[4]) / 0.5;
    CHECK_NEAR(factor / pow(1.0 + 20.0 * dt, -1000.0), 1.0, 1e-6);
    CHECK_NEAR(factor / exp(-2.0), 1.0, 2.5e-3); // t c^2 dt / 2
    bench_stop(&b);
}

// The trapezoidal rule is closer to the exponential by an order.
TEST(linear_damping_by_the_trapezoidal_rule) {
    bench b;
    bench_init(&b, 10, 0.1);
    for (int i = 0; i < 10; i++) {
        b.v[i] = v3(0.0, 0.5, 0.0);
    }
    b.def.damping_linear = 20.0 * b.def.mass_per_length;
    b.def.implicitness = 0.5;
    REQUIRE(bench_start(&b));
    CHECK(bench_run(&b, 0.1, 1e-3));
    CHECK_NEAR(bench_view(&b).velocity[4].y / 0.5 / exp(-2.0), 1.0, 1e-4); // (c dt)^3 / 12 per step
    bench_stop(&b);
}

// Weight per length m g = drag v^2.
TEST(drag_ends_in_the_terminal_velocity) {
    bench b;
    bench_init(&b, 10, 0.1);
    b.world.gravity = v3(0.0, 0.0, -9.81);
    b.def.drag = 0.01;
    REQUIRE(bench_start(&b));
    CHECK(bench_run(&b, 1.0, 2e-3));
    double expected = sqrt(b.def.mass_per_length * 9.81 / 0.01);
    CHECK_NEAR(-bench_view(&b).velocity[5].z / expected, 1.0, 1e-6);
    bench_stop(&b);
}

// v = v0 / (1 + drag v0 t / m)
TEST(drag_slows_by_the_square) {
    bench b;
    bench_init(&b, 10, 0.1);
    for (int i = 0; i < 10; i++) {
        b.v[i] = v3(0.0, 2.0, 0.0);
    }
    b.def.drag = 10.0 * b.def.mass_per_length; // halves the speed in 50 ms
    REQUIRE(bench_start(&b));
    CHECK(bench_run(&b, 0.05, 1e-4));
    CHECK_NEAR(bench_view(&b).velocity[5].y, 1.0, 2e-3); // first order in dt: 1e-4 / 0.05
    bench_stop(&b);
}

//---- without inertia -----------------------------------------------------------------------------
// velocity = mobility x force per length, for a straight thread under its weight: no step error
TEST(a_light_thread_moves_with_its_weight) {
    bench b;
    bench_init(&b, 10, 0.1);
    b.world.gravity = v3(0.0, 0.0, -9.81);
    b.def.inertia = SUT_INERTIA_LOW_MASS;
    b.def.mobility = 3.0;
    REQUIRE(bench_start(&b));
    CHECK(bench_run(&b, 0.2, 5e-3));
    double expected = -3.0 * 9.81 * b.def.mass_per_length;
    sut_thread_view v = bench_view(&b);
    for (int i = 0; i < 10; i++) {
        CASE("i %d", i);
        CHECK_NEAR(v.velocity[i].z / expected, 1.0, 1e-9);
        CHECK_NEAR(v.position[i].z / (0.2 * expected), 1.0, 1e-9);
    }
    bench_stop(&b);
}

TEST(a_light_thread_is_dragged_by_its_end) {
    bench b;
    bench_init(&b, 20, 0.1);
    b.def.inertia = SUT_INERTIA_LOW_MASS;
    b.def.mobility = 3.0;
    REQUIRE(bench_start(&b));
    bench_force(&b, 19, v3(2e-3, 0.0, 0.0));
    CHECK(bench_run(&b, 0.5, 5e-3));
    // all of it moves with mobility x force / length, and tension falls linearly to the free end
    sut_thread_view v = bench_view(&b);
    CHECK_NEAR(v.velocity[3].x / (3.0 * 2e-3 / 0.1), 1.0, 1e-6);
    CHECK_NEAR(v.tension[9] / 1e-3, 1.0, 1e-3); // edge 9 of 19 is the middle
    bench_stop(&b);
}

TEST(a_light_thread_stops_when_its_hand_stops) {
    bench b;
    bench_init(&b, 20, 0.1);
    for (int i = 0; i < 20; i++) {
        b.v[i] = v3(0.0, 1.0, 0.0); // means nothing
    }
    b.def.inertia = SUT_INERTIA_LOW_MASS;
    REQUIRE(bench_start(&b));
    CHECK(bench_run(&b, 0.01, 1e-3));
    CHECK_LE(bench_speed(&b), 1e-12);
    bench_stop(&b);
}
