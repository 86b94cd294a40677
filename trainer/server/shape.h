// SPDX-License-Identifier: MIT
// shape.h -- questions about the shape of a thread that rules ask. Pure functions of polygons.
#ifndef SUT_TRAINER_SHAPE_H
#define SUT_TRAINER_SHAPE_H

#include "sutura/knot.h"

// Turns around an axis through `center`: the largest angle between any two places of the thread,
// followed along it, over 2 pi. Only what lies within half of `length` of the center counts
// (infinite: all); a stretch outside begins anew.
double sut_shape_turns(const sut_vec3 *position, int count, sut_vec3 center, sut_vec3 axis,
                       double length);
// How often the thread passes through the disc, with signs.
int sut_shape_passes(const sut_vec3 *position, int count, sut_vec3 center, sut_vec3 axis,
                     double radius);
// Writhe of an open polygon (Gauss integral over all pairs of edges), over at most 200 points.
double sut_shape_writhe(const sut_vec3 *position, int count);

// What is tied, in words.
typedef struct sut_tied {
    char name[SUT_KNOT_NAME_SIZE];     // "3_1#m3_1", "0_1"
    char surgical[SUT_KNOT_NAME_SIZE]; // "reef" or ""
    char word[SUT_KNOT_NAME_SIZE];     // "1=1"
    sut_knot_throws throws;
    const char *reason; // why it is "unknown"; "" where it is not
    bool certain;
} sut_tied;

// Knots in one thread, or (count 2) the knot that joins two. False: it could not be told.
bool sut_shape_tied(const sut_knot_thread *threads, int count, sut_knot_effort effort,
                    sut_tied *out);
// Lengths at both ends of a thread that can be cut off without changing the knot, found by halving;
// false: there is no knot.
bool sut_shape_tails(const sut_vec3 *position, int count, double length, double out[2]);
// How many edges can be cut off at both ends of each thread (each end alone) before the knot is
// another one; false: there is no knot. Of one thread, or of two that are joined.
bool sut_shape_cuts(const sut_knot_thread *threads, int count, int cuts[][2]);
// Thread that is left in the knot (and in the loop that it closes) when every end is cut as far as
// the knot allows, m: of one thread, or of two that are joined. Negative: there is no knot.
double sut_shape_held(const sut_knot_thread *threads, const double *lengths, int count);

#endif
