// SPDX-License-Identifier: MIT
// Holes: laws of friction and order, sticking, pulling out, against closed forms.
#include "data/data.h"

#include "check.h"
#include "hole_rig.h"

#include <math.h>

TEST(straight_through_n_holes_takes_n_times_the_pinch) {
    for (int n = 1; n <= 8; n *= 2) {
        CASE("%d holes", n);
        hole_rig_options o = {
            .holes = n, .vertices = 201, .edge = 2e-4, .pinch = 0.02, .speed = 5e-3};
        hole_rig r;
        REQUIRE(hole_rig_make(&r, &o));
        REQUIRE(hole_rig_run(&r, 300));
        // inertia and the viscous part at 5 mm/s: far below a thousandth
        CHECK_NEAR(hole_rig_pull(&r), 0.02 * n, 1e-3 * 0.02 * n);
        CHECK(sut_world_stats(r.w).substeps == 1);
        sut_world_destroy(r.w);
    }
}

// The elastica on both sides of a point that turns a thread: T1 (1 - cos b1) = T2 (1 - cos b2) with
// b1 + b2 the angle, T2 / T1 = (1 + mu sin b1) / (1 - mu sin b2). By bisection of b1.
static double kink_ratio(double mu, double angle) {
    double low = 0.5 * angle; // the stronger side bends less
    double high = angle;
    double ratio = 1.0;
    for (int i = 0; i < 60; i++) {
        double b1 = 0.5 * (low + high);
        double b2 = angle - b1;
        ratio = (1.0 + mu * sin(b1)) / (1.0 - mu * sin(b2));
        if (1.0 - cos(b1) < ratio * (1.0 - cos(b2))) {
            low = b1;
        } else {
            high = b1;
        }
    }
    return ratio;
}

TEST(a_kink_multiplies_the_tension_as_an_elastica_does) {
    const double degree = 3.14159265358979323846 / 180.0;
    CHECK_NEAR(kink_ratio(0.3, 90.0 * degree), 1.524, 5e-4); // the published figure
    for (int angle = 30; angle <= 150; angle += 30) {
        CASE("%d degrees", angle);
        hole_rig_options o = {.holes = 1,
                              .vertices = 301,
                              .edge = 2e-4,
                              .friction = 0.3,
                              .back = 0.5,
                              .speed = 2e-3,
                              .angle = angle * degree};
        hole_rig r;
        REQUIRE(hole_rig_make(&r, &o));
        REQUIRE(hole_rig_run(&r, 1500));
        double ratio = kink_ratio(0.3, angle * degree);
        // a hundredth for the vertices beside the bend, which is twice as long as an edge
        CHECK_NEAR(hole_rig_pull(&r) / 0.5, ratio, 0.02 * ratio);
        sut_world_destroy(r.w);
    }
}

// Nine tenths of what would make it slide.
TEST(a_thread_that_sticks_does_not_creep) {
    hole_rig_options o = {
        .holes = 1, .vertices = 101, .edge = 2e-4, .pinch = 0.02, .back = 0.018, .speed = 0.0};
    hole_rig r;
    REQUIRE(hole_rig_make(&r, &o));
    sut_hold_destroy(r.w, r.hand);
    REQUIRE(hole_rig_run(&r, 1000));
    double before = hole_rig_view(&r, 0).slid;
    REQUIRE(hole_rig_run(&r, 1000));
    CHECK(!hole_rig_view(&r, 0).slipping);
    CHECK_NEAR(hole_rig_view(&r, 0).along, 0.018, 1e-9);
    CHECK_NEAR(hole_rig_view(&r, 0).slid, before, 1e-12); // 1e-12 m/s
    sut_world_destroy(r.w);
}

