// SPDX-License-Identifier: MIT
// surface_guard.c -- continuous collision detection of surfaces: how much of a motion keeps
// everything apart from their triangles.
//
// A chain of edges, or another surface, stays clear of a triangle as long as its vertices stay
// clear of the face and its edges of the borders, and the triangle's vertices of the other faces.
// What would come nearer than the distance to keep becomes a contact. docs/theory/guard.md
#include "contact/contact.h"

#include "geom/advance.h"
#include "geom/feature.h"
#include "geom/segment.h"
#include "math/vec3.h"

typedef struct guard {
    sut_contacts *c;
    const sut_contact_bodies *b;
    bool add;
    int hits;
    double fraction;
} guard;

static void put(sut_feature *f, int k, const sut_body *b, int vertex) {
    f->at[k] = b->position[vertex];
    f->by[k] = sut_soa3_get(&b->move, vertex);
}

static sut_feature triangle_of(const sut_surface *f, int t) {
    sut_feature triangle = {.kind = SUT_FEATURE_TRIANGLE};
    for (int k = 0; k < 3; k++) {
        put(&triangle, k, f->body, f->triangle[t][k]);
    }
    return triangle;
}

static sut_vec3 at_time(const sut_feature *f, int k, double fraction) {
    return v3_madd(f->at[k], fraction, f->by[k]);
}

// The margin is above rounding.
static double relative_motion(const sut_feature *a, const sut_feature *b) {
    return 1.0001 * sut_feature_stride(a, b);
}

static void see(guard *g, int body, int other, double fraction) {
    if (fraction < 1.0) {
        g->hits++;
        g->b->hit_body[body] = true;
        g->b->hit_body[other] = true;
        g->fraction = fraction < g->fraction ? fraction : g->fraction;
    }
}

// What both sides of a pair have in common.
typedef struct pairing {
    int body[2];
    double reach, mu, hard, limit;
} pairing;

// It only has to keep the two from coming nearer.
static void add_contact(guard *g, const pairing *p, const sut_site site[2], sut_vec3 apart,
                        double distance, double fraction, sut_vec3 along) {
    if (!g->add || !(distance > 0.0)) {
        return;
    }
    sut_vec3 normal = v3_scale(apart, 1.0 / distance);
    sut_vec3 moved =
        v3_sub(sut_contact_site_move(g->b, &site[0]), sut_contact_site_move(g->b, &site[1]));
    sut_contact_pairing q = {.site = {site[0], site[1]},
                             .normal = normal,
                             .along = along,
                             .gap = distance - p->reach - fraction * v3_dot(normal, moved),
                             .reach = p->reach,
                             .mu = p->mu,
                             .hard = p->hard,
                             .limit = p->limit};
    sut_contact *k = sut_contact_add(g->c, g->b, &q);
    // what is forgiven anew in every step would creep through
    if (k && !sut_contact_continue(g->c, g->b, k)) {
        k->slack = k->gap < 0.0 ? -k->gap : 0.0;
    }
}

//---- a vertex and a face -------------------------------------------------------------------------
// Rims of one surface close edge to edge.
static double rim_reach(const pairing *p, const sut_surface *f, bool rims) {
    return p->body[0] == p->body[1] && rims ? f->rim : p->reach;
}

static bool is_on_rim(const sut_surface *f, int t, sut_triangle_feature feature) {
    if (feature == SUT_TRIANGLE_FACE) {
        return false;
    }
    int corner = (int)feature;
    return feature >= SUT_TRIANGLE_EDGE_01
               ? sut_surface_is_rim(f, f->triangle_edge[t][corner - SUT_TRIANGLE_EDGE_01])
               : f->on_rim[f->triangle[t][corner]];
}

