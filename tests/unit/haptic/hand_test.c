// SPDX-License-Identifier: MIT
#include "wall_fixture.h"

#include "check.h"

#include <string.h>

static const sut_tool_id tool = {1, 1};

// engaged for 0.3 s, pressing the floor with 1 N
static sut_haptic *pressing(wall *w, puppet *p) {
    *w = (wall){.stiffness = 500.0, .floor = -1.0};
    *p = (puppet){0};
    sut_haptic *h = wall_loop(w, NULL);
    sut_hand_def def = sut_default_hand_def();
    def.device = puppet_device(p);
    def.tool = tool;
    CHECK_EQ_INT(sut_haptic_add(h, &def, NULL), SUT_OK);
    for (int i = 0; i < 300; i++) {
        CASE("i %d", i);
        p->sample.pose.position.z = i < 150 ? 0.0 : -2e-3 * fmin((i - 150) / 100.0, 1.0);
        w->floor = i < 150 ? -1.0 : 0.0;
        CHECK_EQ_INT(sut_haptic_step(h), SUT_OK);
    }
    CHECK_NEAR(p->felt.force.z, 1.0, 1e-9); // 500 N/m times 2 mm
    return h;
}

static sut_hand_status status(const sut_haptic *h) {
    sut_hand_status s = {0};
    CHECK_EQ_INT(sut_haptic_status(h, 0, &s), SUT_OK);
    return s;
}

// the first event of a type within so many periods; -1: none
static int wait_for(sut_haptic *h, int periods, sut_haptic_event_type type, sut_hand_fault *fault) {
    for (int i = 0; i < periods; i++) {
        sut_haptic_step(h);
        int count;
        const sut_haptic_event *e = sut_haptic_events(h, &count);
        for (int k = 0; k < count; k++) {
            if (e[k].type == type) {
                *fault = e[k].fault;
                return i;
            }
        }
    }
    return -1;
}

static void check_gentle_release(misdeed does, sut_hand_fault expected, int notice) {
    wall w;
    puppet p;
    sut_haptic *h = pressing(&w, &p);
    sut_pose target = w.view.target;
    p.does = does;
    sut_hand_fault fault = SUT_FAULT_NONE;
    int lost = wait_for(h, 100, SUT_HAPTIC_LOST, &fault);
    CHECK(lost >= 0 && lost <= notice);
    CHECK_EQ_INT(fault, expected);
    CHECK_STR(sut_hand_state_name(status(h).state), "releasing");
    // the force fades within 100 ms, and the tool keeps its place
    for (int i = 0; i < 101; i++) {
        CASE("i %d", i);
        CHECK_EQ_INT(sut_haptic_step(h), SUT_OK);
    }
    CHECK_NEAR(v3_norm(p.felt.force), 0.0, 0.0);
    CHECK_NEAR(v3_distance(w.view.target.position, target.position), 0.0, 0.0);
    CHECK_EQ_INT(w.releases, 0);
    // then lets go, once
    int released = wait_for(h, 500, SUT_HAPTIC_RELEASED, &fault);
    CHECK(released > 300);
    CHECK_EQ_INT(fault, expected);
    for (int i = 0; i < 1000; i++) {
        CASE("i %d", i);
        CHECK_EQ_INT(sut_haptic_step(h), SUT_OK);
    }
    CHECK_EQ_INT(w.releases, 1);
    sut_hand_status s = status(h);
    CHECK_EQ_INT(s.state, SUT_HAND_RELEASED);
    CHECK(s.faults[expected] > 1000);
    CHECK_LE(s.jump_max, s.jump_allowed * (1.0 + 1e-12)); // rounding
    CHECK(sut_haptic_passivity(h).passive);

    // back, somewhere else: takes the tool where it is
    sut_pose place = w.view.proxy;
    p.does = BEHAVES;
    p.sample.pose.position = v3(0.3, 0.2, -0.1);
    int back = wait_for(h, 100, SUT_HAPTIC_ENGAGED, &fault);
    CHECK(back >= 15 && back <= 30); // settles for 20 ms, after a jump a period longer
    CHECK_LE(v3_distance(w.view.target.position, place.position), 1e-12);
    CHECK_EQ_INT(status(h).recoveries, 1);
    CHECK_EQ_INT(status(h).losses, 1);
    // and feels again
    for (int i = 0; i < 200; i++) {
        CASE("i %d", i);
        p.sample.pose.position.z -= 1e-5;
        CHECK_EQ_INT(sut_haptic_step(h), SUT_OK);
    }
    CHECK_NEAR(p.felt.force.z, 500.0 * -w.view.target.position.z, 1e-9);
    CHECK(p.felt.force.z > 0.5);
    s = status(h);
    CHECK_LE(s.jump_max, s.jump_allowed * (1.0 + 1e-12));
    wall_end(h);
}

