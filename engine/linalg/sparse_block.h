// SPDX-License-Identifier: MIT
// sparse_block.h -- 3x3 blocks: symmetric ones as (xx xy xz yy yz zz), others by rows, and the
// padded rows of linalg/sparse.h.
#ifndef SUT_LINALG_SPARSE_BLOCK_H
#define SUT_LINALG_SPARSE_BLOCK_H

#include "linalg/sparse.h"

static inline void add_symmetric(double *to, const double d[6], double sign) {
    const double full[9] = {d[0], d[1], d[2], d[1], d[3], d[4], d[2], d[4], d[5]};
    for (int k = 0; k < 9; k++) {
        to[SUT_SPARSE_ROW * (k / 3) + k % 3] += sign * full[k];
    }
}

static inline void add_general(double *to, const double m[9], bool transposed, double sign) {
    for (int k = 0; k < 9; k++) {
        int from = transposed ? 3 * (k % 3) + k / 3 : k;
        to[SUT_SPARSE_ROW * (k / 3) + k % 3] += sign * m[from];
    }
}

#endif
