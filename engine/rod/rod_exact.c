// SPDX-License-Identifier: MIT
// rod_exact.c -- exact second derivatives of bending and twisting, joint by joint.
//
// The everyday matrix (rod_kernel.c) keeps only what is certain to be positive. A rod that is
// strongly twisted or pushed converges slowly with that; it gets the exact matrix from its second
// linearisation on, as long as that matrix is definite. A joint between edges e and f with unit
// tangents t and s, lengths a and b, o = 1 / (1 + t.s) has the binormal k = 2 o t x s. Bending and
// its damping are functions of the three numbers k in fixed axes: with the moment m and its
// derivative K by k, the second derivative is (dk)^T K (dk) + m . ddk. A moment that the frame
// carries along (natural curvature) and the twisting moment have the formulas of discrete elastic
// rods (Bergou et al. 2010). docs/theory/assembly.md
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

// a b, and a^T b
static mat3 product(const mat3 *a, const mat3 *b, bool transposed) {
    mat3 p;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            double sum = 0.0;
            for (int k = 0; k < 3; k++) {
                sum += (transposed ? a->m[k][i] : a->m[i][k]) * b->m[k][j];
            }
            p.m[i][j] = sum;
        }
    }
    return p;
}

static void add_matrix(mat3 *h, const mat3 *a, double f) {
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            h->m[i][j] += f * a->m[i][j];
        }
    }
}

//---- one joint -----------------------------------------------------------------------------------
typedef struct joint {
    sut_vec3 t, s;       // unit tangents before and after
    sut_vec3 u, v;       // directors on the edge before and after (curved rods)
    double inv_a, inv_b; // 1 / length
    double opening;
    sut_vec3 binormal;
    sut_vec3 moment;   // N m, bending and its damping
    mat3 stiffness;    // N m, derivative of the moment by the binormal
    double z[2], q[2]; // curvature and carried moment, components in the directors
    double torque;     // N m
} joint;

typedef struct joint_hessian {
    mat3 ee, ff, ef;
} joint_hessian;

// Derivative of the binormal by a tangent (side 0: t, 1: s), along directions normal to it.
static mat3 binormal_by(const joint *j, int side) {
    sut_vec3 own = side == 0 ? j->t : j->s;
    sut_vec3 other = side == 0 ? j->s : j->t;
    mat3 d = {0};
    add_cross(&d, other, side == 0 ? -2.0 * j->opening : 2.0 * j->opening);
    add_outer(&d, j->binormal, other, -j->opening);
    mat3 across = {0};
    add_unit(&across, 1.0);
    add_outer(&across, own, own, -1.0);
    return product(&d, &across, false);
}

static void add_stiffness(const joint *j, joint_hessian *h) {
    mat3 e = binormal_by(j, 0);
    mat3 f = binormal_by(j, 1);
    mat3 ke = product(&j->stiffness, &e, false);
    mat3 kf = product(&j->stiffness, &f, false);
    mat3 ee = product(&e, &ke, true);
    mat3 ff = product(&f, &kf, true);
    mat3 ef = product(&e, &kf, true);
    add_matrix(&h->ee, &ee, j->inv_a * j->inv_a);
    add_matrix(&h->ff, &ff, j->inv_b * j->inv_b);
    add_matrix(&h->ef, &ef, j->inv_a * j->inv_b);
}

// Second derivative of k.m by one tangent: n is the derivative of m.(t x s) by it, x the other
// tangent, g the derivative of k.m by it.
static void add_own_curvature(mat3 *h, const joint *j, sut_vec3 own, sut_vec3 other, sut_vec3 n,
                              double km, double scale) {
    double o = j->opening;
    mat3 d = {0};
    add_outer_both(&d, n, other, -2.0 * o * o);
    add_outer(&d, other, other, 2.0 * o * o * km);
    mat3 across = {0};
    add_unit(&across, 1.0);
    add_outer(&across, own, own, -1.0);
    mat3 right = product(&d, &across, false);
    mat3 both = product(&across, &right, false);
    add_matrix(h, &both, scale);
    // the tangent itself turns with the edge to second order
    sut_vec3 g = v3_sub(v3_scale(n, 2.0 * o), v3_scale(other, o * km));
    double along = v3_dot(g, own);
    add_matrix(h, &across, -along * scale);
    add_outer_both(h, v3_reject(g, own), own, -scale);
}

static void add_bending_moment(const joint *j, joint_hessian *h) {
    sut_vec3 m = j->moment;
    double o = j->opening;
    double km = v3_dot(j->binormal, m);
    sut_vec3 by_t = v3_cross(j->s, m);
    sut_vec3 by_s = v3_cross(m, j->t);
    add_own_curvature(&h->ee, j, j->t, j->s, by_t, km, j->inv_a * j->inv_a);
    add_own_curvature(&h->ff, j, j->s, j->t, by_s, km, j->inv_b * j->inv_b);
    mat3 d = {0};
    add_cross(&d, m, -2.0 * o);
    add_outer(&d, by_t, j->t, -2.0 * o * o);
    add_outer(&d, j->s, by_s, -2.0 * o * o);
    add_unit(&d, -o * km);
    add_outer(&d, j->s, j->t, 2.0 * o * o * km);
    mat3 before = {0};
    mat3 after = {0};
    add_unit(&before, 1.0);
    add_outer(&before, j->t, j->t, -1.0);
    add_unit(&after, 1.0);
    add_outer(&after, j->s, j->s, -1.0);
    mat3 right = product(&d, &after, false);
    mat3 both = product(&before, &right, false);
    add_matrix(&h->ef, &both, j->inv_a * j->inv_b);
}

