// SPDX-License-Identifier: MIT
// band_lanes.h -- vectors of two lanes for the band solver, and the substitutions made of them.
// Lane 0 is the chain from vertex 0 upwards, lane 1 the one from vertex n-1 downwards.
//
// Included by each vector version, so that each compiles it for its own instruction set. It uses
// the vector extension of GCC and clang only; where there are no such registers the compiler makes
// scalar code of it, with the same bits.
#ifndef SUT_LINALG_BAND_LANES_H
#define SUT_LINALG_BAND_LANES_H

#include "linalg/band_kernel.h"

#define LANES_INLINE static inline __attribute__((always_inline))

typedef double pair __attribute__((vector_size(16)));
typedef double pair_memory __attribute__((vector_size(16), may_alias));
typedef long long pair_mask __attribute__((vector_size(16)));

// three components of a vertex, in both lanes
typedef struct three {
    pair x, y, z;
} three;

typedef struct pivots {
    pair l10, l20, l21, r0, r1, r2;
} pivots;

// clang (seen in 14) for WebAssembly makes one instruction of "load a value and put it into both
// lanes" and moves it behind stores to the same place, although its own intermediate code has them
// in the right order: here a pair is read before its factor is written over it. A value that passes
// through an empty statement is loaded by itself, where it stands. Nothing else needs it.
#if defined(__wasm_simd128__)
#define LANES_LOADED(v) __asm__ volatile("" : "+r"(v))
#else
#define LANES_LOADED(v) ((void)0)
#endif

LANES_INLINE pair load2(const double *p, const double *q) {
    double a = *p;
    double b = *q;
    LANES_LOADED(a);
    LANES_LOADED(b);
    return (pair){a, b};
}

LANES_INLINE void save2(pair v, double *p, double *q) {
    *p = v[0];
    *q = v[1];
}

LANES_INLINE pair get2(const double *p) {
    return *(const pair_memory *)(const void *)p;
}

LANES_INLINE void put2(double *p, pair v) {
    *(pair_memory *)(void *)p = v;
}

LANES_INLINE three load_three(const double *p, const double *q) {
    three b = {load2(p, q), load2(p + 1, q + 1), load2(p + 2, q + 2)};
    return b;
}

LANES_INLINE void save_three(three v, double *p, double *q) {
    save2(v.x, p, q);
    save2(v.y, p + 1, q + 1);
    save2(v.z, p + 2, q + 2);
}

LANES_INLINE void save_tail(three b, three next, band_tail *t) {
    save_three(b, t->b[0], t->b[1]);
    save_three(next, t->next[0], t->next[1]);
}

LANES_INLINE pair_mask pivots_good(const pivots *p) {
    pair zero = {0.0, 0.0};
    pair inf = {(double)INFINITY, (double)INFINITY};
    return (p->r0 > zero) & (p->r1 > zero) & (p->r2 > zero) & (p->r2 < inf);
}

LANES_INLINE void put_pivots(double *slot1, const pivots *p) {
    double *to = slot1 + BAND_PIVOTS_PAIR;
    put2(to, p->l10);
    put2(to + 2, p->l20);
    put2(to + 4, p->l21);
    put2(to + 6, p->r0);
    put2(to + 8, p->r1);
    put2(to + 10, p->r2);
}

LANES_INLINE pivots get_pivots(const double *slot1) {
    const double *at = slot1 + BAND_PIVOTS_PAIR;
    pivots p = {get2(at), get2(at + 2), get2(at + 4), get2(at + 6), get2(at + 8), get2(at + 10)};
    return p;
}

// D^-1 b
LANES_INLINE three apply_inverse(const pivots *p, three b) {
    pair y1 = b.y - p->l10 * b.x;
    pair y2 = (b.z - p->l20 * b.x) - p->l21 * y1;
    three w;
    w.z = p->r2 * y2;
    w.y = p->r1 * y1 - p->l21 * w.z;
    w.x = (p->r0 * b.x - p->l20 * w.z) - p->l10 * w.y;
    return w;
}

// s minus the product of b with the column of U at u (stride of rows: 4)
LANES_INLINE pair minus_column(pair s, const double *u, three b) {
    return (s - get2(u) * b.x) - (get2(u + 4) * b.y + get2(u + 8) * b.z);
}

// s - U^T b
LANES_INLINE three minus_transposed(three s, const double *u0, const double *u2, three b) {
    three r = {minus_column(s.x, u0, b), minus_column(s.y, u0 + 12, b), minus_column(s.z, u2, b)};
    return r;
}

// s - U x
LANES_INLINE three minus_block(three s, const double *u0, const double *u2, three x) {
    three r;
    r.x = (s.x - get2(u0) * x.x) - (get2(u0 + 12) * x.y + get2(u2) * x.z);
    r.y = (s.y - get2(u0 + 4) * x.x) - (get2(u0 + 16) * x.y + get2(u2 + 4) * x.z);
    r.z = (s.z - get2(u0 + 8) * x.x) - (get2(u0 + 20) * x.y + get2(u2 + 8) * x.z);
    return r;
}

// one right side on its way: the vertex in turn and the next, and where they lie
typedef struct rider {
    three b, next;
    double *p, *q;
} rider;

LANES_INLINE rider rider_start(double *x, int n) {
    rider r;
    r.p = x;
    r.q = x + 3 * ((ptrdiff_t)n - 1);
    r.b = load_three(r.p, r.q);
    r.next = load_three(r.p + 3, r.q - 3);
    return r;
}

LANES_INLINE void rider_forward(rider *r, const double *slot0, const double *slot1, const pivots *p,
                                three fresh) {
    three b = r->b;
    r->b = minus_transposed(r->next, slot0, slot1, b);
    r->next = minus_transposed(fresh, slot0 + 2, slot1 + 2, b);
    save_three(apply_inverse(p, b), r->p, r->q);
    r->p += 3;
    r->q -= 3;
}

