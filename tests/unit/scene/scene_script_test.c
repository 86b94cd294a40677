// SPDX-License-Identifier: MIT
#include "scene_fixture.h"

#include "check.h"

#include "math/vec3.h"
#include "scene_turn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double PI = 3.14159265358979323846;

// a scene with two grasping points far from its thread, and this script
static const char *text_with(const char *script) {
    static char text[4096];
    snprintf(text, sizeof text,
             "{ \"sutura\": 1, \"gravity\": [0, 0, 0], \"threads\": [ { \"name\": \"t\", "
             "\"vertices\": 11, \"length\": 0.1, \"material\": { \"young\": \"2 GPa\", "
             "\"density\": 1140, \"radius\": \"0.1 mm\" } } ], \"tools\": [ "
             "{\"name\": \"a\", \"type\": \"point\", \"position\": [0, 0, 1],"
             " \"coupling\": {\"stiffness\": null, \"angular_stiffness\": null}}, "
             "{\"name\": \"b\", \"type\": \"point\", \"position\": [0, 1, 1]}, "
             "{\"name\": \"keyed\", \"type\": \"point\", \"motion\": [{\"t\": 0}]}], "
             "\"script\": %s }",
             script);
    return text;
}

static const char *refusal(const char *script) {
    return refusal_of(text_with(script));
}

TEST(commands_of_a_tool_follow_each_other) {
    sut_scene *s = scene_from(text_with(
        "[{\"tool\": \"a\", \"do\": \"move\", \"to\": [1, 0, 0], \"over\": 2, \"say\": \"go\"},"
        "{\"tool\": \"b\", \"do\": \"grasp\"},"
        "{\"tool\": \"a\", \"do\": \"release\", \"say\": \"let go\"},"
        "{\"tool\": \"b\", \"do\": \"wait\", \"over\": \"100 ms\", \"after\": 0.5},"
        "{\"tool\": \"a\", \"do\": \"circle\", \"axis\": [0, 0, 1], \"angle\": \"1 turn\","
        " \"t\": 5}]"));
    REQUIRE(s != NULL && s->command_count == 5);
    const sut_scene_command *c = s->commands;
    CHECK(c[0].start == 0.0 && c[0].end == 2.0);
    CHECK(c[1].start == 0.0 && c[1].end == 0.2); // beside the first
    CHECK(c[2].start == 2.0 && c[2].end == 2.2);
    CHECK(c[3].start == 2.7); // half a second after the command above it
    CHECK(c[4].start == 5.0 && c[4].end == 5.5);
    CHECK(sut_scene_script_end(s) == 5.5);
    CHECK_STR(sut_scene_script_say(s, -1.0), "");
    CHECK_STR(sut_scene_script_say(s, 1.9), "go");
    CHECK_STR(sut_scene_script_say(s, 9.0), "let go");
    sut_scene_free(s);
}

TEST(bad_commands) {
    CHECK_STR(refusal("{}"), "script: is an object; must be a list [ ... ] of commands");
    CHECK_STR(refusal("[7]"), "script[0]: is 7; must be an object { \"tool\": ..., \"do\": ... }");
    CHECK_STR(refusal("[{\"tool\": \"a\"}]"),
              "script[0].do: is missing; must be \"move\", \"grasp\", \"release\", \"reach\", "
              "\"wait\", \"circle\", \"pull\", \"cut\" or \"drive\"");
    CHECK_STR(refusal("[{\"tool\": \"a\", \"do\": \"saw\"}]"),
              "script[0].do: is \"saw\"; must be \"move\", \"grasp\", \"release\", \"reach\", "
              "\"wait\", \"circle\", \"pull\", \"cut\" or \"drive\"");
    CHECK_STR(refusal("[{\"do\": \"grasp\"}]"),
              "script[0].tool: is missing; give the name of a tool");
    CHECK_STR(refusal("[{\"tool\": \"c\", \"do\": \"grasp\"}]"),
              "script[0].tool: is \"c\"; must be the name of an entry of \"tools\"");
    CHECK_STR(refusal("[{\"tool\": \"keyed\", \"do\": \"grasp\"}]"),
              "script[0].tool: is a tool with key frames of its own; remove its \"motion\"");
    CHECK_STR(refusal("[{\"tool\": \"a\", \"do\": \"grasp\", \"to\": [0, 0, 0]}]"),
              "script[0].to: unknown key; did you mean \"do\"?");
    CHECK_STR(refusal("[{\"tool\": \"a\", \"do\": \"wait\"}]"),
              "script[0].over: is missing; give the time to wait");
    CHECK_STR(refusal("[{\"tool\": \"a\", \"do\": \"wait\", \"over\": 0}]"),
              "script[0].over: is 0 s; must be above 0");
    CHECK_STR(refusal("[{\"tool\": \"a\", \"do\": \"grasp\", \"t\": 1, \"after\": 1}]"),
              "script[0].after: is given beside t; use one of them");
    CHECK_STR(refusal("[{\"tool\": \"a\", \"do\": \"wait\", \"over\": 2},"
                      "{\"tool\": \"a\", \"do\": \"grasp\", \"t\": 1}]"),
              "script[1].t: is 1 s, but the tool is busy until 2 s; use a later time, or "
              "\"after\"");
    CHECK_STR(refusal("[{\"tool\": \"a\", \"do\": \"move\"}]"),
              "script[0]: moves nothing; give to, by, pointing, rotation, spin or jaw");
    CHECK_STR(refusal("[{\"tool\": \"a\", \"do\": \"move\", \"to\": [0, 0, 0],"
                      "\"by\": [0, 0, 0]}]"),
              "script[0].by: is given beside to; use one of them");
    CHECK_STR(refusal("[{\"tool\": \"a\", \"do\": \"move\", \"pointing\": [1, 0, 0],"
                      "\"spin\": 1}]"),
              "script[0].spin: is given beside an orientation; use one of them");
    CHECK_STR(refusal("[{\"tool\": \"a\", \"do\": \"reach\"}]"),
              "script[0].vertex: is missing; give the index of a vertex, -1 for the last");
    CHECK_STR(refusal("[{\"tool\": \"a\", \"do\": \"reach\", \"vertex\": 11}]"),
              "script[0].vertex: is 11; must be a whole number from -11 to 10");
    CHECK_STR(refusal("[{\"tool\": \"a\", \"do\": \"reach\", \"vertex\": 1, "
                      "\"thread\": \"u\"}]"),
              "script[0].thread: is \"u\"; must be the name of an entry of \"threads\"");
    CHECK_STR(refusal("[{\"tool\": \"a\", \"do\": \"circle\", \"angle\": 1}]"),
              "script[0].axis: is missing; give the axis to go around, for example [0, 0, 1]");
    CHECK_STR(refusal("[{\"tool\": \"a\", \"do\": \"circle\", \"axis\": [0, 0, 1]}]"),
              "script[0].angle: is missing; give how far, for example \"1 turn\"");
    CHECK_STR(refusal("[{\"tool\": \"a\", \"do\": \"grasp\", \"say\": 3}]"),
              "script[0].say: is 3; must be text in quotes");
}

