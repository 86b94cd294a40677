// SPDX-License-Identifier: MIT
// tear.c -- holes of shells and membranes that give way.
//
// After a step the force of a hole along the surface is held against its limit. Beyond it the
// material point moves in the direction of the force, so far that the force would be down at the
// limit in the step that was just made, and no further than to the next edge of the mesh. There the
// slit behind it, which ends in a node beside it, goes on to that edge. No memory is taken: room
// was made with the tissue. docs/theory/tearing.md
#include "attach/cut.h"
#include "attach/hole.h"
#include "attach/pierce.h"
#include "data/data.h"

#include "geom/triangle.h"
#include "math/vec3.h"

#include <math.h>

static sut_tissue_slot *tissue_of(const sut_world *w, const sut_hole *k) {
    return &w->tissues[k->tissue - w->bodies.rods];
}

//---- the limit -----------------------------------------------------------------------------------
double sut_tear_limit(const sut_world *w, const sut_hole *k) {
    const sut_tissue_def *d = sut_tissue_def_of(tissue_of(w, k)->tissue);
    bool surface = d->model == SUT_TISSUE_SHELL || d->model == SUT_TISSUE_MEMBRANE;
    if (!d->tearing.enabled || !surface || k->triangle < 0 || sut_hole_on_needle(w, k)) {
        return HUGE_VAL;
    }
    double floor = d->tearing.floor;
    return d->tearing.strength *
           (floor < 1.0 ? floor + (1.0 - floor) * k->edge / d->tearing.bite : 1.0);
}

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
// A place that moves over the triangles around the tip, at rest.
typedef struct walk {
    sut_vec3 direction; // unit
    double left;        // m
    int triangle;
    double weight[3];
} walk;

typedef enum ending {
    INSIDE,  // it has gone all of its way
    CROSSES, // it is at the edge across from the tip
    AT_EDGE, // it is at a free edge
    HELD     // it cannot go on
} ending;

// How the weights of a place change along a direction, per metre; false: the triangle is flat.
static bool find_rates(const sut_vec3 *x, const int v[3], sut_vec3 direction, double rate[3]) {
    sut_vec3 a = v3_sub(x[v[1]], x[v[0]]);
    sut_vec3 b = v3_sub(x[v[2]], x[v[0]]);
    double aa = v3_norm2(a);
    double bb = v3_norm2(b);
    double ab = v3_dot(a, b);
    double determinant = aa * bb - ab * ab;
    double da = v3_dot(direction, a);
    double db = v3_dot(direction, b);
    rate[1] = (da * bb - db * ab) / determinant;
    rate[2] = (db * aa - da * ab) / determinant;
    rate[0] = -(rate[1] + rate[2]);
    return determinant > 0.0;
}

static int corner_at(const sut_surface *f, int t, int node) {
    for (int c = 0; c < 3; c++) {
        if (f->triangle[t][c] == node) {
            return c;
        }
    }
    return -1;
}

