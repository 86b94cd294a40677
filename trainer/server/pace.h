// SPDX-License-Identifier: MIT
// pace.h -- when the next step is due, and how well deadlines were kept.
#ifndef SUT_TRAINER_PACE_H
#define SUT_TRAINER_PACE_H

#include <stdbool.h>
#include <stdint.h>

enum { SUT_PACE_RECENT = 1024 };

typedef struct sut_pace {
    double due;    // s, when the step under way should be over and the next begins
    double period; // s, of the clock, of one step
    uint64_t steps, late, skipped;
    double recent_us[SUT_PACE_RECENT]; // time of the last steps
    double cpu_us[SUT_PACE_RECENT];    // of it, what the processor worked for them
    unsigned recent;                   // how many there were
    double window_start, window_done;  // s of the clock, s of the clock's worth done
    double realtime;                   // share of the speed asked for that was reached
} sut_pace;

void sut_pace_start(sut_pace *p, double clock, double period);
// Another speed: the step under way keeps its beginning.
void sut_pace_period(sut_pace *p, double clock, double period);
// A step took from `begin` to `end`, `cpu` s of the processor. It is late when it ends after the next was due to begin; more
// than 50 ms behind it gives the lost periods up instead of hurrying after them.
void sut_pace_step(sut_pace *p, double begin, double end, double cpu);
// Median, 99th percentile and maximum of the last `count` steps, in us: by the clock, or of the
// processor.
void sut_pace_quantiles(const sut_pace *p, bool cpu, unsigned count, double out[3]);

// When the next frame is to go out. They come evenly; one that is waited for comes at once, and
// those after it a quarter of a period later than usual until that is made up for. So there are never
// more of them, in the long run, than one per period.
typedef struct sut_beat {
    double due;    // s of the clock
    double period; // s
    double debt;   // s that frames came early and that is not made up for yet, at most a period
} sut_beat;

bool sut_beat_due(const sut_beat *b, double clock, bool awaited);
void sut_beat_strike(sut_beat *b, double clock); // one goes out

#endif
