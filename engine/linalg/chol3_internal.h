// SPDX-License-Identifier: MIT
// chol3_internal.h -- inside of the block Cholesky factor. Only for linalg/chol3*.
#ifndef SUT_LINALG_CHOL3_INTERNAL_H
#define SUT_LINALG_CHOL3_INTERNAL_H

#include "linalg/chol3.h"
#include "linalg/chol3_kernel.h"

#include <stdint.h>

//---- graph and order -----------------------------------------------------------------------------
// Memory of the analysis; given back when it is done.
typedef struct sut_chol3_graph {
    int nodes, words; // words of 64 bits per row
    uint64_t *bits;   // [nodes * words] neighbours; after `order` those left at elimination
    int *order;       // [nodes] turn -> node
    int *turn;        // [nodes] node -> turn
    int *scratch;     // [SUT_CHOL3_SCRATCH nodes]
    size_t pair_count;
    int (*pair)[2];  // [pair_count] coupled nodes, each pair once
    size_t *row_end; // [nodes + 1]
    int *row_column; // [pair_count]
} sut_chol3_graph;

enum { SUT_CHOL3_SCRATCH = 9 };

static inline bool sut_chol3_graph_has(const sut_chol3_graph *g, int i, int j) {
    return (g->bits[(ptrdiff_t)i * g->words + j / 64] >> (j % 64) & 1) != 0;
}

void sut_chol3_order(sut_chol3_graph *g); // minimum degree
int sut_chol3_degree(const sut_chol3_graph *g, int node);

//---- supernodes ----------------------------------------------------------------------------------
// Columns first .. first + k - 1 (nodes in the order of elimination) and rows below them: a dense
// front of k + m blocks. Children come before parents.
typedef struct sut_chol3_front {
    int first, k, m;
    int parent;            // -1: a root
    int child, next;       // first child, next sibling; -1: none
    int tail;              // values from its first column to the root: 3 k of it and all ancestors
    size_t row;            // where its m rows begin in `rows`
    ptrdiff_t ld, ld_rest; // distance of columns in the panel, and in what is left to the parent
    size_t panel;          // where its panel is in a factor
    size_t rest;           // where its m x m remainder is in the stack
} sut_chol3_front;

struct sut_chol3 {
    const sut_chol3_kernel *kernel;
    int nodes;
    int front_count;
    int rows_max;       // most rows (values) of a front
    size_t row_count;   // of all fronts, blocks
    size_t block_count; // of the matrix: diagonal and one of each pair
    size_t entries;     // of a factor
    size_t stack_size;  // values
    double work;
    size_t bytes; // of the one piece of memory that all arrays are in

    // definition: made by the analysis
    int *step;      // [nodes] node -> step of elimination
    int *node;      // [nodes] step -> node
    int *front_of;  // [nodes] by step
    int *from_root; // [nodes] by step: values from there to the end of a column's path
    sut_chol3_front *front;
    int *rows;        // [row_count] steps
    int *place;       // [row_count] where the parent's front has the row, in blocks
    int *run_end;     // [row_count] rows up to here are beside each other in the parent's front
    size_t *column;   // [nodes + 1] by step: its blocks of the matrix
    int *block_row;   // [block_count] step of the row; ascending in a column, the diagonal first
    int *block_place; // [block_count] where its front has the row

    // values, and what a factorisation in slices works on
    double *value;                 // [9 block_count]
    double *copy;                  // [9 block_count]
    double *factor[2];             // [entries] the one that solves, the one that is made
    double *inverse[2];            // [3 nodes] reciprocals of the diagonal
    double *stack;                 // [stack_size]
    double *work_x;                // [3 nodes] scratch of the substitutions
    double *work_v;                // [3 (rows_max + 8)]
    int slice_front, slice_column; // what comes next
    sut_chol3_state state;
    uint64_t version;
};

// After the order: fronts and all sizes; c->front has room for a front per node.
void sut_chol3_plan(sut_chol3 *c, const sut_chol3_graph *g);
// When all arrays have their memory: numbers, rows, places.
void sut_chol3_fill(sut_chol3 *c, const sut_chol3_graph *g);

// Multiplications of block column j of a front: the update by the columns before it, and a pivot's
// divisions. Moving an entry counts as one too.
double sut_chol3_column_work(const sut_chol3_front *f, int j);
double sut_chol3_assembly_work(const sut_chol3 *c, const sut_chol3_front *f);

#endif
