// SPDX-License-Identifier: MIT
// tool_tally.h -- what one instrument did and felt over a run.
#ifndef SUT_OUTPUT_TOOL_TALLY_H
#define SUT_OUTPUT_TOOL_TALLY_H

#include "output/source.h"

typedef struct sut_tool_tally {
    double force_max;  // N, of threads on the tool
    double torque_max; // N m
    double solid_max;  // N, of other tools and obstacles on it
    double hand_max;   // N, of the coupling on the hand
    double lag_max;    // m, of the proxy behind its target
    double path;       // m, way of the proxy's origin
    long long grasps;  // strands that were taken hold of
    long long drops;   // strands that slid out
    long long slips;   // times that a held strand began to slide
    long long blocked; // times that something was in the way
    sut_vec3 at;       // where the proxy was after the last step
} sut_tool_tally;

void sut_tool_tally_start(sut_tool_tally *t, const sut_source *src, int tool);
// After an accepted step.
void sut_tool_tally_step(sut_tool_tally *t, const sut_source *src, int tool);

#endif
