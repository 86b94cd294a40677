// SPDX-License-Identifier: MIT
// visit.c -- what the state of a world is, field by field.
//
// Only what cannot be computed again is here: cell lengths, flags and stiffnesses follow from the
// definition by sut_rod_define, views by sut_rod_refresh. Fields that a kind of hold has no use for
// are left out as well, and so is the place of its keys in the common array. What remains is the
// same for all worlds that behave the same: equal state, equal words, equal hash.
#include "state/visit.h"

#include "data/data.h"
#include "math/vec3.h"

#include <string.h>

//---- counts --------------------------------------------------------------------------------------
// A steered hold has no use for any key but the first.
static int keys_of(const sut_hold_slot *h) {
    return h->steered ? 1 : h->key_count;
}

sut_image_counts sut_count_world(const sut_world *w) {
    sut_image_counts c = {0, w->vertex_count, 0, 0, 0, w->contacts.touches, 0, 0, 0, 0, 0};
    for (int i = 0; i < w->def.capacity.threads; i++) {
        c.threads = w->threads[i].generation != 0 ? i + 1 : c.threads;
    }
    for (int i = 0; i < w->def.capacity.holds; i++) {
        c.holds = w->holds[i].generation != 0 ? i + 1 : c.holds;
        c.keys += w->holds[i].used ? keys_of(&w->holds[i]) : 0;
    }
    for (int i = 0; i < w->def.capacity.obstacles; i++) {
        c.obstacles = w->obstacles[i].generation != 0 ? i + 1 : c.obstacles;
    }
    for (int i = 0; i < w->def.capacity.tools; i++) {
        c.tools = w->tools[i].generation != 0 ? i + 1 : c.tools;
    }
    for (int i = 0; i < w->def.capacity.tissues; i++) {
        c.tissues = w->tissues[i].generation != 0 ? i + 1 : c.tissues;
    }
    for (int i = 0; i < w->def.capacity.supports; i++) {
        c.supports = w->supports[i].generation != 0 ? i + 1 : c.supports;
    }
    for (int i = 0; i < w->def.capacity.needles; i++) {
        c.needles = w->needles[i].generation != 0 ? i + 1 : c.needles;
    }
    for (int i = 0; i < w->def.capacity.holes; i++) {
        c.holes = w->holes[i].generation != 0 ? i + 1 : c.holes;
    }
    return c;
}

void sut_visit_counts(sut_stream *s, sut_image_counts *c) {
    // the bounds are those of sut_check_world_def
    sut_stream_int(s, &c->threads, 0, 1000000);
    sut_stream_int(s, &c->vertices, 0, 100000000);
    sut_stream_int(s, &c->holds, 0, 100000000);
    sut_stream_int(s, &c->keys, 0, 100000000);
    sut_stream_int(s, &c->obstacles, 0, 1000000);
    sut_stream_int(s, &c->touches, 0, 10000000);
    sut_stream_int(s, &c->tools, 0, 10000);
}

void sut_visit_tissue_counts(sut_stream *s, sut_image_counts *c) {
    sut_stream_int(s, &c->tissues, 0, 10000);
    sut_stream_int(s, &c->supports, 0, 1000000);
}

void sut_visit_needle_counts(sut_stream *s, sut_image_counts *c) {
    sut_stream_int(s, &c->needles, 0, 10000);
}

static uint64_t version_of(const sut_image_counts *c) {
    return SUT_IMAGE_VERSION | (c->tissues > 0 ? SUT_IMAGE_TISSUES : 0u) |
           (c->holes > 0 ? SUT_IMAGE_HOLES : 0u) | (c->needles > 0 ? SUT_IMAGE_NEEDLES : 0u);
}

