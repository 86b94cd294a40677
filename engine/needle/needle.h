// SPDX-License-Identifier: MIT
// needle.h -- a rigid arc as a body with vertices.
//
// Unknowns are a displacement of the centre of mass and a rotation. For what acts on vertices
// the body has those of a chain of capsules along the arc, tip first, one more on the line that
// goes on from its end, and behind them four carriers on the corners of a regular tetrahedron
// around the centre: every place of the needle is a combination of these with weights that do not
// change. In the condensed system the carriers are the nodes, with the matrix of the rigid body and
// a high price on all that would deform it; residual and motion know the rigid body alone.
// docs/theory/needle.md
#ifndef SUT_NEEDLE_NEEDLE_H
#define SUT_NEEDLE_NEEDLE_H

#include "base/memory.h"
#include "body/body.h"
#include "math/quat.h"

enum { SUT_NEEDLE_CARRIERS = 4, SUT_NEEDLE_EDGES = 64 };

// Its frame: origin at the tip, x the tangent forward, y towards the centre of the arc.
typedef struct sut_needle_form {
    double length;   // m, along the arc
    double arc;      // part of a circle, 0 (straight) .. 0.75
    double diameter; // m
    double density;  // kg/m^3
    double hard;     // N/m, stiffness of the stiffest link that is to act on it
} sut_needle_form;

// Price of a deformation against the stiffness of links: what a solve of links gets wrong by it is
// that share of the motion, and the next round puts it right.
#define SUT_NEEDLE_PRICE 1e4

// A motion of the body: of the centre of mass, and about it.
typedef struct sut_needle_pair {
    sut_vec3 line, turn;
} sut_needle_pair;

typedef struct sut_needle_state {
    sut_vec3 place;    // m, centre of mass
    sut_quat turn;     // from its frame to the world
    sut_vec3 velocity; // m/s, of the centre of mass
    sut_vec3 momentum; // N m s, angular, about the centre of mass
} sut_needle_state;

// What leads it in a substep: to that place (of the centre of mass) and turn at its end. A hold of
// limited strength is a spring that gives a hundredth of the diameter at its limit, and beyond that
// pulls with no more.
typedef struct sut_needle_hold {
    bool holds;
    sut_vec3 place;
    sut_quat turn;
    double force;  // N, infinite: it is there exactly
    double torque; // N m, likewise
} sut_needle_hold;

// Jaws that hold it at one place: a spring that gives way at their limit. The world follows with
// the place when it slides. docs/theory/needle.md
enum { SUT_NEEDLE_JAWS = 2 }; // while it is handed over
typedef struct sut_needle_jaws {
    bool holds;
    sut_vec3 arm;          // m, of the held place from the centre of mass, in the needle's frame
    sut_vec3 place;        // m, where that is to be at the end of the substep
    sut_quat turn;         // likewise the needle's
    double force, torque;  // N and N m, at most
    sut_needle_pair given; // on the needle in the last substep; torque about the held place
} sut_needle_jaws;

typedef struct sut_needle {
    sut_body body; // vertices: the chain, the one beyond its end, the carriers
    // definition
    sut_needle_form form;
    double bend;                            // m, radius of the arc; 0: straight
    int chain;                              // vertices of the chain
    double mass;                            // kg
    sut_vec3 centre;                        // m, centre of mass in its frame
    double moment[9];                       // kg m^2, of inertia about it, by rows
    double arm;                             // m, of the carriers along each axis
    double price;                           // N/m, on deformation in the condensed system
    sut_vec3 *rest;                         // [n] m, vertices from the centre of mass
    double (*carried)[SUT_NEEDLE_CARRIERS]; // [n] weights of the carriers

    sut_needle_state state;

    sut_needle_hold hand; // input of a substep
    sut_needle_jaws jaws[SUT_NEEDLE_JAWS];

    // what a view shows, of the last substep: forces and torques about the centre of mass
    sut_needle_pair felt;  // of links
    sut_needle_pair given; // of its hold and of jaws

    // scratch of a substep
    sut_substep part;
    sut_vec3 way, swing;    // m and rad: displacement and rotation so far
    sut_needle_pair change; // last correction
    double middle[9];       // moment of inertia half way, world axes
    double stiff[9];        // N m/rad, of the rotation
    double last;            // m, size of the last correction
    // N/m and N m/rad: forces of its hold and of jaws over what is left of their ways; those of
    // jaws times their arms, N
    double grip[2];
    sut_vec3 lever;
    double bite[9]; // N m/rad, what jaws add to the matrix of the rotation
    int rounds;
    bool scaled, failed, marked;
    sut_needle_pair before; // way and swing before the last correction was applied
    sut_needle_state backup;
    void *memory;
    size_t memory_size;
} sut_needle;

// `pose` of its frame. Null: no memory.
sut_needle *sut_needle_make(const sut_needle_form *form, const sut_pose *pose, sut_memory *m);
void sut_needle_free(sut_needle *n, sut_memory *m);
// Become what another one of as many vertices is.
void sut_needle_copy(sut_needle *to, const sut_needle *from);
extern const sut_body_kind sut_needle_kind;

sut_pose sut_needle_pose(const sut_needle *n); // of its frame, at the start of the substep
// In its frame, at the arc length s behind the tip; the tangent points forward.
sut_vec3 sut_needle_place(const sut_needle *n, double s);
sut_vec3 sut_needle_tangent(const sut_needle *n, double s);
sut_vec3 sut_needle_spin(const sut_needle *n); // rad/s, world axes
double sut_needle_kinetic(const sut_needle *n);
// Of a force at a vertex's place x, what it does about the centre of mass is a pair: moved to the
// tip as it is now.
sut_vec3 sut_needle_torque_at_tip(const sut_needle *n, sut_needle_pair load);
// What leads it there so that its frame has this pose.
void sut_needle_lead(sut_needle *n, const sut_pose *pose, double force);
// Stiffness of jaws that give way at `most`, N/m (kind 0; most in N) and N m/rad (kind 1; N m).
double sut_needle_jaws_stiffness(const sut_needle *n, int kind, double most);
// Of all jaws about the centre of mass after the motion so far; sets what the matrix needs of them.
sut_needle_pair sut_needle_jaws_load(sut_needle *n);
double sut_needle_jaws_energy(const sut_needle *n);
void sut_needle_refresh(sut_needle *n); // vertices of a state that came from elsewhere

#endif
