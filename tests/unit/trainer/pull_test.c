// SPDX-License-Identifier: MIT
#include "check.h"
#include "trainer/server/physics_look.h"
#include "trainer/server/pull.h"

#include <stdio.h>
#include <string.h>

// a knot in a loop of 24 mm, not drawn tight yet
static sut_play *tie(const char *knot, const char *material) {
    char text[1024];
    snprintf(
        text, sizeof text,
        "{\"sutura\": 1, \"gravity\": [0, 0, 0], \"dt\": \"2 ms\", \"threads\": [{\"material\": "
        "%s, \"vertices\": 197, \"length\": \"56 mm\", \"shape\": {\"type\": \"knot\", "
        "\"knot\": \"%s\", \"loop\": \"24 mm\", \"size\": 2}, \"damping\": {\"bend\": \"20 "
        "ms\", \"linear\": \"0.4 kg/m/s\"}}]}",
        material, knot);
    sut_scene_error error = {""};
    json_t *scene = json_loads(text, 0, NULL);
    sut_play_wish wish = {.mode = SUT_PLAY_REPLAY, .scene = scene};
    sut_play *p = sut_play_make(&wish, &error);
    json_decref(scene);
    return p;
}

// that of the knots of the trainer, 0.18 mm
static const char limp[] = "{\"EI\": 3e-9, \"EA\": 200, \"mass_per_length\": 34e-6, \"radius\": "
                           "\"0.09 mm\", \"friction\": 0.4}";
static const _Atomic bool never = false;

static sut_pull_result pull(const char *knot, const char *material, double friction) {
    sut_pull_result out = {0};
    sut_play *p = tie(knot, material);
    if (p == NULL) {
        return out;
    }
    sut_look look = {0};
    sut_sight sight = sut_sight_of(p);
    sut_look_fill(&look, &sight);
    double strength = 0.0;
    json_t *scene = sut_pull_scene(p, &look, &strength);
    if (scene != NULL) {
        out = sut_pull_measure(scene, strength, friction, &never);
    }
    json_decref(scene);
    sut_look_free(&look);
    sut_play_drop(p);
    return out;
}

// Of the same friction a reef knot holds and a half knot slips.
TEST(a_reef_knot_holds_until_the_thread_breaks) {
    sut_pull_result r = pull("reef", limp, 0.4);
    CHECK(r.measured);
    CHECK(!r.slipped);
    CHECK_LE(r.slip, SUT_PULL_SLIP);
    // the pull grows by 0.14 % of the strength per step; the tension follows within a few steps
    CHECK_NEAR(r.force, r.strength, 0.01 * r.strength);
}

TEST(a_half_knot_slips) {
    sut_pull_result r = pull("overhand", limp, 0.4);
    CHECK(r.measured);
    CHECK(r.slipped);
    CHECK(r.force < 0.5 * r.strength);
}

TEST(the_strength_of_a_thread_given_by_numbers_is_that_of_nylon) {
    sut_play *p = tie("reef", limp);
    REQUIRE(p != NULL);
    sut_look look = {0};
    sut_sight sight = sut_sight_of(p);
    sut_look_fill(&look, &sight);
    // 0.18 mm is nearest to 4-0; the force of a section grows with its area
    const sut_material *m = sut_material_find("nylon 4-0");
    double share = 0.18e-3 / m->diameter;
    CHECK_NEAR(sut_pull_strength(p, &look, 0), m->knot_pull * share * share, 1e-12); // round-off
    sut_look_free(&look);
    sut_play_drop(p);
}

TEST(a_straight_thread_cannot_be_tested) {
    const char *text =
        "{\"sutura\": 1, \"threads\": [{\"material\": \"nylon 4-0\", \"vertices\": 31, \"length\": "
        "\"60 mm\", \"shape\": {\"type\": \"straight\"}}]}";
    json_t *scene = json_loads(text, 0, NULL);
    sut_play_wish wish = {.mode = SUT_PLAY_REPLAY, .scene = scene};
    sut_scene_error error;
    sut_play *p = sut_play_make(&wish, &error);
    json_decref(scene);
    REQUIRE(p != NULL);
    sut_look look = {0};
    sut_sight sight = sut_sight_of(p);
    sut_look_fill(&look, &sight);
    CHECK(sut_pull_start(p, &look) == NULL);
    sut_look_free(&look);
    sut_play_drop(p);
}

TEST(a_test_that_is_stopped_measures_nothing) {
    static const _Atomic bool at_once = true;
    sut_play *p = tie("reef", limp);
    REQUIRE(p != NULL);
    sut_look look = {0};
    sut_sight sight = sut_sight_of(p);
    sut_look_fill(&look, &sight);
    double strength;
    json_t *scene = sut_pull_scene(p, &look, &strength);
    REQUIRE(scene != NULL);
    CHECK(!sut_pull_measure(scene, strength, 0.4, &at_once).measured);
    json_decref(scene);
    sut_look_free(&look);
    sut_play_drop(p);
}
