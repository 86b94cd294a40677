// SPDX-License-Identifier: MIT
// Hands that are led into solids: they slide along the surface, lag, and come back.
#include "contact_fixture.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>
#include <string.h>

static const double dt = 1e-3;

// A solid, where the hand starts, and where it is told to go, inside the solid.
typedef struct errand {
    sut_obstacle_def solid;
    sut_vec3 start, inside;
    sut_vec3 tail; // direction in which the thread trails behind the hand
} errand;

typedef struct watch {
    sut_shape shape;
    double nearest; // m, of any edge in any part so far
} watch;

static void watch_part(void *ctx, const sut_world *w) {
    watch *seen = ctx;
    sut_thread_view v = look(w, (sut_thread_id){1, 1});
    for (int i = 0; i + 1 < v.vertex_count; i++) {
        double at;
        double d = sut_shape_segment(&seen->shape, v.position[i], v.position[i + 1], &at, NULL);
        seen->nearest = d < seen->nearest ? d : seen->nearest;
    }
}

typedef struct hand_world {
    sut_world *w;
    sut_thread_id t;
    sut_hold_id hand;
    watch seen;
    int blocked, recovered; // events so far
} hand_world;

static bool hand_make(hand_world *h, const errand *e) {
    memset(h, 0, sizeof *h);
    h->seen.nearest = HUGE_VAL;
    sut_world_def def = sut_default_world_def();
    def.gravity = (sut_vec3){0.0, 0.0, 0.0};
    def.on_part = watch_part;
    def.on_part_ctx = &h->seen;
    sut_obstacle_id id;
    if (sut_world_create(&def, &h->w) != SUT_OK ||
        sut_obstacle_create(h->w, &e->solid, &id) != SUT_OK) {
        return false;
    }
    h->seen.shape = h->w->obstacles[0].now;
    shape s = shape_line(21, e->start, v3_madd(e->start, 6e-3, e->tail));
    h->t = shape_add(h->w, &s);
    h->hand = hold_moving(h->w, h->t, SUT_HOLD_PIN, 0, (sut_vec3){0.0, 0.0, 0.0}, 0.0);
    return sut_hold_is_valid(h->w, h->hand);
}

static bool hand_step(hand_world *h, sut_vec3 target) {
    sut_hold_key key;
    memset(&key, 0, sizeof key);
    key.position = target;
    if (sut_hold_set_target(h->w, h->hand, &key) != SUT_OK || !go(h->w, 1, dt)) {
        return false;
    }
    int count = 0;
    const sut_event *e = sut_world_events(h->w, &count);
    for (int i = 0; i < count; i++) {
        h->blocked += e[i].type == SUT_EV_HOLD_BLOCKED ? 1 : 0;
        h->recovered += e[i].type == SUT_EV_HOLD_RECOVERED ? 1 : 0;
    }
    return true;
}

static double lag_of(const hand_world *h, sut_vec3 target) {
    return v3_distance(look(h->w, h->t).position[0], target);
}

