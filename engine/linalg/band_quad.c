// SPDX-License-Identifier: MIT
// band_quad.c -- the band solver with vectors of four (AVX2, chosen at run time): low half for the
// coupling to the next vertex, high half for the one after next, each half with the two chains.
//
//     [O1 O1' | O2 O2']  ->  Y, Z, U in one go; the diagonals of the next two likewise: Y^T Z
//
// The coupling of these two to each other is Y1^T Z2. With the halves of Z exchanged, a product of
// columns a and b gives  Y1a Z2b | Y2a Z1b: entry (a, b) and, since Z is a diagonal matrix times Y,
// entry (b, a) at once. The other versions follow the same roles below the diagonal, for the sake
// of the same bits.
#include "linalg/band_lanes.h"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

typedef double quad __attribute__((vector_size(32)));
typedef double quad_memory __attribute__((vector_size(32), may_alias));

LANES_INLINE void put4(double *p, quad v) {
    *(quad_memory *)(void *)p = v;
}

LANES_INLINE pair low(quad a) {
    return (pair)_mm256_castpd256_pd128((__m256d)a);
}

LANES_INLINE pair high(quad a) {
    return (pair)_mm256_extractf128_pd((__m256d)a, 1);
}

// a | b
LANES_INLINE quad join(pair a, pair b) {
    return (quad)_mm256_insertf128_pd(_mm256_castpd128_pd256((__m128d)a), (__m128d)b, 1);
}

LANES_INLINE quad get4(const double *p) {
    return (quad)_mm256_loadu_pd(p);
}

// a half of a | a half of b
LANES_INLINE quad low_low(quad a, quad b) {
    return (quad)_mm256_permute2f128_pd((__m256d)a, (__m256d)b, 0x20);
}

LANES_INLINE quad low_high(quad a, quad b) {
    return (quad)_mm256_blend_pd((__m256d)a, (__m256d)b, 0xc);
}

LANES_INLINE quad high_low(quad a, quad b) {
    return (quad)_mm256_permute2f128_pd((__m256d)a, (__m256d)b, 0x21);
}

LANES_INLINE quad high_high(quad a, quad b) {
    return (quad)_mm256_permute2f128_pd((__m256d)a, (__m256d)b, 0x31);
}

// even, or odd, elements of both: a0 b0 | a2 b2, a1 b1 | a3 b3
LANES_INLINE quad evens(quad a, quad b) {
    return (quad)_mm256_unpacklo_pd((__m256d)a, (__m256d)b);
}

LANES_INLINE quad odds(quad a, quad b) {
    return (quad)_mm256_unpackhi_pd((__m256d)a, (__m256d)b);
}

LANES_INLINE pair any2(const double *p) {
    return (pair)_mm_loadu_pd(p);
}

LANES_INLINE quad wide(pair a) {
    return (quad)_mm256_castpd128_pd256((__m128d)a);
}

LANES_INLINE quad exchanged(quad a) {
    return (quad)_mm256_permute2f128_pd((__m256d)a, (__m256d)a, 1);
}

typedef struct six {
    quad xx, xy, xz, yy, yz, zz;
} six;

typedef struct pivots4 {
    quad l10, l20, l21, r0, r1, r2;
} pivots4;

// a column of Y and of Z
typedef struct column {
    quad y0, y1, y2, z0, z1, z2;
} column;

typedef struct front {
    six d; // diagonal of the vertex in turn | of the next
    six o; // their coupling: xx |, xy | yx, xz | zx, yy |, yz | zy, zz |
} front;

// two diagonals from memory
LANES_INLINE six diagonals(const double *p, const double *q, const double *u, const double *v) {
    six d = {join(load2(p, q), load2(u, v)),
             join(load2(p + 1, q + 1), load2(u + 1, v + 1)),
             join(load2(p + 2, q + 2), load2(u + 2, v + 2)),
             join(load2(p + 3, q + 3), load2(u + 3, v + 3)),
             join(load2(p + 4, q + 4), load2(u + 4, v + 4)),
             join(load2(p + 5, q + 5), load2(u + 5, v + 5))};
    return d;
}

// high halves of d | a diagonal from memory
LANES_INLINE six shifted(six d, const double *p, const double *q) {
    quad p0 = get4(p);
    quad q0 = get4(q);
    quad xx_xz = evens(p0, q0);
    quad xy_yy = odds(p0, q0);
    quad p4 = wide(any2(p + 4));
    quad q4 = wide(any2(q + 4));
    six r = {high_low(d.xx, xx_xz),  high_low(d.xy, xy_yy),         high_high(d.xz, xx_xz),
             high_high(d.yy, xy_yy), high_low(d.yz, evens(p4, q4)), high_low(d.zz, odds(p4, q4))};
    return r;
}

