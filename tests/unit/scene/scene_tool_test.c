// SPDX-License-Identifier: MIT
#include "scene_fixture.h"

#include "check.h"

#include "math/vec3.h"
#include "scene_turn.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

static const char *refusal(const char *tools) {
    return refusal_with("tools", tools);
}

// the one tool of a scene; null when it is refused
static const sut_tool_def *only(const char *text, sut_scene **scene) {
    *scene = scene_with("tools", text);
    return *scene != NULL && sut_scene_tool_count(*scene) == 1 ? sut_scene_tool_def(*scene, 0)
                                                               : NULL;
}

static double off(sut_quat q, sut_vec3 own, sut_vec3 wanted) {
    return v3_distance(sut_turn_apply(q, own), wanted);
}

TEST(tools_have_the_defaults_of_their_type) {
    static const char *const texts[] = {"[{\"type\": \"point\"}]", "[{}]",
                                        "[{\"type\": \"needle-driver\"}]"};
    for (int k = 0; k < 3; k++) {
        CASE("k %d", k);
        sut_scene *s = NULL;
        const sut_tool_def *d = only(texts[k], &s);
        REQUIRE(d != NULL);
        sut_tool_def usual = sut_default_tool_def((sut_tool_kind)k);
        CHECK_EQ_INT(d->kind, k);
        CHECK(d->length == usual.length && d->tip_radius == usual.tip_radius);
        CHECK(d->grip_force == usual.grip_force && d->stiffness == usual.stiffness);
        CHECK(d->jaw == 1.0 && d->key_count == 0 && d->keys == NULL);
        CHECK(d->pose.rotation.w == 1.0 && v3_norm(d->pose.position) == 0.0);
        CHECK_STR(sut_scene_tool_name(s, 0), "0");
        sut_scene_free(s);
    }
}

TEST(all_numbers_of_a_tool_are_read) {
    sut_scene *s = NULL;
    const sut_tool_def *d =
        only("[{\"name\": \"left\", \"type\": \"forceps\", \"position\": [\"1 mm\", 0, 2],"
             "\"jaw\": 0.25, \"tip_radius\": \"0.3 mm\", \"base_radius\": \"2 mm\","
             "\"length\": \"30 mm\", \"opening\": \"5 mm\", \"grip_length\": \"2 mm\","
             "\"handle_length\": \"40 mm\", \"handle_radius\": \"1.5 mm\", \"incline\": \"1 mm\","
             "\"friction\": 0.7, \"grip_force\": \"3 N\", \"coupling\": {\"stiffness\": 500,"
             "\"angular_stiffness\": \"20 N mm/rad\", \"max_force\": null,"
             "\"max_torque\": \"rigid\"}}]",
             &s);
    REQUIRE(d != NULL);
    CHECK_STR(sut_scene_tool_name(s, 0), "left");
    CHECK(d->pose.position.x == 1e-3 && d->pose.position.z == 2.0 && d->jaw == 0.25);
    CHECK(d->tip_radius == 0.3e-3 && d->base_radius == 2e-3 && d->length == 30e-3);
    CHECK(d->opening == 5e-3 && d->grip_length == 2e-3 && d->friction == 0.7);
    CHECK(d->handle_length == 40e-3 && d->handle_radius == 1.5e-3 && d->incline == 1e-3);
    CHECK(d->grip_force == 3.0 && d->stiffness == 500.0);
    CHECK_NEAR(d->angular_stiffness, 0.02, 1e-17); // one rounding
    CHECK(isinf(d->max_force) && isinf(d->max_torque));
    CHECK(sut_scene_tool_id(0).index1 == 1 && sut_scene_tool_id(0).generation == 1);
    CHECK(sut_scene_tool_def(s, 1) == NULL && sut_scene_tool_name(s, -1) == NULL);
    sut_scene_free(s);
}

