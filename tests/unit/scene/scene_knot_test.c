// SPDX-License-Identifier: MIT
// What a scene may say about a knot, and how it is told otherwise.
#include "scene_fixture.h"

#include "check.h"

#include <stdio.h>
#include <string.h>

// a thread of 0.2 mm diameter with this shape
static const char *refusal_of_knot(const char *keys, const char *length, int vertices) {
    char text[2000];
    snprintf(text, sizeof text,
             "{\"sutura\": 1, \"threads\": [{\"material\": {\"young\": 1e9, \"density\": 1e3, "
             "\"radius\": 1e-4}, \"length\": \"%s\", \"vertices\": %d, "
             "\"shape\": {\"type\": \"knot\"%s}}]}",
             length, vertices, keys);
    return refusal_of(text);
}

static const char *refusal_of_keys(const char *keys) {
    return refusal_of_knot(keys, "100 mm", 501);
}

TEST(knots_by_name) {
    CHECK_STR(refusal_of_keys(", \"knot\": \"overhand\""), "");
    CHECK_STR(refusal_of_keys(", \"knot\": \"surgeon\", \"strand\": 1"), "");
    CHECK_STR(refusal_of_keys(""), "threads[0].shape.knot: is missing; give its name, for example "
                                   "\"overhand\"");
    CHECK_STR(
        refusal_of_keys(", \"knot\": \"bowline\""),
        "threads[0].shape.knot: is \"bowline\"; must be \"overhand\", \"figure-eight\", "
        "\"stevedore\", \"reef\", \"granny\", \"thief\", \"grief\", \"throws\" or \"surgeon\"");
    CHECK_STR(refusal_of_keys(", \"knot\": \"overhand\", \"sise\": 2"),
              "threads[0].shape.sise: unknown key; did you mean \"size\"?");
}

TEST(turns_and_throws) {
    CHECK_STR(refusal_of_keys(", \"knot\": \"overhand\", \"turns\": 5"),
              "threads[0].shape.turns: is 5; must be a whole number from 1 to 4");
    CHECK_STR(refusal_of_keys(", \"knot\": \"stevedore\", \"turns\": 1"),
              "threads[0].shape.turns: does not belong to this knot; only \"overhand\" has it");
    CHECK_STR(refusal_of_keys(", \"knot\": \"throws\", \"strand\": 0"),
              "threads[0].shape.throws: is missing; give the turns of the throws, for example "
              "\"2=1=1\"");
    static const char *const bad[] = {"", "5", "0", "1=", "1-1", "=1", "11", "1=1=1=1=1=1=1=1=1"};
    for (int i = 0; i < 8; i++) {
        CASE("i %d", i);
        char keys[200];
        snprintf(keys, sizeof keys, ", \"knot\": \"throws\", \"strand\": 0, \"throws\": \"%s\"",
                 bad[i]);
        const char *text = refusal_of_keys(keys);
        CHECK(strstr(text, "must be 1 to 8 throws of 1 to 4 turns, joined by = (square) or x "
                           "(granny), for example \"2=1=1\"") != NULL);
    }
    CHECK_STR(refusal_of_knot(", \"knot\": \"throws\", \"strand\": 0, "
                              "\"throws\": \"4=4x4=4x4=4x4=4\"",
                              "200 mm", 1201),
              "");
    CHECK_STR(refusal_of_keys(", \"knot\": \"surgeon\", \"strand\": 0, \"throws\": \"2=1=1\""),
              "threads[0].shape.throws: does not belong to this knot; use \"knot\": \"throws\"");
    CHECK_STR(refusal_of_keys(", \"knot\": \"overhand\", \"throws\": \"1\""),
              "threads[0].shape.throws: does not belong to this knot; use \"knot\": \"throws\"");
}

TEST(one_thread_or_two) {
    CHECK_STR(
        refusal_of_keys(", \"knot\": \"reef\""),
        "threads[0].shape.strand: is missing; a reef knot joins two threads: give 0 in one, 1 "
        "in the other, or a loop to tie it in one thread");
    CHECK_STR(refusal_of_keys(", \"knot\": \"thief\", \"loop\": 0.05"),
              "threads[0].shape.strand: is missing; a thief knot joins two threads: give 0 in one, "
              "1 in the other");
    CHECK_STR(refusal_of_keys(", \"knot\": \"reef\", \"strand\": 2"),
              "threads[0].shape.strand: is 2; must be a whole number from 0 to 1");
    CHECK_STR(refusal_of_keys(", \"knot\": \"reef\", \"strand\": 0, \"loop\": 0.05"),
              "threads[0].shape.loop: does not belong to this knot; use strand for two threads or "
              "loop for one, not both");
    CHECK_STR(refusal_of_keys(", \"knot\": \"overhand\", \"strand\": 0"),
              "threads[0].shape.strand: does not belong to this knot; it is tied in one thread");
    CHECK_STR(refusal_of_keys(", \"knot\": \"stevedore\", \"loop\": 0.05"),
              "threads[0].shape.loop: does not belong to this knot; it has none to choose");
}

