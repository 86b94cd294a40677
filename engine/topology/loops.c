// SPDX-License-Identifier: MIT
#include "topology/loops.h"

#include <math.h>
#include <string.h>

bool sut_loops_make(sut_loops *l, sut_pool *pool, int n, int count) {
    l->n = n;
    l->count = count;
    l->p = sut_pool_take(pool, (size_t)n, sizeof *l->p);
    l->fixed = sut_pool_take(pool, (size_t)n, sizeof *l->fixed);
    l->start = sut_pool_take(pool, (size_t)count + 1, sizeof *l->start);
    return l->p != NULL && l->fixed != NULL && l->start != NULL;
}

bool sut_loops_copy(sut_loops *to, const sut_loops *from, int only, sut_pool *pool) {
    int first = only < 0 ? 0 : only;
    int count = only < 0 ? from->count : 1;
    int base = from->start[first];
    int n = from->start[first + count] - base;
    if (!sut_loops_make(to, pool, n, count)) {
        return false;
    }
    memcpy(to->p, from->p + base, (size_t)n * sizeof *to->p);
    memcpy(to->fixed, from->fixed + base, (size_t)n * sizeof *to->fixed);
    for (int k = 0; k <= count; k++) {
        to->start[k] = from->start[first + k] - base;
    }
    return true;
}

//---- boxes ---------------------------------------------------------------------------------------
// Edge i goes from vertex i to next[i]. Its box is kept in steps of 2^9 grid steps, which fit 32
// bits; rounding down both ends keeps every overlap. Edges of BLOCK neighbouring vertices share a
// larger box, so that a query looks at few edges. Boxes of blocks only grow during a pass.

enum { BLOCK = 16, BOX_SHIFT = 9 };

// operations: of a box, of an exact test of an edge against a triangle
enum { BOX_WORK = 2, EXACT_WORK = 60 };

typedef struct box {
    int32_t low[3], high[3];
} box;

typedef struct field {
    sut_loops *loops;
    int *next, *prev; // [n]
    bool *gone;       // [n] dropped vertices
    box *edge;        // [n]
    box *block;       // [(n + BLOCK - 1) / BLOCK]
    sut_work *work;
} field;

static const box nothing = {{INT32_MAX, INT32_MAX, INT32_MAX}, {INT32_MIN, INT32_MIN, INT32_MIN}};

static void box_add_point(box *b, const sut_grid_point *p) {
    int32_t x[3] = {(int32_t)(p->x >> BOX_SHIFT), (int32_t)(p->y >> BOX_SHIFT),
                    (int32_t)(p->z >> BOX_SHIFT)};
    for (int k = 0; k < 3; k++) {
        b->low[k] = x[k] < b->low[k] ? x[k] : b->low[k];
        b->high[k] = x[k] > b->high[k] ? x[k] : b->high[k];
    }
}

static void box_add_box(box *b, const box *c) {
    for (int k = 0; k < 3; k++) {
        b->low[k] = c->low[k] < b->low[k] ? c->low[k] : b->low[k];
        b->high[k] = c->high[k] > b->high[k] ? c->high[k] : b->high[k];
    }
}

static bool boxes_apart(const box *a, const box *b) {
    return a->low[0] > b->high[0] || b->low[0] > a->high[0] || a->low[1] > b->high[1] ||
           b->low[1] > a->high[1] || a->low[2] > b->high[2] || b->low[2] > a->high[2];
}

// the box of edge i anew
static void field_set_edge(field *f, int i) {
    box b = nothing;
    box_add_point(&b, &f->loops->p[i]);
    box_add_point(&b, &f->loops->p[f->next[i]]);
    f->edge[i] = b;
    box_add_box(&f->block[i / BLOCK], &b);
}

