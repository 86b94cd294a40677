// SPDX-License-Identifier: MIT
// tree.h -- boxes of triangles in a binary tree, for pairs that may cross.
#ifndef SUT_MESH_TREE_H
#define SUT_MESH_TREE_H

#include "mesh_parts.h"

typedef struct sut_box {
    double low[3], high[3];
} sut_box;

// Triangles in the order of a space-filling curve, in leaves of a few; node i has the children
// 2 i + 1 and 2 i + 2.
typedef struct sut_tree {
    int *order;     // [triangles]
    sut_box *boxes; // [2 leaves - 1]
    int leaves;     // a power of two
    int per_leaf;
    int count;
} sut_tree;

bool sut_tree_make(const sut_mesh *m, sut_tree *out); // false: no memory
void sut_tree_free(sut_tree *t);
sut_box sut_triangle_box(const sut_mesh *m, int triangle);
bool sut_boxes_meet(const sut_box *a, const sut_box *b);

#endif
