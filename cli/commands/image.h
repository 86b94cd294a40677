// SPDX-License-Identifier: MIT
// image.h -- the state of a world in a file: `sutura run --save` writes it, `--start` goes on from
// it.
#ifndef SUT_CLI_IMAGE_H
#define SUT_CLI_IMAGE_H

#include "output/source.h"
#include "output/writer.h"

// Make the world, which is that of the source, what the file holds. False with *fault filled; the
// run is over then.
bool sut_image_load(sut_world *world, const sut_source *src, const char *path, sut_fault *fault);
bool sut_image_save(const sut_world *world, const char *path, sut_fault *fault);

#endif
