// SPDX-License-Identifier: MIT
// Closed braids as test knots: as diagrams, and laid out in space and deformed.
#ifndef KNOT_FIXTURE_H
#define KNOT_FIXTURE_H

#include "sutura/types.h"
#include "topology/diagram.h"

enum { BRAID_LENGTH_MAX = 320, BRAID_COUNT = 36 };

// Generators +-1, +-2, ..., ended by 0; a positive one is a right-handed crossing.
typedef struct braid {
    const char *name;
    int word[BRAID_LENGTH_MAX];
} braid;

// The prime knots of up to 8 crossings and 9_1, in the order of the table.
extern const braid braids[BRAID_COUNT];

braid braid_mirror(braid b);
braid braid_sum(braid a, braid b); // connected sum
int braid_length(const braid *b);
int braid_strands(const braid *b);

// The closure as a diagram of one loop or several.
bool braid_diagram(const braid *b, sut_diagram *d, sut_pool *pool);

// The closure of a braid of one loop in space, vertex_count points, to be freed.
sut_vec3 *braid_curve(const braid *b, int vertex_count);

// Throws in a list that ends with 0.
int throw_count(const int *turns);

// An open thread with throws stacked on top of each other, the first tied first: turns[i] > 0 is a
// right-handed throw. The thread comes down through them, makes a loop below and goes up again.
sut_vec3 *throws_curve(const int *turns, int count, int vertex_count);
// Two threads knotted together by the same throws: the loop cut open, its halves made straight.
// Both begin at their free end. Each has vertex_count points.
void bend_curves(const int *turns, int count, int vertex_count, sut_vec3 *threads[2]);

// Random smooth maps of space: every shear moves each point along one axis by a sine of the others,
// which can be undone, so that the knot stays what it is; then a random rotation.
void deform(sut_vec3 *points, int count, int shears, double amplitude, uint64_t seed);

#endif
