// SPDX-License-Identifier: MIT
#include "trainer/server/session_judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double period = 0.1; // s

//---- the score -----------------------------------------------------------------------------------

// s simulated when the attempt began
static double begun(const sut_play *p) {
    return p->first_input;
}

static sut_account account_of(const sut_judge *j) {
    return (sut_account){.task = j->play->task,
                         .scene = j->play->scene,
                         .look = &j->look,
                         .verdict = &j->verdict,
                         .track = &j->track,
                         .from = begun(j->play)};
}

static void compute(sut_judge *j, bool thorough, sut_score *s) {
    sut_account a = account_of(j);
    sut_account_score(&a, thorough, s);
}

//---- messages ------------------------------------------------------------------------------------

// s since the attempt's first input; it stands still when it is over
static double elapsed(const sut_judge *j) {
    double from = begun(j->play), until = j->play->over ? j->ended_at : j->look.time;
    return from < 0.0 ? 0.0 : fmax(0.0, until - from);
}

// what was not as the task has it; null (of JSON): nothing
static json_t *conditions_json(const sut_judge *j) {
    const sut_play *p = j->play;
    char tuned[128];
    sut_tuning_text(&p->tuning, tuned, sizeof tuned);
    if (tuned[0] != '\0') {
        return sut_conditions_describe(&j->look.conditions, tuned); // another thread than the task's
    }
    return sut_conditions_describe(&j->look.conditions, p->own_material ? NULL : p->material);
}

// null (of JSON): there is nothing to go back to
static json_t *undo_json(const sut_look_undo *u) {
    if (u->next == 0) {
        return json_null();
    }
    // a name that was cut in the middle of a character is none
    json_t *to = json_string(u->name);
    return json_pack("{s:I, s:I, s:f, s:I, s:o}", "count", (json_int_t)u->undos, "mark",
                     (json_int_t)u->marks, "since", u->since, "at", (json_int_t)u->at, "to",
                     to != NULL ? to : json_string(""));
}

static void tell_live(sut_session *s, sut_judge *j) {
    sut_account a = account_of(j);
    json_t *m = sut_account_live(&a, elapsed(j), &j->score);
    json_object_set_new(m, "scene", json_integer((json_int_t)j->play->number));
    json_object_set_new(m, "undo", undo_json(&j->look.undo));
    sut_session_tell(s, m);
}

static void tell_film(sut_session *s, const sut_play *p) {
    sut_reel_state f = sut_reel_look(p->film);
    sut_session_tell(s, json_pack("{s:s, s:I, s:o, s:f, s:f, s:b, s:b, s:o}", "type", "film", "scene",
                                  (json_int_t)p->number, "attempt",
                                  p->attempt > 0 ? json_integer((json_int_t)p->attempt)
                                                 : json_null(),
                                  "ready", f.ready, "length", f.length, "complete", f.complete,
                                  "same", f.same, "marks", sut_reel_marks(p->film)));
}

//---- the end of an attempt -----------------------------------------------------------------------

static void drain(sut_judge *j) {
    sut_sample sample;
    while (sut_sample_pop(&j->play->samples, &sample)) {
        sut_track_add(&j->track, &sample);
        if (!j->play->over) {
            sut_verdict_sample(&j->verdict, j->play->task, &sample);
        }
    }
}

static void start_pull(sut_judge *j) {
    const sut_play *p = j->play;
    for (int i = 0; sut_account_wants(p->task, "tensiometer") && i < SUT_JUDGE_PULLS; i++) {
        if (j->pulls[i].pull == NULL) {
            j->pulls[i] = (sut_judge_pull){.pull = sut_pull_start(p, &j->look),
                                           .scene = p->number,
                                           .attempt = j->recorded ? p->attempt : 0};
            return;
        }
    }
}

static void tell_tested(sut_session *s, uint32_t scene, int64_t attempt, json_t *metrics) {
    sut_session_tell(s, json_pack("{s:s, s:I, s:o, s:o}", "type", "tested", "scene",
                                  (json_int_t)scene, "attempt",
                                  attempt > 0 ? json_integer((json_int_t)attempt) : json_null(),
                                  "metrics", metrics));
}

