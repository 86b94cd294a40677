// SPDX-License-Identifier: MIT
// tissue.c -- tissues of a world and what holds them: life cycle and queries.
#include "attach/channel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

sut_tissue_slot *sut_world_tissue(const sut_world *w, sut_tissue_id id) {
    if (!w || id.index1 == 0 || id.index1 > (uint32_t)w->def.capacity.tissues) {
        return NULL;
    }
    sut_tissue_slot *t = &w->tissues[id.index1 - 1];
    return t->used && t->generation == id.generation ? t : NULL;
}

static sut_support_slot *support_at(const sut_world *w, sut_support_id id) {
    if (!w || id.index1 == 0 || id.index1 > (uint32_t)w->def.capacity.supports) {
        return NULL;
    }
    sut_support_slot *s = &w->supports[id.index1 - 1];
    return s->used && s->generation == id.generation ? s : NULL;
}

bool sut_tissue_is_valid(const sut_world *w, sut_tissue_id id) {
    return sut_world_tissue(w, id) != NULL;
}

bool sut_world_has_tissues(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.tissues; i++) {
        if (w->tissues[i].used) {
            return true;
        }
    }
    return false;
}

//---- surface -------------------------------------------------------------------------------------
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

//---- tissues -------------------------------------------------------------------------------------
void sut_tissue_free_slot(sut_tissue_slot *t, sut_memory *memory) {
    sut_memory_give(memory, t->surface_memory, t->surface_size);
    sut_tet_mesh_free(&t->tets, memory);
    sut_memory_give(memory, t->image, t->image_size);
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
        uint8_t *image = sut_memory_take(memory, size);
        if (!image) {
            return false;
        }
        sut_memory_give(memory, t->image, t->image_size);
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

sut_result sut_tissue_fill_slot(sut_world *w, sut_tissue_slot *t, const sut_tissue_def *def,
                                bool part_lips) {
    t->tissue = part_lips ? make_parted(w, def) : sut_tissue_make(def, &w->memory);
    if (!t->tissue) {
        return SUT_E_MEMORY;
    }
    if (!sut_tissue_slot_surface(t, &w->memory) || !sut_channel_make(t, &w->memory) ||
        ((def->tearing.enabled || sut_world_has_cutters(w)) && !sut_tissue_reserve_room(w, t)) ||
        !sut_tissue_reserve_image(t, &w->memory)) {
        sut_tissue_free_slot(t, &w->memory);
        return SUT_E_MEMORY;
    }
    t->used = true;
    return SUT_OK;
}

static int free_slot(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.tissues; i++) {
        if (!w->tissues[i].used) {
            return i;
        }
    }
    return -1;
}

static sut_result check_create(sut_world *w, const sut_tissue_def *def) {
    if (def->cookie != SUT_COOKIE_TISSUE) {
        return sut_world_refuse(w, SUT_E_DEF,
                                "the tissue def was not made by sut_default_tissue_def");
    }
    const char *bad = sut_tissue_check_def(def, w->refusal, sizeof w->refusal);
    if (bad) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, bad);
    }
    if (w->vertex_count > 0 && sut_world_explicit(w)) {
        return sut_world_refuse(w, SUT_E_CONFLICT,
                                "threads of explicit models (variational, springs) and tissues do "
                                "not mix");
    }
    if (free_slot(w) < 0) {
        return sut_world_refuse(w, SUT_E_CAPACITY, "capacity of tissues is reached");
    }
    return SUT_OK;
}

sut_result sut_tissue_create(sut_world *w, const sut_tissue_def *def, sut_tissue_id *out) {
    sut_world_ask(w);
    if (!w || !def || !out) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, sut_null_pointer);
    }
    sut_result result = check_create(w, def);
    if (result != SUT_OK) {
        return result;
    }
    int slot = free_slot(w);
    sut_tissue_slot *t = &w->tissues[slot];
    if (sut_tissue_fill_slot(w, t, def, true) != SUT_OK) {
        return sut_world_refuse(w, SUT_E_MEMORY, "no memory for the tissue");
    }
    bool room = sut_contact_reserve(w);
    const char *bad = room ? sut_contact_check_tissue(w, slot) : NULL;
    if (!room || bad) {
        sut_tissue_free_slot(t, &w->memory);
        sut_contact_refresh(w);
        return room ? sut_world_refuse(w, SUT_E_CONFLICT, bad)
                    : sut_world_refuse(w, SUT_E_MEMORY, "no memory for the contacts");
    }
    t->generation++;
    *out = (sut_tissue_id){(uint32_t)slot + 1, t->generation};
    sut_record_tissue_create(w, def);
    return SUT_OK;
}

