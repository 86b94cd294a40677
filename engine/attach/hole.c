// SPDX-License-Identifier: MIT
// hole.c -- holes of a world: life cycle, stages of a substep, views, events.
#include "attach/channel.h"
#include "attach/pierce.h"
#include "attach/portal.h"
#include "attach/tear.h"
#include "data/data.h"
#include "state/record.h"

#include "math/scalar.h"
#include "math/vec3.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COOKIE_HOLE 0x53484c31u

// Viscous part of the friction against the impedance of the thread, sqrt(EA m): at 50 mm/s far
// below any pinch.
static const double viscous_share = 1e-5;

static sut_hole_slot *slot_at(const sut_world *w, sut_hole_id id) {
    if (!w || id.index1 == 0 || id.index1 > (uint32_t)w->def.capacity.holes) {
        return NULL;
    }
    sut_hole_slot *h = &w->holes[id.index1 - 1];
    return h->used && h->generation == id.generation ? h : NULL;
}

sut_hole_def sut_default_hole_def(void) {
    return (sut_hole_def){
        .after = -1.0, .pinch = -1.0, .friction = -1.0, .spread = -1.0, .cookie = COOKIE_HOLE};
}

bool sut_hole_is_valid(const sut_world *w, sut_hole_id id) {
    return slot_at(w, id) != NULL;
}

//---- life cycle ----------------------------------------------------------------------------------
void sut_hole_set_laws(const sut_world *w, const sut_hole_def *def, sut_hole *k) {
    const sut_rod *r = &w->threads[k->body].rod;
    const sut_tissue_def *d = sut_tissue_def_of(w->tissues[k->tissue - w->bodies.rods].tissue);
    bool guide = k->triangle < 0;
    double pinch = def->pinch >= 0.0 ? def->pinch : d->piercing.pinch;
    double friction = def->friction >= 0.0 ? def->friction : -1.0;
    if (friction < 0.0 && d->piercing.enabled) {
        friction = d->piercing.friction;
    }
    k->pinch = guide ? 0.0 : pinch;
    k->mu = friction >= 0.0 ? friction : sqrt(r->def.friction * d->friction);
    k->kn = SUT_HOLE_STIFFNESS * r->def.EA / (SUT_PI * 2.0 * r->def.radius);
    k->kt = SUT_CONTACT_ACROSS * k->kn;
    k->viscous = viscous_share * sqrt(r->def.EA * r->def.mass_per_length);
    k->radius = r->def.radius;
    bool wall = d->model != SUT_TISSUE_SOLID;
    k->spacing = fmax(wall ? d->thickness : 0.0, 2.0 * k->radius);
    // from the surface of the wall on
    double beside = SUT_PI * k->radius + w->tissues[k->tissue - w->bodies.rods].surface.half;
    int e = k->kept.s < r->body.n - 2 ? (int)k->kept.s : r->body.n - 2;
    k->margin = beside / r->def.rest[e];
}

static const char *check_def(const sut_world *w, const sut_hole_def *d) {
    if (!sut_world_thread(w, d->thread)) {
        return "thread: is no valid thread";
    }
    if (!sut_world_tissue(w, d->tissue)) {
        return "tissue: is no valid tissue";
    }
    if (!v3_is_finite(d->at) || !isfinite(d->pinch) || !isfinite(d->friction) ||
        !isfinite(d->spread) || isnan(d->after)) {
        return "at, after, pinch, friction, spread: must be finite";
    }
    return NULL;
}

// The hole by which a thread came into a solid that it leaves by this one.
sut_hole *sut_hole_entry_of(sut_world *w, const sut_hole *exit) {
    sut_hole *best = NULL;
    for (int i = 0; i < w->def.capacity.holes; i++) {
        sut_hole *k = &w->holes[i].hole;
        bool before = w->holes[i].used && k->leads > 0 && k->body == exit->body &&
                      k->tissue == exit->tissue && k->kept.s < exit->kept.s;
        best = before && (!best || k->kept.s > best->kept.s) ? k : best;
    }
    return best;
}

