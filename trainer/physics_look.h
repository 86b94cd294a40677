// SPDX-License-Identifier: MIT
// physics_look.h -- copies of the state that the physics makes for others.
#ifndef SUT_TRAINER_PHYSICS_LOOK_H
#define SUT_TRAINER_PHYSICS_LOOK_H

#include "trainer/physics.h"

void sut_look_fill(sut_look *look, const sut_play *play);
void sut_look_sample(const sut_play *play, const int *grasps, const int *drops, sut_sample *out);

#endif
