// SPDX-License-Identifier: MIT
// jam.h -- are the forceps jammed? With the thread wedged between them each step is hard and neither
// hand gets on; the cause is not visible, so it has to be said.
#ifndef SUT_TRAINER_JAM_H
#define SUT_TRAINER_JAM_H

#include "sutura/tool.h"

enum { SUT_JAM_RECENT = 64, SUT_JAM_HANDS = 2 };

typedef struct sut_jam {
    unsigned count; // of looks
    double clock[SUT_JAM_RECENT], time[SUT_JAM_RECENT];
    double stuck_since; // s of the clock, when the hands were first where they are
    bool stuck;         // both are blocked
    sut_vec3 at[SUT_JAM_HANDS];
} sut_jam;

// Looked at some 60 times a second, with the clock, the simulated time and the speed asked for. True:
// closed jaws, and for half a second a tenth of that speed (of real time, if it is more) or less, or both hands blocked where they are.
bool sut_jam_look(sut_jam *j, double clock, double time, double speed, const sut_tool_view *tools,
                  int count);

#endif