static bool field_make(field *f, sut_loops *l, sut_pool *pool) {
    size_t n = (size_t)l->n;
    f->loops = l;
    f->work = pool->work;
    f->next = sut_pool_take(pool, n, sizeof *f->next);
    f->prev = sut_pool_take(pool, n, sizeof *f->prev);
    f->gone = sut_pool_take(pool, n, sizeof *f->gone);
    f->edge = sut_pool_take(pool, n, sizeof *f->edge);
    f->block = sut_pool_take(pool, n / BLOCK + 1, sizeof *f->block);
    return f->next != NULL && f->prev != NULL && f->gone != NULL && f->edge != NULL &&
           f->block != NULL;
}

static void field_fill(field *f) {
    const sut_loops *l = f->loops;
    for (int i = 0; i <= l->n / BLOCK; i++) {
        f->block[i] = nothing;
    }
    for (int k = 0; k < l->count; k++) {
        int a = l->start[k];
        int b = l->start[k + 1];
        for (int i = a; i < b; i++) {
            f->next[i] = i + 1 < b ? i + 1 : a;
            f->prev[i] = i > a ? i - 1 : b - 1;
            f->gone[i] = false;
        }
        for (int i = a; i < b; i++) {
            field_set_edge(f, i);
        }
    }
}

//---- is a triangle free --------------------------------------------------------------------------

// Corners of the triangle; index is the vertex it belongs to, or -1.
typedef struct triangle {
    sut_grid_point p[3];
    int index[3];
} triangle;

// Does edge i meet the triangle? Sides of it do not count, and an edge that shares one corner meets
// it only at that corner unless it lies in its plane, which is refused.
static bool edge_meets(const field *f, int i, const triangle *t) {
    int j = f->next[i];
    int shared = 0;
    int other = j;
    for (int k = 0; k < 3; k++) {
        if (t->index[k] == i) {
            shared++;
        } else if (t->index[k] == j) {
            shared++;
            other = i;
        }
    }
    const sut_grid_point *p = f->loops->p;
    if (shared >= 2) {
        return false;
    }
    if (shared == 1) {
        return sut_exact_orient(&t->p[0], &t->p[1], &t->p[2], &p[other]) == 0;
    }
    return sut_exact_segment_triangle(&p[i], &p[j], &t->p[0], &t->p[1], &t->p[2]) !=
           SUT_EXACT_APART;
}

static bool triangle_is_free(const field *f, const triangle *t) {
    box b = nothing;
    for (int k = 0; k < 3; k++) {
        box_add_point(&b, &t->p[k]);
    }
    int n = f->loops->n;
    int64_t work = BOX_WORK * (n / BLOCK + 1);
    bool is_free = true;
    for (int block = 0; block * BLOCK < n && is_free; block++) {
        if (boxes_apart(&b, &f->block[block])) {
            continue;
        }
        int end = (block + 1) * BLOCK < n ? (block + 1) * BLOCK : n;
        work += BOX_WORK * BLOCK;
        for (int i = block * BLOCK; i < end && is_free; i++) {
            if (!boxes_apart(&b, &f->edge[i])) {
                work += EXACT_WORK;
                is_free = !edge_meets(f, i, t);
            }
        }
    }
    sut_work_count(f->work, work);
    return is_free;
}

//---- dropping ------------------------------------------------------------------------------------

static bool try_drop(field *f, int i) {
    const sut_grid_point *p = f->loops->p;
    int a = f->prev[i];
    int c = f->next[i];
    triangle t = {{p[a], p[i], p[c]}, {a, i, c}};
    if (f->loops->fixed[i] || !triangle_is_free(f, &t)) {
        return false;
    }
    f->next[a] = c;
    f->prev[c] = a;
    f->gone[i] = true;
    f->edge[i] = nothing;
    field_set_edge(f, a);
    return true;
}

// One walk round loop k from a random vertex. After a success the next vertex is left alone, so
// that the loop thins out evenly. Returns how many were dropped.
static int drop_round_loop(field *f, int k, sut_random *random) {
    int a = f->loops->start[k];
    int size = f->loops->start[k + 1] - a;
    int left = size;
    int i = a + sut_random_below(random, size);
    for (int walked = 0; walked < size && left > 3 && !sut_work_is_spent(f->work); walked++) {
        int c = f->next[i];
        if (try_drop(f, i)) {
            left--;
            walked++;
            c = f->next[c];
        }
        i = c;
    }
    return size - left;
}

