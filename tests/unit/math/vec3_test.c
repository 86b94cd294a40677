// SPDX-License-Identifier: MIT
#include "math/vec3.h"

#include "check.h"

#include <math.h>
#include <stdint.h>

// directions well spread over the sphere, the same on every machine
static sut_vec3 direction(int i) {
    double z = -1.0 + 2.0 * (i % 17 + 0.5) / 17.0;
    double angle = 2.4 * i;
    double r = sqrt(1.0 - z * z);
    double s;
    double c;
    sut_sincos(angle, &s, &c);
    return v3_normalized(v3(r * c, r * s, z));
}

TEST(products_of_vectors_are_those_of_geometry) {
    sut_vec3 a = v3(1.0, 2.0, 3.0);
    sut_vec3 b = v3(-2.0, 0.5, 4.0);
    CHECK(v3_dot(a, b) == 11.0);
    sut_vec3 c = v3_cross(a, b);
    CHECK(c.x == 6.5 && c.y == -10.0 && c.z == 4.5);
    sut_vec3 d = v3_madd(a, 2.0, b);
    CHECK(d.x == -3.0 && d.y == 3.0 && d.z == 11.0);
    CHECK(v3_norm(v3(2.0, 3.0, 6.0)) == 7.0);
}

TEST(interpolation_hits_its_ends) {
    sut_vec3 a = v3(0.1, 0.2, 0.3);
    sut_vec3 b = v3(-7.0, 1e-9, 1e9);
    sut_vec3 p = v3_lerp(a, b, 0.0);
    sut_vec3 q = v3_lerp(a, b, 1.0);
    CHECK(p.x == a.x && p.y == a.y && p.z == a.z);
    CHECK(q.x == b.x && q.y == b.y && q.z == b.z);
}

TEST(finite_means_all_components) {
    CHECK(v3_is_finite(v3(1.0, -2.0, 0.0)));
    CHECK(!v3_is_finite(v3((double)NAN, 0.0, 0.0)));
    CHECK(!v3_is_finite(v3(0.0, (double)INFINITY, 0.0)));
    CHECK(!v3_is_finite(v3(0.0, 0.0, -(double)INFINITY)));
}

TEST(least_axis_prefers_x_then_y) {
    CHECK(v3_least_axis(v3(1.0, 1.0, 1.0)).x == 1.0);
    CHECK(v3_least_axis(v3(1.0, 0.0, 0.0)).y == 1.0);
    CHECK(v3_least_axis(v3(1.0, 1.0, 0.0)).z == 1.0);
}

TEST(any_normal_is_unit_and_normal) {
    for (int i = 0; i < 100; i++) {
        CASE("i %d", i);
        sut_vec3 u = direction(i);
        sut_vec3 n = v3_any_normal(u);
        CHECK_NEAR(v3_norm(n), 1.0, 1e-15);   // a few roundings
        CHECK_NEAR(v3_dot(n, u), 0.0, 1e-15); // likewise
    }
}

TEST(rotation_about_an_axis_is_right_handed) {
    sut_vec3 v = v3_rotate_about(v3(1.0, 0.0, 5.0), v3(0.0, 0.0, 1.0), 0.5 * SUT_PI);
    CHECK_LE(v3_distance(v, v3(0.0, 1.0, 5.0)), 1e-15); // roundings of pi/2 and of 5
}

// 1 + cos of the angle is wrong by a few roundings, and the rotation divides by it
static double turn_tolerance(sut_vec3 from, sut_vec3 to) {
    return 4e-15 * (1.0 + 1.0 / (1.0 + v3_dot(from, to)));
}

TEST(turn_takes_from_to_to_and_keeps_lengths_and_the_axis) {
    for (int i = 0; i < 200; i++) {
        CASE("i %d", i);
        sut_vec3 from = direction(i);
        sut_vec3 to = direction(3 * i + 1);
        double tolerance = turn_tolerance(from, to);
        sut_vec3 v = v3_scale(direction(7 * i + 2), 3.0);
        CHECK_LE(v3_distance(v3_turn(from, from, to), to), tolerance);
        CHECK_NEAR(v3_norm(v3_turn(v, from, to)), 3.0, tolerance);
        sut_vec3 axis = v3_cross(from, to);
        CHECK_LE(v3_distance(v3_turn(axis, from, to), axis), tolerance);
    }
}

TEST(turn_agrees_with_rotation_about_the_axis) {
    sut_vec3 from = v3(1.0, 0.0, 0.0);
    sut_vec3 to = v3_rotate_about(from, v3(0.0, 0.0, 1.0), 1.1);
    sut_vec3 v = v3(0.3, -0.4, 0.5);
    CHECK_LE(v3_distance(v3_turn(v, from, to), v3_rotate_about(v, v3(0.0, 0.0, 1.0), 1.1)), 1e-15);
}

TEST(transport_is_turn_for_vectors_across) {
    for (int i = 0; i < 200; i++) {
        CASE("i %d", i);
        sut_vec3 from = direction(i);
        sut_vec3 to = direction(5 * i + 3);
        sut_vec3 v = v3_any_normal(from);
        sut_vec3 t = v3_transport(v, from, to);
        CHECK_LE(v3_distance(t, v3_turn(v, from, to)), turn_tolerance(from, to));
        CHECK_NEAR(v3_dot(t, to), 0.0, turn_tolerance(from, to));
    }
}

TEST(transport_along_a_closed_cone_gains_its_solid_angle) {
    // tangents on a circle of latitude: the frame comes back turned by 2 pi (1 - cos(cone angle))
    const int steps = 20000;
    double s;
    double c;
    sut_sincos(0.7, &s, &c);
    sut_vec3 start = v3(s, 0.0, c);
    sut_vec3 from = start;
    sut_vec3 v = v3_any_normal(start);
    sut_vec3 first = v;
    for (int i = 1; i <= steps; i++) {
        double si;
        double ci;
        sut_sincos(2.0 * SUT_PI * i / steps, &si, &ci);
        sut_vec3 to = v3(s * ci, s * si, c);
        v = v3_transport(v, from, to);
        from = to;
    }
    double turned = sut_atan2(v3_dot(v3_cross(first, v), start), v3_dot(first, v));
    double exact = 2.0 * SUT_PI * (1.0 - c);
    // a polygon of geodesics instead of the circle: relative error about 1/steps^2
    CHECK_NEAR(fabs(turned), exact, 1e-7);
    CHECK_NEAR(v3_norm(v), 1.0, 1e-11); // 2e4 steps of rounding
}

TEST(opposite_directions_give_some_half_turn) {
    sut_vec3 from = v3(0.6, 0.0, 0.8);
    sut_vec3 to = v3_neg(from);
    CHECK_LE(v3_distance(v3_turn(from, from, to), to), 1e-15);
    sut_vec3 v = v3(0.0, 1.0, 0.0);
    CHECK_LE(v3_distance(v3_transport(v, from, to), v), 1e-15);
}
