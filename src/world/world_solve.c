// SPDX-License-Identifier: MIT
// world_solve.c -- the equations of one part of a step: displacements of all rods, not taken over.
//
// Rods that touch nothing are solved one by one; those that do, together: each answers the forces
// that its contacts had so far, then the contacts find how these have to change. Whatever does not
// converge by itself is led downhill. docs/theory/solve.md, docs/theory/contact.md
#include "world/world_solve.h"

#include "math/vec3.h"
#include "rod/rod_kind.h"

//---- one rod -------------------------------------------------------------------------------------
// Linearisations after which convergence is not taken for granted any more.
static int search_after(const sut_part *part) {
    return part->hurried ? 0 : 5;
}

static int most_linearisations(const sut_world *w, const sut_part *part) {
    return part->hurried ? 2 : w->def.max_linearisations;
}

void sut_spend_look(sut_world *w, sut_rod *r) {
    w->spent += sut_rod_kind.evaluation_cost(&r->body);
}

// us; negative: more than there was
static double budget_left(const sut_world *w) {
    // without a budget: a tenth of a second, and three hundred linearisations of all bodies
    double patience = 1e5 + 300.0 * SUT_ROD_LINEARISATION_COST * w->vertex_count;
    for (int i = 0; i < sut_other_count(w); i++) {
        sut_body *b = sut_other_body(w, i);
        patience += b ? 300.0 * b->kind->cost(b) : 0.0;
    }
    // explicit models do with small parts what others do with iterations, and need more of them
    patience *= sut_world_explicit(w) ? 10.0 : 1.0;
    double budget = w->def.contact.budget > 0.0 ? 1e6 * w->def.contact.budget : patience;
    // a state in which all stood still meets the same problem again, and is solved with more time
    double factor = (double)(1u << (w->stalls < SUT_PATIENCE ? w->stalls : SUT_PATIENCE));
    return factor * budget - w->spent;
}

bool sut_budget_is_spent(const sut_world *w) {
    return budget_left(w) < 0.0;
}

// In a hurry a rod is led downhill from the start, which needs looks at the whole shape.
static bool sweeps(const sut_rod *r, const sut_part *part) {
    return !part->hurried && sut_rod_can_sweep(r);
}

// Shapes that a line search looks at.
static int most_looks(const sut_world *w) {
    return sut_budget_is_spent(w) ? 4 : 12;
}

// One correction is always made: with none there is no motion to take over.
static bool out_of_time(const sut_world *w, const sut_rod_progress *p) {
    return p->linearisations + p->corrections >= 1 && sut_budget_is_spent(w);
}

// The equations of one rod, solved or given up, or as far as the budget goes.
static void solve_rod(sut_world *w, const sut_part *part, sut_rod *r, sut_step_timer *t) {
    const int late = search_after(part);
    sut_rod_progress *p = &r->progress;
    if (sweeps(r, part)) {
        sut_rod_sweep(r);
        sut_stage_done(t, SUT_STAGE_SOLVE);
        for (int s = 0; s < SUT_STAGE_COUNT; s++) {
            t->stats->stage_us[s] += r->lap_us[s];
            t->stats->stage_us[SUT_STAGE_SOLVE] -= r->lap_us[s];
        }
        w->spent += r->body.kind->cost(&r->body);
        sut_rod_judge(r, w->def.tolerance, most_linearisations(w, part));
        if (!p->done && !p->failed) {
            sut_rod_unfold(r);
        }
        sut_stage_done(t, SUT_STAGE_CHECK);
    }
    while (!p->done && !p->failed && !out_of_time(w, p)) {
        sut_rod_kinematics(r);
        sut_stage_done(t, SUT_STAGE_KINEMATICS);
        sut_rod_twist(r);
        sut_stage_done(t, SUT_STAGE_TWIST);
        if (p->linearisations == late && p->again) {
            sut_rod_restart(r);
        }
        sut_rod_forces(r);
        sut_stage_done(t, SUT_STAGE_FORCES);
        if (r->mat.model == SUT_MODEL_IMPLICIT_SIMPLIFIED) {
            sut_rod_simplified_solve(r);
            sut_stage_done(t, SUT_STAGE_SOLVE);
            continue;
        }
        // a rod that goes astray is led downhill
        bool astray = p->linearisations >= late;
        double before = astray ? sut_rod_potential(r) : 0.0;
        if (p->again || astray) {
            sut_rod_assemble(r);
            sut_stage_done(t, SUT_STAGE_ASSEMBLY);
            sut_rod_linear_solve(r);
        } else {
            sut_rod_correct(r);
        }
        sut_stage_done(t, SUT_STAGE_SOLVE);
        int looks = astray ? 1 + sut_rod_search(r, before, most_looks(w)) : 0;
        w->spent += r->body.kind->cost(&r->body);
        w->spent += looks * (SUT_ROD_EVALUATION_COST * r->n);
        sut_rod_judge(r, w->def.tolerance, most_linearisations(w, part));
        sut_stage_done(t, SUT_STAGE_CHECK);
    }
}

