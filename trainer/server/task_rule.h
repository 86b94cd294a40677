// SPDX-License-Identifier: MIT
// task_rule.h -- the marks and rules of a task file.
#ifndef SUT_TRAINER_TASK_RULE_H
#define SUT_TRAINER_TASK_RULE_H

#include "trainer/server/task.h"

bool sut_task_vec3(const json_t *value, sut_vec3 *out);
// False: the message names the entry and says what would be right.
bool sut_task_read_marks(sut_task *t, sut_task_error *error);
bool sut_task_read_rules(sut_task *t, sut_task_error *error);
// As it stands in a task.
const char *sut_task_kind(sut_rule_kind kind);

#endif
