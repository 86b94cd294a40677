// SPDX-License-Identifier: MIT
#include "check.h"
#include "trainer/pace.h"

TEST(steps_that_end_in_time_are_not_late) {
    sut_pace p;
    sut_pace_start(&p, 0.0, 0.001);
    for (int i = 0; i < 100; i++) {
        sut_pace_step(&p, 0.001 * i, 0.001 * i + 0.0004, 0.0001);
    }
    CHECK_EQ_INT(p.steps, 100);
    CHECK_EQ_INT(p.late, 0);
    CHECK_NEAR(p.due, 0.1, 1e-12); // a hundred periods added up
    double q[3];
    sut_pace_quantiles(&p, false, 100, q);
    CHECK_NEAR(q[0], 400.0, 1e-6); // us; differences of clocks
    CHECK_NEAR(q[2], 400.0, 1e-6);
    sut_pace_quantiles(&p, true, 100, q);
    CHECK_NEAR(q[0], 100.0, 1e-9); // round-off
}

TEST(a_short_delay_is_made_up_for_and_a_long_one_given_up) {
    sut_pace p;
    sut_pace_start(&p, 0.0, 0.001);
    sut_pace_step(&p, 0.0, 0.020, 0.0);
    CHECK_EQ_INT(p.late, 1);
    CHECK_EQ_INT(p.skipped, 0);
    CHECK_NEAR(p.due, 0.001, 1e-15);
    sut_pace_step(&p, 0.020, 0.2005, 0.0);
    CHECK_EQ_INT(p.late, 2);
    CHECK_EQ_INT(p.skipped, 198);
    CHECK_NEAR(p.due, 0.2, 1e-12);
}

TEST(the_share_of_real_time_is_what_was_done) {
    sut_pace p;
    sut_pace_start(&p, 0.0, 0.001);
    // every step takes two periods
    for (int i = 0; i < 600; i++) {
        sut_pace_step(&p, 0.002 * i, 0.002 * (i + 1), 0.0);
    }
    CHECK_NEAR(p.realtime, 0.5, 0.01); // of a window that need not end with a step
}