static sut_result place(sut_world *w, const sut_hole_def *def, sut_hole *k) {
    sut_tissue_slot *tissue = sut_world_tissue(w, def->tissue);
    const sut_rod *r = &w->threads[k->body].rod;
    const double radius = r->def.radius;
    double off;
    k->curve = (sut_curve){.kind = SUT_CURVE_SPLINE, .n = r->body.n};
    k->kept.s = sut_hole_on_thread(r, &k->curve, def->at, def->after, &off);
    k->curve = sut_hole_curve(r, k->kept.s);
    if (!(off <= radius * (1.0 + 1e-6))) {
        (void)snprintf(w->refusal, sizeof w->refusal,
                       "at: is %.4g m off the centre line of the thread; must be within its radius "
                       "of %.4g m, and later than the one before",
                       off, radius);
        return sut_world_refuse(w, SUT_E_CONFLICT, w->refusal);
    }
    sut_tissue_view v;
    sut_tissue_get(tissue->tissue, &v);
    sut_tissue_point p = sut_hole_on_tissue(&v, def->at, radius);
    double most = radius + (v.tet_count > 0 ? 0.0 : 0.5 * v.thickness);
    if (!(p.distance <= most * (1.0 + 1e-6))) {
        (void)snprintf(w->refusal, sizeof w->refusal,
                       "at: is %.4g m off the tissue; must be within %.4g m of it", p.distance,
                       most);
        return sut_world_refuse(w, SUT_E_CONFLICT, w->refusal);
    }
    const sut_tissue_def *d = sut_tissue_def_of(tissue->tissue);
    p = sut_hole_meet(r, &v, p, &k->curve, &k->kept.s);
    sut_hole_spread(&tissue->surface, &v, def->spread >= 0.0 ? def->spread : d->piercing.spread,
                    &p);
    k->site = p.site;
    k->rest = p.rest;
    k->triangle = p.triangle;
    sut_vec3 slope;
    (void)sut_hole_curve_place(&k->curve, r->body.position, k->kept.s, &slope);
    bool skin = v.tet_count > 0 && p.triangle >= 0;
    k->leads = skin ? (v3_dot(slope, p.normal) < 0.0 ? 1 : -1) : 0;
    sut_hole_set_laws(w, def, k);
    k->depth = p.depth;
    k->edge = p.triangle < 0 ? HUGE_VAL : sut_hole_edge_distance(&tissue->surface, p.rest);
    const sut_hole *entry = k->leads < 0 ? sut_hole_entry_of(w, k) : NULL;
    if (entry) {
        k->depth = sut_hole_depth(r, &v, entry->kept.s, k->kept.s);
    }
    return SUT_OK;
}

// Check, room, place on thread and tissue; only then is a slot taken and the call recorded.
// Holes of one thread keep a distance along it: a start within that would spring apart.
static sut_result check_spacing(sut_world *w, const sut_hole *k) {
    const sut_rod *r = &w->threads[k->body].rod;
    double arc = sut_hole_arc(r, k->kept.s);
    for (int i = 0; i < w->def.capacity.holes; i++) {
        const sut_hole *o = &w->holes[i].hole;
        double way = o->body == k->body ? arc - sut_hole_arc(r, o->kept.s) : 0.0;
        double least = way > 0.0 ? k->spacing : o->spacing;
        const double rounding = 1e-6;
        if (w->holes[i].used && !o->out && o->body == k->body &&
            fabs(way) < least * (1.0 - rounding)) {
            (void)snprintf(w->refusal, sizeof w->refusal,
                           "at: is %.4g m along the thread from another hole; must be at least "
                           "%.4g m, the thickness of the wall or twice the radius",
                           fabs(way), least);
            return sut_world_refuse(w, SUT_E_CONFLICT, w->refusal);
        }
    }
    return SUT_OK;
}

