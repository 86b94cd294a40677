// SPDX-License-Identifier: MIT
// review.h -- a world that is filmed is judged as it goes: what the judge would have said ten times a
// second, and marks at what one wants to find again: dropped, slipped, pulled too hard, a granny.
#ifndef SUT_TRAINER_REVIEW_H
#define SUT_TRAINER_REVIEW_H

#include "trainer/server/account.h"
#include "trainer/server/measure.h"
#include "trainer/server/physics_look.h"

enum { SUT_REVIEW_MARKS = 200 };

typedef enum sut_review_kind {
    SUT_REVIEW_DROP,   // a thread slid out of jaws
    SUT_REVIEW_SLIP,   // it began to
    SUT_REVIEW_FORCE,  // a hand pulled harder than the task allows
    SUT_REVIEW_GRANNY, // a throw made another knot than the task wants: the hands did not cross
    SUT_REVIEW_THROW,  // a throw was named
    SUT_REVIEW_RULE,   // a rule was met
    SUT_REVIEW_UNDO,   // the world went back
    SUT_REVIEW_PIERCED, // a needle went into tissue
    SUT_REVIEW_EXITED,  // or out of a solid
    SUT_REVIEW_TEAR,    // a hole began to tear
    SUT_REVIEW_LOST     // a needle slid out of jaws
} sut_review_kind;

typedef struct sut_review_mark {
    double t; // s of play time
    sut_review_kind kind;
    int tool; // -1: none
    char text[96];
} sut_review_mark;

// How far the rules were at a time of the world, to go on from when it goes back there.
typedef struct sut_review_past {
    double world_time;
    unsigned done; // bits of rules
} sut_review_past;

typedef struct sut_review {
    const sut_task *task;
    const sut_scene *scene;
    sut_sight sight;
    bool scripted; // a demonstration: its clock begins at once
    sut_look look;
    sut_verdict verdict;
    sut_track track;
    sut_score score;
    unsigned looks;
    sut_measure measure;
    double next_sample, sampled, next_look; // s of play time
    double from;                            // s, of the first motion; negative: none yet
    sut_vec3 start[SUT_PLAY_TOOLS];
    int grasps[SUT_PLAY_TOOLS], drops[SUT_PLAY_TOOLS];
    bool over[SUT_PLAY_TOOLS]; // the force of that hand is above the limit
    int throws, throws_for, throws_marked;
    bool rule_marked[SUT_TASK_RULES];
    double world_time;
    sut_review_past *past;
    int past_count, past_room;
    sut_review_mark marks[SUT_REVIEW_MARKS];
    int mark_count;
} sut_review;

// `play` says what is judged, and must outlive it; `w` is the world, as it begins.
void sut_review_begin(sut_review *r, const sut_play *play, const sut_world *w, bool scripted);
// After a step that ended at `time`. A new reference: a `live` message without scene, ten times a
// simulated second; else null.
json_t *sut_review_step(sut_review *r, const sut_world *w, double time);
// A new reference: how it ended, as in `ended`.
json_t *sut_review_end(sut_review *r);
void sut_review_free(sut_review *r);

// A new reference: the marks as pages see them.
json_t *sut_review_marks(const sut_review_mark *marks, int count);

#endif
