// SPDX-License-Identifier: MIT
// wall_fixture.h -- a loop whose world is a wall with a closed form, and devices that misbehave on
// demand.
#ifndef SUT_TESTS_WALL_FIXTURE_H
#define SUT_TESTS_WALL_FIXTURE_H

#include "haptic_types.h"

// The tool is on its target, but never below z = floor; what is missing stretches the spring.
typedef struct wall {
    double stiffness; // N/m
    double floor;     // m
    double twist;     // N m/rad, the tool does not turn; 0: it does
    bool glued;       // the tool stays at z = floor whatever the target: a spring to a fixed place
    bool delayed;     // the force is that of the step before
    bool broken;      // steps fail
    sut_vec3 next;    // force of a delayed wall
    int releases;     // calls of release
    sut_tool_view view;
} wall;

typedef enum misdeed { BEHAVES, GIVES_NAN, JUMPS, FREEZES, IS_GONE, IS_LATE } misdeed;

// A device that is where it is put.
typedef struct puppet {
    sut_device_sample sample;
    sut_device_sample given; // last
    misdeed does;
    sut_wrench felt;
    int closed;
} puppet;

sut_device puppet_device(puppet *p);

// An empty world, a loop on the wall. The def may be null.
sut_haptic *wall_loop(wall *w, const sut_haptic_def *def);
void wall_end(sut_haptic *h); // world too

#endif
