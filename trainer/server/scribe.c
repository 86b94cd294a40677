// SPDX-License-Identifier: MIT
#include "trainer/server/scribe.h"

#include "trainer/server/physics.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { JOBS = 16, ADDITIONS = 16 };
static const double patience = 2.0; // s, for the physics to end a recording

typedef struct job {
    sut_play *play; // null: free
    bool begun, finished;
    int chunks;
    sut_bytes waiting; // taken from the tape, not yet written
    char started[32];
    char state[16];
    double seconds;
    bool success;
    json_t *metrics;
    json_t *conditions; // under the lock
    bool noted;         // `seconds` and `conditions` are as written
    double finish_clock;
} job;

// Figures that come after the end.
typedef struct addition {
    int64_t attempt; // 0: free
    json_t *metrics;
} addition;

struct sut_scribe {
    sut_records *records;
    pthread_t thread;
    pthread_mutex_t lock; // of jobs, stop, message
    pthread_cond_t news;
    job jobs[JOBS];
    addition additions[ADDITIONS];
    bool stop;
    char message[512];
};

//---- writing one job -----------------------------------------------------------------------------

static bool write_begin(sut_scribe *s, job *j) {
    sut_play *p = j->play;
    char *scene = json_dumps(p->scene_json, JSON_COMPACT);
    const char *title =
        p->task != NULL ? json_string_value(json_object_get(p->task->json, "title")) : "";
    sut_records_attempt a = {.id = p->attempt,
                             .trainee = p->trainee,
                             .task = p->task_id,
                             .title = title,
                             .material = p->material,
                             .scene = scene,
                             .started = j->started,
                             .version = p->task != NULL ? sut_task_version(p->task) : 1};
    bool good = scene != NULL && sut_records_begin(s->records, &a);
    free(scene);
    return good;
}

static bool write_chunk(sut_scribe *s, job *j) {
    if (j->waiting.size == 0) {
        sut_tape_take(&j->play->tape, &j->waiting);
    }
    if (j->waiting.size == 0) {
        return true;
    }
    if (!sut_records_chunk(s->records, j->play->attempt, j->chunks, &j->waiting)) {
        return false;
    }
    j->chunks++;
    sut_bytes_clear(&j->waiting);
    return true;
}

static bool recording_over(const job *j) {
    return !j->play->recording || sut_clock() - j->finish_clock > patience;
}

// what would be lost with the process
static bool write_note(sut_scribe *s, job *j) {
    pthread_mutex_lock(&s->lock);
    bool fresh = !j->noted && !j->finished;
    double seconds = j->seconds;
    json_t *conditions = json_incref(j->conditions);
    j->noted = true;
    pthread_mutex_unlock(&s->lock);
    bool good = !fresh || sut_records_note(s->records, j->play->attempt, seconds, conditions);
    json_decref(conditions);
    return good;
}

// false: it failed and is to be tried again
static bool write_job(sut_scribe *s, job *j, bool finished, bool *done) {
    bool over = finished && recording_over(j);
    if (!j->begun) {
        j->begun = write_begin(s, j);
    }
    if (!j->begun || !write_chunk(s, j) || (over && !write_chunk(s, j))) {
        return false;
    }
    if (!over) {
        return write_note(s, j);
    }
    *done = sut_records_finish(s->records, j->play->attempt,
                               &(sut_records_end){.state = j->state,
                                                  .seconds = j->seconds,
                                                  .success = j->success,
                                                  .metrics = j->metrics,
                                                  .conditions = j->conditions});
    return *done;
}

static void free_job(job *j) {
    sut_bytes_free(&j->waiting);
    json_decref(j->metrics);
    json_decref(j->conditions);
    sut_play_drop(j->play);
    *j = (job){0};
}

//---- figures that come later ---------------------------------------------------------------------

static bool job_of(const sut_scribe *s, int64_t attempt) {
    for (int i = 0; i < JOBS; i++) {
        if (s->jobs[i].play != NULL && s->jobs[i].play->attempt == attempt) {
            return true;
        }
    }
    return false;
}

static bool write_additions(sut_scribe *s) {
    bool well = true;
    for (int i = 0; i < ADDITIONS; i++) {
        addition *a = &s->additions[i];
        pthread_mutex_lock(&s->lock);
        // its row is there once its job has been written
        bool ready = a->attempt > 0 && !job_of(s, a->attempt);
        pthread_mutex_unlock(&s->lock);
        if (!ready) {
            continue;
        }
        bool done = sut_records_add(s->records, a->attempt, a->metrics) ||
                    sut_records_gone(s->records);
        well = well && done;
        if (done) {
            pthread_mutex_lock(&s->lock);
            json_decref(a->metrics);
            *a = (addition){0};
            pthread_mutex_unlock(&s->lock);
        }
    }
    return well;
}

//---- the thread ----------------------------------------------------------------------------------

