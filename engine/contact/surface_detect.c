// SPDX-License-Identifier: MIT
// surface_detect.c -- contacts of surfaces at the start of a substep.
//
// A vertex touches every face that it is near to: in a dent, which is a concave crease, the nearest
// face alone would let it slide out through the other one. Where the nearest point of a triangle is
// on its border the contact belongs to the edge or the vertex, and counts once. Edges touch edges
// where both are nearest in their insides. docs/theory/contact.md
#include "contact/contact.h"

#include "geom/segment.h"
#include "geom/triangle.h"
#include "math/vec3.h"

//---- places --------------------------------------------------------------------------------------
static void corners_of(const sut_surface *f, int t, sut_vec3 x[3]) {
    for (int k = 0; k < 3; k++) {
        x[k] = f->body->position[f->triangle[t][k]];
    }
}

static sut_triangle_near nearest_to(const sut_surface *f, int t, sut_vec3 p) {
    sut_vec3 x[3];
    corners_of(f, t, x);
    return sut_triangle_point(x, p);
}

static sut_vec3 blend_moves(const sut_surface *f, int t, const double weight[3]) {
    sut_vec3 move = v3_zero();
    for (int k = 0; k < 3; k++) {
        move = v3_madd(move, weight[k], sut_soa3_get(&f->body->move, f->triangle[t][k]));
    }
    return move;
}

// The triangle across the border that a feature of triangle t is on; -1: there is none.
static int across(const sut_surface *f, int t, int border) {
    const int *beside = f->beside[f->triangle_edge[t][border]];
    return beside[0] == t ? beside[1] : beside[0];
}

// Is the nearest point on the border of triangle t also the nearest one of the triangles around it,
// and is this the triangle that speaks for them?
static bool owns_border(const sut_surface *f, int t, const sut_triangle_near *n, sut_vec3 p) {
    if (n->feature >= SUT_TRIANGLE_EDGE_01) {
        int other = across(f, t, (int)n->feature - SUT_TRIANGLE_EDGE_01);
        if (other < 0) {
            return true;
        }
        const double same = 1.0 - 1e-9; // the same point, within rounding
        return nearest_to(f, other, p).distance >= same * n->distance && t < other;
    }
    int corner = (int)n->feature;
    int vertex = f->triangle[t][corner];
    if (f->lowest[vertex] != t) {
        return false;
    }
    // walk over the two borders at the corner: a nearer point would be beside one of them
    const double same = 1.0 - 1e-9;
    for (int k = 0; k < 2; k++) {
        int other = across(f, t, k == 0 ? corner : (corner + 2) % 3);
        if (other >= 0 && nearest_to(f, other, p).distance < same * n->distance) {
            return false;
        }
    }
    return true;
}

static bool counts(const sut_surface *f, int t, const sut_triangle_near *n, sut_vec3 p) {
    return n->feature == SUT_TRIANGLE_FACE || owns_border(f, t, n, p);
}

//---- rods ----------------------------------------------------------------------------------------
typedef struct rod_surface {
    const sut_chain *rod;
    int rod_body;
    const sut_surface *surface;
    int surface_body;
    double reach, mu, hard;
} rod_surface;

static rod_surface pairing_of(const sut_contacts *c, const sut_contact_bodies *b, int rod,
                              int surface) {
    rod_surface p = {.rod = b->chain[rod],
                     .rod_body = rod,
                     .surface = &b->surface[surface],
                     .surface_body = b->rods + surface};
    p.reach = p.rod->radius + p.surface->half;
    p.mu = sqrt(p.rod->friction * p.surface->friction);
    p.hard = sut_contact_stiffness(c, p.rod, NULL);
    return p;
}

static void add_rod_contact(sut_contacts *c, const sut_contact_bodies *b, const rod_surface *p,
                            int edge, double s, int t, const sut_triangle_near *n) {
    sut_contact_pairing q = {
        .site = {sut_site_on_edge(p->rod_body, edge, s),
                 sut_site_on_triangle(p->surface_body, p->surface, t, n->weight)},
        .normal = v3_scale(n->apart, 1.0 / n->distance),
        .along = sut_soa3_get(&p->rod->edge, edge),
        .gap = n->distance - p->reach,
        .reach = p->reach,
        .mu = p->mu,
        .hard = p->hard,
        .limit = p->rod->EA};
    (void)sut_contact_add(c, b, &q);
}

