// SPDX-License-Identifier: MIT
// contact_pairs.c -- pairs of edges that may come near each other.
//
// Each vertex gets a home around where it is and where the predictor takes it, each edge a box
// around the homes of its ends. As long as every vertex stays at home, two edges whose boxes do not
// overlap cannot touch, so the list of overlapping boxes serves for many steps.
// docs/theory/contact.md
#include "contact/contact.h"

#include "math/vec3.h"

// What has to stay free around an edge: contacts are looked for up to a touching distance away.
static double least_room(const sut_chain *r) {
    return 2.0 * r->radius;
}

// Room to spare, so that the list lasts for many steps: less of it where edges are much shorter
// than the thread is thick, which would all be in reach of each other.
enum { NEIGHBOURS = 16 };

// Where edges are absurdly short against the radius, some stand for all: surfaces then still
// overlap along the thread by far.
static int stride_of(const sut_chain *r) {
    double edge = r->total / (r->n - 1);
    double many = r->radius / (16.0 * edge);
    return many < 2.0 ? 1 : (many < 1e6 ? (int)many : 1000000);
}

static double spacing_of(const sut_chain *r) {
    return stride_of(r) * r->total / (r->n - 1);
}

static double spare_room(const sut_chain *r, double share) {
    double edge = spacing_of(r);
    double most = 0.5 * (NEIGHBOURS * edge + SUT_PI * r->radius) - least_room(r);
    double wanted = 2.5 * share * r->radius;
    double least = 0.25 * r->radius;
    most = most > least ? most : least;
    return wanted < most ? wanted : most;
}

// A thread cannot bend back onto itself within half the turn of its own thickness. One whose edges
// are shorter than a fortieth of that has no more neighbours on the list for it, and meets itself
// again only a little later along its length.
static double skip_of(const sut_chain *r) {
    double edge = spacing_of(r);
    double turn = SUT_PI * r->radius;
    double dense = 2.0 * (least_room(r) + spare_room(r, 1.0)) - NEIGHBOURS * edge;
    return dense > turn ? dense : turn;
}

void sut_contact_list_edges(sut_contacts *c, const sut_contact_bodies *b) {
    c->edges = 0;
    int vertices = 0;
    for (int k = 0; k < b->rods; k++) {
        c->first_edge[k] = c->edges;
        c->first_vertex[k] = vertices;
        const sut_chain *r = b->chain[k];
        if (!r) {
            continue;
        }
        vertices += r->n;
        // what is rigid never meets itself
        c->skip[k] = b->body[k]->carried ? HUGE_VAL : skip_of(r);
        int stride = stride_of(r);
        double arc = 0.0;
        for (int e = 0; e < r->n - 1; e++) {
            if (e % stride == 0) {
                int i = c->edges++;
                c->edge_rod[i] = k;
                c->edge_index[i] = e;
                c->radius[i] = r->radius;
                c->box[i].chain = k;
                c->box[i].arc0 = arc;
                c->box[i].arc1 = arc + r->rest[e];
            }
            // the pieces of a cut thread are as good as two threads
            arc += r->rest[e] + (sut_chain_is_parted(r, e) ? r->total : 0.0);
        }
    }
    c->listed = false;
}

// Of a vertex, squared: how far it has gone since it was last seen, how far it goes now.
typedef struct vertex_way {
    double gone, move;
} vertex_way;

static sut_vec3 lower(sut_vec3 a, sut_vec3 b) {
    return v3(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z);
}

