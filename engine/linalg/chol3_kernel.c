// SPDX-License-Identifier: MIT
// chol3_kernel.c -- the arithmetic of the block Cholesky factor; see chol3_kernel.h.
//
// Compiled twice, for every machine and for AVX2. Each lane sees the same operations in the same
// order whatever the width of the registers, and nothing is fused: both give the same bits.
#include "linalg/chol3_kernel.h"

#include <math.h>

#ifdef SUT_KERNEL_AVX2
#define KERNEL_TABLE sut_chol3_kernel_avx2
#define KERNEL_NAME "avx2"
#else
#define KERNEL_TABLE sut_chol3_kernel_plain
#define KERNEL_NAME "baseline"
#endif

extern const sut_chol3_kernel KERNEL_TABLE;

#define INLINE static inline __attribute__((always_inline))

// four rows of a column, at any address
typedef double quad __attribute__((vector_size(32), aligned(8), may_alias));

INLINE const quad *rows_of(const double *from) {
    return (const quad *)(const void *)from;
}

INLINE quad *rows_to(double *to) {
    return (quad *)(void *)to;
}

//---- factor --------------------------------------------------------------------------------------

// 4 q rows by three columns: 3 q accumulators stay in registers while the panel passes. With q = 3
// they fill the sixteen registers of AVX2 as far as the operands allow, and a step of three loads
// and three broadcasts does 36 multiplications.
INLINE void update_tile(double *to, ptrdiff_t to_ld, const double *from, const double *left,
                        ptrdiff_t ld, int count, const int q) {
    quad t[9];
    for (int c = 0; c < 3; c++) {
        for (int i = 0; i < q; i++) {
            t[3 * c + i] = *rows_of(to + c * to_ld + (ptrdiff_t)4 * i);
        }
    }
    for (int k = 0; k < count; k++, from += ld, left += ld) {
        quad a[3];
        for (int i = 0; i < q; i++) {
            a[i] = *rows_of(from + (ptrdiff_t)4 * i);
        }
        for (int c = 0; c < 3; c++) {
            for (int i = 0; i < q; i++) {
                t[3 * c + i] -= a[i] * left[c];
            }
        }
    }
    for (int c = 0; c < 3; c++) {
        for (int i = 0; i < q; i++) {
            *rows_to(to + c * to_ld + (ptrdiff_t)4 * i) = t[3 * c + i];
        }
    }
}

static void update(double *to, ptrdiff_t to_ld, const double *from, ptrdiff_t ld, int count,
                   int rows) {
    int r = 0;
    // rows are a multiple of three: what is left is 3, 6 or 9
    for (; rows - r > 8; r += 12) {
        update_tile(to + r, to_ld, from + r, from, ld, count, 3);
    }
    if (rows - r > 4) {
        update_tile(to + r, to_ld, from + r, from, ld, count, 2);
    } else if (rows - r > 0) {
        update_tile(to + r, to_ld, from + r, from, ld, count, 1);
    }
}

// false for NaN, too
INLINE bool pivot_root(double d, double limit, double *root, double *inverse) {
    *root = sqrt(d);
    *inverse = 1.0 / *root;
    return d > limit && d <= 1e300;
}

static bool pivot(double *at, ptrdiff_t ld, int rows, const double limit[3], double inverse[3]) {
    double *c0 = at;
    double *c1 = at + ld;
    double *c2 = at + 2 * ld;
    if (!pivot_root(c0[0], limit[0], &c0[0], &inverse[0])) {
        return false;
    }
    const double i0 = inverse[0];
    const double l10 = c0[1] * i0;
    const double l20 = c0[2] * i0;
    if (!pivot_root(c1[1] - l10 * l10, limit[1], &c1[1], &inverse[1])) {
        return false;
    }
    const double i1 = inverse[1];
    const double l21 = (c1[2] - l20 * l10) * i1;
    if (!pivot_root((c2[2] - l20 * l20) - l21 * l21, limit[2], &c2[2], &inverse[2])) {
        return false;
    }
    const double i2 = inverse[2];
    c0[1] = l10;
    c0[2] = l20;
    c1[2] = l21;
    for (int r = 3; r < rows; r += 4) {
        quad x0 = *rows_of(c0 + r) * i0;
        quad x1 = (*rows_of(c1 + r) - x0 * l10) * i1;
        quad x2 = ((*rows_of(c2 + r) - x0 * l20) - x1 * l21) * i2;
        *rows_to(c0 + r) = x0;
        *rows_to(c1 + r) = x1;
        *rows_to(c2 + r) = x2;
    }
    return true;
}

static void add(double *to, ptrdiff_t to_ld, const double *from, ptrdiff_t ld, int rows) {
    for (int c = 0; c < 3; c++, to += to_ld, from += ld) {
        int r = 0;
        for (; r + 4 <= rows; r += 4) {
            *rows_to(to + r) = *rows_of(to + r) + *rows_of(from + r);
        }
        for (; r < rows; r++) {
            to[r] += from[r];
        }
    }
}

