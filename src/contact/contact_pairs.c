// SPDX-License-Identifier: MIT
// contact_pairs.c -- pairs of edges that may come near each other.
//
// Each edge gets a box around where it is and where the first guess takes it, with room to spare.
// As long as every edge stays inside its box, two edges whose boxes do not overlap cannot touch, so
// the list of overlapping boxes serves for many steps. docs/theory/contact.md
#include "contact/contact.h"

#include "math/vec3.h"

// What has to stay free around an edge: contacts are looked for up to a touching distance away.
static double least_room(const sut_rod *r) {
    return 2.0 * r->mat.radius;
}

// Room to spare, so that the list lasts for many steps: less of it where edges are much shorter
// than the thread is thick, which would all be in reach of each other.
enum { NEIGHBOURS = 16 };

// Where edges are absurdly short against the radius, some stand for all: surfaces then still
// overlap along the thread by far.
static int stride_of(const sut_rod *r) {
    double edge = r->total / (r->n - 1);
    double many = r->mat.radius / (16.0 * edge);
    return many < 2.0 ? 1 : (many < 1e6 ? (int)many : 1000000);
}

static double spacing_of(const sut_rod *r) {
    return stride_of(r) * r->total / (r->n - 1);
}

static double spare_room(const sut_rod *r, double share) {
    double edge = spacing_of(r);
    double most = 0.5 * (NEIGHBOURS * edge + SUT_PI * r->mat.radius) - least_room(r);
    double wanted = 4.0 * share * r->mat.radius;
    double least = 0.25 * r->mat.radius;
    most = most > least ? most : least;
    return wanted < most ? wanted : most;
}

// A thread cannot bend back onto itself within half the turn of its own thickness. One whose edges
// are shorter than a fortieth of that has no more neighbours on the list for it, and meets itself
// again only a little later along its length.
static double skip_of(const sut_rod *r) {
    double edge = spacing_of(r);
    double turn = SUT_PI * r->mat.radius;
    double dense = 2.0 * (least_room(r) + spare_room(r, 1.0)) - NEIGHBOURS * edge;
    return dense > turn ? dense : turn;
}

void sut_contact_list_edges(sut_contacts *c, const sut_contact_bodies *b) {
    c->edges = 0;
    for (int k = 0; k < b->rods; k++) {
        c->first_edge[k] = c->edges;
        const sut_rod *r = b->rod[k];
        if (!r) {
            continue;
        }
        c->skip[k] = skip_of(r);
        int stride = stride_of(r);
        double arc = 0.0;
        for (int e = 0; e < r->n - 1; e++) {
            if (e % stride == 0) {
                int i = c->edges++;
                c->edge_rod[i] = k;
                c->edge_index[i] = e;
                c->box[i].chain = k;
                c->box[i].arc0 = arc;
                c->box[i].arc1 = arc + r->rest[e];
            }
            arc += r->rest[e];
        }
    }
    c->listed = false;
}

static void take_in(sut_vec3 *low, sut_vec3 *high, sut_vec3 p) {
    low->x = p.x < low->x ? p.x : low->x;
    low->y = p.y < low->y ? p.y : low->y;
    low->z = p.z < low->z ? p.z : low->z;
    high->x = p.x > high->x ? p.x : high->x;
    high->y = p.y > high->y ? p.y : high->y;
    high->z = p.z > high->z ? p.z : high->z;
}

static void swept_box(const sut_rod *r, int e, sut_vec3 *low, sut_vec3 *high) {
    *low = r->position[e];
    *high = r->position[e];
    take_in(low, high, r->position[e + 1]);
    for (int i = e; i <= e + 1; i++) {
        take_in(low, high, v3_add(r->position[i], sut_soa3_get(&r->move, i)));
    }
}

static bool inside(const sut_broad_box *box, sut_vec3 low, sut_vec3 high, double room) {
    return low.x - room >= box->low.x && low.y - room >= box->low.y && low.z - room >= box->low.z &&
           high.x + room <= box->high.x && high.y + room <= box->high.y &&
           high.z + room <= box->high.z;
}

