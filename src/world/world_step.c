// SPDX-License-Identifier: MIT
// world_step.c -- one step, stage by stage.
//
// A step is tried in one piece. If a rod does not converge, or the guard finds that something would
// come too near something else, the step is cut into halves, and those again where needed; parts
// grow back as soon as two halves are solved. All rods take the same parts. Nothing of a step is
// visible before all of it is solved: if it never is, the world is back at the step's start.
//
// Rods that touch nothing are solved one by one; those that do, together (solve_together).
#include "world/world_internal.h"

#include "base/clock.h"
#include "math/vec3.h"
#include "world/world_state.h"

#include <string.h>

typedef struct step_timer {
    sut_stats *stats;
    double last; // us
} step_timer;

// Time since the last call belongs to stage s.
static void stage_done(step_timer *t, sut_stage s) {
    double now = sut_clock_us();
    t->stats->stage_us[s] += now - t->last;
    t->last = now;
}

void sut_world_event(sut_world *w, sut_event_type type, uint32_t a, sut_vec3 where, double amount) {
    sut_event e = {type, a, 0, where, amount};
    int capacity = w->def.capacity.events;
    if (w->event_count < capacity) {
        w->events[w->event_count++] = e;
        return;
    }
    // the last place counts what no longer fits
    if (capacity > 0) {
        sut_event *last = &w->events[capacity - 1];
        double lost = last->type == SUT_EV_EVENTS_LOST ? last->amount + 1.0 : 2.0;
        *last = (sut_event){SUT_EV_EVENTS_LOST, 0, 0, v3_zero(), lost};
    }
}

//---- one part ------------------------------------------------------------------------------------
enum { ASTRAY = 5 }; // linearisations after which convergence is not taken for granted any more

// The equations of one rod, solved or given up.
static void solve_rod(sut_rod *r, double tolerance, int max_linearisations, step_timer *t) {
    sut_rod_progress *p = &r->progress;
    while (!p->done && !p->failed) {
        sut_rod_kinematics(r);
        stage_done(t, SUT_STAGE_KINEMATICS);
        sut_rod_twist(r);
        stage_done(t, SUT_STAGE_TWIST);
        if (p->linearisations == ASTRAY && p->again) {
            sut_rod_restart(r);
        }
        sut_rod_forces(r);
        stage_done(t, SUT_STAGE_FORCES);
        if (r->mat.model == SUT_MODEL_IMPLICIT_SIMPLIFIED) {
            sut_rod_simplified_solve(r);
            stage_done(t, SUT_STAGE_SOLVE);
            continue;
        }
        // a rod that goes astray is led downhill
        bool astray = p->linearisations >= ASTRAY;
        double before = astray ? sut_rod_potential(r) : 0.0;
        if (p->again || astray) {
            sut_rod_assemble(r);
            stage_done(t, SUT_STAGE_ASSEMBLY);
            sut_rod_linear_solve(r);
        } else {
            sut_rod_correct(r);
        }
        stage_done(t, SUT_STAGE_SOLVE);
        if (astray) {
            sut_rod_search(r, before);
        }
        sut_rod_judge(r, tolerance, max_linearisations);
        stage_done(t, SUT_STAGE_CHECK);
    }
}

//---- rods in contact -----------------------------------------------------------------------------
// The correction of one rod with the contact forces as they are; true if it was factorised anew.
static bool correct_touched(sut_rod *r, step_timer *t) {
    bool anew = r->progress.again;
    sut_rod_kinematics(r);
    stage_done(t, SUT_STAGE_KINEMATICS);
    sut_rod_twist(r);
    stage_done(t, SUT_STAGE_TWIST);
    sut_rod_forces(r);
    stage_done(t, SUT_STAGE_FORCES);
    if (anew) {
        sut_rod_assemble(r);
        stage_done(t, SUT_STAGE_ASSEMBLY);
    }
    (void)sut_rod_free_solve(r, anew);
    stage_done(t, SUT_STAGE_SOLVE);
    return anew;
}

static bool touched(const sut_world *w, int i) {
    return w->threads[i].used && w->threads[i].rod.touched;
}

// One round: all rods in contact correct their shapes, with contact forces that suit all of them.
static bool correct_together(sut_world *w, step_timer *t) {
    bool anew = false;
    bool broken = false;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (touched(w, i)) {
            anew = correct_touched(&w->threads[i].rod, t) || anew;
            broken = broken || w->threads[i].rod.progress.failed;
        }
    }
    if (broken || (anew && !sut_contact_condense(&w->contacts, &w->bodies))) {
        return false;
    }
    sut_contact_solve(&w->contacts, &w->bodies);
    stage_done(t, SUT_STAGE_CONTACT);
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (touched(w, i)) {
            sut_rod_add_answer(&w->threads[i].rod);
            sut_rod_take_correction(&w->threads[i].rod);
        }
    }
    stage_done(t, SUT_STAGE_SOLVE);
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

