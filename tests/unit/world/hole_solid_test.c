// SPDX-License-Identifier: MIT
// Holes in solids: entry, guide and exit, and the nodes that share their force.
#include "check.h"
#include "data/world.h"
#include "math/vec3.h"
#include "sutura/sutura.h"

#include <math.h>
#include <string.h>

// A block of 2 x 2 x 1 cubes of six tetrahedra around (0, 0, 0), its bottom pinned.
enum { NODES = 18, TETS = 24, SKIN = 32 };

static const double cube = 4e-3;

static int node_of(int i, int j, int k) {
    return i + 3 * (j + 3 * k);
}

// Six tetrahedra around the diagonal from the low corner to the high one.
static void add_tets(int (*tet)[4], int i, int j) {
    static const int way[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {1, 0, 2}, {0, 2, 1}, {2, 1, 0}};
    for (int w = 0; w < 6; w++) {
        int at[3] = {i, j, 0};
        int *t = tet[w];
        t[0] = node_of(i, j, 0);
        for (int s = 0; s < 3; s++) {
            at[way[w][s]]++;
            t[s + 1] = node_of(at[0], at[1], at[2]);
        }
        int first = t[1];
        if (w >= 3) {
            t[1] = t[2];
            t[2] = first;
        }
    }
}

static bool has(const int *tet, int node) {
    return tet[0] == node || tet[1] == node || tet[2] == node || tet[3] == node;
}

