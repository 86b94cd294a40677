// SPDX-License-Identifier: MIT
// contact_detect.c -- contacts at the start of a substep.
//
// Between threads a contact is a local minimum of the distance of two polylines: inside two edges,
// at a vertex and inside an edge, or at two vertices. At a vertex the way along the neighbouring
// edge must not lead nearer; the same minimum seen from the two edges of a vertex counts once. On
// the inner side of a bend both edges have minima of their own and both count.
// Obstacles are felt by the vertices, and by the inside of an edge where the body is so small that
// the edge would cut into it. docs/theory/contact.md
#include "contact/contact.h"
#include "sutura/tissue.h"

#include "geom/segment.h"
#include "math/vec3.h"

//---- jaws ----------------------------------------------------------------------------------------
static bool has(const sut_contact_held *h, int rod, int vertex, int solid) {
    return h->rod == rod && vertex >= h->from && vertex <= h->to && solid >= h->first &&
           solid < h->end;
}

bool sut_contact_is_held(const sut_contact_bodies *b, int rod, int vertex, int solid) {
    for (int i = 0; i < b->helds; i++) {
        if (!b->held[i].slides && has(&b->held[i], rod, vertex, solid)) {
            return true;
        }
    }
    return false;
}

bool sut_contact_is_carried(const sut_contact_bodies *b, int rod, int solid) {
    for (int i = 0; i < b->helds; i++) {
        const sut_contact_held *h = &b->held[i];
        if (h->whole && h->rod == rod && solid >= h->first && solid < h->end) {
            return true;
        }
    }
    return false;
}

bool sut_contact_is_gripped(const sut_contact_bodies *b, int rod, int edge, int solid) {
    for (int i = 0; i < b->helds; i++) {
        const sut_contact_held *h = &b->held[i];
        if (has(h, rod, edge, solid) || has(h, rod, edge + 1, solid)) {
            return true;
        }
    }
    return false;
}

//---- one contact ---------------------------------------------------------------------------------
static bool is_held(const sut_contact_bodies *b, int body, int vertex) {
    if (b->body[body]->led) {
        return true;
    }
    if (sut_contact_is_rod(b, body)) {
        return sut_chain_is_pinned(b->chain[body], vertex);
    }
    return sut_contact_surface(b, body)->pinned[vertex] == SUT_AXIS_ALL;
}

// A pinned vertex goes where its pin goes, whatever touches it: it has no part in the solve.
static void add_vertex(sut_contact *k, const sut_contact_bodies *b, int body, int vertex,
                       double weight) {
    if (weight != 0.0 && !is_held(b, body, vertex)) {
        k->owner[k->count] = body;
        k->vertex[k->count] = vertex;
        k->weight[k->count] = weight;
        k->count++;
    }
}

// A site of a body that moves affinely acts on its carriers.
static void add_carriers(sut_contact *k, const sut_contact_bodies *b, int side) {
    const sut_site *s = &k->site[side];
    const sut_body *body = b->body[s->body];
    for (int c = 0; c < SUT_SITE_VERTICES; c++) {
        double weight = 0.0;
        for (int i = 0; i < s->count; i++) {
            weight += s->weight[i] * body->carried[s->vertex[i]][c];
        }
        add_vertex(k, b, s->body, body->n - SUT_SITE_VERTICES + c, side == 0 ? weight : -weight);
    }
}

static void add_site(sut_contact *k, const sut_contact_bodies *b, int side) {
    const sut_site *s = &k->site[side];
    if (!sut_site_is_rigid(s) && b->body[s->body]->carried) {
        add_carriers(k, b, side);
        return;
    }
    for (int i = 0; i < s->count; i++) {
        add_vertex(k, b, s->body, s->vertex[i], side == 0 ? s->weight[i] : -s->weight[i]);
    }
}

// The second direction of the frame runs along the edge, so that it turns with the thread.
static void make_frame(sut_contact *k, const sut_chain *r, sut_vec3 normal) {
    sut_vec3 along = v3_reject(sut_soa3_get(&r->edge, k->site[0].vertex[0]), normal);
    double size = v3_norm(along);
    k->frame[0] = normal;
    k->frame[1] = size > 1e-6 * r->rest[k->site[0].vertex[0]] ? v3_scale(along, 1.0 / size)
                                                              : v3_any_normal(normal);
    k->frame[2] = v3_cross(normal, k->frame[1]);
}

