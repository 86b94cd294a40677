// SPDX-License-Identifier: MIT
#include "mesh_parts.h"

#include <stdlib.h>
#include <string.h>

static char *copied_text(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy != NULL) {
        memcpy(copy, text, size);
    }
    return copy;
}

// a place for one more; null: no memory
static sut_mesh_group *new_group(sut_mesh *m, const char *name, int node_count) {
    size_t count = (size_t)m->group_count;
    sut_mesh_group *larger = realloc(m->groups, (count + 1) * sizeof *larger);
    if (larger == NULL) {
        return NULL;
    }
    m->groups = larger;
    sut_mesh_group g = {copied_text(name), sut_mesh_array((size_t)node_count, sizeof(int)), 0};
    if (g.name == NULL || g.nodes == NULL) {
        free(g.name);
        free(g.nodes);
        return NULL;
    }
    m->groups[m->group_count] = g;
    return &m->groups[m->group_count++];
}

bool sut_mesh_group_add(sut_mesh *m, const char *name, const unsigned char *marked) {
    int count = 0;
    for (int i = 0; i < m->node_count; i++) {
        count += marked[i] != 0;
    }
    sut_mesh_group *g = new_group(m, name, count);
    if (g == NULL) {
        return false;
    }
    for (int i = 0; i < m->node_count; i++) {
        if (marked[i] != 0) {
            g->nodes[g->node_count++] = i;
        }
    }
    return true;
}

bool sut_mesh_group_list(sut_mesh *m, const char *name, const int *nodes, int count) {
    sut_mesh_group *g = new_group(m, name, count);
    if (g == NULL) {
        return false;
    }
    memcpy(g->nodes, nodes, (size_t)count * sizeof *nodes);
    g->node_count = count;
    return true;
}

// nodes of the edges that one triangle has
static bool mark_boundary(const sut_mesh *m, unsigned char *marked) {
    sut_edges e;
    if (!sut_edges_of_triangles((const int(*)[3])m->triangles, m->triangle_count, m->node_count,
                                &e)) {
        return false;
    }
    int *uses = calloc((size_t)e.count + 1, sizeof *uses);
    for (int s = 0; uses != NULL && s < 3 * m->triangle_count; s++) {
        uses[e.of[s]]++;
    }
    for (int s = 0; uses != NULL && s < 3 * m->triangle_count; s++) {
        if (uses[e.of[s]] == 1) {
            marked[m->triangles[s / 3][s % 3]] = 1;
            marked[m->triangles[s / 3][(s % 3 + 1) % 3]] = 1;
        }
    }
    bool fine = uses != NULL;
    free(uses);
    free(e.of);
    return fine;
}

bool sut_mesh_group_usual(sut_mesh *m) {
    unsigned char *marked = sut_mesh_array((size_t)m->node_count, 1);
    if (marked == NULL) {
        return false;
    }
    memset(marked, 1, (size_t)m->node_count);
    bool fine = sut_mesh_group_add(m, "all", marked);
    memset(marked, 0, (size_t)m->node_count);
    if (fine && m->kind == SUT_MESH_SURFACE) {
        fine = mark_boundary(m, marked) && sut_mesh_group_add(m, "boundary", marked);
    }
    if (fine && m->kind == SUT_MESH_SOLID) {
        for (int i = 0; i < m->triangle_count; i++) {
            for (int k = 0; k < 3; k++) {
                marked[m->triangles[i][k]] = 1;
            }
        }
        fine = sut_mesh_group_add(m, "surface", marked);
    }
    free(marked);
    return fine;
}
