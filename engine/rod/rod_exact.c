// SPDX-License-Identifier: MIT
// rod_exact.c -- exact second derivatives of bending and twisting, four joints at a time.
//
// The everyday matrix (rod_kernel.c) keeps only what is certain to be positive. A rod that is
// strongly twisted or pushed converges slowly with that; it gets the exact matrix from its second
// linearisation on, as long as that matrix is definite. A joint between edges e and f with unit
// tangents t and s, lengths a and b, o = 1 / (1 + t.s) has the binormal k = 2 o t x s. Bending and
// its damping are functions of the three numbers k in fixed axes: with the moment m and its
// derivative K by k, the second derivative is (dk)^T K (dk) + m . ddk. A moment that the frame
// carries along (natural curvature) and the twisting moment have the formulas of discrete elastic
// rods (Bergou et al. 2010). docs/theory/assembly.md
//
// Compiled twice, for every machine and for AVX2. Each of the four lanes is a joint and sees the
// same operations in the same order whatever the width of the registers, without fused
// multiply-add: both compilations give the same bits. Lanes without a joint repeat the last one.
#include "rod/rod.h"

#include "math/vec3.h"

#include <string.h>

#ifdef SUT_KERNEL_AVX2
#define EXACT_BLOCKS sut_rod_exact_blocks_avx2
#else
#define EXACT_BLOCKS sut_rod_exact_blocks_plain
#endif

#define INLINE static inline __attribute__((always_inline))
#pragma GCC diagnostic ignored "-Wpsabi" // whatever takes or returns vectors is inlined

enum { LANES = 4 };

// one number of each joint
typedef double num __attribute__((vector_size(32), may_alias));

typedef struct vec {
    num x, y, z;
} vec;

typedef struct mat3 {
    num m[3][3];
} mat3;

INLINE num all(double x) {
    return (num){x, x, x, x};
}

