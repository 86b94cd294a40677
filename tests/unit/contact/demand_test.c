// SPDX-License-Identifier: MIT
// Impossible demands: bodies pressed onto threads that are held, knots pulled without limit.
#include "contact_fixture.h"
#include "judge_fixture.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>
#include <string.h>

static const double dt = 1e-3;

//---- a body pressed onto a thread ----------------------------------------------------------------
typedef struct press {
    sut_world *w;
    sut_thread_id t;
    sut_obstacle_id bar;
    sut_hold_id hand[2];
} press;

// A thread along x, held on both sides, and a bar along y above it that is told to go down through
// it at this speed and to stay far below.
static bool press_make(press *p, double speed, double far) {
    memset(p, 0, sizeof *p);
    p->w = empty_world();
    if (!p->w) {
        return false;
    }
    shape s = shape_line(25, (sut_vec3){-1.5e-3, 0.0, 0.0}, (sut_vec3){1.5e-3, 0.0, 0.0});
    p->t = shape_add(p->w, &s);
    for (int k = 0; k < 2; k++) {
        p->hand[k] =
            hold_moving(p->w, p->t, SUT_HOLD_PIN, k == 0 ? 0 : 24, (sut_vec3){0.0, 0.0, 0.0}, 0.0);
    }
    double height = 3e-4 + 2.0 * SHAPE_RADIUS;
    sut_obstacle_key keys[2] = {{0.0, {0.0, 0.0, height}, {0.0, 0.0, 0.0}},
                                {far / speed, {0.0, 0.0, height - far}, {0.0, 0.0, 0.0}}};
    sut_obstacle_def d = sut_default_obstacle_def();
    d.kind = SUT_OBSTACLE_CAPSULE;
    d.center = keys[0].position;
    d.axis = (sut_vec3){0.0, 1.0, 0.0};
    d.radius = 3e-4;
    d.length = 4e-3;
    d.keys = keys;
    d.key_count = 2;
    return sut_obstacle_create(p->w, &d, &p->bar) == SUT_OK;
}

static double height_of(const press *p) {
    sut_vec3 at = {0.0, 0.0, 0.0};
    sut_vec3 turn;
    (void)sut_obstacle_get_pose(p->w, p->bar, &at, &turn);
    return at.z;
}

// Smallest distance of the thread's centre line from the bar's surface, in radii.
static double room_left(const press *p) {
    const sut_obstacle_slot *o = &p->w->obstacles[0];
    sut_shape bar = sut_shape_moved(&o->shape, o->position, o->rotation);
    sut_thread_view v = look(p->w, p->t);
    double least = HUGE_VAL;
    for (int i = 0; i + 1 < v.vertex_count; i++) {
        double at;
        least = fmin(least, sut_shape_segment(&bar, v.position[i], v.position[i + 1], &at, NULL));
    }
    return least / SHAPE_RADIUS;
}

static bool below_bar(const press *p) {
    sut_thread_view v = look(p->w, p->t);
    for (int i = 0; i + 1 < v.vertex_count; i++) {
        sut_vec3 a = v.position[i];
        sut_vec3 b = v.position[i + 1];
        if (fabs(a.y) < 2e-3 && (a.x < 0.0) != (b.x < 0.0)) {
            double z = a.z + (b.z - a.z) * (-a.x / (b.x - a.x));
            return z < height_of(p);
        }
    }
    return true;
}

// How near a bar may come, in radii: half a radius, less the little that the guard allows each of
// many slow motions; a thousand of them lead to 0.43 of what is to be kept (geom/advance_rules.h).
static const double least_room = 0.2;

typedef struct pressing {
    int parts;      // of all steps
    double behind;  // m, largest lag of the bar
    double pull;    // N, largest force of a hand
    double nearest; // radii
} pressing;

// Told to be at start - speed t, and at start - far in the end.
static pressing press_for(press *p, int steps, double start, double speed, double far) {
    pressing r = {0, 0.0, 0.0, HUGE_VAL};
    for (int step = 1; step <= steps; step++) {
        CASE("step %d", step);
        if (!CHECK(go(p->w, 1, dt))) {
            break;
        }
        r.parts += sut_world_stats(p->w).substeps;
        double wanted = start - fmin(far, speed * sut_world_time(p->w));
        CHECK(height_of(p) >= wanted - 1e-12);
        CHECK(below_bar(p));
        r.behind = fmax(r.behind, height_of(p) - wanted);
        r.nearest = fmin(r.nearest, room_left(p));
        for (int i = 0; i < 2; i++) {
            sut_hold_view h;
            (void)sut_hold_get_view(p->w, p->hand[i], &h);
            r.pull = fmax(r.pull, v3_norm(h.force));
        }
    }
    return r;
}

