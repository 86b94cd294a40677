// SPDX-License-Identifier: MIT
// tool_cut_test.c -- scissors and blades: what they cut, and what they only touch.
#include "sutura/state.h"
#include "sutura/sutura.h"
#include "sutura/tissue.h"
#include "sutura/tool.h"

#include "check.h"
#include "math/quat.h"
#include "math/vec3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ALONG = 21,
    ACROSS = 11,
    NODES = ALONG * ACROSS,
    TRIANGLES = 2 * (ALONG - 1) * (ACROSS - 1)
};
static const double dt = 1e-3;

typedef struct bench {
    sut_world *w;
    sut_tissue_id sheet;
    sut_thread_id thread;
    sut_tool_id tool;
    sut_pose pose;
    size_t memory;
} bench;

// A sheet of 20 mm by 10 mm in z = 0, pinned at x = -10 mm, and a thread above it along y.
static void add_sheet(bench *b) {
    static sut_vec3 node[NODES];
    static int triangle[TRIANGLES][3];
    int pinned[ACROSS];
    int t = 0;
    for (int j = 0; j < ACROSS; j++) {
        pinned[j] = j * ALONG;
        for (int i = 0; i < ALONG; i++) {
            int a = j * ALONG + i;
            node[a] = v3(-0.01 + 1e-3 * i, -0.005 + 1e-3 * j, 0.0);
            if (i < ALONG - 1 && j < ACROSS - 1) {
                const int two[2][3] = {{a, a + 1, a + ALONG + 1}, {a, a + ALONG + 1, a + ALONG}};
                memcpy(triangle[t], two, sizeof two);
                t += 2;
            }
        }
    }
    sut_tissue_def d = sut_default_tissue_def();
    d.model = SUT_TISSUE_SHELL;
    d.nodes = node;
    d.node_count = NODES;
    d.triangles = (const int(*)[3])triangle;
    d.triangle_count = TRIANGLES;
    d.young = 1e6;
    d.poisson = 0.5;
    d.thickness = 0.5e-3;
    d.damping_linear = 5.0;
    CHECK(sut_tissue_create(b->w, &d, &b->sheet) == SUT_OK);
    sut_support_def p = sut_default_support_def();
    p.nodes = pinned;
    p.node_count = ACROSS;
    sut_support_id support;
    CHECK(sut_support_create(b->w, b->sheet, &p, &support) == SUT_OK);
}

static void add_thread(bench *b, double height) {
    enum { N = 21 };
    sut_vec3 x[N];
    for (int i = 0; i < N; i++) {
        x[i] = v3(0.004, -0.01 + 1e-3 * i, height);
    }
    sut_thread_def d = sut_default_thread_def();
    d.positions = x;
    d.vertex_count = N;
    d.radius = 0.1e-3;
    d.EI = 1e-9;
    d.GJ = 1e-9;
    d.EA = 50.0;
    d.mass_per_length = 1e-4;
    CHECK(sut_thread_create(b->w, &d, &b->thread) == SUT_OK);
}

static bench bench_with(const sut_tool_def *tool) {
    bench b;
    memset(&b, 0, sizeof b);
    sut_world_def def = sut_default_world_def();
    def.capacity.tissues = 1;
    def.capacity.supports = 1;
    def.capacity.tools = 1;
    def.gravity = v3_zero();
    CHECK(sut_world_create(&def, &b.w) == SUT_OK);
    add_sheet(&b);
    if (tool->kind == SUT_TOOL_BLADE) {
        add_thread(&b, 0.01);
    }
    CHECK(sut_tool_create(b.w, tool, &b.tool) == SUT_OK);
    b.pose = tool->pose;
    CHECK(sut_world_step(b.w, dt) == SUT_OK);
    b.memory = sut_world_stats(b.w).memory;
    return b;
}

typedef struct tally {
    int cuts, thread_cuts, blocked;
    double length;
} tally;

