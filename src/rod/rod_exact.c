// SPDX-License-Identifier: MIT
// rod_exact.c -- exact second derivatives of bending and twisting, joint by joint.
//
// The everyday matrix (rod_kernel.c) keeps only what is certain to be positive. A rod that is
// strongly twisted or pushed converges slowly with that; it gets the exact matrix from its second
// linearisation on, as long as that matrix is definite. The formulas are those of discrete elastic
// rods (Bergou et al. 2010), written for a moment m at a joint between edges e and f with unit
// tangents t and s, lengths a and b, o = 1 / (1 + t.s), k = 2 o t x s, mean = o (t + s):
//   derivative by e 1/a (t x (m + (k.m) k / 4) + M k / 2)
// docs/theory/assembly.md
#include "rod/rod.h"

#include "math/vec3.h"

typedef struct mat3 {
    double m[3][3];
} mat3;

static void add_outer(mat3 *h, sut_vec3 p, sut_vec3 q, double f) {
    const double a[3] = {p.x, p.y, p.z};
    const double b[3] = {q.x, q.y, q.z};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            h->m[i][j] += f * a[i] * b[j];
        }
    }
}

static void add_outer_both(mat3 *h, sut_vec3 p, sut_vec3 q, double f) {
    add_outer(h, p, q, f);
    add_outer(h, q, p, f);
}

static void add_unit(mat3 *h, double f) {
    h->m[0][0] += f;
    h->m[1][1] += f;
    h->m[2][2] += f;
}

// f [v]x, the matrix of the cross product v x
static void add_cross(mat3 *h, sut_vec3 v, double f) {
    h->m[0][1] -= f * v.z;
    h->m[0][2] += f * v.y;
    h->m[1][0] += f * v.z;
    h->m[1][2] -= f * v.x;
    h->m[2][0] -= f * v.y;
    h->m[2][1] += f * v.x;
}

//---- one joint -----------------------------------------------------------------------------------
typedef struct joint {
    sut_vec3 t, s;       // unit tangents before and after
    sut_vec3 u, v;       // directors on the edge before and after, transported to each other
    double inv_a, inv_b; // 1 / length
    double opening;
    sut_vec3 binormal;
    double z[2], q[2];      // curvature and moment, components in the directors
    double stiffness[2][2]; // N m, elastic and viscous
    double torque;          // N m
    double plain;           // N m, moment along the binormal that no frame carries
} joint;

typedef struct joint_hessian {
    mat3 ee, ff, ef;
} joint_hessian;

// Positive part: stiffness times the derivatives of the two components.
static void add_gauss_newton(const joint *j, joint_hessian *h) {
    sut_vec3 before[2] = {j->u, v3_cross(j->t, j->u)};
    sut_vec3 after[2] = {j->v, v3_cross(j->s, j->v)};
    sut_vec3 e[2];
    sut_vec3 g[2];
    for (int c = 0; c < 2; c++) {
        double f = 0.25 * j->z[c];
        e[c] = v3_scale(v3_cross(j->t, v3_madd(before[c], f, j->binormal)), j->inv_a);
        g[c] = v3_scale(v3_cross(j->s, v3_madd(after[c], f, j->binormal)), -j->inv_b);
    }
    for (int c = 0; c < 2; c++) {
        for (int d = 0; d < 2; d++) {
            double f = j->stiffness[c][d];
            add_outer(&h->ee, e[c], e[d], f);
            add_outer(&h->ff, g[c], g[d], f);
            add_outer(&h->ef, e[c], g[d], f);
        }
    }
}

