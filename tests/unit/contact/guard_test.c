// SPDX-License-Identifier: MIT
// Nothing passes through anything, however fast it is. Sides are told by geometry alone: threads
// are held by their ends, so that the number of times they pass on the wrong side of something
// (counted with signs) can only change by passing through.
#include "contact_fixture.h"

#include "check.h"

#include <math.h>
#include <string.h>

//---- sides ---------------------------------------------------------------------------------------
typedef struct line {
    sut_vec3 x[SHAPE_MOST + 2];
    int n;
} line;

// A thread with its ends led on straight, far out along an axis (0: x, 1: y).
static line led_on(const sut_world *w, sut_thread_id id, int axis) {
    sut_thread_view v = look(w, id);
    line l;
    l.n = v.vertex_count + 2;
    memcpy(&l.x[1], v.position, (size_t)v.vertex_count * sizeof *v.position);
    l.x[0] = l.x[1];
    l.x[l.n - 1] = l.x[l.n - 2];
    double *first = axis == 0 ? &l.x[0].x : &l.x[0].y;
    double *last = axis == 0 ? &l.x[l.n - 1].x : &l.x[l.n - 1].y;
    *first -= 1.0;
    *last += 1.0;
    return l;
}

// Seen from above: +1 or -1 if edge b passes under edge a, 0 if not.
static int under(const sut_vec3 a[2], const sut_vec3 b[2]) {
    double ux = a[1].x - a[0].x;
    double uy = a[1].y - a[0].y;
    double vx = b[1].x - b[0].x;
    double vy = b[1].y - b[0].y;
    double turn = ux * vy - uy * vx;
    if (turn == 0.0) {
        return 0;
    }
    double rx = b[0].x - a[0].x;
    double ry = b[0].y - a[0].y;
    double s = (rx * vy - ry * vx) / turn;
    double t = (rx * uy - ry * ux) / turn;
    if (s < 0.0 || s >= 1.0 || t < 0.0 || t >= 1.0) {
        return 0;
    }
    double za = a[0].z + s * (a[1].z - a[0].z);
    double zb = b[0].z + t * (b[1].z - b[0].z);
    return zb < za ? (turn > 0.0 ? 1 : -1) : 0;
}

// How often `upper`, whose ends are above, passes below `lower`.
static int passed_below(const line *lower, const line *upper) {
    int sum = 0;
    for (int i = 0; i + 1 < lower->n; i++) {
        for (int j = 0; j + 1 < upper->n; j++) {
            sum += under(&lower->x[i], &upper->x[j]);
        }
    }
    return sum;
}

// How often a thread passes below a bar along y at x = z = 0.
static int below_bar(const line *l) {
    int sum = 0;
    for (int i = 0; i + 1 < l->n; i++) {
        sut_vec3 a = l->x[i];
        sut_vec3 b = l->x[i + 1];
        if ((a.x < 0.0) != (b.x < 0.0)) {
            double z = a.z + (b.z - a.z) * (-a.x / (b.x - a.x));
            sum += z < 0.0 ? (b.x > a.x ? 1 : -1) : 0;
        }
    }
    return sum;
}

