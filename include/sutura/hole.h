// SPDX-License-Identifier: MIT
// hole.h -- holes in tissue that threads and needles are through, and slide in.
//
// The material point of a hole lies on the curve of the thread. The thread sticks there while the
// force along it is at most pinch + friction x the force across it, and slides with that force
// otherwise. Holes of one thread keep their order and a distance along it. docs/theory/holes.md
#ifndef SUTURA_HOLE_H
#define SUTURA_HOLE_H

#include "sutura/tissue.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sut_hole_def {
    sut_thread_id thread;
    sut_tissue_id tissue;
    sut_vec3 at;     // m, within one thread radius of the thread's centre line, and on the tissue:
                     // within thickness/2 + radius of a triangle, on or inside a solid. Inside it
                     // is a guide: no pinch
    double after;    // rest length from vertex 0 beyond which it lies, m; default -1: anywhere
    double pinch;    // N; negative (default): that of the tissue's piercing
    double friction; // Coulomb coefficient; negative (default): of the piercing, or of the pair
    double spread;   // m; negative (default): that of the piercing
    uint32_t cookie;
} sut_hole_def;
SUT_API sut_hole_def sut_default_hole_def(void);

// SUT_E_CAPACITY, SUT_E_MEMORY, SUT_E_ARGUMENT; SUT_E_CONFLICT: the place is on neither of the two,
// threads of explicit models have no holes, or contacts are disabled. A thread that starts through
// tissue is created with `pierces`, then its holes, then sut_thread_check says whether it touches
// tissue anywhere else.
SUT_API sut_result sut_hole_create(sut_world *w, const sut_hole_def *def, sut_hole_id *out);
SUT_API sut_result sut_hole_destroy(sut_world *w, sut_hole_id id);
SUT_API bool sut_hole_is_valid(const sut_world *w, sut_hole_id id);
// SUT_E_CONFLICT: it starts inside of a tissue beside its holes; sut_world_refusal says where.
SUT_API sut_result sut_thread_check(sut_world *w, sut_thread_id id);

typedef struct sut_hole_view {
    sut_thread_id thread; // null: it is on a needle
    sut_needle_id needle; // null: it is on a thread
    sut_tissue_id tissue;
    double place;         // edges before it, and the share of its own one
    double s;             // m of rest length from vertex 0; m behind the tip of a needle
    sut_vec3 position;    // m, of its material point
    sut_vec3 rest;        // m, where that was at the start
    sut_vec3 force;       // N, on the thread
    double along;         // N, of it along the thread
    double slid;          // m, by which s has grown so far: below 0 where the last vertex is drawn
    double edge_distance; // m, at rest, to the nearest free edge of the surface, or sharp one of
                          // the solid; infinite where there is none, and of guides
    double depth;         // m, at rest: how deep a guide is, or the thread on its way to where it
                          // leaves a solid; else 0
    double margin;        // edges on both sides of it that do not touch the tissue
    double reach;         // m at rest around it, within which that stretch does not touch a wall
    int triangle;         // of the tissue; -1: inside of a solid
    int passage;          // holes and guides of one way through a solid have one number; 0: none
    bool second;          // by it a needle left the solid
    double torn;          // m, at rest: the way that it has torn through the tissue
    bool slipping;
    double angle; // rad, between needle and surface as it went through; negative: not by a needle
    bool tip;     // none yet: the tip of a needle presses on the material point
    bool out; // an end of the thread has passed it, or it tore through: it holds nothing any more
    bool through; // it tore to a free edge of the tissue
    bool open;    // what it is on, or was, lies in an open slit within `margin`
} sut_hole_view;
SUT_API sut_result sut_hole_get_view(const sut_world *w, sut_hole_id id, sut_hole_view *out);
// A hole of a solid that tears leaves a slit in its skin.
typedef struct sut_slit_place {
    sut_vec3 at;  // m, now
    int triangle; // of the tissue
} sut_slit_place;
// Places of it from where the hole was first to where it is, into `out` (may be null); how many
// there are, 0: it has not torn, or the tissue is no solid.
SUT_API int sut_hole_slit(const sut_world *w, sut_hole_id id, sut_slit_place *out, int capacity);
// Slots of holes up to the last one that is used, and what is in one: the id with index1 = slot +
// 1, or a null id.
SUT_API int sut_hole_slots(const sut_world *w);
SUT_API sut_hole_id sut_hole_at(const sut_world *w, int slot);
// Ids of all holes, at most `capacity` of them; how many there are.
SUT_API int sut_hole_list(const sut_world *w, sut_hole_id *out, int capacity);

#ifdef __cplusplus
}
#endif
#endif
