// SPDX-License-Identifier: MIT
// curve.c -- weights of the points of a curve.
#include "body/curve.h"

#include "math/scalar.h"

#include <math.h>
#include <string.h>

double sut_curve_start(const sut_curve *c) {
    return c->kind == SUT_CURVE_SPLINE ? (double)c->first : 0.0;
}

double sut_curve_end(const sut_curve *c) {
    return c->kind == SUT_CURVE_SPLINE ? (double)(c->first + c->n - 1) : c->length;
}

//---- spline --------------------------------------------------------------------------------------
static void add(sut_curve_point *p, int vertex, double weight, double slope, double bend) {
    for (int k = 0; k < p->count; k++) {
        if (p->vertex[k] == vertex) {
            p->weight[k] += weight;
            p->slope[k] += slope;
            p->bend[k] += bend;
            return;
        }
    }
    int k = p->count++;
    p->vertex[k] = vertex;
    p->weight[k] = weight;
    p->slope[k] = slope;
    p->bend[k] = bend;
}

// Uniform cubic B-spline; a phantom vertex 2 x_0 - x_1 before the first (and after the last) makes
// it end there.
static void spline_at(const sut_curve *c, double s, sut_curve_point *p) {
    const int first = c->first;
    const int last = first + c->n - 1;
    int j = (int)floor(s);
    j = j < first ? first : (j > last - 1 ? last - 1 : j);
    double u = s - j;
    double v = 1.0 - u;
    const double w[4] = {v * v * v / 6.0, (3.0 * u * u * u - 6.0 * u * u + 4.0) / 6.0,
                         (-3.0 * u * u * u + 3.0 * u * u + 3.0 * u + 1.0) / 6.0, u * u * u / 6.0};
    const double d[4] = {-0.5 * v * v, 1.5 * u * u - 2.0 * u, -1.5 * u * u + u + 0.5, 0.5 * u * u};
    const double b[4] = {v, 3.0 * u - 2.0, -3.0 * u + 1.0, u};
    // whole vertices first, so that their order is that of the thread
    for (int k = 0; k < 4; k++) {
        int i = j - 1 + k;
        if (i >= first && i <= last) {
            add(p, i, w[k], d[k], b[k]);
        }
    }
    if (j == first) {
        add(p, first, 2.0 * w[0], 2.0 * d[0], 2.0 * b[0]);
        add(p, first + 1, -w[0], -d[0], -b[0]);
    }
    if (j == last - 1) {
        add(p, last, 2.0 * w[3], 2.0 * d[3], 2.0 * b[3]);
        add(p, last - 1, -w[3], -d[3], -b[3]);
    }
}

//---- arc -----------------------------------------------------------------------------------------
static void arc_at(const sut_curve *c, double s, sut_curve_point *p) {
    double turn = s * c->curvature;
    bool round = c->curvature != 0.0; // exactly: a straight needle has none
    double sine;
    double cosine;
    sut_sincos(turn, &sine, &cosine);
    const double place[3] = {round ? -sine / c->curvature : -s,
                             round ? (1.0 - cosine) / c->curvature : 0.0, 0.0};
    const double slope[3] = {-cosine, sine, 0.0};
    const double bend[3] = {c->curvature * sine, c->curvature * cosine, 0.0};
    p->count = 4;
    for (int k = 0; k < 4; k++) {
        const double *a = c->affine[k];
        p->vertex[k] = c->first + k;
        p->weight[k] = a[0] + (a[1] * place[0] + a[2] * place[1] + a[3] * place[2]);
        p->slope[k] = a[1] * slope[0] + a[2] * slope[1] + a[3] * slope[2];
        p->bend[k] = a[1] * bend[0] + a[2] * bend[1] + a[3] * bend[2];
    }
}

void sut_curve_at(const sut_curve *c, double s, sut_curve_point *out) {
    memset(out, 0, sizeof *out);
    double start = sut_curve_start(c);
    double end = sut_curve_end(c);
    // what is no number counts as the start, so that vertices are always some of its own
    double inside = s > start ? (s < end ? s : end) : start;
    if (c->kind == SUT_CURVE_SPLINE) {
        spline_at(c, inside, out);
    } else {
        arc_at(c, inside, out);
    }
    double beyond = s - inside;
    if (beyond != 0.0) { // exactly: inside nothing is added
        for (int k = 0; k < out->count; k++) {
            out->weight[k] += beyond * out->slope[k];
            out->bend[k] = 0.0;
        }
    }
}
