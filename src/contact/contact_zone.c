// SPDX-License-Identifier: MIT
// contact_zone.c -- the matrices of the threads, condensed to the stretches that touch something.
//
// Contact forces act on few vertices. Everything of a rod outside the stretch between its first and
// its last such vertex is eliminated from the two ends; what that leaves (a change of the blocks of
// the two outermost vertices on each side) is read back from the rod's factor, as far as the
// elimination from that end went, and carried on from there. docs/theory/contact.md
#include "contact/contact.h"

#include "contact/contact_blocks.h"
#include "linalg/band.h"

#include <limits.h>
#include <string.h>

//---- which stretches -----------------------------------------------------------------------------
static void widen(sut_rod *r, int vertex) {
    int end = r->zone_first + r->zone_count;
    if (r->zone_count == 0) {
        r->zone_first = vertex;
        r->zone_count = 1;
    } else if (vertex < r->zone_first) {
        r->zone_count = end - vertex;
        r->zone_first = vertex;
    } else if (vertex >= end) {
        r->zone_count = vertex + 1 - r->zone_first;
    }
}

// The elimination of a rod comes from both ends and has the last state to read two vertices before
// its middle. What lies between there and the zone is carried, so its matrix is kept too.
static void set_kept(sut_rod *r) {
    int first = r->zone_first;
    int last = first + r->zone_count - 1;
    int pairs = r->n >= 4 ? (r->n - 2) / 2 : 0;
    int from = pairs >= 2 ? pairs - 2 : 0;
    int to = pairs >= 2 ? r->n + 1 - pairs : r->n - 1;
    from = from < first ? from : first;
    to = to > last ? to : last;
    // a state is about a pair, and its neighbours' blocks are looked at
    r->kept_first = from;
    r->kept_count = to - from + 1;
}

static void set_zones(sut_contacts *c, const sut_contact_bodies *b) {
    for (int k = 0; k < b->rods; k++) {
        if (b->rod[k]) {
            b->rod[k]->zone_first = 0;
            b->rod[k]->zone_count = 0;
        }
    }
    for (int i = 0; i < c->count; i++) {
        for (int v = 0; v < c->contact[i].count; v++) {
            widen(b->rod[c->contact[i].owner[v]], c->contact[i].vertex[v]);
        }
    }
    c->nodes = 0;
    for (int k = 0; k < b->rods; k++) {
        sut_rod *r = b->rod[k];
        if (!r) {
            continue;
        }
        bool was = r->body.touched;
        r->body.touched = r->zone_count > 0;
        if (r->body.touched || was) {
            memset(r->body.push, 0, 3 * (size_t)r->n * sizeof(double));
        }
        if (!r->body.touched) {
            continue;
        }
        // what is eliminated on the left must not meet what is eliminated on the right
        if (r->zone_count == 1) {
            widen(r, r->zone_first > 0 ? r->zone_first - 1 : r->zone_first + 1);
        }
        set_kept(r);
        r->zone_node = c->nodes;
        c->nodes += r->zone_count;
    }
}

//---- pattern -------------------------------------------------------------------------------------
static void number_nodes(sut_contacts *c, const sut_contact_bodies *b) {
    for (int i = 0; i < c->count; i++) {
        sut_contact *k = &c->contact[i];
        for (int v = 0; v < k->count; v++) {
            const sut_rod *r = b->rod[k->owner[v]];
            k->node[v] = r->zone_node + k->vertex[v] - r->zone_first;
        }
    }
}

static int write_pattern(const sut_contacts *c, const sut_contact_bodies *b) {
    int *p = c->pattern_new;
    *p++ = c->nodes;
    for (int k = 0; k < b->rods; k++) {
        *p++ = b->rod[k] && b->rod[k]->body.touched ? b->rod[k]->zone_count : 0;
    }
    for (int i = 0; i < c->count; i++) {
        const sut_contact *k = &c->contact[i];
        *p++ = k->count;
        for (int v = 0; v < k->count; v++) {
            *p++ = k->node[v];
        }
    }
    return (int)(p - c->pattern_new);
}