// In for 40 steps, wait for 40, out again; and once more.
static void run_errand(const errand *e) {
    enum { WAY = 40, WAIT = 40, REST = 60 };
    hand_world h;
    REQUIRE(hand_make(&h, e));
    for (int round = 1; round <= 2; round++) {
        CASE("round %d", round);
        for (int step = 1; step <= WAY + WAIT; step++) {
            CASE("step %d", step);
            double s = step < WAY ? (double)step / WAY : 1.0;
            sut_vec3 target = v3_lerp(e->start, e->inside, s);
            REQUIRE(hand_step(&h, target));
            double lag = lag_of(&h, target);
            bool behind = h.blocked == round;
            // stats tell the lag while there is one, and nothing before: the largest of any part of
            // the step, which may be a little more than that of the last
            double told = sut_world_stats(h.w).lag_max;
            double parts = sut_world_stats(h.w).substeps > 1 ? 0.01 * lag : 0.0;
            CHECK(told >= (behind ? lag - 1e-12 : 0.0));
            CHECK_LE(told, (behind ? lag : 0.0) + parts + 1e-12);
            CHECK(behind || lag < 1e-12);
        }
        CHECK_EQ_INT(h.blocked, round);
        CHECK_EQ_INT(h.recovered, round - 1);
        // it went along the surface to where the target is nearest
        double deep = -sut_shape_distance(&h.seen.shape, e->inside, NULL);
        CHECK(deep > 5.0 * SHAPE_RADIUS);
        // 0.95 radii stay free; a hundredth of one more because it still creeps round a corner
        CHECK_LE(lag_of(&h, e->inside), deep + 0.96 * SHAPE_RADIUS);
        for (int step = 1; step <= WAY + REST; step++) {
            CASE("step %d", step);
            double s = step < WAY ? 1.0 - (double)step / WAY : 0.0;
            REQUIRE(hand_step(&h, v3_lerp(e->start, e->inside, s)));
        }
        CHECK_EQ_INT(h.blocked, round);
        CHECK_EQ_INT(h.recovered, round);
        CHECK_NEAR(lag_of(&h, e->start), 0.0, 1e-15); // exactly, up to the last bits
        CHECK_NEAR(sut_world_stats(h.w).lag_max, 0.0, 0.0);
    }
    CHECK(h.seen.nearest >= (1.0 - 1e-9) * SUT_CONTACT_KEEP * SHAPE_RADIUS);
    CHECK(h.seen.nearest < SHAPE_RADIUS); // it did touch
    sut_world_destroy(h.w);
}

TEST(a_hand_slides_along_a_floor) {
    errand e = {
        sut_default_obstacle_def(), {0.0, 0.0, 1e-3}, {3e-3, 1e-3, -2e-3}, {-0.8, 0.0, 0.6}};
    run_errand(&e);
}

TEST(a_hand_slides_round_a_ball) {
    errand e = {
        sut_default_obstacle_def(), {-2e-3, 2e-4, 2e-3}, {8e-4, 0.0, 3e-4}, {-1.0, 0.0, 0.0}};
    e.solid.kind = SUT_OBSTACLE_SPHERE;
    e.solid.radius = 2e-3;
    run_errand(&e);
}

TEST(a_hand_slides_off_the_corner_of_a_box) {
    // straight at the corner, to a place that is nearest to one of its faces
    errand e = {sut_default_obstacle_def(),
                {2.6e-3, 2.6e-3, 2.6e-3},
                {1.0e-3, 1.1e-3, 1.3e-3},
                {0.6, 0.0, 0.8}};
    e.solid.kind = SUT_OBSTACLE_BOX;
    e.solid.size = (sut_vec3){4e-3, 4e-3, 4e-3};
    run_errand(&e);
}

// Two solids that meet: the hand ends in the corner between them.
TEST(a_hand_ends_in_the_corner_between_a_floor_and_a_wall) {
    errand e = {sut_default_obstacle_def(), {0.0, 0.0, 1e-3}, {3e-3, 0.0, -1e-3}, {-0.8, 0.0, 0.6}};
    hand_world h;
    REQUIRE(hand_make(&h, &e));
    sut_obstacle_def wall = sut_default_obstacle_def();
    wall.center = (sut_vec3){2e-3, 0.0, 0.0};
    wall.axis = (sut_vec3){-1.0, 0.0, 0.0};
    sut_obstacle_id id;
    REQUIRE(sut_obstacle_create(h.w, &wall, &id) == SUT_OK);
    for (int step = 1; step <= 80; step++) {
        CASE("step %d", step);
        double s = step < 40 ? step / 40.0 : 1.0;
        REQUIRE(hand_step(&h, v3_lerp(e.start, e.inside, s)));
        sut_vec3 at = look(h.w, h.t).position[0];
        CHECK(at.z >= 0.5 * SHAPE_RADIUS && at.x <= 2e-3 - 0.5 * SHAPE_RADIUS);
    }
    sut_vec3 at = look(h.w, h.t).position[0];
    CHECK_NEAR(at.x, 2e-3 - 0.95 * SHAPE_RADIUS, 0.01 * SHAPE_RADIUS);
    CHECK_NEAR(at.z, 0.95 * SHAPE_RADIUS, 0.01 * SHAPE_RADIUS);
    CHECK_EQ_INT(h.blocked, 1);
    sut_world_destroy(h.w);
}
