// SPDX-License-Identifier: MIT
// clean.c -- nodes at one place become one. Sorting instead of hashing, so that no file is slow.
#include "soup.h"

#include <math.h>
#include <stdlib.h>

typedef struct cell {
    double at[3]; // whole numbers: place over distance; or the place itself
    int node;
} cell;

static int compare_places(const cell *a, const cell *b) {
    for (int k = 0; k < 3; k++) {
        if (a->at[k] < b->at[k]) {
            return -1;
        }
        if (a->at[k] > b->at[k]) {
            return 1;
        }
    }
    return 0;
}

static int compare(const void *a, const void *b) {
    const cell *p = a;
    const cell *q = b;
    int by_place = compare_places(p, q);
    return by_place != 0 ? by_place : (p->node > q->node) - (p->node < q->node);
}

static void weld_equal(const cell *sorted, int count, int *node_map) {
    for (int i = 0; i < count; i++) {
        bool again = i > 0 && compare_places(&sorted[i - 1], &sorted[i]) == 0;
        node_map[sorted[i].node] = again ? node_map[sorted[i - 1].node] : sorted[i].node;
    }
}

// the first cell in the sorted list that is not before `place`
static int lower_bound(const cell *sorted, int count, const cell *place) {
    int lo = 0;
    while (count > 0) {
        int half = count / 2;
        if (compare_places(&sorted[lo + half], place) < 0) {
            lo += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return lo;
}

typedef struct weld {
    const sut_vec3 *x;
    const cell *sorted;
    int count;
    double distance;
    int *node_map; // -1: not yet
    int *kept;     // [count] by first place of a cell: its last kept node, -1: none
    int *next;     // [count] by node: the kept one before it in its cell
} weld;

static bool near(const weld *w, int a, int b) {
    double dx = w->x[a].x - w->x[b].x;
    double dy = w->x[a].y - w->x[b].y;
    double dz = w->x[a].z - w->x[b].z;
    return dx * dx + dy * dy + dz * dz <= w->distance * w->distance;
}

// a kept node near `node` in three cells that differ in z only
static int find_in_column(const weld *w, int node, const cell *middle, double dx, double dy) {
    cell c = {{middle->at[0] + dx, middle->at[1] + dy, middle->at[2] - 1.0}, 0};
    int at = lower_bound(w->sorted, w->count, &c);
    for (int step = 0; step < 3 && at < w->count; step++) {
        if (compare_places(&w->sorted[at], &c) == 0) {
            // kept nodes of a cell are further apart than `distance`: there are few
            for (int n = w->kept[at]; n >= 0; n = w->next[n]) {
                if (near(w, n, node)) {
                    return n;
                }
            }
        }
        c.at[2] += 1.0;
        at = lower_bound(w->sorted + at, w->count - at, &c) + at;
    }
    return -1;
}

static cell cell_of(sut_vec3 p, double distance, int node) {
    return (cell){{floor(p.x / distance), floor(p.y / distance), floor(p.z / distance)}, node};
}

static void weld_near(weld *w) {
    for (int i = 0; i < w->count; i++) {
        w->kept[i] = -1;
    }
    for (int n = 0; n < w->count; n++) {
        cell middle = cell_of(w->x[n], w->distance, n);
        int found = -1;
        for (int side = 0; side < 9 && found < 0; side++) {
            static const double steps[3] = {-1.0, 0.0, 1.0};
            found = find_in_column(w, n, &middle, steps[side % 3], steps[side / 3]);
        }
        w->node_map[n] = found >= 0 ? found : n;
        if (found < 0) {
            int at = lower_bound(w->sorted, w->count, &middle);
            w->next[n] = w->kept[at];
            w->kept[at] = n;
        }
    }
}

static double farthest(const sut_vec3 *x, int count) {
    double most = 0.0;
    for (int i = 0; i < count; i++) {
        most = fmax(most, fmax(fabs(x[i].x), fmax(fabs(x[i].y), fabs(x[i].z))));
    }
    return most;
}

bool sut_weld(const sut_vec3 *x, int count, double distance, int *node_map) {
    // a distance below the last digit of the places joins equal ones only
    bool exact = !(distance > 0.0) || farthest(x, count) / distance > 4e15;
    cell *sorted = sut_mesh_array((size_t)count, sizeof *sorted);
    int *kept = sut_mesh_array(2 * (size_t)count, sizeof *kept);
    bool fine = sorted != NULL && kept != NULL;
    if (fine) {
        for (int i = 0; i < count; i++) {
            // 0 + x makes no negative zero
            sorted[i] = exact ? (cell){{0.0 + x[i].x, 0.0 + x[i].y, 0.0 + x[i].z}, i}
                              : cell_of(x[i], distance, i);
        }
        qsort(sorted, (size_t)count, sizeof *sorted, compare);
        if (exact) {
            weld_equal(sorted, count, node_map);
        } else {
            weld w = {x, sorted, count, distance, node_map, kept, kept + count};
            weld_near(&w);
        }
    }
    free(sorted);
    free(kept);
    return fine;
}
