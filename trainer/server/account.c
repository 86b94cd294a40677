// SPDX-License-Identifier: MIT
#include "trainer/server/account.h"

#include "trainer/server/stitch.h"
#include "trainer/server/task_rule.h"

#include <math.h>
#include <string.h>

//---- the score -----------------------------------------------------------------------------------

// the way from target to target
static double ideal_path(const sut_task *t) {
    double sum = 0.0;
    const sut_mark *before = NULL;
    for (int i = 0; i < t->mark_count; i++) {
        const sut_mark *m = &t->marks[i];
        if (m->kind == SUT_MARK_TARGET) {
            if (before != NULL) {
                sum += hypot(
                    hypot(m->position.x - before->position.x, m->position.y - before->position.y),
                    m->position.z - before->position.z);
            }
            before = m;
        }
    }
    return sum;
}

void sut_score_put(sut_score *s, sut_metric_id id, double value) {
    s->has[id] = true;
    s->value[id] = value;
}

static void score_knot(const sut_account *a, bool thorough, sut_score *s) {
    const sut_tied *t = sut_verdict_knot(a->verdict, a->look);
    if (t == NULL) {
        return;
    }
    const char *name = t->surgical[0] != '\0' ? t->surgical : t->name;
    memcpy(s->knot, name, strlen(name) + 1);
    sut_score_put(s, SUT_METRIC_THROWS, t->throws.count);
    double tail[2];
    const sut_look_thread *line = &a->look->thread[0];
    if (thorough && a->look->thread_count == 1 &&
        sut_shape_tails(line->position, line->vertex_count, line->length, tail)) {
        sut_score_put(s, SUT_METRIC_TAIL_SHORT, fmin(tail[0], tail[1]));
        sut_score_put(s, SUT_METRIC_TAIL_LONG, fmax(tail[0], tail[1]));
    }
    if (thorough) {
        double loose = sut_verdict_looseness(a->verdict, a->task, a->scene, a->look, 0);
        if (loose >= 0.0) {
            sut_score_put(s, SUT_METRIC_LOOSENESS, loose);
        }
    }
}

// what only the rules have seen
static void score_rules(const sut_account *a, sut_score *s) {
    const sut_verdict *v = a->verdict;
    double contact = sut_verdict_contact_time(v, a->task);
    int lost = 0;
    for (int i = 0; i < a->task->rule_count; i++) {
        lost += v->rule[i].lost;
    }
    if (contact >= 0.0) {
        sut_score_put(s, SUT_METRIC_CONTACT_TIME, contact);
    }
    if (v->traced > 0.0) {
        sut_score_put(s, SUT_METRIC_TRACE, v->strayed / v->traced);
    }
    sut_score_put(s, SUT_METRIC_MISSES, v->misses);
    sut_score_put(s, SUT_METRIC_LOST, lost);
}

// how a bite lies, and where the needle is held
static void score_needle(const sut_account *a, sut_score *s) {
    static const sut_metric_id off[2] = {SUT_METRIC_ENTRY_OFF, SUT_METRIC_EXIT_OFF};
    int bite = 0;
    bool pierces = false;
    for (int i = 0; i < a->task->rule_count; i++) {
        const sut_rule *r = &a->task->rules[i];
        if (r->kind != SUT_RULE_PIERCED || bite >= 2) {
            continue;
        }
        pierces = true;
        double angle = -1.0;
        double far = a->verdict->rule[i].done
                         ? sut_verdict_off_mark(a->look, a->task, r->mark, &angle)
                         : -1.0;
        if (far >= 0.0) {
            sut_score_put(s, off[bite], far);
        }
        if (bite == 0 && angle >= 0.0) {
            sut_score_put(s, SUT_METRIC_ENTRY_ANGLE, angle);
        }
        bite++;
    }
    if (pierces) {
        sut_score_put(s, SUT_METRIC_HOLES, a->look->hole_count);
    }
    for (int i = 0; i < a->look->tool_count; i++) {
        double length = a->look->needle_length[i];
        if (length > 0.0) {
            sut_score_put(s, SUT_METRIC_LOADED_AT, 100.0 * a->look->tool[i].needle_grip.s / length);
        }
    }
}

