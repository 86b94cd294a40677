// SPDX-License-Identifier: MIT
// solve.h -- a part of a step: its equations, its energies, what came out.
#ifndef SUT_STEP_SOLVE_H
#define SUT_STEP_SOLVE_H

#include "data/world.h"

// A step, or a part of one that was cut.
typedef struct sut_part {
    double time, h; // s, its end and its length
    bool cut;       // not the whole step
    bool small;     // not to be cut any more for the sake of contacts
    bool finest;    // not to be cut at all
    bool hurried;   // the budget of the step is used up: take what a few corrections give
} sut_part;

// What the step has cost so far by count, not by clock, so that it is the same everywhere.
void sut_budget_begin(sut_world *w); // of a step
bool sut_budget_is_spent(const sut_world *w);
bool sut_budget_has_room(const sut_world *w);   // for another round of bodies in contact
void sut_spend_look(sut_world *w, sut_body *b); // at the energies of a trial shape

// The stages of an attempt that solve: the rule of the part, the predictor of all bodies, and
// their displacements. False: one of them found none.
void sut_solve_begin(sut_world *w, const sut_part *part);
void sut_solve_predict(sut_world *w, const sut_part *part);
bool sut_solve_part(sut_world *w, const sut_part *part, sut_step_timer *t);

// What came out.
void sut_limit_bodies(sut_world *w); // before anything follows the motion
bool sut_any_failed(const sut_world *w);
bool sut_all_usable(const sut_world *w); // could one go on from there?
bool sut_any_pushed(const sut_world *w); // by a contact, in the last attempt
bool sut_turns_little(const sut_world *w);
// Where a part finds no state from rest, it is an error of the input if what is asked for is
// implausible, unless something moves because of parts before that found none either.
bool sut_may_stand(const sut_world *w);

// step/energy.c: fine, or the fully implicit rule should do, or the part is too large
typedef enum sut_energy_verdict {
    SUT_ENERGY_FINE,
    SUT_ENERGY_DAMP,
    SUT_ENERGY_CUT
} sut_energy_verdict;
sut_energy_verdict sut_judge_energy(sut_world *w);
// The fully implicit rule for threads that touch nothing and would make energy; true: for some.
bool sut_damp_energy(sut_world *w);
// What contacts hold and what the overlap that they are still forgiven can give, J.
double sut_world_overlap_energy(const sut_world *w);
// Would unconverged displacements (shortened, or over budget) add energy?
// `stops`: without velocities after it.
bool sut_energy_jumps(sut_world *w, bool stops);

// step/explicit.c: threads of explicit models
// Cut what is left of a step, whose parts of that size take dt largest / whole, so that they are
// stable in the state as it is now; or join parts again. False: no part would be.
bool sut_explicit_fit(const sut_world *w, double dt, int64_t largest, int64_t part, int64_t *place,
                      int64_t *whole);
void sut_explicit_begin(sut_world *w);                    // of a step
void sut_explicit_solve(sut_world *w, sut_step_timer *t); // of a part
void sut_explicit_commit(sut_world *w);
bool sut_explicit_global(const sut_world *w); // are contacts solved all at once?
// Would the displacements stretch a thread that contacts push by more than it and others can give?
bool sut_explicit_jumps(sut_world *w);
// Around taking over the displacements of all threads: where contacts, holds or stretching may have
// made energy beyond the work done, the motion loses it again.
void sut_explicit_energy_begin(sut_world *w, double share);
void sut_explicit_energy_end(sut_world *w);
void sut_explicit_end(sut_world *w); // of a step
// What threads give tools are rows of impulses: a tool feels their mean over the parts of a step.
void sut_explicit_add_impulses(sut_world *w, double dt);

#endif
