// SPDX-License-Identifier: MIT
#include "scene_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

sut_line sut_line_start(char *text, size_t size) {
    sut_line l = {text, size, 0};
    text[0] = '\0';
    return l;
}

// continuation byte of a UTF-8 character
static bool continues(char c) {
    return ((unsigned char)c & 0xC0) == 0x80;
}

// drop a UTF-8 character that the end of the buffer has cut in two
static void trim_broken(sut_line *l) {
    size_t n = l->used;
    while (n > 0 && continues(l->text[n - 1])) {
        n--;
    }
    if (n == 0) {
        return;
    }
    unsigned char lead = (unsigned char)l->text[n - 1];
    size_t need = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    if (l->used - (n - 1) < need) {
        l->used = n - 1;
        l->text[l->used] = '\0';
    }
}

void sut_line_addf(sut_line *l, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(l->text + l->used, l->size - l->used, format, args);
    va_end(args);
    if (n < 0) {
        l->text[l->used] = '\0';
        return;
    }
    l->used += (size_t)n;
    if (l->used >= l->size) {
        l->used = l->size - 1;
        trim_broken(l);
    }
}

void sut_line_add(sut_line *l, const char *text) {
    sut_line_addf(l, "%s", text);
}

// Is a character of several bytes one that moves the cursor or turns the text round?
static bool steers(const unsigned char *p) {
    bool c1 = p[0] == 0xC2 && p[1] < 0xA0;
    bool marks = p[0] == 0xE2 && ((p[1] == 0x80 && p[2] >= 0xA8 && p[2] <= 0xAE) ||
                                  (p[1] == 0x81 && p[2] >= 0xA6 && p[2] <= 0xA9));
    return c1 || marks;
}

// Length of the character at p; 0 when it must not reach a terminal: controls of ASCII and of
// Unicode (C2 80 .. C2 9F), line and direction marks (E2 80 A8 .. AE, E2 81 A6 .. A9), and bytes
// that are no UTF-8.
static size_t harmless(const unsigned char *p, size_t left) {
    if (p[0] < 0x80) {
        return p[0] >= 0x20 && p[0] != 0x7F ? 1 : 0;
    }
    size_t need = p[0] >= 0xF0 ? 4 : p[0] >= 0xE0 ? 3 : p[0] >= 0xC2 ? 2 : 0;
    if (need == 0 || need > left || p[0] > 0xF4) {
        return 0;
    }
    for (size_t i = 1; i < need; i++) {
        if ((p[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    return steers(p) ? 0 : need;
}

void sut_line_add_foreign(sut_line *l, const char *text, size_t length, size_t limit) {
    const unsigned char *p = (const unsigned char *)text;
    size_t shown = 0;
    for (size_t i = 0; i < length;) {
        size_t n = harmless(p + i, length - i);
        size_t width = n > 0 ? n : 4;
        if (shown + width > limit) {
            sut_line_add(l, "...");
            return;
        }
        if (n > 0) {
            sut_line_addf(l, "%.*s", (int)n, text + i);
        } else {
            sut_line_addf(l, "\\x%02X", p[i]);
        }
        shown += width;
        i += n > 0 ? n : 1;
    }
}

void sut_line_add_file(sut_line *l, const char *file) {
    enum { LONGEST = 200 };
    size_t length = strlen(file);
    size_t skip = length > LONGEST ? length - LONGEST : 0;
    while (skip > 0 && skip < length && continues(file[skip])) {
        skip++;
    }
    sut_line_add(l, skip > 0 ? "..." : "");
    sut_line_add_foreign(l, file + skip, length - skip, (size_t)2 * LONGEST);
}

sut_quoted sut_quote_part(const char *text, size_t length) {
    sut_quoted q = {""};
    sut_line l = sut_line_start(q.text, sizeof q.text);
    sut_line_add(&l, "\"");
    sut_line_add_foreign(&l, text, length, 48);
    sut_line_add(&l, "\"");
    return q;
}

sut_quoted sut_quote(const char *text) {
    return sut_quote_part(text, strlen(text));
}

//---- near words ----------------------------------------------------------------------------------

enum { LONGEST_WORD = 40 };

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int min3(int a, int b, int c) {
    int m = a < b ? a : b;
    return m < c ? m : c;
}

// Single-character changes (insert, drop, replace) from a to b; -1 when a word is too long.
static int edits(const char *a, const char *b) {
    size_t n = strlen(a);
    size_t m = strlen(b);
    if (n > LONGEST_WORD || m > LONGEST_WORD) {
        return -1;
    }
    int row[LONGEST_WORD + 1];
    for (size_t j = 0; j <= m; j++) {
        row[j] = (int)j;
    }
    for (size_t i = 1; i <= n; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= m; j++) {
            int same = diagonal + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
            diagonal = row[j];
            row[j] = min3(row[j] + 1, row[j - 1] + 1, same);
        }
    }
    return row[m];
}

const char *sut_nearest(const char *word, const char *const *names) {
    const char *best = NULL;
    int best_edits = 0;
    for (size_t i = 0; names[i] != NULL; i++) {
        int n = edits(word, names[i]);
        // a third of the word may be wrong, and of short words one letter
        int allowed = (int)(strlen(names[i]) + 2) / 3;
        if (n >= 0 && n <= allowed && (best == NULL || n < best_edits)) {
            best = names[i];
            best_edits = n;
        }
    }
    return best;
}
