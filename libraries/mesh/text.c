// SPDX-License-Identifier: MIT
#include "text.h"

#include <stdio.h>
#include <string.h>

sut_text sut_text_start(const void *bytes, size_t size, sut_mesh_error *error) {
    const char *p = bytes;
    return (sut_text){p, p + size, 1, error};
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static void take(sut_text *t, sut_word *out) {
    const char *p = t->at;
    while (p < t->end && !is_blank(*p) && *p != '\n') {
        p++;
    }
    *out = (sut_word){t->at, (size_t)(p - t->at)};
    t->at = p;
}

bool sut_text_word(sut_text *t, sut_word *out) {
    for (; t->at < t->end && (is_blank(*t->at) || *t->at == '\n'); t->at++) {
        t->line += *t->at == '\n';
    }
    take(t, out);
    return out->length > 0;
}

// behind a backslash that ends its line; null: there is none
static const char *joined(const sut_text *t) {
    const char *p = t->at + 1;
    if (p < t->end && *p == '\r') {
        p++;
    }
    return *t->at == '\\' && p < t->end && *p == '\n' ? p + 1 : NULL;
}

bool sut_text_word_in_line(sut_text *t, sut_word *out) {
    while (t->at < t->end) {
        if (is_blank(*t->at)) {
            t->at++;
        } else if (joined(t) != NULL) {
            t->at = joined(t);
            t->line++;
        } else {
            break;
        }
    }
    take(t, out);
    return out->length > 0;
}

void sut_text_next_line(sut_text *t) {
    const char *stop = t->at < t->end ? memchr(t->at, '\n', (size_t)(t->end - t->at)) : NULL;
    t->at = stop != NULL ? stop + 1 : t->end;
    t->line += stop != NULL;
}

bool sut_word_is(sut_word w, const char *text) {
    return strlen(text) == w.length && memcmp(text, w.text, w.length) == 0;
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool sut_word_is_any_case(sut_word w, const char *text) {
    if (strlen(text) != w.length) {
        return false;
    }
    for (size_t i = 0; i < w.length; i++) {
        if (lower(w.text[i]) != lower(text[i])) {
            return false;
        }
    }
    return true;
}

//---- refusals ------------------------------------------------------------------------------------

// foreign text, short and harmless
typedef struct shown {
    char text[32];
} shown;

static shown show(sut_word w) {
    shown s;
    size_t n = w.length < 24 ? w.length : 24;
    for (size_t i = 0; i < n; i++) {
        char c = w.text[i];
        s.text[i] = c >= ' ' && c <= '~' ? c : '?';
    }
    snprintf(s.text + n, sizeof s.text - n, "%s", w.length > n ? "..." : "");
    return s;
}

bool sut_text_fail_number(const sut_text *t, sut_word w) {
    return sut_mesh_fail(t->error, t->line, "is not a number; must have one in place of \"%s\"",
                         show(w).text);
}

bool sut_text_fail_end(const sut_text *t, const char *what, const char *need) {
    return sut_mesh_fail(t->error, t->line, "ends in the middle of %s; must have %s", what, need);
}

bool sut_text_fail_word(const sut_text *t, sut_word w, const char *need) {
    return sut_mesh_fail(t->error, t->line, "has \"%s\"; must have %s", show(w).text, need);
}

//---- numbers -------------------------------------------------------------------------------------

bool sut_text_number(sut_text *t, double *out, const char *what, const char *need) {
    sut_word w;
    if (!sut_text_word(t, &w)) {
        return sut_text_fail_end(t, what, need);
    }
    return sut_word_number(w, out) || sut_text_fail_number(t, w);
}

bool sut_text_integer(sut_text *t, long long *out, const char *what, const char *need) {
    sut_word w;
    if (!sut_text_word(t, &w)) {
        return sut_text_fail_end(t, what, need);
    }
    return sut_word_integer(w, out) || sut_text_fail_number(t, w);
}

bool sut_text_point(sut_text *t, sut_vec3 *out, const char *what, const char *need) {
    return sut_text_number(t, &out->x, what, need) && sut_text_number(t, &out->y, what, need) &&
           sut_text_number(t, &out->z, what, need);
}