// Like two crossed cylinders that touch: stiffness goes as modulus times diameter.
static double stiffness_of(const sut_chain *r) {
    return r->EA / (2.0 * SUT_PI * 2.0 * r->radius);
}

double sut_contact_stiffness(const sut_contacts *c, const sut_chain *r, const sut_chain *other) {
    double first = stiffness_of(r);
    if (!other) {
        return c->settings.stiffness * 2.0 * first; // only the thread gives way
    }
    double second = stiffness_of(other);
    return c->settings.stiffness * 2.0 * first * second / (first + second);
}

static sut_contact *next_contact(sut_contacts *c) {
    if (c->count == c->max_contacts) {
        c->lost++;
        return NULL;
    }
    sut_contact *k = &c->contact[c->count++];
    *k = (sut_contact){.old = -1};
    return k;
}

sut_contact *sut_contact_add(sut_contacts *c, const sut_contact_bodies *b,
                             const sut_contact_pairing *p) {
    sut_contact *k = next_contact(c);
    if (!k) {
        return NULL;
    }
    for (int side = 0; side < 2; side++) {
        k->site[side] = p->site[side];
        add_site(k, b, side);
    }
    k->gap = p->gap;
    k->reach = p->reach;
    k->mu = p->mu;
    k->hard = p->hard;
    k->limit = p->limit;
    k->kt = SUT_CONTACT_ACROSS * k->hard;
    sut_vec3 along = v3_reject(p->along, p->normal);
    double size = v3_norm(along);
    k->frame[0] = p->normal;
    k->frame[1] =
        size > 1e-6 * v3_norm(p->along) ? v3_scale(along, 1.0 / size) : v3_any_normal(p->normal);
    k->frame[2] = v3_cross(p->normal, k->frame[1]);
    return k;
}

bool sut_contact_add_threads(sut_contacts *c, const sut_contact_bodies *b, int e, int f, double s,
                             double t, sut_vec3 normal, double gap) {
    sut_contact *k = next_contact(c);
    if (!k) {
        return false;
    }
    const int edge[2] = {e, f};
    const double at[2] = {s, t};
    const sut_chain *r[2];
    for (int side = 0; side < 2; side++) {
        int rod = c->edge_rod[edge[side]];
        k->site[side] = sut_site_on_edge(rod, c->edge_index[edge[side]], at[side]);
        r[side] = b->chain[rod];
        add_site(k, b, side);
    }
    k->gap = gap;
    k->reach = r[0]->radius + r[1]->radius;
    k->mu = sqrt(r[0]->friction * r[1]->friction);
    k->hard = sut_contact_stiffness(c, r[0], r[1]);
    k->limit = r[0]->EA;
    k->kt = SUT_CONTACT_ACROSS * k->hard;
    make_frame(k, r[0], normal);
    return true;
}

bool sut_contact_add_obstacle(sut_contacts *c, const sut_contact_bodies *b, int e, int obstacle,
                              double s, sut_vec3 normal, double gap) {
    sut_contact *k = next_contact(c);
    if (!k) {
        return false;
    }
    k->site[0] = sut_site_on_edge(c->edge_rod[e], c->edge_index[e], s);
    k->site[1] = (sut_site){.body = b->bodies + obstacle};
    const sut_chain *r = b->chain[k->site[0].body];
    add_site(k, b, 0);
    k->gap = gap;
    k->reach = r->radius;
    // jaws have what friction they can give in their grip
    bool gripped = sut_contact_is_gripped(b, k->site[0].body, k->site[0].vertex[0], obstacle);
    k->mu = gripped ? 0.0 : sqrt(r->friction * b->friction[obstacle]);
    k->hard = sut_contact_stiffness(c, r, NULL);
    k->limit = r->EA;
    k->kt = SUT_CONTACT_ACROSS * k->hard;
    make_frame(k, r, normal);
    // where the place on the surface goes with the body
    sut_vec3 x = sut_site_where(b->body[k->site[0].body], &k->site[0]);
    sut_vec3 local = sut_shape_to_local(&b->now[obstacle], v3_madd(x, -(gap + k->reach), normal));
    k->site[1].prescribed = v3_sub(sut_shape_to_world(&b->next[obstacle], local),
                                   sut_shape_to_world(&b->now[obstacle], local));
    return true;
}

