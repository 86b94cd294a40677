// SPDX-License-Identifier: MIT
// The library used wrongly: public headers and the shared library
// only. Every refusal has its own code and leaves the world as it was.
#include "check.h"

#include <sutura/sutura.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { VERTICES = 5 };

typedef struct fixture {
    sut_world *w;
    sut_vec3 positions[VERTICES];
    sut_thread_def def;
    sut_thread_id thread;
} fixture;

static sut_thread_def line_def(sut_vec3 positions[VERTICES]) {
    for (int i = 0; i < VERTICES; i++) {
        positions[i] = (sut_vec3){0.01 * i, 0.0, 0.0};
    }
    sut_thread_def def = sut_default_thread_def();
    def.positions = positions;
    def.vertex_count = VERTICES;
    return def;
}

// a world with one straight thread; f.def points into f
static void make(fixture *f) {
    memset(f, 0, sizeof *f);
    sut_world_def def = sut_default_world_def();
    CHECK_EQ_INT(sut_world_create(&def, &f->w), SUT_OK);
    f->def = line_def(f->positions);
    CHECK_EQ_INT(sut_thread_create(f->w, &f->def, &f->thread), SUT_OK);
}

// what creating the thread of f.def answers; a refusal names its reason and changes nothing
static sut_result create_again(fixture *f) {
    uint64_t before = sut_world_hash(f->w);
    sut_thread_id id = {0, 0};
    sut_result r = sut_thread_create(f->w, &f->def, &id);
    if (r != SUT_OK) {
        CHECK_EQ_U64(sut_world_hash(f->w), before);
        CHECK(!sut_thread_is_valid(f->w, id));
        CHECK(strlen(sut_world_refusal(f->w)) > 0);
    }
    return r;
}

// threads must not lie in each other
static void move_aside(fixture *f) {
    for (int i = 0; i < VERTICES; i++) {
        f->positions[i].z += 0.01;
    }
}

TEST(version_is_the_version_of_the_project) {
    sut_version_info v = sut_version();
    char text[64];
    snprintf(text, sizeof text, "%d.%d.%d", v.major, v.minor, v.patch);
    CHECK_STR(text, SUT_TEST_VERSION);
    CHECK(v.build != NULL && strlen(v.build) > 0);
}

TEST(every_result_and_stage_has_its_own_text) {
    for (int i = SUT_OK; i <= SUT_E_DIVERGED; i++) {
        CASE("i %d", i);
        for (int j = SUT_OK; j < i; j++) {
            CASE("j %d", j);
            CHECK(strcmp(sut_result_text((sut_result)i), sut_result_text((sut_result)j)) != 0);
        }
    }
    for (int i = 0; i < SUT_STAGE_COUNT; i++) {
        CASE("i %d", i);
        for (int j = 0; j < i; j++) {
            CASE("j %d", j);
            CHECK(strcmp(sut_stage_name((sut_stage)i), sut_stage_name((sut_stage)j)) != 0);
        }
    }
}

TEST(destroying_nothing_is_fine) {
    sut_world_destroy(NULL);
    sut_replay_close(NULL);
    CHECK_EQ_INT(sut_replay_watch(NULL, NULL, NULL), SUT_E_ARGUMENT);
}

TEST(null_pointers_are_refused) {
    fixture f;
    make(&f);
    sut_thread_id id;
    sut_thread_view view;
    CHECK_EQ_INT(sut_world_create(NULL, &f.w), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_thread_create(f.w, NULL, &id), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_thread_get_view(f.w, f.thread, NULL), SUT_E_ARGUMENT);
    CHECK(sut_thread_get_view(NULL, f.thread, &view) != SUT_OK);
    CHECK_EQ_INT(sut_world_step(NULL, 0.001), SUT_E_ARGUMENT);
    sut_world_destroy(f.w);
}

TEST(defs_that_no_default_function_made_are_refused) {
    fixture f;
    make(&f);
    sut_world *w = NULL;
    sut_world_def world_def;
    memset(&world_def, 0, sizeof world_def);
    CHECK_EQ_INT(sut_world_create(&world_def, &w), SUT_E_DEF);
    CHECK(w == NULL);
    f.def.cookie = 0;
    CHECK_EQ_INT(create_again(&f), SUT_E_DEF);
    sut_hold_def hold;
    memset(&hold, 0, sizeof hold);
    sut_hold_id id;
    CHECK_EQ_INT(sut_hold_create(f.w, f.thread, &hold, &id), SUT_E_DEF);
    sut_world_destroy(f.w);
}

TEST(null_and_stale_ids_are_noticed) {
    fixture f;
    make(&f);
    sut_thread_view view;
    CHECK_EQ_INT(sut_thread_get_view(f.w, (sut_thread_id){0, 0}, &view), SUT_E_ID);
    CHECK_EQ_INT(sut_thread_get_view(f.w, (sut_thread_id){99, 1}, &view), SUT_E_ID);

    // the slot is used again, the old id is not
    CHECK_EQ_INT(sut_thread_destroy(f.w, f.thread), SUT_OK);
    CHECK_EQ_INT(sut_thread_destroy(f.w, f.thread), SUT_E_ID);
    sut_thread_id second;
    CHECK_EQ_INT(sut_thread_create(f.w, &f.def, &second), SUT_OK);
    CHECK_EQ_INT(second.index1, f.thread.index1);
    CHECK(!sut_thread_is_valid(f.w, f.thread));
    CHECK(sut_thread_is_valid(f.w, second));
    CHECK_EQ_INT(sut_thread_get_view(f.w, f.thread, &view), SUT_E_ID);
    sut_world_destroy(f.w);
}

