// SPDX-License-Identifier: MIT
// surface_pairs.c -- neighbour list of surfaces: which triangles may come near which edges of rods
// and which other triangles.
//
// Every vertex gets a box around where it is and where the predictor takes it, with a skin to
// spare; a feature the box around its vertices' boxes, grown by what contacts need. While every
// vertex stays inside its box, features whose boxes do not overlap cannot meet.
#include "contact/contact.h"

#include "math/vec3.h"

#include <string.h>

static sut_vec3 lower(sut_vec3 a, sut_vec3 b) {
    return v3(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z);
}

static sut_vec3 upper(sut_vec3 a, sut_vec3 b) {
    return v3(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}

static int surface_count(const sut_contact_bodies *b) {
    return b->bodies - b->rods;
}

void sut_surface_list(sut_contacts *c, const sut_contact_bodies *b) {
    sut_surface_pairs *p = &c->surface;
    p->triangles = 0;
    p->pairs = 0;
    p->listed = false;
    p->fresh = true;
    p->vertices = c->max_edges;
    if (p->max_triangles == 0) {
        return;
    }
    for (int k = 0; k < surface_count(b); k++) {
        const sut_surface *f = &b->surface[k];
        p->first[k] = p->vertices;
        if (!f->body) {
            continue;
        }
        p->vertices += f->body->n;
        for (int t = 0; t < f->triangle_count; t++) {
            p->owner[p->triangles] = k;
            p->index[p->triangles++] = t;
        }
    }
}

//---- bounds of vertices --------------------------------------------------------------------------
// A steady motion leaves its bounds after AHEAD substeps; a fast one is not followed far.
static void bound_vertices(const sut_body *body, int count, sut_vec3 (*bounds)[2], double skin) {
    const double AHEAD = 10.0;
    sut_vec3 grow = v3(skin, skin, skin);
    for (int v = 0; v < count; v++) {
        sut_vec3 x = body->position[v];
        sut_vec3 move = sut_soa3_get(&body->move, v);
        double way = v3_norm(move);
        double ahead =
            AHEAD * way < 2.0 * skin ? AHEAD : (way < 2.0 * skin ? 2.0 * skin / way : 1.0);
        sut_vec3 y = v3_madd(x, ahead, move);
        bounds[v][0] = v3_sub(lower(x, y), grow);
        bounds[v][1] = v3_add(upper(x, y), grow);
    }
}

// False for NaN.
static bool within(const sut_vec3 bounds[2], sut_vec3 p) {
    return (p.x >= bounds[0].x) & (p.y >= bounds[0].y) & (p.z >= bounds[0].z) &
           (p.x <= bounds[1].x) & (p.y <= bounds[1].y) & (p.z <= bounds[1].z);
}

static bool all_within(const sut_body *body, int count, sut_vec3 (*const bounds)[2]) {
    for (int v = 0; v < count; v++) {
        sut_vec3 x = body->position[v];
        if (!within(bounds[v], x) || !within(bounds[v], v3_add(x, sut_soa3_get(&body->move, v)))) {
            return false;
        }
    }
    return true;
}

static sut_vec3 (*rod_bounds(const sut_contacts *c, int rod))[2] {
    return &c->surface.bounds[c->first_vertex[rod]];
}

static sut_vec3 (*surface_bounds(const sut_contacts *c, int surface))[2] {
    return &c->surface.bounds[c->surface.first[surface]];
}

static bool is_good(const sut_contacts *c, const sut_contact_bodies *b) {
    for (int k = 0; k < b->rods; k++) {
        if (b->chain[k] && !all_within(b->body[k], b->chain[k]->n, rod_bounds(c, k))) {
            return false;
        }
    }
    for (int k = 0; k < surface_count(b); k++) {
        const sut_body *body = b->surface[k].body;
        if (body && !all_within(body, body->n, surface_bounds(c, k))) {
            return false;
        }
    }
    return true;
}

//---- boxes of features ---------------------------------------------------------------------------
// Contacts are looked for up to one touching distance beyond touching: each side of a pair has to
// have room for its own half of that.
static void box_rods(sut_contacts *c, const sut_contact_bodies *b) {
    for (int i = 0; i < c->edges; i++) {
        const sut_chain *r = b->chain[c->edge_rod[i]];
        sut_vec3(*v)[2] = &rod_bounds(c, c->edge_rod[i])[c->edge_index[i]];
        int end = sut_chain_is_cut(r, c->edge_index[i]) ? 0 : 1;
        double room = 2.0 * r->radius;
        sut_vec3 grow = v3(room, room, room);
        // rods meet each other in contact_pairs.c: one chain that skips all of itself
        c->surface.box[i] = (sut_broad_box){.low = v3_sub(lower(v[0][0], v[end][0]), grow),
                                            .high = v3_add(upper(v[0][1], v[end][1]), grow),
                                            .chain = 0};
    }
}

static void box_triangles(sut_contacts *c, const sut_contact_bodies *b) {
    sut_surface_pairs *p = &c->surface;
    for (int i = 0; i < p->triangles; i++) {
        const sut_surface *f = &b->surface[p->owner[i]];
        const int *v = f->triangle[p->index[i]];
        sut_vec3(*bounds)[2] = surface_bounds(c, p->owner[i]);
        double room = 2.0 * f->half;
        sut_vec3 grow = v3(room, room, room);
        sut_vec3 low = lower(lower(bounds[v[0]][0], bounds[v[1]][0]), bounds[v[2]][0]);
        sut_vec3 high = upper(upper(bounds[v[0]][1], bounds[v[1]][1]), bounds[v[2]][1]);
        p->box[c->edges + i] =
            (sut_broad_box){.low = v3_sub(low, grow), .high = v3_add(high, grow), .chain = -1};
    }
}

// Of a pair: the surface that both are of; null: they are of two.
static const sut_surface *own_surface(const sut_contacts *c, const sut_contact_bodies *b,
                                      const int pair[2]) {
    const sut_surface_pairs *p = &c->surface;
    int i = pair[0] - c->edges;
    int j = pair[1] - c->edges;
    bool own = i >= 0 && j >= 0 && p->owner[i] == p->owner[j];
    return own ? &b->surface[p->owner[i]] : NULL;
}

// A surface touches itself at a smaller distance than others: boxes made for these reach too far.
static bool are_apart(const sut_contacts *c, const sut_surface *f, const int pair[2]) {
    const sut_broad_box *x = &c->surface.box[pair[0]];
    const sut_broad_box *y = &c->surface.box[pair[1]];
    double room = 2.0 * f->self - 4.0 * f->half; // between boxes that have grown by 2 half
    sut_vec3 gap = upper(v3_sub(x->low, y->high), v3_sub(y->low, x->high));
    return gap.x > room || gap.y > room || gap.z > room;
}

static bool are_kin(const sut_contacts *c, const sut_surface *f, const int pair[2]) {
    const int *v = f->triangle[c->surface.index[pair[0] - c->edges]];
    int other = c->surface.index[pair[1] - c->edges];
    return sut_triangle_has(f, other, v[0]) || sut_triangle_has(f, other, v[1]) ||
           sut_triangle_has(f, other, v[2]);
}

static int without_far_selves(sut_contacts *c, const sut_contact_bodies *b, int count) {
    sut_surface_pairs *p = &c->surface;
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const sut_surface *f = own_surface(c, b, p->pair[i]);
        if (!f || !are_apart(c, f, p->pair[i])) {
            p->kin[kept] = f && are_kin(c, f, p->pair[i]);
            p->pair[kept][0] = p->pair[i][0];
            p->pair[kept][1] = p->pair[i][1];
            kept++;
        }
    }
    return kept;
}

