// SPDX-License-Identifier: MIT
#include "check.h"
#include "scene_fixture.h"

#include <stdio.h>

#define PAD                                                                                        \
    "\"model\": \"solid\", \"material\": \"skin\", \"shape\": {\"type\": \"pad\", \"size\": "      \
    "[0.02, 0.02, 0.01], \"cells\": [2, 2, 1]}"

static char text[2048];

// a pad, and beside it what `rest` says; the top of the pad is z = 0
static const char *refusal(const char *rest) {
    snprintf(text, sizeof text, "{\"sutura\": 1, %s}", rest);
    return refusal_of(text);
}

static const char *thread_at(double z, const char *more) {
    char rest[1024];
    snprintf(rest, sizeof rest,
             "\"threads\": [{\"material\": \"nylon 6-0\", \"vertices\": 3, \"length\": 0.004, "
             "\"shape\": {\"type\": \"straight\", \"from\": [0.001, 0.002, %g]}}], \"tissues\": "
             "[{%s " PAD "}]",
             z, more);
    return refusal(rest);
}

TEST(a_thread_may_not_start_inside_of_a_solid) {
    CHECK_STR(thread_at(0.001, ""), "");
    CHECK_STR(thread_at(-0.011, ""), "");
    CHECK_STR(thread_at(-0.005, ""),
              "threads[0]: starts inside of tissues[0]; must start outside of it");
}

TEST(what_nothing_touches_has_no_inside) {
    CHECK_STR(thread_at(-0.005, "\"contact\": false,"), "");
}

// Around a solid is not inside of it.
TEST(a_vessel_around_a_pad_is_outside_of_it) {
    CHECK_STR(refusal("\"tissues\": [{" PAD "}, {\"name\": \"b\", \"model\": \"shell\", "
                      "\"material\": \"skin\", \"thickness\": 1e-4, \"shape\": {\"type\": "
                      "\"vessel\", \"radius\": 0.02, \"length\": 0.03, \"cells\": [12, 4]}}]"),
              "");
}

TEST(tissues_and_obstacles_may_not_start_inside_of_a_solid_either) {
    CHECK_STR(refusal("\"tissues\": [{" PAD "}, {\"name\": \"b\", \"model\": \"shell\", "
                      "\"material\": \"skin\", \"thickness\": 1e-4, \"shape\": {\"type\": "
                      "\"sheet\", \"size\": [0.004, 0.004], \"cells\": [2, 2], \"position\": [0, "
                      "0, -0.005]}}]"),
              "tissues[1]: starts inside of tissues[0]; must start outside of it");
    CHECK_STR(refusal("\"obstacles\": [{\"type\": \"sphere\", \"center\": [0, 0, -0.005], "
                      "\"radius\": 1e-3}], \"tissues\": [{" PAD "}]"),
              "obstacles[0]: starts inside of tissues[0]; must start outside of it");
    CHECK_STR(refusal("\"obstacles\": [{\"type\": \"plane\", \"point\": [0, 0, -0.02]}], "
                      "\"tissues\": [{" PAD "}]"),
              "");
}
