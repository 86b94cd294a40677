// SPDX-License-Identifier: MIT
// naming.h -- from loops to a small diagram, its prime parts, and their names.
#ifndef SUT_TOPOLOGY_NAMING_H
#define SUT_TOPOLOGY_NAMING_H

#include "topology/diagram.h"
#include "topology/invariants.h"
#include "topology/knot_table.h"

// How much work to put into making a diagram small.
typedef struct sut_effort {
    int directions; // drawings per round
    int rounds;     // of shaking in between
    int stirs;      // random moves on the best drawing
    int limit;      // drawings of more crossings, untwisted, are not worked on any further
} sut_effort;

typedef struct sut_named {
    sut_knot_factor factors[SUT_KNOT_FACTORS_MAX]; // sorted
    int factor_count;                              // 0 with `known`: the unknot
    bool known;
    bool certain;  // proven: every part of the diagram has at most 8 crossings and is in the table
    int crossings; // of the diagram
    bool has_alexander, has_jones, has_signature;
    sut_poly alexander, jones; // of the whole knot
    int signature;
} sut_named;

typedef enum sut_naming_result {
    SUT_NAMING_DONE,
    SUT_NAMING_NO_DIRECTION, // no drawing could be made: points coincide from everywhere
    SUT_NAMING_MEMORY,
    SUT_NAMING_SPENT // not even one drawing within the work of the pool
} sut_naming_result;

// A diagram with as few crossings as the effort and the work of the pools find, in the pool `keep`.
// The loops are simplified on the way; `pool` is as it was afterwards.
sut_naming_result sut_naming_reduce(sut_loops *l, const sut_effort *effort, sut_pool *keep,
                                    sut_pool *pool, sut_random *random, sut_diagram *best);

// One drawing from a random direction, reduced unless it has more than `limit` crossings.
sut_naming_result sut_naming_draw(const sut_loops *l, int limit, sut_pool *pool, sut_random *random,
                                  sut_diagram *d);

// Cut a diagram of one loop into its parts: where a stretch of the loop crosses only itself it is a
// factor of the knot. Parts are reduced; empty ones are left out. At most `most`; the rest stays in
// the last one.
bool sut_naming_split(const sut_diagram *d, sut_pool *pool, sut_diagram *parts, int most,
                      int *count);

// Name the knot of a diagram of one loop; with `quick` large parts are not attempted, nor are
// invariants for which the work of the pool is not enough.
sut_naming_result sut_naming_name(const sut_diagram *d, bool quick, sut_pool *pool, sut_named *out);

bool sut_named_equal(const sut_named *a, const sut_named *b);

#endif
