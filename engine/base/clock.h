// SPDX-License-Identifier: MIT
// clock.h -- microseconds since some moment, for the stage timers. Never part of the state.
#ifndef SUT_BASE_CLOCK_H
#define SUT_BASE_CLOCK_H

#include <time.h>

static inline double sut_clock_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

#endif