static const sut_surface_gap none = {{0.0, 0.0, 0.0}, HUGE_VAL};

static void take(sut_surface_gap *least, sut_surface_gap g) {
    sut_surface_gap_take(least, &g);
}

// Is it so near, or does it come so near by the predictor, that a contact is prepared?
static bool matters(double distance, double reach, sut_vec3 relative) {
    return distance > 0.0 && distance - reach <= sut_contact_look_ahead(reach, v3_norm(relative));
}

// No contact is prepared between two that are further apart than this.
static bool is_far(sut_contacts *c, const sut_contact_bodies *b, const sut_surface_batch *k,
                   int pair) {
    if (sut_surface_has_room(c, k, pair)) {
        return true;
    }
    if (c->surface.kin[pair]) {
        return false;
    }
    double way;
    double reach = sut_surface_reach(c, b, pair);
    double apart = sut_surface_bound(c, b, k, pair, &way);
    return apart > reach + sut_contact_look_ahead(reach, way);
}

// Each of these answers the nearest points that it has found, whatever came of it.
static sut_surface_gap detect_rod_vertex(sut_contacts *c, const sut_contact_bodies *b,
                                         const rod_surface *p, int edge, int side, int t) {
    int v = edge + side;
    sut_vec3 x = p->rod->position[v];
    sut_triangle_near n = nearest_to(p->surface, t, x);
    const sut_surface_gap gap = {n.apart, n.distance};
    sut_vec3 relative =
        v3_sub(sut_soa3_get(&p->rod->move, v), blend_moves(p->surface, t, n.weight));
    if (matters(n.distance, p->reach, relative) && counts(p->surface, t, &n, x) &&
        !sut_hole_spares(c, p->rod_body, v, v,
                         &(sut_hole_wall){p->surface_body, p->surface, t, false})) {
        add_rod_contact(c, b, p, edge, (double)side, t, &n);
    }
    return gap;
}

// Insides of two edges; each border of a surface is looked at from its first triangle.
static sut_surface_gap detect_rod_edge(sut_contacts *c, const sut_contact_bodies *b,
                                       const rod_surface *p, int edge, int t, int border) {
    const double inside = 1e-6; // nearer to an end than that is the end
    const sut_surface *f = p->surface;
    if (f->beside[f->triangle_edge[t][border]][0] != t) {
        return none;
    }
    const sut_vec3 *x = &p->rod->position[edge];
    int ends[2] = {f->triangle[t][border], f->triangle[t][(border + 1) % 3]};
    sut_segment_near n =
        sut_segment_nearest(x[0], x[1], f->body->position[ends[0]], f->body->position[ends[1]]);
    const sut_surface_gap gap = {n.apart, n.distance};
    if (!(n.s > inside && n.s < 1.0 - inside && n.t > inside && n.t < 1.0 - inside)) {
        return gap;
    }
    sut_triangle_near near = {.apart = n.apart, .distance = n.distance};
    near.weight[border] = 1.0 - n.t;
    near.weight[(border + 1) % 3] = n.t;
    sut_vec3 relative =
        v3_sub(sut_contact_move_at(p->rod, edge, n.s), blend_moves(f, t, near.weight));
    if (!matters(n.distance, p->reach, relative) ||
        sut_hole_spares(c, p->rod_body, edge + n.s, edge + n.s,
                        &(sut_hole_wall){p->surface_body, f, t, false})) {
        return gap;
    }
    // on a crease the normal must point away from both faces: else a face has the contact
    for (int k = 0; k < 2; k++) {
        int other = f->beside[f->triangle_edge[t][border]][k];
        sut_vec3 at = v3_lerp(x[0], x[1], n.s);
        const double same = 1.0 - 1e-6;
        if (other >= 0 && nearest_to(f, other, at).distance < same * n.distance) {
            return gap;
        }
    }
    add_rod_contact(c, b, p, edge, n.s, t, &near);
    return gap;
}

