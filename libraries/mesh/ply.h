// SPDX-License-Identifier: MIT
// ply.h -- the header of a PLY file.
#ifndef SUT_MESH_PLY_H
#define SUT_MESH_PLY_H

#include "readers.h"

enum { SUT_PLY_ELEMENTS = 16, SUT_PLY_PROPERTIES = 64 };

typedef enum sut_ply_type {
    SUT_PLY_I8,
    SUT_PLY_U8,
    SUT_PLY_I16,
    SUT_PLY_U16,
    SUT_PLY_I32,
    SUT_PLY_U32,
    SUT_PLY_F32,
    SUT_PLY_F64,
    SUT_PLY_NO_TYPE
} sut_ply_type;

// What a property is for.
typedef enum sut_ply_role {
    SUT_PLY_SKIPPED,
    SUT_PLY_X,
    SUT_PLY_Y,
    SUT_PLY_Z,
    SUT_PLY_CORNERS
} sut_ply_role;

typedef struct sut_ply_property {
    sut_ply_role role;
    sut_ply_type type;
    sut_ply_type count_type; // of lists, else none
} sut_ply_property;

typedef struct sut_ply_element {
    bool is_vertex, is_face;
    long long count;
    sut_ply_property properties[SUT_PLY_PROPERTIES];
    int property_count;
} sut_ply_element;

typedef struct sut_ply {
    bool binary, big;
    sut_ply_element elements[SUT_PLY_ELEMENTS];
    int element_count;
} sut_ply;

// Leaves the text behind the line "end_header".
bool sut_ply_header(sut_text *t, sut_ply *out);

#endif
