// SPDX-License-Identifier: MIT
// element.c -- blocks of one element into the matrix.
#include "tissue/element.h"

#include <string.h>

static void subtract(double *to, const double b[9], bool turned) {
    for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++) {
            to[3 * k + l] -= turned ? b[3 * l + k] : b[3 * k + l];
        }
    }
}

// Rows and columns of every element sum to zero: rigid displacements leave no force.
static void fill_corner(int corners, sut_element_blocks block) {
    memset(block[0], 0, sizeof block[0]);
    for (int b = 1; b < corners; b++) {
        for (int a = 1; a < corners; a++) {
            subtract(block[0][b], a <= b ? block[a][b] : block[b][a], a > b);
        }
        subtract(block[0][0], block[0][b], true);
    }
}

void sut_element_add(const sut_blocks *m, int corners, const int *node, const int *pair,
                     sut_element_blocks block) {
    fill_corner(corners, block);
    for (int a = 0; a < corners; a++) {
        sut_block_add(&m->diagonal[9 * (ptrdiff_t)node[a]], block[a][a]);
        for (int b = a + 1; b < corners; b++) {
            sut_pair_add(m, *pair++, block[a][b]);
        }
    }
}
