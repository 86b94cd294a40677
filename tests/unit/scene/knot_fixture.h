// SPDX-License-Identifier: MIT
// knot_fixture.h -- which knot a closed polyline is, as far as its determinant tells, and how close
// polylines come. Written for clarity from the definitions; shares nothing with the library.
#ifndef SUT_TEST_KNOT_FIXTURE_H
#define SUT_TEST_KNOT_FIXTURE_H

#include "sutura/types.h"

typedef struct knot_diagram {
    int crossings;
    int writhe;      // sum of the signs of the crossings
    int determinant; // |Alexander polynomial at -1|: 1 for the unknot, 3 for the trefoil
} knot_diagram;

// The closed polyline seen along `view`, which must not be a special direction. O(count^2).
knot_diagram knot_seen_along(const sut_vec3 *p, int count, sut_vec3 view);

// Least distance of two polylines, edge against edge; with q null of one with itself, where parts
// with less than `apart` of thread between them are left out. O(count^2).
double least_distance(const sut_vec3 *p, int count, const sut_vec3 *q, int other, double apart);

#endif