//---- local minima --------------------------------------------------------------------------------
// Is the place s of edge e, with the other body in direction -apart, a minimum for the whole
// thread? Of two edges that share it the later one has it.
static bool is_minimum(const sut_chain *r, int e, double s, sut_vec3 apart) {
    // within rounding of a vertex it is that vertex
    const double tiny = 1e-6;
    if (s >= 1.0 - tiny) {
        return e == r->n - 2; // the next edge sees the same vertex as its start
    }
    if (s > tiny || e == 0) {
        return true;
    }
    if (sut_chain_is_cut(r, e - 1)) {
        return true; // a piece begins here
    }
    sut_vec3 back = v3_sub(r->position[e - 1], r->position[e]);
    // the margin covers what was called the same vertex above
    return v3_dot(back, apart) >= -2.0 * tiny * v3_norm2(back);
}

static void detect_pair(sut_contacts *c, const sut_contact_bodies *b, int p) {
    int e = c->pair[p][0];
    int f = c->pair[p][1];
    const sut_chain *r = b->chain[c->edge_rod[e]];
    const sut_chain *o = b->chain[c->edge_rod[f]];
    int i = c->edge_index[e];
    int j = c->edge_index[f];
    sut_segment_near near =
        sut_segment_nearest(r->position[i], r->position[sut_chain_edge_end(r, i)], o->position[j],
                            o->position[sut_chain_edge_end(o, j)]);
    sut_contact_note(c, p, (1.0 - 1e-9) * near.distance);
    double reach = r->radius + o->radius;
    // what is further away may not be on the list
    if (near.distance > 2.0 * reach || near.distance <= 0.0) {
        return;
    }
    sut_vec3 relative =
        v3_sub(sut_contact_move_at(r, i, near.s), sut_contact_move_at(o, j, near.t));
    if (near.distance - reach > sut_contact_look_ahead(reach, v3_norm(relative))) {
        return;
    }
    if (!is_minimum(r, i, near.s, near.apart) ||
        !is_minimum(o, j, near.t, v3_scale(near.apart, -1.0))) {
        return;
    }
    (void)sut_contact_add_threads(c, b, e, f, near.s, near.t,
                                  v3_scale(near.apart, 1.0 / near.distance), near.distance - reach);
}

//---- obstacles -----------------------------------------------------------------------------------
// The normal turns while a thread slides round a body. Where the predictor takes it is nearly where
// it will be: the normal from there leaves only an error of second order, and the gap is linearised
// about it. The normal of the start does work on the way round, which brakes the thread.
static void turn_to_predicted(sut_contact *k, const sut_chain *r, sut_vec3 normal, double distance,
                              sut_vec3 move) {
    make_frame(k, r, normal);
    k->gap = distance - r->radius - v3_dot(normal, v3_sub(move, k->site[1].prescribed));
}

// Is the predicted place near enough to the present one for that?
static bool predicts(const sut_chain *r, sut_vec3 now, sut_vec3 then, sut_vec3 move) {
    return v3_dot(then, now) >= 0.8 && v3_norm(move) <= 4.0 * r->radius;
}

static void look_ahead_round(sut_contact *k, const sut_contact_bodies *b, const sut_chain *r,
                             int i) {
    sut_vec3 move = sut_soa3_get(&r->move, i);
    sut_vec3 normal;
    double distance = sut_shape_distance(&b->next[sut_contact_solid(b, k->site[1].body)],
                                         v3_add(r->position[i], move), &normal);
    if (predicts(r, k->frame[0], normal, move)) {
        turn_to_predicted(k, r, normal, distance, move);
    }
}

