// SPDX-License-Identifier: MIT
// shape_pair.c -- two convex solids that both move rigidly, one of them the hull of two balls.
//
// The plane that touches the second solid where the hull is nearest has all of that solid behind
// it, and moves with it. The hull is as far before the plane as the nearer of its two balls. With n
// the normal, r a centre and R its radius, all as the second solid sees them,
//
//     distance(t + h) >= min over both balls of  n . (r - r*) - (R - R*) + d + h n . v - h^2 B / 2
//
// as in shape_advance.c; here the centres go along arcs, which adds w^2 L to B (w the turn of the
// first solid, L the way of its centres from its middle).
#include "geom/shape_pair.h"

#include "geom/advance.h"
#include "geom/advance_rules.h"

#include <float.h>

bool sut_shape_is_round(const sut_shape *s) {
    return s->kind == SUT_SHAPE_SPHERE || s->kind == SUT_SHAPE_CAPSULE || s->kind == SUT_SHAPE_JAW;
}

typedef struct hull {
    sut_vec3 end[2];
    double radius[2];
} hull;

static hull hull_of(const sut_shape *s) {
    double half = s->kind == SUT_SHAPE_SPHERE ? 0.0 : s->half_length;
    double base = s->kind == SUT_SHAPE_JAW ? s->base_radius : s->radius;
    hull h = {{v3_madd(s->center, -half, s->axis[2]), v3_madd(s->center, half, s->axis[2])},
              {s->radius, base}};
    return h;
}

//---- distance ------------------------------------------------------------------------------------
// How a hull lies before a solid.
typedef struct pair_look {
    double distance, at;
    sut_vec3 normal; // of the solid
    hull round;
} pair_look;

static pair_look look_at(const sut_shape *round, const sut_shape *solid) {
    pair_look v;
    v.round = hull_of(round);
    v.distance =
        sut_shape_hull(solid, v.round.end[0], v.round.end[1], v.round.radius, &v.at, &v.normal);
    return v;
}

static sut_vec3 foot_of(const pair_look *v, double beyond) {
    double radius = v->round.radius[0] + v->at * (v->round.radius[1] - v->round.radius[0]);
    sut_vec3 on_axis = v3_lerp(v->round.end[0], v->round.end[1], v->at);
    return v3_madd(on_axis, -(radius + beyond), v->normal);
}

sut_shape_near sut_shape_pair_near(const sut_shape *a, const sut_shape *b) {
    pair_look v = look_at(a, b);
    sut_shape_near near = {v.distance, v.normal, foot_of(&v, 0.0)};
    if (sut_shape_is_round(b) && (a->kind == SUT_SHAPE_JAW || b->kind == SUT_SHAPE_JAW)) {
        pair_look u = look_at(b, a);
        if (u.distance > near.distance) {
            near = (sut_shape_near){u.distance, v3_neg(u.normal), foot_of(&u, u.distance)};
        }
    }
    return near;
}

//---- advance -------------------------------------------------------------------------------------
typedef struct flight {
    const sut_shape *from;
    sut_vec3 drift, spin;
    double turn;
} flight;

static flight flight_of(const sut_shape *from, const sut_shape *to) {
    flight f;
    f.from = from;
    f.drift = v3_sub(to->center, from->center);
    f.turn = sut_shape_turn(from, to, &f.spin);
    return f;
}

static sut_shape place_at(const flight *f, double now) {
    sut_shape s = *f->from;
    s.center = v3_madd(s.center, now, f->drift);
    for (int k = 0; f->turn > 0.0 && now > 0.0 && k < 3; k++) {
        s.axis[k] = v3_rotate_about(s.axis[k], f->spin, f->turn * now);
    }
    return s;
}

// A hull that is followed before a solid; all that does not change during the way.
typedef struct pair_trip {
    const flight *round, *solid;
    double bend;    // B
    double fastest; // that the solid sees a centre of the hull go
} pair_trip;

