// SPDX-License-Identifier: MIT
// solve.c -- the equations of one part of a step: displacements of all bodies, not accepted.
//
// Bodies that touch nothing are solved one by one; those that do, together: each answers the forces
// that its contacts had so far, then the contacts find how these have to change. Whatever does not
// converge by itself gets a line search. The table of its kind is in body/body.h.
// docs/theory/solve.md, docs/theory/contact.md
#include "step/solve.h"

#include "attach/hole.h"
#include "data/data.h"
#include "step/contact.h"

//---- budget --------------------------------------------------------------------------------------
// Beyond its budget the search for a motion comes to its end, and nothing that can be left out
// begins that would lead further beyond it than by this factor: what cannot be left out takes the
// rest of a quarter.
static const double last_share = 1.2;

// Linearisations after which convergence is not taken for granted any more.
static int search_after(const sut_part *part) {
    return part->hurried ? 0 : 5;
}

static int most_linearisations(const sut_world *w, const sut_part *part) {
    return part->hurried ? 2 : w->def.max_linearisations;
}

void sut_spend_look(sut_world *w, sut_body *b) {
    w->budget.spent += b->kind->evaluation_cost(b);
}

void sut_budget_begin(sut_world *w) {
    // without a budget: a tenth of a second, and three hundred linearisations of all bodies
    double patience = 1e5;
    for (int i = 0; i < sut_world_bodies(w); i++) {
        sut_body *b = sut_world_body(w, i);
        patience += b ? 300.0 * b->kind->cost(b) : 0.0;
    }
    // explicit models do with small parts what others do with iterations, and need more of them
    patience *= sut_world_explicit(w) ? 10.0 : 1.0;
    double budget = w->def.contact.budget > 0.0 ? 1e6 * w->def.contact.budget : patience;
    // a state in which all stood still meets the same problem again, and is solved with more time
    budget *= (double)(1u << (w->stalls < SUT_PATIENCE ? w->stalls : SUT_PATIENCE));
    w->budget = (sut_budget){.limit = budget, .hard = last_share * budget};
}

bool sut_budget_has_room(const sut_world *w) {
    return sut_budget_allows(&w->budget, 1.5 * w->budget.round + sut_contact_guard_cost(w));
}

bool sut_budget_is_spent(const sut_world *w) {
    return sut_budget_is_over(&w->budget);
}

//---- bodies in contact ---------------------------------------------------------------------------
// Bodies that links act on, in the order of their numbers; null: this one is not.
static sut_body *touched_body(const sut_world *w, int i) {
    sut_body *b = sut_world_body(w, i);
    return b && b->touched ? b : NULL;
}

static sut_round round_of(sut_world *w, const sut_part *part) {
    sut_round r = {.tolerance = w->def.tolerance,
                   .max_linearisations = most_linearisations(w, part),
                   .search_after = search_after(part),
                   .small = part->small,
                   .hurried = part->hurried,
                   .budget = &w->budget};
    return r;
}

static bool needs_search(const sut_world *w, const sut_round *round) {
    for (int i = 0; i < sut_world_bodies(w); i++) {
        const sut_body *b = touched_body(w, i);
        if (b && b->kind->needs_search && b->kind->needs_search(b, round)) {
            return true;
        }
    }
    return false;
}

static double potential_together(sut_world *w) {
    double sum = sut_contact_potential(&w->contacts, &w->bodies);
    for (int i = 0; i < sut_world_bodies(w); i++) {
        sut_body *b = touched_body(w, i);
        if (b) {
            sum += b->kind->potential(b);
            w->budget.spent += b->kind->evaluation_cost(b);
        }
    }
    return sum;
}

// Backtracking line search along the corrections of all bodies.
static void search_together(sut_world *w, double before, double fraction) {
    int most = 1;
    for (int k = 0; k < most; k++) {
        double spent = w->budget.spent;
        double after = potential_together(w);
        most = k == 0 ? sut_budget_looks(&w->budget, w->budget.spent - spent) : most;
        if (after <= before + 1e-12 * fabs(before)) {
            return;
        }
        fraction *= 0.5;
        for (int i = 0; i < sut_world_bodies(w); i++) {
            sut_body *b = touched_body(w, i);
            if (b) {
                b->kind->step_back(b, fraction);
            }
        }
        sut_holes_apply(&w->contacts, -fraction);
    }
}

enum { LEAST = 3 }; // iterations of a contact solve that begins late

// What a round of bodies in contact takes at the least, and the looks of energies and guard at what
// comes out of it.
static double cost_of_round(const sut_world *w) {
    const double looks = 0.5 * w->budget.round; // at energies
    return w->budget.round + LEAST * sut_contact_iteration_cost(&w->contacts) + looks +
           sut_contact_guard_cost(w);
}

// The first linearisation leaves stretch that makes forces many times too large: a second round
// follows even over budget, and what of it does not fit beyond the limit is kept back for it.
static double kept_back(const sut_world *w, bool first) {
    double more = cost_of_round(w) - (w->budget.hard - w->budget.limit);
    return first && more > 0.0 ? more : 0.0;
}

