// SPDX-License-Identifier: MIT
// A thread in free fall follows the time stepping scheme exactly.
#include "physics_fixture.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>

static void check_fall(double implicitness, double dt, bool curved) {
    bench b;
    bench_init(&b, 25, 0.1);
    b.world.gravity = v3(0.0, 0.0, -9.81);
    b.def.implicitness = implicitness;
    if (curved) {
        // an arc at rest in its natural shape would do, but a straight one in any direction as well
        for (int i = 0; i < 25; i++) {
            b.x[i] = v3(0.002 * i, 0.001 * i, -0.003 * i);
        }
    }
    REQUIRE(bench_start(&b));
    const double t = 0.5;
    CHECK(bench_run(&b, t, dt));
    // v' = v + g dt; x' = x + dt (lambda v' + (1 - lambda) v), summed over t / dt steps
    double drop = 0.5 * 9.81 * t * (t + (2.0 * implicitness - 1.0) * dt);
    sut_thread_view v = bench_view(&b);
    double worst = 0.0;
    double speed = 0.0;
    for (int i = 0; i < 25; i++) {
        worst = fmax(worst, fabs(b.x[i].z - v.position[i].z - drop));
        worst = fmax(worst, fabs(b.x[i].x - v.position[i].x));
        speed = fmax(speed, fabs(v.velocity[i].z + 9.81 * t));
    }
    // A strain of one rounding error pulls with EA times 1e-16, which is 1e-7 m/s^2. Implicit steps
    // damp what that excites, trapezoidal ones do not. Measured 3e-10 m and 1e-8 m.
    double noise = implicitness > 0.5 ? 1e-8 : 1e-6;
    CHECK_LE(worst, 0.1 * noise);
    CHECK_LE(speed, noise);
    bench_stop(&b);
}

TEST(implicit_euler) {
    check_fall(1.0, 1e-3, false);
    check_fall(1.0, 5e-3, true);
    check_fall(1.0, 0.05, false);
}

TEST(trapezoidal) {
    check_fall(0.5, 1e-3, false);
    check_fall(0.5, 0.05, true);
}

TEST(in_between) {
    check_fall(0.75, 1e-3, true);
    check_fall(0.75, 0.02, false);
}

TEST(extra_mass_falls_alike_but_swings_differently) {
    bench b;
    bench_init(&b, 11, 0.1);
    double extra[11] = {0};
    extra[10] = 1e-4;
    b.def.extra_mass = extra;
    b.world.gravity = v3(0.0, 0.0, -9.81);
    REQUIRE(bench_start(&b));
    CHECK(bench_run(&b, 0.1, 1e-3));
    sut_thread_view v = bench_view(&b);
    CHECK_NEAR(v.position[10].z, v.position[0].z, 1e-12);
    bench_stop(&b);
    // hung up by its first vertex, the weight pulls with m g
    bench_init(&b, 11, 0.1);
    for (int i = 0; i < 11; i++) {
        b.x[i] = v3(0.0, 0.0, -0.01 * i);
    }
    b.def.extra_mass = extra;
    b.world.gravity = v3(0.0, 0.0, -9.81);
    REQUIRE(bench_start(&b));
    bench_hold(&b, SUT_HOLD_PIN, 0);
    CHECK(bench_settle(&b, 5e-3, 1e-9, 2000));
    double below = 9.81 * (1e-4 + 0.005 * b.def.mass_per_length);
    CHECK_NEAR(bench_view(&b).tension[9] / below, 1.0, 1e-6);
    bench_stop(&b);
}