// The nine entries of a block, by rows at p and transposed at q, two by two. Loads are the scarce
// resource of this loop: six of them here instead of eighteen.
typedef struct nine {
    quad xx_;   // xx |
    quad xy_yx; // xy | yx
    quad _xz;   //    | xz
    quad yy_;   // yy |
    quad yz_zy; // yz | zy
    quad _zx;   //    | zx
    quad zz_;   // zz |
} nine;

LANES_INLINE nine load_nine(const double *p, const double *q) {
    quad p0 = get4(p);
    quad q0 = get4(q);
    quad p4 = get4(p + 4);
    quad q4 = get4(q + 4);
    nine m;
    m.xx_ = evens(p0, q0);
    m.xy_yx = odds(p0, exchanged(q0));
    m._xz = evens(p0, q4);
    m.yy_ = evens(p4, q4);
    m.yz_zy = odds(p4, exchanged(q4));
    m._zx = evens(p4, q0);
    m.zz_ = wide(load2(p + 8, q + 8));
    return m;
}

// in the order of front.o
LANES_INLINE six coupling(const double *p, const double *q) {
    nine m = load_nine(p, q);
    six o = {m.xx_, m.xy_yx, high_high(m._xz, m._zx), m.yy_, m.yz_zy, m.zz_};
    return o;
}

LANES_INLINE pivots pivots_of(const six *d) {
    pair one = {1.0, 1.0};
    pair xx = low(d->xx);
    pair xy = low(d->xy);
    pair xz = low(d->xz);
    pair e = xx * low(d->yy) - xy * xy;
    pair g = xx * low(d->yz) - xy * xz;
    pair h = xx * low(d->zz) - xz * xz;
    pair f = e * h - g * g;
    pair e1 = one / e;
    pivots p;
    p.r0 = one / xx;
    p.r1 = xx * e1;
    p.r2 = (xx * e) / f;
    p.l10 = xy * p.r0;
    p.l20 = xz * p.r0;
    p.l21 = g * e1;
    return p;
}

LANES_INLINE column reduce(const pivots4 *p, quad x, quad y, quad z) {
    column c;
    c.y0 = x;
    c.y1 = y - p->l10 * x;
    c.y2 = (z - p->l20 * x) - p->l21 * c.y1;
    c.z0 = p->r0 * c.y0;
    c.z1 = p->r1 * c.y1;
    c.z2 = p->r2 * c.y2;
    return c;
}

LANES_INLINE column exchange_z(column c) {
    c.z0 = exchanged(c.z0);
    c.z1 = exchanged(c.z1);
    c.z2 = exchanged(c.z2);
    return c;
}

// columns of U1 and U2 into the block
LANES_INLINE void finish(const pivots4 *p, const column *c, double *to) {
    quad u1 = c->z1 - p->l21 * c->z2;
    put4(to, (c->z0 - p->l20 * c->z2) - p->l10 * u1);
    put4(to + 4, u1);
    put4(to + 8, c->z2);
}

LANES_INLINE quad minus(quad s, const column *y, const column *z) {
    return ((s - y->y0 * z->z0) - y->y1 * z->z1) - y->y2 * z->z2;
}

