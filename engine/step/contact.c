// SPDX-License-Identifier: MIT
// contact.c -- contacts of a world: memory, stages of a (sub)step, checks at creation, views.
#include "step/island.h"

#include "geom/segment.h"
#include "geom/triangle.h"
#include "math/vec3.h"

#include <stdio.h>
#include <string.h>

//---- memory --------------------------------------------------------------------------------------
typedef struct body_arrays {
    // offsets
    size_t body, chain, surface, now, next, friction, present, hit_body, hit_obstacle, held,
        gripped, joint, size;
} body_arrays;

static size_t after(size_t at, size_t count, size_t size) {
    return (at + count * size + 63) / 64 * 64;
}

static body_arrays place_bodies(const sut_world *w, size_t at) {
    size_t rods = (size_t)w->bodies.rods;
    size_t obstacles = (size_t)sut_solid_count(w);
    body_arrays a;
    size_t bodies = (size_t)w->bodies.bodies;
    a.body = at;
    a.chain = after(a.body, bodies, sizeof(sut_body *));
    a.surface = after(a.chain, rods, sizeof(sut_chain *));
    a.now = after(a.surface, (size_t)w->def.capacity.tissues, sizeof(sut_surface));
    a.next = after(a.now, obstacles, sizeof(sut_shape));
    a.friction = after(a.next, obstacles, sizeof(sut_shape));
    a.present = after(a.friction, obstacles, sizeof(double));
    a.hit_body = after(a.present, obstacles, sizeof(bool));
    a.hit_obstacle = after(a.hit_body, bodies, sizeof(bool));
    a.held = after(a.hit_obstacle, obstacles, sizeof(bool));
    size_t grips = (size_t)(SUT_TOOL_GRIPS + 1) * (size_t)w->def.capacity.tools; // and a needle
    a.gripped = after(a.held, grips, sizeof(sut_contact_held));
    a.joint = after(a.gripped, obstacles, sizeof(int));
    a.size = after(a.joint, (size_t)w->def.capacity.needles, sizeof(sut_contact_joint));
    return a;
}

void sut_contact_settings_refresh(sut_world *w) {
    const sut_contact_def *d = &w->def.contact;
    w->contacts.settings = (sut_contact_settings){d->solver,    d->iterations, d->tolerance,
                                                  d->stiffness, 1000000,       d->budget > 0.0};
}

sut_contact_capacity sut_contact_capacity_now(const sut_world *w) {
    sut_contact_capacity c = {.rods = w->bodies.rods,
                              .bodies = w->bodies.bodies,
                              .vertices = w->vertex_count > 2 ? w->vertex_count : 2,
                              .contacts = w->def.capacity.contacts,
                              .holes = w->def.capacity.holes,
                              .dense = w->def.contact.solver != SUT_CONTACT_DEFAULT};
    for (int i = 0; i < w->def.capacity.needles; i++) {
        c.vertices += w->needles[i].used ? w->needles[i].needle->body.n : 0;
    }
    for (int i = 0; i < w->def.capacity.tissues; i++) {
        const sut_tissue_slot *t = &w->tissues[i];
        const sut_body *b = t->surface.body;
        const sut_mesh_edit *room = &t->room.edit.mesh;
        int vertices = t->room.made ? room->node_room : (b ? b->n : 0);
        int triangles = t->room.made ? room->triangle_room : t->surface.triangle_count;
        c.surface_vertices += b ? vertices : 0;
        c.triangles += b ? triangles : 0;
    }
    return c;
}

static bool has_room(const sut_contacts *c, const sut_contact_capacity *most) {
    return c->memory && c->max_edges >= most->vertices &&
           c->surface.max_triangles >= most->triangles &&
           c->surface.max_vertices >= c->max_edges + most->surface_vertices;
}

size_t sut_contact_bytes(const sut_world *w, const sut_contact_capacity *most) {
    return place_bodies(w, sut_contacts_memory(most)).size;
}