// Moment that the frame carries along times the second derivative of the components.
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

static joint_hessian hessian(const joint *j, bool carried) {
    joint_hessian h = {0};
    add_stiffness(j, &h);
    add_bending_moment(j, &h);
    if (carried) {
        add_moment(j, &h);
    }
    if (j->torque != 0.0) {
        add_torque(j, &h);
    }
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
    double *a = r->work.band.block + (size_t)e * SUT_BAND_BLOCK;
    add_symmetric(a, h);
    add_symmetric(a + SUT_BAND_BLOCK, h);
    add_full(a + SUT_BAND_O1, h, -1.0);
}

// Edge i-1 against the change of edge i.
static void add_mixed(sut_rod *r, int i, const mat3 *h) {
    double *before = r->work.band.block + (size_t)(i - 1) * SUT_BAND_BLOCK;
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

static void set_moment(joint *j, const sut_rod *r, double stiff, const joint_memory *old) {
    sut_vec3 k = j->binormal;
    double v = stiff * r->work.viscous_bend;
    double g = v * old->give;
    sut_vec3 m = v3_madd(v3_scale(k, stiff), g, v3_sub(k, old->bent));
    j->moment = v3_madd(m, (v - g) * (v3_dot(k, old->axis) - old->size), old->axis);
    add_unit(&j->stiffness, stiff + g);
    add_outer(&j->stiffness, old->axis, old->axis, v - g);
}

static void add_natural(joint *j, const sut_rod *r, double stiff, double cell,
                        const double phase[2]) {
    j->z[0] = v3_dot(j->binormal, j->u);
    j->z[1] = v3_dot(j->binormal, v3_cross(j->t, j->u));
    sut_rod_natural_moment(r, stiff, cell, phase, j->q);
}

static void add_vertex(sut_rod *r, int i) {
    joint j = {.t = sut_soa3_get(&r->work.tangent, i - 1),
               .s = sut_soa3_get(&r->work.tangent, i),
               .inv_a = r->work.inverse[i - 1],
               .inv_b = r->work.inverse[i],
               .opening = r->work.opening[i],
               .binormal = sut_soa3_get(&r->work.binormal, i),
               .torque = r->work.torque[i]};
    joint_memory old = {sut_soa3_get(&r->state.bent, i), sut_soa3_get(&r->work.axis, i),
                        r->work.give[i], r->work.size[i]};
    set_moment(&j, r, r->work.bend[i], &old);
    if (r->def.curved) {
        j.u = sut_soa3_get(&r->work.frame, i - 1);
        j.v = sut_soa3_get(&r->work.frame, i);
        double phase[2] = {r->work.phase[0][i], r->work.phase[1][i]};
        add_natural(&j, r, r->work.bend[i], r->def.cell[i], phase);
    }
    joint_hessian h = hessian(&j, r->def.curved);
    add_edge(r, i - 1, &h.ee);
    add_edge(r, i, &h.ff);
    add_mixed(r, i, &h.ef);
}

static void add_plane(sut_rod *r, const sut_plane *p, int side, int e) {
    joint j = {.t = side == 0 ? sut_soa3_get(&r->work.tangent, e) : p->direction,
               .s = side == 0 ? p->direction : sut_soa3_get(&r->work.tangent, e),
               .inv_a = r->work.inverse[e],
               .inv_b = r->work.inverse[e],
               .opening = p->opening[side],
               .binormal = p->binormal[side],
               .torque = p->side_torque[side]};
    double half = 0.5 * r->def.rest[e];
    joint_memory old = {p->bent0[side], p->axis[side], p->give[side], p->size[side]};
    set_moment(&j, r, r->def.EI / half, &old);
    if (r->def.curved) {
        sut_vec3 u = sut_soa3_get(&r->work.frame, e);
        sut_vec3 w = v3_transport(u, sut_soa3_get(&r->work.tangent, e), p->direction);
        j.u = side == 0 ? u : w;
        j.v = side == 0 ? w : u;
        add_natural(&j, r, r->def.EI / half, half, p->phase[side]);
    }
    joint_hessian h = hessian(&j, r->def.curved);
    add_edge(r, e, side == 0 ? &h.ee : &h.ff);
}

void sut_rod_exact_blocks(sut_rod *r) {
    for (int i = 1; i < r->body.n - 1; i++) {
        add_vertex(r, i);
    }
    for (int k = 0; k < r->work.plane_count; k++) {
        const sut_plane *p = &r->work.planes[k];
        for (int side = 0; side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            if (e >= 0) {
                add_plane(r, p, side, e);
            }
        }
    }
}
