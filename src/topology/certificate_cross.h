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

#endif