void sut_visit_head(sut_stream *s, sut_image_counts *c) {
    sut_stream_fixed(s, SUT_IMAGE_MAGIC);
    uint64_t version = version_of(c);
    sut_stream_word(s, &version);
    sut_visit_counts(s, c);
    if ((version & SUT_IMAGE_TISSUES) != 0) {
        sut_visit_tissue_counts(s, c);
    }
    if ((version & SUT_IMAGE_HOLES) != 0) {
        sut_visit_hole_counts(s, c);
    }
    if ((version & SUT_IMAGE_NEEDLES) != 0) {
        sut_visit_needle_counts(s, c);
    }
    // a world has one image
    s->failed = s->failed || version != version_of(c);
    if (sut_stream_reads(s)) {
        size_t least = SUT_WORDS_SLOT * (size_t)c->threads +
                       SUT_WORDS_VERTEX * (size_t)c->vertices + SUT_WORDS_SLOT * (size_t)c->holds +
                       SUT_WORDS_KEY * (size_t)c->keys + SUT_WORDS_SLOT * (size_t)c->obstacles +
                       SUT_WORDS_TOUCH * (size_t)c->touches + SUT_WORDS_SLOT * (size_t)c->tools +
                       SUT_WORDS_SLOT * (size_t)(c->tissues + c->supports + c->needles + c->holes);
        s->failed = s->failed || least > sut_stream_left(s);
    }
}

//---- threads -------------------------------------------------------------------------------------
static int visit_choice(sut_stream *s, int value, int most) {
    sut_stream_int(s, &value, 0, most);
    return value;
}

void sut_visit_variational(sut_stream *s, sut_variational_def *d) {
    // one number for two choices: images of before the second one mean its default
    int both = (int)d->solver + 2 * (int)d->contact;
    both = visit_choice(s, both, SUT_MULTIPLIERS_NEWTON + 2 * SUT_VARIATIONAL_GLOBAL);
    d->solver = (sut_multiplier_solver)(both % 2);
    d->contact = (sut_variational_contact)(both / 2);
    sut_stream_flag(s, &d->extensible);
    sut_stream_number(s, &d->penalty);
    sut_stream_number(s, &d->dissipation);
}

void sut_visit_springs(sut_stream *s, sut_springs_def *d) {
    double *numbers[] = {
        &d->stretch,   &d->stretch_damper,   &d->torsion,     &d->torsion_damper, &d->swivel_damper,
        &d->repulsion, &d->repulsion_damper, &d->full_strain, &d->shortest,       &d->longest,
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        sut_stream_number(s, numbers[i]);
    }
}

// Numbers of the material in the order of the image.
static void visit_material(sut_stream *s, sut_rod_definition *m) {
    double *numbers[] = {
        &m->radius,
        &m->EI,
        &m->GJ,
        &m->EA,
        &m->mass_per_length,
        &m->friction,
        &m->natural_curvature[0],
        &m->natural_curvature[1],
        &m->natural_twist,
        &m->damping_bend,
        &m->damping_twist,
        &m->damping_stretch,
        &m->damping_linear,
        &m->drag,
        &m->mobility,
        &m->implicitness,
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        sut_stream_number(s, numbers[i]);
    }
    m->model = (sut_model)visit_choice(s, (int)m->model, SUT_MODEL_SPRINGS_5);
    m->inertia = (sut_inertia)visit_choice(s, (int)m->inertia, SUT_INERTIA_LOW_MASS);
    m->twist = (sut_twist_mode)visit_choice(s, (int)m->twist, SUT_TWIST_DYNAMIC);
    if (m->model == SUT_MODEL_VARIATIONAL) {
        sut_visit_variational(s, &m->variational);
    }
    if (sut_model_is_springs(m->model)) {
        sut_visit_springs(s, &m->springs);
    }
}

static bool take_rod(sut_stream *s, sut_world *w, sut_rod *r, int n, bool *no_memory) {
    if (s->failed || (size_t)n > sut_stream_left(s) / SUT_WORDS_VERTEX) {
        s->failed = true;
        return false;
    }
    void *memory = sut_memory_take_swept(&w->memory, sut_rod_memory(n));
    if (!memory) {
        *no_memory = true;
        s->failed = true;
        return false;
    }
    sut_rod_init(r, n, memory);
    r->work.gravity = w->def.gravity;
    w->vertex_count += n;
    return true;
}

