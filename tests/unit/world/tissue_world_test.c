// SPDX-License-Identifier: MIT
// tissue_world_test.c -- tissues among threads, solids and each other, through the public calls.
#include "sutura/state.h"
#include "sutura/sutura.h"
#include "sutura/tissue.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 11, NODES = SIDE * SIDE, TRIANGLES = 2 * (SIDE - 1) * (SIDE - 1) };

// A square sheet of that side length in the plane z = height, nodes by rows.
typedef struct sheet {
    sut_vec3 node[NODES];
    int triangle[TRIANGLES][3];
    int rim[4 * SIDE];
    int rim_count;
} sheet;

static void lay_sheet(sheet *s, double length, sut_vec3 corner) {
    double step = length / (SIDE - 1);
    int t = 0;
    s->rim_count = 0;
    for (int j = 0; j < SIDE; j++) {
        for (int i = 0; i < SIDE; i++) {
            s->node[j * SIDE + i] = v3_add(corner, v3(i * step, j * step, 0.0));
            if (i == 0 || j == 0 || i == SIDE - 1 || j == SIDE - 1) {
                s->rim[s->rim_count++] = j * SIDE + i;
            }
            if (i < SIDE - 1 && j < SIDE - 1) {
                int a = j * SIDE + i;
                const int two[2][3] = {{a, a + 1, a + SIDE + 1}, {a, a + SIDE + 1, a + SIDE}};
                memcpy(s->triangle[t], two[0], sizeof two[0]);
                memcpy(s->triangle[t + 1], two[1], sizeof two[1]);
                t += 2;
            }
        }
    }
}

static sut_tissue_def skin_def(const sheet *s) {
    sut_tissue_def d = sut_default_tissue_def();
    d.model = SUT_TISSUE_SHELL;
    d.nodes = s->node;
    d.node_count = NODES;
    d.triangles = (const int(*)[3])s->triangle;
    d.triangle_count = TRIANGLES;
    d.young = 1e6;
    d.thickness = 1e-3;
    return d;
}

static sut_world *soft_world(void) {
    sut_world_def def = sut_default_world_def();
    def.capacity.tissues = 3;
    def.capacity.supports = 6;
    sut_world *w = NULL;
    CHECK(sut_world_create(&def, &w) == SUT_OK);
    return w;
}

static sut_tissue_id add_sheet(sut_world *w, double height, bool held) {
    static sheet s;
    lay_sheet(&s, 0.05, v3(-0.025, -0.025, height));
    sut_tissue_def d = skin_def(&s);
    sut_tissue_id id = {0, 0};
    CHECK(sut_tissue_create(w, &d, &id) == SUT_OK);
    if (held) {
        sut_support_def p = sut_default_support_def();
        p.nodes = s.rim;
        p.node_count = s.rim_count;
        sut_support_id support;
        CHECK(sut_support_create(w, id, &p, &support) == SUT_OK);
    }
    return id;
}

static sut_thread_id add_thread(sut_world *w, double height) {
    enum { N = 41 };
    sut_vec3 x[N];
    for (int i = 0; i < N; i++) {
        x[i] = v3(-0.02 + 0.001 * i, 0.0013, height);
    }
    sut_thread_def d = sut_default_thread_def();
    d.positions = x;
    d.vertex_count = N;
    d.radius = 0.25e-3;
    d.EI = 1e-7;
    d.GJ = 1e-7;
    d.EA = 100.0;
    d.mass_per_length = 2e-3;
    sut_thread_id id = {0, 0};
    CHECK(sut_thread_create(w, &d, &id) == SUT_OK);
    return id;
}

static double thread_low(const sut_world *w, sut_thread_id id) {
    sut_thread_view v;
    CHECK(sut_thread_get_view(w, id, &v) == SUT_OK);
    double low = HUGE_VAL;
    for (int i = 0; i < v.vertex_count; i++) {
        low = v.position[i].z < low ? v.position[i].z : low;
    }
    return low;
}

static bool go(sut_world *w, int steps) {
    for (int k = 0; k < steps; k++) {
        if (sut_world_step(w, 1e-3) != SUT_OK) {
            return false;
        }
    }
    return true;
}

