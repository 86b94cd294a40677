// SPDX-License-Identifier: MIT
// segment.h -- closest points of two segments.
//
// Pure functions, no memory. Theory: docs/theory/geometry.md.
#ifndef SUT_GEOM_SEGMENT_H
#define SUT_GEOM_SEGMENT_H

#include "math/vec3.h"

typedef struct sut_segment_near {
    double s, t;     // 0 .. 1, along a and along b
    sut_vec3 apart;  // the point on a minus the point on b
    double distance; // length of apart
} sut_segment_near;

// Closest points of the segments a0 a1 and b0 b1. Parallel segments that lie side by side answer
// with the middle of the part they share, a segment without length with s (or t) = 1/2 where
// nothing else decides. The distance is right to about 1e-12 of itself plus rounding errors of the
// coordinates.
//
// Two or three divisions and one root. Lengths between 1e-70 and 1e70; NaN gives NaN in `distance`.
sut_segment_near sut_segment_nearest(sut_vec3 a0, sut_vec3 a1, sut_vec3 b0, sut_vec3 b1);

#endif
