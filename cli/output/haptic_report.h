// SPDX-License-Identifier: MIT
// haptic_report.h -- what a haptic run came to, as JSON and for people.
#ifndef SUT_OUTPUT_HAPTIC_REPORT_H
#define SUT_OUTPUT_HAPTIC_REPORT_H

#include "sutura/haptic.h"

#include <stdio.h>

typedef struct sut_haptic_facts {
    const char *scene; // its name, or its file where it has none
    const char *file;
    const sut_haptic *loop;
    const char *const *tools;   // [hands] names of the tools
    const char *const *devices; // [hands] "operator" or a file
    const sut_runner_stats *run;
    const sut_haptic_event *events; // [event_count], the first ones
    int event_count;
    long events_left_out;
    const char *knots; // at the end, as of `sutura run`
    bool virtual_time;
    bool interrupted;
} sut_haptic_facts;

// As text, to be freed; null without memory.
char *sut_haptic_report_json(const sut_haptic_facts *facts);
void sut_haptic_report_print(const sut_haptic_facts *facts, FILE *out);

#endif
