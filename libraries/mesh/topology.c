// SPDX-License-Identifier: MIT
#include "mesh_parts.h"

#include <stdlib.h>

void sut_mesh_topology_free(sut_mesh_topology *t) {
    if (t == NULL) {
        return;
    }
    free(t->edges);
    free(t->edge_triangles);
    free(t->boundary);
    free(t->hinges);
    free(t->first);
    free(t->around);
    free(t);
}

static bool allocate(const sut_mesh *m, const sut_edges *e, sut_mesh_topology *t) {
    size_t edges = (size_t)e->count;
    t->edges = sut_mesh_array(edges, sizeof *t->edges);
    t->edge_triangles = sut_mesh_array(edges, sizeof *t->edge_triangles);
    t->boundary = sut_mesh_array(edges, sizeof *t->boundary);
    t->hinges = sut_mesh_array(edges, sizeof *t->hinges);
    t->first = calloc((size_t)m->node_count + 2, sizeof *t->first);
    t->around = sut_mesh_array(3 * (size_t)m->triangle_count, sizeof *t->around);
    return t->edges != NULL && t->edge_triangles != NULL && t->boundary != NULL &&
           t->hinges != NULL && t->first != NULL && t->around != NULL;
}

static void fill_edges(const sut_mesh *m, const sut_edges *e, sut_mesh_topology *t) {
    t->edge_count = e->count;
    for (int i = 0; i < e->count; i++) {
        t->edge_triangles[i][0] = -1;
        t->edge_triangles[i][1] = -1;
    }
    for (int s = 0; s < 3 * m->triangle_count; s++) {
        int i = e->of[s];
        sut_key k = sut_key_edge(m->triangles[s / 3][s % 3], m->triangles[s / 3][(s % 3 + 1) % 3]);
        t->edges[i][0] = k.a;
        t->edges[i][1] = k.b;
        t->edge_triangles[i][t->edge_triangles[i][0] < 0 ? 0 : 1] = s / 3;
    }
    for (int i = 0; i < e->count; i++) {
        if (t->edge_triangles[i][1] < 0) {
            t->boundary[t->boundary_count++] = i;
        }
    }
}

// the corner of a triangle that is on neither end of an edge, and whether the edge's lower node
// comes first when going round
static int opposite(const int t[3], const int edge[2], bool *forward) {
    for (int k = 0; k < 3; k++) {
        if (t[k] != edge[0] && t[k] != edge[1]) {
            *forward = t[(k + 1) % 3] == edge[0];
            return t[k];
        }
    }
    *forward = true;
    return t[0];
}

static void fill_hinges(const sut_mesh *m, sut_mesh_topology *t) {
    for (int i = 0; i < t->edge_count; i++) {
        if (t->edge_triangles[i][1] < 0) {
            continue;
        }
        bool forward = true;
        bool unused = true;
        int x2 = opposite(m->triangles[t->edge_triangles[i][0]], t->edges[i], &forward);
        int x3 = opposite(m->triangles[t->edge_triangles[i][1]], t->edges[i], &unused);
        int *h = t->hinges[t->hinge_count++];
        h[0] = t->edges[i][forward ? 0 : 1];
        h[1] = t->edges[i][forward ? 1 : 0];
        h[2] = x2;
        h[3] = x3;
    }
}

static void fill_around(const sut_mesh *m, sut_mesh_topology *t) {
    for (int s = 0; s < 3 * m->triangle_count; s++) {
        t->first[m->triangles[s / 3][s % 3] + 2]++;
    }
    for (int n = 1; n <= m->node_count + 1; n++) {
        t->first[n] += t->first[n - 1];
    }
    for (int s = 0; s < 3 * m->triangle_count; s++) {
        t->around[t->first[m->triangles[s / 3][s % 3] + 1]++] = s / 3;
    }
}

sut_mesh_topology *sut_mesh_topology_make(const sut_mesh *m) {
    sut_mesh_topology *t = calloc(1, sizeof *t);
    sut_edges e = {0, NULL};
    bool fine = t != NULL &&
                sut_edges_of_triangles((const int(*)[3])m->triangles, m->triangle_count,
                                       m->node_count, &e) &&
                allocate(m, &e, t);
    if (fine) {
        fill_edges(m, &e, t);
        fill_hinges(m, t);
        fill_around(m, t);
    }
    free(e.of);
    if (!fine) {
        sut_mesh_topology_free(t);
        return NULL;
    }
    return t;
}

int sut_mesh_tet_edges(const sut_mesh *m, int (**edges)[2]) {
    static const int ends[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    int count = 6 * m->tet_count;
    sut_key *keys = sut_mesh_array((size_t)count, sizeof *keys);
    int *class_of = sut_mesh_array((size_t)count, sizeof *class_of);
    int classes = -1;
    *edges = NULL;
    if (keys != NULL && class_of != NULL) {
        for (int s = 0; s < count; s++) {
            keys[s] = sut_key_edge(m->tets[s / 6][ends[s % 6][0]], m->tets[s / 6][ends[s % 6][1]]);
        }
        classes = sut_keys_match(keys, count, m->node_count, class_of);
    }
    if (classes >= 0) {
        *edges = sut_mesh_array((size_t)classes, sizeof **edges);
    }
    for (int s = 0; *edges != NULL && s < count; s++) {
        (*edges)[class_of[s]][0] = keys[s].a;
        (*edges)[class_of[s]][1] = keys[s].b;
    }
    free(keys);
    free(class_of);
    return *edges != NULL ? classes : -1;
}
