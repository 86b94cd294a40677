// SPDX-License-Identifier: MIT
// contact_guard.c -- how much of a motion keeps everything apart.
//
// Vertices move in straight lines from their places at the start of the substep. Every pair of
// edges whose boxes overlap, every edge near an obstacle, and every bit of a thread that turns
// sharply is followed along that motion; what is left of it is what all of them allow. Nothing else
// ever changes a position, so no thread passes through anything. docs/theory/guard.md
#include "contact/contact.h"

#include "geom/feature.h"
#include "math/vec3.h"

#include <string.h>

typedef struct guard {
    sut_contacts *c;
    const sut_contact_bodies *b;
    bool add;
    int hits;
    double share;
} guard;

static void see(guard *g, int body, int other, double share) {
    if (share < 1.0) {
        g->hits++;
        g->b->hit_body[body] = true;
        g->b->hit_body[other] = true;
        g->share = share < g->share ? share : g->share;
    }
}

//---- two edges -----------------------------------------------------------------------------------
static sut_feature edge_of(const sut_chain *r, int i) {
    sut_feature f = {.kind = SUT_FEATURE_EDGE};
    const int vertex[2] = {i, sut_chain_edge_end(r, i)};
    for (int k = 0; k < 2; k++) {
        f.at[k] = r->position[vertex[k]];
        f.by[k] = sut_soa3_get(&r->move, vertex[k]);
    }
    return f;
}

// It only has to keep the two from coming nearer.
static void forgive(sut_contacts *c) {
    sut_contact *k = &c->contact[c->count - 1];
    k->slack = k->gap < 0.0 ? -k->gap : 0.0;
}

// Where the two come nearest to each other from that time on, before one is through the other.
static sut_feature_near nearest_ahead(const sut_feature m[2], double *time) {
    enum { LOOKS = 8 };
    sut_feature_near near = sut_feature_nearest(&m[0], &m[1], *time);
    for (int k = 1; k <= LOOKS; k++) {
        double next = *time + (1.0 - *time) / (LOOKS + 1 - k);
        sut_feature_near then = sut_feature_nearest(&m[0], &m[1], next);
        if (!(then.distance < near.distance) || v3_dot(then.apart, near.apart) <= 0.0) {
            break;
        }
        near = then;
        *time = next;
    }
    return near;
}

// A contact with the frame that the two edges have where they would come too near; they touch at
// the distance `reach`.
static void add_contact(guard *g, int e, int f, const sut_feature m[2], double share,
                        double reach) {
    sut_feature_near near = nearest_ahead(m, &share);
    if (!(near.distance > 0.0)) {
        return;
    }
    const sut_contact_bodies *b = g->b;
    sut_vec3 normal = v3_scale(near.apart, 1.0 / near.distance);
    double at[2] = {near.weight[0][1], near.weight[1][1]};
    sut_vec3 moved =
        v3_sub(v3_lerp(m[0].by[0], m[0].by[1], at[0]), v3_lerp(m[1].by[0], m[1].by[1], at[1]));
    double gap = near.distance - reach - share * v3_dot(normal, moved);
    if (sut_contact_add_threads(g->c, b, e, f, at[0], at[1], normal, gap)) {
        g->c->contact[g->c->count - 1].reach = reach;
        forgive(g->c);
    }
}

static void watch_pair(guard *g, int e, int f) {
    const sut_contacts *c = g->c;
    const sut_chain *r = g->b->chain[c->edge_rod[e]];
    const sut_chain *o = g->b->chain[c->edge_rod[f]];
    int i = c->edge_index[e];
    int j = c->edge_index[f];
    const sut_feature m[2] = {edge_of(r, i), edge_of(o, j)};
    double keep = SUT_CONTACT_KEEP * (r->radius + o->radius);
    double moves = sut_feature_stride(&m[0], &m[1]);
    // boxes overlap already when edges are far apart; most pairs end here
    sut_vec3 between =
        v3_sub(v3_lerp(m[0].at[0], m[0].at[1], 0.5), v3_lerp(m[1].at[0], m[1].at[1], 0.5));
    double reach =
        keep + moves + 0.5 * (sut_chain_longest(r, i) + sut_chain_longest(o, j)) +
        0.5 * (v3_norm(v3_sub(m[0].by[0], m[0].by[1])) + v3_norm(v3_sub(m[1].by[0], m[1].by[1])));
    if (v3_norm2(between) > reach * reach) {
        return;
    }
    if (sut_feature_nearest(&m[0], &m[1], 0.0).distance > keep + 1.0001 * moves) {
        return;
    }
    g->c->figures.followed++;
    double share = sut_feature_advance(&m[0], &m[1], keep);
    see(g, c->edge_rod[e], c->edge_rod[f], share);
    if (share < 1.0 && g->add) {
        add_contact(g, e, f, m, share, keep / SUT_CONTACT_KEEP);
    }
}