static void watch_vertex(guard *g, const pairing *pair, const sut_site *vertex,
                         const sut_body *body, const sut_surface *f, int t) {
    pairing own = *pair;
    const pairing *p = &own;
    sut_feature point = {.kind = SUT_FEATURE_POINT};
    put(&point, 0, body, vertex->vertex[vertex->count == 2 && vertex->weight[1] > 0.5]);
    const sut_feature triangle = triangle_of(f, t);
    sut_feature_near near = sut_feature_nearest(&point, &triangle, 0.0);
    bool rims = vertex->count == 1 && f->on_rim[vertex->vertex[0]] && is_on_rim(f, t, near.where);
    own.reach = rim_reach(pair, f, rims);
    // too far to come near
    double way = relative_motion(&point, &triangle);
    if (near.distance > SUT_CONTACT_KEEP * own.reach + way) {
        return;
    }
    // near from the start: what they are apart at rest counts
    if (pair->body[0] == pair->body[1]) {
        sut_vec3 x[3];
        for (int k = 0; k < 3; k++) {
            x[k] = f->rest[f->triangle[t][k]];
        }
        double rest = sut_triangle_point(x, f->rest[vertex->vertex[0]]).distance;
        own.reach = sut_surface_narrowed(f, own.reach, rest);
    }
    double keep = SUT_CONTACT_KEEP * own.reach;
    if (near.distance > keep + way) {
        return;
    }
    g->c->figures.followed++;
    double fraction = sut_feature_advance(&point, &triangle, keep);
    see(g, p->body[0], p->body[1], fraction);
    if (fraction < 1.0) {
        near = sut_feature_nearest(&point, &triangle, fraction);
        const sut_site site[2] = {*vertex, sut_site_on_triangle(p->body[1], f, t, near.weight[1])};
        add_contact(g, p, site, near.apart, near.distance, fraction,
                    v3_sub(at_time(&triangle, 1, fraction), at_time(&triangle, 0, fraction)));
    }
}

//---- two edges -----------------------------------------------------------------------------------
static sut_site site_on_border(int body, const sut_surface *f, int t, int border, double at) {
    double weight[3] = {0.0, 0.0, 0.0};
    weight[border] = 1.0 - at;
    weight[(border + 1) % 3] = at;
    return sut_site_on_triangle(body, f, t, weight);
}

// Of an edge of a rod (t < 0: `border` is the edge) or of a triangle.
typedef struct edge_ref {
    int body;
    const sut_body *vertices;
    const sut_surface *surface; // null: a rod
    int t, border;
    double from, to; // of a rod's edge: all of it from 0 to 1
} edge_ref;

static sut_feature edge_of(const edge_ref *e) {
    sut_feature f = {.kind = SUT_FEATURE_EDGE};
    int a = e->surface ? e->surface->triangle[e->t][e->border] : e->border;
    int b = e->surface ? e->surface->triangle[e->t][(e->border + 1) % 3] : e->border + 1;
    put(&f, 0, e->vertices, a);
    put(&f, 1, e->vertices, b);
    if (!e->surface && (e->from > 0.0 || e->to < 1.0)) {
        // what is between two vertices moves in straight lines too
        const sut_feature all = f;
        f.at[0] = v3_lerp(all.at[0], all.at[1], e->from);
        f.at[1] = v3_lerp(all.at[0], all.at[1], e->to);
        f.by[0] = v3_lerp(all.by[0], all.by[1], e->from);
        f.by[1] = v3_lerp(all.by[0], all.by[1], e->to);
    }
    return f;
}

static sut_site site_of(const edge_ref *e, double at) {
    return e->surface ? site_on_border(e->body, e->surface, e->t, e->border, at)
                      : sut_site_on_edge(e->body, e->border, e->from + at * (e->to - e->from));
}

// Each border is looked at from its first triangle.
static bool is_first(const edge_ref *e) {
    return !e->surface || e->surface->beside[e->surface->triangle_edge[e->t][e->border]][0] == e->t;
}

static bool is_rim(const edge_ref *e) {
    return e->surface && sut_surface_is_rim(e->surface, e->surface->triangle_edge[e->t][e->border]);
}

// Is its place at `s` on a rim: anywhere on a rim's edge, or at the end of another one there? Edges
// across a lip end at it.
static bool is_at_rim(const edge_ref *e, double s) {
    const double end = 1e-6;
    if (!e->surface || is_rim(e)) {
        return e->surface != NULL;
    }
    const int *v = e->surface->triangle[e->t];
    return (s < end && e->surface->on_rim[v[e->border]]) ||
           (s > 1.0 - end && e->surface->on_rim[v[(e->border + 1) % 3]]);
}

static double edges_at_rest(const edge_ref *a, const edge_ref *b) {
    sut_vec3 x[2][2];
    const edge_ref *e[2] = {a, b};
    for (int k = 0; k < 2; k++) {
        const int *v = e[k]->surface->triangle[e[k]->t];
        x[k][0] = e[k]->surface->rest[v[e[k]->border]];
        x[k][1] = e[k]->surface->rest[v[(e[k]->border + 1) % 3]];
    }
    return sut_segment_nearest(x[0][0], x[0][1], x[1][0], x[1][1]).distance;
}

