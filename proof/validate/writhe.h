// SPDX-License-Identifier: MIT
// writhe.h -- how much a closed polygon winds about itself: signed crossings, mean over all
// directions to look from.
#ifndef SUT_VALIDATE_WRITHE_H
#define SUT_VALIDATE_WRITHE_H

#include "sutura/types.h"

// n vertices; those after the first n - 1 edges close it. Time grows with n^2.
double sut_polygon_writhe(const sut_vec3 *x, int n);

#endif