// A def with the numbers of the slot, so that its check refuses what no world could hold.
static sut_thread_def def_of(const sut_rod *r) {
    const sut_rod_definition *m = &r->def;
    sut_thread_def d = sut_default_thread_def();
    d.positions = r->body.position;
    d.vertex_count = r->body.n;
    d.rest_lengths = r->def.rest;
    d.radius = m->radius;
    d.EI = m->EI;
    d.GJ = m->GJ;
    d.EA = m->EA;
    d.mass_per_length = m->mass_per_length;
    d.friction = m->friction;
    d.natural_curvature[0] = m->natural_curvature[0];
    d.natural_curvature[1] = m->natural_curvature[1];
    d.natural_twist = m->natural_twist;
    d.damping_bend = m->damping_bend;
    d.damping_twist = m->damping_twist;
    d.damping_stretch = m->damping_stretch;
    d.damping_linear = m->damping_linear;
    d.drag = m->drag;
    d.model = m->model;
    d.inertia = m->inertia;
    d.mobility = m->mobility;
    d.twist = m->twist;
    d.implicitness = m->implicitness;
    d.variational = m->variational;
    d.springs = m->springs;
    return d;
}

// Everything that follows from material and rest lengths comes about as in sut_thread_create, after
// the same checks. The shape is a straight line for the moment: the real one may be folded in ways
// that no thread can start from.
static void define(sut_stream *s, sut_rod *r) {
    for (int i = 0; i < r->body.n; i++) {
        r->body.position[i] = v3((double)i, 0.0, 0.0);
    }
    sut_thread_def d = def_of(r);
    char text[160];
    s->failed = s->failed || sut_check_thread_def(&d, text, sizeof text) != NULL;
    if (!s->failed) {
        sut_rod_define(r, &d);
    }
}

static void visit_soa3(sut_stream *s, const sut_soa3 *a, int count) {
    sut_stream_numbers(s, a->x, count);
    sut_stream_numbers(s, a->y, count);
    sut_stream_numbers(s, a->z, count);
}

static double *component(sut_vec3 *v, int i, int c) {
    return c == 0 ? &v[i].x : (c == 1 ? &v[i].y : &v[i].z);
}

// Vectors in the order of visit_soa3.
static void visit_by_component(sut_stream *s, sut_vec3 *v, int count) {
    enum { SOME = 64 };
    double some[SOME];
    for (int k = 0; k < 3 * count; k += SOME) {
        int end = k + SOME < 3 * count ? k + SOME : 3 * count;
        for (int j = k; j < end; j++) {
            some[j - k] = *component(v, j % count, j / count);
        }
        sut_stream_numbers(s, some, end - k);
        for (int j = k; sut_stream_reads(s) && j < end; j++) {
            *component(v, j % count, j / count) = some[j - k];
        }
    }
}

static void visit_shape(sut_stream *s, sut_rod *r) {
    int edges = r->body.n - 1;
    sut_stream_vec3s(s, r->body.position, r->body.n);
    visit_soa3(s, &r->state.edge, edges);
    visit_by_component(s, r->state.velocity, r->body.n);
    visit_soa3(s, &r->state.bent, r->body.n);
    sut_stream_numbers(s, r->state.spin, edges);
    sut_stream_numbers(s, r->state.spin_rate, edges);
    if (sut_model_is_explicit(r->def.model)) {
        sut_stream_numbers(s, r->state.axial, edges);
    }
    sut_stream_vec3(s, &r->state.director);
    sut_stream_number(s, &r->state.peak_stretch);
    sut_stream_number(s, &r->state.peak_kinetic);
}

static bool near_unit(sut_vec3 v) {
    return fabs(v3_norm2(v) - 1.0) < 1e-6; // far above rounding, far below anything that matters
}

// A unit director that stands on its tangent, else there is no frame to go on from.
static bool director_fits(sut_vec3 director, sut_vec3 tangent) {
    return near_unit(director) && fabs(v3_dot(director, tangent)) < 0.5;
}

static bool shape_fits(const sut_rod *r) {
    bool fits = r->state.peak_stretch >= 0.0 && r->state.peak_kinetic >= 0.0;
    for (int i = 0; i < r->body.n; i++) {
        fits = fits && r->def.mass[i] > 0.0;
    }
    for (int i = 0; i < r->body.n - 1; i++) {
        double l = v3_norm(sut_soa3_get(&r->state.edge, i));
        fits = fits && l > 0.0 && isfinite(l);
    }
    return fits && director_fits(r->state.director, v3_normalized(sut_soa3_get(&r->state.edge, 0)));
}

// What the end of a step leaves behind for the views and for the next search for the spins.
void sut_visit_show(sut_rod *r) {
    memcpy(r->work.spin_trial, r->state.spin, (size_t)(r->body.n - 1) * sizeof(double));
    sut_rod_refresh(r);
}

