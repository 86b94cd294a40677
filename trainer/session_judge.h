// SPDX-License-Identifier: MIT
// session_judge.h -- what the judge's thread and the session share.
#ifndef SUT_TRAINER_SESSION_JUDGE_H
#define SUT_TRAINER_SESSION_JUDGE_H

#include "trainer/pull.h"
#include "trainer/rules.h"
#include "trainer/score.h"
#include "trainer/session.h"

#include <pthread.h>

enum { SUT_SESSION_NEWS = 64, SUT_JUDGE_PULLS = 4 };

// A knot in the tensiometer after its attempt has ended.
typedef struct sut_judge_pull {
    sut_pull *pull; // null: free
    uint32_t scene;
    int64_t attempt; // 0: not recorded
} sut_judge_pull;

// Of the judge's thread alone.
typedef struct sut_judge {
    sut_play *play; // the one that is judged
    bool recorded;  // handed to the scribe
    bool live_done; // the demonstration has been played
    sut_track track;
    sut_look look;
    sut_verdict verdict;
    sut_score score; // for the live message
    unsigned ticks;
    double ended_at; // s simulated, where the clock of an attempt that is over stands
    sut_judge_pull pulls[SUT_JUDGE_PULLS];
} sut_judge;

struct sut_session {
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

    sut_judge judge;
};

void *sut_judge_work(void *session); // the thread
void sut_session_tell(sut_session *s, json_t *message); // takes over the message

#endif
