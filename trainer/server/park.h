// SPDX-License-Identifier: MIT
// park.h -- ends of thread that stay where they were let go, and an assistant's clip.
//
// An end that a beginner lets go is held in the air for some seconds by a hand so weak that the
// thread is led away without being noticed; it lets go when a tool takes the thread near it. The clip
// holds as firmly as forceps until it is taken off. Both are holds of the world, so that recordings
// and snapshots have them.
#ifndef SUT_TRAINER_PARK_H
#define SUT_TRAINER_PARK_H

#include "sutura/tool.h"

enum { SUT_PARK_TOOLS = 4, SUT_PARK_HOLDS = SUT_PARK_TOOLS + 1 };

typedef struct sut_park_hold {
    bool used;
    sut_hold_id id;
    sut_thread_id thread;
    int vertex;
    double until; // s of the world
} sut_park_hold;

typedef struct sut_park {
    sut_park_hold hold[SUT_PARK_HOLDS]; // by tool, the clip last
    bool held[SUT_PARK_TOOLS];          // after the step before
    sut_tool_grip grip[SUT_PARK_TOOLS];
} sut_park;

// After every step: park what was let go, let go what was taken or has waited long enough. Not
// `parks`: only the latter.
void sut_park_look(sut_park *p, sut_world *w, int tool_count, bool parks);
// Put the clip to what `tool` holds, or where it is on take it off. False: there is nothing to hold.
bool sut_park_clip(sut_park *p, sut_world *w, int tool);

#endif