// A thread that falls onto a sheet stays there, and the rim bears the weight of both.
TEST(thread_lies_on_a_sheet) {
    sut_world *w = soft_world();
    sut_tissue_id sheet_id = add_sheet(w, 0.0, true);
    sut_thread_id thread = add_thread(w, 0.005);
    REQUIRE(go(w, 1500));
    CHECK(thread_low(w, thread) > -0.01);
    sut_tissue_figures f;
    sut_tissue_view v;
    CHECK(sut_tissue_get_figures(w, sheet_id, &f) == SUT_OK);
    CHECK(sut_tissue_get_view(w, sheet_id, &v) == SUT_OK);
    double weight = 9.81 * (v.mass + 0.04 * 2e-3);
    CHECK_NEAR(f.support_force.z / weight, 1.0, 0.05);
    int count = 0;
    const sut_contact_view *c = sut_world_contacts(w, &count);
    sut_vec3 sum = v3_zero();
    for (int i = 0; i < count; i++) {
        CHECK(c[i].tissue[1].index1 == sheet_id.index1 && c[i].thread[0].index1 == thread.index1);
        sum = v3_add(sum, c[i].force);
    }
    CHECK_NEAR(sum.z / (9.81 * 0.04 * 2e-3), 1.0, 0.05);
    sut_world_destroy(w);
}

// A sphere that is driven into a sheet at 1 m/s pushes it aside and comes back.
TEST(sphere_pushes_a_sheet) {
    sut_world *w = soft_world();
    sut_tissue_id sheet_id = add_sheet(w, 0.0, true);
    sut_obstacle_key keys[3] = {{0.0, {0.0, 0.0, 0.02}, {0, 0, 0}},
                                {0.03, {0.0, 0.0, -0.005}, {0, 0, 0}},
                                {0.06, {0.0, 0.0, 0.02}, {0, 0, 0}}};
    sut_obstacle_def o = sut_default_obstacle_def();
    o.kind = SUT_OBSTACLE_SPHERE;
    o.center = keys[0].position;
    o.radius = 0.008;
    o.keys = keys;
    o.key_count = 3;
    sut_obstacle_id ball;
    REQUIRE(sut_obstacle_create(w, &o, &ball) == SUT_OK);
    double lowest = 0.0;
    for (int k = 0; k < 100; k++) {
        REQUIRE(go(w, 1));
        sut_tissue_view v;
        sut_vec3 at, turn;
        (void)sut_tissue_get_view(w, sheet_id, &v);
        (void)sut_obstacle_get_pose(w, ball, &at, &turn);
        for (int i = 0; i < v.node_count; i++) {
            CHECK(v3_distance(v.position[i], at) > o.radius);
            lowest = v.position[i].z < lowest ? v.position[i].z : lowest;
        }
    }
    CHECK(lowest < -0.01);
    sut_world_destroy(w);
}

// A free sheet falls onto one that is held.
TEST(sheet_falls_onto_a_sheet) {
    sut_world *w = soft_world();
    sut_tissue_id lower = add_sheet(w, 0.0, true);
    sut_tissue_id upper = add_sheet(w, 0.004, false);
    REQUIRE(go(w, 120));
    sut_tissue_view a, b;
    (void)sut_tissue_get_view(w, lower, &a);
    (void)sut_tissue_get_view(w, upper, &b);
    for (int i = 0; i < NODES; i++) {
        CASE("node %d", i);
        CHECK(b.position[i].z > a.position[i].z);
    }
    sut_world_destroy(w);
}

static size_t image_of(const sut_world *w, void **out) {
    size_t size = sut_world_snapshot(w, NULL, 0);
    *out = malloc(size);
    return sut_world_snapshot(w, *out, size);
}

