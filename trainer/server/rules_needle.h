// SPDX-License-Identifier: MIT
// rules_needle.h -- the rules about needles, stitches and blades, for rules.c.
#ifndef SUT_TRAINER_RULES_NEEDLE_H
#define SUT_TRAINER_RULES_NEEDLE_H

#include "trainer/server/rules.h"

// Of SUT_RULE_LOADED; says by how much it is off.
bool sut_rule_loaded(const sut_rule *r, const sut_look *look, sut_rule_state *s);
// Of SUT_RULE_TAILS; says how long they are.
bool sut_rule_tails(const sut_rule *r, const sut_look *look, sut_rule_state *s);
// Of the others; `value`: how much of it is done.
bool sut_rule_stitched(const sut_task *task, const sut_rule *r, const sut_look *look,
                       double *value);

#endif
