// SPDX-License-Identifier: MIT
#include "check.h"
#include "scene_fixture.h"
#include "scene_tissue.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PAD                                                                                        \
    "\"model\": \"solid\", \"material\": {\"young\": 1e5}, \"shape\": {\"type\": \"pad\", "        \
    "\"size\": [0.02, 0.02, 0.01], \"cells\": [2, 2, 1]}"
#define SHEET                                                                                      \
    "\"model\": \"shell\", \"material\": {\"young\": 1e5}, \"thickness\": 1e-3, \"shape\": "       \
    "{\"type\": \"sheet\", \"size\": [0.02, 0.02], \"cells\": [2, 2]}"

static char text[4096];

static const char *scene_of(const char *keys, const char *holds) {
    snprintf(text, sizeof text, "{\"sutura\": 1, \"tissues\": [{%s, \"hold\": [%s]}]}", keys,
             holds);
    return text;
}

static const char *refusal(const char *holds) {
    const char *why = refusal_of(scene_of(PAD, holds));
    return strncmp(why, "tissues[0].", 11) == 0 ? why + 11 : why;
}

// the only hold of a scene, which the caller frees
static const sut_support_def *hold_of(const char *keys, const char *hold, sut_scene **s) {
    *s = scene_from(scene_of(keys, hold));
    return sut_scene_support_def(*s, 0, 0);
}

TEST(nodes_are_selected_by_index_group_and_box) {
    sut_scene *s;
    const sut_support_def *d = hold_of(PAD, "{\"nodes\": [-1, 0, 17], \"how\": \"pin\"}", &s);
    REQUIRE(d != NULL);
    CHECK(d->node_count == 2 && d->nodes[0] == 0 && d->nodes[1] == 17);
    CHECK(d->kind == SUT_SUPPORT_PIN && d->axes == SUT_AXIS_ALL && d->key_count == 0);
    CHECK(d->from == -HUGE_VAL && d->until == HUGE_VAL);
    sut_scene_free(s);

    d = hold_of(PAD, "{\"group\": \"z-\", \"how\": \"pin\", \"axes\": \"xz\"}", &s);
    REQUIRE(d != NULL);
    CHECK(d->node_count == 9 && d->nodes[8] == 8 && d->axes == (SUT_AXIS_X | SUT_AXIS_Z));
    sut_scene_free(s);

    // the border counts, and either corner may come first
    d = hold_of(PAD,
                "{\"box\": [[\"10 mm\", \"10 mm\", 0], [0, 0, 0]], \"how\": \"spring\", "
                "\"stiffness\": \"100 N/m\"}",
                &s);
    REQUIRE(d != NULL);
    CHECK(d->node_count == 4 && d->kind == SUT_SUPPORT_SPRING && d->stiffness == 100.0);
    CHECK_NEAR(d->center.x, 5e-3, 1e-15); // mean of 0 and 10 mm
    sut_scene_free(s);
}

TEST(bad_selections_are_refused) {
    CHECK_STR(refusal("{\"how\": \"pin\"}"),
              "hold[0]: selects no node; give one of nodes, group and box");
    CHECK_STR(refusal("{\"nodes\": [], \"how\": \"pin\"}"),
              "hold[0]: selects no node; must select at least one of the 18 nodes as they lie at "
              "the start");
    CHECK_STR(refusal("{\"box\": [[1, 1, 1], [2, 2, 2]], \"how\": \"pin\"}"),
              "hold[0]: selects no node; must select at least one of the 18 nodes as they lie at "
              "the start");
    CHECK_STR(refusal("{\"nodes\": [0], \"group\": \"z-\", \"how\": \"pin\"}"),
              "hold[0].group: is given beside nodes; use one of them");
    CHECK_STR(refusal("{\"nodes\": [18], \"how\": \"pin\"}"),
              "hold[0].nodes[0]: is 18; must be a whole number from -18 to 17");
    CHECK_STR(refusal("{\"group\": \"top\", \"how\": \"pin\"}"),
              "hold[0].group: is \"top\"; must be \"all\", \"surface\", \"x-\", \"x+\", \"y-\", "
              "\"y+\", \"z-\" or \"z+\"");
    CHECK_STR(refusal("{\"box\": [0, 1, 2], \"how\": \"pin\"}"),
              "hold[0].box: is a list of another length; must be two corners [[x, y, z], [x, y, "
              "z]]");
}

