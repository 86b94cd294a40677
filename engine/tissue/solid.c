// SPDX-License-Identifier: MIT
// solid.c -- linear tetrahedra with a corotational law: rest shape, matrix, strain.
// docs/theory/tissue.md#solid
#include "tissue/element.h"
#include "tissue/tissue_kernel.h"

#include <math.h>
#include <string.h>

bool sut_tets_define(sut_tets *s, int e, const sut_vec3 x[4]) {
    sut_vec3 a = v3_sub(x[1], x[0]);
    sut_vec3 b = v3_sub(x[2], x[0]);
    sut_vec3 c = v3_sub(x[3], x[0]);
    sut_vec3 g[3] = {v3_cross(b, c), v3_cross(c, a), v3_cross(a, b)};
    double six = v3_dot(a, g[0]);
    if (!(six > 0.0)) {
        return false;
    }
    for (int k = 0; k < 3; k++) {
        s->shape[3 * k][e] = g[k].x / six;
        s->shape[3 * k + 1][e] = g[k].y / six;
        s->shape[3 * k + 2][e] = g[k].z / six;
    }
    s->volume[e] = six / 6.0;
    return true;
}

//---- rotation ------------------------------------------------------------------------------------
static double cofactors(const double r[9], double c[9]) {
    c[0] = r[4] * r[8] - r[5] * r[7];
    c[1] = r[5] * r[6] - r[3] * r[8];
    c[2] = r[3] * r[7] - r[4] * r[6];
    c[3] = r[7] * r[2] - r[8] * r[1];
    c[4] = r[8] * r[0] - r[6] * r[2];
    c[5] = r[6] * r[1] - r[7] * r[0];
    c[6] = r[1] * r[5] - r[2] * r[4];
    c[7] = r[2] * r[3] - r[0] * r[5];
    c[8] = r[0] * r[4] - r[1] * r[3];
    return (r[0] * c[0] + r[1] * c[1]) + r[2] * c[2];
}

static double norm2(const double *v, int count) {
    double sum = 0.0;
    for (int k = 0; k < count; k++) {
        sum += v[k] * v[k];
    }
    return sum;
}

// Newton's method with scaling, for what is neither flat nor inverted. False: it is.
static bool newton_rotation(const double f[9], double r[9]) {
    enum { ROUNDS = 12 };
    double c[9];
    double det = cofactors(f, c);
    double size = norm2(f, 9);
    if (!(det > 1e-4 * size * sqrt(size)) || !(size < 1e300)) {
        return false;
    }
    memcpy(r, f, 9 * sizeof r[0]);
    for (int round = 0; round < ROUNDS; round++) {
        det = cofactors(r, c);
        double g = sqrt(sqrt(norm2(c, 9) / norm2(r, 9)) / det);
        double change = 0.0;
        for (int k = 0; k < 9; k++) {
            double next = 0.5 * (g * r[k] + c[k] / (g * det));
            change += (next - r[k]) * (next - r[k]);
            r[k] = next;
        }
        // quadratic convergence: what is left is the square of this
        if (change < 1e-17) {
            return true;
        }
    }
    return false;
}

// One sweep of Jacobi's method on a symmetric 4x4 matrix; v collects the rotations. Returns the
// squares that are left beside the diagonal.
static double jacobi4(double a[4][4], double v[4][4]) {
    double off = 0.0;
    for (int p = 0; p < 3; p++) {
        for (int q = p + 1; q < 4; q++) {
            off += a[p][q] * a[p][q];
            if (a[p][q] == 0.0) { // already done: the angle would be 0/0
                continue;
            }
            double h = 0.5 * (a[q][q] - a[p][p]) / a[p][q];
            double t = (h < 0.0 ? -1.0 : 1.0) / (fabs(h) + sqrt(h * h + 1.0));
            double c = 1.0 / sqrt(t * t + 1.0);
            double s = t * c;
            for (int k = 0; k < 4; k++) {
                double x = a[k][p];
                double y = a[k][q];
                a[k][p] = c * x - s * y;
                a[k][q] = s * x + c * y;
            }
            for (int k = 0; k < 4; k++) {
                double x = a[p][k];
                double y = a[q][k];
                a[p][k] = c * x - s * y;
                a[q][k] = s * x + c * y;
                x = v[k][p];
                y = v[k][q];
                v[k][p] = c * x - s * y;
                v[k][q] = s * x + c * y;
            }
        }
    }
    return off;
}

