// SPDX-License-Identifier: MIT
// task_check.h -- what stands in a task file that is not read, or that is of another kind than it has to be.
#ifndef SUT_TRAINER_TASK_CHECK_H
#define SUT_TRAINER_TASK_CHECK_H

#include "trainer/server/task.h"

// False: the message begins with the place in the task ("rules[2].amuont") and says what would be right.
bool sut_task_check(json_t *json, sut_task_error *error);

// The line of a place in a text that was read as JSON, from 1; 0: there is no such place. What stands after a colon
// or a blank is not part of the place.
int sut_task_line(const char *text, const char *place);

#endif
