// SPDX-License-Identifier: MIT
#include "check.h"
#include "trainer/server/hand.h"

#include <math.h>

static const sut_hand_limits fast = {.speed = 100.0, .turn = 1000.0, .jaw = 1000.0};

static sut_pose at(double x) {
    return (sut_pose){.position = {x, 0.0, 0.0}, .rotation = {0.0, 0.0, 0.0, 1.0}};
}

static const sut_hand_jaws jaws = {.grip_length = 0.004, .opening = 0.004};

TEST(a_hand_goes_evenly_from_message_to_message) {
    sut_hand h;
    sut_pose a = at(0.0), b = at(0.016);
    sut_hand_place(&h, &a, 1.0, 10.0);
    CHECK(!sut_hand_move(&h, &fast, 10.0, 0.001));
    sut_hand_aim(&h, &a, 1.0, 10.0);
    sut_hand_aim(&h, &b, 0.0, 10.016);
    CHECK(sut_hand_move(&h, &fast, 10.020, 0.001));
    CHECK_NEAR(h.now.position.x, 0.004, 1e-12); // a quarter of the way; round-off of the clock
    CHECK_NEAR(h.jaw, 0.75, 1e-10);
    sut_hand_move(&h, &fast, 10.033, 0.001);
    CHECK_NEAR(h.now.position.x, 0.016, 0.0);
    CHECK(!sut_hand_move(&h, &fast, 10.034, 0.001));
}

TEST(a_pause_between_messages_is_no_slow_motion) {
    sut_hand h;
    sut_pose a = at(0.0), b = at(0.01);
    sut_hand_place(&h, &a, 1.0, 0.0);
    sut_hand_aim(&h, &b, 1.0, 5.0);
    // as if messages had come at 60 Hz before
    sut_hand_move(&h, &fast, 5.0 + 0.5 / 60.0, 0.001);
    CHECK_NEAR(h.now.position.x, 0.005, 1e-12); // round-off of the clock
    sut_hand_move(&h, &fast, 5.0167, 0.001);
    CHECK_NEAR(h.now.position.x, 0.01, 0.0);
    // and after others that came at 125 Hz
    sut_hand_aim(&h, &b, 1.0, 5.1);
    sut_hand_aim(&h, &b, 1.0, 5.108);
    sut_hand_aim(&h, &a, 1.0, 9.0);
    sut_hand_move(&h, &fast, 9.002, 0.001);
    CHECK_NEAR(h.now.position.x, 0.0075, 1e-12);
}

TEST(a_hand_is_never_faster_than_its_limits) {
    const sut_hand_limits slow = {.speed = 0.5, .turn = 10.0, .jaw = 5.0};
    sut_hand h;
    sut_pose a = at(0.0), b = at(0.1);
    b.rotation = (sut_quat){0.0, 0.0, 1.0, 0.0};
    sut_hand_place(&h, &a, 1.0, 0.0);
    sut_hand_aim(&h, &b, 0.0, 0.001);
    int steps = 0;
    double x = 0.0;
    sut_quat q = a.rotation;
    while (sut_hand_move(&h, &slow, 0.001 + 0.001 * (steps + 1), 0.001) && steps < 10000) {
        // round-off
        CHECK_LE(h.now.position.x - x, 0.0005 + 1e-15);
        CHECK_LE(sut_quat_angle(q, h.now.rotation), 0.01 + 1e-7);
        x = h.now.position.x;
        q = h.now.rotation;
        steps++;
    }
    // half a turn at 10 rad/s is the longest of the three
    CHECK_NEAR(0.001 * steps, 0.314, 0.003);
    CHECK_NEAR(h.now.position.x, 0.1, 0.0);
    CHECK_NEAR(sut_quat_angle(h.now.rotation, b.rotation), 0.0, 1e-7);
}

TEST(rotations_take_the_short_way) {
    sut_quat a = {0.0, 0.0, 0.0, 1.0}, b = {0.0, 0.0, -sin(0.05), -cos(0.05)};
    // the same as +0.1 rad about z
    CHECK_NEAR(sut_quat_angle(a, b), 0.1, 1e-12);
    sut_quat half = sut_quat_between(a, b, 0.5);
    CHECK_NEAR(half.z, sin(0.025), 1e-12);
    sut_quat none = {0.0, 0.0, 0.0, 0.0};
    CHECK(!sut_quat_normalize(&none));
    CHECK_NEAR(none.w, 1.0, 0.0);
}