TEST(nan_releases_gently_and_comes_back) {
    check_gentle_release(GIVES_NAN, SUT_FAULT_NUMBER, 0);
}

TEST(jumps_of_a_metre_release_gently_and_come_back) {
    check_gentle_release(JUMPS, SUT_FAULT_JUMP, 0);
}

TEST(a_frozen_device_releases_gently_and_comes_back) {
    check_gentle_release(FREEZES, SUT_FAULT_FROZEN, 21); // 20 ms and the period that finds it
}

TEST(a_lost_device_releases_gently_and_comes_back) {
    check_gentle_release(IS_GONE, SUT_FAULT_ABSENT, 0);
}

TEST(late_answers_release_gently_and_come_back) {
    check_gentle_release(IS_LATE, SUT_FAULT_LATE, 0);
}

TEST(one_bad_sample_is_survived) {
    wall w;
    puppet p;
    sut_haptic *h = pressing(&w, &p);
    sut_pose target = w.view.target;
    p.does = GIVES_NAN;
    sut_haptic_step(h);
    p.does = BEHAVES;
    for (int i = 0; i < 200; i++) {
        CASE("i %d", i);
        CHECK_EQ_INT(sut_haptic_step(h), SUT_OK);
    }
    CHECK_EQ_INT(status(h).state, SUT_HAND_ENGAGED);
    CHECK_EQ_INT(w.releases, 0);
    CHECK_LE(v3_distance(w.view.target.position, target.position), 1e-12); // same place, no jump
    CHECK_NEAR(p.felt.force.z, 1.0, 1e-9);
    wall_end(h);
}

TEST(a_world_that_cannot_step_fades_the_force) {
    wall w;
    puppet p;
    sut_haptic *h = pressing(&w, &p);
    w.broken = true;
    CHECK_EQ_INT(sut_haptic_step(h), SUT_E_DIVERGED);
    for (int i = 0; i < 110; i++) {
        CASE("i %d", i);
        CHECK_EQ_INT(sut_haptic_step(h), SUT_E_DIVERGED);
    }
    CHECK_NEAR(v3_norm(p.felt.force), 0.0, 0.0);
    CHECK_EQ_INT(status(h).fault, SUT_FAULT_WORLD);
    w.broken = false;
    for (int i = 0; i < 300; i++) {
        CASE("i %d", i);
        CHECK_EQ_INT(sut_haptic_step(h), SUT_OK);
    }
    CHECK_EQ_INT(status(h).state, SUT_HAND_ENGAGED);
    CHECK_NEAR(p.felt.force.z, 1.0, 1e-9);
    wall_end(h);
}

TEST(the_clutch_lets_the_hand_move_without_the_tool) {
    wall w;
    puppet p;
    sut_haptic *h = pressing(&w, &p);
    sut_pose target = w.view.target;
    p.sample.clutch = true;
    for (int i = 0; i < 200; i++) {
        CASE("i %d", i);
        p.sample.pose.position.x += 1e-3;
        CHECK_EQ_INT(sut_haptic_step(h), SUT_OK);
    }
    CHECK_EQ_INT(status(h).state, SUT_HAND_CLUTCHED);
    CHECK_NEAR(v3_distance(w.view.target.position, target.position), 0.0, 0.0);
    CHECK_NEAR(v3_norm(p.felt.force), 0.0, 0.0);
    p.sample.clutch = false;
    sut_quat quarter = {0.0, 0.0, sqrt(0.5), sqrt(0.5)};
    p.sample.pose.rotation = q_identity();
    CHECK_EQ_INT(sut_haptic_step(h), SUT_OK);
    CHECK_EQ_INT(status(h).state, SUT_HAND_ENGAGED);
    CHECK_LE(v3_distance(w.view.target.position, target.position), 1e-12);
    // from here on it follows, in place and in turning
    sut_pose before = w.view.target;
    for (int i = 0; i <= 100; i++) {
        CASE("i %d", i);
        p.sample.pose.position.x += 1e-4;
        p.sample.pose.rotation = q_mix(q_identity(), quarter, i / 100.0);
        CHECK_EQ_INT(sut_haptic_step(h), SUT_OK);
    }
    CHECK_NEAR(w.view.target.position.x - before.position.x, 101e-4, 1e-12); // rounding
    sut_vec3 turned = q_rotate(w.view.target.rotation, v3(1.0, 0.0, 0.0));
    CHECK_NEAR(turned.y, 1.0, 1e-12);
    CHECK_EQ_INT(w.releases, 0);
    wall_end(h);
}

