// SPDX-License-Identifier: MIT
// haptic_defs.h -- is a def one that can be used: SUT_OK, SUT_E_DEF or SUT_E_ARGUMENT.
#ifndef SUT_HAPTIC_DEFS_H
#define SUT_HAPTIC_DEFS_H

#include "haptic_types.h"

sut_result sut_haptic_def_check(const sut_haptic_def *d);
sut_result sut_hand_def_check(const sut_hand_def *d);
sut_result sut_runner_def_check(const sut_runner_def *d);
sut_result sut_operator_def_check(const sut_operator_def *d);

#endif
