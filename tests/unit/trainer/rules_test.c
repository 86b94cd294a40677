// SPDX-License-Identifier: MIT
#include "check.h"
#include "sutura/scene.h"
#include "trainer/server/rules.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static sut_task one_rule(sut_rule_kind kind, double hold) {
    sut_task t = {.rule_count = 1, .mark_count = 1};
    t.rules[0] = (sut_rule){.kind = kind, .tool = -1, .hold = hold};
    t.marks[0] = (sut_mark){.position = {0.01, 0.0, 0.0}, .axis = {1.0, 0.0, 0.0}, .radius = 0.002};
    return t;
}

static sut_sample sample(double t, double x) {
    sut_sample s = {.t = t, .hand_count = 1};
    s.hand[0].position.x = x;
    return s;
}

TEST(a_touch_must_last_and_is_kept) {
    sut_task t = one_rule(SUT_RULE_TOUCH, 0.25);
    t.rules[0].keeps = true;
    sut_verdict v = {0};
    for (int i = 0; i < 20; i++) {
        sut_sample s = sample(0.01 * i, 0.0115);
        sut_verdict_sample(&v, &t, &s);
    }
    CHECK(v.rule[0].holds && !v.rule[0].done);
    sut_sample away = sample(0.21, 0.02);
    sut_verdict_sample(&v, &t, &away);
    CHECK(!v.rule[0].holds);
    for (int i = 0; i <= 30; i++) {
        sut_sample s = sample(0.3 + 0.01 * i, 0.01);
        sut_verdict_sample(&v, &t, &s);
    }
    CHECK(v.rule[0].done);
    away.t = 2.0;
    sut_verdict_sample(&v, &t, &away);
    CHECK(v.rule[0].done);
    sut_look look = {.time = 2.0};
    sut_verdict_judge(&v, &t, NULL, &look);
    CHECK(v.success);
}

TEST(a_ring_is_threaded_while_the_thread_is_in_it) {
    sut_task t = one_rule(SUT_RULE_RING, 0.1);
    sut_vec3 in[2] = {{0.0, 0.0, 0.0}, {0.02, 0.0, 0.0}};
    sut_vec3 out[2] = {{0.0, 0.0, 0.0}, {0.005, 0.0, 0.0}};
    sut_look look = {.time = 1.0, .thread_count = 1};
    look.thread[0] = (sut_look_thread){.vertex_count = 2, .position = in};
    sut_verdict v = {0};
    sut_verdict_judge(&v, &t, NULL, &look);
    CHECK(!v.success);
    look.time = 1.2;
    sut_verdict_judge(&v, &t, NULL, &look);
    CHECK(v.success);
    look.thread[0].position = out;
    sut_verdict_judge(&v, &t, NULL, &look);
    CHECK(!v.success);
}

TEST(a_straight_thread_is_no_reef_and_no_knot) {
    sut_task t = one_rule(SUT_RULE_UNKNOT, 0.0);
    sut_vec3 line[20];
    for (int i = 0; i < 20; i++) {
        line[i] = (sut_vec3){0.01 * i, 0.0, 0.0};
    }
    sut_look look = {.time = 1.0, .thread_count = 1};
    look.thread[0] = (sut_look_thread){.vertex_count = 20, .position = line};
    sut_verdict v = {0};
    sut_verdict_name(&v, &look);
    sut_verdict_judge(&v, &t, NULL, &look);
    CHECK(v.success);
    t.rules[0].kind = SUT_RULE_KNOT;
    t.rules[0].name_count = 1;
    strcpy(t.rules[0].names[0], "reef");
    v.rule[0] = (sut_rule_state){0};
    sut_verdict_judge(&v, &t, NULL, &look);
    CHECK(!v.success);
    const sut_tied *tied = sut_verdict_knot(&v, &look);
    REQUIRE(tied != NULL);
    CHECK_STR(tied->name, "0_1");
}

TEST(hands_are_free_when_no_tool_holds_anything) {
    sut_task t = one_rule(SUT_RULE_FREE, 0.0);
    sut_look look = {.time = 1.0, .tool_count = 2};
    look.tool[1].grip_count = 1;
    sut_verdict v = {0};
    sut_verdict_judge(&v, &t, NULL, &look);
    CHECK(!v.success);
    look.tool[1].grip_count = 0;
    sut_verdict_judge(&v, &t, NULL, &look);
    CHECK(v.success);
}

