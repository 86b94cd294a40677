// SPDX-License-Identifier: MIT
#include "check.h"
#include "trainer/play.h"

#include <string.h>

static const char *const tasks_folder = SUT_TEST_SOURCE_DIR "/tasks";

TEST(all_tasks_can_be_read_and_played) {
    sut_task_list list;
    sut_task_error error = {""};
    if (!CHECK(sut_tasks_read(tasks_folder, &list, &error))) {
        CHECK_STR(error.text, "");
        return;
    }
    for (int i = 0; i < list.count; i++) {
        CASE("i %d", i);
        for (int demo = 0; demo < (list.tasks[i]->demo != NULL ? 2 : 1); demo++) {
            CASE("demo %d", demo);
            sut_play_wish wish = {.mode = demo ? SUT_PLAY_DEMO : SUT_PLAY_TRY,
                                  .task = list.tasks[i]};
            sut_scene_error why = {""};
            sut_play *play = sut_play_make(&wish, &why);
            CHECK_STR(why.text, "");
            if (CHECK(play != NULL)) {
                json_t *scene = sut_play_describe(play);
                CHECK(json_is_object(scene));
                json_decref(scene);
                sut_play_drop(play);
            }
        }
    }
    sut_tasks_free(&list);
}

TEST(a_trainee_gets_the_scene_without_the_script) {
    sut_task_list list;
    sut_task_error error;
    REQUIRE(sut_tasks_read(tasks_folder, &list, &error));
    const sut_task *t = sut_tasks_find(&list, "touch");
    REQUIRE(t != NULL);
    json_t *demo = sut_task_scene(t, NULL, true), *own = sut_task_scene(t, "silk 2-0", false);
    CHECK(json_object_get(demo, "script") != NULL);
    CHECK(json_object_get(own, "script") == NULL);
    const json_t *thread = json_array_get(json_object_get(own, "threads"), 0);
    CHECK_STR(json_string_value(json_object_get(thread, "material")), "silk 2-0");
    json_decref(demo);
    json_decref(own);
    CHECK(sut_tasks_find(&list, "no such task") == NULL);
    sut_tasks_free(&list);
}

TEST(pages_are_told_where_naming_the_knot_would_be_the_answer) {
    sut_task_list list;
    sut_task_error error;
    REQUIRE(sut_tasks_read(tasks_folder, &list, &error));
    for (int i = 0; i < list.count; i++) {
        CASE("i %d", i);
        json_t *told = sut_task_describe(list.tasks[i]);
        CHECK(json_is_true(json_object_get(told, "quiet")) ==
              (strcmp(list.tasks[i]->id, "granny") == 0));
        json_decref(told);
    }
    sut_tasks_free(&list);
}

static void check_refused(const char *text, const char *word) {
    json_error_t e;
    json_t *json = json_loads(text, 0, &e);
    REQUIRE(json != NULL);
    sut_task_error error = {""};
    sut_task *t = sut_task_make(json, ".", &error);
    CHECK(t == NULL);
    if (!CHECK(strstr(error.text, word) != NULL)) {
        CHECK_STR(error.text, word);
    }
    sut_task_free(t);
}

#define HEAD                                                                                       \
    "{\"task\": 1, \"id\": \"a\", \"title\": \"a\", \"group\": \"a\", \"goal\": \"a\", "           \
    "\"success\": \"a\", \"hints\": [], \"metrics\": [], \"scene\": {}"

TEST(wrong_tasks_are_refused_with_their_place) {
    check_refused("[]", "not a JSON object");
    check_refused("{\"task\": 2}", "version");
    check_refused("{\"task\": 1}", "id");
    check_refused(HEAD ", \"rules\": [{\"kind\": \"fly\"}]}", "rules[0]: kind");
    check_refused(HEAD ", \"rules\": [{\"kind\": \"knot\", \"id\": \"k\", \"text\": \"t\"}]}",
                  "rules[0]: is");
    check_refused(HEAD ", \"rules\": [{\"kind\": \"ring\", \"id\": \"k\", \"text\": \"t\"}]}",
                  "rules[0]: mark");
    check_refused(HEAD ", \"marks\": [{\"name\": \"m\", \"kind\": \"ring\"}]}", "marks[0]: needs");
    check_refused(HEAD ", \"camera\": {}}", "camera");
}