static void watch_edges(guard *g, const pairing *pair, const edge_ref *a, const edge_ref *b) {
    pairing own = *pair;
    const pairing *p = &own;
    if (!is_first(a) || !is_first(b)) {
        return;
    }
    const sut_feature first = edge_of(a);
    const sut_feature second = edge_of(b);
    sut_feature_near near = sut_feature_nearest(&first, &second, 0.0);
    bool rims = is_at_rim(a, near.weight[0][1]) && is_at_rim(b, near.weight[1][1]);
    own.reach = b->surface ? rim_reach(pair, b->surface, rims) : pair->reach;
    // too far to come near
    double way = relative_motion(&first, &second);
    if (near.distance > SUT_CONTACT_KEEP * own.reach + way) {
        return;
    }
    // near from the start: what they are apart at rest counts
    if (a->surface && b->surface && pair->body[0] == pair->body[1]) {
        own.reach = sut_surface_narrowed(b->surface, own.reach, edges_at_rest(a, b));
    }
    double keep = SUT_CONTACT_KEEP * own.reach;
    if (near.distance > keep + way) {
        return;
    }
    g->c->figures.followed++;
    double fraction = sut_feature_advance(&first, &second, keep);
    see(g, p->body[0], p->body[1], fraction);
    if (fraction < 1.0) {
        near = sut_feature_nearest(&first, &second, fraction);
        const sut_site site[2] = {site_of(a, near.weight[0][1]), site_of(b, near.weight[1][1])};
        add_contact(g, p, site, near.apart, near.distance, fraction,
                    v3_sub(first.at[1], first.at[0]));
    }
}

//---- pairs of the list ---------------------------------------------------------------------------
// Spheres around two features and their motions, with what is to be kept: most pairs end here.
typedef struct sphere {
    sut_vec3 center;
    double radius;
} sphere;

static sphere sphere_around(const sut_body *b, const int *vertex, int count) {
    sphere s = {v3_zero(), 0.0};
    for (int k = 0; k < count; k++) {
        s.center = v3_madd(s.center, 1.0 / count, b->position[vertex[k]]);
    }
    for (int k = 0; k < count; k++) {
        double d = v3_distance(b->position[vertex[k]], s.center) +
                   v3_norm(sut_soa3_get(&b->move, vertex[k]));
        s.radius = d > s.radius ? d : s.radius;
    }
    return s;
}

// Neither comes as near to the other as what is kept, whatever they do; the margin is above
// rounding.
static bool stays_far(const guard *g, const sut_surface_batch *k, int pair) {
    if (sut_surface_has_room(g->c, k, pair)) {
        return true;
    }
    if (g->c->surface.kin[pair]) {
        return false;
    }
    double way;
    double keep = 1.0001 * SUT_CONTACT_KEEP * sut_surface_reach(g->c, g->b, pair);
    double apart = sut_surface_bound(g->c, g->b, k, pair, &way);
    return apart > keep + way;
}

static void watch_rod(guard *g, int number) {
    const sut_surface_pairs *s = &g->c->surface;
    const int *pair = s->pair[number];
    int i = pair[1] - g->c->edges;
    int rod = g->c->edge_rod[pair[0]];
    int edge = g->c->edge_index[pair[0]];
    const sut_chain *r = g->b->chain[rod];
    const sut_surface *f = &g->b->surface[s->owner[i]];
    int t = s->index[i];
    pairing p = {.body = {rod, g->b->rods + s->owner[i]},
                 .reach = r->radius + f->half,
                 .mu = sqrt(r->friction * f->friction),
                 .hard = sut_contact_stiffness(g->c, r, NULL),
                 .limit = r->EA};
    sut_site first = sut_site_on_edge(rod, edge, 0.0);
    const sut_hole_wall wall = {p.body[1], f, t, true};
    if (!sut_hole_spares(g->c, rod, edge, edge, &wall)) {
        watch_vertex(g, &p, &first, g->b->body[rod], f, t);
    }
    if (edge == r->n - 2 && !sut_hole_spares(g->c, rod, edge + 1, edge + 1, &wall)) {
        sut_site last = sut_site_on_edge(rod, edge, 1.0);
        watch_vertex(g, &p, &last, g->b->body[rod], f, t);
    }
    if (sut_chain_is_cut(r, edge)) {
        return;
    }
    // all of the edge, or what is on both sides of a hole
    double part[2];
    bool hole = sut_hole_spared_part(g->c, rod, edge, &wall, part);
    const double ends[2][2] = {{0.0, hole ? part[0] : 1.0}, {hole ? part[1] : 1.0, 1.0}};
    for (int k = 0; k < 2; k++) {
        edge_ref a = {rod, g->b->body[rod], NULL, -1, edge, ends[k][0], ends[k][1]};
        for (int border = 0; a.from < a.to && border < 3; border++) {
            edge_ref b = {p.body[1], f->body, f, t, border, 0.0, 1.0};
            watch_edges(g, &p, &a, &b);
        }
    }
}

