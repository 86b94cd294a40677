// SPDX-License-Identifier: MIT
// penta.h -- symmetric positive definite pentadiagonal systems, L D L^T in place. One scalar
// matrix serves the three components of a vertex: the simplified model's system.
#ifndef SUT_LINALG_PENTA_H
#define SUT_LINALG_PENTA_H

#include <stddef.h>

// Bytes of the three arrays together, a multiple of 64.
size_t sut_penta_memory(int n);

//   d    n diagonal values; overwritten by the reciprocal pivots
//   o1   n values, o1[i] = A(i, i+1); overwritten by L(i+1, i); the last is not used
//   o2   n values, o2[i] = A(i, i+2); overwritten by L(i+2, i); the last two are not used
// Returns -1, or the first row whose pivot was not positive and finite (the arrays are then partly
// overwritten). n divisions, 5n multiplications, no other memory.
int sut_penta_factor(double *d, double *o1, double *o2, int n);

// Three right sides at once, x0 y0 z0 x1 y1 z1 ..: right sides in, solutions out.
void sut_penta_solve3(const double *d, const double *o1, const double *o2, int n, double *x3n);

#endif