static void solve_contacts(sut_world *w, bool first) {
    sut_contacts *c = &w->contacts;
    // what comes out is looked at by the guard
    double each = sut_contact_iteration_cost(c);
    double left = w->budget.limit - w->budget.spent - sut_contact_guard_cost(w);
    double most = (left - kept_back(w, first)) / each;
    int before = c->figures.iterations;
    c->settings.hasty = w->def.contact.budget > 0.0; // it may have changed since the last step
    c->settings.most = most < 1e6 ? (most > LEAST ? (int)most : LEAST) : 1000000;
    sut_contact_solve(c, &w->bodies);
    w->budget.spent += (c->figures.iterations - before) * each;
}

// Holes are at other places of the trial shape than in the last round, maybe at other vertices:
// then the condensed system is another one. True if so.
static bool follow_holes(sut_world *w) {
    sut_contacts *c = &w->contacts;
    if (c->holes == 0) {
        return false;
    }
    bool moved = sut_holes_locate(c, &w->bodies);
    for (int i = 0; i < c->holes; i++) {
        c->hole[i]->sigma = 0.0;
    }
    if (moved) {
        sut_contact_zones(c, &w->bodies);
        w->budget.spent += sut_contact_iteration_cost(c);
    }
    sut_contact_push(c, &w->bodies);
    return moved;
}

// All bodies linearise their equations, and the condensed system is made of them. False: one of
// them is broken, or the condensed system has a bad pivot.
static bool linearise_together(sut_world *w) {
    const double before = w->budget.spent;
    bool anew = follow_holes(w);
    bool broken = w->contacts.unfit;
    for (int i = 0; i < sut_world_bodies(w); i++) {
        sut_body *b = touched_body(w, i);
        if (b) {
            anew = b->kind->linearise(b) || anew;
            w->budget.spent += b->kind->cost(b);
            broken = broken || b->broken;
        }
    }
    if (broken || (anew && !sut_contact_condense(&w->contacts, &w->bodies))) {
        return false;
    }
    w->budget.spent += anew ? sut_contact_condense_cost(&w->contacts) : 0.0;
    w->budget.round = w->budget.spent - before;
    return true;
}

// The largest fraction of the corrections that all bodies can take.
static double respond_together(sut_world *w) {
    double fraction = 1.0;
    for (int i = 0; i < sut_world_bodies(w); i++) {
        sut_body *b = touched_body(w, i);
        if (b) {
            b->kind->respond(b);
            double own = b->kind->step_limit(b);
            fraction = own < fraction ? own : fraction;
        }
    }
    return fraction;
}

// One round of Newton's method: all bodies in contact correct their displacements, with contact
// forces that suit all of them.
static bool correct_together(sut_world *w, const sut_round *round, bool first, sut_step_timer *t) {
    if (!linearise_together(w)) {
        return false;
    }
    solve_contacts(w, first);
    sut_stage_done(t, SUT_STAGE_CONTACT);
    bool search = needs_search(w, round);
    double before = search ? potential_together(w) : 0.0;
    double fraction = respond_together(w);
    for (int i = 0; i < sut_world_bodies(w); i++) {
        sut_body *b = touched_body(w, i);
        if (b) {
            b->kind->apply(b, fraction);
        }
    }
    sut_holes_apply(&w->contacts, fraction);
    sut_stage_done(t, SUT_STAGE_SOLVE);
    if (search) {
        search_together(w, before, fraction);
        sut_stage_done(t, SUT_STAGE_CHECK);
    }
    return true;
}

static void fail_together(sut_world *w) {
    for (int i = 0; i < sut_world_bodies(w); i++) {
        sut_body *b = touched_body(w, i);
        if (b) {
            b->kind->fail(b);
        }
    }
}

// For a round after so many.
static bool has_time(const sut_world *w, int rounds) {
    return rounds == 0 || !sut_budget_is_spent(w) ||
           (rounds == 1 && sut_budget_allows(&w->budget, cost_of_round(w)));
}

static void solve_together(sut_world *w, const sut_part *part, sut_step_timer *t) {
    sut_round round = round_of(w, part);
    bool done = false;
    bool failed = false;
    for (int n = 0; !done && !failed && has_time(w, n); n++) {
        if (!correct_together(w, &round, n == 0, t)) {
            fail_together(w);
            return;
        }
        // forces that do not fit the shape need another linearisation of it
        round.found = w->contacts.figures.last <= SUT_CONTACT_ERROR;
        done = round.found && sut_holes_fit(&w->contacts, &w->bodies);
        for (int i = 0; i < sut_world_bodies(w); i++) {
            sut_body *b = touched_body(w, i);
            if (b) {
                sut_judgement j = b->kind->judge(b, &round);
                done = done && j.done;
                failed = failed || j.failed;
            }
        }
        sut_stage_done(t, SUT_STAGE_CHECK);
    }
}

//---- all bodies ----------------------------------------------------------------------------------
static sut_substep substep_of(const sut_world *w, const sut_part *part) {
    return (sut_substep){.time = part->time,
                         .h = part->h,
                         .gravity = w->def.gravity,
                         .cut = part->cut,
                         .small = part->small,
                         .hurried = part->hurried,
                         .seen = sut_contact_looks(w)};
}

