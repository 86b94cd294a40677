// SPDX-License-Identifier: MIT
// shape_advance.c -- conservative advancement of a segment, or a triangle, and a solid that moves
// rigidly.
//
// Seen from the solid only the segment moves. There the signed distance is a convex function of the
// place, never below any of its tangent planes: with n the normal at the nearest point r* and d the
// distance,
//
//     distance(t + h) >= min over all ends of  d + n . (r - r*) + h n . v - h^2 B / 2
//
// where v is the velocity of the end as the solid sees it now and B bounds its acceleration: an end
// that goes straight with u in a frame turning at the rate w has at most 2 w |u| + w^2 |r|.
#include "geom/advance.h"
#include "geom/advance_rules.h"
#include "geom/shape.h"
#include "geom/triangle.h"

#include <float.h>

// all that does not change during the way
typedef struct trip {
    const sut_shape *from;
    int ends;          // 2: a segment, 3: a triangle
    sut_vec3 drift;    // of the centre
    sut_vec3 spin;     // unit axis of the rotation
    double turn;       // its angle
    sut_vec3 start[3]; // ends, from the centre
    sut_vec3 speed[3]; // of the ends, relative to the centre
    double bend[3];    // B
    double fastest;    // largest speed that the solid sees
} trip;

// the ways of looking at a trip at one time
typedef struct view {
    double distance;
    sut_vec3 normal;
    sut_vec3 nearest;  // the point of the segment, or of the triangle
    sut_vec3 place[3]; // ends, from the centre
} view;

// Rotation from one set of axes to the other as a unit quaternion in the axes of `from`: the
// largest of its four components is found first, so that no angle is special.
static double quaternion(const sut_shape *from, const sut_shape *to, double v[3]) {
    double m[3][3];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            m[i][j] = v3_dot(from->axis[i], to->axis[j]);
        }
    }
    double trace = (m[0][0] + m[1][1]) + m[2][2];
    if (trace > 0.0) {
        double root = sqrt(1.0 + trace);
        v[0] = 0.5 * (m[2][1] - m[1][2]) / root;
        v[1] = 0.5 * (m[0][2] - m[2][0]) / root;
        v[2] = 0.5 * (m[1][0] - m[0][1]) / root;
        return 0.5 * root;
    }
    int i = m[1][1] > m[0][0] ? 1 : 0;
    i = m[2][2] > m[i][i] ? 2 : i;
    int j = (i + 1) % 3;
    int k = (i + 2) % 3;
    double root = sqrt(1.0 + ((m[i][i] - m[j][j]) - m[k][k]));
    v[i] = 0.5 * root;
    v[j] = 0.5 * (m[i][j] + m[j][i]) / root;
    v[k] = 0.5 * (m[i][k] + m[k][i]) / root;
    return 0.5 * (m[k][j] - m[j][k]) / root;
}

double sut_shape_turn(const sut_shape *from, const sut_shape *to, sut_vec3 *about) {
    *about = v3_zero();
    double moved = 0.0;
    for (int k = 0; k < 3; k++) {
        moved += v3_norm2(v3_sub(to->axis[k], from->axis[k]));
    }
    if (!(moved > 0.0)) {
        return 0.0;
    }
    double v[3];
    double w = quaternion(from, to, v);
    double sign = w < 0.0 ? -1.0 : 1.0;
    double half = sqrt((v[0] * v[0] + v[1] * v[1]) + v[2] * v[2]);
    if (!(half > 0.0)) {
        return 0.0;
    }
    const sut_vec3 *axis = from->axis;
    sut_vec3 spin = v3_scale(axis[0], v[0]);
    spin = v3_madd(v3_madd(spin, v[1], axis[1]), v[2], axis[2]);
    *about = v3_scale(spin, sign / half);
    return 2.0 * sut_atan2(half, sign * w);
}

sut_shape sut_shape_between(const sut_shape *from, const sut_shape *to, double share) {
    if (share >= 1.0) {
        return *to;
    }
    sut_vec3 spin;
    double turn = sut_shape_turn(from, to, &spin);
    sut_shape s = *from;
    s.center = v3_lerp(from->center, to->center, share);
    for (int k = 0; turn > 0.0 && k < 3; k++) {
        s.axis[k] = v3_rotate_about(s.axis[k], spin, turn * share);
    }
    return s;
}