static bool let_go(press *p) {
    return sut_hold_destroy(p->w, p->hand[0]) == SUT_OK &&
           sut_hold_destroy(p->w, p->hand[1]) == SUT_OK;
}

// The hands give way before the thread breaks. (How hard hands pull whose vertices are torn away
// fast is not looked at here.)
TEST(a_bar_pressed_onto_a_held_thread_never_passes_it) {
    const double speed[4] = {0.05, 0.3, 2.0, 20.0};
    for (int k = 0; k < 4; k++) {
        CASE("k %d", k);
        const double far = 0.03;
        enum { STEPS = 250 };
        press p;
        REQUIRE(press_make(&p, speed[k], far));
        double start = height_of(&p);
        pressing r = press_for(&p, STEPS, start, speed[k], far);
        CHECK(r.parts <= 2 * STEPS);
        CHECK(r.nearest > least_room && r.nearest < 1.0);
        double strength = p.w->threads[0].rod.def.EA;
        CHECK(r.pull > 0.5 * strength);
        if (speed[k] < 0.1) {
            CHECK_LE(r.pull, 1.01 * strength);
        }
        REQUIRE(let_go(&p));
        REQUIRE(go(p.w, 400, dt));
        CHECK_NEAR(height_of(&p), start - far, 1e-15);
        sut_world_destroy(p.w);
    }
}

// With a floor below the thread there is no way for it to go: the bar has to wait.
TEST(a_bar_that_squeezes_a_thread_onto_a_floor_waits) {
    const double speed[3] = {0.02, 0.3, 5.0};
    for (int k = 0; k < 3; k++) {
        CASE("k %d", k);
        const double far = 2e-3;
        enum { STEPS = 150 };
        press p;
        REQUIRE(press_make(&p, speed[k], far));
        sut_obstacle_def floor = sut_default_obstacle_def();
        floor.center.z = -1.5 * SHAPE_RADIUS;
        sut_obstacle_id id;
        REQUIRE(sut_obstacle_create(p.w, &floor, &id) == SUT_OK);
        double start = height_of(&p);
        pressing r = press_for(&p, STEPS, start, speed[k], far);
        CHECK(isfinite(p.w->obstacles[0].follower.speed_limit)); // slowed down, which is state
        sut_world *twin = copy_of(p.w);
        REQUIRE(twin != NULL);
        CHECK_EQ_INT(steps_that_differ(p.w, twin, 10, dt), 0);
        sut_world_destroy(twin);
        CHECK(r.parts <= 16 * STEPS);
        CHECK(r.nearest > least_room && r.nearest < 1.0);
        // bar, thread and floor fit on top of each other
        CHECK(height_of(&p) > floor.center.z + 3e-4 + 2.0 * least_room * SHAPE_RADIUS);
        CHECK(r.behind > 1e-3);
        REQUIRE(sut_obstacle_destroy(p.w, id) == SUT_OK);
        REQUIRE(let_go(&p));
        REQUIRE(go(p.w, 60, dt)); // its pace grows by half with every step
        CHECK_NEAR(height_of(&p), start - far, 1e-15);
        sut_world_destroy(p.w);
    }
}

//---- knots ---------------------------------------------------------------------------------------
// No hand pulls harder than what would make the thread twice as long, and nothing passes.
TEST(a_knot_pulled_without_limit_holds) {
    const double speed[2] = {0.05, 0.5};
    for (int k = 0; k < 2; k++) {
        CASE("k %d", k);
        judge j;
        sut_world_def def = judged_def(&j);
        sut_world *w = NULL;
        REQUIRE(sut_world_create(&def, &w) == SUT_OK);
        shape s = shape_overhand(12, 12);
        sut_thread_id t = shape_add(w, &s);
        REQUIRE(judge_begin(&j, w, &t, 1));
        sut_hold_id hand[2] = {
            hold_moving(w, t, SUT_HOLD_PIN, 0, (sut_vec3){0.3 * speed[k], speed[k], 0.0}, 0.0),
            hold_moving(w, t, SUT_HOLD_PIN, s.n - 1, (sut_vec3){0.3 * speed[k], -speed[k], 0.0},
                        0.0)};
        double most = 0.0;
        for (int step = 0; step < 300; step++) {
            CASE("step %d", step);
            REQUIRE(go(w, 1, dt));
            for (int i = 0; i < 2; i++) {
                CASE("i %d", i);
                sut_hold_view h;
                REQUIRE(sut_hold_get_view(w, hand[i], &h) == SUT_OK);
                double pull = v3_norm(h.force);
                most = pull > most || isnan(pull) ? pull : most;
            }
        }
        CHECK(judge_is_content(&j));
        CHECK(most > 0.9 * w->threads[0].rod.def.EA); // it was pulled that hard
        CHECK_LE(most, 1.01 * w->threads[0].rod.def.EA);
        judge_end(&j);
        sut_world_destroy(w);
    }
}