static bool lead(bench *b, double jaw, tally *t) {
    if (sut_tool_set_target(b->w, b->tool, &b->pose, jaw) != SUT_OK ||
        sut_world_step(b->w, dt) != SUT_OK) {
        return false;
    }
    int count = 0;
    const sut_event *e = sut_world_events(b->w, &count);
    for (int i = 0; i < count; i++) {
        t->cuts += e[i].type == SUT_EV_CUT;
        t->length += e[i].type == SUT_EV_CUT ? e[i].amount : 0.0;
        t->thread_cuts += e[i].type == SUT_EV_CUT_THREAD;
        t->blocked += e[i].type == SUT_EV_GUARD;
    }
    return true;
}

static sut_tissue_view view_of(const bench *b) {
    sut_tissue_view v;
    memset(&v, 0, sizeof v);
    CHECK(sut_tissue_get_view(b->w, b->sheet, &v) == SUT_OK);
    return v;
}

static double area_of(const sut_tissue_view *v) {
    double sum = 0.0;
    for (int t = 0; t < v->triangle_count; t++) {
        const int *c = v->triangles[t];
        sum += 0.5 * v3_norm(v3_cross(v3_sub(v->initial[c[1]], v->initial[c[0]]),
                                      v3_sub(v->initial[c[2]], v->initial[c[0]])));
    }
    return sum;
}

//---- scissors ------------------------------------------------------------------------------------
// Along y over the sheet, blades above and below it, tips beyond its far edge.
static sut_tool_def scissors_at(double x) {
    sut_tool_def d = sut_default_tool_def(SUT_TOOL_SCISSORS);
    sut_quat along = q_exp(v3(0.5 * SUT_PI, 0.0, 0.0)); // reaches along y, opens along x
    sut_quat flat = q_exp(v3(0.0, 0.5 * SUT_PI, 0.0));  // and now along z
    d.pose.rotation = q_mul(flat, along);
    d.pose.position = v3(x, 0.006, 0.0);
    return d;
}

static bool close_and_open(bench *b, tally *t) {
    for (int k = 0; k <= 400; k++) {
        if (!lead(b, fabs(1.0 - k / 200.0), t)) {
            return false;
        }
    }
    return true;
}

TEST(scissors_cut_a_sheet_in_two_once) {
    sut_tool_def d = scissors_at(0.004);
    bench b = bench_with(&d);
    sut_tissue_view before = view_of(&b);
    double mass = before.mass;
    double area = area_of(&before);
    tally t = {0};
    REQUIRE(close_and_open(&b, &t));
    CHECK(t.cuts == 1);
    CHECK(t.blocked == 0);
    CHECK_NEAR(t.length / 0.01, 1.0, 0.02); // the width, along nodes at most 0.2 of an edge aside
    sut_tissue_view v = view_of(&b);
    CHECK(v.node_count > NODES);
    CHECK_NEAR(v.mass / mass, 1.0, 1e-12);
    CHECK_NEAR(area_of(&v) / area, 1.0, 1e-12);
    CHECK(sut_world_stats(b.w).memory == b.memory); // nothing is taken in a step
    REQUIRE(close_and_open(&b, &t));
    CHECK(t.cuts == 1); // what is cut is not cut again
    sut_world_destroy(b.w);
}

TEST(scissors_in_the_air_cut_nothing) {
    sut_tool_def d = scissors_at(0.03);
    bench b = bench_with(&d);
    tally t = {0};
    REQUIRE(close_and_open(&b, &t));
    CHECK(t.cuts == 0 && t.thread_cuts == 0);
    CHECK(view_of(&b).node_count == NODES);
    sut_world_destroy(b.w);
}

TEST(scissors_cut_a_thread_between_them) {
    sut_tool_def d = sut_default_tool_def(SUT_TOOL_SCISSORS);
    d.pose.rotation = q_exp(v3(0.0, 0.5 * SUT_PI, 0.0));
    d.pose.position = v3(0.0, 0.0, 0.02); // reaches beyond the thread at x = 4 mm
    bench b;
    memset(&b, 0, sizeof b);
    sut_world_def def = sut_default_world_def();
    def.capacity.tools = 1;
    def.gravity = v3_zero();
    REQUIRE(sut_world_create(&def, &b.w) == SUT_OK);
    add_thread(&b, 0.02);
    REQUIRE(sut_tool_create(b.w, &d, &b.tool) == SUT_OK);
    b.pose = d.pose;
    tally t = {0};
    REQUIRE(close_and_open(&b, &t));
    CHECK(t.thread_cuts == 1);
    sut_thread_view v;
    REQUIRE(sut_thread_get_view(b.w, b.thread, &v) == SUT_OK);
    double cuts = 0.0;
    for (int e = 0; e < v.vertex_count - 1; e++) {
        cuts += v.cut[e];
    }
    CHECK(cuts > 0.5 && cuts < 1.5);
    sut_world_destroy(b.w);
}

