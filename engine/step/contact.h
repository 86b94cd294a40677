// SPDX-License-Identifier: MIT
// contact.h -- the contact stages of a substep.
#ifndef SUT_STEP_CONTACT_H
#define SUT_STEP_CONTACT_H

#include "data/world.h"

// The stages of a substep; see step/step.c.
void sut_contact_begin(sut_world *w, bool keep); // after the predictor of all rods
// How much of the motion keeps everything apart; `add`: a contact for what is in the way.
double sut_contact_iteration_cost(const sut_contacts *c); // us, of one iteration of a solve
double sut_contact_condense_cost(const sut_contacts *c);  // us, of all that precedes them
double
sut_contact_guard_cost(const sut_world *w); // us, of the next look, if it is like the last one
double sut_contact_share(sut_world *w, bool add, bool brief);
// The motion is another one than the solve's: forces that suit it.
void sut_contact_settle(sut_world *w);
void sut_contact_finish(sut_world *w, double h, double share);
void sut_contact_output(sut_world *w);

#endif
