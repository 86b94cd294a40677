// SPDX-License-Identifier: MIT
// certificate.h -- did anything pass through anything? An independent judge of a run.
//
// It sees only positions: one state after the other, with straight motion of every vertex in
// between. It says how often an edge of a thread passed through another edge, of the same or of
// another thread, how often a thread entered a solid, and how often anything passed through a
// surface that deforms, or a surface through itself. With no change counted, every state can
// be deformed into every other without cutting. A free end that moves through a loop passes through
// nothing and is no change; neither are strands that travel together, however fast. It shares no
// code with the engine's own contacts. Theory: docs/theory/certificate.md.
//
//     sut_certificate_create(low, high, NULL, &c);
//     sut_certificate_add(c, position, n, radius, false, NULL);     each thread, in an order
//     for each step: sut_certificate_advance(c, positions);         all threads in that order
//     sut_certificate_changes(c);
//     sut_certificate_destroy(c);
#ifndef SUTURA_CERTIFICATE_H
#define SUTURA_CERTIFICATE_H

#include "sutura/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sut_certificate sut_certificate; // opaque

// One passage. Of this many the list holds the first SUT_CERTIFICATE_EVENTS; all are counted.
#define SUT_CERTIFICATE_EVENTS 1024

typedef struct sut_certificate_event {
    uint64_t step;  // of the advance in which it happened, counted from 1
    int component;  // thread
    int edge;       // of it, from vertex `edge` to the next
    int other;      // the thread it passed through, maybe the same one; -1: a solid
    int other_edge; // -1 for a solid
    int obstacle;   // the solid it entered, the first of two that met; -1 for a thread
    int sign;       // +1: the crossing turned right-handed, so that linking number grew by 1 or
                    // writhe by 2; -1: left-handed; 0: solids
    sut_vec3 where; // m, middle of the edge after the step, or of the solid
    int met;        // two solids that met: the second (component and edge are -1); else -1
    int surface;    // the surface that was passed through; -1: none. A thread (component, edge) or
                    // a solid (obstacle) passed, or another surface. sign: +1 along the normal
    int triangle;   // of it, one of two at an edge; -1
    int other_surface;  // two surfaces: whose vertex or edge passed, maybe the same one; else -1
    int other_triangle; // of it, one with that vertex or edge; -1
} sut_certificate_event;

// Shapes in their own axes. A pose puts them into the scene.
typedef enum sut_certificate_solid_kind {
    SUT_CERTIFICATE_PLANE,    // everything with z <= 0
    SUT_CERTIFICATE_SPHERE,   // radius
    SUT_CERTIFICATE_CYLINDER, // radius about the z axis, z within +- half.z (may be infinite)
    SUT_CERTIFICATE_CAPSULE,  // the same with round ends, which begin at +- half.z
    SUT_CERTIFICATE_BOX,      // within +- half
    SUT_CERTIFICATE_ARM,      // hull of a ball of `radius` at the origin and one of `radius_end` at
                              // z = half.z; halved: only what of it has x <= 0
    SUT_CERTIFICATE_WEDGE // before the cut of such an arm: x from 0 to half.x z / half.z, as wide
                          // in y as the radii, z from 0 to half.z
} sut_certificate_solid_kind;

typedef struct sut_certificate_solid {
    sut_certificate_solid_kind kind;
    double radius;
    sut_vec3 half;
    double radius_end; // of an arm
    bool halved;
} sut_certificate_solid;

typedef struct sut_certificate_pose {
    sut_vec3 position; // m, of the shape's origin
    sut_vec3 rotation; // axis times angle in rad
} sut_certificate_pose;

// The box is where the run is expected, generously: coordinates are snapped to 2^-38 of its longest
// side. A run that leaves it makes the grid coarser by itself. The allocator may be null.
SUT_API sut_result sut_certificate_create(sut_vec3 low, sut_vec3 high,
                                          const sut_allocator *allocator, sut_certificate **out);
SUT_API void sut_certificate_destroy(sut_certificate *c); // null is fine

// Watch a thread from its position now on; at any time. At least 2 vertices (closed: 3). The radius
// in m, > 0, is used for tolerances against solids only. `component` (may be null) gets its number:
// 0, 1, 2, ...
SUT_API sut_result sut_certificate_add(sut_certificate *c, const sut_vec3 *position,
                                       int vertex_count, double radius, bool closed,
                                       int *component);