void sut_solve_begin(sut_world *w, const sut_part *part) {
    const sut_substep s = substep_of(w, part);
    for (int i = 0; i < sut_world_bodies(w); i++) {
        sut_body *b = sut_world_body(w, i);
        if (b && b->kind->begin) {
            b->kind->begin(b, &s);
        }
    }
}

void sut_solve_predict(sut_world *w, const sut_part *part) {
    const sut_substep s = substep_of(w, part);
    for (int i = 0; i < sut_world_bodies(w); i++) {
        sut_body *b = sut_world_body(w, i);
        if (b) {
            b->kind->predict(b, &s);
        }
    }
    sut_hole_begin(w, part->h);
}

// Links act at the end of a substep: those that they act on begin with the rule for that.
static void predict_linked(sut_world *w, const sut_part *part) {
    sut_substep s = substep_of(w, part);
    s.linked = true;
    for (int i = 0; i < sut_world_bodies(w); i++) {
        sut_body *b = touched_body(w, i);
        if (b) {
            b->kind->predict(b, &s);
        }
    }
}

// Those that no link acts on, or all of them.
static void solve_apart(sut_world *w, const sut_part *part, bool all) {
    const sut_round round = round_of(w, part);
    for (int i = 0; i < sut_world_bodies(w); i++) {
        sut_body *b = sut_world_body(w, i);
        if (b && (all || !b->touched)) {
            sut_body_solve_alone(b, &round);
        }
    }
}

// Counts the work of all bodies; true: none of them failed.
static bool all_solved(sut_world *w) {
    for (int i = 0; i < sut_world_bodies(w); i++) {
        const sut_body *b = sut_world_body(w, i);
        if (b) {
            sut_body_progress p = b->kind->progress(b);
            w->stats.linearisations += p.linearisations;
            w->stats.corrections += p.corrections;
        }
    }
    return !sut_any_failed(w);
}

// Contacts that were set aside and that the motion closes become part of the system. True: there
// are any.
static bool activate(sut_world *w) {
    sut_contacts *c = &w->contacts;
    if (c->inactive == 0 || !sut_contact_activate(c, &w->bodies)) {
        return false;
    }
    sut_contact_zones(c, &w->bodies);
    sut_contact_push(c, &w->bodies);
    w->budget.spent += sut_contact_iteration_cost(c);
    return true;
}

bool sut_solve_part(sut_world *w, const sut_part *part, sut_step_timer *t) {
    if (sut_world_explicit(w)) {
        sut_explicit_solve(w, t);
        return all_solved(w);
    }
    // most contacts are only possible ones: as long as none pushes, bodies go their own ways
    bool alone = sut_contact_idle(&w->contacts);
    solve_apart(w, part, alone);
    sut_contacts *c = &w->contacts;
    int links = c->count + c->inactive + c->holes;
    if (links > 0 && (!alone || !sut_contact_stays_open(c, &w->bodies))) {
        if (alone) {
            (void)activate(w);
        }
        do {
            predict_linked(w, part);
            solve_together(w, part, t);
        } while (!sut_any_failed(w) && activate(w));
    }
    sut_contact_join(c);
    return all_solved(w);
}

//---- what came out -------------------------------------------------------------------------------
void sut_limit_bodies(sut_world *w) {
    for (int i = 0; i < sut_world_bodies(w); i++) {
        sut_body *b = sut_world_body(w, i);
        if (b && b->kind->limit) {
            b->kind->limit(b);
        }
    }
}

bool sut_any_failed(const sut_world *w) {
    for (int i = 0; i < sut_world_bodies(w); i++) {
        const sut_body *b = sut_world_body(w, i);
        if (b && b->kind->progress(b).failed) {
            return true;
        }
    }
    return false;
}

bool sut_all_usable(const sut_world *w) {
    for (int i = 0; i < sut_world_bodies(w); i++) {
        const sut_body *b = sut_world_body(w, i);
        if (b && !sut_body_is_usable(b)) {
            return false;
        }
    }
    return true;
}

bool sut_any_pushed(const sut_world *w) {
    for (int i = 0; i < sut_world_bodies(w); i++) {
        const sut_body *b = sut_world_body(w, i);
        if (b && b->pushed) {
            return true;
        }
    }
    return false;
}

bool sut_turns_little(const sut_world *w) {
    for (int i = 0; i < sut_world_bodies(w); i++) {
        const sut_body *b = sut_world_body(w, i);
        if (b && !sut_body_turns_little(b)) {
            return false;
        }
    }
    return true;
}

bool sut_may_stand(const sut_world *w) {
    bool sane = true;
    bool moves = false;
    for (int i = 0; i < sut_world_bodies(w); i++) {
        const sut_body *b = sut_world_body(w, i);
        sane = sane && !(b && b->kind->implausible && b->kind->implausible(b));
        moves = moves || (b && b->kind->moves && b->kind->moves(b));
    }
    return sane || moves;
}
