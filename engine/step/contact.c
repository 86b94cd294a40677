// SPDX-License-Identifier: MIT
// contact.c -- contacts of a world: stages of a substep, views.
#include "step/contact.h"

#include "data/data.h"
#include "drive/drive.h"
#include "math/vec3.h"

#include <string.h>

//---- stages of a substep -------------------------------------------------------------------------
static void place_solids(sut_world *w) {
    sut_contact_bodies *b = &w->bodies;
    for (int i = 0; i < b->obstacles; i++) {
        sut_solid solid;
        b->present[i] = sut_solid_at(w, i, &solid);
        if (b->present[i]) {
            b->now[i] = *solid.now;
            b->next[i] = *solid.next;
            b->friction[i] = solid.friction;
        }
    }
}

// Which tissue the parts of a tool grip, then threads and needles that lie between jaws.
static void list_held(sut_world *w) {
    const sut_capacity *c = &w->def.capacity;
    for (int i = 0; i < w->bodies.obstacles; i++) {
        int tool = (i - c->obstacles) / SUT_TOOL_SOLIDS;
        w->bodies.gripped[i] = i < c->obstacles ? -1 : w->tools[tool].tissue_grip.tissue - 1;
    }
    w->bodies.helds = 0;
    for (int i = c->holds; i < sut_hold_slots(c); i++) {
        const sut_hold_slot *h = &w->holds[i];
        int first = c->obstacles + SUT_TOOL_SOLIDS * ((i - c->holds) / SUT_TOOL_GRIPS);
        if (h->used) {
            w->bodies.held[w->bodies.helds++] =
                (sut_contact_held){(int)h->thread,
                                   h->vertex - (h->beside_at[0] >= 0 ? 1 : 0),
                                   h->vertex + (h->beside_at[1] >= 0 ? 1 : 0),
                                   first,
                                   first + SUT_TOOL_SOLIDS,
                                   h->pin_at < 0,
                                   false};
        }
    }
    for (int i = 0; i < c->tools; i++) {
        const sut_needle_grip *g = &w->tools[i].needle_grip;
        int first = c->obstacles + SUT_TOOL_SOLIDS * i;
        if (w->tools[i].used && g->needle > 0) {
            w->bodies.held[w->bodies.helds++] =
                (sut_contact_held){c->threads + g->needle - 1,
                                   0,
                                   w->needles[g->needle - 1].needle->chain - 1,
                                   first,
                                   first + SUT_TOOL_SOLIDS,
                                   false,
                                   true};
        }
    }
}

// What a look costs, us on a common core. Lists of pairs last for many steps and are made anew
// after a restore: how long they are, and when they are made, must not count.
static const double guard_cost = 0.03;     // per edge
static const double follow_cost = 0.4;     // per motion that the guard follows
static const double detect_cost = 0.06;    // per edge
static const double surface_cost = 0.1;    // per triangle, likewise
static const double match_cost = 0.1;      // per contact
static const double product_cost = 0.0024; // per product of two blocks
static const double law_cost = 0.17;       // per contact, all that is done with it in an iteration
static const double round_cost = 10.0;     // of a contact solve, however few contacts there are

double sut_contact_iteration_cost(const sut_contacts *c) {
    return product_cost * (double)c->sparse.update_count + law_cost * c->count;
}

double sut_contact_condense_cost(const sut_contacts *c) {
    return round_cost + 1.7 * product_cost * (double)c->sparse.update_count;
}

// Of the guard, without what it follows.
static double look_cost(const sut_world *w) {
    bool looks = sut_contact_looks(w) && !w->def.contact.unguarded;
    const sut_contacts *c = &w->contacts;
    return looks ? guard_cost * c->edges + surface_cost * c->surface.triangles : 0.0;
}

double sut_contact_guard_cost(const sut_world *w) {
    double look = look_cost(w);
    return look > w->budget.look ? look : w->budget.look;
}

