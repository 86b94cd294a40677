// SPDX-License-Identifier: MIT
// explicit_fixture.h -- what worlds of every explicit model must do: go on from a snapshot, let
// nothing pass, keep momentum.
#ifndef SUTURA_TESTS_EXPLICIT_FIXTURE_H
#define SUTURA_TESTS_EXPLICIT_FIXTURE_H

#include "sutura/sutura.h"

void line(sut_vec3 *x, int n, sut_vec3 from, sut_vec3 to);
sut_world *make_world(sut_vec3 gravity); // null if that fails
bool pin(sut_world *w, sut_thread_id id, int vertex, sut_hold_id *hold);

// Steps of 1 ms, each of which must succeed; contacts of all of them together.
int run(sut_world *w, int steps);

// After so many steps: the same from a snapshot, in this world and in a new one.
void check_restored(sut_world *w, const sut_world_def *def, int steps);

// Two threads of this def, but for positions and velocities,
// which are filled in here. The second is thrown at the first at `speed`, the first is held at
// both ends.
void check_thrown(const sut_thread_def *def, double speed);

// The same two, both free, the second one with this velocity: momentum is the same after 60 steps
// with contacts, within `tolerance` in kg m/s.
void check_momentum(const sut_thread_def *def, double half, sut_vec3 velocity, double tolerance);

#endif
