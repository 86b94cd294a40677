// SPDX-License-Identifier: MIT
// world_solve.c -- the equations of one part of a step: displacements of all rods, not taken over.
//
// Rods that touch nothing are solved one by one; those that do, together: each answers the forces
// that its contacts had so far, then the contacts find how these have to change. Whatever does not
// converge by itself is led downhill. docs/theory/solve.md, docs/theory/contact.md
#include "world/world_solve.h"

#include "base/clock.h"
#include "math/vec3.h"

void sut_stage_done(sut_step_timer *t, sut_stage s) {
    double now = sut_clock_us();
    t->stats->stage_us[s] += now - t->last;
    t->last = now;
}

//---- one rod -------------------------------------------------------------------------------------
// Linearisations after which convergence is not taken for granted any more.
static int astray_after(const sut_part *part) {
    return part->hurried ? 0 : 5;
}

static int most_linearisations(const sut_world *w, const sut_part *part) {
    return part->hurried ? 2 : w->def.max_linearisations;
}

// Microseconds on a common core, per vertex: a linearisation, a look at the energy, a round of the
// search for the spins of a rod that is curved at rest.
static const double linearisation_cost = 0.1;
static const double look_cost = 0.04;
static const double spin_cost = 0.1;

static void spend(sut_world *w, sut_rod *r, double cost) {
    w->spent += (cost + spin_cost * r->spins) * r->n;
    r->spins = 0;
}

void sut_spend_look(sut_world *w, sut_rod *r) {
    spend(w, r, look_cost);
}

// us; negative: more than there was
static double budget_left(const sut_world *w) {
    // without a budget: a tenth of a second, and three hundred linearisations of all threads
    double patience = 1e5 + 300.0 * linearisation_cost * w->vertex_count;
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
    const int late = astray_after(part);
    sut_rod_progress *p = &r->progress;
    if (sweeps(r, part)) {
        sut_rod_sweep(r);
        sut_stage_done(t, SUT_STAGE_SOLVE);
        for (int s = 0; s < SUT_STAGE_COUNT; s++) {
            t->stats->stage_us[s] += r->lap_us[s];
            t->stats->stage_us[SUT_STAGE_SOLVE] -= r->lap_us[s];
        }
        spend(w, r, linearisation_cost);
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
        spend(w, r, linearisation_cost + looks * look_cost);
        sut_rod_judge(r, w->def.tolerance, most_linearisations(w, part));
        sut_stage_done(t, SUT_STAGE_CHECK);
    }
}

//---- rods in contact -----------------------------------------------------------------------------
// The correction of one rod with the contact forces as they are; true if it was factorised anew.
static bool correct_touched(sut_rod *r, sut_step_timer *t) {
    bool anew = r->progress.again;
    sut_rod_kinematics(r);
    sut_stage_done(t, SUT_STAGE_KINEMATICS);
    sut_rod_twist(r);
    sut_stage_done(t, SUT_STAGE_TWIST);
    sut_rod_forces(r);
    sut_stage_done(t, SUT_STAGE_FORCES);
    if (anew) {
        sut_rod_assemble(r);
        sut_stage_done(t, SUT_STAGE_ASSEMBLY);
    }
    (void)sut_rod_free_solve(r, anew);
    sut_stage_done(t, SUT_STAGE_SOLVE);
    return anew;
}

static bool touched(const sut_world *w, int i) {
    return w->threads[i].used && w->threads[i].rod.body.touched;
}

// The potential of rods in contact rises for a moment while stretch that a turn left goes out
// again: those whose corrections are small get more time before they are led.
static bool goes_astray(const sut_world *w, const sut_part *part) {
    const int late = astray_after(part);
    for (int i = 0; i < w->def.capacity.threads; i++) {
        const sut_rod *r = &w->threads[i].rod;
        bool far = r->progress.correction_rms > r->mat.radius;
        int after = far ? late : 2 * late + 2;
        if (touched(w, i) && (part->hurried || r->progress.linearisations >= after)) {
            return true;
        }
    }
    return false;
}

static double potential_together(sut_world *w) {
    double sum = sut_contact_potential(&w->contacts, &w->bodies);
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (touched(w, i)) {
            sut_rod_kinematics(&w->threads[i].rod);
            sut_rod_twist(&w->threads[i].rod);
            sum += sut_rod_potential(&w->threads[i].rod);
            spend(w, &w->threads[i].rod, look_cost);
        }
    }
    return sum;
}