// Error of the contact forces that a step may be taken over with.
static const double CONTACT_ERROR = 1e-2;

static void solve_together(sut_world *w, step_timer *t) {
    const int most = 3 * w->def.max_linearisations;
    bool done = false;
    bool failed = false;
    while (!done && !failed) {
        if (!correct_together(w, t)) {
            give_up_together(w);
            return;
        }
        // forces that do not fit the shape need another look at it
        done = w->contacts.figures.last <= CONTACT_ERROR;
        for (int i = 0; i < w->def.capacity.threads; i++) {
            if (touched(w, i)) {
                sut_rod *r = &w->threads[i].rod;
                sut_rod_judge(r, w->def.tolerance, w->def.max_linearisations);
                r->progress.again = r->progress.again || !done;
                done = done && r->progress.done;
                failed = failed || r->progress.failed || r->progress.linearisations > most;
            }
        }
        stage_done(t, SUT_STAGE_CHECK);
    }
}

//---- all rods ------------------------------------------------------------------------------------
static void predict(sut_world *w, int i) {
    if (w->threads[i].used) {
        sut_rod_predict(&w->threads[i].rod);
        w->threads[i].rod.progress.again = true;
    }
}

// `keep`: with the contacts of the last try and those that the guard added.
static bool solve_all(sut_world *w, double time, double h, bool keep, step_timer *t) {
    sut_hold_gather(w, time, h);
    sut_obstacle_gather(w, time, h);
    stage_done(t, SUT_STAGE_INPUT);
    for (int i = 0; i < w->def.capacity.threads; i++) {
        predict(w, i);
    }
    stage_done(t, SUT_STAGE_PREDICT);
    sut_contact_begin(w, keep);
    stage_done(t, SUT_STAGE_DETECT);
    // most contacts are only possible ones: as long as none pushes, rods go their own ways
    bool alone = sut_contact_idle(&w->contacts);
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used && (alone || !touched(w, i))) {
            solve_rod(&w->threads[i].rod, w->def.tolerance, w->def.max_linearisations, t);
        }
    }
    if (w->contacts.count > 0 && (!alone || !sut_contact_stays_open(&w->contacts, &w->bodies))) {
        for (int i = 0; i < w->def.capacity.threads; i++) {
            if (touched(w, i)) {
                // contacts act at the end of a step: the fully implicit rule
                w->threads[i].rod.lambda = 1.0;
                predict(w, i);
            }
        }
        solve_together(w, t);
    }
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

static void commit_all(sut_world *w, double time, double h, double share, step_timer *t) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used) {
            sut_rod_commit(&w->threads[i].rod);
        }
    }
    sut_hold_commit(w, time, h);
    sut_contact_finish(w, h, share);
    if (w->def.on_part) {
        w->def.on_part(w->def.on_part_ctx, w);
    }
    stage_done(t, SUT_STAGE_INTEGRATE);
}

typedef enum energy_verdict { ENERGY_FINE, ENERGY_DAMP, ENERGY_CUT } energy_verdict;

// Contacts hand energy from one rod to another, and store some: those that push each other are
// looked at together.
static bool energy_grows_together(sut_world *w) {
    double grown = 0.0;
    double most = 0.0;
    bool any = false;
    for (int i = 0; i < w->def.capacity.obstacles; i++) {
        const sut_obstacle_slot *o = &w->obstacles[i];
        bool rests = v3_distance(o->position, o->next_position) == 0.0 &&
                     v3_distance(o->rotation, o->next_rotation) == 0.0;
        if (o->used && !rests) {
            return false; // it does work
        }
    }
    for (int i = 0; i < w->def.capacity.threads; i++) {
        sut_rod *r = &w->threads[i].rod;
        if (w->threads[i].used && r->pushed) {
            if (!sut_rod_energy_watched(r)) {
                return false;
            }
            double allowed;
            grown += sut_rod_energy_growth(r, &allowed);
            most += allowed;
            any = true;
        }
    }
    return any && grown > most + sut_contact_stored(&w->contacts);
}

// A rod that would make energy gets the fully implicit rule for this part if it did not have it
// yet; if it had, the part is too large.
static energy_verdict judge_energy(sut_world *w, step_timer *t) {
    energy_verdict verdict = energy_grows_together(w) ? ENERGY_CUT : ENERGY_FINE;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        sut_rod *r = &w->threads[i].rod;
        if (!w->threads[i].used || r->pushed || !sut_rod_energy_watched(r)) {
            continue;
        }
        double most;
        if (sut_rod_energy_growth(r, &most) > most) {
            bool damp = r->lambda < 1.0;
            r->lambda = 1.0;
            verdict = damp && verdict != ENERGY_CUT ? ENERGY_DAMP : ENERGY_CUT;
        }
    }
    stage_done(t, SUT_STAGE_CHECK);
    return verdict;
}

