// SPDX-License-Identifier: MIT
// turn.h -- what hands need of rotations beside math/quat.h, with arithmetic and roots alone: the
// elementary functions of the engine are its own.
#ifndef SUT_HAPTIC_TURN_H
#define SUT_HAPTIC_TURN_H

#include "math/quat.h"

static inline double q_norm(sut_quat q) {
    return sqrt(q_norm2(q));
}

static inline bool q_is_finite(sut_quat q) {
    return isfinite(q.x) && isfinite(q.y) && isfinite(q.z) && isfinite(q.w);
}

// The turn from `from` to `to` as axis times 2 sin(angle / 2): the rotation vector but for
// angle^3 / 24, by the shorter way.
static inline sut_vec3 q_turn(sut_quat from, sut_quat to) {
    sut_quat d = q_mul(to, q_conjugate(from));
    return v3_scale(v3(d.x, d.y, d.z), d.w < 0.0 ? -2.0 : 2.0);
}

// q turned by a small rotation vector; the length is right, the angle but for its cube.
static inline sut_quat q_turned(sut_quat q, sut_vec3 turn) {
    sut_quat d = {0.5 * turn.x, 0.5 * turn.y, 0.5 * turn.z, 1.0};
    return q_normalized(q_mul(q_normalized(d), q));
}

// On the shortest arc from a (s = 0) to b (s = 1), a little faster in its middle than at its ends.
static inline sut_quat q_mix(sut_quat a, sut_quat b, double s) {
    double dot = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    double r = 1.0 - s;
    double k = dot < 0.0 ? -s : s;
    sut_quat q = {r * a.x + k * b.x, r * a.y + k * b.y, r * a.z + k * b.z, r * a.w + k * b.w};
    // half a turn apart, the middle is no rotation
    return q_norm(q) > 1e-9 ? q_normalized(q) : a;
}

#endif
