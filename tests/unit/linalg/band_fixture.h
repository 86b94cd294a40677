// SPDX-License-Identifier: MIT
// band_fixture.h -- matrices for the tests of the band solver, and a solver to compare with.
#ifndef SUT_TESTS_BAND_FIXTURE_H
#define SUT_TESTS_BAND_FIXTURE_H

#include "linalg/band_kernel.h"

#include <stdint.h>

// Seeded, the same on every machine.
typedef struct random_source {
    uint64_t state;
} random_source;
double random_in(random_source *r, double low, double high);

// A system A x = b, with a copy to factor in.
typedef struct band_case {
    int n;
    double *a;     // [24 n] the matrix
    double *b;     // [3 n] the right side
    double *x;     // [3 n] for the solution
    sut_band band; // for the factor
} band_case;

// Positive definite by dominance, entries of order 1.
band_case band_random(int n, uint64_t seed);
// What a thread makes: a bent chain with `stretch` along its edges, `bend` across, `mass` on the
// diagonal. Stretch over mass is about the condition number.
band_case band_rod(int n, double stretch, double bend, double mass, uint64_t seed);
void band_free(band_case *c);
// Matrix and right side anew into band.block and x.
void band_reset(band_case *c);

// A(i, j) of the full matrix, 0 <= i, j < 3 n.
double band_entry(const band_case *c, int i, int j);
// Solution by dense L D L^T in extended precision, and in double; 3n values.
void dense_solve_long(const band_case *c, long double *x);
void dense_solve_double(const band_case *c, double *x);
// Largest |b - A x| over (largest row sum of |A|) * (largest |x|) + (largest |b|).
double band_residual(const band_case *c, const double *x);

#endif
