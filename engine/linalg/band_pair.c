// SPDX-License-Identifier: MIT
// band_pair.c -- the band solver with the two chains in the two lanes of a 128-bit vector, which
// every x86-64 has.
//
// Order inside a step: the next pivots need the next diagonal, which needs O1 only. They are begun
// before the work with O2, the stores and the right side, so that their long chain of dependent
// operations and divisions runs in the shadow of these.
#include "linalg/band_lanes.h"

typedef struct six {
    pair xx, xy, xz, yy, yz, zz;
} six;

// a column of Y and of Z
typedef struct column {
    pair y0, y1, y2, z0, z1, z2;
} column;

// the vertex in turn: its diagonal, that of the next, the columns of the coupling between them
typedef struct front {
    six d, next;
    three a, b, c;
} front;

LANES_INLINE six load_six(const double *p, const double *q) {
    six d = {load2(p, q),         load2(p + 1, q + 1), load2(p + 2, q + 2),
             load2(p + 3, q + 3), load2(p + 4, q + 4), load2(p + 5, q + 5)};
    return d;
}

LANES_INLINE void save_six(six d, double *p, double *q) {
    save2(d.xx, p, q);
    save2(d.xy, p + 1, q + 1);
    save2(d.xz, p + 2, q + 2);
    save2(d.yy, p + 3, q + 3);
    save2(d.yz, p + 4, q + 4);
    save2(d.zz, p + 5, q + 5);
}

// column c of the block by rows at p, and of the transposed block at q
LANES_INLINE three load_column(const double *p, const double *q, int c) {
    three o = {load2(p + c, q + 3 * c), load2(p + 3 + c, q + 3 * c + 1),
               load2(p + 6 + c, q + 3 * c + 2)};
    return o;
}

LANES_INLINE pivots pivots_of(const six *d) {
    pair one = {1.0, 1.0};
    pair e = d->xx * d->yy - d->xy * d->xy;
    pair g = d->xx * d->yz - d->xy * d->xz;
    pair h = d->xx * d->zz - d->xz * d->xz;
    pair f = e * h - g * g;
    pair e1 = one / e;
    pivots p;
    p.r0 = one / d->xx;
    p.r1 = d->xx * e1;
    p.r2 = (d->xx * e) / f;
    p.l10 = d->xy * p.r0;
    p.l20 = d->xz * p.r0;
    p.l21 = g * e1;
    return p;
}

LANES_INLINE column reduce(const pivots *p, three o) {
    column c;
    c.y0 = o.x;
    c.y1 = o.y - p->l10 * o.x;
    c.y2 = (o.z - p->l20 * o.x) - p->l21 * c.y1;
    c.z0 = p->r0 * c.y0;
    c.z1 = p->r1 * c.y1;
    c.z2 = p->r2 * c.y2;
    return c;
}

// column of U into the block (stride of rows: 4)
LANES_INLINE void finish(const pivots *p, const column *c, double *to) {
    pair u1 = c->z1 - p->l21 * c->z2;
    put2(to, (c->z0 - p->l20 * c->z2) - p->l10 * u1);
    put2(to + 4, u1);
    put2(to + 8, c->z2);
}

LANES_INLINE pair minus(pair s, const column *y, const column *z) {
    return ((s - y->y0 * z->z0) - y->y1 * z->z1) - y->y2 * z->z2;
}

LANES_INLINE six minus_square(six s, const column *a, const column *b, const column *c) {
    six r = {minus(s.xx, a, a), minus(s.xy, a, b), minus(s.xz, a, c),
             minus(s.yy, b, b), minus(s.yz, b, c), minus(s.zz, c, c)};
    return r;
}