// A motion that was not solved, across the thread: what it may do is lead it out by its radius.
TEST(the_guard_keeps_a_thread_in_its_holes) {
    hole_rig_options o = {.holes = 2, .vertices = 101, .edge = 2e-4, .pinch = 0.02};
    hole_rig r;
    REQUIRE(hole_rig_make(&r, &o) && hole_rig_run(&r, 20));
    sut_body *thread = r.w->bodies.body[0];
    sut_contacts *c = &r.w->contacts;
    double radius = c->hole[0]->radius;
    for (int k = 0; k < 2; k++) {
        c->hole[k]->force = v3_zero();
        c->hole[k]->s = c->hole[k]->kept.s;
    }
    for (int v = 0; v < thread->n; v++) {
        sut_soa3_set(&thread->move, v, v3(0.0, 0.9 * radius, 0.0));
    }
    CHECK(sut_holes_share(c, &r.w->bodies) == 1.0);
    for (int v = 0; v < thread->n; v++) {
        sut_soa3_set(&thread->move, v, v3(0.0, 10.0 * radius, 0.0));
    }
    // the holes began within a thousandth of their places
    CHECK_NEAR(sut_holes_share(c, &r.w->bodies), 0.1, 1e-3);
    CHECK(r.w->bodies.hit_body[0]);
    // along itself it may go as far as it likes
    for (int v = 0; v < thread->n; v++) {
        sut_soa3_set(&thread->move, v, v3(10.0 * radius, 0.0, 0.0));
    }
    for (int k = 0; k < 2; k++) {
        c->hole[k]->s = c->hole[k]->kept.s - 10.0 * radius / o.edge;
    }
    CHECK(sut_holes_share(c, &r.w->bodies) == 1.0);
    sut_world_destroy(r.w);
}

// One wall is drawn along the thread against the next, and past it.
TEST(holes_of_one_thread_keep_their_order_and_distance) {
    hole_rig_options o = {.holes = 2,
                          .vertices = 101,
                          .edge = 2e-4,
                          .pinch = 0.01,
                          .back = 0.05,
                          .spring = 200.0,
                          .drift = 0.02};
    hole_rig r;
    REQUIRE(hole_rig_make(&r, &o));
    const double spacing = 2e-4; // two radii, more than the wall
    double least = 1.0;
    for (int i = 0; i < 200; i++) {
        REQUIRE(hole_rig_run(&r, 1));
        least = fmin(least, hole_rig_view(&r, 1).s - hole_rig_view(&r, 0).s);
    }
    CHECK(least > 0.99 * spacing); // what the stiff order gives way by: force / kn
    CHECK_NEAR(hole_rig_view(&r, 1).s - hole_rig_view(&r, 0).s, spacing, 0.01 * spacing);
    sut_world_destroy(r.w);
}

static int events_of(const sut_world *w, sut_event_type type) {
    int count = 0;
    int found = 0;
    const sut_event *e = sut_world_events(w, &count);
    for (int i = 0; i < count; i++) {
        found += e[i].type == type;
    }
    return found;
}

// The free end comes through: full friction to the last, then nothing.
TEST(a_free_end_leaves_its_hole_and_no_force) {
    hole_rig_options o = {.holes = 1, .vertices = 41, .edge = 2e-4, .pinch = 0.02, .speed = 0.05};
    hole_rig r;
    REQUIRE(hole_rig_make(&r, &o));
    int out = -1;
    int slipped = 0;
    double before = 0.0;
    for (int i = 0; i < 200 && out < 0; i++) {
        before = i > 5 ? hole_rig_pull(&r) : 0.02;
        CHECK_NEAR(before, 0.02, 0.02 * 0.02); // inertia of the start, and 50 mm/s
        REQUIRE(hole_rig_run(&r, 1));
        slipped += events_of(r.w, SUT_EV_SLIPPED);
        out = events_of(r.w, SUT_EV_PULLED_OUT) > 0 ? i : -1;
    }
    CHECK_EQ_INT(slipped, 1);
    // 20 edges of 0.2 mm at 50 mm/s, and what the thread stretches by
    CHECK_NEAR(out, 80.0, 2.0);
    CHECK(hole_rig_view(&r, 0).out);
    REQUIRE(hole_rig_run(&r, 20));
    CHECK_NEAR(hole_rig_pull(&r), 0.0, 1e-6);
    CHECK_NEAR(hole_rig_view(&r, 0).force.x, 0.0, 0.0);
    sut_world_destroy(r.w);
}

