// SPDX-License-Identifier: MIT
// a scene into a world: what the file says is what the engine gets
#define _POSIX_C_SOURCE 200809L
#include "scene_fixture.h"

#include "check.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

static sut_world *build(sut_scene *s) {
    sut_world *w = NULL;
    sut_scene_error e;
    if (s == NULL || sut_scene_build(s, NULL, &w, &e) != SUT_OK) {
        printf("not built: %s\n", s != NULL ? e.text : "(not read)");
        w = NULL;
    }
    sut_scene_free(s);
    return w;
}

static sut_thread_view view_of(const sut_world *w, int thread) {
    sut_thread_view v;
    memset(&v, 0, sizeof v);
    CHECK(sut_thread_get_view(w, sut_scene_thread_id(thread), &v) == SUT_OK);
    return v;
}

TEST(straight_thread_is_built) {
    sut_world *w = build(scene_with("threads[0].velocity", "[0, \"2 mm/s\", 0]"));
    REQUIRE(w != NULL);
    sut_thread_view v = view_of(w, 0);
    REQUIRE(v.vertex_count == 11);
    CHECK(v.radius == 1e-4);
    CHECK(v.position[0].x == 0.0 && v.position[10].x == 0.1 && v.velocity[4].y == 2e-3);
    CHECK(v.rest_length[0] == 0.1 / 10.0 && v.rest_length[9] == 0.1 / 10.0);
    sut_world_destroy(w);
}

TEST(rest_length_follows_length_or_points) {
    static const char *const points =
        "{\"material\": \"silk 5-0\", \"shape\": {\"type\": \"points\","
        " \"points\": [[0,0,0],[0.01,0,0],[0.01,0.02,0]]}}";
    sut_world *w = build(scene_with("threads[0]", points));
    REQUIRE(w != NULL);
    sut_thread_view v = view_of(w, 0);
    CHECK(v.rest_length[0] == 0.01);
    CHECK_NEAR(v.rest_length[1], 0.02, 1e-17); // one rounding of a square root
    sut_world_destroy(w);

    char with_length[300];
    snprintf(with_length, sizeof with_length, "%.*s, \"length\": \"32 mm\"}",
             (int)strlen(points) - 1, points);
    w = build(scene_with("threads[0]", with_length));
    REQUIRE(w != NULL);
    v = view_of(w, 0);
    CHECK(v.rest_length[0] == 0.016 && v.rest_length[1] == 0.016);
    sut_world_destroy(w);
}

TEST(several_threads_keep_their_order) {
    sut_scene *s =
        scene_with("threads", "[{\"material\": \"silk 5-0\", \"vertices\": 5, \"length\": 0.1},"
                              "{\"material\": \"steel 0\", \"vertices\": 7, \"length\": 0.2,"
                              " \"shape\": {\"type\": \"straight\", \"from\": [0, 0.1, 0]}}]");
    sut_world *w = build(s);
    REQUIRE(w != NULL);
    CHECK_EQ_INT(view_of(w, 0).vertex_count, 5);
    CHECK_EQ_INT(view_of(w, 1).vertex_count, 7);
    sut_world_destroy(w);
}

TEST(gravity_reaches_the_world) {
    sut_world *w = build(scene_with("gravity", "[1, 0, 0]"));
    REQUIRE(w != NULL);
    CHECK(sut_world_step(w, 0.01) == SUT_OK);
    sut_thread_view v = view_of(w, 0);
    // implicit Euler: g t (t + dt)/2 after one step is g dt^2; rounding of 0.1 m in edges of 10 mm
    CHECK_NEAR(v.position[10].x, 0.1 + 1e-4, 1e-12);
    CHECK_NEAR(v.velocity[3].x, 0.01, 1e-9);
    sut_world_destroy(w);
}

// the hand goes where the frames say, values in between are linear
TEST(moved_hold_is_on_its_target) {
    sut_world *w = build(scene_with("threads[0].hold",
                                    "[{\"vertex\": 0, \"how\": \"clamp\", \"motion\": [{\"t\": 0},"
                                    "{\"t\": \"20 ms\", \"position\": [0, 0, \"10 mm\"]}]}]"));
    REQUIRE(w != NULL);
    for (int i = 0; i < 10; i++) {
        CASE("i %d", i);
        CHECK(sut_world_step(w, 1e-3) == SUT_OK);
    }
    CHECK_NEAR(view_of(w, 0).position[0].z, 5e-3, 1e-9); // the contract's bound for held vertices
    for (int i = 0; i < 20; i++) {
        CASE("i %d", i);
        CHECK(sut_world_step(w, 1e-3) == SUT_OK);
    }
    CHECK_NEAR(view_of(w, 0).position[0].z, 10e-3, 1e-9);
    sut_world_destroy(w);
}

