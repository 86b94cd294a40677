// SPDX-License-Identifier: MIT
#include "check.h"
#include "trainer/server/play.h"
#include "trainer/server/reel.h"
#include "trainer/server/task.h"

#include <string.h>
#include <time.h>

typedef struct fixture {
    sut_task_list tasks;
    sut_play *play;
} fixture;

static bool set_up(fixture *f) {
    sut_task_error why;
    sut_scene_error error;
    if (!sut_tasks_read(SUT_TEST_SOURCE_DIR "/trainer/tasks", &f->tasks, &why)) {
        return false;
    }
    sut_play_wish wish = {.mode = SUT_PLAY_TRY, .task = sut_tasks_find(&f->tasks, "overhand-post")};
    f->play = sut_play_make(&wish, &error);
    return f->play != NULL;
}

static void tear_down(fixture *f) {
    sut_play_drop(f->play);
    sut_tasks_free(&f->tasks);
}

// a hand that lifts, so that the states differ
static void go_on(sut_play *p, int steps) {
    sut_tool_view v;
    sut_tool_id tool = sut_scene_tool_id(0);
    sut_tool_get_view(p->world, tool, &v);
    for (int i = 0; i < steps; i++) {
        v.target.position.z += 1e-5;
        sut_tool_set_target(p->world, tool, &v.target, 1.0);
        sut_world_step(p->world, p->dt);
    }
}

TEST(going_back_gives_the_state_of_the_mark_and_play_time_runs_on) {
    fixture f = {0};
    CHECK(set_up(&f));
    sut_play *p = f.play;
    go_on(p, 50);
    uint64_t then = sut_world_hash(p->world);
    CHECK(sut_undo_take(&p->undo, p->world, "here") == 1);
    go_on(p, 1500);
    double time = sut_play_time(p);
    const sut_undo_mark *m = sut_undo_back(&p->undo, p->world);
    CHECK(m != NULL && m->id == 1);
    CHECK(sut_world_hash(p->world) == then);
    CHECK(sut_world_time(p->world) < 0.1);
    // the difference of two times in binary: the last digit of 1.55 s
    CHECK_NEAR(sut_play_time(p), time, 1e-15);
    go_on(p, 10);
    CHECK_NEAR(sut_play_time(p), time + 0.01, 1e-14); // ten roundings of it
    tear_down(&f);
}

TEST(asking_again_at_once_goes_back_further_and_ends_at_the_beginning) {
    fixture f = {0};
    CHECK(set_up(&f));
    sut_play *p = f.play;
    const sut_world *w = p->world;
    sut_undo_take(&p->undo, w, "the beginning");
    for (int i = 0; i < 3; i++) {
        go_on(p, 1100);
        sut_undo_take(&p->undo, w, "further");
    }
    go_on(p, 1100);
    CHECK(sut_undo_back(&p->undo, p->world)->id == 4);
    CHECK(sut_undo_back(&p->undo, p->world)->id == 3);
    CHECK(sut_undo_back(&p->undo, p->world)->id == 2);
    CHECK(sut_undo_back(&p->undo, p->world)->id == 1);
    CHECK(sut_undo_back(&p->undo, p->world)->id == 1);
    CHECK(p->undo.undos == 5 && sut_world_time(w) == 0.0); // the image holds the zero itself
    tear_down(&f);
}

TEST(the_oldest_mark_gives_way_but_the_beginning_stays) {
    fixture f = {0};
    CHECK(set_up(&f));
    sut_play *p = f.play;
    uint64_t first = sut_world_hash(p->world);
    for (int i = 0; i < 3 * SUT_UNDO_MARKS; i++) {
        CHECK(sut_undo_take(&p->undo, p->world, "again") == (uint32_t)i + 1U);
        go_on(p, 1);
    }
    CHECK(p->undo.count == SUT_UNDO_MARKS && p->undo.mark[0].id == 1);
    CHECK(p->undo.mark[SUT_UNDO_MARKS - 1].id == 3 * SUT_UNDO_MARKS);
    // all are younger than a second
    CHECK(sut_undo_back(&p->undo, p->world)->id == 1);
    CHECK(sut_world_hash(p->world) == first);
    tear_down(&f);
}

TEST(nothing_to_go_back_to_changes_nothing) {
    fixture f = {0};
    CHECK(set_up(&f));
    go_on(f.play, 5);
    uint64_t hash = sut_world_hash(f.play->world);
    CHECK(sut_undo_next(&f.play->undo, 10.0) == NULL);
    CHECK(sut_undo_back(&f.play->undo, f.play->world) == NULL);
    CHECK(sut_world_hash(f.play->world) == hash && f.play->undo.undos == 0);
    tear_down(&f);
}

static void wait_for(sut_reel *r) {
    struct timespec t = {0, 5000000};
    for (int i = 0; i < 20000 && !sut_reel_look(r).complete; i++) {
        nanosleep(&t, NULL);
    }
}

TEST(a_recording_with_undos_is_replayed_bit_for_bit_in_play_time) {
    fixture f = {0};
    CHECK(set_up(&f));
    sut_play *p = f.play;
    sut_record_sink sink = {sut_tape_write, &p->tape};
    CHECK(sut_record_start(p->world, sink) == SUT_OK);
    sut_undo_take(&p->undo, p->world, "the beginning");
    go_on(p, 400);
    sut_undo_take(&p->undo, p->world, "a throw");
    go_on(p, 1200);
    CHECK(sut_undo_back(&p->undo, p->world)->id == 2);
    go_on(p, 300);
    CHECK(sut_undo_back(&p->undo, p->world)->id == 1);
    go_on(p, 200);
    sut_record_stop(p->world);
    double length = sut_play_time(p);
    sut_bytes bytes = {0};
    sut_tape_take(&p->tape, &bytes);
    sut_reel *r = sut_reel_replay(&bytes, length, p);
    wait_for(r);
    sut_reel_state s = sut_reel_look(r);
    CHECK(s.complete && s.same && !s.failed);
    CHECK_NEAR(length, 2.1, 1e-12);       // 2100 steps of 1 ms, one rounding each
    CHECK_NEAR(s.ready, 2.1, 1.0 / 30.0); // the last picture is at most a picture away
    // a page that watches finds both places where the world went back
    json_t *marks = sut_reel_marks(r);
    size_t undos = 0, i;
    const json_t *mark;
    json_array_foreach(marks, i, mark) {
        undos += strcmp(json_string_value(json_object_get(mark, "kind")), "undo") == 0 ? 1U : 0U;
    }
    CHECK(undos == 2);
    json_decref(marks);
    sut_reel_drop(r);
    tear_down(&f);
}