static void detect_rod(sut_contacts *c, const sut_contact_bodies *b, const sut_surface_batch *k,
                       int number) {
    const sut_surface_pairs *s = &c->surface;
    const int *pair = s->pair[number];
    int i = pair[1] - c->edges;
    rod_surface p = pairing_of(c, b, c->edge_rod[pair[0]], s->owner[i]);
    int edge = c->edge_index[pair[0]];
    int t = s->index[i];
    bool spared = sut_hole_spares(c, p.rod_body, edge, edge + 1,
                                  &(sut_hole_wall){p.surface_body, p.surface, t, false});
    sut_surface_gap least = detect_rod_vertex(c, b, &p, edge, 0, t);
    if (edge == p.rod->n - 2) {
        take(&least, detect_rod_vertex(c, b, &p, edge, 1, t));
    }
    for (int border = 0; !sut_chain_is_cut(p.rod, edge) && border < 3; border++) {
        take(&least, detect_rod_edge(c, b, &p, edge, t, border));
    }
    if (!spared) { // a distance through a hole is none
        sut_surface_note(c, b, k, number, &least);
    }
}

//---- two surfaces, or one with itself ------------------------------------------------------------
typedef struct surface_pair {
    const sut_surface *surface[2];
    int body[2];
    double reach, mu, hard, limit;
} surface_pair;

static surface_pair surfaces_of(const sut_contact_bodies *b, int first, int second) {
    surface_pair p = {.surface = {&b->surface[first], &b->surface[second]},
                      .body = {b->rods + first, b->rods + second}};
    const sut_surface *f = p.surface[0];
    const sut_surface *g = p.surface[1];
    p.reach = f == g ? f->self : f->half + g->half;
    p.mu = sqrt(f->friction * g->friction);
    p.hard = 2.0 * f->stiffness * g->stiffness / (f->stiffness + g->stiffness);
    p.limit = f->limit < g->limit ? f->limit : g->limit;
    return p;
}

static void add_surface_contact(sut_contacts *c, const sut_contact_bodies *b, const surface_pair *p,
                                const sut_site site[2], sut_vec3 apart, double distance) {
    const sut_surface *f = p->surface[1];
    const int *v = site[1].vertex;
    sut_contact_pairing q = {.site = {site[0], site[1]},
                             .normal = v3_scale(apart, 1.0 / distance),
                             .along = v3_sub(f->body->position[v[1]], f->body->position[v[0]]),
                             .gap = distance - p->reach,
                             .reach = p->reach,
                             .mu = p->mu,
                             .hard = p->hard,
                             .limit = p->limit};
    (void)sut_contact_add(c, b, &q);
}

// The vertex of surface 0 against triangle t of surface 1.
// Is the nearest point of triangle t on a rim?
static bool is_on_rim(const sut_surface *f, int t, sut_triangle_feature feature) {
    if (feature == SUT_TRIANGLE_FACE) {
        return false;
    }
    return feature >= SUT_TRIANGLE_EDGE_01 ? across(f, t, (int)feature - SUT_TRIANGLE_EDGE_01) < 0
                                           : f->on_rim[f->triangle[t][(int)feature]];
}

// Rims of one surface close edge to edge.
static surface_pair of_rims(const surface_pair *p, bool rims) {
    surface_pair q = *p;
    q.reach = rims && p->surface[0] == p->surface[1] ? p->surface[0]->rim : p->reach;
    return q;
}

static double vertex_at_rest(const sut_surface *f, int vertex, int t) {
    sut_vec3 x[3];
    for (int k = 0; k < 3; k++) {
        x[k] = f->rest[f->triangle[t][k]];
    }
    return sut_triangle_point(x, f->rest[vertex]).distance;
}

static double borders_at_rest(const sut_surface *f, const int t[2], const int border[2]) {
    sut_vec3 x[2][2];
    for (int k = 0; k < 2; k++) {
        x[k][0] = f->rest[f->triangle[t[k]][border[k]]];
        x[k][1] = f->rest[f->triangle[t[k]][(border[k] + 1) % 3]];
    }
    return sut_segment_nearest(x[0][0], x[0][1], x[1][0], x[1][1]).distance;
}