void sut_contact_begin(sut_world *w, bool keep) {
    if (!sut_contact_looks(w)) {
        return;
    }
    sut_contacts *c = &w->contacts;
    place_solids(w);
    list_held(w);
    sut_needle_follow(w);
    if (!keep) {
        sut_contact_list_pairs(c, &w->bodies);
        sut_surface_pairs_update(c, &w->bodies);
        sut_contact_detect(c, &w->bodies);
        sut_contact_match(c, &w->bodies);
        w->budget.spent += detect_cost * c->edges + match_cost * c->count;
        w->budget.spent += surface_cost * c->surface.triangles;
    }
    if (sut_world_explicit(w)) {
        return; // step/explicit.c does the rest
    }
    (void)sut_holes_locate(c, &w->bodies);
    sut_contact_set_aside(c, &w->bodies);
    sut_contact_zones(c, &w->bodies);
    sut_contact_push(c, &w->bodies);
    // to find an order of elimination takes as long as to use it
    w->budget.spent += c->count > 0 ? sut_contact_iteration_cost(c) : 0.0;
}

double sut_contact_share(sut_world *w, bool add, bool brief) {
    if (!sut_contact_looks(w) || w->def.contact.unguarded) {
        return 1.0;
    }
    int hits = 0;
    const sut_contact_figures *f = &w->contacts.figures;
    int followed = f->followed;
    int windows = f->windows;
    brief = brief || w->def.contact.budget > 0.0;
    double share = sut_contact_guard(&w->contacts, &w->bodies, add, brief, &hits);
    double in_holes = sut_holes_share(&w->contacts, &w->bodies);
    share = in_holes < share ? in_holes : share;
    double at_needles = sut_contact_bonds_share(&w->bodies);
    share = at_needles < share ? at_needles : share;
    double spent = w->budget.spent;
    w->budget.spent += (f->windows - windows) * look_cost(w);
    w->budget.spent += (f->followed - followed) * follow_cost;
    w->budget.look = w->budget.spent - spent;
    w->stats.guard_hits += hits;
    return share;
}

void sut_contact_settle(sut_world *w) {
    if (sut_contact_looks(w) && !sut_world_explicit(w)) {
        sut_contact_follow(&w->contacts, &w->bodies);
    }
}

void sut_contact_finish(sut_world *w, double h, double share) {
    sut_obstacle_commit(w, share, h);
    sut_tool_commit(w, share, h);
    // where nothing moved all is as it was
    if (sut_contact_looks(w) && share > 0.0) {
        sut_contact_remember(&w->contacts, &w->bodies, h);
    }
}

//---- what one sees -------------------------------------------------------------------------------
// Of a thread, or half of the thickness of a tissue.
static double radius_of(const sut_world *w, const sut_site *s) {
    bool rod = sut_contact_is_rod(&w->bodies, s->body);
    return rod ? w->bodies.chain[s->body]->radius : sut_contact_surface(&w->bodies, s->body)->half;
}

static double thinner_radius(const sut_world *w, const sut_contact *k) {
    double radius = radius_of(w, &k->site[0]);
    if (!sut_site_is_rigid(&k->site[1])) {
        double other = radius_of(w, &k->site[1]);
        radius = other < radius ? other : radius;
    }
    return radius;
}

static sut_vec3 place_of(const sut_world *w, const sut_site *s) {
    return sut_site_where(w->bodies.body[s->body], s);
}

// Between the surfaces, as they are now.
static double gap_now(const sut_world *w, const sut_contact *k) {
    sut_vec3 x = place_of(w, &k->site[0]);
    if (!sut_site_is_rigid(&k->site[1])) {
        // where a vertex slides over a face the two sites part along it
        sut_vec3 apart = v3_sub(x, place_of(w, &k->site[1]));
        bool rods = sut_contact_is_rod(&w->bodies, k->site[1].body);
        return (rods ? v3_norm(apart) : v3_dot(k->frame[0], apart)) - k->reach;
    }
    int solid = sut_contact_solid(&w->bodies, k->site[1].body);
    return sut_solid_distance(w, solid, x, NULL) - k->reach;
}

