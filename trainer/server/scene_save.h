// SPDX-License-Identifier: MIT
// scene_save.h -- the state of a play as a scene file.
#ifndef SUT_TRAINER_SCENE_SAVE_H
#define SUT_TRAINER_SCENE_SAVE_H

#include "trainer/server/physics.h"

// A new reference. Threads lie and move as they do now, solids and tools are where they are, holds
// that act now hold where they are. What a scene cannot say is lost: spin of the thread and
// wear of contacts.
json_t *sut_scene_save(const sut_play *play, const sut_look *look);

#endif