// close the gaps that dropped vertices left
static void compact(field *f) {
    sut_loops *l = f->loops;
    int to = 0;
    int begin = 0;
    for (int k = 0; k < l->count; k++) {
        int end = l->start[k + 1];
        for (int i = begin; i < end; i++) {
            if (!f->gone[i]) {
                l->p[to] = l->p[i];
                l->fixed[to] = l->fixed[i];
                to++;
            }
        }
        begin = end;
        l->start[k + 1] = to;
    }
    l->n = to;
}

bool sut_loops_drop(sut_loops *l, sut_pool *pool, sut_random *random) {
    sut_pool_mark mark = sut_pool_here(pool);
    field f;
    bool ok = field_make(&f, l, pool);
    for (int dropped = 1; ok && dropped > 0 && !sut_work_is_spent(pool->work);) {
        field_fill(&f);
        sut_work_count(pool->work, (int64_t)10 * l->n);
        dropped = 0;
        for (int k = 0; k < l->count; k++) {
            dropped += drop_round_loop(&f, k, random);
        }
        compact(&f);
    }
    sut_pool_release(pool, mark);
    return ok;
}

//---- shaking -------------------------------------------------------------------------------------

static int64_t clamp_to_grid(double x) {
    return x < 0.0 ? 0 : x > (double)(SUT_GRID_SIZE - 1) ? SUT_GRID_SIZE - 1 : (int64_t)x;
}

// a target for vertex i: part of the way to the middle of its neighbours, and a little noise
static sut_grid_point shaken(const field *f, int i, sut_random *random) {
    const sut_grid_point *p = &f->loops->p[i];
    const sut_grid_point *a = &f->loops->p[f->prev[i]];
    const sut_grid_point *c = &f->loops->p[f->next[i]];
    double u[3] = {0.5 * (double)(a->x + c->x) - (double)p->x,
                   0.5 * (double)(a->y + c->y) - (double)p->y,
                   0.5 * (double)(a->z + c->z) - (double)p->z};
    double chord[3] = {(double)(c->x - a->x), (double)(c->y - a->y), (double)(c->z - a->z)};
    double length = sqrt(chord[0] * chord[0] + chord[1] * chord[1] + chord[2] * chord[2]);
    // steps from the full way down to a thousandth of it, all sizes alike
    double step = ldexp(1.0 + 0.5 * sut_random_signed(random), -sut_random_below(random, 10));
    double noise = 0.5 * length * ldexp(1.0, -sut_random_below(random, 10));
    return (sut_grid_point){
        clamp_to_grid((double)p->x + step * u[0] + noise * sut_random_signed(random)),
        clamp_to_grid((double)p->y + step * u[1] + noise * sut_random_signed(random)),
        clamp_to_grid((double)p->z + step * u[2] + noise * sut_random_signed(random))};
}

static void try_move(field *f, int i, sut_grid_point to) {
    sut_grid_point *p = f->loops->p;
    int a = f->prev[i];
    int c = f->next[i];
    triangle before = {{p[a], p[i], to}, {a, i, -1}};
    triangle after = {{p[i], p[c], to}, {i, c, -1}};
    if (triangle_is_free(f, &before) && triangle_is_free(f, &after)) {
        p[i] = to;
        field_set_edge(f, a);
        field_set_edge(f, i);
    }
}

bool sut_loops_shake(sut_loops *l, sut_pool *pool, sut_random *random, int tries) {
    sut_pool_mark mark = sut_pool_here(pool);
    field f;
    bool ok = field_make(&f, l, pool);
    for (int t = 0; ok && t < tries; t++) {
        field_fill(&f); // fresh boxes: those of blocks have grown
        for (int i = 0; i < l->n && !sut_work_is_spent(pool->work); i++) {
            if (!l->fixed[i]) {
                try_move(&f, i, shaken(&f, i, random));
            }
        }
    }
    sut_pool_release(pool, mark);
    return ok;
}
