// SPDX-License-Identifier: MIT
// tri.h -- symmetric positive definite tridiagonal systems, L D L^T in place.
#ifndef SUT_LINALG_TRI_H
#define SUT_LINALG_TRI_H

//   d    n diagonal values; overwritten by the reciprocal pivots
//   o    n - 1 values, o[i] = A(i, i+1); overwritten by L(i+1, i)
// Returns -1, or the first row whose pivot was not positive and finite (d and o are then partly
// overwritten). n divisions, 2n multiplications, no other memory.
int sut_tri_factor(double *d, double *o, int n);

// x has n values: right side in, solution out.
void sut_tri_solve(const double *d, const double *o, int n, double *x);

#endif