// How far an edge goes, and how far it has gone since it was last seen.
static void follow_edge(sut_contacts *c, const sut_rod *r, int i) {
    double way = 0.0;
    double stride = 0.0;
    for (int k = 0; k < 2; k++) {
        int v = c->edge_index[i] + k;
        double gone = v3_norm2(v3_sub(r->position[v], c->seen[i][k]));
        double move = v3_norm2(sut_soa3_get(&r->move, v));
        way = gone > way ? gone : way;
        stride = move > stride ? move : stride;
        c->seen[i][k] = r->position[v];
    }
    // rounding never makes it less than it is
    c->path[i] += 1.000001 * sqrt(way);
    c->stride[i] = 1.000001 * sqrt(stride);
}

static bool still_good(sut_contacts *c, const sut_contact_bodies *b) {
    bool good = true;
    for (int i = 0; i < c->edges; i++) {
        const sut_rod *r = b->rod[c->edge_rod[i]];
        sut_vec3 low;
        sut_vec3 high;
        swept_box(r, c->edge_index[i], &low, &high);
        good = good && inside(&c->box[i], low, high, least_room(r));
        follow_edge(c, r, i);
    }
    return good;
}

//---- which of them matter ------------------------------------------------------------------------
// A first bound from the middles of the edges: coarse, but most pairs never need another.
static void settle(sut_contacts *c, const sut_contact_bodies *b) {
    for (int i = 0; i < c->edges; i++) {
        const sut_rod *r = b->rod[c->edge_rod[i]];
        c->seen[i][0] = r->position[c->edge_index[i]];
        c->seen[i][1] = r->position[c->edge_index[i] + 1];
        c->path[i] = 0.0;
        follow_edge(c, r, i);
    }
    double *half = c->most_stride; // made anew by choose_near
    for (int i = 0; i < c->edges; i++) {
        half[i] = 0.5000005 * v3_distance(c->seen[i][0], c->seen[i][1]);
    }
    for (int p = 0; p < c->pairs; p++) {
        int e = c->pair[p][0];
        int f = c->pair[p][1];
        sut_vec3 apart =
            v3_sub(v3_add(c->seen[e][0], c->seen[e][1]), v3_add(c->seen[f][0], c->seen[f][1]));
        sut_contact_note(c, p, 0.4999995 * v3_norm(apart) - (half[e] + half[f]));
    }
}

// Most pairs of the list are too far apart to matter for a while. Those that may matter within the
// next few steps get a list of their own, which holds as long as no edge goes further, or faster,
// than is thought here.
static void choose_near(sut_contacts *c, const sut_contact_bodies *b) {
    for (int i = 0; i < c->edges; i++) {
        double radius = b->rod[c->edge_rod[i]]->mat.radius;
        c->most_path[i] = c->path[i] + 4.0 * c->stride[i] + 0.1 * radius;
        c->most_stride[i] = 2.0 * c->stride[i] + 0.05 * radius;
    }
    c->nears = 0;
    for (int p = 0; p < c->pairs; p++) {
        const int *e = c->pair[p];
        double ahead = sut_contact_ahead(c, b, e, c->most_stride[e[0]] + c->most_stride[e[1]]);
        if (c->far[p] - (c->most_path[e[0]] + c->most_path[e[1]]) <= ahead) {
            c->near[c->nears++] = p;
        }
    }
}

static bool near_good(const sut_contacts *c) {
    bool good = true;
    for (int i = 0; i < c->edges; i++) {
        good = good && c->path[i] <= c->most_path[i] && c->stride[i] <= c->most_stride[i];
    }
    return good;
}

//---- the list ------------------------------------------------------------------------------------
static void make_boxes(sut_contacts *c, const sut_contact_bodies *b, double share) {
    for (int i = 0; i < c->edges; i++) {
        const sut_rod *r = b->rod[c->edge_rod[i]];
        swept_box(r, c->edge_index[i], &c->box[i].low, &c->box[i].high);
        double room = least_room(r) + spare_room(r, share);
        sut_vec3 grow = v3(room, room, room);
        c->box[i].low = v3_sub(c->box[i].low, grow);
        c->box[i].high = v3_add(c->box[i].high, grow);
    }
}

// A thread laid to a ring meets itself where it closes: there the arc runs on round the ring.
static bool across_seam(const sut_contacts *c, const sut_contact_bodies *b, int e, int f) {
    const sut_broad_box *first = &c->box[e];
    const sut_broad_box *last = &c->box[f];
    const sut_rod *r = b->rod[c->edge_rod[e]];
    if (first->chain != last->chain || !r->ring) {
        return false;
    }
    double round = first->arc0 + (r->total - last->arc1);
    return round < c->skip[first->chain];
}

