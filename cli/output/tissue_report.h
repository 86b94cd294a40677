// SPDX-License-Identifier: MIT
// tissue_report.h -- the parts of a report that tissues bring.
#ifndef SUT_OUTPUT_TISSUE_REPORT_H
#define SUT_OUTPUT_TISSUE_REPORT_H

#include "output/tally.h"
#include "output/tissue_shape.h"

#include <jansson.h>
#include <stdio.h>

// "tissues", "needles", "stitches", "gaps", "balance", "events"; nothing in a run without tissues.
void sut_tissue_report_add(json_t *report, const sut_source *src, const sut_tally *tally,
                           const sut_gaps *gaps);
// A line for each tissue and each gap.
void sut_tissue_report_print(const sut_source *src, const sut_tally *tally, const sut_gaps *gaps,
                             FILE *out);

#endif
