// SPDX-License-Identifier: MIT
// mesh.h -- meshes of tissues: generators, files, checks, and what an engine derives from them.
// Library of its own, libsutura_mesh; needs libc and libm only.
//
// Nodes and elements count from 0. Triangles turn counter-clockwise seen from the side that their
// normal points to; a tetrahedron a b c d has (b-a) x (c-a) . (d-a) > 0. Everything here takes
// memory with malloc, has no state between calls and gives the same bits on every machine.
#ifndef SUTURA_MESH_H
#define SUTURA_MESH_H

#include "sutura/types.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SUT_MESH_MAX_CELLS = 10000,      // along one side of a generated mesh
    SUT_MESH_MAX_ELEMENTS = 1000000, // of one mesh
    SUT_MESH_LIPS = 2                // a wound has a left and a right one
};

// Why a mesh is refused: "is what; what would be right". `line` of the file, 0: no line applies.
typedef struct sut_mesh_error {
    int line;
    char text[256];
} sut_mesh_error;

// Nodes with a name. Indices ascend; none stands twice.
typedef struct sut_mesh_group {
    char *name;
    int *nodes;
    int node_count;
} sut_mesh_group;

// One lip of a wound as it was made: the faces of a solid, the edges of a surface. Other than the
// group of its name it reaches to the whole nodes at the wound's ends.
typedef struct sut_mesh_lip {
    int (*faces)[3];
    int face_count;
    int (*edges)[2];
    int edge_count;
} sut_mesh_lip;

typedef enum sut_mesh_kind { SUT_MESH_SURFACE, SUT_MESH_SOLID, SUT_MESH_LINE } sut_mesh_kind;

// A surface has triangles; a solid has tetrahedra, and its skin as triangles with normals outward;
// a line (tube) has node_count - 1 elements between neighbours. Groups: "all" first, then
// "boundary" (surfaces) or "surface" (solids), then those of the shape or the file.
typedef struct sut_mesh {
    sut_mesh_kind kind;
    sut_vec3 *nodes; // m
    int node_count;
    int (*triangles)[3];
    int triangle_count;
    int (*tets)[4];
    int tet_count;
    sut_mesh_group *groups;
    int group_count;
    sut_mesh_lip lips[SUT_MESH_LIPS]; // left, right; empty without a wound
} sut_mesh;

SUT_API void sut_mesh_free(sut_mesh *m); // null is fine
SUT_API int sut_mesh_element_count(const sut_mesh *m);
SUT_API const sut_mesh_group *sut_mesh_group_find(const sut_mesh *m, const char *name); // or null
// Turn about the origin, then move.
SUT_API void sut_mesh_place(sut_mesh *m, sut_quat rotation, sut_vec3 position);

//---- generators ----------------------------------------------------------------------------------
// Each returns null with *error filled when a number is out of its range or memory runs out.

typedef enum sut_wound_kind {
    SUT_WOUND_NONE,
    SUT_WOUND_STRAIGHT,
    SUT_WOUND_CURVED,
    SUT_WOUND_CROSSING
} sut_wound_kind;

// A split of the grid plane x = 0 from the top, see docs/guide/meshes.md. Lengths are rounded to
// whole cells, at least one.
typedef struct sut_wound_def {
    sut_wound_kind kind;
    double length;  // m, along y
    double depth;   // m, of a pad; 0: all of it
    double sagitta; // m, of a curved one: how far its middle is from the straight line
    double cross;   // m, of a crossing one: length of the second split, along x
} sut_wound_def;

// A block of tetrahedra, six in every cell; the origin is in the middle of its top face.
typedef struct sut_pad_def {
    double size[3]; // m
    int cells[3];
    sut_wound_def wound;
} sut_pad_def;

// A rectangle in the plane z = 0 about the origin, normal +z.
typedef struct sut_sheet_def {
    double size[2]; // m
    int cells[2];
    sut_wound_def wound; // without depth
} sut_sheet_def;

// A tube of triangles along x about the origin, normals outward.
typedef struct sut_vessel_def {
    double radius, length; // m
    int cells[2];          // around (even, at least 6), along
} sut_vessel_def;

// The same with an elliptic section and a slit along the middle of its top.
typedef struct sut_drain_def {
    double width, height, length; // m, along y, z and x
    int cells[2];                 // around (a multiple of 4, at least 8), along
    double slit;                  // m, 0: none
} sut_drain_def;