// the line on which the first stitch should lie: through its dots
static bool find_line(const sut_task *t, sut_vec3 *from, sut_vec3 *to) {
    int found = 0;
    for (int i = 0; i < t->mark_count && found < 2; i++) {
        if (t->marks[i].kind == SUT_MARK_DOT) {
            *(found++ == 0 ? from : to) = t->marks[i].position;
        }
    }
    return found == 2;
}

static double apart(sut_vec3 a, sut_vec3 b) {
    return hypot(hypot(a.x - b.x, a.y - b.y), a.z - b.z);
}

static void score_spacing(const sut_stitch *stitch, int count, sut_score *s) {
    double sum = 0.0, least = (double)INFINITY, most = 0.0;
    for (int i = 0; i + 1 < count; i++) {
        double far = apart(stitch[i].middle, stitch[i + 1].middle);
        sum += far;
        least = fmin(least, far);
        most = fmax(most, far);
    }
    if (count > 1) {
        sut_score_put(s, SUT_METRIC_SPACING, sum / (count - 1));
    }
    if (count > 2) {
        sut_score_put(s, SUT_METRIC_SPACING_UNEVEN, most - least);
    }
}

static void score_bites(const sut_account *a, const sut_stitch *stitch, int count, sut_score *s) {
    double left = 0.0, right = 0.0, uneven = 0.0, oblique = 0.0;
    sut_vec3 from, to;
    bool line = find_line(a->task, &from, &to);
    for (int i = 0; i < count; i++) {
        left += stitch[i].a->edge_distance / count;
        right += stitch[i].b->edge_distance / count;
        uneven = fmax(uneven, fabs(stitch[i].a->edge_distance - stitch[i].b->edge_distance));
        oblique = line ? fmax(oblique, sut_stitch_oblique(&stitch[i], from, to)) : 0.0;
    }
    // a surface without an edge has no bites
    if (isfinite(left) && isfinite(right)) {
        sut_score_put(s, SUT_METRIC_BITE_LEFT, left);
        sut_score_put(s, SUT_METRIC_BITE_RIGHT, right);
        sut_score_put(s, SUT_METRIC_BITE_UNEVEN, uneven);
    }
    if (line) {
        sut_score_put(s, SUT_METRIC_OBLIQUE, oblique);
    }
}

// what is left of stitches in the tissue
static void score_stitches(const sut_account *a, sut_score *s) {
    const sut_look *look = a->look;
    sut_stitch stitch[SUT_STITCHES];
    int count = sut_stitch_find(look, stitch);
    if (count > 0) {
        score_bites(a, stitch, count, s);
        score_spacing(stitch, count, s);
    }
    double torn = 0.0;
    for (int i = 0; i < look->hole_count; i++) {
        torn += look->hole[i].torn;
    }
    if (look->hole_count > 0) {
        sut_score_put(s, SUT_METRIC_TORN, torn);
    }
    if (look->depth > 0.0) {
        sut_score_put(s, SUT_METRIC_DEPTH, look->depth);
    }
    double tail = sut_stitch_tail(look);
    if (tail >= 0.0) {
        sut_score_put(s, SUT_METRIC_TAIL_EXIT, tail);
    }
    if (look->gap_count > 0) {
        sut_score_put(s, SUT_METRIC_GAP, look->gap[0].mean);
        sut_score_put(s, SUT_METRIC_GAP_MOST, look->gap[0].most);
        if (look->gap[0].leak >= 0.0) {
            sut_score_put(s, SUT_METRIC_LEAK, 1e6 * look->gap[0].leak);
        }
    }
    if (look->bite.cut > 0.0) {
        sut_score_put(s, SUT_METRIC_CUT, look->bite.cut);
    }
}

