// SPDX-License-Identifier: MIT
// rules.h -- are the rules of a task met by the state?
#ifndef SUT_TRAINER_RULES_H
#define SUT_TRAINER_RULES_H

#include "trainer/physics.h"
#include "trainer/shape.h"

typedef struct sut_rule_state {
    bool holds;    // now
    bool done;     // for as long as asked
    double since;  // s simulated, when it began to hold
    double value;  // 0..1, how far it is
} sut_rule_state;

typedef struct sut_verdict {
    sut_rule_state rule[SUT_TASK_RULES];
    sut_tied tied[SUT_LOOK_THREADS]; // of each thread
    bool told[SUT_LOOK_THREADS];     // it could be
    sut_tied both;                   // of the first two together
    bool both_told;
    double tension; // N, largest so far
    bool success;
} sut_verdict;

// Name the knots of a look.
void sut_verdict_name(sut_verdict *v, const sut_look *look);
// Touches are judged by samples, which miss nothing however fast the world runs. `v` is the verdict
// before, all zero at the beginning.
void sut_verdict_sample(sut_verdict *v, const sut_task *task, const sut_sample *s);
// Judge all other rules; `v` is the verdict before, all zero at the beginning.
void sut_verdict_judge(sut_verdict *v, const sut_task *task, const sut_scene *scene,
                       const sut_look *look);
// The knot to show: that of both threads if they are joined, else of the first that has one.
const sut_tied *sut_verdict_knot(const sut_verdict *v, const sut_look *look);

#endif