// the figures come seconds after the end of the attempt
static void end_pull(sut_session *s, const sut_judge_pull *t, const sut_pull_result *r) {
    sut_score score = {0};
    if (r->measured) {
        sut_score_put(&score, SUT_METRIC_TENSIOMETER, r->force);
        (void)snprintf(score.failure, sizeof score.failure, "%s",
                       r->slipped ? "slips" : "thread breaks");
    }
    json_t *ids = json_pack("[s, s]", "tensiometer", "failure");
    json_t *metrics = sut_score_list(&score, ids);
    json_decref(ids);
    tell_tested(s, t->scene, t->attempt, json_incref(metrics));
    if (t->attempt > 0) {
        sut_scribe_add(s->scribe, t->attempt, metrics);
    } else {
        json_decref(metrics);
    }
}

static void look_at_pulls(sut_session *s, sut_judge *j) {
    for (int i = 0; i < SUT_JUDGE_PULLS; i++) {
        sut_judge_pull *t = &j->pulls[i];
        sut_pull_result r;
        if (t->pull != NULL && sut_pull_done(t->pull, &r)) {
            end_pull(s, t, &r);
            sut_pull_drop(t->pull);
            t->pull = NULL;
        }
    }
}

// It names what it is about: by now pages may show something else.
static void tell_ended(sut_session *s, const sut_judge *j, bool success, const sut_score *score) {
    const sut_play *p = j->play;
    sut_account a = account_of(j);
    json_t *m = sut_account_ended(&a, success, score);
    json_object_set_new(m, "scene", json_integer((json_int_t)p->number));
    json_object_set_new(m, "attempt",
                        j->recorded ? json_integer((json_int_t)p->attempt) : json_null());
    json_object_set_new(m, "mode", json_string("play"));
    json_object_set_new(m, "trainee",
                        p->trainee[0] != '\0' ? json_string(p->trainee) : json_null());
    json_object_set_new(m, "conditions", conditions_json(j));
    sut_session_tell(s, m);
}

static void finish(sut_session *s, sut_judge *j, bool success) {
    sut_play *p = j->play;
    j->ended_at = j->look.time;
    p->over = true;
    p->won = success;
    sut_order end = {.kind = SUT_ORDER_END, .count = p->number};
    sut_physics_order(s->physics, &end);
    if (p->mode == SUT_PLAY_TRY && p->first_input < 0.0) {
        return;
    }
    drain(j);
    sut_score score;
    compute(j, true, &score);
    tell_ended(s, j, success, &score);
    if (j->recorded) {
        sut_scribe_finish(s->scribe, p,
                          &(sut_scribe_end){.state = success ? "done" : "stopped",
                                            .seconds = score.value[SUT_METRIC_TIME],
                                            .success = success,
                                            .metrics = sut_score_list(&score, NULL),
                                            .conditions = conditions_json(j)});
    }
    if (success) {
        start_pull(j);
    }
}

static void turn_to(sut_session *s, sut_judge *j, sut_play *play) {
    if (j->play != NULL && j->play->mode == SUT_PLAY_TRY && !j->play->over) {
        finish(s, j, false);
    }
    sut_play_drop(j->play);
    j->play = play;
    j->recorded = j->tested = false;
    j->track.count = 0;
    j->verdict = (sut_verdict){0};
    j->score = (sut_score){0};
    j->marks = (sut_judge_marks){0};
    j->look.scene = 0;
    j->ticks = 0;
}

//---- ten times a second --------------------------------------------------------------------------

// A demonstration has been watched to its end.
static void end_demo(sut_session *s, sut_play *p) {
    json_t *m = sut_reel_ended(p->film);
    if (!json_is_object(m)) {
        json_decref(m);
        return;
    }
    p->over = true;
    p->won = json_is_true(json_object_get(m, "success"));
    json_object_set_new(m, "scene", json_integer((json_int_t)p->number));
    json_object_set_new(m, "attempt", json_null());
    json_object_set_new(m, "mode", json_string("demo"));
    json_object_set_new(m, "trainee", json_null());
    json_object_set_new(m, "conditions", json_null());
    sut_session_tell(s, m);
}