sut_result sut_hole_create(sut_world *w, const sut_hole_def *def, sut_hole_id *out) {
    if (!w || !def || !out) {
        return SUT_E_ARGUMENT;
    }
    if (def->cookie != COOKIE_HOLE) {
        return SUT_E_DEF;
    }
    const char *bad = check_def(w, def);
    if (bad) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, bad);
    }
    if (w->def.contact.disabled || sut_world_explicit(w)) {
        return sut_world_refuse(w, SUT_E_CONFLICT,
                                "holes need contacts and threads of implicit models");
    }
    int slot = 0;
    while (slot < w->def.capacity.holes && w->holes[slot].used) {
        slot++;
    }
    if (slot == w->def.capacity.holes) {
        return sut_world_refuse(w, SUT_E_CAPACITY, "capacity of holes is reached");
    }
    if (!sut_contact_reserve(w)) {
        return sut_world_refuse(w, SUT_E_MEMORY, "no memory for the holes");
    }
    sut_hole hole;
    memset(&hole, 0, sizeof hole);
    hole.slit_tip = hole.slit_from = -1;
    hole.limit = HUGE_VAL;
    hole.body = (int)def->thread.index1 - 1;
    hole.angle = -1.0;
    hole.tissue = w->bodies.rods + (int)def->tissue.index1 - 1;
    sut_result r = place(w, def, &hole);
    r = r == SUT_OK ? check_spacing(w, &hole) : r;
    r = r == SUT_OK && w->def.contact.holes == SUT_HOLES_PORTALS ? sut_portal_open(w, &hole) : r;
    if (r != SUT_OK) {
        return r;
    }
    sut_hole_slot *h = &w->holes[slot];
    h->hole = hole;
    h->used = true;
    h->generation++;
    h->slipped = 0;
    *out = (sut_hole_id){(uint32_t)slot + 1, h->generation};
    sut_record_hole_create(w, def);
    return SUT_OK;
}

sut_result sut_hole_destroy(sut_world *w, sut_hole_id id) {
    sut_hole_slot *h = slot_at(w, id);
    if (!h) {
        return SUT_E_ID;
    }
    sut_record_hole_destroy(w, id);
    h->used = false;
    w->contacts.holes = w->contacts.leaving = 0;
    return SUT_OK;
}

void sut_hole_forget(sut_world *w, int thread, int tissue) {
    for (int i = 0; i < w->def.capacity.holes; i++) {
        sut_hole_slot *h = &w->holes[i];
        bool gone = h->hole.body == thread || h->hole.tissue - w->bodies.rods == tissue;
        h->used = h->used && !gone;
    }
    w->contacts.holes = w->contacts.leaving = 0;
}

// The hole of the same thread and tissue next to one on its skin, towards higher s or lower.
static const sut_hole *beside(const sut_world *w, const sut_hole *hole, bool behind) {
    const sut_hole *best = NULL;
    for (int i = 0; i < w->def.capacity.holes; i++) {
        const sut_hole *k = &w->holes[i].hole;
        double way = behind ? k->kept.s - hole->kept.s : hole->kept.s - k->kept.s;
        bool same = w->holes[i].used && k->leads != 0 && k->body == hole->body &&
                    k->tissue == hole->tissue && way > 0.0;
        if (same && (!best || fabs(best->kept.s - hole->kept.s) > way)) {
            best = k;
        }
    }
    return best;
}

// Where a thread goes into a solid it comes out again: the part inside is not guarded.
static const char *check_inside(sut_world *w, int thread) {
    for (int i = 0; i < w->def.capacity.holes; i++) {
        const sut_hole *k = &w->holes[i].hole;
        if (!w->holes[i].used || k->body != thread || k->leads == 0) {
            continue;
        }
        const sut_hole *other = beside(w, k, k->leads > 0);
        if (!other || other->leads == k->leads) {
            (void)snprintf(w->refusal, sizeof w->refusal,
                           "thread %d is inside of tissue %d %s hole %d and no other one ends "
                           "that; must come in by one hole and leave by the next",
                           thread, k->tissue - w->bodies.rods, k->leads > 0 ? "behind" : "before",
                           i);
            return w->refusal;
        }
    }
    return NULL;
}

sut_result sut_thread_check(sut_world *w, sut_thread_id id) {
    if (!sut_world_thread(w, id)) {
        return SUT_E_ID;
    }
    w->threads[id.index1 - 1].rod.chain.pierces = false;
    sut_hole_begin(w, 1.0);
    const char *bad = check_inside(w, (int)id.index1 - 1);
    bad = bad ? bad : sut_contact_check_thread(w, (int)id.index1 - 1);
    return bad ? sut_world_refuse(w, SUT_E_CONFLICT, bad) : SUT_OK;
}

