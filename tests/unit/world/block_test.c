// SPDX-License-Identifier: MIT
// block_test.c -- a kind of body that the engine does not know, among threads and tools.
#include "sutura/certificate.h"
#include "sutura/sutura.h"

#include "block_body.h"
#include "check.h"
#include "math/quat.h"
#include "math/vec3.h"

#include <math.h>
#include <stdlib.h>

// A substep that was solved to the end leaves 1e-11 of the largest force on each of its nodes.
static const double unbalanced = 1e-9;

static sut_world *block_world(void) {
    sut_world_def def = sut_default_world_def();
    def.capacity.tissues = 2;
    def.gravity = v3_zero();
    sut_world *w = NULL;
    CHECK(sut_world_create(&def, &w) == SUT_OK);
    return w;
}

//---- a thread looped round it --------------------------------------------------------------------
// Once round the block at this distance from its middle, ends along x and side by side in z.
static int lay_loop(sut_vec3 *x, int most, double half) {
    const double tail = 0.012;
    const double step = 1e-3;
    const sut_vec3 corner[6] = {{tail, -half, 0.0}, {-half, -half, 0.0}, {-half, half, 0.0},
                                {half, half, 0.0},  {half, -half, 0.0},  {-tail, -half, 0.0}};
    double total = 0.0;
    for (int k = 0; k < 5; k++) {
        total += v3_distance(corner[k], corner[k + 1]);
    }
    int n = 0;
    double before = 0.0;
    for (int k = 0; k < 5; k++) {
        double length = v3_distance(corner[k], corner[k + 1]);
        for (; n * step <= before + length && n < most; n++) {
            x[n] = v3_lerp(corner[k], corner[k + 1], (n * step - before) / length);
            x[n].z = 3e-3 * (n * step / total - 0.5);
        }
        before += length;
    }
    return n;
}

typedef struct looped {
    sut_world *w;
    sut_tissue_id block;
    sut_thread_id thread;
    sut_hold_id end[2];
    sut_vec3 from[2];
    sut_certificate *judge;
} looped;

static sut_hold_id hold_end(looped *l, int vertex) {
    sut_hold_def h = sut_default_hold_def();
    h.vertex = vertex;
    sut_hold_id id = {0, 0};
    CHECK(sut_hold_create(l->w, l->thread, &h, &id) == SUT_OK);
    return id;
}

static void watch(looped *l) {
    sut_thread_view t;
    sut_tissue_view b;
    (void)sut_thread_get_view(l->w, l->thread, &t);
    (void)sut_tissue_get_view(l->w, l->block, &b);
    CHECK(sut_certificate_create(v3(-0.05, -0.05, -0.05), v3(0.05, 0.05, 0.05), NULL, &l->judge) ==
          SUT_OK);
    CHECK(sut_certificate_add(l->judge, t.position, t.vertex_count, t.radius, false, NULL) ==
          SUT_OK);
    CHECK(sut_certificate_add_surface(l->judge, b.position, b.node_count, b.triangles,
                                      b.triangle_count, t.radius, NULL) == SUT_OK);
}

static looped loop_round_block(void) {
    looped l = {.w = block_world()};
    l.block = block_add(l.w, v3(8e-3, 8e-3, 24e-3));
    sut_vec3 x[100];
    sut_thread_def d = sut_default_thread_def();
    d.radius = 2e-4;
    d.vertex_count = lay_loop(x, 100, 4.6e-3);
    d.positions = x;
    d.EI = 1e-9;
    d.GJ = 1e-9;
    d.EA = 10.0;
    d.mass_per_length = 1e-4;
    CHECK(sut_thread_create(l.w, &d, &l.thread) == SUT_OK);
    l.end[0] = hold_end(&l, 0);
    l.end[1] = hold_end(&l, d.vertex_count - 1);
    l.from[0] = x[0];
    l.from[1] = x[d.vertex_count - 1];
    watch(&l);
    return l;
}

static void pull_ends(looped *l, double way) {
    for (int e = 0; e < 2; e++) {
        sut_hold_key to = {.t = 0.0};
        to.position = v3_add(l->from[e], v3(e == 0 ? way : -way, 0.0, 0.0));
        CHECK(sut_hold_set_target(l->w, l->end[e], &to) == SUT_OK);
    }
}

static void judge_step(looped *l) {
    sut_thread_view t;
    sut_tissue_view b;
    (void)sut_thread_get_view(l->w, l->thread, &t);
    (void)sut_tissue_get_view(l->w, l->block, &b);
    const sut_vec3 *x[1] = {t.position};
    CHECK(sut_certificate_surface_positions(l->judge, 0, b.position) == SUT_OK);
    CHECK(sut_certificate_advance(l->judge, x) == SUT_OK);
}