//---- bodies in contact ---------------------------------------------------------------------------
static bool touched(const sut_world *w, int i) {
    return w->threads[i].used && w->threads[i].rod.body.touched;
}

// Bodies that links act on, in the order of their numbers; null: this one is not.
static sut_body *touched_body(const sut_world *w, int i) {
    sut_body *b = w->bodies.body[i];
    return b && b->touched ? b : NULL;
}

static sut_round round_of(const sut_world *w, const sut_part *part) {
    sut_round r = {.tolerance = w->def.tolerance,
                   .max_linearisations = most_linearisations(w, part),
                   .search_after = search_after(part),
                   .small = part->small,
                   .hurried = part->hurried};
    return r;
}

static bool needs_search(const sut_world *w, const sut_round *round) {
    for (int i = 0; i < w->bodies.bodies; i++) {
        const sut_body *b = touched_body(w, i);
        if (b && b->kind->needs_search && b->kind->needs_search(b, round)) {
            return true;
        }
    }
    return false;
}

static double potential_together(sut_world *w) {
    double sum = sut_contact_potential(&w->contacts, &w->bodies);
    for (int i = 0; i < w->bodies.bodies; i++) {
        sut_body *b = touched_body(w, i);
        if (b) {
            sum += b->kind->potential(b);
            w->spent += b->kind->evaluation_cost(b);
        }
    }
    return sum;
}

// Backtracking line search along the corrections of all bodies.
static void search_together(sut_world *w, double before, double fraction) {
    const int most = most_looks(w);
    for (int k = 0; k < most; k++) {
        double after = potential_together(w);
        if (after <= before + 1e-12 * fabs(before)) {
            return;
        }
        fraction *= 0.5;
        for (int i = 0; i < w->bodies.bodies; i++) {
            sut_body *b = touched_body(w, i);
            if (b) {
                b->kind->step_back(b, fraction);
            }
        }
    }
}

static void solve_contacts(sut_world *w) {
    sut_contacts *c = &w->contacts;
    // what comes out is looked at by the guard
    double each = sut_contact_iteration_cost(c);
    double most = (budget_left(w) - sut_contact_guard_cost(w)) / each;
    int before = c->figures.iterations;
    c->settings.hasty = w->def.contact.budget > 0.0; // it may have changed since the last step
    c->settings.most = most < 1e6 ? (most > 3.0 ? (int)most : 3) : 1000000;
    sut_contact_solve(c, &w->bodies);
    w->spent += (c->figures.iterations - before) * each;
}

