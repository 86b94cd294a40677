// SPDX-License-Identifier: MIT
// onset.h -- where does a straight (or plane) thread lose its stability?
//
// A small disturbance of a thread without inertia dies away as exp(-rate t), and the rate goes
// through zero at the onset. The rate is measured from the motion, the load from what the holds had
// to give; the load at which the rate is zero is found by the secant method, so that nothing needs
// to know the answer beforehand.
#ifndef SUT_VALIDATE_ONSET_H
#define SUT_VALIDATE_ONSET_H

#include "validate/rig.h"

typedef struct sut_onset_point {
    double load; // measured
    double rate; // 1/s, of decay; negative: the disturbance grows
} sut_onset_point;

// Size of the disturbance now; ctx is the experiment's.
typedef double sut_onset_size(const sut_rig *r, const void *ctx);
// Set up the experiment for about this load, and measure.
typedef sut_onset_point sut_onset_try(sut_check_log *log, double load, const void *ctx);

// Decay rate of a disturbance, once its slowest part is all that is left of it.
double sut_onset_rate(sut_rig *r, sut_onset_size *size, const void *ctx);
// Load of zero rate, starting from two loads; NaN when it is not found.
double sut_onset_find(sut_check_log *log, sut_onset_try *attempt, const void *ctx, double first,
                      double second);
// The same where the onset itself cannot be reached, because a small fault of the set-up grows near
// it: three loads below it, and the parabola through their rates.
double sut_onset_ahead(sut_check_log *log, sut_onset_try *attempt, const void *ctx,
                       const double loads[3]);
// Root of the sum of squares of all distances from the x axis.
double sut_onset_off_axis(const sut_rig *r, const void *unused);

#endif
