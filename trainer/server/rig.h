// SPDX-License-Identifier: MIT
// rig.h -- hands of devices on the server's side: the haptic loop of one play.
//
// A device is named as on the command line: "FILE.csv" is recorded motion in the world's frame,
// "operator:FILE.csv" a simulated hand of mass, spring and damper that follows that motion and gives
// way to the force it feels, "none" for no device. The motion begins with every play.
#ifndef SUT_TRAINER_RIG_H
#define SUT_TRAINER_RIG_H

#include "trainer/server/sample.h"

#include "sutura/haptic.h"
#include "sutura/scene.h"

// By hand: left, right; null or "none": pages move it.
typedef struct sut_rig_plan {
    const char *who[SUT_SAMPLE_HANDS];
} sut_rig_plan;

typedef struct sut_rig_error {
    char text[640];
} sut_rig_error;

typedef struct sut_rig sut_rig;

// False: such a device cannot be had; `error` says why. For the command line, before anything runs.
bool sut_rig_check(const char *who, sut_rig_error *error);

// Put the devices to the tools called "left" and "right", those that there are. *out is null where
// no device is wanted. The world and the scene must outlive it.
bool sut_rig_make(const sut_rig_plan *plan, sut_world *w, const sut_scene *scene, sut_rig **out,
                  sut_rig_error *error);
void sut_rig_drop(sut_rig *r); // null is fine

bool sut_rig_has(const sut_rig *r, int tool); // a device moves it; null: none does
bool sut_rig_moved(const sut_rig *r); // a hand has moved its tool by half a millimetre
// Read the devices, drive the scene, step the world, give forces back.
sut_result sut_rig_step(sut_rig *r);

#endif
