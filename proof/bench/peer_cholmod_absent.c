// SPDX-License-Identifier: MIT
// CHOLMOD's side where it is not installed.
#include "peer_cholmod.h"

#include <stddef.h>

sut_peer_cholmod *sut_peer_cholmod_open(int n, const int *first, const int *row,
                                        const double *value, bool supernodal) {
    (void)n;
    (void)first;
    (void)row;
    (void)value;
    (void)supernodal;
    return NULL;
}

bool sut_peer_cholmod_factor(sut_peer_cholmod *c) {
    (void)c;
    return false;
}

bool sut_peer_cholmod_solve(sut_peer_cholmod *c, const double *rhs, double *x) {
    (void)c;
    (void)rhs;
    (void)x;
    return false;
}

void sut_peer_cholmod_close(sut_peer_cholmod *c) {
    (void)c;
}

const char *sut_peer_cholmod_name(void) {
    return "CHOLMOD is not installed";
}
