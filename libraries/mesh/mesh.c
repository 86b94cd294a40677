// SPDX-License-Identifier: MIT
#include "mesh_parts.h"

#include <stdlib.h>
#include <string.h>

sut_mesh *sut_mesh_new(sut_mesh_kind kind) {
    sut_mesh *m = calloc(1, sizeof *m);
    if (m != NULL) {
        m->kind = kind;
    }
    return m;
}

void sut_mesh_free(sut_mesh *m) {
    if (m == NULL) {
        return;
    }
    for (int i = 0; i < m->group_count; i++) {
        free(m->groups[i].name);
        free(m->groups[i].nodes);
    }
    for (int i = 0; i < SUT_MESH_LIPS; i++) {
        free(m->lips[i].faces);
        free(m->lips[i].edges);
    }
    free(m->groups);
    free(m->nodes);
    free(m->triangles);
    free(m->tets);
    free(m);
}

int sut_mesh_element_count(const sut_mesh *m) {
    switch (m->kind) {
    case SUT_MESH_SOLID:
        return m->tet_count;
    case SUT_MESH_LINE:
        return m->node_count - 1;
    default:
        return m->triangle_count;
    }
}

const sut_mesh_group *sut_mesh_group_find(const sut_mesh *m, const char *name) {
    for (int i = 0; i < m->group_count; i++) {
        if (strcmp(m->groups[i].name, name) == 0) {
            return &m->groups[i];
        }
    }
    return NULL;
}

// v + 2 w (q x v) + 2 q x (q x v)
static sut_vec3 turned(sut_quat q, sut_vec3 v) {
    sut_vec3 t = {2.0 * (q.y * v.z - q.z * v.y), 2.0 * (q.z * v.x - q.x * v.z),
                  2.0 * (q.x * v.y - q.y * v.x)};
    sut_vec3 out = {v.x + q.w * t.x + (q.y * t.z - q.z * t.y),
                    v.y + q.w * t.y + (q.z * t.x - q.x * t.z),
                    v.z + q.w * t.z + (q.x * t.y - q.y * t.x)};
    return out;
}

void sut_mesh_place(sut_mesh *m, sut_quat rotation, sut_vec3 position) {
    for (int i = 0; i < m->node_count; i++) {
        sut_vec3 p = turned(rotation, m->nodes[i]);
        m->nodes[i] = (sut_vec3){p.x + position.x, p.y + position.y, p.z + position.z};
    }
}
