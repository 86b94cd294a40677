// SPDX-License-Identifier: MIT
// energy.c -- would the displacements of a substep make energy that no work put in? And what the
// contacts hold.
#include "step/solve.h"

#include "data/data.h"
#include "geom/segment.h"
#include "math/vec3.h"
#include "sutura/world.h"

// Solids that move do work. A solid that catches up with its target ends with motions of rounding.
static bool solids_rest(const sut_world *w) {
    const double tiny = 1e-9; // rad, and of the way from the origin: far below any motion
    for (int i = 0; i < w->def.capacity.obstacles; i++) {
        const sut_obstacle_slot *o = &w->obstacles[i];
        double way = v3_distance(o->position, o->next_position);
        bool rests = way <= tiny * v3_norm(o->position) &&
                     v3_distance(o->rotation, o->next_rotation) <= tiny;
        if (o->used && !rests) {
            return false;
        }
    }
    for (int i = 0; i < SUT_TOOL_SOLIDS * w->def.capacity.tools; i++) {
        sut_solid part;
        if (sut_solid_at(w, w->def.capacity.obstacles + i, &part) &&
            !sut_shape_is_at(part.now, part.next)) {
            return false;
        }
    }
    return true;
}

// A contact at held vertices loads holds, and leaves its rod as it is.
static bool pushed_by_contacts(const sut_rod *r) {
    return r->body.pushed && r->body.touched;
}

// Tissues are damped by their rule, and their springs hold what threads gave.
static bool any_tissue_pushed(const sut_world *w) {
    for (int i = w->bodies.rods; i < sut_world_bodies(w); i++) {
        const sut_body *b = sut_world_body(w, i);
        if (b && b->pushed) {
            return true;
        }
    }
    return false;
}

// By how much needles that something pushes would have more energy than holds give them. What they
// may gain is what a user may see of it: half of 1 % in 10 ms. *any is set where one is.
static double needles_grow(sut_world *w, double *most, bool *any) {
    double grown = 0.0;
    for (int i = 0; i < w->def.capacity.needles; i++) {
        sut_body *b = sut_needle_slot_body(&w->needles[i]);
        if (b && b->pushed && b->touched) {
            const sut_needle *n = w->needles[i].needle;
            sut_body_balance e = {0};
            b->kind->balance(b, &e);
            double share = n->part.h < 0.01 ? n->part.h / 0.01 : 1.0;
            grown += e.stored + e.kinetic - e.input;
            *most += 5e-3 * share * sut_needle_kinetic(n) + 1e-9 * e.scale;
            *any = true;
        }
    }
    return grown;
}

// Contacts pass energy from one rod to another, and store some: those that push each other are
// looked at together.
static bool energy_grows_together(sut_world *w) {
    double grown = 0.0;
    double most = 0.0;
    bool any = false;
    if (!solids_rest(w) || any_tissue_pushed(w)) {
        return false;
    }
    for (int i = 0; i < w->def.capacity.threads; i++) {
        sut_rod *r = &w->threads[i].rod;
        if (sut_thread_here(w, i) && pushed_by_contacts(r)) {
            if (!sut_rod_energy_watched(r)) {
                return false;
            }
            double allowed;
            grown += sut_rod_energy_growth(r, &allowed);
            most += allowed;
            any = true;
        }
    }
    grown += needles_grow(w, &most, &any);
    return any && grown > most + sut_contact_stored(&w->contacts);
}

// A rod that would make energy gets the fully implicit rule for this part if it did not have it
// yet; if it had, the part is too large.
sut_energy_verdict sut_judge_energy(sut_world *w) {
    sut_energy_verdict verdict = energy_grows_together(w) ? SUT_ENERGY_CUT : SUT_ENERGY_FINE;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        sut_rod *r = &w->threads[i].rod;
        if (!sut_thread_here(w, i) || pushed_by_contacts(r) || !sut_rod_energy_watched(r)) {
            continue;
        }
        double most;
        if (sut_rod_energy_growth(r, &most) > most) {
            bool damp = r->work.lambda < 1.0;
            r->work.lambda = 1.0;
            verdict = damp && verdict != SUT_ENERGY_CUT ? SUT_ENERGY_DAMP : SUT_ENERGY_CUT;
        }
    }
    return verdict;
}