// Films were judged when they were made.
static void judge_film(sut_session *s, sut_judge *j) {
    sut_play *p = j->play;
    double time = sut_physics_time(s->physics, p->number);
    json_t *live = time >= 0.0 ? sut_reel_live(p->film, time) : NULL;
    if (live != NULL) {
        json_object_set_new(live, "scene", json_integer((json_int_t)p->number));
        json_object_set_new(live, "undo", json_null());
        sut_session_tell(s, live);
    }
    if (j->ticks++ % 2U == 0) {
        tell_film(s, p);
    }
    sut_reel_state f = sut_reel_look(p->film);
    const double frame = 0.05; // s: the last one counts as the end
    if (p->mode == SUT_PLAY_DEMO && !p->over && f.complete && time > f.length - frame) {
        end_demo(s, p);
    }
    json_t *tested = p->over && !j->tested ? sut_reel_tested(p->film) : NULL;
    if (tested != NULL) {
        j->tested = true;
        tell_tested(s, p->number, 0, tested);
    }
}

static void judge_state(sut_session *s, sut_judge *j) {
    sut_play *p = j->play;
    if (!sut_physics_look(s->physics, &j->look, 0.05) || j->look.scene != p->number) {
        return;
    }
    sut_judge_before(j);
    drain(j);
    if (!p->over || p->mode == SUT_PLAY_FREE) {
        sut_verdict_name(&j->verdict, &j->look);
        sut_verdict_judge(&j->verdict, p->task, p->scene, &j->look);
    }
    sut_judge_after(s, j);
    if (p->attempt > 0 && !j->recorded && p->first_input >= 0.0) {
        j->recorded = sut_scribe_begin(s->scribe, p);
    }
    if (j->recorded && !p->over) {
        sut_scribe_note(s->scribe, p, elapsed(j), conditions_json(j));
    }
    if (!p->over && p->mode != SUT_PLAY_FREE && p->first_input >= 0.0) {
        if (p->stop_wanted || j->verdict.success) {
            finish(s, j, j->verdict.success);
        }
    } else if (p->stop_wanted && !p->over) {
        finish(s, j, false);
    }
    if (j->ticks++ % 5U == 0 && !p->over) {
        compute(j, false, &j->score);
    }
    tell_live(s, j);
}

static void tick(sut_session *s) {
    sut_judge *j = &s->judge;
    pthread_mutex_lock(&s->lock);
    sut_play *play = s->play != NULL ? sut_play_share(s->play) : NULL;
    pthread_mutex_unlock(&s->lock);
    if (play != NULL && play != j->play) {
        turn_to(s, j, play);
    } else {
        sut_play_drop(play);
    }
    sut_physics_sweep(s->physics);
    look_at_pulls(s, j);
    if (j->play == NULL) {
        return;
    }
    if (j->play->film == NULL) {
        judge_state(s, j);
    } else {
        judge_film(s, j);
    }
}

void *sut_judge_work(void *session) {
    sut_session *s = session;
    bool stop = false;
    double due = sut_clock();
    while (!stop) {
        tick(s);
        double now = sut_clock();
        due = due + period > now ? due + period : now + 0.5 * period;
        struct timespec t = {.tv_sec = 0, .tv_nsec = (long)((due - now) * 1e9)};
        nanosleep(&t, NULL);
        pthread_mutex_lock(&s->lock);
        stop = s->stop;
        pthread_mutex_unlock(&s->lock);
    }
    turn_to(s, &s->judge, NULL);
    for (int i = 0; i < SUT_JUDGE_PULLS; i++) {
        sut_pull_drop(s->judge.pulls[i].pull);
    }
    sut_track_free(&s->judge.track);
    sut_look_free(&s->judge.look);
    return NULL;
}
