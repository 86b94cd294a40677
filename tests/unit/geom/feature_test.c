// SPDX-License-Identifier: MIT
// feature_test.c -- the table of pairs against the functions of geometry that it stands for.
#include "geom/feature.h"

#include "check.h"
#include "geom/advance.h"
#include "geom/segment.h"

#include <math.h>

static sut_feature corners(sut_feature_kind kind, double x, double y, double speed) {
    sut_feature f = {.kind = kind};
    const sut_vec3 at[3] = {{x, y, 0.0}, {x + 1.0, y + 0.25, 0.5}, {x + 0.25, y + 1.0, -0.5}};
    for (int k = 0; k < 3; k++) {
        f.at[k] = at[k];
        f.by[k] = v3(speed, 0.0, 0.125 * k * speed);
    }
    return f;
}

// A ball that stands still: `now` and `next` point to it.
static sut_shape ball_at(sut_vec3 center, double radius) {
    return (sut_shape){.kind = SUT_SHAPE_SPHERE,
                       .center = center,
                       .axis = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}},
                       .radius = radius};
}

TEST(pairs_that_meet_have_both_functions) {
    const sut_feature_kind meet[4][2] = {{SUT_FEATURE_POINT, SUT_FEATURE_TRIANGLE},
                                         {SUT_FEATURE_EDGE, SUT_FEATURE_EDGE},
                                         {SUT_FEATURE_EDGE, SUT_FEATURE_CONVEX},
                                         {SUT_FEATURE_TRIANGLE, SUT_FEATURE_CONVEX}};
    int rows = 0;
    for (int a = 0; a < SUT_FEATURE_KINDS; a++) {
        for (int b = 0; b < SUT_FEATURE_KINDS; b++) {
            const sut_feature_pair *p = &sut_feature_pairs[a][b];
            CHECK((p->nearest != NULL) == (p->advance != NULL));
            rows += p->nearest != NULL;
        }
    }
    CHECK_EQ_INT(rows, 4);
    for (int k = 0; k < 4; k++) {
        CASE("pair %d", k);
        CHECK(sut_feature_pairs[meet[k][0]][meet[k][1]].nearest != NULL);
    }
}

TEST(nearest_points_are_as_far_apart_as_the_distance_says) {
    const sut_feature pairs[2][2] = {
        {corners(SUT_FEATURE_EDGE, -3.0, 0.5, 2.0), corners(SUT_FEATURE_EDGE, 0.0, 0.0, 0.0)},
        {corners(SUT_FEATURE_POINT, -3.0, 0.5, 2.0), corners(SUT_FEATURE_TRIANGLE, 0.0, 0.0, 0.0)}};
    for (int k = 0; k < 2; k++) {
        for (int look = 0; look <= 4; look++) {
            double time = 0.25 * look;
            CASE("pair %d time %g", k, time);
            sut_feature_near n = sut_feature_nearest(&pairs[k][0], &pairs[k][1], time);
            sut_vec3 p[2] = {v3_zero(), v3_zero()};
            for (int side = 0; side < 2; side++) {
                for (int c = 0; c < 3; c++) {
                    const sut_feature *f = &pairs[k][side];
                    sut_vec3 x = v3_madd(f->at[c], time, f->by[c]);
                    p[side] = v3_madd(p[side], n.weight[side][c], x);
                }
            }
            // rounding of coordinates of size 3
            CHECK_NEAR(v3_distance(p[0], p[1]), n.distance, 1e-14);
            CHECK_NEAR(v3_distance(v3_sub(p[0], p[1]), n.apart), 0.0, 1e-14);
        }
    }
}

// Just before the end of what is allowed they are no nearer than the floor, just after it they are.
TEST(what_may_happen_of_a_motion_ends_at_the_distance_to_keep) {
    const sut_shape ball = ball_at(v3(2.0, 0.5, 0.0), 0.5);
    const sut_feature solid = {.kind = SUT_FEATURE_CONVEX, .now = &ball, .next = &ball};
    const sut_feature pairs[4][2] = {
        {corners(SUT_FEATURE_EDGE, -3.0, 0.25, 6.0), corners(SUT_FEATURE_EDGE, 0.0, 0.0, 0.0)},
        {corners(SUT_FEATURE_POINT, -3.0, 0.25, 6.0), corners(SUT_FEATURE_TRIANGLE, 0.0, 0.0, 0.0)},
        {corners(SUT_FEATURE_EDGE, -3.0, 0.25, 6.0), solid},
        {corners(SUT_FEATURE_TRIANGLE, -3.0, 0.25, 6.0), solid}};
    const double keep = 0.05;
    for (int k = 0; k < 4; k++) {
        CASE("pair %d", k);
        double start = sut_feature_nearest(&pairs[k][0], &pairs[k][1], 0.0).distance;
        double f = sut_feature_advance(&pairs[k][0], &pairs[k][1], keep);
        CHECK(f > 0.2 && f < 1.0);
        double there = sut_feature_nearest(&pairs[k][0], &pairs[k][1], f).distance;
        // the floor is keep and 5 %, at most 10 %, of what is above it (geom/advance.h)
        CHECK(there >= keep + 0.05 * (start - keep) - 1e-12);
        CHECK(there <= keep + 0.1 * (start - keep) + 1e-12);
    }
}

TEST(no_two_corners_move_further_than_the_stride) {
    const sut_feature a = corners(SUT_FEATURE_EDGE, 0.0, 0.0, 4.0);
    const sut_feature b = corners(SUT_FEATURE_TRIANGLE, 0.0, 0.0, 0.0);
    // the second corner of the edge: 4 along x and half along z
    CHECK_NEAR(sut_feature_stride(&a, &b), sqrt(16.25), 1e-15);
}
