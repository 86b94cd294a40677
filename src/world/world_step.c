// SPDX-License-Identifier: MIT
// world_step.c -- one step, stage by stage.
//
// A step is tried in one piece. If a rod does not converge, or the guard finds that something would
// come too near something else, the step is cut into halves, and those again where needed; parts
// grow back as soon as two halves are solved. All rods take the same parts. Nothing of a step is
// visible before all of it is solved: if it never is, the world is back at the step's start.
//
// world_solve.c solves a part; what becomes of it is decided here.
#include "world/world_solve.h"

#include "base/clock.h"
#include "base/tiny.h"
#include "math/vec3.h"
#include "world/world_state.h"

#include <math.h>
#include <string.h>

void sut_world_event(sut_world *w, sut_event_type type, uint32_t a, sut_vec3 where, double amount) {
    sut_world_event_between(w, type, a, 0, where, amount);
}

void sut_world_event_between(sut_world *w, sut_event_type type, uint32_t a, uint32_t b,
                             sut_vec3 where, double amount) {
    sut_event e = {type, a, b, where, amount};
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
static void commit_all(sut_world *w, const sut_part *part, double share, sut_step_timer *t) {
    sut_explicit_energy_begin(w, share);
    for (int i = 0; i < w->def.capacity.threads; i++) {
        sut_rod *r = &w->threads[i].rod;
        double peak = r->peak_kinetic;
        if (w->threads[i].used && sut_model_is_explicit(r->mat.model)) {
            sut_explicit_commit(r);
        } else if (w->threads[i].used) {
            sut_rod_commit(r);
        }
        if (w->threads[i].used && w->stand_still) {
            sut_rod_stop(r);
            r->peak_kinetic = peak; // it never had the velocities of this motion
        }
    }
    for (int i = 0; i < sut_other_count(w); i++) {
        sut_body *b = sut_other_body(w, i);
        if (b) {
            b->kind->commit(b);
        }
        if (b && w->stand_still) {
            b->kind->stop(b);
        }
    }
    sut_contact_figures *f = &w->contacts.figures;
    f->residual = f->found > f->residual ? f->found : f->residual;
    sut_explicit_energy_end(w);
    sut_explicit_add_impulses(w, part->h);
    sut_hold_commit(w, part->time, part->h, share > 0.0);
    sut_needle_commit(w, part->h);
    sut_contact_finish(w, part->h, share);
    if (w->def.on_part) {
        w->def.on_part(w->def.on_part_ctx, w);
    }
    sut_stage_done(t, SUT_STAGE_INTEGRATE);
}

// Half of a turn is not a turn by half: a motion in straight lines may only be shortened where
// edges hardly turn.
static bool turns_little(const sut_world *w) {
    const double most = 0.3; // rad; an edge then changes its length by one percent at most
    for (int i = 0; i < w->def.capacity.threads; i++) {
        const sut_rod *r = &w->threads[i].rod;
        for (int e = 0; w->threads[i].used && e < r->n - 1; e++) {
            sut_vec3 d = v3_sub(sut_soa3_get(&r->body.move, e + 1), sut_soa3_get(&r->body.move, e));
            if (v3_norm2(d) * r->inverse[e] * r->inverse[e] > most * most) {
                return false;
            }
        }
    }
    return sut_needles_turn_little(w, most);
}

// Solids take the same share of their way (sut_tool_commit, sut_obstacle_commit), so what contacts
// know of it is scaled with it.
static void scale_moves(sut_world *w, double share) {
    for (int i = 0; i < w->contacts.count; i++) {
        w->contacts.contact[i].site[1].prescribed =
            v3_scale(w->contacts.contact[i].site[1].prescribed, share);
    }
    for (int i = 0; i < w->def.capacity.threads; i++) {
        sut_rod *r = &w->threads[i].rod;
        r->lambda = 1.0; // its velocity is what it still moves
        for (int v = 0; w->threads[i].used && v < r->n; v++) {
            sut_soa3_set(&r->body.move, v, v3_scale(sut_soa3_get(&r->body.move, v), share));
        }
    }
    for (int i = 0; i < sut_other_count(w); i++) {
        sut_body *b = sut_other_body(w, i);
        if (b) {
            b->kind->scale(b, share);
        }
    }
}

// A motion that is not finite has no share: nothing of it may be left.
static void stand(sut_world *w) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        w->threads[i].rod.lambda = 1.0;
        if (w->threads[i].used) {
            sut_rod_stay(&w->threads[i].rod);
        }
    }
    for (int i = 0; i < sut_other_count(w); i++) {
        sut_body *b = sut_other_body(w, i);
        for (int v = 0; b && v < b->n; v++) {
            sut_soa3_set(&b->move, v, v3_zero());
        }
        if (b) {
            b->kind->scale(b, 0.0);
        }
    }
}

