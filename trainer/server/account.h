// SPDX-License-Identifier: MIT
// account.h -- what a judge says of a state: knot, progress, score, as messages for pages. Used by the
// judge of the world on show and by the one of films (review.h).
#ifndef SUT_TRAINER_ACCOUNT_H
#define SUT_TRAINER_ACCOUNT_H

#include "trainer/server/rules.h"
#include "trainer/server/score.h"

// The attempt that it is about; nothing is owned.
typedef struct sut_account {
    const sut_task *task;
    const sut_scene *scene;
    const sut_look *look;
    const sut_verdict *verdict;
    const sut_track *track;
    double from; // s of play time, when the attempt began; negative: not yet
} sut_account;

void sut_score_put(sut_score *s, sut_metric_id id, double value);
// `thorough`: with what takes milliseconds: smoothness, tails, looseness.
void sut_account_score(const sut_account *a, bool thorough, sut_score *out);
json_t *sut_account_progress(const sut_account *a);
// The `live` message without scene and undo.
json_t *sut_account_live(const sut_account *a, double elapsed, const sut_score *score);
// The part of `ended` that follows from the state.
json_t *sut_account_ended(const sut_account *a, bool success, const sut_score *score);
// Does the task show this figure?
bool sut_account_wants(const sut_task *task, const char *metric);

#endif