//---- neighbours on one thread --------------------------------------------------------------------
// A piece of a thread that turns by less than half a turn in all cannot meet itself. `turn` bounds
// the turn at a vertex during the motion: what it is, and what the edges beside it may add. Their
// lengths are those of the start: `inverse` belongs to the trial, whose edges may be far too long.
static double turn_at(const sut_chain *r, int v) {
    sut_vec3 k = sut_soa3_get(&r->bent, v);
    double turn = v3_norm(k); // 2 tan of half the angle, no less than the angle
    for (int e = v - 1; e <= v; e++) {
        sut_vec3 d = v3_sub(sut_soa3_get(&r->move, e + 1), sut_soa3_get(&r->move, e));
        double part = sqrt(v3_norm2(d) / v3_norm2(sut_soa3_get(&r->edge, e)));
        // an edge that changes by a share p of its length turns by no more than asin p < 1.6 p
        turn += part < 0.9 ? 1.6 * part : SUT_PI;
    }
    return turn;
}

static void watch_near(guard *g, int rod, int i, int j) {
    const sut_chain *r = g->b->chain[rod];
    const sut_feature m[2] = {edge_of(r, i), edge_of(r, j)};
    double distance = sut_feature_nearest(&m[0], &m[1], 0.0).distance;
    // an edge in between keeps them apart, and so does their thickness
    double gap = r->rest[i + 1];
    double keep = 0.25 * (gap < r->radius ? gap : r->radius);
    if (distance - keep > 1.0001 * sut_feature_stride(&m[0], &m[1])) {
        return;
    }
    g->c->figures.followed++;
    double share = sut_feature_advance(&m[0], &m[1], keep);
    see(g, rod, rod, share);
    int e = g->c->first_edge[rod] + i;
    int f = g->c->first_edge[rod] + j;
    bool listed = f < g->c->edges && g->c->edge_index[e] == i && g->c->edge_index[f] == j;
    if (share < 1.0 && g->add && listed) {
        add_contact(g, e, f, m, share, keep / SUT_CONTACT_KEEP);
    }
}

// Most threads turn so little everywhere that no piece of them can come round to itself.
static bool hardly_bends(const sut_chain *r, double skip) {
    if (r->cuts > 0) {
        return false;
    }
    double bent = 0.0;
    double part = 0.0;
    double shortest = r->rest[0];
    for (int i = 0; i < r->n - 1; i++) {
        double k = (r->bent.x[i] * r->bent.x[i] + r->bent.y[i] * r->bent.y[i]) +
                   r->bent.z[i] * r->bent.z[i];
        double x = r->move.x[i + 1] - r->move.x[i];
        double y = r->move.y[i + 1] - r->move.y[i];
        double z = r->move.z[i + 1] - r->move.z[i];
        double l = (r->edge.x[i] * r->edge.x[i] + r->edge.y[i] * r->edge.y[i]) +
                   r->edge.z[i] * r->edge.z[i];
        double d = ((x * x + y * y) + z * z) / l;
        bent = k > bent ? k : bent;
        part = d > part ? d : part;
        shortest = r->rest[i] < shortest ? r->rest[i] : shortest;
    }
    part = sqrt(part);
    double vertices = skip / shortest + 3.0;
    return part < 0.9 && vertices * (sqrt(bent) + 3.2 * part) < 0.99 * SUT_PI;
}