// The longest way of a vertex in this part: of the motion found or, where that is not finite, of
// the one before it.
static double longest_way(const sut_world *w, double h) {
    double longest = 0.0;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        const sut_rod *r = &w->threads[i].rod;
        for (int v = 0; w->threads[i].used && v < r->n; v++) {
            double way = v3_norm(sut_soa3_get(&r->body.move, v));
            way = isfinite(way) ? way : h * v3_norm(r->velocity[v]);
            longest = way > longest ? way : longest;
        }
    }
    for (int i = 0; i < sut_other_count(w); i++) {
        const sut_body *b = sut_other_body(w, i);
        for (int v = 0; b && v < b->n; v++) {
            double way = v3_norm(sut_soa3_get(&b->move, v));
            longest = way > longest ? way : longest; // false for what is not a number
        }
    }
    return longest;
}

static void tell_shortened(sut_world *w, double share) {
    w->stats.guard_shortened++;
    sut_world_event(w, SUT_EV_GUARD, 0, v3_zero(), share);
}

// How much of the motion may be taken over if the guard leaves `share` of it and it was perhaps not
// solved to the end: half of a turn compresses edges, and displacements of the moment may lead
// uphill. Not to move brings no energy, so that a short way does not bring much.
static double settle(sut_world *w, double share) {
    enum { HALVINGS = 8, FEW = 3 };
    if (share < 1.0) {
        scale_moves(w, share);
    }
    for (int k = 0; share > 0.0 && sut_energy_jumps(w); k++) {
        if (k == HALVINGS || (k >= FEW && sut_budget_is_spent(w))) {
            return 0.0;
        }
        scale_moves(w, 0.5);
        share *= 0.5;
    }
    return share;
}

// Those that hold threads have to lag behind.
static bool slow_hands(sut_world *w, double h) {
    bool tools = sut_tool_slow_down(w, 0.25, h);
    tools = sut_needle_slow_down(w, 0.25, h) || tools;
    return sut_hold_slow_down(w, 0.25, h) || tools;
}

// Who asks too much has to lag behind: hands and bodies that move. False if nobody does.
static bool slow_down(sut_world *w, double h) {
    bool hands = slow_hands(w, h);
    return sut_obstacle_slow_down(w, 0.25, h) || hands;
}

static bool any_moves(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        const sut_rod *r = &w->threads[i].rod;
        for (int v = 0; w->threads[i].used && v < r->n; v++) {
            if (v3_norm2(r->velocity[v]) > 0.0) {
                return true;
            }
        }
    }
    return sut_any_needle_moves(w);
}

// Does somebody ask for what no thread could follow, by orders of magnitude?
static bool absurd(const sut_rod *r) {
    const double most = 1e4; // lengths of the thread, and forces that make it twice as long
    double length = 0.0;
    for (int e = 0; e < r->n - 1; e++) {
        length += r->rest[e];
    }
    for (int k = 0; k < r->pin_count; k++) {
        const sut_pin *p = &r->pins[k];
        if (!(v3_distance(p->target, r->body.position[p->vertex]) < most * length)) {
            return true;
        }
    }
    for (int k = 0; k < r->load_count; k++) {
        if (!(v3_norm(r->loads[k].force) < most * r->mat.EA)) {
            return true;
        }
    }
    return false;
}

// From rest a part that finds no state is an error of the input, unless all stand because of parts
// before that found none either.
static bool may_stand(const sut_world *w) {
    bool sane = true;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        sane = sane && !(w->threads[i].used && absurd(&w->threads[i].rod));
    }
    return sane || any_moves(w);
}

// A motion that nobody can find: for the time of this part all stand still, which harms nobody, and
// hands try again more slowly.
static bool freeze(sut_world *w, const sut_part *part, sut_step_timer *t) {
    w->stalled = true;
    if (w->bodies.hit_body) {
        memset(w->bodies.hit_body, 1, (size_t)w->bodies.bodies * sizeof(bool));
        memset(w->bodies.hit_obstacle, 1, (size_t)w->bodies.obstacles * sizeof(bool));
    }
    (void)slow_down(w, part->h);
    w->stats.lost_way += longest_way(w, part->h);
    stand(w);
    w->stand_still = true;
    tell_shortened(w, 0.0);
    w->contacts.count = 0;
    // what stands with the same memory meets the same problem for ever: contacts begin anew
    if (w->stalls >= SUT_STALLS - 1) {
        w->contacts.touches = 0;
    }
    commit_all(w, part, 0.0, t);
    return true;
}

