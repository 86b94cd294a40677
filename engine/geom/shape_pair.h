// SPDX-License-Identifier: MIT
// shape_pair.h -- two convex solids that both move: distance, and how far the motion may go.
//
// Of the two the first is round: the hull of two balls. A capsule and a sphere are; a jaw is taken
// with the half that was cut away. Against a jaw each of the two is taken whole once, and the
// larger of the two distances counts: no less than the truth where at most one flat face is between
// them, and too small by no more than the room before the other face where two are. Distances are
// signed (negative: the way out of each other, exact for what is taken whole). Pure functions, no
// memory. Theory: docs/theory/geometry.md.
#ifndef SUT_GEOM_SHAPE_PAIR_H
#define SUT_GEOM_SHAPE_PAIR_H

#include "geom/shape.h"

typedef struct sut_shape_near {
    double distance;
    sut_vec3 normal; // unit, from the second to the first
    sut_vec3 where;  // on the surface of the first
} sut_shape_near;

// Is it the hull of two balls, or half of one? Others can only be the second of a pair.
bool sut_shape_is_round(const sut_shape *s);

sut_shape_near sut_shape_pair_near(const sut_shape *a, const sut_shape *b);

// Both move rigidly, as in sut_shape_advance. Returns f in [0, 1]: between the times 0 and f they
// never come closer than the floor of advance.h says. About 2 microseconds a round where a jaw is
// involved, a tenth of that between capsules.
double sut_shape_pair_advance(const sut_shape *a, const sut_shape *a_to, const sut_shape *b,
                              const sut_shape *b_to, double keep);

#endif
