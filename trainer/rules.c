// SPDX-License-Identifier: MIT
#include "trainer/rules.h"

#include <math.h>
#include <string.h>

//---- knots ---------------------------------------------------------------------------------------

static sut_knot_thread polygon(const sut_look_thread *t) {
    return (sut_knot_thread){.positions = t->position, .vertex_count = t->vertex_count};
}

void sut_verdict_name(sut_verdict *v, const sut_look *look) {
    for (int i = 0; i < look->thread_count; i++) {
        sut_knot_thread one = polygon(&look->thread[i]);
        v->told[i] = sut_shape_tied(&one, 1, SUT_KNOT_LIVE, &v->tied[i]);
    }
    v->both_told = false;
    if (look->thread_count == 2) {
        sut_knot_thread two[2] = {polygon(&look->thread[0]), polygon(&look->thread[1])};
        v->both_told = sut_shape_tied(two, 2, SUT_KNOT_LIVE, &v->both);
    }
}

static bool knotted(const sut_tied *t) {
    return t->name[0] != '\0' && strcmp(t->name, "0_1") != 0;
}

const sut_tied *sut_verdict_knot(const sut_verdict *v, const sut_look *look) {
    if (v->both_told && v->both.throws.count > 0) {
        return &v->both;
    }
    for (int i = 0; i < look->thread_count; i++) {
        if (v->told[i] && knotted(&v->tied[i])) {
            return &v->tied[i];
        }
    }
    return look->thread_count > 0 && v->told[0] ? &v->tied[0] : NULL;
}

//---- one rule ------------------------------------------------------------------------------------

static const sut_tied *tied_of(const sut_verdict *v, const sut_look *look, int thread) {
    if (thread < 0) {
        return v->both_told ? &v->both : NULL;
    }
    return thread < look->thread_count && v->told[thread] ? &v->tied[thread] : NULL;
}

// the first throws of the knot that is wanted are there: how many of how many
static double share_of_throws(const sut_tied *t, const char *wanted) {
    double want = strcmp(wanted, "overhand") == 0 ? 1.0 : 2.0;
    return fmin(0.9, (double)t->throws.count / want);
}

static bool judge_knot(const sut_rule *r, const sut_tied *t, double *value) {
    *value = 0.0;
    for (int i = 0; t != NULL && i < r->name_count; i++) {
        if (strcmp(t->surgical, r->names[i]) == 0 || strcmp(t->name, r->names[i]) == 0 ||
            strcmp(t->word, r->names[i]) == 0) {
            return true;
        }
        *value = fmax(*value, share_of_throws(t, r->names[i]));
    }
    return false;
}

static double apart(sut_vec3 a, sut_vec3 b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

static bool touches(const sut_rule *r, const sut_mark *m, const sut_sample *s) {
    for (int i = 0; i < s->hand_count; i++) {
        if ((r->tool < 0 || r->tool == i) && apart(s->hand[i].position, m->position) <= m->radius) {
            return true;
        }
    }
    return false;
}

static bool judge_around(const sut_rule *r, const sut_scene *scene, const sut_look *look,
                         double *value) {
    const sut_look_thread *t = &look->thread[r->thread];
    for (int i = 0; i < look->obstacle_count; i++) {
        if (strcmp(sut_scene_obstacle_name(scene, i), r->obstacle) == 0) {
            const sut_obstacle_def *d = sut_scene_obstacle_def(scene, i);
            double turns = sut_shape_turns(t->position, t->vertex_count,
                                           look->obstacle_position[i], d->axis, d->length);
            *value = fmin(1.0, turns / r->amount);
            return turns >= r->amount;
        }
    }
    return false;
}

static bool judge_free(const sut_look *look) {
    for (int i = 0; i < look->tool_count; i++) {
        if (look->tool[i].grip_count > 0) {
            return false;
        }
    }
    return true;
}

static bool judge_one(const sut_verdict *v, const sut_task *task, const sut_rule *r,
                      const sut_scene *scene, const sut_look *look, double *value) {
    const sut_tied *t = tied_of(v, look, r->thread);
    bool has_thread = r->thread >= 0 && r->thread < look->thread_count;
    const sut_look_thread *line = has_thread ? &look->thread[r->thread] : NULL;
    *value = 0.0;
    switch (r->kind) {
    case SUT_RULE_KNOT: return judge_knot(r, t, value);
    case SUT_RULE_UNKNOT: return t != NULL && !knotted(t);
    case SUT_RULE_AROUND: return line != NULL && judge_around(r, scene, look, value);
    case SUT_RULE_TOUCH: return false; // by samples
    case SUT_RULE_RING: {
        const sut_mark *m = &task->marks[r->mark];
        return line != NULL && sut_shape_passes(line->position, line->vertex_count, m->position,
                                                m->axis, m->radius) != 0;
    }
    case SUT_RULE_WRITHE: {
        double writhe =
            line != NULL ? fabs(sut_shape_writhe(line->position, line->vertex_count)) : 0.0;
        *value = fmin(1.0, writhe / r->amount);
        return writhe >= r->amount;
    }
    case SUT_RULE_TAUT:
        *value = fmin(1.0, v->tension / r->amount);
        return line != NULL && line->tension >= r->amount;
    case SUT_RULE_FREE: return judge_free(look);
    }
    return false;
}

//---- all rules -----------------------------------------------------------------------------------

static void note(sut_rule_state *s, const sut_rule *r, bool holds, double value, double time) {
    s->since = holds && s->holds ? s->since : time;
    s->holds = holds;
    s->done = holds && time - s->since >= r->hold;
    s->value = s->done ? 1.0 : holds ? 0.95 : value;
}

void sut_verdict_sample(sut_verdict *v, const sut_task *task, const sut_sample *s) {
    for (int i = 0; i < task->rule_count; i++) {
        const sut_rule *r = &task->rules[i];
        if (r->kind == SUT_RULE_TOUCH && !(v->rule[i].done && r->keeps)) {
            note(&v->rule[i], r, touches(r, &task->marks[r->mark], s), 0.0, s->t);
        }
    }
}

void sut_verdict_judge(sut_verdict *v, const sut_task *task, const sut_scene *scene,
                       const sut_look *look) {
    for (int i = 0; i < look->thread_count; i++) {
        v->tension = fmax(v->tension, look->thread[i].tension);
    }
    bool all = task->rule_count > 0;
    for (int i = 0; i < task->rule_count; i++) {
        const sut_rule *r = &task->rules[i];
        sut_rule_state *s = &v->rule[i];
        if (r->kind != SUT_RULE_TOUCH && !(s->done && r->keeps)) {
            double value;
            bool holds = judge_one(v, task, r, scene, look, &value);
            note(s, r, holds, value, look->time);
        }
        all = all && s->done;
    }
    v->success = all;
}
