// SPDX-License-Identifier: MIT
// Where stitches lie, what is left of a thread, how far lips gape; what a needle does to tissue on
// its arc and beside it.
#include "check.h"
#include "trainer/server/physics_look.h"
#include "trainer/server/rules.h"
#include "trainer/server/stitch.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static sut_hole_view hole(double s, double x, double y, double edge) {
    return (sut_hole_view){
        .thread = {1, 1}, .s = s, .rest = {x, y, 0.0}, .edge_distance = edge, .angle = -1.0};
}

// three stitches of one thread, the second one drawn from left to right
static void sew(sut_look *look) {
    *look = (sut_look){.thread_count = 1, .hole_count = 6};
    look->thread[0].length = 0.2;
    look->hole[0] = hole(0.05, 0.005, 0.0, 0.005);
    look->hole[1] = hole(0.04, -0.004, 0.0, 0.004);
    look->hole[2] = hole(0.09, -0.005, 0.005, 0.005);
    look->hole[3] = hole(0.10, 0.005, 0.005, 0.005);
    look->hole[4] = hole(0.14, 0.005, 0.012, 0.005);
    look->hole[5] = hole(0.15, -0.005, 0.017, 0.005);
}

TEST(two_holes_that_follow_each_other_are_a_stitch) {
    sut_look look;
    sut_stitch s[SUT_STITCHES];
    sew(&look);
    CHECK_EQ_INT(sut_stitch_find(&look, s), 3);
    // left and right are those of the page, whichever way the thread runs
    CHECK(s[0].a == &look.hole[1] && s[0].b == &look.hole[0]);
    CHECK(s[1].a == &look.hole[2] && s[1].b == &look.hole[3]);
    sut_vec3 from = {0.005, 0.0, 0.0}, to = {-0.005, 0.0, 0.0};
    CHECK(sut_stitch_oblique(&s[0], from, to) < 1e-9);
    CHECK(fabs(sut_stitch_oblique(&s[2], from, to) - atan2(0.005, 0.01)) < 1e-9);
    // a hole alone is none yet
    look.hole_count = 1;
    CHECK_EQ_INT(sut_stitch_find(&look, s), 0);
}

TEST(four_holes_through_both_lips_of_a_wound_are_one_stitch) {
    sut_look look = {.thread_count = 1, .hole_count = 4};
    sut_stitch s[SUT_STITCHES];
    look.hole[0] = hole(0.040, 0.004, 0.0, 0.004);
    look.hole[1] = hole(0.044, 1e-5, 0.0, 0.0015);
    look.hole[2] = hole(0.045, -1e-5, 0.0, 0.0018);
    look.hole[3] = hole(0.049, -0.005, 0.0, 0.005);
    CHECK_EQ_INT(sut_stitch_find(&look, s), 1);
    CHECK(s[0].a == &look.hole[3] && s[0].b == &look.hole[0]);
    // two bites beside each other are two
    look.hole[1].rest.x = 0.001;
    look.hole[2].rest.x = -0.002;
    CHECK_EQ_INT(sut_stitch_find(&look, s), 2);
}

TEST(the_end_that_is_left_is_measured_away_from_the_needle) {
    sut_look look;
    sew(&look);
    look.thread[0].vertex_count = 91;
    look.needle_count = 1;
    look.needle[0] = (sut_look_needle){.thread = 0, .end = 0};
    CHECK(fabs(sut_stitch_tail(&look) - 0.05) < 1e-12); // of 0.2 the hole at 0.15
    look.needle[0].end = 90;
    CHECK(fabs(sut_stitch_tail(&look) - 0.04) < 1e-12);
    // the needle was cut off: what is left begins 30 mm further on, and its shorter end counts
    look.thread[0].first = 12;
    look.thread[0].vertex_count = 79;
    look.thread[0].begin = 0.03;
    look.thread[0].length = 0.17;
    look.needle[0].end = 0;
    CHECK(fabs(sut_stitch_tail(&look) - 0.01) < 1e-12);
    look.hole[2].thread.index1 = 0; // the needle is still in it
    look.hole[2].needle.index1 = 1;
    CHECK(sut_stitch_tail(&look) < 0.0);
}

static sut_task *stitching(const char *rule, sut_task_error *error) {
    char text[1024];
    (void)snprintf(
        text, sizeof text,
        "{\"task\": 1, \"id\": \"t\", \"title\": \"t\", \"group\": \"needle\", \"level\": 1, "
        "\"goal\": \"g\", \"hints\": [\"h\"], \"success\": \"s\", \"scene\": {\"sutura\": 1, "
        "\"threads\": []}, \"rules\": [%s], \"metrics\": [\"gap\"]}",
        rule);
    return sut_task_make(json_loads(text, 0, NULL), ".", error);
}

