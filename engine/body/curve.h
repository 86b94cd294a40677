// SPDX-License-Identifier: MIT
// curve.h -- the line that a hole slides on: smooth, and linear in the vertices that carry it.
//
// x(s) = sum of weight_k(s) vertex_k. A thread is a cubic B-spline over its vertices, which has
// continuous curvature, so that a hole feels no corners; a needle is an arc in a body that four
// control points carry. Links need no more than the weights and their derivatives.
// docs/theory/holes.md
#ifndef SUT_BODY_CURVE_H
#define SUT_BODY_CURVE_H

#include "math/vec3.h"

typedef enum sut_curve_kind {
    SUT_CURVE_SPLINE, // over a row of vertices; s in edges from vertex 0
    SUT_CURVE_ARC     // of a rigid body; s in m behind its tip
} sut_curve_kind;

typedef struct sut_curve {
    sut_curve_kind kind;
    // Vertex of a body that a spline begins at: a thread that was cut has several. Of an arc the
    // first of the four that carry it.
    int first;
    int n; // vertices of a spline, at least 2
    // Of an arc: length, and curvature (0: straight); its place behind the tip is
    // (-sin(s c), 1 - cos(s c), 0) / c in the frame of the body, and the weight of vertex k is
    // affine[k][0] + affine[k][1..3] . place.
    double length, curvature;
    double affine[4][4];
} sut_curve;

typedef struct sut_curve_point {
    int count; // 2 .. 4
    int vertex[4];
    double weight[4];
    double slope[4]; // derivative of the weights by s
    double bend[4];  // second derivative
} sut_curve_point;

// Beyond its ends a curve goes on straight.
void sut_curve_at(const sut_curve *c, double s, sut_curve_point *out);
// s of both ends.
double sut_curve_start(const sut_curve *c);
double sut_curve_end(const sut_curve *c);

#endif
