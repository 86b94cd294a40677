// SPDX-License-Identifier: MIT
#include "mesh_fixture.h"

#include "check.h"

#include <stdio.h>
#include <string.h>

static char refusal[320];

static void keep_refusal(const sut_mesh *m, const sut_mesh_error *e) {
    refusal[0] = '\0';
    if (m == NULL && e->line > 0) {
        snprintf(refusal, sizeof refusal, "%d: %s", e->line, e->text);
    } else if (m == NULL) {
        snprintf(refusal, sizeof refusal, "%s", e->text);
    }
}

sut_mesh *mesh_from_bytes(const void *bytes, size_t size, sut_mesh_format format,
                          const sut_mesh_import *how) {
    sut_mesh_error e = {0, ""};
    sut_mesh *m = sut_mesh_read_bytes(bytes, size, format, how, &e);
    keep_refusal(m, &e);
    if (m != NULL) {
        check_sound(m);
    }
    return m;
}

sut_mesh *mesh_from(const char *text, sut_mesh_format format, sut_mesh_need need) {
    sut_mesh_import how = sut_default_mesh_import();
    how.need = need;
    return mesh_from_bytes(text, strlen(text), format, &how);
}

const char *mesh_refusal(void) {
    return refusal;
}

const char *refusal_of(const char *text, sut_mesh_format format, sut_mesh_need need) {
    sut_mesh_free(mesh_from(text, format, need));
    return refusal;
}

int group_size(const sut_mesh *m, const char *name) {
    const sut_mesh_group *g = sut_mesh_group_find(m, name);
    return g != NULL ? g->node_count : -1;
}

void check_sound(const sut_mesh *m) {
    bool in_range = true;
    bool positive = true;
    bool sorted = true;
    for (int i = 0; i < 3 * m->triangle_count; i++) {
        int n = m->triangles[i / 3][i % 3];
        in_range = in_range && n >= 0 && n < m->node_count;
    }
    for (int i = 0; i < m->tet_count; i++) {
        for (int k = 0; k < 4; k++) {
            in_range = in_range && m->tets[i][k] >= 0 && m->tets[i][k] < m->node_count;
        }
        positive = positive && sut_tet_volume(m->nodes, m->tets[i]) > 0.0;
    }
    for (int g = 0; g < m->group_count; g++) {
        for (int i = 1; i < m->groups[g].node_count; i++) {
            sorted = sorted && m->groups[g].nodes[i] > m->groups[g].nodes[i - 1];
        }
    }
    CHECK(in_range);
    CHECK(positive);
    CHECK(sorted);
    CHECK_EQ_INT(group_size(m, "all"), m->node_count);
}

sut_pad_def small_pad(int nx, int ny, int nz) {
    return (sut_pad_def){.size = {0.04, 0.03, 0.006}, .cells = {nx, ny, nz}};
}