static void couple_all(sut_contacts *c, const sut_contact_bodies *b) {
    for (int i = 0; i < c->nodes; i++) {
        c->fixed[i] = true;
    }
    for (int k = 0; k < b->rods; k++) {
        const sut_rod *r = b->rod[k];
        int count = r && r->body.touched ? r->zone_count : 0;
        for (int i = 0; i + 1 < count; i++) {
            sut_sparse_couple(&c->sparse, r->zone_node + i, r->zone_node + i + 1);
            if (i + 2 < count) {
                sut_sparse_couple(&c->sparse, r->zone_node + i, r->zone_node + i + 2);
            }
        }
    }
    for (int i = 0; i < c->count; i++) {
        const sut_contact *k = &c->contact[i];
        for (int v = 0; v < k->count; v++) {
            c->fixed[k->node[v]] = false;
            for (int u = 0; u < v; u++) {
                if (k->node[u] != k->node[v]) {
                    sut_sparse_couple(&c->sparse, k->node[u], k->node[v]);
                }
            }
        }
    }
}

// A band of half width two is separated by two adjacent nodes only: beside a single touched one the
// coupling (i - 1, i + 1) goes on, and the elimination of a long untouched stretch would fill the
// Schur complement. So the node after such a one is kept with it.
static void separate(sut_contacts *c, const sut_contact_bodies *b) {
    for (int k = 0; k < b->rods; k++) {
        const sut_rod *r = b->rod[k];
        int count = r && r->body.touched ? r->zone_count : 0;
        for (int i = 1; i + 1 < count; i++) {
            bool *fixed = &c->fixed[r->zone_node + i];
            if (!fixed[0] && fixed[-1] && fixed[1]) {
                fixed[1] = false;
            }
        }
    }
}

// Where the matrices of the rods go.
static void look_up_links(sut_contacts *c, const sut_contact_bodies *b) {
    for (int k = 0; k < b->rods; k++) {
        const sut_rod *r = b->rod[k];
        int count = r && r->body.touched ? r->zone_count : 0;
        for (int i = 0; i < count; i++) {
            int node = r->zone_node + i;
            double **to = &c->link[5 * (ptrdiff_t)node];
            *to++ = sut_sparse_block(&c->sparse, node, node);
            for (int step = 1; step <= 2 && i + step < count; step++) {
                *to++ = sut_sparse_block(&c->sparse, node, node + step);
                *to++ = sut_sparse_block(&c->sparse, node + step, node);
            }
        }
    }
}

static void look_up_entries(sut_contacts *c) {
    for (int i = 0; i < c->count; i++) {
        const sut_contact *k = &c->contact[i];
        for (int v = 0; v < k->count; v++) {
            for (int u = 0; u < k->count; u++) {
                c->entry[16 * i + 4 * v + u] = sut_sparse_block(&c->sparse, k->node[v], k->node[u]);
            }
        }
    }
}

// False: there are more nodes or blocks than there is room for.
static bool analyse(sut_contacts *c, const sut_contact_bodies *b) {
    if (c->nodes > c->max_nodes) {
        return false;
    }
    number_nodes(c, b);
    int size = write_pattern(c, b);
    size_t bytes = (size_t)size * sizeof *c->pattern;
    if (size == c->pattern_size && memcmp(c->pattern, c->pattern_new, bytes) == 0) {
        return true;
    }
    c->pattern_size = 0;
    sut_sparse_begin(&c->sparse, c->nodes);
    couple_all(c, b);
    separate(c, b);
    if (!sut_sparse_analyse(&c->sparse, c->fixed)) {
        return false;
    }
    look_up_entries(c);
    look_up_links(c, b);
    memcpy(c->pattern, c->pattern_new, bytes);
    c->pattern_size = size;
    return true;
}

void sut_contact_zones(sut_contacts *c, const sut_contact_bodies *b) {
    set_zones(c, b);
    // too much at once: the guard alone looks after those that are left out
    while (c->count > 0 && !analyse(c, b)) {
        int fewer = c->count / 2;
        c->lost += c->count - fewer;
        c->count = fewer;
        set_zones(c, b);
    }
}

//---- values --------------------------------------------------------------------------------------
static const double *kept_block(const sut_rod *r, int vertex) {
    return r->kept + (ptrdiff_t)vertex * SUT_BAND_BLOCK;
}