// What is restored in the middle of a contact goes on bit for bit.
TEST(restored_tissue_goes_on_bit_for_bit) {
    sut_world *w = soft_world();
    (void)add_sheet(w, 0.0, true);
    (void)add_thread(w, 0.001);
    REQUIRE(go(w, 60));
    void *image;
    size_t size = image_of(w, &image);
    sut_world *other = soft_world();
    REQUIRE(sut_world_restore(other, image, size) == SUT_OK);
    CHECK(sut_world_hash(other) == sut_world_hash(w));
    for (int k = 0; k < 60; k++) {
        CASE("step %d", k);
        REQUIRE(go(w, 1) && go(other, 1));
        REQUIRE(sut_world_hash(other) == sut_world_hash(w));
    }
    free(image);
    sut_world_destroy(other);
    sut_world_destroy(w);
}

typedef struct bytes {
    unsigned char *at;
    size_t size, room;
} bytes;

// A world that lists its pairs anew every few steps, and one that passes over what it knows to be
// apart: the same contacts in the same order.
TEST(what_is_passed_over_makes_no_difference) {
    enum { SPELL = 7, SPELLS = 40 };
    sut_world *w = soft_world();
    sut_world *fresh = soft_world();
    (void)add_sheet(w, 0.0, true);
    (void)add_sheet(w, 0.004, false);
    (void)add_thread(w, 0.008);
    int touching = 0;
    for (int k = 0; k < SPELLS; k++) {
        void *image = NULL;
        size_t size = image_of(w, &image);
        REQUIRE(sut_world_restore(fresh, image, size) == SUT_OK);
        free(image);
        REQUIRE(go(w, SPELL) && go(fresh, SPELL));
        REQUIRE(sut_world_hash(w) == sut_world_hash(fresh));
        touching += sut_world_stats(w).contacts > 0 ? 1 : 0;
    }
    CHECK(touching > SPELLS / 4);
    sut_world_destroy(fresh);
    sut_world_destroy(w);
}

static bool keep(void *ctx, const void *data, size_t size) {
    bytes *b = ctx;
    if (b->size + size > b->room) {
        b->room = 2 * (b->size + size);
        b->at = realloc(b->at, b->room);
    }
    memcpy(b->at + b->size, data, size);
    b->size += size;
    return true;
}

TEST(recorded_tissue_replays_bit_for_bit) {
    sut_world *w = soft_world();
    bytes b = {NULL, 0, 0};
    REQUIRE(sut_record_start(w, (sut_record_sink){keep, &b}) == SUT_OK);
    sut_tissue_id id = add_sheet(w, 0.0, true);
    (void)add_thread(w, 0.001);
    REQUIRE(go(w, 80));
    (void)sut_tissue_destroy(w, id);
    REQUIRE(go(w, 5));
    CHECK(sut_record_stop(w) == SUT_OK);
    sut_replay *r = NULL;
    REQUIRE(sut_replay_open(b.at, b.size, NULL, &r) == SUT_OK);
    sut_replay_step step;
    int steps = 0;
    while (sut_replay_next(r, &step)) {
        CASE("step %d", steps);
        REQUIRE(step.got == step.recorded);
        steps++;
    }
    CHECK(sut_replay_result(r) == SUT_OK);
    CHECK(steps == 85);
    sut_replay_close(r);
    free(b.at);
    sut_world_destroy(w);
}

TEST(tissues_that_start_inside_of_something_are_refused) {
    sut_world *w = soft_world();
    (void)add_thread(w, 0.0);
    static sheet s;
    lay_sheet(&s, 0.05, v3(-0.025, -0.025, 0.0001));
    sut_tissue_def d = skin_def(&s);
    sut_tissue_id id;
    CHECK(sut_tissue_create(w, &d, &id) == SUT_E_CONFLICT);
    CHECK(strstr(sut_world_refusal(w), "starts inside of") != NULL);
    lay_sheet(&s, 0.05, v3(-0.025, -0.025, 0.01));
    CHECK(sut_tissue_create(w, &d, &id) == SUT_OK);
    sut_world_destroy(w);
}

//---- cuts ----------------------------------------------------------------------------------------
static double mass_of(const sut_world *w, sut_tissue_id id) {
    sut_tissue_view v;
    CHECK(sut_tissue_get_view(w, id, &v) == SUT_OK);
    return v.mass;
}

