// SPDX-License-Identifier: MIT
// chain.c -- pieces of a row of edges that was cut.
#include "body/chain.h"

int sut_chain_piece_end(const sut_chain *c, int e) {
    int last = c->n - 2;
    while (c->cuts > 0 && e < last && c->cut_edge[e] == 0.0) {
        e++;
    }
    return c->cuts > 0 ? e : last;
}

bool sut_chain_is_cut_between(const sut_chain *c, int first, int last) {
    for (int e = first; c->cuts > 0 && e < last; e++) {
        if (sut_chain_is_parted(c, e)) {
            return true;
        }
    }
    return false;
}
