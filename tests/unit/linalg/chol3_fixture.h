// SPDX-License-Identifier: MIT
// chol3_fixture.h -- meshes of springs for the block Cholesky factor, with a dense copy beside it.
#ifndef SUTURA_TESTS_CHOL3_FIXTURE_H
#define SUTURA_TESTS_CHOL3_FIXTURE_H

#include "band_fixture.h"
#include "linalg/chol3_internal.h"

typedef struct chol3_case {
    int n;
    int (*pair)[2];
    int pair_count;
    double *a;     // [3n * 3n] by rows
    double *b, *x; // [3n]
    sut_memory memory;
    sut_chol3 *c;
} chol3_case;

// Patterns. Each pair gets a random positive definite 3x3 stiffness between 0.1 and 2, each node a
// mass of 1: the condition is below 1 + 4 times the most neighbours of a node.
chol3_case chol3_chain(int n, uint64_t seed);
chol3_case chol3_grid(int nx, int ny, int nz, uint64_t seed); // all neighbours of a cell's corners
chol3_case chol3_random(int n, int pairs, uint64_t seed);     // pairs may repeat
void chol3_free(chol3_case *k);

// the dense matrix into the blocks
void chol3_set(chol3_case *k);
// x = a^-1 b in extended precision
void chol3_dense_solve(const chol3_case *k, const double *b, long double *x);
// largest difference of x and exact, over the largest exact value
double chol3_error(const chol3_case *k, const double *x, const long double *exact);

#endif