TEST(kinds_have_their_keys) {
    CHECK_STR(refusal("{\"nodes\": [0]}"),
              "hold[0].how: is missing; must be \"pin\", \"spring\" or \"force\"");
    CHECK_STR(refusal("{\"nodes\": [0], \"how\": \"glue\"}"),
              "hold[0].how: is \"glue\"; must be \"pin\", \"spring\" or \"force\"");
    CHECK_STR(refusal("{\"nodes\": [0], \"how\": \"spring\"}"),
              "hold[0].stiffness: is missing; give a stiffness, for example \"100 N/m\"");
    CHECK_STR(refusal("{\"nodes\": [0], \"how\": \"pin\", \"stiffness\": 1}"),
              "hold[0].stiffness: does not belong to a hold of kind \"pin\"; use \"how\": "
              "\"spring\"");
    CHECK_STR(refusal("{\"nodes\": [0], \"how\": \"pin\", \"force\": [0, 0, 1]}"),
              "hold[0].force: does not belong to a hold of kind \"pin\"; use \"how\": \"force\"");
    CHECK_STR(refusal("{\"nodes\": [0], \"how\": \"force\", \"axes\": \"x\", \"force\": [0, 0, "
                      "1]}"),
              "hold[0].axes: does not belong to a hold of kind \"force\"; use \"how\": \"pin\"");
    CHECK_STR(refusal("{\"nodes\": [0], \"how\": \"pin\", \"axes\": \"xx\"}"),
              "hold[0].axes: is \"xx\"; must be some of the letters \"xyz\", each once");
    CHECK_STR(refusal("{\"nodes\": [0], \"how\": \"pin\", \"axes\": \"\"}"),
              "hold[0].axes: is \"\"; must be some of the letters \"xyz\", each once");
    CHECK_STR(refusal("{\"nodes\": [0], \"how\": \"force\"}"),
              "hold[0].force: is missing; give a force [x, y, z] in N, or a motion");
    CHECK_STR(refusal("{\"nodes\": [0], \"how\": \"pin\", \"from\": 2, \"until\": 1}"),
              "hold[0].until: is 1 s, not after from, 2 s; must be later");
}

TEST(motion_is_by_key_frames) {
    sut_scene *s;
    const sut_support_def *d =
        hold_of(PAD,
                "{\"group\": \"x+\", \"how\": \"pin\", \"center\": [1, 2, 3], \"motion\": [{\"t\": "
                "0}, {\"t\": 1, \"offset\": [\"1 mm\", 0, 0]}, {\"t\": 2, \"rotation\": [\"2 "
                "turn\", 0, 0]}]}",
                &s);
    REQUIRE(d != NULL);
    CHECK(d->key_count == 3 && d->center.y == 2.0);
    // what a frame leaves out stays
    CHECK(d->keys[2].offset.x == 1e-3 && d->keys[1].rotation.x == 0.0);
    CHECK_NEAR(d->keys[2].rotation.x, 12.566370614359173, 1e-14); // last digit of the unit
    sut_scene_free(s);

    CHECK_STR(refusal("{\"nodes\": [0], \"how\": \"pin\", \"motion\": [{\"t\": 0, \"offset\": [1, "
                      "0, 0]}]}"),
              "hold[0].motion[0].offset: moves the nodes at t = 0, when they are where they start; "
              "must be [0, 0, 0] then");
    CHECK_STR(refusal("{\"nodes\": [0], \"how\": \"pin\", \"motion\": [{\"t\": -1}, {\"t\": 1, "
                      "\"rotation\": [1, 0, 0]}]}"),
              "hold[0].motion[1].rotation: moves the nodes at t = 0, when they are where they "
              "start; must be [0, 0, 0] then");
    CHECK_STR(refusal("{\"nodes\": [0], \"how\": \"pin\", \"from\": 1, \"motion\": [{\"t\": 0, "
                      "\"offset\": [1, 0, 0]}]}"),
              "");
    CHECK_STR(refusal("{\"nodes\": [0], \"how\": \"pin\", \"axes\": \"x\", \"motion\": [{\"t\": 1, "
                      "\"rotation\": [1, 0, 0]}]}"),
              "hold[0].motion[0].rotation: turns nodes that are not held along all axes; use "
              "\"axes\": \"xyz\"");
    CHECK_STR(refusal("{\"nodes\": [0], \"how\": \"pin\", \"motion\": [{\"t\": 1, \"force\": [1, "
                      "0, 0]}]}"),
              "hold[0].motion[0].force: does not belong to a hold of kind \"pin\"; use \"how\": "
              "\"force\"");
    CHECK_STR(refusal("{\"nodes\": [0], \"how\": \"force\", \"force\": [0, 0, 1], \"motion\": "
                      "[{\"t\": 1}]}"),
              "hold[0].force: is given beside motion; use one of them");
    CHECK_STR(refusal("{\"nodes\": [0], \"how\": \"pin\", \"motion\": [{\"t\": 1}, {\"t\": 1}]}"),
              "hold[0].motion[1].t: is 1 s after 1 s; times must increase strictly");
}

