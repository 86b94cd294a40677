// SPDX-License-Identifier: MIT
// physics_look.h -- copies of the state that the physics makes for others.
#ifndef SUT_TRAINER_PHYSICS_LOOK_H
#define SUT_TRAINER_PHYSICS_LOOK_H

#include "trainer/measure.h"
#include "trainer/physics.h"

void sut_look_fill(sut_look *look, const sut_play *play);
// The forces after a step, if it found them; otherwise `m` stays as it is.
void sut_look_measure(const sut_play *play, sut_measure *m);
// `since`: s simulated, of the sample before.
void sut_look_sample(const sut_play *play, const int *grasps, const int *drops,
                     const sut_measure *m, double since, sut_sample *out);

#endif