static int without_seams(sut_contacts *c, const sut_contact_bodies *b, int count) {
    int kept = 0;
    for (int p = 0; p < count; p++) {
        if (!across_seam(c, b, c->pair[p][0], c->pair[p][1])) {
            c->pair[kept][0] = c->pair[p][0];
            c->pair[kept][1] = c->pair[p][1];
            kept++;
        }
    }
    return kept;
}

//---- a thread that cannot meet itself ------------------------------------------------------------
// An edge over its length, and how the motion changes that.
typedef struct edge_motion {
    sut_vec3 along, by;
    double size; // of `by`
} edge_motion;

static edge_motion edge_motion_of(const sut_rod *r, int e) {
    sut_vec3 along = v3_sub(r->position[e + 1], r->position[e]);
    double inverse = 1.0 / v3_norm(along);
    sut_vec3 by = v3_sub(sut_soa3_get(&r->move, e + 1), sut_soa3_get(&r->move, e));
    edge_motion m = {v3_scale(along, inverse), v3_scale(by, inverse), 0.0};
    m.size = v3_norm(m.by);
    return m;
}

// Bound of the turn between two edges during the motion. Two vectors no shorter than m that differ
// by c m, c < 1/2, are at an angle of no more than asin c < 1.05 c.
static double turn_between(const edge_motion *a, const edge_motion *b) {
    double least = 1.0 - (a->size > b->size ? a->size : b->size);
    double apart = v3_distance(a->along, b->along) + v3_distance(a->by, b->by);
    return apart < 0.5 * least ? 1.05 * apart / least : SUT_PI;
}

// A curve that turns by T < pi in all is no shorter from end to end than its length times
// cos(T / 2). So if all of it turns by less than 0.9 pi, and any piece of twenty radii by less than
// 1 rad, no two places beyond the skipped length are nearer than 1.3 touching distances.
static bool stays_open(const sut_rod *r) {
    double sum = 0.0;
    double most = 0.0;
    double shortest = r->rest[0];
    edge_motion last = edge_motion_of(r, 0);
    for (int e = 1; e < r->n - 1; e++) {
        edge_motion next = edge_motion_of(r, e);
        double turn = turn_between(&last, &next);
        last = next;
        sum += turn;
        most = turn > most ? turn : most;
        shortest = r->rest[e] < shortest ? r->rest[e] : shortest;
        if (!(sum < 0.9 * SUT_PI)) {
            return false;
        }
    }
    double vertices = 20.0 * r->mat.radius / shortest + 2.0;
    return !r->ring && vertices * most < 1.0;
}

// One thread alone, and so straight that it meets nobody: there is nothing to list.
static bool meets_nobody(const sut_contacts *c, const sut_contact_bodies *b) {
    int only = -1;
    for (int k = 0; k < b->rods; k++) {
        if (b->rod[k] && only >= 0) {
            return false;
        }
        only = b->rod[k] ? k : only;
    }
    return only >= 0 && c->edges > 0 && stays_open(b->rod[only]);
}

void sut_contact_list_pairs(sut_contacts *c, const sut_contact_bodies *b) {
    if (meets_nobody(c, b)) {
        c->pairs = 0;
        c->nears = 0;
        c->listed = true;
        c->nobody = true;
        return;
    }
    if (c->listed && !c->nobody && still_good(c, b)) {
        if (!near_good(c)) {
            choose_near(c, b);
        }
        return;
    }
    enum { ATTEMPTS = 7 };
    // less and less to spare where threads are so dense that the pairs find no room
    c->listed = false;
    c->nobody = false;
    double share = 1.0;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++, share *= 0.5) {
        make_boxes(c, b, share);
        int got = sut_broad_pairs(&c->broad, c->box, c->edges, c->skip, c->pair, c->max_pairs);
        if (got >= 0) {
            c->pairs = without_seams(c, b, got);
            c->listed = true;
            settle(c, b);
            choose_near(c, b);
            return;
        }
    }
    c->pairs = 0;
    c->nears = 0;
}
