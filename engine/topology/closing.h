// SPDX-License-Identifier: MIT
// closing.h -- from threads in space to closed loops on the grid.
//
// A knot in an open thread has a meaning only once its ends are joined. Where both ends stick out
// of everything else there is one way to do that: go straight out, and round far away. Otherwise
// there are several, and the caller takes a vote.
#ifndef SUT_TOPOLOGY_CLOSING_H
#define SUT_TOPOLOGY_CLOSING_H

#include "sutura/knot.h"
#include "topology/loops.h"

#include <stdbool.h>

// Threads without repeated points, moved and scaled so that all points lie in the unit ball.
typedef struct sut_threads {
    int count;
    int n;             // points of all threads
    sut_vec3 *points;  // [n]
    int *start;        // [count + 1]
    bool *closed;      // [count]
    sut_vec3 *outward; // [2 count] directions in which the first and the last end go free
    bool *free_end;    // [2 count] that end sticks out of the convex hull of everything
} sut_threads;

typedef enum sut_closing_way {
    SUT_CLOSE_OUTWARD, // where the end sticks out, in that direction; else away from the middle
    SUT_CLOSE_TANGENT, // on along the thread
    SUT_CLOSE_VARIED,  // away from the middle, turned at random by up to about 20 degrees
    SUT_CLOSE_TOGETHER // both ends to the same random point far away
} sut_closing_way;

// How ends are joined: `loops` loops, loop k made of the threads piece[first[k]] .. ; each open one
// backwards if so said; arcs far away join the last end of a piece to the first end of the next.
typedef struct sut_joining {
    int loops;
    int first[SUT_KNOT_LOOPS_MAX + 1]; // [loops + 1]
    int piece[SUT_KNOT_LOOPS_MAX];
    bool backwards[SUT_KNOT_LOOPS_MAX];
    int winds; // loops of several pieces: the last arc winds so many times about the first
} sut_joining;

// The plain one: every thread is a loop of its own.
void sut_joining_plain(sut_joining *j, int count);

// Check and clean what the caller gives (threads.c), and find the directions of ends.
sut_result sut_threads_make(sut_threads *t, const sut_knot_thread *threads, int count,
                            sut_pool *pool);

// Find the directions in which ends are free. Time n for each, counted; ends for which nothing is
// left are not free.
void sut_threads_find_ends(sut_threads *t, sut_work *work);
// Are both ends of every open thread free, so that closing is not ambiguous?
bool sut_threads_ends_are_free(const sut_threads *t);

// Join, turn at random, snap to the grid with a random jitter of some steps, so that no four points
// lie in a plane by design. Vertex 0 of a loop that was open is far away on the arc that closes it,
// and fixed. False without memory.
bool sut_threads_close(const sut_threads *t, const sut_joining *j, sut_closing_way way,
                       sut_random *random, sut_pool *pool, sut_loops *out);

#endif
