// SPDX-License-Identifier: MIT
// chol3_kernel.h -- the arithmetic of the block Cholesky factor on dense panels, once per
// instruction set. Only for linalg/chol3*.
//
// A panel holds 3 k columns of a front, by columns, `ld` values apart. Column 3 j + c begins at row
// 0 and is meant from row 3 j on; what is above is undefined. At least three rows after the last
// are zero, so that the last vector of a column may reach beyond it.
#ifndef SUT_LINALG_CHOL3_KERNEL_H
#define SUT_LINALG_CHOL3_KERNEL_H

#include <stdbool.h>
#include <stddef.h>

typedef struct sut_chol3_kernel {
    const char *name;
    // to(r, c) -= sum over k of from(r, k) from(c, k): three columns, `rows` rows from their
    // diagonal on, `count` columns of the panel.
    void (*update)(double *to, ptrdiff_t to_ld, const double *from, ptrdiff_t ld, int count,
                   int rows);
    // Three columns from their diagonal on: factor the block on it and divide the rows below.
    // limit[3]: pivots must exceed it. False: they do not.
    bool (*pivot)(double *at, ptrdiff_t ld, int rows, const double limit[3], double inverse[3]);
    // to[r] += from[r] in three columns
    void (*add)(double *to, ptrdiff_t to_ld, const double *from, ptrdiff_t ld, int rows);
    // v[rows]: v1 = L11^-1 v1 for the k block columns, v2 -= L21 v1. Three rows after it are zero.
    void (*forward)(const double *panel, ptrdiff_t ld, int k, int rows, const double *inverse,
                    double *v);
    // the same for three vectors, `stride` apart
    void (*forward3)(const double *panel, ptrdiff_t ld, int k, int rows, const double *inverse,
                     double *v, ptrdiff_t stride);
    // v1 = L11^-T (v1 - L21^T v2)
    void (*backward)(const double *panel, ptrdiff_t ld, int k, int rows, const double *inverse,
                     double *v);
    // out[3 i + j] = a_i . b_j of three vectors each; three values after their end are zero
    void (*dots)(const double *a, ptrdiff_t a_stride, const double *b, ptrdiff_t b_stride,
                 int count, double out[9]);
} sut_chol3_kernel;

const sut_chol3_kernel *sut_chol3_kernel_baseline(void);
// The fastest that this machine runs.
const sut_chol3_kernel *sut_chol3_kernel_best(void);

#endif
