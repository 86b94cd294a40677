// SPDX-License-Identifier: MIT
// shape.h -- convex solids: signed distance of points and segments.
//
// Pure functions, no memory. Distances are negative inside and exact there too: the way to the
// nearest point of the surface. Where two points of the surface are equally near (the axis of a
// cylinder, the middle of a box) the choice is fixed: side before cap, x before y before z,
// positive before negative. Theory: docs/theory/geometry.md.
#ifndef SUT_GEOM_SHAPE_H
#define SUT_GEOM_SHAPE_H

#include "math/vec3.h"

typedef enum sut_shape_kind {
    SUT_SHAPE_PLANE,    // through center, solid behind the normal axis[2]
    SUT_SHAPE_SPHERE,   // center, radius
    SUT_SHAPE_CYLINDER, // center, axis[2], radius, half_length (INFINITY: without end), flat caps
    SUT_SHAPE_CAPSULE,  // center, axis[2], radius, half_length of the core between the two balls
    SUT_SHAPE_BOX,      // center, axis[0..2], half_size
    SUT_SHAPE_JAW,      // half of the hull of two balls on axis[2], of `radius` at -half_length and
                        // of `base_radius` at +half_length; cut through both centres, the flat face
                        // looks along axis[0]
    SUT_SHAPE_WEDGE, // before the face of such a jaw: between it and the plane that rises from its
                     // tip to half_size.x above its base, as wide as the jaw (shape_wedge.h)
} sut_shape_kind;

typedef struct sut_shape {
    sut_shape_kind kind;
    sut_vec3 center;
    sut_vec3 axis[3];   // orthonormal, right-handed, for every kind
    double radius;      // m
    double base_radius; // m, jaw: differs from radius by less than 2 half_length
    double half_length; // m
    sut_vec3 half_size; // m
} sut_shape;

// Signed distance of a point; `normal` (may be null) gets the outward unit normal, which is the
// gradient of the distance.
double sut_shape_distance(const sut_shape *s, sut_vec3 p, sut_vec3 *normal);

// The same in coordinates along the axes from the centre.
double sut_shape_local_distance(const sut_shape *s, sut_vec3 q, sut_vec3 *normal);

// The smallest signed distance along the segment a b, its place `at` in 0 .. 1 and the normal there
// (either may be null). Along a line the distance of a convex solid is a convex function, so there
// is one minimum; where it is flat (a segment along a face or along a cylinder, to 1e-12) the
// middle of the flat part is chosen, along a jaw any place of it. Closed form except for the rim of
// a cylinder of finite length and for jaws, which take up to 90 rounds (about 10 as a rule) to
// 1e-12 of the segment.
double sut_shape_segment(const sut_shape *s, sut_vec3 a, sut_vec3 b, double *at, sut_vec3 *normal);

// The same for the hull of two balls, of radius[0] around a and of radius[1] around b: the smallest
// of the distance less the radius, which is linear along the axis, so that there is one minimum
// too. `at` is the place of the axis. By search where the radii differ.
double sut_shape_hull(const sut_shape *s, sut_vec3 a, sut_vec3 b, const double radius[2],
                      double *at, sut_vec3 *normal);

// World to coordinates along the axes from the centre, and back.
sut_vec3 sut_shape_to_local(const sut_shape *s, sut_vec3 p);
sut_vec3 sut_shape_to_world(const sut_shape *s, sut_vec3 q);

// Do the two, alike in kind and size, stand in the same place?
bool sut_shape_is_at(const sut_shape *a, const sut_shape *b);

// The shape with its centre at `position` and its axes turned by the rotation vector (axis times
// angle in radians).
sut_shape sut_shape_moved(const sut_shape *s, sut_vec3 position, sut_vec3 rotation);

#endif
