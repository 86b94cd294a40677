// SPDX-License-Identifier: MIT
// scene_script_needle_test.c -- tools at needles: held from the start, reached for, driven.
#include "scene_fixture.h"

#include "check.h"

#include "math/quat.h"
#include "math/vec3.h"
#include "sutura/needle.h"
#include "sutura/sutura.h"
#include "sutura/tool.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// a half circle of 20 mm in the plane z = 0 with more keys, a needle driver and a blade, this
// script
static const char *text_with(const char *needle, const char *driver, const char *script) {
    static char text[4096];
    snprintf(
        text, sizeof text,
        "{ \"sutura\": 1, \"gravity\": [0, 0, 0], \"dt\": \"1 ms\", \"needles\": [ { \"name\": "
        "\"n\", \"arc\": \"1/2\", \"length\": \"20 mm\", \"diameter\": \"0.5 mm\" %s } ], "
        "\"tools\": [ {\"name\": \"d\", \"type\": \"needle-driver\", %s }, "
        "{\"name\": \"b\", \"type\": \"blade\", \"position\": [0, -0.3, 0]} ], "
        "\"script\": %s }",
        needle, driver, script);
    return text;
}

static const char far_away[] = "\"position\": [0.01, 0.03, 0.05]";

static const char *refused_command(const char *script) {
    return refusal_of(text_with("", far_away, script));
}

static const char *refused_holder(const char *needle, const char *driver) {
    return refusal_of(text_with(needle, driver, "[]"));
}

TEST(bad_commands_at_needles) {
    CHECK_STR(refused_command("[{\"tool\": \"d\", \"do\": \"reach\", \"needle\": \"x\"}]"),
              "script[0].needle: is \"x\"; must be the name of an entry of \"needles\"");
    CHECK_STR(refused_command("[{\"tool\": \"d\", \"do\": \"reach\", \"needle\": \"n\", "
                              "\"along\": 1.5}]"),
              "script[0].along: is 1.5; must be 0 (the tip) to 1 (the end)");
    CHECK_STR(refused_command("[{\"tool\": \"d\", \"do\": \"reach\", \"needle\": \"n\", "
                              "\"vertex\": 1}]"),
              "script[0].vertex: is given beside needle; use one of them");
    CHECK_STR(refused_command("[{\"tool\": \"d\", \"do\": \"drive\"}]"),
              "script[0]: does not say how far; give by, for example \"8 mm\", or angle");
    CHECK_STR(refused_command("[{\"tool\": \"d\", \"do\": \"drive\", \"by\": 0.01, \"angle\": 1}]"),
              "script[0].angle: is given beside by; use one of them");
}

TEST(holders_that_cannot_hold) {
    CHECK_STR(refused_holder(", \"held_by\": \"d\"", "\"jaw\": 0, \"position\": [0, 0, 0.00225]"),
              "needles[0].held_by: is 0.002 m from the needle; must be at most 0.001 m");
    CHECK_STR(refused_holder(", \"held_by\": \"d\"", "\"position\": [0, 0, 0]"),
              "needles[0].held_by: is a tool whose jaw is 1; must be 0, closed");
    CHECK_STR(refused_holder(", \"held_by\": \"b\"", far_away),
              "needles[0].held_by: is a tool that cuts; must be a needle-driver, forceps or point");
}

static sut_world *world_of(const sut_scene *s) {
    sut_world *w = NULL;
    sut_scene_error e;
    CHECK(sut_scene_build(s, NULL, &w, &e) == SUT_OK);
    return w;
}

static int run(const sut_scene *s, sut_world *w, int steps, sut_event_type type) {
    int found = 0;
    for (int k = 0; k < steps; k++) {
        if (sut_scene_drive(s, w, 1e-3) != SUT_OK || sut_world_step(w, 1e-3) != SUT_OK) {
            return -1;
        }
        int count = 0;
        const sut_event *e = sut_world_events(w, &count);
        for (int i = 0; i < count; i++) {
            found += e[i].type == type;
        }
    }
    return found;
}

static sut_tool_view tool_view(const sut_world *w) {
    sut_tool_view v;
    memset(&v, 0, sizeof v);
    CHECK(sut_tool_get_view(w, sut_scene_tool_id(0), &v) == SUT_OK);
    return v;
}

