// SPDX-License-Identifier: MIT
// tissue_kernel.c -- see tissue_kernel.h. Numbers in comments are equations of
// docs/theory/tissue.md.
#include "tissue/tissue_kernel.h"

#include <math.h>

#ifdef SUT_KERNEL_AVX2
#define KERNEL_TABLE sut_tissue_kernel_avx2
#define KERNEL_NAME "avx2"
#else
#define KERNEL_TABLE sut_tissue_kernel_plain
#define KERNEL_NAME "baseline"
#endif

extern const sut_tissue_kernel KERNEL_TABLE;

// No element of these loops depends on another one: compilers that cannot see that are told.
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed" // a sanitizer may still keep it from doing so
#define EACH _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define EACH _Pragma("GCC ivdep")
#else
#define EACH
#endif
// NOLINTNEXTLINE(bugprone-macro-parentheses): the parameter is the name of a variable
#define LANES(e) EACH for (int e = 0; e < SUT_LANES; e++)

typedef double lanes[SUT_LANES];

static int lesser(int a, int b) {
    return a < b ? a : b;
}

static void pass_on(double *force, int node, lanes *h, int e) {
    double *f = &force[3 * (long)node];
    f[0] += h[0][e];
    f[1] += h[1][e];
    f[2] += h[2][e];
}

// Edges from corner 0 of a group of elements: d[3 (corner - 1) + axis].
static void gather(int corners, int *const *node, int first, const double *x, lanes *d) {
    for (int e = 0; e < SUT_LANES; e++) {
        const double *o = &x[3 * (long)node[0][first + e]];
        for (int c = 1; c < corners; c++) {
            const double *p = &x[3 * (long)node[c][first + e]];
            d[3 * c - 3][e] = p[0] - o[0];
            d[3 * c - 2][e] = p[1] - o[1];
            d[3 * c - 1][e] = p[2] - o[2];
        }
    }
}

// Forces h[3 (corner - 1) + axis] to their nodes; corner 0 gets what makes their sum zero.
static void scatter(int corners, int *const *node, int first, int count, lanes *h, double *force) {
    for (int e = 0; e < count; e++) {
        double *o = &force[3 * (long)node[0][first + e]];
        for (int c = 1; c < corners; c++) {
            pass_on(force, node[c][first + e], &h[3 * c - 3], e);
            o[0] -= h[3 * c - 3][e];
            o[1] -= h[3 * c - 2][e];
            o[2] -= h[3 * c - 1][e];
        }
    }
}

static void sum_up(sut_element_energy *sum, const double *elastic, const double *viscous,
                   int count) {
    for (int e = 0; e < count; e++) {
        sum->elastic += elastic[e];
        sum->viscous += viscous[e];
    }
}

//---- tetrahedra ----------------------------------------------------------------------------------
// F = sum of x_c g_c^T over the corners, by rows (T1)
static void tet_gradient(const sut_tets *s, int first, lanes *d, lanes *f) {
    for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++) {
            const double *restrict a = d[k], *restrict b = d[3 + k], *restrict c = d[6 + k];
            const double *restrict ga = &s->shape[l][first];
            const double *restrict gb = &s->shape[3 + l][first];
            const double *restrict gc = &s->shape[6 + l][first];
            double *restrict out = f[3 * k + l];
            LANES(e) {
                out[e] = (a[e] * ga[e] + b[e] * gb[e]) + c[e] * gc[e];
            }
        }
    }
}

// C = F^T F: xx yy zz yz xz xy
static void tet_stretch(lanes *f, lanes *c) {
    static const int row[6] = {0, 1, 2, 1, 0, 0};
    static const int column[6] = {0, 1, 2, 2, 2, 1};
    for (int k = 0; k < 6; k++) {
        const double *restrict a = f[row[k]], *restrict b = f[column[k]];
        const double *restrict a1 = f[3 + row[k]], *restrict b1 = f[3 + column[k]];
        const double *restrict a2 = f[6 + row[k]], *restrict b2 = f[6 + column[k]];
        double *restrict out = c[k];
        LANES(e) {
            out[e] = (a[e] * b[e] + a1[e] * b1[e]) + a2[e] * b2[e];
        }
    }
}