// What was measured of pairs that were on the list before still holds: both lists ascend.
static void take_over(sut_surface_pairs *p, int last) {
    int k = 0;
    for (int i = 0; i < p->pairs; i++) {
        const int *pair = p->pair[i];
        while (k < last && (p->last_pair[k][0] < pair[0] ||
                            (p->last_pair[k][0] == pair[0] && p->last_pair[k][1] < pair[1]))) {
            k++;
        }
        bool same = k < last && p->last_pair[k][0] == pair[0] && p->last_pair[k][1] == pair[1];
        p->room[i] = same ? p->last_room[k] : -1.0;
        p->look[i] = same ? p->last_look[k] : (sut_surface_look){-1.0, {0.0, 0.0, 0.0}};
    }
}

static double least_spacing(const sut_contact_bodies *b) {
    double least = HUGE_VAL;
    for (int k = 0; k < surface_count(b); k++) {
        const sut_surface *f = &b->surface[k];
        least = f->body && f->spacing < least ? f->spacing : least;
    }
    return least;
}

static void bound_all(sut_contacts *c, const sut_contact_bodies *b, double skin) {
    for (int k = 0; k < b->rods; k++) {
        if (b->chain[k]) {
            bound_vertices(b->body[k], b->chain[k]->n, rod_bounds(c, k), skin);
        }
    }
    for (int k = 0; k < surface_count(b); k++) {
        if (b->surface[k].body) {
            const sut_body *body = b->surface[k].body;
            bound_vertices(body, body->n, surface_bounds(c, k), skin);
        }
    }
}

