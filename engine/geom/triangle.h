// SPDX-License-Identifier: MIT
// triangle.h -- nearest points of a triangle and a point, a segment or a convex solid.
//
// Pure functions, no memory. Triangles may be degenerate: needles, segments, points. Theory:
// docs/theory/geometry.md.
#ifndef SUT_GEOM_TRIANGLE_H
#define SUT_GEOM_TRIANGLE_H

#include "geom/shape.h"

// Where on a triangle: vertex k, the edge from vertex k to the next, or inside the face.
typedef enum sut_triangle_feature {
    SUT_TRIANGLE_VERTEX_0,
    SUT_TRIANGLE_VERTEX_1,
    SUT_TRIANGLE_VERTEX_2,
    SUT_TRIANGLE_EDGE_01,
    SUT_TRIANGLE_EDGE_12,
    SUT_TRIANGLE_EDGE_20,
    SUT_TRIANGLE_FACE,
} sut_triangle_feature;

typedef struct sut_triangle_near {
    double weight[3]; // barycentric, 0 .. 1, their sum is 1
    sut_vec3 apart;   // the point, or that of the segment, minus the one on the triangle
    double distance;  // length of apart
    double s;         // 0 .. 1, along the segment; 0 for a point
    sut_triangle_feature feature;
} sut_triangle_near;

// Closest point of the triangle to p. The distance is right to about 1e-12 of itself plus rounding
// errors of the coordinates, also for needles. Of equally near points the one on the first edge is
// chosen. About five divisions and one root; NaN gives NaN in `distance`.
sut_triangle_near sut_triangle_point(const sut_vec3 t[3], sut_vec3 p);

// Closest points of the triangle and the segment a b. A segment that goes through the face has the
// distance of rounding errors: for needles of the height h and the length l no more than the
// smaller of h and 1e-15 l^2/h. One that is parallel to the face (to 1e-12) answers with the middle
// of its part above it.
sut_triangle_near sut_triangle_segment(const sut_vec3 t[3], sut_vec3 a, sut_vec3 b);

// The point of the triangle that is nearest to a convex solid, or deepest inside of it.
typedef struct sut_triangle_shape {
    double weight[3]; // barycentric, 0 .. 1, their sum is 1
    double distance;  // signed, from the surface of the solid
    sut_vec3 normal;  // unit, outward from the solid at that point
} sut_triangle_shape;

// Exact where they do not overlap; the normal then has the whole triangle before the plane through
// the nearest point. Where they do, by search along the triangle: the depth is right to 1e-9 of its
// size, except for spheres, capsules and planes, which are exact. 0.05 to 2 us, up to 100 us where
// a jaw or a wedge overlaps.
sut_triangle_shape sut_triangle_solid(const sut_shape *s, const sut_vec3 t[3]);

#endif
