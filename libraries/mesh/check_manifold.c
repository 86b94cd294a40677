// SPDX-License-Identifier: MIT
// check_manifold.c -- every edge has one or two triangles, every node one fan of them.
#include "mesh_parts.h"

#include <stdlib.h>

static bool check_edges(const sut_mesh *m, const sut_edges *e, sut_mesh_error *error) {
    int *uses = calloc((size_t)e->count + 1, sizeof *uses);
    if (uses == NULL) {
        return sut_mesh_fail_memory(error);
    }
    for (int s = 0; s < 3 * m->triangle_count; s++) {
        uses[e->of[s]]++;
    }
    bool fine = true;
    for (int s = 0; fine && s < 3 * m->triangle_count; s++) {
        if (uses[e->of[s]] > 2) {
            const int *t = m->triangles[s / 3];
            sut_key k = sut_key_edge(t[s % 3], t[(s % 3 + 1) % 3]);
            fine = sut_mesh_fail(error, 0, "edge %d-%d has %d triangles; must have 1 or 2", k.a,
                                 k.b, uses[e->of[s]]);
        }
    }
    free(uses);
    return fine;
}

static int corner_of(const int t[3], int node) {
    return t[0] == node ? 0 : t[1] == node ? 1 : 2;
}

// How many triangles at a node are reached from one of them over edges at the node: once round to
// either side.
static int fan_size(const sut_mesh *m, const sut_mesh_topology *p, const sut_edges *e, int node,
                    int start) {
    int size = 1;
    for (int side = 0; side < 2; side++) {
        int t = start;
        int k = corner_of(m->triangles[t], node);
        // the edge that leaves the node, or the one that arrives
        int edge = e->of[3 * t + (side == 0 ? k : (k + 2) % 3)];
        for (;;) {
            int other = p->edge_triangles[edge][0] == t ? p->edge_triangles[edge][1]
                                                        : p->edge_triangles[edge][0];
            if (other == start) {
                return size;
            }
            if (other < 0) {
                break;
            }
            size++;
            k = corner_of(m->triangles[other], node);
            int out = e->of[3 * other + k];
            edge = out == edge ? e->of[3 * other + (k + 2) % 3] : out;
            t = other;
        }
    }
    return size;
}

static bool check_fans(const sut_mesh *m, const sut_edges *e, sut_mesh_error *error) {
    sut_mesh_topology *p = sut_mesh_topology_make(m);
    if (p == NULL) {
        return sut_mesh_fail_memory(error);
    }
    bool fine = true;
    for (int n = 0; fine && n < m->node_count; n++) {
        int count = p->first[n + 1] - p->first[n];
        if (count > 1 && fan_size(m, p, e, n, p->around[p->first[n]]) < count) {
            fine = sut_mesh_fail(error, 0, "node %d joins two fans; must have one fan of triangles",
                                 n);
        }
    }
    sut_mesh_topology_free(p);
    return fine;
}

bool sut_mesh_check_manifold(const sut_mesh *m, const sut_edges *e, sut_mesh_error *error) {
    return check_edges(m, e, error) && check_fans(m, e, error);
}
