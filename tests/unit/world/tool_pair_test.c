// SPDX-License-Identifier: MIT
// tool_pair_test.c -- tools do not pass through each other, nor into obstacles: they slide along
// what is in their way, give way as their couplings let them, and say how hard they are pushed.
#include "sutura/sutura.h"

#include "check.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "state_fixture.h"
#include "tool_judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct pair {
    tool_judge judge;
    sut_world *w;
    sut_thread_id thread;
    sut_tool_id tool[2];
} pair;

static const sut_vec3 toward_y = {1.5707963267948966, 0.0, 0.0}; // turns z into -y

static sut_pose pose_of(sut_vec3 position, sut_vec3 rotation) {
    return (sut_pose){position, q_exp(rotation)};
}

// A world with tools; the judge lives in `p`, so that it must not be copied.
static void open_world(pair *p, bool unguarded) {
    memset(p, 0, sizeof *p);
    sut_world_def def = tool_judged_def(&p->judge);
    def.contact.unguarded = unguarded;
    CHECK(sut_world_create(&def, &p->w) == SUT_OK);
}

static void add_tool(pair *p, int i, sut_tool_kind kind, sut_pose pose, double jaw) {
    sut_tool_def d = sut_default_tool_def(kind);
    d.pose = pose;
    d.jaw = jaw;
    CHECK(sut_tool_create(p->w, &d, &p->tool[i]) == SUT_OK);
}

static sut_tool_view view_of(const pair *p, int i) {
    sut_tool_view v;
    memset(&v, 0, sizeof v);
    CHECK(sut_tool_get_view(p->w, p->tool[i], &v) == SUT_OK);
    return v;
}

static void lead(pair *p, int i, sut_pose to, double jaw, int count) {
    sut_tool_view v = view_of(p, i);
    for (int k = 1; k <= count; k++) {
        CASE("k %d", k);
        double share = (double)k / count;
        sut_pose now = pose_between(v.target, to, share);
        CHECK(sut_tool_set_target(p->w, p->tool[i], &now,
                                  v.jaw_target + share * (jaw - v.jaw_target)) == SUT_OK);
        CHECK(sut_world_step(p->w, 1e-3) == SUT_OK);
    }
}

static void wait(pair *p, int count) {
    for (int k = 0; k < count; k++) {
        CHECK(sut_world_step(p->w, 1e-3) == SUT_OK);
    }
}

// A tool along z stays; another along y, or tips first, goes for a place of it.
typedef struct attack {
    const char *what;
    sut_tool_kind kind;
    sut_vec3 from, to, rotation;
    double jaw, jaw_to;
} attack;

static const attack attacks[] = {
    {"handle across handle",
     SUT_TOOL_FORCEPS,
     {20e-3, 45e-3, 50e-3},
     {-20e-3, 45e-3, 50e-3},
     {1.5707963267948966, 0.0, 0.0},
     0.0,
     0.0},
    {"handle across arms",
     SUT_TOOL_NEEDLE_DRIVER,
     {20e-3, 45e-3, 5e-3},
     {-20e-3, 45e-3, 5e-3},
     {1.5707963267948966, 0.0, 0.0},
     0.0,
     0.0},
    {"tips at handle",
     SUT_TOOL_FORCEPS,
     {0.1e-3, -10e-3, 40e-3},
     {0.1e-3, 15e-3, 40e-3},
     {1.5707963267948966, 0.0, 0.0},
     0.3,
     0.0},
    {"open jaws over tips",
     SUT_TOOL_FORCEPS,
     {0.0, -9e-3, 1e-3},
     {0.0, 6e-3, 1e-3},
     {1.5707963267948966, 0.0, 0.0},
     1.0,
     0.0},
    {"from the side, turning",
     SUT_TOOL_FORCEPS,
     {15e-3, 0.0, -5e-3},
     {-15e-3, 0.0, -5e-3},
     {0.0, 0.3, 0.0},
     1.0,
     0.2},
};
enum { ATTACKS = sizeof attacks / sizeof attacks[0] };

// Passages when one tool attacks the other within so many steps; `lag`: m, how far it stays behind.
static int attacked(const attack *a, int steps, bool unguarded, bool with_thread, double *lag) {
    enum { COUNT = 41 };
    pair p;
    open_world(&p, unguarded);
    add_tool(&p, 0, SUT_TOOL_FORCEPS, pose_of(v3_zero(), v3_zero()), 0.4);
    sut_pose from = pose_of(a->from, a->rotation);
    add_tool(&p, 1, a->kind, from, a->jaw);
    sut_vec3 x[COUNT];
    if (with_thread) {
        for (int i = 0; i < COUNT; i++) { // just before the attacker
            double s = (double)i / (COUNT - 1) - 0.5;
            sut_vec3 before = v3_lerp(a->from, a->to, 0.3);
            x[i] = v3(before.x + 5e-3 * s, before.y - 1e-3, before.z + 20e-3 * s);
        }
        sut_thread_def t = sut_default_thread_def();
        t.positions = x;
        t.vertex_count = COUNT;
        with_thread = sut_thread_create(p.w, &t, &p.thread) == SUT_OK;
    }
    CHECK(tool_judge_begin(&p.judge, p.w, with_thread ? &p.thread : NULL, p.tool, 2));
    lead(&p, 1, pose_of(a->to, v3_add(a->rotation, v3(0.0, 0.4, 0.0))), a->jaw_to, steps);
    wait(&p, 30);
    *lag = v3_distance(view_of(&p, 1).proxy.position, a->to);
    lead(&p, 1, from, a->jaw, steps);
    int changes = tool_judge_end(&p.judge);
    sut_world_destroy(p.w);
    return changes;
}