static const sut_vec3 across = {0.0, 1.0, 0.0}; // jaws open along x

TEST(jaws_roll_across_the_thread_before_they_close) {
    sut_hand h;
    sut_pose a = at(0.0);
    sut_hand_place(&h, &a, 1.0, 0.0);
    sut_hand_aim(&h, &a, 0.0, 0.0);
    double s = sqrt(0.5);
    sut_hand_snap(&h, (sut_vec3){0.0, 0.0, 0.0}, (sut_vec3){s, s, 0.0}, &jaws);
    sut_hand_move(&h, &fast, 1.0, 0.001);
    CHECK_NEAR(h.jaw, 1.0, 0.0); // not yet
    for (int i = 0; i < 200; i++) {
        sut_hand_move(&h, &fast, 1.0, 0.001);
    }
    CHECK_NEAR(h.jaw, 0.0, 1e-12);
    // an eighth of a turn about z brings x across (1, 1, 0)
    sut_quat q = sut_hand_target(&h).rotation;
    CHECK_NEAR(fabs(q.z), sin(0.39269908169872414), 1e-12);
    double x = 1.0 - 2.0 * (q.y * q.y + q.z * q.z);
    double y = 2.0 * (q.x * q.y + q.z * q.w);
    CHECK_NEAR(s * x + s * y, 0.0, 1e-12);
}

TEST(jaws_reach_for_what_lies_below_with_their_tips) {
    sut_hand h;
    sut_pose a = at(0.0);
    a.position = (sut_vec3){0.0, 0.0, 0.001};
    sut_hand_place(&h, &a, 1.0, 0.0);
    const struct {
        double thread, tip; // z
    } cases[3] = {{0.0001, 0.0001}, {0.002, 0.001}, {0.006, 0.004}};
    for (int k = 0; k < 3; k++) {
        CASE("k %d", k);
        sut_hand_snap(&h, (sut_vec3){0.0, 0.0, cases[k].thread}, across, &jaws);
        for (int i = 0; i < 200; i++) {
            sut_hand_move(&h, &fast, 1.0, 0.001);
        }
        CHECK_NEAR(sut_hand_target(&h).position.z, cases[k].tip, 1e-15);
    }
}

// A tilted tool whose tips touch a board, and a thread on it that lies under the faces, 2 mm from
// the tips.
TEST(a_thread_on_a_board_is_not_sought_inside_of_it) {
    sut_hand_jaws above = jaws;
    above.floor = 0.0004;
    sut_hand h;
    sut_pose a = at(0.0);
    a.position.z = above.floor;
    a.rotation = (sut_quat){0.0, sin(0.35), 0.0, cos(0.35)}; // the handle leans to +x
    sut_hand_place(&h, &a, 1.0, 0.0);
    sut_hand_snap(&h, (sut_vec3){0.002, 0.0, 0.0001}, across, &above);
    for (int i = 0; i < 300; i++) {
        sut_hand_move(&h, &fast, 1.0, 0.001);
        CHECK(sut_hand_target(&h).position.z >= above.floor);
    }
    // the tips themselves come to it
    CHECK_NEAR(sut_hand_target(&h).position.x, 0.002, 1e-15);
    CHECK_NEAR(sut_hand_target(&h).position.z, above.floor, 0.0);
}

TEST(closing_jaws_are_led_to_the_thread_and_back) {
    sut_hand h;
    sut_pose a = at(0.01);
    sut_hand_place(&h, &a, 1.0, 0.0);
    sut_hand_snap(&h, (sut_vec3){0.011, 0.0, 0.002}, across, &jaws);
    for (int i = 0; i < 50; i++) {
        sut_hand_move(&h, &fast, 1.0, 0.001);
    }
    sut_pose t = sut_hand_target(&h);
    // the thread is 1 mm beside, and already at the middle of the faces
    CHECK_NEAR(t.position.x, 0.011, 1e-15);
    CHECK_NEAR(t.position.z, 0.0, 1e-15);
    CHECK_NEAR(h.now.position.x, 0.01, 0.0);
    sut_hand_unsnap(&h);
    for (int i = 0; i < 50; i++) {
        sut_hand_move(&h, &fast, 2.0, 0.001);
    }
    t = sut_hand_target(&h);
    CHECK_NEAR(t.position.x, 0.01, 1e-15);
}