static sut_vec3 upper(sut_vec3 a, sut_vec3 b) {
    return v3(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}

// False for NaN.
static bool within(const sut_vec3 home[2], sut_vec3 p) {
    return (p.x >= home[0].x) & (p.y >= home[0].y) & (p.z >= home[0].z) & (p.x <= home[1].x) &
           (p.y <= home[1].y) & (p.z <= home[1].z);
}

static vertex_way follow_vertex(sut_contacts *c, const sut_chain *r, int first, int v, bool *good) {
    sut_vec3 x = r->position[v];
    sut_vec3 move = sut_soa3_get(&r->move, v);
    vertex_way w = {v3_norm2(v3_sub(x, c->seen[first + v])), v3_norm2(move)};
    c->seen[first + v] = x;
    bool here = within(c->home[first + v], x);
    bool there = within(c->home[first + v], v3_add(x, move));
    *good = *good && here && there;
    return w;
}

// Rounding never makes it less than it is.
static double no_less(double a2, double b2) {
    return 1.000001 * sqrt(a2 > b2 ? a2 : b2);
}

// What the lists are still good for.
typedef struct verdict {
    bool pairs, near;
} verdict;

static void follow_rod(sut_contacts *c, const sut_chain *r, int k, verdict *good) {
    int first = c->first_vertex[k];
    int i = c->first_edge[k];
    vertex_way last = follow_vertex(c, r, first, 0, &good->pairs);
    for (int v = 1; v < r->n; v++) {
        vertex_way next = follow_vertex(c, r, first, v, &good->pairs);
        // some edges may stand for all
        if (i < c->edges && c->edge_rod[i] == k && c->edge_index[i] == v - 1) {
            sut_contact_way *w = &c->way[i++];
            w->path += no_less(last.gone, next.gone);
            w->stride = no_less(last.move, next.move);
            good->near &= (w->path <= w->most_path) & (w->stride <= w->most_stride);
        }
        last = next;
    }
}

static verdict follow_all(sut_contacts *c, const sut_contact_bodies *b) {
    verdict good = {true, true};
    for (int k = 0; k < b->rods; k++) {
        if (b->chain[k]) {
            follow_rod(c, b->chain[k], k, &good);
        }
    }
    return good;
}

//---- which of them matter ------------------------------------------------------------------------
// Most pairs of the list are too far apart to matter for a while. Those that may matter within the
// next few steps get a list of their own, which holds as long as no edge goes further, or faster,
// than is thought here.
static void set_limits(sut_contacts *c) {
    for (int i = 0; i < c->edges; i++) {
        sut_contact_way *w = &c->way[i];
        w->most_path = w->path + 4.0 * w->stride + 0.1 * c->radius[i];
        w->most_stride = 2.0 * w->stride + 0.05 * c->radius[i];
    }
    c->near_age = 0;
}

static bool may_matter(const sut_contacts *c, const int pair[2], double far) {
    const sut_contact_way *w = &c->way[pair[0]];
    const sut_contact_way *o = &c->way[pair[1]];
    double ahead = sut_contact_ahead(c, pair, w->most_stride + o->most_stride);
    return far - (w->most_path + o->most_path) <= ahead;
}

static void choose_near(sut_contacts *c) {
    set_limits(c);
    int nears = 0;
    for (int p = 0; p < c->pairs; p++) {
        c->near[nears] = p;
        nears += may_matter(c, c->pair[p], c->far[p]) ? 1 : 0;
    }
    c->nears = nears;
}

// A first bound from the middles of the edges: coarse, but most pairs never need another.
static void settle(sut_contacts *c, const sut_contact_bodies *b) {
    for (int k = 0; k < b->rods; k++) {
        const sut_chain *r = b->chain[k];
        for (int v = 0; r && v < r->n; v++) {
            c->seen[c->first_vertex[k] + v] = r->position[v];
        }
    }
    for (int i = 0; i < c->edges; i++) {
        const sut_chain *r = b->chain[c->edge_rod[i]];
        sut_vec3 x = r->position[c->edge_index[i]];
        sut_vec3 y = r->position[sut_chain_edge_end(r, c->edge_index[i])];
        c->middle[i] = (sut_contact_middle){v3_add(x, y), 0.5000005 * v3_distance(x, y)};
        c->way[i].path = 0.0;
    }
    (void)follow_all(c, b);
    set_limits(c);
    int nears = 0;
    for (int p = 0; p < c->pairs; p++) {
        const sut_contact_middle *m = &c->middle[c->pair[p][0]];
        const sut_contact_middle *o = &c->middle[c->pair[p][1]];
        double apart = 0.4999995 * v3_distance(m->twice, o->twice);
        sut_contact_note(c, p, apart - (m->half + o->half));
        c->near[nears] = p;
        nears += may_matter(c, c->pair[p], c->far[p]) ? 1 : 0;
    }
    c->nears = nears;
}

//---- the list ------------------------------------------------------------------------------------
static void make_homes(sut_contacts *c, const sut_contact_bodies *b, double share) {
    for (int k = 0; k < b->rods; k++) {
        const sut_chain *r = b->chain[k];
        double room = r ? spare_room(r, share) : 0.0;
        sut_vec3 grow = v3(room, room, room);
        for (int v = 0; r && v < r->n; v++) {
            sut_vec3 x = r->position[v];
            sut_vec3 y = v3_add(x, sut_soa3_get(&r->move, v));
            sut_vec3 *home = c->home[c->first_vertex[k] + v];
            home[0] = v3_sub(lower(x, y), grow);
            home[1] = v3_add(upper(x, y), grow);
        }
    }
}

// Around the homes of both ends, with what has to stay free.
static void make_boxes(sut_contacts *c, const sut_contact_bodies *b, double share) {
    make_homes(c, b, share);
    for (int i = 0; i < c->edges; i++) {
        const sut_chain *r = b->chain[c->edge_rod[i]];
        int v = c->first_vertex[c->edge_rod[i]] + c->edge_index[i];
        int w = c->first_vertex[c->edge_rod[i]] + sut_chain_edge_end(r, c->edge_index[i]);
        double room = least_room(r);
        sut_vec3 grow = v3(room, room, room);
        c->box[i].low = v3_sub(lower(c->home[v][0], c->home[w][0]), grow);
        c->box[i].high = v3_add(upper(c->home[v][1], c->home[w][1]), grow);
    }
}

// A thread laid to a ring meets itself where it closes: there the arc runs on round the ring.
static bool across_seam(const sut_contacts *c, const sut_contact_bodies *b, int e, int f) {
    const sut_broad_box *first = &c->box[e];
    const sut_broad_box *last = &c->box[f];
    const sut_chain *r = b->chain[c->edge_rod[e]];
    if (first->chain != last->chain || !r->ring) {
        return false;
    }
    double round = first->arc0 + (r->total - last->arc1);
    return round < c->skip[first->chain];
}

static int without_neighbours(sut_contacts *c, const sut_contact_bodies *b, int count) {
    int kept = 0;
    for (int p = 0; p < count; p++) {
        int e = c->pair[p][0];
        int f = c->pair[p][1];
        if (!across_seam(c, b, e, f) && !sut_contact_is_joined(c, b, e, f)) {
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

static edge_motion edge_motion_of(const sut_chain *r, int e) {
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
static bool stays_open(const sut_chain *r) {
    if (r->cuts > 0) {
        return false;
    }
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
    double vertices = 20.0 * r->radius / shortest + 2.0;
    return !r->ring && vertices * most < 1.0;
}

// One thread alone, and so straight that it meets nothing: the list is empty.
static bool meets_nobody(const sut_contacts *c, const sut_contact_bodies *b) {
    int only = -1;
    for (int k = 0; k < b->rods; k++) {
        if (b->chain[k] && only >= 0) {
            return false;
        }
        only = b->chain[k] ? k : only;
    }
    return only >= 0 && c->edges > 0 && stays_open(b->chain[only]);
}

void sut_contact_list_pairs(sut_contacts *c, const sut_contact_bodies *b) {
    if (meets_nobody(c, b)) {
        c->pairs = 0;
        c->nears = 0;
        c->listed = true;
        c->nobody = true;
        return;
    }
    if (c->listed && !c->nobody) {
        enum { OLD = 32 }; // one made in fast motion is long
        verdict good = follow_all(c, b);
        if (good.pairs && (!good.near || ++c->near_age > OLD)) {
            choose_near(c);
        }
        if (good.pairs) {
            return;
        }
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
            c->pairs = without_neighbours(c, b, got);
            c->listed = true;
            settle(c, b);
            return;
        }
    }
    c->pairs = 0;
    c->nears = 0;
}
