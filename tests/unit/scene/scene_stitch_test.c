// SPDX-License-Identifier: MIT
#include "check.h"
#include "scene_fixture.h"

#include <string.h>

// A thread along z through a sheet in the plane z = 0, and a tube far away.
#define SCENE(stitches)                                                                            \
    "{\"sutura\": 1, \"gravity\": [0, 0, 0],"                                                      \
    "\"tissues\": [{\"name\": \"sheet\", \"model\": \"shell\", \"material\": {\"young\": 1e5},"    \
    " \"thickness\": 1e-3, \"shape\": {\"type\": \"sheet\", \"size\": [0.02, 0.02],"               \
    " \"cells\": [2, 2]}},"                                                                        \
    "{\"name\": \"pad\", \"model\": \"solid\", \"material\": {\"young\": 1e5},"                    \
    " \"shape\": {\"type\": \"pad\", \"size\": [0.02, 0.02, 0.01], \"cells\": [2, 2, 1],"          \
    " \"position\": [0, 0, -0.02]}}],"                                                             \
    "\"threads\": [{\"name\": \"a\", \"vertices\": 101, \"length\": 0.1,"                          \
    " \"material\": \"nylon 6-0\", \"shape\": {\"type\": \"straight\","                            \
    " \"from\": [0.001, 0.002, 0.05], \"direction\": [0, 0, -1]}},"                                \
    "{\"name\": \"b\", \"vertices\": 11, \"length\": 0.1,"                                         \
    " \"material\": \"nylon 6-0\", \"shape\": {\"type\": \"straight\", \"from\": [0, 0.1, 0]}}],"  \
    "\"stitches\": " stitches "}"
#define HOLE(tissue, z) "{\"tissue\": \"" tissue "\", \"at\": [0.001, 0.002, " z "]}"
#define STITCH(through) "[{\"thread\": \"a\", \"through\": [" through "]}]"
#define ALL HOLE("sheet", "0") ", " HOLE("pad", "-0.02") ", " HOLE("pad", "-0.03")

// What reading says, or else building.
static const char *refused(const char *text) {
    static sut_scene_error error;
    sut_scene *s = sut_scene_read_text(text, strlen(text), "scene", NULL, &error);
    sut_world *w = NULL;
    if (s != NULL) {
        (void)sut_scene_build(s, NULL, &w, &error);
    }
    sut_world_destroy(w);
    sut_scene_free(s);
    const char *behind = strstr(error.text, ": ");
    return behind != NULL ? behind + 2 : error.text;
}

// The rest is a distance of the size of rounding.
static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

TEST(a_thread_that_is_stitched_may_start_through_tissue) {
    CHECK_STR(refused(SCENE(STITCH(ALL))), "");
    // with a guide inside
    CHECK_STR(refused(SCENE(STITCH(HOLE("sheet", "0") ", " HOLE("pad", "-0.02") ", " HOLE(
                  "pad", "-0.025") ", " HOLE("pad", "-0.03")))),
              "");
    sut_scene *s = scene_from(SCENE(STITCH(ALL)));
    REQUIRE(s != NULL);
    sut_scene_passage p;
    CHECK(sut_scene_stitch_count(s) == 1 && sut_scene_stitch_get(s, 0, &p));
    CHECK_STR(p.name, "0");
    CHECK(p.thread.index1 == 1 && p.first.index1 == 1 && p.count == 3);
    CHECK(!sut_scene_stitch_get(s, 1, &p));
    sut_scene_free(s);
}

TEST(a_thread_through_tissue_needs_a_hole_for_every_wall) {
    CHECK(begins(refused(SCENE("[]")), "tissues[0]: thread 0 starts inside of tissue 0: "));
    CHECK(begins(refused(SCENE(STITCH(HOLE("sheet", "0")))),
                 "threads[0]: thread 0 starts inside of tissue 1: "));
    CHECK_STR(refused(SCENE(STITCH(HOLE("sheet", "0") ", " HOLE("pad", "-0.02")))),
              "threads[0]: thread 0 is inside of tissue 1 behind hole 1 and no other one ends "
              "that; must come "
              "in by one hole and leave by the next");
}

TEST(holes_lie_on_the_thread_and_on_the_tissue) {
    CHECK_STR(refused(SCENE("[{\"thread\": \"a\", \"through\": [{\"tissue\": \"sheet\", \"at\": "
                            "[0.002, 0.002, 0]}]}]")),
              "stitches[0].through[0].at: is 0.001 m off the centre line of the thread; must be "
              "within its "
              "radius of 4.225e-05 m, and later than the one before");
    CHECK_STR(
        refused(SCENE(STITCH(HOLE("sheet", "0.01")))),
        "stitches[0].through[0].at: is 0.01 m off the tissue; must be within 0.0005422 m of it");
    // the edges that begin later than the hole before lie from 21 mm on
    CHECK_STR(refused(SCENE(STITCH(HOLE("pad", "-0.02") ", " HOLE("sheet", "0")))),
              "stitches[0].through[1].at: is 0.021 m off the centre line of the thread; must be "
              "within its "
              "radius of 4.225e-05 m, and later than the one before");
}

TEST(words_of_stitches_are_checked) {
    CHECK_STR(refused(SCENE("{}")), "stitches: is an object; must be a list [ ... ] of stitches");
    CHECK_STR(refused(SCENE("[{}]")), "stitches[0].thread: is missing; give the name of a thread");
    CHECK_STR(refused(SCENE("[{\"thread\": \"c\"}]")),
              "stitches[0].thread: is \"c\"; must be \"a\" or \"b\"");
    CHECK_STR(
        refused(SCENE("[{\"thread\": \"a\"}]")),
        "stitches[0].through: is missing; give a list of { \"tissue\": ..., \"at\": [x, y, z] }");
    CHECK_STR(refused(SCENE("[{\"thread\": \"a\", \"through\": []}]")),
              "stitches[0].through: has 0 holes; must have 1 to 1000");
    CHECK_STR(refused(SCENE("[{\"thread\": \"a\", \"through\": [{\"tissue\": \"skin\"}]}]")),
              "stitches[0].through[0].tissue: is \"skin\"; must be \"sheet\" or \"pad\"");
    CHECK_STR(refused(SCENE("[{\"thread\": \"a\", \"through\": [{\"tissue\": \"pad\"}]}]")),
              "stitches[0].through[0].at: is missing; give the place of the hole, [x, y, z]");
    CHECK_STR(refused(SCENE("[{\"thread\": \"a\", \"hole\": 1}]")),
              "stitches[0].hole: unknown key; allowed here: name, thread, through");
    CHECK_STR(refusal_with("solver", "{\"holes\": \"anchors\"}"), "");
    CHECK_STR(refusal_with("solver", "{\"holes\": \"portals\"}"), "");
    CHECK_STR(refusal_with("solver", "{\"holes\": \"gates\"}"),
              "solver.holes: is \"gates\"; must be \"anchors\" or \"portals\"");
}