// The quaternion of the rotation that makes tr(R^T f) largest is the eigenvector of the largest
// eigenvalue of this matrix (Horn 1987): any f has one.
static void horn_rotation(const double f[9], double r[9]) {
    enum { SWEEPS = 20 };
    double size = sqrt(norm2(f, 9));
    double i = size > 0.0 && size < 1e300 ? 1.0 / size : 0.0;
    double xx = i * f[0], xy = i * f[1], xz = i * f[2];
    double yx = i * f[3], yy = i * f[4], yz = i * f[5];
    double zx = i * f[6], zy = i * f[7], zz = i * f[8];
    double a[4][4] = {{xx + yy + zz, zy - yz, xz - zx, yx - xy},
                      {zy - yz, xx - yy - zz, xy + yx, xz + zx},
                      {xz - zx, xy + yx, yy - xx - zz, yz + zy},
                      {yx - xy, xz + zx, yz + zy, zz - xx - yy}};
    double v[4][4] = {
        {1.0, 0.0, 0.0, 0.0}, {0.0, 1.0, 0.0, 0.0}, {0.0, 0.0, 1.0, 0.0}, {0.0, 0.0, 0.0, 1.0}};
    for (int sweep = 0; sweep < SWEEPS && jacobi4(a, v) > 1e-34; sweep++) {
    }
    int best = 0;
    for (int k = 1; k < 4; k++) {
        best = a[k][k] > a[best][best] ? k : best;
    }
    double w = v[0][best], x = v[1][best], y = v[2][best], z = v[3][best];
    double n = 2.0 / (((w * w + x * x) + y * y) + z * z);
    r[0] = 1.0 - n * (y * y + z * z);
    r[1] = n * (x * y - w * z);
    r[2] = n * (x * z + w * y);
    r[3] = n * (x * y + w * z);
    r[4] = 1.0 - n * (x * x + z * z);
    r[5] = n * (y * z - w * x);
    r[6] = n * (x * z - w * y);
    r[7] = n * (y * z + w * x);
    r[8] = 1.0 - n * (x * x + y * y);
}

void sut_nearest_rotation(const double f[9], double r[9]) {
    if (!newton_rotation(f, r)) {
        horn_rotation(f, r);
    }
}

//---- matrix --------------------------------------------------------------------------------------
typedef struct tet_shape {
    double g[4][3]; // gradients of the corners
    double f[9], r[9];
    double left[9];  // left stretch F R^T, symmetric
    double twist[9]; // c (tr V - V)^-1, what turning of R takes away (T5)
} tet_shape;

static void shape_of(const sut_tets *s, int e, const double *x, tet_shape *t) {
    memset(t, 0, sizeof *t);
    const double *o = &x[3 * (ptrdiff_t)s->node[0][e]];
    for (int c = 1; c < 4; c++) {
        const double *p = &x[3 * (ptrdiff_t)s->node[c][e]];
        for (int l = 0; l < 3; l++) {
            t->g[c][l] = s->shape[3 * (c - 1) + l][e];
            for (int k = 0; k < 3; k++) {
                t->f[3 * k + l] += (p[k] - o[k]) * t->g[c][l];
            }
        }
    }
    sut_nearest_rotation(t->f, t->r);
    for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++) {
            t->left[3 * k + l] = (t->f[3 * k] * t->r[3 * l] + t->f[3 * k + 1] * t->r[3 * l + 1]) +
                                 t->f[3 * k + 2] * t->r[3 * l + 2];
        }
    }
}

