// SPDX-License-Identifier: MIT
// grid.h -- grids of cells with a split, for pads, sheets, vessels and drains.
#ifndef SUT_MESH_GRID_H
#define SUT_MESH_GRID_H

#include "mesh_parts.h"

// Where a wound splits a grid, in grid lines. Along a line of nodes the ends of a split stay whole
// unless the grid ends there too.
typedef struct sut_wound_plan {
    sut_wound_kind kind;
    int j0, j1; // along y, on the plane i = cells x/2
    int i0, i1; // of the second split along x, on the plane j = cells y/2
    int floor;  // lowest row of nodes in z that the split reaches
    double length;
} sut_wound_plan;

// Round a wound to the cells of a block; sheets have size[2] = 0 and cells[2] = 0. Refuses what
// cannot be made of this grid.
bool sut_wound_round(const sut_wound_def *d, const double size[3], const int cells[3],
                     sut_wound_plan *out, sut_mesh_error *error);
// How many cells next to `length` are symmetric about the middle of `cells`; at least one.
int sut_wound_cells(double length, double size, int cells);

// Nodes i + row (j + column k), and the copies of those that are split.
typedef struct sut_grid {
    int cells[3];
    int row, column; // nodes along x and y
    int base_count;  // nodes without copies
    int node_count;  // with them
    int *copy_x;     // [base_count] of cells beyond the first split, -1: whole
    int *copy_y;     // [node_count] of cells beyond the second
    int middle_x, middle_y;
} sut_grid;

bool sut_grid_start(sut_grid *g, const int cells[3], const sut_wound_plan *plan);
void sut_grid_end(sut_grid *g);
int sut_grid_node(const sut_grid *g, int i, int j, int k);
// The node at a corner of a cell that is right of the first split and beyond the second, or not.
int sut_grid_corner(const sut_grid *g, int node, bool right, bool beyond);
// Nodes with places `x` for the base nodes; copies lie where their originals do.
bool sut_grid_fill(const sut_grid *g, sut_mesh *m, const sut_vec3 *x);
// Groups of the nodes with the given index along an axis (0, 1 or 2), copies too.
bool sut_grid_side(const sut_grid *g, sut_mesh *m, int axis, int index, const char *name);
// "wound-left": nodes with a copy; "wound-right": the copies.
bool sut_grid_lip_groups(const sut_grid *g, sut_mesh *m);

// Two triangles of a cell with corners low-low, high-low, high-high, low-high; `even` cells have
// the diagonal from low-low to high-high.
void sut_grid_triangles(const int corner[4], bool even, int (*out)[3]);

#endif
