// SPDX-License-Identifier: MIT
// sparse_factor.c -- the arithmetic of the sparse solver; see sparse_kernel.h.
//
// Compiled twice, for every machine and for AVX2. A row of a block is one vector of four lanes
// whose last lane is zero. Each lane sees the same operations in the same order whatever the width
// of the registers, and nothing is fused: both compilations give the same bits.
#include "linalg/sparse_kernel.h"

#include <math.h>

#ifdef SUT_KERNEL_AVX2
#define KERNEL_TABLE sut_sparse_kernel_avx2
#define KERNEL_NAME "avx2"
#else
#define KERNEL_TABLE sut_sparse_kernel_plain
#define KERNEL_NAME "baseline"
#endif

extern const sut_sparse_kernel KERNEL_TABLE;

#define BLOCK SUT_SPARSE_BLOCK
#define INLINE static inline __attribute__((always_inline))

// a row of a block, in memory that is otherwise seen as doubles
typedef double quad __attribute__((vector_size(32), may_alias));

INLINE const quad *rows_of(const double *block) {
    return (const quad *)(const void *)block;
}

INLINE quad *rows_to(double *block) {
    return (quad *)(void *)block;
}

//---- one pivot -----------------------------------------------------------------------------------

// Order of the coefficients of a factored 3x3 block D = P^T L diag(1/R) V, V with unit diagonal
enum { L10, L20, L21, R0, R1, R2, V01, V02, V12 };

INLINE double size_of(const double *d) {
    double m = 0.0;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            double a = fabs(d[4 * r + c]);
            m = a > m ? a : m;
        }
    }
    return m;
}

// Elimination without fractions: e is the first Schur complement times a0, f the second one times
// a0 e. So the three divisions do not wait for each other, and each sum is the one of ordinary
// elimination times a factor, with the same relative errors.
INLINE bool factor_block(const double *d, double size, double *v, int *swap) {
    int p = fabs(d[4]) > fabs(d[0]) ? 1 : 0;
    p = fabs(d[8]) > fabs(d[4 * p]) ? 2 : p;
    int q = p == 0 ? 1 : 0;
    int r = 3 - p - q;
    const double *a = d + 4 * (ptrdiff_t)p;
    const double *b = d + 4 * (ptrdiff_t)q;
    const double *c = d + 4 * (ptrdiff_t)r;
    double e1 = a[0] * b[1] - b[0] * a[1];
    double e2 = a[0] * c[1] - c[0] * a[1];
    bool turn = fabs(e2) > fabs(e1);
    const double *b2 = turn ? c : b;
    const double *c2 = turn ? b : c;
    double e11 = turn ? e2 : e1;
    double e21 = turn ? e1 : e2;
    double e12 = a[0] * b2[2] - b2[0] * a[2];
    double e22 = a[0] * c2[2] - c2[0] * a[2];
    double f = e11 * e22 - e12 * e21;
    double r0 = 1.0 / a[0];
    double r1 = a[0] / e11;
    double r2 = (a[0] * e11) / f;
    double r01 = r0 * r1;
    v[L10] = b2[0] * r0;
    v[L20] = c2[0] * r0;
    v[L21] = e21 * r01;
    v[R0] = r0;
    v[R1] = r1;
    v[R2] = r2;
    v[V01] = a[1] * r0;
    v[V02] = a[2] * r0;
    v[V12] = e12 * r01;
    swap[0] = p;
    swap[1] = turn ? r : q;
    swap[2] = turn ? q : r;
    // also false for NaN
    return fabs(r0) * size <= SUT_SPARSE_PIVOT_LIMIT && fabs(r1) * size <= SUT_SPARSE_PIVOT_LIMIT &&
           fabs(r2) * size <= SUT_SPARSE_PIVOT_LIMIT;
}

// `count` blocks in a row := D^-1 times them
INLINE void divide_row(double *block, int count, const double *v, const int *swap) {
    const double l10 = v[L10], l20 = v[L20], l21 = v[L21];
    const double r0 = v[R0], r1 = v[R1], r2 = v[R2];
    const double v01 = v[V01], v02 = v[V02], v12 = v[V12];
    for (int i = 0; i < count; i++) {
        quad *b = rows_to(block + (ptrdiff_t)i * BLOCK);
        quad y0 = b[swap[0]];
        quad y1 = b[swap[1]] - l10 * y0;
        quad y2 = (b[swap[2]] - l20 * y0) - l21 * y1;
        quad x2 = r2 * y2;
        quad x1 = r1 * y1 - v12 * x2;
        b[2] = x2;
        b[1] = x1;
        b[0] = (r0 * y0 - v02 * x2) - v01 * x1;
    }
}

//---- one row -------------------------------------------------------------------------------------

// columns of step j left of the diagonal: [begin, end) in `lower`, and where the blocks lie
typedef struct span {
    int begin, end;
    double *block;
} span;

INLINE double *block_at(const sut_sparse *s, int number) {
    return s->value + (ptrdiff_t)number * BLOCK;
}

INLINE span fixed_part(const sut_sparse *s, int j) {
    return (span){s->lower_start[j], s->lower_rest[j], block_at(s, s->head[j])};
}

INLINE span rest_part(const sut_sparse *s, int j) {
    int count = s->lower_start[j + 1] - s->lower_rest[j];
    return (span){s->lower_rest[j], s->lower_start[j + 1], block_at(s, s->diagonal[j] - count)};
}

INLINE void set_places(const sut_sparse *s, const int *column, int count, const double *block) {
    int at = (int)(block - s->value);
    for (int i = 0; i < count; i++) {
        s->place[column[i]] = at;
        at += BLOCK;
    }
}

