// SPDX-License-Identifier: MIT
// Needles that go through solids, by public calls: two peaks, the channel, back, on to the thread.
#include "check.h"
#include "state_fixture.h"
#include "sutura/needle.h"
#include "sutura/sutura.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const sut_piercing_def law = {.enabled = true,
                                     .entry = 0.5,
                                     .cut = 0.15,
                                     .exit = 0.3,
                                     .grip = 20.0,
                                     .pinch = 0.02,
                                     .friction = -1.0};
enum { CELLS = 6, LAYERS = 3, NODES = (CELLS + 1) * (CELLS + 1) * (LAYERS + 1) };
enum { TETS = 6 * CELLS * CELLS * LAYERS, FACES = 4 * CELLS * CELLS + 8 * CELLS * LAYERS };
static const double thick = 3e-3;

typedef struct slab_rig {
    sut_world *w;
    sut_needle_id needle;
    sut_thread_id thread;
    double resistance; // N, largest so far
    double here, inside;
    int pierced, exited, backed, passed, refused;
    double pierced_with, exited_with;
} slab_rig;

typedef struct slab_options {
    double speed;    // m/s
    double turn;     // m of way after which it is drawn back; 0: never
    double again;    // m of way back after which it goes on again; 0: never
    double arc;      // part of a circle; 0: straight
    double friction; // of the tissue
    double spread;   // m
    double diameter; // m; 0: 0.4 mm
    int end;         // of the thread
    bool thread;
    sut_record_sink sink;
    const sut_allocator *allocator;
} slab_options;

// A block of 6 by 6 by 3 mm across x from 0 on; cells are six tetrahedra around their diagonals.
static int node_of(int i, int j, int k) {
    return i + (CELLS + 1) * (j + (CELLS + 1) * k);
}

static double volume(const sut_vec3 *x, const int t[4]) {
    sut_vec3 e[3];
    for (int k = 0; k < 3; k++) {
        e[k] = (sut_vec3){x[t[k + 1]].x - x[t[0]].x, x[t[k + 1]].y - x[t[0]].y,
                          x[t[k + 1]].z - x[t[0]].z};
    }
    return e[0].x * (e[1].y * e[2].z - e[1].z * e[2].y) -
           e[0].y * (e[1].x * e[2].z - e[1].z * e[2].x) +
           e[0].z * (e[1].x * e[2].y - e[1].y * e[2].x);
}

static void fill_mesh(sut_vec3 *x, int (*tet)[4], int *rim, int *rims) {
    const double cell = 1e-3;
    for (int k = 0; k <= LAYERS; k++) {
        for (int j = 0; j <= CELLS; j++) {
            for (int i = 0; i <= CELLS; i++) {
                int n = node_of(i, j, k);
                x[n] = (sut_vec3){thick * k / LAYERS, cell * (i - 0.5 * CELLS),
                                  cell * (j - 0.5 * CELLS)};
                if (i == 0 || i == CELLS || j == 0 || j == CELLS) {
                    rim[(*rims)++] = n;
                }
            }
        }
    }
    static const int way[6][2] = {{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}};
    for (int c = 0; c < CELLS * CELLS * LAYERS; c++) {
        const int low[3] = {c % CELLS, c / CELLS % CELLS, c / (CELLS * CELLS)};
        for (int p = 0; p < 6; p++) {
            int at[3] = {low[0], low[1], low[2]};
            int *t = tet[6 * c + p];
            t[0] = node_of(at[0], at[1], at[2]);
            at[way[p][0]]++;
            t[1] = node_of(at[0], at[1], at[2]);
            at[way[p][1]]++;
            t[2] = node_of(at[0], at[1], at[2]);
            t[3] = node_of(low[0] + 1, low[1] + 1, low[2] + 1);
            if (volume(x, t) < 0.0) {
                int swap = t[1];
                t[1] = t[2];
                t[2] = swap;
            }
        }
    }
}

static bool has_all(const int tet[4], const int face[3]) {
    int found = 0;
    for (int k = 0; k < 4; k++) {
        found += tet[k] == face[0] || tet[k] == face[1] || tet[k] == face[2];
    }
    return found == 3;
}

