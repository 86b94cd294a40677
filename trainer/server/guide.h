// SPDX-License-Identifier: MIT
// guide.h -- the demonstration of a task as steps for a trainee.
//
// The script of the demonstration says what each hand does when. For a trainee time does not matter:
// a step waits until it has been done. Reaching and grasping become one step, waiting none.
#ifndef SUT_TRAINER_GUIDE_H
#define SUT_TRAINER_GUIDE_H

#include "sutura/scene.h"

#include <jansson.h>

// A new reference: the steps as pages get them (docs/protocol.md, "scene"); an empty list where there
// is no script.
json_t *sut_guide_of(const sut_scene *demo);

#endif
