// SPDX-License-Identifier: MIT
// tissue_kernel.c -- see tissue_kernel.h. Numbers in comments are equations of
// docs/theory/tissue.md.
//
// Four elements at a time, one in each lane. Every lane sees the same operations in the same order
// whatever the width of the registers, and nothing is fused: both compilations give the same bits.
#include "tissue/tissue_kernel.h"

#include "math/quad.h"

#include <math.h>

#ifdef SUT_KERNEL_AVX2
#define KERNEL_TABLE sut_tissue_kernel_avx2
#define KERNEL_NAME "avx2"
#else
#define KERNEL_TABLE sut_tissue_kernel_plain
#define KERNEL_NAME "baseline"
#endif

extern const sut_tissue_kernel KERNEL_TABLE;

#define INLINE SUT_QUAD_INLINE
typedef sut_quad quad;

enum { FOUR = 4 };

//---- corners and forces --------------------------------------------------------------------------

INLINE quad at(const double *from) {
    return sut_quad_load(from);
}

// Edges from corner 0 of four elements: d[3 (corner - 1) + axis].
INLINE void gather(int corners, int *const *node, int first, const double *x, quad *d) {
    quad o[FOUR];
    for (int e = 0; e < FOUR; e++) {
        o[e] = at(&x[3 * (long)node[0][first + e]]);
    }
    for (int c = 1; c < corners; c++) {
        quad edge[FOUR];
        quad turned[FOUR];
        for (int e = 0; e < FOUR; e++) {
            edge[e] = at(&x[3 * (long)node[c][first + e]]) - o[e];
        }
        sut_quad_turn(edge, turned);
        d[3 * c - 3] = turned[0];
        d[3 * c - 2] = turned[1];
        d[3 * c - 1] = turned[2];
    }
}

// Three components of four forces to their nodes. What comes after the third gets a zero.
INLINE void pass_on(const int *node, const quad *h, double *force) {
    const quad rows[FOUR] = {h[0], h[1], h[2], sut_quad_all(0.0)};
    quad turned[FOUR];
    sut_quad_turn(rows, turned);
    for (int e = 0; e < FOUR; e++) {
        double *f = &force[3 * (long)node[e]];
        sut_quad_store(f, at(f) + turned[e]);
    }
}

// Forces h[3 (corner - 1) + axis] to their nodes; corner 0 gets what makes their sum zero.
INLINE void scatter(int corners, int *const *node, int first, const quad *h, double *force) {
    quad rest[3];
    for (int k = 0; k < 3; k++) {
        rest[k] = h[k];
        for (int c = 2; c < corners; c++) {
            rest[k] = rest[k] + h[3 * c - 3 + k];
        }
        rest[k] = -rest[k];
    }
    pass_on(node[0] + first, rest, force);
    for (int c = 1; c < corners; c++) {
        pass_on(node[c] + first, h + 3 * c - 3, force);
    }
}

INLINE sut_element_energy sums(quad elastic, quad viscous) {
    return (sut_element_energy){sut_quad_sum(elastic), sut_quad_sum(viscous), 0};
}

//---- tetrahedra ----------------------------------------------------------------------------------
// F = sum of x_c g_c^T over the corners, by rows (T1)
INLINE void tet_gradient(const sut_tets *s, int first, const quad *d, quad *f) {
    for (int l = 0; l < 3; l++) {
        quad a = at(&s->shape[l][first]);
        quad b = at(&s->shape[3 + l][first]);
        quad c = at(&s->shape[6 + l][first]);
        for (int k = 0; k < 3; k++) {
            f[3 * k + l] = (d[k] * a + d[3 + k] * b) + d[6 + k] * c;
        }
    }
}

// C = F^T F: xx yy zz yz xz xy
INLINE void tet_stretch(const quad *f, quad *c) {
    static const int row[6] = {0, 1, 2, 1, 0, 0};
    static const int column[6] = {0, 1, 2, 2, 2, 1};
    for (int k = 0; k < 6; k++) {
        int i = row[k];
        int j = column[k];
        c[k] = (f[i] * f[j] + f[3 + i] * f[3 + j]) + f[6 + i] * f[6 + j];
    }
}

