// SPDX-License-Identifier: MIT
// session.h -- everything behind the server: tasks, the play on show, its judge, its records.
//
// Functions are for the server's thread. The judge, a thread of its own, looks ten times a second,
// names knots, applies the rules and ends attempts; what it says to all pages waits in a list.
#ifndef SUT_TRAINER_SESSION_H
#define SUT_TRAINER_SESSION_H

#include "trainer/server/physics.h"
#include "trainer/server/records.h"
#include "trainer/server/scribe.h"

typedef struct sut_session sut_session;

typedef struct sut_session_options {
    const char *tasks;     // folder
    const char *data;      // folder, null: no records
    sut_rig_plan devices;    // of the hands
    void (*wake)(void *ctx); // there is something for pages
    void *ctx;
} sut_session_options;

typedef struct sut_refusal {
    const char *code; // of docs/protocol.md
    char text[512];
} sut_refusal;

// Null: the refusal says why. Records that cannot be opened are no reason: sut_session_well.
sut_session *sut_session_start(const sut_session_options *o, sut_refusal *why);
void sut_session_stop(sut_session *s); // null is fine

sut_physics *sut_session_physics(sut_session *s);
const sut_task_list *sut_session_tasks(sut_session *s);
sut_records *sut_session_records(sut_session *s); // of the server's thread; null: none

typedef struct sut_session_wish {
    const char *task, *material, *trainee; // material and trainee may be null
    bool demo;
    sut_level level;
    const sut_tuning *tuning; // null: the threads are as the task has them
} sut_session_wish;
bool sut_session_begin(sut_session *s, const sut_session_wish *w, sut_refusal *why);
bool sut_session_replay(sut_session *s, int64_t attempt, sut_refusal *why);
bool sut_session_reset(sut_session *s, sut_refusal *why);
// A factor of the threads from the next reset on, clamped; false: there is no such one.
bool sut_session_tune(sut_session *s, const char *name, double *value);
bool sut_session_end(sut_session *s, sut_refusal *why); // the attempt
bool sut_session_undo(sut_session *s, sut_refusal *why); // back to the last mark

bool sut_session_films(sut_session *s); // a replay or a demonstration is on show
// A new reference: where the tools of a demonstration are (GHOST of docs/protocol.md). Null: the task has
// none.
json_t *sut_session_ghost(sut_session *s, const char *task);
json_t *sut_session_scene(sut_session *s); // a new reference: the scene message
uint32_t sut_session_number(sut_session *s);
// A new reference: the present state as a scene file; null: not now.
json_t *sut_session_save(sut_session *s);
bool sut_session_well(sut_session *s, char *text, size_t size); // of the records

// The next message for all pages, to be freed; null: none.
char *sut_session_news(sut_session *s);

#endif