// Rest lengths; that of a cut edge is negative.
static void visit_rest(sut_stream *s, sut_rod *r) {
    enum { SOME = 64 };
    double some[SOME];
    for (int k = 0; k < r->body.n - 1; k += SOME) {
        int end = k + SOME < r->body.n - 1 ? k + SOME : r->body.n - 1;
        for (int e = k; e < end; e++) {
            some[e - k] = sut_rod_is_cut(r, e) ? -r->def.rest[e] : r->def.rest[e];
        }
        sut_stream_numbers(s, some, end - k);
        for (int e = k; sut_stream_reads(s) && e < end; e++) {
            r->chain.cut_edge[e] = some[e - k] < 0.0 ? 1.0 : 0.0;
            r->def.rest[e] = fabs(some[e - k]);
        }
    }
}

// After the definition, which knows whole edges only.
static void repeat_cuts(sut_rod *r) {
    for (int e = 0; e < r->body.n - 1; e++) {
        bool cut = r->chain.cut_edge[e] != 0.0;
        r->chain.cut_edge[e] = 0.0;
        if (cut) {
            sut_rod_cut(r, e);
        }
    }
}

// When reading, the rod is made of it, or it is one of the same definition.
static void visit_definition(sut_stream *s, sut_world *w, sut_thread_slot *t, bool *no_memory) {
    bool reads = sut_stream_reads(s);
    sut_rod *r = &t->rod;
    int n = r->body.n;
    sut_stream_u32(s, &t->generation);
    sut_stream_flag(s, &t->used);
    s->failed = s->failed || (t->used && t->generation == 0);
    if (!t->used) {
        return;
    }
    sut_stream_int(s, &n, 2, w->def.capacity.vertices);
    if (reads && !take_rod(s, w, r, n, no_memory)) {
        return;
    }
    visit_material(s, &r->def);
    visit_rest(s, r);
    if (reads) {
        define(s, r);
        repeat_cuts(r);
    }
    sut_stream_flag(s, &r->chain.ring); // the shape that it was laid in is gone
    sut_stream_numbers(s, r->def.mass, r->body.n);
}

static void visit_thread(sut_stream *s, sut_world *w, sut_thread_slot *t, bool *no_memory) {
    bool reads = sut_stream_reads(s);
    sut_rod *r = &t->rod;
    if (s->in_place) {
        sut_stream_match(s);
        visit_definition(s, w, t, no_memory);
        sut_stream_match_end(s);
    } else {
        visit_definition(s, w, t, no_memory);
    }
    if (!t->used || s->failed) {
        return;
    }
    if (s->in_place) {
        r->work.gravity = w->def.gravity;
    }
    visit_shape(s, r);
    s->failed = s->failed || (reads && !shape_fits(r));
    if (reads && !s->failed) {
        sut_visit_show(r);
    }
}

//---- holds ---------------------------------------------------------------------------------------
static bool has_plane(sut_hold_kind kind) {
    return kind == SUT_HOLD_CLAMP || kind == SUT_HOLD_TWIST;
}

void sut_visit_key(sut_stream *s, sut_hold_key *key, sut_hold_kind kind) {
    sut_stream_number(s, &key->t);
    if (kind == SUT_HOLD_FORCE) {
        sut_stream_vec3(s, &key->force);
        return;
    }
    sut_stream_vec3(s, &key->position);
    if (has_plane(kind)) {
        sut_stream_vec3(s, &key->direction);
    }
    if (kind == SUT_HOLD_TWIST) {
        sut_stream_number(s, &key->spin);
    }
}

static void visit_keys(sut_stream *s, sut_world *w, sut_hold_slot *h) {
    if (sut_hold_is_grip(w, h)) {
        // its key has a place of its own
        h->key_count = 1;
        h->first_key = w->def.capacity.hold_keys + (int)(h - w->holds) - w->def.capacity.holds;
        sut_visit_key(s, &w->keys[h->first_key], h->kind);
        return;
    }
    int count = keys_of(h);
    int room = w->def.capacity.hold_keys - w->key_count;
    sut_stream_int(s, &count, 1, h->steered ? 1 : w->def.capacity.hold_keys);
    if (sut_stream_reads(s)) {
        s->failed = s->failed || count > room;
        if (s->failed) {
            return;
        }
        h->first_key = w->key_count;
        h->key_count = count;
        w->key_count += count;
    }
    for (int i = 0; i < count; i++) {
        sut_visit_key(s, &w->keys[h->first_key + i], h->kind);
    }
}

