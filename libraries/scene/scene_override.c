// SPDX-License-Identifier: MIT
// scene_override.c -- changes from outside ("threads[0].vertices" = "201"), made to the JSON tree
// before it is understood, so that they pass the same checks as the file.
//
//     PATH = KEY { "." KEY | "[" INDEX "]" }      a thread may also go by its name:
//     threads.suture.length
#include "scene_file.h"

#include <stdlib.h>
#include <string.h>

// One step of a path.
typedef struct step {
    const char *key; // null: an index
    size_t length;
    size_t index;
} step;

// A path that is being followed.
typedef struct walk {
    const sut_reader *r;
    const sut_node *at; // the whole path, for messages
    const char *rest;
} walk;

static bool fail_at(const walk *w, const char *what) {
    sut_quoted rest = sut_quote(w->rest);
    return sut_fail(w->r, w->at, "%s at %s; a path looks like threads[0].material.radius", what,
                    w->rest[0] != '\0' ? rest.text : "its end");
}

static bool next_index(walk *w, step *s) {
    const char *p = w->rest + 1;
    size_t index = 0;
    if (*p < '0' || *p > '9') {
        return fail_at(w, "the path has no number in brackets");
    }
    for (; *p >= '0' && *p <= '9'; p++) {
        index = index > 100000000 ? index : index * 10 + (size_t)(*p - '0');
    }
    if (*p != ']') {
        return fail_at(w, "the path has no closing bracket");
    }
    *s = (step){NULL, 0, index};
    w->rest = p + 1;
    return true;
}

static bool next_step(walk *w, bool first, step *s) {
    if (*w->rest == '[') {
        return next_index(w, s);
    }
    if (!first) {
        if (*w->rest != '.') {
            return fail_at(w, "the path is not readable");
        }
        w->rest++;
    }
    size_t length = strcspn(w->rest, ".[");
    if (length == 0) {
        return fail_at(w, "the path has no key");
    }
    *s = (step){w->rest, length, 0};
    w->rest += length;
    return true;
}

// the place of the entry with this "name" in a list, or its size
static size_t index_by_name(const json_t *array, const step *s) {
    size_t count = json_array_size(array);
    for (size_t i = 0; i < count; i++) {
        const json_t *name = json_object_get(json_array_get(array, i), "name");
        if (json_is_string(name) && json_string_length(name) == s->length &&
            memcmp(json_string_value(name), s->key, s->length) == 0) {
            return i;
        }
    }
    return count;
}

static bool find_in_array(const walk *w, const json_t *array, step *s) {
    size_t count = json_array_size(array);
    if (s->key != NULL) {
        s->index = index_by_name(array, s);
        if (s->index == count) {
            return sut_fail(w->r, w->at,
                            "the list has no entry named %s; use an index, [0] is first",
                            sut_quote_part(s->key, s->length).text);
        }
        s->key = NULL;
    }
    if (s->index >= count) {
        return sut_fail(w->r, w->at, "index %zu is out of range; the list has %zu entries",
                        s->index, count);
    }
    return true;
}

// The entry of `parent` that the step names; a missing key is made when more steps follow.
static bool enter(const walk *w, json_t *parent, step *s, bool last, json_t **out) {
    *out = NULL;
    if (json_is_array(parent)) {
        if (!find_in_array(w, parent, s)) {
            return false;
        }
        *out = json_array_get(parent, s->index);
        return true;
    }
    if (!json_is_object(parent) || s->key == NULL) {
        return sut_fail(w->r, w->at,
                        "the path goes into something that is no %s; set the whole value",
                        s->key == NULL ? "list" : "object");
    }
    *out = json_object_getn(parent, s->key, s->length);
    if (*out == NULL && !last) {
        *out = json_object();
        if (json_object_setn_new(parent, s->key, s->length, *out) != 0) {
            return sut_fail(w->r, w->at, "it cannot be set; give a key in UTF-8");
        }
    }
    return true;
}

// JSON where it is JSON, else text: --set dt="5 ms" needs no quotes of its own
static json_t *override_value(const char *text) {
    json_t *v =
        json_loads(text, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL | JSON_DECODE_ANY, NULL);
    return v != NULL ? v : json_string(text);
}

bool sut_override_apply(const sut_reader *r, json_t *root, const sut_scene_override *o) {
    sut_node top = sut_node_root(NULL);
    sut_node at = {&top, o->path, 0, NULL};
    walk w = {r, &at, o->path};
    json_t *parent = root;
    step s = {NULL, 0, 0};
    if (!next_step(&w, true, &s)) {
        return false;
    }
    for (;;) {
        bool last = *w.rest == '\0';
        json_t *child;
        if (!enter(&w, parent, &s, last, &child)) {
            return false;
        }
        if (last) {
            break;
        }
        parent = child;
        if (!next_step(&w, false, &s)) {
            return false;
        }
    }

    json_t *value = override_value(o->value);
    int failed = s.key == NULL ? json_array_set_new(parent, s.index, value)
                               : json_object_setn_new(parent, s.key, s.length, value);
    if (failed != 0) {
        return sut_fail(r, &at, "it cannot be set; give key and value in UTF-8");
    }
    return true;
}