// What the last pair adds to its front: for odd n the vertex in the middle, which belongs to lane 0
// and must not be counted twice; for even n nothing, since each lane already has the other's.
LANES_INLINE three rider_last(const rider *r, bool odd) {
    three none = {{0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}};
    static const double zero[3] = {0.0, 0.0, 0.0};
    return odd ? load_three(r->p + 6, zero) : none;
}

LANES_INLINE void lanes_forward(const double *block, int n, double *x, band_tail *t, double *y,
                                band_tail *u) {
    int m = band_pairs(n);
    const double *slot0 = block;
    const double *slot1 = block + ((ptrdiff_t)n - 1) * SUT_BAND_BLOCK;
    rider a = rider_start(x, n);
    rider b = y ? rider_start(y, n) : a;
    for (int k = 0; k < m; k++) {
        bool last = k == m - 1;
        pivots p = get_pivots(slot1);
        three fresh = last ? rider_last(&a, n % 2 != 0) : load_three(a.p + 6, a.q - 6);
        rider_forward(&a, slot0, slot1, &p, fresh);
        if (y) {
            fresh = last ? rider_last(&b, n % 2 != 0) : load_three(b.p + 6, b.q - 6);
            rider_forward(&b, slot0, slot1, &p, fresh);
        }
        slot0 += SUT_BAND_BLOCK;
        slot1 -= SUT_BAND_BLOCK;
    }
    save_tail(a.b, a.next, t);
    if (u) {
        save_tail(b.b, b.next, u);
    }
}

// back again: b is now x(next), next is x(after next)
LANES_INLINE rider rider_turn(double *x, int n, int m) {
    rider r;
    r.p = x;
    r.q = x + 3 * ((ptrdiff_t)n - 1);
    r.b = load_three(r.p + 3 * (ptrdiff_t)m, r.q - 3 * (ptrdiff_t)m);
    r.next = load_three(r.p + 3 * ((ptrdiff_t)m + 1), r.q - 3 * ((ptrdiff_t)m + 1));
    return r;
}

LANES_INLINE void rider_backward(rider *r, const double *slot0, const double *slot1, ptrdiff_t k) {
    double *p = r->p + 3 * k;
    double *q = r->q - 3 * k;
    three w = load_three(p, q);
    w = minus_block(w, slot0 + 2, slot1 + 2, r->next);
    w = minus_block(w, slot0, slot1, r->b);
    save_three(w, p, q);
    r->next = r->b;
    r->b = w;
}

// The way back is short of memory, not of arithmetic.
enum { LANES_AHEAD = 12 };

LANES_INLINE void lanes_fetch_back(const double *slot0, const double *slot1, ptrdiff_t k) {
    if (k >= LANES_AHEAD) {
        const double *p = slot0 - (ptrdiff_t)LANES_AHEAD * SUT_BAND_BLOCK;
        const double *q = slot1 + (ptrdiff_t)LANES_AHEAD * SUT_BAND_BLOCK;
        __builtin_prefetch(p);
        __builtin_prefetch(p + SUT_BAND_LINE);
        __builtin_prefetch(p + 2 * (ptrdiff_t)SUT_BAND_LINE);
        __builtin_prefetch(q);
        __builtin_prefetch(q + SUT_BAND_LINE); // the pivots behind are not read
    }
}

LANES_INLINE void lanes_backward(const double *block, int n, double *x, double *y) {
    int m = band_pairs(n);
    const double *last = block + ((ptrdiff_t)n - 1) * SUT_BAND_BLOCK;
    rider a = rider_turn(x, n, m);
    rider b = y ? rider_turn(y, n, m) : a;
    for (ptrdiff_t k = m - 1; k >= 0; k--) {
        const double *slot0 = block + k * SUT_BAND_BLOCK;
        const double *slot1 = last - k * SUT_BAND_BLOCK;
        lanes_fetch_back(slot0, slot1, k);
        rider_backward(&a, slot0, slot1, k);
        if (y) {
            rider_backward(&b, slot0, slot1, k);
        }
    }
}

//---- the matrix, as both lanes meet it -----------------------------------------------------------

// Where lane 0 (p) and lane 1 (q) find what pair k adds to the front: the coupling of the vertex in
// turn to the one after next, that of the next to it, and its diagonal.
typedef struct lane_source {
    const double *o2p, *o2q, *o1p, *o1q, *dp, *dq;
} lane_source;

// slot1 is the block of lane 1's vertex; its couplings lie in the blocks below, transposed
LANES_INLINE lane_source source_of(const double *slot0, const double *slot1) {
    const double *after = slot1 - 2 * (ptrdiff_t)SUT_BAND_BLOCK;
    lane_source s;
    s.o2p = slot0 + SUT_BAND_O2;
    s.o2q = after + SUT_BAND_O2;
    s.o1p = slot0 + SUT_BAND_BLOCK + SUT_BAND_O1;
    s.o1q = after + SUT_BAND_O1;
    s.dp = slot0 + 2 * (ptrdiff_t)SUT_BAND_BLOCK + SUT_BAND_D;
    s.dq = after + SUT_BAND_D;
    return s;
}

// The last pair: what both lanes would add is left to lane 0, what one of them has already is left
// out, so that the sum of the two fronts is right (see rider_last).
LANES_INLINE lane_source source_last(const double *slot0, const double *slot1, bool odd) {
    static const double zero[9] = {0.0};
    lane_source s = source_of(slot0, slot1);
    s.dq = zero;
    if (!odd) {
        s.dp = zero;
        s.o1q = zero;
    }
    return s;
}

#endif
