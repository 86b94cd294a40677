// SPDX-License-Identifier: MIT
// feature.h -- what bodies touch with, and the table of their pairs.
//
// Points, edges and triangles of bodies with vertices, and convex solids. For every pair of kinds
// that can meet the table has two functions: how near the two are, and how far a motion may take
// them. The guard makes features of bodies and asks the table; another kind is a row of it.
// Pure functions, no memory.
#ifndef SUT_GEOM_FEATURE_H
#define SUT_GEOM_FEATURE_H

#include "geom/shape.h"
#include "geom/triangle.h"

typedef enum sut_feature_kind {
    SUT_FEATURE_POINT,
    SUT_FEATURE_EDGE,
    SUT_FEATURE_TRIANGLE,
    SUT_FEATURE_CONVEX,
    SUT_FEATURE_KINDS
} sut_feature_kind;

// With its motion: corner k goes in a straight line from at[k] to at[k] + by[k], a solid rigidly
// from one pose to the next.
typedef struct sut_feature {
    sut_feature_kind kind;
    sut_vec3 at[3], by[3];
    const sut_shape *now, *next;
} sut_feature;

typedef struct sut_feature_near {
    double weight[2][3];        // of the corners of each, their sum is 1
    sut_vec3 apart;             // from the second to the first; from a solid: its unit normal
    double distance;            // from the surface of a solid, negative inside
    sut_triangle_feature where; // on a triangle that meets a point
} sut_feature_near;

typedef struct sut_feature_pair {
    sut_feature_near (*nearest)(const sut_feature *a, const sut_feature *b, double time);
    double (*advance)(const sut_feature *a, const sut_feature *b, double keep);
} sut_feature_pair;

// Points before triangles, all else before solids. Null functions: the two kinds do not meet, for
// their points and edges do.
extern const sut_feature_pair sut_feature_pairs[SUT_FEATURE_KINDS][SUT_FEATURE_KINDS];

// Nearest points at a time 0 .. 1 of the motion.
static inline sut_feature_near sut_feature_nearest(const sut_feature *a, const sut_feature *b,
                                                   double time) {
    return sut_feature_pairs[a->kind][b->kind].nearest(a, b, time);
}

// The fraction of the motion that keeps them `keep` apart; see geom/advance.h.
static inline double sut_feature_advance(const sut_feature *a, const sut_feature *b, double keep) {
    return sut_feature_pairs[a->kind][b->kind].advance(a, b, keep);
}

// No two points of the two move further against each other than two of their corners do.
double sut_feature_stride(const sut_feature *a, const sut_feature *b);

#endif