// the message names a length that is accepted
TEST(too_short_or_too_tight) {
    const char *text = refusal_of_knot(", \"knot\": \"figure-eight\"", "9 mm", 201);
    double least = 0.0;
    const char *must = strstr(text, "must be at least ");
    REQUIRE(must != NULL &&
            strncmp(text, "threads[0].length: is 0.009 m; the knot takes ", 46) == 0);
    REQUIRE(sscanf(must, "must be at least %lf", &least) == 1);
    CHECK(least > 9e-3 && least < 12e-3);
    char length[40];
    snprintf(length, sizeof length, "%.17g m", least);
    CHECK_STR(refusal_of_knot(", \"knot\": \"figure-eight\"", length, 201), "");

    CHECK_STR(refusal_of_keys(", \"knot\": \"figure-eight\", \"size\": 0.99"),
              "threads[0].shape.size: is 0.99; must be from 1, where strands touch, to 10000 "
              "diameters between them");
    CHECK(strstr(refusal_of_keys(", \"knot\": \"figure-eight\", \"tail\": \"99 mm\""),
                 " m of a thread of this radius beside its tail, so that it must be at least "
                 "0.11 m") != NULL);
}

TEST(too_few_vertices) {
    const char *text = refusal_of_knot(", \"knot\": \"reef\", \"strand\": 0", "100 mm", 101);
    int least = 0;
    const char *need = strstr(text, "need at least ");
    REQUIRE(need != NULL && sscanf(need, "need at least %d vertices", &least) == 1);
    CHECK_STR(refusal_of_knot(", \"knot\": \"reef\", \"strand\": 0", "100 mm", least), "");
    CHECK(refusal_of_knot(", \"knot\": \"reef\", \"strand\": 0", "100 mm", least - 1)[0] != '\0');
}

TEST(too_short_a_loop) {
    const char *text = refusal_of_keys(", \"knot\": \"surgeon\", \"loop\": \"3 mm\"");
    double least = 0.0;
    const char *need = strstr(text, "needs at least ");
    REQUIRE(need != NULL && sscanf(need, "needs at least %lf", &least) == 1);
    char keys[100];
    snprintf(keys, sizeof keys, ", \"knot\": \"surgeon\", \"loop\": \"%.17g m\"", least);
    CHECK_STR(refusal_of_keys(keys), "");
}

TEST(a_knot_needs_length_vertices_and_two_directions) {
    CHECK_STR(refusal_of("{\"sutura\": 1, \"threads\": [{\"material\": \"silk 5-0\", "
                         "\"vertices\": 100, \"shape\": {\"type\": \"knot\", \"knot\": "
                         "\"overhand\"}}]}"),
              "threads[0].length: is missing; a knotted thread needs a length, for example "
              "\"0.1 m\"");
    CHECK_STR(refusal_of("{\"sutura\": 1, \"threads\": [{\"material\": \"silk 5-0\", "
                         "\"length\": 1, \"shape\": {\"type\": \"knot\", \"knot\": "
                         "\"overhand\"}}]}"),
              "threads[0].vertices: is missing; a knotted thread needs a number of vertices");
    CHECK_STR(refusal_of_keys(", \"knot\": \"overhand\", \"direction\": [0, 0, 1]"), "");
    CHECK_STR(refusal_of_keys(", \"knot\": \"overhand\", \"direction\": [0, 2, 0], "
                              "\"up\": [0, -1, 0]"),
              "threads[0].shape.up: is parallel to direction; must point to another side");
    CHECK_STR(refusal_of_keys(", \"knot\": \"overhand\", \"mirror\": 1"),
              "threads[0].shape.mirror: is 1; must be true or false");
    // so thin, so fine and so far away that neighbours round to one place
    const char *text = refusal_of(
        "{\"sutura\": 1, \"threads\": [{\"material\": {\"young\": 1e9, \"density\": 1e3, "
        "\"radius\": 1e-9}, \"length\": 1e-6, \"vertices\": 20001, \"shape\": {\"type\": \"knot\", "
        "\"knot\": \"overhand\", \"center\": [1e6, 0, 0]}}]}");
    CHECK(strstr(text, "are at the same place; every edge needs a length") != NULL);
}
