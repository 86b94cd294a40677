// SPDX-License-Identifier: MIT
// remedy.h -- what is done about an attempt at a substep, by the facts of it alone.
#ifndef SUT_STEP_REMEDY_H
#define SUT_STEP_REMEDY_H

#include <stdbool.h>

// How an attempt ended: where its stages stopped, or that they all were content.
typedef enum sut_outcome {
    SUT_OUTCOME_FREE,     // solved, and nothing is in the way
    SUT_OUTCOME_UNSOLVED, // no motion, one that makes energy, or forces that are far from right
    SUT_OUTCOME_CHANGED,  // solved, but a hold lets go, a rule is damped or a tool yields
    SUT_OUTCOME_BLOCKED   // solved, and something is in the way
} sut_outcome;

typedef struct sut_facts {
    sut_outcome outcome;
    // the substep
    bool small;   // not to be cut any more for the sake of contacts
    bool finest;  // not to be cut at all
    bool hurried; // it began with a budget that was used up
    // the attempt
    bool spent;        // the budget was used up before the guard looked
    bool over;         // and when it was done
    bool exhausted;    // there is no room for another round of the solve, late as it is
    bool pushed;       // a link bears a force
    bool may_stand;    // no error of the input: what is asked for is sane, or something moves
    bool turns_little; // so that the motion may be shortened
    bool stops;        // the motion is usable, its velocities are not
    bool vanished;     // shortened till it brings no energy, nothing is left of the motion
    // what was tried before
    int rounds;      // attempts that ended with something in the way
    int slowed;      // attempts that ended unsolved and were tried with slower holds
    bool holds_rest; // no hold can go slower
    bool
        others_rest; // neither holds nor tools nor obstacles can, or it has been tried often enough
} sut_facts;

typedef enum sut_remedy {
    SUT_REMEDY_ACCEPT,
    SUT_REMEDY_SOLVE_AGAIN,  // with what changed
    SUT_REMEDY_ADD_CONTACTS, // for what is in the way, and solve again
    SUT_REMEDY_SLOW_HOLDS,   // holds of threads go slower, and solve again
    SUT_REMEDY_SLOW_ALL,     // so do tools and obstacles
    SUT_REMEDY_CUT,          // try half of the substep
    SUT_REMEDY_SHORTEN,      // accept the part of the motion that is free and brings no energy
    SUT_REMEDY_STAND,        // accept none of it: all stand still for the time of the substep
    SUT_REMEDY_GIVE_UP       // the step fails
} sut_remedy;

enum {
    SUT_CONTACT_ROUNDS = 2,  // attempts that end with more contacts
    SUT_GUARD_ROUNDS = 6,    // attempts that end with something in the way
    SUT_HOLDS_PATIENCE = 20, // attempts with ever slower holds
    SUT_TOOL_LOOKS = 8       // attempts after which tools may yield
};

sut_remedy sut_remedy_for(const sut_facts *f);

#endif
