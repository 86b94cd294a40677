// SPDX-License-Identifier: MIT
// wound.c -- a wound in whole cells.
#include "grid.h"

#include <math.h>

int sut_wound_cells(double length, double size, int cells) {
    // symmetric about the middle: as many cells as the grid has, less an even number
    double wanted = length / size * (double)cells;
    int cut = (int)floor(((double)cells - wanted) / 2.0 + 0.5 - 1e-9);
    cut = cut < 0 ? 0 : cut;
    int most = (cells - 1) / 2;
    return cells - 2 * (cut > most ? most : cut);
}

static bool check_middle(const char *axis, int cells, sut_mesh_error *error) {
    return cells % 2 == 0 ||
           sut_mesh_fail(error, 0, "has %d cells along %s; a wound needs an even number of them",
                         cells, axis);
}

static bool check_length(const char *what, double length, double size, sut_mesh_error *error) {
    if (!(length > 0.0 && length <= size * (1.0 + 1e-9))) {
        return sut_mesh_fail(error, 0, "has a wound of %s %g m; must be above 0 and at most %g m",
                             what, length, size);
    }
    return true;
}

// a split of one cell ends in whole nodes at both sides and opens nothing
static bool check_opens(const char *what, int split, int cells, sut_mesh_error *error) {
    return split > 1 || cells == 1 ||
           sut_mesh_fail(error, 0,
                         "has a wound whose %s is one cell, with no node to split; must be two "
                         "cells or more",
                         what);
}

static bool round_first(const sut_wound_def *d, const double size[3], const int cells[3],
                        sut_wound_plan *out, sut_mesh_error *error) {
    if (!check_middle("x", cells[0], error) || !check_length("length", d->length, size[1], error)) {
        return false;
    }
    int along = sut_wound_cells(d->length, size[1], cells[1]);
    out->j0 = (cells[1] - along) / 2;
    out->j1 = out->j0 + along;
    out->length = size[1] * ((double)along / (double)cells[1]);
    return check_opens("length", along, cells[1], error);
}

static bool round_depth(const sut_wound_def *d, const double size[3], const int cells[3],
                        sut_wound_plan *out, sut_mesh_error *error) {
    out->floor = 0;
    if (cells[2] == 0 || d->depth == 0.0) { // == because 0 stands for all of it
        return true;
    }
    if (!check_length("depth", d->depth, size[2], error)) {
        return false;
    }
    int deep = (int)floor(d->depth / size[2] * (double)cells[2] + 0.5 + 1e-9);
    deep = deep < 1 ? 1 : deep > cells[2] ? cells[2] : deep;
    out->floor = cells[2] - deep;
    return true;
}

static bool round_second(const sut_wound_def *d, const double size[3], const int cells[3],
                         sut_wound_plan *out, sut_mesh_error *error) {
    if (!check_middle("y", cells[1], error) || !check_length("cross", d->cross, size[0], error)) {
        return false;
    }
    int across = sut_wound_cells(d->cross, size[0], cells[0]);
    out->i0 = (cells[0] - across) / 2;
    out->i1 = out->i0 + across;
    return true;
}

bool sut_wound_round(const sut_wound_def *d, const double size[3], const int cells[3],
                     sut_wound_plan *out, sut_mesh_error *error) {
    *out = (sut_wound_plan){.kind = d->kind};
    if (d->kind == SUT_WOUND_NONE) {
        return true;
    }
    if (!round_first(d, size, cells, out, error) || !round_depth(d, size, cells, out, error)) {
        return false;
    }
    // further and cells would turn inside out
    if (d->kind == SUT_WOUND_CURVED && !(fabs(d->sagitta) < 0.5 * size[0])) {
        return sut_mesh_fail(error, 0, "has a wound of sagitta %g m; must be within %g m",
                             d->sagitta, 0.5 * size[0]);
    }
    return d->kind != SUT_WOUND_CROSSING || round_second(d, size, cells, out, error);
}