TEST(holds_go_with_their_thread) {
    fixture f;
    make(&f);
    sut_hold_def def = sut_default_hold_def();
    sut_hold_id hold;
    CHECK_EQ_INT(sut_hold_create(f.w, f.thread, &def, &hold), SUT_OK);
    CHECK(sut_hold_is_valid(f.w, hold));
    CHECK_EQ_INT(sut_thread_destroy(f.w, f.thread), SUT_OK);
    CHECK(!sut_hold_is_valid(f.w, hold));
    sut_world_destroy(f.w);
}

TEST(two_position_holds_on_one_vertex_are_a_conflict) {
    fixture f;
    make(&f);
    sut_hold_def def = sut_default_hold_def();
    sut_hold_id hold;
    CHECK_EQ_INT(sut_hold_create(f.w, f.thread, &def, &hold), SUT_OK);
    CHECK_EQ_INT(sut_hold_create(f.w, f.thread, &def, &hold), SUT_E_CONFLICT);
    // the same vertex counted from the end
    def.vertex = -VERTICES;
    CHECK_EQ_INT(sut_hold_create(f.w, f.thread, &def, &hold), SUT_E_CONFLICT);
    sut_world_destroy(f.w);
}

TEST(vertices_that_are_not_there_are_refused) {
    fixture f;
    make(&f);
    const int wrong[] = {VERTICES, -VERTICES - 1, 1000000};
    for (int i = 0; i < 3; i++) {
        CASE("i %d", i);
        sut_hold_def def = sut_default_hold_def();
        def.vertex = wrong[i];
        sut_hold_id hold;
        CHECK_EQ_INT(sut_hold_create(f.w, f.thread, &def, &hold), SUT_E_ARGUMENT);
    }
    sut_world_destroy(f.w);
}

TEST(numbers_out_of_range_are_refused_field_by_field) {
    const double wrong[] = {-1.0, (double)NAN, (double)INFINITY};
    for (int i = 0; i < 3; i++) {
        CASE("i %d", i);
        for (int field = 0; field < 6; field++) {
            CASE("field %d", field);
            fixture f;
            make(&f);
            double *const at[] = {&f.def.radius, &f.def.EI,   &f.def.GJ,
                                  &f.def.EA,     &f.def.drag, &f.def.mass_per_length};
            *at[field] = wrong[i];
            CHECK_EQ_INT(create_again(&f), SUT_E_ARGUMENT);
            sut_world_destroy(f.w);
        }
    }
}

TEST(bad_shapes_are_refused) {
    fixture f;
    make(&f);
    f.positions[2] = f.positions[1];
    CHECK_EQ_INT(create_again(&f), SUT_E_ARGUMENT);
    f.positions[2].x = (double)NAN;
    CHECK_EQ_INT(create_again(&f), SUT_E_ARGUMENT);
    f.positions[2].x = 0.02;
    f.def.vertex_count = 1;
    CHECK_EQ_INT(create_again(&f), SUT_E_ARGUMENT);
    f.def.vertex_count = -5;
    CHECK_EQ_INT(create_again(&f), SUT_E_ARGUMENT);
    f.def.vertex_count = VERTICES;
    CHECK_EQ_INT(create_again(&f), SUT_E_CONFLICT);
    move_aside(&f);
    CHECK_EQ_INT(create_again(&f), SUT_OK);
    sut_world_destroy(f.w);
}

TEST(a_full_world_says_so) {
    fixture f;
    make(&f);
    sut_capacity capacity = sut_default_world_def().capacity;
    for (int i = 1; i < capacity.threads; i++) {
        CASE("i %d", i);
        move_aside(&f);
        CHECK_EQ_INT(create_again(&f), SUT_OK);
    }
    CHECK_EQ_INT(create_again(&f), SUT_E_CAPACITY);
    sut_world_destroy(f.w);
}

TEST(steps_of_no_time_or_too_much_are_refused) {
    fixture f;
    make(&f);
    const double wrong[] = {0.0, -0.001, 0.0501, (double)NAN, (double)INFINITY};
    for (int i = 0; i < 5; i++) {
        CASE("i %d", i);
        uint64_t before = sut_world_hash(f.w);
        CHECK_EQ_INT(sut_world_step(f.w, wrong[i]), SUT_E_ARGUMENT);
        CHECK_EQ_U64(sut_world_hash(f.w), before);
    }
    CHECK_EQ_INT(sut_world_step(f.w, 0.05), SUT_OK);
    sut_world_destroy(f.w);
}

TEST(a_world_without_threads_steps) {
    sut_world_def def = sut_default_world_def();
    sut_world *w = NULL;
    CHECK_EQ_INT(sut_world_create(&def, &w), SUT_OK);
    CHECK_EQ_INT(sut_world_step(w, 0.001), SUT_OK);
    // one addition of the step to zero: exact
    CHECK_NEAR(sut_world_time(w), 0.001, 0.0);
    sut_world_destroy(w);
}
