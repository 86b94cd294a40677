// SPDX-License-Identifier: MIT
// knot_watch.h -- event `knot` of a run: the named knot of a thread is another one than before.
#ifndef SUT_OUTPUT_KNOT_WATCH_H
#define SUT_OUTPUT_KNOT_WATCH_H

#include "output/event.h"
#include "output/knots.h"

// Zero is a watch that never looks.
typedef struct sut_knot_watch {
    int thread_count;
    char (*names)[SUT_KNOT_NAME_SIZE]; // [thread_count] when last seen
    long long period;                  // steps from look to look; they are steps with an output
} sut_knot_watch;

// Name the knots at the start of a run with steps of dt (s) and an output every so many of them.
// False without memory.
bool sut_knot_watch_start(sut_knot_watch *w, const sut_source *src, double dt, long long every);
void sut_knot_watch_free(sut_knot_watch *w);
// Is it time to look after so many steps?
bool sut_knot_watch_is_due(const sut_knot_watch *w, long long steps);
// Note each thread whose knot changed since the last look. What cannot be named is no change.
void sut_knot_watch_look(sut_knot_watch *w, const sut_source *src, sut_event_counts *counts,
                         sut_event_csv *csv);

#endif
