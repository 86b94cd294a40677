// SPDX-License-Identifier: MIT
// hinge.c -- bending of shells over the edges between two triangles: stiffness and matrix.
// docs/theory/tissue.md#bending
#include "tissue/element.h"

#include <math.h>
#include <string.h>

// Triangles whose area is below this share of that at rest bend as if they had it.
static const double flat = 0.05;

// Cotangent of the angle at `corner` of a triangle; obtuse angles count as right ones.
static double cotangent(sut_vec3 corner, sut_vec3 a, sut_vec3 b) {
    sut_vec3 u = v3_sub(a, corner);
    sut_vec3 v = v3_sub(b, corner);
    double along = v3_dot(u, v);
    return along > 0.0 ? along / v3_norm(v3_cross(u, v)) : 0.0;
}

// Share of the bending stiffness that an edge carries (T16): how far other edges give way depends
// on the angles opposite to it (o) and beside it (p, q). On grids of right triangles with
// alternating diagonals, whatever their sides, and on equilateral ones, cylinders get `wide` times
// the stiffness of a plate, and strips with free edges 0.97 of that.
static double share_of(const sut_vec3 x[4]) {
    double o = 0.5 * (cotangent(x[2], x[0], x[1]) + cotangent(x[3], x[0], x[1]));
    double p = 0.5 * (cotangent(x[0], x[1], x[2]) + cotangent(x[0], x[1], x[3]));
    double q = 0.5 * (cotangent(x[1], x[0], x[2]) + cotangent(x[1], x[0], x[3]));
    const double equilateral = 1.8564; // makes the share `wide` where o = p = q = 1/sqrt(3)
    const double wide = 1.015;         // so that a wide plate and a strip are equally wrong
    double size = (o * o + p * p) + q * q;
    return 2.0 * wide * sqrt(size) / (o + sqrt(size + 2.0 * p * q + equilateral * (o * p * q)));
}

void sut_hinges_define(sut_hinges *s, int e, const sut_vec3 x[4], double bending) {
    sut_vec3 edge = v3_sub(x[1], x[0]);
    double first = v3_norm(v3_cross(edge, v3_sub(x[2], x[0])));
    double second = v3_norm(v3_cross(v3_sub(x[3], x[0]), edge));
    double area = 0.5 * (first + second);
    s->stiffness[e] = share_of(x) * bending * v3_norm2(edge) / area;
    s->floor[e] = flat * (first < second ? first : second);
}

void sut_hinges_rest(sut_hinges *s) {
    memcpy(s->rest_cos, s->start_cos, (size_t)s->count * sizeof(double));
    memcpy(s->rest_sin, s->start_sin, (size_t)s->count * sizeof(double));
}

static sut_vec3 place(const double *x, int node) {
    return v3(x[3 * (ptrdiff_t)node], x[3 * (ptrdiff_t)node + 1], x[3 * (ptrdiff_t)node + 2]);
}

// Gradient of the angle by the corners 1, 2, 3 (T15)
static void gradient(const sut_hinges *s, int e, const double *x, sut_vec3 g[SUT_CORNERS]) {
    sut_vec3 o = place(x, s->node[0][e]);
    sut_vec3 edge = v3_sub(place(x, s->node[1][e]), o);
    sut_vec3 a = v3_sub(place(x, s->node[2][e]), o);
    sut_vec3 b = v3_sub(place(x, s->node[3][e]), o);
    sut_vec3 n = v3_cross(edge, a);
    sut_vec3 m = v3_cross(b, edge);
    double least = s->floor[e];
    double l2 = v3_norm2(edge);
    double n2 = v3_norm2(n);
    double m2 = v3_norm2(m);
    double length = sqrt(l2 > least ? l2 : least);
    n = v3_scale(n, 1.0 / (n2 > least * least ? n2 : least * least));
    m = v3_scale(m, 1.0 / (m2 > least * least ? m2 : least * least));
    g[1] = v3_add(v3_scale(n, v3_dot(a, edge) / length), v3_scale(m, v3_dot(b, edge) / length));
    g[2] = v3_scale(n, -length);
    g[3] = v3_scale(m, -length);
}

void sut_hinges_assemble(const sut_hinges *s, double viscous, const double *x,
                         const sut_blocks *m) {
    int last = sut_part_last(m, s->count);
    for (int e = sut_part_first(m, s->count); e < last; e++) {
        sut_vec3 g[SUT_CORNERS];
        gradient(s, e, x, g);
        double k = s->stiffness[e] * (1.0 + viscous);
        sut_element_blocks block;
        for (int a = 1; a < 4; a++) {
            const double p[3] = {k * g[a].x, k * g[a].y, k * g[a].z};
            for (int b = a; b < 4; b++) {
                const double q[3] = {g[b].x, g[b].y, g[b].z};
                for (int i = 0; i < 9; i++) {
                    block[a][b][i] = p[i / 3] * q[i % 3];
                }
            }
        }
        int node[4] = {s->node[0][e], s->node[1][e], s->node[2][e], s->node[3][e]};
        sut_element_add(m, 4, node, s->pair[e], block);
    }
}
