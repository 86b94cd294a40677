// SPDX-License-Identifier: MIT
// step.c -- one step: attempts at its parts, and what is done about each.
//
// A step is tried in one piece. What an attempt (step/attempt.c) ends with is a list of facts,
// step/remedy.c has the remedy for it, and here it is applied. Where that is to cut, the rest of
// the step is tried in halves, and those again where needed; parts grow back as soon as two halves
// are done. All bodies take the same parts. Nothing of a step is visible before all of it is done:
// if it never is, the world is back at the step's start.
#include "step/attempt.h"

#include "attach/hole.h"
#include "base/clock.h"
#include "base/tiny.h"
#include "data/data.h"
#include "drive/drive.h"
#include "math/vec3.h"
#include "state/record.h"
#include "step/contact.h"
#include "step/island.h"

#include <string.h>

//---- the way back --------------------------------------------------------------------------------
static void save(sut_world *w) {
    for (int i = 0; i < sut_world_bodies(w); i++) {
        sut_body *b = sut_world_body(w, i);
        if (b) {
            b->kind->save(b);
        }
    }
    sut_touch_save(w);
    sut_hole_save(w);
}

// The input stage writes into holds and obstacles before anything can fail.
static void save_input(sut_world *w) {
    sut_needle_save(w);
    sut_obstacle_save(w);
    for (int i = 0; i < w->hold_top; i++) {
        if (w->holds[i].used) {
            w->saved_holds[i] = w->holds[i];
        }
    }
}

static void roll_back(sut_world *w) {
    for (int i = 0; i < sut_world_bodies(w); i++) {
        sut_body *b = sut_world_body(w, i);
        if (b) {
            b->kind->restore(b);
        }
    }
    for (int i = 0; i < w->hold_top; i++) {
        if (sut_hold_here(w, &w->holds[i])) {
            w->holds[i] = w->saved_holds[i];
        }
    }
    for (int i = 0; i < w->def.capacity.tools; i++) {
        if (w->tools[i].used) {
            w->tools[i] = w->saved_tools[i];
        }
    }
    sut_hold_list_planes(w);
    sut_needle_roll_back(w);
    sut_touch_roll_back(w);
    sut_hole_roll_back(w);
    w->contacts.count = 0;
}

//---- parts ---------------------------------------------------------------------------------------
// A step in 2^depth parts at most; places count parts of the finest cut that is allowed.
typedef struct step {
    double dt;   // s
    double done; // s, of it that there was time for
    int64_t largest, whole, place, part;
    bool explicit_model; // its parts are cut further after some of them were accepted
    bool saved;          // there is a state to go back to
    bool again;          // the part has been tried before
    bool stood;          // all stood still in a part
    bool failed;
    double wasted; // us, work that was of no use
    sut_attempt attempt;
    sut_step_timer timer;
} step;

static void save_once(sut_world *w, step *s) {
    if (!s->saved) {
        save(w);
        s->saved = true;
    }
}

static void begin_parts(sut_world *w, step *s, double dt) {
    s->dt = dt;
    s->largest = (int64_t)1 << w->def.max_halvings;
    s->whole = s->part = s->largest;
    s->explicit_model = sut_world_explicit(w);
    if (s->explicit_model) {
        save_once(w, s);
    }
    sut_explicit_begin(w);
}

// Explicit models: a part that is longer than what is stable would explode. Rather none at all, but
// for the first, without which the next step would be the same again. False: the step ends here.
static bool fit_part(sut_world *w, step *s, bool *hurried) {
    bool late = *hurried && s->place > 0;
    *hurried = *hurried && !s->explicit_model;
    return !s->explicit_model ||
           (!late && sut_explicit_fit(w, s->dt, s->largest, s->part, &s->place, &s->whole));
}

// False: there is no time for another part.
static bool begin_part(sut_world *w, step *s) {
    enum { GUARD_HALVINGS = 4 }; // how often a part is cut for the sake of contacts
    bool hurried = sut_budget_is_spent(w);
    if (!fit_part(w, s, &hurried)) {
        return false;
    }
    s->part = hurried ? s->whole - s->place : s->part;
    double whole = (double)s->whole;
    sut_part p = {.time = w->time + s->dt * ((double)(s->place + s->part) / whole),
                  .h = s->dt * ((double)s->part / whole),
                  .cut = s->part < s->largest,
                  .small = s->part == 1 || s->part <= s->largest >> GUARD_HALVINGS,
                  .finest = s->part == 1,
                  .hurried = hurried};
    w->stats.hurried = w->stats.hurried || hurried;
    sut_attempt_begin(w, &s->attempt, &p, &s->timer);
    return true;
}

static void end_part(sut_world *w, step *s) {
    s->place += s->part;
    s->again = false;
    w->stats.substeps++;
    // grow again where the next part would start on a round place
    if (s->part < s->largest && s->place < s->whole && s->place % (2 * s->part) == 0) {
        s->part *= 2;
    }
}