INLINE vec add(vec a, vec b) {
    return (vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

INLINE vec sub(vec a, vec b) {
    return (vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

INLINE vec scale(vec a, num s) {
    return (vec){a.x * s, a.y * s, a.z * s};
}

// a + s b
INLINE vec madd(vec a, num s, vec b) {
    return (vec){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

INLINE num dot(vec a, vec b) {
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

INLINE vec cross(vec a, vec b) {
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

INLINE vec reject(vec a, vec u) {
    return madd(a, -dot(a, u), u);
}

// f p q^T
INLINE mat3 outer(vec p, vec q, num f) {
    const num a[3] = {f * p.x, f * p.y, f * p.z};
    return (mat3){{{a[0] * q.x, a[0] * q.y, a[0] * q.z},
                   {a[1] * q.x, a[1] * q.y, a[1] * q.z},
                   {a[2] * q.x, a[2] * q.y, a[2] * q.z}}};
}

INLINE void add_outer(mat3 *h, vec p, vec q, num f) {
    const mat3 o = outer(p, q, f);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            h->m[i][j] += o.m[i][j];
        }
    }
}

INLINE void add_outer_both(mat3 *h, vec p, vec q, num f) {
    add_outer(h, p, q, f);
    add_outer(h, q, p, f);
}

INLINE void add_unit(mat3 *h, num f) {
    h->m[0][0] += f;
    h->m[1][1] += f;
    h->m[2][2] += f;
}

// f [v]x, the matrix of the cross product v x
INLINE void add_cross(mat3 *h, vec v, num f) {
    h->m[0][1] -= f * v.z;
    h->m[0][2] += f * v.y;
    h->m[1][0] += f * v.z;
    h->m[1][2] -= f * v.x;
    h->m[2][0] -= f * v.y;
    h->m[2][1] += f * v.x;
}

// 1 - t t^T
INLINE mat3 across_of(vec t) {
    mat3 p = outer(t, t, all(-1.0));
    add_unit(&p, all(1.0));
    return p;
}

// a b, and a^T b
INLINE mat3 product(const mat3 *a, const mat3 *b, bool transposed) {
    mat3 p;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            num first = transposed ? a->m[0][i] : a->m[i][0];
            num second = transposed ? a->m[1][i] : a->m[i][1];
            num third = transposed ? a->m[2][i] : a->m[i][2];
            p.m[i][j] = (first * b->m[0][j] + second * b->m[1][j]) + third * b->m[2][j];
        }
    }
    return p;
}

INLINE void add_matrix(mat3 *h, const mat3 *a, num f) {
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            h->m[i][j] += f * a->m[i][j];
        }
    }
}

//---- one joint -----------------------------------------------------------------------------------
typedef struct joint {
    vec t, s;         // unit tangents before and after
    vec u, v;         // directors on the edge before and after (curved rods)
    num inv_a, inv_b; // 1 / length
    num opening;
    vec binormal;
    vec moment;     // N m, bending and its damping
    mat3 stiffness; // N m, derivative of the moment by the binormal
    num z[2], q[2]; // curvature and carried moment, components in the directors
    num torque;     // N m
} joint;

typedef struct joint_hessian {
    mat3 ee, ff, ef;
} joint_hessian;

// Derivative of the binormal by a tangent (side 0: t, 1: s), along directions normal to it.
INLINE mat3 binormal_by(const joint *j, int side) {
    vec own = side == 0 ? j->t : j->s;
    vec other = side == 0 ? j->s : j->t;
    mat3 d = outer(j->binormal, other, -j->opening);
    add_cross(&d, other, side == 0 ? -2.0 * j->opening : 2.0 * j->opening);
    const mat3 across = across_of(own);
    return product(&d, &across, false);
}

INLINE void add_stiffness(const joint *j, joint_hessian *h) {
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
INLINE void add_own_curvature(mat3 *h, const joint *j, vec own, vec other, vec n, num km, num s) {
    num o = j->opening;
    mat3 d = outer(n, other, -2.0 * o * o);
    add_outer(&d, other, n, -2.0 * o * o);
    add_outer(&d, other, other, 2.0 * o * o * km);
    const mat3 across = across_of(own);
    const mat3 right = product(&d, &across, false);
    const mat3 both = product(&across, &right, false);
    add_matrix(h, &both, s);
    // the tangent itself turns with the edge to second order
    vec g = sub(scale(n, 2.0 * o), scale(other, o * km));
    num along = dot(g, own);
    add_matrix(h, &across, -along * s);
    add_outer_both(h, reject(g, own), own, -s);
}

INLINE void add_bending_moment(const joint *j, joint_hessian *h) {
    vec m = j->moment;
    num o = j->opening;
    num km = dot(j->binormal, m);
    vec by_t = cross(j->s, m);
    vec by_s = cross(m, j->t);
    add_own_curvature(&h->ee, j, j->t, j->s, by_t, km, j->inv_a * j->inv_a);
    add_own_curvature(&h->ff, j, j->s, j->t, by_s, km, j->inv_b * j->inv_b);
    mat3 d = outer(by_t, j->t, -2.0 * o * o);
    add_cross(&d, m, -2.0 * o);
    add_outer(&d, j->s, by_s, -2.0 * o * o);
    add_unit(&d, -o * km);
    add_outer(&d, j->s, j->t, 2.0 * o * o * km);
    const mat3 before = across_of(j->t);
    const mat3 after = across_of(j->s);
    mat3 right = product(&d, &after, false);
    mat3 both = product(&before, &right, false);
    add_matrix(&h->ef, &both, j->inv_a * j->inv_b);
}

// Moment that the frame carries along times the second derivative of the components.
INLINE void add_moment(const joint *j, joint_hessian *h) {
    vec m = madd(scale(j->u, j->q[0]), j->q[1], cross(j->t, j->u));
    vec n = madd(scale(j->v, j->q[0]), j->q[1], cross(j->s, j->v));
    vec both = scale(add(m, n), j->opening);
    vec mean = scale(add(j->t, j->s), j->opening);
    vec sx = cross(j->s, both);
    vec tx = cross(j->t, both);
    num w = j->z[0] * j->q[0] + j->z[1] * j->q[1];
    num wo = w * j->opening;
    num aa = j->inv_a * j->inv_a;
    num bb = j->inv_b * j->inv_b;
    num ab = j->inv_a * j->inv_b;
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
INLINE void add_torque(const joint *j, joint_hessian *h) {
    vec mean = scale(add(j->t, j->s), j->opening);
    num f = j->torque;
    add_outer_both(&h->ee, j->binormal, add(j->t, mean), -0.25 * f * j->inv_a * j->inv_a);
    add_outer_both(&h->ff, j->binormal, add(j->s, mean), -0.25 * f * j->inv_b * j->inv_b);
    num ab = 0.5 * f * j->inv_a * j->inv_b;
    add_cross(&h->ef, j->t, 2.0 * j->opening * ab);
    add_outer(&h->ef, j->binormal, mean, -ab);
}

INLINE bool any(num x) {
    return x[0] != 0.0 || x[1] != 0.0 || x[2] != 0.0 || x[3] != 0.0;
}

INLINE void add_all(joint_hessian *h, const joint *j, bool carried) {
    add_stiffness(j, h);
    add_bending_moment(j, h);
    if (carried) {
        add_moment(j, h);
    }
    if (any(j->torque)) {
        add_torque(j, h);
    }
}

//---- into the band -------------------------------------------------------------------------------
// What the lane has of a matrix, row by row.
INLINE void lane_of(const mat3 *h, int lane, double m[9]) {
    for (int i = 0; i < 9; i++) {
        m[i] = h->m[i / 3][i % 3][lane];
    }
}

INLINE void add_symmetric(double *d, const double m[9]) {
    d[0] += m[0];
    d[1] += m[1];
    d[2] += m[2];
    d[3] += m[4];
    d[4] += m[5];
    d[5] += m[8];
}

static void add_edge(sut_rod *r, int e, const mat3 *h, int lane) {
    double *a = r->work.band.block + (size_t)e * SUT_BAND_BLOCK;
    double m[9];
    lane_of(h, lane, m);
    add_symmetric(a, m);
    add_symmetric(a + SUT_BAND_BLOCK, m);
    for (int i = 0; i < 9; i++) {
        a[SUT_BAND_O1 + i] -= m[i];
    }
}

// Edge i-1 against the change of edge i.
static void add_mixed(sut_rod *r, int i, const mat3 *h, int lane) {
    double *before = r->work.band.block + (size_t)(i - 1) * SUT_BAND_BLOCK;
    double *at = before + SUT_BAND_BLOCK;
    double m[9];
    double sum[9];
    lane_of(h, lane, m);
    for (int k = 0; k < 9; k++) {
        sum[k] = -m[k] - m[3 * (k % 3) + k / 3];
        before[SUT_BAND_O1 + k] += m[k];
        before[SUT_BAND_O2 + k] -= m[k];
    }
    add_symmetric(at, sum);
    for (int k = 0; k < 9; k++) {
        at[SUT_BAND_O1 + k] += m[k];
    }
}

//---- four joints ---------------------------------------------------------------------------------
// Numbers i to i + count - 1 of an array, the last one again where there are fewer than four.
INLINE num load(const double *from, int i, int count) {
    num v = {0.0};
    if (count == LANES) {
        memcpy(&v, &from[i], sizeof v);
        return v;
    }
    for (int k = 0; k < LANES; k++) {
        v[k] = from[i + (k < count ? k : count - 1)];
    }
    return v;
}

INLINE vec load3(const sut_soa3 *from, int i, int count) {
    return (vec){load(from->x, i, count), load(from->y, i, count), load(from->z, i, count)};
}

INLINE vec same(sut_vec3 a) {
    return (vec){all(a.x), all(a.y), all(a.z)};
}

// What the joint's damping measures against, as in sut_rod.
typedef struct joint_memory {
    vec bent, axis;
    num give, size;
} joint_memory;

INLINE void set_moment(joint *j, const sut_rod *r, num stiff, const joint_memory *old) {
    vec k = j->binormal;
    num v = stiff * r->work.viscous_bend;
    num g = v * old->give;
    vec m = madd(scale(k, stiff), g, sub(k, old->bent));
    j->moment = madd(m, (v - g) * (dot(k, old->axis) - old->size), old->axis);
    j->stiffness = outer(old->axis, old->axis, v - g);
    add_unit(&j->stiffness, stiff + g);
}

// Components of binormal and carried moment in the directors u of the edge before.
INLINE void add_natural(joint *j, const sut_rod *r, num stiff, num cell, const num phase[2]) {
    j->z[0] = dot(j->binormal, j->u);
    j->z[1] = dot(j->binormal, cross(j->t, j->u));
    for (int k = 0; k < LANES; k++) {
        const double p[2] = {phase[0][k], phase[1][k]};
        double q[2];
        sut_rod_natural_moment(r, stiff[k], cell[k], p, q);
        j->q[0][k] = q[0];
        j->q[1][k] = q[1];
    }
}

INLINE void add_joints(sut_rod *r, int i, int count, bool curved) {
    joint j = {.t = load3(&r->work.tangent, i - 1, count),
               .s = load3(&r->work.tangent, i, count),
               .inv_a = load(r->work.inverse, i - 1, count),
               .inv_b = load(r->work.inverse, i, count),
               .opening = load(r->work.opening, i, count),
               .binormal = load3(&r->work.binormal, i, count),
               .torque = load(r->work.torque, i, count)};
    const joint_memory old = {load3(&r->state.bent, i, count), load3(&r->work.axis, i, count),
                              load(r->work.give, i, count), load(r->work.size, i, count)};
    const num stiff = load(r->work.bend, i, count);
    set_moment(&j, r, stiff, &old);
    if (curved) {
        j.u = load3(&r->work.frame, i - 1, count);
        j.v = load3(&r->work.frame, i, count);
        const num phase[2] = {load(r->work.phase[0], i, count), load(r->work.phase[1], i, count)};
        add_natural(&j, r, stiff, load(r->def.cell, i, count), phase);
    }
    joint_hessian h = {0};
    add_all(&h, &j, curved);
    for (int k = 0; k < count; k++) {
        add_edge(r, i + k - 1, &h.ee, k);
        add_edge(r, i + k, &h.ff, k);
        add_mixed(r, i + k, &h.ef, k);
    }
}

// All lanes are the one joint.
static void add_plane(sut_rod *r, const sut_plane *p, int side, int e) {
    const sut_vec3 tangent = sut_soa3_get(&r->work.tangent, e);
    const double half = 0.5 * r->def.rest[e];
    const num stiff = all(r->def.EI / half);
    joint j = {.t = same(side == 0 ? tangent : p->direction),
               .s = same(side == 0 ? p->direction : tangent),
               .inv_a = all(r->work.inverse[e]),
               .inv_b = all(r->work.inverse[e]),
               .opening = all(p->opening[side]),
               .binormal = same(p->binormal[side]),
               .torque = all(p->side_torque[side])};
    const joint_memory old = {same(p->bent0[side]), same(p->axis[side]), all(p->give[side]),
                              all(p->size[side])};
    set_moment(&j, r, stiff, &old);
    if (r->def.curved) {
        sut_vec3 u = sut_soa3_get(&r->work.frame, e);
        sut_vec3 w = v3_transport(u, tangent, p->direction);
        j.u = same(side == 0 ? u : w);
        j.v = same(side == 0 ? w : u);
        const num phase[2] = {all(p->phase[side][0]), all(p->phase[side][1])};
        add_natural(&j, r, stiff, all(half), phase);
    }
    joint_hessian h = {0};
    add_all(&h, &j, r->def.curved);
    add_edge(r, e, side == 0 ? &h.ee : &h.ff, 0);
}

static void add_straight(sut_rod *r) {
    int i = 1;
    for (; i + LANES <= r->body.n - 1; i += LANES) {
        add_joints(r, i, LANES, false);
    }
    if (i < r->body.n - 1) {
        add_joints(r, i, r->body.n - 1 - i, false);
    }
}

static void add_curved(sut_rod *r) {
    for (int i = 1; i < r->body.n - 1; i += LANES) {
        int left = r->body.n - 1 - i;
        add_joints(r, i, left < LANES ? left : LANES, true);
    }
}

void EXACT_BLOCKS(sut_rod *r) {
    if (r->def.curved) {
        add_curved(r);
    } else {
        add_straight(r);
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
