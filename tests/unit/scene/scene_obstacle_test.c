// SPDX-License-Identifier: MIT
#include "scene_fixture.h"

#include "check.h"

#include "math/vec3.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

// the one obstacle of a scene; null when it is refused
static const sut_obstacle_def *only(const char *text, sut_scene **scene) {
    *scene = scene_with("obstacles", text);
    return *scene != NULL && (*scene)->obstacle_count == 1 ? &(*scene)->obstacles[0].def : NULL;
}

TEST(kinds_of_obstacles) {
    sut_scene *s = NULL;
    const sut_obstacle_def *d = only("[{\"type\": \"plane\", \"point\": [0, 0, \"-1 mm\"], "
                                     "\"normal\": [0, 0, 2], \"friction\": 0.5}]",
                                     &s);
    REQUIRE(d != NULL);
    CHECK(d->kind == SUT_OBSTACLE_PLANE && d->center.z == -1e-3 && d->axis.z == 1.0);
    CHECK(d->friction == 0.5 && d->key_count == 0);
    sut_scene_free(s);

    d = only("[{\"type\": \"sphere\", \"center\": [1, 2, 3], \"radius\": \"5 mm\"}]", &s);
    REQUIRE(d != NULL);
    CHECK(d->kind == SUT_OBSTACLE_SPHERE && d->center.y == 2.0 && d->radius == 5e-3);
    CHECK(d->friction == 0.3);
    sut_scene_free(s);

    d = only("[{\"type\": \"cylinder\", \"axis\": [0, 3, 0], \"radius\": 1}]", &s);
    REQUIRE(d != NULL);
    CHECK(d->kind == SUT_OBSTACLE_CYLINDER && d->axis.y == 1.0 && isinf(d->length));
    sut_scene_free(s);

    d = only("[{\"type\": \"capsule\", \"from\": [0, 0, 1], \"to\": [0, 4, 1], \"radius\": 1}]",
             &s);
    REQUIRE(d != NULL);
    CHECK(d->kind == SUT_OBSTACLE_CAPSULE && d->center.y == 2.0 && d->center.z == 1.0);
    CHECK(d->axis.y == 1.0 && d->length == 4.0);
    sut_scene_free(s);

    d = only("[{\"type\": \"box\", \"center\": [0, 0, -1], \"size\": [1, 2, \"30 cm\"], "
             "\"rotation\": [0, \"45 deg\", 0]}]",
             &s);
    REQUIRE(d != NULL);
    CHECK(d->kind == SUT_OBSTACLE_BOX && d->size.z == 0.3);
    CHECK_NEAR(d->rotation.y, PI / 4.0, 1e-15); // one rounding
    sut_scene_free(s);
}

TEST(obstacles_move_by_key_frames) {
    sut_scene *s = NULL;
    const sut_obstacle_def *d =
        only("[{\"type\": \"cylinder\", \"center\": [0, 0, -1], \"axis\": [1, 0, 0], "
             "\"radius\": 0.1, \"motion\": [{\"t\": 0}, {\"t\": 1, \"position\": [0, 1, -1]}, "
             "{\"t\": 2, \"rotation\": [\"10 turn\", 0, 0]}, "
             "{\"t\": 3, \"direction\": [0, 5, 0]}]}]",
             &s);
    REQUIRE(d != NULL);
    REQUIRE(d->key_count == 4);
    // what a frame leaves out stays
    CHECK(d->keys[0].position.z == -1.0 && d->keys[1].position.y == 1.0);
    CHECK(d->keys[2].position.y == 1.0 && v3_norm(d->keys[1].rotation) == 0.0);
    CHECK_NEAR(d->keys[2].rotation.x, 20.0 * PI, 1e-13); // two roundings
    // from x to y is a quarter turn about z
    CHECK_NEAR(v3_distance(d->keys[3].rotation, v3(0.0, 0.0, PI / 2.0)), 0.0, 1e-15);
    sut_scene_free(s);
}

// every angle between axis and direction, also the straight and the opposite one
TEST(directions_become_rotations) {
    for (int i = 0; i <= 36; i++) {
        CASE("i %d", i);
        double angle = PI * i / 36.0;
        char text[300];
        snprintf(
            text, sizeof text,
            "[{\"type\": \"plane\", \"normal\": [1, 0, 0], \"motion\": [{\"t\": 0}, {\"t\": 1, "
            "\"direction\": [%.17g, %.17g, 0]}]}]",
            i == 36 ? -1.0 : cos(angle), i == 36 ? 0.0 : sin(angle));
        sut_scene *s = NULL;
        const sut_obstacle_def *d = only(text, &s);
        if (!CHECK(d != NULL)) {
            return;
        }
        // rounding of the two roots and of the series
        CHECK_NEAR(v3_norm(d->keys[1].rotation), angle, 2e-15);
        CHECK(i == 36 || d->keys[1].rotation.z >= 0.0);
        sut_scene_free(s);
    }
}

