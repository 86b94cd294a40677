// SPDX-License-Identifier: MIT
// scene_script_tissue_test.c -- commands for tools at tissue: what they refuse and what they do.
#include "scene_fixture.h"

#include "check.h"

#include "math/vec3.h"
#include "sutura/sutura.h"
#include "sutura/tissue.h"
#include "sutura/tool.h"

#include <math.h>
#include <stdio.h>

// a sheet of 20 mm by 10 mm whose left edge is held, a point above its right edge, scissors and a
// blade beside it, and this script
static const char *text_with(const char *script) {
    static char text[4096];
    snprintf(
        text, sizeof text,
        "{ \"sutura\": 1, \"gravity\": [0, 0, 0], \"dt\": \"1 ms\", \"tissues\": [ { \"name\": "
        "\"sheet\", \"model\": \"shell\", \"material\": \"latex\", \"thickness\": \"1 mm\", "
        "\"shape\": { \"type\": \"sheet\", \"size\": [0.02, 0.01], \"cells\": [10, 4] }, "
        "\"hold\": [{ \"group\": \"x-\", \"how\": \"pin\" }], \"damping\": { \"linear\": 50 } "
        "} ], \"tools\": [ "
        "{\"name\": \"p\", \"type\": \"point\", \"position\": [0, 0, 0.02]}, "
        "{\"name\": \"s\", \"type\": \"scissors\", \"position\": [0, 0.3, 0]}, "
        "{\"name\": \"b\", \"type\": \"blade\", \"position\": [0, -0.3, 0]} ], "
        "\"script\": %s }",
        script);
    return text;
}

static const char *refusal(const char *script) {
    return refusal_of(text_with(script));
}

TEST(bad_commands_at_tissue) {
    CHECK_STR(refusal("[{\"tool\": \"p\", \"do\": \"reach\", \"tissue\": \"x\", \"node\": 0}]"),
              "script[0].tissue: is \"x\"; must be the name of an entry of \"tissues\"");
    CHECK_STR(refusal("[{\"tool\": \"p\", \"do\": \"reach\", \"tissue\": \"sheet\"}]"),
              "script[0].at: is missing; give a place on the tissue, or \"node\"");
    CHECK_STR(
        refusal("[{\"tool\": \"p\", \"do\": \"reach\", \"tissue\": \"sheet\", \"node\": 55}]"),
        "script[0].node: is 55; must be a whole number from -55 to 54");
    CHECK_STR(refusal("[{\"tool\": \"p\", \"do\": \"reach\", \"tissue\": \"sheet\", \"at\": [0, 0, "
                      "0.05]}]"),
              "script[0].at: is 0.05 m from the tissue's surface as it starts; must be on it");
    CHECK_STR(refusal("[{\"tool\": \"p\", \"do\": \"reach\", \"tissue\": \"sheet\", \"node\": 0, "
                      "\"vertex\": 1}]"),
              "script[0].vertex: is given beside tissue; use one of them");
    CHECK_STR(refusal("[{\"tool\": \"p\", \"do\": \"pull\", \"force\": 1}]"),
              "script[0].direction: is missing; give where to, for example [0, 0, 1]");
    CHECK_STR(refusal("[{\"tool\": \"p\", \"do\": \"pull\", \"direction\": [1, 0, 0]}]"),
              "script[0].force: is missing; give how hard, for example \"0.5 N\"");
    CHECK_STR(refusal("[{\"tool\": \"p\", \"do\": \"pull\", \"direction\": [1, 0, 0], \"force\": "
                      "5}]"),
              "script[0].force: is 5 N, more than the coupling of the tool gives, 3.3 N; must be "
              "no more");
    CHECK_STR(refusal("[{\"tool\": \"b\", \"do\": \"cut\"}]"),
              "script[0]: moves nothing; give to or by, along which the blade cuts");
    CHECK_STR(refusal("[{\"tool\": \"s\", \"do\": \"cut\", \"by\": [0, 0, 1]}]"),
              "script[0].by: does not belong to a tool that is no blade; leave it out");
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

// The hand feels the force that was asked for: the point has come to rest by the end, and what
// friction with the air leaves of it is far below a hundredth.
TEST(a_hand_reaches_for_tissue_takes_it_and_pulls_with_that_force) {
    sut_scene *s = scene_from(text_with(
        "[{\"tool\": \"p\", \"do\": \"reach\", \"tissue\": \"sheet\", \"at\": [0.01, 0, 0]},"
        "{\"tool\": \"p\", \"do\": \"grasp\"},"
        "{\"tool\": \"p\", \"do\": \"pull\", \"direction\": [1, 0, 0], \"force\": \"0.3 N\", "
        "\"over\": 0.6}]"));
    REQUIRE(s != NULL);
    sut_world *w = world_of(s);
    REQUIRE(w != NULL);
    CHECK(run(s, w, 700, SUT_EV_TISSUE_GRASPED) == 1);
    CHECK(run(s, w, 600, SUT_EV_IDLE) == 0);
    sut_tool_view v;
    REQUIRE(sut_tool_get_view(w, sut_scene_tool_id(0), &v) == SUT_OK);
    CHECK(v.tissue_grip.node_count > 0);
    CHECK_NEAR(-v.hand_force.x / 0.3, 1.0, 0.01);
    CHECK(v.proxy.position.x > 0.0101);
    sut_world_destroy(w);
    sut_scene_free(s);
}

TEST(commands_without_anything_to_act_on_are_idle) {
    sut_scene *s = scene_from(
        text_with("[{\"tool\": \"p\", \"do\": \"pull\", \"direction\": [1, 0, 0], \"force\": 0.3},"
                  "{\"tool\": \"p\", \"do\": \"cut\"}]"));
    REQUIRE(s != NULL);
    sut_world *w = world_of(s);
    REQUIRE(w != NULL);
    CHECK(run(s, w, 1200, SUT_EV_IDLE) == 2); // each command once
    sut_tool_view v;
    REQUIRE(sut_tool_get_view(w, sut_scene_tool_id(0), &v) == SUT_OK);
    CHECK(v.proxy.position.x == 0.0); // and it did not move
    sut_world_destroy(w);
    sut_scene_free(s);
}

// The edge passes through the sheet from rim to rim.
TEST(a_blade_cuts_along_its_way) {
    sut_scene *s = scene_from(text_with(
        "[{\"tool\": \"b\", \"do\": \"move\", \"to\": [0.003, -0.008, -0.005]},"
        "{\"tool\": \"b\", \"do\": \"cut\", \"to\": [0.003, 0.008, -0.005], \"over\": 1}]"));
    REQUIRE(s != NULL);
    sut_world *w = world_of(s);
    REQUIRE(w != NULL);
    CHECK(run(s, w, 1600, SUT_EV_CUT) >= 2);
    sut_tool_view v;
    REQUIRE(sut_tool_get_view(w, sut_scene_tool_id(2), &v) == SUT_OK);
    CHECK(v.jaw > 0.5); // it does not cut any more
    sut_world_destroy(w);
    sut_scene_free(s);
}
