// SPDX-License-Identifier: MIT
// mesh_file.h -- a mesh as a file: legacy VTK with data, OBJ, a picture.
#ifndef SUT_OUTPUT_MESH_FILE_H
#define SUT_OUTPUT_MESH_FILE_H

#include "output/svg.h"
#include "sutura/mesh.h"

// Numbers for every node or for every element of a mesh.
typedef struct sut_mesh_field {
    const char *name; // without blanks
    bool of_elements; // else of nodes
    int components;   // 1 or 3
    const double *values;
} sut_mesh_field;

// The text grows in `out`; out->failed when memory runs out. Coordinates with all their digits, so
// that reading them again gives the same bits. Solids are tetrahedra in VTK and their skin in OBJ
// and in pictures.
void sut_mesh_vtk(sut_svg *out, const sut_mesh *m, const char *title, const sut_mesh_field *fields,
                  int field_count);
void sut_mesh_obj(sut_svg *out, const sut_mesh *m);
// Seen from above, right and front. False: more triangles than a picture shows.
bool sut_mesh_picture(sut_svg *out, const sut_mesh *m);

#endif
