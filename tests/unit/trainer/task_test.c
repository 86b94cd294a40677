// SPDX-License-Identifier: MIT
#include "check.h"
#include "trainer/server/play.h"
#include "trainer/server/task_check.h"

#include <math.h>
#include <string.h>

static const char *const tasks_folder = SUT_TEST_SOURCE_DIR "/trainer/tasks";

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

#define HEAD2                                                                                      \
    "{\"task\": 1, \"id\": \"a\", \"title\": \"a\", \"group\": \"a\", \"goal\": \"a\", "           \
    "\"success\": \"a\", \"metrics\": [], \"scene\": {}, "

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
    check_refused(HEAD ", \"board\": \"low\"}", "board");
    check_refused(HEAD ", \"rules\": [{\"kind\": \"taut\", \"id\": \"t\", \"text\": \"t\"}]}",
                  "rules[0]: amount");
    check_refused(HEAD ", \"rules\": [{\"kind\": \"taut\", \"id\": \"t\", \"text\": \"t\", "
                       "\"amount\": 0.1, \"loose\": -1}]}",
                  "rules[0]: loose");
    check_refused(HEAD ", \"rules\": [{\"kind\": \"free\", \"id\": \"t\", \"text\": \"t\", "
                       "\"after\": \"t\"}]}",
                  "rules[0]: after");
    check_refused(HEAD ", \"rules\": [{\"kind\": \"placed\", \"id\": \"t\", \"text\": \"t\"}]}",
                  "rules[0]: mark");
    check_refused(HEAD ", \"marks\": [{\"name\": \"m\", \"kind\": \"hole\"}]}", "tray");
}

TEST(what_nobody_reads_is_refused_with_what_was_meant) {
    check_refused(HEAD ", \"gaol\": \"x\"}", "gaol: unknown key; did you mean \"goal\"?");
    check_refused(HEAD ", \"colour of the sky\": 1}",
                  "colour of the sky: unknown key; known are task,");
    check_refused(HEAD ", \"level\": \"three\"}", "level: a number is expected");
    check_refused(HEAD ", \"quiet\": 1}", "quiet: true or false is expected");
    check_refused(HEAD ", \"force_limit\": 0}", "force_limit: a number above 0 is expected");
    check_refused(HEAD ", \"proficiency\": {\"row\": 0}}", "proficiency.row: a whole number");
    check_refused(HEAD ", \"rules\": [{\"kind\": \"free\", \"id\": \"a\", \"text\": \"t\"}, "
                       "{\"kind\": \"free\", \"id\": \"t\", \"text\": \"t\", \"amuont\": 1}]}",
                  "rules[1].amuont: unknown key; did you mean \"amount\"?");
    check_refused(HEAD ", \"marks\": [7]}", "marks[0]: an object");
    check_refused(HEAD ", \"material\": \"chewing gum\"}", "material: no such material");
    check_refused(HEAD ", \"materials\": [\"nylon 6-0\", \"gum\"]}", "materials[1]: no such");
    check_refused("{\"task\": 1, \"metrics\": [\"time\", \"beauty\"]}",
                  "metrics[1]: no such figure");
}

