// SPDX-License-Identifier: MIT
// band_kernel.h -- inside of the band solver: the arithmetic of one vertex, where the factor lies,
// and the table of functions that each version (scalar, pair, quad) fills. Only for linalg/band*.
//
// For the vertex in turn with diagonal block D and couplings O1, O2 to the next two:
//     D = L diag(1/r) L^T,   Y = L^-1 [O1 O2],   Z = diag(r) Y,   U = L^-T Z = D^-1 [O1 O2]
//     D(next) -= Y1^T Z1,    O1(next) -= Y1^T Z2,    D(after next) -= Y2^T Z2
// The updates use Y^T Z, which keeps them symmetric and as stable as scalar elimination. U is kept
// because it makes the substitutions short:
//     forward   b(next) -= U1^T b,   b(after next) -= U2^T b,   w = D^-1 b
//     backward  x = w - U2 x(after next) - U1 x(next)
//
// Factor of the pair k of chain 0 (vertex k) and chain 1 (vertex n-1-k), two lanes per value:
//     block k        columns 0 and 1 of U: for each row U1 (2 lanes), U2 (2 lanes)
//     block n-1-k    column 2 of U likewise, then l10 l20 l21 r0 r1 r2 (2 lanes each)
// Factor of a vertex in the middle: U1 by columns, U2 by columns, l10 l20 l21 r0 r1 r2.
#ifndef SUT_LINALG_BAND_KERNEL_H
#define SUT_LINALG_BAND_KERNEL_H

#include "linalg/band.h"

#include <math.h>
#include <stdbool.h>

#define BAND_PIVOTS_PAIR 12   // in block n-1-k: offset of l10 .. r2, two lanes each
#define BAND_PIVOTS_MIDDLE 18 // in the block of a middle vertex

// What the two chains leave when they meet, by chain: blocks of the vertex next in turn, of the one
// after it, and their coupling (rows: vertex in turn).
typedef struct band_front {
    double d[2][6], next[2][6], o[2][9];
} band_front;

// The same of a right side.
typedef struct band_tail {
    double b[2][3], next[2][3];
} band_tail;

typedef struct sut_band_kernel {
    const char *name;
    // Eliminate all pairs; with x do the forward substitution as well. False: a pivot was bad.
    // x and t may both be null, and the filler: then the blocks are there. n >= 4.
    bool (*eliminate)(double *block, int n, double *x, const sut_band_filler *s, band_front *f,
                      band_tail *t);
    // Forward substitution over the pairs; x gets w. y and u may both be null. n >= 4.
    void (*forward)(const double *block, int n, double *x, band_tail *t, double *y, band_tail *u);
    // Backward substitution over the pairs, the middle of x being solved. y may be null. n >= 4.
    void (*backward)(const double *block, int n, double *x, double *y);
} sut_band_kernel;

extern const sut_band_kernel sut_band_kernel_scalar;
extern const sut_band_kernel sut_band_kernel_pair;
// Null where the machine cannot run it.
const sut_band_kernel *sut_band_kernel_quad(void);
// The fastest that this machine runs.
const sut_band_kernel *sut_band_kernel_best(void);

int sut_band_factor_with(const sut_band_kernel *k, sut_band *b, double *x,
                         const sut_band_filler *s);
void sut_band_solve_with(const sut_band_kernel *k, const sut_band *b, double *x, double *y);

// Pairs eliminated from both ends. n - 2 m = 2 or 3 vertices stay in the middle (n below 4: all):
// of three neighbours the outer two are coupled, so that the chains cannot go on side by side.
static inline int band_pairs(int n) {
    return n >= 4 ? (n - 2) / 2 : 0;
}

// Pairs that are asked for at a time: their blocks, and what these are made from, stay in the
// second-level cache until they are eliminated.
#define BAND_TILE 256

// Have pairs k and on made, k pairs being eliminated. Returns up to which pair one can go on; when
// that is the last but one, all blocks are there. A pair reads two blocks ahead.
static inline int band_supply(const sut_band_filler *s, int n, int k) {
    int end = band_pairs(n) - 1;
    if (!s) {
        return end;
    }
    int have = k > 0 ? k + 2 : 0; // from either end
    if (k + BAND_TILE >= end) {
        s->fill(s->ctx, have, n - have);
        return end;
    }
    int want = k + BAND_TILE + 2;
    s->fill(s->ctx, have, want);
    s->fill(s->ctx, n - want, n - have);
    return k + BAND_TILE;
}

