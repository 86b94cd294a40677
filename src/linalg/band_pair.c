// SPDX-License-Identifier: MIT
// band_pair.c -- the band solver with both chains in the two lanes of a vector.
//
// Lane 0 is the chain from vertex 0 upwards, lane 1 the chain from vertex n-1 downwards. Lane 1
// sees the couplings transposed: block (j, j-1) is O1_{j-1}^T, block (j, j-2) is O2_{j-2}^T.
//
// The factor of pair k lies over the two blocks it came from, lanes side by side:
//     block k        U1 by columns (9 pairs), l10 l20 l21
//     block n-1-k    U2 by columns (9 pairs), r0 r1 r2
// Lane 1 reads couplings only from blocks below its own, so nothing is overwritten too early.
//
// Order inside a step: the next pivot needs D(next), which needs O1 only. It is started before the
// work with O2, the stores and the right side, so that its long chain of operations with divisions
// runs in their shadow.
#include "linalg/band_step.h"

#define INLINE static inline __attribute__((always_inline))

typedef double pair __attribute__((vector_size(16)));
typedef double pair_memory __attribute__((vector_size(16), may_alias));
typedef long long pair_mask __attribute__((vector_size(16)));

INLINE pair load2(const double *p, const double *q) {
    return (pair){*p, *q};
}

INLINE void save2(pair v, double *p, double *q) {
    *p = v[0];
    *q = v[1];
}

INLINE pair get(const double *slot, int j) {
    return *(const pair_memory *)(const void *)(slot + 2 * j);
}

INLINE void put(double *slot, int j, pair v) {
    *(pair_memory *)(void *)(slot + 2 * j) = v;
}

typedef struct three {
    pair x, y, z;
} three;

typedef struct pivots {
    pair l10, l20, l21, r0, r1, r2;
} pivots;

// a column of Y and of Z
typedef struct column {
    pair y0, y1, y2, z0, z1, z2;
} column;

typedef struct six {
    pair xx, xy, xz, yy, yz, zz;
} six;

// the vertex in turn: its diagonal, its coupling to the next (three columns), the next's diagonal
typedef struct front {
    six d, next;
    three o[3];
    three b, b_next;
} front;

INLINE six load_diagonal(const double *p, const double *q) {
    six d = {load2(p, q),         load2(p + 1, q + 1), load2(p + 2, q + 2),
             load2(p + 3, q + 3), load2(p + 4, q + 4), load2(p + 5, q + 5)};
    return d;
}

// column c of a block by rows at p, and of the transposed block at q
INLINE three load_column(const double *p, const double *q, int c) {
    three o = {load2(p + c, q + 3 * c), load2(p + 3 + c, q + 3 * c + 1),
               load2(p + 6 + c, q + 3 * c + 2)};
    return o;
}

INLINE three load_three(const double *p, const double *q) {
    three b = {load2(p, q), load2(p + 1, q + 1), load2(p + 2, q + 2)};
    return b;
}

INLINE void save_three(three v, double *p, double *q) {
    save2(v.x, p, q);
    save2(v.y, p + 1, q + 1);
    save2(v.z, p + 2, q + 2);
}

INLINE pivots pivots_of(const six *d) {
    pivots p;
    pair e = d->xx * d->yy - d->xy * d->xy;
    pair g = d->xx * d->yz - d->xy * d->xz;
    pair h = d->xx * d->zz - d->xz * d->xz;
    pair one = {1.0, 1.0};
    p.r0 = one / d->xx;
    pair e1 = one / e;
    pair f = e * h - g * g;
    p.r2 = (d->xx * e) / f;
    p.r1 = d->xx * e1;
    p.l10 = d->xy * p.r0;
    p.l20 = d->xz * p.r0;
    p.l21 = g * e1;
    return p;
}

INLINE pair_mask good(const pivots *p) {
    pair zero = {0.0, 0.0};
    pair huge = {1e300, 1e300};
    return (p->r0 > zero) & (p->r1 > zero) & (p->r2 > zero) & (p->r2 < huge);
}

