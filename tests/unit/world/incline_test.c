// SPDX-License-Identifier: MIT
// incline_test.c -- the inclined plane of the arms, an option.
#include "sutura/sutura.h"

#include "check.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "tool_judge.h"

#include <math.h>
#include <string.h>

static const double radius = 1e-4; // m, of the thread

// A thread across the middle of open jaws, which are led over it until it is `deep` behind the tips
// or something is in the way. How deep it gets.
static double led_over(double incline, double deep, int *entries) {
    enum { COUNT = 101 };
    tool_judge j;
    sut_world_def def = tool_judged_def(&j);
    sut_world *w;
    CHECK(sut_world_create(&def, &w) == SUT_OK);
    sut_vec3 p[COUNT];
    for (int i = 0; i < COUNT; i++) {
        p[i] = v3(0.0, 1e-3 * (i - COUNT / 2), 0.0);
    }
    sut_thread_def t = sut_default_thread_def();
    t.positions = p;
    t.vertex_count = COUNT;
    t.radius = radius;
    t.friction = 0.0;
    sut_thread_id thread;
    CHECK(sut_thread_create(w, &t, &thread) == SUT_OK);
    for (int end = 0; end < 2; end++) {
        sut_hold_def h = sut_default_hold_def();
        h.vertex = end == 0 ? 0 : -1;
        sut_hold_id held;
        CHECK(sut_hold_create(w, thread, &h, &held) == SUT_OK);
    }
    sut_tool_def d = sut_default_tool_def(SUT_TOOL_FORCEPS);
    d.pose = (sut_pose){v3(0.0, 0.0, -1e-3), q_identity()};
    d.incline = incline;
    d.friction = 0.0;
    d.stiffness = 50.0;
    d.max_force = 0.02; // N: the thread comes along before the faces give
    sut_tool_id tool;
    CHECK(sut_tool_create(w, &d, &tool) == SUT_OK);
    CHECK(tool_judge_begin(&j, w, &thread, &tool, 1));
    for (int i = 1; i <= 600; i++) {
        CASE("i %d", i);
        double z = fmin(1e-3 + (deep - 1e-3) * i / 400.0, deep);
        sut_pose to = {v3(0.0, 0.0, -z), q_identity()};
        CHECK(sut_tool_set_target(w, tool, &to, 1.0) == SUT_OK);
        CHECK(sut_world_step(w, 1e-3) == SUT_OK);
    }
    sut_tool_view v;
    CHECK(sut_tool_get_view(w, tool, &v) == SUT_OK);
    sut_thread_view s;
    CHECK(sut_thread_get_view(w, thread, &s) == SUT_OK);
    double reached = pose_to_local(v.proxy, s.position[COUNT / 2]).z;
    *entries = tool_judge_end(&j);
    sut_world_destroy(w);
    return reached;
}

TEST(a_thread_gets_no_further_than_the_inclined_planes) {
    const double incline = 0.5e-3;
    sut_tool_def d = sut_default_tool_def(SUT_TOOL_FORCEPS);
    int entries;
    // between flat faces there is room up to 23.7 mm
    CHECK(led_over(0.0, 23e-3, &entries) > 22.9e-3);
    CHECK_EQ_INT(entries, 0);
    // at the distance rho from the hinge the middle is rho sin from the cut and the plane
    // incline (1 - rho cos / length) before that, which leaves the radius
    double sine = 0.5 * d.opening / d.length;
    double cosine = sqrt(1.0 - sine * sine);
    double slope = incline / d.length;
    double rho = (incline + radius * sqrt(1.0 + slope * slope)) / (sine + slope * cosine);
    // contacts give by some hundredths of a radius, and a tenth of the slope makes that a tenth mm
    CHECK_NEAR(led_over(incline, 23e-3, &entries), d.length - rho, 2e-4);
    CHECK_EQ_INT(entries, 0);
}

TEST(jaws_with_inclined_planes_take_a_thread) {
    sut_world_def def = sut_default_world_def();
    def.gravity = v3_zero();
    sut_world *w;
    REQUIRE(sut_world_create(&def, &w) == SUT_OK);
    sut_vec3 p[41];
    for (int i = 0; i < 41; i++) {
        p[i] = v3(0.0, 1e-3 * (i - 20), 0.0);
    }
    sut_thread_def t = sut_default_thread_def();
    t.positions = p;
    t.vertex_count = 41;
    sut_thread_id thread;
    REQUIRE(sut_thread_create(w, &t, &thread) == SUT_OK);
    sut_tool_def d = sut_default_tool_def(SUT_TOOL_FORCEPS);
    d.pose = (sut_pose){v3(0.0, 0.0, -1e-3), q_identity()};
    d.incline = 0.8e-3;
    sut_tool_id tool;
    REQUIRE(sut_tool_create(w, &d, &tool) == SUT_OK);
    for (int i = 0; i < 100; i++) {
        REQUIRE(sut_tool_set_target(w, tool, &d.pose, 0.0) == SUT_OK);
        REQUIRE(sut_world_step(w, 1e-3) == SUT_OK);
    }
    sut_tool_view v;
    REQUIRE(sut_tool_get_view(w, tool, &v) == SUT_OK);
    CHECK_EQ_INT(v.grip_count, 1);
    // each arm is kept open by the radius of the thread and the plane's height there
    double half = t.radius + d.incline * (1e-3 / d.length);
    double touch = half / (d.length - 1e-3);
    double turn = v.jaw * 0.5 * d.opening / d.length;
    // it is taken within 25 % of touching; sines for angles of 0.01
    CHECK(turn > 0.999 * touch && turn < 1.25 * touch);
    sut_world_destroy(w);
}

TEST(the_plane_belongs_to_its_arm) {
    sut_world_def def = sut_default_world_def();
    sut_world *w;
    REQUIRE(sut_world_create(&def, &w) == SUT_OK);
    sut_tool_def d = sut_default_tool_def(SUT_TOOL_FORCEPS);
    d.incline = 0.4e-3;
    sut_tool_id tool;
    REQUIRE(sut_tool_create(w, &d, &tool) == SUT_OK);
    sut_tool_part part[SUT_TOOL_PARTS];
    REQUIRE(sut_tool_get_parts(w, tool, part) == 3);
    CHECK(part[0].rise == 0.4e-3 && part[1].rise == 0.4e-3 && part[2].rise == 0.0);
    d.incline = 1.01 * d.base_radius;
    CHECK_EQ_INT(sut_tool_create(w, &d, &tool), SUT_E_ARGUMENT);
    sut_world_destroy(w);
}