TEST(published_coupling) {
    sut_scene *s = NULL;
    const sut_tool_def *d = only("[{\"type\": \"point\", \"coupling\": \"table-4.1\"}]", &s);
    REQUIRE(d != NULL);
    CHECK(d->stiffness == 1200.0 && sut_scene_tool_force_scale(s, 0) == 0.003);
    CHECK(sut_scene_tool_force_scale(s, 1) == 0.0);
    sut_scene_free(s);
    d = only("[{\"coupling\": {\"preset\": \"table-4.1\", \"stiffness\": 300}}]", &s);
    REQUIRE(d != NULL);
    CHECK(d->stiffness == 300.0 && sut_scene_tool_force_scale(s, 0) == 0.003);
    sut_scene_free(s);
}

TEST(orientations) {
    sut_scene *s = NULL;
    // a quarter turn about x takes the tool's z, which goes to its handle, to -y
    const sut_tool_def *d = only("[{\"rotation\": [\"90 deg\", 0, 0]}]", &s);
    REQUIRE(d != NULL);
    CHECK_NEAR(off(d->pose.rotation, v3(0, 0, 1), v3(0, -1, 0)), 0.0, 1e-15); // a few roundings
    sut_scene_free(s);
    d = only("[{\"pointing\": [0, 3, 0]}]", &s);
    REQUIRE(d != NULL);
    CHECK_NEAR(off(d->pose.rotation, v3(0, 0, -1), v3(0, 1, 0)), 0.0, 1e-15);
    CHECK_NEAR(off(d->pose.rotation, v3(1, 0, 0), v3(1, 0, 0)), 0.0, 1e-15);
    sut_scene_free(s);
    // about its own axis: the jaws go from x to z, which is up while it reaches along y
    d = only("[{\"pointing\": [0, 3, 0], \"roll\": \"90 deg\"}]", &s);
    REQUIRE(d != NULL);
    CHECK_NEAR(off(d->pose.rotation, v3(0, 0, -1), v3(0, 1, 0)), 0.0, 1e-15);
    CHECK_NEAR(fabs(sut_turn_apply(d->pose.rotation, v3(1, 0, 0)).z), 1.0, 1e-15);
    sut_scene_free(s);
}

TEST(tools_move_by_key_frames) {
    sut_scene *s = NULL;
    const sut_tool_def *d = only("[{\"position\": [0, 0, 1], \"motion\": [{\"t\": 0},"
                                 "{\"t\": 1, \"position\": [1, 0, 1], \"jaw\": 0},"
                                 "{\"t\": 2, \"pointing\": [1, 0, 0]},"
                                 "{\"t\": \"3 s\", \"jaw\": 0.5}]}]",
                                 &s);
    REQUIRE(d != NULL && d->key_count == 4);
    CHECK(d->keys[0].pose.position.z == 1.0 && d->keys[0].jaw == 1.0);
    CHECK(d->keys[2].pose.position.x == 1.0 && d->keys[2].jaw == 0.0);
    CHECK_NEAR(off(d->keys[3].pose.rotation, v3(0, 0, -1), v3(1, 0, 0)), 0.0, 1e-15);
    CHECK(d->keys[3].t == 3.0 && d->keys[3].jaw == 0.5);
    sut_scene_free(s);
    CHECK_STR(refusal("[{\"motion\": [{\"t\": 1}, {\"t\": 1}]}]"),
              "tools[0].motion[1].t: is 1 s after 1 s; times must increase strictly");
    CHECK_STR(refusal("[{\"motion\": [{\"position\": [0, 0, 0]}]}]"),
              "tools[0].motion[0].t: is missing; every key frame needs its time");
    CHECK_STR(refusal("[{\"motion\": []}]"),
              "tools[0].motion: has 0 key frames; must have 1 to 64");
    CHECK_STR(refusal("[{\"motion\": [{\"t\": 0, \"direction\": [1, 0, 0]}]}]"),
              "tools[0].motion[0].direction: unknown key; allowed here: t, position, rotation, "
              "pointing, roll, jaw");
}