INLINE column reduce(const pivots *p, three o) {
    column c;
    c.y0 = o.x;
    c.y1 = o.y - p->l10 * o.x;
    c.y2 = (o.z - p->l20 * o.x) - p->l21 * c.y1;
    c.z0 = p->r0 * c.y0;
    c.z1 = p->r1 * c.y1;
    c.z2 = p->r2 * c.y2;
    return c;
}

INLINE three finish(const pivots *p, const column *c) {
    three u;
    u.z = c->z2;
    u.y = c->z1 - p->l21 * u.z;
    u.x = (c->z0 - p->l20 * u.z) - p->l10 * u.y;
    return u;
}

INLINE pair minus(pair s, const column *a, const column *b) {
    return ((s - a->y0 * b->z0) - a->y1 * b->z1) - a->y2 * b->z2;
}

INLINE six minus_square(six s, const column c[3]) {
    six r = {minus(s.xx, &c[0], &c[0]), minus(s.xy, &c[0], &c[1]), minus(s.xz, &c[0], &c[2]),
             minus(s.yy, &c[1], &c[1]), minus(s.yz, &c[1], &c[2]), minus(s.zz, &c[2], &c[2])};
    return r;
}

INLINE pair minus_dot(pair s, three u, three b) {
    return (s - u.x * b.x) - (u.y * b.y + u.z * b.z);
}

INLINE three minus_transposed(three s, const three u[3], three b) {
    three r = {minus_dot(s.x, u[0], b), minus_dot(s.y, u[1], b), minus_dot(s.z, u[2], b)};
    return r;
}

INLINE three minus_product(three s, const three u[3], three b) {
    three r;
    r.x = (s.x - u[0].x * b.x) - (u[1].x * b.y + u[2].x * b.z);
    r.y = (s.y - u[0].y * b.x) - (u[1].y * b.y + u[2].y * b.z);
    r.z = (s.z - u[0].z * b.x) - (u[1].z * b.y + u[2].z * b.z);
    return r;
}

INLINE void put_columns(double *slot, const three u[3]) {
    put(slot, 0, u[0].x);
    put(slot, 1, u[0].y);
    put(slot, 2, u[0].z);
    put(slot, 3, u[1].x);
    put(slot, 4, u[1].y);
    put(slot, 5, u[1].z);
    put(slot, 6, u[2].x);
    put(slot, 7, u[2].y);
    put(slot, 8, u[2].z);
}

INLINE void get_columns(const double *slot, three u[3]) {
    u[0] = (three){get(slot, 0), get(slot, 1), get(slot, 2)};
    u[1] = (three){get(slot, 3), get(slot, 4), get(slot, 5)};
    u[2] = (three){get(slot, 6), get(slot, 7), get(slot, 8)};
}

// where a step finds what it adds to the front
typedef struct source {
    const double *d, *o1, *o2, *b;
} source;

INLINE void step(front *f, pivots *pv, source s, source t, double *slot0, double *slot1,
                 double *x0, double *x1, bool rhs) {
    pivots p = *pv;
    three o2[3] = {load_column(s.o2, t.o2, 0), load_column(s.o2, t.o2, 1),
                   load_column(s.o2, t.o2, 2)};
    // couplings to the next vertex, its diagonal, its pivots
    column c1[3] = {reduce(&p, f->o[0]), reduce(&p, f->o[1]), reduce(&p, f->o[2])};
    f->d = minus_square(f->next, c1);
    *pv = pivots_of(&f->d);

    // couplings to the vertex after it
    column c2[3] = {reduce(&p, o2[0]), reduce(&p, o2[1]), reduce(&p, o2[2])};
    for (int c = 0; c < 3; c++) {
        three o = load_column(s.o1, t.o1, c);
        f->o[c].x = minus(o.x, &c1[0], &c2[c]);
        f->o[c].y = minus(o.y, &c1[1], &c2[c]);
        f->o[c].z = minus(o.z, &c1[2], &c2[c]);
    }
    f->next = minus_square(load_diagonal(s.d, t.d), c2);

    three u1[3] = {finish(&p, &c1[0]), finish(&p, &c1[1]), finish(&p, &c1[2])};
    put_columns(slot0, u1);
    three u2[3] = {finish(&p, &c2[0]), finish(&p, &c2[1]), finish(&p, &c2[2])};
    put_columns(slot1, u2);
    put(slot0, 9, p.l10);
    put(slot0, 10, p.l20);
    put(slot0, 11, p.l21);
    put(slot1, 9, p.r0);
    put(slot1, 10, p.r1);
    put(slot1, 11, p.r2);

    if (rhs) {
        three b = f->b;
        f->b = minus_transposed(f->b_next, u1, b);
        f->b_next = minus_transposed(load_three(s.b, t.b), u2, b);
        column w = reduce(&p, b);
        save_three(finish(&p, &w), x0, x1);
    }
}

