// SPDX-License-Identifier: MIT
// rig.h -- a test bench around the public interface of the engine: one world with one thread, holds
// on it, obstacles, steps until something is measured.
//
// A rig remembers its first failure and tells the log once; after it every call does nothing and
// every reading is NaN, so that a check can be written without asking after each line.
#ifndef SUT_VALIDATE_RIG_H
#define SUT_VALIDATE_RIG_H

#include "sutura/sutura.h"
#include "validate/validate.h"

#include <math.h>

#define SUT_RIG_NAN ((double)NAN)

enum { SUT_RIG_MAX = 1024 }; // vertices of the longest thread of any check

typedef struct sut_rig {
    sut_check_log *log;
    sut_world *world;
    sut_thread_id thread;
    int n; // vertices
    bool ok;
} sut_rig;

//---- making --------------------------------------------------------------------------------------
// World without gravity, with room for every check, solved to `tolerance` of a step's motion.
sut_world_def sut_rig_world(double tolerance);
// Thread for statics: no inertia and no losses but a mobility such that a step of SUT_RIG_DT takes
// a bending disturbance of the whole length down to a small share. `bending` is the EI (or, for a
// limp thread, force times length squared) that pulls it back.
#define SUT_RIG_DT 0.05
sut_thread_def sut_rig_static(const sut_vec3 *x, int n, double length, double bending);
// Vertices of a straight line, both ends included.
void sut_rig_line(sut_vec3 *x, int n, sut_vec3 from, sut_vec3 to);

sut_rig sut_rig_open(sut_check_log *log, const sut_world_def *world, const sut_thread_def *thread);
void sut_rig_close(sut_rig *r);
// A further thread in the same world; only the first rig is closed. The world needs room for it.
sut_rig sut_rig_second(sut_rig *r, const sut_thread_def *thread);

//---- holds ---------------------------------------------------------------------------------------
// Hold the vertex as it is now.
sut_hold_id sut_rig_hold(sut_rig *r, int vertex, sut_hold_kind kind);
// Hold it by one key frame.
sut_hold_id sut_rig_hold_at(sut_rig *r, int vertex, sut_hold_kind kind, sut_hold_key key);
sut_hold_id sut_rig_hold_keys(sut_rig *r, int vertex, sut_hold_kind kind, const sut_hold_key *keys,
                              int count);
sut_hold_id sut_rig_load(sut_rig *r, int vertex, sut_vec3 force);
void sut_rig_target(sut_rig *r, sut_hold_id hold, sut_hold_key key);

sut_obstacle_id sut_rig_obstacle(sut_rig *r, const sut_obstacle_def *def);

//---- stepping ------------------------------------------------------------------------------------
bool sut_rig_run(sut_rig *r, int steps, double dt);
// Step until no vertex moves further than `share` of the thread's length in a step; fails after
// `most` steps.
bool sut_rig_settle(sut_rig *r, int most, double share);

//---- reading -------------------------------------------------------------------------------------
// NaN everywhere after a failure.
sut_vec3 sut_rig_at(const sut_rig *r, int vertex); // negative counts from the end
double sut_rig_tension(const sut_rig *r, int edge);
sut_hold_view sut_rig_reading(const sut_rig *r, sut_hold_id hold);
sut_energy sut_rig_energy(const sut_rig *r);
// Contacts that bear a force; none after a failure.
const sut_contact_view *sut_rig_contacts(const sut_rig *r, int *count);
double sut_rig_elastic(const sut_rig *r); // J, stretch + bend + twist + gravity
double sut_rig_total(const sut_rig *r);   // J, elastic and kinetic

#endif
