// SPDX-License-Identifier: MIT
#include "trainer/server/review.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double look_period = 0.1; // s
static const double moved = 2e-4;      // m that a tool goes when it is led
static const double slip_gap = 0.5;    // s between two slips that are told apart

//---- marks ---------------------------------------------------------------------------------------

__attribute__((format(printf, 4, 5))) static void mark(sut_review *r, sut_review_kind kind,
                                                       int tool, const char *format, ...) {
    if (r->mark_count == SUT_REVIEW_MARKS) {
        return;
    }
    sut_review_mark *m = &r->marks[r->mark_count++];
    *m = (sut_review_mark){.t = r->sight.time, .kind = kind, .tool = tool};
    va_list args;
    va_start(args, format);
    (void)vsnprintf(m->text, sizeof m->text, format, args);
    va_end(args);
}

// a thread that judders between jaws slips once
static bool slipped_lately(const sut_review *r, int tool) {
    for (int i = r->mark_count - 1; i >= 0 && r->sight.time - r->marks[i].t < slip_gap; i--) {
        if (r->marks[i].kind == SUT_REVIEW_SLIP && r->marks[i].tool == tool) {
            return true;
        }
    }
    return false;
}

static void note_needle(sut_review *r, const sut_event *e) {
    if (e->type == SUT_EV_PIERCED) {
        mark(r, SUT_REVIEW_PIERCED, -1, "the needle goes in");
    } else if (e->type == SUT_EV_EXITED) {
        mark(r, SUT_REVIEW_EXITED, -1, "the needle comes out");
    } else if (e->type == SUT_EV_TORE_INTO) {
        mark(r, SUT_REVIEW_TEAR, -1, "the tissue tears");
    } else if (e->type == SUT_EV_NEEDLE_DROPPED) {
        mark(r, SUT_REVIEW_LOST, (int)e->a - 1, "the needle slid out of the jaws");
    }
}

static void note_events(sut_review *r) {
    int count;
    const sut_event *e = sut_world_events(r->sight.world, &count);
    for (int i = 0; i < count; i++) {
        note_needle(r, &e[i]);
        int tool = (int)e[i].a - 1;
        if (tool < 0 || tool >= r->sight.cast->tool_count) {
            continue;
        }
        if (e[i].type == SUT_EV_GRASPED) {
            r->grasps[tool]++;
        } else if (e[i].type == SUT_EV_GRIP_LOST) {
            r->drops[tool]++;
            mark(r, SUT_REVIEW_DROP, tool, "thread pulled out of the jaws");
        } else if (e[i].type == SUT_EV_GRIP_SLIPS && !slipped_lately(r, tool)) {
            mark(r, SUT_REVIEW_SLIP, tool, "thread slips between the jaws");
        }
    }
}

static void note_force(sut_review *r, const sut_sample *s) {
    double limit = r->task->force_limit;
    for (int i = 0; i < s->hand_count && limit > 0.0 && !s->unmeasured; i++) {
        // a little less ends it, so that a force at the limit is one mark
        bool over = s->hand[i].force > (r->over[i] ? 0.8 * limit : limit);
        if (over && !r->over[i]) {
            mark(r, SUT_REVIEW_FORCE, i, "more than %.2g N", limit);
        }
        r->over[i] = over;
    }
}

static bool wants_knot(const sut_task *t, const char *name) {
    for (int i = 0; i < t->rule_count; i++) {
        for (int k = 0; t->rules[i].kind == SUT_RULE_KNOT && k < t->rules[i].name_count; k++) {
            if (strcmp(t->rules[i].names[k], name) == 0) {
                return true;
            }
        }
    }
    return false;
}

// a throw counts when it has been there for three looks: crossings come and go on the way
static void note_throws(sut_review *r) {
    const sut_tied *t = sut_verdict_knot(&r->verdict, &r->look);
    int throws = t != NULL ? t->throws.count : 0;
    r->throws_for = throws == r->throws ? r->throws_for + 1 : 0;
    r->throws = throws;
    if (r->throws_for != 2) {
        return;
    }
    if (throws > r->throws_marked && t != NULL) {
        bool granny = strcmp(t->surgical, "granny") == 0 && !wants_knot(r->task, "granny");
        mark(r, granny ? SUT_REVIEW_GRANNY : SUT_REVIEW_THROW, -1, granny ? "throw %d: a granny"
                                                                          : "throw %d", throws);
    }
    r->throws_marked = throws;
}

static void note_rules(sut_review *r) {
    for (int i = 0; i < r->task->rule_count; i++) {
        bool done = r->verdict.rule[i].done;
        if (done && !r->rule_marked[i]) {
            mark(r, SUT_REVIEW_RULE, -1, "%.90s", r->task->rules[i].text);
        }
        r->rule_marked[i] = done;
    }
}

json_t *sut_review_marks(const sut_review_mark *marks, int count) {
    static const char *const kinds[] = {"drop", "slip", "force",   "granny", "throw", "rule",
                                        "undo", "pierced", "exited", "tear", "lost"};
    json_t *out = json_array();
    for (int i = 0; i < count; i++) {
        const sut_review_mark *m = &marks[i];
        // a text that was cut in the middle of a character is none
        json_t *text = json_string(m->text);
        json_array_append_new(out, json_pack("{s:f, s:s, s:o, s:o}", "t", m->t, "kind",
                                             kinds[m->kind], "tool",
                                             m->tool >= 0 ? json_integer(m->tool) : json_null(),
                                             "text", text != NULL ? text : json_string("")));
    }
    return out;
}

