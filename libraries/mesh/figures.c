// SPDX-License-Identifier: MIT
// figures.c -- size and quality of a mesh.
#include "mesh_parts.h"

#include "math/vec3.h"

#include <stdlib.h>

static int root_of(int *parent, int n) {
    while (parent[n] != n) {
        parent[n] = parent[parent[n]];
        n = parent[n];
    }
    return n;
}

static void unite(int *parent, const int *corners, int size) {
    for (int k = 1; k < size; k++) {
        int a = root_of(parent, corners[0]);
        int b = root_of(parent, corners[k]);
        parent[a > b ? a : b] = a > b ? b : a;
    }
}

static bool count_components(const sut_mesh *m, sut_mesh_figures *f) {
    int *parent = sut_mesh_array((size_t)m->node_count, sizeof *parent);
    if (parent == NULL) {
        return false;
    }
    for (int n = 0; n < m->node_count; n++) {
        parent[n] = m->kind == SUT_MESH_LINE ? 0 : n;
    }
    for (int i = 0; i < m->tet_count; i++) {
        unite(parent, m->tets[i], 4);
    }
    for (int i = 0; i < m->triangle_count; i++) {
        unite(parent, m->triangles[i], 3);
    }
    for (int n = 0; n < m->node_count; n++) {
        f->components += root_of(parent, n) == n;
    }
    free(parent);
    return true;
}

static void measure_box(const sut_mesh *m, sut_mesh_figures *f) {
    f->low = m->nodes[0];
    f->high = m->nodes[0];
    for (int i = 1; i < m->node_count; i++) {
        sut_vec3 p = m->nodes[i];
        f->low = v3(fmin(f->low.x, p.x), fmin(f->low.y, p.y), fmin(f->low.z, p.z));
        f->high = v3(fmax(f->high.x, p.x), fmax(f->high.y, p.y), fmax(f->high.z, p.z));
    }
}

static double angle(sut_vec3 a, sut_vec3 b) {
    return atan2(v3_norm(v3_cross(a, b)), v3_dot(a, b));
}

static void note(sut_mesh_figures *f, double a) {
    f->smallest_angle = fmin(f->smallest_angle, a);
    f->largest_angle = fmax(f->largest_angle, a);
}

static void note_aspect(sut_mesh_figures *f, int element, double aspect) {
    if (aspect > f->aspect) {
        f->aspect = aspect;
        f->aspect_element = element;
    }
}

// edges of an element; returns the longest
static double note_edges(const sut_mesh *m, const int *t, int size, sut_mesh_figures *f) {
    double longest = 0.0;
    for (int i = 0; i < size; i++) {
        for (int k = i + 1; k < size; k++) {
            double l = v3_distance(m->nodes[t[i]], m->nodes[t[k]]);
            f->shortest_edge = fmin(f->shortest_edge, l);
            longest = fmax(longest, l);
        }
    }
    f->longest_edge = fmax(f->longest_edge, longest);
    return longest;
}

static void measure_triangle(const sut_mesh *m, int i, sut_mesh_figures *f) {
    const int *t = m->triangles[i];
    double area = sut_triangle_area(m->nodes, t);
    f->area += area;
    if (m->kind == SUT_MESH_SOLID) {
        return;
    }
    for (int k = 0; k < 3; k++) {
        sut_vec3 at = m->nodes[t[k]];
        note(f, angle(v3_sub(m->nodes[t[(k + 1) % 3]], at), v3_sub(m->nodes[t[(k + 2) % 3]], at)));
    }
    double longest = note_edges(m, t, 3, f);
    // the least height is 2 area/longest; of a regular triangle it is sqrt(3)/2 of the edge
    note_aspect(f, i, longest * longest / (2.0 * area) * 0.5 * sqrt(3.0));
}

static void measure_tet(const sut_mesh *m, int i, sut_mesh_figures *f) {
    const int *t = m->tets[i];
    double volume = sut_tet_volume(m->nodes, t);
    double largest_face = 0.0;
    sut_vec3 normal[4];
    f->volume += volume;
    for (int k = 0; k < 4; k++) {
        int face[3];
        sut_tet_face(t, k, face);
        sut_vec3 o = m->nodes[face[0]];
        normal[k] = v3_cross(v3_sub(m->nodes[face[1]], o), v3_sub(m->nodes[face[2]], o));
        largest_face = fmax(largest_face, 0.5 * v3_norm(normal[k]));
    }
    for (int k = 0; k < 4; k++) {
        for (int l = k + 1; l < 4; l++) {
            note(f, SUT_PI - angle(normal[k], normal[l]));
        }
    }
    double longest = note_edges(m, t, 4, f);
    // the least height is 3 volume/largest face; of a regular one it is sqrt(2/3) of the edge
    note_aspect(f, i, longest * largest_face / (3.0 * fabs(volume)) * sqrt(2.0 / 3.0));
}

static bool count_edges(const sut_mesh *m, sut_mesh_figures *f) {
    sut_mesh_topology *t = sut_mesh_topology_make(m);
    if (t == NULL) {
        return false;
    }
    f->boundary_edges = t->boundary_count;
    f->edges = t->edge_count;
    f->closed = t->boundary_count == 0;
    sut_mesh_topology_free(t);
    if (m->kind == SUT_MESH_SOLID) {
        int(*edges)[2] = NULL;
        f->edges = sut_mesh_tet_edges(m, &edges);
        free(edges);
    }
    return f->edges >= 0;
}

static double enclosed(const sut_mesh *m) {
    double six = 0.0;
    sut_vec3 o = m->nodes[0];
    for (int i = 0; i < m->triangle_count; i++) {
        const int *t = m->triangles[i];
        six += v3_dot(v3_sub(m->nodes[t[0]], o),
                      v3_cross(v3_sub(m->nodes[t[1]], o), v3_sub(m->nodes[t[2]], o)));
    }
    return six / 6.0;
}

bool sut_mesh_measure(const sut_mesh *m, sut_mesh_figures *out) {
    *out = (sut_mesh_figures){.aspect_element = -1};
    measure_box(m, out);
    if (!count_components(m, out)) {
        return false;
    }
    if (m->kind == SUT_MESH_LINE) {
        out->length = v3_distance(m->nodes[0], m->nodes[m->node_count - 1]);
        out->edges = m->node_count - 1;
        out->shortest_edge = out->length / (double)out->edges;
        out->longest_edge = out->shortest_edge;
        return true;
    }
    out->shortest_edge = HUGE_VAL;
    out->smallest_angle = SUT_PI;
    for (int i = 0; i < m->triangle_count; i++) {
        measure_triangle(m, i, out);
    }
    for (int i = 0; i < m->tet_count; i++) {
        measure_tet(m, i, out);
    }
    if (!count_edges(m, out)) {
        return false;
    }
    if (m->kind == SUT_MESH_SURFACE && out->closed) {
        out->volume = enclosed(m);
    }
    return true;
}