static void watch_vertices(guard *g, const pairing *p, const sut_surface *f, int from,
                           const sut_surface *to, int t) {
    for (int k = 0; k < 3; k++) {
        int v = f->triangle[from][k];
        bool own = f == to && sut_triangle_has(f, t, v);
        if (f->lowest[v] == from && !own) {
            sut_site site = sut_site_on_vertex(p->body[0], f, v);
            watch_vertex(g, p, &site, f->body, to, t);
        }
    }
}

// The law of the pair, vertices against triangles both ways, then the nine pairs of edges.
static void watch_surfaces(guard *g, int number) {
    const sut_surface_pairs *s = &g->c->surface;
    const int *pair = s->pair[number];
    const int i[2] = {pair[0] - g->c->edges, pair[1] - g->c->edges};
    const int t[2] = {s->index[i[0]], s->index[i[1]]};
    const sut_surface *f = &g->b->surface[s->owner[i[0]]];
    const sut_surface *o = &g->b->surface[s->owner[i[1]]];
    pairing p = {.body = {g->b->rods + s->owner[i[0]], g->b->rods + s->owner[i[1]]},
                 .reach = f == o ? f->self : f->half + o->half,
                 .mu = sqrt(f->friction * o->friction),
                 .hard = 2.0 * f->stiffness * o->stiffness / (f->stiffness + o->stiffness),
                 .limit = f->limit < o->limit ? f->limit : o->limit};
    pairing q = p;
    q.body[0] = p.body[1];
    q.body[1] = p.body[0];
    watch_vertices(g, &p, f, t[0], o, t[1]);
    watch_vertices(g, &q, o, t[1], f, t[0]);
    for (int k = 0; k < 9; k++) {
        const int border[2] = {k / 3, k % 3};
        if (f == o && sut_borders_meet(f, t, border)) {
            continue;
        }
        edge_ref a = {p.body[0], f->body, f, t[0], k / 3, 0.0, 1.0};
        edge_ref b = {p.body[1], o->body, o, t[1], k % 3, 0.0, 1.0};
        watch_edges(g, &p, &a, &b);
    }
}

//---- solids --------------------------------------------------------------------------------------
// How far the surface of a solid moves at most within `arm` of its centre.
static double solid_motion(const sut_shape *now, const sut_shape *next, double arm) {
    double turn = 0.0;
    for (int a = 0; a < 3; a++) {
        turn += v3_norm(v3_sub(next->axis[a], now->axis[a]));
    }
    return v3_distance(now->center, next->center) + (turn > 0.0 ? turn * arm : 0.0);
}

static void add_solid_contact(guard *g, int surface, int solid, int t, double fraction) {
    const sut_surface *f = &g->b->surface[surface];
    const sut_shape *now = &g->b->now[solid];
    const sut_shape *next = &g->b->next[solid];
    const sut_feature triangle = triangle_of(f, t);
    const sut_feature convex = {.kind = SUT_FEATURE_CONVEX, .now = now, .next = next};
    sut_shape then = sut_shape_between(now, next, fraction);
    sut_feature_near near = sut_feature_nearest(&triangle, &convex, fraction);
    sut_site site = sut_site_on_triangle(g->b->rods + surface, f, t, near.weight[0]);
    sut_vec3 place = sut_site_where(f->body, &site);
    double distance = sut_shape_distance(now, place, NULL);
    sut_vec3 local =
        sut_shape_to_local(&then, v3_madd(v3_madd(place, fraction, sut_site_move(f->body, &site)),
                                          -near.distance, near.apart));
    sut_contact_pairing q = {.site = {site, {.body = g->b->bodies + solid}},
                             .normal = near.apart,
                             .along = v3_any_normal(near.apart),
                             .gap = distance - f->half,
                             .reach = f->half,
                             .mu = sqrt(f->friction * g->b->friction[solid]),
                             .hard = 2.0 * f->stiffness,
                             .limit = f->limit};
    q.site[1].prescribed = v3_sub(sut_shape_to_world(next, local), sut_shape_to_world(now, local));
    sut_contact *k = sut_contact_add(g->c, g->b, &q);
    if (k) {
        k->slack = k->gap < 0.0 ? -k->gap : 0.0;
    }
}

