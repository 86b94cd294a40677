// SPDX-License-Identifier: MIT
// types.h -- values, ids, and what a step reports: views, events, stats.
#ifndef SUTURA_TYPES_H
#define SUTURA_TYPES_H

#include "sutura/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sut_vec3 {
    double x, y, z;
} sut_vec3;

typedef struct sut_quat {
    double x, y, z, w; // in this order; of unit length
} sut_quat;

typedef struct sut_pose {
    sut_vec3 position; // m, of the origin
    sut_quat rotation; // of the body's axes to those of the world
} sut_pose;

typedef struct sut_world sut_world; // opaque

// Objects are ids by value. All-zero is null; a stale id is noticed by its generation.
typedef struct sut_thread_id {
    uint32_t index1, generation;
} sut_thread_id;
typedef struct sut_hold_id {
    uint32_t index1, generation;
} sut_hold_id;
typedef struct sut_obstacle_id {
    uint32_t index1, generation;
} sut_obstacle_id;
typedef struct sut_tool_id {
    uint32_t index1, generation;
} sut_tool_id;
typedef struct sut_tissue_id {
    uint32_t index1, generation;
} sut_tissue_id;
typedef struct sut_support_id {
    uint32_t index1, generation;
} sut_support_id;
typedef struct sut_needle_id {
    uint32_t index1, generation;
} sut_needle_id;
typedef struct sut_hole_id {
    uint32_t index1, generation;
} sut_hole_id;

// The stages of one step, in their order; also the index of sut_stats.stage_us.
typedef enum sut_stage {
    SUT_STAGE_INPUT,      // targets of holds at the end of the substep
    SUT_STAGE_DETECT,     // pairs that may touch, contacts between them
    SUT_STAGE_PREDICT,    // predictor: every vertex goes on with its velocity
    SUT_STAGE_KINEMATICS, // edges, tangents, curvatures, twist-free frames
    SUT_STAGE_TWIST,      // spin of the material frame, twisting moments
    SUT_STAGE_FORCES,     // tensions, bending and twisting forces, residual
    SUT_STAGE_ASSEMBLY,   // block-banded system matrix
    SUT_STAGE_SOLVE,      // factorisation and displacement
    SUT_STAGE_CONTACT,    // forces of all contacts
    SUT_STAGE_CHECK,      // is the step solved; again, shorter, or accept
    SUT_STAGE_GUARD,      // does the motion keep everything apart
    SUT_STAGE_INTEGRATE,  // velocities and positions of the accepted state
    SUT_STAGE_OUTPUT,     // tensions, reactions, events, recording
    SUT_STAGE_COUNT
} sut_stage;
SUT_API const char *sut_stage_name(sut_stage s); // "kinematics"; static text

// A thread as it is now. Views are borrowed: valid until the next call that changes the world.
typedef struct sut_thread_view {
    int vertex_count;
    const sut_vec3 *position;  // [vertex_count]
    const sut_vec3 *velocity;  // [vertex_count]
    const double *rest_length; // [vertex_count - 1]
    const double *tension;     // [vertex_count - 1] N, positive when pulled: the stretching force
                               // alone, without the along-edge part of bending
    const double *twist;       // [vertex_count - 1] rad, spin of the edge's material frame against
                               // the frame of edge 0 carried along the thread without twisting
    double radius;             // m
    const double *cut;         // [vertex_count - 1] 1: the edge was cut and carries nothing; else 0
} sut_thread_view;

typedef struct sut_energy {
    double kinetic, stretch, bend, twist, gravity; // J; gravity is zero at the origin
} sut_energy;

// What a thread carries with it, and what its surroundings do to it besides holds and contacts.
typedef struct sut_thread_figures {
    sut_vec3 momentum;       // kg m/s, now
    sut_vec3 external_force; // N, of weight, linear damping and drag, last step
} sut_thread_figures;

// Forces on one vertex of a thread of springs by what gives them, N.
typedef struct sut_force_parts {
    sut_vec3 stretch;        // springs along the edges beside it
    sut_vec3 stretch_damper; // dampers along them
    sut_vec3 bend;           // torsional springs of the turns at it and at its neighbours
    sut_vec3 bend_damper;    // torsional dampers
    sut_vec3 swivel_damper;  // dampers across the turns
    sut_vec3 limit;          // what edges at a limit of their length hand on
    sut_vec3 weight;
} sut_force_parts;

