// SPDX-License-Identifier: MIT
// grid_sheet.c -- a rectangle of triangles, perhaps with a wound across its middle.
#include "grid.h"

#include <math.h>
#include <stdlib.h>

static bool check_sheet(const sut_sheet_def *d, sut_mesh_error *error) {
    for (int a = 0; a < 2; a++) {
        if (!(d->size[a] > 0.0) || !isfinite(d->size[a])) {
            return sut_mesh_fail(error, 0, "has a side of %g m; must be above 0", d->size[a]);
        }
        if (d->cells[a] < 1 || d->cells[a] > SUT_MESH_MAX_CELLS) {
            return sut_mesh_fail(error, 0, "has %d cells along a side; must have 1 to %d",
                                 d->cells[a], SUT_MESH_MAX_CELLS);
        }
    }
    return sut_mesh_check_size(2LL * d->cells[0] * d->cells[1], error);
}

static bool fill_nodes(const sut_sheet_def *d, const sut_wound_plan *p, const sut_grid *g,
                       sut_mesh *m) {
    sut_vec3 *x = sut_mesh_array((size_t)g->base_count, sizeof *x);
    if (x == NULL) {
        return false;
    }
    for (int n = 0; n < g->base_count; n++) {
        int i = n % g->row;
        int j = n / g->row;
        double px = d->size[0] * ((double)(2 * i - d->cells[0]) / (double)(2 * d->cells[0]));
        double py = d->size[1] * ((double)(2 * j - d->cells[1]) / (double)(2 * d->cells[1]));
        double along = p->kind == SUT_WOUND_CURVED ? 2.0 * py / p->length : 2.0;
        if (fabs(along) <= 1.0 + 1e-9) {
            px += d->wound.sagitta * (1.0 - along * along) * (1.0 - fabs(2.0 * px / d->size[0]));
        }
        x[n] = (sut_vec3){px, py, 0.0};
    }
    bool fine = sut_grid_fill(g, m, x);
    free(x);
    return fine;
}

static bool fill_triangles(const sut_grid *g, sut_mesh *m) {
    int cells = g->cells[0] * g->cells[1];
    m->triangles = sut_mesh_array(2 * (size_t)cells, sizeof *m->triangles);
    if (m->triangles == NULL) {
        return false;
    }
    for (int cell = 0; cell < cells; cell++) {
        int i = cell % g->cells[0];
        int j = cell / g->cells[0];
        int base[4] = {sut_grid_node(g, i, j, 0), sut_grid_node(g, i + 1, j, 0),
                       sut_grid_node(g, i + 1, j + 1, 0), sut_grid_node(g, i, j + 1, 0)};
        int corner[4];
        for (int c = 0; c < 4; c++) {
            corner[c] = sut_grid_corner(g, base[c], i >= g->middle_x, j >= g->middle_y);
        }
        sut_grid_triangles(corner, (i + j) % 2 == 0, &m->triangles[m->triangle_count]);
        m->triangle_count += 2;
    }
    return true;
}

static bool fill_lips(const sut_grid *g, const sut_wound_plan *p, sut_mesh *m) {
    if (p->kind == SUT_WOUND_NONE) {
        return true;
    }
    for (int lip = 0; lip < SUT_MESH_LIPS; lip++) {
        sut_mesh_lip *l = &m->lips[lip];
        l->edges = sut_mesh_array((size_t)(p->j1 - p->j0), sizeof *l->edges);
        if (l->edges == NULL) {
            return false;
        }
        for (int j = p->j0; j < p->j1; j++) {
            bool beyond = j >= g->middle_y;
            int low = sut_grid_node(g, g->middle_x, j, 0);
            int high = sut_grid_node(g, g->middle_x, j + 1, 0);
            l->edges[l->edge_count][0] = sut_grid_corner(g, low, lip == 1, beyond);
            l->edges[l->edge_count][1] = sut_grid_corner(g, high, lip == 1, beyond);
            l->edge_count++;
        }
    }
    return true;
}

static bool fill_groups(const sut_grid *g, const sut_wound_plan *p, sut_mesh *m) {
    return sut_mesh_group_usual(m) && sut_grid_side(g, m, 0, 0, "x-") &&
           sut_grid_side(g, m, 0, g->cells[0], "x+") && sut_grid_side(g, m, 1, 0, "y-") &&
           sut_grid_side(g, m, 1, g->cells[1], "y+") &&
           (p->kind == SUT_WOUND_NONE || sut_grid_lip_groups(g, m));
}

sut_mesh *sut_mesh_sheet(const sut_sheet_def *d, sut_mesh_error *error) {
    const double size[3] = {d->size[0], d->size[1], 0.0};
    const int cells[3] = {d->cells[0], d->cells[1], 0};
    sut_wound_plan plan;
    if (!check_sheet(d, error) || !sut_wound_round(&d->wound, size, cells, &plan, error)) {
        return NULL;
    }
    sut_mesh *m = sut_mesh_new(SUT_MESH_SURFACE);
    sut_grid g = {0};
    bool fine = m != NULL && sut_grid_start(&g, cells, &plan) && fill_nodes(d, &plan, &g, m) &&
                fill_triangles(&g, m) && fill_lips(&g, &plan, m) && fill_groups(&g, &plan, m);
    sut_grid_end(&g);
    if (!fine) {
        sut_mesh_free(m);
        sut_mesh_fail_memory(error);
        return NULL;
    }
    return m;
}
