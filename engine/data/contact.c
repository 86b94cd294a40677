// SPDX-License-Identifier: MIT
// contact.c -- room for the contacts of a world: what there is, laid out in one block.
#include "data/island.h"

#include "data/data.h"

#include <string.h>

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

bool sut_contact_looks(const sut_world *w) {
    return w->contacts.memory && !w->def.contact.disabled;
}