// One step of Newton's method for the rotation, with the norms of R and its inverse balanced first
// where `scaled`. (T4)
static void polar_step(lanes *restrict r, bool scaled) {
    lanes a;
    lanes b;
    lanes c[9];
    LANES(e) {
        double x0 = r[0][e], x1 = r[1][e], x2 = r[2][e];
        double y0 = r[3][e], y1 = r[4][e], y2 = r[5][e];
        double z0 = r[6][e], z1 = r[7][e], z2 = r[8][e];
        c[0][e] = y1 * z2 - y2 * z1;
        c[1][e] = y2 * z0 - y0 * z2;
        c[2][e] = y0 * z1 - y1 * z0;
        c[3][e] = z1 * x2 - z2 * x1;
        c[4][e] = z2 * x0 - z0 * x2;
        c[5][e] = z0 * x1 - z1 * x0;
        c[6][e] = x1 * y2 - x2 * y1;
        c[7][e] = x2 * y0 - x0 * y2;
        c[8][e] = x0 * y1 - x1 * y0;
        a[e] = 0.5;
        b[e] = 0.5 / ((x0 * c[0][e] + x1 * c[1][e]) + x2 * c[2][e]);
    }
    if (scaled) {
        LANES(e) {
            double own = 0.0;
            double other = 0.0;
            for (int k = 0; k < 9; k++) {
                own += r[k][e] * r[k][e];
                other += c[k][e] * c[k][e];
            }
            double g = sqrt(2.0 * fabs(b[e]) * sqrt(other / own));
            a[e] = 0.5 * g;
            b[e] = b[e] / g;
        }
    }
    for (int k = 0; k < 9; k++) {
        double *restrict rk = r[k];
        const double *restrict ck = c[k];
        LANES(e) {
            rk[e] = a[e] * rk[e] + b[e] * ck[e];
        }
    }
}

static double determinant(lanes *f, int e) {
    double a = f[4][e] * f[8][e] - f[5][e] * f[7][e];
    double b = f[5][e] * f[6][e] - f[3][e] * f[8][e];
    double c = f[3][e] * f[7][e] - f[4][e] * f[6][e];
    return (f[0][e] * a + f[1][e] * b) + f[2][e] * c;
}

// How far R^T R is from one, squared.
static void polar_error(lanes *r, double *restrict error) {
    lanes c[6];
    tet_stretch(r, c);
    LANES(e) {
        double x = c[0][e] - 1.0;
        double y = c[1][e] - 1.0;
        double z = c[2][e] - 1.0;
        error[e] = ((x * x + y * y) + z * z) +
                   2.0 * ((c[3][e] * c[3][e] + c[4][e] * c[4][e]) + c[5][e] * c[5][e]);
    }
}

static void tet_rotation(lanes *f, lanes *r) {
    for (int k = 0; k < 9; k++) {
        LANES(e) {
            r[k][e] = f[k][e];
        }
    }
    polar_step(r, true);
    polar_step(r, true);
    polar_step(r, false);
    polar_step(r, false);
    polar_step(r, false);
    lanes error;
    polar_error(r, error);
    for (int e = 0; e < SUT_LANES; e++) {
        // elements that are strongly deformed, flat or inverted; also true for NaN
        if (!(error[e] < 1e-26) || !(determinant(f, e) > 0.0)) {
            double one[9];
            double rotation[9];
            for (int k = 0; k < 9; k++) {
                one[k] = f[k][e];
            }
            sut_nearest_rotation(one, rotation);
            for (int k = 0; k < 9; k++) {
                r[k][e] = rotation[k];
            }
        }
    }
}

typedef struct tet_group {
    lanes d[9]; // edges, then forces on the corners 1, 2, 3
    lanes f[9], r[9], p[9];
    lanes c[6];
    lanes elastic, viscous;
} tet_group;

// P of (T3) times the volume
static void tet_elastic(const sut_tets *s, int first, tet_group *g) {
    const double *restrict volume = &s->volume[first];
    const double mu = s->mu;
    const double lambda = s->lambda;
    lanes trace;
    LANES(e) {
        double t = 0.0;
        double size = 0.0;
        for (int k = 0; k < 9; k++) {
            double u = g->f[k][e] - g->r[k][e];
            t += g->r[k][e] * u;
            size += u * u;
        }
        trace[e] = volume[e] * lambda * t; // R:(F - R) = tr(R^T F) - 3
        g->elastic[e] = volume[e] * (mu * size + 0.5 * lambda * (t * t));
    }
    for (int k = 0; k < 9; k++) {
        const double *restrict f = g->f[k], *restrict r = g->r[k];
        double *restrict p = g->p[k];
        LANES(e) {
            p[e] = 2.0 * mu * volume[e] * (f[e] - r[e]) + trace[e] * r[e];
        }
    }
}

