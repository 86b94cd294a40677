// SPDX-License-Identifier: MIT
// scribe.h -- the thread that writes attempts to the records, four times a second.
//
// What cannot be written is kept and tried again: a full disk that has room again loses nothing.
#ifndef SUT_TRAINER_SCRIBE_H
#define SUT_TRAINER_SCRIBE_H

#include "trainer/server/play.h"
#include "trainer/server/records.h"

typedef struct sut_scribe sut_scribe;

// Takes over `r`.
sut_scribe *sut_scribe_start(sut_records *r);
void sut_scribe_stop(sut_scribe *s); // writes what there is; null is fine

// Record this play from now on; false: too many at a time.
bool sut_scribe_begin(sut_scribe *s, sut_play *play);
// How long it has lasted so far, and under which conditions (conditions.h), which are taken over.
void sut_scribe_note(sut_scribe *s, const sut_play *play, double seconds, json_t *conditions);
typedef struct sut_scribe_end {
    const char *state;
    double seconds;
    bool success;
    json_t *metrics, *conditions; // taken over
} sut_scribe_end;
// It is over. The recording itself ends when the physics has ended it.
void sut_scribe_finish(sut_scribe *s, const sut_play *play, const sut_scribe_end *end);
// More figures of an attempt that is over or will be. Takes over `metrics`.
void sut_scribe_add(sut_scribe *s, int64_t attempt, json_t *metrics);
// True: all is well. False: `text` says what is not.
bool sut_scribe_well(sut_scribe *s, char *text, size_t size);

#endif
