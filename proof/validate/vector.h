// SPDX-License-Identifier: MIT
// vector.h -- the few vector operations that the checks need. The checks see the engine only from
// outside, so they bring their own.
#ifndef SUT_VALIDATE_VECTOR_H
#define SUT_VALIDATE_VECTOR_H

#include "sutura/types.h"

#include <math.h>

#define SUT_PI 3.14159265358979323846

static inline sut_vec3 vec(double x, double y, double z) {
    sut_vec3 v = {x, y, z};
    return v;
}

static inline sut_vec3 vec_add(sut_vec3 a, sut_vec3 b) {
    return vec(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline sut_vec3 vec_sub(sut_vec3 a, sut_vec3 b) {
    return vec(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline sut_vec3 vec_scale(sut_vec3 a, double s) {
    return vec(a.x * s, a.y * s, a.z * s);
}

// (1 - s) a + s b
static inline sut_vec3 vec_between(sut_vec3 a, sut_vec3 b, double s) {
    return vec_add(vec_scale(a, 1.0 - s), vec_scale(b, s));
}

static inline double vec_dot(sut_vec3 a, sut_vec3 b) {
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

static inline sut_vec3 vec_cross(sut_vec3 a, sut_vec3 b) {
    return vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double vec_norm(sut_vec3 a) {
    return sqrt(vec_dot(a, a));
}

static inline double vec_distance(sut_vec3 a, sut_vec3 b) {
    return vec_norm(vec_sub(a, b));
}

// zero stays zero
static inline sut_vec3 vec_unit(sut_vec3 a) {
    double n = vec_norm(a);
    return n > 0.0 ? vec_scale(a, 1.0 / n) : a;
}

#endif
