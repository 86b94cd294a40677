// SPDX-License-Identifier: MIT
// world.h -- life cycle, input, step, queries.
#ifndef SUTURA_WORLD_H
#define SUTURA_WORLD_H

#include "sutura/defs.h"

#ifdef __cplusplus
extern "C" {
#endif

// All calls refuse null pointers, numbers that are not finite and numbers outside of what a field
// documents (SUT_E_ARGUMENT), defs of another origin (SUT_E_DEF) and ids that are null or stale
// (SUT_E_ID). What else can go wrong stands beside a call. A refusal changes nothing.

//---- life cycle ----------------------------------------------------------------------------------
// *out belongs to the caller until sut_world_destroy; null where the call fails. SUT_E_MEMORY.
SUT_API sut_result sut_world_create(const sut_world_def *def, sut_world **out);
// Why sut_world_create would refuse this def, in one sentence that names the field; null: it would
// not. There is no world yet that could keep the sentence.
SUT_API const char *sut_world_def_problem(const sut_world_def *def);
SUT_API void sut_world_destroy(sut_world *w); // with all in it; null is fine

// Objects belong to their world and end with it or by their destroy call, whichever comes first;
// views of them end too. SUT_E_CAPACITY: the world has no room for one more; SUT_E_MEMORY;
// SUT_E_CONFLICT: it would start inside of something, or its model cannot be in one world with the
// models that are there.
SUT_API sut_result sut_thread_create(sut_world *w, const sut_thread_def *def, sut_thread_id *out);
SUT_API sut_result sut_thread_destroy(sut_world *w, sut_thread_id id);  // its holds go with it
SUT_API bool sut_thread_is_valid(const sut_world *w, sut_thread_id id); // false for null, too
// Cut edge `edge`: it stays where it is in the numbering, carries nothing any more and touches
// nothing; both pieces have a free end there. Implicit models only.
SUT_API sut_result sut_thread_cut(sut_world *w, sut_thread_id id, int edge);
// Why the last call that could have changed this world was refused, in one sentence naming what is
// wrong; "" if it was not. That is every call that takes a sut_world without const: create,
// destroy, set, cut, step, restore, record. Valid until the next of them. Log hooks get the same
// sentence.
SUT_API const char *sut_world_refusal(const sut_world *w);

// Two position holds on one vertex whose times overlap are refused (SUT_E_CONFLICT).
SUT_API sut_result sut_hold_create(sut_world *w, sut_thread_id thread, const sut_hold_def *def,
                                   sut_hold_id *out);
SUT_API sut_result sut_hold_destroy(sut_world *w, sut_hold_id id);
SUT_API bool sut_hold_is_valid(const sut_world *w, sut_hold_id id);

// Refused where a thread starts in it or its centre line nearer than half a radius
// (SUT_E_CONFLICT).
SUT_API sut_result sut_obstacle_create(sut_world *w, const sut_obstacle_def *def,
                                       sut_obstacle_id *out);
SUT_API sut_result sut_obstacle_destroy(sut_world *w, sut_obstacle_id id);
SUT_API bool sut_obstacle_is_valid(const sut_world *w, sut_obstacle_id id);

//---- input, then step ----------------------------------------------------------------------------
// The key frame that describes a vertex as it is now: position, tangent, spin 0, force 0, time now.
SUT_API sut_result sut_thread_key_now(const sut_world *w, sut_thread_id id, int vertex,
                                      sut_hold_key *out);
// Replace the motion of a hold by one target (its time is ignored): the vertex is there at the end
// of the next step, however far that is; use it for live hands.
SUT_API sut_result sut_hold_set_target(sut_world *w, sut_hold_id id, const sut_hold_key *target);
// Move an obstacle by hand: its motion is replaced by one pose, reached at the end of the next step
// unless a thread is in the way.
SUT_API sut_result sut_obstacle_set_pose(sut_world *w, sut_obstacle_id id, sut_vec3 position,
                                         sut_vec3 rotation);
// From the next step on: Coulomb coefficient of a thread, >= 0; gravity in m/s^2.
SUT_API sut_result sut_thread_set_friction(sut_world *w, sut_thread_id id, double friction);
SUT_API sut_result sut_world_set_gravity(sut_world *w, sut_vec3 gravity);
// From the next step on: work that a step may take, in seconds of a common core, counted in
// operations; 0: no limit. Images carry it: a restored world has the budget that it was saved with.
SUT_API sut_result sut_world_set_budget(sut_world *w, double seconds);

// Advance by exactly dt (s, 1e-12 <= dt <= 0.05), cut inside into equal parts where one is not
// enough. Takes no memory. SUT_E_DIVERGED: no state was found, the world is as it was before; go on
// with a smaller dt or a target that is nearer.
SUT_API sut_result sut_world_step(sut_world *w, double dt);

//---- reading the result --------------------------------------------------------------------------
// Arrays in views, contacts and events belong to the world and are valid until the next call that
// changes it; take them anew after each step, that costs nothing.
SUT_API sut_result sut_thread_get_view(const sut_world *w, sut_thread_id id, sut_thread_view *out);
SUT_API sut_result sut_thread_get_energy(const sut_world *w, sut_thread_id id, sut_energy *out);
// SUT_E_CONFLICT: a thread of an explicit model, or whose implicitness or inertia is not the
// default one: its forces are not those of the end of a step.
SUT_API sut_result sut_thread_get_figures(const sut_world *w, sut_thread_id id,
                                          sut_thread_figures *out);
// Forces on a vertex (negative: from the end) by kind, of the models springs-1 to 5, as they acted
// in the last part of the last step; a clamp counts as standing. Forces of holds and contacts are
// in their own views. SUT_E_CONFLICT: the thread has another model, whose forces are not of these
// kinds.
SUT_API sut_result sut_thread_get_force_parts(const sut_world *w, sut_thread_id id, int vertex,
                                              sut_force_parts *out);
// What the springs of all contacts hold, J, as the bodies are now; those of explicit models hold
// nothing. With the energies of the threads: all that can turn into motion.
SUT_API double sut_world_contact_energy(const sut_world *w);
SUT_API sut_result sut_hold_get_view(const sut_world *w, sut_hold_id id, sut_hold_view *out);
// Where it is now: center in m, axis times angle in rad against its def.
SUT_API sut_result sut_obstacle_get_pose(const sut_world *w, sut_obstacle_id id, sut_vec3 *position,
                                         sut_vec3 *rotation);
// Contacts that bore a force in the last step, sorted by thread and edge. With *count 0 the answer
// may be null.
SUT_API const sut_contact_view *sut_world_contacts(const sut_world *w, int *count);
SUT_API const sut_event *sut_world_events(const sut_world *w, int *count); // of the last step
SUT_API sut_stats sut_world_stats(const sut_world *w);
SUT_API double sut_world_time(const sut_world *w); // s simulated since creation; 0 for null
// Largest |strain| of any edge of a thread in any accepted substep since it was created.
SUT_API sut_result sut_thread_get_peak_stretch(const sut_world *w, sut_thread_id id, double *out);

#ifdef __cplusplus
}
#endif
#endif
