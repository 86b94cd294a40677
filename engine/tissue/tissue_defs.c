// SPDX-License-Identifier: MIT
// tissue_defs.c -- defs with their defaults.
#include "math/quat.h"
#include "tissue/tissue.h"

#include <math.h>

sut_tissue_def sut_default_tissue_def(void) {
    sut_tissue_def d = {0};
    d.rest[0] = 1.0;
    d.rest[1] = 1.0;
    d.rest[2] = 1.0;
    d.rest_axes = q_identity();
    d.poisson = 0.45;
    d.density = 1000.0;
    d.friction = 0.2;
    d.damping_strain = 2e-3;
    d.piercing.friction = -1.0;
    d.tearing.floor = 0.4;
    d.cookie = SUT_COOKIE_TISSUE;
    return d;
}

sut_support_def sut_default_support_def(void) {
    sut_support_def d = {0};
    d.kind = SUT_SUPPORT_PIN;
    d.axes = SUT_AXIS_ALL;
    d.from = -(double)INFINITY;
    d.until = (double)INFINITY;
    d.cookie = SUT_COOKIE_SUPPORT;
    return d;
}
