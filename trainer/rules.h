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
    double value;  // 0..1, how far it is from where it was at first
    bool begun;    // `first` is known
    double first;  // how far it was before anything was done
    char note[64]; // what is still wrong, "": nothing to say

    // of SUT_RULE_TAUT, by samples
    bool pulled;        // both hands hold and pull hard enough
    double pull;        // N, of the hand that pulls less
    double pull_since;  // s simulated
    double measured_at; // s simulated, of the last sample that had forces
} sut_rule_state;

typedef struct sut_verdict {
    sut_rule_state rule[SUT_TASK_RULES];
    sut_tied tied[SUT_LOOK_THREADS]; // of each thread
    bool told[SUT_LOOK_THREADS];     // it could be
    sut_tied both;                   // of the first two together
    bool both_told;
    bool success;
} sut_verdict;

// Name the knots of a look.
void sut_verdict_name(sut_verdict *v, const sut_look *look);
// Touches and pulls are judged by samples, which miss nothing however fast the world runs. `v` is the
// verdict before, all zero at the beginning.
void sut_verdict_sample(sut_verdict *v, const sut_task *task, const sut_sample *s);
// Judge all other rules; `v` is the verdict before, all zero at the beginning.
void sut_verdict_judge(sut_verdict *v, const sut_task *task, const sut_scene *scene,
                       const sut_look *look);
// Thread in the knot of the task and its loop beyond one turn around the post, m: of the knot that
// joins the first two threads if it does, else of thread `thread`. Negative: there is no knot.
double sut_verdict_looseness(const sut_verdict *v, const sut_task *task, const sut_scene *scene,
                             const sut_look *look, int thread);
// Index of the hint for what is to be done next, below `count`; negative: none.
int sut_verdict_hint(const sut_verdict *v, const sut_task *task, int throws, int count);
// The knot to show: that of both threads if they are joined, else of the first that has one.
const sut_tied *sut_verdict_knot(const sut_verdict *v, const sut_look *look);

#endif