// Faces that one tetrahedron has alone, outwards.
static int skin_of(const int (*tet)[4], int (*triangle)[3]) {
    static const int face[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    int count = 0;
    for (int a = 0; a < 4 * TETS; a++) {
        const int *f = face[a % 4];
        const int own[3] = {tet[a / 4][f[0]], tet[a / 4][f[1]], tet[a / 4][f[2]]};
        bool shared = false;
        for (int b = 0; b < TETS; b++) {
            shared = shared || (b != a / 4 && has(tet[b], own[0]) && has(tet[b], own[1]) &&
                                has(tet[b], own[2]));
        }
        if (!shared && count < SKIN) {
            memcpy(triangle[count], own, sizeof own);
        }
        count += shared ? 0 : 1;
    }
    return count;
}

typedef struct block {
    sut_world *w;
    sut_tissue_id tissue;
    sut_thread_id thread;
    sut_hole_id hole[3];
    sut_hold_id hand;
} block;

static bool make_tissue(block *b) {
    sut_vec3 x[NODES];
    int tet[TETS][4];
    int triangle[SKIN][3];
    int bottom[9];
    for (int i = 0; i < NODES; i++) {
        x[i] = v3(cube * (i % 3 - 1), cube * (i / 3 % 3 - 1), cube * (i / 9 - 0.5));
        bottom[i % 9] = i % 9;
    }
    for (int i = 0; i < 4; i++) {
        add_tets(&tet[6 * i], i % 2, i / 2);
    }
    sut_tissue_def d = sut_default_tissue_def();
    d.model = SUT_TISSUE_SOLID;
    d.nodes = x;
    d.node_count = NODES;
    d.tets = (const int(*)[4])tet;
    d.tet_count = TETS;
    d.triangles = (const int(*)[3])triangle;
    d.triangle_count = skin_of((const int(*)[4])tet, triangle);
    d.young = 1e6;
    d.piercing.enabled = true;
    d.piercing.pinch = 0.02;
    d.piercing.friction = 0.0;
    sut_support_def s = sut_default_support_def();
    s.nodes = bottom;
    s.node_count = 9;
    sut_support_id support;
    return d.triangle_count == SKIN && sut_tissue_create(b->w, &d, &b->tissue) == SUT_OK &&
           sut_support_create(b->w, b->tissue, &s, &support) == SUT_OK;
}

// Along z through the block.
static bool make_thread(block *b) {
    enum { N = 121 };
    sut_vec3 x[N];
    for (int i = 0; i < N; i++) {
        x[i] = v3(0.7e-3, 0.4e-3, 2e-4 * (i - N / 2));
    }
    sut_thread_def t = sut_default_thread_def();
    sut_thread_def_set_round(&t, 2.5e9, 0.4, 1150.0, 1e-4);
    t.positions = x;
    t.vertex_count = N;
    t.pierces = true;
    return sut_thread_create(b->w, &t, &b->thread) == SUT_OK;
}

static bool make(block *b, double spread) {
    sut_world_def d = sut_default_world_def();
    d.gravity = v3_zero();
    d.capacity.tissues = 1;
    d.capacity.supports = 1;
    d.capacity.holes = 3;
    bool made = sut_world_create(&d, &b->w) == SUT_OK && make_thread(b) && make_tissue(b);
    for (int i = 0; made && i < 3; i++) {
        sut_hole_def h = sut_default_hole_def();
        h.thread = b->thread;
        h.tissue = b->tissue;
        h.at = v3(0.7e-3, 0.4e-3, 0.5 * cube * (i - 1));
        h.spread = spread;
        made = sut_hole_create(b->w, &h, &b->hole[i]) == SUT_OK;
    }
    return made && sut_thread_check(b->w, b->thread) == SUT_OK;
}

static bool add_hand(block *b, double speed) {
    sut_vec3 end = v3(0.7e-3, 0.4e-3, 2e-4 * 60);
    sut_hold_key keys[2] = {{.t = 0.0, .position = end}, {.t = 10.0, .position = end}};
    keys[1].position.z += 10.0 * speed;
    sut_hold_def h = sut_default_hold_def();
    h.vertex = -1;
    h.keys = keys;
    h.key_count = 2;
    return sut_hold_create(b->w, b->thread, &h, &b->hand) == SUT_OK;
}

// Entry and exit pinch, the guide between them does not.
TEST(a_guide_has_no_pinch) {
    block b;
    REQUIRE(make(&b, 0.0) && add_hand(&b, 5e-3));
    for (int i = 0; i < 400; i++) {
        REQUIRE(sut_world_step(b.w, 1e-3) == SUT_OK);
    }
    sut_hold_view v;
    REQUIRE(sut_hold_get_view(b.w, b.hand, &v) == SUT_OK);
    // inertia and the viscous part: below a hundredth
    CHECK_NEAR(v.force.z, 2.0 * 0.02, 0.01 * 2.0 * 0.02);
    sut_hole_view h;
    REQUIRE(sut_hole_get_view(b.w, b.hole[1], &h) == SUT_OK);
    CHECK_EQ_INT(h.triangle, -1);
    CHECK_NEAR(h.along, 0.0, 1e-5); // the viscous part
    sut_world_destroy(b.w);
}

TEST(depth_and_edges_are_those_of_the_block) {
    block b;
    REQUIRE(make(&b, 0.0));
    sut_hole_view h;
    REQUIRE(sut_hole_get_view(b.w, b.hole[2], &h) == SUT_OK);
    CHECK_NEAR(h.edge_distance, cube - 0.7e-3, 1e-9);
    // one vertex lies in the middle
    CHECK_NEAR(h.depth, 0.5 * cube, 1e-9);
    REQUIRE(sut_hole_get_view(b.w, b.hole[1], &h) == SUT_OK);
    CHECK_NEAR(h.depth, 0.5 * cube, 1e-9);
    CHECK(isinf(h.edge_distance));
    sut_world_destroy(b.w);
}

TEST(a_spread_hole_keeps_its_place_and_its_moment) {
    block b;
    REQUIRE(make(&b, 1.6 * cube));
    for (int i = 0; i < 3; i += 2) {
        CASE("hole %d", i);
        const sut_hole *k = &b.w->holes[i].hole;
        CHECK(k->site.count > 3);
        double sum = 0.0;
        sut_vec3 place = v3_zero();
        sut_tissue_view v;
        REQUIRE(sut_tissue_get_view(b.w, b.tissue, &v) == SUT_OK);
        for (int n = 0; n < k->site.count; n++) {
            sum += k->site.weight[n];
            place = v3_madd(place, k->site.weight[n], v.initial[k->site.vertex[n]]);
        }
        CHECK_NEAR(sum, 1.0, 1e-12);
        CHECK_NEAR(v3_distance(place, k->rest), 0.0, 1e-12 * cube);
    }
    sut_world_destroy(b.w);
}

TEST(a_thread_that_does_not_leave_a_solid_is_refused) {
    block b;
    REQUIRE(make(&b, 0.0));
    REQUIRE(sut_hole_destroy(b.w, b.hole[2]) == SUT_OK);
    CHECK_EQ_INT(sut_thread_check(b.w, b.thread), SUT_E_CONFLICT);
    sut_world_destroy(b.w);
}
