// SPDX-License-Identifier: MIT
// reel.h -- an attempt to watch again: its recording replayed as fast as it goes in a thread of its
// own, 30 frames a second kept, every hash compared.
#ifndef SUT_TRAINER_REEL_H
#define SUT_TRAINER_REEL_H

#include "trainer/frame.h"

typedef struct sut_reel sut_reel;

typedef struct sut_reel_state {
    double ready, length; // s
    bool complete;        // nothing more comes
    bool same;            // all hashes so far are as recorded
    bool failed;          // the recording is damaged or too long to keep
} sut_reel_state;

// Takes over the bytes of the recording. `cast` says what frames show; its arrays must outlive the
// film. Null: out of memory or threads.
sut_reel *sut_reel_start(sut_bytes *recording, double length, const sut_frame_cast *cast);
void sut_reel_drop(sut_reel *f); // null is fine

sut_reel_state sut_reel_look(sut_reel *f);
// The frame at a time: copied to `body`; returns its number of sections, 0: none is ready. *time
// becomes that of the frame.
int sut_reel_frame(sut_reel *f, double *time, sut_bytes *body);

#endif