// The determinant; c becomes the matrix of cofactors.
INLINE quad cofactors(const quad *r, quad *c) {
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

// One step of Newton's method for the rotation (T4); how far it went, squared.
INLINE quad polar_step(quad *r, const quad *c, quad det) {
    quad half = sut_quad_all(0.5);
    quad share = half / det;
    quad way = sut_quad_all(0.0);
    for (int k = 0; k < 9; k++) {
        quad next = half * r[k] + share * c[k];
        quad change = next - r[k];
        way = way + change * change;
        r[k] = next;
    }
    return way;
}

// The strain after a step is half the square of what it was before, which is how far the step
// went: here it is below 1e-13. Also false for what is not a number.
INLINE bool is_done(quad way, int e) {
    return way[e] < 2e-13;
}

INLINE bool all_done(quad way) {
    return is_done(way, 0) && is_done(way, 1) && is_done(way, 2) && is_done(way, 3);
}

// Plain steps: an element that is stretched by a tenth takes four. The last of ten is for one that
// is flatter than a tenth of itself. Returns how many were found one by one.
INLINE int tet_rotation(const quad *f, quad *r) {
    enum { ROUNDS = 10 };
    quad c[9];
    for (int k = 0; k < 9; k++) {
        r[k] = f[k];
    }
    const quad det = cofactors(r, c);
    quad way = polar_step(r, c, det);
    for (int round = 1; round < ROUNDS && !all_done(way); round++) {
        quad now = cofactors(r, c);
        way = polar_step(r, c, now);
    }
    int odd = 0;
    for (int e = 0; e < FOUR; e++) {
        // flat or inverted, or not a number
        if (!is_done(way, e) || !(det[e] > 0.0)) {
            double one[9];
            double rotation[9];
            for (int k = 0; k < 9; k++) {
                one[k] = f[k][e];
            }
            sut_nearest_rotation(one, rotation);
            for (int k = 0; k < 9; k++) {
                r[k][e] = rotation[k];
            }
            odd++;
        }
    }
    return odd;
}

// P of (T3) times the volume; returns the energy
INLINE quad tet_elastic(const sut_tets *s, int first, const quad *f, const quad *r, quad *p) {
    const quad volume = at(&s->volume[first]);
    const quad two = sut_quad_all(2.0 * s->mu) * volume;
    const quad all = sut_quad_all(s->lambda) * volume;
    quad trace = sut_quad_all(0.0); // R:(F - R) = tr(R^T F) - 3
    quad size = sut_quad_all(0.0);
    for (int k = 0; k < 9; k++) {
        p[k] = f[k] - r[k];
        trace = trace + r[k] * p[k];
        size = size + p[k] * p[k];
    }
    const quad pull = all * trace;
    for (int k = 0; k < 9; k++) {
        p[k] = two * p[k] + pull * r[k];
    }
    return sut_quad_all(0.5) * (two * size + pull * trace);
}

// adds F S, S the viscous stress of (T6) times the volume; returns the potential
INLINE quad tet_viscous(const sut_tets *s, int first, double viscous, const quad *f, quad *p) {
    const quad half = sut_quad_all(0.5);
    const quad rate = sut_quad_all(viscous) * at(&s->volume[first]);
    const quad two = sut_quad_all(2.0 * s->mu) * rate;
    quad d[6];
    tet_stretch(f, d);
    for (int k = 0; k < 6; k++) {
        d[k] = half * (d[k] - at(&s->start[k][first]));
    }
    quad trace = (d[0] + d[1]) + d[2];
    quad size = ((d[0] * d[0] + d[1] * d[1]) + d[2] * d[2]) +
                sut_quad_all(2.0) * ((d[3] * d[3] + d[4] * d[4]) + d[5] * d[5]);
    quad all = sut_quad_all(s->lambda) * rate * trace;
    quad potential = half * (two * size + all * trace);
    for (int k = 0; k < 6; k++) {
        d[k] = k < 3 ? two * d[k] + all : two * d[k];
    }
    for (int k = 0; k < 3; k++) {
        const quad x = f[3 * k], y = f[3 * k + 1], z = f[3 * k + 2];
        p[3 * k] = p[3 * k] + ((x * d[0] + y * d[5]) + z * d[4]);
        p[3 * k + 1] = p[3 * k + 1] + ((x * d[5] + y * d[1]) + z * d[3]);
        p[3 * k + 2] = p[3 * k + 2] + ((x * d[4] + y * d[3]) + z * d[2]);
    }
    return potential;
}

// force on corner c = - P g_c
INLINE void tet_forces(const sut_tets *s, int first, const quad *p, quad *h) {
    for (int c = 0; c < 3; c++) {
        const quad x = at(&s->shape[3 * c][first]);
        const quad y = at(&s->shape[3 * c + 1][first]);
        const quad z = at(&s->shape[3 * c + 2][first]);
        for (int k = 0; k < 3; k++) {
            h[3 * c + k] = -((p[3 * k] * x + p[3 * k + 1] * y) + p[3 * k + 2] * z);
        }
    }
}

static sut_element_energy tets_add(const sut_tets *s, double viscous, const double *x,
                                   double *force) {
    quad elastic = sut_quad_all(0.0);
    quad lost = sut_quad_all(0.0);
    int odd = 0;
    for (int i = 0; i < s->count; i += FOUR) {
        quad d[9]; // edges, then forces
        quad f[9];
        quad r[9];
        quad p[9];
        gather(4, s->node, i, x, d);
        tet_gradient(s, i, d, f);
        odd += tet_rotation(f, r);
        elastic = elastic + tet_elastic(s, i, f, r, p);
        lost = lost + tet_viscous(s, i, viscous, f, p);
        tet_forces(s, i, p, d);
        scatter(4, s->node, i, d, force);
    }
    sut_element_energy sum = sums(elastic, lost);
    sum.odd = odd;
    return sum;
}

static void tets_start(sut_tets *s, const double *x) {
    for (int i = 0; i < s->count; i += FOUR) {
        quad d[9];
        quad f[9];
        quad c[6];
        gather(4, s->node, i, x, d);
        tet_gradient(s, i, d, f);
        tet_stretch(f, c);
        for (int k = 0; k < 6; k++) {
            sut_quad_store(&s->start[k][i], c[k]);
        }
    }
}

//---- triangles -----------------------------------------------------------------------------------
// F = sum of x_c g_c^T, 3x2 by rows; c = F^T F: 11 22 12
INLINE void tri_stretch(const sut_tris *s, int first, const quad *d, quad *f, quad *c) {
    const quad g1x = at(&s->shape[0][first]), g1y = at(&s->shape[1][first]);
    const quad g2x = at(&s->shape[2][first]), g2y = at(&s->shape[3][first]);
    for (int k = 0; k < 3; k++) {
        f[2 * k] = d[k] * g1x + d[3 + k] * g2x;
        f[2 * k + 1] = d[k] * g1y + d[3 + k] * g2y;
    }
    c[0] = (f[0] * f[0] + f[2] * f[2]) + f[4] * f[4];
    c[1] = (f[1] * f[1] + f[3] * f[3]) + f[5] * f[5];
    c[2] = (f[0] * f[1] + f[2] * f[3]) + f[4] * f[5];
}

INLINE quad with_floor(quad area) {
    return sut_quad_greater(area, sut_quad_all(SUT_AREA_FLOOR));
}

// S of (T9) and its energy
INLINE quad tri_elastic(quad weight, const quad *c, quad *stress) {
    const quad one = sut_quad_all(1.0);
    const quad two = sut_quad_all(2.0);
    quad area = c[0] * c[1] - c[2] * c[2];
    quad floor = with_floor(area);
    quad below = area - floor;
    quad i = one / floor;
    quad phi = i * (one - below * i * (one - below * i));
    quad slope = -(i * i) * (one - two * below * i);
    stress[0] = weight * (one + slope * c[1]);
    stress[1] = weight * (one + slope * c[0]);
    stress[2] = -(weight * (slope * c[2]));
    return sut_quad_all(0.5) * weight * ((c[0] + c[1]) + phi - sut_quad_all(3.0));
}

// adds the viscous stress of (T11), with the tangent of the material at the start of the substep;
// returns the potential
INLINE quad tri_viscous(const sut_tris *s, int first, quad rate, const quad *c, quad *stress) {
    const quad two = sut_quad_all(2.0);
    const quad o1 = at(&s->start[0][first]), o2 = at(&s->start[1][first]);
    const quad o3 = at(&s->start[2][first]);
    quad area = o1 * o2 - o3 * o3;
    quad i = sut_quad_all(1.0) / with_floor(area);
    quad bend = two * i * i * i;
    quad slope = sut_quad_all(-0.5) * bend * area;
    quad d1 = c[0] - o1, d2 = c[1] - o2, d3 = c[2] - o3;
    quad gain = (o2 * d1 + o1 * d2) - two * o3 * d3;
    stress[0] = stress[0] + rate * (bend * gain * o2 + slope * d2);
    stress[1] = stress[1] + rate * (bend * gain * o1 + slope * d1);
    stress[2] = stress[2] - rate * (bend * gain * o3 + slope * d3);
    return sut_quad_all(0.25) * rate * (bend * (gain * gain) + two * slope * (d1 * d2 - d3 * d3));
}

// force on corner c = - F S g_c
INLINE void tri_forces(const sut_tris *s, int first, const quad *f, const quad *stress, quad *h) {
    const quad g1x = at(&s->shape[0][first]), g1y = at(&s->shape[1][first]);
    const quad g2x = at(&s->shape[2][first]), g2y = at(&s->shape[3][first]);
    for (int k = 0; k < 3; k++) {
        quad px = f[2 * k] * stress[0] + f[2 * k + 1] * stress[2];
        quad py = f[2 * k] * stress[2] + f[2 * k + 1] * stress[1];
        h[k] = -(px * g1x + py * g1y);
        h[3 + k] = -(px * g2x + py * g2y);
    }
}

static sut_element_energy tris_add(const sut_tris *s, double viscous, const double *x,
                                   double *force) {
    quad elastic = sut_quad_all(0.0);
    quad lost = sut_quad_all(0.0);
    for (int i = 0; i < s->count; i += FOUR) {
        quad d[6]; // edges, then forces
        quad f[6];
        quad c[3];
        quad stress[3];
        const quad weight = at(&s->weight[i]);
        gather(3, s->node, i, x, d);
        tri_stretch(s, i, d, f, c);
        elastic = elastic + tri_elastic(weight, c, stress);
        lost = lost + tri_viscous(s, i, sut_quad_all(viscous) * weight, c, stress);
        tri_forces(s, i, f, stress, d);
        scatter(3, s->node, i, d, force);
    }
    return sums(elastic, lost);
}

static void tris_start(sut_tris *s, const double *x) {
    for (int i = 0; i < s->count; i += FOUR) {
        quad d[6];
        quad f[6];
        quad c[3];
        gather(3, s->node, i, x, d);
        tri_stretch(s, i, d, f, c);
        for (int k = 0; k < 3; k++) {
            sut_quad_store(&s->start[k][i], c[k]);
        }
    }
}

//---- hinges --------------------------------------------------------------------------------------
typedef struct hinge_four {
    quad q1[3], q2[3];   // normals of the two triangles over their squares
    quad length;         // of the edge
    quad along2, along3; // of the corners 2 and 3 along the edge
    quad cosine, sine;
} hinge_four;

INLINE void cross(const quad *a, const quad *b, quad *out) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

INLINE quad dot(const quad *a, const quad *b) {
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

// (T14); d: the edge, then what leads from its first corner to the other two
INLINE void hinge_angle(const sut_hinges *s, int first, const quad *d, hinge_four *g) {
    const quad one = sut_quad_all(1.0);
    const quad *e = d, *a = d + 3, *b = d + 6;
    quad n[3];
    quad m[3];
    quad c[3];
    cross(e, a, n);
    cross(b, e, m);
    cross(n, m, c);
    const quad least = at(&s->floor[first]);
    quad l2 = sut_quad_greater(dot(e, e), least);
    quad in = one / sut_quad_greater(dot(n, n), least * least);
    quad im = one / sut_quad_greater(dot(m, m), least * least);
    quad i = sut_quad_sqrt(in * im);
    quad il = one / sut_quad_sqrt(l2);
    g->cosine = i * dot(n, m);
    g->sine = i * il * dot(c, e);
    g->length = l2 * il;
    g->along2 = il * dot(a, e);
    g->along3 = il * dot(b, e);
    for (int k = 0; k < 3; k++) {
        g->q1[k] = in * n[k];
        g->q2[k] = im * m[k];
    }
}

// Half the square of an angle as a polynomial in x = 1 - its cosine, and the derivative by x (T13).
INLINE quad half_square(quad x) {
    quad y = sut_quad_all(2.0 / 45.0) + x * sut_quad_all(1.0 / 70.0);
    y = sut_quad_all(1.0 / 6.0) + x * y;
    return x * (sut_quad_all(1.0) + x * y);
}

INLINE quad half_square_slope(quad x) {
    quad y = sut_quad_all(2.0 / 15.0) + x * sut_quad_all(2.0 / 35.0);
    y = sut_quad_all(1.0 / 3.0) + x * y;
    return sut_quad_all(1.0) + x * y;
}

typedef struct hinge_work {
    quad moment, elastic, viscous;
} hinge_work;

INLINE void hinge_moment(const sut_hinges *s, int first, double viscous, const hinge_four *g,
                         hinge_work *out) {
    const quad one = sut_quad_all(1.0);
    const quad rate = sut_quad_all(viscous);
    const quad k = at(&s->stiffness[first]);
    const quad rc = at(&s->rest_cos[first]), rs = at(&s->rest_sin[first]);
    const quad oc = at(&s->start_cos[first]), os = at(&s->start_sin[first]);
    quad x = one - (g->cosine * rc + g->sine * rs);
    quad y = one - (g->cosine * oc + g->sine * os);
    quad turn = g->sine * rc - g->cosine * rs;
    quad turned = g->sine * oc - g->cosine * os;
    out->elastic = k * half_square(x);
    out->viscous = rate * k * half_square(y);
    out->moment = k * (half_square_slope(x) * turn + rate * half_square_slope(y) * turned);
}

// - moment x gradient of the angle (T15)
INLINE void hinge_forces(const hinge_four *g, quad moment, quad *h) {
    for (int k = 0; k < 3; k++) {
        h[k] = -moment * (g->along2 * g->q1[k] + g->along3 * g->q2[k]);
        h[3 + k] = moment * g->length * g->q1[k];
        h[6 + k] = moment * g->length * g->q2[k];
    }
}

static sut_element_energy hinges_add(const sut_hinges *s, double viscous, const double *x,
                                     double *force) {
    quad elastic = sut_quad_all(0.0);
    quad lost = sut_quad_all(0.0);
    for (int i = 0; i < s->count; i += FOUR) {
        quad d[9]; // edges, then forces
        hinge_four g;
        hinge_work w;
        gather(4, s->node, i, x, d);
        hinge_angle(s, i, d, &g);
        hinge_moment(s, i, viscous, &g, &w);
        hinge_forces(&g, w.moment, d);
        scatter(4, s->node, i, d, force);
        elastic = elastic + w.elastic;
        lost = lost + w.viscous;
    }
    return sums(elastic, lost);
}

static void hinges_start(sut_hinges *s, const double *x) {
    for (int i = 0; i < s->count; i += FOUR) {
        quad d[9];
        hinge_four g;
        gather(4, s->node, i, x, d);
        hinge_angle(s, i, d, &g);
        sut_quad_store(&s->start_cos[i], g.cosine);
        sut_quad_store(&s->start_sin[i], g.sine);
    }
}

//---- springs -------------------------------------------------------------------------------------
INLINE quad edge_length(const quad *d) {
    return sut_quad_sqrt(dot(d, d));
}

// One spring after the other, with both of its ends.
INLINE void pull_ends(const sut_edges *s, int first, const quad *h, double *force) {
    const quad rows[FOUR] = {h[0], h[1], h[2], sut_quad_all(0.0)};
    quad turned[FOUR];
    sut_quad_turn(rows, turned);
    for (int e = 0; e < FOUR; e++) {
        double *a = &force[3 * (long)s->node[0][first + e]];
        double *b = &force[3 * (long)s->node[1][first + e]];
        sut_quad_store(b, at(b) + turned[e]);
        sut_quad_store(a, at(a) - turned[e]);
    }
}

INLINE double add_up(double sum, quad a) {
    return (((sum + a[0]) + a[1]) + a[2]) + a[3];
}

static sut_element_energy edges_add(const sut_edges *s, double viscous, double damper,
                                    const double *x, double *force) {
    const quad half = sut_quad_all(0.5);
    sut_element_energy sum = {0.0, 0.0, 0};
    for (int i = 0; i < s->count; i += FOUR) {
        quad d[3]; // edge, then force
        gather(2, s->node, i, x, d);
        const quad k = at(&s->stiffness[i]);
        const quad rest = at(&s->rest[i]);
        quad l = edge_length(d);
        quad longer = l - rest;
        quad change = l - at(&s->start[i]);
        // what fills up the last four has neither stiffness nor damper
        quad some = (quad)((sut_quad_mask)sut_quad_all(damper) & (sut_quad_mask)(k > 0.0));
        quad rate = sut_quad_all(viscous) * k + some;
        sum.elastic = add_up(sum.elastic, half * k * (longer * longer));
        sum.viscous = add_up(sum.viscous, half * rate * (change * change));
        quad pull = (k * longer + rate * change) / sut_quad_greater(l, sut_quad_all(1e-9) * rest);
        for (int j = 0; j < 3; j++) {
            d[j] = d[j] * -pull;
        }
        pull_ends(s, i, d, force);
    }
    return sum;
}

static void edges_start(sut_edges *s, const double *x) {
    for (int i = 0; i < s->count; i += FOUR) {
        quad d[3];
        gather(2, s->node, i, x, d);
        sut_quad_store(&s->start[i], edge_length(d));
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
