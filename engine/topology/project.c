// SPDX-License-Identifier: MIT
// Drawing loops: which edges cross seen along a direction, with which sign, in which order.
//
// The direction d has random integer components of 24 bits, so that an orientation in the drawing,
// det(b - a, c - a, d), stays exact in 128 bits. Whatever cannot be decided asks for another
// direction; nothing is ever guessed.
#include "topology/diagram.h"

#include <math.h>
#include <stdlib.h>

__extension__ typedef __int128 wide;

// place of a passage along its loop
typedef struct passing {
    int edge;
    int passage;
    double t; // 0..1 along the edge
} passing;

// operations: of a pair of boxes, of an exact test of two edges, of keeping a crossing (sorted,
// linked)
enum { BOX_WORK = 3, EXACT_WORK = 30, CROSSING_WORK = 300 };

typedef struct drawing {
    const sut_loops *loops;
    sut_grid_point d;
    double (*flat)[2]; // [n] the vertices in the plane across d, for box tests only
    int *next;         // [n]
    passing *passings;
    int16_t *signs;
    int count, capacity; // crossings
    bool again, spent;
    sut_work *work;
} drawing;

static wide det(const sut_grid_point *u, const sut_grid_point *v, const sut_grid_point *w) {
    wide x = (wide)v->y * w->z - (wide)v->z * w->y;
    wide y = (wide)v->z * w->x - (wide)v->x * w->z;
    wide z = (wide)v->x * w->y - (wide)v->y * w->x;
    return u->x * x + u->y * y + u->z * z;
}

static sut_grid_point minus(const sut_grid_point *a, const sut_grid_point *b) {
    return (sut_grid_point){a->x - b->x, a->y - b->y, a->z - b->z};
}

static bool opposite(wide a, wide b) {
    return (a > 0 && b < 0) || (a < 0 && b > 0);
}

static bool boxes_meet(const drawing *w, int i, int j) {
    // coordinates are below 2^42 and carry errors far below 1
    const double *a = w->flat[i];
    const double *b = w->flat[w->next[i]];
    const double *p = w->flat[j];
    const double *q = w->flat[w->next[j]];
    return fmin(a[0], b[0]) <= fmax(p[0], q[0]) + 1.0 &&
           fmin(p[0], q[0]) <= fmax(a[0], b[0]) + 1.0 &&
           fmin(a[1], b[1]) <= fmax(p[1], q[1]) + 1.0 && fmin(p[1], q[1]) <= fmax(a[1], b[1]) + 1.0;
}

static void add_crossing(drawing *w, int i, int j, const double t[2], int sign, bool first_over) {
    if (w->count < w->capacity) {
        int c = w->count;
        w->passings[2 * c] = (passing){i, 2 * c + (first_over ? 0 : 1), t[0]};
        w->passings[2 * c + 1] = (passing){j, 2 * c + (first_over ? 1 : 0), t[1]};
        w->signs[c] = (int16_t)sign;
    }
    w->count++;
}

// edges i and j; marks `again` when a corner lies on the other edge's line
static void cross_edges(drawing *w, int i, int j) {
    const sut_grid_point *v = w->loops->p;
    const sut_grid_point *a = &v[i];
    const sut_grid_point *b = &v[w->next[i]];
    const sut_grid_point *p = &v[j];
    const sut_grid_point *q = &v[w->next[j]];
    sut_grid_point ab = minus(b, a);
    sut_grid_point pq = minus(q, p);
    sut_grid_point ap = minus(p, a);
    sut_grid_point aq = minus(q, a);
    wide p_side = det(&ab, &ap, &w->d);
    wide q_side = det(&ab, &aq, &w->d);
    if (p_side == 0 || q_side == 0) {
        w->again = true;
        return;
    }
    if (!opposite(p_side, q_side)) {
        return;
    }
    sut_grid_point pa = minus(a, p);
    sut_grid_point pb = minus(b, p);
    wide a_side = det(&pq, &pa, &w->d);
    wide b_side = det(&pq, &pb, &w->d);
    if (a_side == 0 || b_side == 0) {
        w->again = true;
        return;
    }
    if (!opposite(a_side, b_side)) {
        return;
    }
    // The height of one strand over the other times the turn between them is the same determinant
    // from every side: its sign is the sign of the crossing.
    int sign = sut_exact_det(&ab, &pq, &pa);
    wide turn = det(&ab, &pq, &w->d);
    if (sign == 0 || turn == 0) {
        w->again = true;
        return;
    }
    double t[2] = {(double)a_side / ((double)a_side - (double)b_side),
                   (double)p_side / ((double)p_side - (double)q_side)};
    add_crossing(w, i, j, t, sign, (sign > 0) == (turn > 0));
}

static void find_crossings(drawing *w) {
    int n = w->loops->n;
    w->count = 0;
    for (int i = 0; i < n && !w->again && !w->spent; i++) {
        int64_t exact = 0;
        for (int j = i + 1; j < n; j++) {
            bool neighbours = w->next[i] == j || w->next[j] == i;
            if (!neighbours && boxes_meet(w, i, j)) {
                cross_edges(w, i, j);
                exact++;
            }
        }
        sut_work_count(w->work, (int64_t)BOX_WORK * (n - i) + EXACT_WORK * exact);
        w->spent = sut_work_is_spent(w->work);
    }
}

