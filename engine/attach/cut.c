// SPDX-License-Identifier: MIT
// cut.c -- meshes and threads that are cut: the changed tissue in its slot, the two pieces.
#include "data/data.h"

#include "attach/cut.h"
#include "attach/hole.h"
#include "state/record.h"

#include <math.h>

//---- change --------------------------------------------------------------------------------------
// Lips begin where they touch: contacts and the guard need a distance to keep.
static bool part_lips(sut_mesh_edit *e, const sut_tissue_def *def, sut_memory *m) {
    return sut_surface_part_lips(e->field[SUT_EDIT_POSITION], e->n, (const int(*)[3])e->triangle,
                                 e->triangles, false, sut_tissue_lip_offset(def), m);
}

bool sut_tissue_take_edit(sut_world *w, sut_tissue_slot *t) {
    sut_tissue_room *r = &t->room;
    sut_memory m;
    sut_arena_empty(&r->arena[1 - r->current], &m);
    if (!part_lips(&r->edit.mesh, sut_tissue_def_of(t->tissue), &m)) {
        return false;
    }
    sut_tissue_slot next = {.tissue = sut_tissue_remake(t->tissue, &r->edit, &m)};
    if (!next.tissue || !sut_tissue_slot_surface(&next, &m)) {
        return false;
    }
    sut_tissue_move_supports(next.tissue, t->tissue);
    t->tissue = next.tissue;
    t->surface = next.surface;
    r->current = 1 - r->current;
    sut_contact_refresh(w);
    return true;
}

//---- a cut along points --------------------------------------------------------------------------
// From the last node of the path towards a point; the path's new length.
static int lead_to(sut_tissue_edit *edit, int count, sut_vec3 point, bool *out) {
    sut_mesh_edit *e = &edit->mesh;
    double left = HUGE_VAL;
    // a node nearer than that to another would leave a sliver: the point is reached
    double near = 0.2 * sqrt(2.0 * e->mean_area);
    while (count < e->node_room && !*out) {
        int node = edit->path[count - 1];
        sut_vec3 way = v3_sub(point, e->field[SUT_EDIT_POSITION][node]);
        double length = v3_norm(way);
        if (!(length < 0.999 * left) || length < near) {
            break; // a path that snaps to nodes goes round its point
        }
        left = length;
        int next = node;
        sut_edit_outcome o = sut_mesh_edit_advance(e, node, way, length, &next);
        *out = o != SUT_EDIT_ON;
        if (o == SUT_EDIT_OUT || o == SUT_EDIT_REFUSED) {
            break;
        }
        // where no node comes nearer the path ends: the next one is beyond its point
        if (v3_distance(e->field[SUT_EDIT_POSITION][next], point) >= length) {
            break;
        }
        edit->path[count++] = next;
    }
    return count;
}

static double rest_length(const sut_tissue_edit *edit, int count) {
    const sut_vec3 *x = edit->mesh.field[SUT_EDIT_REST];
    double sum = 0.0;
    for (int i = 0; i + 1 < count; i++) {
        sum += v3_distance(x[edit->path[i]], x[edit->path[i + 1]]);
    }
    return sum;
}

static sut_result check_cut(sut_world *w, sut_tissue_slot *t, const sut_vec3 *points, int count) {
    const sut_tissue_def *d = t ? sut_tissue_def_of(t->tissue) : NULL;
    if (!d) {
        return sut_world_refuse(w, SUT_E_ID, "the tissue to be cut does not exist");
    }
    if (d->model != SUT_TISSUE_SHELL && d->model != SUT_TISSUE_MEMBRANE) {
        return sut_world_refuse(w, SUT_E_ARGUMENT,
                                "only shells and membranes are cut, not solids nor tubes");
    }
    if (count < 2 || count > SUT_CUT_POINTS) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, "a cut has 2 to 64 points");
    }
    for (int i = 0; i < count; i++) {
        if (!v3_is_finite(points[i])) {
            return sut_world_refuse(w, SUT_E_ARGUMENT, "points of a cut must be finite");
        }
    }
    return SUT_OK;
}

sut_result sut_tissue_cut_along(sut_world *w, sut_tissue_slot *t, const sut_vec3 *points, int count,
                                double *length, int *last) {
    sut_tissue_edit *edit = &t->room.edit;
    sut_tissue_edit_begin(edit, t->tissue);
    sut_edit_place first = sut_mesh_edit_nearest(&edit->mesh, points[0]);
    edit->path[0] = sut_mesh_edit_node_at(&edit->mesh, &first);
    int nodes = edit->path[0] < 0 ? 0 : 1;
    bool out = nodes == 0;
    for (int i = 1; i < count && !out; i++) {
        nodes = lead_to(edit, nodes, points[i], &out);
    }
    bool done = !edit->mesh.no_room && sut_mesh_edit_open(&edit->mesh, edit->path, nodes) &&
                sut_tissue_take_edit(w, t);
    if (!done) {
        return SUT_E_CAPACITY;
    }
    *length = rest_length(edit, nodes);
    *last = edit->path[nodes - 1];
    return SUT_OK;
}

// Check, room, the cut itself, then what stands on the mesh: holes, the image, the record.
sut_result sut_tissue_cut(sut_world *w, sut_tissue_id id, const sut_vec3 *points, int count,
                          double *length) {
    sut_world_ask(w);
    if (!w || !points) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, sut_null_pointer);
    }
    sut_tissue_slot *t = sut_world_tissue(w, id);
    sut_result result = check_cut(w, t, points, count);
    if (result != SUT_OK) {
        return result;
    }
    if (!sut_tissue_reserve_room(w, t) || !sut_contact_reserve(w)) {
        return sut_world_refuse(w, SUT_E_MEMORY, "no memory for the cut");
    }
    double cut = 0.0;
    int last = -1;
    if (sut_tissue_cut_along(w, t, points, count, &cut, &last) != SUT_OK) {
        return sut_world_refuse(w, SUT_E_CAPACITY,
                                "no room for the nodes and triangles of the cut");
    }
    sut_hole_cut_tissue(w, (int)id.index1 - 1);
    if (length) {
        *length = cut;
    }
    if (!sut_tissue_reserve_image(t, &w->memory)) {
        return sut_world_refuse(w, SUT_E_MEMORY, "no memory for the state of the cut tissue");
    }
    sut_record_tissue_cut(w, id, points, count);
    return SUT_OK;
}

//---- threads -------------------------------------------------------------------------------------
sut_result sut_thread_cut(sut_world *w, sut_thread_id id, int edge) {
    sut_world_ask(w);
    sut_thread_slot *t = sut_world_thread(w, id);
    if (!t) {
        return sut_world_refuse(w, SUT_E_ID, sut_stale_thread);
    }
    if (edge < 0 || edge >= t->rod.body.n - 1) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, "the edge to be cut is not one of the thread's");
    }
    if (sut_model_is_explicit(t->rod.def.model)) {
        return sut_world_refuse(w, SUT_E_ARGUMENT,
                                "threads of explicit models (variational, springs) are not cut");
    }
    sut_rod_cut(&t->rod, edge);
    sut_hole_cut_thread(w, (int)id.index1 - 1, edge);
    sut_contact_refresh(w);
    sut_record_thread_cut(w, id, edge);
    return SUT_OK;
}
