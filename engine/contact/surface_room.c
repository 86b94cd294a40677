// SPDX-License-Identifier: MIT
// surface_room.c -- how far pairs of features may move before their distance is evaluated again.
//
// What was measured of a pair holds until it is used up by motion, and most motion is common to
// both. Motion is bounded for blocks of features: a mean, and how far vertices are off it. Where a
// pair's room is used up a plane between the two, across the direction in which they were found
// nearest, mostly shows that they are still apart.
#include "contact/contact.h"

#include "math/vec3.h"

// Far above rounding.
static double a_little_more(double squared) {
    return 1.0001 * sqrt(squared);
}

//---- blocks --------------------------------------------------------------------------------------
void sut_surface_see(sut_contacts *c, const sut_contact_bodies *b) {
    for (int k = 0; k < b->rods; k++) {
        for (int v = 0; b->chain[k] && v < b->chain[k]->n; v++) {
            c->surface.seen[c->first_vertex[k] + v] = b->chain[k]->position[v];
        }
    }
    for (int k = 0; k < b->bodies - b->rods; k++) {
        const sut_body *body = b->surface[k].body;
        for (int v = 0; body && v < body->n; v++) {
            c->surface.seen[c->surface.first[k] + v] = body->position[v];
        }
    }
}

// The body of a block's features, and where its vertices begin.
static const sut_body *body_of(const sut_contacts *c, const sut_contact_bodies *b,
                               const sut_surface_block *k, int *first) {
    if (k->first < c->edges) {
        int rod = c->edge_rod[k->first];
        *first = c->first_vertex[rod];
        return b->body[rod];
    }
    int surface = c->surface.owner[k->first - c->edges];
    *first = c->surface.first[surface];
    return b->surface[surface].body;
}

static void measure_block(sut_contacts *c, const sut_contact_bodies *b, sut_surface_block *k) {
    int first;
    const sut_body *body = body_of(c, b, k, &first);
    const int *vertex = c->surface.block_vertex;
    double share = 1.0 / (k->end_vertex - k->first_vertex);
    sut_vec3 move = v3_zero();
    sut_vec3 since = v3_zero();
    for (int i = k->first_vertex; i < k->end_vertex; i++) {
        int v = vertex[i] - first;
        move = v3_add(move, sut_soa3_get(&body->move, v));
        since = v3_add(since, v3_sub(body->position[v], c->surface.seen[vertex[i]]));
    }
    k->move = v3_scale(move, share);
    k->since = v3_scale(since, share);
    double spread2 = 0.0;
    double strayed2 = 0.0;
    for (int i = k->first_vertex; i < k->end_vertex; i++) {
        int v = vertex[i] - first;
        double by = v3_norm2(v3_sub(sut_soa3_get(&body->move, v), k->move));
        double off =
            v3_norm2(v3_sub(v3_sub(body->position[v], c->surface.seen[vertex[i]]), k->since));
        spread2 = by > spread2 ? by : spread2;
        strayed2 = off > strayed2 ? off : strayed2;
    }
    k->spread = a_little_more(spread2);
    k->strayed = a_little_more(strayed2);
}

void sut_surface_measure(sut_contacts *c, const sut_contact_bodies *b) {
    sut_surface_pairs *p = &c->surface;
    for (int i = 0; i < p->blocks; i++) {
        measure_block(c, b, &p->block[i]);
    }
    for (int i = 0; i < p->batches; i++) {
        sut_surface_batch *k = &p->batch[i];
        const sut_surface_block *x = &p->block[k->block[0]];
        const sut_surface_block *y = &p->block[k->block[1]];
        k->stride = a_little_more(v3_norm2(v3_sub(x->move, y->move))) + (x->spread + y->spread);
        k->spent += a_little_more(v3_norm2(v3_sub(x->since, y->since))) + (x->strayed + y->strayed);
    }
    sut_surface_see(c, b);
}

void sut_surface_batch_note(sut_contacts *c, sut_surface_batch *k) {
    const double *room = c->surface.room;
    k->room = HUGE_VAL;
    for (int i = k->first; i < k->end; i++) {
        k->room = room[i] < k->room ? room[i] : k->room;
    }
}

