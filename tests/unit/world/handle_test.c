// SPDX-License-Identifier: MIT
// handle_test.c -- the handle of a tool is as solid as its arms, over all of its length.
#include "sutura/sutura.h"

#include "check.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "tool_judge.h"

#include <math.h>
#include <string.h>

// so far from the tips, 35 mm behind the hinge
static const double height = 60e-3; // m

static sut_tool_def upright(double handle) {
    sut_tool_def d = sut_default_tool_def(SUT_TOOL_FORCEPS);
    d.pose = (sut_pose){v3_zero(), q_identity()};
    d.jaw = 0.0;
    d.handle_length = handle;
    return d;
}

enum { LEAD = 60, WOUND = 80, VERTICES = 2 * LEAD + WOUND + 1 };

// Two turns about the z axis, with straight ends that leave along y.
static void wind(sut_vec3 p[VERTICES], double radius) {
    const double turns = 2.0;
    const double pitch = 0.5e-3; // m, more than the thread is thick
    double edge = 2.0 * SUT_PI * radius * turns / WOUND;
    for (int i = 0; i < VERTICES; i++) {
        int k = i - LEAD < 0 ? 0 : (i - LEAD > WOUND ? WOUND : i - LEAD);
        double share = (double)k / WOUND;
        double angle = 2.0 * SUT_PI * turns * share;
        p[i] = v3(radius * cos(angle), radius * sin(angle) + edge * (i - LEAD - k),
                  height + pitch * turns * share);
    }
}

// Turns of the thread about the z axis.
static double turns_of(const sut_world *w, sut_thread_id id) {
    sut_thread_view t;
    CHECK(sut_thread_get_view(w, id, &t) == SUT_OK);
    double sum = 0.0;
    for (int i = 0; i + 1 < t.vertex_count; i++) {
        sut_vec3 a = t.position[i];
        sut_vec3 b = t.position[i + 1];
        sum += atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y);
    }
    return sum / (2.0 * SUT_PI);
}

static void pull_end(sut_world *w, sut_thread_id thread, int vertex, double force) {
    sut_hold_def h = sut_default_hold_def();
    h.kind = SUT_HOLD_FORCE;
    h.vertex = vertex;
    sut_hold_key key = {.force = v3(0.0, force, 0.0)};
    h.keys = &key;
    h.key_count = 1;
    sut_hold_id id;
    CHECK(sut_hold_create(w, thread, &h, &id) == SUT_OK);
}

// The turns that are left after both ends were pulled; `entries`: what the certificate counts.
static double pull_turns(double handle, int *entries) {
    tool_judge j;
    sut_world_def def = tool_judged_def(&j);
    sut_world *w;
    CHECK(sut_world_create(&def, &w) == SUT_OK);
    sut_tool_def d = upright(handle);
    sut_tool_id tool;
    CHECK(sut_tool_create(w, &d, &tool) == SUT_OK);
    sut_vec3 p[VERTICES];
    sut_thread_def t = sut_default_thread_def();
    t.positions = p;
    t.vertex_count = VERTICES;
    t.friction = 0.3;
    wind(p, d.handle_radius + 1.3 * t.radius);
    sut_thread_id thread;
    CHECK(sut_thread_create(w, &t, &thread) == SUT_OK);
    pull_end(w, thread, 0, -0.1);
    pull_end(w, thread, -1, 0.1);
    CHECK(tool_judge_begin(&j, w, &thread, &tool, 1));
    for (int i = 0; i < 200; i++) {
        CASE("i %d", i);
        CHECK(sut_world_step(w, 1e-3) == SUT_OK);
    }
    double turns = turns_of(w, thread);
    *entries = tool_judge_end(&j);
    sut_world_destroy(w);
    return turns;
}

TEST(turns_about_the_handle_stay) {
    int entries;
    double turns = pull_turns(sut_default_tool_def(SUT_TOOL_FORCEPS).handle_length, &entries);
    // two turns and the two halves of the straight ends, which see the axis turn by a quarter each
    CHECK_NEAR(turns, 2.5, 0.05);
    CHECK_EQ_INT(entries, 0);
}