// Beside the thread that lies on the sheet.
static const sut_vec3 cut_path[2] = {{-0.017, -0.0123, 0.0}, {0.016, -0.011, 0.0}};

TEST(a_cut_opens_and_keeps_what_lies_on_the_sheet) {
    sut_world *w = soft_world();
    sut_tissue_id id = add_sheet(w, 0.0, true);
    sut_thread_id thread = add_thread(w, 0.001);
    REQUIRE(go(w, 60));
    double mass = mass_of(w, id);
    double length = 0.0;
    REQUIRE(sut_tissue_cut(w, id, cut_path, 2, &length) == SUT_OK);
    CHECK_NEAR(length, 0.033, 0.005); // its ends are nodes: an edge of 5 mm off together
    CHECK_NEAR(mass_of(w, id) / mass, 1.0, 1e-12);
    sut_tissue_view v;
    REQUIRE(sut_tissue_get_view(w, id, &v) == SUT_OK);
    CHECK(v.mesh_changes == 1 && v.node_count > NODES && v.triangle_count > TRIANGLES);
    REQUIRE(go(w, 100));
    CHECK(thread_low(w, thread) > -0.01); // its weight is borne: free, it would be 60 mm down
    sut_world_destroy(w);
}

TEST(a_cut_tissue_is_restored_and_replayed_bit_for_bit) {
    sut_world *w = soft_world();
    bytes b = {NULL, 0, 0};
    REQUIRE(sut_record_start(w, (sut_record_sink){keep, &b}) == SUT_OK);
    sut_tissue_id id = add_sheet(w, 0.0, true);
    (void)add_thread(w, 0.001);
    REQUIRE(go(w, 30));
    REQUIRE(sut_tissue_cut(w, id, cut_path, 2, NULL) == SUT_OK);
    REQUIRE(go(w, 10));
    void *image;
    size_t size = image_of(w, &image);
    sut_world *other = soft_world();
    REQUIRE(sut_world_restore(other, image, size) == SUT_OK);
    for (int k = 0; k < 30; k++) {
        CASE("step %d", k);
        REQUIRE(sut_world_hash(other) == sut_world_hash(w));
        REQUIRE(go(w, 1) && go(other, 1));
    }
    CHECK(sut_record_stop(w) == SUT_OK);
    sut_replay *r = NULL;
    REQUIRE(sut_replay_open(b.at, b.size, NULL, &r) == SUT_OK);
    sut_replay_step step;
    while (sut_replay_next(r, &step)) {
        REQUIRE(step.got == step.recorded);
    }
    CHECK(sut_replay_result(r) == SUT_OK);
    sut_replay_close(r);
    free(image);
    free(b.at);
    sut_world_destroy(other);
    sut_world_destroy(w);
}

TEST(cuts_that_cannot_be_made_are_refused) {
    sut_world *w = soft_world();
    sut_tissue_id id = add_sheet(w, 0.0, true);
    CHECK(sut_tissue_cut(w, id, cut_path, 1, NULL) == SUT_E_ARGUMENT);
    CHECK(sut_tissue_cut(w, (sut_tissue_id){3, 1}, cut_path, 2, NULL) == SUT_E_ID);
    sut_vec3 bad[2] = {{0.0, 0.0, (double)NAN}, {0.0, 0.0, 0.0}};
    CHECK(sut_tissue_cut(w, id, bad, 2, NULL) == SUT_E_ARGUMENT);
    // a quarter more than the mesh has, and no more
    sut_result result = SUT_OK;
    int cuts = 0;
    for (; result == SUT_OK && cuts < 50; cuts++) {
        sut_vec3 path[2] = {{-0.02, -0.02 + 0.0011 * cuts, 0.0},
                            {0.02, -0.021 + 0.0011 * cuts, 0.0}};
        result = sut_tissue_cut(w, id, path, 2, NULL);
    }
    CHECK(result == SUT_E_CAPACITY);
    CHECK(cuts > 2);
    CHECK(go(w, 20)); // the world is as it was
    sut_world_destroy(w);
}