// Largest eigenvalue of a symmetric matrix, by Newton's method from a bound above it, from where it
// never overshoots.
static double largest_eigenvalue(const double a[9]) {
    double q = (a[0] + a[4] + a[8]) / 3.0;
    double x = a[0] - q;
    double y = a[4] - q;
    double z = a[8] - q;
    double xy = 0.5 * (a[1] + a[3]);
    double xz = 0.5 * (a[2] + a[6]);
    double yz = 0.5 * (a[5] + a[7]);
    double square = ((x * x + y * y) + z * z) + 2.0 * ((xy * xy + xz * xz) + yz * yz);
    double det = x * (y * z - yz * yz) - xy * (xy * z - yz * xz) + xz * (xy * yz - y * xz);
    // (a - q) has the polynomial l^3 - square/2 l - det, and no eigenvalue above 2 sqrt(square/6)
    double l = 2.0 * sqrt(square / 6.0);
    for (int round = 0; round < 30; round++) {
        double slope = 3.0 * (l * l) - 0.5 * square;
        double value = l * (l * l - 0.5 * square) - det;
        if (!(slope > 0.0) || !(value > 0.0)) {
            break;
        }
        double next = l - value / slope;
        if (!(next < l)) {
            break;
        }
        l = next;
    }
    return q + l;
}

static void invert_symmetric(const double a[9], double scale, double out[9]) {
    double c[9];
    double det = cofactors(a, c);
    for (int k = 0; k < 9; k++) {
        out[k] = scale * c[k] / det;
    }
}

// How much softer the element is because its rotation gives way, never so much that a direction
// becomes unstable.
static void set_twist(const sut_tets *s, tet_shape *t) {
    double trace = t->left[0] + t->left[4] + t->left[8];
    double least = trace - largest_eigenvalue(t->left); // sum of the two smaller stretches
    double c = s->lambda * (trace - 3.0) - 2.0 * s->mu;
    if (!(least > 0.05)) {
        return; // flat or inverted: its rotation may be anything
    }
    c = c > -s->mu * least ? c : -s->mu * least;
    double a[9];
    for (int k = 0; k < 9; k++) {
        a[k] = -t->left[k];
    }
    a[0] += trace;
    a[4] += trace;
    a[8] += trace;
    invert_symmetric(a, c, t->twist);
}

static void times(const double m[9], const double v[3], double out[3]) {
    for (int k = 0; k < 3; k++) {
        out[k] = (m[3 * k] * v[0] + m[3 * k + 1] * v[1]) + m[3 * k + 2] * v[2];
    }
}

static double dot3(const double a[3], const double b[3]) {
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

// out = [a] G [b]^T with [a] y = a x y
static void cross_block(const double a[3], const double g[9], const double b[3], double out[9]) {
    double m[9]; // G [b]^T: row k is b x (row k of G)
    for (int k = 0; k < 3; k++) {
        const double *r = &g[3 * k];
        m[3 * k] = b[1] * r[2] - b[2] * r[1];
        m[3 * k + 1] = b[2] * r[0] - b[0] * r[2];
        m[3 * k + 2] = b[0] * r[1] - b[1] * r[0];
    }
    for (int l = 0; l < 3; l++) {
        out[l] = a[1] * m[6 + l] - a[2] * m[3 + l];
        out[3 + l] = a[2] * m[l] - a[0] * m[6 + l];
        out[6 + l] = a[0] * m[3 + l] - a[1] * m[l];
    }
}

static void element_matrix(const sut_tets *s, double volume, double viscous, const tet_shape *t,
                           sut_element_blocks block) {
    double r[4][3];
    double f[4][3];
    double bb[9]; // F F^T
    for (int c = 1; c < 4; c++) {
        times(t->r, t->g[c], r[c]);
        times(t->f, t->g[c], f[c]);
    }
    for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++) {
            bb[3 * k + l] = dot3(&t->f[3 * k], &t->f[3 * l]);
        }
    }
    const double mu = s->mu * volume;
    const double lambda = s->lambda * volume;
    const double mu_v = viscous * mu;
    const double lambda_v = viscous * lambda;
    for (int a = 1; a < 4; a++) {
        for (int b = a; b < 4; b++) {
            double *out = block[a][b];
            double near = dot3(t->g[a], t->g[b]);
            cross_block(r[a], t->twist, r[b], out);
            for (int k = 0; k < 3; k++) {
                for (int l = 0; l < 3; l++) {
                    double elastic = volume * out[3 * k + l] + lambda * (r[a][k] * r[b][l]);
                    double loss = mu_v * (near * bb[3 * k + l] + f[b][k] * f[a][l]) +
                                  lambda_v * (f[a][k] * f[b][l]);
                    out[3 * k + l] = elastic + loss;
                }
                out[4 * k] += 2.0 * mu * near;
            }
        }
    }
}

