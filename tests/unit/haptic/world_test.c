// SPDX-License-Identifier: MIT
// world_test.c -- hands in a real world: what they feel, and that nothing a device does harms it.
#include "wall_fixture.h"

#include "check.h"

#include "sutura/sutura.h"

enum { VERTICES = 41 };
static const double length = 0.04; // m
static const double stiffness = 500.0;

typedef struct scene {
    sut_world *w;
    sut_thread_id thread;
    sut_tool_id tool;
    sut_haptic *h;
    puppet p;
} scene;

// a thread along x, pinned at 0, whose other end a grasping point has; no gravity
static void make(scene *s) {
    *s = (scene){0};
    sut_world_def def = sut_default_world_def();
    def.gravity = v3_zero();
    CHECK_EQ_INT(sut_world_create(&def, &s->w), SUT_OK);
    sut_vec3 x[VERTICES];
    for (int i = 0; i < VERTICES; i++) {
        x[i] = v3(length * i / (VERTICES - 1), 0.0, 0.0);
    }
    sut_thread_def t = sut_default_thread_def();
    t.positions = x;
    t.vertex_count = VERTICES;
    t.damping_linear = 0.05;
    CHECK_EQ_INT(sut_thread_create(s->w, &t, &s->thread), SUT_OK);
    sut_hold_def pin = sut_default_hold_def();
    sut_hold_id unused;
    CHECK_EQ_INT(sut_hold_create(s->w, s->thread, &pin, &unused), SUT_OK);
    sut_tool_def tool = sut_default_tool_def(SUT_TOOL_POINT);
    tool.pose.position = x[VERTICES - 1];
    tool.jaw = 0.0;
    tool.stiffness = stiffness;
    tool.grip_force = 5.0;
    CHECK_EQ_INT(sut_tool_create(s->w, &tool, &s->tool), SUT_OK);
    sut_haptic_def loop = sut_default_haptic_def();
    CHECK_EQ_INT(sut_haptic_create(s->w, &loop, &s->h), SUT_OK);
    sut_hand_def hand = sut_default_hand_def();
    hand.device = puppet_device(&s->p);
    hand.tool = s->tool;
    hand.stiffness = stiffness;
    CHECK_EQ_INT(sut_haptic_add(s->h, &hand, NULL), SUT_OK);
}

static void end(scene *s) {
    sut_haptic_destroy(s->h);
    sut_world_destroy(s->w);
}

static void go_on(scene *s, int periods) {
    for (int i = 0; i < periods; i++) {
        CASE("i %d", i);
        CHECK_EQ_INT(sut_haptic_step(s->h), SUT_OK);
    }
}

// draw away by 4 mm within 0.4 s, then rest
static void pull(scene *s) {
    go_on(s, 150);
    for (int i = 0; i < 400; i++) {
        s->p.sample.pose.position.x += 1e-5;
        go_on(s, 1);
    }
    go_on(s, 500);
}

static sut_tool_view view_of(const scene *s) {
    sut_tool_view v = {0};
    CHECK_EQ_INT(sut_tool_get_view(s->w, s->tool, &v), SUT_OK);
    return v;
}

static sut_hand_status status(const scene *s) {
    sut_hand_status out = {0};
    CHECK_EQ_INT(sut_haptic_status(s->h, 0, &out), SUT_OK);
    return out;
}

TEST(a_hand_feels_thread_and_coupling_as_springs_in_a_row) {
    scene s;
    make(&s);
    pull(&s);
    sut_thread_def t = sut_default_thread_def();
    double thread = t.EA / length;
    double both = 1.0 / (1.0 / thread + 1.0 / stiffness);
    CHECK_NEAR(-s.p.felt.force.x, both * 4e-3,
               1e-3); // N of 1.5 N: what damping has left after 0.5 s
    CHECK_NEAR(s.p.felt.force.y, 0.0, 1e-6);
    // what the thread holds came through the tool, and 1 % for its own damping and inertia
    double held = 0.5 * s.p.felt.force.x * s.p.felt.force.x / thread;
    CHECK_NEAR(-status(&s).energy_tool, held, 0.01 * held);
    // the thread takes at once, the hand does the work a period later: at first 10 um times some mN
    CHECK_LE(-status(&s).energy_lowest, 2e-7);
    // half of force times way went in, and more for the damper
    sut_passivity p = sut_haptic_passivity(s.h);
    double stored = 0.5 * both * 4e-3 * 4e-3;
    CHECK(p.balance > stored);
    CHECK(p.balance < 1.2 * stored);
    CHECK_NEAR(p.lowest, 0.0, 1e-12); // J, rounding: the thread was slack, nothing was given before
    end(&s);
}