static void visit_plane(sut_stream *s, const sut_rod *r, sut_hold_slot *h) {
    sut_plane *p = &h->plane;
    sut_stream_vec3(s, &p->direction0);
    sut_stream_vec3(s, &p->director0);
    sut_stream_number(s, &p->spin0);
    sut_stream_number(s, &p->angle0);
    if (sut_stream_reads(s)) {
        p->vertex = h->vertex;
        p->spin_held = h->kind == SUT_HOLD_TWIST;
        p->direction = p->direction0;
        p->spin = p->spin0;
        s->failed =
            s->failed || !near_unit(p->direction0) || !director_fits(p->director0, p->direction0);
    }
    for (int side = 0; side < 2; side++) {
        if (sut_rod_plane_edge(r, p, side) >= 0) {
            sut_stream_vec3(s, &p->bent0[side]);
        }
    }
}

static bool hold_fits(const sut_world *w, const sut_hold_slot *h, int vertex_count) {
    sut_hold_def d = sut_default_hold_def();
    d.vertex = h->vertex;
    d.kind = h->kind;
    d.keys = &w->keys[h->first_key];
    d.key_count = h->key_count;
    d.from = h->from;
    d.until = h->until;
    d.max_force = h->max_force;
    char text[160];
    bool fits = sut_check_hold_def(&d, vertex_count, text, sizeof text) == NULL;
    for (int i = 0; fits && has_plane(h->kind) && i < h->key_count; i++) {
        fits = near_unit(d.keys[i].direction);
    }
    return fits;
}

// To which vertex of which thread, and how.
static void visit_hold_def(sut_stream *s, const sut_world *w, sut_hold_slot *h) {
    sut_stream_u32(s, &h->thread);
    bool held = h->thread < (uint32_t)w->def.capacity.threads && w->threads[h->thread].used;
    s->failed = s->failed || !held;
    if (s->failed) {
        return;
    }
    sut_stream_int(s, &h->vertex, 0, w->threads[h->thread].rod.body.n - 1);
    h->kind = (sut_hold_kind)visit_choice(s, (int)h->kind, SUT_HOLD_FORCE);
    sut_stream_bound(s, &h->from);
    sut_stream_bound(s, &h->until);
    sut_stream_bound(s, &h->max_force);
    sut_stream_flag(s, &h->active);
    sut_stream_flag(s, &h->saturated);
    sut_stream_flag(s, &h->steered);
    sut_stream_bound(s, &h->follower.speed_limit);
    s->failed = s->failed || !(h->follower.speed_limit > 0.0);
}

void sut_visit_hold(sut_stream *s, sut_world *w, sut_hold_slot *h) {
    sut_stream_u32(s, &h->generation);
    sut_stream_flag(s, &h->used);
    s->failed = s->failed || (h->used && h->generation == 0);
    if (!h->used) {
        return;
    }
    visit_hold_def(s, w, h);
    if (s->failed) {
        return;
    }
    visit_keys(s, w, h);
    const sut_rod *r = &w->threads[h->thread].rod;
    s->failed = s->failed || (sut_stream_reads(s) && !hold_fits(w, h, r->body.n));
    sut_stream_vec3(s, &h->force);
    if (h->kind != SUT_HOLD_FORCE) {
        sut_stream_vec3(s, &h->target);
    }
    if (has_plane(h->kind)) {
        sut_stream_number(s, &h->spin_torque);
    }
    if (h->kind == SUT_HOLD_TWIST) {
        sut_stream_number(s, &h->spin);
    }
    if (has_plane(h->kind) && h->active) {
        visit_plane(s, r, h);
    }
}

//---- world ---------------------------------------------------------------------------------------
static void visit_contact_def(sut_stream *s, sut_contact_def *d) {
    // one number for two choices: images of before the second one mean its default
    const int ways = SUT_CONTACT_PGS + 1;
    int both = (int)d->solver + ways * (int)d->holes;
    both = visit_choice(s, both, ways * (SUT_HOLES_PORTALS + 1) - 1);
    d->solver = (sut_contact_solver)(both % ways);
    d->holes = (sut_hole_way)(both / ways);
    sut_stream_int(s, &d->iterations, 1, 10000);
    sut_stream_number(s, &d->tolerance);
    sut_stream_number(s, &d->budget);
    sut_stream_number(s, &d->stiffness);
    sut_stream_flag(s, &d->disabled);
    sut_stream_flag(s, &d->unguarded);
}

