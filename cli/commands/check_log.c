// SPDX-License-Identifier: MIT
#include "commands/check_log.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// a new line at the end; without memory the check fails rather than pass by silence
static sut_check_line *append(sut_check_log *log, const char *quantity, const char *unit) {
    if (log->count == log->capacity) {
        int capacity = log->capacity * 2 + 16;
        sut_check_line *lines = realloc(log->lines, (size_t)capacity * sizeof *lines);
        if (lines == NULL) {
            log->failed = true;
            return NULL;
        }
        log->lines = lines;
        log->capacity = capacity;
    }
    sut_check_line line = {.unit = strdup(unit != NULL ? unit : ""), .holds = true};
    line.quantity = quantity != NULL ? strdup(quantity) : NULL;
    if (line.unit == NULL || (quantity != NULL && line.quantity == NULL)) {
        free(line.unit);
        free(line.quantity);
        log->failed = true;
        return NULL;
    }
    log->lines[log->count] = line;
    return &log->lines[log->count++];
}

static bool within(double expected, double measured, double tolerance, sut_tolerance kind) {
    if (!isfinite(measured) || !isfinite(expected)) {
        return false;
    }
    switch (kind) {
    case SUT_TOL_REL:
        return fabs(measured - expected) <= tolerance * fabs(expected);
    case SUT_TOL_MAX:
        return measured <= expected + tolerance;
    case SUT_TOL_MIN:
        return measured >= expected - tolerance;
    default:
        return fabs(measured - expected) <= tolerance;
    }
}

int sut_check_row(sut_check_log *log, const char *quantity, double expected, double measured,
                  double tolerance, sut_tolerance kind, const char *unit) {
    bool holds = within(expected, measured, tolerance, kind);
    log->rows++;
    log->failed = log->failed || !holds;
    sut_check_line *line = append(log, quantity != NULL ? quantity : "", unit);
    if (line != NULL) {
        line->expected = expected;
        line->measured = measured;
        line->tolerance = tolerance;
        line->kind = kind;
        line->holds = holds;
    }
    return holds ? 1 : 0;
}

void sut_check_note(sut_check_log *log, const char *text) {
    append(log, NULL, text);
}

void sut_check_progress(sut_check_log *log, double share) {
    if (log->progress != NULL) {
        log->progress(log->progress_ctx, share);
    }
}

void sut_check_fail(sut_check_log *log, const char *text) {
    log->failed = true;
    sut_check_line *line = append(log, NULL, text);
    if (line != NULL) {
        line->holds = false;
    }
}

bool sut_check_log_holds(const sut_check_log *log) {
    return log->rows > 0 && !log->failed;
}

void sut_check_log_free(sut_check_log *log) {
    for (int i = 0; i < log->count; i++) {
        free(log->lines[i].quantity);
        free(log->lines[i].unit);
    }
    free(log->lines);
    *log = (sut_check_log){0};
}
