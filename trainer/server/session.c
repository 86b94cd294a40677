// SPDX-License-Identifier: MIT
#include "trainer/server/session.h"

#include "trainer/server/scene_save.h"
#include "trainer/server/session_judge.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((format(printf, 3, 4))) static bool refuse(sut_refusal *why, const char *code,
                                                         const char *format, ...) {
    va_list args;
    va_start(args, format);
    why->code = code;
    vsnprintf(why->text, sizeof why->text, format, args);
    va_end(args);
    return false;
}

//---- life ----------------------------------------------------------------------------------------

// without records the trainer works and says so
static void open_records(sut_session *s, const char *folder) {
    sut_records_error error = {"no folder for records was given"};
    sut_records *writer = folder != NULL ? sut_records_open(folder, true, &error) : NULL;
    s->records = writer != NULL ? sut_records_open(folder, false, &error) : NULL;
    if (s->records != NULL) {
        s->scribe = sut_scribe_start(writer);
        s->attempt = sut_records_last(s->records);
        writer = s->scribe != NULL ? NULL : writer;
    }
    sut_records_close(writer);
    if (s->scribe == NULL) {
        snprintf(s->trouble, sizeof s->trouble,
                 "%.300s. Move %.150s/records.sqlite aside to begin a new one", error.text,
                 folder != NULL ? folder : "");
        sut_records_close(s->records);
        s->records = NULL;
    }
}

sut_session *sut_session_start(const sut_session_options *o, sut_refusal *why) {
    sut_session *s = calloc(1, sizeof *s);
    if (s == NULL) {
        refuse(why, "failed", "out of memory");
        return NULL;
    }
    sut_task_error error;
    if (!sut_tasks_read(o->tasks, &s->tasks, &error)) {
        refuse(why, "failed", "%.500s", error.text);
        free(s);
        return NULL;
    }
    s->devices = o->devices;
    s->wake = o->wake;
    s->wake_ctx = o->ctx;
    pthread_mutex_init(&s->lock, NULL);
    open_records(s, o->data);
    s->physics = sut_physics_start(o->wake, o->ctx);
    sut_session_wish first = {.task = s->tasks.tasks[0]->id};
    if (s->physics == NULL || !sut_session_begin(s, &first, why) ||
        pthread_create(&s->thread, NULL, sut_judge_work, s) != 0) {
        if (s->physics == NULL) {
            refuse(why, "failed", "no thread for the physics");
        }
        sut_physics_stop(s->physics);
        sut_scribe_stop(s->scribe);
        sut_records_close(s->records);
        sut_play_drop(s->play);
        sut_tasks_free(&s->tasks);
        free(s);
        return NULL;
    }
    return s;
}

