// SPDX-License-Identifier: MIT
// edges whose inertia is below the last digit of their stiffness
#include "scene_fixture.h"

#include "check.h"

#include <stdio.h>
#include <string.h>

// EI 1e-9 N m^2, EA 10 N, 1e-5 kg/m, no damping
static sut_scene *thread_of(int vertices, double length, const char *more) {
    char text[800];
    snprintf(text, sizeof text,
             "{\"sutura\": 1, \"threads\": [{\"vertices\": %d, \"length\": %g, \"material\": "
             "{\"EI\": 1e-9, \"EA\": 10, \"mass_per_length\": 1e-5, \"radius\": 5e-5}, "
             "\"damping\": {\"bend\": 0}%s}]}",
             vertices, length, more);
    return sut_scene_read_text(text, strlen(text), "s", NULL, NULL);
}

static bool steps(int vertices, double length, double dt, const char *more) {
    sut_scene *s = thread_of(vertices, length, more);
    sut_result r = sut_scene_check_steps(s, dt, NULL);
    sut_scene_free(s);
    return r == SUT_OK;
}

TEST(ratio_of_stiffness_and_inertia_is_below_two_to_the_53) {
    // 6 EI dt^2 / (m l^4) = 9e15 at l = (6e-10 / 9.007e15)^(1/4) = 5.0804e-7 m for steps of 1 ms
    CHECK(steps(1001, 5.09e-4, 1e-3, ""));
    CHECK(!steps(1001, 5.07e-4, 1e-3, ""));
    // it grows with dt^2
    CHECK(steps(1001, 5.07e-4 / 2.0, 0.248e-3, ""));
    CHECK(!steps(1001, 5.07e-4 / 2.0, 0.251e-3, ""));
}

TEST(a_million_vertices_are_fine_where_edges_are_not_tiny) {
    CHECK(steps(1000000, 1000.0, 1e-3, ""));
    CHECK(steps(1000000, 1.0, 1e-4, ""));
}

TEST(damping_is_stiffness_too) {
    // 20 ms of bending at steps of 1 ms: 21 times as stiff, so edges 21^(1/4) = 2.141 times as long
    CHECK(steps(1001, 1.09e-3, 1e-3, ", \"name\": \"t\", \"drag\": 0"));
    sut_scene_override o = {"threads[0].damping.bend", "0.02"};
    sut_scene_options options = {.overrides = &o, .override_count = 1};
    static const char text[] =
        "{\"sutura\": 1, \"threads\": [{\"vertices\": 1001, \"length\": 1.08e-3, \"material\": "
        "{\"EI\": 1e-9, \"EA\": 10, \"mass_per_length\": 1e-5, \"radius\": 5e-5}}]}";
    sut_scene *s = sut_scene_read_text(text, strlen(text), "s", &options, NULL);
    sut_scene_error e;
    CHECK_EQ_INT(sut_scene_check_steps(s, 1e-3, &e), SUT_E_ARGUMENT);
    CHECK(strstr(e.text, "s: threads[0]: edges of 1.08e-06 m are so stiff") == e.text);
    CHECK(strstr(e.text, "; use fewer vertices") != NULL);
    sut_scene_free(s);
}

TEST(massless_threads_are_judged_by_their_mobility) {
    // velocity = mobility x force per length: dt^2 / m becomes mobility dt
    const char *low = ", \"inertia\": \"low-mass\", \"mobility\": 100";
    CHECK(steps(1001, 5.09e-4, 1e-3, low));
    CHECK(!steps(1001, 5.07e-4, 1e-3, low));
}

TEST(explicit_models_have_limits_of_their_own) {
    CHECK(steps(1001, 1e-4, 1e-3, ", \"model\": \"variational\""));
}

TEST(one_short_edge_among_long_ones_is_no_obstacle) {
    // its vertices have the inertia of their long edges
    static const char text[] =
        "{\"sutura\": 1, \"threads\": [{\"shape\": {\"type\": \"points\", \"points\": "
        "[[0, 0, 0], [1e-3, 0, 0], [1.0001e-3, 0, 0], [2e-3, 0, 0]]}, \"material\": "
        "{\"EI\": 1e-9, \"EA\": 10, \"mass_per_length\": 1e-5, \"radius\": 5e-5}}]}";
    sut_scene *s = sut_scene_read_text(text, strlen(text), "s", NULL, NULL);
    REQUIRE(s != NULL);
    CHECK_EQ_INT(sut_scene_check_steps(s, 1e-3, NULL), SUT_OK);
    sut_scene_free(s);
}

TEST(nothing_to_check_is_refused) {
    CHECK_EQ_INT(sut_scene_check_steps(NULL, 1e-3, NULL), SUT_E_ARGUMENT);
    sut_scene *s = thread_of(11, 0.1, "");
    CHECK_EQ_INT(sut_scene_check_steps(s, 0.0, NULL), SUT_E_ARGUMENT);
    sut_scene_free(s);
}
