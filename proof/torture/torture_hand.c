// SPDX-License-Identifier: MIT
// What hands and solids do. Nothing here looks at what the engine made of it, but for the place of
// a vertex that is grasped.
#include "torture_scene.h"

#include <stdlib.h>

//---- hands ---------------------------------------------------------------------------------------
// A vertex that no other hand holds, nor any near it.
static int choose_vertex(torture_scene *s, int thread) {
    int count = s->thread[thread].count;
    for (int tries = 0; tries < 10; tries++) {
        double where = torture_share(&s->random);
        int v = torture_pick(&s->random, count);
        if (where < 0.6) {
            v = where < 0.3 ? 0 : count - 1; // mostly ends
        }
        bool free_place = true;
        for (int i = 0; i < s->hand_count; i++) {
            const torture_hand *h = &s->hand[i];
            free_place = free_place && !(h->holds && h->thread == thread && abs(h->vertex - v) < 5);
        }
        if (free_place) {
            return v;
        }
    }
    return -1;
}

static void choose_plan(torture_scene *s, torture_hand *h) {
    torture_random *r = &s->random;
    static const torture_plan plans[8] = {TORTURE_STAY,   TORTURE_WANDER, TORTURE_WANDER,
                                          TORTURE_WANDER, TORTURE_PULL,   TORTURE_PULL,
                                          TORTURE_ORBIT,  TORTURE_ORBIT};
    h->plan = plans[torture_pick(r, 8)];
    h->goal = h->plan == TORTURE_PULL ? torture_direction(r) : torture_in_ball(r, s->size);
    h->turn = torture_direction(r);
    h->speed =
        (torture_chance(r, 0.5) ? torture_between(r, 0.3, 1.0) : torture_scale(r, 1e-3, 1.0)) *
        s->hurry;
    h->turning = torture_scale(r, 0.1, 30.0) * s->hurry;
}

void sut_torture_grasp(torture_scene *s, torture_hand *h) {
    torture_random *r = &s->random;
    static const sut_hold_kind kinds[5] = {SUT_HOLD_PIN, SUT_HOLD_PIN, SUT_HOLD_PIN, SUT_HOLD_CLAMP,
                                           SUT_HOLD_TWIST};
    h->thread = torture_pick(r, s->thread_count);
    h->vertex = choose_vertex(s, h->thread);
    h->kind = kinds[torture_pick(r, 5)];
    h->max_force = torture_chance(r, 0.5) ? torture_scale(r, 1e-3, 5.0) : (double)INFINITY;
    choose_plan(s, h);
    if (h->vertex < 0 ||
        sut_thread_key_now(s->world, s->thread[h->thread].id, h->vertex, &h->target) != SUT_OK) {
        return;
    }
    sut_hold_def d = sut_default_hold_def();
    d.vertex = h->vertex;
    d.kind = h->kind;
    d.max_force = h->max_force;
    h->holds = sut_hold_create(s->world, s->thread[h->thread].id, &d, &h->id) == SUT_OK;
}

// Two hands do not pull their piece of the thread to more than twice its length.
static bool too_far(const torture_scene *s, const torture_hand *h, sut_vec3 place) {
    for (int i = 0; i < s->hand_count; i++) {
        const torture_hand *o = &s->hand[i];
        if (o != h && o->holds && o->thread == h->thread) {
            const torture_thread *t = &s->thread[h->thread];
            double between = t->length * abs(o->vertex - h->vertex) / (t->count - 1);
            double now = v3_distance(h->target.position, o->target.position);
            double then = v3_distance(place, o->target.position);
            if (then > 2.0 * between && then > now) {
                return true;
            }
        }
    }
    return v3_norm(place) > 4.0 * s->size;
}

static sut_vec3 next_place(torture_scene *s, torture_hand *h) {
    sut_vec3 here = h->target.position;
    double reach = h->speed * s->dt;
    if (s->teleports && torture_chance(&s->random, 0.01)) {
        return v3_add(here, torture_in_ball(&s->random, 0.7 * s->size));
    }
    sut_vec3 to = v3_sub(h->goal, here);
    double left = v3_norm(to);
    switch (h->plan) {
    case TORTURE_WANDER:
        if (left <= reach) {
            sut_vec3 place = h->goal;
            choose_plan(s, h);
            return place;
        }
        return v3_madd(here, reach / left, to);
    case TORTURE_PULL:
        return v3_madd(here, reach, h->goal);
    case TORTURE_ORBIT: {
        sut_vec3 arm = v3_scale(to, -1.0);
        double angle = left > 1e-9 ? fmin(1.0, reach / left) : 0.0;
        return v3_add(h->goal, v3_rotate_about(arm, h->turn, angle));
    }
    default:
        return here;
    }
}

static void move_hand(torture_scene *s, torture_hand *h) {
    torture_random *r = &s->random;
    if (!h->holds || torture_chance(r, 0.005)) {
        if (h->holds) {
            (void)sut_hold_destroy(s->world, h->id);
            h->holds = false;
        }
        if (torture_chance(r, 0.1)) {
            sut_torture_grasp(s, h);
        }
        return;
    }
    if (torture_chance(r, 0.02)) {
        choose_plan(s, h);
    }
    sut_vec3 place = next_place(s, h);
    if (!too_far(s, h, place)) {
        h->target.position = place;
    } else if (torture_chance(r, 0.2)) {
        choose_plan(s, h);
    }
    h->target.direction = v3_rotate_about(h->target.direction, h->turn, h->turning * s->dt);
    h->target.spin += h->turning * s->dt;
    (void)sut_hold_set_target(s->world, h->id, &h->target);
}

//---- solids --------------------------------------------------------------------------------------
static void move_solid(torture_scene *s, torture_solid *o) {
    if (o->plan == TORTURE_STAY) {
        return;
    }
    // back and forth at constant speed
    double span = v3_norm(o->way);
    o->phase += span > 0.0 ? o->speed * s->dt / span : 0.0;
    double lap = fmod(o->phase, 4.0);
    double wave = lap < 1.0 ? lap : (lap < 3.0 ? 2.0 - lap : lap - 4.0);
    o->position = v3_madd(o->home, wave, o->way);
    o->rotation = v3_madd(o->rotation, s->dt, o->spin);
    (void)sut_obstacle_set_pose(s->world, o->id, o->position, o->rotation);
}

void sut_torture_move(torture_scene *s) {
    for (int i = 0; i < s->hand_count; i++) {
        move_hand(s, &s->hand[i]);
    }
    for (int i = 0; i < s->solid_count; i++) {
        move_solid(s, &s->solid[i]);
    }
    sut_torture_move_tools(s);
    sut_torture_move_needle(s);
}

// All stay where they are. A hand that lags behind gives up what it wanted.
void sut_torture_stop(torture_scene *s) {
    sut_torture_stop_tools(s);
    sut_torture_stop_needle(s);
    for (int i = 0; i < s->hand_count; i++) {
        torture_hand *h = &s->hand[i];
        sut_hold_key now;
        if (h->holds &&
            sut_thread_key_now(s->world, s->thread[h->thread].id, h->vertex, &now) == SUT_OK) {
            h->target.position = now.position;
            (void)sut_hold_set_target(s->world, h->id, &h->target);
        }
    }
    for (int i = 0; i < s->solid_count; i++) {
        torture_solid *o = &s->solid[i];
        if (sut_obstacle_get_pose(s->world, o->id, &o->position, &o->rotation) == SUT_OK) {
            (void)sut_obstacle_set_pose(s->world, o->id, o->position, o->rotation);
        }
    }
}
