// SPDX-License-Identifier: MIT
// scene_needle_test.c -- needles of a scene: forms, threads, hands, and what is said of mistakes.
#include "sutura/scene.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define THREAD                                                                                     \
    "\"threads\": [{\"name\": \"suture\", \"material\": \"nylon 5-0\", \"vertices\": 11, "         \
    "\"length\": 0.02, \"shape\": {\"type\": \"straight\", \"from\": [0, 0, 0], "                  \
    "\"direction\": [1, 0, 0]}}], "
#define FORM "\"length\": \"20 mm\", \"diameter\": \"0.5 mm\""
// its end at the origin, tip towards -x
#define BEFORE "\"arc\": 0, \"position\": [-0.02, 0, 0], \"rotation\": [0, 0, \"180 deg\"]"

static sut_scene *read(const char *needle, sut_scene_error *error) {
    char text[2048];
    (void)snprintf(text, sizeof text, "{\"sutura\": 1, " THREAD "\"needles\": [{%s}]}", needle);
    return sut_scene_read_text(text, strlen(text), "x", NULL, error);
}

// What is said behind "x: needles[0]".
static const char *refusal(const char *needle, sut_scene_error *error) {
    error->text[0] = '\0';
    sut_scene *s = read(needle, error);
    sut_scene_free(s);
    static const char path[] = "x: needles[0]";
    return strncmp(error->text, path, sizeof path - 1) == 0 ? error->text + sizeof path - 1
                                                            : error->text;
}

TEST(mistakes_are_told_by_their_place) {
    static const char *const table[][2] = {
        {"\"diameter\": 5e-4",
         ".length: is missing; give its length, chord or radius, for example \"20 mm\""},
        {"\"length\": 0.02", ".diameter: is missing; give its thickness, for example \"0.5 mm\""},
        {"\"chord\": 0.01, " FORM, ".chord: is given beside length; use one of them"},
        {"\"arc\": 0.8, " FORM,
         ".arc: is 0.8; must be a part of a circle, 0 (straight) to 0.75, or \"1/4\", \"3/8\", "
         "\"1/2\" or \"5/8\""},
        {"\"arc\": \"2/3\", " FORM,
         ".arc: is \"2/3\"; must be a part of a circle, 0 (straight) to 0.75, or \"1/4\", \"3/8\", "
         "\"1/2\" or \"5/8\""},
        {"\"arc\": 0, \"radius\": 0.01, \"diameter\": 5e-4",
         ".radius: does not belong to a straight needle; use length"},
        {"\"arc\": 0, \"length\": 0.01, \"diameter\": 0.005",
         ".diameter: is 0.005 m; must be at most 0.0025 m, a quarter of the length and of the "
         "radius of the arc"},
        {"\"thread\": \"silk\", " FORM,
         ".thread: is \"silk\"; must be the name of a thread, for example \"suture\""},
        {"\"end\": -1, " FORM, ".end: is given without thread; give the name of the thread too"},
        {"\"thread\": \"suture\", \"end\": -1, " BEFORE ", " FORM,
         ".thread: starts 0.02 m from the needle's end; must start within its radius, 6.225e-05 m"},
        {"\"thread\": \"suture\", \"length\": 0.02, \"diameter\": 1e-4",
         ".thread: is 0.0001245 m thick; must be at most as thick as its needle, 0.0001 m"},
        {"\"max_force\": 1, " FORM,
         ".max_force: is given without motion, whose hand it is of; give both"},
        {"\"motion\": [], " FORM, ".motion: has 0 key frames; must have 1 to 64"},
        {"\"motion\": [{}], " FORM, ".motion[0].t: is missing; every key frame needs its time"},
        {"\"motion\": [{\"t\": 1}, {\"t\": 1}], " FORM,
         ".motion[1].t: is 1 s after 1 s; times must increase strictly"},
        {"\"motion\": [{\"t\": 0, \"advance\": 0}, {\"t\": 1, \"position\": [0, 0, 1]}], " FORM,
         ".motion[1].position: unknown key; allowed here: t, advance"},
        {"\"held_by\": \"driver\", " FORM,
         ".held_by: is \"driver\"; must be the name of an entry of \"tools\""},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        sut_scene_error error;
        CASE("%s", table[i][0]);
        CHECK_STR(refusal(table[i][0], &error), table[i][1]);
    }
}

TEST(a_form_may_be_given_by_chord_or_radius) {
    static const struct {
        const char *text;
        double length;
    } table[] = {
        // half a circle of radius 5 mm
        {"\"arc\": \"1/2\", \"chord\": \"10 mm\", \"diameter\": \"0.3 mm\"",
         0.01570796326794896619},
        {"\"arc\": 0.5, \"radius\": \"5 mm\", \"diameter\": \"0.3 mm\"", 0.01570796326794896619},
        {"\"arc\": 0, \"chord\": \"10 mm\", \"diameter\": \"0.3 mm\"", 0.01},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        sut_scene_error error;
        CASE("%s", table[i].text);
        sut_scene *s = read(table[i].text, &error);
        REQUIRE(s != NULL);
        CHECK_NEAR(sut_scene_needle_def(s, 0)->length, table[i].length, 1e-17); // rounding
        CHECK_NEAR(sut_scene_needle_def(s, 0)->density, 7900.0, 0.0);
        sut_scene_free(s);
    }
}

TEST(a_scene_of_a_needle_becomes_a_world) {
    sut_scene_error error;
    sut_scene *s = read("\"name\": \"n\", \"thread\": \"suture\", " BEFORE ", " FORM, &error);
    REQUIRE(s != NULL);
    CHECK(sut_scene_needle_count(s) == 1);
    CHECK_STR(sut_scene_needle_name(s, 0), "n");
    sut_world *w = NULL;
    REQUIRE(sut_scene_build(s, NULL, &w, &error) == SUT_OK);
    sut_needle_view v;
    REQUIRE(sut_needle_get_view(w, sut_scene_needle_id(0), &v) == SUT_OK);
    CHECK(v.thread.index1 == 1 && v.thread_end == 0);
    CHECK_NEAR(v3_norm(v.point[v.point_count - 1]), 0.0, 1e-17); // rounding
    CHECK(sut_world_step(w, 1e-3) == SUT_OK);
    sut_world_destroy(w);
    sut_scene_free(s);
}

TEST(needles_need_no_thread_and_no_explicit_one) {
    sut_scene_error error;
    static const char alone[] = "{\"sutura\": 1, \"needles\": [{" FORM "}]}";
    sut_scene *s = sut_scene_read_text(alone, sizeof alone - 1, "x", NULL, &error);
    CHECK(s != NULL);
    sut_scene_free(s);
    char text[1024];
    (void)snprintf(text, sizeof text, "{\"sutura\": 1, " THREAD "\"needles\": [{" FORM "}]}");
    const sut_scene_options options = {.model = "variational"};
    CHECK(sut_scene_read_text(text, strlen(text), "x", &options, &error) == NULL);
    CHECK(strstr(error.text, "threads[0].model: is \"variational\", an explicit model, which does "
                             "not go with needles") != NULL);
    static const char two[] =
        "{\"sutura\": 1, \"needles\": [{\"name\": \"a\", " FORM "}, {\"name\": \"a\", " FORM "}]}";
    CHECK(sut_scene_read_text(two, sizeof two - 1, "x", NULL, &error) == NULL);
    CHECK_STR(error.text,
              "x: needles[1].name: is \"a\", the name of needles[0]; names must differ");
}
