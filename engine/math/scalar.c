// SPDX-License-Identifier: MIT
// scalar.c -- sine, cosine and atan2 from exact operations only.
//
// How the numbers were made: the parts of pi/2 and the table of atan by multiple-precision
// arithmetic; the polynomials of sine and cosine interpolate (sin r / r - 1)/z and
// (cos r - 1 + z/2)/z^2, z = r^2, in the Chebyshev nodes of |r| <= 1.001 pi/4 (error 2e-17 of the
// sine, 1e-18 of the cosine); that of atan is its Taylor series, arguments being below 1/16.
#include "math/scalar.h"

#include <math.h>
#include <stdbool.h>

// a + b and its rounding error
typedef struct sum2 {
    double s, e;
} sum2;

static sum2 two_sum(double a, double b) {
    sum2 r;
    r.s = a + b;
    double bb = r.s - a;
    r.e = (a - (r.s - bb)) + (b - bb);
    return r;
}

// a * b and its rounding error, by halves of 26 bits; |a|, |b| below 1e290
static sum2 two_product(double a, double b) {
    const double split = 134217729.0; // 2^27 + 1
    double ca = split * a;
    double cb = split * b;
    double ah = ca - (ca - a);
    double bh = cb - (cb - b);
    double al = a - ah;
    double bl = b - bh;
    sum2 r;
    r.s = a * b;
    r.e = ((ah * bh - r.s) + ah * bl + al * bh) + al * bl;
    return r;
}

//---- sine and cosine -----------------------------------------------------------------------------

// x - q pi/2 as an unevaluated sum. The first four parts of pi/2 have 23 bits, so that q * part is
// exact for q below 2^30; the differences with the first two are exact too (Cody and Waite).
static sum2 reduce_angle(double x, double q) {
    const double part0 = 0x1.921fb40000000p+0;
    const double part1 = 0x1.4442d00000000p-24;
    const double part2 = 0x1.8469880000000p-48;
    const double part3 = 0x1.8cc5140000000p-72;
    const double rest = 0x1.80dc1cd129025p-95;
    double exact = (x - q * part0) - q * part1;
    sum2 a = two_sum(exact, -(q * part2));
    sum2 b = two_sum(a.s, -(q * part3));
    return two_sum(b.s, (a.e + b.e) - q * rest);
}

static double sine_kernel(sum2 r) {
    double z = r.s * r.s;
    double p = 1.5917848524808262e-10;
    p = p * z - 2.5051127944014188e-08;
    p = p * z + 2.755731608381636e-06;
    p = p * z - 1.9841269836722418e-04;
    p = p * z + 8.333333333330925e-03;
    p = p * z - 1.6666666666666666e-01;
    return r.s + ((r.s * z) * p + r.e * (1.0 - 0.5 * z));
}

static double cosine_kernel(sum2 r) {
    double z = r.s * r.s;
    double p = -1.1382456778061306e-11;
    p = p * z + 2.0876143827993133e-09;
    p = p * z - 2.7557317260008837e-07;
    p = p * z + 2.480158729874307e-05;
    p = p * z - 1.3888888888887382e-03;
    p = p * z + 4.1666666666666664e-02;
    double half = 0.5 * z;
    double w = 1.0 - half;
    return w + (((1.0 - w) - half) + ((z * z) * p - r.s * r.e));
}

void sut_sincos(double x, double *s, double *c) {
    if (!(fabs(x) <= 4e15)) {
        *s = (double)NAN;
        *c = (double)NAN;
        return;
    }
    // -0 and tiny angles: the sine is the angle
    if (fabs(x) < 0x1p-27) {
        *s = x;
        *c = 1.0;
        return;
    }
    const double two_over_pi = 0x1.45f306dc9c883p-1;
    double q = floor(x * two_over_pi + 0.5);
    sum2 r = reduce_angle(x, q);
    double sine = sine_kernel(r);
    double cosine = cosine_kernel(r);
    int quadrant = (int)(q - 4.0 * floor(0.25 * q));
    switch (quadrant) {
    case 0:
        *s = sine;
        *c = cosine;
        break;
    case 1:
        *s = cosine;
        *c = -sine;
        break;
    case 2:
        *s = -sine;
        *c = -cosine;
        break;
    default:
        *s = -cosine;
        *c = sine;
        break;
    }
}

//---- atan2 ---------------------------------------------------------------------------------------

// atan(k/8), k = 0 .. 8, as an unevaluated sum
static const sum2 ATAN_TABLE[9] = {
    {0.0, 0.0},
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};

// atan(t) = t + (returned value), |t| <= 1/16
static double atan_tail(double t) {
    double z = t * t;
    double p = 1.0 / 13.0;
    p = p * z - 1.0 / 11.0;
    p = p * z + 1.0 / 9.0;
    p = p * z - 1.0 / 7.0;
    p = p * z + 1.0 / 5.0;
    p = p * z - 1.0 / 3.0;
    return (t * z) * p;
}

// atan(a/b) for 0 <= a <= b, b of moderate size: with c = k/8 next to a/b it is
// atan(c) + atan(t), t = (a - c b)/(b + c a), t with its rounding error.
static sum2 atan_ratio(double a, double b) {
    double k = floor(8.0 * (a / b) + 0.5);
    double c = 0.125 * k;
    sum2 cb = two_product(c, b);
    sum2 ca = two_product(c, a);
    sum2 top = two_sum(a, -cb.s);
    sum2 bottom = two_sum(b, ca.s);
    top.e -= cb.e;
    bottom.e += ca.e;
    double t = (top.s + top.e) / (bottom.s + bottom.e);
    sum2 back = two_product(t, bottom.s);
    double rest = ((top.s - back.s) - back.e) + (top.e - t * bottom.e);
    double t_low = rest / bottom.s;
    const sum2 base = ATAN_TABLE[(int)k];
    sum2 r = two_sum(base.s, t);
    r.e += base.e + (t_low + atan_tail(t));
    return r;
}

// Both scaled by the same power of two away from the ends of the range; infinities become ratios.
static void moderate(double *y, double *x) {
    if (isinf(*x) || isinf(*y)) {
        *x = copysign(isinf(*x) ? 1.0 : 0.0, *x);
        *y = copysign(isinf(*y) ? 1.0 : 0.0, *y);
        return;
    }
    double largest = fabs(*x) > fabs(*y) ? fabs(*x) : fabs(*y);
    double scale = largest > 1e200 ? 0x1p-600 : largest < 1e-200 ? 0x1p+600 : 1.0;
    *x *= scale;
    *y *= scale;
}

double sut_atan2(double y, double x) {
    if (isnan(x) || isnan(y)) {
        return x + y;
    }
    const sum2 quarter = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54}; // pi/2
    const sum2 half = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};    // pi
    bool left = signbit(x) != 0;
    if (y == 0.0) {
        return left ? copysign(half.s, y) : y;
    }
    moderate(&y, &x);
    double ax = fabs(x);
    double ay = fabs(y);

    // angle to the nearer axis, then from the positive x axis
    sum2 r = ay <= ax ? atan_ratio(ay, ax) : atan_ratio(ax, ay);
    if (ay > ax) {
        sum2 d = two_sum(quarter.s, -r.s);
        r.s = d.s;
        r.e = d.e + (quarter.e - r.e);
    }
    if (left) {
        sum2 d = two_sum(half.s, -r.s);
        r.s = d.s;
        r.e = d.e + (half.e - r.e);
    }
    return copysign(r.s + r.e, y);
}