// All bodies linearise their equations, and the condensed system is made of them. False: one of
// them is broken, or the condensed system has a bad pivot.
static bool linearise_together(sut_world *w, sut_step_timer *t) {
    bool anew = false;
    bool broken = false;
    for (int i = 0; i < w->bodies.bodies; i++) {
        sut_body *b = touched_body(w, i);
        if (b) {
            b->timer = t;
            anew = b->kind->linearise(b) || anew;
            w->spent += b->kind->cost(b);
            broken = broken || b->broken;
        }
    }
    if (broken || (anew && !sut_contact_condense(&w->contacts, &w->bodies))) {
        return false;
    }
    w->spent += anew ? 0.5 * sut_contact_iteration_cost(&w->contacts) : 0.0;
    return true;
}

// The largest fraction of the corrections that all bodies can take.
static double respond_together(sut_world *w) {
    double fraction = 1.0;
    for (int i = 0; i < w->bodies.bodies; i++) {
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
static bool correct_together(sut_world *w, const sut_round *round, sut_step_timer *t) {
    if (!linearise_together(w, t)) {
        return false;
    }
    solve_contacts(w);
    sut_stage_done(t, SUT_STAGE_CONTACT);
    bool search = needs_search(w, round);
    double before = search ? potential_together(w) : 0.0;
    double fraction = respond_together(w);
    for (int i = 0; i < w->bodies.bodies; i++) {
        sut_body *b = touched_body(w, i);
        if (b) {
            b->kind->apply(b, fraction);
        }
    }
    sut_stage_done(t, SUT_STAGE_SOLVE);
    if (search) {
        search_together(w, before, fraction);
        sut_stage_done(t, SUT_STAGE_CHECK);
    }
    return true;
}

static void fail_together(sut_world *w) {
    for (int i = 0; i < w->bodies.bodies; i++) {
        sut_body *b = touched_body(w, i);
        if (b) {
            b->kind->fail(b);
        }
    }
}

static void solve_together(sut_world *w, const sut_part *part, sut_step_timer *t) {
    sut_round round = round_of(w, part);
    bool done = false;
    bool failed = false;
    for (int n = 0; !done && !failed && (n < 2 || !sut_budget_is_spent(w)); n++) {
        if (!correct_together(w, &round, t)) {
            fail_together(w);
            return;
        }
        // forces that do not fit the shape need another linearisation of it
        round.found = w->contacts.figures.last <= SUT_CONTACT_ERROR;
        done = round.found;
        for (int i = 0; i < w->bodies.bodies; i++) {
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

//---- tissues and needles -------------------------------------------------------------------------
static void predict_other(sut_world *w, const sut_part *part, sut_body *b) {
    const sut_substep s = {part->time, part->h, w->def.gravity};
    b->kind->predict(b, &s);
}

// The equations of one tissue or needle that nothing touches. One correction is always made, so
// that the sums of its forces are exact.
static void solve_other(sut_world *w, const sut_part *part, sut_body *b, sut_step_timer *t) {
    sut_round round = round_of(w, part);
    round.found = true;
    b->timer = t;
    sut_judgement j = b->kind->judge(b, &round);
    bool once = false;
    while (!j.failed && (!once || (!j.done && !sut_budget_is_spent(w)))) {
        (void)b->kind->linearise(b);
        sut_stage_done(t, SUT_STAGE_SOLVE);
        b->kind->apply(b, b->kind->step_limit(b));
        w->spent += b->kind->cost(b) + b->kind->evaluation_cost(b);
        j = b->kind->judge(b, &round);
        once = true;
        sut_stage_done(t, SUT_STAGE_CHECK);
    }
}

void sut_limit_strains(sut_world *w) {
    for (int i = 0; i < w->def.capacity.tissues; i++) {
        if (w->tissues[i].used) {
            (void)sut_tissue_limit(w->tissues[i].tissue);
        }
    }
}

static bool any_tissue_failed(sut_world *w) {
    bool failed = false;
    for (int i = 0; i < w->def.capacity.tissues; i++) {
        if (w->tissues[i].used) {
            w->stats.corrections += sut_tissue_corrections(w->tissues[i].tissue);
            failed = failed || sut_tissue_is_failed(w->tissues[i].tissue);
        }
    }
    return failed;
}

bool sut_any_tissue_pushed(const sut_world *w) {
    for (int i = 0; i < sut_other_count(w); i++) {
        const sut_body *b = sut_other_body(w, i);
        if (b && b->pushed) {
            return true;
        }
    }
    return false;
}

static bool is_finite_motion(const sut_body *b) {
    for (int v = 0; v < b->n; v++) {
        if (!v3_is_finite(sut_soa3_get(&b->move, v))) {
            return false;
        }
    }
    return true;
}

//---- all bodies ----------------------------------------------------------------------------------
static void predict(sut_world *w, const sut_part *part, int i) {
    sut_rod *r = &w->threads[i].rod;
    // a sweep makes its own first guess; only contacts want to see it before
    if (w->threads[i].used && (sut_contact_looks(w) || !sweeps(r, part))) {
        sut_rod_predict(r);
        r->progress.again = true;
    }
}

static bool all_solved(sut_world *w) {
    bool solved = true;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used) {
            const sut_rod_progress *p = &w->threads[i].rod.progress;
            w->stats.linearisations += p->linearisations;
            w->stats.corrections += p->corrections;
            solved = solved && !p->failed;
        }
    }
    return !any_tissue_failed(w) && !sut_any_needle_failed(w) && solved;
}

static bool all_done(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used && w->threads[i].rod.progress.failed) {
            return false;
        }
    }
    for (int i = 0; i < w->def.capacity.tissues; i++) {
        if (w->tissues[i].used && sut_tissue_is_failed(w->tissues[i].tissue)) {
            return false;
        }
    }
    return !sut_any_needle_failed(w);
}

// `keep`: with the contacts of the last try and those that the guard added.
static bool solve_all(sut_world *w, const sut_part *part, bool keep, sut_step_timer *t) {
    sut_obstacle_gather(w, part->time, part->h);
    sut_tool_gather(w, part->time, part->h);
    sut_needle_gather(w, part->time, part->h);
    sut_hold_gather(w, part->time, part->h);
    sut_stage_done(t, SUT_STAGE_INPUT);
    for (int i = 0; i < w->def.capacity.threads; i++) {
        predict(w, part, i);
    }
    for (int i = 0; i < sut_other_count(w); i++) {
        sut_body *b = sut_other_body(w, i);
        if (b) {
            predict_other(w, part, b);
        }
    }
    sut_stage_done(t, SUT_STAGE_PREDICT);
    sut_contact_begin(w, keep);
    sut_stage_done(t, SUT_STAGE_DETECT);
    if (sut_world_explicit(w)) {
        sut_explicit_solve(w, t);
        return all_solved(w);
    }
    // most contacts are only possible ones: as long as none pushes, rods go their own ways
    bool alone = sut_contact_idle(&w->contacts);
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used && (alone || !touched(w, i))) {
            solve_rod(w, part, &w->threads[i].rod, t);
        }
    }
    for (int i = 0; i < sut_other_count(w); i++) {
        sut_body *b = sut_other_body(w, i);
        if (b && (alone || !b->touched)) {
            solve_other(w, part, b, t);
        }
    }
    if (w->contacts.count > 0 && (!alone || !sut_contact_stays_open(&w->contacts, &w->bodies))) {
        for (int i = 0; i < w->def.capacity.threads; i++) {
            if (touched(w, i)) {
                // contacts act at the end of a step: the fully implicit rule
                w->threads[i].rod.lambda = 1.0;
                predict(w, part, i);
            }
        }
        for (int i = 0; i < sut_other_count(w); i++) {
            sut_body *b = sut_other_body(w, i);
            if (b && b->touched && alone) {
                predict_other(w, part, b);
            }
        }
        solve_together(w, part, t);
    }
    return all_solved(w);
}

