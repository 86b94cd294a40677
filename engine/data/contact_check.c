// SPDX-License-Identifier: MIT
// contact_check.c -- may a body or a solid be where it is? Not within reach of another one.
#include "data/data.h"

#include "geom/segment.h"
#include "geom/triangle.h"

#include <stdio.h>

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

// Against threads, needles and tissues in turn; the first that is too near is named.
const char *sut_contact_check_solid(sut_world *w, const sut_shape *shape) {
    for (int t = 0; !w->def.contact.disabled && t < w->def.capacity.threads; t++) {
        const sut_rod *r = &w->threads[t].rod;
        for (int e = 0; w->threads[t].used && e < r->body.n - 1; e++) {
            double at;
            double d =
                sut_shape_segment(shape, r->body.position[e], r->body.position[e + 1], &at, NULL);
            double least = SUT_CONTACT_KEEP * r->def.radius;
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
