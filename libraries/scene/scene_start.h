// SPDX-License-Identifier: MIT
// scene_start.h -- distance of two segments, for the check of the initial shape.
#ifndef SUT_SCENE_START_H
#define SUT_SCENE_START_H

#include "sutura/types.h"

// Where two segments p0 p1 and q0 q1 are closest: fractions along each, and the squared distance.
typedef struct sut_closest {
    double s, t, distance2;
} sut_closest;

// Right for parallel, crossing and zero-length segments. About 100 operations, no memory.
sut_closest sut_segment_closest(sut_vec3 p0, sut_vec3 p1, sut_vec3 q0, sut_vec3 q1);

#endif