static void detect_vertex(sut_contacts *c, const sut_contact_bodies *b, int e, int side,
                          int obstacle) {
    const sut_chain *r = b->chain[c->edge_rod[e]];
    int i = c->edge_index[e] + side;
    sut_vec3 normal;
    double gap = sut_shape_distance(&b->now[obstacle], r->position[i], &normal) - r->radius;
    double after = sut_shape_distance(&b->next[obstacle],
                                      v3_add(r->position[i], sut_soa3_get(&r->move, i)), NULL);
    double nearer = after - r->radius < gap ? after - r->radius : gap;
    if (nearer < 0.3 * r->radius && gap < 4.0 * r->radius &&
        sut_contact_add_obstacle(c, b, e, obstacle, (double)side, normal, gap)) {
        look_ahead_round(&c->contact[c->count - 1], b, r, i);
    }
}

// Did this edge bear on the solid inside of it in the last substep?
static bool bore_inside(const sut_contacts *c, int rod, int edge, int solid) {
    for (int i = 0; i < c->touches; i++) {
        const sut_touch *t = &c->touch[i];
        if (t->body[1] == solid && t->body[0] == rod && t->place[0] > (double)edge &&
            t->place[0] < (double)edge + 1.0) {
            return true;
        }
    }
    return false;
}

// A contact inside edge e, where the predicted edge is nearest to the solid. Only where the thread
// slides: the predicted normal of an edge turns with its predicted rotation, and at rest that lets
// rocking edges feed each other, while the normal of the start damps them and brakes a slow motion
// by next to nothing.
static void add_inside(sut_contacts *c, const sut_contact_bodies *b, int e, int obstacle, double s,
                       sut_vec3 normal, double gap) {
    const sut_chain *r = b->chain[c->edge_rod[e]];
    int i = c->edge_index[e];
    sut_vec3 end[2];
    for (int k = 0; k < 2; k++) {
        end[k] = v3_add(r->position[i + k], sut_soa3_get(&r->move, i + k));
    }
    double at;
    sut_vec3 then;
    double distance = sut_shape_segment(&b->next[obstacle], end[0], end[1], &at, &then);
    bool inside = at > 0.0 && at < 1.0;
    sut_vec3 move = inside ? sut_contact_move_at(r, i, at) : v3_zero();
    const double least_slide = 0.02; // radii per substep
    bool slides = v3_norm(move) > least_slide * r->radius;
    bool ahead = inside && slides && predicts(r, normal, then, move);
    if (sut_contact_add_obstacle(c, b, e, obstacle, ahead ? at : s, normal, gap) && ahead) {
        turn_to_predicted(&c->contact[c->count - 1], r, then, distance, move);
    }
}

static void detect_inside(sut_contacts *c, const sut_contact_bodies *b, int e, int obstacle) {
    const sut_chain *r = b->chain[c->edge_rod[e]];
    int i = c->edge_index[e];
    sut_vec3 normal;
    double s;
    if (sut_chain_is_cut(r, i)) {
        return;
    }
    double least =
        sut_shape_segment(&b->now[obstacle], r->position[i], r->position[i + 1], &s, &normal);
    if (least - r->radius > 0.3 * r->radius || s <= 0.0 || s >= 1.0) {
        return;
    }
    // beside a vertex that does not give way no push has an effect
    const double least_lever = 0.1;
    bool held[2] = {sut_contact_is_held(b, c->edge_rod[e], i, obstacle),
                    sut_contact_is_held(b, c->edge_rod[e], i + 1, obstacle)};
    if ((held[0] && held[1]) || (held[0] && s < least_lever) ||
        (held[1] && s > 1.0 - least_lever)) {
        return;
    }
    // How deep the edge would cut if both ends touched is the same wherever along it the body is: a
    // contact must not come and go while it wanders, nor because it has pushed the edge out. Right
    // beside a vertex that one has it.
    const double least_new = 0.2; // radii
    const double least_old = 5e-3;
    double root[2];
    for (int k = 0; k < 2; k++) {
        double above = sut_shape_distance(&b->now[obstacle], r->position[i + k], NULL) - least;
        root[k] = above > 0.0 ? sqrt(above) : 0.0;
    }
    double nearer = root[0] < root[1] ? root[0] : root[1];
    double cut = 0.5 * (root[0] + root[1]);
    double deep = cut * cut / r->radius;
    bool cuts = deep > least_new ||
                (deep > least_old && bore_inside(c, c->edge_rod[e], i, b->bodies + obstacle));
    if (cuts && nearer * nearer > 5e-3 * r->radius) {
        add_inside(c, b, e, obstacle, s, normal, least - r->radius);
    }
}

