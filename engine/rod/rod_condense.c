// SPDX-License-Identifier: MIT
// rod_condense.c -- the matrix of a rod, condensed to the stretch of vertices that links act on.
//
// Links act on few vertices. Everything of a rod outside the stretch between the first and the last
// of them is eliminated from the two ends; what that leaves (a change of the blocks of the two
// outermost vertices on each side) is read back from the rod's factor, as far as the elimination
// from that end went, and carried on from there. docs/theory/contact.md
#include "rod/rod_condense.h"

#include "linalg/band.h"
#include "linalg/sparse_block.h"
#include "rod/rod.h"

#include <string.h>

static const sut_rod *rod_in(const sut_body *b) {
    return (const sut_rod *)(const void *)b;
}

//---- nodes ---------------------------------------------------------------------------------------
void sut_rod_zone_mark(sut_body *b, int vertex) {
    sut_rod *r = sut_rod_of(b);
    int end = r->work.zone_first + r->work.zone_count;
    if (r->work.zone_count == 0) {
        r->work.zone_first = vertex;
        r->work.zone_count = 1;
    } else if (vertex < r->work.zone_first) {
        r->work.zone_count = end - vertex;
        r->work.zone_first = vertex;
    } else if (vertex >= end) {
        r->work.zone_count = vertex + 1 - r->work.zone_first;
    }
}

// The elimination of a rod comes from both ends and has the last state to read two vertices before
// its middle. What lies between there and the zone is carried, so its matrix is kept too.
static void set_kept(sut_rod *r) {
    int first = r->work.zone_first;
    int last = first + r->work.zone_count - 1;
    int pairs = r->body.n >= 4 ? (r->body.n - 2) / 2 : 0;
    int from = pairs >= 2 ? pairs - 2 : 0;
    int to = pairs >= 2 ? r->body.n + 1 - pairs : r->body.n - 1;
    from = from < first ? from : first;
    to = to > last ? to : last;
    // a state is about a pair, and its neighbours' blocks are looked at
    r->work.kept_first = from;
    r->work.kept_count = to - from + 1;
}

void sut_rod_zone_clear(sut_body *b) {
    sut_rod_of(b)->work.zone_first = 0;
    sut_rod_of(b)->work.zone_count = 0;
}

int sut_rod_zone_number(sut_body *b) {
    sut_rod *r = sut_rod_of(b);
    if (r->work.zone_count == 0) {
        return 0;
    }
    // what is eliminated on the left must not meet what is eliminated on the right
    if (r->work.zone_count == 1) {
        sut_rod_zone_mark(b,
                          r->work.zone_first > 0 ? r->work.zone_first - 1 : r->work.zone_first + 1);
    }
    set_kept(r);
    return r->work.zone_count;
}

int sut_rod_zone_node(const sut_body *b, int vertex) {
    const sut_rod *r = rod_in(b);
    return r->body.first_node + vertex - r->work.zone_first;
}

//---- pattern -------------------------------------------------------------------------------------
void sut_rod_zone_couple(const sut_body *b, sut_sparse *s) {
    const sut_rod *r = rod_in(b);
    for (int i = 0; i + 1 < r->work.zone_count; i++) {
        sut_sparse_couple(s, r->body.first_node + i, r->body.first_node + i + 1);
        if (i + 2 < r->work.zone_count) {
            sut_sparse_couple(s, r->body.first_node + i, r->body.first_node + i + 2);
        }
    }
}

// A band of half width two is separated by two adjacent nodes only: beside a single touched one the
// coupling (i - 1, i + 1) goes on, and the elimination of a long untouched stretch would fill the
// Schur complement. So the node after such a one is kept with it.
void sut_rod_zone_separate(const sut_body *b, bool *fixed) {
    const sut_rod *r = rod_in(b);
    for (int i = 1; i + 1 < r->work.zone_count; i++) {
        bool *f = &fixed[r->body.first_node + i];
        if (!f[0] && f[-1] && f[1]) {
            f[1] = false;
        }
    }
}

// Of each node: its own block, to and from its next two.
void sut_rod_zone_look_up(const sut_body *b, sut_sparse *s, double **block) {
    const sut_rod *r = rod_in(b);
    for (int i = 0; i < r->work.zone_count; i++) {
        int node = r->body.first_node + i;
        double **to = &block[SUT_BODY_BLOCKS * (ptrdiff_t)i];
        *to++ = sut_sparse_block(s, node, node);
        for (int step = 1; step <= 2 && i + step < r->work.zone_count; step++) {
            *to++ = sut_sparse_block(s, node, node + step);
            *to++ = sut_sparse_block(s, node + step, node);
        }
    }
}

//---- values --------------------------------------------------------------------------------------
static const double *kept_block(const sut_rod *r, int vertex) {
    return r->work.kept + (ptrdiff_t)vertex * SUT_BAND_BLOCK;
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
    int pairs = (r->body.n - 2) / 2;
    if (!sut_band_has_state(r->body.n, vertex, side)) {
        start = side == 0 ? pairs - 2 : r->body.n + 1 - pairs;
        if (pairs < 2) {
            start = side == 0 ? 0 : r->body.n - 1;
        }
    }
    s->vertex = start;
    if (sut_band_has_state(r->body.n, start, side)) {
        sut_band_state(&r->work.band, start, side, s->d, s->o, s->next);
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

static void put_matrix(const sut_rod *r, double **block) {
    for (int i = 0; i < r->work.zone_count; i++) {
        double **to = &block[SUT_BODY_BLOCKS * (ptrdiff_t)i];
        add_symmetric(*to++, kept_block(r, r->work.zone_first + i), 1.0);
        for (int step = 1; step <= 2 && i + step < r->work.zone_count; step++) {
            double o[9];
            coupling(r, r->work.zone_first + i, step, o);
            add_general(*to++, o, false, 1.0);
            add_general(*to++, o, true, 1.0);
        }
    }
}

// The change that a side's elimination has made to its two outermost vertices.
static bool put_end(const sut_rod *r, sut_sparse *to, int side) {
    int step = side == 0 ? 1 : -1;
    int vertex = side == 0 ? r->work.zone_first : r->work.zone_first + r->work.zone_count - 1;
    if (vertex == (side == 0 ? 0 : r->body.n - 1)) {
        return true;
    }
    end_state s;
    if (!state_at(r, vertex, side, &s)) {
        return false;
    }
    int node = r->body.first_node + vertex - r->work.zone_first;
    double *own = sut_sparse_block(to, node, node);
    double *next = sut_sparse_block(to, node + step, node + step);
    double o[9];
    coupling(r, vertex, step, o);
    add_symmetric(own, s.d, 1.0);
    add_symmetric(own, kept_block(r, vertex), -1.0);
    add_symmetric(next, s.next, 1.0);
    add_symmetric(next, kept_block(r, vertex + step), -1.0);
    double *there = sut_sparse_block(to, node, node + step);
    double *back = sut_sparse_block(to, node + step, node);
    add_general(there, s.o, false, 1.0);
    add_general(there, o, false, -1.0);
    add_general(back, s.o, true, 1.0);
    add_general(back, o, true, -1.0);
    return true;
}

bool sut_rod_condense(const sut_body *b, sut_sparse *s, double **block) {
    const sut_rod *r = rod_in(b);
    put_matrix(r, block);
    return put_end(r, s, 0) && put_end(r, s, 1);
}
