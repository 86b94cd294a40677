// SPDX-License-Identifier: MIT
// physics_look.h -- copies of the state that the physics makes for others.
#ifndef SUT_TRAINER_PHYSICS_LOOK_H
#define SUT_TRAINER_PHYSICS_LOOK_H

#include "trainer/server/measure.h"
#include "trainer/server/physics.h"

// What is looked at: the world of a play, or one that is replayed or filmed beside it.
typedef struct sut_sight {
    const sut_world *world;
    const sut_frame_cast *cast;
    double time;       // s of play time
    double force_most; // N, that all hands together can give
    unsigned undos;    // how often it went back
    double dt;         // s, of a step
    const sut_scene *scene;
} sut_sight;

sut_sight sut_sight_of(const sut_play *play); // called by the physics

void sut_look_fill(sut_look *look, const sut_sight *sight); // all but the number of the scene
// The forces after a step, if it found them; otherwise `m` stays as it is.
void sut_look_measure(const sut_sight *sight, sut_measure *m);
// `since`: s simulated, of the sample before.
void sut_look_sample(const sut_sight *sight, const int *grasps, const int *drops,
                     const sut_measure *m, double since, sut_sample *out);

#endif