// Coupling of vertex i with i + step, step = +-1, +-2; rows belong to i.
static void coupling(const sut_rod *r, int i, int step, double m[9]) {
    int from = step > 0 ? i : i + step;
    int size = step > 0 ? step : -step;
    const double *o = kept_block(r, from) + (size == 1 ? SUT_BAND_O1 : SUT_BAND_O2);
    for (int k = 0; k < 9; k++) {
        m[k] = step > 0 ? o[k] : o[3 * (k % 3) + k / 3];
    }
}

// What elimination from one end has left of a vertex and the next one.
typedef struct end_state {
    int vertex;
    double d[6], o[9], next[6];
} end_state;

// Eliminate the vertex of the state; it goes on to the next one. False: not finite.
static bool carry(const sut_rod *r, end_state *s, int step) {
    double far[9];
    double next[9];
    coupling(r, s->vertex, 2 * step, far);
    coupling(r, s->vertex + step, step, next);
    const double *after = kept_block(r, s->vertex + 2 * step);
    s->vertex += step;
    return sut_band_carry(s->d, s->o, s->next, far, next, after);
}

// The state at `vertex` when all before it, seen from the end that `side` names, is eliminated.
static bool state_at(const sut_rod *r, int vertex, int side, end_state *s) {
    int step = side == 0 ? 1 : -1;
    int start = vertex;
    int pairs = (r->n - 2) / 2;
    if (!sut_band_has_state(r->n, vertex, side)) {
        start = side == 0 ? pairs - 2 : r->n + 1 - pairs;
        if (pairs < 2) {
            start = side == 0 ? 0 : r->n - 1;
        }
    }
    s->vertex = start;
    if (sut_band_has_state(r->n, start, side)) {
        sut_band_state(&r->band, start, side, s->d, s->o, s->next);
    } else {
        // a short rod: from its very end
        memcpy(s->d, kept_block(r, start), sizeof s->d);
        coupling(r, start, step, s->o);
        memcpy(s->next, kept_block(r, start + step), sizeof s->next);
    }
    while (s->vertex != vertex) {
        if (!carry(r, s, step)) {
            return false;
        }
    }
    return true;
}

static void put_matrix(sut_contacts *c, const sut_rod *r) {
    for (int i = 0; i < r->zone_count; i++) {
        double **to = &c->link[5 * (ptrdiff_t)(r->zone_node + i)];
        add_symmetric(*to++, kept_block(r, r->zone_first + i), 1.0);
        for (int step = 1; step <= 2 && i + step < r->zone_count; step++) {
            double o[9];
            coupling(r, r->zone_first + i, step, o);
            add_general(*to++, o, false, 1.0);
            add_general(*to++, o, true, 1.0);
        }
    }
}

// The change that a side's elimination has made to its two outermost vertices.
static bool put_end(sut_contacts *c, const sut_rod *r, int side) {
    int step = side == 0 ? 1 : -1;
    int vertex = side == 0 ? r->zone_first : r->zone_first + r->zone_count - 1;
    if (vertex == (side == 0 ? 0 : r->n - 1)) {
        return true;
    }
    end_state s;
    if (!state_at(r, vertex, side, &s)) {
        return false;
    }
    int node = r->zone_node + vertex - r->zone_first;
    double *own = sut_sparse_block(&c->sparse, node, node);
    double *next = sut_sparse_block(&c->sparse, node + step, node + step);
    double o[9];
    coupling(r, vertex, step, o);
    add_symmetric(own, s.d, 1.0);
    add_symmetric(own, kept_block(r, vertex), -1.0);
    add_symmetric(next, s.next, 1.0);
    add_symmetric(next, kept_block(r, vertex + step), -1.0);
    double *there = sut_sparse_block(&c->sparse, node, node + step);
    double *back = sut_sparse_block(&c->sparse, node + step, node);
    add_general(there, s.o, false, 1.0);
    add_general(there, o, false, -1.0);
    add_general(back, s.o, true, 1.0);
    add_general(back, o, true, -1.0);
    return true;
}

bool sut_contact_condense(sut_contacts *c, const sut_contact_bodies *b) {
    c->condensed = false;
    sut_sparse_clear(&c->sparse);
    for (int k = 0; k < b->rods; k++) {
        const sut_rod *r = b->rod[k];
        if (!r || !r->body.touched) {
            continue;
        }
        put_matrix(c, r);
        if (!put_end(c, r, 0) || !put_end(c, r, 1)) {
            return false;
        }
    }
    c->condensed = sut_sparse_factor_fixed(&c->sparse);
    return c->condensed;
}