//---- what came out -------------------------------------------------------------------------------
static bool all_usable(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        const sut_rod *r = &w->threads[i].rod;
        if (w->threads[i].used && !sut_rod_is_usable(r)) {
            return false;
        }
    }
    for (int i = 0; i < sut_other_count(w); i++) {
        const sut_body *b = sut_other_body(w, i);
        if (b && !is_finite_motion(b)) {
            return false;
        }
    }
    return true;
}

bool sut_any_pushed(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used && w->threads[i].rod.body.pushed) {
            return true;
        }
    }
    return sut_any_tissue_pushed(w) || sut_any_needle_pushed(w);
}

//---- a part --------------------------------------------------------------------------------------
// Forces as wrong as that do more harm than none; but not to go on at all does harm as well.
static bool forces_are_wild(const sut_world *w) {
    const double wild = 0.3;
    bool patient = w->stalls < SUT_STALLS && sut_any_pushed(w);
    return patient && w->contacts.figures.last > wild;
}

// Solve, and solve again where a hold would pull too hard and so lets its vertex lag.
static bool solve_with_weak_hands(sut_world *w, const sut_part *part, bool keep,
                                  sut_step_timer *t) {
    do {
        bool solved = solve_all(w, part, keep, t);
        bool enough = sut_budget_is_spent(w) || part->hurried || part->finest ||
                      (part->small && sut_any_pushed(w));
        w->stats.hurried = w->stats.hurried || sut_budget_is_spent(w);
        // in a thousandth of a step they do little, in a sixteenth or more they do
        bool coarse = part->finest && w->def.max_halvings < 5;
        bool wild = coarse && forces_are_wild(w);
        // an explicit part is solved or explodes: nothing of it is good enough
        enough = enough && !sut_world_explicit(w);
        if (wild || (!solved && !(enough && all_usable(w)))) {
            return false;
        }
        keep = true; // the same start, so the same contacts
    } while (sut_hold_saturate(w));
    return true;
}