void sut_contact_lay_out(sut_world *w, const sut_contact_capacity *most, void *at) {
    char *memory = at;
    body_arrays a = place_bodies(w, sut_contacts_memory(most));
    memset(memory + a.body, 0, a.size - a.body); // no bodies yet
    sut_contacts_init(&w->contacts, most, memory);
    w->contacts.memory_size = a.size;
    w->bodies = (sut_contact_bodies){
        .body = (sut_body **)(void *)(memory + a.body),
        .bodies = most->bodies,
        .hit_body = (bool *)(memory + a.hit_body),
        .chain = (sut_chain **)(void *)(memory + a.chain),
        .rods = most->rods,
        .surface = (sut_surface *)(void *)(memory + a.surface),
        .now = (sut_shape *)(void *)(memory + a.now),
        .next = (sut_shape *)(void *)(memory + a.next),
        .friction = (double *)(void *)(memory + a.friction),
        .present = (bool *)(memory + a.present),
        .hit_obstacle = (bool *)(memory + a.hit_obstacle),
        .obstacles = sut_solid_count(w),
        .held = (sut_contact_held *)(void *)(memory + a.held),
        .gripped = (int *)(void *)(memory + a.gripped),
        .joint = (sut_contact_joint *)(void *)(memory + a.joint),
    };
}

// Bodies come and go: grow to what there is, and keep what the contacts remember.
bool sut_contact_reserve(sut_world *w) {
    if (w->def.contact.disabled) {
        return sut_islands_reserve(w);
    }
    sut_contact_capacity most = sut_contact_capacity_now(w);
    if (!has_room(&w->contacts, &most)) {
        void *memory = sut_memory_take(&w->memory, sut_contact_bytes(w, &most));
        if (!memory) {
            return false;
        }
        sut_contacts old = w->contacts;
        sut_contact_lay_out(w, &most, memory);
        if (old.touches > 0) {
            memcpy(w->contacts.touch, old.touch, (size_t)old.touches * sizeof *old.touch);
            w->contacts.touches = old.touches;
        }
        sut_memory_give(&w->memory, old.memory, old.memory_size);
    }
    if (!sut_islands_reserve(w)) {
        return false;
    }
    sut_contact_settings_refresh(w);
    sut_contact_refresh(w);
    return true;
}

void sut_contact_refresh(sut_world *w) {
    sut_islands_forget(w);
    if (!w->contacts.memory) {
        return;
    }
    for (int i = 0; i < w->def.capacity.threads; i++) {
        sut_rod *r = sut_thread_here(w, i) ? &w->threads[i].rod : NULL;
        w->bodies.chain[i] = r ? &r->chain : NULL;
        w->bodies.body[i] = r ? &r->body : NULL;
    }
    int threads = w->def.capacity.threads;
    w->bodies.joints = 0;
    for (int i = 0; i < w->def.capacity.needles; i++) {
        sut_needle_slot *s = &w->needles[i];
        w->bodies.chain[threads + i] = s->used ? &s->chain : NULL;
        w->bodies.body[threads + i] = sut_needle_slot_body(s);
        if (s->used && s->thread >= 0) {
            w->bodies.joint[w->bodies.joints++] =
                (sut_contact_joint){s->thread, threads + i, s->last};
        }
    }
    for (int i = 0; i < w->def.capacity.tissues; i++) {
        w->bodies.body[w->bodies.rods + i] = sut_tissue_slot_body(&w->tissues[i]);
        w->bodies.surface[i] = w->tissues[i].surface;
    }
    w->contacts.pattern_size = 0; // another body in a slot knows nothing of what was analysed
    sut_contact_list_edges(&w->contacts, &w->bodies);
    sut_surface_list(&w->contacts, &w->bodies);
}

//---- stages of a (sub)step -----------------------------------------------------------------------
bool sut_contact_looks(const sut_world *w) {
    return w->contacts.memory && !w->def.contact.disabled;
}

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
static const double guard_cost = 0.05;    // per edge
static const double follow_cost = 0.2;    // per motion that the guard follows
static const double detect_cost = 0.1;    // per edge
static const double surface_cost = 0.1;   // per triangle, likewise
static const double match_cost = 0.25;    // per contact
static const double product_cost = 0.006; // per product of two blocks
static const double law_cost = 0.2;       // per contact, all that is done with it in an iteration

