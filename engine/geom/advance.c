// SPDX-License-Identifier: MIT
// advance.c -- conservative advancement of two segments, and of a point and a triangle.
//
// Let n be the unit vector across the shortest way between the two at a safe time. For every later
// time the distance is at least the smallest of the products n . (a_k - b_l) over all corners of
// both, because all of a and all of b lie between their corners; each product is linear in time.
// Right now that smallest product is the distance itself. So the bound is never worse than
// (distance - floor) / (largest relative speed) and it is exact for a straight approach, for
// sliding and for parting.
#include "geom/advance.h"

#include "geom/advance_rules.h"
#include "geom/segment.h"
#include "geom/triangle.h"

#include <float.h>

// Corners of the first: a segment against a segment, or a point against a triangle. A constant
// wherever it is handed on, so that each kind is compiled for itself.
enum { OF_SEGMENT = 2, OF_POINT = 1 };

// How the two lie. weight: of all corners, in what is nearest on either of the two.
typedef struct pair_near {
    sut_vec3 apart;
    double distance;
    double weight[4];
} pair_near;

static inline pair_near look(const sut_vec3 p[4], const int first) {
    if (first == OF_POINT) {
        sut_triangle_near n = sut_triangle_point(p + 1, p[0]);
        pair_near near = {n.apart, n.distance, {1.0, n.weight[0], n.weight[1], n.weight[2]}};
        return near;
    }
    sut_segment_near n = sut_segment_nearest(p[0], p[1], p[2], p[3]);
    pair_near near = {n.apart, n.distance, {1.0 - n.s, n.s, 1.0 - n.t, n.t}};
    return near;
}

// How much longer all products stay above the floor; at least 1 when they always do. place and
// speed: of the four corners, along n. Nothing can be said when a product is below the floor by
// more than rounding.
static inline double time_to(const double place[4], const double speed[4], double floor,
                             double error, const int first) {
    double time = 2.0;
    for (int k = 0; k < first; k++) {
        for (int l = first; l < 4; l++) {
            double room = (place[k] - place[l]) - floor;
            double closing = speed[l] - speed[k];
            if (room < -2.0 * error) {
                return 0.0;
            }
            if (closing > 0.0 && closing * time > room) {
                time = room > 0.0 ? room / closing : 0.0;
            }
        }
    }
    return time;
}

// The largest relative speed of any point of a and any point of b; a little more, never zero.
static inline double largest_speed(const sut_vec3 by[4], const int first) {
    double most = DBL_MIN;
    for (int k = 0; k < first; k++) {
        for (int l = first; l < 4; l++) {
            double v = v3_norm2(v3_sub(by[k], by[l]));
            most = v > most ? v : most;
        }
    }
    return sqrt(most) * (1.0 + 8.0 * DBL_EPSILON);
}

static inline sut_vec3 blend(const sut_vec3 v[4], const double weight[4], int from, int end) {
    sut_vec3 sum = v3_scale(v[from], weight[from]);
    for (int k = from + 1; k < end; k++) {
        sum = v3_add(sum, v3_scale(v[k], weight[k]));
    }
    return sum;
}

// Touching: the side they are on is the one that the motion at the contact leads to.
static inline double part_or_stay(const sut_vec3 at[4], const sut_vec3 by[4], const pair_near *near,
                                  double error, const int first) {
    // across both segments, or across the face
    sut_vec3 n = first == OF_SEGMENT ? v3_cross(v3_sub(at[1], at[0]), v3_sub(at[3], at[2]))
                                     : v3_cross(v3_sub(at[2], at[1]), v3_sub(at[3], at[1]));
    sut_vec3 parting = v3_sub(blend(by, near->weight, 0, first), blend(by, near->weight, first, 4));
    if (!(v3_norm2(n) > 0.0)) {
        n = parting;
    }
    double sign = v3_dot(n, parting) < 0.0 ? -1.0 : 1.0;
    double least = (double)INFINITY;
    for (int k = 0; k < first; k++) {
        for (int l = first; l < 4; l++) {
            double speed = sign * v3_dot(n, v3_sub(by[k], by[l]));
            least = speed < least ? speed : least;
        }
    }
    return least >= -error * v3_norm(n) ? 1.0 : 0.0;
}

static inline double advance(const sut_vec3 at[4], const sut_vec3 by[4], double keep,
                             const int first) {
    double error = ADVANCE_ROUNDINGS * DBL_EPSILON * (advance_size(at, 4) + advance_size(by, 4));
    pair_near near = look(at, first);
    double start = near.distance;
    // not finite: nothing can be proven
    if (!((error + fabs(keep)) + start < (double)INFINITY)) {
        return 0.0;
    }
    if (!(start > ADVANCE_TOUCH * error)) {
        return part_or_stay(at, by, &near, error, first);
    }

    keep = keep > 0.0 ? keep : 0.0;
    double least = advance_least(start, keep);
    advance_goal goal = advance_goal_between(least, start, error);
    double now = 0.0;
    double fastest = 0.0;
    sut_vec3 p[4] = {at[0], at[1], at[2], at[3]};
    for (int round = 0; round < ADVANCE_ROUNDS; round++) {
        sut_vec3 n = v3_scale(near.apart, 1.0 / near.distance);
        double place[4];
        double speed[4];
        for (int k = 0; k < 4; k++) {
            place[k] = v3_dot(n, v3_sub(p[k], p[0]));
            speed[k] = v3_dot(n, by[k]);
        }
        double time = time_to(place, speed, goal.floor, error, first);
        if (time >= 1.0 - now) {
            return 1.0;
        }
        // very close things have a plane that rounding errors tilt; speed alone is a bound too
        fastest = round == 0 ? largest_speed(by, first) : fastest;
        double sure = (near.distance * (1.0 - ADVANCE_LEVEL) - goal.floor) / fastest;
        now += time > sure ? time : sure;
        if (now >= 1.0) {
            return 1.0;
        }
        for (int k = 0; k < 4; k++) {
            p[k] = v3_madd(at[k], now, by[k]);
        }
        near = look(p, first);
        if (!(near.distance > goal.enough)) {
            break;
        }
    }
    return now;
}

double sut_segment_advance(const sut_vec3 at[4], const sut_vec3 by[4], double keep) {
    return advance(at, by, keep, OF_SEGMENT);
}

double sut_triangle_advance(const sut_vec3 at[4], const sut_vec3 by[4], double keep) {
    return advance(at, by, keep, OF_POINT);
}
