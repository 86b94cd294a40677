// SPDX-License-Identifier: MIT
#include "wall_fixture.h"

#include "check.h"

#include <stdint.h>

static const double period = 1e-3;

//---- motors --------------------------------------------------------------------------------------

TEST(cold_motors_give_their_peak) {
    sut_heat h = {0};
    CHECK_NEAR(sut_heat_limit(&h, 3.3, 0.88), 3.3, 1e-14); // rounding of a root
}

TEST(hot_motors_give_what_they_bear_for_ever) {
    sut_heat h = {0};
    double worst = 0.0;
    double last = 0.0;
    for (int i = 0; i < 100000; i++) {
        last = sut_heat_limit(&h, 3.3, 0.88);
        sut_heat_add(&h, last, period, 10.0);
        worst = fmax(worst, sqrt(h.mean));
    }
    CHECK_LE(worst, 0.88 * (1.0 + 1e-12)); // rounding; the mean never gets beyond
    CHECK_NEAR(last, 0.88, 1e-6);          // 100 s are hundreds of its time constants
}

TEST(a_motor_without_strength_gives_nothing) {
    sut_heat h = {0};
    CHECK(sut_heat_limit(&h, 0.0, 0.0) == 0.0);
    CHECK(sut_heat_limit(&h, 2.0, 5.0) == 2.0);
}

//---- the tank ------------------------------------------------------------------------------------

static sut_channel new_channel(void) {
    return (sut_channel){.step_max = 0.3, .speed_max = 2.0, .speed_step_max = 0.1, .weight = 1.0};
}

TEST(a_force_that_ends_at_once_needs_its_worst_way) {
    sut_channel c = new_channel();
    c.velocity = v3(0.5, 0.0, 0.0);
    // 0.2 N for one period, along with a hand of 0.5 m/s that gains 0.1 m/s
    CHECK_NEAR(sut_channel_need(&c, v3(0.2, 0.0, 0.0), period), 0.2 * 0.6 * 1e-3, 1e-18);
    // a hand that comes towards it puts energy in
    c.velocity = v3(-0.5, 0.0, 0.0);
    CHECK(sut_channel_need(&c, v3(0.2, 0.0, 0.0), period) == 0.0);
}

TEST(a_larger_force_needs_the_way_down_too) {
    sut_channel c = new_channel();
    // 0.7, 0.4, 0.1 N at 0.1, 0.2, 0.3 m/s
    double sum = (0.7 * 0.1 + 0.4 * 0.2 + 0.1 * 0.3) * 1e-3;
    CHECK_NEAR(sut_channel_need(&c, v3(0.0, -0.7, 0.0), period), sum, 1e-17); // rounding
}

static double random_share(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-53;
}

static sut_vec3 random_vector(uint64_t *state, double size) {
    double x = 2.0 * random_share(state) - 1.0;
    double y = 2.0 * random_share(state) - 1.0;
    double z = 2.0 * random_share(state) - 1.0;
    return v3_scale(v3(x, y, z), size);
}

typedef struct worst {
    double level, jump;
} worst;

// a hand that runs along with any force as fast as it can, and forces that jump about
static worst play(sut_passivity_mode mode, uint64_t seed) {
    sut_tank t = {.mode = mode, .level = 1e-4, .most = 0.05, .books = {.reserve = 1e-4}};
    sut_channel c[2] = {new_channel(), new_channel()};
    worst w = {.level = t.level};
    for (int i = 0; i < 20000; i++) {
        for (int k = 0; k < 2; k++) {
            if (random_share(&seed) < 0.02) {
                c[k].wanted = random_vector(&seed, 2.0);
            }
        }
        sut_vec3 before[2] = {c[0].written, c[1].written};
        sut_tank_write(&t, c, 2, period);
        for (int k = 0; k < 2; k++) {
            w.jump = fmax(w.jump, v3_distance(before[k], c[k].written));
            // mostly along with the force, now and then against it, which fills the tank
            double way = random_share(&seed) < 0.6 ? 0.1 : -0.1;
            double n = v3_norm(c[k].written);
            sut_vec3 push = n > 0.0 ? v3_scale(c[k].written, way / n) : v3_zero();
            sut_vec3 v = v3_add(c[k].velocity, push);
            c[k].velocity = v3_norm(v) > 2.0 ? v3_scale(v, 2.0 / v3_norm(v)) : v;
            sut_tank_flow(&t, -period * v3_dot(c[k].written, c[k].velocity));
        }
        w.level = fmin(w.level, t.level);
    }
    return w;
}

TEST(no_jump_and_never_more_out_than_in_against_the_worst_hand) {
    for (uint64_t seed = 1; seed <= 20; seed++) {
        CASE("seed %d", (int)seed);
        worst w = play(SUT_PASSIVITY_CONTROL, seed);
        CHECK_LE(w.jump, 0.3 * (1.0 + 1e-12)); // rounding
        CHECK_LE(-w.level, 1e-12);             // J, rounding of 20000 sums of 1e-3 J
    }
}

TEST(without_control_the_worst_hand_takes_out_more) {
    worst w = play(SUT_PASSIVITY_OBSERVE, 1);
    CHECK(w.level < -1e-3);
}

//---- the whole loop at a wall --------------------------------------------------------------------

// press the puppet into the floor by `depth` within 50 ms and wait; the force that is felt
static sut_vec3 press(sut_haptic *h, puppet *p, double depth, int periods) {
    for (int i = 0; i < periods; i++) {
        CASE("i %d", i);
        p->sample.pose.position.z = -depth * fmin(i / 50.0, 1.0);
        CHECK_EQ_INT(sut_haptic_step(h), SUT_OK);
    }
    return p->felt.force;
}