LANES_INLINE pivots step(front *f, const pivots *now, lane_source s, double *slot0, double *slot1) {
    pivots p = *now;
    pivots4 p4 = {join(p.l10, p.l10), join(p.l20, p.l20), join(p.l21, p.l21),
                  join(p.r0, p.r0),   join(p.r1, p.r1),   join(p.r2, p.r2)};
    nine m = load_nine(s.o2p, s.o2q);
    const six *o = &f->o;
    column a =
        reduce(&p4, low_low(o->xx, m.xx_), high_high(o->xy, m.xy_yx), high_high(o->xz, m._zx));
    column b =
        reduce(&p4, low_low(o->xy, m.xy_yx), low_low(o->yy, m.yy_), high_high(o->yz, m.yz_zy));
    column c = reduce(&p4, low_high(o->xz, m._xz), low_low(o->yz, m.yz_zy), low_low(o->zz, m.zz_));

    // the next two diagonals, and the pivots of the first
    six d = shifted(f->d, s.dp, s.dq);
    f->d = (six){minus(d.xx, &a, &a), minus(d.xy, &a, &b), minus(d.xz, &a, &c),
                 minus(d.yy, &b, &b), minus(d.yz, &b, &c), minus(d.zz, &c, &c)};
    pivots next = pivots_of(&f->d);

    // their coupling
    column az = exchange_z(a);
    column bz = exchange_z(b);
    column cz = exchange_z(c);
    d = coupling(s.o1p, s.o1q);
    f->o = (six){minus(d.xx, &a, &az), minus(d.xy, &a, &bz), minus(d.xz, &a, &cz),
                 minus(d.yy, &b, &bz), minus(d.yz, &b, &cz), minus(d.zz, &c, &cz)};

    // everything of this pair has been read: the factor goes over it
    finish(&p4, &a, slot0);
    finish(&p4, &b, slot0 + 12);
    finish(&p4, &c, slot1);
    put_pivots(slot1, &p);
    return next;
}

LANES_INLINE void save_halves(quad v, double *p, double *q, double *u, double *w) {
    save2(low(v), p, q);
    save2(high(v), u, w);
}