static void watch_solid_triangle(guard *g, int surface, int solid, int t) {
    const sut_surface *f = &g->b->surface[surface];
    const sut_shape *now = &g->b->now[solid];
    const sut_shape *next = &g->b->next[solid];
    double keep = SUT_CONTACT_KEEP * f->half;
    sphere s = sphere_around(f->body, f->triangle[t], 3);
    double room = sut_shape_distance(now, s.center, NULL);
    double arm = v3_distance(s.center, now->center) + fabs(room);
    if (room > keep + 1.0001 * s.radius + solid_motion(now, next, arm)) {
        return;
    }
    const sut_feature triangle = triangle_of(f, t);
    const sut_feature convex = {.kind = SUT_FEATURE_CONVEX, .now = now, .next = next};
    g->c->figures.followed++;
    double fraction = sut_feature_advance(&triangle, &convex, keep);
    int body = g->b->rods + surface;
    see(g, body, body, fraction);
    g->b->hit_obstacle[solid] = g->b->hit_obstacle[solid] || fraction < 1.0;
    if (fraction < 1.0 && g->add) {
        add_solid_contact(g, surface, solid, t, fraction);
    }
}

static sphere sphere_around_body(const sut_body *b) {
    sut_vec3 low = b->position[0];
    sut_vec3 high = low;
    double move2 = 0.0;
    for (int v = 0; v < b->n; v++) {
        sut_vec3 x = b->position[v];
        double m = v3_norm2(sut_soa3_get(&b->move, v));
        low = v3(fmin(low.x, x.x), fmin(low.y, x.y), fmin(low.z, x.z));
        high = v3(fmax(high.x, x.x), fmax(high.y, x.y), fmax(high.z, x.z));
        move2 = m > move2 ? m : move2;
    }
    sphere s = {v3_lerp(low, high, 0.5), 0.5 * v3_distance(low, high) + sqrt(move2)};
    return s;
}

static void watch_solids(guard *g, int surface) {
    const sut_surface *f = &g->b->surface[surface];
    sphere s = sphere_around_body(f->body);
    for (int k = 0; k < g->b->obstacles; k++) {
        if (!g->b->present[k]) {
            continue;
        }
        const sut_shape *now = &g->b->now[k];
        double room = sut_shape_distance(now, s.center, NULL);
        double arm = v3_distance(s.center, now->center) + fabs(room);
        if (room > 1.0001 * s.radius + f->half + solid_motion(now, &g->b->next[k], arm)) {
            continue;
        }
        for (int t = 0; t < f->triangle_count; t++) {
            watch_solid_triangle(g, surface, k, t);
        }
    }
}

//---- all -----------------------------------------------------------------------------------------
static void watch_batch(guard *g, const sut_surface_batch *k) {
    for (int i = k->first; i < k->end; i++) {
        if (stays_far(g, k, i)) {
            continue;
        }
        if (g->c->surface.pair[i][0] < g->c->edges) {
            watch_rod(g, i);
        } else {
            watch_surfaces(g, i);
        }
    }
}

double sut_surface_guard_threads(sut_contacts *c, const sut_contact_bodies *b) {
    guard g = {c, b, false, 0, 1.0};
    if (c->surface.triangles == 0) {
        return 1.0;
    }
    sut_surface_pairs_update(c, b);
    if (c->surface.full) {
        return 0.0;
    }
    sut_surface_measure(c, b);
    for (int k = 0; k < c->surface.batches; k++) {
        const sut_surface_batch *batch = &c->surface.batch[k];
        for (int i = batch->first; i < batch->end; i++) {
            if (c->surface.pair[i][0] < c->edges && !stays_far(&g, batch, i)) {
                watch_rod(&g, i);
            }
        }
    }
    return g.fraction;
}

double sut_surface_guard(sut_contacts *c, const sut_contact_bodies *b, bool add, int *hit) {
    guard g = {c, b, add, 0, 1.0};
    if (c->surface.triangles == 0) {
        return 1.0;
    }
    // the motion may have left the bounds of the list
    sut_surface_pairs_update(c, b);
    if (c->surface.full) {
        (*hit)++;
        return 0.0;
    }
    sut_surface_measure(c, b);
    for (int k = 0; k < c->surface.batches; k++) {
        if (!sut_surface_batch_has_room(&c->surface.batch[k])) {
            watch_batch(&g, &c->surface.batch[k]);
        }
    }
    for (int k = 0; k < b->bodies - b->rods; k++) {
        if (b->surface[k].body) {
            watch_solids(&g, k);
        }
    }
    *hit += g.hits;
    return g.fraction;
}
