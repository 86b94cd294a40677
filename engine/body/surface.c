// SPDX-License-Identifier: MIT
// surface.c -- edges and neighbours of a surface's triangles.
#include "body/surface.h"

#include <stdlib.h>

// A border of a triangle, as it is sorted: borders of one edge come one after the other.
typedef struct border {
    int low, high; // vertices
    int triangle, corner;
} border;

static int compare(const void *a, const void *b) {
    const border *p = a;
    const border *q = b;
    if (p->low != q->low) {
        return p->low < q->low ? -1 : 1;
    }
    if (p->high != q->high) {
        return p->high < q->high ? -1 : 1;
    }
    if (p->triangle != q->triangle) {
        return p->triangle < q->triangle ? -1 : 1;
    }
    return 0;
}

static void list_borders(border *list, const int (*triangle)[3], int count) {
    for (int t = 0; t < count; t++) {
        for (int k = 0; k < 3; k++) {
            int a = triangle[t][k];
            int b = triangle[t][(k + 1) % 3];
            list[3 * t + k] = (border){a < b ? a : b, a < b ? b : a, t, k};
        }
    }
    qsort(list, 3 * (size_t)count, sizeof *list, compare);
}

typedef struct arrays {
    int (*triangle_edge)[3], (*edge)[2], (*beside)[2], *lowest;
    bool *on_rim;
} arrays;

static size_t piece(size_t *used, size_t bytes) {
    size_t at = *used;
    *used += (bytes + 63) / 64 * 64;
    return at;
}

// An edge has at most two triangles: where more meet, the third begins an edge of its own, which is
// a rim and so touches everything that comes near.
static int fill(arrays *a, const border *list, int triangles) {
    int edges = 0;
    for (int i = 0; i < 3 * triangles; i++) {
        const border *b = &list[i];
        bool same = edges > 0 && a->edge[edges - 1][0] == b->low &&
                    a->edge[edges - 1][1] == b->high && a->beside[edges - 1][1] < 0;
        if (same) {
            a->beside[edges - 1][1] = b->triangle;
        } else {
            a->edge[edges][0] = b->low;
            a->edge[edges][1] = b->high;
            a->beside[edges][0] = b->triangle;
            a->beside[edges][1] = -1;
            edges++;
        }
        a->triangle_edge[b->triangle][b->corner] = edges - 1;
    }
    return edges;
}

static double mean_length(const arrays *a, int edges, const sut_vec3 *rest) {
    double sum = 0.0;
    for (int e = 0; e < edges; e++) {
        sum += v3_distance(rest[a->edge[e][0]], rest[a->edge[e][1]]);
    }
    return edges > 0 ? sum / edges : 0.0;
}

// Room for all arrays in one block, edges from sorted borders, then rim and owner of every vertex.
bool sut_surface_make(sut_surface *f, sut_body *body, const int (*triangle)[3], int triangle_count,
                      const sut_vec3 *rest, sut_memory *m, void **memory, size_t *size) {
    size_t count = (size_t)triangle_count;
    size_t used = 0;
    size_t triangle_edge = piece(&used, count * sizeof(int[3]));
    size_t edge = piece(&used, 3 * count * sizeof(int[2]));
    size_t beside = piece(&used, 3 * count * sizeof(int[2]));
    size_t lowest = piece(&used, (size_t)body->n * sizeof(int));
    size_t on_rim = piece(&used, (size_t)body->n * sizeof(bool));
    size_t scratch = (3 * count + 1) * sizeof(border);
    char *at = sut_memory_take(m, used);
    border *list = at ? sut_memory_take(m, scratch) : NULL;
    if (!list) {
        sut_memory_give(m, at, used);
        return false;
    }
    arrays a = {(int(*)[3])(void *)(at + triangle_edge), (int(*)[2])(void *)(at + edge),
                (int(*)[2])(void *)(at + beside), (int *)(void *)(at + lowest),
                (bool *)(at + on_rim)};
    list_borders(list, triangle, triangle_count);
    int edges = fill(&a, list, triangle_count);
    sut_memory_give(m, list, scratch);
    for (int v = 0; v < body->n; v++) {
        a.lowest[v] = -1;
        a.on_rim[v] = false;
    }
    for (int e = 0; e < edges; e++) {
        for (int k = 0; k < 2 && a.beside[e][1] < 0; k++) {
            a.on_rim[a.edge[e][k]] = true;
        }
    }
    for (int t = triangle_count - 1; t >= 0; t--) {
        for (int k = 0; k < 3; k++) {
            a.lowest[triangle[t][k]] = t;
        }
    }
    *f = (sut_surface){.body = body,
                       .triangle_count = triangle_count,
                       .edge_count = edges,
                       .triangle = triangle,
                       .triangle_edge = (const int(*)[3])a.triangle_edge,
                       .edge = (const int(*)[2])a.edge,
                       .beside = (const int(*)[2])a.beside,
                       .lowest = a.lowest,
                       .on_rim = a.on_rim,
                       .rest = rest,
                       .spacing = mean_length(&a, edges, rest)};
    *memory = at;
    *size = used;
    return true;
}