static int by_place(const void *x, const void *y) {
    const passing *a = x;
    const passing *b = y;
    if (a->edge != b->edge) {
        return a->edge < b->edge ? -1 : 1;
    }
    return (a->t > b->t) - (a->t < b->t);
}

static void choose_direction(drawing *w, sut_random *random) {
    double length2 = 0.0;
    double u[3];
    do {
        int64_t c[3];
        length2 = 0.0;
        for (int k = 0; k < 3; k++) {
            c[k] = (int64_t)(sut_random_word(random) >> 40) - ((int64_t)1 << 23);
            u[k] = (double)c[k] * 0x1p-23;
            length2 += u[k] * u[k];
        }
        w->d = (sut_grid_point){c[0], c[1], c[2]};
    } while (length2 > 1.0 || length2 < 0.01); // inside the ball: all directions alike

    // two axes across d
    double s = 1.0 / sqrt(length2);
    double z[3] = {u[0] * s, u[1] * s, u[2] * s};
    int k = fabs(z[0]) < fabs(z[1]) ? (fabs(z[0]) < fabs(z[2]) ? 0 : 2)
                                    : (fabs(z[1]) < fabs(z[2]) ? 1 : 2);
    double r = 1.0 / sqrt(1.0 - z[k] * z[k]);
    double x[3];
    for (int i = 0; i < 3; i++) {
        x[i] = ((i == k ? 1.0 : 0.0) - z[k] * z[i]) * r;
    }
    double y[3] = {z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]};
    for (int i = 0; i < w->loops->n; i++) {
        const sut_grid_point *p = &w->loops->p[i];
        w->flat[i][0] = (double)p->x * x[0] + (double)p->y * x[1] + (double)p->z * x[2];
        w->flat[i][1] = (double)p->x * y[0] + (double)p->y * y[1] + (double)p->z * y[2];
    }
}

// order along the edges is certain only when neighbouring places differ by more than rounding
static bool order_is_certain(const drawing *w) {
    for (int i = 0; i + 1 < 2 * w->count; i++) {
        if (w->passings[i].edge == w->passings[i + 1].edge &&
            w->passings[i + 1].t - w->passings[i].t < 1e-14) {
            return false;
        }
    }
    return true;
}

static bool make_drawing(drawing *w, const sut_loops *l, sut_pool *pool) {
    *w = (drawing){.loops = l, .work = pool->work};
    w->flat = sut_pool_take(pool, (size_t)l->n, sizeof *w->flat);
    w->next = sut_pool_take(pool, (size_t)l->n, sizeof *w->next);
    if (w->flat == NULL || w->next == NULL) {
        return false;
    }
    for (int k = 0; k < l->count; k++) {
        for (int i = l->start[k]; i < l->start[k + 1]; i++) {
            w->next[i] = i + 1 < l->start[k + 1] ? i + 1 : l->start[k];
        }
    }
    return true;
}

// count first, then take memory for as many crossings and find them again
static bool collect(drawing *w, sut_pool *pool) {
    find_crossings(w);
    // before memory is taken: crossings are many where points are few
    double keeping = (double)sut_diagram_work(w->count, CROSSING_WORK);
    w->spent = w->spent || (!w->again && !sut_work_take(w->work, keeping));
    if (w->again || w->spent) {
        return true;
    }
    size_t count = (size_t)w->count;
    w->passings = sut_pool_take(pool, 2 * count + 1, sizeof *w->passings);
    w->signs = sut_pool_take(pool, count + 1, sizeof *w->signs);
    if (w->passings == NULL || w->signs == NULL) {
        return false;
    }
    w->capacity = w->count;
    find_crossings(w);
    if (w->spent) {
        return true;
    }
    qsort(w->passings, 2 * count, sizeof *w->passings, by_place);
    w->again = !order_is_certain(w);
    return true;
}

sut_project_result sut_diagram_project(sut_diagram *d, const sut_loops *l, sut_pool *pool,
                                       sut_random *random) {
    drawing w;
    if (!make_drawing(&w, l, pool)) {
        return SUT_PROJECT_MEMORY;
    }
    choose_direction(&w, random);
    if (!collect(&w, pool)) {
        return SUT_PROJECT_MEMORY;
    }
    if (w.again || w.spent) {
        return w.spent ? SUT_PROJECT_SPENT : SUT_PROJECT_AGAIN;
    }
    if (!sut_diagram_make(d, pool, 2 * w.count + 8, l->count)) {
        return SUT_PROJECT_MEMORY;
    }
    for (int c = 0; c < w.count; c++) {
        sut_diagram_new_crossing(d, w.signs[c]);
    }
    int k = 0;
    for (int i = 0; i < 2 * w.count; i++) {
        while (w.passings[i].edge >= l->start[k + 1]) {
            k++;
        }
        sut_diagram_append(d, k, w.passings[i].passage);
    }
    return SUT_PROJECT_DONE;
}