static bool all_usable(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        const sut_rod *r = &w->threads[i].rod;
        // one that is pushed was not led downhill
        bool lost = r->pushed && r->progress.failed;
        if (w->threads[i].used && (lost || !sut_rod_is_usable(r))) {
            return false;
        }
    }
    return true;
}

// Solve, and solve again where a hold would pull too hard and so lets its vertex lag.
static bool solve_with_weak_hands(sut_world *w, double time, double h, bool finest, bool keep,
                                  step_timer *t) {
    do {
        if (!solve_all(w, time, h, keep, t) && !(finest && all_usable(w))) {
            return false;
        }
        keep = true; // the same start, so the same contacts
    } while (sut_hold_saturate(w));
    return true;
}

static bool any_pushed(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used && w->threads[i].rod.pushed) {
            return true;
        }
    }
    return false;
}

typedef enum part_kind { PART_WHOLE, PART_CUT, PART_FINEST } part_kind;

// Solved as far as the rods and their energies go.
static bool solve_part(sut_world *w, double time, double h, part_kind kind, bool small, bool keep,
                       step_timer *t) {
    bool finest = kind == PART_FINEST;
    if (!solve_with_weak_hands(w, time, h, finest, keep, t)) {
        return false;
    }
    bool watch = !finest && !(small && any_pushed(w));
    energy_verdict verdict = watch ? judge_energy(w, t) : ENERGY_FINE;
    if (verdict == ENERGY_DAMP) {
        if (!solve_with_weak_hands(w, time, h, finest, true, t)) {
            return false;
        }
        verdict = judge_energy(w, t);
    }
    return verdict == ENERGY_FINE;
}

// Half of a turn is not a turn by half: a motion in straight lines may only be shortened where
// edges hardly turn.
static bool turns_little(const sut_world *w) {
    const double most = 0.1; // rad; an edge then changes its length by half a percent at most
    for (int i = 0; i < w->def.capacity.threads; i++) {
        const sut_rod *r = &w->threads[i].rod;
        for (int e = 0; w->threads[i].used && e < r->n - 1; e++) {
            sut_vec3 d = v3_sub(sut_soa3_get(&r->move, e + 1), sut_soa3_get(&r->move, e));
            if (v3_norm2(d) * r->inverse[e] * r->inverse[e] > most * most) {
                return false;
            }
        }
    }
    return true;
}

static void shorten(sut_world *w, double share) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        const sut_rod *r = &w->threads[i].rod;
        for (int v = 0; w->threads[i].used && v < r->n; v++) {
            sut_soa3_set(&r->move, v, v3_scale(sut_soa3_get(&r->move, v), share));
        }
    }
}

// Contact forces that nobody can find: for the time of this part all stand still, which harms
// nobody, and hands try again more slowly.
static void freeze(sut_world *w, double h) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        sut_rod *r = &w->threads[i].rod;
        if (w->threads[i].used) {
            (void)sut_hold_slow_down(w, 0.25, h);
            for (int v = 0; v < r->n; v++) {
                sut_soa3_set(&r->move, v, v3_zero());
                sut_soa3_set(&r->velocity, v, v3_zero());
            }
        }
    }
    w->contacts.count = 0; // what they were is still remembered
    w->stats.guard_shortened++;
    sut_world_event(w, SUT_EV_GUARD, 0, v3_zero(), 0.0);
}

// True when the part [time - h, time] was solved and taken over. What the guard finds in the way
// becomes a contact, and the part is solved again with it; if that does not help, the part is cut.
// Where it may not be cut for that any more, the hands have to lag behind; if that does not help
// either, it is shortened: all stop early. The finest part that a step may be cut into is taken
// over as far as it was solved, if one can go on from there.
static bool step_part(sut_world *w, double time, double h, part_kind kind, bool small,
                      step_timer *t) {
    bool may_cut = !small;
    enum { CONTACT_ROUNDS = 2, ROUNDS = 6 };
    for (int i = 0; i < w->def.capacity.threads; i++) {
        w->threads[i].rod.lambda = w->threads[i].rod.mat.implicitness;
        w->threads[i].rod.cut = kind != PART_WHOLE;
    }
    double share = 0.0;
    bool keep = false;
    for (int round = 0; share < 1.0 && round < ROUNDS; round++) {
        if (!solve_part(w, time, h, kind, small, keep, t)) {
            if (!small || !any_pushed(w)) {
                return false;
            }
            freeze(w, h);
            return true;
        }
        (void)sut_contact_share(w, round < CONTACT_ROUNDS, &share);
        stage_done(t, SUT_STAGE_GUARD);
        keep = true;
        // contacts did not help: it is the hands that ask too much
        if (share < 1.0 && round >= CONTACT_ROUNDS && (!small || !sut_hold_slow_down(w, 0.25, h))) {
            break;
        }
    }
    if (share < 1.0) {
        if (may_cut || (kind != PART_FINEST && !turns_little(w))) {
            return false;
        }
        shorten(w, share);
        w->stats.guard_shortened++;
        sut_world_event(w, SUT_EV_GUARD, 0, v3_zero(), share);
    }
    commit_all(w, time, h, share, t);
    return true;
}