// Faces that one tetrahedron has alone, outwards.
static int fill_skin(const int (*tet)[4], int (*face)[3]) {
    static const int side[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    int count = 0;
    for (int a = 0; a < 4 * TETS; a++) {
        const int *t = tet[a / 4];
        const int own[3] = {t[side[a % 4][0]], t[side[a % 4][1]], t[side[a % 4][2]]};
        bool shared = false;
        for (int b = 0; b < TETS && !shared; b++) {
            shared = b != a / 4 && has_all(tet[b], own);
        }
        if (!shared && count < FACES) {
            memcpy(face[count++], own, sizeof own);
        }
    }
    return count;
}

static bool add_slab(slab_rig *r, const slab_options *o) {
    static sut_vec3 x[NODES];
    static int tet[TETS][4];
    static int face[FACES][3];
    int rim[NODES];
    int rims = 0;
    fill_mesh(x, tet, rim, &rims);
    sut_tissue_def t = sut_default_tissue_def();
    t.model = SUT_TISSUE_SOLID;
    t.nodes = x;
    t.node_count = NODES;
    t.tets = (const int(*)[4])tet;
    t.tet_count = TETS;
    t.triangles = (const int(*)[3])face;
    t.triangle_count = fill_skin((const int(*)[4])tet, face);
    t.young = 1e6;
    t.poisson = 0.3;
    t.friction = o->friction;
    t.piercing = law;
    t.piercing.spread = o->spread;
    sut_tissue_id id;
    sut_support_id support;
    sut_support_def s = sut_default_support_def();
    s.kind = SUT_SUPPORT_PIN;
    s.nodes = rim;
    s.node_count = rims;
    return t.triangle_count == FACES && sut_tissue_create(r->w, &t, &id) == SUT_OK &&
           sut_support_create(r->w, id, &s, &support) == SUT_OK;
}

static bool add_thread(slab_rig *r, double length, int end) {
    enum { VERTICES = 61 };
    static sut_vec3 x[VERTICES];
    for (int i = 0; i < VERTICES; i++) {
        int at = end == 0 ? i : VERTICES - 1 - i;
        x[at] = (sut_vec3){-1e-3 - length - 3e-4 * i, 1e-4, 2e-4};
    }
    sut_thread_def t = sut_default_thread_def();
    sut_thread_def_set_round(&t, 2.5e9, 0.4, 1150.0, 1e-4);
    t.positions = x;
    t.vertex_count = VERTICES;
    t.damping_bend = 1e-3;
    return sut_thread_create(r->w, &t, &r->thread) == SUT_OK;
}

// The needle, 12 mm by 0.4 mm, starts 1 mm before the slab and goes along its own curve.
static bool make(slab_rig *r, const slab_options *o) {
    memset(r, 0, sizeof *r);
    sut_world_def d = sut_default_world_def();
    d.gravity = (sut_vec3){0, 0, 0};
    d.allocator = o->allocator ? *o->allocator : d.allocator;
    d.capacity.tissues = d.capacity.supports = d.capacity.needles = 1;
    d.capacity.holes = 16;
    if (sut_world_create(&d, &r->w) != SUT_OK ||
        (o->sink.write && sut_record_start(r->w, o->sink) != SUT_OK) || !add_slab(r, o)) {
        return false;
    }
    const double length = 0.012;
    const double ever = 100.0;
    double turn = o->turn > 0.0 ? o->turn / o->speed : ever;
    double back = o->again > 0.0 ? o->again / o->speed : ever;
    sut_needle_key keys[4] = {
        {.t = 0.0},
        {.t = turn, .advance = turn * o->speed},
        {.t = turn + back, .advance = (turn - back) * o->speed},
        {.t = turn + back + ever, .advance = (turn - back + ever) * o->speed}};
    sut_needle_def n = sut_default_needle_def();
    n.arc = o->arc;
    n.length = length;
    n.diameter = o->diameter > 0.0 ? o->diameter : 4e-4;
    n.friction = 0.1;
    n.pose.position = (sut_vec3){-1e-3, 1e-4, 2e-4};
    n.keys = keys;
    n.key_count = 4;
    n.advances = true;
    n.thread_end = o->end;
    if (o->thread && !add_thread(r, length, o->end)) {
        return false;
    }
    n.thread = r->thread;
    return sut_needle_create(r->w, &n, &r->needle) == SUT_OK;
}

static bool step(slab_rig *r) {
    if (sut_world_step(r->w, 1e-3) != SUT_OK) {
        return false;
    }
    sut_needle_view v;
    (void)sut_needle_get_view(r->w, r->needle, &v);
    r->here = v.resistance;
    r->inside = v.inside;
    r->resistance = fmax(r->resistance, v.resistance);
    int count = 0;
    const sut_event *e = sut_world_events(r->w, &count);
    for (int i = 0; i < count; i++) {
        r->pierced += e[i].type == SUT_EV_PIERCED;
        r->exited += e[i].type == SUT_EV_EXITED;
        r->backed += e[i].type == SUT_EV_BACKED_OUT;
        r->passed += e[i].type == SUT_EV_PASSED;
        r->refused += e[i].type == SUT_EV_TOO_LARGE;
        r->pierced_with = e[i].type == SUT_EV_PIERCED ? e[i].amount : r->pierced_with;
        r->exited_with = e[i].type == SUT_EV_EXITED ? e[i].amount : r->exited_with;
    }
    return true;
}

static bool go(slab_rig *r, double seconds) {
    for (double t = 0.0; t < seconds - 1e-9; t += 1e-3) {
        if (!step(r)) {
            return false;
        }
    }
    return true;
}

static int count_holes(const slab_rig *r, bool guides) {
    int found = 0;
    for (int i = 0; i < sut_hole_slots(r->w); i++) {
        sut_hole_view v;
        found += sut_hole_get_view(r->w, sut_hole_at(r->w, i), &v) == SUT_OK && !v.tip && !v.out &&
                 (v.triangle < 0) == guides;
    }
    return found;
}

// The sum of its parts at every place, the same at every speed. The law is in the solve; what is
// left is the skin that leans a little at the holes, and at 50 mm/s its inertia.
TEST(a_needle_feels_two_peaks_and_the_channel) {
    const double speed[] = {1e-3, 5e-3, 0.05};
    for (int i = 0; i < 3; i++) {
        CASE("%g m/s", speed[i]);
        slab_options o = {.speed = speed[i]};
        slab_rig r;
        REQUIRE(make(&r, &o));
        while (r.pierced == 0) {
            REQUIRE(step(&r));
        }
        CHECK_NEAR(r.resistance, law.entry, 1e-3 * law.entry);
        CHECK_NEAR(r.pierced_with, law.entry, 1e-3 * law.entry);
        REQUIRE(go(&r, 1.5e-3 / speed[i]));
        CHECK_NEAR(r.here, law.cut + law.pinch + law.grip * r.inside, 0.01 * law.cut);
        CHECK_EQ_INT(r.exited, 0);
        r.resistance = 0.0;
        double inside = 0.0;
        while (r.exited == 0) {
            inside = r.inside;
            REQUIRE(step(&r));
        }
        CHECK_NEAR(r.exited_with, law.exit, 1e-3 * law.exit);
        CHECK_NEAR(inside, thick, 0.1 * thick); // stretched
        double peak = law.exit + law.pinch + law.grip * inside;
        CHECK_NEAR(r.resistance, peak, 0.01 * peak);
        REQUIRE(go(&r, 2e-3 / speed[i]));
        CHECK_NEAR(r.here, 2.0 * law.pinch + law.grip * r.inside, 0.01 * law.grip * thick);
        CHECK_EQ_INT(count_holes(&r, false), 2);
        CHECK(count_holes(&r, true) > 0);
        sut_world_destroy(r.w);
    }
}

TEST(backwards_the_tip_resists_with_nothing) {
    slab_options o = {.speed = 0.01, .turn = 3e-3};
    slab_rig r;
    REQUIRE(make(&r, &o));
    REQUIRE(go(&r, 0.35)); // 3 mm forward and half a millimetre back
    CHECK_NEAR(r.here, -(law.pinch + law.grip * r.inside), 0.01 * law.grip * thick);
    CHECK_EQ_INT(r.backed, 0);
    REQUIRE(go(&r, 0.25));
    CHECK_EQ_INT(r.backed, 1);
    CHECK_EQ_INT(r.exited, 0);
    CHECK_NEAR(r.here, 0.0, 1e-6);
    CHECK_NEAR(r.inside, 0.0, 0.0);
    CHECK_EQ_INT(count_holes(&r, false) + count_holes(&r, true), 0);
    sut_world_destroy(r.w);
}

// Out behind, back in, and out again: the second time costs another exit.
TEST(a_needle_drawn_back_through_its_exit_is_inside_again) {
    slab_options o = {.speed = 0.01, .turn = 5e-3, .again = 2.5e-3};
    slab_rig r;
    REQUIRE(make(&r, &o));
    REQUIRE(go(&r, 0.5));
    CHECK_EQ_INT(r.exited, 1);
    REQUIRE(go(&r, 0.24));
    CHECK_EQ_INT(r.backed, 1);
    CHECK_EQ_INT(count_holes(&r, false), 1);
    REQUIRE(go(&r, 0.4));
    CHECK_EQ_INT(r.exited, 2);
    CHECK_EQ_INT(r.pierced, 1);
    CHECK_EQ_INT(count_holes(&r, false), 2);
    sut_world_destroy(r.w);
}

TEST(a_curved_needle_goes_through_with_friction_and_spread_holes) {
    slab_options o = {.speed = 0.01, .arc = 0.25, .friction = 0.3, .spread = 1.5e-3};
    slab_rig r;
    REQUIRE(make(&r, &o));
    REQUIRE(go(&r, 0.8));
    CHECK_EQ_INT(r.pierced, 1);
    CHECK_EQ_INT(r.exited, 1);
    CHECK_NEAR(r.pierced_with, law.entry, 1e-3 * law.entry);
    CHECK_NEAR(r.exited_with, law.exit, 1e-3 * law.exit);
    CHECK_NEAR(r.inside, thick, 0.15 * thick); // along the arc
    sut_world_destroy(r.w);
}

// With either end of the thread at the needle.
TEST(holes_and_guides_pass_to_the_thread) {
    for (int end = 0; end >= -1; end--) {
        CASE("end %d", end);
        slab_options o = {.speed = 0.02, .thread = true, .end = end};
        slab_rig r;
        REQUIRE(make(&r, &o));
        REQUIRE(go(&r, 1.0));
        CHECK_EQ_INT(r.passed, 2);
        CHECK_EQ_INT(count_holes(&r, false), 2);
        CHECK_EQ_INT(count_holes(&r, true), 1); // one edge of the mesh apart, the first after 1.5
        CHECK_NEAR(r.inside, 0.0, 0.0);
        double sum = 0.0;
        for (int i = 0; i < sut_hole_slots(r.w); i++) {
            sut_hole_view v;
            if (sut_hole_get_view(r.w, sut_hole_at(r.w, i), &v) == SUT_OK && !v.out) {
                sum += fabs(v.along);
                CHECK(v.needle.index1 == 0 && v.thread.index1 == 1);
            }
        }
        CHECK_NEAR(sum, 2.0 * law.pinch, 0.02 * law.pinch);
        sut_world_destroy(r.w);
    }
}

// More than a quarter of 3 mm.
TEST(a_needle_too_thick_for_a_solid_is_told_so_once) {
    slab_options o = {.speed = 0.01, .diameter = 0.8e-3};
    slab_rig r;
    REQUIRE(make(&r, &o));
    REQUIRE(go(&r, 0.15));
    CHECK_EQ_INT(r.refused, 1);
    CHECK_EQ_INT(r.pierced, 0);
    CHECK(r.here > 0.0);
    sut_world_destroy(r.w);
}

TEST(piercing_a_solid_takes_no_memory) {
    test_memory m = {0, 0, 0, 0};
    sut_allocator a = test_allocator(&m);
    slab_options o = {.speed = 0.05, .allocator = &a, .spread = 1.5e-3, .thread = true};
    slab_rig r;
    REQUIRE(make(&r, &o));
    REQUIRE(step(&r));
    int before = m.allocations;
    REQUIRE(go(&r, 0.3));
    CHECK_EQ_INT(r.exited, 1);
    CHECK_EQ_INT(m.allocations, before);
    sut_world_destroy(r.w);
    CHECK(m.held == 0);
}

//---- state ---------------------------------------------------------------------------------------
static const slab_options story = {
    .speed = 0.02, .friction = 0.3, .spread = 1.5e-3, .thread = true};

// Pressing, inside, pressing from inside, through, on the thread.
TEST(restored_needles_in_solids_go_on_bit_for_bit) {
    for (int ms = 60; ms <= 760; ms += 100) {
        CASE("%d ms", ms);
        slab_rig a;
        slab_rig b;
        REQUIRE(make(&a, &story) && go(&a, 1e-3 * ms));
        test_bytes image = test_snapshot(a.w);
        REQUIRE(make(&b, &story) && go(&b, 0.33));
        REQUIRE(sut_world_restore(b.w, image.at, image.size) == SUT_OK);
        CHECK_EQ_U64(sut_world_hash(b.w), sut_world_hash(a.w));
        REQUIRE(go(&a, 0.1) && go(&b, 0.1));
        CHECK_EQ_U64(sut_world_hash(b.w), sut_world_hash(a.w));
        test_bytes_free(&image);
        sut_world_destroy(a.w);
        sut_world_destroy(b.w);
    }
}

TEST(recorded_needles_in_solids_replay_bit_for_bit) {
    test_bytes b = {NULL, 0, 0, 0};
    slab_options o = story;
    o.sink = (sut_record_sink){test_bytes_write, &b};
    slab_rig a;
    REQUIRE(make(&a, &o) && go(&a, 0.8));
    CHECK_EQ_INT(a.exited, 1);
    CHECK(sut_record_stop(a.w) == SUT_OK);
    sut_replay *r = NULL;
    REQUIRE(sut_replay_open(b.at, b.size, NULL, &r) == SUT_OK);
    sut_replay_step one;
    int steps = 0;
    for (; sut_replay_next(r, &one); steps++) {
        CASE("step %d", steps);
        REQUIRE(one.got == one.recorded);
    }
    CHECK(sut_replay_result(r) == SUT_OK);
    CHECK_EQ_INT(steps, 800);
    sut_replay_close(r);
    test_bytes_free(&b);
    sut_world_destroy(a.w);
}