TEST(sides_are_told) {
    line a = {{{-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}, 2};
    line b = {{{0.1, -1.0, 0.2}, {0.1, 1.0, 0.2}}, 2};
    CHECK_EQ_INT(passed_below(&a, &b), 0);
    CHECK_EQ_INT(passed_below(&b, &a) != 0, 1);
    CHECK_EQ_INT(below_bar(&a), 0);
    a.x[0].z = a.x[1].z = -0.1;
    CHECK_EQ_INT(below_bar(&a), 1);
}

//---- shots ---------------------------------------------------------------------------------------
// A thread along x or y at a height, held by its ends, all of the rest flying down.
static sut_thread_id shot(sut_world *w, bool along_y, double z, double speed, double slack) {
    enum { COUNT = 41 };
    shape s = along_y ? shape_line(COUNT, (sut_vec3){0.0, -8e-3, z}, (sut_vec3){0.0, 8e-3, z})
                      : shape_line(COUNT, (sut_vec3){-8e-3, 0.0, z}, (sut_vec3){8e-3, 0.0, z});
    sut_vec3 velocity[COUNT];
    double rest[COUNT - 1];
    memset(velocity, 0, sizeof velocity);
    for (int i = 0; i < COUNT - 1; i++) {
        rest[i] = (1.0 + slack) * 16e-3 / (COUNT - 1);
        velocity[i].z = i > 0 ? -speed : 0.0;
    }
    sut_thread_def d = shape_def(&s);
    d.velocities = velocity;
    d.rest_lengths = rest;
    sut_thread_id id = {0, 0};
    (void)sut_thread_create(w, &d, &id);
    (void)hold_moving(w, id, SUT_HOLD_PIN, 0, (sut_vec3){0.0, 0.0, 0.0}, 0.0);
    (void)hold_moving(w, id, SUT_HOLD_PIN, COUNT - 1, (sut_vec3){0.0, 0.0, 0.0}, 0.0);
    return id;
}

// Slack, so that tension alone would not stop them; steps in which they would go many diameters.
static const double dts[3] = {1e-4, 1e-3, 5e-3};
static const double slacks[2] = {0.0, 0.1};

TEST(a_thread_shot_at_a_thread_stays_on_its_side) {
    int meetings = 0;
    for (int k = 0; k < 6; k++) {
        CASE("k %d", k);
        sut_world *w = empty_world();
        REQUIRE(w != NULL);
        sut_thread_id lower = shot(w, false, 0.0, 0.0, 0.0);
        sut_thread_id upper = shot(w, true, 1e-3, 100.0, slacks[k / 3]);
        REQUIRE(sut_thread_is_valid(w, lower) && sut_thread_is_valid(w, upper));
        bool met = false;
        for (int step = 0; step < 30; step++) {
            CASE("step %d", step);
            REQUIRE(go(w, 1, dts[k % 3]));
            line a = led_on(w, lower, 0);
            line b = led_on(w, upper, 1);
            CHECK_EQ_INT(passed_below(&a, &b), 0);
            met = met || sut_world_stats(w).contacts > 0 || sut_world_stats(w).guard_hits > 0;
        }
        meetings += met ? 1 : 0;
        sut_world_destroy(w);
    }
    CHECK(meetings >= 4); // a taut one is stopped by its ends when steps are long
}

TEST(without_contacts_it_passes_through) {
    sut_world_def def = sut_default_world_def();
    def.gravity = (sut_vec3){0.0, 0.0, 0.0};
    def.contact.disabled = true;
    sut_world *w = NULL;
    REQUIRE(sut_world_create(&def, &w) == SUT_OK);
    sut_thread_id lower = shot(w, false, 0.0, 0.0, 0.0);
    sut_thread_id upper = shot(w, true, 1e-3, 100.0, 0.1);
    int most = 0;
    for (int step = 0; step < 30; step++) {
        CASE("step %d", step);
        REQUIRE(go(w, 1, 1e-4));
        line a = led_on(w, lower, 0);
        line b = led_on(w, upper, 1);
        most = passed_below(&a, &b) != 0 ? 1 : most;
    }
    CHECK_EQ_INT(most, 1); // so the test above would have seen it
    sut_world_destroy(w);
}

TEST(a_thread_shot_at_a_thin_bar_stays_on_its_side) {
    for (int k = 0; k < 6; k++) {
        CASE("k %d", k);
        sut_world *w = empty_world();
        REQUIRE(w != NULL);
        sut_obstacle_def d = sut_default_obstacle_def();
        d.kind = SUT_OBSTACLE_CYLINDER;
        d.axis = (sut_vec3){0.0, 1.0, 0.0};
        d.radius = 2e-5;
        sut_obstacle_id bar;
        REQUIRE(sut_obstacle_create(w, &d, &bar) == SUT_OK);
        sut_thread_id t = shot(w, false, 1e-3, 100.0, slacks[k / 3]);
        REQUIRE(sut_thread_is_valid(w, t));
        for (int step = 0; step < 30; step++) {
            CASE("step %d", step);
            REQUIRE(go(w, 1, dts[k % 3]));
            line l = led_on(w, t, 0);
            CHECK_EQ_INT(below_bar(&l), 0);
        }
        sut_world_destroy(w);
    }
}

//---- hands ---------------------------------------------------------------------------------------
typedef struct wall_world {
    sut_world *w;
    sut_thread_id t;
    sut_hold_id hand;
    sut_obstacle_id wall;
} wall_world;

// A thread along x above a thin wall z < 0, held by its first vertex.
static wall_world make_wall(void) {
    wall_world s;
    memset(&s, 0, sizeof s);
    s.w = empty_world();
    if (!s.w) {
        return s;
    }
    sut_obstacle_def d = sut_default_obstacle_def();
    d.kind = SUT_OBSTACLE_BOX;
    d.center = (sut_vec3){0.0, 0.0, -1e-4};
    d.size = (sut_vec3){0.2, 0.2, 2e-4};
    (void)sut_obstacle_create(s.w, &d, &s.wall);
    shape x = shape_line(21, (sut_vec3){0.0, 0.0, 1e-3}, (sut_vec3){8e-3, 0.0, 1e-3});
    s.t = shape_add(s.w, &x);
    s.hand = hold_moving(s.w, s.t, SUT_HOLD_PIN, 0, (sut_vec3){0.0, 0.0, 0.0}, 0.0);
    return s;
}

static double lowest(const sut_world *w, sut_thread_id id) {
    sut_thread_view v = look(w, id);
    double least = HUGE_VAL;
    for (int i = 0; i < v.vertex_count; i++) {
        least = v.position[i].z < least ? v.position[i].z : least;
    }
    return least;
}

TEST(a_hand_that_is_behind_a_wall_lags_and_recovers) {
    const double depth[3] = {-1e-3, -5e-3, -0.1};
    for (int k = 0; k < 3; k++) {
        CASE("k %d", k);
        wall_world s = make_wall();
        REQUIRE(s.w != NULL && sut_obstacle_is_valid(s.w, s.wall));
        REQUIRE(go(s.w, 3, 1e-3));
        sut_hold_key there;
        REQUIRE(sut_thread_key_now(s.w, s.t, 0, &there) == SUT_OK);
        there.position.z = depth[k];
        REQUIRE(sut_hold_set_target(s.w, s.hand, &there) == SUT_OK);
        double lag = 0.0;
        for (int step = 0; step < 50; step++) {
            CASE("step %d", step);
            REQUIRE(go(s.w, 1, 1e-3));
            CHECK(lowest(s.w, s.t) > 0.0);
            lag = sut_world_stats(s.w).lag_max;
        }
        // it is still on this side, and the target on the other
        CHECK(lag > -depth[k]);
        // the wall goes, and so does what was in the way
        REQUIRE(sut_obstacle_destroy(s.w, s.wall) == SUT_OK);
        bool recovered = false;
        int steps = 0;
        for (; steps < 200 && !recovered; steps++) {
            REQUIRE(go(s.w, 1, 1e-3));
            recovered = saw_event(s.w, SUT_EV_HOLD_RECOVERED);
        }
        CHECK(recovered);
        REQUIRE(go(s.w, 1, 1e-3));
        CHECK_NEAR(sut_world_stats(s.w).lag_max, 0.0, 0.0);
        CHECK_NEAR(look(s.w, s.t).position[0].z, depth[k], 1e-9); // where a hand counts as there
        sut_world_destroy(s.w);
    }
}

// A wall that is moved onto a held thread stops before it.
TEST(a_wall_does_not_pass_through_a_thread) {
    wall_world s = make_wall();
    REQUIRE(s.w != NULL);
    for (int step = 0; step < 4; step++) {
        CASE("step %d", step);
        sut_vec3 pose = {0.0, 0.0, 0.05};
        REQUIRE(sut_obstacle_set_pose(s.w, s.wall, pose, (sut_vec3){0.0, 0.0, 0.0}) == SUT_OK);
        REQUIRE(go(s.w, 1, 1e-3));
        sut_vec3 at;
        sut_vec3 turn;
        REQUIRE(sut_obstacle_get_pose(s.w, s.wall, &at, &turn) == SUT_OK);
        CHECK(lowest(s.w, s.t) > at.z + 1e-4);
    }
    sut_world_destroy(s.w);
}

//---- how near ------------------------------------------------------------------------------------
// Centre lines of an ordinary knot keep half of the touching distance.
TEST(crossing_threads_keep_their_distance_when_pulled_hard) {
    sut_world *w = empty_world();
    REQUIRE(w != NULL);
    shape s = shape_overhand(12, 12);
    sut_thread_id t = shape_add(w, &s);
    (void)hold_moving(w, t, SUT_HOLD_PIN, 0, (sut_vec3){0.3, 0.5, 0.0}, 0.0);
    (void)hold_moving(w, t, SUT_HOLD_PIN, s.n - 1, (sut_vec3){0.3, -0.5, 0.0}, 0.0);
    for (int step = 0; step < 40; step++) {
        CASE("step %d", step);
        REQUIRE(go(w, 1, 1e-3));
        // overlap in radii: centre lines are 2 - overlap radii apart; what a contact that was led
        // round a bend adds is below a tenth
        CHECK_LE(sut_world_stats(w).overlap_max, 1.1);
    }
    sut_world_destroy(w);
}

// A trial that did not converge leaves edges a hundred times too long. The bound of how far a piece
// can turn once took their lengths for those of the start, and edges next but one to each other
// went through each other.
TEST(neighbours_are_followed_whatever_the_last_trial_was) {
    const double l = 0.8 * SHAPE_RADIUS; // so short that the list of pairs leaves neighbours out
    sut_world *w = empty_world();
    shape s = shape_line(8, (sut_vec3){0.0, 0.0, 0.0}, (sut_vec3){7.0 * l, 0.0, 0.0});
    shape_add(w, &s);
    CHECK(go(w, 1, 1e-3));
    sut_rod *r = &w->threads[0].rod;
    for (int v = 0; v < r->body.n; v++) {
        sut_soa3_set(&r->body.move, v, (sut_vec3){0.0, 0.0, 0.0});
    }
    // edge 2 ends across the middle of edge 0
    sut_soa3_set(&r->body.move, 2, (sut_vec3){-1.5 * l, -0.5 * l, 0.0});
    sut_soa3_set(&r->body.move, 3, (sut_vec3){-2.5 * l, 0.5 * l, 0.0});
    for (int e = 0; e < r->body.n - 1; e++) {
        r->work.inverse[e] *= 0.01;
    }
    int hits = 0;
    CHECK(sut_contact_guard(&w->contacts, &w->bodies, false, false, &hits) < 1.0);
    CHECK(hits > 0);
    sut_world_destroy(w);
}
