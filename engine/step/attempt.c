// SPDX-License-Identifier: MIT
// attempt.c -- one attempt at a substep, stage by stage.
//
// The list below is the step. A stage that is not content ends the attempt, and says by the outcome
// why; step/remedy.c knows what is done about it.
#include "step/attempt.h"

#include "attach/grip.h"
#include "attach/portal.h"
#include "data/data.h"
#include "drive/drive.h"
#include "step/contact.h"

//---- stages --------------------------------------------------------------------------------------
static bool ends(sut_attempt *a, sut_outcome outcome) {
    a->facts.outcome = outcome;
    return false;
}

// Obstacles and tools before holds: what holds lead is kept out of their poses.
static bool gather(sut_world *w, sut_attempt *a) {
    sut_obstacle_gather(w, a->part.time, a->part.h);
    sut_tool_gather(w, a->part.time, a->part.h);
    sut_needle_gather(w, a->part.time, a->part.h);
    sut_hold_gather(w, a->part.time, a->part.h);
    sut_portal_gather(w);
    sut_stage_done(a->timer, SUT_STAGE_INPUT);
    return true;
}

static bool predict(sut_world *w, sut_attempt *a) {
    sut_solve_predict(w, &a->part);
    sut_stage_done(a->timer, SUT_STAGE_PREDICT);
    return true;
}

static bool detect(sut_world *w, sut_attempt *a) {
    sut_contact_begin(w, a->keep);
    sut_stage_done(a->timer, SUT_STAGE_DETECT);
    return true;
}

// Forces as wrong as that do more harm than none; but not to go on at all does harm as well.
static bool forces_exceed_bound(const sut_world *w) {
    const double wild = 0.3;
    bool patient = w->stalls < SUT_STALLS && sut_any_pushed(w);
    return patient && w->contacts.figures.last > wild;
}

// What is late, the finest, or small and pushed by links need not be solved to the end if one can
// go on from there.
static bool is_good_enough(const sut_world *w, const sut_part *part) {
    bool enough = sut_budget_is_spent(w) || part->hurried || part->finest ||
                  (part->small && sut_any_pushed(w));
    // a part of an explicit model is solved or explodes: nothing of it is good enough
    return enough && !sut_world_explicit(w) && sut_all_usable(w);
}

static bool solve(sut_world *w, sut_attempt *a) {
    bool solved = sut_solve_part(w, &a->part, a->timer);
    w->stats.hurried = w->stats.hurried || sut_budget_is_spent(w);
    // in a thousandth of a step they do little, in a sixteenth or more they do
    bool coarse = a->part.finest && w->def.max_halvings < 5;
    if ((coarse && forces_exceed_bound(w)) || (!solved && !is_good_enough(w, &a->part))) {
        return ends(a, SUT_OUTCOME_UNSOLVED);
    }
    bool slides = sut_tissue_grip_saturate(w);
    // the same start, so the same contacts; but those of nodes that are held leave these out
    a->keep = !slides;
    return sut_hold_saturate(w) || slides ? ends(a, SUT_OUTCOME_CHANGED) : true;
}

// Solved again with the fully implicit rule for those that would make energy.
static bool damp(sut_attempt *a) {
    a->damped = true;
    return ends(a, SUT_OUTCOME_CHANGED);
}

static sut_energy_verdict judge(sut_world *w, sut_attempt *a) {
    sut_energy_verdict verdict = sut_judge_energy(w);
    sut_stage_done(a->timer, SUT_STAGE_CHECK);
    return verdict;
}

// What is accepted although it was not solved must not bring energy: without velocities it brings
// none.
static bool energy(sut_world *w, sut_attempt *a) {
    const sut_part *part = &a->part;
    if (sut_world_explicit(w)) {
        // the rest is done when it is accepted
        return sut_explicit_jumps(w) ? ends(a, SUT_OUTCOME_UNSOLVED) : true;
    }
    bool spent = sut_budget_is_spent(w);
    bool *stops = &a->facts.stops;
    if (!a->damped && (part->hurried || spent)) {
        *stops = judge(w, a) != SUT_ENERGY_FINE || sut_energy_jumps(w, false);
        return true;
    }
    if (a->damped) {
        *stops = spent && sut_energy_jumps(w, false);
    } else {
        a->watched = !part->finest && !(part->small && sut_any_pushed(w));
    }
    if (!a->watched) {
        if (!a->damped && sut_damp_energy(w)) {
            return damp(a);
        }
        *stops = *stops || (sut_any_failed(w) && sut_energy_jumps(w, false));
        return true;
    }
    sut_energy_verdict verdict = judge(w, a);
    if (verdict == SUT_ENERGY_DAMP && !a->damped) {
        return damp(a);
    }
    return verdict == SUT_ENERGY_FINE ? true : ends(a, SUT_OUTCOME_UNSOLVED);
}

// Limits of bodies and of tools, before anything follows the motion.
static bool limits(sut_world *w, sut_attempt *a) {
    sut_limit_bodies(w);
    a->damped = false; // whatever comes next is another motion
    a->facts.spent = sut_budget_is_spent(w);
    a->facts.exhausted = !sut_budget_has_room(w);
    bool patient = !a->facts.spent && !a->part.hurried && a->looks++ < SUT_TOOL_LOOKS;
    return patient && sut_tool_yield(w, a->part.h) ? ends(a, SUT_OUTCOME_CHANGED) : true;
}

static bool guard(sut_world *w, sut_attempt *a) {
    a->share = sut_contact_share(w, a->facts.rounds < SUT_CONTACT_ROUNDS, a->facts.spent);
    sut_stage_done(a->timer, SUT_STAGE_GUARD);
    return a->share < 1.0 ? ends(a, SUT_OUTCOME_BLOCKED) : true;
}

//---- the list ------------------------------------------------------------------------------------
typedef bool stage(sut_world *w, sut_attempt *a); // false: the attempt ends here

static stage *const stages[] = {gather, predict, detect, solve, energy, limits, guard};

void sut_attempt_begin(sut_world *w, sut_attempt *a, const sut_part *part, sut_step_timer *t) {
    *a = (sut_attempt){.part = *part, .timer = t};
    a->facts.small = part->small;
    a->facts.finest = part->finest;
    a->facts.hurried = part->hurried;
    sut_solve_begin(w, part);
    sut_tissue_grip_begin(w);
}

void sut_attempt_make(sut_world *w, sut_attempt *a) {
    sut_facts *f = &a->facts;
    f->outcome = SUT_OUTCOME_FREE;
    f->stops = false;
    bool content = true;
    for (size_t i = 0; content && i < sizeof stages / sizeof stages[0]; i++) {
        content = stages[i](w, a);
    }
    f->over = sut_budget_is_spent(w);
    if (f->outcome == SUT_OUTCOME_UNSOLVED) {
        f->spent = f->over;
        f->pushed = sut_any_pushed(w);
        f->may_stand = sut_may_stand(w);
    }
    f->turns_little = f->outcome == SUT_OUTCOME_BLOCKED && sut_turns_little(w);
}
