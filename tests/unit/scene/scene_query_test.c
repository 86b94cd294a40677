// SPDX-License-Identifier: MIT
// What a program may ask a scene that was read.
#include "scene_fixture.h"

#include "check.h"

TEST(obstacles_can_be_asked_for_their_form) {
    sut_scene *s = scene_with(
        "obstacles", "[{\"type\": \"sphere\", \"center\": [0, 0, -1], \"radius\": \"5 mm\"}]");
    REQUIRE(s != NULL);
    const sut_obstacle_def *d = sut_scene_obstacle_def(s, 0);
    REQUIRE(d != NULL);
    CHECK(d->kind == SUT_OBSTACLE_SPHERE && d->radius == 5e-3 && d->center.z == -1.0);
    CHECK(sut_scene_obstacle_def(s, 1) == NULL);
    CHECK(sut_scene_obstacle_def(s, -1) == NULL);
    sut_scene_free(s);
}

TEST(strength_is_known_for_materials_by_name_only) {
    sut_scene *s = scene_with("threads[0].material", "\"nylon 6-0\"");
    REQUIRE(s != NULL);
    const sut_material *m = sut_material_find("nylon 6-0");
    REQUIRE(m != NULL && m->knot_pull > 0.0);
    CHECK(sut_scene_thread_knot_pull(s, 0) == m->knot_pull);
    CHECK(sut_scene_thread_knot_pull(s, 1) == 0.0);
    sut_scene_free(s);

    s = scene_with("threads[0].material", "{\"young\": 2e9, \"density\": 1140, \"radius\": 1e-4}");
    REQUIRE(s != NULL);
    CHECK(sut_scene_thread_knot_pull(s, 0) == 0.0);
    sut_scene_free(s);
}

TEST(a_scene_that_could_not_be_read_has_nothing) {
    sut_scene_error error = {""};
    sut_scene *s = sut_scene_read_file(NULL, NULL, &error);
    CHECK(s == NULL);
    CHECK(error.text[0] != '\0');
    CHECK_STR(sut_scene_name(s), "");
    CHECK(sut_scene_dt(s) == 0.0 && sut_scene_seconds(s) == 0.0);
    CHECK_EQ_INT(sut_scene_thread_count(s), 0);
    CHECK_EQ_INT(sut_scene_obstacle_count(s), 0);
    CHECK_EQ_INT(sut_scene_tool_count(s), 0);
    CHECK(sut_scene_thread_name(s, 0) == NULL && sut_scene_thread_model(s, 0) == NULL);
    CHECK(sut_scene_obstacle_name(s, 0) == NULL && sut_scene_obstacle_def(s, 0) == NULL);
    CHECK(sut_scene_tool_name(s, 0) == NULL && sut_scene_tool_def(s, 0) == NULL);
    CHECK(sut_scene_thread_knot_pull(s, 0) == 0.0 && sut_scene_thread_friction(s, 0, 0.0) == 0.0);
    CHECK(sut_scene_script_end(s) == 0.0);
    CHECK_STR(sut_scene_script_say(s, 1.0), "");
}
