// SPDX-License-Identifier: MIT
// copy.c -- one world becomes what another is, in the memory that it has.
//
// A restore reads an image into a second set of objects, because an image may be damaged. Here the
// source is a world: objects of the same sizes are copied as they are, array by array.
#include "data/data.h"

#include <string.h>

static const char not_alike[] = "the worlds differ in capacities, threads, tissues, supports or "
                                "needles: restore an image of the "
                                "one in the other first";

static bool threads_alike(const sut_world *a, const sut_world *b) {
    for (int i = 0; i < a->def.capacity.threads; i++) {
        const sut_thread_slot *s = &a->threads[i];
        const sut_thread_slot *t = &b->threads[i];
        if (s->used != t->used || (s->used && s->rod.body.n != t->rod.body.n)) {
            return false;
        }
    }
    return true;
}

// `a` has room for the state of `b`.
static bool tissues_alike(const sut_world *a, const sut_world *b) {
    for (int i = 0; i < a->def.capacity.tissues; i++) {
        const sut_tissue_slot *s = &a->tissues[i];
        const sut_tissue_slot *t = &b->tissues[i];
        if (s->used != t->used || (s->used && !sut_tissue_is_like(s->tissue, t->tissue)) ||
            (s->used && s->image_size < sut_tissue_state_size(t->tissue))) {
            return false;
        }
    }
    for (int i = 0; i < a->def.capacity.supports; i++) {
        const sut_support_slot *s = &a->supports[i];
        const sut_support_slot *t = &b->supports[i];
        if (s->used != t->used || (s->used && (s->tissue != t->tissue || s->number != t->number))) {
            return false;
        }
    }
    return true;
}

static bool needles_alike(const sut_world *a, const sut_world *b) {
    for (int i = 0; i < a->def.capacity.needles; i++) {
        if (!sut_needle_slots_alike(&a->needles[i], &b->needles[i])) {
            return false;
        }
    }
    return true;
}

static bool are_alike(const sut_world *a, const sut_world *b) {
    const sut_contact_def *c = &a->def.contact;
    const sut_contact_def *d = &b->def.contact;
    return memcmp(&a->def.capacity, &b->def.capacity, sizeof a->def.capacity) == 0 &&
           c->solver == d->solver && c->disabled == d->disabled &&
           (a->contacts.memory != NULL) == (b->contacts.memory != NULL) && threads_alike(a, b) &&
           tissues_alike(a, b) && needles_alike(a, b);
}

//---- the copy ------------------------------------------------------------------------------------
static void copy_threads(sut_world *to, const sut_world *from) {
    for (int i = 0; i < to->def.capacity.threads; i++) {
        to->threads[i].generation = from->threads[i].generation;
        if (to->threads[i].used) {
            sut_rod_copy(&to->threads[i].rod, &from->threads[i].rod);
        }
    }
}

static void copy_needles(sut_world *to, const sut_world *from) {
    for (int i = 0; i < to->def.capacity.needles; i++) {
        sut_needle_copy_slot(&to->needles[i], &from->needles[i]);
    }
}

// Bodies are numbers in a hole, the same in both worlds.
static void copy_holes(sut_world *to, const sut_world *from) {
    for (int i = 0; i < to->def.capacity.holes; i++) {
        to->holes[i] = from->holes[i];
        to->holes[i].portal.next = NULL; // listed anew in every substep
    }
}

static bool copy_tissues(sut_world *to, const sut_world *from) {
    bool fine = true;
    for (int i = 0; i < to->def.capacity.tissues; i++) {
        sut_tissue_slot *t = &to->tissues[i];
        t->generation = from->tissues[i].generation;
        if (t->used) {
            fine = sut_tissue_state_copy(t->tissue, from->tissues[i].tissue, t->image) && fine;
        }
    }
    return fine;
}

static void copy_array(void *to, const void *from, int count, size_t size) {
    if (count > 0) {
        memcpy(to, from, (size_t)count * size);
    }
}

static void copy_rest(sut_world *to, const sut_world *from) {
    const sut_capacity *c = &to->def.capacity;
    copy_array(to->holds, from->holds, sut_hold_slots(c), sizeof *to->holds);
    copy_array(to->keys, from->keys, sut_hold_keys(c), sizeof *to->keys);
    copy_array(to->obstacles, from->obstacles, c->obstacles, sizeof *to->obstacles);
    copy_array(to->tools, from->tools, c->tools, sizeof *to->tools);
    copy_array(to->supports, from->supports, c->supports, sizeof *to->supports);
    copy_array(to->contacts.touch, from->contacts.touch, from->contacts.touches,
               sizeof *to->contacts.touch);
    copy_array(to->contact_views, from->contact_views, from->contact_view_count,
               sizeof *to->contact_views);
    copy_array(to->events, from->events, from->event_count, sizeof *to->events);
    to->contacts.touches = from->contacts.touches;
    to->contacts.count = 0;
    to->contact_view_count = from->contact_view_count;
    to->event_count = from->event_count;
    to->stats = from->stats;
    to->vertex_count = from->vertex_count;
    to->key_count = from->key_count;
    to->hold_top = from->hold_top;
    to->time = from->time;
    to->time_low = from->time_low;
    to->steps = from->steps;
    to->stalls = from->stalls;
}

// Limits and laws; hooks and memory stay its own.
static void copy_def(sut_world_def *to, const sut_world_def *from) {
    to->gravity = from->gravity;
    to->max_linearisations = from->max_linearisations;
    to->max_halvings = from->max_halvings;
    to->tolerance = from->tolerance;
    to->contact = from->contact;
}

sut_result sut_world_copy(sut_world *to, const sut_world *from) {
    sut_world_ask(to);
    if (!to || !from) {
        return sut_world_refuse(to, SUT_E_ARGUMENT, sut_null_pointer);
    }
    if (to == from) {
        return SUT_OK;
    }
    if (to->sink.write) {
        return sut_world_refuse(to, SUT_E_CONFLICT, "a recording runs, and has no copies");
    }
    if (!are_alike(to, from)) {
        return sut_world_refuse(to, SUT_E_CONFLICT, not_alike);
    }
    copy_def(&to->def, &from->def);
    copy_threads(to, from);
    copy_needles(to, from);
    copy_holes(to, from);
    copy_rest(to, from);
    bool fine = copy_tissues(to, from);
    sut_contact_settings_refresh(to);
    sut_contact_refresh(to);
    sut_hold_list_planes(to);
    return fine ? SUT_OK
                : sut_world_refuse(to, SUT_E_DIVERGED, "the matrix of a tissue has no factor");
}
