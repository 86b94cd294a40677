// SPDX-License-Identifier: MIT
// Variants of the thread agree where they must: same rest, same twist, same clamps.
#include "physics_fixture.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>

//---- half-cell clamp -----------------------------------------------------------------------------
// Tip of a cantilever under a small dead load, relative to F L^3 / (3 EI).
static double tip_drop(int vertices) {
    bench b;
    bench_init(&b, vertices, 0.05);
    b.world.tolerance = 1e-9;
    b.def.damping_bend = 0.1; // creeps to rest
    if (!CHECK(bench_start(&b))) {
        return (double)NAN;
    }
    const double force = 1e-8;
    bench_hold(&b, SUT_HOLD_CLAMP, 0);
    bench_force(&b, -1, v3(0.0, 0.0, -force));
    CHECK(bench_settle(&b, 0.05, 1e-13, 400));
    double drop = -bench_view(&b).position[vertices - 1].z;
    bench_stop(&b);
    return drop / (force * 0.05 * 0.05 * 0.05 / (3.0 * b.def.EI));
}

TEST(clamps_are_second_order) {
    double errors[3];
    const int vertices[3] = {11, 21, 41};
    for (int k = 0; k < 3; k++) {
        errors[k] = tip_drop(vertices[k]) - 1.0;
    }
    // the discrete cantilever drops by 1 + 1 / (2 edges^2), found by summing its angles
    CHECK_NEAR(errors[0], 0.005, 1e-4);
    CHECK_NEAR(errors[0] / errors[1], 4.0, 0.1);
    CHECK_NEAR(errors[1] / errors[2], 4.0, 0.2);
}

//---- simplified ----------------------------------------------------------------------------------
// Soft in stretch: the simplified matrix resists turning with the stretching stiffness, and a stiff
// thread would take hours to hang down.
static bool hang(bench *b, sut_model model, double dt) {
    bench_init(b, 31, 0.1);
    b->world.gravity = v3(0.0, 0.0, -9.81);
    b->def.model = model;
    b->def.EA *= 1e-5;
    b->def.damping_linear = 2e-3;
    if (!bench_start(b)) {
        return false;
    }
    bench_hold(b, SUT_HOLD_CLAMP, 0);
    return bench_settle(b, dt, 1e-8, 20000);
}

TEST(simplified_hangs_like_implicit) {
    bench a;
    bench c;
    REQUIRE(hang(&a, SUT_MODEL_IMPLICIT, 5e-3));
    if (CHECK(hang(&c, SUT_MODEL_IMPLICIT_SIMPLIFIED, 1e-3))) {
        double worst = 0.0;
        for (int i = 0; i < 31; i++) {
            worst =
                fmax(worst, v3_distance(bench_view(&a).position[i], bench_view(&c).position[i]));
        }
        CHECK_LE(worst, 1e-6); // m: what is left of the creep at 1e-8 m/s
        CHECK(bench_view(&a).position[30].z < -0.02);
    }
    bench_stop(&a);
    bench_stop(&c);
}

TEST(simplified_is_stable) {
    const double steps[3] = {1e-3, 0.01, 0.05};
    for (int k = 0; k < 3; k++) {
        CASE("dt %g", steps[k]);
        bench b;
        bench_init(&b, 40, 0.1);
        b.def.model = SUT_MODEL_IMPLICIT_SIMPLIFIED;
        b.world.gravity = v3(0.0, 0.0, -9.81);
        REQUIRE(bench_start(&b));
        bench_hold(&b, SUT_HOLD_PIN, 0);
        CHECK(bench_run(&b, 5.0, steps[k]));
        // far too rigid, it creeps by 3e-8 m a step where a thread would have fallen over its
        // length with 1.4 m/s; a thousandth of that speed is motion that came from nothing
        CHECK_LE(bench_speed(&b), 1e-3 * sqrt(2.0 * 9.81 * 0.1));
        double longest = 0.0;
        sut_thread_view v = bench_view(&b);
        for (int i = 0; i + 1 < 40; i++) {
            double edge = v3_distance(v.position[i], v.position[i + 1]);
            longest = fmax(longest, edge * 39.0 / 0.1);
        }
        // its weight would stretch it by 5e-7, rho g L / E; a hundred times that is energy gained
        CHECK_LE(fabs(longest - 1.0), 5e-5);
        bench_stop(&b);
    }
}

