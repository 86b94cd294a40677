// SPDX-License-Identifier: MIT
#include "trainer/server/rules.h"

#include "trainer/server/rules_needle.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// s; forces that are older say nothing about a pull that goes on
static const double longest_gap = 0.1;

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
    // a word says how many throws it has: 2=1=1
    double said = 0.0;
    for (const char *c = wanted; strpbrk(wanted, "=x") != NULL && *c != '\0'; c++) {
        said += *c >= '1' && *c <= '9' ? 1.0 : 0.0;
    }
    want = said > 0.0 ? said : want;
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
            double turns = sut_shape_turns(t->position, t->vertex_count, look->obstacle_position[i],
                                           d->axis, d->length);
            *value = fmin(1.0, turns / r->amount);
            return turns >= r->amount;
        }
    }
    return false;
}

//---- pulled tight --------------------------------------------------------------------------------

// The threads of the knot that is judged: both, if they are joined.
static int knot_threads(const sut_verdict *v, const sut_look *look, int thread,
                        sut_knot_thread out[2], int index[2]) {
    bool joined = look->thread_count == 2 && v->both_told && v->both.throws.count > 0;
    int count = joined ? 2 : 1;
    for (int i = 0; i < count; i++) {
        index[i] = joined ? i : thread < 0 ? 0 : thread;
        out[i] = polygon(&look->thread[index[i]]);
    }
    return count;
}

// once around the post of the task at the centre line of the thread; 0: there is none
static double turn_around_post(const sut_task *task, const sut_scene *scene, const sut_look *look,
                               double radius) {
    for (int i = 0; i < task->rule_count; i++) {
        const sut_rule *r = &task->rules[i];
        for (int k = 0; r->kind == SUT_RULE_AROUND && k < look->obstacle_count; k++) {
            if (strcmp(sut_scene_obstacle_name(scene, k), r->obstacle) == 0) {
                return 6.283185307179586 * (sut_scene_obstacle_def(scene, k)->radius + radius);
            }
        }
    }
    return 0.0;
}

double sut_verdict_looseness(const sut_verdict *v, const sut_task *task, const sut_scene *scene,
                             const sut_look *look, int thread) {
    sut_knot_thread threads[2];
    int index[2];
    double lengths[2];
    if (look->thread_count == 0 || thread >= look->thread_count) {
        return -1.0;
    }
    int count = knot_threads(v, look, thread, threads, index);
    for (int i = 0; i < count; i++) {
        lengths[i] = look->thread[index[i]].length;
    }
    double held = sut_shape_held(threads, lengths, count);
    double turn = turn_around_post(task, scene, look, look->thread[index[0]].radius);
    return held < 0.0 ? held : fmax(0.0, held - turn);
}

// At which of the ends of the knot a tool holds the thread: 2 * thread + end; negative: at none.
static int held_end(const sut_look *look, const sut_tool_view *tool,
                    const sut_knot_thread *threads, const int *index, int count, int cuts[][2]) {
    for (int k = 0; k < tool->grip_count; k++) {
        const sut_tool_grip *g = &tool->grip[k];
        for (int i = 0; i < count; i++) {
            int vertex = g->vertex - look->thread[index[i]].first;
            bool on_it = vertex >= 0 && vertex < threads[i].vertex_count;
            if ((int)g->thread.index1 - 1 != index[i] || !on_it) {
                continue;
            }
            if (vertex <= cuts[i][0]) {
                return 2 * i;
            }
            if (vertex >= threads[i].vertex_count - 1 - cuts[i][1]) {
                return 2 * i + 1;
            }
        }
    }
    return -1;
}