static void write_all(sut_scribe *s) {
    bool well = true;
    for (int i = 0; i < JOBS; i++) {
        job *j = &s->jobs[i];
        pthread_mutex_lock(&s->lock);
        bool there = j->play != NULL, finished = j->finished;
        pthread_mutex_unlock(&s->lock);
        bool done = false;
        if (there && !write_job(s, j, finished, &done)) {
            // deleted while it was running: nothing more to write
            done = sut_records_gone(s->records);
            well = well && done;
        }
        if (done) {
            pthread_mutex_lock(&s->lock);
            free_job(j);
            pthread_mutex_unlock(&s->lock);
        }
    }
    well = write_additions(s) && well;
    pthread_mutex_lock(&s->lock);
    snprintf(s->message, sizeof s->message, "%s", well ? "" : sut_records_message(s->records));
    pthread_mutex_unlock(&s->lock);
}

static void *work(void *ctx) {
    sut_scribe *s = ctx;
    bool stop = false;
    while (!stop) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 250000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        pthread_mutex_lock(&s->lock);
        if (!s->stop) {
            pthread_cond_timedwait(&s->news, &s->lock, &until);
        }
        stop = s->stop;
        pthread_mutex_unlock(&s->lock);
        write_all(s);
    }
    return NULL;
}

sut_scribe *sut_scribe_start(sut_records *r) {
    sut_scribe *s = calloc(1, sizeof *s);
    if (s == NULL) {
        return NULL;
    }
    s->records = r;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->news, NULL);
    if (pthread_create(&s->thread, NULL, work, s) != 0) {
        free(s);
        return NULL;
    }
    return s;
}

void sut_scribe_stop(sut_scribe *s) {
    if (s == NULL) {
        return;
    }
    pthread_mutex_lock(&s->lock);
    s->stop = true;
    pthread_cond_signal(&s->news);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->thread, NULL);
    for (int i = 0; i < JOBS; i++) {
        free_job(&s->jobs[i]);
    }
    for (int i = 0; i < ADDITIONS; i++) {
        json_decref(s->additions[i].metrics);
    }
    sut_records_close(s->records);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->news);
    free(s);
}

//---- for others ----------------------------------------------------------------------------------

bool sut_scribe_begin(sut_scribe *s, sut_play *play) {
    bool found = false;
    pthread_mutex_lock(&s->lock);
    for (int i = 0; i < JOBS && !found; i++) {
        if (s->jobs[i].play == NULL) {
            job *j = &s->jobs[i];
            *j = (job){.play = sut_play_share(play)};
            time_t now = time(NULL);
            struct tm utc;
            gmtime_r(&now, &utc);
            strftime(j->started, sizeof j->started, "%Y-%m-%dT%H:%M:%SZ", &utc);
            found = true;
        }
    }
    pthread_mutex_unlock(&s->lock);
    return found;
}

void sut_scribe_note(sut_scribe *s, const sut_play *play, double seconds, json_t *conditions) {
    pthread_mutex_lock(&s->lock);
    for (int i = 0; i < JOBS && conditions != NULL; i++) {
        job *j = &s->jobs[i];
        if (j->play == play && !j->finished) {
            j->seconds = seconds;
            json_decref(j->conditions);
            j->conditions = conditions;
            j->noted = false;
            conditions = NULL;
        }
    }
    pthread_mutex_unlock(&s->lock);
    json_decref(conditions);
}

void sut_scribe_finish(sut_scribe *s, const sut_play *play, const sut_scribe_end *end) {
    json_t *metrics = end->metrics, *conditions = end->conditions;
    pthread_mutex_lock(&s->lock);
    for (int i = 0; i < JOBS && metrics != NULL; i++) {
        job *j = &s->jobs[i];
        if (j->play == play && !j->finished) {
            j->finished = true;
            j->finish_clock = sut_clock();
            snprintf(j->state, sizeof j->state, "%s", end->state);
            j->seconds = end->seconds;
            j->success = end->success;
            j->metrics = metrics;
            json_decref(j->conditions);
            j->conditions = conditions;
            metrics = conditions = NULL;
        }
    }
    pthread_cond_signal(&s->news);
    pthread_mutex_unlock(&s->lock);
    json_decref(metrics);
    json_decref(conditions);
}

void sut_scribe_add(sut_scribe *s, int64_t attempt, json_t *metrics) {
    pthread_mutex_lock(&s->lock);
    for (int i = 0; i < ADDITIONS && metrics != NULL; i++) {
        if (s->additions[i].attempt == 0) {
            s->additions[i] = (addition){attempt, metrics};
            metrics = NULL;
        }
    }
    pthread_cond_signal(&s->news);
    pthread_mutex_unlock(&s->lock);
    json_decref(metrics);
}

bool sut_scribe_well(sut_scribe *s, char *text, size_t size) {
    pthread_mutex_lock(&s->lock);
    snprintf(text, size, "%s", s->message);
    pthread_mutex_unlock(&s->lock);
    return text[0] == '\0';
}