// adds F S, S the viscous stress of (T6) times the volume
static void tet_viscous(const sut_tets *s, int first, double viscous, tet_group *g) {
    const double *restrict volume = &s->volume[first];
    const double mu = s->mu;
    const double lambda = s->lambda;
    LANES(e) {
        double x = 0.5 * (g->c[0][e] - s->start[0][first + e]);
        double y = 0.5 * (g->c[1][e] - s->start[1][first + e]);
        double z = 0.5 * (g->c[2][e] - s->start[2][first + e]);
        double yz = 0.5 * (g->c[3][e] - s->start[3][first + e]);
        double xz = 0.5 * (g->c[4][e] - s->start[4][first + e]);
        double xy = 0.5 * (g->c[5][e] - s->start[5][first + e]);
        double trace = (x + y) + z;
        double size = ((x * x + y * y) + z * z) + 2.0 * ((yz * yz + xz * xz) + xy * xy);
        double rate = viscous * volume[e];
        g->viscous[e] = rate * (mu * size + 0.5 * lambda * (trace * trace));
        double two = 2.0 * mu * rate;
        double all = lambda * rate * trace;
        g->c[0][e] = two * x + all;
        g->c[1][e] = two * y + all;
        g->c[2][e] = two * z + all;
        g->c[3][e] = two * yz;
        g->c[4][e] = two * xz;
        g->c[5][e] = two * xy;
    }
    for (int k = 0; k < 3; k++) {
        const double *restrict fx = g->f[3 * k], *restrict fy = g->f[3 * k + 1];
        const double *restrict fz = g->f[3 * k + 2];
        double *restrict px = g->p[3 * k], *restrict py = g->p[3 * k + 1];
        double *restrict pz = g->p[3 * k + 2];
        LANES(e) {
            px[e] += (fx[e] * g->c[0][e] + fy[e] * g->c[5][e]) + fz[e] * g->c[4][e];
            py[e] += (fx[e] * g->c[5][e] + fy[e] * g->c[1][e]) + fz[e] * g->c[3][e];
            pz[e] += (fx[e] * g->c[4][e] + fy[e] * g->c[3][e]) + fz[e] * g->c[2][e];
        }
    }
}

// force on corner c = - P g_c
static void tet_forces(const sut_tets *s, int first, tet_group *g) {
    for (int c = 0; c < 3; c++) {
        const double *restrict gx = &s->shape[3 * c][first];
        const double *restrict gy = &s->shape[3 * c + 1][first];
        const double *restrict gz = &s->shape[3 * c + 2][first];
        for (int k = 0; k < 3; k++) {
            const double *restrict px = g->p[3 * k], *restrict py = g->p[3 * k + 1];
            const double *restrict pz = g->p[3 * k + 2];
            double *restrict h = g->d[3 * c + k];
            LANES(e) {
                h[e] = -((px[e] * gx[e] + py[e] * gy[e]) + pz[e] * gz[e]);
            }
        }
    }
}

static sut_element_energy tets_add(const sut_tets *s, double viscous, const double *x,
                                   double *force) {
    sut_element_energy sum = {0.0, 0.0};
    tet_group g;
    for (int i = 0; i < s->count; i += SUT_LANES) {
        int count = lesser(SUT_LANES, s->count - i);
        gather(4, s->node, i, x, g.d);
        tet_gradient(s, i, g.d, g.f);
        tet_stretch(g.f, g.c);
        tet_rotation(g.f, g.r);
        tet_elastic(s, i, &g);
        tet_viscous(s, i, viscous, &g);
        tet_forces(s, i, &g);
        scatter(4, s->node, i, count, g.d, force);
        sum_up(&sum, g.elastic, g.viscous, count);
    }
    return sum;
}

static void tets_start(sut_tets *s, const double *x) {
    tet_group g;
    for (int i = 0; i < s->count; i += SUT_LANES) {
        gather(4, s->node, i, x, g.d);
        tet_gradient(s, i, g.d, g.f);
        tet_stretch(g.f, g.c);
        for (int k = 0; k < 6; k++) {
            LANES(e) {
                // cppcheck-suppress uninitvar ; tet_stretch fills it
                s->start[k][i + e] = g.c[k][e];
            }
        }
    }
}

