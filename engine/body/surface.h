// SPDX-License-Identifier: MIT
// surface.h -- the triangles of a deformable body, as collision sees them.
//
// Contacts see a wall of a given half thickness around the triangles, the same on both sides: which
// side something is on follows from where it is, because nothing ever crosses a triangle.
#ifndef SUT_BODY_SURFACE_H
#define SUT_BODY_SURFACE_H

#include "base/memory.h"
#include "body/body.h"

typedef struct sut_surface {
    sut_body *body; // null: there is none, or nothing touches it
    int triangle_count, edge_count;
    const int (*triangle)[3];      // [triangle_count] vertices
    const int (*triangle_edge)[3]; // [triangle_count] edges from corner k to the next one
    const int (*edge)[2];          // [edge_count] vertices
    const int (*beside)[2];        // [edge_count] triangles; the second is -1 at a rim
    const int *lowest;             // [n] lowest triangle at a vertex, -1: none
    const unsigned char *pinned;   // [n] axes of a vertex that supports hold, SUT_AXIS_*
    const sut_vec3 *rest;          // [n] m, initial places: material coordinates
    double half;                   // m, half of the thickness that contacts see
    double spacing;                // m, mean length of the edges
    double self;                   // m, reach of contacts with itself: below the size of a triangle
    double rim;                    // m, the same of two of its rims
    const bool *on_rim;            // [n] is the vertex on one?
    double stiffness;              // N/m of a light touch
    double limit;                  // N, forces of a substep that was not solved are cut off here
    double friction;
    bool solid; // its triangles enclose matter: they face outwards
} sut_surface;

static inline sut_site sut_site_on_vertex(int body, const sut_surface *f, int vertex) {
    sut_site s = {.body = body,
                  .count = 1,
                  .vertex = {vertex},
                  .weight = {1.0},
                  .triangle = f->lowest[vertex]};
    return s;
}

static inline sut_site sut_site_on_triangle(int body, const sut_surface *f, int t,
                                            const double weight[3]) {
    sut_site s = {.body = body, .count = 3, .triangle = t};
    for (int k = 0; k < 3; k++) {
        s.vertex[k] = f->triangle[t][k];
        s.weight[k] = weight[k];
    }
    return s;
}

// The distance at which a surface touches itself; of two rims, which close edge to edge, less.
static inline bool sut_surface_is_rim(const sut_surface *f, int edge) {
    return f->beside[edge][1] < 0;
}

// Features of one surface that share a vertex are neighbours: they touch from the start, and for
// ever. Triangles that do may still meet by their other features.
static inline bool sut_triangle_has(const sut_surface *f, int t, int vertex) {
    const int *v = f->triangle[t];
    return v[0] == vertex || v[1] == vertex || v[2] == vertex;
}

static inline bool sut_borders_meet(const sut_surface *f, const int t[2], const int border[2]) {
    int a = f->triangle[t[0]][border[0]];
    int b = f->triangle[t[0]][(border[0] + 1) % 3];
    int c = f->triangle[t[1]][border[1]];
    int d = f->triangle[t[1]][(border[1] + 1) % 3];
    return a == c || a == d || b == c || b == d;
}

// Features of one surface touch at no more than half of what they are apart at rest: beside a cut
// or a tear there are triangles that are lower than what the surface keeps elsewhere. Lips that lie
// in one place keep a little.
static inline double sut_surface_narrowed(const sut_surface *f, double reach, double rest) {
    double least = 0.2 * f->rim;
    double half = 0.5 * rest > least ? 0.5 * rest : least;
    return half < reach ? half : reach;
}

// The place of a site in the rest shape.
static inline sut_vec3 sut_surface_material(const sut_surface *f, const sut_site *s) {
    sut_vec3 at = v3_zero();
    for (int k = 0; k < s->count; k++) {
        at = v3_madd(at, s->weight[k], f->rest[s->vertex[k]]);
    }
    return at;
}

// Arrays of a surface of these triangles over a body's vertices, from `m`; false: no memory. What
// contacts give and feel is left to the caller.
bool sut_surface_make(sut_surface *f, sut_body *body, const int (*triangle)[3], int triangle_count,
                      const sut_vec3 *rest, sut_memory *m, void **memory, size_t *size);

// Move nodes that lie exactly in one place with others to their own side; false: no memory.
bool sut_surface_part_lips(sut_vec3 *node, int n, const int (*triangle)[3], int triangle_count,
                           bool solid, double by, sut_memory *m);

#endif
