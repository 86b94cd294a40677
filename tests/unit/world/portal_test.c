// SPDX-License-Identifier: MIT
// Portal springs: what is published of them holds, and what they cannot do.
#include "check.h"
#include "hole_rig.h"
#include "state_fixture.h"

#include <math.h>
#include <string.h>

static const hole_rig_options plain = {
    .holes = 1, .vertices = 101, .edge = 2e-4, .speed = 0.02, .portals = true};

static sut_thread_view thread_of(const hole_rig *r) {
    sut_thread_view v;
    memset(&v, 0, sizeof v);
    (void)sut_thread_get_view(r->w, r->thread, &v);
    return v;
}

static int portal_edge(const sut_thread_view *v) {
    int edge = -1;
    for (int e = 0; e < v->vertex_count - 1; e++) {
        edge = v->cut[e] > 0.0 ? e : edge;
    }
    return edge;
}

TEST(vertices_go_through_the_plane_of_the_piercing) {
    hole_rig r;
    REQUIRE(hole_rig_make(&r, &plain));
    int first = 0;
    for (int i = 0; i < 200; i++) {
        REQUIRE(hole_rig_run(&r, 1));
        sut_thread_view v = thread_of(&r);
        int e = portal_edge(&v);
        first = i == 0 ? e : first;
        // one edge spans the wall; what lies before it lies on that side
        CHECK(v.position[e].x <= 1e-9 && v.position[e + 1].x >= -1e-9);
    }
    sut_thread_view v = thread_of(&r);
    // 20 mm/s for 200 ms: 4 mm, 20 edges of 0.2 mm, against the order of the vertices
    CHECK_NEAR(hole_rig_view(&r, 0).slid, -4e-3, 2e-5); // a tenth of an edge
    CHECK_NEAR(first - portal_edge(&v), 20.0, 1.0);
    for (int e = 0; e < v.vertex_count - 1; e++) {
        double dx = v.position[e + 1].x - v.position[e].x;
        double dy = v.position[e + 1].y - v.position[e].y;
        double dz = v.position[e + 1].z - v.position[e].z;
        // the thread is not held: a transport leaves its length alone, to a thousandth
        CHECK_NEAR(sqrt(dx * dx + dy * dy + dz * dz), 2e-4, 2e-7);
    }
    sut_world_destroy(r.w);
}

TEST(a_portal_has_no_friction) {
    hole_rig_options o = plain;
    o.pinch = 0.02;
    o.friction = 0.3;
    hole_rig r;
    REQUIRE(hole_rig_make(&r, &o) && hole_rig_run(&r, 300));
    // of the inertia of the thread alone: far below the pinch of 20 mN
    CHECK(hole_rig_pull(&r) < 1e-3);
    sut_world_destroy(r.w);
}

TEST(the_end_of_a_thread_leaves_a_portal) {
    hole_rig_options o = plain;
    o.vertices = 41;
    o.speed = 0.05;
    hole_rig r;
    REQUIRE(hole_rig_make(&r, &o));
    int out = -1;
    for (int i = 0; i < 200 && out < 0; i++) {
        REQUIRE(hole_rig_run(&r, 1));
        out = hole_rig_view(&r, 0).out ? i : -1;
    }
    // 20 edges of 0.2 mm at 50 mm/s
    CHECK_NEAR(out, 80.0, 2.0);
    sut_thread_view v = thread_of(&r);
    CHECK_EQ_INT(portal_edge(&v), -1); // whole again
    REQUIRE(hole_rig_run(&r, 20));
    sut_world_destroy(r.w);
}

// At rest nothing is left of the staggering: a load of 0.05 N and the hand that holds against it.
TEST(hands_and_supports_balance_once_it_rests) {
    hole_rig_options o = plain;
    o.speed = 0.0;
    o.back = 0.05;
    o.angle = 1.0;
    o.spring = 200.0;
    hole_rig r;
    REQUIRE(hole_rig_make(&r, &o) && hole_rig_run(&r, 2000));
    sut_hold_view v;
    sut_tissue_figures f;
    REQUIRE(sut_hold_get_view(r.w, r.hand, &v) == SUT_OK);
    REQUIRE(sut_tissue_get_figures(r.w, hole_rig_view(&r, 0).tissue, &f) == SUT_OK);
    CHECK_NEAR(v.force.x - o.back + f.support_force.x, 0.0, 1e-6);
    CHECK_NEAR(v.force.y + f.support_force.y, 0.0, 1e-6);
    // no friction: the same tension on both sides
    CHECK_NEAR(hole_rig_pull(&r), o.back, 0.01 * o.back);
    sut_world_destroy(r.w);
}

TEST(restored_portals_go_on_bit_for_bit) {
    hole_rig_options story = plain;
    story.holes = 3;
    story.back = 0.01;
    story.spring = 200.0;
    hole_rig a;
    REQUIRE(hole_rig_make(&a, &story) && hole_rig_run(&a, 60));
    CHECK(hole_rig_view(&a, 1).slid < -5e-4); // vertices have gone through
    test_bytes image = test_snapshot(a.w);
    hole_rig_options other = story;
    other.speed = -0.01;
    hole_rig b;
    REQUIRE(hole_rig_make(&b, &other) && hole_rig_run(&b, 37));
    REQUIRE(sut_world_restore(b.w, image.at, image.size) == SUT_OK);
    CHECK_EQ_U64(sut_world_hash(b.w), sut_world_hash(a.w));
    for (int i = 0; i < 60; i++) {
        CASE("step %d", i);
        REQUIRE(hole_rig_run(&a, 1) && hole_rig_run(&b, 1));
        REQUIRE(sut_world_hash(b.w) == sut_world_hash(a.w));
    }
    test_bytes_free(&image);
    sut_world_destroy(a.w);
    sut_world_destroy(b.w);
}

TEST(two_holes_on_one_edge_are_refused) {
    hole_rig r;
    REQUIRE(hole_rig_make(&r, &plain));
    sut_hole_view v = hole_rig_view(&r, 0);
    sut_hole_def h = sut_default_hole_def();
    h.thread = r.thread;
    h.tissue = v.tissue;
    h.at = v.position;
    sut_hole_id id;
    CHECK(sut_hole_create(r.w, &h, &id) != SUT_OK);
    sut_world_destroy(r.w);
}
