// SPDX-License-Identifier: MIT
#include "trainer/server/task_check.h"

#include "sutura/scene.h"
#include "trainer/server/score.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//---- keys ----------------------------------------------------------------------------------------

typedef enum sort {
    TEXT,
    NUMBER,   // any
    POSITIVE, // above 0
    COUNT,    // whole, from 1
    SWITCH,
    LIST,
    ANY // its reader says what is wrong with it
} sort;

typedef struct task_key {
    const char *name;
    sort kind;
} task_key;

static const task_key task_keys[] = {
    {"task", COUNT},   {"id", TEXT},        {"title", TEXT},    {"group", TEXT},
    {"level", NUMBER}, {"version", COUNT},  {"needs", LIST},    {"proficiency", ANY},
    {"goal", TEXT},    {"hints", ANY},      {"success", TEXT},  {"scene", ANY},
    {"demo", ANY},     {"materials", LIST}, {"material", TEXT}, {"force_limit", POSITIVE},
    {"board", ANY},    {"camera", ANY},     {"marks", LIST},    {"rules", LIST},
    {"metrics", LIST}, {"quiet", SWITCH},   {NULL, ANY}};
static const task_key camera_keys[] = {
    {"target", ANY}, {"from", ANY}, {"height", POSITIVE}, {NULL, ANY}};
static const task_key proficiency_keys[] = {{"row", COUNT}, {"all", COUNT}, {NULL, ANY}};
static const task_key mark_keys[] = {{"name", TEXT},   {"kind", TEXT},     {"position", ANY},
                                     {"axis", ANY},    {"radius", NUMBER}, {"vanishes", SWITCH},
                                     {"tool", NUMBER}, {NULL, ANY}};
static const task_key rule_keys[] = {
    {"id", TEXT},     {"text", TEXT},     {"kind", TEXT},    {"is", LIST},     {"thread", ANY},
    {"tool", NUMBER}, {"amount", NUMBER}, {"loose", NUMBER}, {"hold", NUMBER}, {"keeps", SWITCH},
    {"mark", TEXT},   {"obstacle", TEXT}, {"after", ANY},    {"hint", ANY},    {"low", NUMBER},
    {"high", NUMBER}, {NULL, ANY}};

static bool fail(sut_task_error *e, const char *place, const char *dot, const char *name,
                 const char *what) {
    snprintf(e->text, sizeof e->text, "%.100s%s%.100s: %.400s", place, dot, name, what);
    return false;
}

// how many letters are to be changed, put in or left out; long words are compared by their
// beginnings
static int changes(const char *a, const char *b) {
    enum { LONGEST = 24 };
    int row[LONGEST + 1];
    int m = (int)strnlen(a, LONGEST), n = (int)strnlen(b, LONGEST);
    for (int j = 0; j <= n; j++) {
        row[j] = j;
    }
    for (int i = 1; i <= m; i++) {
        int before = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int replace = before + (a[i - 1] != b[j - 1] ? 1 : 0);
            before = row[j];
            int other = 1 + (row[j] < row[j - 1] ? row[j] : row[j - 1]);
            row[j] = replace < other ? replace : other;
        }
    }
    return row[n];
}

static bool unknown(sut_task_error *e, const char *place, const char *dot, const char *name,
                    const task_key *keys) {
    const char *near = NULL;
    char text[400] = "unknown key; known are";
    int least = 3; // more is another word
    for (const task_key *k = keys; k->name != NULL; k++) {
        int far = changes(name, k->name);
        near = far < least ? k->name : near;
        least = far < least ? far : least;
        size_t have = strlen(text);
        snprintf(text + have, sizeof text - have, "%s %s", k == keys ? "" : ",", k->name);
    }
    if (near != NULL) {
        snprintf(text, sizeof text, "unknown key; did you mean \"%s\"?", near);
    }
    return fail(e, place, dot, name, text);
}

// null: it is as it should be
static const char *wrong_kind(const json_t *value, sort kind) {
    bool number = json_is_number(value) && isfinite(json_number_value(value));
    switch (kind) {
    case TEXT:
        return json_is_string(value) ? NULL : "a text is expected";
    case NUMBER:
        return number ? NULL : "a number is expected";
    case POSITIVE:
        return number && json_number_value(value) > 0.0 ? NULL : "a number above 0 is expected";
    case COUNT:
        return json_is_integer(value) && json_integer_value(value) > 0
                   ? NULL
                   : "a whole number from 1 is expected";
    case SWITCH:
        return json_is_boolean(value) ? NULL : "true or false is expected";
    case LIST:
        return json_is_array(value) ? NULL : "a list is expected";
    case ANY:
        return NULL;
    }
    return NULL;
}

static bool check_object(json_t *object, const char *place, const task_key *keys,
                         sut_task_error *e) {
    if (object == NULL) {
        return true;
    }
    if (!json_is_object(object)) {
        return fail(e, place, "", "", "an object with keys is expected");
    }
    const char *dot = place[0] != '\0' ? "." : "";
    const char *name;
    json_t *value;
    json_object_foreach(object, name, value) {
        const task_key *k = keys;
        while (k->name != NULL && strcmp(k->name, name) != 0) {
            k++;
        }
        if (k->name == NULL) {
            return unknown(e, place, dot, name, keys);
        }
        const char *wrong = wrong_kind(value, k->kind);
        if (wrong != NULL) {
            return fail(e, place, dot, name, wrong);
        }
    }
    return true;
}

