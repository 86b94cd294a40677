// SPDX-License-Identifier: MIT
#include "knot_shape.h"

#include "check.h"

#include "math/vec3.h"

#include <math.h>
#include <stdlib.h>

static const double PI = 3.14159265358979323846;

static sut_knot_path *new_path(void) {
    sut_knot_path *p = calloc(1, sizeof *p);
    if (p == NULL) {
        abort();
    }
    return p;
}

// controls on three quarters of a circle, so that the curve has this radius
static sut_knot_curve arc_of(double radius) {
    sut_knot_path *p = new_path();
    double shrink = (2.0 + cos(PI / 12.0)) / 3.0;
    for (int i = 0; i <= 18; i++) {
        double a = PI * i / 12.0;
        sut_knot_path_add(p, v3(radius / shrink * cos(a), radius / shrink * sin(a), 0.0));
    }
    sut_knot_curve c;
    CHECK(sut_knot_curve_make(p, &c));
    free(p);
    return c;
}

TEST(line_stays_a_line) {
    sut_knot_path *p = new_path();
    sut_knot_path_add(p, v3(0.0, 0.0, 0.0));
    sut_knot_path_line(p, v3(4.0, 2.0, 0.0), 1.0);
    CHECK_EQ_INT(p->count, 6);
    sut_knot_curve c;
    REQUIRE(sut_knot_curve_make(p, &c));
    for (int i = 0; i < c.count; i++) {
        CASE("i %d", i);
        CHECK_NEAR(c.point[i].y, 0.5 * c.point[i].x, 1e-15); // rounding
    }
    CHECK_NEAR(c.point[0].x, 0.8, 1e-15);
    CHECK_LE(sut_knot_curve_bend(&c), 1e-6); // rounding, over the square of a piece
    sut_knot_curve_free(&c);
    free(p);
}

TEST(circle_has_its_curvature) {
    sut_knot_curve c = arc_of(2.0);
    REQUIRE(c.point != NULL);
    for (int i = 0; i < c.count; i += 5) {
        CASE("i %d", i);
        // cubic pieces of 15 deg: angle^4 / 384 of the radius
        CHECK_NEAR(v3_norm(c.point[i]), 2.0, 3e-5);
    }
    CHECK_NEAR(sut_knot_curve_bend(&c), 0.5, 5e-3); // their curvature: angle^2 / 24 and a little
    sut_knot_curve_free(&c);
}

TEST(chords_are_equal_and_leads_straight) {
    enum { N = 60 };
    static const double EDGE = 0.3;
    sut_vec3 v[N];
    sut_knot_curve c = arc_of(2.0);
    REQUIRE(c.point != NULL);
    sut_knot_curve_lay(&c, EDGE, 1.0, N, v);
    for (int i = 1; i < N; i++) {
        CASE("i %d", i);
        CHECK_NEAR(v3_distance(v[i - 1], v[i]), EDGE, 1e-14); // rounding
    }
    // one unit before the curve, against its first direction
    sut_vec3 back = v3_normalized(v3_sub(c.point[0], c.point[1]));
    CHECK_NEAR(v3_distance(v[0], v3_madd(c.point[0], 1.0, back)), 0.0, 1e-15);
    // chords of the circle have their ends on it, as far as the fine polyline is one
    int on = 0;
    for (int i = 0; i < N; i++) {
        on += fabs(v3_norm(v[i]) - 2.0) < 1e-4;
    }
    double length = 2.0 * 1.5 * PI * 16.0 / 18.0;
    CHECK(abs(on - (int)(length / EDGE)) <= 1);
    sut_knot_curve_free(&c);
}

TEST(length_is_that_of_the_chords) {
    sut_knot_curve c = arc_of(2.0);
    REQUIRE(c.point != NULL);
    double arc = 2.0 * 1.5 * PI * 16.0 / 18.0;
    // a chord of angle a is a^2 / 24 shorter than its arc
    CHECK_NEAR(sut_knot_curve_length(&c, 0.01), arc, 1e-3);
    CHECK_NEAR(sut_knot_curve_length(&c, 0.5), arc * (1.0 - 0.0625 / 24.0), 1e-2);
    sut_knot_curve_free(&c);
}

TEST(one_edge_may_be_longer_than_the_curve) {
    sut_vec3 v[3];
    sut_knot_curve c = arc_of(2.0);
    REQUIRE(c.point != NULL);
    sut_knot_curve_lay(&c, 50.0, 0.0, 3, v);
    CHECK_NEAR(v3_distance(v[0], v[1]), 50.0, 1e-12);
    CHECK_NEAR(v3_distance(v[1], v[2]), 50.0, 1e-12);
    sut_knot_curve_free(&c);
}

TEST(largest_knot_has_room) {
    sut_knot_path *p = new_path();
    sut_knot_def d = {.kind = SUT_KNOT_THROWS, .strand = -1, .size = 1.0};
    REQUIRE(sut_knot_parse_throws("4=4=4=4=4=4=4=4", &d));
    sut_knot_path_make(&d, p);
    CHECK(p->count > 500 && p->count < SUT_KNOT_MOST_CONTROLS / 2);
    // beyond it nothing is written
    for (int i = 0; i < SUT_KNOT_MOST_CONTROLS; i++) {
        sut_knot_path_add(p, v3_zero());
    }
    CHECK_EQ_INT(p->count, SUT_KNOT_MOST_CONTROLS);
    free(p);
}