//---- triangles -----------------------------------------------------------------------------------
typedef struct tri_group {
    lanes d[6]; // edges, then forces on the corners 1 and 2
    lanes f[6]; // F = sum of x_c g_c^T, 3x2 by rows
    lanes c[3]; // C = F^T F: 11 22 12
    lanes s[3]; // stress
    lanes elastic, viscous;
} tri_group;

static void tri_stretch(const sut_tris *s, int first, tri_group *g) {
    const double *restrict g1x = &s->shape[0][first], *restrict g1y = &s->shape[1][first];
    const double *restrict g2x = &s->shape[2][first], *restrict g2y = &s->shape[3][first];
    for (int k = 0; k < 3; k++) {
        const double *restrict a = g->d[k], *restrict b = g->d[3 + k];
        double *restrict fx = g->f[2 * k], *restrict fy = g->f[2 * k + 1];
        LANES(e) {
            fx[e] = a[e] * g1x[e] + b[e] * g2x[e];
            fy[e] = a[e] * g1y[e] + b[e] * g2y[e];
        }
    }
    LANES(e) {
        double ax = g->f[0][e], ay = g->f[2][e], az = g->f[4][e];
        double bx = g->f[1][e], by = g->f[3][e], bz = g->f[5][e];
        g->c[0][e] = (ax * ax + ay * ay) + az * az;
        g->c[1][e] = (bx * bx + by * by) + bz * bz;
        g->c[2][e] = (ax * bx + ay * by) + az * bz;
    }
}

// S of (T9), and the viscous stress of (T11)
static void tri_stress(const sut_tris *s, int first, double viscous, tri_group *g) {
    const double *restrict weight = &s->weight[first];
    LANES(e) {
        double c1 = g->c[0][e], c2 = g->c[1][e], c3 = g->c[2][e];
        double area = c1 * c2 - c3 * c3;
        double floor = area > SUT_AREA_FLOOR ? area : SUT_AREA_FLOOR;
        double below = area - floor;
        double i = 1.0 / floor;
        double phi = i * (1.0 - below * i * (1.0 - below * i));
        double slope = -(i * i) * (1.0 - 2.0 * below * i);
        double w = weight[e];
        g->elastic[e] = 0.5 * w * ((c1 + c2) + phi - 3.0);
        // the tangent of the material at the start of the substep
        double o1 = s->start[0][first + e], o2 = s->start[1][first + e];
        double o3 = s->start[2][first + e];
        double area0 = o1 * o2 - o3 * o3;
        double floor0 = area0 > SUT_AREA_FLOOR ? area0 : SUT_AREA_FLOOR;
        double i0 = 1.0 / floor0;
        double bend0 = 2.0 * i0 * i0 * i0;
        double slope0 = -0.5 * bend0 * area0;
        double d1 = c1 - o1, d2 = c2 - o2, d3 = c3 - o3;
        double gain = (o2 * d1 + o1 * d2) - 2.0 * o3 * d3;
        double rate = viscous * w;
        g->viscous[e] = 0.25 * rate * (bend0 * (gain * gain) + 2.0 * slope0 * (d1 * d2 - d3 * d3));
        g->s[0][e] = w * (1.0 + slope * c2) + rate * (bend0 * gain * o2 + slope0 * d2);
        g->s[1][e] = w * (1.0 + slope * c1) + rate * (bend0 * gain * o1 + slope0 * d1);
        g->s[2][e] = -(w * (slope * c3)) - rate * (bend0 * gain * o3 + slope0 * d3);
    }
}

// force on corner c = - F S g_c
static void tri_forces(const sut_tris *s, int first, tri_group *g) {
    const double *restrict g1x = &s->shape[0][first], *restrict g1y = &s->shape[1][first];
    const double *restrict g2x = &s->shape[2][first], *restrict g2y = &s->shape[3][first];
    for (int k = 0; k < 3; k++) {
        const double *restrict fx = g->f[2 * k], *restrict fy = g->f[2 * k + 1];
        double *restrict h1 = g->d[k], *restrict h2 = g->d[3 + k];
        LANES(e) {
            double px = fx[e] * g->s[0][e] + fy[e] * g->s[2][e];
            double py = fx[e] * g->s[2][e] + fy[e] * g->s[1][e];
            h1[e] = -(px * g1x[e] + py * g1y[e]);
            h2[e] = -(px * g2x[e] + py * g2y[e]);
        }
    }
}

