// SPDX-License-Identifier: MIT
// Loose knots as the checks lay them: which knot it is, how near strands come, how long edges are.
#include "validate/loose_knot.h"

#include "check.h"

#include "geom/segment.h"
#include "sutura/knot.h"
#include "validate/vector.h"

enum { ROOM = 1024 };

static sut_loose_knot knot_of(int throws, double thread) {
    double unit = sqrt(thread);
    return (sut_loose_knot){throws, thread, 2.0 * unit, 0.2, 0.07, 4.0};
}

TEST(throws_make_torus_knots) {
    static const char *const name[] = {"3_1", "5_1", "7_1"};
    for (int throws = 1; throws <= 3; throws++) {
        CASE("throws %d", throws);
        sut_vec3 x[ROOM];
        sut_loose_knot k = knot_of(throws, 1e-4);
        int n = sut_loose_knot_lay(&k, x, ROOM);
        sut_knot_thread t = {.positions = x, .vertex_count = n};
        sut_knot knot = {0};
        REQUIRE(sut_knot_name(&t, 1, SUT_KNOT_THOROUGH, &knot) == SUT_OK);
        const char *found = knot.loops[0].name; // either hand will do
        CHECK_STR(found[0] == 'm' ? found + 1 : found, name[throws - 1]);
        CHECK_EQ_INT(knot.loops[0].throws.count, 1);
        CHECK_EQ_INT(knot.loops[0].throws.list[0].turns, throws);
        sut_knot_free(&knot);
    }
}

TEST(strands_do_not_touch) {
    for (int throws = 1; throws <= 3; throws++) {
        CASE("throws %d", throws);
        sut_vec3 x[ROOM];
        sut_loose_knot k = knot_of(throws, 1.6e-3);
        int n = sut_loose_knot_lay(&k, x, ROOM);
        REQUIRE(n > 0);
        double nearest = 1.0;
        for (int i = 0; i + 1 < n; i++) {
            // neighbours along the thread are left out up to a braid's length
            double along = 0.0;
            for (int j = i + 1; j + 1 < n; j++) {
                if (along > 0.2) {
                    sut_segment_near g = sut_segment_nearest(x[i], x[i + 1], x[j], x[j + 1]);
                    nearest = fmin(nearest, g.distance);
                }
                along += vec_distance(x[j], x[j + 1]);
            }
        }
        // 2.1 radii; windings lean a little and so come nearer, polygons cut corners
        CHECK(nearest > 2.0 * k.thread);
        CHECK(nearest < 2.11 * k.thread);
    }
}

TEST(edges_are_fine_where_strands_touch) {
    sut_vec3 x[ROOM];
    sut_loose_knot k = knot_of(2, 4e-4);
    int n = sut_loose_knot_lay(&k, x, ROOM);
    REQUIRE(n > 0);
    double longest = 0.0;
    double in_braid = 0.0;
    for (int i = 0; i + 1 < n; i++) {
        double edge = vec_distance(x[i], x[i + 1]);
        longest = fmax(longest, edge);
        if (fabs(x[i].x) < 0.15 && x[i].z < 0.1) {
            in_braid = fmax(in_braid, edge);
        }
    }
    CHECK_LE(longest, 1.01 * k.coarse);
    CHECK_LE(in_braid, 1.03 * k.fine * sqrt(k.thread)); // windings are a little longer
    CHECK(longest > 0.9 * k.coarse);
}

TEST(no_room_no_knot) {
    sut_vec3 x[ROOM];
    sut_loose_knot k = knot_of(1, 1e-4);
    CHECK_EQ_INT(sut_loose_knot_lay(&k, x, 100), 0);
    k.thread = 0.2; // the braid would be longer than half the loop
    CHECK_EQ_INT(sut_loose_knot_lay(&k, x, ROOM), 0);
}