static sut_energy_verdict judge_energy(sut_world *w, sut_step_timer *t) {
    sut_energy_verdict verdict = sut_judge_energy(w);
    sut_stage_done(t, SUT_STAGE_CHECK);
    return verdict;
}

// With the fully implicit rule for those that would make energy by the rule of the middle. What the
// budget leaves unsolved must not bring any either.
static bool solve_damped(sut_world *w, const sut_part *part, sut_step_timer *t) {
    if (!solve_with_weak_hands(w, part, true, t)) {
        return false;
    }
    w->stand_still = sut_budget_is_spent(w) && sut_energy_jumps(w);
    return true;
}

bool sut_solve_part(sut_world *w, const sut_part *part, bool keep, sut_step_timer *t) {
    w->stand_still = false;
    if (!solve_with_weak_hands(w, part, keep, t)) {
        return false;
    }
    if (sut_world_explicit(w)) {
        return !sut_explicit_jumps(w); // the rest is done when it is taken over
    }
    if (part->hurried || sut_budget_is_spent(w)) {
        w->stand_still = judge_energy(w, t) != SUT_ENERGY_FINE || sut_energy_jumps(w);
        return true;
    }
    bool watch = !part->finest && !(part->small && sut_any_pushed(w));
    if (!watch && sut_damp_energy(w) && !solve_damped(w, part, t)) {
        return false;
    }
    // what is taken over although it was not solved
    w->stand_still = w->stand_still || (!watch && !all_done(w) && sut_energy_jumps(w));
    sut_energy_verdict verdict = watch ? judge_energy(w, t) : SUT_ENERGY_FINE;
    if (verdict == SUT_ENERGY_DAMP) {
        if (!solve_damped(w, part, t)) {
            return false;
        }
        verdict = judge_energy(w, t);
    }
    return verdict == SUT_ENERGY_FINE;
}