static void watch_neighbours(guard *g, int rod) {
    const sut_chain *r = g->b->chain[rod];
    double skip = g->c->skip[rod];
    if (isinf(skip) || hardly_bends(r, skip)) {
        return;
    }
    // edges i .. j; the gap between them is too short for the list of pairs
    int j = 2;
    double gap = r->n > 3 ? r->rest[1] : 0.0;
    double turn = r->n > 3 ? turn_at(r, 1) + turn_at(r, 2) : 0.0;
    for (int i = 0; i + 2 < r->n - 1; i++) {
        while (j + 1 < r->n - 1 && gap + r->rest[j] < skip) {
            gap += r->rest[j];
            j++;
            turn += turn_at(r, j);
        }
        if (!(turn < 0.99 * SUT_PI)) {
            for (int k = i + 2; k <= j && !sut_chain_is_cut_between(r, i, k); k++) {
                watch_near(g, rod, i, k); // pieces of a cut thread are on the list of pairs
            }
        }
        gap -= r->rest[i + 1];
        turn -= turn_at(r, i + 1);
        if (j < i + 3 && i + 3 < r->n - 1) {
            j = i + 3;
            gap = r->rest[i + 2];
            turn = turn_at(r, i + 2) + turn_at(r, i + 3);
        }
    }
}

//---- obstacles -----------------------------------------------------------------------------------
// With the normal where the body would be when it is too near.
static void add_obstacle_contact(guard *g, int e, int obstacle, const sut_feature *edge,
                                 const sut_feature *solid, double share) {
    const sut_contact_bodies *b = g->b;
    sut_feature_near near = sut_feature_nearest(edge, solid, share);
    double s = near.weight[0][1];
    double radius = b->chain[g->c->edge_rod[e]]->radius;
    double start = sut_shape_distance(solid->now, v3_lerp(edge->at[0], edge->at[1], s), NULL);
    if (sut_contact_add_obstacle(g->c, b, e, obstacle, s, near.apart, start - radius)) {
        forgive(g->c);
    }
}

// No less than the angle that a body turns by.
static double turn_of(const sut_shape *now, const sut_shape *next) {
    double turn = 0.0;
    for (int a = 0; a < 3; a++) {
        turn += v3_norm(v3_sub(next->axis[a], now->axis[a]));
    }
    return turn;
}

// A vertex has so much room before a body that turns by `turn`: how many edges after it are too far
// away whatever they do. A length further on there is less room by as much, and the surface there
// moves more by twice the turn times the length.
static int edges_far(const guard *g, const sut_chain *r, int e, double room, double turn) {
    const sut_contact_extent *x = &g->c->extent[g->c->edge_rod[e]];
    double edges = 0.999 * (room - x->edge - 2.0 * x->move) / ((1.0 + 2.0 * turn) * x->edge);
    int left = sut_chain_piece_end(r, g->c->edge_index[e]) - g->c->edge_index[e];
    return edges > 0.0 ? (edges < (double)left ? (int)edges : left) : 0;
}

// How far the surface of a body near x moves at most.
static double surface_motion(const sut_shape *now, const sut_shape *next, sut_vec3 x, double room) {
    double turn = turn_of(now, next);
    double arm = v3_distance(x, now->center) + fabs(room);
    return v3_distance(now->center, next->center) + (turn > 0.0 ? turn * arm : 0.0);
}

// Returns how many of the edges that follow are too far away as well.
static int watch_obstacle(guard *g, int e, int obstacle) {
    int rod = g->c->edge_rod[e];
    const sut_chain *r = g->b->chain[rod];
    int i = g->c->edge_index[e];
    const sut_shape *now = &g->b->now[obstacle];
    const sut_shape *next = &g->b->next[obstacle];
    const sut_feature edge = edge_of(r, i);
    const sut_vec3 *at = edge.at;
    double keep = SUT_CONTACT_KEEP * r->radius;
    double room = sut_shape_distance(now, at[0], NULL);
    double surface = surface_motion(now, next, at[0], room);
    double moves = v3_norm(edge.by[0]) + v3_norm(edge.by[1]) + surface;
    if (room > keep + v3_distance(at[0], at[1]) + moves) {
        return edges_far(g, r, e, room - keep - surface, turn_of(now, next));
    }
    if (sut_contact_is_carried(g->b, rod, obstacle)) {
        return 0;
    }
    g->c->figures.followed++;
    const sut_feature solid = {.kind = SUT_FEATURE_CONVEX, .now = now, .next = next};
    double share = sut_feature_advance(&edge, &solid, keep);
    see(g, rod, rod, share);
    g->b->hit_obstacle[obstacle] = g->b->hit_obstacle[obstacle] || share < 1.0;
    bool held = sut_contact_is_held(g->b, rod, i, obstacle) &&
                sut_contact_is_held(g->b, rod, i + 1, obstacle);
    if (share < 1.0 && g->add && !held) { // no push moves what is held
        add_obstacle_contact(g, e, obstacle, &edge, &solid, share);
    }
    return 0;
}