SUT_API sut_mesh *sut_mesh_pad(const sut_pad_def *d, sut_mesh_error *error);
SUT_API sut_mesh *sut_mesh_sheet(const sut_sheet_def *d, sut_mesh_error *error);
SUT_API sut_mesh *sut_mesh_vessel(const sut_vessel_def *d, sut_mesh_error *error);
SUT_API sut_mesh *sut_mesh_drain(const sut_drain_def *d, sut_mesh_error *error);
// A line of equal elements; tubes have no other mesh.
SUT_API sut_mesh *sut_mesh_line(sut_vec3 from, sut_vec3 to, int elements, sut_mesh_error *error);

//---- given nodes and files -----------------------------------------------------------------------

// What a mesh is needed for.
typedef enum sut_mesh_need {
    SUT_MESH_NEED_ANY, // a solid where there are tetrahedra, else a surface
    SUT_MESH_NEED_SHELL,
    SUT_MESH_NEED_MEMBRANE,
    SUT_MESH_NEED_SOLID
} sut_mesh_need;

// Nodes and elements as they are; either list of elements may be empty. Copied, checked
// (sut_mesh_check) and given its groups. Indices out of range are refused with their element.
typedef struct sut_mesh_parts {
    const sut_vec3 *nodes;
    int node_count;
    const int (*triangles)[3];
    int triangle_count;
    const int (*tets)[4];
    int tet_count;
} sut_mesh_parts;
SUT_API sut_mesh *sut_mesh_make(const sut_mesh_parts *p, sut_mesh_need need, sut_mesh_error *error);

typedef enum sut_mesh_format {
    SUT_MESH_OBJ,
    SUT_MESH_STL,
    SUT_MESH_PLY,
    SUT_MESH_WRL,
    SUT_MESH_MSH,
    SUT_MESH_VTK,
    SUT_MESH_UNKNOWN
} sut_mesh_format;
// By the ending of the name, whatever its case.
SUT_API sut_mesh_format sut_mesh_format_of(const char *path);

typedef struct sut_mesh_import {
    sut_mesh_need need;
    double scale; // m, one unit of the file
    bool flip;    // turn every element inside out
    double weld;  // m, nodes within it become one; 0: none. Equal corners of stl always do
} sut_mesh_import;
SUT_API sut_mesh_import sut_default_mesh_import(void);

// Only regular files of at most 1 GiB. Nodes without elements are dropped, elements of other kinds
// and attributes are skipped.
SUT_API sut_mesh *sut_mesh_read_file(const char *path, const sut_mesh_import *how,
                                     sut_mesh_error *error);
SUT_API sut_mesh *sut_mesh_read_bytes(const void *bytes, size_t size, sut_mesh_format format,
                                      const sut_mesh_import *how, sut_mesh_error *error);

//---- what follows from a mesh --------------------------------------------------------------------

// Of the triangles of a surface or of a solid's skin. Edges stand in the order in which the
// triangles first name them, with the lower node first.
typedef struct sut_mesh_topology {
    int (*edges)[2];
    int (*edge_triangles)[2]; // the second is -1 at a boundary edge
    int edge_count;
    int *boundary; // edges of one triangle
    int boundary_count;
    // edge x0 x1, then the opposite corners: x0 x1 x2 turns like its triangle, x1 x0 x3 like the
    // other. One for every edge of two triangles, in the order of edges.
    int (*hinges)[4];
    int hinge_count;
    int *first;  // [node_count + 1], where the triangles at a node start in `around`
    int *around; // [3 triangle_count]
} sut_mesh_topology;
SUT_API sut_mesh_topology *sut_mesh_topology_make(const sut_mesh *m); // null: no memory
SUT_API void sut_mesh_topology_free(sut_mesh_topology *t);            // null is fine
// All edges of the tetrahedra, lower node first, in the order in which elements first name them.
// *edges is the caller's to free; -1: no memory.
SUT_API int sut_mesh_tet_edges(const sut_mesh *m, int (**edges)[2]);

typedef struct sut_mesh_figures {
    sut_vec3 low, high; // corners of the bounding box, m
    double area;        // of the triangles, m^2
    double volume;      // m^3, of a solid or inside a closed surface; 0: it is open
    double length;      // of a line, m
    bool closed;        // no boundary edge
    int components;     // parts that share no node
    int edges, boundary_edges;
    double shortest_edge, longest_edge; // of triangles and tetrahedra, m
    // worst element: of surfaces the smallest and largest angle of a triangle, of solids between
    // two faces of a tetrahedron, rad
    double smallest_angle, largest_angle;
    // longest edge over the least height, 1 for regular elements; the worst and its element
    double aspect;
    int aspect_element;
} sut_mesh_figures;
SUT_API bool sut_mesh_measure(const sut_mesh *m, sut_mesh_figures *out); // false: no memory

#ifdef __cplusplus
}
#endif
#endif
