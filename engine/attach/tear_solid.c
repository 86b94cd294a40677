// SPDX-License-Identifier: MIT
// tear_solid.c -- holes of solids that give way: the material point creeps along the surface,
// the mesh stays as it is. docs/theory/tearing.md
//
// Guides of the channel below follow by the share of the channel that lies between them and its
// other end. A hole that comes to a free edge is gone; what is left of its channel begins at the
// next guide, and what lies between that and the edge is in the open slit.
#include "attach/tear.h"

#include "attach/channel.h"
#include "attach/pierce.h"
#include "data/data.h"

#include "math/vec3.h"

#include <math.h>
#include <string.h>

static sut_tissue_slot *tissue_of(const sut_world *w, const sut_hole *k) {
    return &w->tissues[k->tissue - w->bodies.rods];
}

static sut_vec3 face_of(const sut_surface *f, int t) {
    const int *v = f->triangle[t];
    return v3_normalized(
        v3_cross(v3_sub(f->rest[v[1]], f->rest[v[0]]), v3_sub(f->rest[v[2]], f->rest[v[0]])));
}

//---- along the surface ---------------------------------------------------------------------------
static sut_tear_end follow(const sut_surface *f, sut_tear_way *a) {
    enum { HOPS = 64 };
    for (int i = 0; i < HOPS; i++) {
        sut_vec3 n = face_of(f, a->triangle);
        sut_vec3 flat = v3_madd(a->direction, -v3_dot(n, a->direction), n);
        double size = v3_norm(flat);
        if (!(size > 0.0)) {
            return SUT_TEAR_HELD;
        }
        a->direction = v3_scale(flat, 1.0 / size);
        double rate[3];
        if (!sut_tear_rates(f->rest, f->triangle[a->triangle], a->direction, rate)) {
            return SUT_TEAR_HELD;
        }
        int out = sut_tear_cross(a, rate);
        if (out < 0) {
            return SUT_TEAR_INSIDE;
        }
        int edge = f->triangle_edge[a->triangle][(out + 1) % 3];
        if (sut_hole_is_free_edge(f, edge)) {
            a->edge = edge;
            return SUT_TEAR_AT_EDGE;
        }
        sut_tear_hop(f, a, edge);
    }
    return SUT_TEAR_HELD;
}

//---- the slit ------------------------------------------------------------------------------------
static sut_vec3 slit_place(const sut_surface *f, const sut_vec3 *x, const sut_slit_mark *m) {
    return sut_tear_place(x, f->triangle[m->triangle], m->weight);
}

// Every second mark goes when there are too many: the slit keeps its two ends.
static void thin_out(sut_hole *k) {
    int kept = 0;
    for (int i = 0; i < k->slit_count; i += 2) {
        k->slit[kept++] = k->slit[i];
    }
    k->slit_count = kept;
}

static void mark(const sut_surface *f, sut_hole *k, const sut_tear_way *a) {
    double step = 0.25 * f->spacing;
    sut_vec3 at = sut_tear_place(f->rest, f->triangle[a->triangle], a->weight);
    if (k->slit_count > 0 &&
        v3_distance(at, slit_place(f, f->rest, &k->slit[k->slit_count - 1])) < step) {
        return;
    }
    if (k->slit_count == SUT_SLIT_MARKS) {
        thin_out(k);
    }
    sut_slit_mark *m = &k->slit[k->slit_count++];
    m->triangle = a->triangle;
    memcpy(m->weight, a->weight, sizeof m->weight);
}

int sut_tear_slit(const sut_world *w, const sut_hole *k, sut_slit_place *out, int capacity) {
    const sut_surface *f = &tissue_of(w, k)->surface;
    const sut_vec3 *x = w->bodies.body[k->tissue]->position;
    int count = k->slit_count > 0 ? k->slit_count + 1 : 0;
    for (int i = 0; out && i < count && i < capacity; i++) {
        bool last = i == k->slit_count;
        out[i] = (sut_slit_place){.at = last ? sut_hole_place(k, w->bodies.body[k->tissue])
                                             : slit_place(f, x, &k->slit[i]),
                                  .triangle = last ? k->triangle : k->slit[i].triangle};
    }
    return count;
}

