// SPDX-License-Identifier: MIT
// tissue_remake.c -- a tissue whose mesh was changed is made anew and goes on where it was.
//
// Definitions never change: edges, hinges, the pattern of the matrix and its factor all follow from
// the mesh, so that a changed mesh is another tissue. It takes over the motion and the supports.
#include "tissue/tissue_remake.h"

#include "tissue/tissue_parts.h"

#include <string.h>

//---- an edit of a tissue -------------------------------------------------------------------------
static int room_for(int given, int count) {
    return given > count ? given : count + (count + 3) / 4;
}

static size_t piece(size_t *used, size_t bytes) {
    size_t at = *used;
    *used += (bytes + 63) / 64 * 64;
    return at;
}

// Sizes at full capacity, one block, and the pointers into it.
bool sut_tissue_edit_reserve(sut_tissue_edit *edit, const sut_tissue *t, sut_memory *m) {
    sut_mesh_edit *e = &edit->mesh;
    *edit = (sut_tissue_edit){0};
    e->node_room = room_for(t->def.max_nodes, t->n);
    e->triangle_room = room_for(t->def.max_elements, t->triangle_count);
    size_t nodes = (size_t)e->node_room;
    size_t triangles = (size_t)e->triangle_room;
    size_t field[SUT_EDIT_FIELDS];
    size_t used = 0;
    for (int f = 0; f < SUT_EDIT_FIELDS; f++) {
        field[f] = piece(&used, nodes * sizeof(sut_vec3));
    }
    size_t whole = piece(&used, nodes * sizeof(bool));
    size_t copy_of = piece(&used, nodes * sizeof(int));
    size_t path = piece(&used, nodes * sizeof(int));
    size_t triangle = piece(&used, triangles * sizeof(int[3]));
    size_t part_of = piece(&used, triangles * sizeof(int));
    size_t scratch = piece(&used, 3 * triangles * sizeof(int));
    char *at = sut_memory_take(m, used);
    if (!at) {
        return false;
    }
    edit->memory = at;
    edit->size = used;
    for (int f = 0; f < SUT_EDIT_FIELDS; f++) {
        e->field[f] = (sut_vec3 *)(void *)(at + field[f]);
    }
    edit->path = (int *)(void *)(at + path);
    e->whole = (bool *)(at + whole);
    e->copy_of = (int *)(void *)(at + copy_of);
    e->triangle = (int(*)[3])(void *)(at + triangle);
    e->part_of = (int *)(void *)(at + part_of);
    e->scratch = (int *)(void *)(at + scratch);
    return true;
}

void sut_tissue_edit_free(sut_tissue_edit *edit, sut_memory *m) {
    sut_memory_give(m, edit->memory, edit->size);
    *edit = (sut_tissue_edit){0};
}

// Pins hold a place, not a side of a cut.
static void mark_pinned(bool *whole, const sut_tissue *t) {
    memset(whole, 0, (size_t)t->n * sizeof *whole);
    for (int i = 0; i < t->support_count; i++) {
        const sut_support *s = &t->supports[i];
        for (int k = 0; s->used && s->def.kind == SUT_SUPPORT_PIN && k < s->def.node_count; k++) {
            whole[s->def.nodes[k]] = true;
        }
    }
}

void sut_tissue_edit_begin(sut_tissue_edit *edit, const sut_tissue *t) {
    sut_mesh_edit *e = &edit->mesh;
    size_t bytes = (size_t)t->n * sizeof(sut_vec3);
    e->n = t->n;
    e->triangles = t->triangle_count;
    memcpy(e->field[SUT_EDIT_REST], t->initial, bytes);
    memcpy(e->field[SUT_EDIT_POSITION], t->body.position, bytes);
    memcpy(e->field[SUT_EDIT_VELOCITY], t->velocity, bytes);
    memcpy(e->field[SUT_EDIT_ACCELERATION], t->acceleration, bytes);
    memcpy(e->triangle, t->triangles, (size_t)t->triangle_count * sizeof t->triangles[0]);
    mark_pinned(e->whole, t);
    sut_mesh_edit_begin(e);
}

