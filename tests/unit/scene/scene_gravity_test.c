// SPDX-License-Identifier: MIT
#include "scene_fixture.h"

#include "check.h"

static const char *refusal(const char *motion) {
    return refusal_with("gravity_motion", motion);
}

TEST(bad_gravity_motions_are_refused) {
    CHECK_STR(refusal("[]"), "gravity_motion: has 0 key frames; must have 1 to 10000000");
    CHECK_STR(refusal("[{\"gravity\": [0, 0, 1]}]"),
              "gravity_motion[0].t: is missing; every key frame needs its time");
    CHECK_STR(refusal("[{\"t\": 1}, {\"t\": 0.5}]"),
              "gravity_motion[1].t: is 0.5 s after 1 s; times must increase strictly");
    CHECK_STR(refusal("[{\"t\": 1, \"force\": [0, 0, 1]}]"),
              "gravity_motion[0].force: unknown key; allowed here: t, gravity");
}

// Two points fall freely while gravity comes in over 0.1 s.
static const char falling[] =
    "{\"sutura\": 1, \"gravity\": [0, 0, 0], \"threads\": [{\"material\": {\"EI\": 0,"
    "\"EA\": 60, \"mass_per_length\": 36e-6, \"radius\": 1e-4}, \"vertices\": 2, \"length\": "
    "0.01}],"
    "\"gravity_motion\": [{\"t\": 0.1}, {\"t\": 0.2, \"gravity\": [0, 0, \"-10 m/s^2\"]}]}";

TEST(driven_gravity_lets_a_thread_fall) {
    sut_scene *s = scene_from(falling);
    REQUIRE(s != NULL);
    sut_world *w = NULL;
    sut_scene_error e;
    REQUIRE(sut_scene_build(s, NULL, &w, &e) == SUT_OK);
    sut_thread_view v;
    double speed[2] = {0.0, 0.0};
    for (int i = 0; i < 300; i++) {
        REQUIRE(sut_scene_drive(s, w, 1e-3) == SUT_OK);
        REQUIRE(sut_world_step(w, 1e-3) == SUT_OK);
        REQUIRE(sut_thread_get_view(w, sut_scene_thread_id(0), &v) == SUT_OK);
        speed[i >= 99] = v.velocity[1].z;
    }
    CHECK_NEAR(speed[0], 0.0, 1e-12); // nothing pulls before the first key frame
    // half of 10 m/s^2 for 0.1 s, all of it for another 0.1 s; the value at the end of a step
    // counts
    CHECK_NEAR(speed[1], -1.5, 6e-3);
    sut_world_destroy(w);
    sut_scene_free(s);
}
