// SPDX-License-Identifier: MIT
// hole_rig.h -- a thread through holes of small sheets.
#ifndef SUTURA_TESTS_HOLE_RIG_H
#define SUTURA_TESTS_HOLE_RIG_H

#include "sutura/sutura.h"

enum { HOLE_RIG_HOLES = 16, HOLE_RIG_VERTICES = 401 };

// Small square sheets across a thread, their corners pinned or on springs; a hand draws at its last
// vertex, a load at the first.
typedef struct hole_rig {
    sut_world *w;
    sut_thread_id thread;
    sut_hold_id hand;
    sut_hole_id hole[HOLE_RIG_HOLES];
    int holes;
} hole_rig;

typedef struct hole_rig_options {
    int holes, vertices;
    double edge;            // m
    double pinch, friction; // of every hole
    double back;            // N
    double speed;           // m/s of the hand
    double bend_share;      // of the EI of nylon; 0: 1
    double angle;           // rad, by which the thread turns in the middle
    double spring;          // N/m, of each corner; 0: pinned
    double drift;           // m/s, of the supports of the first sheet, along x
    bool portals;           // published portal springs
    sut_record_sink sink;   // of a recording from the start; null: none
} hole_rig_options;

bool hole_rig_make(hole_rig *r, const hole_rig_options *o);
double hole_rig_pull(const hole_rig *r); // N, of the hand
sut_hole_view hole_rig_view(const hole_rig *r, int hole);
bool hole_rig_run(hole_rig *r, int steps);

#endif
