// SPDX-License-Identifier: MIT
// knot_shape.h -- loose knots of one or two threads that nowhere touch themselves.
//
// Lengths here are in diameters of the thread. All leads run along x; z is "up". A knot of two
// threads has both ends of strand 0 at -x and both of strand 1 at +x when its throws are even in
// number, and one at each side otherwise. The first vertex of a strand is its standing end (the one
// that is loaded), the last one its tail.
#ifndef SUT_KNOT_SHAPE_H
#define SUT_KNOT_SHAPE_H

#include "knot_curve.h"

enum { SUT_KNOT_MOST_THROWS = 8, SUT_KNOT_MOST_TURNS = 4 };

typedef enum sut_knot_kind {
    SUT_KNOT_OVERHAND, // turns[0] of 1 .. 4
    SUT_KNOT_FIGURE_EIGHT,
    SUT_KNOT_STEVEDORE,
    SUT_KNOT_REEF,
    SUT_KNOT_GRANNY,
    SUT_KNOT_THIEF, // a reef with its tails at opposite sides
    SUT_KNOT_GRIEF, // a granny so
    SUT_KNOT_THROWS // one throw on the other, as in surgery
} sut_knot_kind;

typedef struct sut_knot_def {
    sut_knot_kind kind;
    int throw_count;                 // throws
    int turns[SUT_KNOT_MOST_THROWS]; // of each throw, from below
    int hand[SUT_KNOT_MOST_THROWS];  // 1 or -1; square where it changes, granny where it does not
    int strand;                      // 0, 1; -1: one thread, closed to a loop below
    double size;                     // least distance of two strands, at least 1
    double loop;                     // length of the loop; 0: a moderate one
    bool mirror;                     // in the plane of x and z
} sut_knot_def;

// "2=1x1": turns of each throw, = where hands alternate, x where they do not. False when it is not
// of this form.
bool sut_knot_parse_throws(const char *text, sut_knot_def *out);

// Knots of two strands, and those that have a loop whose length can be chosen.
bool sut_knot_has_strands(sut_knot_kind kind);
bool sut_knot_has_loop(sut_knot_kind kind);
double sut_knot_least_loop(const sut_knot_def *d);

// The control polygon; the knot without its loop is around the origin.
void sut_knot_path_make(const sut_knot_def *d, sut_knot_path *out);

#endif