// Moment times the second derivative of the components.
static void add_moment(const joint *j, joint_hessian *h) {
    sut_vec3 m = v3_madd(v3_scale(j->u, j->q[0]), j->q[1], v3_cross(j->t, j->u));
    sut_vec3 n = v3_madd(v3_scale(j->v, j->q[0]), j->q[1], v3_cross(j->s, j->v));
    sut_vec3 both = v3_scale(v3_add(m, n), j->opening);
    sut_vec3 mean = v3_scale(v3_add(j->t, j->s), j->opening);
    sut_vec3 sx = v3_cross(j->s, both);
    sut_vec3 tx = v3_cross(j->t, both);
    double w = j->z[0] * j->q[0] + j->z[1] * j->q[1];
    double wo = w * j->opening;
    double aa = j->inv_a * j->inv_a;
    double bb = j->inv_b * j->inv_b;
    double ab = j->inv_a * j->inv_b;
    add_outer(&h->ee, mean, mean, 2.0 * w * aa);
    add_outer_both(&h->ee, sx, mean, -aa);
    add_unit(&h->ee, -wo * aa);
    add_outer(&h->ee, j->t, j->t, wo * aa);
    add_outer_both(&h->ee, j->binormal, m, 0.25 * aa);
    add_outer(&h->ff, mean, mean, 2.0 * w * bb);
    add_outer_both(&h->ff, tx, mean, bb);
    add_unit(&h->ff, -wo * bb);
    add_outer(&h->ff, j->s, j->s, wo * bb);
    add_outer_both(&h->ff, j->binormal, n, 0.25 * bb);
    add_unit(&h->ef, -wo * ab);
    add_outer(&h->ef, j->t, j->s, -wo * ab);
    add_outer(&h->ef, mean, mean, 2.0 * w * ab);
    add_outer(&h->ef, sx, mean, -ab);
    add_outer(&h->ef, mean, tx, ab);
    add_cross(&h->ef, both, -ab);
}

// Twisting moment times the second derivative of the turn between the frames.
static void add_torque(const joint *j, joint_hessian *h) {
    sut_vec3 mean = v3_scale(v3_add(j->t, j->s), j->opening);
    double f = j->torque;
    add_outer_both(&h->ee, j->binormal, v3_add(j->t, mean), -0.25 * f * j->inv_a * j->inv_a);
    add_outer_both(&h->ff, j->binormal, v3_add(j->s, mean), -0.25 * f * j->inv_b * j->inv_b);
    double ab = 0.5 * f * j->inv_a * j->inv_b;
    add_cross(&h->ef, j->t, 2.0 * j->opening * ab);
    add_outer(&h->ef, j->binormal, mean, -ab);
}

// The formulas above hold for a moment that a frame carries along. One that does not care for the
// spin of the frame, as the elastic one, has in addition (k.m) / 16 k k^T.
static void add_plain(const joint *j, joint_hessian *h) {
    double f = j->plain / 16.0;
    add_outer(&h->ee, j->binormal, j->binormal, f * j->inv_a * j->inv_a);
    add_outer(&h->ff, j->binormal, j->binormal, f * j->inv_b * j->inv_b);
    add_outer(&h->ef, j->binormal, j->binormal, f * j->inv_a * j->inv_b);
}

static joint_hessian hessian(const joint *j) {
    joint_hessian h = {0};
    add_plain(j, &h);
    add_gauss_newton(j, &h);
    add_moment(j, &h);
    add_torque(j, &h);
    return h;
}

//---- into the band -------------------------------------------------------------------------------
static void add_symmetric(double *d, const mat3 *h) {
    d[0] += h->m[0][0];
    d[1] += h->m[0][1];
    d[2] += h->m[0][2];
    d[3] += h->m[1][1];
    d[4] += h->m[1][2];
    d[5] += h->m[2][2];
}

static void add_full(double *o, const mat3 *h, double f) {
    for (int i = 0; i < 9; i++) {
        o[i] += f * h->m[i / 3][i % 3];
    }
}

static void add_edge(sut_rod *r, int e, const mat3 *h) {
    double *a = r->band.block + (size_t)e * SUT_BAND_BLOCK;
    add_symmetric(a, h);
    add_symmetric(a + SUT_BAND_BLOCK, h);
    add_full(a + SUT_BAND_O1, h, -1.0);
}

// Edge i-1 against the change of edge i.
static void add_mixed(sut_rod *r, int i, const mat3 *h) {
    double *before = r->band.block + (size_t)(i - 1) * SUT_BAND_BLOCK;
    double *at = before + SUT_BAND_BLOCK;
    mat3 sum;
    for (int j = 0; j < 3; j++) {
        for (int k = 0; k < 3; k++) {
            sum.m[j][k] = -h->m[j][k] - h->m[k][j];
        }
    }
    add_full(before + SUT_BAND_O1, h, 1.0);
    add_full(before + SUT_BAND_O2, h, -1.0);
    add_symmetric(at, &sum);
    add_full(at + SUT_BAND_O1, h, 1.0);
}