static void visit_globals(sut_stream *s, sut_world *w) {
    sut_stream_vec3(s, &w->def.gravity);
    sut_stream_int(s, &w->def.max_linearisations, 1, 100);
    sut_stream_int(s, &w->def.max_halvings, 0, 20);
    sut_stream_number(s, &w->def.tolerance);
    visit_contact_def(s, &w->def.contact);
    sut_stream_number(s, &w->time);
    sut_stream_number(s, &w->time_low);
    sut_stream_word(s, &w->steps);
    sut_stream_u32(s, &w->stalls);
    s->failed = s->failed || w->stalls > SUT_STALLS;
    s->failed = s->failed || (sut_stream_reads(s) && sut_check_world_def(&w->def));
}

// What is announced is what came, and no slot at the end was never used: one state, one image.
static bool counts_fit(const sut_world *w, const sut_image_counts *c) {
    sut_image_counts got = sut_count_world(w);
    return got.threads == c->threads && got.vertices == c->vertices && got.holds == c->holds &&
           got.keys == c->keys && got.obstacles == c->obstacles && got.tools == c->tools &&
           got.tissues == c->tissues && got.supports == c->supports && got.needles == c->needles &&
           got.holes == c->holes;
}

static bool within_capacity(const sut_image_counts *c, const sut_capacity *most) {
    return c->threads <= most->threads && c->holds <= most->holds &&
           c->obstacles <= most->obstacles && c->touches <= most->contacts &&
           c->tools <= most->tools && c->tissues <= most->tissues &&
           c->supports <= most->supports && c->needles <= most->needles && c->holes <= most->holes;
}

// Bodies with vertices, and what is fixed to them.
static void visit_bodies(sut_stream *s, sut_world *w, const sut_image_counts *counts,
                         bool *no_memory) {
    const sut_image_counts c = *counts;
    for (int i = 0; i < c.threads && !s->failed; i++) {
        visit_thread(s, w, &w->threads[i], no_memory);
    }
    for (int i = 0; i < c.holds && !s->failed; i++) {
        sut_visit_hold(s, w, &w->holds[i]);
    }
    for (int i = 0; i < c.obstacles && !s->failed; i++) {
        sut_visit_obstacle(s, &w->obstacles[i]);
    }
    for (int i = 0; i < c.tools && !s->failed; i++) {
        sut_visit_tool(s, w, i);
    }
    for (int i = 0; i < c.tissues && !s->failed; i++) {
        sut_visit_tissue(s, w, &w->tissues[i], no_memory);
    }
    for (int i = 0; i < c.supports && !s->failed; i++) {
        sut_visit_support(s, w, &w->supports[i]);
    }
    for (int i = 0; i < c.needles && !s->failed; i++) {
        sut_visit_needle(s, w, &w->needles[i], no_memory);
    }
    for (int i = 0; i < c.holes && !s->failed; i++) {
        sut_visit_hole(s, w, &w->holes[i]);
    }
}

void sut_visit_world(sut_stream *s, sut_world *w, bool *no_memory) {
    // sizes first, so that what is read later has a place
    sut_image_counts c = sut_count_world(w);
    sut_visit_head(s, &c);
    s->failed = s->failed || !within_capacity(&c, &w->def.capacity);
    visit_globals(s, w);
    visit_bodies(s, w, &c, no_memory);
    if (sut_stream_reads(s) && !s->failed) {
        sut_portal_restore(w);
    }
    // what tools hold of bodies that came after them
    for (int i = 0; c.tissues > 0 && i < c.tools && !s->failed; i++) {
        sut_visit_tissue_grip(s, w, i);
    }
    for (int i = 0; c.needles > 0 && i < c.tools && !s->failed; i++) {
        sut_visit_needle_grip(s, w, i);
    }
    sut_visit_touches(s, w, c.touches);
    s->failed = s->failed || (sut_stream_reads(s) && !counts_fit(w, &c));
}