// Where a part may not be cut any more for the energy's sake, because it is small and contacts push
// others, those that touch nothing are still free to change their rule.
bool sut_damp_energy(sut_world *w) {
    bool any = false;
    for (int i = 0; i < w->def.capacity.threads; i++) {
        sut_rod *r = &w->threads[i].rod;
        bool may = sut_thread_here(w, i) && !pushed_by_contacts(r) && r->work.lambda < 1.0;
        may = may && sut_rod_energy_watched(r);
        double most;
        if (may && sut_rod_energy_growth(r, &most) > most) {
            r->work.lambda = 1.0;
            any = true;
        }
    }
    return any;
}

// Energy balance of all bodies that touch.
typedef struct energy_balance {
    double shape;         // what threads hold more than before, less the work of holds
    double motion;        // their incremental potential
    double kinetic_bound; // that of a collision with the moving solids
    bool known;           // of all of them
} energy_balance;

// Forces of an unconverged substep are unreliable, so that their work on moving solids has no
// bound. But an elastic collision gives at most twice the speed of the solid, unless something is
// released.
static bool touching_jump(const energy_balance *e, const sut_contact_gain *c) {
    double released = (e->shape < 0.0 ? -e->shape : 0.0) + (c->grown < 0.0 ? -c->grown : 0.0);
    bool unpaid = !((e->shape + e->motion) + (c->grown - c->given) <= 0.0); // true for NaN
    bool too_fast = c->given > 0.0 && e->motion > e->kinetic_bound + released;
    return e->known && (unpaid || too_fast);
}

// A body that nothing pushes has what its supports and loads gave it, and no more; one that is
// pushed is in the balance of all that are.
static bool other_jumps(sut_world *w, sut_body *b, bool stops, double way,
                        energy_balance *together) {
    sut_body_balance e = {0};
    b->kind->balance(b, &e);
    sut_spend_look(w, b);
    // what rounding leaves, and what the tolerance of a solved motion does
    double shape = e.stored - e.input - 1e-6 * e.scale;
    if (!b->pushed) {
        return !(shape + e.kinetic <= 0.0);
    }
    together->shape += shape;
    together->motion += stops ? e.way : e.kinetic;
    together->kinetic_bound += 2.0 * e.inertia * way * way;
    // tubes tell nothing of their way
    together->known = together->known && e.inertia != 0.0;
    return false;
}

// Bodies with an energy balance of their own.
static bool any_other_jumps(sut_world *w, bool stops, double way, energy_balance *together) {
    bool any = false;
    for (int i = 0; i < sut_world_bodies(w) && !any; i++) {
        sut_body *b = sut_world_body(w, i);
        any = b && b->kind->balance && other_jumps(w, b, stops, way, together);
    }
    return any;
}

bool sut_energy_jumps(sut_world *w, bool stops) {
    sut_contact_gain contacts = {0.0, 0.0, 0.0};
    if (sut_contact_looks(w)) {
        contacts = sut_contact_energy_growth(&w->contacts, &w->bodies);
    }
    energy_balance together = {0.0, 0.0, 0.0, true};
    bool alone = any_other_jumps(w, stops, contacts.way, &together);
    for (int i = 0; i < w->def.capacity.threads; i++) {
        sut_rod *r = &w->threads[i].rod;
        if (!sut_thread_here(w, i)) {
            continue;
        }
        bool bounded = sut_rod_energy_bounded(r);
        double motion = 0.0;
        double shape = bounded ? sut_rod_energy_excess(r, stops, &motion) : 0.0;
        sut_spend_look(w, &r->body);
        if (r->body.pushed || r->body.touched) {
            together.shape += shape;
            together.motion += motion;
            together.kinetic_bound += sut_rod_kinetic_bound(r, contacts.way);
            together.known = together.known && bounded;
        } else {
            alone = alone || shape + motion > 0.0;
        }
    }
    return alone || touching_jump(&together, &contacts);
}

//---- what contacts hold --------------------------------------------------------------------------
static int edge_at(const sut_chain *r, double place) {
    int e = (int)place;
    return e < r->n - 1 ? e : r->n - 2;
}