static bool check_list(const json_t *json, const char *list, const task_key *keys,
                       sut_task_error *e) {
    size_t i;
    json_t *item;
    json_array_foreach(json_object_get(json, list), i, item) {
        char place[64];
        snprintf(place, sizeof place, "%s[%zu]", list, i);
        if (!check_object(item, place, keys, e)) {
            return false;
        }
    }
    return true;
}

//---- names ---------------------------------------------------------------------------------------

static bool is_material(const char *name) {
    for (int i = 0; name != NULL && i < sut_material_count(); i++) {
        const sut_material *m = sut_material_at(i);
        char known[128];
        snprintf(known, sizeof known, "%s %s", m->name, m->size);
        if (strcmp(known, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_metric(const char *name) {
    return name != NULL && sut_metric_find(name) >= 0;
}

static bool check_names(const json_t *json, const char *list, bool (*known)(const char *name),
                        const char *what, sut_task_error *e) {
    size_t i;
    const json_t *item;
    json_array_foreach(json_object_get(json, list), i, item) {
        if (!known(json_string_value(item))) {
            char place[64];
            snprintf(place, sizeof place, "%s[%zu]", list, i);
            return fail(e, place, "", "", what);
        }
    }
    return true;
}

bool sut_task_check(json_t *json, sut_task_error *e) {
    static const char material[] = "no such material; GET /api/tasks lists them";
    const json_t *own = json_object_get(json, "material");
    return check_object(json, "", task_keys, e) &&
           check_object(json_object_get(json, "camera"), "camera", camera_keys, e) &&
           check_object(json_object_get(json, "proficiency"), "proficiency", proficiency_keys, e) &&
           check_list(json, "marks", mark_keys, e) && check_list(json, "rules", rule_keys, e) &&
           check_names(json, "metrics", is_metric,
                       "no such figure; docs/guide/trainer.md lists them", e) &&
           check_names(json, "materials", is_material, material, e) &&
           (own == NULL || is_material(json_string_value(own)) ||
            fail(e, "material", "", "", material));
}

//---- lines ---------------------------------------------------------------------------------------

// A place in a text that is known to be JSON.
typedef struct cursor {
    const char *at;
    int line;
} cursor;

static void skip_space(cursor *c) {
    for (; isspace((unsigned char)*c->at); c->at++) {
        c->line += *c->at == '\n' ? 1 : 0;
    }
}

static void skip_string(cursor *c) {
    for (c->at++; *c->at != '"' && *c->at != '\0'; c->at++) {
        c->at += *c->at == '\\' && c->at[1] != '\0' ? 1 : 0;
    }
    c->at += *c->at == '"' ? 1 : 0;
}

// a value, with all that it holds
static void skip_value(cursor *c) {
    int depth = 0;
    do {
        skip_space(c);
        if (*c->at == '"') {
            skip_string(c);
        } else if (*c->at == '{' || *c->at == '[') {
            depth++;
            c->at++;
        } else if (*c->at == '}' || *c->at == ']') {
            depth--;
            c->at++;
        } else if (*c->at == ',' || *c->at == ':') {
            c->at++;
        } else {
            // a number or a word
            c->at += strcspn(c->at, ",:[]{}\" \t\r\n");
        }
    } while (depth > 0 && *c->at != '\0');
}

// To the value of a key, or to an element; the line is that of the key. False: it is not there.
static bool enter(cursor *c, const char *name, size_t length, long index) {
    skip_space(c);
    if (*c->at != (index < 0 ? '{' : '[')) {
        return false;
    }
    c->at++;
    for (long i = 0;; i++) {
        skip_space(c);
        if (*c->at == '}' || *c->at == ']' || *c->at == '\0') {
            return false;
        }
        if (i == index) {
            return true;
        }
        if (index < 0) {
            const char *key = c->at + 1;
            int line = c->line;
            skip_string(c);
            bool found = (size_t)(c->at - key) == length + 1 && strncmp(key, name, length) == 0;
            skip_space(c);
            c->at += *c->at == ':' ? 1 : 0;
            if (found) {
                c->line = line;
                return true;
            }
        }
        skip_value(c);
        skip_space(c);
        c->at += *c->at == ',' ? 1 : 0;
    }
}

int sut_task_line(const char *text, const char *place) {
    cursor c = {text, 1};
    while (*place != '\0' && *place != ':' && *place != ' ') {
        if (*place == '[') {
            char *end = NULL;
            long index = strtol(place + 1, &end, 10);
            if (*end != ']' || index < 0 || !enter(&c, NULL, 0, index)) {
                return 0;
            }
            place = end + 1;
            continue;
        }
        place += *place == '.' ? 1 : 0;
        size_t length = strcspn(place, ".[: ");
        if (length == 0 || !enter(&c, place, length, -1)) {
            return 0;
        }
        place += length;
    }
    return c.line;
}
