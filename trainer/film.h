// SPDX-License-Identifier: MIT
// film.h -- an attempt to watch again: its recording replayed as fast as it goes in a thread of its
// own, 30 frames a second kept, every hash compared.
#ifndef SUT_TRAINER_FILM_H
#define SUT_TRAINER_FILM_H

#include "trainer/frame.h"

typedef struct sut_film sut_film;

typedef struct sut_film_state {
    double ready, length; // s
    bool complete;        // nothing more comes
    bool same;            // all hashes so far are as recorded
    bool failed;          // the recording is damaged or too long to keep
} sut_film_state;

// Takes over the bytes of the recording. `cast` says what frames show; its arrays must outlive the
// film. Null: out of memory or threads.
sut_film *sut_film_start(sut_bytes *recording, double length, const sut_frame_cast *cast);
void sut_film_drop(sut_film *f); // null is fine

sut_film_state sut_film_look(sut_film *f);
// The frame at a time: copied to `body`; returns its number of sections, 0: none is ready. *time
// becomes that of the frame.
int sut_film_frame(sut_film *f, double *time, sut_bytes *body);

#endif
