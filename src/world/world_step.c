// SPDX-License-Identifier: MIT
// world_step.c -- one step, stage by stage.
//
// A step is tried in one piece. If a rod does not converge, the step is cut into halves, and those
// again where needed; parts grow back as soon as two halves are solved. All rods take the same
// parts. Nothing of a step is visible before all of it is solved: if it never is, the world is
// back at the step's start.
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
    sut_rod_predict(r);
    stage_done(t, SUT_STAGE_PREDICT);
    p->again = true;
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

static bool solve_all(sut_world *w, double time, double h, step_timer *t) {
    sut_hold_gather(w, time, h);
    stage_done(t, SUT_STAGE_INPUT);
    bool solved = true;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used) {
            sut_rod *r = &w->threads[i].rod;
            solve_rod(r, w->def.tolerance, w->def.max_linearisations, t);
            w->stats.linearisations += r->progress.linearisations;
            w->stats.corrections += r->progress.corrections;
            solved = solved && !r->progress.failed;
        }
    }
    return solved;
}

static void commit_all(sut_world *w, double time, double h, step_timer *t) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used) {
            sut_rod_commit(&w->threads[i].rod);
        }
    }
    sut_hold_commit(w, time, h);
    stage_done(t, SUT_STAGE_INTEGRATE);
}

typedef enum energy_verdict { ENERGY_FINE, ENERGY_DAMP, ENERGY_CUT } energy_verdict;

// A rod that would make energy gets the fully implicit rule for this part if it did not have it
// yet; if it had, the part is too large.
static energy_verdict judge_energy(sut_world *w, step_timer *t) {
    energy_verdict verdict = ENERGY_FINE;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        sut_rod *r = &w->threads[i].rod;
        if (w->threads[i].used && sut_rod_energy_grows(r)) {
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
        if (w->threads[i].used && !sut_rod_is_usable(r)) {
            return false;
        }
    }
    return true;
}

// Solve, and solve again where a hold would pull too hard and so lets its vertex lag.
static bool solve_with_weak_hands(sut_world *w, double time, double h, bool finest, step_timer *t) {
    do {
        if (!solve_all(w, time, h, t) && !(finest && all_usable(w))) {
            return false;
        }
    } while (sut_hold_saturate(w));
    return true;
}

typedef enum part_kind { PART_WHOLE, PART_CUT, PART_FINEST } part_kind;

// True when the part [time - h, time] was solved and taken over. The finest part that a step may
// be cut into is taken over as far as it was solved, if one can go on from there.
static bool step_part(sut_world *w, double time, double h, part_kind kind, step_timer *t) {
    bool finest = kind == PART_FINEST;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        w->threads[i].rod.lambda = w->threads[i].rod.mat.implicitness;
        w->threads[i].rod.cut = kind != PART_WHOLE;
    }
    if (!solve_with_weak_hands(w, time, h, finest, t)) {
        return false;
    }
    energy_verdict verdict = finest ? ENERGY_FINE : judge_energy(w, t);
    if (verdict == ENERGY_DAMP) {
        if (!solve_with_weak_hands(w, time, h, finest, t)) {
            return false;
        }
        verdict = judge_energy(w, t);
    }
    if (verdict != ENERGY_FINE) {
        return false;
    }
    commit_all(w, time, h, t);
    return true;
}

//---- cutting -------------------------------------------------------------------------------------
static void save(sut_world *w) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used) {
            sut_rod_save(&w->threads[i].rod);
        }
    }
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
}

// The step in 2^depth parts at most; place counts parts of the finest cut that was allowed.
static bool step_cut(sut_world *w, double dt, step_timer *t) {
    const int64_t whole = (int64_t)1 << w->def.max_halvings;
    int64_t place = 0;
    int64_t part = whole;
    while (place < whole) {
        double h = dt * ((double)part / (double)whole);
        double time = w->time + dt * ((double)(place + part) / (double)whole);
        part_kind kind = part == 1 ? PART_FINEST : (part < whole ? PART_CUT : PART_WHOLE);
        if (step_part(w, time, h, kind, t)) {
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
