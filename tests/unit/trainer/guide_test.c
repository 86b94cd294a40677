// SPDX-License-Identifier: MIT
#include "check.h"
#include "trainer/server/guide.h"
#include "trainer/server/hand.h"
#include "trainer/server/task.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *text_of(const json_t *steps, size_t i, const char *key) {
    return json_string_value(json_object_get(json_array_get(steps, i), key));
}

static int number_of(const json_t *steps, size_t i, const char *key) {
    return (int)json_integer_value(json_object_get(json_array_get(steps, i), key));
}

static json_t *guide_of(const char *script) {
    char text[2048];
    snprintf(
        text, sizeof text,
        "{\"sutura\": 1, \"threads\": [{\"material\": \"nylon 6-0\", \"vertices\": 20, \"length\": "
        "\"50 mm\", \"shape\": {\"type\": \"straight\", \"from\": [0, 0, 0.1], \"direction\": "
        "[0, 1, 0]}}], \"tools\": [{\"name\": \"left\", \"type\": \"forceps\", \"position\": "
        "[0.1, 0, 0]}, {\"name\": \"right\", \"type\": \"forceps\", \"position\": [-0.1, 0, 0]}, "
        "{\"name\": \"right-scissors\", \"type\": \"scissors\", \"position\": [-0.2, 0, 0]}], "
        "\"script\": [%s]}",
        script);
    sut_scene_error why = {""};
    sut_scene *s = sut_scene_read_text(text, strlen(text), "test", NULL, &why);
    CHECK_STR(why.text, "");
    json_t *steps = sut_guide_of(s);
    sut_scene_free(s);
    return steps;
}

TEST(reaching_and_grasping_is_one_step_and_both_hands_share_a_stage) {
    json_t *s = guide_of(
        "{\"tool\": \"left\", \"do\": \"reach\", \"vertex\": 3, \"say\": \"take it\"},"
        "{\"tool\": \"right\", \"do\": \"reach\", \"vertex\": 9},"
        "{\"tool\": \"left\", \"do\": \"grasp\"}, {\"tool\": \"right\", \"do\": \"grasp\"},"
        "{\"tool\": \"left\", \"do\": \"move\", \"to\": [0, 0, 0.2]}");
    CHECK_EQ_INT(json_array_size(s), 3);
    CHECK_STR(text_of(s, 0, "do"), "take");
    CHECK_STR(text_of(s, 1, "say"), "take it");
    CHECK_EQ_INT(number_of(s, 0, "vertex"), 3);
    CHECK_EQ_INT(number_of(s, 1, "stage"), 0);
    CHECK_STR(text_of(s, 2, "do"), "move");
    CHECK_EQ_INT(number_of(s, 2, "stage"), 1);
    json_decref(s);
}

TEST(a_reach_on_the_way_is_no_step_and_jaws_are) {
    json_t *s = guide_of(
        "{\"tool\": \"left\", \"do\": \"reach\", \"vertex\": 3},"
        "{\"tool\": \"left\", \"do\": \"reach\", \"vertex\": 4},"
        "{\"tool\": \"left\", \"do\": \"grasp\"}, {\"tool\": \"left\", \"do\": \"release\"},"
        "{\"tool\": \"left\", \"do\": \"move\", \"to\": [0, 0, 0.2], \"jaw\": 0}");
    CHECK_EQ_INT(json_array_size(s), 4);
    CHECK_EQ_INT(number_of(s, 0, "vertex"), 4);
    CHECK_STR(text_of(s, 1, "do"), "open");
    CHECK_STR(text_of(s, 2, "do"), "close");
    CHECK_STR(text_of(s, 3, "do"), "move");
    json_decref(s);
}

TEST(a_way_becomes_a_place_where_one_is_known_and_waiting_means_staying) {
    json_t *s = guide_of("{\"tool\": \"left\", \"do\": \"move\", \"by\": [0, 0.1, 0]},"
                         "{\"tool\": \"left\", \"do\": \"wait\", \"over\": 0.5},"
                         "{\"tool\": \"left\", \"do\": \"reach\", \"vertex\": 4}, {\"tool\": "
                         "\"left\", \"do\": \"grasp\"},"
                         "{\"tool\": \"left\", \"do\": \"move\", \"by\": [0, 0.1, 0]}");
    const json_t *first = json_array_get(s, 0), *last = json_array_get(s, 2);
    const json_t *to = json_object_get(first, "to");
    CHECK_EQ_INT(json_array_size(s), 3);
    CHECK_NEAR(json_number_value(json_array_get(to, 0)), 0.1, 0.0);
    CHECK_NEAR(json_number_value(json_array_get(to, 1)), 0.1, 0.0);
    CHECK_NEAR(json_number_value(json_object_get(first, "hold")), 0.5,
               1e-15); // a difference of sums
    CHECK(json_object_get(last, "by") != NULL && json_object_get(last, "to") == NULL);
    json_decref(s);
}

