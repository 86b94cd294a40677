// SPDX-License-Identifier: MIT
// balance.h -- do the external forces of each step make up for the change of momentum?
#ifndef SUT_OUTPUT_BALANCE_H
#define SUT_OUTPUT_BALANCE_H

#include "output/source.h"

typedef struct sut_balance_tally {
    double error_max;   // N, largest over the steps; NaN: not known
    double force_max;   // N, of any hold or contact
    long long left_out; // steps that the guard shortened or a strain limit corrected
    sut_vec3 momentum;  // kg m/s, after the last step
    double time;        // s
} sut_balance_tally;

void sut_balance_start(sut_balance_tally *b, const sut_source *src);
void sut_balance_step(sut_balance_tally *b, const sut_source *src);

#endif
