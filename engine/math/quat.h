// SPDX-License-Identifier: MIT
// quat.h -- rotations as unit quaternions, by value.
#ifndef SUT_MATH_QUAT_H
#define SUT_MATH_QUAT_H

#include "math/vec3.h"

static inline sut_quat q_identity(void) {
    return (sut_quat){0.0, 0.0, 0.0, 1.0};
}

static inline double q_norm2(sut_quat q) {
    return (q.x * q.x + q.y * q.y) + (q.z * q.z + q.w * q.w);
}

// The caller guarantees that q is not zero.
static inline sut_quat q_normalized(sut_quat q) {
    double s = 1.0 / sqrt(q_norm2(q));
    return (sut_quat){s * q.x, s * q.y, s * q.z, s * q.w};
}

static inline sut_quat q_conjugate(sut_quat q) {
    return (sut_quat){-q.x, -q.y, -q.z, q.w};
}

// First b, then a.
static inline sut_quat q_mul(sut_quat a, sut_quat b) {
    return (sut_quat){((a.w * b.x + a.x * b.w) + a.y * b.z) - a.z * b.y,
                      ((a.w * b.y + a.y * b.w) + a.z * b.x) - a.x * b.z,
                      ((a.w * b.z + a.z * b.w) + a.x * b.y) - a.y * b.x,
                      ((a.w * b.w - a.x * b.x) - a.y * b.y) - a.z * b.z};
}

static inline sut_vec3 q_rotate(sut_quat q, sut_vec3 v) {
    sut_vec3 u = v3(q.x, q.y, q.z);
    sut_vec3 t = v3_scale(v3_cross(u, v), 2.0);
    return v3_add(v3_madd(v, q.w, t), v3_cross(u, t));
}

static inline sut_vec3 q_rotate_back(sut_quat q, sut_vec3 v) {
    return q_rotate(q_conjugate(q), v);
}

// Rotation vector (axis times angle) of the shortest way, and back.
static inline sut_vec3 q_log(sut_quat q) {
    sut_vec3 u = v3(q.x, q.y, q.z);
    double half = v3_norm(u);
    if (!(half > 0.0)) {
        return v3_zero();
    }
    double sign = q.w < 0.0 ? -1.0 : 1.0;
    return v3_scale(u, sign * (2.0 * sut_atan2(half, sign * q.w)) / half);
}

static inline sut_quat q_exp(sut_vec3 rotation) {
    double angle = v3_norm(rotation);
    if (!(angle > 0.0)) {
        return q_identity();
    }
    double s;
    double c;
    sut_sincos(0.5 * angle, &s, &c);
    sut_vec3 u = v3_scale(rotation, s / angle);
    return (sut_quat){u.x, u.y, u.z, c};
}

// The rotation vector, in world axes, that takes a to b by the shortest way.
static inline sut_vec3 q_way(sut_quat a, sut_quat b) {
    return q_log(q_mul(b, q_conjugate(a)));
}

// On the shortest way from a to b; exactly a at 0 and exactly b at 1.
static inline sut_quat q_between(sut_quat a, sut_quat b, double s) {
    if (s >= 1.0) {
        return b;
    }
    if (!(s > 0.0)) {
        return a;
    }
    return q_normalized(q_mul(q_exp(v3_scale(q_way(a, b), s)), a));
}

static inline sut_pose pose_between(sut_pose a, sut_pose b, double s) {
    return (sut_pose){v3_lerp(a.position, b.position, s), q_between(a.rotation, b.rotation, s)};
}

static inline sut_vec3 pose_to_world(sut_pose p, sut_vec3 local) {
    return v3_add(p.position, q_rotate(p.rotation, local));
}

static inline sut_vec3 pose_to_local(sut_pose p, sut_vec3 world) {
    return q_rotate_back(p.rotation, v3_sub(world, p.position));
}

#endif
