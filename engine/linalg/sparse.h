// SPDX-License-Identifier: MIT
// sparse.h -- systems of 3x3 blocks with a sparse symmetric pattern and values of any kind.
//
// The matrix of a knot: threads couple a vertex to its next two neighbours, contacts couple up to
// four vertices with each other. Nodes in contact with nothing ("fixed": their values do not change
// from one Newton iteration to the next) are eliminated first and once, the others ("the rest")
// again and again:
//
//     begin, couple.., analyse          when the pattern changes
//     clear, block.., factor_fixed      once per linearisation: the Schur complement on the rest
//     restart, block.., factor_rest,    per iteration; `block` of the rest only
//         solve_rest
//
// Elimination by 3x3 pivots in an order of small degree, partial pivoting inside a block only. The
// kernel exists for every machine and for AVX2, from one source and with the same bits. See
// docs/theory/sparse.md.
#ifndef SUT_LINALG_SPARSE_H
#define SUT_LINALG_SPARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A block is three rows of four values; the fourth of each row is zero and stays so (whole rows may
// be added to whole rows). Aligned to 32 bytes.
#define SUT_SPARSE_ROW 4
#define SUT_SPARSE_BLOCK 12

struct sut_sparse_kernel;

// All fields are private but the figures at the end.
typedef struct sut_sparse {
    const struct sut_sparse_kernel *kernel;
    int max_nodes, max_blocks;
    int words; // of 64 bits, per row of the adjacency

    uint64_t *adjacent; // [max_nodes * words] bits; after analyse what is coupled at elimination
    int *order;         // [n] step of elimination -> node
    int *step;          // [n] node -> step of elimination
    int *lower_start;   // [n + 1] by step: where its columns begin in `lower`
    int *lower_rest;    // [n] by step: the first of them that is of the rest
    int *upper_start;   // [n + 1] by step: where its columns begin in `upper`
    int *lower, *upper; // [max_blocks / 2] columns (steps) beside the diagonal, ascending
    int *head;          // [n] by step: block number of the first block with a fixed column
    int *diagonal; // [n] by step: block number of the diagonal; others of the rest are beside it
    int *place;    // [n] scratch: column -> where the row in turn keeps its block
    int *chain;    // [3 n] scratch of the ordering: nodes by degree
    int *swap;     // [3 n] by step: rows of the pivot block in their order of elimination

    double *value;    // [12 (max_blocks + max_nodes)] blocks; those among the rest come last
    double *pristine; // [the same] Schur complement
    double *pivot;    // [12 n] by step: the factored diagonal block
    double *work;     // [4 n] scratch of the substitutions

    int nodes, fixed_count; // nodes 0 .. fixed_count - 1 of the order are fixed
    int fixed_blocks;       // blocks of `value` that are not among the rest

    // figures of the pattern, set by analyse
    int block_count;   // off-diagonal blocks, fill included, both triangles
    int front_max;     // most neighbours that a node has when it is eliminated
    long update_count; // products of two blocks per complete factorisation
} sut_sparse;

// Bytes for up to max_nodes nodes (1 .. 32767) and max_blocks off-diagonal blocks, both triangles
// and fill included; a multiple of 64. `memory` must be aligned to 64. About 200 bytes per block,
// 400 per node and max_nodes^2 / 8 for the adjacency (20 kB at 400 nodes, 12.5 MB at 10 000).
size_t sut_sparse_memory(int max_nodes, int max_blocks);
void sut_sparse_init(sut_sparse *s, int max_nodes, int max_blocks, void *memory);

//---- pattern -------------------------------------------------------------------------------------

// An empty pattern of 0 .. max_nodes nodes.
void sut_sparse_begin(sut_sparse *s, int nodes);

// i != j; any number of times, in any order.
void sut_sparse_couple(sut_sparse *s, int i, int j);

// Order, fill and index lists. fixed[i] tells whether node i is to be eliminated in the first
// phase; null: none is. False: max_blocks is too small; begin again. Values are undefined
// afterwards.
bool sut_sparse_analyse(sut_sparse *s, const bool *fixed);

//---- values --------------------------------------------------------------------------------------

// Block (i, j), row = component of i. Null if the pattern has no such block. The pointer stays
// valid until the next analyse: look it up once.
double *sut_sparse_block(sut_sparse *s, int i, int j);

// All values to zero.
void sut_sparse_clear(sut_sparse *s);

//---- factor --------------------------------------------------------------------------------------

// Eliminate the fixed nodes. Blocks among the rest then hold the Schur complement, which is kept
// for restart as well. False: a pivot was singular, not finite, or so small against what its node
// started with (1e-15) that it is rounding; the values are destroyed.
bool sut_sparse_factor_fixed(sut_sparse *s);

// Blocks among the rest back to the Schur complement, ready for more to be added.
void sut_sparse_restart(sut_sparse *s);

// Eliminate the rest. May be called once after factor_fixed or restart. False: as above, and
// restart makes it good again.
bool sut_sparse_factor_rest(sut_sparse *s);

//---- solve ---------------------------------------------------------------------------------------

// x has 3 values per node, numbered as in begin: right side in, solution out. NaN and infinity pass
// through. `s` lends its scratch: not from two threads at once.
void sut_sparse_solve(const sut_sparse *s, double *x);

// The same in three parts: solve = forward_fixed, solve_rest, backward_fixed.
//   forward_fixed    reads and writes all; unnecessary when x is zero at all fixed nodes
//   solve_rest       reads and writes the rest only
//   backward_fixed   reads all, writes the fixed; unnecessary when they are not used
void sut_sparse_forward_fixed(const sut_sparse *s, double *x);
void sut_sparse_solve_rest(const sut_sparse *s, double *x);
void sut_sparse_backward_fixed(const sut_sparse *s, double *x);

#endif