static void cut_part(sut_world *w, step *s) {
    save_once(w, s); // if this is the first, nothing of the step has been accepted yet
    s->part /= 2;
    s->again = false;
}

static void give_up(sut_world *w, step *s) {
    save_once(w, s);
    roll_back(w);
    s->failed = true;
}

//---- remedies ------------------------------------------------------------------------------------
// Holds that go slower have another way: what was in it is in it no more.
static bool slow_holds(sut_world *w, sut_attempt *a) {
    a->facts.slowed++;
    a->facts.rounds = 0;
    a->keep = false;
    a->damped = false;
    a->facts.holds_rest = !sut_slow_holds(w, a->part.h);
    return !a->facts.holds_rest;
}

static bool slow_all(sut_world *w, sut_attempt *a) {
    bool any = sut_slow_all(w, a->part.h);
    a->facts.rounds++;
    a->facts.others_rest = !any || a->facts.rounds >= SUT_GUARD_ROUNDS;
    return !a->facts.others_rest;
}

// False: it came to nothing, and the facts say so.
static bool apply(sut_world *w, step *s, sut_remedy remedy) {
    sut_attempt *a = &s->attempt;
    s->again = true;
    switch (remedy) {
    case SUT_REMEDY_SOLVE_AGAIN:
        return true;
    case SUT_REMEDY_ADD_CONTACTS:
        a->facts.rounds++;
        return true; // the guard has added them
    case SUT_REMEDY_SLOW_HOLDS:
        return slow_holds(w, a);
    case SUT_REMEDY_SLOW_ALL:
        return slow_all(w, a);
    case SUT_REMEDY_CUT:
        cut_part(w, s);
        return true;
    case SUT_REMEDY_GIVE_UP:
        give_up(w, s);
        return true;
    case SUT_REMEDY_SHORTEN:
        a->facts.vanished = !sut_accept_part(w, a);
        if (a->facts.vanished) {
            return false;
        }
        break;
    case SUT_REMEDY_STAND:
        s->stood = true;
        sut_accept_none(w, a);
        break;
    case SUT_REMEDY_ACCEPT:
        sut_accept(w, a);
        break;
    }
    end_part(w, s);
    return true;
}

// How much of the step there was time for: less than all of it with explicit models only.
static double time_done(sut_world *w, const step *s) {
    double done = s->dt * ((double)s->place / (double)s->whole);
    if (s->place < s->whole) {
        w->stats.hurried = true;
        w->stats.lost_time = s->dt - done;
        sut_hold_fall_behind(w, w->stats.lost_time, done);
        sut_obstacle_fall_behind(w, w->stats.lost_time);
    }
    return done;
}

static void set_timer(sut_world *w, sut_step_timer *t) {
    for (int i = 0; i < sut_world_bodies(w); i++) {
        sut_body *b = sut_world_body(w, i);
        if (b) {
            b->timer = t;
        }
    }
}

// All parts of a world's step, or of an island's.
static void run(sut_world *w, step *s, double dt) {
    s->timer = (sut_step_timer){&w->stats, sut_clock_us()};
    set_timer(w, &s->timer);
    sut_budget_begin(w);
    begin_parts(w, s, dt);
    while (!s->failed && s->place < s->whole && (s->again || begin_part(w, s))) {
        sut_attempt_make(w, &s->attempt);
        while (!apply(w, s, sut_remedy_for(&s->attempt.facts))) {
        }
    }
    s->done = s->failed ? 0.0 : time_done(w, s);
    w->budget.spent += s->wasted;
    set_timer(w, NULL);
}

//---- islands -------------------------------------------------------------------------------------
typedef struct island_work {
    sut_world *w;
    double dt;
} island_work;

static void step_island(void *data, int number) {
    const island_work *all = data;
    sut_island *k = &all->w->islands->island[number];
    unsigned before = sut_tiny_ignore(); // another thread of execution has its own setting
    step s = {.saved = true};
    run(&k->view, &s, all->dt);
    k->failed = s.failed;
    k->stood = s.stood;
    sut_tiny_restore(before);
}

// What came of all of them, and whether islands met that were thought apart.
static bool step_islands_once(sut_world *w, step *s, double dt) {
    island_work work = {w, dt};
    sut_islands_take(w);
    sut_islands_run(w, step_island, &work);
    s->failed = s->stood = false;
    double spent = 0.0;
    for (int i = 0; i < w->islands->count; i++) {
        const sut_island *k = &w->islands->island[i];
        s->failed = s->failed || k->failed;
        s->stood = s->stood || k->stood;
        spent += k->view.budget.spent;
    }
    bool fine = !s->failed && !sut_islands_met(w);
    s->wasted += fine ? 0.0 : spent;
    return fine;
}

