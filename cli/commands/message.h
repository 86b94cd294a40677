// SPDX-License-Identifier: MIT
// message.h -- what the command line says when something is wrong, and the exit codes.
#ifndef SUT_CLI_MESSAGE_H
#define SUT_CLI_MESSAGE_H

#include <stdbool.h>

enum {
    SUT_EXIT_DONE = 0,
    SUT_EXIT_FAILED = 1, // it ran and failed: diverged, a check not met, the disk full
    SUT_EXIT_USAGE = 2   // bad usage or bad input; nothing was written
};

// One line "sutura: ..." on standard error, whatever control characters a file name brings along.
// Each returns the exit code of its name, so that a command can `return sut_cli_refuse(...)`.
__attribute__((format(printf, 1, 2))) int sut_cli_refuse(const char *format, ...);
__attribute__((format(printf, 1, 2))) int sut_cli_fail(const char *format, ...);

// Flush standard output: results that could not be written make a command fail.
int sut_cli_finish(int code);

// The candidate that `word` most likely meant, or null when none is near.
const char *sut_cli_suggest(const char *word, const char *const *candidates, int count);

#endif
