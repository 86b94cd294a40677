// SPDX-License-Identifier: MIT
// portal.c -- holes as published portal springs (000 3.5.2), staggered as published.
//
// No vertex is inside of the tissue: the edge across it carries nothing (it is among the cut edges
// of the thread), and a spring through the two piercing points takes its place (rod_portal.c).
// Threads are solved with the tissue as it stands; what the springs gave then is the tissue's load
// in the next substep, half of it at each piercing. A vertex that has crossed the plane of its
// piercing goes on behind the other one. A wall has both piercings in one hole, a solid one each in
// the holes by which the thread comes and leaves; the state is all in the holes.
// docs/theory/portals.md
#include "attach/portal.h"

#include "attach/pierce.h"

#include "data/data.h"
#include "math/vec3.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Vertices beyond the one at the piercing that the direction is taken from.
enum { FURTHER = 2 };

static sut_rod *rod_of(const sut_world *w, const sut_hole *k) {
    return &w->threads[k->body].rod;
}

static int edge_of(const sut_hole *k) {
    return (int)k->kept.s;
}

static bool is_open(const sut_world *w, int slot) {
    const sut_hole *k = &w->holes[slot].hole;
    return w->holes[slot].used && !k->out && sut_portal_is(w, k);
}

// The slot of the other piercing: of a wall the same, of a solid that by which the thread comes in;
// -1: it leads in, and is looked after by the one that leads out.
static int partner_of(const sut_world *w, int slot) {
    const sut_hole *k = &w->holes[slot].hole;
    if (k->leads == 0) {
        return slot;
    }
    for (int i = 0; k->leads < 0 && i < w->def.capacity.holes; i++) {
        const sut_hole *o = &w->holes[i].hole;
        if (is_open(w, i) && o->leads > 0 && o->body == k->body && o->tissue == k->tissue &&
            edge_of(o) == edge_of(k)) {
            return i;
        }
    }
    return -1;
}

//---- a new one -----------------------------------------------------------------------------------
static sut_result refuse(sut_world *w, const char *what) {
    (void)snprintf(w->refusal, sizeof w->refusal, "at: %s", what);
    return sut_world_refuse(w, SUT_E_CONFLICT, w->refusal);
}

// Is the thread between these vertices free of holds, needles and other holes, so that it may be
// shifted along itself?
static bool is_loose(const sut_world *w, int thread, int from, int to, const sut_hole *but) {
    for (int i = 0; i < w->hold_top; i++) {
        const sut_hold_slot *h = &w->holds[i];
        bool led = h->used && h->kind != SUT_HOLD_FORCE; // a load goes along
        if (led && (int)h->thread == thread && h->vertex >= from && h->vertex <= to) {
            return false;
        }
    }
    for (int i = 0; i < w->bodies.joints; i++) {
        const sut_contact_joint *j = &w->bodies.joint[i];
        int end = j->last ? w->threads[thread].rod.body.n - 1 : 0;
        if (j->thread == thread && end >= from && end <= to) {
            return false;
        }
    }
    for (int i = 0; i < w->def.capacity.holes; i++) {
        const sut_hole *o = &w->holes[i].hole;
        bool other = w->holes[i].used && !o->out && o != but && o->body == thread;
        if (other && o->kept.s >= from && o->kept.s <= to) {
            return false;
        }
    }
    return true;
}

// Where vertex i was before a shift by `by` vertices; beyond the ends straight on.
static sut_vec3 place_before(const sut_rod *r, const sut_vec3 *old, int i) {
    int last = r->body.n - 1;
    if (i > last) {
        sut_vec3 way = v3_sub(old[last], old[last - 1]);
        return v3_madd(old[last], i - last, way);
    }
    return i < 0 ? v3_madd(old[0], i, v3_sub(old[1], old[0])) : old[i];
}

// Vertices that lie inside go out by the loose end: all behind the portal move on by as many edges.
static sut_result clear_inside(sut_world *w, int thread, const sut_hole *entry, int first, int last,
                               int *edge) {
    sut_rod *r = &w->threads[thread].rod;
    bool on = is_loose(w, thread, first + 1, r->body.n - 1, entry);
    if (!on && !is_loose(w, thread, 0, last, entry)) {
        return refuse(w, "portals leave no vertex inside of a tissue, and both ends of the thread "
                         "are held; let one edge span it, or leave one end free");
    }
    size_t size = (size_t)r->body.n * sizeof(sut_vec3);
    sut_vec3 *old = sut_memory_take(&w->memory, size);
    if (!old) {
        return sut_world_refuse(w, SUT_E_MEMORY, "no memory for the holes");
    }
    memcpy(old, r->body.position, size);
    int by = last - first;
    *edge = on ? first : last;
    int from = on ? first + 1 : 0;
    int to = on ? r->body.n - 1 : last;
    // twice, so that bends are those between neighbours that have both moved
    for (int i = from; i < to + 1 + (to + 1 - from); i++) {
        int j = i <= to ? i : i - (to + 1 - from);
        sut_rod_carry(r, j, place_before(r, old, on ? j + by : j - by), r->state.velocity[j]);
    }
    sut_memory_give(&w->memory, old, size);
    return SUT_OK;
}

