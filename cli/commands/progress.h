// SPDX-License-Identifier: MIT
// progress.h -- one line on a terminal that tells how far a run is. On anything but a terminal it
// says nothing.
#ifndef SUT_CLI_PROGRESS_H
#define SUT_CLI_PROGRESS_H

#include <stdbool.h>

typedef struct sut_progress {
    bool on;
    bool shown;
    bool blocks;             // the terminal shows UTF-8
    double started, updated; // s
    char note[64];           // shown behind the bar
} sut_progress;

void sut_progress_start(sut_progress *p, bool quiet, double now);
// Simulated seconds done of all; draws at most ten times a second. `now` by sut_clock_now.
void sut_progress_update(sut_progress *p, double now, double done, double all);
// Will the next update draw? Then what it should say besides can be found out now.
bool sut_progress_is_due(const sut_progress *p, double now);
void sut_progress_note(sut_progress *p, const char *text);
// One line of text instead of the bar, for work without a known length.
void sut_progress_text(sut_progress *p, const char *text);
void sut_progress_end(sut_progress *p); // leaves an empty line behind

double sut_clock_now(void); // s, monotonic
double sut_clock_cpu(void); // s, CPU time of this thread

#endif