//---- cuts ----------------------------------------------------------------------------------------
void sut_hole_cut_thread(sut_world *w, int thread, int edge) {
    for (int i = 0; i < w->def.capacity.holes; i++) {
        sut_hole *k = &w->holes[i].hole;
        if (!w->holes[i].used || k->body != thread || k->out) {
            continue;
        }
        k->curve = sut_hole_curve(&w->threads[thread].rod, k->kept.s);
        if (k->kept.s >= edge && k->kept.s <= edge + 1.0) {
            k->out = true; // what held it is gone
            k->kept.slips = 0;
        }
    }
}

// The material points stay where they were at rest, in the triangle that is there now.
void sut_hole_cut_tissue(sut_world *w, int tissue) {
    const sut_tissue_slot *t = &w->tissues[tissue];
    sut_tissue_view v;
    sut_tissue_get(t->tissue, &v);
    for (int i = 0; i < w->def.capacity.holes; i++) {
        sut_hole *k = &w->holes[i].hole;
        if (!w->holes[i].used || k->tissue - w->bodies.rods != tissue || k->triangle < 0) {
            continue;
        }
        v.position = v.initial; // where it is at rest, and not where it lies
        sut_tissue_point p = sut_hole_on_tissue(&v, k->rest, k->radius);
        k->site = p.site;
        k->triangle = p.triangle;
        k->edge = sut_tear_edge(w, k);
    }
}

//---- stages --------------------------------------------------------------------------------------
static bool before(const sut_hole *a, const sut_hole *b) {
    return a->body != b->body ? a->body < b->body : a->kept.s < b->kept.s;
}

// Of a needle, which is stiff: a tip cuts on ahead of what follows it, and guides keep no distance.
static bool is_inside(const sut_world *w, const sut_hole *k) {
    return sut_hole_on_needle(w, k) && (k->inner != SUT_INNER_NONE || k->triangle < 0);
}

void sut_hole_begin(sut_world *w, double h) {
    sut_contacts *c = &w->contacts;
    c->holes = 0;
    c->leaving = 0;
    if (!sut_contact_looks(w)) {
        return;
    }
    for (int i = 0; i < w->def.capacity.holes; i++) {
        sut_hole *k = &w->holes[i].hole;
        if (!w->holes[i].used || k->out || sut_portal_is(w, k)) {
            continue;
        }
        k->limit = sut_tear_limit(w, k);
        int at = c->holes++;
        for (; at > 0 && before(k, c->hole[at - 1]); at--) {
            c->hole[at] = c->hole[at - 1];
        }
        c->hole[at] = k;
    }
    for (int i = 0; i < c->holes; i++) {
        sut_pierce_join(w, c->hole[i]);
        c->hole[i]->follows = i > 0 && c->hole[i - 1]->body == c->hole[i]->body &&
                              c->hole[i - 1]->curve.first == c->hole[i]->curve.first &&
                              !is_inside(w, c->hole[i - 1]) && !is_inside(w, c->hole[i]);
    }
    sut_channel_share_drag(w);
    sut_tear_list_leaving(w);
    sut_portal_list(w);
    sut_holes_predict(c, &w->bodies, h);
}

void sut_hole_commit(sut_world *w) {
    sut_holes_commit(&w->contacts);
    sut_portal_commit(w);
}

void sut_hole_save(sut_world *w) {
    for (int i = 0; i < w->def.capacity.holes; i++) {
        w->holes[i].saved = w->holes[i].hole.kept;
        w->holes[i].saved_out = w->holes[i].hole.out;
    }
}

void sut_hole_roll_back(sut_world *w) {
    for (int i = 0; i < w->def.capacity.holes; i++) {
        w->holes[i].hole.kept = w->holes[i].saved;
        w->holes[i].hole.out = w->holes[i].saved_out;
    }
    w->contacts.holes = w->contacts.leaving = 0;
}

double sut_hole_along(const sut_world *w, const sut_hole *k) {
    sut_vec3 slope;
    const sut_body *b = w->bodies.body[k->body];
    (void)sut_hole_curve_place(&k->curve, b->position, k->kept.s, &slope);
    return v3_dot(k->kept.force, slope) / v3_norm(slope);
}

