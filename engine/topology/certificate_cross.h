// SPDX-License-Identifier: MIT
// certificate_cross.h -- do two edges that move along straight lines pass through each other?
//
// With p(s, t) on one edge and q(u, t) on the other, all in 0 .. 1, the question is how often
// F = p - q vanishes. F is linear in each of s, u, t by itself, so its values at the eight corners
// of that cube say everything. Coordinates are integers held in doubles, below 2^37 + 2^9 in
// absolute value. Pure functions, no memory. Theory: docs/theory/certificate.md.
#ifndef SUT_TOPOLOGY_CERTIFICATE_CROSS_H
#define SUT_TOPOLOGY_CERTIFICATE_CROSS_H

#include "math/vec3.h"

// F at the corners, index 4 t + 2 u + s. Differences of grid coordinates: exact.
typedef struct sut_cross {
    sut_vec3 corner[8];
} sut_cross;

// The edges at the start (p0, q0) and at the end (p1, q1), two points each.
sut_cross sut_cross_make(const sut_vec3 p0[2], const sut_vec3 p1[2], const sut_vec3 q0[2],
                         const sut_vec3 q1[2]);

// True proves that they never meet: the time is cut into up to 2^6 parts, and in each all corners
// lie on one side of a plane, rounding errors included. False proves nothing. About 70 ns when one
// part is enough.
bool sut_cross_apart(const sut_cross *x);

// The number of passages, each counted with its sign: +1 when the crossing of p and q turns
// right-handed, -1 when it turns left-handed. Signs alternate, so it is -1, 0 or 1. Decided in
// integers. Returns false when it cannot be decided because the edges touch in a corner case: they
// meet exactly at the start or the end, or a vertex meets the other edge. About 0.6 us.
bool sut_cross_degree(const sut_cross *x, int *degree);

//---- a point and a triangle ----------------------------------------------------------------------
// The same for a point q(t) and a point p(s, u, t) of a triangle, s + u <= 1: F is linear over the
// triangle and in t, and its values at the six corners of that prism say everything.
typedef struct sut_face {
    sut_vec3 corner[6]; // F: three corners at the start, three at the end, minus the point
} sut_face;

sut_face sut_face_make(const sut_vec3 t0[3], const sut_vec3 t1[3], sut_vec3 q0, sut_vec3 q1);

// True proves that the point never meets the triangle; false proves nothing.
bool sut_face_apart(const sut_face *x);

// The number of passages with signs: +1 where the point goes to the side that the triangle turns
// its normal (b - a) x (c - a) to, -1 where it goes back. Decided in integers. False: it cannot be
// decided, since the point meets the triangle exactly at the start or the end, or a border of it.
bool sut_face_degree(const sut_face *x, int *degree);

// The point of the triangle that is nearest to the origin, to rounding as a rule.
sut_vec3 sut_face_nearest(const sut_vec3 f[3]);

#endif
