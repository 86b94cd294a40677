// SPDX-License-Identifier: MIT
// sparse_fixture.h -- knot-like systems for the sparse solver, kept as a dense matrix beside it.
#ifndef SUTURA_TESTS_SPARSE_FIXTURE_H
#define SUTURA_TESTS_SPARSE_FIXTURE_H

#include "band_fixture.h"
#include "linalg/sparse.h"

typedef struct sparse_case {
    int n;
    int contact_count;
    int (*contact)[4]; // vertices of each contact
    bool *fixed;       // [n] touched by no contact
    double *a;         // [3n * 3n] by rows: everything but the contacts
    double *h;         // [3n * 3n] what the contacts add
    double *b, *x;     // [3n]
    void *memory;
    sut_sparse s;
} sparse_case;

// A thread of n vertices that touches itself at `contacts` random pairs of edges. Values are not
// symmetric; each row of a + h is dominated by its diagonal (8 against less than 7.2 per row of
// the thread, contacts add to the diagonal what they add beside it), so that the condition number
// is below 40.
sparse_case sparse_random(int n, int contacts, uint64_t seed);
void sparse_free(sparse_case *c);

// begin, couple, analyse with c->fixed (split) or with none
bool sparse_pattern(sparse_case *c, bool split);
// the values of a dense matrix into (set) or onto (add) the blocks of the pattern
void sparse_set(sparse_case *c, const double *a);
void sparse_add_rest(sparse_case *c, const double *h);

// a + h and the exact solution for b in extended precision, with pivoting
void sparse_dense_solve(const sparse_case *c, long double *x);
// largest component of b - (a + h) x over (|a + h| |x| + |b|) of its row
double sparse_residual(const sparse_case *c, const double *x);

#endif
