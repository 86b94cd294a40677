// SPDX-License-Identifier: MIT
// stage_timer.h -- which stage of a step the time belongs to.
#ifndef SUT_BASE_STAGE_TIMER_H
#define SUT_BASE_STAGE_TIMER_H

#include "base/clock.h"
#include "sutura/types.h"

typedef struct sut_step_timer {
    sut_stats *stats;
    double last; // us
} sut_step_timer;

// Time since the last call belongs to stage s.
static inline void sut_stage_done(sut_step_timer *t, sut_stage s) {
    double now = sut_clock_us();
    t->stats->stage_us[s] += now - t->last;
    t->last = now;
}

#endif
