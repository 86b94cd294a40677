// SPDX-License-Identifier: MIT
// invariants.h -- numbers of a diagram that depend only on the knot it draws.
#ifndef SUT_TOPOLOGY_INVARIANTS_H
#define SUT_TOPOLOGY_INVARIANTS_H

#include "topology/diagram.h"
#include "topology/pool.h"

#include <stdbool.h>
#include <stdint.h>

// Sum of c[i] x^(low + i); count 0 is the zero polynomial, else the first and last are not zero.
typedef struct sut_poly {
    int low;
    int count;
    int64_t *c;
} sut_poly;

typedef enum sut_invariant_result {
    SUT_INVARIANT_DONE,
    SUT_INVARIANT_TOO_LARGE, // the diagram needs to be simpler first
    SUT_INVARIANT_MEMORY,
    SUT_INVARIANT_WRONG // a built-in check failed
} sut_invariant_result;

// Diagrams of at most so many crossings take well below a millisecond and are worked on even when
// the work of the pool is spent; larger ones are then too large.
enum { SUT_INVARIANT_SMALL = 24 };

// Alexander polynomial of a knot (one loop), symmetric about 0 and with the sum 1. Determinants at
// crossings + 1 places modulo 2^61 - 1, then interpolation: time c^4, at most 160 crossings.
sut_invariant_result sut_alexander(const sut_diagram *d, sut_pool *pool, sut_poly *out);

// Jones polynomial in powers of t^(1/2), of a knot or a link; the knot without crossings has 1.
// A sum over smoothings, one crossing at a time: memory and time grow with the number of ways to
// join the edges cut by the widest front, which is bounded.
sut_invariant_result sut_jones(const sut_diagram *d, sut_pool *pool, sut_poly *out);

// Signature of a knot by the form of Gordon and Litherland on the faces of one colour; +2 for the
// left-handed trefoil. Eigenvalues by Jacobi: time c^3, at most 160 crossings.
sut_invariant_result sut_signature(const sut_diagram *d, sut_pool *pool, int *out);

//---- polynomials ---------------------------------------------------------------------------------
bool sut_poly_equal(const sut_poly *a, const sut_poly *b);
int64_t sut_poly_at(const sut_poly *a, int x); // x is 1 or -1
bool sut_poly_copy(sut_poly *to, const sut_poly *from, bool mirrored, sut_pool *pool);
bool sut_poly_times(sut_poly *to, const sut_poly *a, const sut_poly *b, sut_pool *pool);
// a / b when that has integer coefficients and no rest; count = 0 in *to otherwise. False: no
// memory.
bool sut_poly_divide(sut_poly *to, const sut_poly *a, const sut_poly *b, sut_pool *pool);

#endif
