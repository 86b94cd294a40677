// SPDX-License-Identifier: MIT
// tear_surface.c -- holes of shells and membranes that give way: the mesh is split behind
// them. docs/theory/tearing.md
//
// The material point moves no further than to the next edge of the mesh. There the slit behind it,
// which ends in a node beside it, goes on to that edge. No memory is taken: room was made with the
// tissue.
#include "attach/tear.h"

#include "attach/cut.h"
#include "data/data.h"

#include "math/vec3.h"

#include <math.h>

static sut_tissue_slot *tissue_of(const sut_world *w, const sut_hole *k) {
    return &w->tissues[k->tissue - w->bodies.rods];
}

//---- its own slit --------------------------------------------------------------------------------
// The other edges of the rim at a node that one is on; -1: the rim does not go on.
static int next_on_rim(const sut_surface *f, int node, int edge) {
    for (int e = 0; e < f->edge_count; e++) {
        bool here = f->edge[e][0] == node || f->edge[e][1] == node;
        if (here && e != edge && sut_surface_is_rim(f, e)) {
            return e;
        }
    }
    return -1;
}

static int other_end(const sut_surface *f, int edge, int node) {
    return f->edge[edge][0] == node ? f->edge[edge][1] : f->edge[edge][0];
}

// Edges of the two lips behind the tip of a slit: as far as they lie on each other at rest.
static int list_slit(const sut_surface *f, int tip, int *edges, int room) {
    int count = 0;
    int a = next_on_rim(f, tip, -1);
    int b = a >= 0 ? next_on_rim(f, tip, a) : -1;
    int at_a = tip;
    int at_b = tip;
    while (a >= 0 && b >= 0 && a != b && count + 2 <= room) {
        at_a = other_end(f, a, at_a);
        at_b = other_end(f, b, at_b);
        if (!(v3_distance(f->rest[at_a], f->rest[at_b]) <= 0.0)) {
            break; // copies of a node have its place to the last bit
        }
        edges[count++] = a;
        edges[count++] = b;
        if (at_a == at_b) {
            break; // where it began
        }
        a = next_on_rim(f, at_a, a);
        b = next_on_rim(f, at_b, b);
    }
    return count;
}

// The lips of its own slit are behind a hole: what holds it is before it.
double sut_tear_edge(const sut_world *w, const sut_hole *k) {
    sut_tissue_slot *t = tissue_of(w, k);
    const sut_surface *f = &t->surface;
    if (k->slit_tip < 0) {
        return sut_hole_edge_distance(f, k->rest);
    }
    int *slit = t->room.edit.path; // scratch between two edits
    int count = list_slit(f, k->slit_tip, slit, t->room.edit.mesh.node_room);
    double least = HUGE_VAL;
    for (int e = 0; e < f->edge_count; e++) {
        bool counts = sut_surface_is_rim(f, e);
        for (int i = 0; counts && i < count; i++) {
            counts = slit[i] != e;
        }
        least = counts ? fmin(least, sut_hole_distance_to(f, e, k->rest)) : least;
    }
    return least;
}

//---- on the surface ------------------------------------------------------------------------------
// From the tip itself: into the triangle of its fan that the direction goes through, or misses
// least. False: it leaves the surface here.
static bool set_out(const sut_surface *f, int tip, sut_tear_way *a, double rate[3]) {
    const double off_surface = -0.05; // folds, as paths of cuts allow
    double best = off_surface;
    int found = -1;
    for (int t = 0; t < f->triangle_count; t++) {
        int c = sut_tear_corner(f, t, tip);
        double r[3];
        if (c < 0 || !sut_tear_rates(f->rest, f->triangle[t], a->direction, r)) {
            continue;
        }
        double u = r[(c + 1) % 3];
        double v = r[(c + 2) % 3];
        double inside = fmin(u, v) / (fabs(u) + fabs(v));
        if (inside > best) {
            best = inside;
            found = t;
        }
    }
    if (found < 0) {
        return false;
    }
    a->triangle = found;
    int c = sut_tear_corner(f, found, tip);
    (void)sut_tear_rates(f->rest, f->triangle[found], a->direction, rate);
    rate[(c + 1) % 3] = fmax(rate[(c + 1) % 3], 0.0);
    rate[(c + 2) % 3] = fmax(rate[(c + 2) % 3], 0.0);
    rate[c] = -(rate[(c + 1) % 3] + rate[(c + 2) % 3]);
    for (int i = 0; i < 3; i++) {
        a->weight[i] = i == c ? 1.0 : 0.0;
    }
    return true;
}

