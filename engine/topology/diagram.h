// SPDX-License-Identifier: MIT
// diagram.h -- a drawing of loops in the plane as a signed Gauss code, and moves that make it
// smaller.
//
// Every crossing c has two passages: 2c on top and 2c + 1 below. Passages of a loop form a ring in
// the order in which the loop runs through them. With the sign of each crossing that is all: the
// faces of the drawing on the sphere follow from it.
#ifndef SUT_TOPOLOGY_DIAGRAM_H
#define SUT_TOPOLOGY_DIAGRAM_H

#include "topology/loops.h"
#include "topology/pool.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct sut_diagram {
    int capacity;  // crossings there is room for
    int used;      // crossing numbers 0 .. used - 1 have been given out
    int crossings; // of these, how many exist
    int loops;
    int16_t *sign; // [capacity] +1 or -1, 0: does not exist
    int *next;     // [2 capacity] next passage of the loop
    int *prev;     // [2 capacity]
    int *loop;     // [2 capacity] loop of a passage
    int *first;    // [loops] first passage of the loop after its vertex 0, -1: it has none
    int *spare;    // [capacity] numbers to give out again
    int spares;
} sut_diagram;

// Operations of a walk over all crossings with `each` for one; four times as many where a diagram
// does not fit into a cache.
static inline int64_t sut_diagram_work(int crossings, int each) {
    return (int64_t)crossings * each * (crossings > 100000 ? 4 : 1);
}

static inline bool sut_passage_is_over(int p) {
    return (p & 1) == 0;
}

// Room for `capacity` crossings, none of them used; false without memory.
bool sut_diagram_make(sut_diagram *d, sut_pool *pool, int capacity, int loops);
// A copy without gaps, with room for moves; with only >= 0 of that loop alone.
bool sut_diagram_copy(sut_diagram *to, const sut_diagram *from, int only, sut_pool *pool);

typedef enum sut_project_result {
    SUT_PROJECT_DONE,
    SUT_PROJECT_AGAIN, // some points coincide seen from this direction; take another
    SUT_PROJECT_MEMORY,
    SUT_PROJECT_SPENT // no drawing within the work of the pool
} sut_project_result;

// Draw the loops as seen from a random direction. Time n^2 box tests.
sut_project_result sut_diagram_project(sut_diagram *d, const sut_loops *l, sut_pool *pool,
                                       sut_random *random);

// Pieces of a diagram, for the moves and for diagrams made by hand.
int sut_diagram_new_crossing(sut_diagram *d, int sign); // a number, passages not in any ring yet
void sut_diagram_insert_after(sut_diagram *d, int where, int passage);
void sut_diagram_append(sut_diagram *d, int loop, int passage); // as the last of its loop
void sut_diagram_remove(sut_diagram *d, int crossing);          // both passages

// Remove kinks (first Reidemeister move) and free bigons (second) until there is none. Linear time.
bool sut_diagram_untwist(sut_diagram *d, sut_pool *pool);

// Passages of loop k in the order of the loop, at most 2 crossings of them; returns how many.
int sut_diagram_word(const sut_diagram *d, int k, int *passages);

// Half the sum of the signs of the crossings between two different loops.
int sut_diagram_linking(const sut_diagram *d, int a, int b);

//---- faces ---------------------------------------------------------------------------------------
// Edge e runs from passage e to next[e]; it has a left side 2e and a right side 2e + 1. A face is
// the ring of sides that one meets walking round it with the face to the left.
int sut_diagram_next_side(const sut_diagram *d, int side);
// Faces of all sides into face[4 used] (sides of edges that do not exist are left alone) and one
// side of each face into any[2 used + 2 loops]; returns the number of faces.
int sut_diagram_faces(const sut_diagram *d, int *face, int *any);

//---- pass moves (pass.c) -------------------------------------------------------------------------
// A strand that runs over (or under) several crossings in a row may be lifted and laid down
// elsewhere between its ends. Takes every such move that saves crossings until none is left, or the
// work of the pool is spent.
bool sut_diagram_pass(sut_diagram *d, sut_pool *pool);
// Then `tries` moves that save nothing, chosen at random, each followed by the above; stops when
// `enough` crossings or fewer are left.
bool sut_diagram_stir(sut_diagram *d, sut_pool *pool, sut_random *random, int tries, int enough);

#endif
