// SPDX-License-Identifier: MIT
// loops.h -- closed polygons on the integer grid, and making them simpler without changing how they
// are knotted.
//
// A vertex may be dropped when no edge meets the triangle of it and its neighbours (Koniaris and
// Muthukumar, Taylor). Every decision is exact; a case on the edge of being decidable counts as a
// hit, so no move ever passes one strand through another.
#ifndef SUT_TOPOLOGY_LOOPS_H
#define SUT_TOPOLOGY_LOOPS_H

#include "topology/exact.h"
#include "topology/pool.h"

#include <stdbool.h>

typedef struct sut_loops {
    int n;             // vertices of all loops together
    int count;         // loops
    sut_grid_point *p; // [n]
    bool *fixed;       // [n] vertices that are never moved or dropped
    int *start;        // [count + 1] loop k has the vertices start[k] .. start[k + 1] - 1
} sut_loops;

// Room for n vertices and `count` loops; false without memory.
bool sut_loops_make(sut_loops *l, sut_pool *pool, int n, int count);
// A copy of all loops, or with only >= 0 of that loop alone.
bool sut_loops_copy(sut_loops *to, const sut_loops *from, int only, sut_pool *pool);

// Drop vertices until none can be dropped; every loop keeps at least 3. Time for n vertices about
// n^2 / 16 box tests at first, falling by 3/4 with every pass: 10 ms for 10 000 vertices of a
// smooth curve. Ends early where the pool's work is spent. False without memory (loops are then as
// they were).
bool sut_loops_drop(sut_loops *l, sut_pool *pool, sut_random *random);

// Move vertices at random, `tries` times each, towards the chord of their neighbours and about it,
// where the way is free: afterwards more may be dropped. Ends early like the above.
bool sut_loops_shake(sut_loops *l, sut_pool *pool, sut_random *random, int tries);

#endif