TEST(rules_of_stitches_say_what_is_missing_in_a_task_file) {
    static const struct {
        const char *rule, *wrong;
    } cases[] = {
        {"{\"id\": \"a\", \"text\": \"a\", \"kind\": \"drawn\"}",
         "amount is a length in m above 0"},
        {"{\"id\": \"a\", \"text\": \"a\", \"kind\": \"gap\", \"amount\": 0.001}",
         "the scene has no gaps between two lips"},
        {"{\"id\": \"a\", \"text\": \"a\", \"kind\": \"sewn\"}",
         "pierced, drawn, gap, cut or tails"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        sut_task_error error = {""};
        CHECK(stitching(cases[i].rule, &error) == NULL);
        CHECK(strstr(error.text, cases[i].wrong) != NULL);
        CHECK(strstr(error.text, "rules[0]") != NULL);
    }
}

TEST(a_thread_is_drawn_when_the_needle_is_out_and_the_end_is_short) {
    sut_task_error error = {""};
    sut_task *t =
        stitching("{\"id\": \"a\", \"text\": \"a\", \"kind\": \"drawn\", \"amount\": 0.03, "
                  "\"hold\": 0}",
                  &error);
    CHECK(t != NULL);
    sut_look look;
    sut_verdict v = {0};
    sew(&look);
    sut_verdict_judge(&v, t, NULL, &look);
    CHECK(!v.success);
    look.thread[0].length = 0.185; // 35 mm are nearer to it than 50
    sut_verdict_judge(&v, t, NULL, &look);
    CHECK(!v.success && v.rule[0].value > 0.0);
    look.thread[0].length = 0.175; // 25 mm are left
    sut_verdict_judge(&v, t, NULL, &look);
    CHECK(v.success);
    sut_task_free(t);
}

TEST(blades_are_judged_by_what_they_have_cut) {
    sut_task_error error = {""};
    sut_task *t = stitching("{\"id\": \"a\", \"text\": \"a\", \"kind\": \"cut\", \"amount\": 0.01, "
                            "\"hold\": 0}",
                            &error);
    CHECK(t != NULL);
    sut_look look = {.bite = {.cut = 0.009}};
    sut_verdict v = {0};
    sut_verdict_judge(&v, t, NULL, &look);
    CHECK(!v.success);
    look.bite.cut = 0.0101;
    sut_verdict_judge(&v, t, NULL, &look);
    CHECK(v.success);
    look.bite.cut = 0.0; // once done it stays so
    sut_verdict_judge(&v, t, NULL, &look);
    CHECK(v.success);
    sut_task_free(t);
}

//---- a needle in a sheet -------------------------------------------------------------------------

// Runs the demonstration of a task, and from `aside` on moves the hand away from the arc at 2 mm/s;
// s of play time.
static sut_bite run(const char *task, double until, double aside) {
    sut_task_list tasks = {0};
    sut_task_error error;
    CHECK(sut_tasks_read(SUT_TEST_SOURCE_DIR "/trainer/tasks", &tasks, &error));
    sut_scene_error why;
    sut_play_wish wish = {.mode = SUT_PLAY_DEMO, .task = sut_tasks_find(&tasks, task)};
    sut_play *p = sut_play_make(&wish, &why);
    CHECK(p != NULL);
    sut_measure m = {.t = -1.0};
    sut_pose target = {.rotation = {0.0, 0.0, 0.0, 1.0}};
    while (sut_world_time(p->world) < until - 1e-9) { // half a step is far more
        double t = sut_world_time(p->world);
        if (t < aside) {
            CHECK(sut_scene_drive(p->scene, p->world, p->dt) == SUT_OK);
            sut_tool_view v;
            CHECK(sut_tool_get_view(p->world, sut_scene_tool_id(1), &v) == SUT_OK);
            target = v.target;
        } else {
            target.position.y += 2e-3 * p->dt;
            CHECK(sut_tool_set_target(p->world, sut_scene_tool_id(1), &target, 0.0) == SUT_OK);
        }
        CHECK(sut_world_step(p->world, p->dt) == SUT_OK);
        sut_sight sight = sut_sight_of(p);
        sut_look_measure(&sight, &m);
    }
    sut_play_drop(p);
    sut_tasks_free(&tasks);
    return m.bite;
}

TEST(a_needle_that_is_moved_off_its_arc_works_on_the_tissue) {
    const double never = 100.0;
    sut_bite on = run("bite", 3.0, never), off = run("bite", 3.0, 2.5);
    CHECK_EQ_INT(on.entries, 1);
    CHECK_EQ_INT(on.backs, 0);
    CHECK_EQ_INT(on.dropped, 0);
    // a millimetre against a sheet of 1200 kPa under a needle is some tenths of a newton across it
    CHECK(off.lateral > 2.0 * on.lateral);
    CHECK(off.off_arc > on.off_arc + 1e-5);
}
