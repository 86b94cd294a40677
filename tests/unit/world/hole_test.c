// SPDX-License-Identifier: MIT
// Holes: laws of friction and order, sticking, pulling out, against closed forms.
#include "check.h"
#include "hole_rig.h"

#include <math.h>
#include <stdio.h>

TEST(straight_through_n_holes_takes_n_times_the_pinch) {
    for (int n = 1; n <= 8; n *= 2) {
        CASE("%d holes", n);
        hole_rig_options o = {
            .holes = n, .vertices = 201, .edge = 2e-4, .pinch = 0.02, .speed = 5e-3};
        hole_rig r;
        REQUIRE(hole_rig_make(&r, &o));
        REQUIRE(hole_rig_run(&r, 300));
        // inertia and the viscous part at 5 mm/s: far below a thousandth
        CHECK_NEAR(hole_rig_pull(&r), 0.02 * n, 1e-3 * 0.02 * n);
        CHECK(sut_world_stats(r.w).substeps == 1);
        sut_world_destroy(r.w);
    }
}

// The elastica on both sides of a point that turns a thread: T1 (1 - cos b1) = T2 (1 - cos b2) with
// b1 + b2 the angle, T2 / T1 = (1 + mu sin b1) / (1 - mu sin b2). By bisection of b1.
static double kink_ratio(double mu, double angle) {
    double low = 0.5 * angle; // the stronger side bends less
    double high = angle;
    double ratio = 1.0;
    for (int i = 0; i < 60; i++) {
        double b1 = 0.5 * (low + high);
        double b2 = angle - b1;
        ratio = (1.0 + mu * sin(b1)) / (1.0 - mu * sin(b2));
        if (1.0 - cos(b1) < ratio * (1.0 - cos(b2))) {
            low = b1;
        } else {
            high = b1;
        }
    }
    return ratio;
}

TEST(a_kink_multiplies_the_tension_as_an_elastica_does) {
    const double degree = 3.14159265358979323846 / 180.0;
    CHECK_NEAR(kink_ratio(0.3, 90.0 * degree), 1.524, 5e-4); // the published figure
    for (int angle = 30; angle <= 150; angle += 30) {
        CASE("%d degrees", angle);
        hole_rig_options o = {.holes = 1,
                              .vertices = 301,
                              .edge = 2e-4,
                              .friction = 0.3,
                              .back = 0.5,
                              .speed = 2e-3,
                              .angle = angle * degree};
        hole_rig r;
        REQUIRE(hole_rig_make(&r, &o));
        REQUIRE(hole_rig_run(&r, 1500));
        double ratio = kink_ratio(0.3, angle * degree);
        printf("%d: %.4f %.4f\n", angle, hole_rig_pull(&r) / 0.5, ratio);
        // a hundredth for the vertices beside the bend, which is twice as long as an edge
        CHECK_NEAR(hole_rig_pull(&r) / 0.5, ratio, 0.02 * ratio);
        sut_world_destroy(r.w);
    }
}

// Nine tenths of what would make it slide.
TEST(a_thread_that_sticks_does_not_creep) {
    hole_rig_options o = {
        .holes = 1, .vertices = 101, .edge = 2e-4, .pinch = 0.02, .back = 0.018, .speed = 0.0};
    hole_rig r;
    REQUIRE(hole_rig_make(&r, &o));
    sut_hold_destroy(r.w, r.hand);
    REQUIRE(hole_rig_run(&r, 1000));
    double before = hole_rig_view(&r, 0).slid;
    REQUIRE(hole_rig_run(&r, 1000));
    CHECK(!hole_rig_view(&r, 0).slipping);
    CHECK_NEAR(hole_rig_view(&r, 0).along, 0.018, 1e-9);
    CHECK_NEAR(hole_rig_view(&r, 0).slid, before, 1e-12); // 1e-12 m/s
    sut_world_destroy(r.w);
}
