// SPDX-License-Identifier: MIT
#include "trainer/session_judge.h"

#include "trainer/reel.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double period = 0.1; // s

//---- the score -----------------------------------------------------------------------------------

// the way from target to target
static double ideal_path(const sut_task *t) {
    double sum = 0.0;
    const sut_mark *before = NULL;
    for (int i = 0; i < t->mark_count; i++) {
        const sut_mark *m = &t->marks[i];
        if (m->kind == SUT_MARK_TARGET) {
            if (before != NULL) {
                sum += hypot(hypot(m->position.x - before->position.x,
                                   m->position.y - before->position.y),
                             m->position.z - before->position.z);
            }
            before = m;
        }
    }
    return sum;
}

static void put(sut_score *s, sut_metric_id id, double value) {
    s->has[id] = true;
    s->value[id] = value;
}

static void score_knot(const sut_judge *j, bool thorough, sut_score *s) {
    const sut_tied *t = sut_verdict_knot(&j->verdict, &j->look);
    if (t == NULL) {
        return;
    }
    const char *name = t->surgical[0] != '\0' ? t->surgical : t->name;
    memcpy(s->knot, name, strlen(name) + 1);
    put(s, SUT_METRIC_THROWS, t->throws.count);
    double tail[2];
    const sut_look_thread *line = &j->look.thread[0];
    if (thorough && j->look.thread_count == 1 &&
        sut_shape_tails(line->position, line->vertex_count, line->length, tail)) {
        put(s, SUT_METRIC_TAIL_SHORT, fmin(tail[0], tail[1]));
        put(s, SUT_METRIC_TAIL_LONG, fmax(tail[0], tail[1]));
    }
    if (thorough) {
        double loose =
            sut_verdict_looseness(&j->verdict, j->play->task, j->play->scene, &j->look, 0);
        if (loose >= 0.0) {
            put(s, SUT_METRIC_LOOSENESS, loose);
        }
    }
}

// s simulated when the attempt began; a demonstration begins at once
static double begun(const sut_play *p) {
    return p->mode == SUT_PLAY_DEMO ? 0.0 : p->first_input;
}

static void compute(sut_judge *j, bool thorough, sut_score *s) {
    const sut_play *p = j->play;
    double from = begun(p);
    sut_score_frame f = {.from = from < 0.0 ? j->look.time : from,
                         .until = j->look.time,
                         .force_limit = p->task->force_limit,
                         // short is only better where the goal was reached
                         .ideal_path = j->verdict.success ? ideal_path(p->task) : 0.0,
                         .quick = !thorough};
    sut_score_compute(&j->track, &f, s);
    score_knot(j, thorough, s);
}

//---- messages ------------------------------------------------------------------------------------

static json_t *knot_json(const sut_judge *j) {
    const sut_tied *t = sut_verdict_knot(&j->verdict, &j->look);
    if (t == NULL) {
        return json_null();
    }
    json_t *throws = json_array();
    for (int i = 0; i < t->throws.count; i++) {
        json_array_append_new(throws, json_pack("{s:i, s:s}", "turns", t->throws.list[i].turns,
                                                "hand",
                                                t->throws.list[i].hand > 0 ? "right" : "left"));
    }
    return json_pack("{s:s, s:s, s:s, s:b, s:s, s:o}", "name", t->name, "surgical", t->surgical,
                     "word", t->word, "certain", t->certain, "reason",
                     t->reason != NULL ? t->reason : "", "throws", throws);
}

static json_t *progress_json(const sut_judge *j) {
    json_t *out = json_array();
    const sut_task *t = j->play->task;
    for (int i = 0; i < t->rule_count; i++) {
        const sut_rule_state *r = &j->verdict.rule[i];
        json_array_append_new(out, json_pack("{s:s, s:s, s:b, s:f, s:s}", "id", t->rules[i].id,
                                             "text", t->rules[i].text, "done", r->done, "value",
                                             r->done ? 1.0 : r->value, "note",
                                             r->done ? "" : r->note));
    }
    return out;
}

// s since the attempt's first input; it stands still when it is over
static double elapsed(const sut_judge *j) {
    double from = begun(j->play), until = j->play->over ? j->ended_at : j->look.time;
    return from < 0.0 ? 0.0 : fmax(0.0, until - from);
}

// what was not as the task has it; null (of JSON): nothing
static json_t *conditions_json(const sut_judge *j) {
    const sut_play *p = j->play;
    return sut_conditions_describe(&j->look.conditions, p->own_material ? NULL : p->material);
}

// null (of JSON): there is nothing to go back to
static json_t *undo_json(const sut_look_undo *u) {
    if (u->next == 0) {
        return json_null();
    }
    // a name that was cut in the middle of a character is none
    json_t *to = json_string(u->name);
    return json_pack("{s:I, s:I, s:I, s:o}", "count", (json_int_t)u->undos, "mark",
                     (json_int_t)u->marks, "at", (json_int_t)u->at, "to",
                     to != NULL ? to : json_string(""));
}

