// SPDX-License-Identifier: MIT
// band.h -- symmetric positive definite systems of 3x3 blocks, half bandwidth two blocks.
//
// One block row per vertex of a thread: A couples a vertex to its next two neighbours on each side.
// The factorisation works from both ends at once towards the middle, so that two vertices are
// always eliminated side by side in the two lanes of a vector register:
//
//     chain 0:  0 -> 1 -> 2 -> ...  | middle, 1 to 3 vertices |  ... <- n-2 <- n-1  :chain 1
//
// Every operation on a lane is the same as in the scalar twin (band_scalar.c), in the same order,
// without fused multiply-adds: both give the same bits.
//
// Numbers: entries (in absolute value) between 1e-40 and 1e40 neither overflow nor underflow.
#ifndef SUT_LINALG_BAND_H
#define SUT_LINALG_BAND_H

#include <stdbool.h>
#include <stddef.h>

// Values per vertex i: D_i (xx xy xz yy yz zz), then O1_i = block (i, i+1) and O2_i = block
// (i, i+2), both by rows: row = component of vertex i. O1 of the last row and O2 of the last two
// are never read.
#define SUT_BAND_BLOCK 24
#define SUT_BAND_D 0
#define SUT_BAND_O1 6
#define SUT_BAND_O2 15

typedef struct sut_band {
    int n;         // vertices, 1 .. 10 000 000
    double *block; // [24 n] the matrix; after a successful factorisation the factor
} sut_band;

// Bytes for n vertices (192 per vertex), a multiple of 64. `memory` must be aligned to 64 and is
// not cleared.
size_t sut_band_memory(int n);
void sut_band_init(sut_band *b, int n, void *memory);

// Factor in place. Returns -1, or the vertex whose pivot was not positive and finite (block is then
// destroyed). When there are several it is the one that comes first in the order of elimination
// 0, n-1, 1, n-2, ..., middle. About 130 multiplications, 100 additions and 3 divisions per vertex,
// no other memory.
int sut_band_factor(sut_band *b);

// Solve with the factor. x has 3 n values x0 y0 z0 x1 ..: right side in, solution out.
// About 45 multiplications and 42 additions per vertex. NaN and infinity pass through.
void sut_band_solve(const sut_band *b, double *x);

// Two right sides in one sweep over the factor, bit for bit two calls of sut_band_solve.
void sut_band_solve2(const sut_band *b, double *x, double *y);

// Factor and solve, bit for bit one call of each, but faster: the forward substitution is done
// along with the elimination. When a pivot is refused x is destroyed as well.
int sut_band_factor_solve(sut_band *b, double *x);

// sut_band_factor_solve for a system that is made on the way, so that a long one passes through the
// cache once: fill(ctx, from, to) is called once for every vertex, in ranges that come from both
// ends, and has to write blocks from .. to-1 and their part of x. It must not touch any other block
// or value. soon(ctx, i), which may be null, is called while earlier vertices are eliminated: fill
// will be asked for the SUT_BAND_LINE vertices from i on before long, so that what they are made
// from can be fetched from memory meanwhile.
#define SUT_BAND_LINE 8 // values in a line of the cache
typedef struct sut_band_filler {
    void (*fill)(void *ctx, int from, int to);
    void (*soon)(void *ctx, int i);
    void *ctx;
} sut_band_filler;
int sut_band_fill_factor_solve(sut_band *b, double *x, const sut_band_filler *s);

// Scalar twins. They make and read the same factor, so that the two kinds may be mixed.
int sut_band_factor_scalar(sut_band *b);
void sut_band_solve_scalar(const sut_band *b, double *x);
void sut_band_solve2_scalar(const sut_band *b, double *x, double *y);
int sut_band_factor_solve_scalar(sut_band *b, double *x);

// What the elimination from one end (side 0: the first vertex, 1: the last) had left of vertex i
// and the next one in its direction when all vertices before them were gone: their diagonal blocks
// d and next, and their coupling o (rows: vertex i). So a stretch of the thread can be cut out and
// carry on alone. Read back from the factor; exists where sut_band_has_state says so.
bool sut_band_has_state(int n, int i, int side);
void sut_band_state(const sut_band *b, int i, int side, double d[6], double o[9], double next[6]);
// Eliminate one more vertex: d, o and next go on to the next pair. far couples the vertex to the
// one after next, next_o the next one to that, after is its diagonal block, all as in the matrix
// (rows: the earlier in the direction). False: not finite.
bool sut_band_carry(double d[6], double o[9], double next[6], const double far[9],
                    const double next_o[9], const double after[6]);

// y = A x from blocks that are not factored. x and y have 3 n values and do not overlap.
void sut_band_multiply(int n, const double *block, const double *x, double *y);

#endif
