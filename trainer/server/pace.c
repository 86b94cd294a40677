// SPDX-License-Identifier: MIT
#include "trainer/server/pace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double most_behind = 0.05; // s
static const double window = 1.0;       // s

void sut_pace_start(sut_pace *p, double clock, double period) {
    *p = (sut_pace){.due = clock, .period = period, .window_start = clock, .realtime = 1.0};
}

void sut_pace_period(sut_pace *p, double clock, double period) {
    p->period = period;
    p->due = clock;
    p->window_start = clock;
    p->window_done = 0.0;
}

void sut_pace_step(sut_pace *p, double begin, double end, double cpu) {
    p->cpu_us[p->recent % SUT_PACE_RECENT] = 1e6 * cpu;
    p->recent_us[p->recent++ % SUT_PACE_RECENT] = 1e6 * (end - begin);
    p->steps++;
    p->due += p->period;
    p->window_done += p->period;
    p->late += end > p->due ? 1U : 0U;
    if (end - p->due > most_behind) {
        double lost = floor((end - p->due) / p->period);
        p->skipped += (uint64_t)lost;
        p->due += lost * p->period;
    }
    if (end - p->window_start >= window) {
        double ratio = p->window_done / (end - p->window_start);
        p->realtime = ratio > 1.0 ? 1.0 : ratio;
        p->window_start = end;
        p->window_done = 0.0;
    }
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void sut_pace_quantiles(const sut_pace *p, bool cpu, unsigned count, double out[3]) {
    double sorted[SUT_PACE_RECENT];
    unsigned have = p->recent < SUT_PACE_RECENT ? p->recent : SUT_PACE_RECENT;
    count = count < have ? count : have;
    out[0] = out[1] = out[2] = 0.0;
    if (count == 0) {
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        sorted[i] = (cpu ? p->cpu_us : p->recent_us)[(p->recent - 1U - i) % SUT_PACE_RECENT];
    }
    qsort(sorted, count, sizeof sorted[0], by_size);
    out[0] = sorted[count / 2U];
    out[1] = sorted[(unsigned)((double)(count - 1U) * 0.99)];
    out[2] = sorted[count - 1U];
}

//---- frames --------------------------------------------------------------------------------------

bool sut_beat_due(const sut_beat *b, double clock, bool awaited) {
    return clock >= b->due || (awaited && b->debt + b->due - clock <= b->period);
}

void sut_beat_strike(sut_beat *b, double clock) {
    double early = fmax(0.0, b->due - clock);
    double pay = fmin(b->debt + early, 0.25 * b->period);
    b->debt += early - pay;
    // one that was late is followed in the old rhythm, but not by two at once
    b->due = fmax(b->due - early + b->period + pay, clock);
}