int sut_proto(double *block, int n, double *x, front *out, bool rhs);
INLINE int eliminate(double *block, int n, double *x, front *out, bool rhs) {
    static const double zeros[9] = {0};
    int m = band_pairs(n);
    double *slot0 = block;
    double *slot1 = band_slot(block, n - 1);
    double *x0 = x;
    double *x1 = x + 3 * ((ptrdiff_t)n - 1);
    front f;
    f.d = load_diagonal(slot0, slot1);
    f.next = load_diagonal(slot0 + 24, slot1 - 24);
    f.o[0] = load_column(slot0 + 6, slot1 - 24 + 6, 0);
    f.o[1] = load_column(slot0 + 6, slot1 - 24 + 6, 1);
    f.o[2] = load_column(slot0 + 6, slot1 - 24 + 6, 2);
    if (rhs) {
        f.b = load_three(x0, x1);
        f.b_next = load_three(x0 + 3, x1 - 3);
    }
    pivots p = pivots_of(&f.d);
    pair_mask ok = good(&p);
    for (int k = 0; k < m - 1; k++) {
        source s = {slot0 + 48, slot0 + 24 + 6, slot0 + 15, x0 + 6};
        source t = {slot1 - 48, slot1 - 48 + 6, slot1 - 48 + 15, x1 - 6};
        ok &= good(&p);
        step(&f, &p, s, t, slot0, slot1, x0, x1, rhs);
        slot0 += 24;
        slot1 -= 24;
        x0 += 3;
        x1 -= 3;
    }
    // last
    bool even = n % 2 == 0;
    source s = {even ? zeros : slot0 + 48, slot0 + 24 + 6, slot0 + 15, even ? zeros : x0 + 6};
    source t = {zeros, even ? zeros : slot1 - 48 + 6, slot1 - 48 + 15, zeros};
    ok &= good(&p);
    step(&f, &p, s, t, slot0, slot1, x0, x1, rhs);
    *out = f;
    return ok[0] && ok[1];
}
int sut_proto(double *block, int n, double *x, front *out, bool rhs) {
    if (rhs) return eliminate(block, n, x, out, true);
    return eliminate(block, n, x, out, false);
}
void sut_proto_back(const double *block, int n, double *x, three v, three v2);
void sut_proto_back(const double *block, int n, double *x, three v, three v2) {
    int m = band_pairs(n);
    const double *slot0 = band_row(block, m - 1);
    const double *slot1 = band_row(block, n - m);
    double *x0 = x + 3 * ((ptrdiff_t)m - 1);
    double *x1 = x + 3 * ((ptrdiff_t)n - m);
    for (int k = 0; k < m; k++) {
        three u1[3], u2[3];
        get_columns(slot0, u1);
        get_columns(slot1, u2);
        three w = load_three(x0, x1);
        w = minus_product(minus_product(w, u2, v2), u1, v);
        save_three(w, x0, x1);
        v2 = v;
        v = w;
        slot0 -= 24;
        slot1 += 24;
        x0 -= 3;
        x1 += 3;
    }
}