void sut_contact_measure(sut_contacts *c, const sut_contact_bodies *b) {
    for (int k = 0; k < b->rods; k++) {
        const sut_chain *r = b->chain[k];
        double edge2 = 0.0;
        double rest = 0.0;
        double move2 = 0.0;
        for (int i = 0; r && i < r->n; i++) {
            double m = v3_norm2(sut_soa3_get(&r->move, i));
            move2 = m > move2 ? m : move2;
            if (i < r->n - 1 && !sut_chain_is_cut(r, i)) {
                double l = v3_norm2(v3_sub(r->position[i + 1], r->position[i]));
                double longest = sut_chain_longest(r, i);
                edge2 = l > edge2 ? l : edge2;
                rest = longest > rest ? longest : rest;
            }
        }
        double edge = sqrt(edge2);
        c->extent[k] = (sut_contact_extent){edge > rest ? edge : rest, sqrt(move2)};
    }
}

// An end of this edge is `room` away, and everything within `reach` of the solid is of interest:
// how many of the edges that follow on the same rod are not.
static int edges_passed(const sut_contacts *c, const sut_chain *r, int e, double room,
                        double reach) {
    const sut_contact_extent *x = &c->extent[c->edge_rod[e]];
    double edges = 0.999 * (room - reach) / x->edge; // far above rounding
    int left = sut_chain_piece_end(r, c->edge_index[e]) - c->edge_index[e];
    return edges < (double)left ? (int)edges : left;
}

static void detect_obstacle(sut_contacts *c, const sut_contact_bodies *b, int obstacle) {
    for (int e = 0; e < c->edges; e++) {
        const sut_chain *r = b->chain[c->edge_rod[e]];
        int i = c->edge_index[e];
        // far away: the whole edge and its motion fit into the distance of one end
        double room = sut_shape_distance(&b->now[obstacle], r->position[i], NULL);
        double span = sut_chain_longest(r, i) + 5.0 * r->radius;
        double moves = v3_norm(sut_soa3_get(&r->move, i)) + v3_norm(sut_soa3_get(&r->move, i + 1));
        double other = sut_shape_distance(&b->next[obstacle], r->position[i], NULL);
        room = other < room ? other : room;
        if (room > span + moves) {
            const sut_contact_extent *x = &c->extent[c->edge_rod[e]];
            double reach = x->edge + 5.0 * r->radius + 2.0 * x->move;
            e += room > reach ? edges_passed(c, r, e, room, reach) : 0;
            continue;
        }
        int rod = c->edge_rod[e];
        if (sut_contact_is_carried(b, rod, obstacle)) {
            continue;
        }
        if (!sut_contact_is_held(b, rod, i, obstacle)) {
            detect_vertex(c, b, e, 0, obstacle);
        }
        if (i == r->n - 2 && !sut_contact_is_held(b, rod, i + 1, obstacle)) {
            detect_vertex(c, b, e, 1, obstacle);
        }
        detect_inside(c, b, e, obstacle);
    }
}

void sut_contact_detect(sut_contacts *c, const sut_contact_bodies *b) {
    c->count = 0;
    c->inactive = 0;
    c->lost = 0;
    sut_contact_bonds(c, b);
    for (int i = 0; i < c->nears; i++) {
        const int *e = c->pair[c->near[i]];
        double ahead = sut_contact_ahead(c, e, sut_contact_strides(c, e));
        if (sut_contact_bound(c, c->near[i]) <= ahead) {
            detect_pair(c, b, c->near[i]);
        }
    }
    sut_surface_detect(c, b);
    bool measured = false;
    for (int k = 0; k < b->obstacles; k++) {
        if (b->present[k] && !measured) {
            sut_contact_measure(c, b);
            measured = true;
        }
        if (b->present[k]) {
            detect_obstacle(c, b, k);
        }
    }
}