//---- how far to look at once ---------------------------------------------------------------------
// A motion much longer than threads are thick sweeps over boxes that all overlap. What is in its
// way is mostly met early: the first bit of it is looked at alone, then more. Shares are powers of
// two, so that scaling displacements and scaling them back leaves them as they were.
static double first_window(const sut_contact_bodies *b) {
    const double radii = 16.0;
    double longest2 = 0.0;
    double radius = HUGE_VAL;
    for (int k = 0; k < b->rods; k++) {
        const sut_chain *r = b->chain[k];
        for (int v = 0; r && v < r->n; v++) {
            double d = v3_norm2(sut_soa3_get(&r->move, v));
            longest2 = d > longest2 ? d : longest2;
        }
        radius = r && r->radius < radius ? r->radius : radius;
    }
    double window = 1.0;
    double longest = sqrt(longest2);
    // the limit keeps what is not finite, or implausible, from scaling to nothing
    while (window > 1e-9 && window * longest > radii * radius) {
        window *= 0.5;
    }
    return window;
}

static void scale_moves(const sut_contact_bodies *b, double by) {
    for (int k = 0; by != 1.0 && k < b->rods; k++) {
        const sut_chain *r = b->chain[k];
        for (int v = 0; r && v < r->n; v++) {
            r->move.x[v] *= by;
            r->move.y[v] *= by;
            r->move.z[v] *= by;
        }
    }
}

// Threads against each other and themselves, as far as `window` of the motion. False: so dense that
// the pairs find no room.
static bool watch_threads(guard *g) {
    sut_contacts *c = g->c;
    // the motion may have left the boxes of the list
    sut_contact_list_pairs(c, g->b);
    // what the guard keeps is less than what the list of near pairs was made for
    for (int i = 0; c->listed && i < c->nears; i++) {
        const int *e = c->pair[c->near[i]];
        double reach = c->radius[e[0]] + c->radius[e[1]];
        double least = sut_contact_bound(c, c->near[i]) - sut_contact_strides(c, e);
        // the margin is far above rounding
        if (least <= 1.2 * SUT_CONTACT_KEEP * reach) {
            watch_pair(g, e[0], e[1]);
        }
    }
    for (int k = 0; c->listed && k < g->b->rods; k++) {
        if (g->b->chain[k]) {
            watch_neighbours(g, k);
        }
    }
    return c->listed;
}

// `brief`: there is no time for all of a long motion; what was not looked at is not made.
static bool watch_windows(guard *g, bool brief) {
    enum { FEW = 2 };
    const double wider = 8.0;
    bool listed = true;
    double window = first_window(g->b);
    for (int looks = 1;; looks++) {
        scale_moves(g->b, window);
        listed = watch_threads(g);
        scale_moves(g->b, 1.0 / window);
        g->c->figures.windows++;
        if (g->share < 1.0 || window >= 1.0 || !listed || (brief && looks == FEW)) {
            g->share *= window;
            return listed;
        }
        window = wider * window < 1.0 ? wider * window : 1.0;
    }
}

static void watch_obstacles(guard *g) {
    sut_contact_measure(g->c, g->b);
    for (int k = 0; k < g->b->obstacles; k++) {
        for (int e = 0; g->b->present[k] && e < g->c->edges; e++) {
            e += watch_obstacle(g, e, k);
        }
    }
}

double sut_contact_guard(sut_contacts *c, const sut_contact_bodies *b, bool add, bool brief,
                         int *hit) {
    guard g = {c, b, add, 0, 1.0};
    memset(b->hit_body, 0, (size_t)b->bodies * sizeof *b->hit_body);
    memset(b->hit_obstacle, 0, (size_t)b->obstacles * sizeof *b->hit_obstacle);
    if (!watch_windows(&g, brief)) {
        *hit = 1;
        return 0.0;
    }
    bool solids = false;
    for (int k = 0; k < b->obstacles; k++) {
        solids = solids || b->present[k];
    }
    if (solids) {
        watch_obstacles(&g);
    }
    double surfaces = sut_surface_guard(c, b, add, &g.hits);
    g.share = surfaces < g.share ? surfaces : g.share;
    *hit = g.hits;
    return g.share;
}
