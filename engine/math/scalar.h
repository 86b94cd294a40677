// SPDX-License-Identifier: MIT
// scalar.h -- elementary functions with the same bits everywhere.
//
// libm differs from system to system in the last bits of sin, cos and atan2, and the state of a
// world must not. These use only +, -, *, /, sqrt and floor in a fixed order.
#ifndef SUT_MATH_SCALAR_H
#define SUT_MATH_SCALAR_H

#define SUT_PI 3.14159265358979323846

// Sine and cosine of x in radians, error below 1 ulp for |x| <= 1e9. Beyond that the error grows
// in proportion to x; |x| above 4e15, infinite or NaN gives NaN for both.
void sut_sincos(double x, double *s, double *c);

// Angle of the point (x, y) in (-pi, pi], error below 1 ulp; signs of zero, infinities and NaN as
// in C's atan2.
double sut_atan2(double y, double x);

#endif