TEST(bad_obstacles) {
    CHECK_STR(refusal_with("obstacles", "{}"),
              "obstacles: is an object; must be a list [ ... ] of obstacles");
    CHECK_STR(refusal_with("obstacles", "[5]"),
              "obstacles[0]: is 5; must be an object { \"type\": ... }");
    CHECK_STR(refusal_with("obstacles", "[{}]"),
              "obstacles[0].type: is missing; must be \"plane\", \"sphere\", \"cylinder\", "
              "\"capsule\" or \"box\"");
    CHECK_STR(refusal_with("obstacles", "[{\"type\": \"cone\"}]"),
              "obstacles[0].type: is \"cone\"; must be \"plane\", \"sphere\", \"cylinder\", "
              "\"capsule\" or \"box\"");
    CHECK_STR(
        refusal_with("obstacles", "[{\"type\": \"plane\", \"center\": [0, 0, 0]}]"),
        "obstacles[0].center: unknown key; allowed here: type, name, point, normal, friction, "
        "motion");
    CHECK_STR(refusal_with("obstacles", "[{\"type\": \"sphere\"}]"),
              "obstacles[0].radius: is missing; give a length, for example \"5 mm\"");
    CHECK_STR(refusal_with("obstacles", "[{\"type\": \"sphere\", \"radius\": 0}]"),
              "obstacles[0].radius: is 0 m; must be above 0");
    CHECK_STR(refusal_with("obstacles", "[{\"type\": \"sphere\", \"radius\": 1, "
                                        "\"friction\": -0.1}]"),
              "obstacles[0].friction: is -0.1; must be 0 or more");
    CHECK_STR(refusal_with("obstacles", "[{\"type\": \"cylinder\", \"radius\": 1, "
                                        "\"axis\": [0, 0, 0]}]"),
              "obstacles[0].axis: is the zero vector; must have a length, for example [1, 0, 0]");
    CHECK_STR(refusal_with("obstacles", "[{\"type\": \"capsule\", \"from\": [1, 0, 0], "
                                        "\"to\": [1, 0, 0], \"radius\": 1}]"),
              "obstacles[0].to: is the same point as from; must differ, or use a sphere");
    CHECK_STR(refusal_with("obstacles", "[{\"type\": \"box\", \"size\": [1, 0, 1]}]"),
              "obstacles[0].size: has an edge that is not above 0; must have three lengths");
}

TEST(bad_motions_of_obstacles) {
    CHECK_STR(refusal_with("obstacles", "[{\"type\": \"plane\", \"motion\": []}]"),
              "obstacles[0].motion: has 0 key frames; must have 1 to 64");
    CHECK_STR(refusal_with("obstacles", "[{\"type\": \"plane\", \"motion\": [{}]}]"),
              "obstacles[0].motion[0].t: is missing; every key frame needs its time");
    CHECK_STR(
        refusal_with("obstacles", "[{\"type\": \"plane\", \"motion\": [{\"t\": 1}, {\"t\": 1}]}]"),
        "obstacles[0].motion[1].t: is 1 s after 1 s; times must increase strictly");
    CHECK_STR(refusal_with("obstacles", "[{\"type\": \"box\", \"size\": [1, 1, 1], "
                                        "\"motion\": [{\"t\": 1, \"direction\": [1, 0, 0]}]}]"),
              "obstacles[0].motion[0].direction: unknown key; allowed here: t, position, rotation");
    CHECK_STR(refusal_with("obstacles", "[{\"type\": \"plane\", \"motion\": [{\"t\": 1, "
                                        "\"direction\": [1, 0, 0], \"rotation\": [1, 0, 0]}]}]"),
              "obstacles[0].motion[0].direction: is given beside rotation; use one of them");
}

TEST(obstacles_have_names) {
    sut_scene *s = scene_with("obstacles", "[{\"type\": \"plane\", \"name\": \"table\"}, "
                                           "{\"type\": \"sphere\", \"radius\": 1}]");
    REQUIRE(s != NULL);
    CHECK_EQ_INT(sut_scene_obstacle_count(s), 2);
    CHECK_STR(sut_scene_obstacle_name(s, 0), "table");
    CHECK_STR(sut_scene_obstacle_name(s, 1), "1");
    CHECK(sut_scene_obstacle_name(s, 2) == NULL);
    sut_scene_free(s);
    CHECK_STR(refusal_with("obstacles", "[{\"type\": \"plane\", \"name\": \"1\"}, "
                                        "{\"type\": \"plane\"}]"),
              "obstacles[1].name: is \"1\", the name of obstacles[0]; names must differ");
    CHECK_STR(refusal_with("obstacles", "[{\"type\": \"plane\", \"name\": \"a b\"}]"),
              "obstacles[0].name: is \"a b\"; must be 1 to 64 letters, digits, _ or -");
}

static sut_result build(const char *text, sut_scene_error *error) {
    sut_scene *s = scene_with("obstacles", text);
    if (!CHECK(s != NULL)) {
        return SUT_E_ARGUMENT;
    }
    sut_world *w = NULL;
    sut_result result = sut_scene_build(s, NULL, &w, error);
    sut_vec3 position = v3_zero();
    sut_vec3 rotation = v3_zero();
    if (result == SUT_OK) {
        // ids as promised
        CHECK(sut_obstacle_get_pose(w, sut_scene_obstacle_id(0), &position, &rotation) == SUT_OK);
    }
    sut_world_destroy(w);
    sut_scene_free(s);
    return result;
}

TEST(obstacles_are_built) {
    sut_scene_error e;
    CHECK(build("[{\"type\": \"plane\", \"point\": [0, 0, -0.01]}]", &e) == SUT_OK);
    CHECK_STR(e.text, "");
    // the engine has its own conditions; its sentence gets the place in the file
    CHECK(build("[{\"type\": \"sphere\", \"center\": [0, 0, -1], \"radius\": 0.1, "
                "\"motion\": [{\"t\": 0, \"position\": [0, 0, -5]}]}]",
                &e) != SUT_OK);
    CHECK(strncmp(e.text, "s.json: obstacles[0]: ", 22) == 0);
    // the thread of the scene lies on the x axis
    CHECK(build("[{\"type\": \"sphere\", \"radius\": \"5 mm\"}]", &e) == SUT_E_CONFLICT);
    CHECK(strncmp(e.text, "s.json: obstacles[0]: ", 22) == 0);
}