TEST(a_script_without_tools_is_refused) {
    CHECK_STR(refusal_with("script", "[{\"do\": \"grasp\"}]"),
              "script[0].tool: is missing; give the name of a tool");
    CHECK_STR(refusal_with("script", "[]"), "");
}

//---- doing ---------------------------------------------------------------------------------------

// a world on its way
typedef struct run {
    sut_scene *s;
    sut_world *w;
} run;

static bool begin(run *r, const char *script) {
    *r = (run){scene_from(text_with(script)), NULL};
    return r->s != NULL && sut_scene_build(r->s, NULL, &r->w, NULL) == SUT_OK;
}

static bool go(const run *r, double dt, double until) {
    while (sut_world_time(r->w) < until - 0.5 * dt) {
        if (sut_scene_drive(r->s, r->w, dt) != SUT_OK || sut_world_step(r->w, dt) != SUT_OK) {
            return false;
        }
    }
    return true;
}

static void end(run *r) {
    sut_world_destroy(r->w);
    sut_scene_free(r->s);
}

static sut_tool_view view(const run *r, int tool) {
    sut_tool_view v;
    CHECK_EQ_INT(sut_tool_get_view(r->w, sut_scene_tool_id(tool), &v), SUT_OK);
    return v;
}

TEST(moves_are_as_long_as_said_for_every_step) {
    static const double steps[] = {1e-3, 7e-3, 0.02};
    for (int k = 0; k < 3; k++) {
        CASE("k %d", k);
        run r;
        REQUIRE(begin(&r, "[{\"tool\": \"a\", \"do\": \"move\", \"to\": [1, 0, 1], \"over\": 0.3,"
                          "\"pointing\": [1, 0, 0], \"jaw\": 0.5, \"ease\": false},"
                          "{\"tool\": \"a\", \"do\": \"move\", \"by\": [0, 0.5, 0], "
                          "\"over\": 0.2},"
                          "{\"tool\": \"b\", \"do\": \"wait\", \"over\": 1}]"));
        REQUIRE(go(&r, steps[k], 0.14));
        sut_tool_view v = view(&r, 0);
        // at one speed: as far as the time, however it is cut into steps (roundings add up)
        CHECK_NEAR(v.target.position.x, 0.14 / 0.3, 1e-12);
        CHECK_NEAR(v.jaw_target, 1.0 - 0.5 * 0.14 / 0.3, 1e-12);
        double angle = v3_norm(sut_turn_vector(v.target.rotation));
        CHECK_NEAR(angle, 0.5 * PI * 0.14 / 0.3, 1e-12);
        REQUIRE(go(&r, steps[k], 0.7));
        v = view(&r, 0);
        CHECK_NEAR(v3_distance(v.target.position, v3(1.0, 0.5, 1.0)), 0.0, 1e-12);
        CHECK(v.jaw_target == 0.5);
        CHECK(view(&r, 1).target.position.y == 1.0); // what waits stays
        end(&r);
    }
}

