// SPDX-License-Identifier: MIT
// check_log.h -- rows and notes of one validation check.
#ifndef SUT_CLI_CHECK_LOG_H
#define SUT_CLI_CHECK_LOG_H

#include "validate/validate.h"

#include <stdbool.h>

typedef struct sut_check_line {
    char *quantity; // null: a note or a failure, in `unit`
    double expected, measured, tolerance;
    sut_tolerance kind;
    char *unit;
    bool holds; // notes always do
} sut_check_line;

struct sut_check_log {
    sut_check_line *lines;
    int count, capacity;
    int rows;
    bool failed; // a row does not hold, a failure was noted, or memory ran out
    void (*progress)(void *ctx, double share); // null: not called
    void *progress_ctx;
};

// Does the check hold: at least one row, and none that fails.
bool sut_check_log_holds(const sut_check_log *log);
void sut_check_log_free(sut_check_log *log);

#endif
