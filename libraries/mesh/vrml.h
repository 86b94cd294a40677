// SPDX-License-Identifier: MIT
// vrml.h -- a VRML file as a tree: nodes that matter for surfaces, and the numbers of their fields.
#ifndef SUT_MESH_VRML_H
#define SUT_MESH_VRML_H

#include "readers.h"

typedef enum sut_vrml_type {
    SUT_VRML_OTHER, // children count
    SUT_VRML_SEPARATOR,
    SUT_VRML_TRANSFORM,
    SUT_VRML_TRANSLATION,
    SUT_VRML_ROTATION,
    SUT_VRML_SCALE,
    SUT_VRML_MATRIX,
    SUT_VRML_COORDINATE,
    SUT_VRML_FACES,
    SUT_VRML_SWITCH,
    SUT_VRML_LOD,
    SUT_VRML_USE
} sut_vrml_type;

typedef enum sut_vrml_field {
    SUT_VRML_POINT,
    SUT_VRML_INDEX,
    SUT_VRML_MOVE,
    SUT_VRML_TURN,
    SUT_VRML_STRETCH,
    SUT_VRML_CENTER,
    SUT_VRML_STRETCH_TURN,
    SUT_VRML_MATRIX_FIELD,
    SUT_VRML_WHICH,
    SUT_VRML_FIELDS // and all others
} sut_vrml_field;

typedef struct sut_vrml_node {
    sut_vrml_type type;
    bool clockwise;
    int child, next; // first child and next sibling, -1: none
    int used;        // of USE: the node it stands for
    struct {
        size_t first, count;
    } fields[SUT_VRML_FIELDS]; // in the pool
} sut_vrml_node;

typedef struct sut_vrml {
    sut_mesh_error *error;
    bool first_version; // 1.0: transforms change what follows them
    sut_vrml_node *nodes;
    size_t node_count, node_capacity;
    double *pool;
    int *pool_lines;
    size_t pool_count, pool_capacity, line_capacity;
    int root; // an unnamed node whose children stand at the top
} sut_vrml;

bool sut_vrml_parse(sut_vrml *v, const void *bytes, size_t size);
void sut_vrml_free(sut_vrml *v);

#endif