TEST(no_tool_passes_through_another) {
    const int steps[] = {4, 30, 200};
    for (int k = 0; k < 2 * ATTACKS * 3; k++) {
        const attack *a = &attacks[k / 2 % ATTACKS];
        int count = steps[k / 2 / ATTACKS];
        CASE("%s, %d steps, thread %d", a->what, count, k % 2);
        double lag;
        CHECK_EQ_INT(attacked(a, count, false, k % 2 == 1, &lag), 0);
    }
}

TEST(without_the_guard_they_do_and_the_certificate_says_so) {
    for (int k = 0; k < ATTACKS; k++) {
        CASE("%s", attacks[k].what);
        double lag;
        CHECK(attacked(&attacks[k], 100, true, false, &lag) > 0);
        CHECK(lag < 1e-6);
    }
}

// Two couplings in a row: both are pushed by the same force, which is what the hands feel.
TEST(tools_push_each_other_with_equal_and_opposite_forces) {
    pair p;
    open_world(&p, false);
    add_tool(&p, 0, SUT_TOOL_FORCEPS, pose_of(v3_zero(), v3_zero()), 0.0);
    // its handle lies across the closed tips of the other
    add_tool(&p, 1, SUT_TOOL_FORCEPS, pose_of(v3(5e-3, 45e-3, 1e-3), toward_y), 0.0);
    CHECK(tool_judge_begin(&p.judge, p.w, NULL, p.tool, 2));
    lead(&p, 1, pose_of(v3(1e-3, 45e-3, 1e-3), toward_y), 0.0, 100);
    wait(&p, 200);
    sut_tool_view a = view_of(&p, 0);
    sut_tool_view b = view_of(&p, 1);
    double push = v3_norm(a.solid_force);
    CHECK(push > 0.01 && push <= 3.3);
    // at rest to a millionth, as the halves of the way that is left die out
    CHECK_LE(v3_norm(v3_add(a.solid_force, b.solid_force)), 1e-6 * push);
    CHECK_LE(v3_distance(a.solid_force, a.hand_force), 1e-5 * push);
    CHECK_LE(v3_distance(b.solid_force, b.hand_force), 1e-5 * push);
    CHECK_LE(v3_distance(a.solid_torque, a.hand_torque), 1e-4 * v3_norm(a.hand_torque) + 1e-9);
    CHECK(a.solid_force.x < 0.0);
    CHECK_EQ_INT(tool_judge_end(&p.judge), 0);
    sut_world_destroy(p.w);
}

TEST(a_tool_slides_along_another) {
    pair p;
    open_world(&p, false);
    add_tool(&p, 0, SUT_TOOL_FORCEPS, pose_of(v3_zero(), v3_zero()), 0.0);
    add_tool(&p, 1, SUT_TOOL_FORCEPS, pose_of(v3(5e-3, 45e-3, 40e-3), toward_y), 0.0);
    CHECK(tool_judge_begin(&p.judge, p.w, NULL, p.tool, 2));
    lead(&p, 1, pose_of(v3(2e-3, 45e-3, 40e-3), toward_y), 0.0, 50);
    lead(&p, 1, pose_of(v3(2e-3, 45e-3, 60e-3), toward_y), 0.0, 100);
    wait(&p, 50);
    sut_tool_view v = view_of(&p, 1);
    CHECK_NEAR(v.proxy.position.z, 60e-3, 1e-4); // nothing rubs: it goes all the way
    CHECK(v3_norm(v.solid_force) > 1e-3);        // and is pushed all along
    CHECK_EQ_INT(tool_judge_end(&p.judge), 0);
    sut_world_destroy(p.w);
}

TEST(jaws_stop_at_a_shaft_and_the_tool_still_moves) {
    pair p;
    open_world(&p, false);
    add_tool(&p, 0, SUT_TOOL_FORCEPS, pose_of(v3_zero(), v3_zero()), 0.0);
    // tips from -y beside the handle, which is 2.4 mm thick, the jaws 4 mm open
    add_tool(&p, 1, SUT_TOOL_FORCEPS, pose_of(v3(0.0, 0.5e-3, 50e-3), toward_y), 1.0);
    CHECK(tool_judge_begin(&p.judge, p.w, NULL, p.tool, 2));
    sut_pose here = view_of(&p, 1).target;
    lead(&p, 1, here, 0.0, 10);
    wait(&p, 100);
    sut_tool_view v = view_of(&p, 1);
    CHECK(v.jaw > 0.5 && v.jaw < 0.75); // 2.4 of 4 mm, a little behind the tips
    here.position.z += 5e-3;
    lead(&p, 1, here, 0.0, 50);
    CHECK_NEAR(view_of(&p, 1).proxy.position.z, here.position.z, 1e-4);
    CHECK_EQ_INT(tool_judge_end(&p.judge), 0);
    sut_world_destroy(p.w);
}

