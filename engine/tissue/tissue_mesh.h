// SPDX-License-Identifier: MIT
// tissue_mesh.h -- edges, hinges and coupled pairs of a mesh, found by sorting. Time and memory are
// proportional to nodes and elements whatever the mesh is.
#ifndef SUT_TISSUE_MESH_H
#define SUT_TISSUE_MESH_H

#include "base/memory.h"
#include "sutura/tissue.h"

// Scratch of the creation of a tissue.
typedef struct sut_tissue_mesh {
    int n;
    int edge_count;  // of triangles (surfaces) or tetrahedra (solids)
    int hinge_count; // edges of two triangles; 0 for solids
    int pair_count;
    int (*edges)[2];  // [edge_count] lower node first, ascending
    int (*hinges)[4]; // [hinge_count] edge 0 1 as the triangle with 2 turns, then 2 and 3
    int (*pairs)[2];  // [pair_count] lower node first, ascending: edges, and corners across hinges
    int *first;       // [n + 1] where the pairs of a lower node begin
    void *memory;
    size_t memory_size;
} sut_tissue_mesh;

// False: no memory.
bool sut_tissue_mesh_make(sut_tissue_mesh *out, const sut_tissue_def *d, sut_memory *m);
void sut_tissue_mesh_free(sut_tissue_mesh *mesh, sut_memory *m);
// Where elements note the block of the nodes a, b: 2 x number of the pair, + 1 if a > b.
int sut_tissue_mesh_pair(const sut_tissue_mesh *mesh, int a, int b);

#endif
