// SPDX-License-Identifier: MIT
// record.h -- every changing call of a world, as it is written to the sink of the host.
#ifndef SUT_STATE_RECORD_H
#define SUT_STATE_RECORD_H

#include "data/world.h"

// Called by every changing function after it succeeded.
void sut_record_thread_create(sut_world *w, const sut_thread_def *def);
void sut_record_thread_destroy(sut_world *w, sut_thread_id id);
void sut_record_hold_create(sut_world *w, sut_thread_id thread, const sut_hold_def *def);
void sut_record_hold_destroy(sut_world *w, sut_hold_id id);
void sut_record_hold_target(sut_world *w, sut_hold_id id, const sut_hold_key *target);
void sut_record_obstacle_create(sut_world *w, const sut_obstacle_def *def);
void sut_record_obstacle_destroy(sut_world *w, sut_obstacle_id id);
void sut_record_obstacle_pose(sut_world *w, sut_obstacle_id id, sut_vec3 position,
                              sut_vec3 rotation);
void sut_record_tool_create(sut_world *w, const sut_tool_def *def);
void sut_record_tool_destroy(sut_world *w, sut_tool_id id);
void sut_record_tool_target(sut_world *w, sut_tool_id id, const sut_pose *pose, double jaw);
void sut_record_tool_release(sut_world *w, sut_tool_id id);
void sut_record_tissue_create(sut_world *w, const sut_tissue_def *def);
void sut_record_tissue_destroy(sut_world *w, sut_tissue_id id);
void sut_record_thread_cut(sut_world *w, sut_thread_id id, int edge);
void sut_record_tissue_cut(sut_world *w, sut_tissue_id id, const sut_vec3 *points, int count);
void sut_record_support_create(sut_world *w, sut_tissue_id tissue, const sut_support_def *def);
void sut_record_support_destroy(sut_world *w, sut_support_id id);
void sut_record_needle_create(sut_world *w, const sut_needle_def *def);
void sut_record_needle_destroy(sut_world *w, sut_needle_id id);
void sut_record_needle_target(sut_world *w, sut_needle_id id, const sut_pose *pose);
void sut_record_needle_release(sut_world *w, sut_needle_id id);
void sut_record_hole_create(sut_world *w, const sut_hole_def *def);
void sut_record_hole_destroy(sut_world *w, sut_hole_id id);
void sut_record_friction(sut_world *w, sut_thread_id id, double friction);
void sut_record_gravity(sut_world *w, sut_vec3 gravity);
void sut_record_budget(sut_world *w, double budget);
void sut_record_step(sut_world *w, double dt);

#endif
