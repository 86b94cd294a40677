// SPDX-License-Identifier: MIT
#include "check.h"
#include "trainer/server/grasp.h"
#include "trainer/server/play.h"

#include <math.h>

// The right forceps of the overhand task, with a vertex of the thread between its jaws.
typedef struct fixture {
    sut_task_list tasks;
    sut_play *play;
    sut_pose pose;
} fixture;

static void run(fixture *f, double jaw, int steps, bool parks) {
    sut_play *p = f->play;
    for (int i = 0; i < steps; i++) {
        sut_tool_set_target(p->world, sut_scene_tool_id(1), &f->pose, jaw);
        sut_world_step(p->world, p->dt);
        sut_park_look(&p->park, p->world, 2, parks);
    }
}

static bool holds(const fixture *f) {
    sut_tool_view v;
    sut_tool_get_view(f->play->world, sut_scene_tool_id(1), &v);
    return v.grip_count > 0;
}

static sut_vec3 vertex_at(const fixture *f, int i) {
    sut_thread_view t;
    sut_thread_get_view(f->play->world, sut_scene_thread_id(0), &t);
    return t.position[i];
}

static bool set_up(fixture *f) {
    sut_task_error why;
    sut_scene_error error;
    if (!sut_tasks_read(SUT_TEST_SOURCE_DIR "/trainer/tasks", &f->tasks, &why)) {
        return false;
    }
    sut_play_wish wish = {.mode = SUT_PLAY_TRY,
                          .task = sut_tasks_find(&f->tasks, "overhand-post"),
                          .level = SUT_LEVEL_BEGINNER};
    f->play = sut_play_make(&wish, &error);
    if (f->play == NULL) {
        return false;
    }
    sut_tool_view v;
    sut_tool_get_view(f->play->world, sut_scene_tool_id(1), &v);
    f->pose = v.target;
    // from behind along its own axis: the jaws come around the thread
    f->pose.position.x = -0.001;
    run(f, 1.0, 300, true);
    run(f, 0.0, 400, true);
    return holds(f);
}

static void tear_down(fixture *f) {
    sut_play_drop(f->play);
    sut_tasks_free(&f->tasks);
}

// the end is carried up, let go, and the forceps go away
static sut_vec3 leave_end(fixture *f, bool parks) {
    for (int i = 0; i < 200; i++) {
        f->pose.position.z += 1e-4;
        run(f, 0.0, 1, parks);
    }
    run(f, 0.0, 300, parks);
    run(f, 1.0, 300, parks);
    for (int i = 0; i < 300; i++) {
        f->pose.position.x += 1e-4;
        run(f, 1.0, 1, parks);
    }
    return vertex_at(f, 351);
}

static double apart(sut_vec3 a, sut_vec3 b) {
    return hypot(hypot(a.x - b.x, a.y - b.y), a.z - b.z);
}

TEST(an_end_that_a_beginner_lets_go_stays_and_another_one_does_not) {
    double moved[2];
    for (int parks = 0; parks < 2; parks++) {
        fixture f = {0};
        REQUIRE(set_up(&f));
        sut_vec3 there = leave_end(&f, parks == 1);
        CHECK(!holds(&f));
        run(&f, 1.0, 2000, parks == 1);
        moved[parks] = apart(there, vertex_at(&f, 351));
        tear_down(&f);
    }
    // a thread bent up by 20 mm straightens again, unless it is held
    CHECK_LE(moved[1], 0.2 * moved[0]);
}

TEST(a_parked_end_is_taken_again_and_nothing_else_holds_it_then) {
    fixture f = {0};
    REQUIRE(set_up(&f));
    leave_end(&f, true);
    CHECK(f.play->park.hold[1].used);
    for (int i = 0; i < 300; i++) {
        f.pose.position.x -= 1e-4;
        run(&f, 1.0, 1, true);
    }
    run(&f, 0.0, 500, true);
    CHECK(holds(&f));
    CHECK(!f.play->park.hold[1].used);
    tear_down(&f);
}

TEST(the_clip_holds_beside_the_jaws_and_comes_off) {
    fixture f = {0};
    REQUIRE(set_up(&f));
    sut_park *p = &f.play->park;
    CHECK(!sut_park_clip(p, f.play->world, 0)); // the left forceps hold nothing
    CHECK(sut_park_clip(p, f.play->world, 1));
    CHECK(p->hold[SUT_PARK_TOOLS].used);
    run(&f, 0.0, 50, true);
    CHECK(p->hold[SUT_PARK_TOOLS].used && holds(&f));
    CHECK(sut_park_clip(p, f.play->world, 1));
    CHECK(!p->hold[SUT_PARK_TOOLS].used);
    tear_down(&f);
}
