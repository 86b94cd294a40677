// SPDX-License-Identifier: MIT
// shell.c -- triangles with an incompressible neo-Hookean law in plane stress: rest shape, matrix,
// strain. docs/theory/tissue.md#shell
#include "tissue/element.h"
#include "tissue/tissue_kernel.h"

#include <math.h>

bool sut_tris_define(sut_tris *s, int e, const sut_vec3 x[3], double young, double thickness) {
    sut_vec3 a = v3_sub(x[1], x[0]);
    sut_vec3 b = v3_sub(x[2], x[0]);
    double length = v3_norm(a);
    double twice = v3_norm(v3_cross(a, b));
    if (!(twice > 0.0)) {
        return false;
    }
    // in the plane: a = (length, 0), b = (along, up); the gradients are the inverse of [a b]
    double along = v3_dot(a, b) / length;
    double up = twice / length;
    s->shape[0][e] = 1.0 / length;
    s->shape[1][e] = -along / (length * up);
    s->shape[2][e] = 0.0;
    s->shape[3][e] = 1.0 / up;
    s->weight[e] = young / 3.0 * (0.5 * twice) * thickness;
    return true;
}

//---- matrix --------------------------------------------------------------------------------------
// Principal stretches s, directions v in the rest plane and u in space.
typedef struct tri_shape {
    double s[2];
    double v[2][2];
    sut_vec3 u[3];
} tri_shape;

static sut_vec3 apply(const sut_vec3 f[2], const double v[2]) {
    return v3_madd(v3_scale(f[0], v[0]), v[1], f[1]);
}

static tri_shape shape_of(const sut_vec3 f[2]) {
    tri_shape t;
    double a = v3_norm2(f[0]);
    double b = v3_norm2(f[1]);
    double c = v3_dot(f[0], f[1]);
    double half = 0.5 * (a - b);
    double root = sqrt(half * half + c * c);
    // half the angle of (half, c), by the formulas for half an angle
    double cosine = root > 0.0 ? half / root : 1.0;
    double x = sqrt(0.5 * (1.0 + (cosine > -1.0 ? cosine : -1.0)));
    double y = sqrt(0.5 * (1.0 - (cosine < 1.0 ? cosine : 1.0)));
    y = c < 0.0 ? -y : y;
    t.v[0][0] = x;
    t.v[0][1] = y;
    t.v[1][0] = -y;
    t.v[1][1] = x;
    sut_vec3 p = apply(f, t.v[0]);
    sut_vec3 q = apply(f, t.v[1]);
    t.s[0] = v3_norm(p);
    t.s[1] = v3_norm(q);
    // a triangle that has shrunk to a line or a point may take any directions
    t.u[0] = t.s[0] > 1e-12 ? v3_scale(p, 1.0 / t.s[0]) : v3(1.0, 0.0, 0.0);
    q = v3_reject(q, t.u[0]);
    double across = v3_norm(q);
    t.u[1] = across > 1e-12 ? v3_scale(q, 1.0 / across) : v3_any_normal(t.u[0]);
    t.u[2] = v3_cross(t.u[0], t.u[1]);
    return t;
}

static double positive(double x) {
    return x > 0.0 ? x : 0.0;
}

// The matrix as a sum of value x mode x mode^T; a mode is a 3x2 matrix applied to the two
// gradients, y[corner].
typedef struct tri_modes {
    double value[7];
    sut_vec3 y[7][2];
} tri_modes;

// mode = sum of m[i][j] u_i v_j^T over i, j < 2
static void in_plane(tri_modes *modes, int k, double value, const tri_shape *t, double g[2][2],
                     const double m[4]) {
    modes->value[k] = value;
    for (int c = 0; c < 2; c++) {
        double p = t->v[0][0] * g[c][0] + t->v[0][1] * g[c][1];
        double q = t->v[1][0] * g[c][0] + t->v[1][1] * g[c][1];
        modes->y[k][c] =
            v3_madd(v3_scale(t->u[0], m[0] * p + m[1] * q), m[2] * p + m[3] * q, t->u[1]);
    }
}

static void out_of_plane(tri_modes *modes, int k, double value, const tri_shape *t, double g[2][2],
                         int j) {
    modes->value[k] = value;
    for (int c = 0; c < 2; c++) {
        modes->y[k][c] = v3_scale(t->u[2], t->v[j][0] * g[c][0] + t->v[j][1] * g[c][1]);
    }
}

