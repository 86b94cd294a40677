// SPDX-License-Identifier: MIT
// measure.h -- what a step says about forces: how hard each hand pulls, and the tension of threads.
//
// A step that ran out of its budget before its contact forces were found is no measurement. Edges
// inside jaws keep whatever length they had when the jaws closed, so their tension says nothing about
// a pull.
#ifndef SUT_TRAINER_MEASURE_H
#define SUT_TRAINER_MEASURE_H

#include "trainer/server/bite.h"
#include "trainer/server/sample.h"

typedef struct sut_measure {
    double t;                      // s simulated; of the last step that was a measurement
    double pull[SUT_SAMPLE_HANDS]; // N, of threads on the tool, no more than its coupling gives
    double tension;                // N, largest in any thread outside of jaws
    sut_bite bite;                 // of all steps so far
} sut_measure;

// Were the forces of the step found? Coupled hands cannot pull harder than `most` N together: a
// tension far above it is an error of the solver.
bool sut_measure_counts(const sut_stats *s, double tension, double most);
// N, of threads on the tool, no more than its coupling gives to the hand.
double sut_measure_pull(const sut_tool_view *v);
// N, largest of a thread, without the edges beside the vertices that tools hold.
double sut_measure_tension(const sut_thread_view *v, sut_thread_id thread,
                           const sut_tool_view *tools, int tool_count);

#endif