//---- going back ----------------------------------------------------------------------------------

static void remember(sut_review *r) {
    if (r->past_count == r->past_room) {
        int room = r->past_room > 0 ? 2 * r->past_room : 64;
        sut_review_past *more = realloc(r->past, (size_t)room * sizeof *more);
        if (more == NULL) {
            return;
        }
        r->past = more;
        r->past_room = room;
    }
    sut_review_past now = {.world_time = r->look.world_time};
    for (int i = 0; i < r->task->rule_count; i++) {
        now.done |= r->verdict.rule[i].done ? 1U << (unsigned)i : 0U;
    }
    r->past[r->past_count++] = now;
}

// the world went back to an earlier time: what was not done then is not done now
static void go_back(sut_review *r, double world_time) {
    while (r->past_count > 0 && r->past[r->past_count - 1].world_time > world_time) {
        r->past_count--;
    }
    unsigned done = r->past_count > 0 ? r->past[r->past_count - 1].done : 0U;
    for (int i = 0; i < r->task->rule_count; i++) {
        bool was = (done >> (unsigned)i & 1U) != 0U;
        sut_rule_state *rule = &r->verdict.rule[i];
        rule->done = was;
        rule->holds = rule->holds && was;
        rule->pulled = false;
        r->rule_marked[i] = was;
    }
    r->throws = r->throws_for = r->throws_marked = 0;
    mark(r, SUT_REVIEW_UNDO, -1, "went back");
}

//---- as it goes ----------------------------------------------------------------------------------

static sut_account account_of(const sut_review *r) {
    return (sut_account){.task = r->task,
                         .scene = r->scene,
                         .look = &r->look,
                         .verdict = &r->verdict,
                         .track = &r->track,
                         .from = r->from};
}

static void find_start(sut_review *r) {
    for (int i = 0; i < r->sight.cast->tool_count; i++) {
        sut_tool_view v;
        if (sut_tool_get_view(r->sight.world, sut_scene_tool_id(i), &v) == SUT_OK) {
            r->start[i] = v.proxy.position;
        }
    }
}

void sut_review_begin(sut_review *r, const sut_play *play, const sut_world *w, bool scripted) {
    *r = (sut_review){.task = play->task,
                      .scene = play->scene,
                      .sight = {w, &play->cast, sut_world_time(w), play->force_most, 0, play->dt,
                                play->scene},
                      .scripted = scripted,
                      .measure = {.t = -1.0},
                      .sampled = -1.0,
                      .from = scripted ? 0.0 : -1.0};
    r->world_time = r->sight.time;
    find_start(r);
}

static void take_sample(sut_review *r) {
    sut_sample s;
    sut_look_sample(&r->sight, r->grasps, r->drops, &r->measure, r->sampled, &s);
    r->next_sample += SUT_SAMPLE_PERIOD;
    r->sampled = s.t;
    for (int i = 0; i < s.hand_count && r->from < 0.0; i++) {
        sut_vec3 p = s.hand[i].position, q = r->start[i];
        if (hypot(hypot(p.x - q.x, p.y - q.y), p.z - q.z) > moved) {
            r->from = s.t;
        }
    }
    sut_track_add(&r->track, &s);
    sut_verdict_sample(&r->verdict, r->task, &s);
    note_force(r, &s);
}

static json_t *take_look(sut_review *r) {
    r->next_look += look_period;
    sut_look_fill(&r->look, &r->sight);
    r->look.bite = r->measure.bite;
    sut_verdict_name(&r->verdict, &r->look);
    sut_verdict_judge(&r->verdict, r->task, r->scene, &r->look);
    note_throws(r);
    note_rules(r);
    remember(r);
    sut_account a = account_of(r);
    if (r->looks++ % 5U == 0) {
        sut_account_score(&a, false, &r->score);
    }
    return sut_account_live(&a, r->from < 0.0 ? 0.0 : r->look.time - r->from, &r->score);
}

json_t *sut_review_step(sut_review *r, const sut_world *w, double time) {
    r->sight.world = w;
    r->sight.time = time;
    if (r->task == NULL) {
        return NULL;
    }
    double world_time = sut_world_time(w);
    if (world_time < r->world_time - 1e-9) {
        r->sight.undos++;
        go_back(r, world_time);
    }
    r->world_time = world_time;
    note_events(r);
    sut_look_measure(&r->sight, &r->measure);
    if (time + 1e-6 >= r->next_sample) {
        take_sample(r);
    }
    return time + 1e-6 >= r->next_look ? take_look(r) : NULL;
}

json_t *sut_review_end(sut_review *r) {
    if (r->task == NULL || r->track.count == 0) {
        return json_null();
    }
    json_decref(take_look(r));
    sut_score score;
    sut_account a = account_of(r);
    sut_account_score(&a, true, &score);
    return sut_account_ended(&a, r->verdict.success, &score);
}

void sut_review_free(sut_review *r) {
    sut_track_free(&r->track);
    sut_look_free(&r->look);
    free(r->past);
    r->past = NULL;
}