static const char *check(const sut_world *w, const sut_hole *k, int first, int last) {
    const sut_rod *r = rod_of(w, k);
    if (r->def.model != SUT_MODEL_IMPLICIT) {
        return "portals need threads of the model implicit";
    }
    for (int e = first; e <= last; e++) {
        if (sut_rod_is_cut(r, e)) {
            return "portals need a vertex between two holes of a thread";
        }
    }
    return NULL;
}

sut_result sut_portal_open(sut_world *w, sut_hole *k) {
    if (k->triangle < 0) {
        k->out = true; // no thread is inside, and nothing to be guided
        return SUT_OK;
    }
    if (k->leads > 0) {
        return SUT_OK; // it is one as soon as the thread comes out again
    }
    sut_hole *entry = k->leads < 0 ? sut_hole_entry_of(w, k) : k;
    if (!entry) {
        return refuse(w, "the thread leaves the tissue here, and no hole before leads into it");
    }
    int first = edge_of(entry);
    int last = edge_of(k);
    const char *bad = check(w, k, first, last);
    if (bad) {
        return refuse(w, bad);
    }
    int edge = first;
    sut_result result = last > first ? clear_inside(w, k->body, entry, first, last, &edge) : SUT_OK;
    if (result != SUT_OK) {
        return result;
    }
    sut_rod *r = rod_of(w, k);
    sut_rod_open(r, edge);
    sut_rod_refresh(r);
    bool moved = last > first;
    entry->kept.s = moved ? edge + 0.25 : entry->kept.s;
    k->kept.s = moved ? edge + 0.75 : k->kept.s;
    return SUT_OK;
}

//---- start of a substep --------------------------------------------------------------------------
// From the piercing point to a vertex further away, as far as there are any before the next portal.
static sut_vec3 direction(const sut_rod *r, int vertex, int step, sut_vec3 at) {
    int i = vertex;
    for (int n = 0; n < FURTHER; n++) {
        int e = step > 0 ? i : i - 1;
        bool there = e >= 0 && e < r->body.n - 1 && !sut_rod_is_cut(r, e);
        i += there ? step : 0;
    }
    sut_vec3 d = v3_sub(r->body.position[i], at);
    double size = v3_norm(d);
    // a thread that lies on its hole goes on as it came
    return size > 0.0
               ? v3_scale(d, 1.0 / size)
               : v3_normalized(v3_sub(r->body.position[vertex], r->body.position[vertex - step]));
}

static void load(const sut_world *w, int slot) {
    sut_hole_slot *h = &w->holes[slot];
    const sut_hole *k = &h->hole;
    h->drag = (sut_tissue_drag){.count = k->site.count,
                                .node = k->site.vertex,
                                .weight = k->site.weight,
                                .force = v3_scale(k->kept.force, -1.0)};
    sut_tissue_load(w->tissues[k->tissue - w->bodies.rods].tissue, &h->drag);
}

// Springs of the step before are dropped, then each open pair of piercings becomes load of the
// tissue and spring of the thread.
void sut_portal_gather(sut_world *w) {
    if (w->def.contact.holes != SUT_HOLES_PORTALS) {
        return;
    }
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (sut_thread_here(w, i)) {
            w->threads[i].rod.work.portals = NULL;
        }
    }
    for (int i = 0; i < w->def.capacity.tissues; i++) {
        if (w->tissues[i].used) {
            sut_tissue_drop(w->tissues[i].tissue);
        }
    }
    for (int i = 0; i < w->def.capacity.holes; i++) {
        if (!is_open(w, i)) {
            continue;
        }
        load(w, i);
        int other = partner_of(w, i);
        if (other < 0) {
            continue;
        }
        sut_hole_slot *h = &w->holes[i];
        const sut_hole *entry = &w->holes[other].hole;
        sut_rod *r = rod_of(w, entry);
        int e = edge_of(entry);
        const sut_body *tissue = w->bodies.body[entry->tissue];
        sut_portal p = {.vertex = e, .rest = r->def.rest[e], .stiffness = r->def.EA};
        p.at[0] = sut_hole_place(entry, tissue);
        p.at[1] = sut_hole_place(&h->hole, tissue);
        p.along[0] = direction(r, e, -1, p.at[0]);
        p.along[1] = direction(r, e + 1, 1, p.at[1]);
        p.next = r->work.portals;
        h->portal = p;
        r->work.portals = &h->portal;
    }
}

void sut_portal_list(sut_world *w) {
    sut_contacts *c = &w->contacts;
    for (int i = 0; w->def.contact.holes == SUT_HOLES_PORTALS && i < w->def.capacity.holes; i++) {
        if (is_open(w, i) && !w->holes[i].hole.leaves) {
            sut_pierce_measure(w, &w->holes[i].hole);
            w->holes[i].hole.threads = true;
            c->hole[c->holes + c->leaving++] = &w->holes[i].hole;
        }
    }
}