// Rods that do not converge by themselves get only so much of their corrections as leads downhill.
static void lead_downhill(sut_world *w, double before, double share) {
    const int most = most_looks(w);
    for (int k = 0; k < most; k++) {
        double after = potential_together(w);
        if (after <= before + 1e-12 * fabs(before)) {
            return;
        }
        share *= 0.5;
        for (int i = 0; i < w->def.capacity.threads; i++) {
            if (touched(w, i)) {
                sut_rod_step_back(&w->threads[i].rod, share);
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

// One round: all rods in contact correct their shapes, with contact forces that suit all of them.
static bool correct_together(sut_world *w, const sut_part *part, sut_step_timer *t) {
    bool anew = false;
    bool broken = false;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (touched(w, i)) {
            anew = correct_touched(&w->threads[i].rod, t) || anew;
            spend(w, &w->threads[i].rod, linearisation_cost);
            broken = broken || w->threads[i].rod.progress.failed;
        }
    }
    if (broken || (anew && !sut_contact_condense(&w->contacts, &w->bodies))) {
        return false;
    }
    w->spent += anew ? 0.5 * sut_contact_iteration_cost(&w->contacts) : 0.0;
    solve_contacts(w);
    sut_stage_done(t, SUT_STAGE_CONTACT);
    bool led = goes_astray(w, part);
    double before = led ? potential_together(w) : 0.0;
    double share = 1.0;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (touched(w, i)) {
            sut_rod *r = &w->threads[i].rod;
            sut_rod_add_answer(r);
            sut_rod_measure_correction(r);
            double own = sut_rod_correction_share(r);
            share = own < share ? own : share;
        }
    }
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (touched(w, i)) {
            sut_rod_apply_correction(&w->threads[i].rod, share);
        }
    }
    sut_stage_done(t, SUT_STAGE_SOLVE);
    if (led) {
        lead_downhill(w, before, share);
        sut_stage_done(t, SUT_STAGE_CHECK);
    }
    return true;
}

static void give_up_together(sut_world *w) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (touched(w, i)) {
            w->threads[i].rod.progress.failed = true;
            w->threads[i].rod.progress.broken = true;
        }
    }
}

// A correction of several radii that is also several times the one before: contacts have let go of
// each other, and nothing that is known about where they are holds there. A shorter part does not
// get that far.
static bool flies(const sut_rod *r, const sut_part *part) {
    const sut_rod_progress *p = &r->progress;
    bool first = p->linearisations + p->corrections < 2;
    bool far = p->correction_rms > 2.0 * r->mat.radius && p->correction_rms > 4.0 * p->last_rms;
    return r->body.pushed && !first && far && !part->small && !part->hurried;
}

static void solve_together(sut_world *w, const sut_part *part, sut_step_timer *t) {
    const int most = 3 * most_linearisations(w, part);
    bool done = false;
    bool failed = false;
    for (int n = 0; !done && !failed && (n < 2 || !sut_budget_is_spent(w)); n++) {
        if (!correct_together(w, part, t)) {
            give_up_together(w);
            return;
        }
        // forces that do not fit the shape need another look at it
        bool found = w->contacts.figures.last <= SUT_CONTACT_ERROR;
        done = found;
        for (int i = 0; i < w->def.capacity.threads; i++) {
            if (touched(w, i)) {
                sut_rod *r = &w->threads[i].rod;
                sut_rod_judge(r, w->def.tolerance, most_linearisations(w, part));
                // an old factor leaves stretch behind that takes contact solves to get out again,
                // and each of those costs more than the factor
                r->progress.again = true;
                // no forces may mean that a rod is not stable by itself: then with a matrix that
                // is, for one round
                r->safe = !found;
                r->exact = found;
                r->progress.failed = r->progress.failed || flies(r, part);
                done = done && r->progress.done;
                failed = failed || r->progress.failed || r->progress.linearisations > most;
            }
        }
        sut_stage_done(t, SUT_STAGE_CHECK);
    }
}

//---- all rods ------------------------------------------------------------------------------------
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
    return solved;
}

static bool all_done(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used && w->threads[i].rod.progress.failed) {
            return false;
        }
    }
    return true;
}

// `keep`: with the contacts of the last try and those that the guard added.
static bool solve_all(sut_world *w, const sut_part *part, bool keep, sut_step_timer *t) {
    sut_obstacle_gather(w, part->time, part->h);
    sut_tool_gather(w, part->time, part->h);
    sut_hold_gather(w, part->time, part->h);
    sut_stage_done(t, SUT_STAGE_INPUT);
    for (int i = 0; i < w->def.capacity.threads; i++) {
        predict(w, part, i);
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
    if (w->contacts.count > 0 && (!alone || !sut_contact_stays_open(&w->contacts, &w->bodies))) {
        for (int i = 0; i < w->def.capacity.threads; i++) {
            if (touched(w, i)) {
                // contacts act at the end of a step: the fully implicit rule
                w->threads[i].rod.lambda = 1.0;
                predict(w, part, i);
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
    return true;
}

bool sut_any_pushed(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used && w->threads[i].rod.body.pushed) {
            return true;
        }
    }
    return false;
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
