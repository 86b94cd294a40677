// SPDX-License-Identifier: MIT
// conditions.h -- under which conditions an attempt was made: slow motion, pauses, another world.
//
// Time is simulated time, so all of them change what a figure of the score means. An attempt with
// other conditions than the task's is kept, but not compared with others.
#ifndef SUT_TRAINER_CONDITIONS_H
#define SUT_TRAINER_CONDITIONS_H

#include <jansson.h>
#include <stdbool.h>

#include "trainer/server/level.h"

typedef struct sut_conditions {
    double simulated;        // s
    double other_speed;      // s simulated at another speed than real time
    double slowest, fastest; // speeds asked for, while other_speed > 0
    double wall, due;        // s by the clock without pauses, and what it should have taken
    double paused;           // s by the clock
    int pauses, undos;
    sut_level level; // with the assists of that level
    bool clipped;    // an assistant held an end
    bool gravity_changed, friction_changed;
    double gravity, friction; // the last that were not the task's, if they changed
} sut_conditions;

// A step of `dt` was made at this speed.
void sut_conditions_step(sut_conditions *c, double dt, double speed);
// `seconds` went by on the clock; `still`: in a pause, which has begun just now.
void sut_conditions_wait(sut_conditions *c, double seconds, bool still, bool begins);
void sut_conditions_world(sut_conditions *c, double gravity, double own_gravity, double friction,
                          double own_friction);
// A new reference: what differs from the task as an object; null (of JSON): nothing does.
// `material`: the thread that was chosen instead of the task's; null: none was.
json_t *sut_conditions_describe(const sut_conditions *c, const char *material);

#endif
