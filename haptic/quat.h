// SPDX-License-Identifier: MIT
// quat.h -- rotations as unit quaternions, values like those of math/vec3.h.
#ifndef SUT_HAPTIC_QUAT_H
#define SUT_HAPTIC_QUAT_H

#include "math/vec3.h"
#include "sutura/tool.h"

static inline sut_quat q_one(void) {
    return (sut_quat){0.0, 0.0, 0.0, 1.0};
}

static inline sut_quat q_conj(sut_quat q) {
    return (sut_quat){-q.x, -q.y, -q.z, q.w};
}

// First b, then a.
static inline sut_quat q_mul(sut_quat a, sut_quat b) {
    return (sut_quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static inline double q_norm(sut_quat q) {
    return sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
}

// The caller guarantees that q is not zero.
static inline sut_quat q_normalized(sut_quat q) {
    double s = 1.0 / q_norm(q);
    return (sut_quat){q.x * s, q.y * s, q.z * s, q.w * s};
}

static inline bool q_is_finite(sut_quat q) {
    return isfinite(q.x) && isfinite(q.y) && isfinite(q.z) && isfinite(q.w);
}

static inline sut_vec3 q_rotate(sut_quat q, sut_vec3 v) {
    sut_vec3 u = v3(q.x, q.y, q.z);
    sut_vec3 t = v3_scale(v3_cross(u, v), 2.0);
    return v3_add(v3_madd(v, q.w, t), v3_cross(u, t));
}

// The turn from `from` to `to` as axis times 2 sin(angle / 2): the rotation vector but for
// angle^3 / 24, by the shorter way.
static inline sut_vec3 q_turn(sut_quat from, sut_quat to) {
    sut_quat d = q_mul(to, q_conj(from));
    return v3_scale(v3(d.x, d.y, d.z), d.w < 0.0 ? -2.0 : 2.0);
}

// q turned by a small rotation vector; the length is right, the angle but for its cube.
static inline sut_quat q_turned(sut_quat q, sut_vec3 turn) {
    sut_quat d = {0.5 * turn.x, 0.5 * turn.y, 0.5 * turn.z, 1.0};
    return q_normalized(q_mul(q_normalized(d), q));
}

// On the shortest arc from a (s = 0) to b (s = 1), a little faster in its middle than at its ends.
static inline sut_quat q_between(sut_quat a, sut_quat b, double s) {
    double dot = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    double r = 1.0 - s;
    double k = dot < 0.0 ? -s : s;
    sut_quat q = {r * a.x + k * b.x, r * a.y + k * b.y, r * a.z + k * b.z, r * a.w + k * b.w};
    // half a turn apart, the middle is no rotation
    return q_norm(q) > 1e-9 ? q_normalized(q) : a;
}

#endif
