// SPDX-License-Identifier: MIT
// circle.c -- points of a circle by whole parts of a turn. libm's cosine differs from system to
// system in the last bit; this uses +, -, * and / in a fixed order, and opposite points are exactly
// opposite.
#include "mesh_parts.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

// Taylor series for 0 <= x <= pi/4; the first term left out is below 1e-18
static double small_sine(double x) {
    double sum = 0.0;
    for (int n = 17; n >= 1; n -= 2) {
        sum = 1.0 - x * x / ((double)(n + 1) * (double)(n + 2)) * sum;
    }
    return x * sum;
}

static double small_cosine(double x) {
    double sum = 0.0;
    for (int n = 16; n >= 0; n -= 2) {
        sum = 1.0 - x * x / ((double)(n + 1) * (double)(n + 2)) * sum;
    }
    return sum;
}

void sut_circle_turn(double angle, double *c, double *s) {
    double quarter = floor(angle / (pi / 2.0) + 0.5);
    // pi/2 in two parts, so that the rest keeps its digits
    double rest = (angle - quarter * 1.5707963267341256) - quarter * 6.077100506506192e-11;
    double size = fabs(rest);
    double cosine = small_cosine(size);
    double sine = rest < 0.0 ? -small_sine(size) : small_sine(size);
    switch ((int)(quarter - 4.0 * floor(quarter / 4.0))) {
    case 0:
        *c = cosine;
        *s = sine;
        break;
    case 1:
        *c = 0.0 - sine;
        *s = cosine;
        break;
    case 2:
        *c = 0.0 - cosine;
        *s = 0.0 - sine;
        break;
    default:
        *c = sine;
        *s = 0.0 - cosine;
        break;
    }
}

void sut_circle_point(int i, int n, double *c, double *s) {
    // eighths of a turn in whole numbers: 8 i = octant n + rest
    long long eights = 8LL * (i % n);
    int octant = (int)(eights / n);
    long long rest = eights % n;
    bool mirrored = octant % 2 != 0;
    double x = pi / 4.0 * ((double)(mirrored ? n - rest : rest) / (double)n);
    double cosine = small_cosine(x);
    double sine = small_sine(x);

    // the point in the first quarter, then turned by quarters; 0 - v makes no negative zero
    double u = mirrored ? sine : cosine;
    double v = mirrored ? cosine : sine;
    switch (octant / 2) {
    case 0:
        *c = u;
        *s = v;
        break;
    case 1:
        *c = 0.0 - v;
        *s = u;
        break;
    case 2:
        *c = 0.0 - u;
        *s = 0.0 - v;
        break;
    default:
        *c = v;
        *s = 0.0 - u;
        break;
    }
}