static sut_surface_gap detect_vertex(sut_contacts *c, const sut_contact_bodies *b,
                                     const surface_pair *p, int vertex, int t) {
    const sut_surface *f = p->surface[1];
    sut_vec3 x = p->surface[0]->body->position[vertex];
    sut_triangle_near n = nearest_to(f, t, x);
    const sut_surface_gap gap = {n.apart, n.distance};
    sut_vec3 relative =
        v3_sub(sut_soa3_get(&p->surface[0]->body->move, vertex), blend_moves(f, t, n.weight));
    surface_pair own = of_rims(p, p->surface[0]->on_rim[vertex] && is_on_rim(f, t, n.feature));
    if (p->surface[0] == f && matters(n.distance, own.reach, relative)) {
        own.reach = sut_surface_narrowed(f, own.reach, vertex_at_rest(f, vertex, t));
    }
    if (!matters(n.distance, own.reach, relative) || !counts(f, t, &n, x)) {
        return gap;
    }
    const sut_site site[2] = {sut_site_on_vertex(p->body[0], p->surface[0], vertex),
                              sut_site_on_triangle(p->body[1], f, t, n.weight)};
    add_surface_contact(c, b, &own, site, n.apart, n.distance);
    return gap;
}

static sut_site site_on_border(int body, const sut_surface *f, int t, int border, double at) {
    double weight[3] = {0.0, 0.0, 0.0};
    weight[border] = 1.0 - at;
    weight[(border + 1) % 3] = at;
    return sut_site_on_triangle(body, f, t, weight);
}

// Where a surface is flat across a border, or nearly, what comes near it inside of the border is
// nearest to one of its vertices, or to a vertex of the surface.
static bool is_crease(const sut_surface *f, int t, int border) {
    const double flat = 0.998; // cosine of 3.6 degrees
    int other = across(f, t, border);
    if (other < 0) {
        return true;
    }
    sut_vec3 n[2];
    const int both[2] = {t, other};
    for (int k = 0; k < 2; k++) {
        sut_vec3 x[3];
        corners_of(f, both[k], x);
        n[k] = v3_cross(v3_sub(x[1], x[0]), v3_sub(x[2], x[0]));
    }
    double dot = v3_dot(n[0], n[1]);
    // neighbours may be listed the other way round
    return dot * dot < flat * flat * v3_norm2(n[0]) * v3_norm2(n[1]);
}

static sut_surface_gap detect_edges(sut_contacts *c, const sut_contact_bodies *b,
                                    const surface_pair *p, const int t[2], const int border[2]) {
    const double inside = 1e-6;
    sut_vec3 x[2][2];
    if (p->surface[0] == p->surface[1] && sut_borders_meet(p->surface[0], t, border)) {
        return none;
    }
    for (int k = 0; k < 2; k++) {
        const sut_surface *f = p->surface[k];
        if (f->beside[f->triangle_edge[t[k]][border[k]]][0] != t[k]) {
            return none;
        }
        x[k][0] = f->body->position[f->triangle[t[k]][border[k]]];
        x[k][1] = f->body->position[f->triangle[t[k]][(border[k] + 1) % 3]];
    }
    sut_segment_near n = sut_segment_nearest(x[0][0], x[0][1], x[1][0], x[1][1]);
    const sut_surface_gap gap = {n.apart, n.distance};
    if (!(n.s > inside && n.s < 1.0 - inside && n.t > inside && n.t < 1.0 - inside) ||
        n.distance - p->reach > p->reach) {
        return gap;
    }
    if (!is_crease(p->surface[0], t[0], border[0]) || !is_crease(p->surface[1], t[1], border[1])) {
        return gap;
    }
    const sut_site site[2] = {site_on_border(p->body[0], p->surface[0], t[0], border[0], n.s),
                              site_on_border(p->body[1], p->surface[1], t[1], border[1], n.t)};
    sut_vec3 relative =
        v3_sub(sut_contact_site_move(b, &site[0]), sut_contact_site_move(b, &site[1]));
    surface_pair own = of_rims(p, across(p->surface[0], t[0], border[0]) < 0 &&
                                      across(p->surface[1], t[1], border[1]) < 0);
    if (p->surface[0] == p->surface[1]) {
        own.reach = sut_surface_narrowed(p->surface[0], own.reach,
                                         borders_at_rest(p->surface[0], t, border));
    }
    if (matters(n.distance, own.reach, relative)) {
        add_surface_contact(c, b, &own, site, n.apart, n.distance);
    }
    return gap;
}

