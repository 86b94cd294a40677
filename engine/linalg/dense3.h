// SPDX-License-Identifier: MIT
// dense3.h -- the inverse of a small dense symmetric positive definite matrix of 3x3 blocks, by the
// kernels of the block Cholesky factor. docs/theory/chol3.md
#ifndef SUT_LINALG_DENSE3_H
#define SUT_LINALG_DENSE3_H

#include <stdbool.h>
#include <stddef.h>

// Two matrices by columns, `ld` values apart; memory of the caller, aligned to 32 bytes.
typedef struct sut_dense3 {
    int n;        // nodes, at most `room`
    ptrdiff_t ld; // set by begin
    double *a;    // the matrix, then its factor
    double *x;    // inverse of the factor
    double *inverse;
} sut_dense3;

size_t sut_dense3_size(int room); // values of all three arrays
void sut_dense3_place(sut_dense3 *d, int room, double *memory);

// A matrix of n nodes, all zero.
void sut_dense3_begin(sut_dense3 *d, int n);
// Block (i, j), i >= j, by rows; on the diagonal what is above it is not looked at.
void sut_dense3_set(sut_dense3 *d, int i, int j, const double m[9]);
// Cost about (3 n)^3 / 2 multiplications. False: not positive definite.
bool sut_dense3_invert(sut_dense3 *d);
// Block (i, j) of the inverse, i >= j, by rows.
void sut_dense3_get(const sut_dense3 *d, int i, int j, double out[9]);

#endif