TEST(a_jaw_that_jumps_closes_at_its_rate) {
    wall w;
    puppet p;
    sut_haptic *h = pressing(&w, &p);
    double start = w.view.jaw_target;
    p.sample.jaw = start > 0.5 ? 0.0 : 1.0;
    sut_haptic_step(h);
    CHECK_NEAR(fabs(w.view.jaw_target - start), 0.01, 1e-12); // 10 per second
    for (int i = 0; i < 101; i++) {
        sut_haptic_step(h);
    }
    CHECK_NEAR(w.view.jaw_target, p.sample.jaw, 1e-12);
    wall_end(h);
}

TEST(a_device_that_starts_away_from_its_tool_does_not_move_it) {
    wall w = {.stiffness = 500.0, .floor = -1.0};
    puppet p = {0};
    sut_haptic *h = wall_loop(&w, NULL);
    sut_hand_def def = sut_default_hand_def();
    def.device = puppet_device(&p);
    p.sample.pose.position = v3(0.2, -0.1, 0.05);
    CHECK_EQ_INT(sut_haptic_add(h, &def, NULL), SUT_OK);
    for (int i = 0; i < 100; i++) {
        CASE("i %d", i);
        CHECK_EQ_INT(sut_haptic_step(h), SUT_OK);
    }
    CHECK_EQ_INT(status(h).state, SUT_HAND_ENGAGED);
    CHECK_LE(v3_norm(w.view.target.position), 1e-15); // rounding
    wall_end(h);
}

//---- misuse --------------------------------------------------------------------------------------

static bool never_opens(void *ctx, double period) {
    (void)ctx;
    (void)period;
    return false;
}

static void check_refusal(sut_haptic *h, const sut_hand_def *def, sut_result expected,
                          const char *word) {
    CASE("%s", word);
    CHECK_EQ_INT(sut_haptic_add(h, def, NULL), expected);
    CHECK(strstr(sut_haptic_refusal(h), word) != NULL);
}

TEST(bad_defs_are_refused) {
    wall w = {0};
    puppet p = {0};
    sut_haptic *h = wall_loop(&w, NULL);
    sut_hand_def good = sut_default_hand_def();
    good.device = puppet_device(&p);
    good.tool = tool;
    sut_hand_def def = good;
    def.cookie = 0;
    check_refusal(h, &def, SUT_E_DEF, "sut_default_hand_def");
    def = good;
    def.motion_scale = 0.5;
    check_refusal(h, &def, SUT_E_ARGUMENT, "motion_scale");
    def.motion_scale = 21.0;
    check_refusal(h, &def, SUT_E_ARGUMENT, "motion_scale");
    def = good;
    def.device.read = NULL;
    check_refusal(h, &def, SUT_E_ARGUMENT, "read");
    def = good;
    def.fade = nan("");
    check_refusal(h, &def, SUT_E_ARGUMENT, "time");
    def = good;
    def.rotation = (sut_quat){0, 0, 0, 0};
    check_refusal(h, &def, SUT_E_ARGUMENT, "rotation");
    def = good;
    def.device.open = never_opens;
    check_refusal(h, &def, SUT_E_CONFLICT, "device");
    CHECK_EQ_INT(sut_haptic_add(h, &good, NULL), SUT_OK);
    CHECK_STR(sut_haptic_refusal(h), "");
    check_refusal(h, &good, SUT_E_CONFLICT, "has a hand");
    def = good;
    def.tool.index1 = 2;
    CHECK_EQ_INT(sut_haptic_add(h, &def, NULL), SUT_OK);
    def.tool.index1 = 3;
    check_refusal(h, &def, SUT_E_CAPACITY, "hands");
    CHECK_EQ_INT(sut_haptic_hand_count(h), 2);
    wall_end(h);
}

TEST(bad_loops_are_refused) {
    sut_haptic *h = NULL;
    sut_haptic_def def = sut_default_haptic_def();
    CHECK_EQ_INT(sut_haptic_create(NULL, &def, &h), SUT_E_ARGUMENT);
    sut_world_def world_def = sut_default_world_def();
    sut_world *w = NULL;
    REQUIRE(sut_world_create(&world_def, &w) == SUT_OK);
    def.period = 0.0;
    CHECK_EQ_INT(sut_haptic_create(w, &def, &h), SUT_E_ARGUMENT);
    def = (sut_haptic_def){0};
    CHECK_EQ_INT(sut_haptic_create(w, &def, &h), SUT_E_DEF);
    CHECK(h == NULL);
    sut_haptic_destroy(NULL);
    sut_world_destroy(w);
}