static sut_needle_view needle_view(const sut_world *w) {
    sut_needle_view v;
    memset(&v, 0, sizeof v);
    CHECK(sut_needle_get_view(w, sut_scene_needle_id(0), &v) == SUT_OK);
    return v;
}

TEST(a_hand_reaches_across_the_arc_takes_the_needle_and_drives_it) {
    sut_scene *s = scene_from(
        text_with("", far_away,
                  "[{\"tool\": \"d\", \"do\": \"reach\", \"needle\": \"n\"},"
                  "{\"tool\": \"d\", \"do\": \"grasp\"}, {\"tool\": \"d\", \"do\": \"wait\", "
                  "\"over\": 0.3}, {\"tool\": \"d\", \"do\": \"drive\", \"angle\": "
                  "\"90 deg\"}, {\"tool\": \"d\", \"do\": \"drive\", \"by\": \"-10 mm\"}]"));
    REQUIRE(s != NULL);
    sut_world *w = world_of(s);
    REQUIRE(w != NULL);
    CHECK(run(s, w, 1000, SUT_EV_NEEDLE_GRASPED) == 1);
    sut_tool_view v = tool_view(w);
    CHECK_NEAR(v.needle_grip.s, 0.013, 2e-5); // chords leave the arc by a fiftieth of the diameter
    // the axis along z; the jaws, which open along x of the tool, along the radius
    double bend = 0.02 / SUT_PI;
    sut_vec3 radius = v3(sin(0.013 / bend), cos(0.013 / bend), 0.0);
    sut_vec3 up = q_rotate(v.proxy.rotation, v3(0.0, 0.0, 1.0));
    sut_vec3 open = q_rotate(v.proxy.rotation, v3(1.0, 0.0, 0.0));
    CHECK_NEAR(fabs(up.z), 1.0, 1e-6);
    CHECK_NEAR(fabs(v3_dot(open, radius)), 1.0, 1e-4);
    // a quarter of a turn about the centre of its arc, and back by as much of the arc: the tool
    // lags a little
    sut_needle_view before = needle_view(w);
    CHECK(run(s, w, 500, SUT_EV_IDLE) == 0);
    sut_needle_view there = needle_view(w);
    sut_vec3 way = q_way(before.pose.rotation, there.pose.rotation);
    sut_vec3 axis = q_rotate(before.pose.rotation, v3(0.0, 0.0, 0.5 * SUT_PI));
    CHECK_NEAR(v3_distance(way, axis), 0.0, 1e-5);
    sut_vec3 center = pose_to_world(before.pose, v3(0.0, bend, 0.0));
    CHECK_NEAR(v3_distance(center, pose_to_world(there.pose, v3(0.0, bend, 0.0))), 0.0, 1e-5);
    CHECK(run(s, w, 600, SUT_EV_NEEDLE_DROPPED) == 0);
    sut_needle_view back = needle_view(w);
    CHECK_NEAR(v3_distance(back.pose.position, before.pose.position), 0.0, 1e-5);
    sut_world_destroy(w);
    sut_scene_free(s);
}

TEST(a_needle_is_held_from_the_start) {
    sut_scene *s = scene_from(
        text_with(", \"held_by\": \"d\"", "\"jaw\": 0, \"position\": [-0.00636, 0.00636, -0.004]",
                  "[{\"tool\": \"d\", \"do\": \"move\", \"by\": [0, 0, 0.01]}]"));
    REQUIRE(s != NULL);
    sut_world *w = world_of(s);
    REQUIRE(w != NULL);
    CHECK_NEAR(tool_view(w).needle_grip.s, 0.01, 2e-5);
    CHECK(run(s, w, 600, SUT_EV_NEEDLE_DROPPED) == 0);
    CHECK_NEAR(needle_view(w).pose.position.z, 0.01, 1e-5);
    sut_world_destroy(w);
    sut_scene_free(s);
}

TEST(drive_without_a_needle_is_idle) {
    sut_scene *s =
        scene_from(text_with("", far_away, "[{\"tool\": \"d\", \"do\": \"drive\", \"by\": 0.01}]"));
    REQUIRE(s != NULL);
    sut_world *w = world_of(s);
    REQUIRE(w != NULL);
    CHECK(run(s, w, 600, SUT_EV_IDLE) == 1);
    CHECK(tool_view(w).proxy.position.x == 0.01); // and it did not move
    sut_world_destroy(w);
    sut_scene_free(s);
}
