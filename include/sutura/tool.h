// SPDX-License-Identifier: MIT
// tool.h -- instruments: forceps, needle drivers, grasping points.
//
// A tool is a body with a target (where the hand wants it) and a proxy (where it is). The proxy
// follows the target through a virtual coupling, a spring with a damper: threads and solids make it
// lag, and the hand feels the spring. Its arms are solids that threads touch; what lies between
// closing jaws is held in the tool's frame until the jaws open or the thread is pulled harder than
// they grip.
//
// Frame of a tool: the origin is the middle of the gripping faces at the tips; z points from the
// tips to the handle, so the tool reaches along -z; the jaws open along x.
#ifndef SUTURA_TOOL_H
#define SUTURA_TOOL_H

#include "sutura/world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum sut_tool_kind {
    SUT_TOOL_POINT,         // no body: a grasping point
    SUT_TOOL_FORCEPS,       // two slender arms on a handle
    SUT_TOOL_NEEDLE_DRIVER, // two short stout jaws on a longer one
    SUT_TOOL_SCISSORS,      // two blades: closing they cut what is between them
    SUT_TOOL_BLADE          // a scalpel: its jaw at 0 it cuts, at 1 it only touches
} sut_tool_kind;

// One key frame: linear in between (rotations by the shortest arc), constant before and after.
typedef struct sut_tool_key {
    double t; // s, strictly increasing
    sut_pose pose;
    double jaw; // 0 closed .. 1 open
} sut_tool_key;
#define SUT_TOOL_KEYS 64

typedef struct sut_tool_def {
    sut_tool_kind kind;
    sut_pose pose; // at the start; rotation of any length but zero
    double jaw;    // at the start, 0 .. 1, default 1

    // body, m; sut_default_tool_def has those of its kind
    double tip_radius;  // of the round tips
    double base_radius; // of an arm at its hinge, >= tip_radius
    double length;      // of an arm from tip to hinge, of the edge of a blade
    double opening;     // between the tips when open
    double grip_length; // of the gripping faces, from the tips on
    // The arm of the classical model: before the cut face a plane that rises from its tip to so
    // much above its base; a wedge of solid as wide as the arm. At most base_radius, default 0:
    // none.
    double incline;
    double handle_length; // of the handle behind the hinge, a capsule; 0: it has none
    double handle_radius; // of the handle; default the base_radius of the kind
    double friction;      // Coulomb coefficient of its surface
    double reach;         // m, SUT_TOOL_POINT: how far from the origin it grasps

    double grip_force; // N, a held strand slides when pulled harder than this

    // virtual coupling between target and proxy
    double stiffness;         // N/m, infinite: the tool is on its target unless something blocks it
    double angular_stiffness; // N m/rad, infinite likewise
    double max_force;         // N, the coupling pulls no harder
    double max_torque;        // N m

    const sut_tool_key *keys; // [key_count], null with 0: it waits for sut_tool_set_target
    int key_count;            // at most SUT_TOOL_KEYS
    uint32_t cookie;
} sut_tool_def;

// A held strand: one place of one thread.
typedef struct sut_tool_grip {
    sut_thread_id thread;
    int vertex;
    sut_vec3 where; // m, where the vertex is
    sut_vec3 force; // N, of the thread on the tool
    bool slipping;
} sut_tool_grip;
#define SUT_TOOL_GRIPS 4

// Tissue between the jaws: nodes of its surface that are held in the frame of the tool.
#define SUT_TISSUE_GRIP_NODES 64
typedef struct sut_tool_tissue_grip {
    sut_tissue_id tissue; // index1 0: none
    int node_count;
    sut_vec3 where; // m, mean place of the nodes
    sut_vec3 force; // N, of the held nodes on the tool in the last step, also if they were let go
    bool slipping;
} sut_tool_tissue_grip;