// What a hold asks and what it gets.
typedef enum sut_hold_kind {
    SUT_HOLD_PIN,   // position
    SUT_HOLD_CLAMP, // position and tangent, free to spin
    SUT_HOLD_TWIST, // position, tangent and spin
    SUT_HOLD_FORCE  // a dead load
} sut_hold_kind;

typedef struct sut_hold_view {
    sut_thread_id thread;
    int vertex;
    bool active;        // inside its [from, until]
    bool saturated;     // max_force reached: the vertex lags behind its target
    sut_vec3 target;    // m, where the vertex should be now; a load has none
    sut_vec3 force;     // N, force of the hold on the thread at the last step
    double spin;        // rad, target spin (twist holds)
    double spin_torque; // N m, torque about the tangent of the hold on the thread
    sut_hold_kind kind;
} sut_hold_view;

// Any object of a world, by what it is and its id. Type 0 is null. One of type SUT_OBJECT_THREAD is
// the thread with id {index1, generation}, and so on: sut_thread_object(id) makes it.
typedef enum sut_object_type {
    SUT_OBJECT_NONE,
    SUT_OBJECT_THREAD,
    SUT_OBJECT_TISSUE,
    SUT_OBJECT_OBSTACLE,
    SUT_OBJECT_TOOL,
    SUT_OBJECT_HOLD,
    SUT_OBJECT_SUPPORT,
    SUT_OBJECT_NEEDLE,
    SUT_OBJECT_HOLE,
    SUT_OBJECT_TYPES // how many there are
} sut_object_type;
typedef struct sut_object {
    sut_object_type type;
    uint32_t index1, generation;
} sut_object;

// One contact of the last step. Body a is a thread, a needle or a tissue; b another one (or the
// same), an obstacle or a part of a tool.
typedef struct sut_contact_view {
    sut_thread_id thread[2];  // null where that body is no thread
    sut_tissue_id tissue[2];  // null where it is no tissue
    sut_obstacle_id obstacle; // null when b is no obstacle
    sut_tool_id tool;         // null when b is no tool
    int edge[2];              // edge of each thread or needle
    double at[2];             // place along it, 0..1
    int triangle[2];          // of each tissue
    sut_needle_id needle[2];  // null where it is no needle; its edges count from the tip
    sut_vec3 where;           // m, on the surface between them
    sut_vec3 normal;          // unit, from b to a
    sut_vec3 force;           // N, of b on a; a gives the opposite to b
    double gap;               // m between the surfaces, negative: overlap
    bool slipping;
    sut_object body[2]; // a and b again, whatever they are
    int feature[2]; // of each: edge of a thread or needle, triangle of a tissue, part of a tool;
                    // else 0
} sut_contact_view;

