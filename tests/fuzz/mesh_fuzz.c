// SPDX-License-Identifier: MIT
// mesh_fuzz.c -- any bytes as a mesh file: it is read and sound, or refused in one clean line.
//   clang -g -O1 -fsanitize=fuzzer,address,undefined -Iinclude -Iengine -Ilibraries/mesh
//   tests/fuzz/mesh_fuzz.c
//         libraries/mesh/*.c -lm -o mesh_fuzz && ./mesh_fuzz CORPUS
// The first byte chooses the kind of file, what it is needed for, and whether nodes are welded.
#define _POSIX_C_SOURCE 200809L
#include "mesh_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds) {
    if (!holds) {
        abort();
    }
}

static void check_message(const sut_mesh_error *e) {
    size_t length = strnlen(e->text, sizeof e->text);
    must(length > 0 && length < sizeof e->text && e->line >= 0);
    must(strchr(e->text, ';') != NULL); // what is wrong; what would be right
    for (size_t i = 0; i < length; i++) {
        must((unsigned char)e->text[i] >= 0x20);
    }
}

static void check_mesh(const sut_mesh *m) {
    for (int i = 0; i < m->node_count; i++) {
        must(isfinite(m->nodes[i].x) && isfinite(m->nodes[i].y) && isfinite(m->nodes[i].z));
    }
    for (int i = 0; i < 3 * m->triangle_count; i++) {
        must(m->triangles[i / 3][i % 3] >= 0 && m->triangles[i / 3][i % 3] < m->node_count);
    }
    for (int i = 0; i < m->tet_count; i++) {
        must(sut_tet_volume(m->nodes, m->tets[i]) > 0.0);
    }
    for (int g = 0; g < m->group_count; g++) {
        for (int i = 0; i < m->groups[g].node_count; i++) {
            must(m->groups[g].nodes[i] >= 0 && m->groups[g].nodes[i] < m->node_count);
        }
    }
    sut_mesh_figures f;
    must(sut_mesh_measure(m, &f) && f.area > 0.0 && f.components > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    sut_mesh_error e;
    memset(&e, 'x', sizeof e);
    sut_mesh_import how = sut_default_mesh_import();
    how.need = (sut_mesh_need)(data[0] / 6 % 4);
    how.weld = data[0] >= 128 ? 0.1 : 0.0;
    sut_mesh *m = sut_mesh_read_bytes(data + 1, size - 1, (sut_mesh_format)(data[0] % 6), &how, &e);
    if (m != NULL) {
        check_mesh(m);
    } else {
        check_message(&e);
    }
    sut_mesh_free(m);
    return 0;
}
