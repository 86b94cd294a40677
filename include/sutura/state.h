// SPDX-License-Identifier: MIT
// state.h -- snapshot, restore, hash, recording, replay.
#ifndef SUTURA_STATE_H
#define SUTURA_STATE_H

#include "sutura/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// An image holds all objects of a world and their state, not its hooks. Two-call form: with image
// null (or capacity too small) nothing is written; the size needed is returned either way.
SUT_API size_t sut_world_snapshot(const sut_world *w, void *image, size_t capacity);
// Make `w` what the image holds. Ids from the time of the image are valid again. Needs capacities
// at least as large as what is in the image (SUT_E_CAPACITY). A rejected image changes nothing.
// Where threads, tissues, supports and needles are those of the image and have not been cut since,
// it takes no memory and less time than a step; contact views and statistics stay those of the last
// step. Else a second set of objects is read beside those that are there, and views and statistics
// are empty; the memory of one such set is kept for the next time.
SUT_API sut_result sut_world_restore(sut_world *w, const void *image, size_t size);
// Make `to` what `from` is, events, contact views and statistics too, without taking memory: for
// looking ahead again and again, or drawing in another thread of the computer. Hooks stay. Both
// must have the same capacities and the same threads, tissues, supports and needles in the same
// places, as after a restore of an image of `from` in `to`; holds, obstacles, tools and holes may
// differ. SUT_E_CONFLICT: they have not, or a recording of `to` runs; nothing is changed then.
SUT_API sut_result sut_world_copy(sut_world *to, const sut_world *from);
// Capacities that a world needs to take the image; SUT_E_FORMAT when it is not one.
SUT_API sut_result sut_image_capacity(const void *image, size_t size, sut_capacity *out);
// Equal state, equal hash.
SUT_API uint64_t sut_world_hash(const sut_world *w);

// A recording is the image at its start and every changing call after it, each step with the hash
// it led to. The bytes go to the sink as they arise; the engine keeps none.
typedef struct sut_record_sink {
    bool (*write)(void *ctx, const void *bytes, size_t size); // false stops the recording
    void *ctx;
} sut_record_sink;
SUT_API sut_result sut_record_start(sut_world *w, sut_record_sink sink);
SUT_API sut_result sut_record_stop(sut_world *w); // SUT_E_ARGUMENT if none runs or the sink failed

// Replay: a new world that repeats a recording call by call. `bytes` must outlive the replay.
typedef struct sut_replay sut_replay;
typedef struct sut_replay_step {
    uint64_t step;     // counted from 1
    double dt;         // s
    uint64_t recorded; // hash in the recording
    uint64_t got;      // hash of this replay
} sut_replay_step;
SUT_API sut_result sut_replay_open(const void *bytes, size_t size, const sut_allocator *allocator,
                                   sut_replay **out);
// Go on to the end of the next recorded step. False at the end, and on damaged bytes
// (sut_replay_result then is SUT_E_FORMAT).
SUT_API bool sut_replay_next(sut_replay *r, sut_replay_step *out);
SUT_API sut_result sut_replay_result(const sut_replay *r);
SUT_API const sut_world *sut_replay_world(const sut_replay *r);
// From now on called after each part of each step, as sut_world_def.on_part; null: not
// called.
SUT_API sut_result sut_replay_watch(sut_replay *r, void (*on_part)(void *ctx, const sut_world *w),
                                    void *ctx);
SUT_API void sut_replay_close(sut_replay *r); // null is fine

#ifdef __cplusplus
}
#endif
#endif