// Do the hands hold two different ends of the knot? One hand alone works against what is fixed.
static bool on_both_sides(const sut_verdict *v, const sut_look *look, int thread) {
    sut_knot_thread threads[2];
    int index[2], cuts[2][2];
    if (look->tool_count < 2) {
        return true;
    }
    int count = knot_threads(v, look, thread, threads, index);
    if (!sut_shape_cuts(threads, count, cuts)) {
        // no knot: a thread is pulled between two places of it
        const sut_tool_view *t = look->tool;
        return t[0].grip_count > 0 && t[1].grip_count > 0 &&
               t[0].grip[0].vertex != t[1].grip[0].vertex;
    }
    int left = held_end(look, &look->tool[0], threads, index, count, cuts);
    int right = held_end(look, &look->tool[1], threads, index, count, cuts);
    return left >= 0 && right >= 0 && left != right;
}

static bool judge_taut(const sut_verdict *v, const sut_task *task, const sut_rule *r,
                       const sut_scene *scene, const sut_look *look, sut_rule_state *s,
                       double *value) {
    *value = fmin(0.9, s->pull / r->amount);
    if (!s->pulled || look->time - s->measured_at > longest_gap || look->thread_count == 0) {
        return false;
    }
    if (!on_both_sides(v, look, r->thread)) {
        snprintf(s->note, sizeof s->note, "hold both ends of the knot");
        return false;
    }
    if (r->loose > 0.0) {
        double loose = sut_verdict_looseness(v, task, scene, look, r->thread);
        if (loose > r->loose) {
            snprintf(s->note, sizeof s->note, "%.0f mm loose, at most %.0f mm", 1e3 * loose,
                     1e3 * r->loose);
        }
        return loose >= 0.0 && loose <= r->loose;
    }
    return true;
}

static bool judge_free(const sut_look *look) {
    for (int i = 0; i < look->tool_count; i++) {
        if (look->tool[i].grip_count > 0 || look->tool[i].needle_grip.needle.index1 > 0) {
            return false;
        }
    }
    return true;
}

//---- things that are put somewhere ---------------------------------------------------------------

static bool lies_within(const sut_look_thread *line, const sut_mark *m) {
    for (int i = 0; i < line->vertex_count; i++) {
        sut_vec3 p = line->position[i];
        if (hypot(p.x - m->position.x, p.y - m->position.y) > m->radius) {
            return false;
        }
    }
    return true;
}

static bool holds_thread(const sut_look *look, int thread) {
    for (int i = 0; i < look->tool_count; i++) {
        for (int k = 0; k < look->tool[i].grip_count; k++) {
            if ((int)look->tool[i].grip[k].thread.index1 - 1 == thread) {
                return true;
            }
        }
    }
    return false;
}

// Lies where it belongs. What was let go and is not there after a second, time enough to fall from
// the hand, was lost once.
static bool judge_placed(const sut_task *task, const sut_rule *r, const sut_look *look,
                         sut_rule_state *s) {
    const double falling = 1.0;
    if (r->thread < 0 || r->thread >= look->thread_count) {
        return false;
    }
    bool held = holds_thread(look, r->thread);
    bool there = !held && lies_within(&look->thread[r->thread], &task->marks[r->mark]);
    if (s->held && !held) {
        s->let_go = look->time;
    }
    s->held = held;
    if (held || there) {
        s->let_go = 0.0;
    } else if (s->let_go > 0.0 && look->time - s->let_go > falling) {
        s->let_go = 0.0;
        s->lost++;
    }
    return there;
}

//---- the rest ------------------------------------------------------------------------------------

static bool judge_one(const sut_verdict *v, const sut_task *task, const sut_rule *r,
                      const sut_scene *scene, const sut_look *look, double *value) {
    const sut_tied *t = tied_of(v, look, r->thread);
    bool has_thread = r->thread >= 0 && r->thread < look->thread_count;
    const sut_look_thread *line = has_thread ? &look->thread[r->thread] : NULL;
    *value = 0.0;
    switch (r->kind) {
    case SUT_RULE_KNOT:
        return judge_knot(r, t, value);
    case SUT_RULE_UNKNOT:
        return t != NULL && !knotted(t);
    case SUT_RULE_AROUND:
        return line != NULL && judge_around(r, scene, look, value);
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
    case SUT_RULE_FREE:
        return judge_free(look);
    default: // of needles; false for those that are judged by samples, or below
        return sut_rule_stitched(task, r, look, value);
    }
}