// From the tip itself: into the triangle of its fan that the direction goes through, or misses
// least. False: it leaves the surface here.
static bool set_out(const sut_surface *f, int tip, walk *a, double rate[3]) {
    const double off_surface = -0.05; // folds, as paths of cuts allow
    double best = off_surface;
    int found = -1;
    for (int t = 0; t < f->triangle_count; t++) {
        int c = corner_at(f, t, tip);
        double r[3];
        if (c < 0 || !find_rates(f->rest, f->triangle[t], a->direction, r)) {
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
    int c = corner_at(f, found, tip);
    (void)find_rates(f->rest, f->triangle[found], a->direction, rate);
    rate[(c + 1) % 3] = fmax(rate[(c + 1) % 3], 0.0);
    rate[(c + 2) % 3] = fmax(rate[(c + 2) % 3], 0.0);
    rate[c] = -(rate[(c + 1) % 3] + rate[(c + 2) % 3]);
    for (int i = 0; i < 3; i++) {
        a->weight[i] = i == c ? 1.0 : 0.0;
    }
    return true;
}

// Within the triangle; the corner across from the edge at which it ends, -1: it does not.
static int cross_triangle(walk *a, const double rate[3]) {
    int out = -1;
    double way = a->left;
    for (int c = 0; c < 3; c++) {
        if (rate[c] < 0.0 && a->weight[c] < -rate[c] * way) {
            way = a->weight[c] / -rate[c];
            out = c;
        }
    }
    for (int c = 0; c < 3; c++) {
        double moved = a->weight[c] + way * rate[c];
        a->weight[c] = c == out || !(moved > 0.0) ? 0.0 : moved;
    }
    a->left -= way;
    return out;
}

// Over an edge into the triangle beyond it.
static void hop(const sut_surface *f, walk *a, int beyond) {
    double weight[3] = {0.0, 0.0, 0.0};
    for (int c = 0; c < 3; c++) {
        int there = corner_at(f, beyond, f->triangle[a->triangle][c]);
        if (there >= 0) {
            weight[there] = a->weight[c];
        }
    }
    a->triangle = beyond;
    for (int c = 0; c < 3; c++) {
        a->weight[c] = weight[c];
    }
}

static ending follow(const sut_surface *f, const sut_hole *k, walk *a) {
    enum { HOPS = 64 };
    // a free edge beside the tip is a lip of the slit where there is one, and bears it
    ending at_rim = k->slit_from >= 0 ? HELD : AT_EDGE;
    double rate[3];
    int c = corner_at(f, a->triangle, k->slit_tip);
    const double at_node = 1e-9; // of the triangle
    bool fresh = a->weight[c] > 1.0 - at_node;
    if (fresh && !set_out(f, k->slit_tip, a, rate)) {
        return at_rim;
    }
    for (int i = 0; i < HOPS; i++, fresh = false) {
        const int *v = f->triangle[a->triangle];
        if (!fresh && !find_rates(f->rest, v, a->direction, rate)) {
            return HELD;
        }
        int out = cross_triangle(a, rate);
        if (out < 0) {
            return INSIDE;
        }
        if (v[out] == k->slit_tip) {
            return CROSSES;
        }
        int edge = f->triangle_edge[a->triangle][(out + 1) % 3];
        if (sut_surface_is_rim(f, edge)) {
            return at_rim;
        }
        const int *beside = f->beside[edge];
        hop(f, a, beside[0] == a->triangle ? beside[1] : beside[0]);
    }
    return HELD;
}

static sut_vec3 place_of(const sut_vec3 *x, const int v[3], const double weight[3]) {
    sut_vec3 at = v3_scale(x[v[0]], weight[0]);
    at = v3_madd(at, weight[1], x[v[1]]);
    return v3_madd(at, weight[2], x[v[2]]);
}

static void move_to(const sut_surface *f, const walk *a, sut_hole *k) {
    const int *v = f->triangle[a->triangle];
    sut_vec3 rest = place_of(f->rest, v, a->weight);
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
static void tell_no_room(sut_world *w, const sut_hole *k) {
    sut_tissue_slot *t = tissue_of(w, k);
    uint32_t tissue = (uint32_t)(k->tissue - w->bodies.rods) + 1;
    if (!t->room.told) {
        t->room.told = true;
        sut_world_event_between(w, SUT_EV_NO_ROOM, 0, tissue,
                                sut_hole_place(k, w->bodies.body[k->tissue]), 0.0);
    }
}

static bool take_edit(sut_world *w, const sut_hole *k) {
    sut_tissue_slot *t = tissue_of(w, k);
    if (!sut_tissue_take_edit(w, t)) {
        return false;
    }
    sut_hole_cut_tissue(w, k->tissue - w->bodies.rods);
    return true;
}

static walk stand_at(const sut_surface *f, const sut_hole *k) {
    sut_vec3 x[3];
    for (int c = 0; c < 3; c++) {
        x[c] = f->rest[f->triangle[k->triangle][c]];
    }
    sut_triangle_near n = sut_triangle_point(x, k->rest);
    return (walk){.triangle = k->triangle, .weight = {n.weight[0], n.weight[1], n.weight[2]}};
}

// A slit begins in a node at the hole, or the next one. False: no room for it.
static bool make_tip(sut_world *w, sut_hole *k) {
    sut_tissue_slot *t = tissue_of(w, k);
    if (k->slit_tip >= 0 && corner_at(&t->surface, k->triangle, k->slit_tip) >= 0) {
        return true;
    }
    sut_tissue_edit *edit = &t->room.edit;
    sut_tissue_edit_begin(edit, t->tissue);
    int before = edit->mesh.n;
    walk a = stand_at(&t->surface, k);
    sut_edit_place at = {a.triangle, {a.weight[0], a.weight[1], a.weight[2]}};
    int node = sut_mesh_edit_node_at(&edit->mesh, &at);
    if (node < 0 || (edit->mesh.n > before && !take_edit(w, k))) {
        return false;
    }
    k->slit_tip = node;
    k->slit_from = -1;
    return corner_at(&t->surface, k->triangle, k->slit_tip) >= 0;
}

// The slit goes on from its tip to where the hole crosses the edge beyond. False: no room for it.
static bool split(sut_world *w, sut_hole *k, const walk *a, ending *end) {
    sut_tissue_slot *t = tissue_of(w, k);
    sut_tissue_edit *edit = &t->room.edit;
    const sut_vec3 *x = t->surface.rest;
    sut_vec3 way = v3_sub(place_of(x, t->surface.triangle[a->triangle], a->weight), x[k->slit_tip]);
    sut_tissue_edit_begin(edit, t->tissue);
    edit->mesh.shape = SUT_EDIT_REST;
    int next = k->slit_tip;
    sut_edit_outcome o = sut_mesh_edit_advance(&edit->mesh, k->slit_tip, way, v3_norm(way), &next);
    if (o == SUT_EDIT_REFUSED) {
        return false;
    }
    *end = o == SUT_EDIT_ON ? INSIDE : AT_EDGE;
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

//---- after a step --------------------------------------------------------------------------------
// What the thread does to the tissue along its surface.
typedef struct pull {
    double force;      // N
    sut_vec3 now;      // unit
    sut_vec3 material; // m at rest per m now: where that leads to
} pull;

static bool shares_corner(const int a[3], const int b[3]) {
    for (int i = 0; i < 3; i++) {
        if (a[0] == b[i] || a[1] == b[i] || a[2] == b[i]) {
            return true;
        }
    }
    return false;
}

// How the triangles around the one of the hole lie now, on average over their area: what two
// directions at rest have become. A mean over a patch follows from its border alone, whatever the
// hole does to the nodes beside it: the surface before it may be crumpled.
static void find_patch(const sut_surface *f, const sut_vec3 *x, int triangle,
                       const sut_vec3 rest[2], sut_vec3 now[2]) {
    const int *own = f->triangle[triangle];
    double total = 0.0;
    now[0] = now[1] = v3_zero();
    for (int t = 0; t < f->triangle_count; t++) {
        const int *v = f->triangle[t];
        if (!shares_corner(own, v)) {
            continue;
        }
        double area = v3_norm(
            v3_cross(v3_sub(f->rest[v[1]], f->rest[v[0]]), v3_sub(f->rest[v[2]], f->rest[v[0]])));
        for (int i = 0; i < 2; i++) {
            double rate[3];
            if (find_rates(f->rest, v, rest[i], rate)) {
                now[i] = v3_madd(now[i], area, place_of(x, v, rate));
            }
        }
        total += area;
    }
    now[0] = v3_scale(now[0], 1.0 / total);
    now[1] = v3_scale(now[1], 1.0 / total);
}

static pull find_pull(const sut_world *w, const sut_hole *k) {
    const sut_surface *f = &tissue_of(w, k)->surface;
    const int *v = f->triangle[k->triangle];
    sut_vec3 u = v3_normalized(v3_sub(f->rest[v[1]], f->rest[v[0]]));
    sut_vec3 n = v3_normalized(v3_cross(u, v3_sub(f->rest[v[2]], f->rest[v[0]])));
    const sut_vec3 rest[2] = {u, v3_cross(n, u)};
    sut_vec3 now[2];
    find_patch(f, w->bodies.body[k->tissue]->position, k->triangle, rest, now);
    sut_vec3 normal = v3_normalized(v3_cross(now[0], now[1]));
    sut_vec3 force = v3_neg(k->kept.force);
    force = v3_madd(force, -v3_dot(normal, force), normal);
    pull p = {.force = v3_norm(force)};
    p.now = v3_scale(force, p.force > 0.0 ? 1.0 / p.force : 0.0);
    double aa = v3_norm2(now[0]);
    double bb = v3_norm2(now[1]);
    double ab = v3_dot(now[0], now[1]);
    double da = v3_dot(p.now, now[0]);
    double db = v3_dot(p.now, now[1]);
    double determinant = aa * bb - ab * ab;
    p.material = v3_scale(rest[0], (da * bb - db * ab) / determinant);
    p.material = v3_madd(p.material, (db * aa - da * ab) / determinant, rest[1]);
    return p;
}

// N/m by which the force falls as the material point gives way to it, in a step like the last.
static double stiffness_along(const sut_hole *k, sut_vec3 t) {
    sut_vec3 u = v3_scale(k->yield[0], t.x);
    u = v3_madd(u, t.y, k->yield[1]);
    u = v3_madd(u, t.z, k->yield[2]);
    return k->kn * (1.0 - v3_dot(t, u));
}

static void tell(sut_world *w, int slot, sut_event_type type, double force) {
    const sut_hole *k = &w->holes[slot].hole;
    sut_world_event_between(w, type, (uint32_t)slot + 1, (uint32_t)k->body + 1,
                            sut_hole_place(k, w->bodies.body[k->tissue]), force);
}

static void let_go(sut_world *w, int slot) {
    sut_hole *k = &w->holes[slot].hole;
    k->out = true;
    k->through = true;
    k->leaves = true;
    k->tears = false;
    k->kept.force = v3_zero();
    k->kept.memory = 0.0;
    k->kept.order = 0.0;
    k->kept.slips = 0;
    w->holes[slot].slipped = sut_hole_motion(k);
}

// The wound gets a tip, the tip walks along the pull until the force is at its limit, and the mesh
// follows it.
static void tear(sut_world *w, int slot, const pull *p, double limit) {
    sut_hole *k = &w->holes[slot].hole;
    if (!make_tip(w, k)) {
        tell_no_room(w, k);
        return;
    }
    if (!k->tears) {
        tell(w, slot, SUT_EV_TORE_INTO, p->force);
        k->tears = true;
    }
    const sut_surface *s = &tissue_of(w, k)->surface;
    walk a = stand_at(s, k);
    double stretch = v3_norm(p->material);
    a.direction = v3_scale(p->material, 1.0 / stretch);
    double stiffness = stiffness_along(k, p->now);
    a.left = stiffness > 0.0 ? stretch * (p->force - limit) / stiffness : HUGE_VAL;
    ending end = follow(s, k, &a);
    if (end == CROSSES) {
        if (!split(w, k, &a, &end)) {
            tell_no_room(w, k);
            return;
        }
    } else {
        move_to(s, &a, k);
    }
    k->edge = sut_tear_edge(w, k);
    if (end == AT_EDGE) {
        tell(w, slot, SUT_EV_TORE_THROUGH, p->force);
        let_go(w, slot);
    }
}

// Is the thread beside a hole that it tore out of out of reach of the tissue?
static bool is_clear(const sut_world *w, const sut_hole *k) {
    const sut_surface *f = &tissue_of(w, k)->surface;
    const sut_body *thread = w->bodies.body[k->body];
    const sut_vec3 *x = w->bodies.body[k->tissue]->position;
    int first = (int)fmax(floor(k->kept.s - k->margin), k->curve.first);
    int last = (int)fmin(ceil(k->kept.s + k->margin), k->curve.first + k->curve.n - 1);
    for (int t = 0; t < f->triangle_count; t++) {
        const int *v = f->triangle[t];
        const sut_vec3 corner[3] = {x[v[0]], x[v[1]], x[v[2]]};
        for (int i = first; i < last; i++) {
            sut_vec3 a = thread->position[i];
            sut_vec3 b = thread->position[i + 1];
            if (sut_triangle_segment(corner, a, b).distance <= k->radius + f->half) {
                return false;
            }
        }
    }
    return true;
}

void sut_tear_list_leaving(sut_world *w) {
    sut_contacts *c = &w->contacts;
    for (int i = 0; i < w->def.capacity.holes; i++) {
        if (w->holes[i].used && w->holes[i].hole.leaves) {
            c->hole[c->holes + c->leaving++] = &w->holes[i].hole;
        }
    }
}

void sut_tear_output(sut_world *w) {
    for (int i = 0; i < w->def.capacity.holes; i++) {
        sut_hole *k = &w->holes[i].hole;
        if (!w->holes[i].used) {
            continue;
        }
        if (k->leaves) {
            k->leaves = !is_clear(w, k);
        }
        double limit = k->out ? HUGE_VAL : sut_tear_limit(w, k);
        if (!(limit < HUGE_VAL)) {
            continue;
        }
        pull p = {.force = 0.0};
        if (v3_norm(k->kept.force) > limit) {
            p = find_pull(w, k);
        }
        if (!(p.force > limit)) {
            k->tears = false;
        } else if (k->yields && isfinite(v3_norm(p.material))) {
            tear(w, i, &p, limit);
        }
    }
}