static void prepare(sut_world *w, const sut_part *part) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        w->threads[i].rod.lambda = w->threads[i].rod.mat.implicitness;
        w->threads[i].rod.cut = part->cut;
        w->threads[i].rod.small = part->small;
    }
}

// True when the part was solved and taken over. What the guard finds in the way becomes a contact,
// and the part is solved again with it; if that does not help, the part is cut. Where it may not be
// cut for that any more, hands and bodies have to lag behind; if that does not help either, it is
// shortened: all stop early. The finest part that a step may be cut into is taken over as far as it
// was solved, if one can go on from there.
static bool step_part(sut_world *w, const sut_part *part, sut_step_timer *t) {
    enum { CONTACT_ROUNDS = 2, ROUNDS = 6, PATIENCE = 20, YIELDS = 8 };
    prepare(w, part);
    double share = 0.0;
    bool keep = false;
    int slower = 0;
    int yields = 0;
    for (int round = 0; share < 1.0 && round < ROUNDS; round++) {
        if (!sut_solve_part(w, part, keep, t)) {
            if (part->finest && !part->hurried && slower++ < PATIENCE && slow_hands(w, part->h)) {
                round = -1;
                keep = false;
                continue;
            }
            bool stand = part->hurried || sut_budget_is_spent(w) ||
                         (part->small && sut_any_pushed(w)) || (part->finest && may_stand(w));
            return stand && freeze(w, part, t);
        }
        sut_limit_strains(w);
        bool spent = sut_budget_is_spent(w);
        if (!spent && !part->hurried && yields++ < YIELDS && sut_tool_yield(w, part->h)) {
            keep = true;
            round--;
            continue;
        }
        share = sut_contact_share(w, round < CONTACT_ROUNDS, spent);
        sut_stage_done(t, SUT_STAGE_GUARD);
        keep = true;
        if (spent && round > 0) {
            break; // what is still in the way shortens the motion
        }
        // contacts did not help: somebody asks too much
        if (share < 1.0 && round >= CONTACT_ROUNDS && (!part->small || !slow_down(w, part->h))) {
            break;
        }
    }
    if (share < 1.0) {
        bool may_cut = !part->small || (!part->finest && !turns_little(w));
        if (may_cut && !part->hurried && !sut_budget_is_spent(w)) {
            return false;
        }
    }
    if (share < 1.0 || w->stand_still) {
        double way = longest_way(w, part->h);
        share = settle(w, share);
        if (!(share > 0.0)) {
            return freeze(w, part, t);
        }
        w->stats.lost_way += (1.0 - share) * way;
        sut_contact_settle(w);
    }
    if (share < 1.0) {
        tell_shortened(w, share);
    }
    commit_all(w, part, share, t);
    return true;
}

