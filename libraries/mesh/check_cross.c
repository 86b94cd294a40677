// SPDX-License-Identifier: MIT
// check_cross.c -- the first pair of triangles that pass through each other.
//
// Two triangles cross where each reaches to both sides of the other (tri_tri.c). Where a surface
// passes another one exactly along its own edges no single triangle does; then the two triangles of
// such an edge lie on both sides.
#include "mesh_parts.h"
#include "tree.h"

#include <limits.h>
#include <stdlib.h>

// pairs per triangle that a mesh may ask for: ten times what usual ones do. Needles whose
// boxes all meet would take for ever.
enum { PAIRS_PER_TRIANGLE = 300, PAIRS_ALWAYS = 20000000 };

typedef struct search {
    const sut_mesh *m;
    const sut_edges *e;
    const int (*edge_triangles)[2];
    sut_plane *planes; // [triangles]
    sut_tree tree;
    long long pairs; // still allowed
} search;

static int shared_nodes(const int a[3], const int b[3]) {
    int count = 0;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            count += a[i] == b[k];
        }
    }
    return count;
}

// an edge of b lies in the plane of a and on a, its two triangles on both sides
static bool passes_along_edge(const search *s, int a, const sut_side *sa, int b,
                              const sut_side *sb) {
    const sut_mesh *m = s->m;
    for (int k = 0; k < 3; k++) {
        double apex = sb->heights[(k + 2) % 3];
        // exact: what is in the plane has been set to 0
        if (sb->heights[k] != 0.0 || sb->heights[(k + 1) % 3] != 0.0 || apex == 0.0) {
            continue;
        }
        const int *pair = s->edge_triangles[s->e->of[3 * b + k]];
        int other = pair[0] == b ? pair[1] : pair[0];
        if (other < 0 || other == a || shared_nodes(m->triangles[a], m->triangles[other]) > 1) {
            continue;
        }
        double beyond[3];
        sut_plane_heights(&s->planes[a], m->nodes, m->triangles[other], s->planes[other].size,
                          beyond);
        bool both = false;
        for (int i = 0; i < 3; i++) {
            both = both || (apex > 0.0 ? beyond[i] < 0.0 : beyond[i] > 0.0);
        }
        if (both && sut_tri_along(m->nodes, sa, m->nodes[m->triangles[b][k]],
                                  m->nodes[m->triangles[b][(k + 1) % 3]])) {
            return true;
        }
    }
    return false;
}

// all corners strictly on one side, or all in the plane
static bool stays_clear(const double h[3]) {
    bool above = h[0] > 0.0 && h[1] > 0.0 && h[2] > 0.0;
    bool below = h[0] < 0.0 && h[1] < 0.0 && h[2] < 0.0;
    return above || below || (h[0] == 0.0 && h[1] == 0.0 && h[2] == 0.0);
}

static bool cross(const search *s, int a, int b) {
    const sut_mesh *m = s->m;
    if (shared_nodes(m->triangles[a], m->triangles[b]) > 1) {
        return false;
    }
    sut_side sa = {m->triangles[a], &s->planes[a], {0.0, 0.0, 0.0}};
    sut_side sb = {m->triangles[b], &s->planes[b], {0.0, 0.0, 0.0}};
    sut_plane_heights(sa.plane, m->nodes, sb.corners, sb.plane->size, sb.heights);
    if (stays_clear(sb.heights)) {
        return false;
    }
    sut_plane_heights(sb.plane, m->nodes, sa.corners, sa.plane->size, sa.heights);
    return !stays_clear(sa.heights) &&
           (sut_tri_cross(m->nodes, &sa, &sb) || passes_along_edge(s, a, &sa, b, &sb) ||
            passes_along_edge(s, b, &sb, a, &sa));
}

// the lowest triangle after `a` that crosses it, or INT_MAX; -1: too many pairs
static int first_after(search *s, int a) {
    int stack[64];
    int used = 0;
    int found = INT_MAX;
    sut_box box = sut_triangle_box(s->m, a);
    stack[used++] = 0;
    while (used > 0) {
        int i = stack[--used];
        if (!sut_boxes_meet(&box, &s->tree.boxes[i])) {
            continue;
        }
        int leaf = i - (s->tree.leaves - 1);
        if (leaf < 0) {
            stack[used++] = 2 * i + 1;
            stack[used++] = 2 * i + 2;
            continue;
        }
        for (int k = 0; k < s->tree.per_leaf; k++) {
            int at = leaf * s->tree.per_leaf + k;
            int b = at < s->tree.count ? s->tree.order[at] : -1;
            if (b <= a || b >= found) {
                continue;
            }
            sut_box other = sut_triangle_box(s->m, b);
            if (--s->pairs < 0) {
                return -1;
            }
            if (sut_boxes_meet(&box, &other) && cross(s, a, b)) {
                found = b;
            }
        }
    }
    return found;
}

static bool search_all(search *s, sut_mesh_error *error) {
    for (int a = 0; a < s->m->triangle_count; a++) {
        int b = first_after(s, a);
        if (b < 0) {
            return sut_mesh_fail(error, 0,
                                 "has too many triangles in one place to look for crossings; must "
                                 "have triangles of more even size and shape");
        }
        if (b < INT_MAX) {
            return sut_mesh_fail(error, 0,
                                 "triangles %d and %d cross each other; must not, move them apart "
                                 "or join them in common nodes",
                                 a, b);
        }
    }
    return true;
}

static sut_plane *planes_of(const sut_mesh *m) {
    sut_plane *planes = sut_mesh_array((size_t)m->triangle_count, sizeof *planes);
    for (int i = 0; planes != NULL && i < m->triangle_count; i++) {
        planes[i] = sut_plane_of(m->nodes, m->triangles[i]);
    }
    return planes;
}

bool sut_mesh_check_crossing(const sut_mesh *m, const sut_edges *e, sut_mesh_error *error) {
    sut_mesh_topology *t = sut_mesh_topology_make(m);
    if (t == NULL) {
        return sut_mesh_fail_memory(error);
    }
    search s = {.m = m, .e = e, .edge_triangles = (const int(*)[2])t->edge_triangles};
    s.pairs = PAIRS_ALWAYS + (long long)PAIRS_PER_TRIANGLE * m->triangle_count;
    s.planes = planes_of(m);
    bool fine = s.planes != NULL && sut_tree_make(m, &s.tree) ? search_all(&s, error)
                                                              : sut_mesh_fail_memory(error);
    free(s.planes);
    sut_tree_free(&s.tree);
    sut_mesh_topology_free(t);
    return fine;
}