static double sum_of(const sut_support_def *d) {
    double sum = 0.0;
    for (int i = 0; i < d->node_count; i++) {
        sum += d->shares[i];
    }
    return sum;
}

TEST(even_loads_follow_the_surface) {
    sut_scene *s;
    const sut_support_def *d = hold_of(
        PAD, "{\"group\": \"z+\", \"how\": \"force\", \"force\": [0, 0, -1], \"spread\": \"even\"}",
        &s);
    REQUIRE(d != NULL && d->shares != NULL);
    CHECK_NEAR(sum_of(d), 1.0, 1e-15); // rounding
    // four cells of two triangles each; the middle node is in six, a corner in one or two
    CHECK_NEAR(d->shares[4], 6.0 / 24.0, 1e-15);
    sut_scene_free(s);

    // no triangle is selected: along the boundary, halves at the ends
    d = hold_of(SHEET,
                "{\"group\": \"x+\", \"how\": \"force\", \"force\": [1, 0, 0], \"spread\": "
                "\"even\"}",
                &s);
    REQUIRE(d != NULL && d->shares != NULL && d->node_count == 3);
    CHECK_NEAR(d->shares[0], 0.25, 1e-15);
    CHECK_NEAR(d->shares[1], 0.5, 1e-15);
    sut_scene_free(s);

    d = hold_of(PAD, "{\"group\": \"z+\", \"how\": \"force\", \"force\": [0, 0, -1]}", &s);
    REQUIRE(d != NULL);
    CHECK(d->shares == NULL && d->keys[0].force.z == -1.0);
    sut_scene_free(s);

    CHECK_STR(
        refusal("{\"nodes\": [0], \"how\": \"force\", \"force\": [0, 0, 1], \"spread\": "
                "\"even\"}"),
        "hold[0].spread: is \"even\", and no triangle of the surface and no boundary edge has "
        "all its nodes selected; select some, or use \"equal\"");
    CHECK_STR(refusal("{\"nodes\": [0], \"how\": \"force\", \"force\": [0, 0, 1], \"spread\": "
                      "\"far\"}"),
              "hold[0].spread: is \"far\"; must be \"equal\" or \"even\"");
}

#define STILL(more) "{\"group\": \"x-\", \"how\": \"pin\"" more "}"
#define MOVING(more)                                                                               \
    "{\"group\": \"z-\", \"how\": \"pin\", \"motion\": [{\"t\": 1, \"offset\": [0, 0, 1]}]" more "}"

TEST(a_pin_that_moves_has_its_nodes_alone) {
    CHECK_STR(refusal(STILL("") ", " STILL("")), "");
    CHECK_STR(
        refusal(STILL("") ", " MOVING("")),
        "hold[1]: holds node 0, which hold[0] holds along the same axis at the same time, and "
        "one of them moves; use one, or part them with from and until");
    CHECK_STR(refusal(STILL(", \"axes\": \"x\"") ", " MOVING(", \"axes\": \"z\"")), "");
    CHECK_STR(refusal(STILL(", \"until\": 1") ", " MOVING(", \"from\": 1")), "");
}

TEST(supports_are_numbered_through_all_tissues) {
    sut_scene *s = scene_from("{\"sutura\": 1, \"tissues\": [{" PAD ", \"hold\": [" STILL(
        "") "]}, {" PAD ", \"hold\": [" STILL("") ", " STILL("") "]}]}");
    REQUIRE(s != NULL);
    CHECK_EQ_INT(sut_scene_support_id(s, 1, 1).index1, 3);
    CHECK_EQ_INT(sut_scene_support_count(s, 1), 2);
    CHECK(sut_scene_support_def(s, 1, 2) == NULL && sut_scene_support_count(s, 2) == 0);
    sut_scene_free(s);
}
