// SPDX-License-Identifier: MIT
// knots.h -- the knots in the threads of a world, named as `sutura knot` names them.
#ifndef SUT_OUTPUT_KNOTS_H
#define SUT_OUTPUT_KNOTS_H

#include "output/source.h"

// One thread, or the knot that joins two of them.
typedef struct sut_knot_label {
    char name[SUT_KNOT_NAME_SIZE]; // "3_1#m3_1"; "" where it could not be found out
    const char *reason;            // why it is "unknown"; null or "" where it is not
    bool certain;
    sut_knot_throws throws;
} sut_knot_label;

// A piece of a thread that was cut.
typedef struct sut_knot_piece {
    int thread, first, last; // vertices
    sut_knot_label label;
} sut_knot_piece;

typedef struct sut_knots {
    int thread_count;
    sut_knot_label *threads; // [thread_count]
    bool joined;             // there are two threads, and `bend` joins them
    sut_knot_label bend;
    int piece_count;        // of all threads that were cut; 0 where only a glance was asked for
    sut_knot_piece *pieces; // [piece_count]
} sut_knots;

// Name all knots as the world is now. Threads of more than SUT_KNOTS_VERTICES are not looked at.
// The end of a thread that holds pull twice as hard as the other is its standing end. False without
// memory.
enum { SUT_KNOTS_VERTICES = 100000 };
bool sut_knots_name(sut_knots *k, const sut_source *src, sut_knot_effort effort);
void sut_knots_free(sut_knots *k); // an all-zero one is fine

// What there is in a few words: "reef", "overhand, 4_1"; "" without knots.
void sut_knots_text(const sut_knots *k, char *out, size_t size);

#endif
