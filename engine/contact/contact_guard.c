// SPDX-License-Identifier: MIT
// contact_guard.c -- how much of a motion keeps everything apart.
//
// Vertices move in straight lines from their places at the start of the substep. Every pair of
// edges whose boxes overlap, every edge near an obstacle, and every bit of a thread that turns
// sharply is followed along that motion; what is left of it is what all of them allow. Nothing else
// ever changes a position, so no thread passes through anything. docs/theory/guard.md
#include "contact/contact.h"

#include "geom/advance.h"
#include "geom/segment.h"
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
typedef struct pair_motion {
    sut_vec3 at[4], by[4];
} pair_motion;

static pair_motion motion_of(const sut_chain *r, int i, const sut_chain *o, int j) {
    pair_motion m;
    const int vertex[4] = {i, sut_chain_edge_end(r, i), j, sut_chain_edge_end(o, j)};
    for (int k = 0; k < 4; k++) {
        const sut_chain *chain = k < 2 ? r : o;
        m.at[k] = chain->position[vertex[k]];
        m.by[k] = sut_soa3_get(&chain->move, vertex[k]);
    }
    return m;
}

// No two points of the edges move further against each other than two of their ends do.
static double relative_motion(const pair_motion *m) {
    double most = 0.0;
    for (int a = 0; a < 2; a++) {
        for (int b = 2; b < 4; b++) {
            double d = v3_norm2(v3_sub(m->by[a], m->by[b]));
            most = d > most ? d : most;
        }
    }
    return sqrt(most);
}

// It only has to keep the two from coming nearer.
static void forgive(sut_contacts *c) {
    sut_contact *k = &c->contact[c->count - 1];
    k->slack = k->gap < 0.0 ? -k->gap : 0.0;
}

static sut_segment_near nearest_at(const pair_motion *m, double time) {
    sut_vec3 x[4];
    for (int k = 0; k < 4; k++) {
        x[k] = v3_madd(m->at[k], time, m->by[k]);
    }
    return sut_segment_nearest(x[0], x[1], x[2], x[3]);
}

// Where the two come nearest to each other from that time on, before one is through the other.
static sut_segment_near nearest_ahead(const pair_motion *m, double *time) {
    enum { LOOKS = 8 };
    sut_segment_near near = nearest_at(m, *time);
    for (int k = 1; k <= LOOKS; k++) {
        double next = *time + (1.0 - *time) / (LOOKS + 1 - k);
        sut_segment_near then = nearest_at(m, next);
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
static void add_contact(guard *g, int e, int f, const pair_motion *m, double share, double reach) {
    sut_segment_near near = nearest_ahead(m, &share);
    if (!(near.distance > 0.0)) {
        return;
    }
    const sut_contact_bodies *b = g->b;
    sut_vec3 normal = v3_scale(near.apart, 1.0 / near.distance);
    sut_vec3 moved =
        v3_sub(v3_lerp(m->by[0], m->by[1], near.s), v3_lerp(m->by[2], m->by[3], near.t));
    double gap = near.distance - reach - share * v3_dot(normal, moved);
    if (sut_contact_add_threads(g->c, b, e, f, near.s, near.t, normal, gap)) {
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
    pair_motion m = motion_of(r, i, o, j);
    double keep = SUT_CONTACT_KEEP * (r->radius + o->radius);
    double moves = relative_motion(&m);
    // boxes overlap already when edges are far apart; most pairs end here
    sut_vec3 between = v3_sub(v3_lerp(m.at[0], m.at[1], 0.5), v3_lerp(m.at[2], m.at[3], 0.5));
    double reach = keep + moves + 0.5 * (sut_chain_longest(r, i) + sut_chain_longest(o, j)) +
                   0.5 * (v3_norm(v3_sub(m.by[0], m.by[1])) + v3_norm(v3_sub(m.by[2], m.by[3])));
    if (v3_norm2(between) > reach * reach) {
        return;
    }
    sut_segment_near near = sut_segment_nearest(m.at[0], m.at[1], m.at[2], m.at[3]);
    if (near.distance > keep + 1.0001 * moves) {
        return;
    }
    g->c->figures.followed++;
    double share = sut_segment_advance(m.at, m.by, keep);
    see(g, c->edge_rod[e], c->edge_rod[f], share);
    if (share < 1.0 && g->add) {
        add_contact(g, e, f, &m, share, keep / SUT_CONTACT_KEEP);
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
    pair_motion m = motion_of(r, i, r, j);
    sut_segment_near near = sut_segment_nearest(m.at[0], m.at[1], m.at[2], m.at[3]);
    // an edge in between keeps them apart, and so does their thickness
    double gap = r->rest[i + 1];
    double keep = 0.25 * (gap < r->radius ? gap : r->radius);
    if (near.distance - keep > 1.0001 * relative_motion(&m)) {
        return;
    }
    g->c->figures.followed++;
    double share = sut_segment_advance(m.at, m.by, keep);
    see(g, rod, rod, share);
    int e = g->c->first_edge[rod] + i;
    int f = g->c->first_edge[rod] + j;
    bool listed = f < g->c->edges && g->c->edge_index[e] == i && g->c->edge_index[f] == j;
    if (share < 1.0 && g->add && listed) {
        add_contact(g, e, f, &m, share, keep / SUT_CONTACT_KEEP);
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
static void add_obstacle_contact(guard *g, int e, int obstacle, const sut_vec3 at[2],
                                 const sut_vec3 by[2], double share) {
    const sut_contact_bodies *b = g->b;
    const sut_shape *now = &b->now[obstacle];
    const sut_shape *next = &b->next[obstacle];
    // where the body would be when it is too near; its normal there
    sut_vec3 x[2] = {v3_madd(at[0], share, by[0]), v3_madd(at[1], share, by[1])};
    sut_vec3 normal;
    double s;
    (void)sut_shape_segment(share < 0.5 ? now : next, x[0], x[1], &s, &normal);
    double radius = b->chain[g->c->edge_rod[e]]->radius;
    double start = sut_shape_distance(now, v3_lerp(at[0], at[1], s), NULL);
    if (sut_contact_add_obstacle(g->c, b, e, obstacle, s, normal, start - radius)) {
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
    int end = sut_chain_edge_end(r, i);
    const sut_vec3 at[2] = {r->position[i], r->position[end]};
    const sut_vec3 by[2] = {sut_soa3_get(&r->move, i), sut_soa3_get(&r->move, end)};
    double keep = SUT_CONTACT_KEEP * r->radius;
    double room = sut_shape_distance(now, at[0], NULL);
    double surface = surface_motion(now, next, at[0], room);
    double moves = v3_norm(by[0]) + v3_norm(by[1]) + surface;
    if (room > keep + v3_distance(at[0], at[1]) + moves) {
        return edges_far(g, r, e, room - keep - surface, turn_of(now, next));
    }
    if (sut_contact_is_carried(g->b, rod, obstacle)) {
        return 0;
    }
    g->c->figures.followed++;
    double share = sut_shape_advance(now, next, at, by, keep);
    see(g, rod, rod, share);
    g->b->hit_obstacle[obstacle] = g->b->hit_obstacle[obstacle] || share < 1.0;
    bool held = sut_contact_is_held(g->b, rod, i, obstacle) &&
                sut_contact_is_held(g->b, rod, i + 1, obstacle);
    if (share < 1.0 && g->add && !held) { // no push moves what is held
        add_obstacle_contact(g, e, obstacle, at, by, share);
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