//---- the channel ---------------------------------------------------------------------------------
// m along the needle and the thread that it draws, or along a thread without one.
static double along(const sut_world *w, const sut_hole *k) {
    if (sut_hole_on_needle(w, k)) {
        return k->kept.s;
    }
    for (int i = 0; i < w->def.capacity.needles; i++) {
        if (w->needles[i].used && w->needles[i].thread == k->body) {
            return sut_channel_behind_tip(w, i, k);
        }
    }
    return sut_hole_arc(&w->threads[k->body].rod, k->kept.s);
}

static bool is_listed(const sut_world *w, int i, const sut_hole *k) {
    const sut_hole *o = &w->holes[i].hole;
    return w->holes[i].used && !o->out && o != k && o->tissue == k->tissue &&
           (k->passage > 0 ? o->passage == k->passage : o->passage == 0 && o->body == k->body);
}

// The other end of the channel that a hole of the skin is one end of: a hole, or the tip inside;
// null: it has none.
static sut_hole *find_end(const sut_world *w, const sut_hole *k) {
    sut_hole *best = NULL;
    double own = along(w, k);
    for (int i = 0; i < w->def.capacity.holes; i++) {
        sut_hole *o = &w->holes[i].hole;
        if (!is_listed(w, i, k) || o->leads == 0) {
            continue;
        }
        double way = along(w, o) - own;
        bool ahead = k->passage > 0 || way * k->leads > 0.0;
        best = ahead && (!best || fabs(way) < fabs(along(w, best) - own)) ? o : best;
    }
    return best;
}

// Of the channel from one end to the other at a guide: 1 at its first end; -1: it is none of them.
static double share_at(const sut_world *w, int i, const sut_hole *k, const sut_hole *end) {
    const sut_hole *o = &w->holes[i].hole;
    if (!is_listed(w, i, k) || o->triangle >= 0 || o->tip) {
        return -1.0;
    }
    double from = along(w, k);
    double to = along(w, end);
    double share = (to - along(w, o)) / (to - from);
    return share > 0.0 && share < 1.0 ? share : -1.0;
}

static int tet_of(const sut_tet_mesh *t, const sut_hole *g) {
    for (int i = 0; i < t->count; i++) {
        if (memcmp(t->corner[i], g->site.vertex, sizeof t->corner[i]) == 0) {
            return i;
        }
    }
    return -1;
}

static void put_at(const sut_world *w, sut_hole *g, const sut_tet_place *p) {
    const sut_tissue_slot *slot = tissue_of(w, g);
    g->tet = p->tet;
    for (int c = 0; c < 4; c++) {
        g->site.vertex[c] = slot->tets.corner[p->tet][c];
        g->site.weight[c] = p->weight[c];
    }
    g->rest = sut_tet_mesh_where(&slot->tets, slot->surface.rest, p);
}

// False: it came to the skin, or there is no way on, and it is where it was.
static bool move_guide(const sut_world *w, sut_hole *g, sut_vec3 by) {
    const sut_tissue_slot *slot = tissue_of(w, g);
    const sut_tet_mesh *t = &slot->tets;
    sut_tet_place p = {.tet = g->site.count == 4 ? tet_of(t, g) : -1, .triangle = -1};
    if (p.tet < 0) {
        return true;
    }
    memcpy(p.weight, g->site.weight, sizeof p.weight);
    if (!sut_tet_mesh_walk(t, slot->surface.rest, &p, v3_add(g->rest, by)) || p.triangle >= 0) {
        return false;
    }
    put_at(w, g, &p);
    return true;
}

static void lead_guides(sut_world *w, const sut_hole *k, sut_vec3 by) {
    const sut_hole *end = find_end(w, k);
    for (int i = 0; end && i < w->def.capacity.holes; i++) {
        double share = share_at(w, i, k, end);
        if (share > 0.0) {
            (void)move_guide(w, &w->holes[i].hole, v3_scale(by, share));
        }
    }
}

