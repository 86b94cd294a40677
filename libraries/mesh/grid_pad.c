// SPDX-License-Identifier: MIT
// grid_pad.c -- a block of tetrahedra, perhaps with a wound in its top.
#include "grid.h"

#include <math.h>
#include <stdlib.h>

// Corners of a cell are numbered by bits: 1 for x, 2 for y, 4 for z. A tetrahedron goes from the
// low corner to the high one along the axes in one of six orders (Kuhn 1960); odd orders have two
// corners exchanged, so that all are positive.
static const int kuhn[6][4] = {{0, 1, 3, 7}, {0, 5, 1, 7}, {0, 3, 2, 7},
                               {0, 2, 6, 7}, {0, 4, 5, 7}, {0, 6, 4, 7}};

static bool check_pad(const sut_pad_def *d, sut_mesh_error *error) {
    long long cells = 1;
    for (int a = 0; a < 3; a++) {
        if (!(d->size[a] > 0.0) || !isfinite(d->size[a])) {
            return sut_mesh_fail(error, 0, "has a side of %g m; must be above 0", d->size[a]);
        }
        if (d->cells[a] < 1 || d->cells[a] > SUT_MESH_MAX_CELLS) {
            return sut_mesh_fail(error, 0, "has %d cells along a side; must have 1 to %d",
                                 d->cells[a], SUT_MESH_MAX_CELLS);
        }
        cells *= d->cells[a];
    }
    return sut_mesh_check_size(6 * cells, error);
}

// nodes of a wound that is curved move sideways, those at the pad's sides do not
static double sideways(const sut_pad_def *d, const sut_wound_plan *p, double x, double y) {
    double along = 2.0 * y / p->length;
    if (p->kind != SUT_WOUND_CURVED || fabs(along) > 1.0 + 1e-9) {
        return 0.0;
    }
    return d->wound.sagitta * (1.0 - along * along) * (1.0 - fabs(2.0 * x / d->size[0]));
}

static bool fill_nodes(const sut_pad_def *d, const sut_wound_plan *p, const sut_grid *g,
                       sut_mesh *m) {
    sut_vec3 *x = sut_mesh_array((size_t)g->base_count, sizeof *x);
    if (x == NULL) {
        return false;
    }
    for (int n = 0; n < g->base_count; n++) {
        int i = n % g->row;
        int j = n / g->row % g->column;
        int k = n / g->row / g->column;
        // exactly symmetric about the middle, exactly half the size at the sides
        double px = d->size[0] * ((double)(2 * i - d->cells[0]) / (double)(2 * d->cells[0]));
        double py = d->size[1] * ((double)(2 * j - d->cells[1]) / (double)(2 * d->cells[1]));
        double pz = d->size[2] * ((double)(k - d->cells[2]) / (double)d->cells[2]);
        x[n] = (sut_vec3){px + sideways(d, p, px, py), py, pz};
    }
    bool fine = sut_grid_fill(g, m, x);
    free(x);
    return fine;
}

static bool fill_tets(const sut_grid *g, sut_mesh *m) {
    int cells = g->cells[0] * g->cells[1] * g->cells[2];
    m->tets = sut_mesh_array(6 * (size_t)cells, sizeof *m->tets);
    if (m->tets == NULL) {
        return false;
    }
    for (int cell = 0; cell < cells; cell++) {
        int i = cell % g->cells[0];
        int j = cell / g->cells[0] % g->cells[1];
        int k = cell / g->cells[0] / g->cells[1];
        int corner[8];
        for (int c = 0; c < 8; c++) {
            int base = sut_grid_node(g, i + (c & 1), j + (c >> 1 & 1), k + (c >> 2));
            corner[c] = sut_grid_corner(g, base, i >= g->middle_x, j >= g->middle_y);
        }
        for (int t = 0; t < 6; t++) {
            for (int c = 0; c < 4; c++) {
                m->tets[m->tet_count][c] = corner[kuhn[t][c]];
            }
            m->tet_count++;
        }
    }
    return true;
}

static void add_lip_face(const sut_grid *g, sut_mesh *m, const int base[3], bool beyond) {
    int left[3];
    int right[3];
    bool split = false;
    for (int c = 0; c < 3; c++) {
        left[c] = sut_grid_corner(g, base[c], false, beyond);
        right[2 - c] = sut_grid_corner(g, base[c], true, beyond);
        split = split || left[c] != right[2 - c];
    }
    for (int c = 0; split && c < 3; c++) {
        m->lips[0].faces[m->lips[0].face_count][c] = left[c];
        m->lips[1].faces[m->lips[1].face_count][c] = right[c];
    }
    m->lips[0].face_count += split;
    m->lips[1].face_count += split;
}

// the faces of the cells on both sides of the split, with normals out of the tissue
static bool fill_lips(const sut_grid *g, const sut_wound_plan *p, sut_mesh *m) {
    if (p->kind == SUT_WOUND_NONE) {
        return true;
    }
    size_t most = 2 * (size_t)(p->j1 - p->j0) * (size_t)(g->cells[2] - p->floor);
    for (int lip = 0; lip < SUT_MESH_LIPS; lip++) {
        m->lips[lip].faces = sut_mesh_array(most, sizeof *m->lips[lip].faces);
        if (m->lips[lip].faces == NULL) {
            return false;
        }
    }
    for (int k = p->floor; k < g->cells[2]; k++) {
        for (int j = p->j0; j < p->j1; j++) {
            int low = sut_grid_node(g, g->middle_x, j, k);
            int high = sut_grid_node(g, g->middle_x, j + 1, k + 1);
            int one[3] = {low, sut_grid_node(g, g->middle_x, j + 1, k), high};
            int two[3] = {low, high, sut_grid_node(g, g->middle_x, j, k + 1)};
            add_lip_face(g, m, one, j >= g->middle_y);
            add_lip_face(g, m, two, j >= g->middle_y);
        }
    }
    return true;
}

static bool fill_groups(const sut_grid *g, const sut_wound_plan *p, sut_mesh *m) {
    static const char *const names[3][2] = {{"x-", "x+"}, {"y-", "y+"}, {"z-", "z+"}};
    bool fine = sut_mesh_group_usual(m);
    for (int axis = 0; axis < 3; axis++) {
        fine = fine && sut_grid_side(g, m, axis, 0, names[axis][0]) &&
               sut_grid_side(g, m, axis, g->cells[axis], names[axis][1]);
    }
    return fine && (p->kind == SUT_WOUND_NONE || sut_grid_lip_groups(g, m));
}

sut_mesh *sut_mesh_pad(const sut_pad_def *d, sut_mesh_error *error) {
    sut_wound_plan plan;
    if (!check_pad(d, error) || !sut_wound_round(&d->wound, d->size, d->cells, &plan, error)) {
        return NULL;
    }
    sut_mesh *m = sut_mesh_new(SUT_MESH_SOLID);
    sut_grid g = {0};
    int odd = -1;
    bool fine = m != NULL && sut_grid_start(&g, d->cells, &plan) && fill_nodes(d, &plan, &g, m) &&
                fill_tets(&g, m) && sut_mesh_skin(m, &odd) && fill_lips(&g, &plan, m) &&
                fill_groups(&g, &plan, m);
    sut_grid_end(&g);
    if (!fine) {
        sut_mesh_free(m);
        sut_mesh_fail_memory(error);
        return NULL;
    }
    return m;
}