static pair_trip plan(const flight *round, const flight *solid) {
    pair_trip p = {round, solid, 0.0, DBL_MIN};
    hull h = hull_of(round->from);
    double arm = 0.5 * v3_distance(h.end[0], h.end[1]);
    double speed = v3_norm(v3_sub(round->drift, solid->drift)) + round->turn * arm;
    double reach = v3_distance(round->from->center, solid->from->center) + arm + speed;
    p.bend = round->turn * round->turn * arm + solid->turn * (2.0 * speed + solid->turn * reach);
    double seen = speed + solid->turn * reach;
    p.fastest = seen > p.fastest ? seen : p.fastest;
    return p;
}

static sut_vec3 velocity(const flight *f, sut_vec3 arm) {
    return v3_madd(f->drift, f->turn, v3_cross(f->spin, arm));
}

// The time until plane and speed can no longer promise the floor.
static double time_to(const pair_trip *p, const pair_look *v, const sut_shape *round,
                      const sut_shape *solid, double floor, double error) {
    double time = 2.0;
    double radius = v->round.radius[0] + v->at * (v->round.radius[1] - v->round.radius[0]);
    sut_vec3 nearest = v3_lerp(v->round.end[0], v->round.end[1], v->at);
    for (int k = 0; k < 2; k++) {
        sut_vec3 end = v->round.end[k];
        sut_vec3 seen = v3_sub(velocity(p->round, v3_sub(end, round->center)),
                               velocity(p->solid, v3_sub(end, solid->center)));
        double room = v->distance + v3_dot(v->normal, v3_sub(end, nearest)) -
                      (v->round.radius[k] - radius) - floor;
        double t = advance_time(room, v3_dot(v->normal, seen), p->bend, error);
        time = t < time ? t : time;
    }
    double sure = ((v->distance - error) - floor) / p->fastest;
    return time > sure ? time : sure;
}

static double size_of(const sut_shape *s) {
    double size = advance_size(&s->center, 1) + fabs(s->radius) + s->base_radius;
    size += s->kind == SUT_SHAPE_BOX ? advance_size(&s->half_size, 1) : 0.0;
    return size + (s->half_length < (double)INFINITY ? s->half_length : 0.0);
}

double sut_shape_pair_advance(const sut_shape *a, const sut_shape *a_to, const sut_shape *b,
                              const sut_shape *b_to, double keep) {
    const flight f[2] = {flight_of(a, a_to), flight_of(b, b_to)};
    const bool both =
        sut_shape_is_round(b) && (a->kind == SUT_SHAPE_JAW || b->kind == SUT_SHAPE_JAW);
    const int roles = both ? 2 : 1;
    const pair_trip first = plan(&f[0], &f[1]);
    const pair_trip trip[2] = {first, both ? plan(&f[1], &f[0]) : first};
    double size =
        size_of(a) + size_of(b) + advance_size(&f[0].drift, 1) + advance_size(&f[1].drift, 1);
    // the search for the nearest place is right to 1e-12 of the hull, and so is the distance
    double error = (ADVANCE_ROUNDINGS * DBL_EPSILON + ADVANCE_LEVEL) * size;
    advance_goal goal = {0.0, 0.0};
    double now = 0.0;
    for (int round = 0; round < ADVANCE_ROUNDS; round++) {
        const sut_shape at[2] = {place_at(&f[0], now), place_at(&f[1], now)};
        pair_look v[2];
        double distance = -HUGE_VAL;
        for (int k = 0; k < roles; k++) {
            v[k] = look_at(&at[k], &at[1 - k]);
            distance = v[k].distance > distance ? v[k].distance : distance;
        }
        if (round == 0) {
            // not finite: nothing can be proven
            if (!((error + fabs(keep)) + (fabs(distance) + trip[0].fastest) < (double)INFINITY)) {
                return 0.0;
            }
            double least = advance_least_signed(distance, keep, error);
            goal = advance_goal_between(least, distance, error);
        } else if (!(distance > goal.enough)) {
            return now;
        }
        double time = 0.0;
        for (int k = 0; k < roles; k++) {
            double t = time_to(&trip[k], &v[k], &at[k], &at[1 - k], goal.floor, error);
            time = t > time ? t : time;
        }
        if (time >= 1.0 - now) {
            return 1.0;
        }
        now += time;
    }
    return now;
}
