// SPDX-License-Identifier: MIT
// chol3_order.c -- order of small fill for the block Cholesky factor.
//
// Minimum degree on the elimination graph itself, kept as one row of bits per node: eliminating p
// joins its row with those of its neighbours. Meshes of a thousand nodes have fronts of some ten to
// fifty, so this is a few words per neighbour and cheaper than anything more refined. Among equals
// the lowest number is taken: the order depends on nothing but the pattern.
//
// Cost about nodes x front x nodes / 64 word operations; memory nodes^2 / 8 bytes.
#include "linalg/chol3_internal.h"

static uint64_t *bits_of(const sut_chol3_graph *g, int node) {
    return g->bits + (ptrdiff_t)node * g->words;
}

// By twos, fours and eights at a time: not every machine counts bits by itself.
static int bits_in(uint64_t x) {
    x -= (x >> 1) & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + ((x >> 2) & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)((x * UINT64_C(0x0101010101010101)) >> 56);
}

int sut_chol3_degree(const sut_chol3_graph *g, int node) {
    const uint64_t *b = bits_of(g, node);
    int count = 0;
    for (int w = 0; w < g->words; w++) {
        count += bits_in(b[w]);
    }
    return count;
}

// Neighbours of p become neighbours of each other and lose p. The row of p stays: it is the pattern
// of its column of the factor.
static void eliminate(sut_chol3_graph *g, int *degree, int p) {
    const uint64_t *mine = bits_of(g, p);
    for (int w = 0; w < g->words; w++) {
        for (uint64_t left = mine[w]; left != 0; left &= left - 1) {
            int node = 64 * w + __builtin_ctzll(left);
            uint64_t *its = bits_of(g, node);
            for (int i = 0; i < g->words; i++) {
                its[i] |= mine[i];
            }
            its[node / 64] &= ~(UINT64_C(1) << (node % 64));
            its[p / 64] &= ~(UINT64_C(1) << (p % 64));
            degree[node] = sut_chol3_degree(g, node);
        }
    }
}

static int least(const int *degree, int nodes) {
    int best = -1;
    for (int i = 0; i < nodes; i++) {
        if (degree[i] >= 0 && (best < 0 || degree[i] < degree[best])) {
            best = i;
        }
    }
    return best;
}

void sut_chol3_order(sut_chol3_graph *g) {
    int *degree = g->scratch;
    for (int i = 0; i < g->nodes; i++) {
        degree[i] = sut_chol3_degree(g, i);
    }
    for (int t = 0; t < g->nodes; t++) {
        int p = least(degree, g->nodes);
        degree[p] = -1;
        eliminate(g, degree, p);
        g->order[t] = p;
        g->turn[p] = t;
    }
}
