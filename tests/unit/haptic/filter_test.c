// SPDX-License-Identifier: MIT
#include "haptic_types.h"

#include "check.h"

static const double period = 1e-3;

static sut_device_sample sample_at(double x) {
    return (sut_device_sample){.pose = {.position = {x, 0.0, 0.0}, .rotation = {0, 0, 0, 1}},
                               .jaw = 0.5};
}

static sut_hand_fault judge(sut_filter *f, sut_device_sample s) {
    sut_hand_def def = sut_default_hand_def();
    return sut_filter_judge(f, &def, period, true, 0.0, &s);
}

TEST(a_moving_hand_is_good) {
    sut_filter f = {0};
    for (int i = 0; i < 100; i++) {
        CASE("i %d", i);
        CHECK_EQ_INT(judge(&f, sample_at(1e-3 * i)), SUT_FAULT_NONE); // 1 m/s
    }
}

TEST(rotation_and_jaw_are_made_usable) {
    sut_filter f = {0};
    sut_hand_def def = sut_default_hand_def();
    sut_device_sample s = sample_at(0.0);
    s.pose.rotation = (sut_quat){0.0, 0.9, 0.0, 0.9};
    s.jaw = 1.25;
    CHECK_EQ_INT(sut_filter_judge(&f, &def, period, true, 0.0, &s), SUT_FAULT_NONE);
    CHECK_NEAR(q_norm(s.pose.rotation), 1.0, 1e-15); // rounding
    CHECK(s.jaw == 1.0);
}

TEST(what_is_no_number_is_a_fault) {
    const double bad[] = {nan(""), HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < 3; i++) {
        CASE("i %d", i);
        double *field[9];
        for (int k = 0; k < 9; k++) {
            CASE("k %d", k);
            sut_filter f = {0};
            sut_device_sample s = sample_at(0.0);
            field[0] = &s.pose.position.x;
            field[1] = &s.pose.position.y;
            field[2] = &s.pose.position.z;
            field[3] = &s.pose.rotation.x;
            field[4] = &s.pose.rotation.y;
            field[5] = &s.pose.rotation.z;
            field[6] = &s.pose.rotation.w;
            field[7] = &s.jaw;
            field[8] = &s.age;
            *field[k] = bad[i];
            sut_hand_fault got = judge(&f, s);
            // an infinite age is late, one in the future is unknown
            bool age = k == 8 && i > 0;
            CHECK_EQ_INT(got, age ? (i == 1 ? SUT_FAULT_LATE : SUT_FAULT_NONE) : SUT_FAULT_NUMBER);
        }
    }
}

TEST(no_rotation_is_a_fault) {
    sut_filter f = {0};
    sut_device_sample s = sample_at(0.0);
    s.pose.rotation.w = 0.0;
    CHECK_EQ_INT(judge(&f, s), SUT_FAULT_NUMBER);
}

TEST(a_place_out_of_reach_of_any_device_is_a_fault) {
    sut_filter f = {0};
    CHECK_EQ_INT(judge(&f, sample_at(1e30)), SUT_FAULT_NUMBER);
}

TEST(a_metre_in_a_millisecond_is_a_jump_once) {
    sut_filter f = {0};
    CHECK_EQ_INT(judge(&f, sample_at(0.0)), SUT_FAULT_NONE);
    CHECK_EQ_INT(judge(&f, sample_at(1.0)), SUT_FAULT_JUMP);
    // it stays where it jumped to: good, to be taken anew from there
    CHECK_EQ_INT(judge(&f, sample_at(1.0)), SUT_FAULT_NONE);
}

TEST(half_a_turn_in_a_millisecond_is_a_jump) {
    sut_filter f = {0};
    sut_device_sample s = sample_at(0.0);
    CHECK_EQ_INT(judge(&f, s), SUT_FAULT_NONE);
    s.pose.rotation = (sut_quat){1.0, 0.0, 0.0, 0.0};
    CHECK_EQ_INT(judge(&f, s), SUT_FAULT_JUMP);
    // the same rotation with the other sign is the same rotation
    s.pose.rotation = (sut_quat){-1.0, 0.0, 0.0, 0.0};
    CHECK_EQ_INT(judge(&f, s), SUT_FAULT_NONE);
}

TEST(an_old_sample_is_late_and_the_same_old_one_frozen) {
    sut_filter f = {0};
    sut_device_sample s = sample_at(0.0);
    CHECK_EQ_INT(judge(&f, s), SUT_FAULT_NONE);
    s = sample_at(1e-4);
    s.age = 0.05;
    CHECK_EQ_INT(judge(&f, s), SUT_FAULT_LATE);
    s.age = 0.051;
    CHECK_EQ_INT(judge(&f, s), SUT_FAULT_FROZEN);
}

TEST(a_hand_at_rest_is_not_frozen) {
    sut_filter f = {0};
    for (int i = 0; i < 5000; i++) {
        CASE("i %d", i);
        CHECK_EQ_INT(judge(&f, sample_at(0.0)), SUT_FAULT_NONE);
    }
}

TEST(without_ages_the_same_for_a_second_is_frozen) {
    sut_filter f = {0};
    sut_device_sample s = sample_at(0.0);
    s.age = -1.0;
    int good = 0;
    while (good < 3000 && judge(&f, s) == SUT_FAULT_NONE) {
        good++;
    }
    CHECK_NEAR(good, 1000.0, 1.5); // the first sample, and rounding of the sum of periods
    s.pose.position.x = 1e-5;
    CHECK_EQ_INT(judge(&f, s), SUT_FAULT_NONE);
}

TEST(a_read_that_blocks_is_late) {
    sut_filter f = {0};
    sut_hand_def def = sut_default_hand_def();
    sut_device_sample s = sample_at(0.0);
    CHECK_EQ_INT(sut_filter_judge(&f, &def, period, true, 0.03, &s), SUT_FAULT_LATE);
}

TEST(no_answer_is_absent) {
    sut_filter f = {0};
    sut_hand_def def = sut_default_hand_def();
    sut_device_sample s = {0};
    CHECK_EQ_INT(sut_filter_judge(&f, &def, period, false, 0.0, &s), SUT_FAULT_ABSENT);
    // back, somewhere else
    CHECK_EQ_INT(judge(&f, sample_at(0.3)), SUT_FAULT_NONE);
}
