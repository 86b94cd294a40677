// SPDX-License-Identifier: MIT
// tissue_room.c -- room for changes of a mesh within a step, taken at creation.
#include "data/data.h"

#include <math.h>

// Counts what is taken from another allocator, and never what is given back: an arena works so.
typedef struct counter {
    sut_memory *under;
    size_t taken;
} counter;

static void *counted_take(void *ctx, size_t size, size_t align) {
    counter *c = ctx;
    c->taken += size + align;
    return sut_memory_take(c->under, size);
}

static void counted_give(void *ctx, void *mem, size_t size) {
    counter *c = ctx;
    sut_memory_give(c->under, mem, size);
}

// Bytes that an arena needs for the tissue with the edit in its room; 0: no memory.
static size_t measure(sut_world *w, const sut_tissue_slot *t) {
    counter count = {&w->memory, 0};
    const sut_allocator allocator = {counted_take, counted_give, &count};
    sut_memory m;
    sut_memory_init(&m, &allocator);
    sut_tissue_slot copy = {.tissue = sut_tissue_remake(t->tissue, &t->room.edit, &m)};
    bool made = copy.tissue && sut_tissue_slot_surface(&copy, &m);
    sut_memory_give(&m, copy.surface_memory, copy.surface_size);
    sut_tissue_free(copy.tissue, &m);
    return made ? count.taken : 0;
}

// The pattern's table grows with the square of the nodes, all else less: what a tissue of full
// capacity takes is bounded by that.
static size_t arena_size(sut_world *w, const sut_tissue_slot *t) {
    const sut_mesh_edit *e = &t->room.edit.mesh;
    double grow = fmax((double)e->node_room / e->n, (double)e->triangle_room / e->triangles);
    double bytes = grow * grow * (double)measure(w, t);
    return bytes < 1e15 ? (size_t)bytes : 0;
}

bool sut_tissue_reserve_room(sut_world *w, sut_tissue_slot *t) {
    const sut_tissue_def *d = sut_tissue_def_of(t->tissue);
    bool surface = d->model == SUT_TISSUE_SHELL || d->model == SUT_TISSUE_MEMBRANE;
    if (!surface || t->room.made) {
        return true; // nothing to change, or room for it
    }
    sut_tissue_room *r = &t->room;
    if (!sut_tissue_edit_reserve(&r->edit, t->tissue, &w->memory)) {
        return false;
    }
    sut_tissue_edit_begin(&r->edit, t->tissue);
    size_t size = arena_size(w, t);
    if (size == 0 || !sut_arena_make(&r->arena[0], size, &w->memory) ||
        !sut_arena_make(&r->arena[1], size, &w->memory)) {
        return false; // what was taken goes with the slot
    }
    sut_memory m;
    sut_arena_empty(&r->arena[0], &m);
    sut_tissue_slot moved = {.tissue = sut_tissue_remake(t->tissue, &r->edit, &m)};
    if (!moved.tissue || !sut_tissue_slot_surface(&moved, &m)) {
        return false;
    }
    sut_tissue_move_supports(moved.tissue, t->tissue);
    sut_tissue_free(t->tissue, &w->memory);
    sut_memory_give(&w->memory, t->surface_memory, t->surface_size);
    t->tissue = moved.tissue;
    t->surface = moved.surface;
    t->surface_memory = NULL; // the arena's
    t->surface_size = 0;
    r->current = 0;
    r->made = true;
    return true;
}
