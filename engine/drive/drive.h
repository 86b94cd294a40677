// SPDX-License-Identifier: MIT
// drive.h -- what is led: holds, obstacles, tools, needles.
#ifndef SUT_DRIVE_DRIVE_H
#define SUT_DRIVE_DRIVE_H

#include "data/world.h"

// hold.c
// Time of a step was lost. What is led live must not make up for it at once: what is left of its
// way it goes no faster than so far. (Key frames wait for the world's time, tools have a speed of
// their own.)
void sut_hold_fall_behind(sut_world *w, double lost, double done);
// What was not solved may ask holds for more than their limit: they keep no more than that.
void sut_hold_bear(sut_world *w);
sut_hold_key sut_hold_at(const sut_world *w, const sut_hold_slot *h, double t);
bool sut_hold_active_at(const sut_hold_slot *h, double t, double dt);
// Share of the way to a live target that belongs to the part [t - dt, t] of a step: all parts of a
// step that is cut go towards it evenly.
double sut_live_share(const sut_world *w, double t, double dt);
void sut_hold_gather(sut_world *w, double t, double dt); // input stage
// After a solved part: true if a hold must let go because it would pull too hard.
bool sut_hold_saturate(sut_world *w);
// Something is in the way of the holds, or their threads find no shape that follows them: those
// that move go on by a fraction of their way only. False if none moves.
bool sut_hold_slow_down(sut_world *w, double share, double dt);
// Not solved: the forces are not known, and those from before stay.
void sut_hold_commit(sut_world *w, double t, double dt, bool solved);

// obstacle.c
void sut_obstacle_fall_behind(sut_world *w, double lost);
void sut_obstacle_gather(sut_world *w, double t, double dt); // input stage: poses at t
// Is it where it is meant to be, and stays there for that time?
bool sut_obstacle_rests(const sut_obstacle_slot *o, double from, double to);
// Where a hold at `from` with its target at `to` gets: at a solid it slides along the surface.
// `solids`: how many of them it looks at.
sut_vec3 sut_obstacle_keep_out(const sut_world *w, int solids, sut_vec3 from, sut_vec3 to,
                               double radius);
bool sut_obstacle_slow_down(sut_world *w, double share, double dt); // as sut_hold_slow_down
void sut_obstacle_commit(sut_world *w, double share, double dt);
// Where it is, and where it means to be after the step.
void sut_obstacle_ahead(const sut_world *w, const sut_obstacle_slot *o, sut_shape *now,
                        sut_shape *then);
void sut_obstacle_shorten(sut_obstacle_slot *o, double share); // the part's way: a tool is in it
// What a step that fails must give back: the obstacles as the step begins, the touches.
void sut_obstacle_save(sut_world *w);
void sut_touch_save(sut_world *w);
void sut_touch_roll_back(sut_world *w);
// Forget what touched the thread in this slot, or that solid; -1: none.
void sut_touch_forget(sut_world *w, int thread, int solid);

// tool_move.c
void sut_tool_begin(sut_world *w, double dt);            // of a step: where each one should go
void sut_tool_gather(sut_world *w, double t, double dt); // input stage: poses at t, grips
bool sut_tool_slow_down(sut_world *w, double share, double dt); // as sut_hold_slow_down
// After a solved part: those that would press a thread harder than it bears go on more slowly, and
// the part is to be solved again. False if none does.
bool sut_tool_yield(sut_world *w, double dt);
void sut_tool_commit(sut_world *w, double share, double dt);
void sut_tool_finish(sut_world *w, double dt); // of a step: what it feels, what it holds

// tool_clear.c
void sut_tool_fit_goals(sut_world *w); // of a step: goals that keep clear of other tools, obstacles
void sut_tool_clear(sut_world *w);     // of a part: shorten the ways that would not
const char *sut_tool_check_apart(const sut_world *w, const sut_tool_slot *tool); // null: it is

// needle.c
void sut_needle_gather(sut_world *w, double t, double dt); // input stage: where their targets are
bool sut_needle_slow_down(sut_world *w, double share, double dt); // as sut_hold_slow_down
void sut_needle_commit(sut_world *w, double dt);                  // of a part
void sut_needle_save(sut_world *w); // what the input stage changes; and back
void sut_needle_roll_back(sut_world *w);

#endif