TEST(errors_name_the_line) {
    static const char text[] = "{\n"                                       // 1
                               "  \"task\": 1, \"id\": \"a } ] \\\" \",\n" // 2
                               "  \"rules\": [\n"                          // 3
                               "    { \"id\": \"a\", \"is\": [1, {}],\n"   // 4
                               "      \"kind\": \"free\" },\n"             // 5
                               "    {\n"                                   // 6
                               "      \"kind\":\n"                         // 7
                               "        \"knot\"\n"                        // 8
                               "    }\n"                                   // 9
                               "  ],\n"                                    // 10
                               "  \"camera\": { \"from\": [1, 2],\n"       // 11
                               "    \"target\": -1e3 }\n"                  // 12
                               "}\n";
    const struct {
        const char *place;
        int line;
    } cases[] = {{"id: missing", 2},    {"rules", 3},           {"rules[0]: what", 4},
                 {"rules[0].kind", 5},  {"rules[1]", 6},        {"rules[1].kind: is", 7},
                 {"camera.target", 12}, {"camera.from[1]", 11}, {"goal: missing", 0},
                 {"rules[2]", 0},       {"rules.kind", 0},      {"hints, metrics: x", 0},
                 {"task[0]", 0},        {"camera.fro", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CASE("place %s", cases[i].place);
        CHECK_EQ_INT(sut_task_line(text, cases[i].place), cases[i].line);
    }
    // what was cut off is no reason to read on
    CHECK_EQ_INT(sut_task_line("{ \"a\": [1, \"", "a[3]"), 0);
    CHECK_EQ_INT(sut_task_line("{ \"a", "b"), 0);
    CHECK_EQ_INT(sut_task_line("", "a"), 0);
}

// In every task a forceps that is led straight down ends on a solid board that pages can draw.
TEST(no_hand_goes_through_the_board) {
    sut_task_list list;
    sut_task_error error;
    REQUIRE(sut_tasks_read(tasks_folder, &list, &error));
    for (int i = 0; i < list.count; i++) {
        sut_play_wish wish = {.mode = SUT_PLAY_TRY, .task = list.tasks[i]};
        sut_scene_error why;
        sut_play *play = sut_play_make(&wish, &why);
        REQUIRE(play != NULL);
        double board = (double)NAN;
        for (int k = 0; k < play->cast.obstacle_count; k++) {
            const sut_obstacle_def *d = sut_scene_obstacle_def(play->scene, k);
            board = d->kind == SUT_OBSTACLE_PLANE ? d->center.z : board;
        }
        double tip = sut_scene_tool_def(play->scene, 1)->tip_radius;
        CHECK(play->low.z >= board + tip);
        // a page that does not keep the limits
        sut_tool_view v;
        sut_tool_id tool = sut_scene_tool_id(1);
        REQUIRE(sut_tool_get_view(play->world, tool, &v) == SUT_OK);
        sut_pose down = v.target;
        down.position.x += 0.02;
        for (int step = 0; step < 100; step++) {
            down.position.z -= 5e-4;
            sut_tool_set_target(play->world, tool, &down, 1.0);
            sut_world_step(play->world, play->dt);
        }
        REQUIRE(sut_tool_get_view(play->world, tool, &v) == SUT_OK);
        // the tip's centre ends at its radius above the board, but for what the guard lets overlap
        CHECK(v.proxy.position.z > board);
        CHECK(down.position.z < board);
        sut_play_drop(play);
    }
    sut_tasks_free(&list);
}

TEST(hints_are_the_words_of_the_demonstration) {
    sut_task_list list;
    sut_task_error error;
    REQUIRE(sut_tasks_read(tasks_folder, &list, &error));
    const sut_task *t = sut_tasks_find(&list, "overhand-post");
    REQUIRE(t != NULL);
    const json_t *hints = json_object_get(t->json, "hints");
    CHECK_EQ_INT((long long)json_array_size(hints), 4);
    CHECK_STR(json_string_value(json_array_get(hints, 0)),
              "Both forceps take the thread and lay it around the post");
    // every rule that names a hint names one that there is
    for (int i = 0; i < list.count; i++) {
        int count = (int)json_array_size(json_object_get(list.tasks[i]->json, "hints"));
        for (int k = 0; k < list.tasks[i]->rule_count; k++) {
            const sut_rule *r = &list.tasks[i]->rules[k];
            for (int n = 0; n < r->hint_count; n++) {
                CHECK(r->hints[n] < count);
            }
        }
    }
    sut_tasks_free(&list);
    check_refused(HEAD2 "\"hints\": \"script\"}", "says nothing");
    check_refused(HEAD2 "\"hints\": \"book\"}", "hints");
}