static void see_all(sut_contacts *c, const sut_contact_bodies *b) {
    for (int k = 0; k < b->rods; k++) {
        for (int v = 0; b->chain[k] && v < b->chain[k]->n; v++) {
            c->surface.seen[c->first_vertex[k] + v] = b->chain[k]->position[v];
        }
    }
    for (int k = 0; k < surface_count(b); k++) {
        const sut_body *body = b->surface[k].body;
        for (int v = 0; body && v < body->n; v++) {
            c->surface.seen[c->surface.first[k] + v] = body->position[v];
        }
    }
}

static void exchange_lists(sut_surface_pairs *p) {
    int(*pair)[2] = p->pair;
    double *room = p->room;
    sut_surface_look *look = p->look;
    p->pair = p->last_pair;
    p->room = p->last_room;
    p->look = p->last_look;
    p->last_pair = pair;
    p->last_room = room;
    p->last_look = look;
}

void sut_surface_pairs_update(sut_contacts *c, const sut_contact_bodies *b) {
    enum { ATTEMPTS = 6 };
    sut_surface_pairs *p = &c->surface;
    if (p->triangles == 0) {
        return;
    }
    if (p->listed && is_good(c, b)) {
        return;
    }
    if (p->fresh) {
        see_all(c, b);
        memset(p->way, 0, (size_t)(c->edges + p->triangles) * sizeof *p->way);
        p->fresh = false;
    }
    int last = p->pairs;
    exchange_lists(p);
    // A wide skin makes the list last, a narrow one short; narrower still where it finds no room.
    double skin = 0.15 * least_spacing(b);
    const double skip[1] = {HUGE_VAL};
    p->pairs = 0;
    p->listed = false;
    for (int attempt = 0; attempt < ATTEMPTS && !p->listed; attempt++, skin *= 0.4) {
        bound_all(c, b, skin);
        box_rods(c, b);
        box_triangles(c, b);
        int got = sut_broad_pairs(&p->broad, p->box, c->edges + p->triangles, skip, p->pair,
                                  p->max_pairs);
        p->listed = got >= 0;
        p->pairs = got >= 0 ? without_far_selves(c, b, got) : 0;
    }
    p->full = !p->listed;
    take_over(p, last);
}

//---- ways and balls of features ------------------------------------------------------------------
// Far above rounding.
static double a_little_more(double squared) {
    return 1.0001 * sqrt(squared);
}

// One feature in this substep, and since the last look.
static void go_on(sut_surface_way *way, const sut_body *body, const sut_vec3 *seen,
                  const int *vertex, int count) {
    sut_vec3 by[3];
    sut_vec3 since[3];
    double most[4] = {0.0, 0.0, 0.0, 0.0};
    for (int k = 0; k < count; k++) {
        by[k] = sut_soa3_get(&body->move, vertex[k]);
        since[k] = v3_sub(body->position[vertex[k]], seen[vertex[k]]);
    }
    for (int k = 0; k < count; k++) {
        int next = k + 1 < count ? k + 1 : 0;
        const double size[4] = {v3_norm2(by[k]), v3_norm2(since[k]),
                                v3_norm2(v3_sub(by[k], by[next])),
                                v3_norm2(v3_sub(since[k], since[next]))};
        for (int m = 0; m < 4; m++) {
            most[m] = size[m] > most[m] ? size[m] : most[m];
        }
    }
    way->stride = a_little_more(most[0]);
    way->path += a_little_more(most[1]);
    way->bend = a_little_more(most[2]);
    way->bent += a_little_more(most[3]);
}

