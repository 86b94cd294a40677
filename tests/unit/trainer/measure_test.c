// SPDX-License-Identifier: MIT
#include "check.h"
#include "trainer/server/measure.h"

#include <math.h>

static const sut_thread_id thread = {1, 1}, other = {2, 1};

// The state of a false success: a grip at vertex 9 keeps 0.93 N in the edge before it, one of the
// other tool at 19 keeps 0.34 N in the edge before that; nothing pulls anywhere else.
TEST(stretch_that_is_kept_inside_jaws_is_no_tension) {
    double tension[40] = {0};
    tension[8] = 0.93;
    tension[9] = 0.2;
    tension[18] = 0.34;
    tension[30] = 1e-4;
    sut_thread_view v = {.vertex_count = 41, .tension = tension};
    sut_tool_view tools[2] = {{.grip_count = 1}, {.grip_count = 1}};
    tools[0].grip[0] = (sut_tool_grip){.thread = thread, .vertex = 9};
    tools[1].grip[0] = (sut_tool_grip){.thread = thread, .vertex = 19};
    CHECK_NEAR(sut_measure_tension(&v, thread, tools, 2), 1e-4, 0.0);
    // jaws on another thread keep nothing of this one
    CHECK_NEAR(sut_measure_tension(&v, other, tools, 2), 0.93, 0.0);
    CHECK_NEAR(sut_measure_tension(&v, thread, tools, 0), 0.93, 0.0);
}

TEST(a_hand_pulls_no_harder_than_its_coupling_gives) {
    // a spike of one step, 355 N on a coupling of 0.3 N
    sut_tool_view spike = {.force = {355.0, 0.0, 0.0}, .hand_force = {0.18, 0.24, 0.0}};
    CHECK_NEAR(sut_measure_pull(&spike), 0.3, 1e-15); // round-off
    // pushing against a solid pulls no thread
    sut_tool_view push = {.force = {0.0, 0.0, 1e-5}, .hand_force = {0.0, 0.0, 0.3}};
    CHECK_NEAR(sut_measure_pull(&push), 1e-5, 0.0);
}

TEST(a_step_that_did_not_find_its_forces_is_no_measurement) {
    sut_stats s = {.contact_residual = 0.5};
    CHECK(sut_measure_counts(&s, 0.2, 0.6));
    s.hurried = true;
    CHECK(!sut_measure_counts(&s, 0.2, 0.6));
    s.contact_residual = 0.05;
    CHECK(sut_measure_counts(&s, 0.2, 0.6));
    // 19.9 N with hands that give 0.6 N together
    CHECK(!sut_measure_counts(&s, 19.9, 0.6));
    CHECK(sut_measure_counts(&s, 19.9, (double)INFINITY));
}
