// SPDX-License-Identifier: MIT
// sparse_kernel.h -- inside of the sparse solver: what sparse_factor.c does, once per instruction
// set. Only for linalg/sparse*.
//
// Rows are completed one after the other. Row j of the matrix loses, for each column p < j that it
// has, A(j,p) times row p of U; what is left of the diagonal then is L, and the row right of it is
// divided by the pivot:
//     A(j,k) -= A(j,p) U(p,k)     for all k > p of row p, p ascending
//     U(j,k)  = D(j)^-1 A(j,k)    for all k > j
// Row j has every column that row p has (that is what fill means), so the only index needed is
// where row j keeps column k: `place`, written once per row.
#ifndef SUT_LINALG_SPARSE_KERNEL_H
#define SUT_LINALG_SPARSE_KERNEL_H

#include "linalg/sparse.h"

typedef struct sut_sparse_kernel {
    const char *name;
    // Complete the rows of the fixed nodes and take their share from the others. False: bad pivot.
    bool (*factor_fixed)(const sut_sparse *s);
    bool (*factor_rest)(const sut_sparse *s);
    // Substitutions over the rows first .. last - 1; `work` has 4 values per step.
    //   forward    y = D^-1 (b - L y)
    //   condense   b -= L y for the fixed columns of the rest
    //   backward   x = y - U x
    void (*forward)(const sut_sparse *s, int first, int last);
    void (*condense)(const sut_sparse *s);
    void (*backward)(const sut_sparse *s, int first, int last);
} sut_sparse_kernel;

const sut_sparse_kernel *sut_sparse_kernel_baseline(void);
// The fastest that this machine runs.
const sut_sparse_kernel *sut_sparse_kernel_best(void);

// Reciprocal pivots times the size of the node's diagonal block before elimination: beyond this a
// pivot is made of rounding errors.
#define SUT_SPARSE_PIVOT_LIMIT 1e15

#endif
