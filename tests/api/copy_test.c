// SPDX-License-Identifier: MIT
// A world that becomes what another is, without memory: public headers and the shared library only.
#include "check.h"

#include <sutura/sutura.h>

#include <stdlib.h>
#include <string.h>

enum { VERTICES = 41 };

// Counts what is taken.
static void *count_alloc(void *ctx, size_t size, size_t alignment) {
    (*(int *)ctx)++;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void count_free(void *ctx, void *p, size_t size) {
    (void)ctx;
    (void)size;
    free(p);
}

static sut_world *empty(int *taken) {
    sut_world_def def = sut_default_world_def();
    def.capacity.tissues = 1;
    def.capacity.supports = 2;
    def.allocator = (sut_allocator){.alloc = count_alloc, .free = count_free, .ctx = taken};
    sut_world *w = NULL;
    CHECK_EQ_INT(sut_world_create(&def, &w), SUT_OK);
    return w;
}

// A thread that falls onto a ball, led at one end, and a skin that hangs beside it.
typedef struct scene {
    sut_world *w;
    sut_thread_id thread;
    sut_hold_id hold;
} scene;

static scene make(int *taken) {
    scene s = {.w = empty(taken)};
    sut_vec3 x[VERTICES];
    for (int i = 0; i < VERTICES; i++) {
        x[i] = (sut_vec3){1e-3 * (i - VERTICES / 2), 1e-4, 0.0115};
    }
    sut_thread_def t = sut_default_thread_def();
    t.positions = x;
    t.vertex_count = VERTICES;
    t.radius = 2e-4;
    CHECK_EQ_INT(sut_thread_create(s.w, &t, &s.thread), SUT_OK);
    sut_hold_def h = sut_default_hold_def();
    CHECK_EQ_INT(sut_hold_create(s.w, s.thread, &h, &s.hold), SUT_OK);
    sut_obstacle_def o = sut_default_obstacle_def();
    o.kind = SUT_OBSTACLE_SPHERE;
    o.radius = 0.01;
    sut_obstacle_id ball;
    CHECK_EQ_INT(sut_obstacle_create(s.w, &o, &ball), SUT_OK);
    const sut_vec3 node[6] = {{0.05, 0, 0},    {0.06, 0, 0},    {0.05, 0.01, 0},
                              {0.06, 0.01, 0}, {0.05, 0.02, 0}, {0.06, 0.02, 0}};
    const int triangle[4][3] = {{0, 1, 3}, {0, 3, 2}, {2, 3, 5}, {2, 5, 4}};
    sut_tissue_def d = sut_default_tissue_def();
    d.model = SUT_TISSUE_SHELL;
    d.nodes = node;
    d.node_count = 6;
    d.triangles = triangle;
    d.triangle_count = 4;
    d.young = 1e5;
    d.thickness = 1e-3;
    sut_tissue_id skin;
    CHECK_EQ_INT(sut_tissue_create(s.w, &d, &skin), SUT_OK);
    const int rim[2] = {0, 1};
    sut_support_def p = sut_default_support_def();
    p.nodes = rim;
    p.node_count = 2;
    sut_support_id support;
    CHECK_EQ_INT(sut_support_create(s.w, skin, &p, &support), SUT_OK);
    return s;
}

static void go(const scene *s, sut_world *w, int from, int to) {
    for (int k = from; k < to; k++) {
        sut_hold_key key = {.position = {-0.02 + 1e-5 * k, 1e-4, 0.0115 + 1e-5 * k}};
        CHECK_EQ_INT(sut_hold_set_target(w, s->hold, &key), SUT_OK);
        CHECK_EQ_INT(sut_world_step(w, 1e-3), SUT_OK);
    }
}

static sut_world *restored(const scene *s, int *taken) {
    size_t size = sut_world_snapshot(s->w, NULL, 0);
    void *image = malloc(size);
    (void)sut_world_snapshot(s->w, image, size);
    sut_world *w = empty(taken);
    CHECK_EQ_INT(sut_world_restore(w, image, size), SUT_OK);
    free(image);
    return w;
}

TEST(a_copy_is_the_world_and_takes_no_memory) {
    int taken = 0;
    scene s = make(&taken);
    sut_world *ahead = restored(&s, &taken);
    go(&s, s.w, 0, 150);
    int before = taken;
    CHECK_EQ_INT(sut_world_copy(ahead, s.w), SUT_OK);
    CHECK_EQ_INT(taken, before);
    CHECK_EQ_U64(sut_world_hash(ahead), sut_world_hash(s.w));
    // with what one sees of the last step
    int count[2];
    const sut_contact_view *a = sut_world_contacts(s.w, &count[0]);
    const sut_contact_view *b = sut_world_contacts(ahead, &count[1]);
    CHECK(count[0] > 0);
    CHECK_EQ_INT(count[0], count[1]);
    CHECK(memcmp(a, b, (size_t)count[0] * sizeof *a) == 0);
    sut_stats left = sut_world_stats(s.w);
    sut_stats right = sut_world_stats(ahead);
    CHECK_EQ_INT(left.linearisations, right.linearisations);
    CHECK(left.effort_us == right.effort_us);
    sut_world_destroy(ahead);
    sut_world_destroy(s.w);
}

TEST(a_restore_into_the_same_bodies_takes_no_memory_and_leaves_the_last_step_to_see) {
    int taken = 0;
    scene s = make(&taken);
    go(&s, s.w, 0, 150);
    size_t size = sut_world_snapshot(s.w, NULL, 0);
    void *image = malloc(size);
    (void)sut_world_snapshot(s.w, image, size);
    uint64_t hash = sut_world_hash(s.w);
    int before = taken;
    CHECK_EQ_INT(sut_world_step(s.w, 1e-3), SUT_OK);
    uint64_t ahead = sut_world_hash(s.w);
    int count[2];
    (void)sut_world_contacts(s.w, &count[0]);
    CHECK(count[0] > 0);
    sut_stats last = sut_world_stats(s.w);
    CHECK_EQ_INT(sut_world_restore(s.w, image, size), SUT_OK);
    CHECK_EQ_INT(taken, before);
    CHECK_EQ_U64(sut_world_hash(s.w), hash);
    (void)sut_world_contacts(s.w, &count[1]);
    CHECK_EQ_INT(count[0], count[1]);
    CHECK_EQ_INT(sut_world_stats(s.w).linearisations, last.linearisations);
    CHECK_EQ_INT(sut_world_step(s.w, 1e-3), SUT_OK);
    CHECK_EQ_U64(sut_world_hash(s.w), ahead);
    free(image);
    sut_world_destroy(s.w);
}

TEST(a_copy_goes_on_as_the_world_does_again_and_again) {
    int taken = 0;
    scene s = make(&taken);
    sut_world *ahead = restored(&s, &taken);
    for (int round = 0; round < 3; round++) {
        CASE("round %d", round);
        int at = 100 * round;
        go(&s, s.w, at, at + 60);
        CHECK_EQ_INT(sut_world_copy(ahead, s.w), SUT_OK);
        go(&s, ahead, at + 60, at + 100); // ahead first, then the world itself
        go(&s, s.w, at + 60, at + 100);
        CHECK_EQ_U64(sut_world_hash(ahead), sut_world_hash(s.w));
    }
    sut_world_destroy(ahead);
    sut_world_destroy(s.w);
}

TEST(worlds_that_differ_are_not_copied) {
    int taken = 0;
    scene s = make(&taken);
    sut_world *other = empty(&taken);
    uint64_t before = sut_world_hash(other);
    CHECK_EQ_INT(sut_world_copy(other, s.w), SUT_E_CONFLICT);
    CHECK(strstr(sut_world_refusal(other), "restore") != NULL);
    CHECK_EQ_U64(sut_world_hash(other), before);
    CHECK_EQ_INT(sut_world_copy(other, NULL), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_world_copy(other, other), SUT_OK);
    sut_world_destroy(other);
    sut_world_destroy(s.w);
}
