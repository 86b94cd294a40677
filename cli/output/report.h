// SPDX-License-Identifier: MIT
// report.h -- the JSON report of a run, and its short form for people.
#ifndef SUT_OUTPUT_REPORT_H
#define SUT_OUTPUT_REPORT_H

#include "output/knots.h"
#include "output/source.h"
#include "output/tally.h"
#include "output/tensiometer.h"
#include "output/tissue_shape.h"

#include <stdio.h>

// What the report needs beside the world and the tally.
typedef struct sut_run_facts {
    const char *scene; // its name, or its file where it has none
    const char *file;
    double dt;     // s
    double wall_s; // the whole loop, outputs included
    int workers;
    bool interrupted;
    sut_knots knots;                    // at the end
    sut_gaps gaps;                      // of tissues
    const sut_tensiometer *tensiometer; // null: none was asked for
} sut_run_facts;

// Model of all threads, "mixed" when they differ.
const char *sut_report_model(const sut_source *src);

// The report as text, to be freed; null without memory. Numbers that are not finite become null.
char *sut_report_json(const sut_run_facts *facts, const sut_source *src, const sut_tally *tally);

// A few lines for people.
void sut_report_print(const sut_run_facts *facts, const sut_source *src, const sut_tally *tally,
                      FILE *out);

#endif
