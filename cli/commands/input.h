// SPDX-License-Identifier: MIT
// input.h -- files that commands read. Only regular files: a pipe or a device could keep a command
// waiting for ever, or never end. Standard input goes by the name "-". What is read is claimed, so
// that no output falls on it (output/claims.h).
#ifndef SUT_CLI_INPUT_H
#define SUT_CLI_INPUT_H

#include "output/writer.h"
#include "sutura/scene.h"

#include <stdio.h>

// Open a file, or standard input; `wanted` says what would be right. Null with *fault filled.
FILE *sut_input_open(const char *path, const char *wanted, sut_fault *fault);
void sut_input_close(FILE *stream); // standard input stays open

// Read a scene file, or standard input, with the files that it names.
sut_scene *sut_input_scene(const char *path, const sut_scene_options *options,
                           sut_scene_error *error);

#endif
