// SPDX-License-Identifier: MIT
// tissue_slot.c -- a tissue in its slot: the body, its surface as contacts see it, its image.
#include "data/data.h"

#include "math/vec3.h"

#include <math.h>
#include <string.h>

// Skins have no thickness: contacts keep this share of the mean edge length clear of them, far
// below what one sees, so that the guard has a distance to keep.
static const double skin_share = 0.005;

// Triangles that are no neighbours are about that far apart where a surface is flat: thicker walls
// touch themselves when they are nearer.
static const double self_share = 0.3;

// The smallest height of a triangle at rest.
static double least_height(const sut_surface *f) {
    double least = HUGE_VAL;
    for (int t = 0; t < f->triangle_count; t++) {
        const int *v = f->triangle[t];
        sut_vec3 a = v3_sub(f->rest[v[1]], f->rest[v[0]]);
        sut_vec3 b = v3_sub(f->rest[v[2]], f->rest[v[1]]);
        double longest2 = fmax(v3_norm2(a), v3_norm2(b));
        longest2 = fmax(longest2, v3_norm2(v3_add(a, b)));
        least = fmin(least, v3_norm(v3_cross(a, b)) / sqrt(longest2));
    }
    return least;
}

// A light touch of that depth bears what strains the tissue by one.
static void set_contact_law(sut_tissue_slot *t) {
    const sut_tissue_def *d = sut_tissue_def_of(t->tissue);
    sut_surface *f = &t->surface;
    bool solid = d->model == SUT_TISSUE_SOLID;
    bool wall = !solid && d->thickness > 0.0;
    f->half = wall ? 0.5 * d->thickness : skin_share * f->spacing;
    double room = fmin(self_share * f->spacing, 0.5 * least_height(f));
    f->self = fmin(2.0 * f->half, room);
    f->rim = fmin(f->self, 2.0 * skin_share * f->spacing);
    double bears = d->young * f->spacing * (solid ? f->spacing : d->thickness);
    if (d->model == SUT_TISSUE_MEMBRANE) {
        bears = d->membrane.stiffness * f->spacing;
    }
    f->stiffness = bears / f->half;
    f->limit = bears / SUT_CONTACT_BEARABLE;
    f->friction = d->friction;
    f->solid = solid;
    f->pinned = sut_tissue_pinned(t->tissue);
}

//---- slots ---------------------------------------------------------------------------------------
void sut_tissue_free_slot(sut_tissue_slot *t, sut_memory *memory) {
    sut_memory_give(memory, t->surface_memory, t->surface_size);
    sut_tet_mesh_free(&t->tets, memory);
    sut_memory_give(memory, t->image, 2 * t->image_size);
    if (t->tissue && t->room.made) {
        sut_tissue_free_supports(t->tissue, memory); // all else is in the arenas
    } else if (t->tissue) {
        sut_tissue_free(t->tissue, memory);
    }
    sut_arena_free(&t->room.arena[0], memory);
    sut_arena_free(&t->room.arena[1], memory);
    sut_tissue_edit_free(&t->room.edit, memory);
    *t = (sut_tissue_slot){.generation = t->generation};
}

bool sut_tissue_reserve_image(sut_tissue_slot *t, sut_memory *memory) {
    size_t size = (sut_tissue_state_size(t->tissue) + 7) / 8 * 8;
    if (t->room.made) { // a step that cuts takes no memory: as many nodes as there may be
        size_t nodes = (size_t)sut_tissue_body(t->tissue)->n;
        size_t most = (size_t)t->room.edit.mesh.node_room;
        size = most > nodes ? (size / nodes + 8) * most : size;
    }
    if (size > t->image_size) {
        uint8_t *image = sut_memory_take(memory, 2 * size); // one to read, one to go back to
        if (!image) {
            return false;
        }
        sut_memory_give(memory, t->image, 2 * t->image_size);
        t->image = image;
        t->image_size = size;
    }
    return true;
}

