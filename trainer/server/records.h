// SPDX-License-Identifier: MIT
// records.h -- attempts, their figures and recordings, in a SQLite file.
//
// One connection per thread: the scribe writes with one, the server reads and deletes with another.
// The file is in WAL mode: readers and the writer do not wait for each other, and what was
// committed survives the end of the process at any instant.
#ifndef SUT_TRAINER_RECORDS_H
#define SUT_TRAINER_RECORDS_H

#include "trainer/server/bytes.h"

#include <jansson.h>

typedef struct sut_records sut_records;

typedef struct sut_records_error {
    char text[512];
} sut_records_error;

// Opens or creates FOLDER/records.sqlite. `cleans` (one connection does): attempts that were running
// when an earlier process ended are marked as lost. Null: `error` says why.
sut_records *sut_records_open(const char *folder, bool cleans, sut_records_error *error);
void sut_records_close(sut_records *r); // null is fine
const char *sut_records_message(const sut_records *r); // of the last failure

// The last failure was that the attempt is not there (any more).
bool sut_records_gone(const sut_records *r);

typedef struct sut_records_attempt {
    int64_t id;
    const char *trainee, *task, *title, *material;
    const char *scene;   // JSON text
    const char *started; // "2026-11-16T08:00:00Z"
    int version;         // of the task; 0: 1
} sut_records_attempt;

// Writing. False: not written, the message says why, and it can be tried again.
bool sut_records_begin(sut_records *r, const sut_records_attempt *a);
bool sut_records_chunk(sut_records *r, int64_t attempt, int n, const sut_bytes *bytes);
// How long an attempt that is under way has lasted, and under which conditions: an object, or null
// of JSON where they are the task's. What is there when the process ends is what is known of it.
bool sut_records_note(sut_records *r, int64_t attempt, double seconds, const json_t *conditions);
typedef struct sut_records_end {
    const char *state;
    double seconds;
    bool success;
    const json_t *metrics;    // a list of { id, value, unit }
    const json_t *conditions; // as above
} sut_records_end;
bool sut_records_finish(sut_records *r, int64_t attempt, const sut_records_end *end);
// More metrics of an attempt that is there; those that it has already are replaced.
bool sut_records_add(sut_records *r, int64_t attempt, const json_t *metrics);

// A remark about the time `t` of an attempt. False: not written, or there is no such attempt.
bool sut_records_comment(sut_records *r, int64_t attempt, double t, const char *author,
                         const char *text);

// Reading. New references; null: failed.
int64_t sut_records_last(sut_records *r); // highest number that was ever given, 0: none
typedef struct sut_records_query {
    const char *trainee, *task; // null: all
    int limit, offset;
} sut_records_query;
json_t *sut_records_list(sut_records *r, const sut_records_query *q); // { total, records }
json_t *sut_records_get(sut_records *r, int64_t attempt);             // RECORD
json_t *sut_records_scene(sut_records *r, int64_t attempt); // { scene, task, trainee, ... }
bool sut_records_recording(sut_records *r, int64_t attempt, sut_bytes *out);
json_t *sut_records_trainees(sut_records *r);
// Only attempts under the conditions of the task.
json_t *sut_records_curves(sut_records *r, const char *task, const char *trainee);
json_t *sut_records_comments(sut_records *r, int64_t attempt); // { comments: [ { t, author, text } ] }
// One row per attempt and metric; or one row per attempt, a column for each metric that any of them has.
bool sut_records_csv(sut_records *r, const sut_records_query *q, sut_bytes *out);
bool sut_records_csv_wide(sut_records *r, const sut_records_query *q, sut_bytes *out);

// How many attempts are gone for good: overwritten in the file, not only hidden. Negative: failed.
int sut_records_delete(sut_records *r, int64_t attempt);
int sut_records_delete_trainee(sut_records *r, const char *name);

#endif
