// SPDX-License-Identifier: MIT
// contact_blocks.h -- 3x3 blocks: symmetric ones as (xx xy xz yy yz zz), others by rows, and the
// padded rows of linalg/sparse.h.
#ifndef SUT_CONTACT_BLOCKS_H
#define SUT_CONTACT_BLOCKS_H

#include "linalg/sparse.h"

#include <math.h>

// Inverse of a symmetric positive definite block; false if it is not one.
static inline bool block_inverse(const double d[6], double m[9]) {
    double c00 = d[3] * d[5] - d[4] * d[4];
    double c01 = d[2] * d[4] - d[1] * d[5];
    double c02 = d[1] * d[4] - d[2] * d[3];
    double det = (d[0] * c00 + d[1] * c01) + d[2] * c02;
    if (!(det > 0.0) || !isfinite(det)) {
        return false;
    }
    double f = 1.0 / det;
    m[0] = f * c00;
    m[1] = m[3] = f * c01;
    m[2] = m[6] = f * c02;
    m[4] = f * (d[0] * d[5] - d[2] * d[2]);
    m[5] = m[7] = f * (d[1] * d[2] - d[0] * d[4]);
    m[8] = f * (d[0] * d[3] - d[1] * d[1]);
    return true;
}

static inline void block_product(const double a[9], const double b[9], double m[9]) {
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            m[3 * r + c] = (a[3 * r] * b[c] + a[3 * r + 1] * b[3 + c]) + a[3 * r + 2] * b[6 + c];
        }
    }
}

// m -= a^T b
static inline void block_minus_transposed(double m[9], const double a[9], const double b[9]) {
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            m[3 * r + c] -= (a[r] * b[c] + a[3 + r] * b[3 + c]) + a[6 + r] * b[6 + c];
        }
    }
}

// The same where the product is known to be symmetric.
static inline void symmetric_minus(double d[6], const double a[9], const double b[9]) {
    int e = 0;
    for (int r = 0; r < 3; r++) {
        for (int c = r; c < 3; c++) {
            d[e++] -= (a[r] * b[c] + a[3 + r] * b[3 + c]) + a[6 + r] * b[6 + c];
        }
    }
}

static inline void add_symmetric(double *to, const double d[6], double sign) {
    const double full[9] = {d[0], d[1], d[2], d[1], d[3], d[4], d[2], d[4], d[5]};
    for (int k = 0; k < 9; k++) {
        to[SUT_SPARSE_ROW * (k / 3) + k % 3] += sign * full[k];
    }
}

static inline void add_general(double *to, const double m[9], bool transposed, double sign) {
    for (int k = 0; k < 9; k++) {
        int from = transposed ? 3 * (k % 3) + k / 3 : k;
        to[SUT_SPARSE_ROW * (k / 3) + k % 3] += sign * m[from];
    }
}

#endif