TEST(bad_tools) {
    CHECK_STR(refusal("{}"), "tools: is an object; must be a list [ ... ] of tools");
    CHECK_STR(refusal("[3]"), "tools[0]: is 3; must be an object { ... }");
    CHECK_STR(refusal("[{\"type\": \"saw\"}]"),
              "tools[0].type: is \"saw\"; must be \"point\", \"forceps\", \"needle-driver\", "
              "\"scissors\" or \"blade\"");
    CHECK_STR(refusal("[{\"type\": \"blade\", \"opening\": 1}]"),
              "tools[0].opening: does not belong to \"blade\", which has one edge; use \"length\" "
              "and \"tip_radius\" or another type");
    CHECK_STR(
        refusal("[{\"colour\": 1}]"),
        "tools[0].colour: unknown key; allowed here: name, type, position, rotation, pointing, "
        "roll, jaw, motion, tip_radius, base_radius, length, opening, grip_length, friction, "
        "reach, grip_force, coupling, handle_length, handle_radius, incline");
    CHECK_STR(refusal("[{\"jaws\": 1}]"), "tools[0].jaws: unknown key; did you mean \"jaw\"?");
    CHECK_STR(refusal("[{\"jaw\": 1.5}]"),
              "tools[0].jaw: is 1.5; must be from 0, closed, to 1, open");
    CHECK_STR(refusal("[{\"jaw\": -1}]"), "tools[0].jaw: is -1; must be 0 or more");
    CHECK_STR(refusal("[{\"name\": \"a\"}, {\"name\": \"a\"}]"),
              "tools[1].name: is \"a\", the name of tools[0]; names must differ");
    CHECK_STR(refusal("[{\"pointing\": [0, 0, 0]}]"),
              "tools[0].pointing: is the zero vector; must have a length, for example [1, 0, 0]");
    CHECK_STR(refusal("[{\"pointing\": [1, 0, 0], \"rotation\": [0, 0, 0]}]"),
              "tools[0].pointing: is given beside rotation; use one of them");
    CHECK_STR(refusal("[{\"roll\": 1}]"), "tools[0].roll: is given without pointing; give both");
    CHECK_STR(refusal("[{\"length\": 0}]"), "tools[0].length: is 0 m; must be above 0");
    CHECK_STR(refusal("[{\"tip_radius\": \"3 mm\", \"base_radius\": \"2 mm\"}]"),
              "tools[0].base_radius: makes the arms thinner at the hinge, 0.002 m, than at the "
              "tips, 0.003 m; base_radius must be at least tip_radius");
    CHECK_STR(refusal("[{\"length\": \"5 mm\", \"grip_length\": \"6 mm\"}]"),
              "tools[0].grip_length: is 0.006 m, longer than the arms, 0.005 m; must be shorter");
    CHECK_STR(refusal("[{\"incline\": \"2 mm\"}]"),
              "tools[0].incline: is 0.002 m, more than base_radius, 0.0012 m; must be no more");
    CHECK_STR(refusal("[{\"handle_length\": \"-1 mm\"}]"),
              "tools[0].handle_length: is \"-1 mm\"; must be 0 or more");
    CHECK_STR(refusal("[{\"reach\": \"5 mm\"}]"),
              "tools[0].reach: does not belong to \"forceps\"; use \"grip_length\" and "
              "\"opening\"");
    CHECK_STR(refusal("[{\"type\": \"point\", \"length\": \"5 mm\"}]"),
              "tools[0].length: does not belong to \"point\", which has no body; use \"reach\" or "
              "another type");
    CHECK_STR(refusal("[{\"coupling\": {\"stiffness\": \"5 N\"}}]"),
              "tools[0].coupling.stiffness: is \"5 N\", in kg m s^-2; must be a stiffness in N/m, "
              "for example \"100 N/m\"");
    CHECK_STR(refusal("[{\"coupling\": {\"angular_stiffness\": \"5 N/m\"}}]"),
              "tools[0].coupling.angular_stiffness: is \"5 N/m\", in kg s^-2; must be an angular "
              "stiffness in N m/rad, for example \"0.5 N m/rad\"");
    CHECK_STR(refusal("[{\"coupling\": {\"max_force\": 0}}]"),
              "tools[0].coupling.max_force: is 0 N; must be above 0");
    CHECK_STR(refusal("[{\"coupling\": {\"damping\": 0}}]"),
              "tools[0].coupling.damping: unknown key; allowed here: preset, stiffness, "
              "angular_stiffness, max_force, max_torque, force_scale");
    CHECK_STR(refusal("[{\"coupling\": \"table-4.2\"}]"),
              "tools[0].coupling: is \"table-4.2\"; must be \"default\" or \"table-4.1\"");
    CHECK_STR(refusal("[{\"coupling\": {\"force_scale\": 0}}]"),
              "tools[0].coupling.force_scale: is 0; must be above 0");
}