static sut_element_energy tris_add(const sut_tris *s, double viscous, const double *x,
                                   double *force) {
    sut_element_energy sum = {0.0, 0.0};
    tri_group g;
    for (int i = 0; i < s->count; i += SUT_LANES) {
        int count = lesser(SUT_LANES, s->count - i);
        gather(3, s->node, i, x, g.d);
        tri_stretch(s, i, &g);
        tri_stress(s, i, viscous, &g);
        tri_forces(s, i, &g);
        scatter(3, s->node, i, count, g.d, force);
        sum_up(&sum, g.elastic, g.viscous, count);
    }
    return sum;
}

static void tris_start(sut_tris *s, const double *x) {
    tri_group g;
    for (int i = 0; i < s->count; i += SUT_LANES) {
        gather(3, s->node, i, x, g.d);
        tri_stretch(s, i, &g);
        for (int k = 0; k < 3; k++) {
            LANES(e) {
                s->start[k][i + e] = g.c[k][e];
            }
        }
    }
}

//---- hinges --------------------------------------------------------------------------------------
typedef struct hinge_group {
    lanes d[9];           // edges from corner 0, then forces on the corners 1, 2, 3
    lanes q1[3], q2[3];   // normals of the two triangles over their squares
    lanes length;         // of the edge
    lanes along2, along3; // of the corners 2 and 3 along the edge
    lanes cosine, sine;
    lanes moment;
    lanes elastic, viscous;
} hinge_group;

// (T14)
static void hinge_angle(const sut_hinges *s, int first, hinge_group *g) {
    LANES(e) {
        double ex = g->d[0][e], ey = g->d[1][e], ez = g->d[2][e];
        double ax = g->d[3][e], ay = g->d[4][e], az = g->d[5][e];
        double bx = g->d[6][e], by = g->d[7][e], bz = g->d[8][e];
        double nx = ey * az - ez * ay, ny = ez * ax - ex * az, nz = ex * ay - ey * ax;
        double mx = by * ez - bz * ey, my = bz * ex - bx * ez, mz = bx * ey - by * ex;
        double least = s->floor[first + e];
        double l2 = (ex * ex + ey * ey) + ez * ez;
        double n2 = (nx * nx + ny * ny) + nz * nz;
        double m2 = (mx * mx + my * my) + mz * mz;
        l2 = l2 > least ? l2 : least;
        least = least * least;
        n2 = n2 > least ? n2 : least;
        m2 = m2 > least ? m2 : least;
        double l = sqrt(l2);
        double il = 1.0 / l;
        double i = 1.0 / sqrt(n2 * m2);
        double cx = ny * mz - nz * my, cy = nz * mx - nx * mz, cz = nx * my - ny * mx;
        g->cosine[e] = i * ((nx * mx + ny * my) + nz * mz);
        g->sine[e] = i * il * ((cx * ex + cy * ey) + cz * ez);
        g->length[e] = l;
        g->along2[e] = il * ((ax * ex + ay * ey) + az * ez);
        g->along3[e] = il * ((bx * ex + by * ey) + bz * ez);
        double in = 1.0 / n2;
        double im = 1.0 / m2;
        g->q1[0][e] = in * nx;
        g->q1[1][e] = in * ny;
        g->q1[2][e] = in * nz;
        g->q2[0][e] = im * mx;
        g->q2[1][e] = im * my;
        g->q2[2][e] = im * mz;
    }
}

// Half the square of an angle as a polynomial in x = 1 - its cosine, and the derivative by x (T13).
static inline double half_square(double x) {
    return x * (1.0 + x * (1.0 / 6.0 + x * (2.0 / 45.0 + x * (1.0 / 70.0))));
}

static inline double half_square_slope(double x) {
    return 1.0 + x * (1.0 / 3.0 + x * (2.0 / 15.0 + x * (2.0 / 35.0)));
}

static void hinge_moment(const sut_hinges *s, int first, double viscous, hinge_group *g) {
    LANES(e) {
        double c = g->cosine[e];
        double n = g->sine[e];
        double k = s->stiffness[first + e];
        double rc = s->rest_cos[first + e], rs = s->rest_sin[first + e];
        double oc = s->start_cos[first + e], os = s->start_sin[first + e];
        double x = 1.0 - (c * rc + n * rs);
        double y = 1.0 - (c * oc + n * os);
        double turn = n * rc - c * rs;
        double turned = n * oc - c * os;
        g->elastic[e] = k * half_square(x);
        g->viscous[e] = viscous * k * half_square(y);
        g->moment[e] = k * (half_square_slope(x) * turn + viscous * half_square_slope(y) * turned);
    }
}

