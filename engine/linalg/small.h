// SPDX-License-Identifier: MIT
// small.h -- systems of two and three equations, and 3x3 blocks as linalg/sparse.h keeps them.
// Values by rows. Sums have one fixed order; no memory, no state.
#ifndef SUT_LINALG_SMALL_H
#define SUT_LINALG_SMALL_H

#include <math.h>
#include <stdbool.h>

//---- blocks of sut_sparse: three rows of four, the last of each zero -----------------------------

// block += w k
static inline void sut_block_add(double *restrict block, double w, const double *restrict k) {
    for (int i = 0; i < 12; i++) {
        block[i] += w * k[i];
    }
}

// block = values by rows, three by three
static inline void sut_block_set(double *restrict block, const double *restrict m) {
    for (int r = 0; r < 3; r++) {
        block[4 * r] = m[3 * r];
        block[4 * r + 1] = m[3 * r + 1];
        block[4 * r + 2] = m[3 * r + 2];
        block[4 * r + 3] = 0.0;
    }
}

// block = R^T H R: the stiffness H of a contact, in its frame (rows of R: normal and two tangents),
// as it acts on positions. H may be unsymmetric.
static inline void sut_block_turn(const double *restrict h, const double *restrict frame,
                                  double *restrict block) {
    double t[9];
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            t[3 * r + c] =
                (h[3 * r] * frame[c] + h[3 * r + 1] * frame[3 + c]) + h[3 * r + 2] * frame[6 + c];
        }
    }
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            block[4 * r + c] =
                (frame[r] * t[c] + frame[3 + r] * t[3 + c]) + frame[6 + r] * t[6 + c];
        }
        block[4 * r + 3] = 0.0;
    }
}

//---- small systems -------------------------------------------------------------------------------

// x = A^-1 b. False if A is singular or not finite; x is then unchanged.
static inline bool sut_small_solve2(const double a[4], const double b[2], double x[2]) {
    double det = a[0] * a[3] - a[1] * a[2];
    double inverse = 1.0 / det;
    double x0 = (b[0] * a[3] - a[1] * b[1]) * inverse;
    double x1 = (a[0] * b[1] - b[0] * a[2]) * inverse;
    if (!isfinite(x0) || !isfinite(x1)) {
        return false;
    }
    x[0] = x0;
    x[1] = x1;
    return true;
}

// The same for three, by cofactors.
static inline bool sut_small_solve3(const double a[9], const double b[3], double x[3]) {
    double c0 = a[4] * a[8] - a[5] * a[7];
    double c1 = a[5] * a[6] - a[3] * a[8];
    double c2 = a[3] * a[7] - a[4] * a[6];
    double inverse = 1.0 / ((a[0] * c0 + a[1] * c1) + a[2] * c2);
    double d0 = a[2] * a[7] - a[1] * a[8];
    double d1 = a[0] * a[8] - a[2] * a[6];
    double d2 = a[1] * a[6] - a[0] * a[7];
    double e0 = a[1] * a[5] - a[2] * a[4];
    double e1 = a[2] * a[3] - a[0] * a[5];
    double e2 = a[0] * a[4] - a[1] * a[3];
    double x0 = ((c0 * b[0] + d0 * b[1]) + e0 * b[2]) * inverse;
    double x1 = ((c1 * b[0] + d1 * b[1]) + e1 * b[2]) * inverse;
    double x2 = ((c2 * b[0] + d2 * b[1]) + e2 * b[2]) * inverse;
    if (!isfinite(x0) || !isfinite(x1) || !isfinite(x2)) {
        return false;
    }
    x[0] = x0;
    x[1] = x1;
    x[2] = x2;
    return true;
}

#endif
