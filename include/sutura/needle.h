// SPDX-License-Identifier: MIT
// needle.h -- surgical needles: rigid arcs of round section.
//
// A needle is a free body with weight until something holds it: a rigid hand (a motion, or a live
// target), a tool that closed its jaws on it, or the thread that is swaged to its end. Threads,
// tools, tissues, obstacles and other needles touch it. docs/theory/needle.md
//
// Frame of a needle: the origin is the tip; x is the tangent forward, y points towards the centre
// of the arc. At the arc length s behind the tip the body is at (-R sin(s/R), R - R cos(s/R), 0).
#ifndef SUTURA_NEEDLE_H
#define SUTURA_NEEDLE_H

#include "sutura/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// One key frame of a hand: constant before the first and after the last one.
typedef struct sut_needle_key {
    double t;       // s, strictly increasing
    sut_pose pose;  // linear in between, rotations by the shortest arc
    double advance; // m along its own curve from the start, linear in between; see `advances`
} sut_needle_key;
#define SUT_NEEDLE_KEYS 64

#define SUT_NEEDLE_HOLES 32 // room that a needle is given where its need is not known

typedef struct sut_needle_def {
    double length;   // m along the arc, > 0
    double arc;      // part of a circle, 0 (straight) .. 0.75, default 0.375
    double diameter; // m, > 0, at most a quarter of the length and the radius of the arc
    double density;  // kg/m^3, > 0, default 7900
    double friction; // Coulomb coefficient, default 0.1; a pair has the root of the product
    sut_pose pose;   // of its frame at the start; rotation of any length but zero

    sut_thread_id thread; // swaged to the needle's end; null (default): none
    int thread_end;       // 0 (default) or -1: which end of it

    // Holds it from the start, as it lies: jaws closed, and nothing else in them. Null: none.
    sut_tool_id tool;

    const sut_needle_key *keys; // [key_count], null with 0: no hand leads it
    int key_count;              // at most SUT_NEEDLE_KEYS
    bool advances;              // keys say how far along its curve, not where
    // N, of the hand; beyond it the needle lags. Default infinite. Its torque is at most that on
    // half of the length.
    double max_force;
    uint32_t cookie;
} sut_needle_def;
SUT_API sut_needle_def sut_default_needle_def(void);

// Lengths of arcs of a circle from other measures; straight (arc 0): length and chord are one.
SUT_API double sut_needle_length_of_chord(double arc, double chord);
SUT_API double sut_needle_length_of_radius(double arc, double radius); // arc > 0

// SUT_E_CAPACITY, SUT_E_MEMORY; SUT_E_CONFLICT: it would start inside of something, the end of its
// thread is further than the thread's radius from its own or has a needle already, its thread is
// thicker than it, its tool is open or cannot take it, or the world has threads of explicit models.
SUT_API sut_result sut_needle_create(sut_world *w, const sut_needle_def *def, sut_needle_id *out);
SUT_API sut_result sut_needle_destroy(sut_world *w, sut_needle_id id); // its thread stays
SUT_API bool sut_needle_is_valid(const sut_world *w, sut_needle_id id);
// Ids of all needles, in the order of their slots, as far as there is `room`; how many there are.
SUT_API int sut_world_needles(const sut_world *w, sut_needle_id *out, int room);

// Lead it by hand: replaces its key frames. Reached at the end of the next step unless something is
// in the way, or the hand too weak.
SUT_API sut_result sut_needle_set_target(sut_world *w, sut_needle_id id, const sut_pose *pose);
SUT_API sut_result sut_needle_release(sut_world *w, sut_needle_id id); // no hand leads it any more

typedef struct sut_needle_view {
    sut_pose pose;     // of its frame
    sut_vec3 velocity; // m/s, of the tip
    sut_vec3 spin;     // rad/s
    // of all that touches or pulls it but its hand and its weight, in the last step: N, and N m
    // about the tip
    sut_vec3 force, torque;
    sut_vec3 hand_force, hand_torque; // of hand and tools that hold it; torque about the tip
    double resistance;                // N, -force along the forward tangent at the tip
    double inside;                    // m of it inside of solids
    bool led;                         // by a hand
    bool lags;                        // behind where its hand wants it
    double length, arc, diameter, mass, friction;
    double radius; // m, of the arc; 0: straight
    sut_thread_id thread;
    int thread_end;   // vertex of it
    sut_tool_id tool; // that holds it, the first of two; null: none
    int point_count;
    const sut_vec3 *point; // [point_count] m, along the arc, tip first; borrowed, as other views
} sut_needle_view;
SUT_API sut_result sut_needle_get_view(const sut_world *w, sut_needle_id id, sut_needle_view *out);

typedef struct sut_needle_figures {
    double kinetic, gravity;   // J, gravity is zero at the origin
    sut_vec3 momentum;         // kg m/s
    sut_vec3 angular_momentum; // kg m^2/s, about the centre of mass
    sut_vec3 center;           // m, of mass
    sut_vec3 external_force;   // N, of weight, hand and tools, last step
} sut_needle_figures;
SUT_API sut_result sut_needle_get_figures(const sut_world *w, sut_needle_id id,
                                          sut_needle_figures *out);

#ifdef __cplusplus
}
#endif
#endif