//---- taut ----------------------------------------------------------------------------------------
// Situations in which a knot was once called done although it had not been pulled tight.

enum { VERTICES = 201 };

// An overhand knot whose loop is `size` times as large as a tight one, with both hands on its
// tails.
static void knotted_look(double size, sut_look *look, sut_vec3 *position) {
    static const char text[] =
        "{\"sutura\": 1, \"threads\": [{\"material\": \"silk 2-0\", \"vertices\": 201, "
        "\"length\": \"100 mm\", \"shape\": {\"type\": \"knot\", \"knot\": \"overhand\", "
        "\"tail\": \"20 mm\", \"size\": %.1f}}]}";
    char json[512];
    snprintf(json, sizeof json, text, size);
    sut_scene_error error;
    sut_scene *scene = sut_scene_read_text(json, strlen(json), "knot", NULL, &error);
    REQUIRE(scene != NULL);
    sut_world *world;
    REQUIRE(sut_scene_build(scene, NULL, &world, &error) == SUT_OK);
    sut_thread_view v;
    REQUIRE(sut_thread_get_view(world, sut_scene_thread_id(0), &v) == SUT_OK);
    REQUIRE(v.vertex_count == VERTICES);
    memcpy(position, v.position, VERTICES * sizeof *position);
    *look = (sut_look){.thread_count = 1, .tool_count = 2};
    look->thread[0] = (sut_look_thread){
        .vertex_count = VERTICES, .radius = v.radius, .length = 0.1, .position = position};
    for (int i = 0; i < 2; i++) {
        look->tool[i].grip_count = 1;
        look->tool[i].grip[0] =
            (sut_tool_grip){.thread = sut_scene_thread_id(0), .vertex = i == 0 ? 4 : VERTICES - 5};
    }
    sut_world_destroy(world);
    sut_scene_free(scene);
}

static sut_task taut_task(double loose) {
    sut_task t = {.rule_count = 1};
    t.rules[0] = (sut_rule){.kind = SUT_RULE_TAUT, .amount = 0.1, .hold = 0.3, .loose = loose};
    return t;
}

// both hands pull for a while; what is judged ten times a second at its end
static void pull_for(sut_verdict *v, const sut_task *t, sut_look *look, double seconds, double left,
                     double right) {
    int count = (int)(seconds / SUT_SAMPLE_PERIOD + 0.5);
    for (int i = 0; i <= count; i++) {
        look->time += i > 0 ? SUT_SAMPLE_PERIOD : 0.0;
        sut_sample s = {.t = look->time, .hand_count = 2};
        s.hand[0] = (sut_sample_hand){.force = left, .grips = true};
        s.hand[1] = (sut_sample_hand){.force = right, .grips = true};
        sut_verdict_sample(v, t, &s);
        if (i % 10 == 0 || i == count) {
            sut_verdict_judge(v, t, NULL, look);
        }
    }
}

TEST(both_hands_that_pull_a_tight_knot_for_long_enough_have_done_it) {
    sut_vec3 position[VERTICES];
    sut_look look;
    knotted_look(3.0, &look, position);
    sut_verdict v = {0};
    sut_verdict_name(&v, &look);
    // the curve of that size has 40 mm of thread in its knot
    sut_task t = taut_task(0.05);
    double loose = sut_verdict_looseness(&v, &t, NULL, &look, 0);
    CHECK(loose > 0.005 && loose < 0.05);
    pull_for(&v, &t, &look, 0.35, 0.11, 0.15);
    CHECK(v.rule[0].done && v.success);
    CHECK_STR(v.rule[0].note, "");
}

TEST(a_pull_that_is_too_short_or_interrupted_is_none) {
    sut_vec3 position[VERTICES];
    sut_look look;
    knotted_look(3.0, &look, position);
    sut_verdict v = {0};
    sut_verdict_name(&v, &look);
    sut_task t = taut_task(0.05);
    pull_for(&v, &t, &look, 0.25, 0.2, 0.2);
    CHECK(v.rule[0].holds && !v.rule[0].done);
    // between two judgements it is let go for one sample
    look.time += SUT_SAMPLE_PERIOD;
    sut_sample slack = {.t = look.time, .hand_count = 2};
    slack.hand[0].grips = slack.hand[1].grips = true;
    sut_verdict_sample(&v, &t, &slack);
    look.time += SUT_SAMPLE_PERIOD;
    pull_for(&v, &t, &look, 0.25, 0.2, 0.2);
    CHECK(!v.rule[0].done);
    pull_for(&v, &t, &look, 0.1, 0.2, 0.2);
    CHECK(v.rule[0].done);
}