// places of the diagonal, of what is right of it, and of the columns of the rest left of it
INLINE void place_rest(const sut_sparse *s, int j) {
    span a = rest_part(s, j);
    const double *d = block_at(s, s->diagonal[j]);
    set_places(s, s->lower + a.begin, a.end - a.begin, a.block);
    set_places(s, &j, 1, d);
    set_places(s, s->upper + s->upper_start[j], s->upper_start[j + 1] - s->upper_start[j],
               d + BLOCK);
}

// A(j,k) -= A(j,p) U(p,k) for one p. The inner loop of everything: nine numbers of A(j,p) stay in
// registers while row p passes.
INLINE void take_row(const sut_sparse *s, int p, const double *l) {
    const double l00 = l[0], l01 = l[1], l02 = l[2];
    const double l10 = l[4], l11 = l[5], l12 = l[6];
    const double l20 = l[8], l21 = l[9], l22 = l[10];
    const int *column = s->upper + s->upper_start[p];
    const int *end = s->upper + s->upper_start[p + 1];
    const double *from = block_at(s, s->diagonal[p] + 1);
    for (; column < end; column++, from += BLOCK) {
        const quad *u = rows_of(from);
        quad *t = rows_to(s->value + s->place[*column]);
        quad u0 = u[0], u1 = u[1], u2 = u[2];
        t[0] = ((t[0] - l00 * u0) - l01 * u1) - l02 * u2;
        t[1] = ((t[1] - l10 * u0) - l11 * u1) - l12 * u2;
        t[2] = ((t[2] - l20 * u0) - l21 * u1) - l22 * u2;
    }
}

INLINE void take_rows(const sut_sparse *s, span part) {
    const double *l = part.block;
    for (int i = part.begin; i < part.end; i++, l += BLOCK) {
        take_row(s, s->lower[i], l);
    }
}

INLINE bool finish_row(const sut_sparse *s, int j, double size) {
    double *d = block_at(s, s->diagonal[j]);
    double *v = s->pivot + (ptrdiff_t)j * BLOCK;
    int *swap = s->swap + 3 * (ptrdiff_t)j;
    bool good = factor_block(d, size, v, swap);
    divide_row(d + BLOCK, s->upper_start[j + 1] - s->upper_start[j], v, swap);
    return good;
}

static bool factor_fixed(const sut_sparse *s) {
    for (int j = 0; j < s->nodes; j++) {
        span part = fixed_part(s, j);
        bool fixed = j < s->fixed_count;
        if (!fixed && part.begin == part.end) {
            continue;
        }
        double size = size_of(block_at(s, s->diagonal[j]));
        set_places(s, s->lower + part.begin, part.end - part.begin, part.block);
        place_rest(s, j);
        take_rows(s, part);
        if (fixed && !finish_row(s, j, size)) {
            return false;
        }
    }
    return true;
}

static bool factor_rest(const sut_sparse *s) {
    for (int j = s->fixed_count; j < s->nodes; j++) {
        double size = size_of(block_at(s, s->diagonal[j]));
        place_rest(s, j);
        take_rows(s, rest_part(s, j));
        if (!finish_row(s, j, size)) {
            return false;
        }
    }
    return true;
}

//---- substitution --------------------------------------------------------------------------------

// b -= sum of blocks times the vectors of their columns. Lanes are summed at the end of the row.
INLINE void take_products(double *b, const double *block, const int *column, int count,
                          const double *x) {
    quad s0 = {0.0}, s1 = {0.0}, s2 = {0.0};
    for (int i = 0; i < count; i++, block += BLOCK) {
        const quad *a = rows_of(block);
        quad v = *rows_of(x + 4 * (ptrdiff_t)column[i]);
        s0 += a[0] * v;
        s1 += a[1] * v;
        s2 += a[2] * v;
    }
    b[0] -= (s0[0] + s0[1]) + s0[2];
    b[1] -= (s1[0] + s1[1]) + s1[2];
    b[2] -= (s2[0] + s2[1]) + s2[2];
}

INLINE void divide_vector(double *b, const double *v, const int *swap) {
    double y0 = b[swap[0]];
    double y1 = b[swap[1]] - v[L10] * y0;
    double y2 = (b[swap[2]] - v[L20] * y0) - v[L21] * y1;
    double x2 = v[R2] * y2;
    double x1 = v[R1] * y1 - v[V12] * x2;
    b[0] = (v[R0] * y0 - v[V02] * x2) - v[V01] * x1;
    b[1] = x1;
    b[2] = x2;
}

INLINE void take_span(const sut_sparse *s, int j, span part) {
    take_products(s->work + 4 * (ptrdiff_t)j, part.block, s->lower + part.begin,
                  part.end - part.begin, s->work);
}

static void forward(const sut_sparse *s, int first, int last) {
    for (int j = first; j < last; j++) {
        take_span(s, j, j < s->fixed_count ? fixed_part(s, j) : rest_part(s, j));
        divide_vector(s->work + 4 * (ptrdiff_t)j, s->pivot + (ptrdiff_t)j * BLOCK,
                      s->swap + 3 * (ptrdiff_t)j);
    }
}

static void condense(const sut_sparse *s) {
    for (int j = s->fixed_count; j < s->nodes; j++) {
        take_span(s, j, fixed_part(s, j));
    }
}

static void backward(const sut_sparse *s, int first, int last) {
    for (int j = last - 1; j >= first; j--) {
        take_products(s->work + 4 * (ptrdiff_t)j, block_at(s, s->diagonal[j] + 1),
                      s->upper + s->upper_start[j], s->upper_start[j + 1] - s->upper_start[j],
                      s->work);
    }
}

const sut_sparse_kernel KERNEL_TABLE = {KERNEL_NAME, factor_fixed, factor_rest,
                                        forward,     condense,     backward};
