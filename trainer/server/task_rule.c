// SPDX-License-Identifier: MIT
#include "trainer/server/task_rule.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct complaint {
    sut_task_error *error;
    const char *list;
    size_t index;
} complaint;

static bool wrong(const complaint *c, const char *what) {
    snprintf(c->error->text, sizeof c->error->text, "%s[%zu]: %s", c->list, c->index, what);
    return false;
}

static bool copy_text(const json_t *object, const char *key, char *out, size_t size) {
    const char *text = json_string_value(json_object_get(object, key));
    if (text == NULL || strlen(text) >= size) {
        return false;
    }
    memcpy(out, text, strlen(text) + 1);
    return true;
}

bool sut_task_vec3(const json_t *value, sut_vec3 *out) {
    double v[3];
    if (!json_is_array(value) || json_array_size(value) != 3) {
        return false;
    }
    for (size_t i = 0; i < 3; i++) {
        const json_t *item = json_array_get(value, i);
        v[i] = json_number_value(item);
        if (!json_is_number(item) || !isfinite(v[i])) {
            return false;
        }
    }
    *out = (sut_vec3){v[0], v[1], v[2]};
    return true;
}

static double number_or(const json_t *object, const char *key, double otherwise) {
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : otherwise;
}

//---- marks ---------------------------------------------------------------------------------------

static bool read_mark(const json_t *json, sut_mark *m, const complaint *c) {
    static const char *const kinds[] = {"target", "ring", "line", "tray", "dot"};
    char kind[SUT_TASK_TEXT];
    if (!copy_text(json, "name", m->name, sizeof m->name) ||
        !copy_text(json, "kind", kind, sizeof kind)) {
        return wrong(c, "needs a name and a kind");
    }
    int found = -1;
    for (int i = 0; i < (int)(sizeof kinds / sizeof kinds[0]); i++) {
        found = strcmp(kind, kinds[i]) == 0 ? i : found;
    }
    if (found < 0) {
        return wrong(c, "kind is target, ring, line, tray or dot");
    }
    m->kind = (sut_mark_kind)found;
    m->radius = number_or(json, "radius", 0.0);
    if (!sut_task_vec3(json_object_get(json, "position"), &m->position) || !(m->radius > 0.0)) {
        return wrong(c, "needs a position of three numbers and a radius above 0");
    }
    m->vanishes = json_is_true(json_object_get(json, "vanishes"));
    m->tool = (int)number_or(json, "tool", -1.0);
    m->axis = (sut_vec3){0.0, 0.0, 1.0};
    if (json_object_get(json, "axis") != NULL &&
        !sut_task_vec3(json_object_get(json, "axis"), &m->axis)) {
        return wrong(c, "axis is three numbers");
    }
    double length = sqrt(m->axis.x * m->axis.x + m->axis.y * m->axis.y + m->axis.z * m->axis.z);
    if (!(length > 0.0)) {
        return wrong(c, "axis has no length");
    }
    m->axis = (sut_vec3){m->axis.x / length, m->axis.y / length, m->axis.z / length};
    return true;
}

bool sut_task_read_marks(sut_task *t, sut_task_error *error) {
    complaint c = {error, "marks", 0};
    const json_t *item;
    json_array_foreach(json_object_get(t->json, "marks"), c.index, item) {
        if (t->mark_count == SUT_TASK_MARKS) {
            return wrong(&c, "too many");
        }
        if (!read_mark(item, &t->marks[t->mark_count], &c)) {
            return false;
        }
        t->mark_count++;
    }
    return true;
}

//---- rules ---------------------------------------------------------------------------------------

static bool read_names(const json_t *json, sut_rule *r, const complaint *c) {
    size_t i;
    const json_t *item;
    json_array_foreach(json_object_get(json, "is"), i, item) {
        const char *name = json_string_value(item);
        if (name == NULL || strlen(name) >= SUT_TASK_TEXT || r->name_count == SUT_TASK_NAMES) {
            return wrong(c, "is: a list of up to 8 names of knots");
        }
        snprintf(r->names[r->name_count++], SUT_TASK_TEXT, "%s", name);
    }
    return r->name_count > 0 || r->kind != SUT_RULE_KNOT || wrong(c, "is: names no knot");
}