//---- orientations --------------------------------------------------------------------------------

TEST(rotation_vectors_and_quaternions_are_inverse) {
    for (int i = 0; i < 200; i++) {
        CASE("i %d", i);
        sut_vec3 axis = v3_normalized(v3(sin(i), cos(2.3 * i), sin(0.7 * i + 1.0)));
        double angle = PI * i / 200.0;
        sut_quat q = sut_turn_quat(v3_scale(axis, angle));
        // sine and cosine of libm: right to a few last digits
        CHECK_NEAR(q.w, cos(0.5 * angle), 1e-14);
        CHECK_NEAR(v3_distance(v3(q.x, q.y, q.z), v3_scale(axis, sin(0.5 * angle))), 0.0, 1e-14);
        CHECK_NEAR(v3_distance(sut_turn_vector(q), v3_scale(axis, angle)), 0.0, 1e-13);
        // many turns on top change nothing but digits
        sut_quat more = sut_turn_quat(v3_scale(axis, angle + 2000.0 * PI));
        CHECK_NEAR(v3_distance(sut_turn_apply(q, v3(1, 2, 3)), sut_turn_apply(more, v3(1, 2, 3))),
                   0.0, 1e-10);
    }
}

TEST(jaws_lie_across_a_strand) {
    sut_quat now = sut_turn_pointing(v3(0, 0, -1), 0.3);
    for (int i = 0; i < 100; i++) {
        CASE("i %d", i);
        sut_vec3 strand = v3_normalized(v3(sin(i), cos(1.7 * i), sin(2.9 * i)));
        sut_vec3 pointing = v3_normalized(v3(cos(i), sin(0.3 * i), -1.2));
        sut_quat q = sut_turn_across(pointing, strand, now);
        CHECK_NEAR(off(q, v3(0, 0, -1), pointing), 0.0, 1e-14);
        CHECK_NEAR(v3_dot(sut_turn_apply(q, v3(1, 0, 0)), strand), 0.0, 1e-14);
        // of the two ways the nearer one
        CHECK(v3_dot(sut_turn_apply(q, v3(0, 1, 0)), sut_turn_apply(now, v3(0, 1, 0))) >= 0.0);
    }
    // a strand that comes straight at the tool leaves it as it is
    sut_quat same = sut_turn_across(v3(0, 0, -1), v3(0, 0, 1), now);
    CHECK_NEAR(off(same, v3(1, 0, 0), sut_turn_apply(now, v3(1, 0, 0))), 0.0, 1e-14);
}

TEST(the_way_to_an_orientation_is_even) {
    sut_quat from = sut_turn_quat(v3(0.3, -1.0, 0.2));
    sut_quat to = sut_turn_quat(v3(-1.0, 0.4, 2.0));
    sut_quat middle = sut_turn_part(from, to, 0.5);
    sut_quat quarter = sut_turn_part(from, middle, 0.5);
    sut_quat direct = sut_turn_part(from, to, 0.25);
    CHECK_NEAR(off(quarter, v3(1, 2, 3), sut_turn_apply(direct, v3(1, 2, 3))), 0.0, 1e-14);
    sut_quat end = sut_turn_part(from, to, 1.0);
    CHECK(end.x == to.x && end.y == to.y && end.z == to.z && end.w == to.w);
}