//---- a tear --------------------------------------------------------------------------------------
static void move_to(const sut_world *w, sut_hole *k, const sut_tear_way *a) {
    const sut_tissue_slot *t = tissue_of(w, k);
    const int *v = t->surface.triangle[a->triangle];
    bool wide = k->site.count > 3;
    sut_tissue_view view;
    sut_tissue_get(t->tissue, &view);
    sut_tissue_point p = {.triangle = a->triangle, .site = {.count = 3}};
    for (int c = 0; c < 3; c++) {
        p.site.vertex[c] = v[c];
        p.site.weight[c] = a->weight[c];
    }
    p.rest = sut_tear_place(t->surface.rest, v, a->weight);
    if (wide) {
        sut_hole_spread(&t->surface, &view, sut_tissue_def_of(t->tissue)->piercing.spread, &p);
    }
    k->torn += v3_distance(p.rest, k->rest);
    k->rest = p.rest;
    k->triangle = p.triangle;
    k->site = p.site;
}

sut_tear_end sut_tear_solid(sut_world *w, sut_hole *k, sut_tear_way *a) {
    const sut_surface *f = &tissue_of(w, k)->surface;
    sut_tear_stand(f, k, a);
    sut_vec3 before = k->rest;
    if (k->slit_count == 0) {
        mark(f, k, a);
    }
    sut_tear_end end = follow(f, a);
    move_to(w, k, a);
    mark(f, k, a);
    lead_guides(w, k, v3_sub(k->rest, before));
    return end;
}

//---- through -------------------------------------------------------------------------------------
static void drop(sut_world *w, sut_hole *o) {
    for (int i = 0; i < w->def.capacity.holes; i++) {
        if (&w->holes[i].hole == o) {
            o->out = true;
            o->kept.force = v3_zero();
            o->kept.memory = 0.0;
            o->kept.slips = 0;
            w->holes[i].slipped = sut_hole_motion(o); // silently: the tear is told once
        }
    }
}

// All of it lies in the slit now.
static void drop_channel(sut_world *w, sut_hole *k, sut_hole *end) {
    for (int i = 0; end && i < w->def.capacity.holes; i++) {
        if (share_at(w, i, k, end) > 0.0) {
            drop(w, &w->holes[i].hole);
        }
    }
    double inside = end && end->body == k->body ? end->kept.s - k->kept.s : k->leads * k->open;
    k->kept.s += 0.5 * inside; // what does not touch until it is clear
    k->margin = 0.5 * fabs(inside) + fmax(k->margin, end ? end->margin : 0.0);
    if (end) {
        end->through = end->triangle >= 0;
        drop(w, end);
    }
}

// Is a hole in the faces beyond the edge that a slit came to?
static bool is_beyond(const sut_surface *f, const sut_hole *end, const sut_tear_way *a) {
    const double turn = 0.7; // cosine of 45 degrees, as for free edges
    const int *both = f->beside[a->edge];
    int other = both[0] == a->triangle ? both[1] : both[0];
    return v3_dot(face_of(f, end->triangle), face_of(f, other)) >= turn;
}

// The guide next to one end of a channel; null: there is none.
static sut_hole *next_guide(const sut_world *w, const sut_hole *k, const sut_hole *end) {
    sut_hole *next = NULL;
    double most = 0.0;
    for (int i = 0; i < w->def.capacity.holes; i++) {
        double share = share_at(w, i, k, end);
        next = share > most ? &w->holes[i].hole : next;
        most = fmax(most, share);
    }
    return next;
}

double sut_tear_span(const sut_world *w, const sut_hole *k) {
    bool torn = tissue_of(w, k)->surface.solid && k->torn > 0.0 && !k->out && k->triangle >= 0;
    const sut_hole *end = torn ? find_end(w, k) : NULL;
    const sut_hole *next = end ? next_guide(w, k, end) : NULL;
    next = next ? next : end;
    double way = next && next->body == k->body ? fabs(next->kept.s - k->kept.s) : 0.0;
    return fmax(k->margin + way, k->open);
}

