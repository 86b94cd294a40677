// SPDX-License-Identifier: MIT
// snapshot.h -- what the rest of engine/world needs of snapshots and recordings.
#ifndef SUT_STATE_SNAPSHOT_H
#define SUT_STATE_SNAPSHOT_H

#include "data/world.h"
#include "state/stream.h"

// Put an image into a stream that does not read.
void sut_image_put(sut_stream *s, const sut_world *w);
size_t sut_image_words(const sut_world *w);

// state/inplace.c: an opened image of the same bodies into those that are there, without memory.
// False: it does not fit them, and nothing has changed.
bool sut_restore_in_place(sut_world *w, const sut_stream *opened);
// Two holds that keep the position of one vertex at the same time: sut_hold_create refuses them.
bool sut_holds_conflict(const sut_world *w);

// state/record.c: the world has become that image
void sut_record_restore(sut_world *w, const void *image, size_t size);

#endif
