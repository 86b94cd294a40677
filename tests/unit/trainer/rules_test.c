// SPDX-License-Identifier: MIT
#include "check.h"
#include "trainer/rules.h"

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