void sut_account_score(const sut_account *a, bool thorough, sut_score *out) {
    sut_score_frame f = {.from = a->from < 0.0 ? a->look->time : a->from,
                         .until = a->look->time,
                         .force_limit = a->task->force_limit,
                         // short is only better where the goal was reached
                         .ideal_path = a->verdict->success ? ideal_path(a->task) : 0.0,
                         .quick = !thorough};
    sut_score_compute(a->track, &f, out);
    score_knot(a, thorough, out);
    score_rules(a, out);
    score_needle(a, out);
    score_stitches(a, out);
}

//---- messages ------------------------------------------------------------------------------------

static json_t *knot_json(const sut_account *a) {
    const sut_tied *t = sut_verdict_knot(a->verdict, a->look);
    if (t == NULL) {
        return json_null();
    }
    json_t *throws = json_array();
    for (int i = 0; i < t->throws.count; i++) {
        json_array_append_new(throws,
                              json_pack("{s:i, s:s}", "turns", t->throws.list[i].turns, "hand",
                                        t->throws.list[i].hand > 0 ? "right" : "left"));
    }
    return json_pack("{s:s, s:s, s:s, s:b, s:s, s:o}", "name", t->name, "surgical", t->surgical,
                     "word", t->word, "certain", t->certain, "reason",
                     t->reason != NULL ? t->reason : "", "throws", throws);
}

json_t *sut_account_progress(const sut_account *a) {
    json_t *out = json_array();
    const sut_task *t = a->task;
    for (int i = 0; i < t->rule_count; i++) {
        const sut_rule_state *r = &a->verdict->rule[i];
        json_array_append_new(
            out, json_pack("{s:s, s:s, s:s, s:b, s:b, s:f, s:s}", "id", t->rules[i].id, "text",
                           t->rules[i].text, "kind", sut_task_kind(t->rules[i].kind), "due",
                           sut_verdict_due(a->verdict, &t->rules[i]), "done", r->done, "value",
                           r->done ? 1.0 : r->value, "note", r->done ? "" : r->note));
    }
    return out;
}

json_t *sut_account_live(const sut_account *a, double elapsed, const sut_score *score) {
    const sut_task *task = a->task;
    int hints = (int)json_array_size(json_object_get(task->json, "hints"));
    const sut_tied *tied = sut_verdict_knot(a->verdict, a->look);
    int hint = sut_verdict_hint(a->verdict, task, tied != NULL ? tied->throws.count : 0, hints);
    const json_t *ids = json_object_get(task->json, "metrics");
    return json_pack("{s:s, s:f, s:f, s:o, s:o, s:o, s:s, s:o}", "type", "live", "t", a->look->time,
                     "elapsed", elapsed, "knot", knot_json(a), "progress", sut_account_progress(a),
                     "hint", hint >= 0 ? json_integer(hint) : json_null(), "say",
                     sut_scene_script_say(a->scene, a->look->world_time), "metrics",
                     sut_score_object(score, ids));
}

json_t *sut_account_ended(const sut_account *a, bool success, const sut_score *score) {
    const json_t *ids = json_object_get(a->task->json, "metrics");
    json_t *m = json_pack("{s:s, s:b, s:s, s:o, s:s}", "type", "ended", "success", success,
                          "reason", success ? "done" : "stopped", "metrics",
                          sut_score_list(score, ids), "task", a->task->id);
    json_object_set(m, "title", json_object_get(a->task->json, "title"));
    json_object_set_new(m, "seconds", json_real(score->value[SUT_METRIC_TIME]));
    json_object_set_new(m, "unmeasured", json_real(score->value[SUT_METRIC_UNMEASURED]));
    json_object_set_new(m, "progress", sut_account_progress(a));
    return m;
}

bool sut_account_wants(const sut_task *t, const char *metric) {
    size_t i;
    const json_t *item;
    json_array_foreach(json_object_get(t->json, "metrics"), i, item) {
        if (json_is_string(item) && strcmp(json_string_value(item), metric) == 0) {
            return true;
        }
    }
    return false;
}
