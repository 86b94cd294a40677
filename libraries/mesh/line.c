// SPDX-License-Identifier: MIT
#include "mesh_parts.h"

#include <math.h>

static bool same_place(sut_vec3 a, sut_vec3 b) {
    return !(fabs(a.x - b.x) + fabs(a.y - b.y) + fabs(a.z - b.z) > 0.0);
}

sut_mesh *sut_mesh_line(sut_vec3 from, sut_vec3 to, int elements, sut_mesh_error *error) {
    if (elements < 1 || elements > SUT_MESH_MAX_CELLS) {
        sut_mesh_fail(error, 0, "has %d elements; must have 1 to %d", elements, SUT_MESH_MAX_CELLS);
        return NULL;
    }
    if (same_place(from, to)) {
        sut_mesh_fail(error, 0, "begins and ends at one place; must have a length");
        return NULL;
    }
    sut_mesh *m = sut_mesh_new(SUT_MESH_LINE);
    if (m != NULL) {
        m->nodes = sut_mesh_array((size_t)elements + 1, sizeof *m->nodes);
        m->node_count = m->nodes != NULL ? elements + 1 : 0;
        for (int i = 0; i < m->node_count; i++) {
            double b = (double)i / (double)elements;
            double a = 1.0 - b;
            m->nodes[i] =
                (sut_vec3){a * from.x + b * to.x, a * from.y + b * to.y, a * from.z + b * to.z};
        }
    }
    if (m == NULL || m->nodes == NULL || !sut_mesh_group_usual(m)) {
        sut_mesh_free(m);
        sut_mesh_fail_memory(error);
        return NULL;
    }
    return m;
}
