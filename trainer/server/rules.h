// SPDX-License-Identifier: MIT
// rules.h -- are the rules of a task met by the state?
#ifndef SUT_TRAINER_RULES_H
#define SUT_TRAINER_RULES_H

#include "trainer/server/physics.h"
#include "trainer/server/shape.h"

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

    double done_at; // s simulated, when it was done first; 0: not yet

    // of SUT_RULE_PLACED
    bool held;     // a tool holds the thread
    double let_go; // s simulated, when it was let go; 0: not since it was judged last
    int lost;      // how often it was let go and did not come to lie in the mark
} sut_rule_state;

typedef struct sut_verdict {
    sut_rule_state rule[SUT_TASK_RULES];
    sut_tied tied[SUT_LOOK_THREADS]; // of each thread
    bool told[SUT_LOOK_THREADS];     // it could be
    sut_tied both;                   // of the first two together
    bool both_told;
    bool success;

    // by samples
    bool opened[SUT_SAMPLE_HANDS]; // the jaws were open since they last closed
    int misses;                    // how often they closed on nothing
    double strayed;                // m s, sum of distances from the lines between targets
    double traced;                 // s, over which that was summed
    double sampled_at;             // s simulated
} sut_verdict;

// May the rule be done by now: is the one done that it waits for?
bool sut_verdict_due(const sut_verdict *v, const sut_rule *r);
// s from the first to the last rule that was done by touching; negative: fewer than two were.
double sut_verdict_contact_time(const sut_verdict *v, const sut_task *task);
// Name the knots of a look.
void sut_verdict_name(sut_verdict *v, const sut_look *look);
// Touches and pulls are judged by samples, which miss nothing however fast the world runs. `v` is
// the verdict before, all zero at the beginning.
void sut_verdict_sample(sut_verdict *v, const sut_task *task, const sut_sample *s);
// Judge all other rules; `v` is the verdict before, all zero at the beginning.
void sut_verdict_judge(sut_verdict *v, const sut_task *task, const sut_scene *scene,
                       const sut_look *look);
// Thread in the knot of the task and its loop beyond one turn around the post, m: of the knot that
// joins the first two threads if it does, else of thread `thread`. Negative: there is no knot.
double sut_verdict_looseness(const sut_verdict *v, const sut_task *task, const sut_scene *scene,
                             const sut_look *look, int thread);
// m from a mark to the nearest place where a needle or its thread goes through tissue, on its rest shape, and the
// angle (rad) at which the needle went through there; negative: there is none.
double sut_verdict_off_mark(const sut_look *look, const sut_task *task, int mark, double *angle);
// Index of the hint for what is to be done next, below `count`; negative: none.
int sut_verdict_hint(const sut_verdict *v, const sut_task *task, int throws, int count);
// The knot to show: that of both threads if they are joined, else of the first that has one.
const sut_tied *sut_verdict_knot(const sut_verdict *v, const sut_look *look);

#endif