void sut_surface_measure(sut_contacts *c, const sut_contact_bodies *b) {
    sut_surface_pairs *p = &c->surface;
    for (int i = 0; i < c->edges; i++) {
        int rod = c->edge_rod[i];
        const int ends[2] = {c->edge_index[i], sut_chain_edge_end(b->chain[rod], c->edge_index[i])};
        go_on(&p->way[i], b->body[rod], &p->seen[c->first_vertex[rod]], ends, 2);
    }
    for (int i = 0; i < p->triangles; i++) {
        const sut_surface *f = &b->surface[p->owner[i]];
        go_on(&p->way[c->edges + i], f->body, &p->seen[p->first[p->owner[i]]],
              f->triangle[p->index[i]], 3);
    }
    see_all(c, b);
}

//---- two features --------------------------------------------------------------------------------
typedef struct corners {
    const sut_body *body;
    int vertex[3], count;
} corners;

static corners corners_of(const sut_contacts *c, const sut_contact_bodies *b, int feature) {
    if (feature < c->edges) {
        const sut_chain *r = b->chain[c->edge_rod[feature]];
        int e = c->edge_index[feature];
        return (corners){b->body[c->edge_rod[feature]], {e, sut_chain_edge_end(r, e), 0}, 2};
    }
    int i = feature - c->edges;
    const sut_surface *f = &b->surface[c->surface.owner[i]];
    const int *v = f->triangle[c->surface.index[i]];
    return (corners){f->body, {v[0], v[1], v[2]}, 3};
}

typedef struct ball {
    sut_vec3 center;
    double radius;
} ball;

static ball ball_around(const corners *f) {
    ball s = {v3_zero(), 0.0};
    for (int k = 0; k < f->count; k++) {
        s.center = v3_madd(s.center, 1.0 / f->count, f->body->position[f->vertex[k]]);
    }
    double radius2 = 0.0;
    for (int k = 0; k < f->count; k++) {
        double d = v3_norm2(v3_sub(f->body->position[f->vertex[k]], s.center));
        radius2 = d > radius2 ? d : radius2;
    }
    s.radius = a_little_more(radius2);
    return s;
}

static sut_vec3 between_of(const corners *f, const corners *o) {
    return v3_sub(f->body->position[f->vertex[0]], o->body->position[o->vertex[0]]);
}

static double bents_of(const sut_contacts *c, const int pair[2]) {
    return c->surface.way[pair[0]].bent + c->surface.way[pair[1]].bent;
}

void sut_surface_note(sut_contacts *c, const sut_contact_bodies *b, int pair, double distance) {
    sut_surface_pairs *p = &c->surface;
    const int *f = p->pair[pair];
    corners x = corners_of(c, b, f[0]);
    corners y = corners_of(c, b, f[1]);
    double rest = SUT_SURFACE_REST * sut_surface_reach(c, b, pair);
    p->room[pair] = distance - rest + sut_surface_paths(c, pair);
    p->look[pair] = (sut_surface_look){distance + bents_of(c, f), between_of(&x, &y)};
}

double sut_surface_bound(sut_contacts *c, const sut_contact_bodies *b, int pair, double *way) {
    sut_surface_pairs *p = &c->surface;
    const int *f = p->pair[pair];
    corners x = corners_of(c, b, f[0]);
    corners y = corners_of(c, b, f[1]);
    sut_vec3 turn =
        v3_sub(sut_soa3_get(&x.body->move, x.vertex[0]), sut_soa3_get(&y.body->move, y.vertex[0]));
    *way = a_little_more(v3_norm2(turn)) + p->way[f[0]].bend + p->way[f[1]].bend;
    const sut_surface_look *look = &p->look[pair];
    double apart = look->apart - bents_of(c, f) -
                   a_little_more(v3_norm2(v3_sub(between_of(&x, &y), look->between)));
    if (!(apart > 0.0)) {
        ball u = ball_around(&x);
        ball v = ball_around(&y);
        // less than rounding may have added
        apart = 0.9999 * v3_distance(u.center, v.center) - (u.radius + v.radius);
    }
    // a new start for what is quick to look at
    double rest = SUT_SURFACE_REST * sut_surface_reach(c, b, pair);
    double room = apart - rest + sut_surface_paths(c, pair);
    p->room[pair] = room > p->room[pair] ? room : p->room[pair];
    return apart;
}
