// SPDX-License-Identifier: MIT
#include "scene_fixture.h"

#include "check.h"

// what refuses the valid scene with this motion
static const char *refusal(const char *motion) {
    return refusal_with("threads[0].friction_motion", motion);
}

TEST(friction_is_linear_between_key_frames) {
    sut_scene *s = scene_with("threads[0].friction_motion",
                              "[{\"t\": 1, \"friction\": 0.8}, {\"t\": \"1500 ms\"},"
                              "{\"t\": 2, \"friction\": 0.4}, {\"t\": 4, \"friction\": 0}]");
    REQUIRE(s != NULL);
    CHECK(sut_scene_thread_friction(s, 0, -1.0) == 0.8);
    CHECK(sut_scene_thread_friction(s, 0, 1.25) == 0.8);           // left out: as before
    CHECK_NEAR(sut_scene_thread_friction(s, 0, 1.75), 0.6, 1e-15); // rounding of one product
    CHECK_NEAR(sut_scene_thread_friction(s, 0, 3.5), 0.1, 1e-15);
    CHECK(sut_scene_thread_friction(s, 0, 2.0) == 0.4);
    CHECK(sut_scene_thread_friction(s, 0, 9.0) == 0.0);
    CHECK(sut_scene_thread_friction(s, 1, 9.0) == 0.0); // no such thread
    sut_scene_free(s);
}

TEST(friction_without_motion_is_that_of_the_material) {
    sut_scene *s = scene_with("threads[0].material.friction", "0.35");
    REQUIRE(s != NULL);
    CHECK(sut_scene_thread_friction(s, 0, 0.0) == 0.35);
    sut_scene_free(s);
}

TEST(bad_friction_motions_are_refused) {
    CHECK_STR(refusal("[]"),
              "threads[0].friction_motion: has 0 key frames; must have 1 to 10000000");
    CHECK_STR(refusal("[{\"friction\": 1}]"),
              "threads[0].friction_motion[0].t: is missing; every key frame needs its time");
    CHECK_STR(refusal("[{\"t\": 1}, {\"t\": 1}]"),
              "threads[0].friction_motion[1].t: is 1 s after 1 s; times must increase strictly");
    CHECK_STR(refusal("[{\"t\": 1, \"friction\": -0.1}]"),
              "threads[0].friction_motion[0].friction: is -0.1; must be 0 or more");
    CHECK_STR(refusal("[{\"t\": 1, \"mu\": 0.1}]"),
              "threads[0].friction_motion[0].mu: unknown key; allowed here: t, friction");
}

// A thread on a slope of 20 deg: it sticks as long as friction is above tan 20 deg = 0.364.
static const char slope[] =
    "{\"sutura\": 1, \"gravity\": [3.3552, 0, -9.2184], \"threads\": [{\"material\": {\"EI\": 1e-8,"
    "\"EA\": 60, \"mass_per_length\": 36e-6, \"radius\": 1e-4, \"friction\": 0.5},"
    "\"vertices\": 11, \"length\": 0.01, \"shape\": {\"type\": \"straight\","
    "\"from\": [0, 0, 1e-4], \"direction\": [0, 1, 0]},"
    "\"friction_motion\": [{\"t\": 0.1, \"friction\": 0.5}, {\"t\": 0.11, \"friction\": 0.05}]}],"
    "\"obstacles\": [{\"type\": \"plane\", \"friction\": 0.5}]}";

TEST(driven_friction_lets_a_thread_go) {
    sut_scene *s = scene_from(slope);
    REQUIRE(s != NULL);
    sut_world *w = NULL;
    sut_scene_error e;
    REQUIRE(sut_scene_build(s, NULL, &w, &e) == SUT_OK);
    sut_thread_view v;
    double at[2] = {0.0, 0.0};
    for (int i = 0; i < 200; i++) {
        CASE("i %d", i);
        REQUIRE(sut_scene_drive(s, w, 1e-3) == SUT_OK);
        REQUIRE(sut_world_step(w, 1e-3) == SUT_OK);
        REQUIRE(sut_thread_get_view(w, sut_scene_thread_id(0), &v) == SUT_OK);
        at[i >= 100] = v.position[5].x;
    }
    // it sticks with less than a hundredth of a radius of spring
    CHECK_NEAR(at[0], 0.0, 1e-6);
    // root of 0.05 and 0.5 is 0.158: (3.3552 - 0.158 x 9.2184) t^2 / 2 over 90 ms is 7.7 mm; the
    // ramp of 10 ms lets it go a little earlier
    CHECK_NEAR(at[1], 7.7e-3, 0.6e-3);
    CHECK_EQ_INT(sut_scene_drive(NULL, w, 1e-3), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_scene_drive(s, NULL, 1e-3), SUT_E_ARGUMENT);
    sut_world_destroy(w);
    sut_scene_free(s);
}
