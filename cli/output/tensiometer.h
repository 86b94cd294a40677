// SPDX-License-Identifier: MIT
// tensiometer.h -- a virtual tensiometer: how hard two jaws pull, and when what is between them
// gives way.
//
// The jaws are two holds, or two obstacles with a loop around them. They are moved apart by the
// scene. Slip is what they open more than the threads stretch; a knot has failed when it slipped by
// 3 mm, or when a thread bears more than its material does in a knot.
#ifndef SUT_OUTPUT_TENSIOMETER_H
#define SUT_OUTPUT_TENSIOMETER_H

#include "output/source.h"

#define SUT_TENSIOMETER_SLIP 3e-3 // m
// What slips by less than this in a look of so long is at rest.
#define SUT_TENSIOMETER_REST 5.0  // diameters of the thread per second
#define SUT_TENSIOMETER_LOOK 0.05 // s

// What the jaws show at a time.
typedef struct sut_tensiometer_reading {
    double time, force, slip; // s, N, m
    double friction;          // of the thread in the first jaw; NaN: not known
} sut_tensiometer_reading;

typedef struct sut_jaw {
    int hold;             // by its place in the scene, from 0; -1: an obstacle
    const char *obstacle; // its name
} sut_jaw;

typedef struct sut_tensiometer {
    sut_jaw jaws[2];
    double from; // s, slip counts from here on
    int obstacles[2];
    bool zeroed;                   // `from` has passed
    double distance0, stretch0;    // m, at that time
    bool slipped, broke;           // and then nothing is measured any more
    double force, slip, opening;   // N, m: at that time, or after the last step
    double time;                   // s, of these values
    double force_max;              // N, up to that time
    double friction;               // at the time of these values; NaN: not known
    double look_time, look_slip;   // s, m: when it was last looked at whether it slides
    bool sliding;                  // then
    sut_tensiometer_reading onset; // when it began to slide and did not come to rest any more
    double strength;               // N, of the thread that broke, else of the weakest; 0: not known
    char fault[192];               // what sut_tensiometer_start has answered
} sut_tensiometer;

// Null, or why these jaws do not exist. Takes `jaws` and `from`.
const char *sut_tensiometer_start(sut_tensiometer *t, const sut_source *src);
// After every accepted step.
void sut_tensiometer_step(sut_tensiometer *t, const sut_source *src);

#endif