// Memory is far away for a long thread, and what is asked for in tiles comes too late when it is
// asked for. So while a tile is eliminated the next one is fetched, blocks and what they are made
// from, one pair for one. This changes no value. Only while there are blocks to be made.
static inline void band_fetch_block(const double *slot) {
    __builtin_prefetch(slot, 1, 2);
    __builtin_prefetch(slot + SUT_BAND_LINE, 1, 2);
    __builtin_prefetch(slot + 2 * (ptrdiff_t)SUT_BAND_LINE, 1, 2);
}

static inline void band_fetch_ahead(const sut_band_filler *s, const double *block, int n, int k) {
    int next = k + BAND_TILE + 2;
    if (2 * (next + SUT_BAND_LINE) > n) {
        return; // the last few in the middle
    }
    band_fetch_block(block + (ptrdiff_t)next * SUT_BAND_BLOCK);
    band_fetch_block(block + ((ptrdiff_t)n - 1 - next) * SUT_BAND_BLOCK);
    if (s->soon && k % SUT_BAND_LINE == 0) {
        s->soon(s->ctx, next);
        s->soon(s->ctx, n - next - SUT_BAND_LINE);
    }
}

//---- scalar arithmetic of one vertex; the vector versions repeat it lane by lane -----------------

typedef struct band_pivots {
    double l10, l20, l21, r0, r1, r2;
} band_pivots;

// L and the reciprocal pivots of D = (xx xy xz yy yz zz). Elimination without fractions: e, g and h
// are the first Schur complement times xx, f the second one times xx e. So the three divisions do
// not wait for each other, and each sum is the one of ordinary elimination times a positive factor,
// with the same relative errors. Products of up to four entries: hence the range of numbers.
static inline band_pivots band_pivots_of(const double d[6]) {
    double e = d[0] * d[3] - d[1] * d[1];
    double g = d[0] * d[4] - d[1] * d[2];
    double h = d[0] * d[5] - d[2] * d[2];
    double f = e * h - g * g;
    double e1 = 1.0 / e;
    band_pivots p;
    p.r0 = 1.0 / d[0];
    p.r1 = d[0] * e1;
    p.r2 = (d[0] * e) / f;
    p.l10 = d[1] * p.r0;
    p.l20 = d[2] * p.r0;
    p.l21 = g * e1;
    return p;
}

// Zero, negative, infinite and NaN pivots all end up here: a zero second pivot makes r2 negative or
// NaN, an infinite entry makes one of the three zero or NaN.
static inline bool band_pivots_good(const band_pivots *p) {
    return p->r0 > 0.0 && p->r1 > 0.0 && p->r2 > 0.0 && p->r2 < (double)INFINITY;
}

// Columns of Y and Z from a column of [O1 O2] (or a right side).
static inline void band_reduce(const band_pivots *p, const double o[3], double y[3], double z[3]) {
    y[0] = o[0];
    y[1] = o[1] - p->l10 * o[0];
    y[2] = (o[2] - p->l20 * o[0]) - p->l21 * y[1];
    z[0] = p->r0 * y[0];
    z[1] = p->r1 * y[1];
    z[2] = p->r2 * y[2];
}

// Column of U from one of Z.
static inline void band_finish(const band_pivots *p, const double z[3], double u[3]) {
    u[2] = z[2];
    u[1] = z[1] - p->l21 * u[2];
    u[0] = (z[0] - p->l20 * u[2]) - p->l10 * u[1];
}

static inline double band_minus_product(double s, const double y[3], const double z[3]) {
    return ((s - y[0] * z[0]) - y[1] * z[1]) - y[2] * z[2];
}

// Two of the three products are added first: a shorter chain of waiting operations.
static inline double band_minus_dot(double s, const double u[3], const double b[3]) {
    return (s - u[0] * b[0]) - (u[1] * b[1] + u[2] * b[2]);
}

#endif