//---- all rules -----------------------------------------------------------------------------------

static void note(sut_rule_state *s, const sut_rule *r, bool holds, double value, double time) {
    s->since = holds && s->holds ? s->since : time;
    s->holds = holds;
    s->done = holds && time - s->since >= r->hold;
    s->done_at = s->done && !(s->done_at > 0.0) ? time : s->done_at;
    if (!s->begun) {
        s->begun = true;
        s->first = holds ? 0.0 : value;
    }
    // what was so from the start is no progress
    double gone = s->first < 1.0 ? fmax(0.0, value - s->first) / (1.0 - s->first) : value;
    s->value = s->done ? 1.0 : holds ? 0.95 : gone;
}

// Both hands (or the one that there is) pull at least so hard, without a break.
static void sample_pull(sut_rule_state *s, const sut_rule *r, const sut_sample *sample) {
    if (sample->unmeasured) {
        return;
    }
    s->pull = sample->hand_count > 0 ? (double)INFINITY : 0.0;
    for (int i = 0; i < sample->hand_count; i++) {
        s->pull = fmin(s->pull, sample->hand[i].grips ? sample->hand[i].force : 0.0);
    }
    bool pulls = s->pull >= r->amount;
    bool goes_on = s->pulled && pulls && sample->t - s->measured_at <= longest_gap;
    s->pull_since = goes_on ? s->pull_since : sample->t;
    s->pulled = pulls;
    s->measured_at = sample->t;
}

bool sut_verdict_due(const sut_verdict *v, const sut_rule *r) {
    return r->after == 0 || v->rule[r->after - 1].done;
}

double sut_verdict_contact_time(const sut_verdict *v, const sut_task *task) {
    double first = (double)INFINITY, last = -(double)INFINITY;
    for (int i = 0; i < task->rule_count; i++) {
        if (task->rules[i].kind == SUT_RULE_TOUCH && v->rule[i].done) {
            first = fmin(first, v->rule[i].done_at);
            last = fmax(last, v->rule[i].done_at);
        }
    }
    return last > first ? last - first : -1.0;
}

// Jaws that were open and are shut hold something, or have missed it.
static void sample_misses(sut_verdict *v, const sut_sample *s) {
    const double open = 0.5, shut = 0.05; // of the way
    for (int i = 0; i < s->hand_count; i++) {
        const sut_sample_hand *h = &s->hand[i];
        if (v->opened[i] && h->jaw < shut && !h->grips) {
            v->misses++;
        }
        v->opened[i] = h->jaw > open || (v->opened[i] && h->jaw >= shut && !h->grips);
    }
}

static double from_line(sut_vec3 p, sut_vec3 a, sut_vec3 b) {
    sut_vec3 d = {b.x - a.x, b.y - a.y, b.z - a.z};
    double length = d.x * d.x + d.y * d.y + d.z * d.z;
    double along = (p.x - a.x) * d.x + (p.y - a.y) * d.y + (p.z - a.z) * d.z;
    double u = length > 0.0 ? fmin(1.0, fmax(0.0, along / length)) : 0.0;
    return apart(p, (sut_vec3){a.x + u * d.x, a.y + u * d.y, a.z + u * d.z});
}