typedef enum sut_event_type {
    SUT_EV_SUBSTEPS,        // a step was cut into `amount` parts to solve it; a = 0
    SUT_EV_HOLD_SATURATED,  // hold a (index1) reached max_force; amount = lag in m
    SUT_EV_HOLD_RECOVERED,  // hold a (index1) is on its target again
    SUT_EV_GUARD,           // the guard shortened the step to the share `amount`
    SUT_EV_HOLD_BLOCKED,    // hold a (index1) cannot go on without passing through; amount = lag
    SUT_EV_CONTACTS_LOST,   // more contacts than the capacity; amount = how many were left out
    SUT_EV_EVENTS_LOST,     // the event array was full; amount = how many were dropped
    SUT_EV_GRASPED,         // tool a (index1) took hold of thread b; amount = vertex
    SUT_EV_RELEASED,        // tool a let go of thread b, its jaws opened; amount = vertex
    SUT_EV_GRIP_SLIPS,      // thread b begins to slide between the jaws of tool a; amount = vertex
    SUT_EV_GRIP_LOST,       // thread b slid out of the jaws of tool a; amount = vertex
    SUT_EV_TOOL_BLOCKED,    // tool a cannot go on without passing through; amount = lag
    SUT_EV_TOOL_FREE,       // tool a goes on as its hand wants
    SUT_EV_TISSUE_GRASPED,  // tool a (index1) took hold of tissue b; amount = nodes
    SUT_EV_TISSUE_RELEASED, // tool a let go of tissue b, its jaws opened; amount = nodes
    SUT_EV_TISSUE_SLIPS,    // tissue b begins to slide between the jaws of tool a; amount = N
    SUT_EV_TISSUE_LOST,     // tissue b slid out of the jaws of tool a; amount = N
    SUT_EV_CUT,             // tool a cut tissue b; amount = m of the cut, at rest
    SUT_EV_CUT_THREAD,      // tool a cut thread b; amount = m, the edge's length at rest
    SUT_EV_IDLE,            // tool a had nothing to act on when its hand told it to
    SUT_EV_NO_ROOM,         // tool a would have cut tissue b, which has no room for it
    SUT_EV_SLIPPED,         // thread b begins to slide in hole a (index1); amount = N along it
    SUT_EV_STUCK,           // it ceases to slide; amount = N along it
    SUT_EV_PULLED_OUT,      // an end of thread b has passed hole a; amount = N along it
    SUT_EV_PINS_BLOCKED,    // pins of tissue a (index1) cannot follow; amount = the largest lag, m
    SUT_EV_PINS_FREE,       // pins of tissue a are on their places again
    SUT_EV_INVERTED,        // tissue a has elements inside out (seen within 8 steps); amount = one
    SUT_EV_UPRIGHT,         // tissue a has none any more
    SUT_EV_PIERCED, // needle b went through a wall, or into a solid, by hole a (index1); amount = N
                    // at the tip
    SUT_EV_BACKED_OUT,   // needle b was drawn out of hole a, which is gone; amount = N along it
    SUT_EV_PASSED,       // hole a passed from a needle to its thread b; amount = N along it
    SUT_EV_TOO_LARGE,    // needle a is too thick to pierce tissue b; amount = its diameter, m
    SUT_EV_TORE_INTO,    // hole a (index1) begins to tear, b is the thread or the needle that it is
                         // on; amount = N along the surface
    SUT_EV_TORE_THROUGH, // hole a has torn to a free edge, b is free of it; amount likewise
    SUT_EV_NEEDLE_GRASPED,  // tool a took hold of needle b; amount = m behind its tip
    SUT_EV_NEEDLE_RELEASED, // tool a let go of needle b, its jaws opened; amount likewise
    SUT_EV_NEEDLE_DROPPED,  // needle b slid out of the jaws of tool a; amount = N of the grip
    SUT_EV_EXITED           // needle b left a solid, by hole a (index1); amount = N at the tip
} sut_event_type;

typedef struct sut_event {
    sut_event_type type;
    uint32_t a, b;
    sut_vec3 where;
    double amount;
} sut_event;

// How the last step went. Status, not errors.
typedef struct sut_stats {
    double stage_us[SUT_STAGE_COUNT]; // microseconds, all substeps and iterations together
    int substeps;                     // 1: the step was solved in one piece
    int linearisations;               // systems factorised in the step, all substeps
    int corrections;                  // further solves with an old factor
    double residual;                  // m/s, what the equations still asked of the velocity (rms)
    double max_stretch;               // largest |strain| of any edge after the step
    int contacts;                     // that bore a force after the step
    int contact_iterations;           // of the contact solver, all solves of the step
    int contact_solves;               // problems solved, all substeps and linearisations
    double contact_residual;          // error of the forces, against the largest one
    double overlap_max;               // deepest overlap, in radii of the thinner thread
    double nearest; // smallest distance at a bearing contact, in touching distances; or infinite
    int guard_hits; // pairs that would have come too close
    int guard_shortened; // parts of the step that were shortened for that
    double lag_max;      // m, by which a blocked hold is behind its target
    double effort_us;    // cost of the step by count of operations, the same everywhere
    bool hurried;        // the budget was used up: solved less well than asked for
    double lost_way;     // m, the longest displacement found that was not made: the guard shortened
                         // the step, or no motion was good enough to be accepted
    double lost_time;    // s, of the step that explicit models had no budget for: slow motion
    uint64_t steps;      // accepted steps since creation
    double time;         // s, simulated: less than the sum of the steps by what was lost
    size_t memory;       // bytes taken from the allocator
    int unsolved; // parts of the step that were accepted although no solution was found: a body did
                  // not converge, or contact forces are wrong by more than 1 %
    int stood;    // parts in which all stood still, because not even a usable motion was found
} sut_stats;

#ifdef __cplusplus
}
#endif
#endif