TEST(one_hand_alone_does_not_make_a_knot_taut) {
    sut_vec3 position[VERTICES];
    sut_look look;
    knotted_look(3.0, &look, position);
    sut_verdict v = {0};
    sut_verdict_name(&v, &look);
    sut_task t = taut_task(0.0);
    pull_for(&v, &t, &look, 1.0, 0.3, 0.0);
    CHECK(!v.rule[0].holds && !v.success);
    pull_for(&v, &t, &look, 1.0, 0.05, 0.3);
    CHECK(!v.rule[0].holds && !v.success);
    CHECK_NEAR(v.rule[0].value, 0.5, 1e-12); // round-off
}

TEST(two_hands_at_the_same_end_do_not_pull_the_knot) {
    sut_vec3 position[VERTICES];
    sut_look look;
    knotted_look(3.0, &look, position);
    look.tool[1].grip[0].vertex = 14;
    sut_verdict v = {0};
    sut_verdict_name(&v, &look);
    sut_task t = taut_task(0.0);
    pull_for(&v, &t, &look, 1.0, 0.3, 0.3);
    CHECK(!v.rule[0].holds && !v.success);
    CHECK(v.rule[0].note[0] != '\0');
}

TEST(a_loose_knot_is_not_done_however_it_is_pulled) {
    sut_vec3 position[VERTICES];
    sut_look look;
    knotted_look(3.0, &look, position);
    sut_verdict v = {0};
    sut_verdict_name(&v, &look);
    sut_task t = taut_task(0.05);
    double loose = sut_verdict_looseness(&v, &t, NULL, &look, 0);
    t.rules[0].loose = 0.9 * loose;
    pull_for(&v, &t, &look, 1.0, 0.3, 0.3);
    CHECK(!v.rule[0].holds && !v.success);
    CHECK(strstr(v.rule[0].note, "loose") != NULL);
    t.rules[0].loose = 1.1 * loose;
    pull_for(&v, &t, &look, 0.4, 0.3, 0.3);
    CHECK(v.success);
}

TEST(steps_that_measured_nothing_are_no_pull) {
    sut_vec3 position[VERTICES];
    sut_look look;
    knotted_look(3.0, &look, position);
    sut_verdict v = {0};
    sut_verdict_name(&v, &look);
    sut_task t = taut_task(0.0);
    pull_for(&v, &t, &look, 0.1, 0.3, 0.3);
    for (int i = 0; i < 50; i++) {
        look.time += SUT_SAMPLE_PERIOD;
        sut_sample s = {.t = look.time, .hand_count = 2, .unmeasured = true};
        sut_verdict_sample(&v, &t, &s);
    }
    sut_verdict_judge(&v, &t, NULL, &look);
    CHECK(!v.rule[0].holds && !v.success);
    // nor does it go on from before
    look.time += SUT_SAMPLE_PERIOD;
    pull_for(&v, &t, &look, 0.1, 0.3, 0.3);
    CHECK(v.rule[0].holds && !v.success);
}

TEST(progress_counts_from_where_it_began) {
    sut_task t = one_rule(SUT_RULE_WRITHE, 0.0);
    t.rules[0].amount = 4.0;
    sut_vec3 coil[100];
    sut_look look = {.time = 0.0, .thread_count = 1};
    look.thread[0] = (sut_look_thread){.vertex_count = 100, .position = coil};
    sut_verdict v = {0};
    for (int turns = 3; turns <= 4; turns++) {
        for (int i = 0; i < 100; i++) {
            double a = 6.283185307179586 * turns * i / 99.0;
            coil[i] = (sut_vec3){cos(a), sin(a), 0.1 * a};
        }
        double share = fabs(sut_shape_writhe(coil, 100)) / 4.0;
        double first = turns == 3 ? share : v.rule[0].first;
        sut_verdict_judge(&v, &t, NULL, &look);
        CHECK(share > 0.1 && share < 1.0);
        CHECK_NEAR(v.rule[0].value, (share - first) / (1.0 - first), 1e-12); // round-off
    }
}

