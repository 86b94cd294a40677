// SPDX-License-Identifier: MIT
// stitch_report.h -- passages of threads through tissues, in the report.
#ifndef SUT_OUTPUT_STITCH_REPORT_H
#define SUT_OUTPUT_STITCH_REPORT_H

#include "output/source.h"

#include <jansson.h>

// The list `stitches`: a wall is one passage, a solid one from where a thread comes in to where it
// leaves.
json_t *sut_stitch_report(const sut_source *src);
int sut_stitch_holes(const sut_source *src, int tissue); // that something is through

typedef struct sut_tears {
    int count;   // holes that have torn
    double area; // m^2, their ways times the thickness
} sut_tears;
sut_tears sut_stitch_tears(const sut_source *src, int tissue);

#endif
