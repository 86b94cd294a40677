// SPDX-License-Identifier: MIT
// tissue_remake.h -- change the mesh of a shell or a membrane: edit, then make it anew.
#ifndef SUT_TISSUE_REMAKE_H
#define SUT_TISSUE_REMAKE_H

#include "tissue/mesh_edit.h"
#include "tissue/tissue.h"

typedef struct sut_tissue_edit {
    sut_mesh_edit mesh;
    int *path; // [mesh.node_room] for the caller of a path
    void *memory;
    size_t size;
} sut_tissue_edit;

// Room for what the tissue's capacity allows; false: no memory.
bool sut_tissue_edit_reserve(sut_tissue_edit *edit, const sut_tissue *t, sut_memory *m);
void sut_tissue_edit_free(sut_tissue_edit *edit, sut_memory *m);
void sut_tissue_edit_begin(sut_tissue_edit *edit, const sut_tissue *t); // its mesh and motion now

// The tissue with the edited mesh: same motion, masses by the new triangles. Null: no memory.
sut_tissue *sut_tissue_remake(const sut_tissue *old, const sut_tissue_edit *edit, sut_memory *m);
// Last of all: the old one is good for nothing but being freed then.
void sut_tissue_move_supports(sut_tissue *to, sut_tissue *from);

#endif