double sut_contact_iteration_cost(const sut_contacts *c) {
    return product_cost * (double)c->sparse.update_count + law_cost * c->count;
}

double sut_contact_guard_cost(const sut_world *w) {
    bool looks = sut_contact_looks(w) && !w->def.contact.unguarded;
    const sut_contacts *c = &w->contacts;
    return looks ? guard_cost * c->edges + surface_cost * c->surface.triangles : 0.0;
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
    w->budget.spent += (f->windows - windows) * sut_contact_guard_cost(w);
    w->budget.spent += (f->followed - followed) * follow_cost;
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

//---- may it be there? ----------------------------------------------------------------------------
static const char *too_near(sut_world *w, const char *what, double distance, double least) {
    (void)snprintf(w->refusal, sizeof w->refusal, "%s: centre lines %.4g m apart, at least %.4g m",
                   what, distance, least);
    return w->refusal;
}

static const char *kind_name(const sut_world *w, int body) {
    if (body < w->def.capacity.threads) {
        return "thread";
    }
    return sut_contact_is_rod(&w->bodies, body) ? "needle" : "tissue";
}

static int number_of(const sut_world *w, int body) {
    if (body < w->def.capacity.threads) {
        return body;
    }
    bool needle = sut_contact_is_rod(&w->bodies, body);
    return body - (needle ? w->def.capacity.threads : w->bodies.rods);
}

// Between this body and surfaces other than its own.
static const char *check_surfaces(sut_world *w, int body) {
    sut_surface_nearness n = sut_surface_nearest(&w->contacts, &w->bodies, body);
    if (n.distance >= n.least) {
        return NULL;
    }
    (void)snprintf(w->refusal, sizeof w->refusal,
                   "%s %d starts inside of %s %d: %.4g m apart, at least %.4g m",
                   kind_name(w, n.body[0]), number_of(w, n.body[0]), kind_name(w, n.body[1]),
                   number_of(w, n.body[1]), n.distance, n.least);
    return w->refusal;
}

static const char *check_surface_solid(sut_world *w, int tissue, const sut_shape *shape) {
    const sut_surface *f = &w->tissues[tissue].surface;
    for (int t = 0; f->body && t < f->triangle_count; t++) {
        sut_vec3 x[3];
        for (int k = 0; k < 3; k++) {
            x[k] = f->body->position[f->triangle[t][k]];
        }
        double d = sut_triangle_solid(shape, x).distance;
        double least = SUT_CONTACT_KEEP * f->half;
        if (d < least) {
            (void)snprintf(w->refusal, sizeof w->refusal,
                           "a solid cuts into a tissue: triangle %d of tissue %d is %.4g m %s its "
                           "surface, at least %.4g m outside",
                           t, tissue, fabs(d), d < 0.0 ? "inside" : "outside", least);
            return w->refusal;
        }
    }
    return NULL;
}

const char *sut_contact_check_tissue(sut_world *w, int tissue) {
    if (!sut_contact_looks(w) || !w->tissues[tissue].surface.body) {
        return NULL;
    }
    const char *why = check_surfaces(w, w->bodies.rods + tissue);
    for (int k = 0; !why && k < sut_solid_count(w); k++) {
        sut_solid solid;
        why = sut_solid_at(w, k, &solid) ? check_surface_solid(w, tissue, solid.now) : NULL;
    }
    return why;
}

// How a row of edges that came meets another one.
static const char *cuts_into(const sut_world *w, int own, int other) {
    if (own == other) {
        return "the thread cuts into itself";
    }
    bool needle = own >= w->def.capacity.threads;
    if (other >= w->def.capacity.threads) {
        return needle ? "the needle cuts into another one" : "the thread cuts into a needle";
    }
    return needle ? "the needle cuts into a thread" : "the thread cuts into another one";
}

static const char *check_rod_solid(sut_world *w, int body, const sut_shape *shape) {
    const sut_chain *r = w->bodies.chain[body];
    for (int e = 0; r && e < r->n - 1; e++) {
        double at;
        double d = sut_shape_segment(shape, r->position[e], r->position[e + 1], &at, NULL);
        double least = SUT_CONTACT_KEEP * r->radius;
        if (d < least) {
            (void)snprintf(w->refusal, sizeof w->refusal,
                           "a solid cuts into a needle: edge %d of needle %d is %.4g m %s its "
                           "surface, at least %.4g m outside",
                           e, number_of(w, body), fabs(d), d < 0.0 ? "inside" : "outside", least);
            return w->refusal;
        }
    }
    return NULL;
}

const char *sut_contact_check_needle(sut_world *w, int needle) {
    return sut_contact_check_thread(w, w->def.capacity.threads + needle);
}

const char *sut_contact_check_thread(sut_world *w, int thread) {
    if (!sut_contact_looks(w)) {
        return NULL;
    }
    sut_contacts *c = &w->contacts;
    const sut_contact_bodies *b = &w->bodies;
    sut_contact_list_pairs(c, b); // the thread stands still: its displacements are zero
    for (int p = 0; p < c->pairs; p++) {
        const int *e = c->pair[p];
        if (c->edge_rod[e[0]] != thread && c->edge_rod[e[1]] != thread) {
            continue;
        }
        const sut_chain *r = b->chain[c->edge_rod[e[0]]];
        const sut_chain *o = b->chain[c->edge_rod[e[1]]];
        int i = c->edge_index[e[0]];
        int j = c->edge_index[e[1]];
        sut_segment_near near = sut_segment_nearest(r->position[i], r->position[i + 1],
                                                    o->position[j], o->position[j + 1]);
        double least = SUT_CONTACT_KEEP * (r->radius + o->radius);
        if (near.distance < least) {
            int other = c->edge_rod[e[0]] == thread ? c->edge_rod[e[1]] : c->edge_rod[e[0]];
            return too_near(w, cuts_into(w, thread, other), near.distance, least);
        }
    }
    const char *surface = check_surfaces(w, thread);
    if (surface) {
        return surface;
    }
    for (int k = 0; k < sut_solid_count(w); k++) {
        sut_solid solid;
        const char *why = sut_solid_at(w, k, &solid) ? sut_contact_check_solid(w, solid.now) : NULL;
        if (why) {
            return why;
        }
    }
    return NULL;
}

const char *sut_contact_check_solid(sut_world *w, const sut_shape *shape) {
    for (int t = 0; !w->def.contact.disabled && t < w->def.capacity.threads; t++) {
        const sut_rod *r = &w->threads[t].rod;
        for (int e = 0; w->threads[t].used && e < r->n - 1; e++) {
            double at;
            double d =
                sut_shape_segment(shape, r->body.position[e], r->body.position[e + 1], &at, NULL);
            double least = SUT_CONTACT_KEEP * r->mat.radius;
            if (d < least) {
                (void)snprintf(w->refusal, sizeof w->refusal,
                               "a solid cuts into a thread: edge %d of thread %d is %.4g m %s its "
                               "surface, at least %.4g m outside",
                               e, t, fabs(d), d < 0.0 ? "inside" : "outside", least);
                return w->refusal;
            }
        }
    }
    for (int i = 0; sut_contact_looks(w) && i < w->def.capacity.needles; i++) {
        const char *why = sut_needle_grip_owns(w, i, shape)
                              ? NULL
                              : check_rod_solid(w, w->def.capacity.threads + i, shape);
        if (why) {
            return why;
        }
    }
    for (int t = 0; !w->def.contact.disabled && t < w->def.capacity.tissues; t++) {
        const char *why = w->tissues[t].used ? check_surface_solid(w, t, shape) : NULL;
        if (why) {
            return why;
        }
    }
    return NULL;
}