// A needle between the jaws, held in the frame of the tool at one place of its arc. It slides along
// and turns when that takes more than grip_force, and its torque on half of the gripping faces.
typedef struct sut_tool_needle_grip {
    sut_needle_id needle; // index1 0: none
    double s;             // m behind its tip
    sut_vec3 where;       // m
    sut_vec3 force;       // N, of the needle on the tool in the last step
    sut_vec3 torque;      // N m, likewise, about the place
    bool slipping;
} sut_tool_needle_grip;

typedef struct sut_tool_view {
    sut_tool_kind kind;
    sut_pose target, proxy;
    double jaw_target, jaw; // of the target, of the proxy (a thread between the jaws keeps it open)
    sut_vec3 velocity;      // m/s, of the proxy's origin
    sut_vec3 force, torque; // N, N m about the proxy's origin: what threads do to the tool
    sut_vec3 solid_force;  // N, N m likewise: what other tools and obstacles do to it, no more than
    sut_vec3 solid_torque; // max_force and max_torque; with a rigid coupling it is not known: 0
    sut_vec3 hand_force;   // N, what the coupling gives to the hand
    sut_vec3 hand_torque;  // N m
    bool blocked;          // it lags because something is in its way
    bool sunk;             // a blade that cuts, or has not left what it cut: its edge (the first
                           // part) touches nothing
    int grip_count;
    sut_tool_grip grip[SUT_TOOL_GRIPS];
    sut_tool_tissue_grip tissue_grip;
    sut_tool_needle_grip needle_grip;
    sut_vec3
        let_go_force; // N on the tool in the last step, of strands that are in no grip any more
} sut_tool_view;

// A solid part of a tool as it is now: all that is to be drawn of it. Its arms, then its handle
// (the whole hull, both radii alike). An arm is half of the hull of two balls (a quarter ball and a
// halved truncated cone), cut by a flat face. The balls are at `tip` and `base`, the face goes
// through both centres with the outward normal `face`. `face` zero: the whole hull. `side` is a
// unit vector across the axis that turns with the part; where there is a face it is the same.
typedef struct sut_tool_part {
    sut_vec3 tip, base, face, side;
    double tip_radius, base_radius;
    double
        rise; // m, of an arm: its inclined plane begins at the tip and is so much before the base
} sut_tool_part;
#define SUT_TOOL_PARTS 3

SUT_API sut_tool_def sut_default_tool_def(sut_tool_kind kind);
// Errors as for threads (world.h); SUT_E_CONFLICT: a thread or another tool would start
// inside of it.
SUT_API sut_result sut_tool_create(sut_world *w, const sut_tool_def *def, sut_tool_id *out);
SUT_API sut_result sut_tool_destroy(sut_world *w, sut_tool_id id);
SUT_API bool sut_tool_is_valid(const sut_world *w, sut_tool_id id);

// Move a tool by hand: replaces its key frames. Reached at the end of the next step as far as the
// coupling and what is in the way let it.
SUT_API sut_result sut_tool_set_target(sut_world *w, sut_tool_id id, const sut_pose *pose,
                                       double jaw);
// Open the jaws and drop the coupling: the tool stays where it is until the next target.
SUT_API sut_result sut_tool_release(sut_world *w, sut_tool_id id);

// Its hand found nothing to act on: event SUT_EV_IDLE in the next step, and nothing else.
SUT_API sut_result sut_tool_note_idle(sut_world *w, sut_tool_id id);

SUT_API sut_result sut_tool_get_view(const sut_world *w, sut_tool_id id, sut_tool_view *out);
SUT_API int sut_tool_get_parts(const sut_world *w, sut_tool_id id,
                               sut_tool_part out[SUT_TOOL_PARTS]); // number of parts
// What would be held if the jaws closed now, at most `within` m from between them; false: nothing.
// The place nearest to the middle of the gripping faces.
SUT_API bool sut_tool_candidate(const sut_world *w, sut_tool_id id, double within,
                                sut_tool_grip *out);

#ifdef __cplusplus
}
#endif
#endif
