// SPDX-License-Identifier: MIT
// world_state.h -- what the rest of engine/world needs of snapshots and recordings.
#ifndef SUT_WORLD_STATE_H
#define SUT_WORLD_STATE_H

#include "world/world_internal.h"
#include "world/world_stream.h"

// Put an image into a stream that does not read.
void sut_image_put(sut_stream *s, const sut_world *w);
size_t sut_image_words(const sut_world *w);

// List the planes of all holds that are active, as the last step left them: what energies ask for
// between two steps. To be called after anything but a step has changed which holds there are.
// No allocation; holds are sorted by insertion.
void sut_hold_list_planes(sut_world *w);

// world_record.c: the world has become that image
void sut_record_restore(sut_world *w, const void *image, size_t size);

#endif
