// SPDX-License-Identifier: MIT
// mesh_open.c -- a path of edges becomes two lips.
//
// The triangles around a node of the path form a fan. Two of them that share an edge which is not
// on the path are on one side. Every further side gets a copy of the node. Sides are found for all
// nodes with the mesh as it was; corners are renamed in the end.
#include "tissue/mesh_edit.h"

enum { FAN = 64 }; // triangles at a node

typedef struct fan {
    int count;
    int triangle[FAN];
    int corner[FAN];
    int side[FAN];
} fan;

// Edges at a node that must stay whole stay closed: two lips that meet in it would be two fans of
// one node.
static bool on_path(const sut_mesh_edit *e, const int *path, int count, int a, int b) {
    if (e->whole[a] || e->whole[b]) {
        return false;
    }
    for (int i = 0; i + 1 < count; i++) {
        if ((path[i] == a && path[i + 1] == b) || (path[i] == b && path[i + 1] == a)) {
            return true;
        }
    }
    return false;
}

static bool find_fan(const sut_mesh_edit *e, int node, fan *f) {
    f->count = 0;
    for (int t = 0; t < e->triangles; t++) {
        for (int k = 0; k < 3; k++) {
            if (e->triangle[t][k] != node) {
                continue;
            }
            if (f->count == FAN) {
                return false;
            }
            f->triangle[f->count] = t;
            f->corner[f->count] = k;
            f->side[f->count] = f->count;
            f->count++;
        }
    }
    return true;
}

// Do two triangles of a fan share an edge at its node that is not on the path?
static bool are_joined(const sut_mesh_edit *e, const fan *f, int i, int j, int node,
                       const int *path, int count) {
    for (int a = 1; a < 3; a++) {
        int other = e->triangle[f->triangle[i]][(f->corner[i] + a) % 3];
        for (int b = 1; b < 3; b++) {
            if (other == e->triangle[f->triangle[j]][(f->corner[j] + b) % 3]) {
                return !on_path(e, path, count, node, other);
            }
        }
    }
    return false;
}

// Sides numbered 0, 1, .. in the order of the triangles; how many there are.
static int find_sides(const sut_mesh_edit *e, fan *f, int node, const int *path, int count) {
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < f->count; i++) {
            for (int j = 0; j < i; j++) {
                if (f->side[i] != f->side[j] && are_joined(e, f, i, j, node, path, count)) {
                    int low = f->side[i] < f->side[j] ? f->side[i] : f->side[j];
                    f->side[i] = low;
                    f->side[j] = low;
                    changed = true;
                }
            }
        }
    }
    int sides = 0;
    for (int i = 0; i < f->count; i++) {
        if (f->side[i] == i) { // the first triangle of its side
            for (int j = i; j < f->count; j++) {
                f->side[j] = f->side[j] == i ? -1 - sides : f->side[j];
            }
            sides++;
        }
    }
    for (int i = 0; i < f->count; i++) {
        f->side[i] = -1 - f->side[i];
    }
    return sides;
}

static int copy_node(sut_mesh_edit *e, int node) {
    int copy = e->n++;
    for (int f = 0; f < SUT_EDIT_FIELDS; f++) {
        e->field[f][copy] = e->field[f][node];
    }
    e->whole[copy] = false;
    e->copy_of[copy] = node;
    return copy;
}

// Sides of a node that may be split; 1: it stays as it is.
static int sides_of(const sut_mesh_edit *e, const int *path, int count, int i, fan *f) {
    for (int j = 0; j < i; j++) {
        if (path[j] == path[i]) {
            return 1; // a path that meets itself: once is enough
        }
    }
    if (e->whole[path[i]] || !find_fan(e, path[i], f)) {
        return 1;
    }
    return find_sides(e, f, path[i], path, count);
}

bool sut_mesh_edit_open(sut_mesh_edit *e, const int *path, int count) {
    fan f;
    int copies = 0;
    for (int i = 0; i < count; i++) {
        copies += sides_of(e, path, count, i, &f) - 1;
    }
    if (e->n + copies > e->node_room) {
        e->no_room = true;
        return false;
    }
    int *rename = e->scratch; // [3 triangles] new name of a corner, -1: the old one
    for (int k = 0; k < 3 * e->triangles; k++) {
        rename[k] = -1;
    }
    for (int i = 0; i < count; i++) {
        int sides = sides_of(e, path, count, i, &f);
        int first = e->n;
        for (int s = 1; s < sides; s++) {
            (void)copy_node(e, path[i]);
        }
        for (int j = 0; sides > 1 && j < f.count; j++) {
            if (f.side[j] > 0) {
                rename[3 * f.triangle[j] + f.corner[j]] = first + f.side[j] - 1;
            }
        }
    }
    for (int t = 0; t < e->triangles; t++) {
        for (int k = 0; k < 3; k++) {
            int name = rename[3 * t + k];
            e->triangle[t][k] = name >= 0 ? name : e->triangle[t][k];
        }
    }
    return true;
}