// Watch all threads against a convex solid. `obstacle` (may be null) gets its number. What is
// inside it now is not held against anyone.
SUT_API sut_result sut_certificate_obstacle(sut_certificate *c, const sut_certificate_solid *solid,
                                            const sut_certificate_pose *pose, int *obstacle);
// Where the solid will be at the end of the next advance; between, its middle moves straight and it
// turns evenly about one axis, the shorter way round. Round solids turn as their poses say, about
// their own axis too. Not called: it stays.
SUT_API sut_result sut_certificate_obstacle_pose(sut_certificate *c, int obstacle,
                                                 const sut_certificate_pose *pose);
// Watch two solids against each other, in every advance from now on. The first must be round: a
// sphere, a capsule or an arm. Of two halved arms one may be taken whole, whichever of them is in
// the way of nothing then. What overlaps now is not held against anyone. SUT_E_MEMORY,
// SUT_E_ARGUMENT.
SUT_API sut_result sut_certificate_watch(sut_certificate *c, int first, int second);
// The pose that turns the z axis of a shape into `axis` (any length but zero).
SUT_API sut_certificate_pose sut_certificate_pose_along(sut_vec3 position, sut_vec3 axis);

// Watch a surface from its position now on; at any time. Its vertices move, in straight lines like
// those of threads, and every triangle is three of them: (b - a) x (c - a) is along its normal.
// Judged are threads, solids and surfaces against its triangles, and it against itself. Edges may
// belong to any number of triangles. `scale` in m, > 0, is for tolerances only: half the thickness
// of a sheet, or of what is to touch it. `surface` (may be null) gets its number: 0, 1, 2, ...
// What is through it now is not held against anyone. SUT_E_ARGUMENT, SUT_E_MEMORY, SUT_E_CAPACITY.
SUT_API sut_result sut_certificate_add_surface(sut_certificate *c, const sut_vec3 *position,
                                               int vertex_count, const int (*triangle)[3],
                                               int triangle_count, double scale, int *surface);
// Where its vertices will be at the end of the next advance. Not called: it stays.
SUT_API sut_result sut_certificate_surface_positions(sut_certificate *c, int surface,
                                                     const sut_vec3 *position);
// In the next advance only, the thread may slide through this triangle: passages of its vertices
// and edges between the places `from` and `to` (edges before them and the share of their own one)
// through the triangle or over its borders count as explained. SUT_E_MEMORY, SUT_E_ARGUMENT.
SUT_API sut_result sut_certificate_hole(sut_certificate *c, int component, double from, double to,
                                        int surface, int triangle);

// Judge the motion from the last positions to these: position[component][vertex] (null is
// fine without threads). Takes no memory.
// SUT_E_ARGUMENT: a position is not finite. SUT_E_CAPACITY: the run is so far out that the grid
// would be coarser than a thousandth of a radius. After an error nothing has been judged.
SUT_API sut_result sut_certificate_advance(sut_certificate *c, const sut_vec3 *const *position);

SUT_API uint64_t sut_certificate_steps(const sut_certificate *c);
// All passages so far: of threads through threads, into solids, of solids into each other, and
// through surfaces.
SUT_API uint64_t sut_certificate_changes(const sut_certificate *c);
// Those between two threads, or of one with itself (a = b). 0 for numbers that do not exist.
SUT_API uint64_t sut_certificate_pair_changes(const sut_certificate *c, int a, int b);
// Those into a solid, by threads and by other solids.
SUT_API uint64_t sut_certificate_obstacle_changes(const sut_certificate *c, int obstacle);
// Those through a surface, and of it through others or itself (counted once).
SUT_API uint64_t sut_certificate_surface_changes(const sut_certificate *c, int surface);
// Passages through surfaces that holes explain; they are no changes.
SUT_API uint64_t sut_certificate_explained(const sut_certificate *c);
// The list, valid until the next call that changes the certificate.
SUT_API const sut_certificate_event *sut_certificate_events(const sut_certificate *c, int *count);

#ifdef __cplusplus
}
#endif
#endif
