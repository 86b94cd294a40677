// SPDX-License-Identifier: MIT
// tally.h -- what a run adds up over its steps: times, peaks, counts. Memory does not grow with the
// number of steps.
#ifndef SUT_OUTPUT_TALLY_H
#define SUT_OUTPUT_TALLY_H

#include "output/balance.h"
#include "output/event.h"
#include "output/tool_tally.h"

// Durations in bins that are 1/512 of their value wide (exact below 1024 ns), so that a percentile
// is within 0.2 % of the true one, which is well below what a clock repeats.
enum { SUT_HISTOGRAM_BINS = 1024 + 54 * 512 };
typedef struct sut_histogram {
    uint64_t count;
    uint64_t max; // ns
    uint32_t bins[SUT_HISTOGRAM_BINS];
} sut_histogram;
void sut_histogram_add(sut_histogram *h, double microseconds);
// Microseconds that the share q of the values does not exceed; NaN without values.
double sut_histogram_quantile(const sut_histogram *h, double q);
double sut_histogram_max(const sut_histogram *h);

// What the contacts and the guard of a run came to.
typedef struct sut_touches {
    int most;            // contacts that bore a force at the end of a step
    long long sum;       // of them over all steps
    double residual_max; // error of the forces, against the largest one
    double overlap_max;  // in radii of the thinner thread
    long long hits;      // pairs that the guard found too close
    long long shortened; // steps that it shortened
    double lag_max;      // m, of a hold that it blocked behind its target
} sut_touches;

// Steps that had used up their budget, and what they lost by it.
typedef struct sut_over_budget {
    long long steps;
    double force_error; // the largest, against the largest force
    double lost_way;    // m, the longest displacement in a step that was not made
} sut_over_budget;

// What explicit models had no budget for.
typedef struct sut_slow_motion {
    long long steps; // in which time was lost
    double lost;     // s, in all
} sut_slow_motion;

enum { SUT_TALLY_NEEDLES = 64 }; // as many as a scene may have

typedef struct sut_tally {
    int thread_count;
    double *tension_max;   // [thread_count] N, largest of any edge in any step so far
    sut_histogram *step;   // wall time of sut_world_step
    sut_histogram *cpu;    // the same in CPU time of this thread
    sut_histogram *stages; // [SUT_STAGE_COUNT]
    long long steps;       // accepted
    long long substeps, linearisations;
    int substeps_max;
    int diverged;
    sut_touches touches;
    sut_slow_motion slow;
    sut_over_budget over_budget;
    int tool_count;
    sut_tool_tally *tools;                      // [tool_count]
    double needle_force_max[SUT_TALLY_NEEDLES]; // N, of all that touches or pulls it
    int needle_grasps[SUT_TALLY_NEEDLES];       // times that a tool took it
    int needle_drops[SUT_TALLY_NEEDLES];        // times that it slid out of one
    sut_event_counts events;
    sut_balance_tally balance;
    long long passages;  // of threads through anything; -1: not known
    double hook_us;      // CPU time of hooks inside all steps together
    double last_tension; // N, largest of any edge after the last step
    double last_stretch; // largest |strain| after the last step
} sut_tally;

bool sut_tally_init(sut_tally *t, int thread_count, int tool_count);
void sut_tally_free(sut_tally *t);
// The state at the start counts for the peaks.
void sut_tally_start(sut_tally *t, const sut_source *src);
// After an accepted step that took so long. What hooks inside the step took is not in these times;
// it counts as part of a stage to the engine, and is taken out of that.
typedef struct sut_step_cost {
    double wall_us, cpu_us;
    double hook_wall_us, hook_cpu_us;
} sut_step_cost;
void sut_tally_step(sut_tally *t, const sut_source *src, const sut_step_cost *cost);

#endif
