// SPDX-License-Identifier: MIT
// skin.c -- the faces that one tetrahedron has, outward.
#include "mesh_parts.h"

#include <stdlib.h>

void sut_tet_face(const int tet[4], int k, int face[3]) {
    static const int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    for (int c = 0; c < 3; c++) {
        face[c] = tet[faces[k][c]];
    }
}

static int match_faces(const sut_mesh *m, int *class_of) {
    int count = 4 * m->tet_count;
    sut_key *keys = sut_mesh_array((size_t)count, sizeof *keys);
    if (keys == NULL) {
        return -1;
    }
    for (int s = 0; s < count; s++) {
        int f[3];
        sut_tet_face(m->tets[s / 4], s % 4, f);
        keys[s] = sut_key_face(f[0], f[1], f[2]);
    }
    int classes = sut_keys_match(keys, count, m->node_count, class_of);
    free(keys);
    return classes;
}

static bool take_single_faces(sut_mesh *m, const int *class_of, const int *uses) {
    int count = 0;
    for (int s = 0; s < 4 * m->tet_count; s++) {
        count += uses[class_of[s]] == 1;
    }
    free(m->triangles);
    m->triangle_count = 0;
    m->triangles = sut_mesh_array((size_t)count, sizeof *m->triangles);
    for (int s = 0; m->triangles != NULL && s < 4 * m->tet_count; s++) {
        if (uses[class_of[s]] == 1) {
            sut_tet_face(m->tets[s / 4], s % 4, m->triangles[m->triangle_count++]);
        }
    }
    return m->triangles != NULL;
}

bool sut_mesh_skin(sut_mesh *m, int *odd_face) {
    int *class_of = sut_mesh_array(4 * (size_t)m->tet_count, sizeof *class_of);
    int classes = class_of != NULL ? match_faces(m, class_of) : -1;
    int *uses = classes >= 0 ? calloc((size_t)classes + 1, sizeof *uses) : NULL;
    bool fine = uses != NULL;
    *odd_face = -1;
    for (int s = 0; fine && s < 4 * m->tet_count; s++) {
        if (++uses[class_of[s]] == 3 && *odd_face < 0) {
            *odd_face = s;
        }
    }
    fine = fine && take_single_faces(m, class_of, uses);
    free(class_of);
    free(uses);
    return fine;
}