static trip plan(const sut_shape *from, const sut_shape *to, const sut_vec3 *at, const sut_vec3 *by,
                 int ends) {
    trip p;
    p.from = from;
    p.ends = ends;
    p.drift = v3_sub(to->center, from->center);
    p.turn = sut_shape_turn(from, to, &p.spin);
    p.fastest = DBL_MIN;
    for (int k = 0; k < ends; k++) {
        p.start[k] = v3_sub(at[k], from->center);
        p.speed[k] = v3_sub(by[k], p.drift);
        double speed = v3_norm(p.speed[k]);
        double near = v3_norm(p.start[k]);
        double far = v3_norm(v3_add(p.start[k], p.speed[k]));
        double reach = near > far ? near : far;
        p.bend[k] = p.turn * (2.0 * speed + p.turn * reach);
        double seen = speed + p.turn * reach;
        p.fastest = seen > p.fastest ? seen : p.fastest;
    }
    return p;
}

static view look(const trip *p, double now) {
    sut_shape s = *p->from;
    s.center = v3_zero();
    if (p->turn > 0.0 && now > 0.0) {
        for (int k = 0; k < 3; k++) {
            s.axis[k] = v3_rotate_about(s.axis[k], p->spin, p->turn * now);
        }
    }
    view v = {0};
    for (int k = 0; k < p->ends; k++) {
        v.place[k] = v3_madd(p->start[k], now, p->speed[k]);
    }
    if (p->ends == 3) {
        sut_triangle_shape near = sut_triangle_solid(&s, v.place);
        v.distance = near.distance;
        v.normal = near.normal;
        v.nearest =
            v3_madd(v3_madd(v3_scale(v.place[0], near.weight[0]), near.weight[1], v.place[1]),
                    near.weight[2], v.place[2]);
        return v;
    }
    double at;
    v.distance = sut_shape_segment(&s, v.place[0], v.place[1], &at, &v.normal);
    v.nearest = v3_lerp(v.place[0], v.place[1], at);
    return v;
}

// The time until the tangent plane can no longer promise the floor.
static double time_to(const trip *p, const view *v, double floor, double error) {
    double time = 2.0;
    for (int k = 0; k < p->ends; k++) {
        sut_vec3 swept = v3_scale(v3_cross(p->spin, v->place[k]), p->turn);
        double room = v->distance + v3_dot(v->normal, v3_sub(v->place[k], v->nearest)) - floor;
        double t =
            advance_time(room, v3_dot(v->normal, v3_sub(p->speed[k], swept)), p->bend[k], error);
        time = t < time ? t : time;
    }
    return time;
}

static double advance(const sut_shape *from, const sut_shape *to, const sut_vec3 *at,
                      const sut_vec3 *by, int ends, double keep) {
    double size = (advance_size(at, ends) + advance_size(by, ends)) +
                  (advance_size(&from->center, 1) + advance_size(&to->center, 1));
    size += from->kind == SUT_SHAPE_BOX ? advance_size(&from->half_size, 1) : fabs(from->radius);
    bool long_one = from->kind == SUT_SHAPE_JAW || from->kind == SUT_SHAPE_WEDGE;
    size += long_one ? from->base_radius + from->half_length + from->half_size.x : 0.0;
    double error = ADVANCE_ROUNDINGS * DBL_EPSILON * size;
    if (ends == 3) {
        // what is nearly level counts as level, see triangle_shape.c
        size += from->half_length < (double)INFINITY ? from->half_length : 0.0;
        error = (ADVANCE_ROUNDINGS * DBL_EPSILON + ADVANCE_LEVEL) * size;
    }
    trip p = plan(from, to, at, by, ends);
    view v = look(&p, 0.0);
    // not finite: nothing can be proven
    if (!((error + fabs(keep)) + (fabs(v.distance) + p.fastest) < (double)INFINITY)) {
        return 0.0;
    }

    double least = advance_least_signed(v.distance, keep, error);
    advance_goal goal = advance_goal_between(least, v.distance, error);
    double now = 0.0;
    for (int round = 0; round < ADVANCE_ROUNDS; round++) {
        double time = time_to(&p, &v, goal.floor, error);
        // at an edge the plane may be a bad one; speed alone is a bound too
        double sure = ((v.distance - ADVANCE_LEVEL * size) - goal.floor) / p.fastest;
        time = time > sure ? time : sure;
        if (time >= 1.0 - now) {
            return 1.0;
        }
        now += time;
        v = look(&p, now);
        if (!(v.distance > goal.enough)) {
            break;
        }
    }
    return now;
}

double sut_shape_advance(const sut_shape *from, const sut_shape *to, const sut_vec3 at[2],
                         const sut_vec3 by[2], double keep) {
    return advance(from, to, at, by, 2, keep);
}

double sut_shape_triangle_advance(const sut_shape *from, const sut_shape *to, const sut_vec3 at[3],
                                  const sut_vec3 by[3], double keep) {
    return advance(from, to, at, by, 3, keep);
}
