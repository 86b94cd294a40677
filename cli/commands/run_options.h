// SPDX-License-Identifier: MIT
// run_options.h -- the flags of `sutura run`.
#ifndef SUT_CLI_RUN_OPTIONS_H
#define SUT_CLI_RUN_OPTIONS_H

#include "commands/changes.h"
#include "output/series.h"
#include "output/tensiometer.h"
#include "sutura/scene.h"

typedef struct sut_run_options {
    const char *scene;                     // file
    double seconds;                        // --for, negative: the scene's
    double dt;                             // --dt, negative: the scene's
    double every;                          // --every, s
    const char *model;                     // --model, null: each thread's own
    sut_changes changes;                   // --set
    const char *out;                       // --out, null: write no files
    unsigned formats;                      // --format
    const char *report;                    // --report, "-" is standard output
    const char *record;                    // --record
    const char *start;                     // --start, null: as the scene says
    const char *save;                      // --save
    bool contacts;                         // --contacts
    const char *probes[SUT_SERIES_PROBES]; // --probe, "THREAD,VERTEX"
    int probe_count;
    bool no_certificate; // --no-certificate
    bool tensiometer;    // --tensiometer
    sut_jaw jaws[2];
    double jaws_from;   // s
    bool until_failure; // --until-failure
    int workers;
    bool quiet;
} sut_run_options;

// -1: go on. Anything else is the exit code: 0 after --help, 2 after a message.
int sut_run_options_parse(sut_run_options *o, int argc, char **argv);
void sut_run_options_free(sut_run_options *o);

#endif