sut_result sut_tissue_destroy(sut_world *w, sut_tissue_id id) {
    sut_world_ask(w);
    sut_tissue_slot *t = sut_world_tissue(w, id);
    if (!t) {
        return sut_world_refuse(w, SUT_E_ID, sut_stale_tissue);
    }
    int slot = (int)id.index1 - 1;
    sut_record_tissue_destroy(w, id);
    for (int i = 0; i < w->def.capacity.supports; i++) {
        sut_support_slot *s = &w->supports[i];
        s->used = s->used && s->tissue != slot;
    }
    sut_touch_forget(w, w->bodies.rods + slot, -1);
    sut_hole_forget(w, -1, slot);
    sut_tissue_grip_forget(w, slot);
    sut_tissue_free_slot(t, &w->memory);
    sut_contact_refresh(w);
    return SUT_OK;
}

sut_result sut_tissue_get_view(const sut_world *w, sut_tissue_id id, sut_tissue_view *out) {
    const sut_tissue_slot *t = sut_world_tissue(w, id);
    if (!t || !out) {
        return t ? SUT_E_ARGUMENT : SUT_E_ID;
    }
    sut_tissue_get(t->tissue, out);
    return SUT_OK;
}

sut_result sut_tissue_get_energy(const sut_world *w, sut_tissue_id id, sut_tissue_energy *out) {
    const sut_tissue_slot *t = sut_world_tissue(w, id);
    if (!t || !out) {
        return t ? SUT_E_ARGUMENT : SUT_E_ID;
    }
    sut_tissue_energy_of(t->tissue, w->def.gravity, out);
    return SUT_OK;
}

sut_result sut_tissue_get_figures(const sut_world *w, sut_tissue_id id, sut_tissue_figures *out) {
    const sut_tissue_slot *t = sut_world_tissue(w, id);
    if (!t || !out) {
        return t ? SUT_E_ARGUMENT : SUT_E_ID;
    }
    sut_tissue_figures_of(t->tissue, out);
    return SUT_OK;
}

//---- supports ------------------------------------------------------------------------------------
static int free_support_slot(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.supports; i++) {
        if (!w->supports[i].used) {
            return i;
        }
    }
    return -1;
}

sut_result sut_support_create(sut_world *w, sut_tissue_id tissue, const sut_support_def *def,
                              sut_support_id *out) {
    sut_world_ask(w);
    if (!w || !def || !out) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, sut_null_pointer);
    }
    sut_tissue_slot *t = sut_world_tissue(w, tissue);
    if (!t) {
        return sut_world_refuse(w, SUT_E_ID, "the tissue of the support does not exist");
    }
    if (def->cookie != SUT_COOKIE_SUPPORT) {
        return sut_world_refuse(w, SUT_E_DEF,
                                "the support def was not made by sut_default_support_def");
    }
    const char *bad = sut_tissue_check_support(t->tissue, def, w->refusal, sizeof w->refusal);
    if (bad) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, bad);
    }
    int slot = free_support_slot(w);
    if (slot < 0) {
        return sut_world_refuse(w, SUT_E_CAPACITY, "capacity of supports is reached");
    }
    int number = sut_tissue_add_support(t->tissue, def, &w->memory);
    if (number >= 0 && !sut_tissue_reserve_image(t, &w->memory)) {
        sut_tissue_remove_support(t->tissue, number, &w->memory);
        number = -1;
    }
    if (number < 0) {
        return sut_world_refuse(w, SUT_E_MEMORY, "no memory for the support");
    }
    sut_support_slot *s = &w->supports[slot];
    *s = (sut_support_slot){s->generation + 1, true, (int)tissue.index1 - 1, number};
    *out = (sut_support_id){(uint32_t)slot + 1, s->generation};
    sut_record_support_create(w, tissue, def);
    return SUT_OK;
}

sut_result sut_support_destroy(sut_world *w, sut_support_id id) {
    sut_world_ask(w);
    sut_support_slot *s = support_at(w, id);
    if (!s) {
        return sut_world_refuse(w, SUT_E_ID, sut_stale_support);
    }
    sut_record_support_destroy(w, id);
    sut_tissue_remove_support(w->tissues[s->tissue].tissue, s->number, &w->memory);
    s->used = false;
    return SUT_OK;
}

sut_result sut_support_get_view(const sut_world *w, sut_support_id id, sut_support_view *out) {
    const sut_support_slot *s = support_at(w, id);
    if (!s || !out) {
        return s ? SUT_E_ARGUMENT : SUT_E_ID;
    }
    sut_tissue_support_of(w->tissues[s->tissue].tissue, s->number, out);
    return SUT_OK;
}
