// SPDX-License-Identifier: MIT
// surface_lips.c -- lips of a cut that begin in one place, and a little room between them.
//
// Two features in one place have no side: no contact could tell where to push. Nodes that coincide
// with others are moved to their own side, by a small share of an edge; from there
// on distances are not zero, and contacts and continuous collision detection keep them so.
#include "body/surface.h"

#include <stdlib.h>
#include <string.h>

typedef struct place {
    sut_vec3 x;
    int node;
} place;

static int compare(const void *a, const void *b) {
    const place *p = a;
    const place *q = b;
    const double u[3] = {p->x.x, p->x.y, p->x.z};
    const double v[3] = {q->x.x, q->x.y, q->x.z};
    for (int k = 0; k < 3; k++) {
        if (u[k] != v[k]) {
            return u[k] < v[k] ? -1 : 1;
        }
    }
    return p->node < q->node ? -1 : (p->node > q->node ? 1 : 0);
}

static bool is_same(const place *p, const place *q) {
    return p->x.x == q->x.x && p->x.y == q->x.y && p->x.z == q->x.z;
}

static bool mark_coincident(place *list, const sut_vec3 *node, int n, bool *marked) {
    bool any = false;
    for (int i = 0; i < n; i++) {
        list[i] = (place){node[i], i};
        marked[i] = false;
    }
    qsort(list, (size_t)n, sizeof *list, compare);
    for (int i = 1; i < n; i++) {
        if (is_same(&list[i], &list[i - 1])) {
            marked[list[i].node] = true;
            marked[list[i - 1].node] = true;
            any = true;
        }
    }
    return any;
}

// Where the matter of a node is: inwards of a solid's skin, towards the triangles of a surface.
static void add_sides(sut_vec3 *side, const sut_vec3 *node, const int (*triangle)[3], int count,
                      bool solid) {
    for (int t = 0; t < count; t++) {
        const int *v = triangle[t];
        sut_vec3 a = v3_sub(node[v[1]], node[v[0]]);
        sut_vec3 b = v3_sub(node[v[2]], node[v[0]]);
        sut_vec3 area = v3_cross(a, b); // outwards
        sut_vec3 middle = v3_scale(v3_add(v3_add(node[v[0]], node[v[1]]), node[v[2]]), 1.0 / 3.0);
        for (int k = 0; k < 3; k++) {
            sut_vec3 to = solid ? v3_scale(area, -1.0) : v3_sub(middle, node[v[k]]);
            side[v[k]] = v3_add(side[v[k]], to);
        }
    }
}

bool sut_surface_part_lips(sut_vec3 *node, int n, const int (*triangle)[3], int triangle_count,
                           bool solid, double by, sut_memory *m) {
    size_t count = (size_t)n;
    size_t size = count * (sizeof(place) + sizeof(sut_vec3) + sizeof(bool));
    place *list = sut_memory_take(m, size);
    if (!list) {
        return false;
    }
    sut_vec3 *side = (sut_vec3 *)(void *)(list + count);
    bool *marked = (bool *)(void *)(side + count);
    if (mark_coincident(list, node, n, marked)) {
        memset(side, 0, count * sizeof *side);
        add_sides(side, node, triangle, triangle_count, solid);
        for (int i = 0; i < n; i++) {
            double length = v3_norm(side[i]);
            if (marked[i] && length > 0.0) {
                node[i] = v3_madd(node[i], by / length, side[i]);
            }
        }
    }
    sut_memory_give(m, list, size);
    return true;
}