static sut_tear_end follow(const sut_surface *f, const sut_hole *k, sut_tear_way *a) {
    enum { HOPS = 64 };
    // a free edge beside the tip is a lip of the slit where there is one, and bears it
    sut_tear_end at_rim = k->slit_from >= 0 ? SUT_TEAR_HELD : SUT_TEAR_AT_EDGE;
    double rate[3];
    int c = sut_tear_corner(f, a->triangle, k->slit_tip);
    const double at_node = 1e-9; // of the triangle
    bool fresh = a->weight[c] > 1.0 - at_node;
    if (fresh && !set_out(f, k->slit_tip, a, rate)) {
        return at_rim;
    }
    for (int i = 0; i < HOPS; i++, fresh = false) {
        const int *v = f->triangle[a->triangle];
        if (!fresh && !sut_tear_rates(f->rest, v, a->direction, rate)) {
            return SUT_TEAR_HELD;
        }
        int out = sut_tear_cross(a, rate);
        if (out < 0) {
            return SUT_TEAR_INSIDE;
        }
        if (v[out] == k->slit_tip) {
            return SUT_TEAR_ACROSS;
        }
        int edge = f->triangle_edge[a->triangle][(out + 1) % 3];
        if (sut_surface_is_rim(f, edge)) {
            return at_rim;
        }
        sut_tear_hop(f, a, edge);
    }
    return SUT_TEAR_HELD;
}

static void move_to(const sut_surface *f, const sut_tear_way *a, sut_hole *k) {
    const int *v = f->triangle[a->triangle];
    sut_vec3 rest = sut_tear_place(f->rest, v, a->weight);
    k->torn += v3_distance(rest, k->rest);
    k->rest = rest;
    k->triangle = a->triangle;
    k->site.count = 3;
    for (int c = 0; c < 3; c++) {
        k->site.vertex[c] = v[c];
        k->site.weight[c] = a->weight[c];
    }
}

//---- the mesh ------------------------------------------------------------------------------------
static bool take_edit(sut_world *w, const sut_hole *k) {
    sut_tissue_slot *t = tissue_of(w, k);
    if (!sut_tissue_take_edit(w, t)) {
        return false;
    }
    sut_hole_cut_tissue(w, k->tissue - w->bodies.rods);
    return true;
}

// In a node at the hole, or the next one.
bool sut_tear_begin(sut_world *w, sut_hole *k) {
    sut_tissue_slot *t = tissue_of(w, k);
    if (k->slit_tip >= 0 && sut_tear_corner(&t->surface, k->triangle, k->slit_tip) >= 0) {
        return true;
    }
    sut_tissue_edit *edit = &t->room.edit;
    sut_tissue_edit_begin(edit, t->tissue);
    int before = edit->mesh.n;
    sut_tear_way a;
    sut_tear_stand(&t->surface, k, &a);
    sut_edit_place at = {a.triangle, {a.weight[0], a.weight[1], a.weight[2]}};
    int node = sut_mesh_edit_node_at(&edit->mesh, &at);
    if (node < 0 || (edit->mesh.n > before && !take_edit(w, k))) {
        return false;
    }
    k->slit_tip = node;
    k->slit_from = -1;
    return sut_tear_corner(&t->surface, k->triangle, k->slit_tip) >= 0;
}

// The slit goes on from its tip to where the hole crosses the edge beyond. False: no room for it.
static bool split(sut_world *w, sut_hole *k, const sut_tear_way *a, sut_tear_end *end) {
    sut_tissue_slot *t = tissue_of(w, k);
    sut_tissue_edit *edit = &t->room.edit;
    const sut_vec3 *x = t->surface.rest;
    sut_vec3 way =
        v3_sub(sut_tear_place(x, t->surface.triangle[a->triangle], a->weight), x[k->slit_tip]);
    sut_tissue_edit_begin(edit, t->tissue);
    edit->mesh.shape = SUT_EDIT_REST;
    int next = k->slit_tip;
    sut_edit_outcome o = sut_mesh_edit_advance(&edit->mesh, k->slit_tip, way, v3_norm(way), &next);
    if (o == SUT_EDIT_REFUSED) {
        return false;
    }
    *end = o == SUT_EDIT_ON ? SUT_TEAR_INSIDE : SUT_TEAR_AT_EDGE;
    int count = 0;
    if (k->slit_from >= 0) {
        edit->path[count++] = k->slit_from;
    }
    edit->path[count++] = k->slit_tip;
    edit->path[count++] = next;
    if (o != SUT_EDIT_OUT && !sut_mesh_edit_open(&edit->mesh, edit->path, count)) {
        return false;
    }
    sut_hole before = *k;
    move_to(&t->surface, a, k);
    if (o == SUT_EDIT_OUT) {
        return true; // there is nothing left to be split
    }
    k->slit_from = k->slit_tip;
    k->slit_tip = next;
    if (!take_edit(w, k)) {
        *k = before;
        return false;
    }
    return true;
}

bool sut_tear_sheet(sut_world *w, sut_hole *k, sut_tear_way *a, sut_tear_end *end) {
    const sut_surface *f = &tissue_of(w, k)->surface;
    sut_tear_stand(f, k, a);
    *end = follow(f, k, a);
    if (*end == SUT_TEAR_ACROSS) {
        return split(w, k, a, end);
    }
    move_to(f, a, k);
    return true;
}