//---- substitution --------------------------------------------------------------------------------

// the block on the diagonal below its own diagonal
typedef struct corner {
    double l10, l20, l21;
} corner;

INLINE corner corner_at(const double *at, ptrdiff_t ld) {
    return (corner){at[1], at[2], at[ld + 2]};
}

INLINE void divide(corner l, const double *inverse, double *x) {
    x[0] = x[0] * inverse[0];
    x[1] = (x[1] - l.l10 * x[0]) * inverse[1];
    x[2] = ((x[2] - l.l20 * x[0]) - l.l21 * x[1]) * inverse[2];
}

static void forward(const double *panel, ptrdiff_t ld, int k, int rows, const double *inverse,
                    double *v) {
    for (int j = 0; j < k; j++) {
        const double *at = panel + 3 * j * (ld + 1);
        double *x = v + (ptrdiff_t)3 * j;
        divide(corner_at(at, ld), inverse + (ptrdiff_t)3 * j, x);
        const double x0 = x[0], x1 = x[1], x2 = x[2];
        const int left = rows - 3 * j;
        for (int r = 3; r < left; r += 4) {
            quad t = *rows_of(x + r) - *rows_of(at + r) * x0;
            t = t - *rows_of(at + ld + r) * x1;
            *rows_to(x + r) = t - *rows_of(at + 2 * ld + r) * x2;
        }
    }
}

static void forward3(const double *panel, ptrdiff_t ld, int k, int rows, const double *inverse,
                     double *v, ptrdiff_t stride) {
    for (int j = 0; j < k; j++) {
        const double *at = panel + 3 * j * (ld + 1);
        double *x = v + (ptrdiff_t)3 * j;
        double *y = x + stride;
        double *z = y + stride;
        const corner l = corner_at(at, ld);
        divide(l, inverse + (ptrdiff_t)3 * j, x);
        divide(l, inverse + (ptrdiff_t)3 * j, y);
        divide(l, inverse + (ptrdiff_t)3 * j, z);
        const double x0 = x[0], x1 = x[1], x2 = x[2];
        const double y0 = y[0], y1 = y[1], y2 = y[2];
        const double z0 = z[0], z1 = z[1], z2 = z[2];
        const int left = rows - 3 * j;
        for (int r = 3; r < left; r += 4) {
            quad a = *rows_of(at + r);
            quad b = *rows_of(at + ld + r);
            quad c = *rows_of(at + 2 * ld + r);
            *rows_to(x + r) = ((*rows_of(x + r) - a * x0) - b * x1) - c * x2;
            *rows_to(y + r) = ((*rows_of(y + r) - a * y0) - b * y1) - c * y2;
            *rows_to(z + r) = ((*rows_of(z + r) - a * z0) - b * z1) - c * z2;
        }
    }
}

INLINE double sum_of(const quad *s) {
    return ((*s)[0] + (*s)[1]) + ((*s)[2] + (*s)[3]);
}

static void backward(const double *panel, ptrdiff_t ld, int k, int rows, const double *inverse,
                     double *v) {
    for (int j = k - 1; j >= 0; j--) {
        const double *at = panel + 3 * j * (ld + 1);
        double *x = v + (ptrdiff_t)3 * j;
        const double *i = inverse + (ptrdiff_t)3 * j;
        const int left = rows - 3 * j;
        quad s0 = {0.0}, s1 = {0.0}, s2 = {0.0};
        for (int r = 3; r < left; r += 4) {
            quad t = *rows_of(x + r);
            s0 += *rows_of(at + r) * t;
            s1 += *rows_of(at + ld + r) * t;
            s2 += *rows_of(at + 2 * ld + r) * t;
        }
        const corner l = corner_at(at, ld);
        double x2 = (x[2] - sum_of(&s2)) * i[2];
        double x1 = ((x[1] - sum_of(&s1)) - l.l21 * x2) * i[1];
        x[0] = (((x[0] - sum_of(&s0)) - l.l20 * x2) - l.l10 * x1) * i[0];
        x[1] = x1;
        x[2] = x2;
    }
}

static void dots(const double *a, ptrdiff_t a_stride, const double *b, ptrdiff_t b_stride,
                 int count, double out[9]) {
    quad s[9];
    for (int i = 0; i < 9; i++) {
        s[i] = (quad){0.0};
    }
    for (int r = 0; r < count; r += 4) {
        quad p[3] = {*rows_of(a + r), *rows_of(a + a_stride + r), *rows_of(a + 2 * a_stride + r)};
        quad q[3] = {*rows_of(b + r), *rows_of(b + b_stride + r), *rows_of(b + 2 * b_stride + r)};
        for (int i = 0; i < 9; i++) {
            s[i] += p[i / 3] * q[i % 3];
        }
    }
    for (int i = 0; i < 9; i++) {
        out[i] = sum_of(&s[i]);
    }
}

const sut_chol3_kernel KERNEL_TABLE = {KERNEL_NAME, update,   pivot,    add,
                                       forward,     forward3, backward, dots};