TEST(turns_about_nothing_are_pulled_out) {
    int entries;
    double turns = pull_turns(0.0, &entries);
    // a straight thread beside the axis is half a turn, whichever side it is on, or none
    CHECK_LE(fabs(turns), 0.6);
}

// A taut thread before the handle, and the tool driven against it; where the thread ends up, seen
// from the tool.
static double drive(double handle, double speed, int *entries) {
    enum { COUNT = 101 };
    tool_judge j;
    sut_world_def def = tool_judged_def(&j);
    sut_world *w;
    CHECK(sut_world_create(&def, &w) == SUT_OK);
    sut_vec3 p[COUNT];
    for (int i = 0; i < COUNT; i++) {
        p[i] = v3(-5e-3, 1e-3 * (i - COUNT / 2), height);
    }
    sut_thread_def t = sut_default_thread_def();
    t.positions = p;
    t.vertex_count = COUNT;
    sut_thread_id thread;
    CHECK(sut_thread_create(w, &t, &thread) == SUT_OK);
    for (int end = 0; end < 2; end++) {
        sut_hold_def h = sut_default_hold_def();
        h.vertex = end == 0 ? 0 : -1;
        sut_hold_id held;
        CHECK(sut_hold_create(w, thread, &h, &held) == SUT_OK);
    }
    sut_tool_def d = upright(handle);
    sut_tool_id tool;
    CHECK(sut_tool_create(w, &d, &tool) == SUT_OK);
    CHECK(tool_judge_begin(&j, w, &thread, &tool, 1));
    for (int i = 1; i <= 200; i++) {
        CASE("i %d", i);
        sut_pose to = {v3(fmax(-speed * 1e-3 * i, -0.02), 0.0, 0.0), q_identity()};
        CHECK(sut_tool_set_target(w, tool, &to, 0.0) == SUT_OK);
        CHECK(sut_world_step(w, 1e-3) == SUT_OK);
    }
    sut_tool_view v;
    CHECK(sut_tool_get_view(w, tool, &v) == SUT_OK);
    sut_thread_view s;
    CHECK(sut_thread_get_view(w, thread, &s) == SUT_OK);
    double x = pose_to_local(v.proxy, s.position[COUNT / 2]).x;
    *entries = tool_judge_end(&j);
    sut_world_destroy(w);
    return x;
}

TEST(no_thread_passes_through_a_handle) {
    const double speeds[] = {0.1, 1.0, 20.0};
    for (int k = 0; k < 3; k++) {
        CASE("speed %g", speeds[k]);
        int entries;
        double x = drive(sut_default_tool_def(SUT_TOOL_FORCEPS).handle_length, speeds[k], &entries);
        CHECK(x < 0.0);
        CHECK_EQ_INT(entries, 0);
        CHECK(drive(0.0, speeds[k], &entries) > 0.0); // and without one it would be behind it
    }
}

TEST(handles_are_as_long_as_their_defs_say) {
    const sut_tool_kind kinds[] = {SUT_TOOL_FORCEPS, SUT_TOOL_NEEDLE_DRIVER};
    for (int k = 0; k < 2; k++) {
        CASE("kind %d", k);
        sut_world_def def = sut_default_world_def();
        sut_world *w;
        REQUIRE(sut_world_create(&def, &w) == SUT_OK);
        sut_tool_def d = sut_default_tool_def(kinds[k]);
        d.handle_length = 70e-3;
        d.handle_radius = 3e-3;
        sut_tool_id id;
        REQUIRE(sut_tool_create(w, &d, &id) == SUT_OK);
        sut_tool_part part[SUT_TOOL_PARTS];
        REQUIRE(sut_tool_get_parts(w, id, part) == 3);
        CHECK_NEAR(v3_distance(part[2].tip, v3(0.0, 0.0, d.length)), 0.0, 1e-15);
        CHECK_NEAR(v3_distance(part[2].base, v3(0.0, 0.0, d.length + 70e-3)), 0.0, 1e-15);
        CHECK(part[2].tip_radius == 3e-3 && part[2].base_radius == 3e-3);
        CHECK(v3_norm2(part[2].face) == 0.0);
        sut_world_destroy(w);
    }
}