TEST(a_moving_obstacle_takes_a_tool_along) {
    pair p;
    open_world(&p, false);
    add_tool(&p, 0, SUT_TOOL_FORCEPS, pose_of(v3_zero(), v3_zero()), 0.0);
    sut_obstacle_key keys[2] = {{0.0, v3(-6e-3, 0.0, 10e-3), v3_zero()},
                                {0.1, v3(6e-3, 0.0, 10e-3), v3_zero()}};
    sut_obstacle_def o = sut_default_obstacle_def();
    o.kind = SUT_OBSTACLE_CAPSULE;
    o.center = keys[0].position;
    o.axis = v3(0.0, 1.0, 0.0);
    o.radius = 2e-3;
    o.length = 20e-3;
    o.keys = keys;
    o.key_count = 2;
    sut_obstacle_id bar;
    CHECK(sut_obstacle_create(p.w, &o, &bar) == SUT_OK);
    for (int k = 0; k < 150; k++) {
        CASE("k %d", k);
        CHECK(sut_world_step(p.w, 1e-3) == SUT_OK);
        sut_tool_part part[SUT_TOOL_PARTS];
        CHECK_EQ_INT(sut_tool_get_parts(p.w, p.tool[0], part), 3);
        sut_vec3 center;
        sut_vec3 turn;
        CHECK(sut_obstacle_get_pose(p.w, bar, &center, &turn) == SUT_OK);
        // the axis of the closed arms is before the bar by its radius and theirs at that height
        double z = (center.z - part[0].tip.z) / (part[0].base.z - part[0].tip.z);
        double radius = part[0].tip_radius + z * (part[0].base_radius - part[0].tip_radius);
        CHECK(part[0].tip.x - center.x >= 2e-3 + 0.99 * radius); // the arms are slanted by 4 %
    }
    sut_vec3 center;
    sut_vec3 turn;
    CHECK(sut_obstacle_get_pose(p.w, bar, &center, &turn) == SUT_OK);
    CHECK_NEAR(center.x, 6e-3, 1e-6); // and the tool does not hold it up
    sut_world_destroy(p.w);
}

TEST(an_image_in_the_middle_of_a_fight_goes_on_with_the_same_bits) {
    pair p;
    open_world(&p, false);
    add_tool(&p, 0, SUT_TOOL_FORCEPS, pose_of(v3_zero(), v3_zero()), 0.4);
    add_tool(&p, 1, SUT_TOOL_FORCEPS, pose_of(v3(5e-3, 45e-3, 1e-3), toward_y), 1.0);
    lead(&p, 1, pose_of(v3(-1e-3, 45e-3, 1e-3), toward_y), 0.0, 60);
    CHECK(v3_norm(view_of(&p, 1).solid_force) > 0.0);
    test_bytes image = test_snapshot(p.w);
    pair q;
    open_world(&q, false);
    REQUIRE(sut_world_restore(q.w, image.at, image.size) == SUT_OK);
    memcpy(q.tool, p.tool, sizeof q.tool);
    CHECK(v3_distance(view_of(&p, 1).solid_force, view_of(&q, 1).solid_force) == 0.0);
    for (int i = 0; i < 2; i++) {
        pair *now = i == 0 ? &p : &q;
        lead(now, 1, pose_of(v3(-6e-3, 40e-3, 9e-3), toward_y), 1.0, 60);
    }
    CHECK_EQ_U64(sut_world_hash(p.w), sut_world_hash(q.w));
    free(image.at);
    sut_world_destroy(p.w);
    sut_world_destroy(q.w);
}

TEST(a_tool_inside_another_is_refused) {
    pair p;
    open_world(&p, false);
    add_tool(&p, 0, SUT_TOOL_FORCEPS, pose_of(v3_zero(), v3_zero()), 0.0);
    sut_tool_def d = sut_default_tool_def(SUT_TOOL_FORCEPS);
    d.pose = pose_of(v3(0.0, 45e-3, 50e-3), toward_y);
    sut_tool_id id;
    CHECK_EQ_INT(sut_tool_create(p.w, &d, &id), SUT_E_CONFLICT);
    CHECK_STR(sut_world_refusal(p.w), "the tool cuts into another one; move one of them away");
    d.kind = SUT_TOOL_POINT; // which has no body
    CHECK_EQ_INT(sut_tool_create(p.w, &d, &id), SUT_OK);
    sut_world_destroy(p.w);
}