LANES_INLINE void save_front(const front *f, band_front *to) {
    const quad d[6] = {f->d.xx, f->d.xy, f->d.xz, f->d.yy, f->d.yz, f->d.zz};
    for (int i = 0; i < 6; i++) {
        save_halves(d[i], &to->d[0][i], &to->d[1][i], &to->next[0][i], &to->next[1][i]);
    }
    double *p = to->o[0];
    double *q = to->o[1];
    save2(low(f->o.xx), p, q);
    save2(low(f->o.yy), p + 4, q + 4);
    save2(low(f->o.zz), p + 8, q + 8);
    save_halves(f->o.xy, p + 1, q + 1, p + 3, q + 3);
    save_halves(f->o.xz, p + 2, q + 2, p + 6, q + 6);
    save_halves(f->o.yz, p + 5, q + 5, p + 7, q + 7);
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
    f.d = diagonals(slot0, slot1, slot0 + SUT_BAND_BLOCK, below);
    f.o = coupling(slot0 + SUT_BAND_O1, below + SUT_BAND_O1);
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

static bool quad_eliminate(double *block, int n, double *x, const sut_band_filler *s, band_front *f,
                           band_tail *t) {
    if (s) {
        return eliminate(block, n, x, s, f, t);
    }
    return x ? eliminate(block, n, x, NULL, f, t) : eliminate(block, n, NULL, NULL, f, t);
}

//---- two right sides -----------------------------------------------------------------------------
// x in the low halves, y in the high ones, as the two lanes of the one have it; both cost as much
// as one.

typedef struct three4 {
    quad x, y, z;
} three4;

LANES_INLINE quad twice(const double *p) {
    return (quad)_mm256_broadcast_pd((const __m128d *)(const void *)p);
}

LANES_INLINE three4 join_threes(three a, three b) {
    three4 r = {join(a.x, b.x), join(a.y, b.y), join(a.z, b.z)};
    return r;
}

LANES_INLINE three low_three(three4 a) {
    three r = {low(a.x), low(a.y), low(a.z)};
    return r;
}

LANES_INLINE three high_three(three4 a) {
    three r = {high(a.x), high(a.y), high(a.z)};
    return r;
}

LANES_INLINE three4 apply_inverse4(const double *slot1, three4 b) {
    const double *at = slot1 + BAND_PIVOTS_PAIR;
    quad l10 = twice(at);
    quad l20 = twice(at + 2);
    quad l21 = twice(at + 4);
    quad y1 = b.y - l10 * b.x;
    quad y2 = (b.z - l20 * b.x) - l21 * y1;
    three4 w;
    w.z = twice(at + 10) * y2;
    w.y = twice(at + 8) * y1 - l21 * w.z;
    w.x = (twice(at + 6) * b.x - l20 * w.z) - l10 * w.y;
    return w;
}

LANES_INLINE quad minus_column4(quad s, const double *u, three4 b) {
    return (s - twice(u) * b.x) - (twice(u + 4) * b.y + twice(u + 8) * b.z);
}

LANES_INLINE three4 minus_transposed4(three4 s, const double *u0, const double *u2, three4 b) {
    three4 r = {minus_column4(s.x, u0, b), minus_column4(s.y, u0 + 12, b),
                minus_column4(s.z, u2, b)};
    return r;
}

LANES_INLINE three4 minus_block4(three4 s, const double *u0, const double *u2, three4 x) {
    three4 r;
    r.x = (s.x - twice(u0) * x.x) - (twice(u0 + 12) * x.y + twice(u2) * x.z);
    r.y = (s.y - twice(u0 + 4) * x.x) - (twice(u0 + 16) * x.y + twice(u2 + 4) * x.z);
    r.z = (s.z - twice(u0 + 8) * x.x) - (twice(u0 + 20) * x.y + twice(u2 + 8) * x.z);
    return r;
}

// place k of both chains, of both right sides
LANES_INLINE three4 load_both(const double *x, const double *y, int n, ptrdiff_t k) {
    ptrdiff_t p = 3 * k;
    ptrdiff_t q = 3 * ((ptrdiff_t)n - 1 - k);
    return join_threes(load_three(x + p, x + q), load_three(y + p, y + q));
}

LANES_INLINE void save_both(three4 v, double *x, double *y, int n, ptrdiff_t k) {
    ptrdiff_t p = 3 * k;
    ptrdiff_t q = 3 * ((ptrdiff_t)n - 1 - k);
    save_three(low_three(v), x + p, x + q);
    save_three(high_three(v), y + p, y + q);
}

// As rider_last: the vertex in the middle belongs to lane 0.
LANES_INLINE three4 last_both(const double *x, const double *y, int n, ptrdiff_t k) {
    three4 none = {{0.0}, {0.0}, {0.0}};
    static const double zero[3] = {0.0, 0.0, 0.0};
    ptrdiff_t p = 3 * k;
    return n % 2 != 0 ? join_threes(load_three(x + p, zero), load_three(y + p, zero)) : none;
}

static void forward_both(const double *block, int n, double *x, band_tail *t, double *y,
                         band_tail *u) {
    int m = band_pairs(n);
    const double *slot0 = block;
    const double *slot1 = block + ((ptrdiff_t)n - 1) * SUT_BAND_BLOCK;
    three4 b = load_both(x, y, n, 0);
    three4 next = load_both(x, y, n, 1);
    for (ptrdiff_t k = 0; k < m; k++) {
        three4 fresh = k < m - 1 ? load_both(x, y, n, k + 2) : last_both(x, y, n, k + 2);
        three4 after = minus_transposed4(next, slot0, slot1, b);
        next = minus_transposed4(fresh, slot0 + 2, slot1 + 2, b);
        save_both(apply_inverse4(slot1, b), x, y, n, k);
        b = after;
        slot0 += SUT_BAND_BLOCK;
        slot1 -= SUT_BAND_BLOCK;
    }
    save_tail(low_three(b), low_three(next), t);
    save_tail(high_three(b), high_three(next), u);
}

static void backward_both(const double *block, int n, double *x, double *y) {
    int m = band_pairs(n);
    const double *last = block + ((ptrdiff_t)n - 1) * SUT_BAND_BLOCK;
    three4 next = load_both(x, y, n, m);
    three4 after = load_both(x, y, n, (ptrdiff_t)m + 1);
    for (ptrdiff_t k = m - 1; k >= 0; k--) {
        const double *slot0 = block + k * SUT_BAND_BLOCK;
        const double *slot1 = last - k * SUT_BAND_BLOCK;
        lanes_fetch_back(slot0, slot1, k);
        three4 w = minus_block4(load_both(x, y, n, k), slot0 + 2, slot1 + 2, after);
        w = minus_block4(w, slot0, slot1, next);
        save_both(w, x, y, n, k);
        after = next;
        next = w;
    }
}

static void quad_forward(const double *block, int n, double *x, band_tail *t, double *y,
                         band_tail *u) {
    if (y) {
        forward_both(block, n, x, t, y, u);
    } else {
        lanes_forward(block, n, x, t, NULL, NULL);
    }
}

static void quad_backward(const double *block, int n, double *x, double *y) {
    if (y) {
        backward_both(block, n, x, y);
    } else {
        lanes_backward(block, n, x, NULL);
    }
}

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

const sut_band_kernel *sut_band_kernel_quad(void) {
    static const sut_band_kernel kernel = {"quad", quad_eliminate, quad_forward, quad_backward};
    return __builtin_cpu_supports("avx2") ? &kernel : NULL;
}

#else

const sut_band_kernel *sut_band_kernel_quad(void) {
    return NULL;
}

#endif