// Events of changed motion; a hole whose thread has been pulled out keeps no force.
void sut_hole_output(sut_world *w) {
    sut_pierce_output(w);
    sut_portal_output(w);
    for (int i = 0; i < w->def.capacity.holes; i++) {
        sut_hole_slot *h = &w->holes[i];
        sut_hole *k = &h->hole;
        if (!h->used || (k->out && h->slipped == 2) || k->tip) {
            continue;
        }
        int now = sut_hole_motion(k);
        bool silent = k->triangle < 0 && sut_hole_on_needle(w, k);
        if (now != h->slipped && !silent) {
            sut_event_type type =
                now == 2 ? SUT_EV_PULLED_OUT : (now == 1 ? SUT_EV_SLIPPED : SUT_EV_STUCK);
            sut_vec3 where = sut_hole_place(k, w->bodies.body[k->tissue]);
            int number = k->body - (sut_hole_on_needle(w, k) ? w->def.capacity.threads : 0);
            sut_world_event_between(w, type, (uint32_t)i + 1, (uint32_t)number + 1, where,
                                    sut_hole_along(w, k));
        }
        h->slipped = now;
        if (k->out) {
            k->kept.force = v3_zero();
            k->kept.memory = 0.0;
            k->kept.slips = 0;
        }
    }
}

//---- views ---------------------------------------------------------------------------------------
// Figures from the kept state; of a needle in m along it, of a thread in m of rest length.
sut_result sut_hole_get_view(const sut_world *w, sut_hole_id id, sut_hole_view *out) {
    const sut_hole_slot *h = slot_at(w, id);
    if (!h || !out) {
        return h ? SUT_E_ARGUMENT : SUT_E_ID;
    }
    const sut_hole *k = &h->hole;
    int tissue = k->tissue - w->bodies.rods;
    int needle = sut_hole_on_needle(w, k) ? k->body - w->def.capacity.threads : -1;
    double edges = sut_pierce_edges(w, k);
    *out = (sut_hole_view){
        .tissue = {(uint32_t)tissue + 1, w->tissues[tissue].generation},
        .place = edges * k->kept.s,
        .s = needle < 0 ? sut_hole_arc(&w->threads[k->body].rod, k->kept.s) : k->kept.s,
        .position = sut_hole_place(k, w->bodies.body[k->tissue]),
        .rest = k->rest,
        .force = k->kept.force,
        .along = sut_hole_along(w, k),
        .slid = k->kept.slid,
        .edge_distance = k->edge,
        .depth = k->depth,
        .margin = edges * sut_tear_span(w, k),
        .reach = sut_pierce_reach(w, k),
        .angle = k->angle,
        .triangle = k->triangle,
        .passage = k->passage,
        .second = k->second,
        .torn = k->torn,
        .slipping = k->kept.slips != 0,
        .out = k->out,
        .tip = k->tip,
        .through = k->through,
        .open =
            k->leaves || k->open > 0.0 || sut_tear_is_mouth(k) || (k->slit_count > 0 && !k->out),
    };
    if (needle < 0) {
        out->thread = (sut_thread_id){(uint32_t)k->body + 1, w->threads[k->body].generation};
    } else {
        out->needle = (sut_needle_id){(uint32_t)needle + 1, w->needles[needle].generation};
    }
    return SUT_OK;
}

int sut_hole_slit(const sut_world *w, sut_hole_id id, sut_slit_place *out, int capacity) {
    const sut_hole_slot *h = slot_at(w, id);
    return h ? sut_tear_slit(w, &h->hole, out, capacity) : 0;
}

int sut_hole_slots(const sut_world *w) {
    int slots = w ? w->def.capacity.holes : 0;
    while (slots > 0 && !w->holes[slots - 1].used) {
        slots--;
    }
    return slots;
}

sut_hole_id sut_hole_at(const sut_world *w, int slot) {
    bool there = w && slot >= 0 && slot < w->def.capacity.holes && w->holes[slot].used;
    return there ? (sut_hole_id){(uint32_t)slot + 1, w->holes[slot].generation}
                 : (sut_hole_id){0, 0};
}

int sut_hole_list(const sut_world *w, sut_hole_id *out, int capacity) {
    int count = 0;
    for (int i = 0; w && i < w->def.capacity.holes; i++) {
        if (w->holes[i].used) {
            if (out && count < capacity) {
                out[count] = (sut_hole_id){(uint32_t)i + 1, w->holes[i].generation};
            }
            count++;
        }
    }
    return count;
}
