// SPDX-License-Identifier: MIT
// accept.c -- what becomes of a motion: all of it is accepted, a part, or nothing.
#include "step/attempt.h"

#include "attach/hole.h"
#include "data/data.h"
#include "drive/drive.h"
#include "math/vec3.h"
#include "step/contact.h"
#include "step/island.h"

#include <string.h>

//---- commit --------------------------------------------------------------------------------------
static void commit_bodies(sut_world *w, bool stops) {
    if (sut_world_explicit(w)) {
        sut_explicit_commit(w);
    }
    for (int i = 0; i < sut_world_bodies(w); i++) {
        sut_body *b = sut_world_body(w, i);
        if (b && !sut_world_explicit(w)) {
            b->kind->commit(b);
        }
        if (b && stops) {
            b->kind->stop(b);
        }
    }
}

static void commit_all(sut_world *w, sut_attempt *a, double share, bool stops) {
    const sut_part *part = &a->part;
    sut_explicit_energy_begin(w, share);
    commit_bodies(w, stops);
    sut_contact_figures *f = &w->contacts.figures;
    f->residual = f->found > f->residual ? f->found : f->residual;
    sut_explicit_energy_end(w);
    sut_explicit_add_impulses(w, part->h);
    sut_hold_commit(w, part->time, part->h, share > 0.0);
    sut_needle_commit(w, part->h);
    sut_contact_finish(w, part->h, share);
    sut_hole_commit(w);
    if (w->island > 0) {
        sut_islands_note_way(w, part->h);
    }
    if (w->def.on_part) {
        w->def.on_part(w->def.on_part_ctx, w->whole ? w->whole : w);
    }
    sut_stage_done(a->timer, SUT_STAGE_INTEGRATE);
}

// What comes of it is no solution, and the statistics say so. The iterate may ask for forces that
// would tear its threads: what is kept of them, shown and begun with next is what they can bear.
static void mark_unsolved(sut_world *w) {
    w->stats.unsolved++;
    sut_contact_bear(&w->contacts);
    sut_holes_bear(&w->contacts);
}

static bool is_unsolved(const sut_world *w) {
    const sut_contacts *c = &w->contacts;
    return (c->count + c->holes > 0 && c->figures.last > SUT_CONTACT_ERROR) || sut_any_failed(w);
}

void sut_accept(sut_world *w, sut_attempt *a) {
    bool unsolved = is_unsolved(w);
    if (unsolved) {
        mark_unsolved(w);
    }
    commit_all(w, a, 1.0, false);
    if (unsolved) {
        sut_hold_bear(w);
    }
}

//---- a part of it --------------------------------------------------------------------------------
// Solids take the same share of their way (sut_tool_commit, sut_obstacle_commit), so what contacts
// know of it is scaled with it.
static void scale_moves(sut_world *w, double share) {
    sut_holes_scale(&w->contacts, share);
    for (int i = 0; i < w->contacts.count; i++) {
        w->contacts.contact[i].site[1].prescribed =
            v3_scale(w->contacts.contact[i].site[1].prescribed, share);
    }
    for (int i = 0; i < sut_world_bodies(w); i++) {
        sut_body *b = sut_world_body(w, i);
        if (b) {
            b->kind->scale(b, share);
        }
    }
}

static double longest_way(const sut_world *w, double h) {
    double longest = 0.0;
    for (int i = 0; i < sut_world_bodies(w); i++) {
        const sut_body *b = sut_world_body(w, i);
        double way = b ? sut_body_longest_way(b, h) : 0.0;
        longest = way > longest ? way : longest;
    }
    return longest;
}

static void tell_shortened(sut_world *w, double share) {
    w->stats.guard_shortened++;
    sut_world_event(w, SUT_EV_GUARD, 0, v3_zero(), share);
}

// A thread that slides through a hole passes the tissue there, and is not guarded on that way. In
// a share of the motion it does not get that far: what is past the tissue before its turn has gone
// through it beside the hole. Shares of the share that is there are looked at, until none is.
static double keep_beside_holes(sut_world *w, double share) {
    enum { LOOKS = 8 };
    for (int k = 0; share > 0.0 && sut_holes_slide(&w->contacts); k++) {
        double least = sut_surface_guard_threads(&w->contacts, &w->bodies);
        if (least >= 1.0) {
            return share;
        }
        if (k == LOOKS) {
            return 0.0;
        }
        scale_moves(w, least);
        share *= least;
    }
    return share;
}

// How much of the motion may be accepted if the guard leaves `share` of it and it was perhaps not
// solved to the end: half of a turn compresses edges, and displacements of the moment may lead
// up the potential. No motion adds no energy, so that a short one adds little.
static double settle(sut_world *w, double share, bool stops) {
    enum { HALVINGS = 8, FEW = 3 };
    if (share < 1.0) {
        scale_moves(w, share);
        share = keep_beside_holes(w, share);
    }
    for (int k = 0; share > 0.0 && sut_energy_jumps(w, stops); k++) {
        if (k == HALVINGS || (k >= FEW && sut_budget_is_spent(w)) ||
            (k > 0 && !sut_budget_has_room(w))) {
            return 0.0;
        }
        scale_moves(w, 0.5);
        share = keep_beside_holes(w, 0.5 * share);
    }
    return share;
}

bool sut_accept_part(sut_world *w, sut_attempt *a) {
    double way = longest_way(w, a->part.h);
    double share = settle(w, a->share, a->facts.stops);
    if (!(share > 0.0)) {
        return false;
    }
    w->stats.lost_way += (1.0 - share) * way;
    bool unsolved = is_unsolved(w);
    sut_contact_settle(w);
    if (unsolved) {
        mark_unsolved(w);
    }
    if (share < 1.0) {
        tell_shortened(w, share);
    }
    commit_all(w, a, share, a->facts.stops);
    if (unsolved) {
        sut_hold_bear(w);
    }
    return true;
}

//---- nothing of it -------------------------------------------------------------------------------
bool sut_slow_holds(sut_world *w, double h) {
    bool tools = sut_tool_slow_down(w, 0.25, h);
    tools = sut_needle_slow_down(w, 0.25, h) || tools;
    return sut_hold_slow_down(w, 0.25, h) || tools;
}

bool sut_slow_all(sut_world *w, double h) {
    bool hands = sut_slow_holds(w, h);
    return sut_obstacle_slow_down(w, 0.25, h) || hands;
}

void sut_accept_none(sut_world *w, sut_attempt *a) {
    if (w->bodies.hit_body) {
        memset(w->bodies.hit_body, 1, (size_t)w->bodies.bodies * sizeof(bool));
        memset(w->bodies.hit_obstacle, 1, (size_t)w->bodies.obstacles * sizeof(bool));
    }
    (void)sut_slow_all(w, a->part.h); // those that move try again more slowly
    w->stats.lost_way += longest_way(w, a->part.h);
    for (int i = 0; i < sut_world_bodies(w); i++) {
        sut_body *b = sut_world_body(w, i);
        if (b) {
            sut_body_stay(b);
        }
    }
    sut_holes_stand(&w->contacts);
    tell_shortened(w, 0.0);
    w->stats.stood++;
    w->contacts.count = 0;
    // what stands with the same memory meets the same problem for ever: contacts begin anew
    if (w->stalls >= SUT_STALLS - 1) {
        w->contacts.touches = 0;
    }
    commit_all(w, a, 0.0, true);
}
