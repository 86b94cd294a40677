// SPDX-License-Identifier: MIT
// vec3.h -- values on sut_vec3, passed and returned by value; no memory, no state.
//
// Every sum has one fixed order (x, then y, then z), so the bits do not depend on the compiler.
#ifndef SUT_MATH_VEC3_H
#define SUT_MATH_VEC3_H

#include "math/scalar.h"
#include "sutura/types.h"

#include <math.h>
#include <stdbool.h>

static inline sut_vec3 v3(double x, double y, double z) {
    sut_vec3 v = {x, y, z};
    return v;
}

static inline sut_vec3 v3_zero(void) {
    return v3(0.0, 0.0, 0.0);
}

static inline sut_vec3 v3_add(sut_vec3 a, sut_vec3 b) {
    return v3(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline sut_vec3 v3_sub(sut_vec3 a, sut_vec3 b) {
    return v3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline sut_vec3 v3_neg(sut_vec3 a) {
    return v3(-a.x, -a.y, -a.z);
}

static inline sut_vec3 v3_scale(sut_vec3 a, double s) {
    return v3(a.x * s, a.y * s, a.z * s);
}

// a + s b
static inline sut_vec3 v3_madd(sut_vec3 a, double s, sut_vec3 b) {
    return v3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

// (1 - s) a + s b; exactly a at s = 0 and exactly b at s = 1
static inline sut_vec3 v3_lerp(sut_vec3 a, sut_vec3 b, double s) {
    double r = 1.0 - s;
    return v3(r * a.x + s * b.x, r * a.y + s * b.y, r * a.z + s * b.z);
}

static inline double v3_dot(sut_vec3 a, sut_vec3 b) {
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

static inline sut_vec3 v3_cross(sut_vec3 a, sut_vec3 b) {
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double v3_norm2(sut_vec3 a) {
    return v3_dot(a, a);
}

// Components below 1e-154 or above 1e154 under- or overflow in the square.
static inline double v3_norm(sut_vec3 a) {
    return sqrt(v3_dot(a, a));
}

static inline double v3_distance(sut_vec3 a, sut_vec3 b) {
    return v3_norm(v3_sub(a, b));
}

// The caller guarantees that a is not zero.
static inline sut_vec3 v3_normalized(sut_vec3 a) {
    return v3_scale(a, 1.0 / v3_norm(a));
}

// v, or its direction with the length `most` where it is longer.
static inline sut_vec3 v3_limited(sut_vec3 v, double most) {
    double length = v3_norm(v);
    return length > most ? v3_scale(v, most / length) : v;
}

static inline bool v3_is_finite(sut_vec3 a) {
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

// The component of a across unit u.
static inline sut_vec3 v3_reject(sut_vec3 a, sut_vec3 u) {
    return v3_madd(a, -v3_dot(a, u), u);
}

// The world axis least parallel to a; ties go to x, then y.
static inline sut_vec3 v3_least_axis(sut_vec3 a) {
    double x = fabs(a.x);
    double y = fabs(a.y);
    double z = fabs(a.z);
    if (x <= y && x <= z) {
        return v3(1.0, 0.0, 0.0);
    }
    return y <= z ? v3(0.0, 1.0, 0.0) : v3(0.0, 0.0, 1.0);
}

// A unit vector across unit u, made from the least parallel axis.
static inline sut_vec3 v3_any_normal(sut_vec3 u) {
    return v3_normalized(v3_reject(v3_least_axis(u), u));
}

// Rotate v by `angle` about a unit axis, right-handed.
static inline sut_vec3 v3_rotate_about(sut_vec3 v, sut_vec3 axis, double angle) {
    double s;
    double c;
    sut_sincos(angle, &s, &c);
    sut_vec3 turned = v3_madd(v3_scale(v, c), s, v3_cross(axis, v));
    return v3_madd(turned, (1.0 - c) * v3_dot(axis, v), axis);
}

// 1 + cos of the angle between two unit vectors below which the shortest rotation between them is
// no longer well defined: there from + to is made of rounding errors (the angle is within 1e-7 of
// half a turn).
#define V3_HALF_TURN 1e-14

// Parallel transport: v, across unit `from`, turned by the smallest rotation that takes `from` to
// unit `to`. The result is across `to` whatever rounding left in v along `from`, so errors do not
// pile up along a thread. When `to` is opposite to `from` the turn is taken about v itself.
static inline sut_vec3 v3_transport(sut_vec3 v, sut_vec3 from, sut_vec3 to) {
    double c1 = 1.0 + v3_dot(from, to);
    if (!(c1 > V3_HALF_TURN)) {
        return v3_reject(v, to);
    }
    return v3_madd(v, -v3_dot(v, to) / c1, v3_add(from, to));
}

// Any v turned by the smallest rotation that takes unit `from` to unit `to`; when they are
// opposite, half a turn about v3_any_normal(from).
static inline sut_vec3 v3_turn(sut_vec3 v, sut_vec3 from, sut_vec3 to) {
    double c1 = 1.0 + v3_dot(from, to);
    if (!(c1 > V3_HALF_TURN)) {
        sut_vec3 axis = v3_any_normal(from);
        return v3_sub(v3_scale(axis, 2.0 * v3_dot(axis, v)), v);
    }
    // w x v + w x (w x v)/(1 + c) with w = from x to
    sut_vec3 w = v3_cross(from, to);
    sut_vec3 wv = v3_cross(w, v);
    return v3_madd(v3_add(v, wv), 1.0 / c1, v3_cross(w, wv));
}

#endif
