// SPDX-License-Identifier: MIT
// broad.h -- which of many boxes overlap.
//
// Boxes of similar size share a grid of rows: square in y and z, as wide as the largest of them,
// without end in x. Within a row boxes are sorted by x, and pairs of rows are swept. Rows are found
// by hashing, so that space costs nothing, and the grids of larger boxes are searched from the
// smaller ones: sizes may differ as they like. Expected cost O(count + pairs) as long as boxes that
// do not overlap do not crowd in a few rows; boxes that reach beyond 1e150 are tried with all
// others.
#ifndef SUT_GEOM_BROAD_H
#define SUT_GEOM_BROAD_H

#include "math/vec3.h"

#include <stddef.h>
#include <stdint.h>

typedef struct sut_broad_box {
    sut_vec3 low, high; // low <= high; a box with a NaN overlaps nothing; infinite sides are fine
    int chain;          // boxes of one chain may be left out by their arc; < 0: belongs to none
    double arc0, arc1;  // arc0 <= arc1, the part of the chain that is in the box
} sut_broad_box;

// A box as the sweep sees it: three coordinates of 20 bits from the corner of everything in a word,
// x uppermost, each below a guard bit, which is set in `high` only.
typedef struct sut_broad_item {
    uint64_t low, high;
    int box;
} sut_broad_item;

// Scratch: nothing in it lives from one call to the next.
typedef struct sut_broad {
    int max_count;
    sut_broad_item *item; // [max_count] by row, then by x
    uint64_t *key;        // [max_count] x and box, while they are sorted
    uint64_t *spare;      // [max_count]
    uint64_t *row_key;    // [max_count] which row of which grid
    uint64_t *mark;       // one bit per box
    int *row;             // [max_count] row of a box; < 0: in no grid
    int *start;           // [max_count + 2] first item of each row; later first pair of each box
    int *list;            // [max_count] candidates; later next free place of each box
    int *table;           // rows by hash, -1 where there is none
} sut_broad;

// Bytes for up to max_count boxes (1 .. 10 000 000), a multiple of 64, about 90 per box. `memory`
// must be aligned to 64 and is not cleared.
size_t sut_broad_memory(int max_count);
void sut_broad_init(sut_broad *b, int max_count, void *memory);

// All pairs i < j of boxes that overlap or touch, sorted by i, then j. Two boxes of one chain are
// left out when the arc between them (arc0 of the later minus arc1 of the earlier) is below
// skip[chain]; skip may be null: nothing is left out. INFINITY leaves out all pairs of a chain: so
// boxes of two chains (edges of threads and triangles of a surface, vertices and triangles of one
// surface) are searched for pairs between the two only. Returns the number of pairs, or
// -1 - number when capacity is too small: then `pair` holds no result (INT_MIN for more than
// 2^31 - 2 pairs). count <= max_count. A capacity of twice the pairs makes the sorting faster.
// 15 500 triangles of a folded sheet with 600 edges of a thread: 1.3 ms.
int sut_broad_pairs(sut_broad *b, const sut_broad_box *box, int count, const double *skip,
                    int (*pair)[2], int capacity);

#endif
