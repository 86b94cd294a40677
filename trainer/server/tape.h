// SPDX-License-Identifier: MIT
// tape.h -- bytes of a recording on their way from the physics to the database.
//
// The physics appends and never waits for a disk; the writer takes all that has come. When the
// writer is stuck the tape fills up to its limit and the recording stops.
#ifndef SUT_TRAINER_TAPE_H
#define SUT_TRAINER_TAPE_H

#include "trainer/server/bytes.h"

#include <pthread.h>

typedef struct sut_tape {
    pthread_mutex_t lock;
    sut_bytes bytes;
    size_t limit;
    bool full; // bytes were lost: what follows would not fit to what came before
} sut_tape;

void sut_tape_open(sut_tape *t, size_t limit);
void sut_tape_close(sut_tape *t);
bool sut_tape_write(void *tape, const void *bytes, size_t size); // a sut_record_sink
// All bytes so far; `out` (its memory is swapped in) should be empty.
void sut_tape_take(sut_tape *t, sut_bytes *out);
bool sut_tape_full(sut_tape *t);

#endif
