// SPDX-License-Identifier: MIT
#include "scene_fixture.h"

#include "check.h"

#include <string.h>

TEST(values_are_json_or_text) {
    sut_scene *s = scene_with("dt", "5 ms");
    REQUIRE(s != NULL);
    CHECK(sut_scene_dt(s) == 5e-3);
    sut_scene_free(s);
    s = scene_with("gravity", "[0, 0, 0]");
    REQUIRE(s != NULL);
    CHECK(s->gravity.z == 0.0);
    sut_scene_free(s);
    s = scene_with("name", "two words");
    REQUIRE(s != NULL);
    CHECK_STR(sut_scene_name(s), "two words");
    sut_scene_free(s);
    CHECK_STR(refusal_with("dt", "1e999"), "dt: is \"1e999\": text needs a unit; write for example "
                                           "\"0.05 mm\", or a plain number in SI units");
    CHECK_STR(refusal_with("dt", ""), "dt: is \"\": it does not start with a number; write for "
                                      "example \"0.05 mm\"");
}

TEST(threads_go_by_index_or_name) {
    sut_scene *s = scene_with("threads[0].vertices", "21");
    REQUIRE(s != NULL);
    CHECK_EQ_INT(s->threads[0].shape.vertices, 21);
    sut_scene_free(s);
    s = scene_with("threads.t.material.radius", "0.2 mm");
    REQUIRE(s != NULL);
    CHECK(s->threads[0].section.radius == 2e-4);
    sut_scene_free(s);
    CHECK_STR(refusal_with("threads[1].vertices", "3"),
              "threads[1].vertices: index 1 is out of range; the list has 1 entries");
    CHECK_STR(refusal_with("threads.u.vertices", "3"),
              "threads.u.vertices: the list has no entry named \"u\"; use an index, [0] is first");
}

TEST(missing_keys_are_made) {
    sut_scene *s = scene_with("threads[0].damping.linear", "2 g/m/s");
    REQUIRE(s != NULL);
    CHECK(s->threads[0].damping_linear == 2e-3 && s->threads[0].damping_bend == 0.02);
    sut_scene_free(s);
    CHECK_STR(refusal_with("threads[0].dumping.linear", "1"),
              "threads[0].dumping: unknown key; did you mean \"damping\"?");
}

TEST(bad_paths) {
    CHECK_STR(refusal_with("sutura.x", "1"),
              "sutura.x: the path goes into something that is no object; set the whole value");
    CHECK_STR(refusal_with("dt[0]", "1"),
              "dt[0]: the path goes into something that is no list; set the whole value");
    static const char *const bad[] = {
        "",    ".",           "a.",     "threads[x]", "threads[0", "threads[0]x", "threads[0]..",
        "[0]", "threads[-1]", "a[0].b", "threads[]"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CASE("i %zu", i);
        CHECK(strchr(refusal_with(bad[i], "1"), ';') != NULL);
    }
}

TEST(later_overrides_win) {
    sut_scene_override changes[] = {{"dt", "2 ms"}, {"dt", "3 ms"}};
    sut_scene_options options = {changes, 2, NULL};
    sut_scene_error e;
    sut_scene *s = sut_scene_read_text(valid_scene, strlen(valid_scene), "s.json", &options, &e);
    REQUIRE(s != NULL);
    CHECK(sut_scene_dt(s) == 3e-3);
    CHECK_STR(e.text, "");
    sut_scene_free(s);
}

TEST(model_replaces_that_of_all_threads) {
    sut_scene_options options = {NULL, 0, "implicit-simplified"};
    sut_scene_error e;
    sut_scene *s = sut_scene_read_text(valid_scene, strlen(valid_scene), "s.json", &options, &e);
    REQUIRE(s != NULL);
    CHECK_STR(sut_scene_thread_model(s, 0), "implicit-simplified");
    sut_scene_free(s);
    options.model = "magic";
    CHECK(sut_scene_read_text(valid_scene, strlen(valid_scene), "s.json", &options, &e) == NULL);
    CHECK_STR(e.text, "s.json: threads[0].model: is \"magic\"; must be \"implicit\", "
                      "\"implicit-simplified\", \"variational\", \"springs-1\", \"springs-2\", "
                      "\"springs-3\", \"springs-4\" or \"springs-5\"");
}
