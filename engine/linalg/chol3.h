// SPDX-License-Identifier: MIT
// chol3.h -- Cholesky factor of a sparse symmetric positive definite matrix of 3x3 blocks.
//
// The pattern never changes after `init` (a change of the mesh makes a new one); values do, seldom:
// a factor serves many steps. So there are two of them: one that solves, and one that is being made
// in slices whose size is counted in operations, never by the clock; `swap` exchanges the two.
// Supernodes are dense fronts (multifrontal, left-looking inside a front), columns in an order of
// small degree. docs/theory/chol3.md
#ifndef SUT_LINALG_CHOL3_H
#define SUT_LINALG_CHOL3_H

#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sut_chol3 sut_chol3;

// Nodes 0 .. nodes - 1; `pairs` lists coupled nodes (any order, any number of times). Null: no
// memory. Analyses the pattern; the values are zero and nothing is factorised yet.
sut_chol3 *sut_chol3_create(sut_memory *m, int nodes, const int (*pairs)[2], int pair_count);
void sut_chol3_destroy(sut_chol3 *c, sut_memory *m); // null is fine

//---- values --------------------------------------------------------------------------------------
// Where the 3x3 block of row node i and column node j is kept, nine values by rows; null: they are
// neither coupled nor equal. *transposed: what is kept is block (j, i). Stays valid: look it up
// once.
double *sut_chol3_block(sut_chol3 *c, int i, int j, bool *transposed);
void sut_chol3_clear(sut_chol3 *c); // all values to zero

//---- factor --------------------------------------------------------------------------------------
// At once, and swapped in; what slices have begun is dropped. False: not positive definite, or not
// finite, or so nearly singular that a pivot is rounding; the old factor is still there.
bool sut_chol3_factor(sut_chol3 *c);
// In slices: `begin` copies the values, each `slice` does about that many multiplications.
typedef enum sut_chol3_state {
    SUT_CHOL3_WORKING, // more slices are needed
    SUT_CHOL3_READY,   // the new factor may be swapped in
    SUT_CHOL3_BAD      // not positive definite
} sut_chol3_state;
void sut_chol3_begin(sut_chol3 *c);
sut_chol3_state sut_chol3_slice(sut_chol3 *c, double multiplications);
void sut_chol3_swap(sut_chol3 *c);         // after SUT_CHOL3_READY
double sut_chol3_work(const sut_chol3 *c); // what slices count of one factorisation
// The values and factors of another one of the same pattern; counts as a swap.
void sut_chol3_copy(sut_chol3 *to, const sut_chol3 *from);
size_t sut_chol3_entries(const sut_chol3 *c);   // numbers in one factor
uint64_t sut_chol3_version(const sut_chol3 *c); // counts swaps; 0: there is no factor yet

//---- solve ---------------------------------------------------------------------------------------
// x[3 nodes]: right side in, solution out, in the numbering of the nodes. A = L L^T. Like `column`
// it borrows scratch of the factor: not from two threads at once.
void sut_chol3_solve(const sut_chol3 *c, double *x);

//---- compliance between few nodes ----------------------------------------------------------------
// The columns Y = L^-1 e of the three unit loads at `node`, along its path to the root only.
// column_size: how many numbers they take. They belong to the factor of this version.
size_t sut_chol3_column_size(const sut_chol3 *c, int node);
void sut_chol3_column(const sut_chol3 *c, int node, double *y);
// out[9] by rows: block (a, b) of A^-1, from the columns of the two.
void sut_chol3_compliance(const sut_chol3 *c, int a, const double *ya, int b, const double *yb,
                          double out[9]);

#endif
