// SPDX-License-Identifier: MIT
#include "wall_fixture.h"

#include "check.h"

// A free hand of 1 kg on a spring of 200 N/m that the loop simulates. A held force makes energy
// like a damper of -K T / 2; what the hand's own damper takes decides. Theory: coupling, Q2.
typedef struct trial {
    double damping;  // N s/m, of the hand
    double coupling; // N s/m, of the loop; negative: its default
    sut_passivity_mode mode;
    bool delayed; // by one period
} trial;

// how far it still swings after 20 s, of what it began with
static double swing(trial t, double *lowest) {
    wall w = {.stiffness = 200.0, .glued = true, .delayed = t.delayed};
    sut_haptic_def def = sut_default_haptic_def();
    def.passivity = t.mode;
    sut_haptic *h = wall_loop(&w, &def);
    sut_hand_def hand = sut_default_hand_def();
    hand.device.force_peak = hand.device.force_continuous = 1e3;
    hand.force_rate = 1e6;
    hand.damping = t.coupling;
    hand.stiffness = w.stiffness;
    hand.settle = 0.0;
    hand.fade = 1e-6;
    hand.capture = 1.0;

    sut_tool_key key = {.pose = {.position = {0.0, 0.0, 1e-2}, .rotation = {0, 0, 0, 1}}};
    sut_operator_def op = sut_default_operator_def();
    op.keys = &key;
    op.key_count = 1;
    op.mass = 1.0;
    op.stiffness = 0.0;
    op.damping = t.damping;
    CHECK_EQ_INT(sut_operator_create(&op, &hand.device), SUT_OK);
    CHECK_EQ_INT(sut_haptic_add(h, &hand, NULL), SUT_OK);
    double late = 0.0; // largest swing of the last second, a period is 0.44 s
    for (int i = 0; i < 20000; i++) {
        CASE("i %d", i);
        CHECK_EQ_INT(sut_haptic_step(h), SUT_OK);
        if (i >= 19000) {
            late = fmax(late, fabs(w.view.target.position.z));
        }
    }
    *lowest = sut_haptic_passivity(h).lowest;
    wall_end(h);
    return late / 1e-2;
}

static const double half = 0.5 * 200.0 * 1e-3; // K T / 2, N s/m

TEST(a_held_spring_makes_energy_like_a_negative_damper) {
    // over 20 s a damper more or less of b changes the swing by exp(-b t / 2 m)
    double lowest;
    trial t = {.mode = SUT_PASSIVITY_OBSERVE};
    double grown = swing(t, &lowest);
    CHECK_NEAR(log(grown), half * 20.0 / 2.0,
               0.015); // the last peak is up to 0.22 s before the end
    t.damping = half;
    double even = swing(t, &lowest);
    CHECK_NEAR(log(even), 0.0, 1e-3); // peaks between two samples, second order in K T^2 / m
    t.damping = 2.0 * half;
    double shrunk = swing(t, &lowest);
    // the largest of the last second is the first
    CHECK_NEAR(log(shrunk), -half * 19.0 / 2.0, 0.015);
}

TEST(a_period_of_delay_makes_thrice_as_much) {
    double lowest;
    trial t = {.damping = 3.0 * half, .mode = SUT_PASSIVITY_OBSERVE, .delayed = true};
    CHECK_NEAR(log(swing(t, &lowest)), 0.0, 2e-3); // as above
    t.damping = half;
    CHECK_NEAR(log(swing(t, &lowest)), 2.0 * half * 20.0 / 2.0, 0.03); // as above, twice as fast
}

TEST(the_default_damper_takes_what_holding_and_delay_make) {
    double lowest;
    trial t = {.coupling = -1.0, .mode = SUT_PASSIVITY_OBSERVE};
    // 3 K T / 2 less the half that holding makes: it decays
    CHECK_NEAR(log(swing(t, &lowest)), -2.0 * half * 19.0 / 2.0, 0.03);
    // even with a delay it does not grow: what the smoothing leaves is below a hundredth of K T
    t.delayed = true;
    CHECK_NEAR(log(swing(t, &lowest)), 0.0, 0.02);
}

TEST(control_keeps_the_balance_where_observing_finds_it_broken) {
    double lowest;
    swing((trial){.mode = SUT_PASSIVITY_OBSERVE}, &lowest);
    CHECK(lowest < -1e-3); // the spring holds 10 mJ at the start, and more every swing
    swing((trial){.mode = SUT_PASSIVITY_CONTROL}, &lowest);
    CHECK_LE(-lowest, 1e-4); // the reserve
}

// tap a stiff wall with a light hand, and keep books of our own
static void tap(double motion_scale, double force_scale) {
    wall w = {.stiffness = 20000.0, .floor = -2e-3};
    sut_haptic *h = wall_loop(&w, NULL);
    sut_hand_def hand = sut_default_hand_def();
    hand.capture = 1.0;
    hand.motion_scale = motion_scale;
    hand.force_scale = force_scale;
    sut_tool_key keys[9];
    for (int i = 0; i < 9; i++) {
        double z = motion_scale * (i % 2 == 0 ? 5e-3 : -8e-3);
        keys[i] = (sut_tool_key){.t = 0.25 * i,
                                 .pose = {.position = {0.0, 0.0, z}, .rotation = {0, 0, 0, 1}}};
    }
    sut_operator_def op = sut_default_operator_def();
    op.keys = keys;
    op.key_count = 9;
    op.mass = 0.05;
    op.damping = 1.0;
    CHECK_EQ_INT(sut_operator_create(&op, &hand.device), SUT_OK);
    CHECK_EQ_INT(sut_haptic_add(h, &hand, NULL), SUT_OK);
    double own = 0.0;
    sut_vec3 before = v3_zero();
    sut_hand_status s = {0};
    for (int i = 0; i < 2500; i++) {
        CASE("i %d", i);
        sut_vec3 force = s.wrench.force;
        CHECK_EQ_INT(sut_haptic_step(h), SUT_OK);
        sut_vec3 now = h->hands[0].device.position;
        own -= i > 0 ? v3_dot(force, v3_sub(now, before)) : 0.0;
        before = now;
        CHECK_EQ_INT(sut_haptic_status(h, 0, &s), SUT_OK);
    }
    sut_passivity p = sut_haptic_passivity(h);
    CHECK(p.passive);
    // J, rounding of thousands of sums; in the world energies are less by both scales
    CHECK_NEAR(p.balance, own / (motion_scale * force_scale), 1e-12);
    CHECK_NEAR(s.energy_in - s.energy_out, own, 1e-12);
    CHECK(p.held_back > 0); // 20 N/mm are too much for 1 ms without help
    CHECK(s.force_max > 1.0);
    CHECK_LE(s.jump_max, s.jump_allowed * (1.0 + 1e-12)); // rounding
    wall_end(h);
}

TEST(a_stiff_wall_stays_passive_and_the_books_are_right) {
    tap(1.0, 1.0);
}

TEST(scaled_hands_stay_passive_and_their_books_are_right) {
    tap(5.0, 2.0);
    tap(2.0, 0.5);
}
