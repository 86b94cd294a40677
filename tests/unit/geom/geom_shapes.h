// SPDX-License-Identifier: MIT
// geom_shapes.h -- random solids for tests.
#ifndef SUTURA_TESTS_GEOM_SHAPES_H
#define SUTURA_TESTS_GEOM_SHAPES_H

#include "geom/shape.h"
#include "geom_random.h"

#define SHAPE_KINDS 7

// kinds 0 .. 5 as in the enum, 6 is a cylinder without end; sizes from 0.1 to 1, any pose
static inline sut_shape random_shape(geom_random *g, int kind) {
    sut_shape s = {0};
    s.kind = kind < 6 ? (sut_shape_kind)kind : SUT_SHAPE_CYLINDER;
    s.center = random_point(g, 1.0);
    s.axis[2] = random_direction(g);
    s.axis[0] = v3_any_normal(s.axis[2]);
    s.axis[1] = v3_cross(s.axis[2], s.axis[0]);
    s.radius = random_size(g, -1.0, 0.0);
    s.half_length = kind < 6 ? random_size(g, -1.0, 0.0) : (double)INFINITY;
    double x = random_size(g, -1.0, 0.0);
    double y = random_size(g, -1.0, 0.0);
    s.half_size = v3(x, y, random_size(g, -1.0, 0.0));
    if (s.kind == SUT_SHAPE_JAW) {
        // neither ball holds the other
        double more = random_in(g, -1.0, 1.0) * fmin(1.9 * s.half_length, 0.9 * s.radius);
        s.base_radius = s.radius + more;
    }
    return s;
}

// along the axes, so that closed forms can be written down
static inline sut_shape plain_shape(sut_shape_kind kind, double radius, double half_length) {
    sut_shape s = {0};
    s.kind = kind;
    s.axis[0] = v3(1.0, 0.0, 0.0);
    s.axis[1] = v3(0.0, 1.0, 0.0);
    s.axis[2] = v3(0.0, 0.0, 1.0);
    s.radius = radius;
    s.half_length = half_length;
    s.half_size = v3(1.0, 2.0, 3.0);
    return s;
}

#endif
