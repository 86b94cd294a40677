// SPDX-License-Identifier: MIT
// knot_curve.h -- smooth curves from a few control points, and threads of equal edges on them.
//
// A path is a control polygon; its curve is the uniform cubic B-spline of it. Such a curve has
// continuous curvature, never swings wider than its polygon and needs +, * and / only, so that a
// shape has the same bits everywhere. Beyond its ends a curve goes on straight: the leads.
#ifndef SUT_KNOT_CURVE_H
#define SUT_KNOT_CURVE_H

#include "sutura/types.h"

enum { SUT_KNOT_MOST_CONTROLS = 2048 };

typedef struct sut_knot_path {
    sut_vec3 point[SUT_KNOT_MOST_CONTROLS];
    int count;
} sut_knot_path;

// A point that does not fit is dropped; the largest knot needs half of the room.
void sut_knot_path_add(sut_knot_path *p, sut_vec3 point);
// points between the last one and `to`, at most `spacing` apart, `to` among them
void sut_knot_path_line(sut_knot_path *p, sut_vec3 to, double spacing);
void sut_knot_path_reverse(sut_knot_path *p);

// The curve, as a polyline so fine that it counts as smooth.
typedef struct sut_knot_curve {
    sut_vec3 *point; // [count], owned
    int count;
} sut_knot_curve;

// False when memory runs out. The path needs at least 4 points.
bool sut_knot_curve_make(const sut_knot_path *p, sut_knot_curve *out);
void sut_knot_curve_free(sut_knot_curve *c);
double sut_knot_curve_bend(const sut_knot_curve *c); // largest curvature

// Length of thread that the curve takes when it is laid in edges of this length.
double sut_knot_curve_length(const sut_knot_curve *c, double edge);
// Lay a thread on it: `count` vertices with chords of exactly `edge`, the first one `lead` before
// the curve begins; what the curve does not take becomes the other lead. `lead` may not be
// negative. O(count + points of the curve).
void sut_knot_curve_lay(const sut_knot_curve *c, double edge, double lead, int count,
                        sut_vec3 *vertices);

#endif