//---- spin with inertia ---------------------------------------------------------------------------
// A straight rod held at one end, spun at the other and let go: torsional waves.
static bool twist_rod(bench *b, sut_twist_mode mode, double damping_twist) {
    bench_init(b, 21, 0.1);
    b->def.twist = mode;
    b->def.damping_twist = damping_twist;
    return bench_start(b);
}

static sut_hold_id spin_end(bench *b, double turn, double seconds, double until) {
    sut_hold_key keys[2] = {{0.0, b->x[20], v3(1, 0, 0), 0.0, v3_zero()},
                            {seconds, b->x[20], v3(1, 0, 0), turn, v3_zero()}};
    sut_hold_def d = sut_default_hold_def();
    d.kind = SUT_HOLD_TWIST;
    d.vertex = -1;
    d.keys = keys;
    d.key_count = 2;
    d.until = until;
    sut_hold_id id = {0, 0};
    (void)sut_hold_create(b->w, b->thread, &d, &id);
    return id;
}

TEST(dynamic_twist_comes_to_the_same_rest) {
    double torque[2];
    double middle[2];
    for (int k = 0; k < 2; k++) {
        CASE("k %d", k);
        bench b;
        REQUIRE(twist_rod(&b, k == 0 ? SUT_TWIST_QUASI_STATIC : SUT_TWIST_DYNAMIC, 1e-4));
        bench_hold(&b, SUT_HOLD_TWIST, 0);
        sut_hold_id id = spin_end(&b, 2.0, 0.01, (double)INFINITY);
        CHECK(bench_run(&b, 0.2, 1e-3));
        sut_hold_view v;
        CHECK_EQ_INT(sut_hold_get_view(b.w, id, &v), SUT_OK);
        torque[k] = v.spin_torque;
        middle[k] = bench_view(&b).twist[10];
        bench_stop(&b);
    }
    CHECK_NEAR(torque[1] / torque[0], 1.0, 1e-6);
    CHECK_NEAR(middle[1] / middle[0], 1.0, 1e-6);
    CHECK_NEAR(torque[0] / (sut_default_thread_def().GJ * 2.0 / 0.1), 1.0, 1e-9);
}

// Fixed at one end and free at the other the lowest torsional mode has a wave length of 4 L, and
// waves run at sqrt(GJ / I) with I = m r^2 / 2 per length: 791 m/s for nylon, 506 us.
TEST(torsional_waves_have_their_speed) {
    bench b;
    REQUIRE(twist_rod(&b, SUT_TWIST_DYNAMIC, 0.0));
    bench_hold(&b, SUT_HOLD_TWIST, 0);
    spin_end(&b, 0.5, 1e-3, 5e-3);
    // numerical damping leaves a straight, still twist by the time the hand lets go
    CHECK(bench_run(&b, 5e-3, 2e-6));
    double r = b.def.radius;
    double speed = sqrt(b.def.GJ / (0.5 * b.def.mass_per_length * r * r));
    double expected = 4.0 * 0.1 / speed;
    double first = 0.0;
    double last = 0.0;
    int crossings = 0;
    double old = 1.0;
    for (int i = 0; i < 1500; i++) {
        CASE("i %d", i);
        REQUIRE(sut_world_step(b.w, 1e-6) == SUT_OK);
        double now = bench_view(&b).twist[19];
        if (old > 0.0 && now <= 0.0) {
            double t = sut_world_time(b.w);
            first = crossings == 0 ? t : first;
            last = t;
            crossings++;
        }
        old = now;
    }
    REQUIRE(crossings >= 3);
    CHECK_NEAR((last - first) / (crossings - 1) / expected, 1.0, 0.02);
    bench_stop(&b);
}
