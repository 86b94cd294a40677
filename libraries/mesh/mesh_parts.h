// SPDX-License-Identifier: MIT
// mesh_parts.h -- what the files of the library share.
//
//     grid*.c, line.c, wound.c   generators
//     read_*.c                   files into a soup; text.c and number.c read words and numbers
//     soup.c, clean.c            what a file names, then without what is not needed
//     check*.c, tri_tri.c        refusals, in the order in which they are said
//     keys.c                     equal edges and faces found by sorting
//     skin.c, topology.c         what follows from the elements
//     make.c, import.c           all of it in its order
#ifndef SUT_MESH_PARTS_H
#define SUT_MESH_PARTS_H

#include "sutura/mesh.h"

#include <stddef.h>

// Fill *error and return false. `line` 0: none.
bool sut_mesh_fail(sut_mesh_error *error, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool sut_mesh_fail_memory(sut_mesh_error *error);

// Memory for `count` things, at least one; null also where the size overflows.
void *sut_mesh_array(size_t count, size_t size);
// `old` with room for at least `count` things, doubled as it grows; null: no memory, old is kept.
void *sut_mesh_grown(void *old, size_t *capacity, size_t count, size_t size);

//---- groups --------------------------------------------------------------------------------------
// An empty mesh of a kind; null: no memory.
sut_mesh *sut_mesh_new(sut_mesh_kind kind);
// Add the nodes whose mark is set; false: no memory.
bool sut_mesh_group_add(sut_mesh *m, const char *name, const unsigned char *marked);
// The same from nodes in ascending order.
bool sut_mesh_group_list(sut_mesh *m, const char *name, const int *nodes, int count);
// "all" and "boundary" or "surface".
bool sut_mesh_group_usual(sut_mesh *m);

//---- equal keys ----------------------------------------------------------------------------------
// An edge (c is -1) or a face; a <= b <= c for faces, a <= b for edges.
typedef struct sut_key {
    int a, b, c;
} sut_key;
sut_key sut_key_edge(int a, int b);
sut_key sut_key_face(int a, int b, int c);
// class_of[i] is the number of key i, equal for equal keys, counted in the order in which they
// first appear. Returns how many there are; -1: no memory. Time and memory are proportional to
// count + node_count whatever the keys are.
int sut_keys_match(const sut_key *keys, int count, int node_count, int *class_of);

// The edges of triangles: of[3 t + k] is the number of the edge from corner k to the next.
typedef struct sut_edges {
    int count;
    int *of;
} sut_edges;
bool sut_edges_of_triangles(const int (*triangles)[3], int count, int node_count, sut_edges *out);

//---- skin ----------------------------------------------------------------------------------------
// Face k of a tetrahedron, outward where it is positive.
void sut_tet_face(const int tet[4], int k, int face[3]);
// Replace the triangles of a solid by its skin. *odd_face becomes a face of more than two
// tetrahedra, or -1 (as 4 t + k); false: no memory.
bool sut_mesh_skin(sut_mesh *m, int *odd_face);

//---- checks --------------------------------------------------------------------------------------
double sut_triangle_area(const sut_vec3 *x, const int t[3]);
double sut_tet_volume(const sut_vec3 *x, const int t[4]);
// Everything that a given mesh is refused for, in the order of the documentation: flat elements,
// edges and nodes that are not manifold, orientation, crossings, size. Makes the skin of a solid.
bool sut_mesh_check(sut_mesh *m, sut_mesh_error *error);
bool sut_mesh_check_manifold(const sut_mesh *m, const sut_edges *e, sut_mesh_error *error);
bool sut_mesh_check_crossing(const sut_mesh *m, const sut_edges *e, sut_mesh_error *error);
bool sut_mesh_check_size(long long elements, sut_mesh_error *error);

typedef struct sut_plane {
    sut_vec3 normal, origin;
    double size; // longest edge of its triangle
} sut_plane;
sut_plane sut_plane_of(const sut_vec3 *x, const int t[3]);
// Heights of the corners of a triangle of that size above the plane; what is in it is exactly 0.
void sut_plane_heights(const sut_plane *p, const sut_vec3 *x, const int u[3], double size,
                       double out[3]);

// One of two triangles that share at most one node: its corners, and their heights above the other.
typedef struct sut_side {
    const int *corners;
    const sut_plane *plane;
    double heights[3];
} sut_side;
// Do they pass through each other?
bool sut_tri_cross(const sut_vec3 *x, const sut_side *a, const sut_side *b);
// Does the segment p q, which lies in the plane of t, run over t for more than a point?
bool sut_tri_along(const sut_vec3 *x, const sut_side *t, sut_vec3 p, sut_vec3 q);

// cosine and sine of 2 pi i/n, exactly symmetric, error below 1 ulp
void sut_circle_point(int i, int n, double *c, double *s);

#endif
