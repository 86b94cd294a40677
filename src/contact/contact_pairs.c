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

static double spare_room(const sut_rod *r, double share) {
    double edge = r->total / (r->n - 1);
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
    double edge = r->total / (r->n - 1);
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
        double arc = 0.0;
        for (int e = 0; e < r->n - 1; e++) {
            int i = c->edges++;
            c->edge_rod[i] = k;
            c->edge_index[i] = e;
            c->box[i].chain = k;
            c->box[i].arc0 = arc;
            arc += r->rest[e];
            c->box[i].arc1 = arc;
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

static bool still_good(const sut_contacts *c, const sut_contact_bodies *b) {
    for (int i = 0; i < c->edges; i++) {
        const sut_rod *r = b->rod[c->edge_rod[i]];
        sut_vec3 low;
        sut_vec3 high;
        swept_box(r, c->edge_index[i], &low, &high);
        if (!inside(&c->box[i], low, high, least_room(r))) {
            return false;
        }
    }
    return true;
}

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

void sut_contact_list_pairs(sut_contacts *c, const sut_contact_bodies *b) {
    if (c->listed && still_good(c, b)) {
        return;
    }
    // less and less to spare where threads are so dense that the pairs find no room
    c->listed = false;
    for (double share = 1.0; share > 0.01; share *= 0.5) {
        make_boxes(c, b, share);
        int got = sut_broad_pairs(&c->broad, c->box, c->edges, c->skip, c->pair, c->max_pairs);
        if (got >= 0) {
            c->pairs = got;
            c->listed = true;
            return;
        }
    }
    c->pairs = 0;
}