TEST(hints_follow_what_is_done_and_the_throws) {
    sut_task t = {.rule_count = 3};
    t.rules[0] = (sut_rule){.kind = SUT_RULE_AROUND, .hints = {1}, .hint_count = 1};
    t.rules[1] = (sut_rule){.kind = SUT_RULE_KNOT, .hints = {4, 8}, .hint_count = 2};
    t.rules[2] = (sut_rule){.kind = SUT_RULE_TAUT};
    sut_verdict v = {0};
    CHECK_EQ_INT(sut_verdict_hint(&v, &t, 0, 9), 0);
    v.rule[0].done = true;
    CHECK_EQ_INT(sut_verdict_hint(&v, &t, 0, 9), 1);
    CHECK_EQ_INT(sut_verdict_hint(&v, &t, 1, 9), 4);
    CHECK_EQ_INT(sut_verdict_hint(&v, &t, 3, 9), 8);
    CHECK_EQ_INT(sut_verdict_hint(&v, &t, 3, 5), 4);
    CHECK_EQ_INT(sut_verdict_hint(&v, &t, 0, 0), -1);
    // without a word about it: one per rule
    t.rules[0].hint_count = t.rules[1].hint_count = 0;
    CHECK_EQ_INT(sut_verdict_hint(&v, &t, 2, 9), 1);
}

//---- elementary tasks ----------------------------------------------------------------------------

static sut_task two_targets(void) {
    sut_task t = {.rule_count = 2, .mark_count = 2};
    for (int i = 0; i < 2; i++) {
        t.marks[i] = (sut_mark){.position = {0.01 * (i + 1), 0.0, 0.0}, .radius = 0.002};
        t.rules[i] = (sut_rule){.kind = SUT_RULE_TOUCH, .tool = 0, .mark = i, .keeps = true};
    }
    t.rules[1].after = 1;
    return t;
}

static void go(sut_verdict *v, const sut_task *t, double from, double x) {
    for (int i = 0; i < 5; i++) {
        sut_sample s = sample(from + 0.01 * i, x);
        sut_verdict_sample(v, t, &s);
    }
}

TEST(a_target_that_has_not_appeared_cannot_be_touched) {
    sut_task t = two_targets();
    sut_verdict v = {0};
    go(&v, &t, 0.1, 0.02);
    CHECK(!sut_verdict_due(&v, &t.rules[1]) && !v.rule[1].done);
    go(&v, &t, 1.0, 0.01);
    CHECK(v.rule[0].done && sut_verdict_due(&v, &t.rules[1]) && !v.rule[1].done);
    CHECK(sut_verdict_contact_time(&v, &t) < 0.0);
    go(&v, &t, 3.0, 0.02);
    CHECK(v.rule[1].done);
    // touched at once at 1 s and at 3 s
    CHECK_NEAR(sut_verdict_contact_time(&v, &t), 2.0, 1e-9); // rounding of sums of 0.01
}

TEST(a_trace_is_measured_from_the_line_between_targets) {
    sut_task t = two_targets();
    sut_verdict v = {0};
    go(&v, &t, 0.0, 0.01);
    for (int i = 1; i <= 20; i++) {
        sut_sample s = sample(0.04 + 0.01 * i, 0.015);
        s.hand[0].position.y = 0.003;
        sut_verdict_sample(&v, &t, &s);
    }
    CHECK(v.traced > 0.15);
    // four samples at the first target lie on the line, twenty are 3 mm from it
    CHECK_NEAR(v.strayed / v.traced, 0.003 * 20.0 / 24.0, 1e-9);
}

TEST(jaws_that_close_on_nothing_have_missed) {
    sut_task t = two_targets();
    sut_verdict v = {0};
    static const struct {
        double jaw;
        bool grips;
        int misses;
    } way[] = {{0.0, false, 0}, {1.0, false, 0}, {0.3, false, 0}, {0.0, false, 1}, {0.0, false, 1},
               {1.0, false, 1}, {0.2, true, 1},  {0.0, true, 1},  {0.0, false, 1}};
    for (int i = 0; i < (int)(sizeof way / sizeof way[0]); i++) {
        CASE("i %d", i);
        sut_sample s = sample(0.01 * i, 0.5);
        s.hand[0].jaw = way[i].jaw;
        s.hand[0].grips = way[i].grips;
        sut_verdict_sample(&v, &t, &s);
        CHECK_EQ_INT(v.misses, way[i].misses);
    }
}