// Lips of a cut that lie in one place are parted a little further than to where they touch, so that
// the guard has the distance that it keeps: in a body that turns lips come nearer by the square of
// the angle of a step, and a guard that stops them stops the body. Mean length of the edges of
// right or equilateral triangles of one area.
double sut_tissue_lip_offset(const sut_tissue_def *def) {
    double area = 0.0;
    for (int t = 0; t < def->triangle_count; t++) {
        const int *v = def->triangles[t];
        area += 0.5 * v3_norm(v3_cross(v3_sub(def->nodes[v[1]], def->nodes[v[0]]),
                                       v3_sub(def->nodes[v[2]], def->nodes[v[0]])));
    }
    double spacing = def->triangle_count > 0 ? 1.6 * sqrt(area / def->triangle_count) : 0.0;
    return 1.2 * skin_share * spacing;
}

static sut_tissue *make_parted(sut_world *w, const sut_tissue_def *def) {
    size_t size = (size_t)def->node_count * sizeof(sut_vec3);
    sut_vec3 *nodes = sut_memory_take(&w->memory, size);
    if (!nodes) {
        return NULL;
    }
    memcpy(nodes, def->nodes, size);
    sut_tissue_def parted = *def;
    parted.nodes = nodes;
    bool solid = def->model == SUT_TISSUE_SOLID;
    sut_tissue *t = NULL;
    if (sut_surface_part_lips(nodes, def->node_count, def->triangles, def->triangle_count, solid,
                              sut_tissue_lip_offset(def), &w->memory)) {
        t = sut_tissue_make(&parted, &w->memory);
    }
    if (t) {
        sut_tissue_weigh(t, def->nodes); // parted lips weigh what they did
    }
    sut_memory_give(&w->memory, nodes, size);
    return t;
}

bool sut_tissue_slot_surface(sut_tissue_slot *t, sut_memory *m) {
    const sut_tissue_def *own = sut_tissue_def_of(t->tissue);
    if (!sut_surface_make(&t->surface, sut_tissue_body(t->tissue), own->triangles,
                          own->triangle_count, own->nodes, m, &t->surface_memory,
                          &t->surface_size)) {
        return false;
    }
    set_contact_law(t);
    if (own->no_contact) {
        t->surface.body = NULL;
    }
    return true;
}

static double extent_along(const sut_surface *f, sut_vec3 n) {
    double low = HUGE_VAL;
    double high = -HUGE_VAL;
    for (int t = 0; t < f->triangle_count; t++) {
        for (int k = 0; k < 3; k++) {
            double at = v3_dot(n, f->rest[f->triangle[t][k]]);
            low = fmin(low, at);
            high = fmax(high, at);
        }
    }
    return high - low;
}

// Across its faces; of a large mesh across some of them, evenly taken.
static double smallest_extent(const sut_surface *f) {
    enum { MOST = 200 };
    int stride = 1 + f->triangle_count / MOST;
    double least = HUGE_VAL;
    for (int t = 0; t < f->triangle_count; t += stride) {
        const int *v = f->triangle[t];
        sut_vec3 n =
            v3_cross(v3_sub(f->rest[v[1]], f->rest[v[0]]), v3_sub(f->rest[v[2]], f->rest[v[0]]));
        least = fmin(least, extent_along(f, v3_normalized(n)));
    }
    return least;
}

bool sut_tissue_make_tets(sut_tissue_slot *t, sut_memory *m) {
    const sut_tissue_def *d = sut_tissue_def_of(t->tissue);
    if (d->model != SUT_TISSUE_SOLID || !(d->piercing.enabled || d->tearing.enabled)) {
        return true;
    }
    t->thinness = smallest_extent(&t->surface);
    return sut_tet_mesh_make(&t->tets, d->tets, d->tet_count, d->triangles, d->triangle_count, m);
}

sut_result sut_tissue_fill_slot(sut_world *w, sut_tissue_slot *t, const sut_tissue_def *def,
                                bool part_lips) {
    t->tissue = part_lips ? make_parted(w, def) : sut_tissue_make(def, &w->memory);
    if (!t->tissue) {
        return SUT_E_MEMORY;
    }
    if (!sut_tissue_slot_surface(t, &w->memory) || !sut_tissue_make_tets(t, &w->memory) ||
        ((def->tearing.enabled || sut_world_has_cutters(w)) && !sut_tissue_reserve_room(w, t)) ||
        !sut_tissue_reserve_image(t, &w->memory)) {
        sut_tissue_free_slot(t, &w->memory);
        return SUT_E_MEMORY;
    }
    t->used = true;
    return SUT_OK;
}