//---- cutting -------------------------------------------------------------------------------------
static void save(sut_world *w) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used) {
            sut_rod_save(&w->threads[i].rod);
        }
    }
    sut_touch_save(w);
}

// The input stage writes into holds before anything can fail, so these are saved at the start.
static void save_holds(sut_world *w) {
    for (int i = 0; i < w->hold_top; i++) {
        if (w->holds[i].used) {
            w->saved_holds[i] = w->holds[i];
        }
    }
}

static void roll_back(sut_world *w) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used) {
            sut_rod_restore(&w->threads[i].rod);
            sut_rod_refresh(&w->threads[i].rod);
        }
    }
    for (int i = 0; i < w->hold_top; i++) {
        if (w->holds[i].used) {
            w->holds[i] = w->saved_holds[i];
        }
    }
    sut_hold_list_planes(w);
    sut_touch_roll_back(w);
    w->contacts.count = 0;
}

// The step in 2^depth parts at most; place counts parts of the finest cut that was allowed.
static bool step_cut(sut_world *w, double dt, step_timer *t) {
    enum { GUARD_HALVINGS = 4 }; // how often a part is cut for the sake of contacts
    const int64_t whole = (int64_t)1 << w->def.max_halvings;
    int64_t place = 0;
    int64_t part = whole;
    while (place < whole) {
        double h = dt * ((double)part / (double)whole);
        double time = w->time + dt * ((double)(place + part) / (double)whole);
        part_kind kind = part == 1 ? PART_FINEST : (part < whole ? PART_CUT : PART_WHOLE);
        bool small = part == 1 || part <= whole >> GUARD_HALVINGS;
        if (step_part(w, time, h, kind, small, t)) {
            place += part;
            w->stats.substeps++;
            // grow again where the next part would start on a round place
            if (part < whole && place % (2 * part) == 0) {
                part *= 2;
            }
            continue;
        }
        if (part == whole) {
            save(w); // nothing of this step has been taken over yet
        }
        if (part == 1) {
            roll_back(w);
            return false;
        }
        part /= 2;
    }
    return true;
}

static void reset_stats(sut_world *w) {
    memset(&w->stats, 0, sizeof w->stats);
    memset(&w->contacts.figures, 0, sizeof w->contacts.figures);
    w->event_count = 0;
    for (int i = 0; i < w->hold_top; i++) {
        w->holds[i].letting_go = false;
    }
}

static void finish(sut_world *w, double dt, step_timer *t) {
    // a sum that keeps what rounding would lose, so that a million steps of 1 ms are 1000 s
    double y = dt - w->time_low;
    double sum = w->time + y;
    w->time_low = (sum - w->time) - y;
    w->time = sum;
    w->steps++;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used) {
            sut_rod *r = &w->threads[i].rod;
            sut_rod_output(r);
            double s = sut_rod_stretch(r);
            w->stats.max_stretch = s > w->stats.max_stretch ? s : w->stats.max_stretch;
            double left = r->progress.left / r->dt;
            w->stats.residual = left > w->stats.residual ? left : w->stats.residual;
        }
    }
    const sut_contact_figures *f = &w->contacts.figures;
    w->stats.contact_iterations = f->iterations;
    w->stats.contact_solves = f->solves;
    w->stats.contact_residual = f->residual;
    sut_contact_output(w);
    if (w->stats.substeps > 1) {
        sut_world_event(w, SUT_EV_SUBSTEPS, 0, v3_zero(), (double)w->stats.substeps);
    }
    sut_record_step(w, dt);
    stage_done(t, SUT_STAGE_OUTPUT);
}

sut_result sut_world_step(sut_world *w, double dt) {
    if (!w || !(dt >= 1e-12) || dt > 0.05) {
        return SUT_E_ARGUMENT;
    }
    reset_stats(w);
    save_holds(w);
    w->step_end = w->time + dt;
    step_timer t = {&w->stats, sut_clock_us()};
    if (!step_cut(w, dt, &t)) {
        w->event_count = 0;
        if (w->def.log) {
            w->def.log(w->def.log_ctx, SUT_LOG_ERROR, "a step found no finite state");
        }
        return SUT_E_DIVERGED;
    }
    finish(w, dt, &t);
    return SUT_OK;
}