// (T10) to (T12): eigenvalues of the second derivative by F, negative ones left out
static void modes_of(double w, double viscous, const tri_shape *t, double g[2][2],
                     tri_modes *modes) {
    double a = t->s[0];
    double b = t->s[1];
    double area = (a * b) * (a * b);
    double floor = area > SUT_AREA_FLOOR ? area : SUT_AREA_FLOOR;
    double i = 1.0 / floor;
    double slope = -(i * i) * (1.0 - 2.0 * (area - floor) * i);
    double bend = 2.0 * i * i * i;
    double loss = -0.5 * bend * area; // slope of the viscous law
    double more = 1.0 + viscous;
    double aa = w * (1.0 + slope * (b * b) + 2.0 * more * bend * (a * a) * (b * b) * (b * b));
    double bb = w * (1.0 + slope * (a * a) + 2.0 * more * bend * (b * b) * (a * a) * (a * a));
    double ab = w * (2.0 * (slope + viscous * loss) * (a * b) +
                     2.0 * more * bend * (a * b) * (a * b) * (a * b));
    double half = 0.5 * (aa - bb);
    double root = sqrt(half * half + ab * ab);
    double cosine = root > 0.0 ? half / root : 1.0;
    double x = sqrt(positive(0.5 * (1.0 + cosine)));
    double y = sqrt(positive(0.5 * (1.0 - cosine)));
    y = ab < 0.0 ? -y : y;
    double mean = 0.5 * (aa + bb);
    const double r = 0.70710678118654752440;
    in_plane(modes, 0, positive(mean + root), t, g, (double[4]){x, 0.0, 0.0, y});
    in_plane(modes, 1, positive(mean - root), t, g, (double[4]){-y, 0.0, 0.0, x});
    in_plane(modes, 2, positive(w * (1.0 + slope * (a * b))), t, g, (double[4]){0.0, r, -r, 0.0});
    in_plane(modes, 3, positive(w * (1.0 - slope * (a * b))), t, g, (double[4]){0.0, r, r, 0.0});
    in_plane(modes, 4, -(viscous * w * loss), t, g, (double[4]){0.0, a, b, 0.0});
    out_of_plane(modes, 5, positive(w * (1.0 + slope * (b * b))), t, g, 0);
    out_of_plane(modes, 6, positive(w * (1.0 + slope * (a * a))), t, g, 1);
}

static void add_mode(double *block, double value, sut_vec3 p, sut_vec3 q) {
    const double a[3] = {value * p.x, value * p.y, value * p.z};
    const double b[3] = {q.x, q.y, q.z};
    for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++) {
            block[3 * k + l] += a[k] * b[l];
        }
    }
}

void sut_tris_assemble(const sut_tris *s, double viscous, const double *x, const sut_blocks *m) {
    int last = sut_part_last(m, s->count);
    for (int e = sut_part_first(m, s->count); e < last; e++) {
        int node[3] = {s->node[0][e], s->node[1][e], s->node[2][e]};
        const double *o = &x[3 * (ptrdiff_t)node[0]];
        const double *p = &x[3 * (ptrdiff_t)node[1]];
        const double *q = &x[3 * (ptrdiff_t)node[2]];
        sut_vec3 a = v3(p[0] - o[0], p[1] - o[1], p[2] - o[2]);
        sut_vec3 b = v3(q[0] - o[0], q[1] - o[1], q[2] - o[2]);
        double g[2][2] = {{s->shape[0][e], s->shape[1][e]}, {s->shape[2][e], s->shape[3][e]}};
        sut_vec3 f[2] = {v3_madd(v3_scale(a, g[0][0]), g[1][0], b),
                         v3_madd(v3_scale(a, g[0][1]), g[1][1], b)};
        tri_shape t = shape_of(f);
        tri_modes modes;
        modes_of(s->weight[e], viscous, &t, g, &modes);
        sut_element_blocks block = {{{0.0}}};
        for (int k = 0; k < 7; k++) {
            add_mode(block[1][1], modes.value[k], modes.y[k][0], modes.y[k][0]);
            add_mode(block[1][2], modes.value[k], modes.y[k][0], modes.y[k][1]);
            add_mode(block[2][2], modes.value[k], modes.y[k][1], modes.y[k][1]);
        }
        sut_element_add(m, 3, node, s->pair[e], block);
    }
}

//---- strain --------------------------------------------------------------------------------------
static double strain_of(const sut_tris *s, int e) {
    double a = s->start[0][e], b = s->start[1][e], c = s->start[2][e];
    double mean = 0.5 * (a + b);
    double root = sqrt(0.25 * (a - b) * (a - b) + c * c);
    double longer = fabs(sqrt(mean + root) - 1.0);
    double shorter = fabs(sqrt(positive(mean - root)) - 1.0);
    return longer > shorter ? longer : shorter;
}

double sut_tris_strain_peak(const sut_tris *s, double above) {
    for (int e = 0; e < s->count; e++) {
        double strain = strain_of(s, e);
        above = strain > above ? strain : above;
    }
    return above;
}

void sut_tris_strain(const sut_tris *s, double *node) {
    for (int e = 0; e < s->count; e++) {
        double strain = strain_of(s, e);
        for (int c = 0; c < 3; c++) {
            double *to = &node[s->node[c][e]];
            *to = strain > *to ? strain : *to;
        }
    }
}