TEST(a_piece_counts_in_the_tray_when_it_is_let_go_and_is_lost_beside_it) {
    sut_task t = one_rule(SUT_RULE_PLACED, 0.0);
    sut_vec3 inside[2] = {{0.009, 0.0, 0.001}, {0.011, 0.0, 0.001}};
    sut_vec3 beside[2] = {{0.009, 0.0, 0.001}, {0.013, 0.0, 0.001}};
    sut_look look = {.time = 1.0, .thread_count = 1, .tool_count = 1};
    look.thread[0] = (sut_look_thread){.vertex_count = 2, .position = inside};
    look.tool[0].grip_count = 1;
    look.tool[0].grip[0].thread = (sut_thread_id){1, 1};
    sut_verdict v = {0};
    sut_verdict_judge(&v, &t, NULL, &look);
    CHECK(!v.success);
    look.thread[0].position = beside;
    look.tool[0].grip_count = 0;
    look.time = 1.1;
    sut_verdict_judge(&v, &t, NULL, &look);
    CHECK(!v.success);
    CHECK_EQ_INT(v.rule[0].lost, 0);
    look.time = 2.2;
    sut_verdict_judge(&v, &t, NULL, &look);
    CHECK_EQ_INT(v.rule[0].lost, 1);
    look.time = 4.0;
    sut_verdict_judge(&v, &t, NULL, &look);
    CHECK_EQ_INT(v.rule[0].lost, 1);
    look.thread[0].position = inside;
    look.time = 5.0;
    sut_verdict_judge(&v, &t, NULL, &look);
    CHECK(v.success);
}

TEST(a_needle_is_loaded_where_the_rule_says_and_the_note_says_where_it_is) {
    sut_task t = one_rule(SUT_RULE_LOADED, 0.0);
    t.rules[0].low = 0.55;
    t.rules[0].high = 0.8;
    sut_look look = {.time = 1.0, .tool_count = 2};
    sut_verdict v = {0};
    sut_verdict_judge(&v, &t, NULL, &look);
    CHECK(!v.success);
    look.needle_length[1] = 0.02;
    look.tool[1].needle_grip.s = 0.005;
    sut_verdict_judge(&v, &t, NULL, &look);
    CHECK(!v.success);
    CHECK(strcmp(v.rule[0].note, "held at 25 % from the tip, too near to it") == 0);
    look.tool[1].needle_grip.s = 0.0132;
    sut_verdict_judge(&v, &t, NULL, &look);
    CHECK(v.success);
    CHECK(v.rule[0].note[0] == '\0');
    // another tool than the one that is asked for
    t.rules[0].tool = 0;
    sut_verdict_judge(&v, &t, NULL, &look);
    CHECK(!v.success);
}

TEST(a_bite_counts_where_its_hole_lies_at_rest) {
    sut_task t = one_rule(SUT_RULE_PIERCED, 0.0);
    sut_look look = {.time = 1.0, .hole_count = 1};
    // pulled aside by now, and pierced 1.5 mm beside the mark of 2 mm
    look.hole[0] =
        (sut_hole_view){.rest = {0.0115, 0.0, 0.0}, .position = {0.03, 0.0, 0.0}, .angle = 0.8};
    sut_verdict v = {0};
    sut_verdict_judge(&v, &t, NULL, &look);
    CHECK(v.success);
    double angle = 0.0;
    double off = sut_verdict_off_mark(&look, &t, 0, &angle);
    CHECK(fabs(off - 0.0015) < 1e-15 && angle == 0.8); // rounding of a difference of centimetres
    look.hole[0].rest.x = 0.0125;
    v = (sut_verdict){0};
    sut_verdict_judge(&v, &t, NULL, &look);
    CHECK(!v.success);
    look.hole_count = 0;
    CHECK(sut_verdict_off_mark(&look, &t, 0, &angle) < 0.0);
}
