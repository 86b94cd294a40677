// SPDX-License-Identifier: MIT
// mesh_edit.h -- cuts in the mesh of a surface: nodes on the path, and lips on both sides of it.
//
// A path is a row of nodes joined by edges. A place of the surface becomes a node, or the nearest
// one where a new one would leave a sliver; from a node the path goes on across the fan of its
// triangles. `open` then gives every node of the path one copy per side. Nodes are appended and
// never move, triangles are only divided: areas and so masses stay what they are, and velocities
// that are linear over a triangle keep its momentum. docs/theory/tearing.md
#ifndef SUT_TISSUE_MESH_EDIT_H
#define SUT_TISSUE_MESH_EDIT_H

#include "math/vec3.h"

#include <stdbool.h>

// Fields of a node that divide and copy with it.
enum {
    SUT_EDIT_REST,
    SUT_EDIT_POSITION,
    SUT_EDIT_VELOCITY,
    SUT_EDIT_ACCELERATION,
    SUT_EDIT_FIELDS
};

// The arrays are the caller's.
typedef struct sut_mesh_edit {
    int n, node_room;
    sut_vec3 *field[SUT_EDIT_FIELDS]; // [node_room]
    bool *whole;                      // [node_room] this node is held: it is never split
    int *copy_of;                     // [node_room] node that it is a copy of; -1: of none
    int triangles, triangle_room;
    int (*triangle)[3]; // [triangle_room]
    int *part_of;       // [triangle_room] triangle that it was a part of before the edit
    int *scratch;       // [3 triangle_room]
    double mean_area;   // m^2, at rest, of the mesh as it was
    int shape;          // SUT_EDIT_POSITION, or SUT_EDIT_REST: in which places and ways are meant
    bool no_room;       // an operation was refused for lack of room
} sut_mesh_edit;

// A place of the surface.
typedef struct sut_edit_place {
    int triangle;
    double weight[3]; // of its corners, sum 1
} sut_edit_place;

// How a path goes on from a node.
typedef enum sut_edit_outcome {
    SUT_EDIT_ON,     // to another node
    SUT_EDIT_AT_RIM, // to another node, which is on a free edge
    SUT_EDIT_OUT,    // the direction leaves the surface here
    SUT_EDIT_REFUSED // no room
} sut_edit_outcome;

void sut_mesh_edit_begin(
    sut_mesh_edit *e); // part_of, copy_of, mean_area from the mesh, as it lies now

// Nearest place of the surface.
sut_edit_place sut_mesh_edit_nearest(const sut_mesh_edit *e, sut_vec3 x);
// The node there; a new one where there is none near. -1: no room.
int sut_mesh_edit_node_at(sut_mesh_edit *e, const sut_edit_place *place);
// From a node on in the direction. At most to the first edge or node
// beyond it; no further than `length`, m, as far as no sliver comes of it.
sut_edit_outcome sut_mesh_edit_advance(sut_mesh_edit *e, int node, sut_vec3 direction,
                                       double length, int *next);
bool sut_mesh_edit_on_rim(const sut_mesh_edit *e, int node);
// Split along the path. Nodes whose fan the path does not divide, its ends within the surface,
// stay whole. False: no room, nothing is changed.
bool sut_mesh_edit_open(sut_mesh_edit *e, const int *path, int count);

#endif