void sut_tets_assemble(const sut_tets *s, double viscous, const double *x, const sut_blocks *m) {
    int last = sut_part_last(m, s->count);
    for (int e = sut_part_first(m, s->count); e < last; e++) {
        tet_shape t;
        shape_of(s, e, x, &t);
        set_twist(s, &t);
        sut_element_blocks block;
        element_matrix(s, s->volume[e], viscous, &t, block);
        int node[4] = {s->node[0][e], s->node[1][e], s->node[2][e], s->node[3][e]};
        sut_element_add(m, 4, node, s->pair[e], block);
    }
}

//---- strain --------------------------------------------------------------------------------------
static double strain_of(const sut_tets *s, int e) {
    double c[9];
    c[0] = s->start[0][e];
    c[4] = s->start[1][e];
    c[8] = s->start[2][e];
    c[5] = c[7] = s->start[3][e];
    c[2] = c[6] = s->start[4][e];
    c[1] = c[3] = s->start[5][e];
    double most = largest_eigenvalue(c);
    for (int k = 0; k < 9; k++) {
        c[k] = -c[k];
    }
    double least = -largest_eigenvalue(c);
    double longer = fabs(sqrt(most > 0.0 ? most : 0.0) - 1.0);
    double shorter = fabs(sqrt(least > 0.0 ? least : 0.0) - 1.0);
    return longer > shorter ? longer : shorter;
}

// (trace/3 -+ 2 sqrt(deviator^2/6)) bounds the squares of the stretches: cheap and never less.
static double strain_bound(const sut_tets *s, int e) {
    double xx = s->start[0][e], yy = s->start[1][e], zz = s->start[2][e];
    double yz = s->start[3][e], xz = s->start[4][e], xy = s->start[5][e];
    double q = (xx + yy + zz) / 3.0;
    double x = xx - q, y = yy - q, z = zz - q;
    double square = ((x * x + y * y) + z * z) + 2.0 * ((yz * yz + xz * xz) + xy * xy);
    double p = 2.0 * sqrt(square / 6.0);
    double longer = sqrt(q + p) - 1.0;
    double shorter = 1.0 - sqrt(q > p ? q - p : 0.0);
    return longer > shorter ? longer : shorter;
}

double sut_tets_strain_peak(const sut_tets *s, double above) {
    for (int e = 0; e < s->count; e++) {
        if (strain_bound(s, e) > above) {
            double strain = strain_of(s, e);
            above = strain > above ? strain : above;
        }
    }
    return above;
}

void sut_tets_strain(const sut_tets *s, double *node) {
    for (int e = 0; e < s->count; e++) {
        double strain = strain_of(s, e);
        for (int c = 0; c < 4; c++) {
            double *to = &node[s->node[c][e]];
            *to = strain > *to ? strain : *to;
        }
    }
}
