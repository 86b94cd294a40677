// SPDX-License-Identifier: MIT
#include "check.h"
#include "trainer/server/pace.h"

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

static const double period = 1.0 / 60.0;

TEST(frames_come_evenly_where_nobody_waits) {
    sut_beat b = {.due = 0.0, .period = period};
    int frames = 0;
    for (int ms = 0; ms < 10000; ms++) {
        if (sut_beat_due(&b, 1e-3 * ms, false)) {
            sut_beat_strike(&b, 1e-3 * ms);
            frames++;
        }
    }
    CHECK_EQ_INT(frames, 600);
}

TEST(a_frame_that_is_awaited_comes_at_once) {
    // whatever the phase, and for every input of a page that sends sixty a second
    for (int phase = 1; phase < 17; phase++) {
        CASE("phase %d", phase);
        sut_beat b = {.due = 1.0, .period = period};
        sut_beat_strike(&b, 1.0);
        for (int i = 0; i < 100; i++) {
            CASE("i %d", i);
            double input = 1.0 + 1e-3 * phase + period * i;
            // round-off of adding periods up
            CHECK(sut_beat_due(&b, input + 1e-9, true));
            sut_beat_strike(&b, input + 1e-9);
        }
    }
}

TEST(the_next_frame_after_an_early_one_is_not_far) {
    sut_beat b = {.due = 1.0, .period = period};
    sut_beat_strike(&b, 1.0);
    sut_beat_strike(&b, 1.001);
    double last = 1.001, longest = 0.0;
    for (int i = 0; i < 100; i++) {
        longest = b.due - last > longest ? b.due - last : longest;
        last = b.due;
        sut_beat_strike(&b, b.due);
    }
    CHECK_NEAR(longest, 1.25 * period, 1e-9); // round-off
    CHECK_NEAR(b.debt, 0.0, 1e-12);
    CHECK_NEAR(b.due - last, period, 1e-9);
}

TEST(impatience_brings_no_more_frames) {
    // steps of 1 ms that are always waited for
    sut_beat b = {.due = 0.0, .period = period};
    int frames = 0;
    for (int ms = 0; ms < 10000; ms++) {
        if (sut_beat_due(&b, 1e-3 * ms, true)) {
            sut_beat_strike(&b, 1e-3 * ms);
            frames++;
        }
    }
    CHECK_LE(frames, 602.0); // the first, and the one that may be ahead
    CHECK_LE(590.0, frames); // and no fewer, up to what is lost by looking once per ms
}

TEST(a_late_frame_is_not_followed_by_two) {
    sut_beat b = {.due = 1.0, .period = period};
    sut_beat_strike(&b, 1.1);
    CHECK_NEAR(b.due, 1.1, 0.0);
    sut_beat_strike(&b, 1.1);
    CHECK_NEAR(b.due, 1.1 + period, 1e-12); // round-off
}
