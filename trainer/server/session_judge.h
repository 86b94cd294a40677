// SPDX-License-Identifier: MIT
// session_judge.h -- what the judge's thread and the session share.
#ifndef SUT_TRAINER_SESSION_JUDGE_H
#define SUT_TRAINER_SESSION_JUDGE_H

#include "trainer/server/account.h"
#include "trainer/server/pull.h"
#include "trainer/server/reel.h"
#include "trainer/server/rules.h"
#include "trainer/server/score.h"
#include "trainer/server/session.h"

#include <pthread.h>

enum { SUT_SESSION_NEWS = 64, SUT_JUDGE_PULLS = 4 };

// A knot in the tensiometer after its attempt has ended.
typedef struct sut_judge_pull {
    sut_pull *pull; // null: free
    uint32_t scene;
    int64_t attempt; // 0: not recorded
} sut_judge_pull;

// What was judged when a mark was taken (undo.h), to go on from when the world goes back to it.
typedef struct sut_judge_marks {
    uint32_t undos, last; // as the judge knows them
    double last_time;     // s of play time
    int throws, throws_for;   // of the knot, and for how many looks there were as many
    int throws_marked;
    bool done_marked[SUT_TASK_RULES];
    uint32_t id[SUT_UNDO_MARKS];
    sut_verdict verdict[SUT_UNDO_MARKS]; // by id modulo their number
} sut_judge_marks;

// Of the judge's thread alone.
typedef struct sut_judge {
    sut_play *play; // the one that is judged
    bool recorded;  // handed to the scribe
    bool tested;    // what the tensiometer says of a demonstration was told
    sut_track track;
    sut_look look;
    sut_verdict verdict;
    sut_score score; // for the live message
    sut_judge_marks marks;
    unsigned ticks;
    double ended_at; // s simulated, where the clock of an attempt that is over stands
    sut_judge_pull pulls[SUT_JUDGE_PULLS];
} sut_judge;

struct sut_session {
    sut_tuning tuning; // of the threads, from the next reset on
    sut_task_list tasks;
    sut_rig_plan devices;
    sut_physics *physics;
    sut_scribe *scribe;   // null: no records
    sut_records *records; // of the server's thread
    char trouble[512];    // why there are none
    void (*wake)(void *ctx);
    void *wake_ctx;
    pthread_t thread;

    pthread_mutex_t lock; // of all that follows
    sut_play *play;
    bool stop;
    char *news[SUT_SESSION_NEWS];
    int news_count;

    // of the server's thread
    uint32_t number;
    int64_t attempt;
    bool slowed; // for a beginner
    sut_reel *films[SUT_TASKS_MAX]; // demonstrations, by task; null: not asked for yet

    sut_judge judge;
};

// session_marks.c: before and after the judgement of a look
void sut_judge_before(sut_judge *j);
void sut_judge_after(sut_session *s, sut_judge *j);

void *sut_judge_work(void *session); // the thread
void sut_session_tell(sut_session *s, json_t *message); // takes over the message

#endif