LANES_INLINE pivots step(front *f, const pivots *now, lane_source s, double *slot0, double *slot1) {
    pivots p = *now;
    six fresh = load_six(s.dp, s.dq);
    three o2a = load_column(s.o2p, s.o2q, 0);
    three o2b = load_column(s.o2p, s.o2q, 1);
    three o2c = load_column(s.o2p, s.o2q, 2);

    // the next diagonal and its pivots
    column a = reduce(&p, f->a);
    column b = reduce(&p, f->b);
    column c = reduce(&p, f->c);
    f->d = minus_square(f->next, &a, &b, &c);
    pivots next = pivots_of(&f->d);

    // coupling of the next; below its diagonal with the roles of Y and Z changed, see band_quad.c
    column d = reduce(&p, o2a);
    column e = reduce(&p, o2b);
    column g = reduce(&p, o2c);
    f->a = load_column(s.o1p, s.o1q, 0);
    f->b = load_column(s.o1p, s.o1q, 1);
    f->c = load_column(s.o1p, s.o1q, 2);
    f->a = (three){minus(f->a.x, &a, &d), minus(f->a.y, &d, &b), minus(f->a.z, &d, &c)};
    f->b = (three){minus(f->b.x, &a, &e), minus(f->b.y, &b, &e), minus(f->b.z, &e, &c)};
    f->c = (three){minus(f->c.x, &a, &g), minus(f->c.y, &b, &g), minus(f->c.z, &c, &g)};
    f->next = minus_square(fresh, &d, &e, &g);

    // everything of this pair has been read: the factor goes over it
    finish(&p, &a, slot0);
    finish(&p, &b, slot0 + 12);
    finish(&p, &c, slot1);
    finish(&p, &d, slot0 + 2);
    finish(&p, &e, slot0 + 14);
    finish(&p, &g, slot1 + 2);
    put_pivots(slot1, &p);
    return next;
}

LANES_INLINE void save_front(const front *f, band_front *to) {
    save_six(f->d, to->d[0], to->d[1]);
    save_six(f->next, to->next[0], to->next[1]);
    double *p = to->o[0];
    double *q = to->o[1];
    three row0 = {f->a.x, f->b.x, f->c.x};
    three row1 = {f->a.y, f->b.y, f->c.y};
    three row2 = {f->a.z, f->b.z, f->c.z};
    save_three(row0, p, q);
    save_three(row1, p + 3, q + 3);
    save_three(row2, p + 6, q + 6);
}

// Rows from both ends at once: pivots, the step to the next row, and with it the right side if
// there is one.
LANES_INLINE bool eliminate(double *block, int n, double *x, const sut_band_filler *s,
                            band_front *out, band_tail *t) {
    int m = band_pairs(n);
    double *slot0 = block;
    double *slot1 = block + ((ptrdiff_t)n - 1) * SUT_BAND_BLOCK;
    const double *below = slot1 - SUT_BAND_BLOCK;
    int stop = band_supply(s, n, 0);
    front f;
    f.d = load_six(slot0, slot1);
    f.next = load_six(slot0 + SUT_BAND_BLOCK, below);
    f.a = load_column(slot0 + SUT_BAND_O1, below + SUT_BAND_O1, 0);
    f.b = load_column(slot0 + SUT_BAND_O1, below + SUT_BAND_O1, 1);
    f.c = load_column(slot0 + SUT_BAND_O1, below + SUT_BAND_O1, 2);
    rider r = rider_start(x ? x : block, n);

    pivots p = pivots_of(&f.d);
    pair_mask good = pivots_good(&p);
    for (int k = 0; k < m - 1; k++) {
        if (s && k == stop) {
            stop = band_supply(s, n, k);
        }
        if (s && stop < m - 1) {
            band_fetch_ahead(s, block, n, k);
        }
        pivots next = step(&f, &p, source_of(slot0, slot1), slot0, slot1);
        if (x) {
            rider_forward(&r, slot0, slot1, &p, load_three(r.p + 6, r.q - 6));
        }
        p = next;
        good &= pivots_good(&p);
        slot0 += SUT_BAND_BLOCK;
        slot1 -= SUT_BAND_BLOCK;
    }
    bool odd = n % 2 != 0;
    step(&f, &p, source_last(slot0, slot1, odd), slot0, slot1);
    save_front(&f, out);
    if (x) {
        rider_forward(&r, slot0, slot1, &p, rider_last(&r, odd));
        save_tail(r.b, r.next, t);
    }
    return good[0] != 0 && good[1] != 0;
}

static bool pair_eliminate(double *block, int n, double *x, const sut_band_filler *s, band_front *f,
                           band_tail *t) {
    if (s) {
        return eliminate(block, n, x, s, f, t);
    }
    return x ? eliminate(block, n, x, NULL, f, t) : eliminate(block, n, NULL, NULL, f, t);
}

static void pair_forward(const double *block, int n, double *x, band_tail *t, double *y,
                         band_tail *u) {
    if (y) {
        lanes_forward(block, n, x, t, y, u);
    } else {
        lanes_forward(block, n, x, t, NULL, NULL);
    }
}

static void pair_backward(const double *block, int n, double *x, double *y) {
    if (y) {
        lanes_backward(block, n, x, y);
    } else {
        lanes_backward(block, n, x, NULL);
    }
}

const sut_band_kernel sut_band_kernel_pair = {"pair", pair_eliminate, pair_forward, pair_backward};
