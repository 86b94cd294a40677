// SPDX-License-Identifier: MIT
// source.h -- what the writers read from: a world, and which of its threads under which names.
#ifndef SUT_OUTPUT_SOURCE_H
#define SUT_OUTPUT_SOURCE_H

#include "sutura/mesh.h"
#include "sutura/sutura.h"

// A solid of the world.
typedef struct sut_source_obstacle {
    sut_obstacle_id id;
    const char *name;
    const sut_obstacle_def *def; // form, and where it was at the start
} sut_source_obstacle;

// An instrument of the world.
typedef struct sut_source_tool {
    sut_tool_id id;
    const char *name;
    const sut_tool_def *def; // null where not known
    double force_scale;      // N at a device per N of the coupling; 0: not given
} sut_source_tool;

// A tissue of the world.
typedef struct sut_source_tissue {
    sut_tissue_id id;
    const char *name;
    const char *model;
    bool no_contact;      // nothing touches it
    const sut_mesh *mesh; // as it was at the start, with groups and lips; null: not known
    int support_count;
    sut_support_id first_support; // the others follow it
} sut_source_tissue;

// A needle of the world.
typedef struct sut_source_needle {
    sut_needle_id id;
    const char *name;
} sut_source_needle;

// A distance that is followed: from the nodes of one group to the other.
typedef struct sut_source_gap {
    const char *name;
    int tissue[2];
    const sut_mesh_group *group[2];
} sut_source_gap;

typedef struct sut_source {
    const sut_world *world;
    int thread_count;
    const sut_thread_id *ids;  // [thread_count]
    const char *const *names;  // [thread_count]
    const char *const *models; // [thread_count], null where not known
    const double *knot_pull;   // [thread_count] N, 0: not known; null where not known
    const double *friction;    // [thread_count] as of now; null where not known
    int obstacle_count;
    const sut_source_obstacle *obstacles; // [obstacle_count]
    int tool_count;
    const sut_source_tool *tools; // [tool_count]
    int tissue_count;
    const sut_source_tissue *tissues; // [tissue_count]
    int gap_count;
    const sut_source_gap *gaps; // [gap_count]
    int needle_count;
    const sut_source_needle *needles; // [needle_count]
} sut_source;

// Hold k of tissue i; false when there are not that many.
bool sut_source_support(const sut_source *src, int i, int k, sut_support_view *out);

// Hold i of the world (a world that was just built numbers its holds from 1, generation 1); false
// when there are not that many.
bool sut_source_hold(const sut_source *src, int i, sut_hold_view *out);
int sut_source_hold_count(const sut_source *src);
// m, how far its vertex is from where it should be; 0 for loads and holds that do not act now.
double sut_source_lag(const sut_source *src, const sut_hold_view *hold);

// One past the last vertex of the piece of a thread that begins at `first`: cut edges end pieces.
int sut_source_piece_end(const sut_thread_view *v, int first);

// Index of a thread by its id, -1: not one of them. The same for others.
int sut_source_find(const sut_source *src, sut_thread_id id);
int sut_source_find_obstacle(const sut_source *src, sut_obstacle_id id);
int sut_source_find_tool(const sut_source *src, sut_tool_id id);
int sut_source_find_tissue(const sut_source *src, sut_tissue_id id);
int sut_source_find_needle(const sut_source *src, sut_needle_id id);
const char *sut_source_tool_name(const sut_source *src, sut_tool_id id); // "": not one of them

// Hole i of the world, 0 .. sut_hole_slots; false: there is none.
bool sut_source_hole(const sut_source *src, int i, sut_hole_view *out);
int sut_source_needle_holes(const sut_source *src, int needle); // that needle i is in

// Where obstacle i is now: its origin (a point of the plane, the centre of the others), and the
// rotation vector that turns its own axes into the scene. Its z axis is the normal of a plane and
// the axis of cylinder and capsule.
sut_certificate_pose sut_source_pose(const sut_source *src, int i);
// Where a part of a tool is: its origin is the middle of the ball at the tip, its z axis goes to
// the one at the base, and its x axis is the part's side: the normal of the flat face, if any.
sut_certificate_pose sut_source_part_pose(const sut_tool_part *part);
// A vector of the obstacle's own axes, in the scene.
sut_vec3 sut_source_turn(sut_vec3 rotation, sut_vec3 v);

#endif