//---- end of a substep ----------------------------------------------------------------------------
static double ahead(const sut_world *w, const sut_hole *k, const sut_portal *p, int side) {
    sut_vec3 at = sut_hole_place(k, w->bodies.body[k->tissue]);
    sut_vec3 x = rod_of(w, k)->body.position[p->vertex + side];
    return v3_dot(v3_sub(x, at), p->along[side]);
}

// Places on the thread: the edge is as long as it is at rest, or as its two ends are away.
static void place(sut_world *w, sut_hole *entry, sut_hole *exit, const sut_portal *p) {
    const sut_rod *r = rod_of(w, entry);
    double before = fmax(ahead(w, entry, p, 0), 0.0);
    double behind = fmax(ahead(w, exit, p, 1), 0.0);
    double most = 1.000001 * fmax(before + behind, p->rest);
    double least = 1e-6;
    double was = sut_hole_arc(r, exit->kept.s);
    entry->kept.s = p->vertex + fmax(before / most, least);
    exit->kept.s = p->vertex + 1 - fmax(behind / most, least);
    double way = sut_hole_arc(r, exit->kept.s) - was;
    exit->kept.slid += way;
    entry->kept.slid += entry != exit ? way : 0.0;
}

void sut_portal_commit(sut_world *w) {
    for (int i = 0; w->def.contact.holes == SUT_HOLES_PORTALS && i < w->def.capacity.holes; i++) {
        int other = is_open(w, i) ? partner_of(w, i) : -1;
        if (other < 0) {
            continue;
        }
        sut_hole *exit = &w->holes[i].hole;
        sut_hole *entry = &w->holes[other].hole;
        const sut_portal *p = &w->holes[i].portal;
        const sut_rod *r = rod_of(w, entry);
        sut_vec3 f =
            v3_add(sut_rod_portal_force(r, p, 0, false), sut_rod_portal_force(r, p, 1, false));
        place(w, entry, exit, p);
        exit->kept.force = entry != exit ? v3_scale(f, 0.5) : f;
        entry->kept.force = exit->kept.force;
    }
}

//---- end of a step: transport --------------------------------------------------------------------
static bool is_portal_edge(const sut_world *w, int thread, int edge) {
    for (int i = 0; i < w->def.capacity.holes; i++) {
        const sut_hole *k = &w->holes[i].hole;
        if (is_open(w, i) && k->body == thread && edge_of(k) == edge) {
            return true;
        }
    }
    return false;
}

// The vertex at a side goes on behind the other piercing, as far beyond it as it came, and as fast.
// False: it stays, as there would be none left between two portals.
static bool transport(sut_world *w, sut_hole *entry, sut_hole *exit, sut_portal *p, int side) {
    sut_rod *r = rod_of(w, entry);
    int i = p->vertex + side;
    int next = side == 0 ? p->vertex - 1 : p->vertex + 1; // the edge that spans the tissue then
    bool ends = next < 0 || next >= r->body.n - 1 || sut_rod_is_cut(r, next);
    if (ends && next >= 0 && next < r->body.n - 1 && is_portal_edge(w, entry->body, next)) {
        return false;
    }
    const sut_hole *to = side == 0 ? exit : entry;
    double in = -ahead(w, side == 0 ? entry : exit, p, side);
    sut_vec3 at = sut_hole_place(to, w->bodies.body[to->tissue]);
    sut_vec3 along = p->along[1 - side];
    double speed = -v3_dot(r->state.velocity[i], p->along[side]);
    sut_rod_join(r, p->vertex);
    sut_rod_carry(r, i, v3_madd(at, in, along), v3_scale(along, speed));
    if (ends) {
        entry->out = exit->out = true;
        entry->kept.s = exit->kept.s = side == 0 ? 0.0 : r->body.n - 1;
    } else {
        sut_rod_open(r, next);
        p->vertex = next;
        place(w, entry, exit, p);
    }
    return true;
}

void sut_portal_output(sut_world *w) {
    for (int i = 0; w->def.contact.holes == SUT_HOLES_PORTALS && i < w->def.capacity.holes; i++) {
        int other = is_open(w, i) ? partner_of(w, i) : -1;
        if (other < 0) {
            continue;
        }
        sut_hole *exit = &w->holes[i].hole;
        sut_hole *entry = &w->holes[other].hole;
        sut_portal *p = &w->holes[i].portal;
        bool moved = false;
        for (int n = 0; n < rod_of(w, entry)->body.n && !exit->out; n++) {
            int side = ahead(w, entry, p, 0) < 0.0 ? 0 : (ahead(w, exit, p, 1) < 0.0 ? 1 : 2);
            if (side > 1 || !transport(w, entry, exit, p, side)) {
                break;
            }
            moved = true;
        }
        if (moved) {
            sut_rod_refresh(rod_of(w, entry));
        }
    }
}