//---- cutting -------------------------------------------------------------------------------------
static void save(sut_world *w) {
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used) {
            sut_rod_save(&w->threads[i].rod);
        }
    }
    for (int i = 0; i < sut_other_count(w); i++) {
        sut_body *b = sut_other_body(w, i);
        if (b) {
            b->kind->save(b);
        }
    }
    sut_touch_save(w);
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
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used) {
            sut_rod_restore(&w->threads[i].rod);
            sut_rod_refresh(&w->threads[i].rod);
        }
    }
    for (int i = 0; i < sut_other_count(w); i++) {
        sut_body *b = sut_other_body(w, i);
        if (b) {
            b->kind->restore(b);
        }
    }
    for (int i = 0; i < w->hold_top; i++) {
        if (w->holds[i].used) {
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
    w->contacts.count = 0;
}

// The step in 2^depth parts at most; place counts parts of the finest cut that was allowed. `done`:
// how much of the step there was time for; less than all of it with explicit models only.
static bool step_cut(sut_world *w, double dt, sut_step_timer *t, double *done) {
    enum { GUARD_HALVINGS = 4 }; // how often a part is cut for the sake of contacts
    const int64_t largest = (int64_t)1 << w->def.max_halvings;
    const bool explicit_step = sut_world_explicit(w);
    int64_t whole = largest;
    int64_t place = 0;
    int64_t part = largest;
    bool saved = explicit_step; // their parts are cut further after some of them were taken over
    if (saved) {
        save(w);
    }
    sut_explicit_begin(w);
    while (place < whole) {
        bool hurried = sut_budget_is_spent(w);
        if (explicit_step) {
            // a part that is longer than what is stable would explode: rather none at all, but for
            // the first, without which the next step would be the same again
            if ((hurried && place > 0) || !sut_explicit_fit(w, dt, largest, part, &place, &whole)) {
                break;
            }
            hurried = false;
        }
        part = hurried ? whole - place : part;
        sut_part p = {.time = w->time + dt * ((double)(place + part) / (double)whole),
                      .h = dt * ((double)part / (double)whole),
                      .cut = part < largest,
                      .small = part == 1 || part <= largest >> GUARD_HALVINGS,
                      .finest = part == 1,
                      .hurried = hurried};
        w->stats.hurried = w->stats.hurried || hurried;
        if (step_part(w, &p, t)) {
            place += part;
            w->stats.substeps++;
            // grow again where the next part would start on a round place
            if (part < largest && place < whole && place % (2 * part) == 0) {
                part *= 2;
            }
            continue;
        }
        if (!saved) {
            save(w); // nothing of this step has been taken over yet
            saved = true;
        }
        if (part == 1) {
            roll_back(w);
            return false;
        }
        part /= 2;
    }
    *done = dt * ((double)place / (double)whole);
    if (place < whole) {
        w->stats.hurried = true;
        w->stats.lost_time = dt - *done;
        sut_hold_fall_behind(w, w->stats.lost_time, *done);
        sut_obstacle_fall_behind(w, w->stats.lost_time);
    }
    return true;
}

static void reset_stats(sut_world *w) {
    memset(&w->stats, 0, sizeof w->stats);
    memset(&w->contacts.figures, 0, sizeof w->contacts.figures);
    w->event_count = 0;
    w->spent = 0.0;
    w->stalled = false;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        w->threads[i].rod.spins = 0;
    }
    for (int i = 0; i < w->hold_top; i++) {
        w->holds[i].letting_go = false;
    }
}

static void finish(sut_world *w, double dt, double done, sut_step_timer *t) {
    // a sum that keeps what rounding would lose, so that a million steps of 1 ms are 1000 s
    double y = done - w->time_low;
    double sum = w->time + y;
    w->time_low = (sum - w->time) - y;
    w->time = sum;
    w->steps++;
    w->stalls = w->stalled && w->stalls < SUT_STALLS ? w->stalls + 1 : 0;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used) {
            sut_rod *r = &w->threads[i].rod;
            bool explicit_step = sut_model_is_explicit(r->mat.model);
            if (explicit_step) {
                sut_explicit_end(r);
            }
            sut_rod_output(r);
            double s = r->stretch;
            w->stats.max_stretch = s > w->stats.max_stretch ? s : w->stats.max_stretch;
            // what an explicit step leaves are errors of lengths, none of the motion
            double left = explicit_step ? 0.0 : r->progress.left / r->dt;
            w->stats.residual = left > w->stats.residual ? left : w->stats.residual;
        }
    }
    const sut_contact_figures *f = &w->contacts.figures;
    w->stats.contact_iterations = f->iterations;
    w->stats.contact_solves = f->solves;
    w->stats.contact_residual = f->residual;
    w->stats.effort_us = w->spent;
    sut_contact_output(w);
    sut_tool_finish(w, dt);
    if (w->stats.substeps > 1) {
        sut_world_event(w, SUT_EV_SUBSTEPS, 0, v3_zero(), (double)w->stats.substeps);
    }
    sut_record_step(w, dt);
    sut_stage_done(t, SUT_STAGE_OUTPUT);
}

// Not inlined: arithmetic must not wander out of it.
static __attribute__((noinline)) sut_result step(sut_world *w, double dt) {
    reset_stats(w);
    save_input(w);
    w->step_end = w->time + dt;
    sut_tool_begin(w, dt);
    sut_step_timer t = {&w->stats, sut_clock_us()};
    double done = dt;
    if (!step_cut(w, dt, &t, &done)) {
        w->event_count = 0;
        if (w->def.log) {
            w->def.log(w->def.log_ctx, SUT_LOG_ERROR, "a step found no finite state");
        }
        return SUT_E_DIVERGED;
    }
    finish(w, dt, done, &t);
    return SUT_OK;
}

sut_result sut_world_step(sut_world *w, double dt) {
    if (!w || !(dt >= 1e-12) || dt > 0.05) {
        return SUT_E_ARGUMENT;
    }
    unsigned before = sut_tiny_ignore();
    sut_result result = step(w, dt);
    sut_tiny_restore(before);
    return result;
}
