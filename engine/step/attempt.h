// SPDX-License-Identifier: MIT
// attempt.h -- one attempt at a substep, and the acceptance of what came out.
#ifndef SUT_STEP_ATTEMPT_H
#define SUT_STEP_ATTEMPT_H

#include "step/remedy.h"
#include "step/solve.h"

typedef struct sut_attempt {
    sut_part part;
    sut_facts facts; // of the last attempt, and what was tried before
    double share;    // of the motion that keeps everything apart
    // what the next attempt starts from
    bool keep;    // contacts of the last one, and those that the guard added
    bool damped;  // the fully implicit rule, for those that would have made energy
    bool watched; // the energy was looked at when that was found
    int looks;    // at what tools press
    sut_step_timer *timer;
} sut_attempt;

void sut_attempt_begin(sut_world *w, sut_attempt *a, const sut_part *part, sut_step_timer *t);
// All stages, or as far as they get: nothing is accepted, and the facts say how it ended.
void sut_attempt_make(sut_world *w, sut_attempt *a);

//---- step/accept.c -------------------------------------------------------------------------------
// The motion becomes state.
void sut_accept(sut_world *w, sut_attempt *a);
// As much of it as the guard leaves and brings no energy. False: that is nothing.
bool sut_accept_part(sut_world *w, sut_attempt *a);
// None of it: all stand still.
void sut_accept_none(sut_world *w, sut_attempt *a);
// Those that ask for too much have to lag behind: holds and tools, or obstacles as well. False if
// none of them moves.
bool sut_slow_holds(sut_world *w, double h);
bool sut_slow_all(sut_world *w, double h);

#endif