// Each vertex is looked at from its lowest triangle, so that it meets a triangle once.
static sut_surface_gap detect_vertices(sut_contacts *c, const sut_contact_bodies *b,
                                       const surface_pair *p, int from, int to) {
    const sut_surface *f = p->surface[0];
    sut_surface_gap least = none;
    for (int k = 0; k < 3; k++) {
        int v = f->triangle[from][k];
        bool own = p->surface[1] == f && sut_triangle_has(f, to, v);
        if (f->lowest[v] == from && !own) {
            take(&least, detect_vertex(c, b, p, v, to));
        }
    }
    return least;
}

static void detect_surfaces(sut_contacts *c, const sut_contact_bodies *b,
                            const sut_surface_batch *k, int number) {
    const sut_surface_pairs *s = &c->surface;
    const int *pair = s->pair[number];
    const int i[2] = {pair[0] - c->edges, pair[1] - c->edges};
    const int t[2] = {s->index[i[0]], s->index[i[1]]};
    surface_pair p = surfaces_of(b, s->owner[i[0]], s->owner[i[1]]);
    surface_pair q = surfaces_of(b, s->owner[i[1]], s->owner[i[0]]);
    sut_surface_gap least = detect_vertices(c, b, &p, t[0], t[1]);
    take(&least, detect_vertices(c, b, &q, t[1], t[0]));
    for (int e = 0; e < 9; e++) {
        const int border[2] = {e / 3, e % 3};
        take(&least, detect_edges(c, b, &p, t, border));
    }
    sut_surface_note(c, b, k, number, &least);
}

//---- solids --------------------------------------------------------------------------------------
typedef struct solid_surface {
    const sut_surface *surface;
    int body, solid;
    const sut_shape *now, *next;
    double mu;
} solid_surface;

static void add_solid_contact(sut_contacts *c, const sut_contact_bodies *b, const solid_surface *p,
                              const sut_site *site, sut_vec3 normal, double distance) {
    sut_vec3 x = sut_site_where(p->surface->body, site);
    sut_vec3 local = sut_shape_to_local(p->now, v3_madd(x, -distance, normal));
    sut_contact_pairing q = {.site = {*site, {.body = b->bodies + p->solid}},
                             .normal = normal,
                             .along = v3_any_normal(normal),
                             .gap = distance - p->surface->half,
                             .reach = p->surface->half,
                             .mu = p->mu,
                             .hard = 2.0 * p->surface->stiffness,
                             .limit = p->surface->limit};
    q.site[1].prescribed =
        v3_sub(sut_shape_to_world(p->next, local), sut_shape_to_world(p->now, local));
    (void)sut_contact_add(c, b, &q);
}

static void detect_solid_vertex(sut_contacts *c, const sut_contact_bodies *b,
                                const solid_surface *p, int v) {
    const sut_body *body = p->surface->body;
    sut_vec3 move = sut_soa3_get(&body->move, v);
    sut_vec3 normal;
    double now = sut_shape_distance(p->now, body->position[v], &normal);
    double after = sut_shape_distance(p->next, v3_add(body->position[v], move), NULL);
    double nearer = after < now ? after : now;
    double half = p->surface->half;
    // what comes from further away is found by the guard
    if (nearer - half < 0.3 * half && now < 5.0 * half + v3_norm(move)) {
        sut_site site = sut_site_on_vertex(p->body, p->surface, v);
        add_solid_contact(c, b, p, &site, normal, now);
    }
}

// Where a solid is smaller than the triangles it touches these inside.
static void detect_solid_triangle(sut_contacts *c, const sut_contact_bodies *b,
                                  const solid_surface *p, int t) {
    const double inside = 1e-6;
    const sut_surface *f = p->surface;
    sut_vec3 x[3];
    corners_of(f, t, x);
    sut_triangle_shape n = sut_triangle_solid(p->now, x);
    if (n.distance - f->half > 0.3 * f->half) {
        return;
    }
    int borders = 0;
    int border = -1;
    double least = HUGE_VAL;
    for (int k = 0; k < 3; k++) {
        double d = sut_shape_distance(p->now, x[k], NULL);
        least = d < least ? d : least;
        if (n.weight[k] <= inside) {
            borders++;
            border = (k + 1) % 3; // opposite of this corner
        }
    }
    // the vertices have what is at them, and what is not much deeper than they are
    if (borders > 1 || n.distance > least - 0.2 * f->half) {
        return;
    }
    if (borders == 1 && f->beside[f->triangle_edge[t][border]][0] != t) {
        return;
    }
    sut_site site = sut_site_on_triangle(p->body, f, t, n.weight);
    add_solid_contact(c, b, p, &site, n.normal, n.distance);
}