//---- blades --------------------------------------------------------------------------------------
static sut_tool_def blade_at(double x, double y) {
    sut_tool_def d = sut_default_tool_def(SUT_TOOL_BLADE);
    d.pose.position = v3(x, y, -0.005);
    return d;
}

TEST(a_blade_leaves_a_slit_where_it_was_led) {
    sut_tool_def d = blade_at(-0.0043, 0.03);
    bench b = bench_with(&d);
    tally t = {0};
    double area;
    {
        sut_tissue_view v = view_of(&b);
        area = area_of(&v);
    }
    // from outside in over the rim to the middle
    for (int k = 0; k < 600; k++) {
        b.pose.position.y -= 5e-5;
        REQUIRE(lead(&b, 0.0, &t));
    }
    REQUIRE(lead(&b, 1.0, &t));
    CHECK(t.cuts > 2);
    CHECK(t.blocked == 0);
    CHECK_NEAR(t.length / 0.005, 1.0, 0.25); // it ends within an edge, 1 mm, of 5 mm
    sut_tissue_view v = view_of(&b);
    CHECK_NEAR(area_of(&v) / area, 1.0, 1e-12);
    CHECK(sut_world_stats(b.w).memory == b.memory);
    sut_world_destroy(b.w);
}

TEST(a_blade_that_does_not_cut_only_touches) {
    sut_tool_def d = blade_at(0.004, 0.02);
    d.pose.position.z = -0.005;
    bench b = bench_with(&d);
    tally t = {0};
    for (int k = 0; k < 300; k++) {
        b.pose.position.y -= 5e-5;
        REQUIRE(lead(&b, 1.0, &t));
    }
    CHECK(t.cuts == 0 && t.thread_cuts == 0);
    CHECK(view_of(&b).node_count == NODES);
    sut_world_destroy(b.w);
}

TEST(a_cut_in_progress_is_restored_bit_for_bit) {
    sut_tool_def d = blade_at(-0.0043, 0.007);
    bench b = bench_with(&d);
    tally t = {0};
    for (int k = 0; k < 100; k++) {
        b.pose.position.y -= 5e-5;
        REQUIRE(lead(&b, 0.0, &t));
    }
    size_t size = sut_world_snapshot(b.w, NULL, 0);
    void *image = malloc(size);
    REQUIRE(image && sut_world_snapshot(b.w, image, size) == size);
    bench other = bench_with(&d);
    other.pose = b.pose;
    REQUIRE(sut_world_restore(other.w, image, size) == SUT_OK);
    for (int k = 0; k < 60; k++) {
        b.pose.position.y -= 5e-5;
        other.pose = b.pose;
        REQUIRE(lead(&b, 0.0, &t) && lead(&other, 0.0, &t));
        REQUIRE(sut_world_hash(b.w) == sut_world_hash(other.w));
    }
    free(image);
    sut_world_destroy(b.w);
    sut_world_destroy(other.w);
}

TEST(a_tool_without_anything_to_act_on_tells_it) {
    sut_tool_def d = scissors_at(0.03);
    bench b = bench_with(&d);
    REQUIRE(sut_tool_note_idle(b.w, b.tool) == SUT_OK);
    REQUIRE(sut_world_step(b.w, dt) == SUT_OK);
    int count = 0;
    const sut_event *e = sut_world_events(b.w, &count);
    REQUIRE(count == 1);
    CHECK(e[0].type == SUT_EV_IDLE && e[0].a == b.tool.index1);
    REQUIRE(sut_world_step(b.w, dt) == SUT_OK);
    (void)sut_world_events(b.w, &count);
    CHECK(count == 0);
    sut_world_destroy(b.w);
}
