// SPDX-License-Identifier: MIT
// peer_cholmod.h -- the sparse Cholesky factorisation of SuiteSparse, where it is installed.
#ifndef SUT_PEER_CHOLMOD_H
#define SUT_PEER_CHOLMOD_H

#include <stdbool.h>

typedef struct sut_peer_cholmod sut_peer_cholmod;

// The lower triangle by columns: first[n + 1], row[], value[]. Analysed with AMD. Null: not
// installed, or no memory.
sut_peer_cholmod *sut_peer_cholmod_open(int n, const int *first, const int *row,
                                        const double *value, bool supernodal);
bool sut_peer_cholmod_factor(sut_peer_cholmod *c); // values as they were given
bool sut_peer_cholmod_solve(sut_peer_cholmod *c, const double *rhs, double *x);
void sut_peer_cholmod_close(sut_peer_cholmod *c); // null is fine
const char *sut_peer_cholmod_name(void);

#endif