static void show_site(const sut_world *w, const sut_site *s, int side, sut_contact_view *v) {
    int needle = s->body - w->def.capacity.threads;
    if (sut_contact_is_rod(&w->bodies, s->body) && needle >= 0) {
        v->needle[side] = (sut_needle_id){(uint32_t)needle + 1, w->needles[needle].generation};
        v->edge[side] = s->vertex[0];
        v->at[side] = s->weight[1];
        v->body[side] = sut_needle_object(v->needle[side]);
        v->feature[side] = s->vertex[0];
        return;
    }
    if (sut_contact_is_rod(&w->bodies, s->body)) {
        v->thread[side] = (sut_thread_id){(uint32_t)s->body + 1, w->threads[s->body].generation};
        v->edge[side] = s->vertex[0];
        v->at[side] = s->weight[1];
        v->body[side] = sut_thread_object(v->thread[side]);
        v->feature[side] = s->vertex[0];
        return;
    }
    int tissue = s->body - w->bodies.rods;
    v->tissue[side] = (sut_tissue_id){(uint32_t)tissue + 1, w->tissues[tissue].generation};
    v->triangle[side] = s->triangle;
    v->body[side] = sut_tissue_object(v->tissue[side]);
    v->feature[side] = s->triangle;
}

static void show_contact(sut_world *w, const sut_contact *k, sut_contact_view *v) {
    memset(v, 0, sizeof *v);
    int sides = sut_site_is_rigid(&k->site[1]) ? 1 : 2;
    for (int i = 0; i < sides; i++) {
        show_site(w, &k->site[i], i, v);
    }
    int solid = sut_contact_solid(&w->bodies, k->site[1].body);
    int part = solid - w->def.capacity.obstacles;
    if (part >= 0) {
        int tool = part / SUT_TOOL_SOLIDS;
        v->tool = (sut_tool_id){(uint32_t)tool + 1, w->tools[tool].generation};
        v->body[1] = sut_tool_object(v->tool);
        v->feature[1] = part % SUT_TOOL_SOLIDS;
    } else if (solid >= 0) {
        v->obstacle = (sut_obstacle_id){(uint32_t)solid + 1, w->obstacles[solid].generation};
        v->body[1] = sut_obstacle_object(v->obstacle);
    }
    v->normal = k->frame[0];
    v->force = sut_contact_force(k);
    v->gap = gap_now(w, k);
    double own = radius_of(w, &k->site[0]);
    v->where = v3_madd(place_of(w, &k->site[0]), -(own + 0.5 * v->gap), k->frame[0]);
    double friction = sqrt(k->force[1] * k->force[1] + k->force[2] * k->force[2]);
    v->slipping = friction >= (1.0 - 1e-6) * k->mu * k->force[0];
}

void sut_contact_output(sut_world *w) {
    w->contact_view_count = 0;
    if (!sut_contact_looks(w)) {
        return;
    }
    const sut_contacts *c = &w->contacts;
    sut_stats *s = &w->stats;
    s->nearest = HUGE_VAL;
    for (int i = 0; i < c->count; i++) {
        const sut_contact *k = &c->contact[i];
        if (!(k->force[0] > 0.0) || k->bond) {
            continue;
        }
        sut_contact_view *v = &w->contact_views[w->contact_view_count++];
        show_contact(w, k, v);
        double overlap = -v->gap / thinner_radius(w, k);
        s->overlap_max = overlap > s->overlap_max ? overlap : s->overlap_max;
        double apart = 1.0 + v->gap / k->reach;
        s->nearest = apart < s->nearest ? apart : s->nearest;
    }
    s->contacts = w->contact_view_count;
    if (c->lost > 0) {
        sut_world_event(w, SUT_EV_CONTACTS_LOST, 0, v3_zero(), (double)c->lost);
    }
}