void sut_tear_open_channel(sut_world *w, sut_hole *k, const sut_tear_way *a) {
    const sut_surface *f = &tissue_of(w, k)->surface;
    sut_hole *end = find_end(w, k);
    // a slit that is open at the other end, too, or where that is: nothing is left
    bool all = !end || end->body != k->body || end->tip || end->triangle < 0 ||
               (a && is_beyond(f, end, a));
    sut_hole *guide = end ? next_guide(w, k, end) : NULL;
    bool led = guide && guide->body == k->body && !(end->triangle < 0 && !end->tip);
    if (led && !(end->triangle >= 0 && all)) {
        guide->leads = k->leads;
        guide->margin = fabs(guide->kept.s - k->kept.s) + k->margin;
        guide->edge = sut_hole_edge_distance(f, guide->rest);
    } else if (all) {
        drop_channel(w, k, end);
    } else {
        end->open = fabs(end->kept.s - k->kept.s) + k->margin;
    }
}

//---- the mouth of an open channel ----------------------------------------------------------------
sut_tear_pull sut_tear_mouth_pull(const sut_world *w, const sut_hole *k) {
    const sut_tissue_slot *slot = tissue_of(w, k);
    const sut_vec3 *x = w->bodies.body[k->tissue]->position;
    const int *v = k->site.vertex;
    sut_vec3 slope;
    (void)sut_hole_curve_place(&k->curve, w->bodies.body[k->body]->position, k->kept.s, &slope);
    sut_vec3 t = v3_normalized(slope);
    sut_vec3 force = v3_neg(k->kept.force);
    force = v3_madd(force, -v3_dot(t, force), t);
    sut_tear_pull p = {.force = v3_norm(force)};
    p.now = v3_scale(force, p.force > 0.0 ? 1.0 / p.force : 0.0);
    sut_vec3 a = v3_sub(x[v[1]], x[v[0]]);
    sut_vec3 b = v3_sub(x[v[2]], x[v[0]]);
    sut_vec3 c = v3_sub(x[v[3]], x[v[0]]);
    double volume = v3_dot(v3_cross(a, b), c);
    const double rate[3] = {v3_dot(v3_cross(p.now, b), c) / volume,
                            v3_dot(v3_cross(a, p.now), c) / volume,
                            v3_dot(v3_cross(a, b), p.now) / volume};
    const sut_vec3 *rest = slot->surface.rest;
    p.material = v3_zero();
    for (int i = 0; i < 3; i++) {
        p.material = v3_madd(p.material, rate[i], v3_sub(rest[v[i + 1]], rest[v[0]]));
    }
    return p;
}

void sut_tear_mouth(sut_world *w, sut_hole *k, const sut_tear_way *a) {
    const sut_surface *f = &tissue_of(w, k)->surface;
    sut_vec3 before = k->rest;
    double far = fmin(a->left, f->spacing); // what the step thinks is not true any further
    if (move_guide(w, k, v3_scale(a->direction, far))) {
        k->edge = sut_hole_edge_distance(f, k->rest);
        lead_guides(w, k, v3_sub(k->rest, before));
        return;
    }
    sut_tear_open_channel(w, k, NULL);
    drop(w, k);
}

//---- inside --------------------------------------------------------------------------------------
// By the number of times that a ray meets it; askew, so that it does not run along edges.
bool sut_tear_is_inside(const sut_surface *f, const sut_vec3 *x, sut_vec3 at) {
    const sut_vec3 along = {0.2718281828, 0.5772156649, 0.7689};
    bool inside = false;
    for (int t = 0; t < f->triangle_count; t++) {
        const int *v = f->triangle[t];
        sut_vec3 a = v3_sub(x[v[1]], x[v[0]]);
        sut_vec3 b = v3_sub(x[v[2]], x[v[0]]);
        sut_vec3 to = v3_sub(at, x[v[0]]);
        sut_vec3 n = v3_cross(a, b);
        double down = v3_dot(n, along);
        double u = v3_dot(v3_cross(to, along), b) / -down;
        double s = v3_dot(v3_cross(to, along), a) / down;
        double way = -v3_dot(n, to) / down;
        inside = inside != (u >= 0.0 && s >= 0.0 && u + s <= 1.0 && way > 0.0);
    }
    return inside;
}