static void tell_live(sut_session *s, sut_judge *j) {
    const sut_play *p = j->play;
    json_t *progress = progress_json(j);
    int hints = (int)json_array_size(json_object_get(p->task->json, "hints"));
    const sut_tied *tied = sut_verdict_knot(&j->verdict, &j->look);
    int hint = sut_verdict_hint(&j->verdict, p->task, tied != NULL ? tied->throws.count : 0, hints);
    const json_t *ids = json_object_get(p->task->json, "metrics");
    json_t *m = json_pack("{s:s, s:I, s:f, s:f, s:o, s:o, s:o, s:s, s:o}", "type", "live", "scene",
                          (json_int_t)p->number, "t", j->look.time, "elapsed", elapsed(j), "knot",
                          knot_json(j), "progress",
                          progress, "hint", hint >= 0 ? json_integer(hint) : json_null(), "say",
                          sut_scene_script_say(p->scene, j->look.world_time), "metrics",
                          sut_score_object(&j->score, ids));
    json_object_set_new(m, "undo", undo_json(&j->look.undo));
    sut_session_tell(s, m);
}

static void tell_film(sut_session *s, const sut_play *p) {
    sut_reel_state f = sut_reel_look(p->film);
    sut_session_tell(s, json_pack("{s:s, s:I, s:f, s:f, s:b, s:b}", "type", "film", "attempt",
                                  (json_int_t)p->attempt, "ready", f.ready, "length", f.length,
                                  "complete", f.complete, "same", f.same));
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

static bool wants(const sut_task *t, const char *metric) {
    size_t i;
    const json_t *item;
    json_array_foreach(json_object_get(t->json, "metrics"), i, item) {
        if (json_is_string(item) && strcmp(json_string_value(item), metric) == 0) {
            return true;
        }
    }
    return false;
}

static void start_pull(sut_judge *j) {
    const sut_play *p = j->play;
    for (int i = 0; wants(p->task, "tensiometer") && i < SUT_JUDGE_PULLS; i++) {
        if (j->pulls[i].pull == NULL) {
            j->pulls[i] = (sut_judge_pull){.pull = sut_pull_start(p, &j->look),
                                           .scene = p->number,
                                           .attempt = j->recorded ? p->attempt : 0};
            return;
        }
    }
}

// the figures come seconds after the end of the attempt
static void end_pull(sut_session *s, const sut_judge_pull *t, const sut_pull_result *r) {
    sut_score score = {0};
    if (r->measured) {
        put(&score, SUT_METRIC_TENSIOMETER, r->force);
        (void)snprintf(score.failure, sizeof score.failure, "%s",
                       r->slipped ? "slips" : "thread breaks");
    }
    json_t *ids = json_pack("[s, s]", "tensiometer", "failure");
    json_t *metrics = sut_score_list(&score, ids);
    json_decref(ids);
    sut_session_tell(s, json_pack("{s:s, s:I, s:o, s:O}", "type", "tested", "scene",
                                  (json_int_t)t->scene, "attempt",
                                  t->attempt > 0 ? json_integer((json_int_t)t->attempt)
                                                 : json_null(),
                                  "metrics", metrics));
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
    const json_t *ids = json_object_get(p->task->json, "metrics");
    json_t *m = json_pack(
        "{s:s, s:I, s:o, s:s, s:b, s:s, s:o}", "type", "ended", "scene", (json_int_t)p->number,
        "attempt", j->recorded ? json_integer((json_int_t)p->attempt) : json_null(), "mode",
        p->mode == SUT_PLAY_DEMO ? "demo" : "play", "success", success, "reason",
        success ? "done" : "stopped", "metrics", sut_score_list(score, ids));
    json_object_set_new(m, "task", json_string(p->task_id));
    json_object_set(m, "title", json_object_get(p->task->json, "title"));
    json_object_set_new(m, "trainee",
                        p->trainee[0] != '\0' ? json_string(p->trainee) : json_null());
    json_object_set_new(m, "seconds", json_real(score->value[SUT_METRIC_TIME]));
    json_object_set_new(m, "unmeasured", json_real(score->value[SUT_METRIC_UNMEASURED]));
    json_object_set_new(m, "progress", progress_json(j));
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
    j->recorded = false;
    j->track.count = 0;
    j->verdict = (sut_verdict){0};
    j->score = (sut_score){0};
    j->marks = (sut_judge_marks){0};
    j->look.scene = 0;
    j->ticks = 0;
}

//---- ten times a second --------------------------------------------------------------------------

// A demonstration shows the whole work: what counts is how it ends, not that the rules were met on the
// way. Rules that have to hold for a while may need a moment more.
static void judge_demo(sut_session *s, sut_judge *j) {
    const double moment = 1.0; // s
    double end = sut_scene_script_end(j->play->scene);
    if (j->look.time > (j->verdict.success ? end : end + moment)) {
        finish(s, j, j->verdict.success);
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
    bool begun_now = p->mode == SUT_PLAY_DEMO || p->first_input >= 0.0;
    if (!p->over && p->mode != SUT_PLAY_FREE && begun_now) {
        if (p->stop_wanted || (p->mode != SUT_PLAY_DEMO && j->verdict.success)) {
            finish(s, j, j->verdict.success);
        } else if (p->mode == SUT_PLAY_DEMO) {
            judge_demo(s, j);
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
    } else if (j->ticks++ % 2U == 0) {
        tell_film(s, j->play);
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