TEST(what_went_in_slowly_comes_out_slowly_but_for_losses) {
    scene s;
    make(&s);
    pull(&s);
    double in = sut_haptic_passivity(s.h).balance;
    for (int i = 0; i < 400; i++) {
        s.p.sample.pose.position.x -= 1e-5;
        go_on(&s, 1);
    }
    go_on(&s, 200);
    sut_passivity p = sut_haptic_passivity(s.h);
    CHECK(p.balance > 0.0);
    CHECK(p.balance < 0.25 * in); // dampers of loop and thread
    CHECK_EQ_INT(p.held_back, 0);
    end(&s);
}

static void check_world_survives(misdeed does, sut_hand_fault fault) {
    scene s;
    make(&s);
    pull(&s);
    CHECK_EQ_INT(view_of(&s).grip_count, 1);
    s.p.does = does;
    double before = v3_norm(s.p.felt.force);
    double jump = 0.0;
    double last = before;
    for (int i = 0; i < 400; i++) {
        go_on(&s, 1);
        double now = v3_norm(s.p.felt.force);
        jump = fmax(jump, fabs(now - last));
        last = now;
    }
    CHECK_LE(last, 1e-12);                   // N: released
    CHECK_LE(jump, 0.05);                    // N per period: 1.5 N within 100 ms are 0.015
    CHECK_EQ_INT(view_of(&s).grip_count, 1); // still kept
    go_on(&s, 400);
    CHECK_EQ_INT(view_of(&s).grip_count, 0); // let go
    CHECK_EQ_INT(status(&s).state, SUT_HAND_RELEASED);
    CHECK(status(&s).faults[fault] > 0);
    // the thread is whole and comes to rest at its length
    go_on(&s, 500);
    sut_thread_view t;
    CHECK_EQ_INT(sut_thread_get_view(s.w, s.thread, &t), SUT_OK);
    CHECK(v3_is_finite(t.position[VERTICES - 1]));
    CHECK_LE(sut_world_stats(s.w).max_stretch, 1e-3);
    // back again: takes the tool, and closes its jaws where nothing is
    s.p.does = BEHAVES;
    go_on(&s, 300);
    CHECK_EQ_INT(status(&s).state, SUT_HAND_ENGAGED);
    CHECK_EQ_INT(status(&s).recoveries, 1);
    sut_hand_status st = status(&s);
    CHECK_LE(st.jump_max, st.jump_allowed * (1.0 + 1e-12));
    CHECK(sut_haptic_passivity(s.h).passive);
    end(&s);
}

TEST(a_world_survives_a_device_that_gives_nan) {
    check_world_survives(GIVES_NAN, SUT_FAULT_NUMBER);
}

TEST(a_world_survives_a_device_that_jumps) {
    check_world_survives(JUMPS, SUT_FAULT_JUMP);
}

TEST(a_world_survives_a_device_that_freezes) {
    check_world_survives(FREEZES, SUT_FAULT_FROZEN);
}

TEST(a_world_survives_a_device_that_disappears) {
    check_world_survives(IS_GONE, SUT_FAULT_ABSENT);
}

TEST(a_world_survives_a_device_that_is_late) {
    check_world_survives(IS_LATE, SUT_FAULT_LATE);
}

TEST(a_tool_that_is_destroyed_lets_its_hand_go) {
    scene s;
    make(&s);
    pull(&s);
    CHECK_EQ_INT(sut_tool_destroy(s.w, s.tool), SUT_OK);
    go_on(&s, 1000);
    CHECK_EQ_INT(status(&s).state, SUT_HAND_RELEASED);
    CHECK(status(&s).faults[SUT_FAULT_WORLD] > 0);
    CHECK_NEAR(v3_norm(s.p.felt.force), 0.0, 0.0);
    CHECK_LE(status(&s).jump_max, status(&s).jump_allowed * (1.0 + 1e-12));
    end(&s);
}

TEST(the_same_motion_gives_the_same_world) {
    uint64_t hash[2];
    for (int k = 0; k < 2; k++) {
        scene s;
        make(&s);
        pull(&s);
        hash[k] = sut_world_hash(s.w);
        end(&s);
    }
    CHECK_EQ_U64(hash[0], hash[1]);
}