// - moment x gradient of the angle (T15)
static void hinge_forces(hinge_group *g) {
    for (int k = 0; k < 3; k++) {
        const double *restrict q1 = g->q1[k], *restrict q2 = g->q2[k];
        double *restrict h1 = g->d[k], *restrict h2 = g->d[3 + k], *restrict h3 = g->d[6 + k];
        LANES(e) {
            double m = g->moment[e];
            h1[e] = -m * (g->along2[e] * q1[e] + g->along3[e] * q2[e]);
            h2[e] = m * g->length[e] * q1[e];
            h3[e] = m * g->length[e] * q2[e];
        }
    }
}

static sut_element_energy hinges_add(const sut_hinges *s, double viscous, const double *x,
                                     double *force) {
    sut_element_energy sum = {0.0, 0.0};
    hinge_group g;
    for (int i = 0; i < s->count; i += SUT_LANES) {
        int count = lesser(SUT_LANES, s->count - i);
        gather(4, s->node, i, x, g.d);
        hinge_angle(s, i, &g);
        hinge_moment(s, i, viscous, &g);
        hinge_forces(&g);
        scatter(4, s->node, i, count, g.d, force);
        sum_up(&sum, g.elastic, g.viscous, count);
    }
    return sum;
}

static void hinges_start(sut_hinges *s, const double *x) {
    hinge_group g;
    for (int i = 0; i < s->count; i += SUT_LANES) {
        gather(4, s->node, i, x, g.d);
        hinge_angle(s, i, &g);
        LANES(e) {
            s->start_cos[i + e] = g.cosine[e];
            s->start_sin[i + e] = g.sine[e];
        }
    }
}

//---- springs -------------------------------------------------------------------------------------
typedef struct edge_group {
    lanes d[3];
    lanes length;
    lanes elastic, viscous;
} edge_group;

static void edge_length(edge_group *g) {
    LANES(e) {
        double x = g->d[0][e], y = g->d[1][e], z = g->d[2][e];
        g->length[e] = sqrt((x * x + y * y) + z * z);
    }
}

static void edge_forces(const sut_edges *s, int first, double viscous, double damper,
                        edge_group *g) {
    LANES(e) {
        double k = s->stiffness[first + e];
        double rest = s->rest[first + e];
        double l = g->length[e];
        double longer = l - rest;
        double change = l - s->start[first + e];
        double rate = viscous * k + (k > 0.0 ? damper : 0.0);
        g->elastic[e] = 0.5 * k * (longer * longer);
        g->viscous[e] = 0.5 * rate * (change * change);
        double least = 1e-9 * rest;
        double pull = (k * longer + rate * change) / (l > least ? l : least);
        g->d[0][e] *= -pull;
        g->d[1][e] *= -pull;
        g->d[2][e] *= -pull;
    }
}

static sut_element_energy edges_add(const sut_edges *s, double viscous, double damper,
                                    const double *x, double *force) {
    sut_element_energy sum = {0.0, 0.0};
    edge_group g;
    for (int i = 0; i < s->count; i += SUT_LANES) {
        int count = lesser(SUT_LANES, s->count - i);
        gather(2, s->node, i, x, g.d);
        edge_length(&g);
        edge_forces(s, i, viscous, damper, &g);
        scatter(2, s->node, i, count, g.d, force);
        sum_up(&sum, g.elastic, g.viscous, count);
    }
    return sum;
}

static void edges_start(sut_edges *s, const double *x) {
    edge_group g;
    for (int i = 0; i < s->count; i += SUT_LANES) {
        gather(2, s->node, i, x, g.d);
        edge_length(&g);
        LANES(e) {
            s->start[i + e] = g.length[e];
        }
    }
}

const sut_tissue_kernel KERNEL_TABLE = {
    .name = KERNEL_NAME,
    .tets_start = tets_start,
    .tris_start = tris_start,
    .hinges_start = hinges_start,
    .edges_start = edges_start,
    .tets_add = tets_add,
    .tris_add = tris_add,
    .hinges_add = hinges_add,
    .edges_add = edges_add,
};