// Sum of what links do to the block, N, and of their sizes.
static sut_vec3 pushes_on(const sut_world *w, sut_tissue_id block, double *size) {
    int count = 0;
    const sut_contact_view *c = sut_world_contacts(w, &count);
    sut_vec3 sum = v3_zero();
    *size = 0.0;
    for (int i = 0; i < count; i++) {
        for (int side = 0; side < 2; side++) {
            if (c[i].tissue[side].index1 == block.index1) {
                sum = v3_madd(sum, side == 0 ? 1.0 : -1.0, c[i].force);
                *size += v3_norm(c[i].force);
            }
        }
    }
    return sum;
}

// One step; true: the block was pushed, and its balance was looked at. A step that was cut or
// shortened shows the forces of its last part only.
static bool balanced_step(sut_world *w, sut_tissue_id block) {
    const double h = 1e-3;
    sut_vec3 before = block_momentum(w, block);
    CHECK(sut_world_step(w, h) == SUT_OK);
    sut_stats s = sut_world_stats(w);
    double size;
    sut_vec3 pushes = pushes_on(w, block, &size);
    if (s.substeps > 1 || s.guard_shortened > 0 || size == 0.0) {
        return false;
    }
    sut_vec3 gain = v3_scale(v3_sub(block_momentum(w, block), before), 1.0 / h);
    CHECK_LE(v3_distance(gain, pushes), unbalanced * size);
    return true;
}

TEST(a_thread_draws_a_block_together_in_balance) {
    looped l = loop_round_block();
    int looked = 0;
    double most = 0.0;
    for (int k = 1; k <= 160; k++) {
        CASE("step %d", k);
        pull_ends(&l, 3e-3 * fmin(1.0, k / 300.0));
        looked += balanced_step(l.w, l.block) ? 1 : 0;
        judge_step(&l);
        double size;
        (void)pushes_on(l.w, l.block, &size);
        most = fmax(most, size);
    }
    CHECK(looked > 100);
    CHECK(most > 0.01); // N: it does press, until the block rolls out of the loop
    CHECK_EQ_U64(sut_certificate_changes(l.judge), 0);
    sut_certificate_destroy(l.judge);
    sut_world_destroy(l.w);
    block_forget();
}

TEST(a_restored_block_goes_on_bit_for_bit) {
    looped l = loop_round_block();
    for (int k = 1; k <= 200; k++) {
        pull_ends(&l, 4e-3 * k / 300.0);
        CHECK(sut_world_step(l.w, 1e-3) == SUT_OK);
    }
    size_t size = sut_world_snapshot(l.w, NULL, 0);
    void *image = malloc(size);
    REQUIRE(image != NULL);
    CHECK(sut_world_snapshot(l.w, image, size) == size);
    uint64_t hash[2];
    for (int run = 0; run < 2; run++) {
        for (int k = 201; k <= 260; k++) {
            pull_ends(&l, 4e-3 * k / 300.0);
            CHECK(sut_world_step(l.w, 1e-3) == SUT_OK);
        }
        hash[run] = sut_world_hash(l.w);
        CHECK(sut_world_restore(l.w, image, size) == SUT_OK);
        block_take(l.w, l.block);
    }
    CHECK_EQ_U64(hash[0], hash[1]);
    CHECK(sut_world_hash(l.w) != hash[0]);
    free(image);
    sut_certificate_destroy(l.judge);
    sut_world_destroy(l.w);
    block_forget();
}

//---- forceps -------------------------------------------------------------------------------------
TEST(forceps_squeeze_a_block_in_balance) {
    sut_world_def def = sut_default_world_def();
    def.capacity.tissues = 2;
    def.capacity.tools = 1;
    def.gravity = v3_zero();
    sut_world *w = NULL;
    REQUIRE(sut_world_create(&def, &w) == SUT_OK);
    sut_tissue_id block = block_add(w, v3(2e-3, 8e-3, 8e-3));
    sut_tool_def d = sut_default_tool_def(SUT_TOOL_FORCEPS);
    d.opening = 8e-3;
    d.friction = 1.0;
    d.pose = (sut_pose){v3(0.0, 0.0, 6e-3), q_identity()};
    sut_tool_id tool;
    REQUIRE(sut_tool_create(w, &d, &tool) == SUT_OK);
    int looked = 0;
    double most = 0.0;
    for (int k = 1; k <= 600; k++) {
        CASE("step %d", k);
        double down = fmin(1.0, k / 200.0);
        double jaw = k < 200 ? 1.0 : fmax(0.18, 1.0 - (k - 200) / 350.0);
        sut_pose to = {v3(0.0, 0.0, 6e-3 - 9e-3 * down), q_identity()};
        CHECK(sut_tool_set_target(w, tool, &to, jaw) == SUT_OK);
        looked += balanced_step(w, block) ? 1 : 0;
        double size;
        (void)pushes_on(w, block, &size);
        most = fmax(most, size);
    }
    CHECK(looked > 100);
    CHECK(most > 1e-4); // N
    sut_world_destroy(w);
    block_forget();
}