// without a direction in the file a clamp keeps the initial tangent, here that of a slanted thread
TEST(clamp_keeps_the_initial_tangent) {
    sut_scene *s = scene_with(
        "threads[0]", "{\"material\": \"nylon 2-0\", \"vertices\": 21, \"length\": 0.02,"
                      "\"shape\": {\"type\": \"straight\", \"direction\": [3, 0, 4]},"
                      "\"hold\": [{\"vertex\": 0, \"how\": \"clamp\", \"motion\": [{\"t\": 0}]}]}");
    s->gravity.z = 0.0;
    sut_world *w = build(s);
    REQUIRE(w != NULL);
    for (int i = 0; i < 50; i++) {
        CASE("i %d", i);
        CHECK(sut_world_step(w, 1e-3) == SUT_OK);
    }
    sut_vec3 tip = view_of(w, 0).position[20];
    // nothing pushes it: it stays to round-off of a stiff system
    CHECK_NEAR(tip.x, 0.012, 1e-12);
    CHECK_NEAR(tip.z, 0.016, 1e-12);
    sut_world_destroy(w);
}

TEST(base_def_gives_its_hooks) {
    sut_scene *s = scene_from(valid_scene);
    REQUIRE(s != NULL);
    sut_world_def base = sut_default_world_def();
    base.cookie = 0; // not a def any more
    sut_world *w = NULL;
    sut_scene_error e;
    CHECK(sut_scene_build(s, &base, &w, &e) == SUT_E_DEF);
    CHECK(w == NULL);
    CHECK(strstr(e.text, "s.json: a world of 11 vertices cannot be made: ") == e.text);
    CHECK(sut_scene_build(NULL, NULL, &w, &e) == SUT_E_ARGUMENT);
    sut_scene_free(s);
}

// what the reader lets through is either built, or refused with the path of the thread
TEST(extreme_materials_are_built_or_refused) {
    static const char *const young[] = {"2e3", "2e-3", "2e15", "2e21", "1e24"};
    for (size_t i = 0; i < sizeof young / sizeof young[0]; i++) {
        CASE("i %zu", i);
        sut_scene *s = scene_with("threads[0].material.young", young[i]);
        REQUIRE(s != NULL);
        sut_world *w = NULL;
        sut_scene_error e;
        sut_result r = sut_scene_build(s, NULL, &w, &e);
        if (r == SUT_OK) {
            CHECK(sut_world_step(w, 1e-3) == SUT_OK);
        } else {
            CHECK(strstr(e.text, "s.json: threads[0]: ") == e.text);
        }
        sut_world_destroy(w);
        sut_scene_free(s);
    }
}

TEST(a_million_vertices_are_built) {
    sut_world *w = build(scene_with("threads[0].vertices", "1000000"));
    REQUIRE(w != NULL);
    CHECK_EQ_INT(view_of(w, 0).vertex_count, 1000000);
    sut_world_destroy(w);
}

//---- the scenes that come along ------------------------------------------------------------------

static int run_scene(const char *path, int steps) {
    sut_scene_error e;
    sut_scene *s = sut_scene_read_file(path, NULL, &e);
    if (s == NULL) {
        printf("%s\n", e.text);
        return 0;
    }
    double dt = sut_scene_dt(s);
    sut_world *w = build(s);
    int done = 0;
    while (w != NULL && done < steps && sut_world_step(w, dt) == SUT_OK) {
        done++;
    }
    sut_world_destroy(w);
    return done;
}

TEST(shipped_scenes_run) {
    DIR *folder = opendir(SUT_TEST_SOURCE_DIR "/scenes");
    REQUIRE(folder != NULL);
    int count = 0;
    for (const struct dirent *f = readdir(folder); f != NULL; f = readdir(folder)) {
        size_t length = strlen(f->d_name);
        if (length < 6 || strcmp(f->d_name + length - 5, ".json") != 0) {
            continue;
        }
        char path[600];
        snprintf(path, sizeof path, "%s/scenes/%s", SUT_TEST_SOURCE_DIR, f->d_name);
        if (!CHECK_EQ_INT(run_scene(path, 20), 20)) {
            printf("in %s\n", f->d_name);
        }
        count++;
    }
    closedir(folder);
    CHECK(count >= 11);
}

TEST(shipped_cantilever_droops_as_the_elastica) {
    sut_scene_error e;
    sut_scene *s = sut_scene_read_file(SUT_TEST_SOURCE_DIR "/scenes/cantilever.json", NULL, &e);
    REQUIRE(s != NULL);
    int steps = (int)(sut_scene_seconds(s) / sut_scene_dt(s) + 0.5);
    double dt = sut_scene_dt(s);
    sut_world *w = build(s);
    REQUIRE(w != NULL);
    for (int i = 0; i < steps; i++) {
        CASE("i %d", i);
        REQUIRE(sut_world_step(w, dt) == SUT_OK);
    }
    sut_thread_view v = view_of(w, 0);
    sut_vec3 tip = v.position[v.vertex_count - 1];
    // boundary value problem: 22.959 mm down, 96.936 mm out; 100 edges of second order leave 1e-4
    CHECK_NEAR(-tip.z, 22.959e-3, 1e-3 * 22.959e-3);
    CHECK_NEAR(tip.x, 96.936e-3, 1e-3 * 22.959e-3);
    sut_world_destroy(w);
}
