// SPDX-License-Identifier: MIT
// claims.h -- the files that a command reads and writes, so that no output falls on an input or on
// another output, under whatever name: the same file by links and relative paths is the same file.
//
// One command runs in a process, so there is one list.
#ifndef SUT_OUTPUT_CLAIMS_H
#define SUT_OUTPUT_CLAIMS_H

#include "output/writer.h"

#include <stdbool.h>

// The command reads that file (nothing happens when there is none).
void sut_claim_input(const char *path);
void sut_claim_input_fd(int fd, const char *name);

// The command will write that file, which may not exist yet. False with *fault when it is an input
// or another output.
bool sut_claim_output(const char *path, sut_fault *fault);
// May an output be written to `path`? Claims nothing, and an earlier claim of the same path does
// not stand in the way.
bool sut_claim_allows(const char *path, sut_fault *fault);

// While a writer has it open.
void sut_claim_hold(const char *path);
void sut_claim_drop(const char *path);

#endif
