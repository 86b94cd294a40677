// SPDX-License-Identifier: MIT
#include "wall_fixture.h"

#include "check.h"

#include <time.h>

TEST(quantiles_are_within_two_percent) {
    static sut_times t;
    t = (sut_times){0};
    for (int i = 1; i <= 100000; i++) {
        sut_times_add(&t, 0.01 * i); // 10 ns .. 1 ms
    }
    sut_timing s = sut_times_sum(&t);
    CHECK_NEAR(s.median, 500.0, 10.0); // 2 %, as promised
    CHECK_NEAR(s.p99, 990.0, 20.0);
    CHECK_NEAR(s.p999, 999.0, 20.0);
    CHECK(s.max == 0.01 * 100000);
    CHECK(s.p999 <= s.max);
}

TEST(durations_of_zero_and_of_hours_are_counted) {
    static sut_times t;
    t = (sut_times){0};
    sut_times_add(&t, -1.0);
    sut_times_add(&t, 0.0);
    sut_times_add(&t, 1e13);
    sut_timing s = sut_times_sum(&t);
    CHECK(s.median == 0.0);
    CHECK(s.max == 1e13);
    CHECK_EQ_INT(t.count, 3);
}

static sut_haptic *new_loop(wall *w, puppet *p) {
    *w = (wall){.stiffness = 500.0};
    *p = (puppet){0};
    sut_haptic *h = wall_loop(w, NULL);
    sut_hand_def def = sut_default_hand_def();
    def.device = puppet_device(p);
    CHECK_EQ_INT(sut_haptic_add(h, &def, NULL), SUT_OK);
    return h;
}

static bool count_down(void *ctx, sut_haptic *h) {
    int *left = ctx;
    (void)h;
    return --*left > 0;
}

TEST(virtual_time_does_all_periods) {
    wall w;
    puppet p;
    sut_haptic *h = new_loop(&w, &p);
    sut_runner_def def = sut_default_runner_def();
    def.seconds = 2.0;
    def.virtual_time = true;
    sut_runner_stats s;
    CHECK_EQ_INT(sut_haptic_run(h, &def, &s), SUT_OK);
    CHECK_EQ_INT(s.periods, 2000);
    CHECK_EQ_INT(s.missed, 0);
    CHECK(s.jitter.max == 0.0);
    CHECK_STR(s.message, "");
    wall_end(h);
}

TEST(by_the_clock_time_passes) {
    wall w;
    puppet p;
    sut_haptic *h = new_loop(&w, &p);
    sut_runner_def def = sut_default_runner_def();
    def.seconds = 0.05;
    sut_runner_stats s;
    CHECK_EQ_INT(sut_haptic_run(h, &def, &s), SUT_OK);
    CHECK_EQ_INT(s.periods, 50);
    CHECK(s.wall_s >= 0.049); // the last period begins 49 ms after the start
    CHECK(s.missed >= s.skipped ? s.skipped >= 0 : s.missed > 0);
    CHECK(s.work.max >= s.work.median);
    wall_end(h);
}

TEST(real_time_priority_is_had_or_the_message_says_why_not) {
    wall w;
    puppet p;
    sut_haptic *h = new_loop(&w, &p);
    sut_runner_def def = sut_default_runner_def();
    def.seconds = 0.005;
    def.fifo = 10;
    sut_runner_stats s;
    CHECK_EQ_INT(sut_haptic_run(h, &def, &s), SUT_OK);
    CHECK(s.fifo || s.message[0] != '\0');
    CHECK_EQ_INT(s.periods, 5);
    wall_end(h);
}

static bool read_blocking(void *ctx, sut_device_sample *out) {
    int *reads = ctx;
    *out = (sut_device_sample){.pose = {.rotation = {0, 0, 0, 1}}};
    if (++*reads > 30) {
        struct timespec t = {.tv_nsec = 25000000};
        nanosleep(&t, NULL);
    }
    return true;
}

TEST(a_device_that_blocks_by_the_clock_is_late) {
    wall w = {.stiffness = 500.0};
    int reads = 0;
    sut_haptic *h = wall_loop(&w, NULL);
    sut_hand_def hand = sut_default_hand_def();
    hand.device.read = read_blocking;
    hand.device.ctx = &reads;
    hand.age_max = 0.01; // it sleeps for at least 25 ms
    CHECK_EQ_INT(sut_haptic_add(h, &hand, NULL), SUT_OK);
    sut_runner_def def = sut_default_runner_def();
    def.seconds = 0.04;
    sut_runner_stats s;
    CHECK_EQ_INT(sut_haptic_run(h, &def, &s), SUT_OK);
    sut_hand_status st;
    CHECK_EQ_INT(sut_haptic_status(h, 0, &st), SUT_OK);
    CHECK_EQ_INT(st.fault, SUT_FAULT_LATE);
    CHECK(st.faults[SUT_FAULT_LATE] >= 10);
    CHECK(s.missed >= 10); // each of those reads alone is longer than a period
    CHECK(s.skipped >= 10 * 23);
    wall_end(h);
}

TEST(who_looks_on_may_end_it) {
    wall w;
    puppet p;
    sut_haptic *h = new_loop(&w, &p);
    int left = 7;
    sut_runner_def def = sut_default_runner_def();
    def.virtual_time = true;
    def.after = count_down;
    def.ctx = &left;
    sut_runner_stats s;
    CHECK_EQ_INT(sut_haptic_run(h, &def, &s), SUT_OK);
    CHECK_EQ_INT(s.periods, 7);
    wall_end(h);
}

TEST(a_world_that_fails_for_good_ends_the_run) {
    wall w;
    puppet p;
    sut_haptic *h = new_loop(&w, &p);
    w.broken = true;
    sut_runner_def def = sut_default_runner_def();
    def.virtual_time = true;
    sut_runner_stats s;
    CHECK_EQ_INT(sut_haptic_run(h, &def, &s), SUT_E_DIVERGED);
    CHECK_EQ_INT(s.periods, 100);
    CHECK_EQ_INT(s.failed, 100);
    wall_end(h);
}

TEST(bad_runs_are_refused) {
    wall w;
    puppet p;
    sut_haptic *h = new_loop(&w, &p);
    sut_runner_def def = sut_default_runner_def();
    sut_runner_stats s;
    def.seconds = -1.0;
    CHECK_EQ_INT(sut_haptic_run(h, &def, &s), SUT_E_ARGUMENT);
    def = sut_default_runner_def();
    def.fifo = 100;
    CHECK_EQ_INT(sut_haptic_run(h, &def, &s), SUT_E_ARGUMENT);
    def = (sut_runner_def){0};
    CHECK_EQ_INT(sut_haptic_run(h, &def, &s), SUT_E_DEF);
    wall_end(h);
}
