// SPDX-License-Identifier: MIT
// the scene itself: format, times, gravity, lists that are still empty
#include "scene_fixture.h"

#include "check.h"

#include <string.h>

TEST(defaults) {
    sut_scene *s = scene_from(valid_scene);
    REQUIRE(s != NULL);
    CHECK_STR(sut_scene_name(s), "s");
    CHECK(sut_scene_dt(s) == 1e-3 && sut_scene_seconds(s) == 1.0);
    CHECK(s->gravity.x == 0.0 && s->gravity.y == 0.0 && s->gravity.z == -9.81);
    CHECK_EQ_INT(sut_scene_thread_count(s), 1);
    CHECK_STR(sut_scene_thread_name(s, 0), "t");
    CHECK_STR(sut_scene_thread_model(s, 0), "implicit");
    CHECK(sut_scene_thread_name(s, 1) == NULL && sut_scene_thread_model(s, -1) == NULL);
    CHECK_EQ_INT(sut_scene_thread_id(3).index1, 4);
    CHECK_EQ_INT(sut_scene_thread_id(3).generation, 1);
    sut_scene_free(s);
}

TEST(format_number_is_required) {
    CHECK_STR(refusal_of("{}"), "sutura: is missing; a scene starts with { \"sutura\": 1, ... }");
    CHECK_STR(refusal_with("sutura", "2"),
              "sutura: is 2; must be 1, the only format that this version reads");
    CHECK_STR(refusal_with("sutura", "\"1\""),
              "sutura: is \"1\"; must be 1, the only format that this version reads");
    CHECK_STR(refusal_of("[1]"), "is a list; must be an object { ... }");
}

TEST(step_length) {
    CHECK_STR(refusal_with("dt", "0"), "dt: is 0 s; must be above 0");
    CHECK_STR(refusal_with("dt", "-1 ms"), "dt: is \"-1 ms\"; must be above 0");
    CHECK_STR(refusal_with("dt", "51 ms"), "dt: is \"51 ms\"; must be at most \"50 ms\"");
    CHECK_STR(refusal_with("dt", "true"),
              "dt: is true; must be a time: a number in s, or text such as \"1 ms\"");
    CHECK_STR(refusal_with("dt", "1 mm"),
              "dt: is \"1 mm\", in m; must be a time in s, for example \"1 ms\"");
    CHECK_STR(refusal_with("dt", "50 ms"), "");
    CHECK_STR(refusal_with("dt", "1e-9"), "");
}

TEST(duration) {
    CHECK_STR(refusal_with("seconds", "0"), "");
    CHECK_STR(refusal_with("seconds", "2 min"), "");
    CHECK_STR(refusal_with("seconds", "-1"), "seconds: is -1 s; must be 0 or more");
    CHECK_STR(refusal_with("seconds", "1e11"), "");
    CHECK_STR(refusal_with("seconds", "1e300"),
              "seconds: is 1e+300 s; its size must be at most 1e+12 s");
    CHECK_STR(refusal_of("{\"sutura\": 1, \"dt\": 1e-9, \"seconds\": 1e12, \"threads\": []}"),
              "seconds: is 1e+12, more than 9e15 steps of 1e-09 s; use a shorter time");
}

TEST(gravity_is_a_vector) {
    CHECK_STR(refusal_with("gravity", "[0, 0, \"-9.81 m/s^2\"]"), "");
    CHECK_STR(refusal_with("gravity", "[0, 0]"),
              "gravity: has 2 entries; must be a list [x, y, z]");
    CHECK_STR(refusal_with("gravity", "9.81"), "gravity: is 9.81; must be a list [x, y, z]");
    CHECK_STR(refusal_with("gravity", "[0, 0, \"9 m\"]"),
              "gravity[2]: is \"9 m\", in m; must be an acceleration in m/s^2, for example "
              "\"9.81 m/s^2\"");
    CHECK_STR(refusal_with("gravity", "[0, null, 0]"),
              "gravity[1]: is null; must be an acceleration: a number in m/s^2, or text such as "
              "\"9.81 m/s^2\"");
}

TEST(tissues_are_a_list_of_objects) {
    CHECK_STR(refusal_with("tissues", "[]"), "");
    CHECK_STR(
        refusal_with("tissues", "[{}]"),
        "tissues[0].model: is missing; must be \"solid\", \"shell\", \"membrane\" or \"tube\"");
    CHECK_STR(refusal_with("tissues", "{}"),
              "tissues: is an object; must be a list [ ... ] of tissues");
}

TEST(unknown_keys) {
    CHECK_STR(refusal_with("second", "1"), "second: unknown key; did you mean \"seconds\"?");
    CHECK_STR(refusal_with("Gravity", "1"), "Gravity: unknown key; did you mean \"gravity\"?");
    CHECK_STR(
        refusal_with("colour", "1"),
        "colour: unknown key; allowed here: sutura, name, gravity, dt, seconds, solver, "
        "threads, obstacles, tissues, tools, script, gravity_motion, needles, stitches, gaps");
    CHECK_STR(refusal_of("{\"a b\\n\": 1}"),
              "[\"a b\\x0A\"]: unknown key; allowed here: sutura, name, gravity, dt, seconds, "
              "solver, threads, obstacles, tissues, tools, script, gravity_motion, needles, "
              "stitches, gaps");
}

TEST(threads_are_required) {
    CHECK_STR(refusal_of("{\"sutura\": 1}"),
              "threads: is missing; a scene needs at least one thread");
    CHECK_STR(refusal_with("threads", "[]"), "threads: has 0 threads; must have 1 to 10000");
    CHECK_STR(refusal_with("threads", "{}"),
              "threads: is an object; must be a list [ ... ] of threads");
    CHECK_STR(refusal_with("threads[0]", "3"), "threads[0]: is 3; must be an object { ... }");
}

TEST(thread_names) {
    CHECK_STR(refusal_with("threads[0].name", "A-z_0"), "");
    CHECK_STR(refusal_with("threads[0].name", "\"\""),
              "threads[0].name: is \"\"; must be 1 to 64 letters, digits, _ or -");
    CHECK_STR(refusal_with("threads[0].name", "a/b"),
              "threads[0].name: is \"a/b\"; must be 1 to 64 letters, digits, _ or -");
    CHECK_STR(refusal_with("threads[0].name", "5"),
              "threads[0].name: is 5; must be text in quotes");
}

TEST(thread_names_differ_and_default_to_the_index) {
    static const char *const two =
        "{ \"sutura\": 1, \"threads\": ["
        "{ \"vertices\": 3, \"length\": 1, \"material\": \"silk 2\" },"
        "{ \"name\": \"%s\", \"vertices\": 3, \"length\": 1, \"material\": \"silk 2\","
        "  \"shape\": { \"type\": \"straight\", \"from\": [0, 1, 0] } } ] }";
    char text[600];
    const char *cut = strstr(two, "%s");
    size_t before = (size_t)(cut - two);
    memcpy(text, two, before);
    strcpy(text + before, "1");
    strcat(text, cut + 2);
    sut_scene *s = scene_from(text);
    REQUIRE(s != NULL);
    CHECK_STR(sut_scene_thread_name(s, 0), "0");
    CHECK_STR(sut_scene_thread_name(s, 1), "1");
    sut_scene_free(s);
    text[before] = '0';
    CHECK_STR(refusal_of(text),
              "threads[1].name: is \"0\", the name of threads[0]; names must differ");
}
