// SPDX-License-Identifier: MIT
#include "check.h"
#include "trainer/server/conditions.h"

static double number(const json_t *o, const char *key) {
    return json_number_value(json_object_get(o, key));
}

// `steps` of 1 ms at a speed, on a machine that takes `slower` times as long as it should
static void run(sut_conditions *c, int steps, double speed, double slower) {
    for (int i = 0; i < steps; i++) {
        sut_conditions_step(c, 1e-3, speed);
        sut_conditions_wait(c, slower * 1e-3 / speed, false, false);
    }
}

TEST(an_attempt_as_the_task_has_it_has_no_conditions) {
    sut_conditions c = {0};
    run(&c, 3000, 1.0, 1.1);
    sut_conditions_world(&c, 9.81, 9.81, 0.4, 0.4);
    json_t *told = sut_conditions_describe(&c, NULL);
    CHECK(json_is_null(told));
    json_decref(told);
}

TEST(slow_motion_pauses_and_another_world_are_told) {
    sut_conditions c = {0};
    run(&c, 1000, 1.0, 1.0);
    run(&c, 3000, 0.3, 1.0);
    sut_conditions_wait(&c, 0.0, true, true);
    sut_conditions_wait(&c, 4.0, true, false);
    sut_conditions_wait(&c, 0.5, true, true);
    sut_conditions_world(&c, 1.6, 9.81, 0.4, 0.4);
    sut_conditions_world(&c, 9.81, 9.81, 1.2, 0.4); // gravity is back, and was another one
    json_t *told = sut_conditions_describe(&c, "silk 2-0");
    CHECK_NEAR(number(told, "speed"), 0.3, 0.0);
    CHECK_NEAR(number(told, "speed_share"), 0.75, 1e-9); // a sum of 4000 steps
    CHECK_EQ_INT(json_integer_value(json_object_get(told, "pauses")), 2);
    CHECK_NEAR(number(told, "paused"), 4.5, 1e-12);
    CHECK_NEAR(number(told, "gravity"), 1.6, 0.0);
    CHECK_NEAR(number(told, "friction"), 1.2, 0.0);
    CHECK_STR(json_string_value(json_object_get(told, "material")), "silk 2-0");
    CHECK(json_object_get(told, "realtime") == NULL);
    json_decref(told);
}

TEST(a_machine_that_cannot_keep_up_makes_slow_motion_too) {
    sut_conditions c = {0};
    run(&c, 2000, 1.0, 4.0);
    json_t *told = sut_conditions_describe(&c, NULL);
    CHECK_NEAR(number(told, "realtime"), 0.25, 1e-9); // a sum of 2000 steps
    CHECK(json_object_get(told, "speed") == NULL);
    json_decref(told);
}

TEST(going_back_and_help_are_told) {
    sut_conditions c = {.undos = 2, .level = SUT_LEVEL_BEGINNER, .clipped = true};
    json_t *told = sut_conditions_describe(&c, NULL);
    CHECK_EQ_INT(json_integer_value(json_object_get(told, "undos")), 2);
    CHECK_STR(json_string_value(json_object_get(told, "level")), "beginner");
    CHECK(json_is_true(json_object_get(told, "clip")));
    json_decref(told);
    c.level = SUT_LEVEL_GUIDED;
    told = sut_conditions_describe(&c, NULL);
    CHECK_STR(json_string_value(json_object_get(told, "level")), "guided");
    json_decref(told);
}

TEST(every_level_is_found_by_its_name) {
    for (sut_level l = SUT_LEVEL_TRAINEE; l <= SUT_LEVEL_BEGINNER; l++) {
        sut_level found = SUT_LEVEL_TRAINEE;
        CHECK(sut_level_find(sut_level_help_of(l)->name, &found));
        CHECK_EQ_INT((int)found, (int)l);
    }
    sut_level kept = SUT_LEVEL_GUIDED;
    CHECK(!sut_level_find("Beginner", &kept));
    CHECK_EQ_INT((int)kept, SUT_LEVEL_GUIDED);
    // more help never makes hands faster or jaws shorter
    const sut_level_help *less = sut_level_help_of(SUT_LEVEL_TRAINEE);
    for (sut_level l = SUT_LEVEL_GUIDED; l <= SUT_LEVEL_BEGINNER; l++) {
        const sut_level_help *more = sut_level_help_of(l);
        CHECK(more->reach >= less->reach && more->speed <= less->speed && more->pace <= less->pace);
        less = more;
    }
}