TEST(every_task_with_a_demonstration_has_steps_of_known_tools) {
    sut_task_list list;
    sut_task_error error;
    REQUIRE(sut_tasks_read(SUT_TEST_SOURCE_DIR "/trainer/tasks", &list, &error));
    for (int i = 0; i < list.count; i++) {
        if (list.tasks[i]->demo == NULL) {
            continue;
        }
        CASE("%s", list.tasks[i]->id);
        json_t *json = sut_task_scene(list.tasks[i], NULL, true);
        char *text = json_dumps(json, 0);
        sut_scene_error why;
        sut_scene *s = sut_scene_read_text(text, strlen(text), "demo", NULL, &why);
        json_t *steps = sut_guide_of(s);
        CHECK(json_array_size(steps) >= 2);
        for (size_t k = 0; k < json_array_size(steps); k++) {
            CHECK(number_of(steps, k, "tool") < sut_scene_tool_count(s));
            CHECK(k == 0 || number_of(steps, k, "stage") >= number_of(steps, k - 1, "stage"));
        }
        json_decref(steps);
        sut_scene_free(s);
        free(text);
        json_decref(json);
    }
    sut_tasks_free(&list);
}

TEST(a_needle_is_driven_let_go_taken_by_the_other_hand_and_drawn) {
    sut_task_list list;
    sut_task_error error;
    REQUIRE(sut_tasks_read(SUT_TEST_SOURCE_DIR "/trainer/tasks", &list, &error));
    json_t *json = sut_task_scene(sut_tasks_find(&list, "needle-rings"), NULL, true);
    char *text = json_dumps(json, 0);
    sut_scene_error why;
    sut_scene *s = sut_scene_read_text(text, strlen(text), "demo", NULL, &why);
    json_t *steps = sut_guide_of(s);
    static const char *const wanted[] = {"drive", "open", "move", "take", "drive", "move"};
    static const int tools[] = {1, 1, 1, 0, 0, 0};
    REQUIRE(json_array_size(steps) == 6);
    for (size_t k = 0; k < 6; k++) {
        CASE("%zu", k);
        CHECK(strcmp(text_of(steps, k, "do"), wanted[k]) == 0);
        CHECK_EQ_INT(number_of(steps, k, "tool"), tools[k]);
    }
    CHECK_EQ_INT(number_of(steps, 3, "needle"), 0);
    double along = json_number_value(json_object_get(json_array_get(steps, 3), "along"));
    CHECK(fabs(along - 0.09) < 1e-9); // as the file has it
    json_decref(steps);
    sut_scene_free(s);
    free(text);
    json_decref(json);
    sut_tasks_free(&list);
}

// Two instruments of one hand come one after the other, though the demonstration has a hand for
// each.
TEST(cuts_turns_and_pulls_are_steps_and_a_hand_has_one_instrument_at_a_time) {
    json_t *s = guide_of(
        "{\"tool\": \"right\", \"do\": \"circle\", \"axis\": [0, 0, 1], \"angle\": \"90 deg\"},"
        "{\"tool\": \"right\", \"do\": \"pull\", \"direction\": [0, 1, 0], \"force\": \"0.2 N\"},"
        "{\"tool\": \"right-scissors\", \"do\": \"reach\", \"vertex\": 5, \"t\": 0.2,"
        " \"pointing\": [0, -1, 0]},"
        "{\"tool\": \"right-scissors\", \"do\": \"cut\"},"
        "{\"tool\": \"left\", \"do\": \"move\", \"to\": [0, 0, 0.2], \"t\": 0.3}");
    CHECK_EQ_INT(json_array_size(s), 4);
    CHECK_STR(text_of(s, 0, "do"), "turn");
    CHECK_STR(text_of(s, 1, "do"), "pull");
    CHECK(fabs(json_real_value(json_object_get(json_array_get(s, 1), "force")) - 0.2) < 1e-12);
    CHECK_STR(text_of(s, 2, "do"), "cut");
    CHECK_EQ_INT(number_of(s, 2, "vertex"), 5);
    CHECK_EQ_INT((int)json_array_size(json_object_get(json_array_get(s, 2), "pointing")), 3);
    CHECK(number_of(s, 2, "stage") > number_of(s, 1, "stage"));
    // the other hand goes on beside it
    CHECK_EQ_INT(number_of(s, 3, "stage"), number_of(s, 2, "stage"));
    json_decref(s);
}

TEST(instruments_are_those_of_the_hand_that_their_name_begins_with) {
    CHECK_EQ_INT(sut_hand_named("left"), 0);
    CHECK_EQ_INT(sut_hand_named("right-scissors"), 1);
    CHECK_EQ_INT(sut_hand_named("rightmost"), -1);
    CHECK_EQ_INT(sut_hand_named("assistant"), -1);
}