// What the joint's damping measures against, as in sut_rod.
typedef struct joint_memory {
    sut_vec3 bent, axis;
    double give, size;
} joint_memory;

// Components of curvature, moment and stiffness in the directors of the joint.
static void set_moment(joint *j, const sut_rod *r, double stiff, const joint_memory *old) {
    sut_vec3 k = j->binormal;
    sut_vec3 w = v3_cross(j->t, j->u);
    double v = stiff * r->viscous_bend;
    double g = v * old->give;
    sut_vec3 m = v3_madd(v3_scale(k, stiff), g, v3_sub(k, old->bent));
    m = v3_madd(m, (v - g) * (v3_dot(k, old->axis) - old->size), old->axis);
    double n[2] = {v3_dot(old->axis, j->u), v3_dot(old->axis, w)};
    j->plain = v3_dot(k, m);
    j->z[0] = v3_dot(k, j->u);
    j->z[1] = v3_dot(k, w);
    j->q[0] = v3_dot(m, j->u);
    j->q[1] = v3_dot(m, w);
    for (int c = 0; c < 2; c++) {
        for (int d = 0; d < 2; d++) {
            j->stiffness[c][d] = (c == d ? stiff + g : 0.0) + (v - g) * n[c] * n[d];
        }
    }
}

static void add_natural(joint *j, const sut_rod *r, double stiff, double cell,
                        const double phase[2]) {
    double q[2];
    sut_rod_natural_moment(r, stiff, cell, phase, q);
    j->q[0] += q[0];
    j->q[1] += q[1];
}

static void add_vertex(sut_rod *r, int i) {
    joint j = {.t = sut_soa3_get(&r->tangent, i - 1),
               .s = sut_soa3_get(&r->tangent, i),
               .inv_a = r->inverse[i - 1],
               .inv_b = r->inverse[i],
               .opening = r->opening[i],
               .binormal = sut_soa3_get(&r->binormal, i),
               .torque = r->torque[i]};
    j.u = r->framed ? sut_soa3_get(&r->frame, i - 1) : v3_any_normal(j.t);
    j.v = r->framed ? sut_soa3_get(&r->frame, i) : v3_transport(j.u, j.t, j.s);
    joint_memory old = {sut_soa3_get(&r->bent, i), sut_soa3_get(&r->axis, i), r->give[i],
                        r->size[i]};
    set_moment(&j, r, r->bend[i], &old);
    if (r->curved) {
        double phase[2] = {r->phase[0][i], r->phase[1][i]};
        add_natural(&j, r, r->bend[i], r->cell[i], phase);
    }
    joint_hessian h = hessian(&j);
    add_edge(r, i - 1, &h.ee);
    add_edge(r, i, &h.ff);
    add_mixed(r, i, &h.ef);
}

static void add_plane(sut_rod *r, const sut_plane *p, int side, int e) {
    joint j = {.t = side == 0 ? sut_soa3_get(&r->tangent, e) : p->direction,
               .s = side == 0 ? p->direction : sut_soa3_get(&r->tangent, e),
               .inv_a = r->inverse[e],
               .inv_b = r->inverse[e],
               .opening = p->opening[side],
               .binormal = p->binormal[side],
               .torque = p->side_torque[side]};
    sut_vec3 t = sut_soa3_get(&r->tangent, e);
    sut_vec3 u = r->framed ? sut_soa3_get(&r->frame, e) : v3_any_normal(t);
    sut_vec3 w = v3_transport(u, t, p->direction);
    double half = 0.5 * r->rest[e];
    j.u = side == 0 ? u : w;
    j.v = side == 0 ? w : u;
    joint_memory old = {p->bent0[side], p->axis[side], p->give[side], p->size[side]};
    set_moment(&j, r, r->mat.EI / half, &old);
    if (r->curved) {
        add_natural(&j, r, r->mat.EI / half, half, p->phase[side]);
    }
    joint_hessian h = hessian(&j);
    add_edge(r, e, side == 0 ? &h.ee : &h.ff);
}

void sut_rod_exact_blocks(sut_rod *r) {
    for (int i = 1; i < r->n - 1; i++) {
        add_vertex(r, i);
    }
    for (int k = 0; k < r->plane_count; k++) {
        const sut_plane *p = &r->planes[k];
        for (int side = 0; side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            if (e >= 0) {
                add_plane(r, p, side, e);
            }
        }
    }
}
