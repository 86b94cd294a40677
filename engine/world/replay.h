// SPDX-License-Identifier: MIT
// replay.h -- a recording that is being repeated.
#ifndef SUT_WORLD_REPLAY_H
#define SUT_WORLD_REPLAY_H

#include "state/record_ops.h"
#include "state/snapshot.h"

struct sut_replay {
    sut_memory memory;
    sut_world *world;
    const uint8_t *bytes;
    size_t at, end;       // words: the next record; where the last whole one ends
    bool torn;            // something that is no record follows
    sut_result result;    // of the recording so far
    uint64_t steps;       // replayed
    sut_replay_step step; // the last one

    double *room; // [room_size] arrays of the def that is being repeated
    size_t room_size;
};

// Make the call of a record whose payload is to be read. What the call answered, or SUT_E_FORMAT
// when the payload is not that of the call.
sut_result sut_replay_call(sut_replay *r, sut_op op, sut_stream *payload);
bool sut_replay_knows(sut_op op);

#endif