// Hand, load and the springs of all sheets bear each other once nothing moves.
TEST(forces_of_hands_and_tissues_balance) {
    hole_rig_options o = {.holes = 3,
                          .vertices = 101,
                          .edge = 2e-4,
                          .pinch = 0.01,
                          .friction = 0.3,
                          .back = 0.2,
                          .angle = 1.0,
                          .spring = 100.0};
    hole_rig r;
    REQUIRE(hole_rig_make(&r, &o) && hole_rig_run(&r, 3000));
    sut_hold_view v;
    REQUIRE(sut_hold_get_view(r.w, r.hand, &v) == SUT_OK);
    sut_vec3 sum = {v.force.x - o.back, v.force.y, v.force.z};
    for (int i = 0; i < o.holes; i++) {
        sut_tissue_figures f;
        REQUIRE(sut_tissue_get_figures(r.w, hole_rig_view(&r, i).tissue, &f) == SUT_OK);
        sum.x += f.support_force.x;
        sum.y += f.support_force.y;
        sum.z += f.support_force.z;
    }
    // what is left of the motion after 3 s, against 0.2 N
    CHECK_NEAR(sum.x, 0.0, 1e-8);
    CHECK_NEAR(sum.y, 0.0, 1e-8);
    CHECK_NEAR(sum.z, 0.0, 1e-8);
    sut_world_destroy(r.w);
}

// Newton's method with all terms: a slide around a corner takes a linearisation or two per step.
TEST(a_slide_around_a_corner_needs_no_search) {
    hole_rig_options o = {.holes = 1,
                          .vertices = 201,
                          .edge = 2e-4,
                          .friction = 0.3,
                          .back = 0.5,
                          .speed = 0.02,
                          .angle = 1.5707963267948966};
    hole_rig r;
    REQUIRE(hole_rig_make(&r, &o) && hole_rig_run(&r, 300));
    int rounds = 0;
    for (int i = 0; i < 200; i++) {
        REQUIRE(hole_rig_run(&r, 1));
        CHECK_EQ_INT(sut_world_stats(r.w).substeps, 1);
        rounds += (int)sut_world_stats(r.w).linearisations;
    }
    CHECK(rounds <= 400);
    sut_world_destroy(r.w);
}

// A cut end comes through like any other, and what is cut in the hole itself is out at once.
TEST(a_cut_thread_leaves_its_holes) {
    hole_rig_options o = {.holes = 2, .vertices = 61, .edge = 2e-4, .pinch = 0.02, .speed = 0.05};
    hole_rig r;
    REQUIRE(hole_rig_make(&r, &o) && hole_rig_run(&r, 20));
    int behind = (int)hole_rig_view(&r, 1).place - 3;
    REQUIRE(sut_thread_cut(r.w, r.thread, behind) == SUT_OK);
    REQUIRE(hole_rig_run(&r, 5));
    CHECK_NEAR(hole_rig_pull(&r), 0.02, 0.02 * 0.02); // of the hole on its own piece
    REQUIRE(hole_rig_run(&r, 25));
    CHECK(hole_rig_view(&r, 1).out && !hole_rig_view(&r, 0).out);
    REQUIRE(sut_thread_cut(r.w, r.thread, (int)hole_rig_view(&r, 0).place) == SUT_OK);
    CHECK(hole_rig_view(&r, 0).out);
    REQUIRE(hole_rig_run(&r, 1));
    CHECK_EQ_INT(events_of(r.w, SUT_EV_PULLED_OUT), 1);
    sut_world_destroy(r.w);
}