// The hook of the caller sees all parts of a step, and one world: where islands were cut, each goes
// through its parts once more, while the others stand still.
static void show_parts(sut_world *w, const step *s) {
    bool cut = false;
    for (int i = 0; i < w->islands->count; i++) {
        cut = cut || w->islands->island[i].view.stats.substeps > 1;
    }
    if (w->def.on_part && !cut) {
        w->def.on_part(w->def.on_part_ctx, w);
    } else if (w->def.on_part) {
        roll_back(w);
        sut_islands_take(w);
        island_work work = {w, s->dt};
        for (int i = 0; i < w->islands->count; i++) {
            w->islands->island[i].view.def.on_part = w->def.on_part;
            step_island(&work, i);
        }
    }
}

static void step_islands(sut_world *w, step *s, double dt) {
    save(w);
    s->saved = true;
    while (!step_islands_once(w, s, dt)) {
        roll_back(w);
        if (s->failed) {
            return;
        }
        if (sut_islands_find_again(w) < 2) {
            run(w, s, dt);
            return;
        }
    }
    s->dt = s->done = dt;
    show_parts(w, s);
    w->budget.spent = s->wasted;
    sut_islands_gather(w);
    s->timer = (sut_step_timer){&w->stats, sut_clock_us()};
}

//---- the step ------------------------------------------------------------------------------------
static void reset_stats(sut_world *w) {
    memset(&w->stats, 0, sizeof w->stats);
    memset(&w->contacts.figures, 0, sizeof w->contacts.figures);
    w->event_count = 0;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        w->threads[i].rod.work.spins = 0;
    }
    for (int i = 0; i < w->hold_top; i++) {
        w->holds[i].letting_go = false;
    }
}

static void tell_of_tissues(sut_world *w) {
    for (int i = 0; i < w->def.capacity.tissues; i++) {
        if (!w->tissues[i].used) {
            continue;
        }
        uint32_t a = (uint32_t)i + 1;
        sut_tissue_news n = sut_tissue_tell(w->tissues[i].tissue, w->steps);
        if (n.blocked || n.freed) {
            sut_world_event(w, n.blocked ? SUT_EV_PINS_BLOCKED : SUT_EV_PINS_FREE, a, v3_zero(),
                            n.lag);
        }
        if (n.inverted || n.upright) {
            sut_world_event(w, n.inverted ? SUT_EV_INVERTED : SUT_EV_UPRIGHT, a, n.where,
                            (double)n.element);
        }
    }
}

// What solves and views of all bodies tell of themselves. Timers are those of a step.
static void output_bodies(sut_world *w) {
    sut_body_figures f = {0.0, 0.0};
    if (sut_world_explicit(w)) {
        sut_explicit_end(w);
    }
    for (int i = 0; i < sut_world_bodies(w); i++) {
        sut_body *b = sut_world_body(w, i);
        if (b && b->kind->output) {
            b->kind->output(b, &f);
        }
    }
    w->stats.max_stretch = f.stretch;
    w->stats.residual = f.residual;
}

static void finish(sut_world *w, step *s) {
    // a sum that keeps what rounding would lose, so that a million steps of 1 ms are 1000 s
    double y = s->done - w->time_low;
    double sum = w->time + y;
    w->time_low = (sum - w->time) - y;
    w->time = sum;
    w->steps++;
    w->stalls = s->stood && w->stalls < SUT_STALLS ? w->stalls + 1 : 0;
    output_bodies(w);
    const sut_contact_figures *f = &w->contacts.figures;
    w->stats.contact_iterations = f->iterations;
    w->stats.contact_solves = f->solves;
    w->stats.contact_residual = f->residual;
    w->stats.effort_us = w->budget.spent;
    sut_contact_output(w);
    sut_hole_output(w);
    sut_tear_output(w);
    sut_tool_finish(w, s->dt);
    tell_of_tissues(w);
    if (w->stats.substeps > 1) {
        sut_world_event(w, SUT_EV_SUBSTEPS, 0, v3_zero(), (double)w->stats.substeps);
    }
    sut_record_step(w, s->dt);
    sut_stage_done(&s->timer, SUT_STAGE_OUTPUT);
}

// Not inlined: arithmetic must not wander out of it.
static __attribute__((noinline)) sut_result make_step(sut_world *w, double dt) {
    step s = {0};
    reset_stats(w);
    save_input(w);
    w->step_end = w->time + dt;
    sut_tool_begin(w, dt);
    if (sut_islands_find(w, dt) > 1) {
        step_islands(w, &s, dt);
    } else {
        run(w, &s, dt);
    }
    if (!s.failed) {
        finish(w, &s);
    }
    if (s.failed) {
        w->event_count = 0;
        return sut_world_refuse(w, SUT_E_DIVERGED,
                                "a step found no finite state: a target or a force is absurd, or "
                                "dt too long");
    }
    return SUT_OK;
}

sut_result sut_world_step(sut_world *w, double dt) {
    sut_world_ask(w);
    if (!w || !(dt >= 1e-12) || dt > 0.05) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, "dt is not in 1e-12..0.05 s");
    }
    unsigned before = sut_tiny_ignore();
    sut_result result = make_step(w, dt);
    sut_tiny_restore(before);
    return result;
}
