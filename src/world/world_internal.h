// SPDX-License-Identifier: MIT
// world_internal.h -- what a world is made of. Only src/world sees this.
#ifndef SUT_WORLD_INTERNAL_H
#define SUT_WORLD_INTERNAL_H

#include "base/memory.h"
#include "rod/rod.h"
#include "sutura/state.h"

#define SUT_COOKIE_WORLD 0x53574f31u
#define SUT_COOKIE_THREAD 0x53544831u
#define SUT_COOKIE_HOLD 0x53484f31u

typedef struct sut_thread_slot {
    uint32_t generation; // state: 0 never used, else counted up by every creation
    bool used;           // state
    sut_rod rod;         // definition, state and scratch of the thread
} sut_thread_slot;

typedef struct sut_hold_slot {
    // definition
    uint32_t generation;
    bool used;
    uint32_t thread; // index of its slot
    int vertex;      // not negative any more
    sut_hold_kind kind;
    int first_key, key_count; // in sut_world.keys
    double from, until, max_force;

    // state
    bool active;     // holding since the last step
    bool saturated;  // max_force reached
    bool steered;    // sut_hold_set_target was called: key 0 is all there is
    sut_plane plane; // direction0, director0, spin0, angle0, curvature0 (clamp and twist)

    // what a view shows
    sut_vec3 target, force;
    double spin, spin_torque;

    // scratch: where this hold stands in the lists of its rod in this (sub)step, -1: nowhere
    int pin_at, plane_at, load_at;
    bool letting_go; // pulled too hard in this step
} sut_hold_slot;

struct sut_world {
    sut_memory memory;
    sut_world_def def; // hooks, limits, gravity (state)
    double time;       // state, s
    double time_low;   // state, what rounding left of the sum of the steps
    uint64_t steps;    // state

    sut_thread_slot *threads; // [def.capacity.threads]
    sut_hold_slot *holds;     // [def.capacity.holds]
    sut_hold_key *keys;       // [def.capacity.hold_keys]
    int vertex_count, key_count;
    int hold_top; // no hold at or above this index is used: a step looks no further

    // input of a (sub)step, by thread and then by vertex; rods point into these
    sut_pin *pins;              // [def.capacity.holds]
    sut_plane *planes;          // [def.capacity.holds]
    sut_load *loads;            // [def.capacity.holds]
    int *order;                 // [def.capacity.holds] active holds by thread, vertex, index
    sut_hold_slot *saved_holds; // [def.capacity.holds] at the start of the step

    sut_event *events; // [def.capacity.events]
    int event_count;
    sut_stats stats;
    char refusal[160];

    sut_record_sink sink; // recording: write is null when none runs
    bool sink_failed;
};

// lookup: null when the id is not valid
sut_thread_slot *sut_world_thread(const sut_world *w, sut_thread_id id);
sut_hold_slot *sut_world_hold(const sut_world *w, sut_hold_id id);

// world_check.c: null if a def is fine, else one sentence about what is wrong with it
const char *sut_check_world_def(const sut_world_def *def);
const char *sut_check_thread_def(const sut_thread_def *def, char *text, size_t size);
const char *sut_check_hold_def(const sut_hold_def *def, int vertex_count, char *text, size_t size);

// world_hold.c
sut_hold_key sut_hold_at(const sut_world *w, const sut_hold_slot *h, double t);
bool sut_hold_active_at(const sut_hold_slot *h, double t, double dt);
void sut_hold_gather(sut_world *w, double t, double dt); // input stage
// After a solved part: true if a hold must let go because it would pull too hard.
bool sut_hold_saturate(sut_world *w);
void sut_hold_commit(sut_world *w, double t, double dt);

// world_step.c
void sut_world_event(sut_world *w, sut_event_type type, uint32_t a, sut_vec3 where, double amount);

// world_record.c: called by every changing function after it succeeded
void sut_record_thread_create(sut_world *w, const sut_thread_def *def);
void sut_record_thread_destroy(sut_world *w, sut_thread_id id);
void sut_record_hold_create(sut_world *w, sut_thread_id thread, const sut_hold_def *def);
void sut_record_hold_destroy(sut_world *w, sut_hold_id id);
void sut_record_hold_target(sut_world *w, sut_hold_id id, const sut_hold_key *target);
void sut_record_gravity(sut_world *w, sut_vec3 gravity);
void sut_record_step(sut_world *w, double dt);

#endif