TEST(the_hand_feels_the_spring) {
    wall w = {.stiffness = 500.0};
    puppet p = {0};
    sut_haptic *h = wall_loop(&w, NULL);
    sut_hand_def def = sut_default_hand_def();
    def.device = puppet_device(&p);
    def.stiffness = w.stiffness;
    CHECK_EQ_INT(sut_haptic_add(h, &def, NULL), SUT_OK);
    sut_vec3 force = press(h, &p, 1e-3, 30); // until it is engaged
    p.sample.pose.position.z = 0.0;
    w.floor = w.view.target.position.z;
    double zero = w.floor;
    for (int i = 0; i <= 300; i++) {
        CASE("i %d", i);
        p.sample.pose.position.z = -1e-3 * fmin(i / 50.0, 1.0) - 6e-4;
        CHECK_EQ_INT(sut_haptic_step(h), SUT_OK);
    }
    force = p.felt.force;
    CHECK_NEAR(force.z, 500.0 * (zero - w.view.target.position.z),
               1e-9); // the spring alone at rest
    CHECK(force.z > 0.2);
    wall_end(h);
    CHECK_EQ_INT(p.closed, 1);
    CHECK_NEAR(v3_norm(p.felt.force), 0.0, 0.0); // zero is written at the end
}

TEST(motion_and_force_are_scaled) {
    wall w = {.stiffness = 1000.0, .floor = -1.0};
    puppet p = {0};
    sut_haptic *h = wall_loop(&w, NULL);
    sut_hand_def def = sut_default_hand_def();
    def.device = puppet_device(&p);
    def.motion_scale = 10.0;
    def.force_scale = 3.0;
    // the device's y is the world's -z: a quarter turn about -x
    def.rotation = (sut_quat){-1.0, 0.0, 0.0, 1.0};
    CHECK_EQ_INT(sut_haptic_add(h, &def, NULL), SUT_OK);
    press(h, &p, 0.0, 200);
    w.floor = 0.0;
    for (int i = 0; i <= 400; i++) {
        CASE("i %d", i);
        p.sample.pose.position.y = 2e-3 * fmin(i / 200.0, 1.0);
        CHECK_EQ_INT(sut_haptic_step(h), SUT_OK);
    }
    // 2 mm of the hand are 0.2 mm of the tool into the floor
    CHECK_NEAR(w.view.target.position.z, -2e-4, 1e-15); // rounding of a rotation
    // 0.2 N at the tool, 0.6 N at the hand, back along -y
    CHECK_NEAR(p.felt.force.y, -0.6, 1e-9);
    CHECK_NEAR(p.felt.force.z, 0.0, 1e-9);
    wall_end(h);
}

TEST(a_hard_wall_gives_the_peak_then_what_motors_bear) {
    wall w = {.stiffness = 2000.0, .floor = -1.0};
    puppet p = {0};
    sut_haptic *h = wall_loop(&w, NULL);
    sut_hand_def def = sut_default_hand_def();
    def.device = puppet_device(&p);
    CHECK_EQ_INT(sut_haptic_add(h, &def, NULL), SUT_OK);
    press(h, &p, 0.0, 200);
    w.floor = 0.0;
    press(h, &p, 5e-3, 60000); // 10 N wanted, for a minute
    sut_hand_status s;
    CHECK_EQ_INT(sut_haptic_status(h, 0, &s), SUT_OK);
    CHECK_LE(s.force_max, 3.3);
    CHECK(s.force_max > 3.0);
    CHECK_LE(s.force_rms, 0.88);
    CHECK_NEAR(v3_norm(p.felt.force), 0.88, 0.01); // close to the end of its fall
    CHECK(s.limited > 50000);
    CHECK_LE(s.jump_max, s.jump_allowed * (1.0 + 1e-12)); // rounding
    wall_end(h);
}

TEST(a_device_with_torque_motors_feels_turning) {
    for (int motors = 0; motors < 2; motors++) {
        CASE("motors %d", motors);
        wall w = {.stiffness = 500.0, .floor = -1.0, .twist = 0.5};
        puppet p = {0};
        sut_haptic *h = wall_loop(&w, NULL);
        sut_hand_def def = sut_default_hand_def();
        def.device = puppet_device(&p);
        def.device.torque_peak = motors * 0.1;
        def.device.torque_continuous = motors * 0.1;
        def.angular_stiffness = w.twist;
        CHECK_EQ_INT(sut_haptic_add(h, &def, NULL), SUT_OK);
        press(h, &p, 0.0, 200);
        for (int i = 0; i < 400; i++) {
            CASE("i %d", i);
            // 0.1 rad about x within 0.2 s
            sut_vec3 turn = v3(0.1 * fmin(i / 200.0, 1.0), 0.0, 0.0);
            p.sample.pose.rotation = q_turned(q_identity(), turn);
            CHECK_EQ_INT(sut_haptic_step(h), SUT_OK);
        }
        // against the turn; 0.1 rad but for its cube, which q_turned leaves out
        CHECK_NEAR(p.felt.torque.x, motors * -0.05, 1e-4);
        CHECK(sut_haptic_passivity(h).passive);
        CHECK(motors == 0 || sut_haptic_passivity(h).balance > 0.5 * 0.05 * 0.1 * 0.9);
        wall_end(h);
    }
}