// Is the triangle, wherever the substep may take it, further away than contacts look?
static bool triangle_is_far(const solid_surface *p, const sut_vec3 x[3], double ahead) {
    sut_vec3 center = v3_scale(v3_add(v3_add(x[0], x[1]), x[2]), 1.0 / 3.0);
    double radius2 = 0.0;
    for (int k = 0; k < 3; k++) {
        double d = v3_norm2(v3_sub(x[k], center));
        radius2 = d > radius2 ? d : radius2;
    }
    return sut_shape_distance(p->now, center, NULL) > sqrt(radius2) + ahead;
}

static void detect_solid(sut_contacts *c, const sut_contact_bodies *b, const solid_surface *p) {
    const sut_surface *f = p->surface;
    for (int v = 0; v < f->body->n; v++) {
        if (f->lowest[v] >= 0) {
            detect_solid_vertex(c, b, p, v);
        }
    }
    if (p->now->kind == SUT_SHAPE_PLANE) {
        return; // a plane is nearest to a vertex
    }
    for (int t = 0; t < f->triangle_count; t++) {
        sut_vec3 x[3];
        corners_of(f, t, x);
        if (!triangle_is_far(p, x, 2.0 * f->half)) {
            detect_solid_triangle(c, b, p, t);
        }
    }
}

// Half the diagonal of the box around a body and its motion, and its middle.
static double extent_of(const sut_body *body, sut_vec3 *middle) {
    sut_vec3 low = body->position[0];
    sut_vec3 high = low;
    double move2 = 0.0;
    for (int v = 0; v < body->n; v++) {
        sut_vec3 x = body->position[v];
        double m = v3_norm2(sut_soa3_get(&body->move, v));
        low = v3(fmin(low.x, x.x), fmin(low.y, x.y), fmin(low.z, x.z));
        high = v3(fmax(high.x, x.x), fmax(high.y, x.y), fmax(high.z, x.z));
        move2 = m > move2 ? m : move2;
    }
    *middle = v3_lerp(low, high, 0.5);
    return 0.5 * v3_distance(low, high) + sqrt(move2);
}

static void detect_solids(sut_contacts *c, const sut_contact_bodies *b, int surface) {
    const sut_surface *f = &b->surface[surface];
    sut_vec3 middle;
    double extent = extent_of(f->body, &middle);
    for (int k = 0; k < b->obstacles; k++) {
        if (!b->present[k]) {
            continue;
        }
        double now = sut_shape_distance(&b->now[k], middle, NULL);
        double next = sut_shape_distance(&b->next[k], middle, NULL);
        if (fmin(now, next) > extent + 2.0 * f->half) {
            continue;
        }
        solid_surface p = {.surface = f,
                           .body = b->rods + surface,
                           .solid = k,
                           .now = &b->now[k],
                           .next = &b->next[k],
                           // what rubs at what jaws hold is the grip
                           .mu =
                               b->gripped[k] == surface ? 0.0 : sqrt(f->friction * b->friction[k])};
        detect_solid(c, b, &p);
    }
}

//---- all -----------------------------------------------------------------------------------------
static void detect_batch(sut_contacts *c, const sut_contact_bodies *b, sut_surface_batch *k) {
    for (int i = k->first; i < k->end; i++) {
        if (is_far(c, b, k, i)) {
            continue;
        }
        if (c->surface.pair[i][0] < c->edges) {
            detect_rod(c, b, k, i);
        } else {
            detect_surfaces(c, b, k, i);
        }
    }
    sut_surface_batch_note(c, k);
}

void sut_surface_detect(sut_contacts *c, const sut_contact_bodies *b) {
    const sut_surface_pairs *s = &c->surface;
    if (s->triangles == 0) {
        return;
    }
    sut_surface_measure(c, b);
    for (int k = 0; k < s->batches; k++) {
        if (!sut_surface_batch_has_room(&s->batch[k])) {
            detect_batch(c, b, &s->batch[k]);
        }
    }
    for (int k = 0; k < b->bodies - b->rods; k++) {
        if (b->surface[k].body) {
            detect_solids(c, b, k);
        }
    }
}