//---- two features --------------------------------------------------------------------------------
typedef struct corners {
    sut_vec3 at[3], by[3];
    int count;
} corners;

static corners corners_of(const sut_contacts *c, const sut_contact_bodies *b, int feature) {
    corners f = {.count = 3};
    const sut_body *body;
    int vertex[3] = {0, 0, 0};
    if (feature < c->edges) {
        int rod = c->edge_rod[feature];
        body = b->body[rod];
        vertex[0] = c->edge_index[feature];
        vertex[1] = sut_chain_edge_end(b->chain[rod], vertex[0]);
        f.count = 2;
    } else {
        const sut_surface *s = &b->surface[c->surface.owner[feature - c->edges]];
        const int *v = s->triangle[c->surface.index[feature - c->edges]];
        body = s->body;
        vertex[0] = v[0];
        vertex[1] = v[1];
        vertex[2] = v[2];
    }
    for (int k = 0; k < f.count; k++) {
        f.at[k] = body->position[vertex[k]];
        f.by[k] = sut_soa3_get(&body->move, vertex[k]);
    }
    return f;
}

// No two points move further against each other than two of the corners do.
static double relative_motion(const corners *x, const corners *y) {
    double most = 0.0;
    for (int i = 0; i < x->count; i++) {
        for (int j = 0; j < y->count; j++) {
            double d = v3_norm2(v3_sub(x->by[i], y->by[j]));
            most = d > most ? d : most;
        }
    }
    return a_little_more(most);
}

static sut_vec3 middle_of(const corners *f) {
    sut_vec3 sum = v3_add(f->at[0], f->at[1]);
    return f->count == 2 ? v3_scale(sum, 0.5) : v3_scale(v3_add(sum, f->at[2]), 1.0 / 3.0);
}

// How far two planes across a unit vector can be apart with one of the two on either side of both:
// neither is nearer to the other than that. Negative: no plane across it is between them.
static double parted_along(const corners *x, const corners *y, sut_vec3 n) {
    double low[2] = {HUGE_VAL, HUGE_VAL};
    double high[2] = {-HUGE_VAL, -HUGE_VAL};
    const corners *f[2] = {x, y};
    for (int s = 0; s < 2; s++) {
        for (int k = 0; k < f[s]->count; k++) {
            double d = v3_dot(n, v3_sub(f[s]->at[k], x->at[0]));
            low[s] = d < low[s] ? d : low[s];
            high[s] = d > high[s] ? d : high[s];
        }
    }
    double up = low[0] - high[1];
    double down = low[1] - high[0];
    // less than rounding may have added
    return 0.9999 * (up > down ? up : down);
}

static sut_vec3 unit_or_zero(sut_vec3 v) {
    double size = v3_norm(v);
    return size > 0.0 ? v3_scale(v, 1.0 / size) : v3_zero();
}

void sut_surface_note(sut_contacts *c, const sut_contact_bodies *b, const sut_surface_batch *k,
                      int pair, const sut_surface_gap *gap) {
    sut_surface_pairs *p = &c->surface;
    p->room[pair] = gap->distance - SUT_SURFACE_REST * sut_surface_reach(c, b, pair) + k->spent;
    p->toward[pair] = unit_or_zero(gap->apart);
}

double sut_surface_bound(sut_contacts *c, const sut_contact_bodies *b, const sut_surface_batch *k,
                         int pair, double *way) {
    sut_surface_pairs *p = &c->surface;
    corners x = corners_of(c, b, p->pair[pair][0]);
    corners y = corners_of(c, b, p->pair[pair][1]);
    double rest = SUT_SURFACE_REST * sut_surface_reach(c, b, pair);
    *way = relative_motion(&x, &y);
    double apart = parted_along(&x, &y, p->toward[pair]);
    if (!(apart > rest + 1.5 * *way)) {
        sut_vec3 across = unit_or_zero(v3_sub(middle_of(&x), middle_of(&y)));
        double other = parted_along(&x, &y, across);
        if (other > apart) {
            apart = other;
            p->toward[pair] = across;
        }
    }
    // a new start for what is quick to look at
    double room = apart - rest + k->spent;
    p->room[pair] = room > p->room[pair] ? room : p->room[pair];
    return apart;
}
