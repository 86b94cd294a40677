// SPDX-License-Identifier: MIT
// tets.h -- the inside of a solid: which tetrahedron is beside which, and where a place in the
// deformed mesh is in the material.
#ifndef SUT_BODY_TETS_H
#define SUT_BODY_TETS_H

#include "base/memory.h"
#include "math/vec3.h"

#include <stdbool.h>

typedef struct sut_tet_mesh {
    int count;
    const int (*corner)[4]; // [count] vertices
    // [count] what is across from each corner: a tetrahedron, or -1 - t for triangle t of the skin
    int (*beside)[4];
    int *behind; // [triangles] tetrahedron behind a triangle of the skin
    void *memory;
    size_t size;
} sut_tet_mesh;

// False: no memory. Faces that no triangle covers, and that no other tetrahedron shares, end a walk
// as triangle 0 would; meshes are checked for such before.
bool sut_tet_mesh_make(sut_tet_mesh *t, const int (*corner)[4], int count, const int (*triangle)[3],
                       int triangles, sut_memory *m);
void sut_tet_mesh_free(sut_tet_mesh *t, sut_memory *m);

// A place in a tetrahedron, by its weights (sum 1).
typedef struct sut_tet_place {
    int tet;
    double weight[4];
    int triangle; // of the skin, that a walk came to; -1: it did not
} sut_tet_place;

// On triangle t of the skin, whose corners have these weights.
sut_tet_place sut_tet_mesh_on_skin(const sut_tet_mesh *t, const int triangle[3], int number,
                                   const double weight[3]);
sut_vec3 sut_tet_mesh_where(const sut_tet_mesh *t, const sut_vec3 *x, const sut_tet_place *p);
// From a place straight on to a point, through the mesh with its vertices at x: where that ends, at
// the point or on the skin. False: the mesh is so crumpled that it does not end, or inside out.
bool sut_tet_mesh_walk(const sut_tet_mesh *t, const sut_vec3 *x, sut_tet_place *p, sut_vec3 to);

#endif
