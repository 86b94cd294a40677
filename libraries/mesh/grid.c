// SPDX-License-Identifier: MIT
#include "grid.h"

#include <stdlib.h>
#include <string.h>

int sut_grid_node(const sut_grid *g, int i, int j, int k) {
    return i + g->row * (j + g->column * k);
}

// is grid line `at` split between lo and hi? The ends are whole unless the grid ends there.
static bool inside(int at, int lo, int hi, int cells) {
    return (at > lo || (at == lo && lo == 0)) && (at < hi || (at == hi && hi == cells));
}

static bool deep_enough(const sut_wound_plan *p, int k) {
    return k > p->floor || p->floor == 0;
}

static void copy_first(sut_grid *g, const sut_wound_plan *p) {
    for (int n = 0; n < g->base_count; n++) {
        int i = n % g->row;
        int j = n / g->row % g->column;
        int k = n / g->row / g->column;
        bool split = p->kind != SUT_WOUND_NONE && i == g->middle_x &&
                     inside(j, p->j0, p->j1, g->cells[1]) && deep_enough(p, k);
        g->copy_x[n] = split ? g->node_count++ : -1;
    }
}

static void copy_second(sut_grid *g, const sut_wound_plan *p) {
    int before = g->node_count;
    int *origin = g->copy_y + before; // of the copies of the first split, in the free half
    for (int n = 0; n < g->base_count; n++) {
        if (g->copy_x[n] >= 0) {
            origin[g->copy_x[n] - g->base_count] = n;
        }
    }
    for (int n = 0; n < before; n++) {
        int base = n < g->base_count ? n : origin[n - g->base_count];
        int i = base % g->row;
        int j = base / g->row % g->column;
        int k = base / g->row / g->column;
        bool split = p->kind == SUT_WOUND_CROSSING && j == g->middle_y &&
                     inside(i, p->i0, p->i1, g->cells[0]) && deep_enough(p, k);
        g->copy_y[n] = split ? g->node_count++ : -1;
    }
}

bool sut_grid_start(sut_grid *g, const int cells[3], const sut_wound_plan *plan) {
    *g = (sut_grid){.row = cells[0] + 1,
                    .column = cells[1] + 1,
                    .middle_x = cells[0] / 2,
                    .middle_y = cells[1] / 2};
    memcpy(g->cells, cells, sizeof g->cells);
    g->base_count = g->row * g->column * (cells[2] + 1);
    g->node_count = g->base_count;
    g->copy_x = sut_mesh_array((size_t)g->base_count, sizeof(int));
    g->copy_y = sut_mesh_array(4 * (size_t)g->base_count, sizeof(int));
    if (g->copy_x == NULL || g->copy_y == NULL) {
        sut_grid_end(g);
        return false;
    }
    copy_first(g, plan);
    copy_second(g, plan);
    return true;
}

void sut_grid_end(sut_grid *g) {
    free(g->copy_x);
    free(g->copy_y);
    g->copy_x = NULL;
    g->copy_y = NULL;
}

int sut_grid_corner(const sut_grid *g, int node, bool right, bool beyond) {
    if (right && g->copy_x[node] >= 0) {
        node = g->copy_x[node];
    }
    return beyond && g->copy_y[node] >= 0 ? g->copy_y[node] : node;
}

// the up to four nodes at a place of the base grid
static int nodes_at(const sut_grid *g, int base, int out[4]) {
    int count = 0;
    for (int way = 0; way < 4; way++) {
        int n = sut_grid_corner(g, base, way % 2 != 0, way / 2 != 0);
        bool known = false;
        for (int i = 0; i < count; i++) {
            known = known || out[i] == n;
        }
        if (!known) {
            out[count++] = n;
        }
    }
    return count;
}

bool sut_grid_fill(const sut_grid *g, sut_mesh *m, const sut_vec3 *x) {
    m->nodes = sut_mesh_array((size_t)g->node_count, sizeof *m->nodes);
    if (m->nodes == NULL) {
        return false;
    }
    m->node_count = g->node_count;
    for (int n = 0; n < g->base_count; n++) {
        int at[4] = {-1, -1, -1, -1};
        int count = nodes_at(g, n, at);
        for (int i = 0; i < count; i++) {
            m->nodes[at[i]] = x[n];
        }
    }
    return true;
}

bool sut_grid_side(const sut_grid *g, sut_mesh *m, int axis, int index, const char *name) {
    unsigned char *marked = calloc((size_t)g->node_count, 1);
    if (marked == NULL) {
        return false;
    }
    for (int n = 0; n < g->base_count; n++) {
        int place[3] = {n % g->row, n / g->row % g->column, n / g->row / g->column};
        int at[4] = {-1, -1, -1, -1};
        int count = place[axis] == index ? nodes_at(g, n, at) : 0;
        for (int i = 0; i < count; i++) {
            marked[at[i]] = 1;
        }
    }
    bool fine = sut_mesh_group_add(m, name, marked);
    free(marked);
    return fine;
}

bool sut_grid_lip_groups(const sut_grid *g, sut_mesh *m) {
    unsigned char *left = calloc(2 * (size_t)g->node_count, 1);
    if (left == NULL) {
        return false;
    }
    unsigned char *right = left + g->node_count;
    for (int n = 0; n < g->base_count; n++) {
        for (int way = 0; way < 2 && g->copy_x[n] >= 0; way++) {
            left[sut_grid_corner(g, n, false, way != 0)] = 1;
            right[sut_grid_corner(g, n, true, way != 0)] = 1;
        }
    }
    bool fine =
        sut_mesh_group_add(m, "wound-left", left) && sut_mesh_group_add(m, "wound-right", right);
    free(left);
    return fine;
}

void sut_grid_triangles(const int corner[4], bool even, int (*out)[3]) {
    static const int forward[2][3] = {{0, 1, 2}, {0, 2, 3}};
    static const int across[2][3] = {{0, 1, 3}, {1, 2, 3}};
    for (int t = 0; t < 2; t++) {
        for (int k = 0; k < 3; k++) {
            out[t][k] = corner[even ? forward[t][k] : across[t][k]];
        }
    }
}