//---- making it anew ------------------------------------------------------------------------------
void sut_tissue_move_supports(sut_tissue *to, sut_tissue *from) {
    to->supports = from->supports;
    to->support_count = from->support_count;
    to->support_room = from->support_room;
    from->supports = NULL;
    from->support_count = 0;
    from->support_room = 0;
}

// A cut appends nodes.
static bool is_changed(const sut_tissue *t, const sut_mesh_edit *e) {
    return e->n != t->n || e->triangles != t->triangle_count;
}

static double area_of(const sut_tissue *t, int triangle) {
    const int *v = t->triangles[triangle];
    return 0.5 * v3_norm(v3_cross(v3_sub(t->initial[v[1]], t->initial[v[0]]),
                                  v3_sub(t->initial[v[2]], t->initial[v[0]])));
}

// Masses follow the matter: a triangle that is whole gives its corners what it gave them before, a
// part of one its share of what all of it had. So copies of a node share its mass, whether it came
// from a density or was given. `per_area` is what each old node has for a unit of a third of the
// area around it.
static void carry_mass(sut_tissue *to, const sut_tissue *from, const sut_mesh_edit *e) {
    double *per_area = to->force; // scratch
    int *parts = e->scratch;
    memset(per_area, 0, (size_t)from->n * sizeof *per_area);
    memset(parts, 0, (size_t)from->triangle_count * sizeof *parts);
    for (int t = 0; t < from->triangle_count; t++) {
        for (int k = 0; k < 3; k++) {
            per_area[from->triangles[t][k]] += area_of(from, t) / 3.0;
        }
    }
    for (int i = 0; i < from->n; i++) {
        per_area[i] = per_area[i] > 0.0 ? from->mass[i] / per_area[i] : 0.0;
    }
    for (int t = 0; t < to->triangle_count; t++) {
        parts[e->part_of[t]]++;
    }
    memset(to->mass, 0, (size_t)to->n * sizeof to->mass[0]);
    for (int t = 0; t < to->triangle_count; t++) {
        const int *old = from->triangles[e->part_of[t]];
        double third = area_of(to, t) / 3.0;
        double mean = (per_area[old[0]] + per_area[old[1]] + per_area[old[2]]) / 3.0;
        for (int k = 0; k < 3; k++) {
            bool is_whole = parts[e->part_of[t]] == 1;
            to->mass[to->triangles[t][k]] += third * (is_whole ? per_area[old[k]] : mean);
        }
    }
    to->total_mass = from->total_mass;
}

static void take_over(sut_tissue *to, const sut_tissue *from, const sut_mesh_edit *e) {
    size_t bytes = (size_t)to->n * sizeof(sut_vec3);
    memcpy(to->body.position, e->field[SUT_EDIT_POSITION], bytes);
    memcpy(to->velocity, e->field[SUT_EDIT_VELOCITY], bytes);
    memcpy(to->acceleration, e->field[SUT_EDIT_ACCELERATION], bytes);
    if (is_changed(from, e)) {
        carry_mass(to, from, e);
    } else {
        memcpy(to->mass, from->mass, (size_t)to->n * sizeof to->mass[0]);
        to->total_mass = from->total_mass;
    }
    to->body.timer = from->body.timer;
    to->left = from->left;
    to->pins_lag = from->pins_lag;
    to->strain_max = from->strain_max;
    to->displacement_max = from->displacement_max;
    to->support_force = from->support_force;
    to->external_force = from->external_force;
    to->mesh_changes = from->mesh_changes + (is_changed(from, e) ? 1 : 0);
    to->time = from->time;
    to->h = from->h;
    sut_tissue_start(to);
}

sut_tissue *sut_tissue_remake(const sut_tissue *old, const sut_tissue_edit *edit, sut_memory *m) {
    const sut_mesh_edit *e = &edit->mesh;
    sut_tissue_def def = old->def;
    def.nodes = e->field[SUT_EDIT_REST];
    def.node_count = e->n;
    def.triangles = (const int(*)[3])e->triangle;
    def.triangle_count = e->triangles;
    if (is_changed(old, e)) { // the room is that of the first mesh
        def.max_nodes = e->node_room;
        def.max_elements = e->triangle_room;
    }
    sut_tissue *t = sut_tissue_make(&def, m);
    if (t) {
        take_over(t, old, e);
    }
    return t;
}
