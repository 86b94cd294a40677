// SPDX-License-Identifier: MIT
#include "check.h"
#include "trainer/server/reel.h"

#include <string.h>
#include <time.h>

static const char *const tasks_folder = SUT_TEST_SOURCE_DIR "/trainer/tasks";

typedef struct fixture {
    sut_task_list list;
    sut_reel *film;
} fixture;

static void wait_for(sut_reel *r) {
    const struct timespec pause = {.tv_sec = 0, .tv_nsec = 2000000};
    while (!sut_reel_look(r).complete) {
        nanosleep(&pause, NULL);
    }
}

static void set_up(fixture *f, const char *task) {
    sut_task_error error;
    REQUIRE(sut_tasks_read(tasks_folder, &f->list, &error));
    sut_play_wish wish = {.mode = SUT_PLAY_DEMO, .task = sut_tasks_find(&f->list, task)};
    sut_scene_error why;
    sut_play *play = sut_play_make(&wish, &why);
    REQUIRE(play != NULL);
    f->film = sut_reel_demo(play);
    REQUIRE(f->film != NULL);
}

static void tear_down(fixture *f) {
    sut_reel_drop(f->film);
    sut_tasks_free(&f->list);
}

TEST(a_demonstration_becomes_a_film_that_ends_in_success) {
    fixture f;
    set_up(&f, "touch");
    wait_for(f.film);
    json_t *ended = sut_reel_ended(f.film);
    CHECK(json_is_true(json_object_get(ended, "success")));
    CHECK_STR(json_string_value(json_object_get(ended, "task")), "touch");
    json_decref(ended);
    tear_down(&f);
}

TEST(a_film_says_at_every_time_what_was_done_by_then) {
    fixture f;
    set_up(&f, "touch");
    wait_for(f.film);
    double length = sut_reel_look(f.film).length;
    int before = 0;
    for (int i = 0; i <= 10; i++) {
        CASE("tenth %d", i);
        double t = 0.1 * i * length;
        json_t *live = sut_reel_live(f.film, t);
        int done = 0;
        size_t k;
        const json_t *rule;
        json_array_foreach(json_object_get(live, "progress"), k, rule) {
            done += json_is_true(json_object_get(rule, "done")) ? 1 : 0;
        }
        CHECK(done >= before);
        // ten times a second; the first one after a step of 1 ms
        CHECK(json_number_value(json_object_get(live, "t")) <= t + 1e-3 + 1e-9);
        CHECK(json_number_value(json_object_get(live, "t")) > t - 0.1 - 2e-3);
        before = done;
        json_decref(live);
    }
    CHECK_EQ_INT(before, 5);
    tear_down(&f);
}

TEST(frames_of_a_film_can_be_had_in_any_order) {
    fixture f;
    set_up(&f, "touch");
    wait_for(f.film);
    static const double at[] = {3.0, 0.0, 5.0, 1e6, 0.5};
    double length = sut_reel_look(f.film).length;
    sut_bytes body = {0};
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
        CASE("t %g", at[i]);
        double t = at[i], want = at[i] < length ? at[i] : length;
        CHECK(sut_reel_frame(f.film, &t, &body) > 0);
        CHECK_NEAR(t, want, 1.0 / 30.0); // the picture before
    }
    sut_bytes_free(&body);
    tear_down(&f);
}

TEST(the_ghost_has_a_pose_of_each_tool_for_each_frame) {
    fixture f;
    set_up(&f, "touch");
    wait_for(f.film);
    json_t *ghost = sut_reel_ghost(f.film);
    const json_t *tools = json_object_get(ghost, "tools");
    CHECK_EQ_INT((int)json_array_size(tools), 2);
    size_t frames = (size_t)(30.0 * sut_reel_look(f.film).length + 1.5);
    for (size_t i = 0; i < 2; i++) {
        const json_t *tool = json_array_get(tools, i);
        CHECK(json_array_size(json_object_get(tool, "p")) == 3 * frames);
        CHECK(json_array_size(json_object_get(tool, "q")) == 4 * frames);
        CHECK(json_array_size(json_object_get(tool, "jaw")) == frames);
    }
    json_decref(ghost);
    tear_down(&f);
}

TEST(a_film_that_nobody_wants_any_more_ends_at_once) {
    fixture f;
    set_up(&f, "reef-post");
    tear_down(&f);
}