void sut_session_stop(sut_session *s) {
    if (s == NULL) {
        return;
    }
    pthread_mutex_lock(&s->lock);
    s->stop = true;
    pthread_mutex_unlock(&s->lock);
    // the physics first: it ends the recording that the judge closes and the scribe writes
    pthread_join(s->thread, NULL);
    sut_physics_stop(s->physics);
    sut_scribe_stop(s->scribe);
    sut_records_close(s->records);
    sut_play_drop(s->play);
    for (int i = 0; i < SUT_TASKS_MAX; i++) {
        sut_reel_drop(s->films[i]);
    }
    for (int i = 0; i < s->news_count; i++) {
        free(s->news[i]);
    }
    sut_tasks_free(&s->tasks);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

//---- plays ---------------------------------------------------------------------------------------

static void show(sut_session *s, sut_play *play) {
    play->number = ++s->number;
    sut_order o = {.kind = SUT_ORDER_PLAY, .play = sut_play_share(play)};
    if (!sut_physics_order(s->physics, &o)) {
        sut_play_drop(play);
    }
    pthread_mutex_lock(&s->lock);
    sut_play *old = s->play;
    s->play = play;
    pthread_mutex_unlock(&s->lock);
    sut_play_drop(old);
}

static bool material_known(const sut_task *t, const char *material) {
    size_t i;
    const json_t *item;
    json_array_foreach(json_object_get(t->json, "materials"), i, item) {
        if (strcmp(json_string_value(item), material) == 0) {
            return true;
        }
    }
    return false;
}

static void start_recording(sut_session *s, sut_play *play) {
    if (play->mode != SUT_PLAY_TRY || play->trainee[0] == '\0' || s->scribe == NULL) {
        return;
    }
    sut_record_sink sink = {sut_tape_write, &play->tape};
    if (sut_record_start(play->world, sink) == SUT_OK) {
        play->recording = true;
        play->attempt = ++s->attempt;
    }
}

// Beginners begin in slow motion, which ends with their level. Another speed that was asked for
// stays.
static void set_pace(sut_session *s, const sut_play *play) {
    double pace = sut_level_help_of(play->level)->pace;
    bool slowly = pace < 1.0;
    if (slowly != s->slowed) {
        sut_order o = {.kind = SUT_ORDER_SPEED, .value = pace};
        sut_physics_order(s->physics, &o);
        s->slowed = slowly;
    }
}

// The film of a demonstration, made once; with another thread than the task's for this time only. A
// new share; null: `error` says why.
static sut_reel *film_of(sut_session *s, const sut_task *task, const char *material,
                         sut_scene_error *error) {
    int i = 0;
    while (s->tasks.tasks[i] != task) {
        i++;
    }
    bool own = sut_task_own_material(task, material);
    if (own && s->films[i] != NULL) {
        return sut_reel_share(s->films[i]);
    }
    sut_play_wish wish = {.mode = SUT_PLAY_DEMO, .task = task, .material = material};
    sut_play *play = sut_play_make(&wish, error);
    sut_reel *film = play != NULL ? sut_reel_demo(play) : NULL;
    if (play != NULL && film == NULL) {
        strcpy(error->text, "out of memory");
    }
    if (own && film != NULL) {
        s->films[i] = sut_reel_share(film);
    }
    return film;
}

json_t *sut_session_ghost(sut_session *s, const char *id) {
    const sut_task *task = sut_tasks_find(&s->tasks, id);
    sut_scene_error ignored;
    sut_reel *film = task != NULL && task->demo != NULL ? film_of(s, task, NULL, &ignored) : NULL;
    json_t *out = film != NULL ? sut_reel_ghost(film) : NULL;
    sut_reel_drop(film);
    return out;
}

bool sut_session_begin(sut_session *s, const sut_session_wish *w, sut_refusal *why) {
    const sut_task *task = sut_tasks_find(&s->tasks, w->task);
    if (task == NULL) {
        return refuse(why, "no-task", "there is no task '%.64s'; GET /api/tasks lists them",
                      w->task);
    }
    if (w->demo && task->demo == NULL) {
        return refuse(why, "not-found", "the task '%s' has no demonstration", task->id);
    }
    if (w->material != NULL && !material_known(task, w->material)) {
        return refuse(why, "no-material", "'%.64s' is not among the materials of the task",
                      w->material);
    }
    sut_play_mode mode = task->rule_count == 0 ? SUT_PLAY_FREE : SUT_PLAY_TRY;
    sut_play_wish wish = {.mode = w->demo ? SUT_PLAY_DEMO : mode,
                          .task = task,
                          .material = w->material,
                          .trainee = w->demo ? NULL : w->trainee,
                          .level = w->level,
                          .tuning = w->demo ? NULL : w->tuning,
                          .devices = &s->devices};
    sut_scene_error error;
    sut_play *play = sut_play_make(&wish, &error);
    if (play != NULL && w->demo) {
        play->film = film_of(s, task, w->material, &error);
    }
    if (play == NULL || (w->demo && play->film == NULL)) {
        sut_play_drop(play);
        return refuse(why, "failed", "%.500s", error.text);
    }
    s->tuning = play->tuning;
    start_recording(s, play);
    show(s, play);
    set_pace(s, play);
    return true;
}

bool sut_session_replay(sut_session *s, int64_t attempt, sut_refusal *why) {
    if (s->records == NULL) {
        return refuse(why, "storage", "there are no records: %.400s", s->trouble);
    }
    json_t *about = sut_records_scene(s->records, attempt);
    sut_bytes bytes = {0};
    if (about == NULL || !sut_records_recording(s->records, attempt, &bytes)) {
        sut_bytes_free(&bytes);
        json_decref(about);
        return refuse(why, "not-found", "there is no recording of attempt %lld",
                      (long long)attempt);
    }
    const char *id = json_string_value(json_object_get(about, "task"));
    sut_play_wish wish = {.mode = SUT_PLAY_REPLAY,
                          .task = sut_tasks_find(&s->tasks, id != NULL ? id : ""),
                          .material = json_string_value(json_object_get(about, "material")),
                          .trainee = json_string_value(json_object_get(about, "trainee")),
                          .scene = json_object_get(about, "scene")};
    sut_scene_error error;
    sut_play *play = sut_play_make(&wish, &error);
    double length = json_number_value(json_object_get(about, "seconds"));
    json_decref(about);
    if (play == NULL) {
        sut_bytes_free(&bytes);
        return refuse(why, "failed", "%.500s", error.text);
    }
    play->attempt = attempt;
    play->film = sut_reel_replay(&bytes, length, play);
    if (play->film == NULL) {
        sut_bytes_free(&bytes);
        sut_play_drop(play);
        return refuse(why, "failed", "out of memory");
    }
    show(s, play);
    return true;
}

bool sut_session_reset(sut_session *s, sut_refusal *why) {
    sut_play *old = sut_play_share(s->play);
    bool good;
    if (old->film != NULL && !old->over) {
        sut_order o = {.kind = SUT_ORDER_SEEK};
        good = sut_physics_order(s->physics, &o);
    } else {
        sut_session_wish w = {.task = old->task_id,
                              .material = old->material[0] != '\0' ? old->material : NULL,
                              .trainee = old->trainee[0] != '\0' ? old->trainee : NULL,
                              .demo = old->mode == SUT_PLAY_DEMO,
                              .level = old->level,
                              .tuning = &s->tuning};
        good = sut_session_begin(s, &w, why);
    }
    sut_play_drop(old);
    return good;
}

bool sut_session_tune(sut_session *s, const char *name, double *value) {
    int i = sut_tuning_find(name);
    if (i < 0) {
        return false;
    }
    *value = fmin(fmax(*value, sut_tuning_least), sut_tuning_most);
    s->tuning.factor[i] = *value;
    return true;
}

bool sut_session_end(sut_session *s, sut_refusal *why) {
    if (s->play->mode != SUT_PLAY_TRY || s->play->over) {
        return refuse(why, "not-now", "no attempt is running");
    }
    s->play->stop_wanted = true;
    return true;
}

bool sut_session_undo(sut_session *s, sut_refusal *why) {
    const sut_play *p = s->play;
    sut_order o = {.kind = SUT_ORDER_UNDO};
    if (p->rig != NULL) {
        return refuse(why, "not-now", "hands of devices cannot be put back; start the task again");
    }
    if (p->over || (p->mode != SUT_PLAY_TRY && p->mode != SUT_PLAY_FREE)) {
        return refuse(why, "not-now", "there is nothing to undo: no attempt is running");
    }
    if (!sut_physics_order(s->physics, &o)) {
        return refuse(why, "failed", "the physics is busy; try again");
    }
    return true;
}

//---- for the server ------------------------------------------------------------------------------

sut_physics *sut_session_physics(sut_session *s) {
    return s->physics;
}

const sut_task_list *sut_session_tasks(sut_session *s) {
    return &s->tasks;
}

sut_records *sut_session_records(sut_session *s) {
    return s->records;
}

bool sut_session_films(sut_session *s) {
    return s->play->film != NULL;
}

json_t *sut_session_scene(sut_session *s) {
    return sut_play_describe(s->play);
}

uint32_t sut_session_number(sut_session *s) {
    return s->number;
}

json_t *sut_session_save(sut_session *s) {
    sut_look look = {0};
    json_t *out = NULL;
    // the physics may still be at the step that shows the play
    for (int i = 0; i < 20 && out == NULL && s->play->film == NULL; i++) {
        if (sut_physics_look(s->physics, &look, 0.05) && look.scene == s->play->number) {
            out = sut_scene_save(s->play, &look);
        }
    }
    sut_look_free(&look);
    return out;
}

bool sut_session_well(sut_session *s, char *text, size_t size) {
    if (s->scribe == NULL) {
        snprintf(text, size, "%s", s->trouble);
        return false;
    }
    return sut_scribe_well(s->scribe, text, size);
}

void sut_session_tell(sut_session *s, json_t *message) {
    char *text = json_dumps(message, JSON_COMPACT | JSON_REAL_PRECISION(9));
    json_decref(message);
    pthread_mutex_lock(&s->lock);
    if (text != NULL && s->news_count < SUT_SESSION_NEWS) {
        s->news[s->news_count++] = text;
        text = NULL;
    }
    pthread_mutex_unlock(&s->lock);
    free(text);
    s->wake(s->wake_ctx);
}

char *sut_session_news(sut_session *s) {
    char *text = NULL;
    pthread_mutex_lock(&s->lock);
    if (s->news_count > 0) {
        text = s->news[0];
        s->news_count--;
        memmove(s->news, s->news + 1, (size_t)s->news_count * sizeof s->news[0]);
    }
    pthread_mutex_unlock(&s->lock);
    return text;
}