static int find_mark(const sut_task *t, const json_t *json) {
    const char *name = json_string_value(json_object_get(json, "mark"));
    for (int i = 0; name != NULL && i < t->mark_count; i++) {
        if (strcmp(t->marks[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static const char *const kinds[] = {"knot", "unknot", "around", "touch",  "ring",   "writhe",
                                    "taut", "free",   "placed", "loaded", "pierced",
                                    "drawn", "gap", "cut", "tails"};

const char *sut_task_kind(sut_rule_kind kind) {
    return kinds[kind];
}

static bool read_kind(const json_t *json, sut_rule *r) {
    const char *kind = json_string_value(json_object_get(json, "kind"));
    for (int i = 0; kind != NULL && i < (int)(sizeof kinds / sizeof kinds[0]); i++) {
        if (strcmp(kind, kinds[i]) == 0) {
            r->kind = (sut_rule_kind)i;
            return true;
        }
    }
    return false;
}

static bool read_hints(const json_t *json, sut_rule *r, const complaint *c) {
    const json_t *hint = json_object_get(json, "hint");
    size_t count = json_is_array(hint) ? json_array_size(hint) : hint != NULL ? 1 : 0;
    for (size_t i = 0; i < count && i < SUT_TASK_NAMES; i++) {
        const json_t *item = json_is_array(hint) ? json_array_get(hint, i) : hint;
        if (!json_is_integer(item) || json_integer_value(item) < 0) {
            return wrong(c, "hint: the index of a hint, or a list of them, one per throw");
        }
        r->hints[r->hint_count++] = (int)json_integer_value(item);
    }
    return true;
}

// The rule that must be done before this one counts: one further up, so that there is no circle.
static bool read_after(const sut_task *t, const json_t *json, sut_rule *r, const complaint *c) {
    const json_t *after = json_object_get(json, "after");
    const char *id = json_string_value(after);
    for (int i = 0; id != NULL && i < t->rule_count; i++) {
        r->after = strcmp(t->rules[i].id, id) == 0 ? i + 1 : r->after;
    }
    return after == NULL || r->after > 0 || wrong(c, "after: the id of a rule above it");
}

// What is done once, and not a state that is to last.
static bool is_passing(sut_rule_kind kind) {
    return kind == SUT_RULE_TOUCH || kind == SUT_RULE_TAUT || kind == SUT_RULE_PLACED ||
           kind == SUT_RULE_PIERCED || kind == SUT_RULE_CUT;
}

// Of which thread and tool, how much, for how long.
static bool read_numbers(const json_t *json, sut_rule *r, const complaint *c) {
    const json_t *thread = json_object_get(json, "thread");
    bool both = json_is_string(thread) && strcmp(json_string_value(thread), "both") == 0;
    r->thread = both ? -1 : (int)json_integer_value(thread);
    r->tool = (int)number_or(json, "tool", -1.0);
    r->amount = number_or(json, "amount", 0.0);
    r->loose = number_or(json, "loose", 0.0);
    r->low = number_or(json, "low", 0.0);
    r->high = number_or(json, "high", 1.0);
    if (!(r->low >= 0.0) || !(r->high <= 1.0) || !(r->low < r->high)) {
        return wrong(c, r->kind == SUT_RULE_TAILS
                            ? "low and high are lengths in m, low below high"
                            : "low and high are shares of the arc, 0 (tip) to 1, low below high");
    }
    r->hold = number_or(json, "hold", 0.3);
    const json_t *keeps = json_object_get(json, "keeps");
    r->keeps = json_is_boolean(keeps) ? json_is_true(keeps) : is_passing(r->kind);
    if (json_object_get(json, "loose") != NULL && !(r->loose > 0.0)) {
        return wrong(c, "loose is a length in m above 0");
    }
    if (r->kind == SUT_RULE_TAUT && !(r->amount > 0.0)) {
        return wrong(c, "amount is a force in N above 0");
    }
    if ((r->kind == SUT_RULE_DRAWN || r->kind == SUT_RULE_GAP) && !(r->amount > 0.0)) {
        return wrong(c, "amount is a length in m above 0");
    }
    return true;
}

static bool read_rule(const sut_task *t, const json_t *json, sut_rule *r, const complaint *c) {
    if (!read_kind(json, r)) {
        return wrong(c, "kind is knot, unknot, around, touch, ring, writhe, taut, free, "
                        "placed, loaded, pierced, drawn, gap, cut or tails");
    }
    if (!copy_text(json, "id", r->id, sizeof r->id) ||
        !copy_text(json, "text", r->text, sizeof r->text)) {
        return wrong(c, "needs an id and a text");
    }
    if (!read_numbers(json, r, c)) {
        return false;
    }
    if (r->kind == SUT_RULE_GAP && json_array_size(json_object_get(t->scene, "gaps")) == 0) {
        return wrong(c, "the scene has no gaps between two lips");
    }
    r->mark = find_mark(t, json);
    bool marked = r->kind == SUT_RULE_TOUCH || r->kind == SUT_RULE_RING ||
                  r->kind == SUT_RULE_PLACED || r->kind == SUT_RULE_PIERCED;
    if (marked && r->mark < 0) {
        return wrong(c, "mark: the name of one of the marks");
    }
    if (r->kind == SUT_RULE_AROUND &&
        !copy_text(json, "obstacle", r->obstacle, sizeof r->obstacle)) {
        return wrong(c, "obstacle: the name of one of the scene's obstacles");
    }
    return read_after(t, json, r, c) && read_hints(json, r, c) && read_names(json, r, c);
}

bool sut_task_read_rules(sut_task *t, sut_task_error *error) {
    complaint c = {error, "rules", 0};
    const json_t *item;
    json_array_foreach(json_object_get(t->json, "rules"), c.index, item) {
        if (t->rule_count == SUT_TASK_RULES) {
            return wrong(&c, "too many");
        }
        if (!read_rule(t, item, &t->rules[t->rule_count], &c)) {
            return false;
        }
        t->rule_count++;
    }
    return true;
}
