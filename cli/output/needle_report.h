// SPDX-License-Identifier: MIT
// needle_report.h -- needles in the report of a run.
#ifndef SUT_OUTPUT_NEEDLE_REPORT_H
#define SUT_OUTPUT_NEEDLE_REPORT_H

#include "output/source.h"
#include "output/tally.h"

#include <jansson.h>
#include <stdio.h>

json_t *sut_needle_report(const sut_source *src, const sut_tally *tally); // a list
void sut_needle_report_print(const sut_source *src, const sut_tally *tally, FILE *out);

#endif