// Between places of one thread that only the guard looks at: contacts there last for one part.
static bool is_kink(const sut_world *w, const sut_touch *t) {
    const sut_chain *r = w->bodies.chain[t->body[0]];
    if (t->body[0] != t->body[1]) {
        return false;
    }
    int a = edge_at(r, t->place[0]);
    int b = edge_at(r, t->place[1]);
    int first = a < b ? a : b;
    int last = a < b ? b : a;
    double arc = 0.0;
    for (int e = first + 1; e < last && arc < w->contacts.skip[t->body[0]]; e++) {
        arc += r->rest[e];
    }
    return arc < w->contacts.skip[t->body[0]];
}

// Can anything move that it pushes?
static bool is_felt(const sut_world *w, const sut_touch *t) {
    bool felt = false;
    for (int k = 0; k < (sut_touch_is_on_solid(&w->bodies, t) ? 1 : 2); k++) {
        const sut_chain *r = w->bodies.chain[t->body[k]];
        int e = edge_at(r, t->place[k]);
        double s = t->place[k] - e;
        felt = felt || (s < 1.0 && !sut_chain_is_pinned(r, e)) ||
               (s > 0.0 && !sut_chain_is_pinned(r, e + 1));
    }
    return felt;
}

// From the second thread to the first where they touch now: they may have slid along each other
// since. What is nearer at the end of an edge belongs to another contact.
static sut_vec3 apart_now(const sut_world *w, const sut_touch *t) {
    sut_vec3 p[2][2];
    sut_vec3 x[2];
    for (int k = 0; k < 2; k++) {
        const sut_chain *r = w->bodies.chain[t->body[k]];
        int e = edge_at(r, t->place[k]);
        p[k][0] = r->position[e];
        p[k][1] = r->position[e + 1];
        x[k] = v3_lerp(p[k][0], p[k][1], t->place[k] - e);
    }
    sut_segment_near near = sut_segment_nearest(p[0][0], p[0][1], p[1][0], p[1][1]);
    bool inside = near.s > 0.0 && near.s < 1.0 && near.t > 0.0 && near.t < 1.0;
    return inside ? near.apart : v3_sub(x[0], x[1]);
}

typedef double touch_energy(const sut_contacts *c, const sut_contact_bodies *b, const sut_touch *t,
                            sut_vec3 normal, double gap);

static double energy_of_touch(const sut_world *w, const sut_touch *t, touch_energy *law) {
    const sut_chain *r = w->bodies.chain[t->body[0]];
    sut_vec3 normal = v3_zero();
    double gap = -r->radius;
    if (sut_touch_is_on_solid(&w->bodies, t)) {
        int e = edge_at(r, t->place[0]);
        sut_vec3 x = v3_lerp(r->position[e], r->position[e + 1], t->place[0] - e);
        gap += sut_solid_distance(w, sut_contact_solid(&w->bodies, t->body[1]), x, &normal);
    } else {
        sut_vec3 apart = apart_now(w, t);
        double distance = v3_norm(apart);
        normal = distance > 0.0 ? v3_scale(apart, 1.0 / distance) : normal;
        gap += distance - w->bodies.chain[t->body[1]]->radius;
    }
    return law(&w->contacts, &w->bodies, t, normal, gap);
}

static bool is_on_tissue(const sut_world *w, const sut_touch *t) {
    const sut_contact_bodies *b = &w->bodies;
    return !sut_contact_is_rod(b, t->body[0]) ||
           (!sut_contact_is_rod(b, t->body[1]) && !sut_touch_is_on_solid(b, t));
}

static double energy_of_touches(const sut_world *w, touch_energy *law) {
    double sum = 0.0;
    if (!w || !sut_contact_looks(w) || sut_world_explicit(w)) {
        return 0.0; // contacts of explicit models are impulses
    }
    for (int i = 0; i < w->contacts.touches; i++) {
        const sut_touch *t = &w->contacts.touch[i];
        if (is_on_tissue(w, t)) {
            continue; // what these hold is small beside what the tissue does
        }
        sum += is_kink(w, t) || !is_felt(w, t) ? 0.0 : energy_of_touch(w, t, law);
    }
    return sum;
}

double sut_world_contact_energy(const sut_world *w) {
    return energy_of_touches(w, sut_contact_touch_energy);
}

double sut_world_overlap_energy(const sut_world *w) {
    return energy_of_touches(w, sut_contact_overlap_energy);
}