TEST(eased_moves_begin_and_end_slowly) {
    run r;
    REQUIRE(begin(&r, "[{\"tool\": \"a\", \"do\": \"move\", \"by\": [1, 0, 0], \"over\": 1}]"));
    REQUIRE(go(&r, 0.01, 0.1));
    CHECK_NEAR(view(&r, 0).target.position.x, 0.028, 1e-14); // 3 u^2 - 2 u^3
    REQUIRE(go(&r, 0.01, 0.5));
    CHECK_NEAR(view(&r, 0).target.position.x, 0.5, 1e-14);
    end(&r);
}

// about its own axis, wherever that points
TEST(tools_spin) {
    run r;
    REQUIRE(begin(&r, "[{\"tool\": \"a\", \"do\": \"move\", \"pointing\": [1, 0, 0]},"
                      "{\"tool\": \"a\", \"do\": \"move\", \"spin\": \"90 deg\"}]"));
    REQUIRE(go(&r, 0.01, 0.5));
    sut_vec3 before = sut_turn_apply(view(&r, 0).target.rotation, v3(0, 1, 0));
    REQUIRE(go(&r, 0.01, 1.1));
    sut_quat after = view(&r, 0).target.rotation;
    CHECK_NEAR(v3_distance(sut_turn_apply(after, v3(0, 0, -1)), v3(1, 0, 0)), 0.0, 1e-12);
    CHECK_NEAR(v3_distance(sut_turn_apply(after, v3(1, 0, 0)), before), 0.0, 1e-12);
    end(&r);
}

TEST(circles) {
    run r;
    REQUIRE(begin(&r, "[{\"tool\": \"a\", \"do\": \"circle\", \"center\": [0.5, 0, 1], "
                      "\"axis\": [0, 0, 1], \"angle\": \"90 deg\", \"over\": 0.5},"
                      "{\"tool\": \"b\", \"do\": \"circle\", \"axis\": [0, 0, 1], "
                      "\"angle\": \"450 deg\", \"over\": 0.5}]"));
    REQUIRE(go(&r, 0.01, 0.6));
    sut_tool_view v = view(&r, 0);
    CHECK_NEAR(v3_distance(v.target.position, v3(0.5, -0.5, 1.0)), 0.0, 1e-12);
    CHECK_NEAR(v.target.rotation.w, 1.0, 1e-12); // around, without turning itself
    v = view(&r, 1);
    CHECK_NEAR(v3_distance(v.target.position, v3(0.0, 1.0, 1.0)), 0.0, 1e-12);
    // a turn and a quarter about z takes x to y
    CHECK_NEAR(v3_distance(sut_turn_apply(v.target.rotation, v3(1, 0, 0)), v3(0, 1, 0)), 0.0,
               1e-12);
    end(&r);
}

TEST(reaching_meets_a_vertex_that_moves) {
    run r;
    REQUIRE(begin(&r, "[{\"tool\": \"a\", \"do\": \"reach\", \"vertex\": -1, \"over\": 0.1, "
                      "\"offset\": [0, 0, \"2 mm\"]}]"));
    // the thread falls meanwhile
    REQUIRE(sut_world_set_gravity(r.w, v3(0.0, 0.0, -9.81)) == SUT_OK);
    REQUIRE(go(&r, 1e-3, 0.1));
    sut_thread_view t;
    REQUIRE(sut_thread_get_view(r.w, sut_scene_thread_id(0), &t) == SUT_OK);
    // where the vertex was when the last step began
    sut_vec3 before = v3_madd(t.position[10], -1e-3, t.velocity[10]);
    CHECK_NEAR(v3_distance(view(&r, 0).target.position, v3_add(before, v3(0, 0, 2e-3))), 0.0, 1e-9);
    // the thread lies along x, so the jaws open along y
    CHECK_NEAR(fabs(sut_turn_apply(view(&r, 0).target.rotation, v3(1, 0, 0)).y), 1.0, 1e-6);
    end(&r);
}

// What a script does depends on the world alone: a restored one is led on as if nothing had been.
TEST(a_restored_world_is_led_on) {
    run r;
    const char *script = "[{\"tool\": \"a\", \"do\": \"reach\", \"vertex\": 3, \"over\": 0.1},"
                         "{\"tool\": \"a\", \"do\": \"grasp\", \"over\": 0.05},"
                         "{\"tool\": \"a\", \"do\": \"move\", \"by\": [0, 0, 0.01], "
                         "\"over\": 0.1}]";
    REQUIRE(begin(&r, script));
    REQUIRE(go(&r, 1e-3, 0.12));
    size_t size = sut_world_snapshot(r.w, NULL, 0);
    void *image = malloc(size);
    REQUIRE(image != NULL && sut_world_snapshot(r.w, image, size) == size);
    REQUIRE(go(&r, 1e-3, 0.3));
    uint64_t hash = sut_world_hash(r.w);
    REQUIRE(sut_world_restore(r.w, image, size) == SUT_OK);
    REQUIRE(go(&r, 1e-3, 0.3));
    CHECK(sut_world_hash(r.w) == hash);
    free(image);
    end(&r);
}