// How far each hand is from the line between the target that it touched last and its next one.
static void sample_trace(sut_verdict *v, const sut_task *task, const sut_sample *s) {
    double dt = s->t - v->sampled_at;
    v->sampled_at = s->t;
    if (!(dt > 0.0) || dt > longest_gap) {
        return;
    }
    for (int h = 0; h < s->hand_count; h++) {
        const sut_mark *before = NULL;
        for (int i = 0; i < task->rule_count; i++) {
            const sut_rule *r = &task->rules[i];
            if (r->kind != SUT_RULE_TOUCH || r->tool != h) {
                continue;
            }
            const sut_mark *m = &task->marks[r->mark];
            if (v->rule[i].done) {
                before = m;
                continue;
            }
            if (before != NULL && sut_verdict_due(v, r)) {
                v->strayed += dt * from_line(s->hand[h].position, before->position, m->position);
                v->traced += dt;
            }
            break;
        }
    }
}

void sut_verdict_sample(sut_verdict *v, const sut_task *task, const sut_sample *s) {
    sample_misses(v, s);
    sample_trace(v, task, s);
    for (int i = 0; i < task->rule_count; i++) {
        const sut_rule *r = &task->rules[i];
        if (!sut_verdict_due(v, r)) {
            continue;
        }
        if (r->kind == SUT_RULE_TOUCH && !(v->rule[i].done && r->keeps)) {
            note(&v->rule[i], r, touches(r, &task->marks[r->mark], s), 0.0, s->t);
        } else if (r->kind == SUT_RULE_TAUT) {
            sample_pull(&v->rule[i], r, s);
        }
    }
}

// The pull must have lasted, and the knot be as it should at its end.
static void note_taut(const sut_verdict *v, const sut_task *task, const sut_rule *r,
                      const sut_scene *scene, const sut_look *look, sut_rule_state *s) {
    double value;
    s->note[0] = '\0';
    s->holds = judge_taut(v, task, r, scene, look, s, &value);
    s->since = s->pull_since;
    s->done = s->holds && s->measured_at - s->pull_since >= r->hold;
    s->value = s->done ? 1.0 : s->holds ? 0.95 : value;
}

void sut_verdict_judge(sut_verdict *v, const sut_task *task, const sut_scene *scene,
                       const sut_look *look) {
    bool all = task->rule_count > 0;
    for (int i = 0; i < task->rule_count; i++) {
        const sut_rule *r = &task->rules[i];
        sut_rule_state *s = &v->rule[i];
        bool settled = s->done && r->keeps;
        if (!sut_verdict_due(v, r)) {
            all = false;
            continue;
        }
        if (r->kind == SUT_RULE_TAUT && !settled) {
            note_taut(v, task, r, scene, look, s);
        } else if (r->kind == SUT_RULE_PLACED && !settled) {
            note(s, r, judge_placed(task, r, look, s), 0.0, look->time);
        } else if (r->kind == SUT_RULE_LOADED && !settled) {
            note(s, r, sut_rule_loaded(r, look, s), 0.0, look->time);
        } else if (r->kind == SUT_RULE_TAILS && !settled) {
            note(s, r, sut_rule_tails(r, look, s), 0.0, look->time);
        } else if (r->kind != SUT_RULE_TOUCH && !settled) {
            double value;
            bool holds = judge_one(v, task, r, scene, look, &value);
            note(s, r, holds, value, look->time);
        }
        all = all && s->done;
    }
    v->success = all;
}

//---- hints ---------------------------------------------------------------------------------------

int sut_verdict_hint(const sut_verdict *v, const sut_task *task, int throws, int count) {
    int done = 0, told = -1;
    for (int i = 0; i < task->rule_count; i++) {
        const sut_rule *r = &task->rules[i];
        done += v->rule[i].done ? 1 : 0;
        int steps = r->kind == SUT_RULE_KNOT ? throws : v->rule[i].done ? 1 : 0;
        steps = steps < r->hint_count ? steps : r->hint_count;
        int hint = steps > 0 ? r->hints[steps - 1] : r->hint_count > 0 ? 0 : -1;
        told = hint > told ? hint : told;
    }
    // a task that does not say goes on with every rule
    int next = told >= 0 ? told : done;
    return next < count ? next : count - 1;
}
