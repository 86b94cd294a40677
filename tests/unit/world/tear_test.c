// SPDX-License-Identifier: MIT
// Holes of sheets that tear: at which force, where to, and what is left of the mesh.
#include "check.h"
#include "math/vec3.h"
#include "state_fixture.h"

#include <math.h>
#include <string.h>

enum { ALONG = 17, ACROSS = 17, NODES = ALONG * ACROSS, THREAD = 61 };
enum { TRIANGLES = 2 * (ALONG - 1) * (ACROSS - 1) };
static const double dt = 1e-3;
static const sut_tearing_def law = {.enabled = true, .strength = 1.0, .bite = 5e-3, .floor = 0.4};

// A sheet of 16 mm by 16 mm in z = 0, pinned at x = 0; a thread across it, `bite` before its other
// edge, whose ends are drawn towards that.
typedef struct rig {
    sut_world *w;
    sut_tissue_id sheet;
    sut_hold_id hand[2];
    sut_hole_id hole;
    double bite;
    size_t memory;
    int into, through, no_room;
    double first; // N, of the first tear
} rig;

typedef struct options {
    double bite;
    const sut_tearing_def *tearing;
    int max_nodes, max_elements;
    sut_record_sink sink;
} options;

static bool add_sheet(rig *r, const options *o) {
    static sut_vec3 node[NODES];
    static int triangle[TRIANGLES][3];
    int pinned[ACROSS];
    int t = 0;
    for (int j = 0; j < ACROSS; j++) {
        pinned[j] = j * ALONG;
        for (int i = 0; i < ALONG; i++) {
            int a = j * ALONG + i;
            node[a] = v3(1e-3 * i, -0.008 + 1e-3 * j, 0.0);
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
    d.young = 1.2e6;
    d.poisson = 0.5;
    d.thickness = 0.5e-3;
    d.damping_strain = 2e-3;
    d.damping_linear = 10.0;
    d.piercing.enabled = true;
    d.piercing.pinch = 5e-3;
    d.tearing = o->tearing ? *o->tearing : d.tearing;
    d.max_nodes = o->max_nodes;
    d.max_elements = o->max_elements;
    sut_support_def p = sut_default_support_def();
    p.nodes = pinned;
    p.node_count = ACROSS;
    sut_support_id support;
    return sut_tissue_create(r->w, &d, &r->sheet) == SUT_OK &&
           sut_support_create(r->w, r->sheet, &p, &support) == SUT_OK;
}

static bool add_thread(rig *r, sut_vec3 at) {
    sut_vec3 x[THREAD];
    for (int i = 0; i < THREAD; i++) {
        x[i] = v3(at.x, at.y, 0.5e-3 * (i - THREAD / 2));
    }
    sut_thread_def t = sut_default_thread_def();
    sut_thread_def_set_round(&t, 2.5e9, 0.4, 1150.0, 1e-4);
    t.positions = x;
    t.vertex_count = THREAD;
    t.pierces = true;
    t.damping_bend = 2e-3;
    t.damping_linear = 0.01;
    sut_thread_id thread;
    if (sut_thread_create(r->w, &t, &thread) != SUT_OK) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        sut_hold_key keys[2] = {{.t = 0.0}, {.t = 1.0}};
        keys[0].position = keys[1].position = x[i * (THREAD - 1)];
        keys[1].position.x += 0.03;
        sut_hold_def h = sut_default_hold_def();
        h.vertex = i == 0 ? 0 : -1;
        h.keys = keys;
        h.key_count = 2;
        if (sut_hold_create(r->w, thread, &h, &r->hand[i]) != SUT_OK) {
            return false;
        }
    }
    sut_hole_def h = sut_default_hole_def();
    h.thread = thread;
    h.tissue = r->sheet;
    h.at = at;
    return sut_hole_create(r->w, &h, &r->hole) == SUT_OK;
}

static bool make(rig *r, const options *o) {
    memset(r, 0, sizeof *r);
    sut_world_def d = sut_default_world_def();
    d.gravity = v3_zero();
    d.capacity.tissues = 1;
    d.capacity.supports = 1;
    d.capacity.holes = 1;
    r->bite = o->bite;
    bool made = sut_world_create(&d, &r->w) == SUT_OK &&
                (!o->sink.write || sut_record_start(r->w, o->sink) == SUT_OK) && add_sheet(r, o) &&
                add_thread(r, v3(0.016 - o->bite, 0.3e-3, 0.0));
    r->memory = sut_world_stats(r->w).memory;
    return made;
}

static sut_hole_view view(const rig *r) {
    sut_hole_view v;
    memset(&v, 0, sizeof v);
    (void)sut_hole_get_view(r->w, r->hole, &v);
    return v;
}

static bool run(rig *r, int steps) {
    for (int i = 0; i < steps; i++) {
        if (sut_world_step(r->w, dt) != SUT_OK) {
            return false;
        }
        int count = 0;
        const sut_event *e = sut_world_events(r->w, &count);
        for (int k = 0; k < count; k++) {
            r->first = e[k].type == SUT_EV_TORE_INTO && r->into == 0 ? e[k].amount : r->first;
            r->into += e[k].type == SUT_EV_TORE_INTO;
            r->through += e[k].type == SUT_EV_TORE_THROUGH;
            r->no_room += e[k].type == SUT_EV_NO_ROOM;
        }
    }
    return true;
}

// Edges with one or two triangles; areas at rest against their mean.
static void check_mesh(const rig *r) {
    sut_tissue_view v;
    REQUIRE(sut_tissue_get_view(r->w, r->sheet, &v) == SUT_OK);
    double sum = 0.0;
    double least = HUGE_VAL;
    int most = 0;
    for (int t = 0; t < v.triangle_count; t++) {
        const int *a = v.triangles[t];
        double area = 0.5 * v3_norm(v3_cross(v3_sub(v.initial[a[1]], v.initial[a[0]]),
                                             v3_sub(v.initial[a[2]], v.initial[a[0]])));
        sum += area;
        least = fmin(least, area);
        for (int k = 0; k < 3; k++) {
            int same = 0;
            for (int u = 0; u < v.triangle_count; u++) {
                const int *b = v.triangles[u];
                for (int l = 0; l < 3; l++) {
                    int p = b[l];
                    int q = b[(l + 1) % 3];
                    same +=
                        (p == a[k] && q == a[(k + 1) % 3]) || (q == a[k] && p == a[(k + 1) % 3]);
                }
            }
            most = same > most ? same : most;
        }
    }
    CHECK(most <= 2);
    CHECK_NEAR(sum, 0.016 * 0.016, 1e-12 * sum);
    CHECK(least >= 0.01 * sum / TRIANGLES);
    // its mass is that of the sheet
    CHECK_NEAR(v.mass, 1000.0 * 0.5e-3 * 0.016 * 0.016, 1e-12 * v.mass);
}

TEST(a_stitch_tears_out_at_the_strength_of_its_bite) {
    static const double bite[] = {1.5e-3, 3.2e-3, 7e-3}; // the last one beyond that of the law
    for (int i = 0; i < 3; i++) {
        CASE("bite %g", bite[i]);
        rig r;
        REQUIRE(make(&r, &(options){.bite = bite[i], .tearing = &law}));
        for (int k = 0; k < 80 && r.through == 0; k++) {
            REQUIRE(run(&r, 10));
        }
        double expected = law.strength * (law.floor + (1.0 - law.floor) * bite[i] / law.bite);
        // the load grows by 5 mN in a step
        CHECK_NEAR(r.first, expected, 0.02 * expected);
        CHECK(r.first > expected);
        CHECK_EQ_INT(r.through, 1);
        sut_hole_view v = view(&r);
        CHECK(v.out && v.through);
        // to the edge by the shortest way: sheets bulge, so it is not quite straight
        CHECK(v.torn >= 0.999 * bite[i] - 0.2e-3 && v.torn < 1.1 * bite[i] + 0.2e-3);
        check_mesh(&r);
        CHECK(sut_world_stats(r.w).memory == r.memory); // nothing is taken in a step
        sut_world_destroy(r.w);
    }
}

TEST(what_has_torn_out_is_free) {
    rig r;
    REQUIRE(make(&r, &(options){.bite = 2e-3, .tearing = &law}) && run(&r, 600));
    REQUIRE(r.through == 1);
    CHECK(v3_norm(view(&r).force) <= 0.0);
    // the sheet springs back
    sut_tissue_view t;
    REQUIRE(sut_tissue_get_view(r.w, r.sheet, &t) == SUT_OK);
    // it may swing about the row of pins: what it has back is its size
    for (int k = 0; k < 3 * t.triangle_count; k++) {
        int a = t.triangles[k / 3][k % 3];
        int b = t.triangles[k / 3][(k % 3 + 1) % 3];
        double rest = v3_distance(t.initial[a], t.initial[b]);
        CHECK(rest < 0.5e-3 ||
              fabs(v3_distance(t.position[a], t.position[b]) - rest) < 0.05 * rest);
    }
    // and no hand is held up
    for (int i = 0; i < 2; i++) {
        sut_hold_view h;
        REQUIRE(sut_hold_get_view(r.w, r.hand[i], &h) == SUT_OK);
        CHECK(v3_norm(h.force) < 0.05);
    }
    sut_world_destroy(r.w);
}

TEST(nothing_tears_that_should_not) {
    rig r;
    REQUIRE(make(&r, &(options){.bite = 3e-3}) && run(&r, 500));
    CHECK(v3_norm(view(&r).force) > 1.0);
    CHECK(r.into == 0 && !view(&r).out && !(view(&r).torn > 0.0));
    sut_world_destroy(r.w);
}

TEST(a_hole_without_room_holds) {
    rig r;
    options o = {
        .bite = 5e-3, .tearing = &law, .max_nodes = NODES + 4, .max_elements = TRIANGLES + 8};
    REQUIRE(make(&r, &o) && run(&r, 500));
    CHECK_EQ_INT(r.no_room, 1);
    CHECK(r.into > 0);
    CHECK(r.through == 0 && !view(&r).out);
    CHECK(v3_norm(view(&r).force) > 1.2); // it holds beyond its limit
    check_mesh(&r);
    sut_world_destroy(r.w);
}

// A sanitized build takes the same ways through the code in fewer steps.
#if defined(SUT_SANITIZED)
enum { AFTER = 15, RECORDED = 340, WHOLE = 0 };
#else
enum { AFTER = 100, RECORDED = 450, WHOLE = 1 };
#endif

TEST(restored_tears_go_on_bit_for_bit) {
    const options o = {.bite = 3e-3, .tearing = &law};
    rig a;
    REQUIRE(make(&a, &o));
    for (int i = 0; i < 500 && !(view(&a).torn > 1.3e-3); i++) {
        REQUIRE(run(&a, 1));
    }
    REQUIRE(!view(&a).out);
    test_bytes image = test_snapshot(a.w);
    rig b; // in another story
    REQUIRE(make(&b, &(options){.bite = 2e-3, .tearing = &law}) && run(&b, 3 * AFTER));
    REQUIRE(sut_world_restore(b.w, image.at, image.size) == SUT_OK);
    CHECK_EQ_U64(sut_world_hash(b.w), sut_world_hash(a.w));
    for (int i = 0; i < AFTER; i++) {
        CASE("step %d", i);
        REQUIRE(run(&a, 1) && run(&b, 1));
        REQUIRE(sut_world_hash(b.w) == sut_world_hash(a.w));
    }
    CHECK(WHOLE == 0 || view(&b).through);
    test_bytes_free(&image);
    sut_world_destroy(a.w);
    sut_world_destroy(b.w);
}

TEST(recorded_tears_replay_bit_for_bit) {
    test_bytes bytes = {NULL, 0, 0, 0};
    options o = {.bite = 2e-3, .tearing = &law};
    o.sink = (sut_record_sink){test_bytes_write, &bytes};
    rig a;
    REQUIRE(make(&a, &o) && run(&a, RECORDED));
    CHECK(a.through == 1 || WHOLE == 0);
    CHECK(sut_record_stop(a.w) == SUT_OK);
    sut_replay *r = NULL;
    REQUIRE(sut_replay_open(bytes.at, bytes.size, NULL, &r) == SUT_OK);
    sut_replay_step step;
    int steps = 0;
    for (; sut_replay_next(r, &step); steps++) {
        CASE("step %d", steps);
        REQUIRE(step.got == step.recorded);
    }
    CHECK(sut_replay_result(r) == SUT_OK);
    CHECK_EQ_INT(steps, RECORDED);
    sut_replay_close(r);
    test_bytes_free(&bytes);
    sut_world_destroy(a.w);
}
