// SPDX-License-Identifier: MIT
// stitch_rig.h -- a thread through holes of small sheets, drawn by a hand.
#ifndef SUT_VALIDATE_STITCH_RIG_H
#define SUT_VALIDATE_STITCH_RIG_H

#include "validate/rig.h"

enum { SUT_STITCH_HOLES = 16, SUT_STITCH_DIAMETER_UM = 200 };

// Nylon of 0.2 mm. Square sheets at right angles to its first half, eight edges apart, the last at
// its middle, where it turns by `angle` over a bend of 20 edges.
typedef struct sut_stitch_case {
    int holes, vertices;
    double edge;            // m
    double pinch, friction; // of every hole
    double back;            // N, load at the first vertex
    double speed;           // m/s of the hand at the last one
    double angle;           // rad
    double spring;          // N/m, of each of the four corners of a sheet; 0: pinned
    double drift;           // m/s along x, of the supports of the first sheet
    double limp;            // divides EI; 0: 1
    bool portals;
    bool free; // no hand
} sut_stitch_case;

typedef struct sut_stitch_rig {
    sut_rig rig;
    sut_hold_id hand;
    sut_hole_id hole[SUT_STITCH_HOLES];
} sut_stitch_rig;

sut_stitch_rig sut_stitch_open(sut_check_log *log, const sut_stitch_case *c);
void sut_stitch_close(sut_stitch_rig *r);
bool sut_stitch_run(sut_stitch_rig *r, double seconds); // in steps of 1 ms
double sut_stitch_pull(const sut_stitch_rig *r);        // N, of the hand
sut_hole_view sut_stitch_view(const sut_stitch_rig *r, int hole);
double sut_stitch_stiffness(const sut_stitch_case *c); // EI, N m^2

#endif
