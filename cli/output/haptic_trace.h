// SPDX-License-Identifier: MIT
// haptic_trace.h -- what each hand did and felt, period by period: kept in memory while the loop
// runs, because a disk may let it wait, and written as CSV afterwards.
#ifndef SUT_OUTPUT_HAPTIC_TRACE_H
#define SUT_OUTPUT_HAPTIC_TRACE_H

#include "output/writer.h"
#include "sutura/haptic.h"

typedef struct sut_haptic_row {
    double t;
    int hand;
    sut_hand_state state;
    sut_pose target;
    double jaw;
    sut_vec3 force;
} sut_haptic_row;

typedef struct sut_haptic_trace {
    sut_haptic_row *rows;
    size_t count, capacity;
} sut_haptic_trace;

bool sut_haptic_trace_init(sut_haptic_trace *t, double periods, int hands);
void sut_haptic_trace_free(sut_haptic_trace *t);
// After a period. Without init it does nothing.
void sut_haptic_trace_add(sut_haptic_trace *t, const sut_haptic *h);
bool sut_haptic_trace_write(const sut_haptic_trace *t, const char *path, const char *const *tools,
                            sut_fault *fault);

#endif
