// SPDX-License-Identifier: MIT
// shape_wedge.h -- signed distance of a wedge, the inclined plane before the cut face of a jaw.
#ifndef SUT_GEOM_SHAPE_WEDGE_H
#define SUT_GEOM_SHAPE_WEDGE_H

#include "geom/shape.h"

// In the axes of the wedge, as sut_shape_local_distance.
double sut_wedge_distance(const sut_shape *s, sut_vec3 q, sut_vec3 *normal);

#endif
