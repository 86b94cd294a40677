// SPDX-License-Identifier: MIT
#include "commands/message.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// length of the longest word that is compared; commands and options are far shorter
enum { WORD_MAX = 32 };

__attribute__((format(printf, 1, 0))) static void say(const char *format, va_list args) {
    char text[2048];
    int n = vsnprintf(text, sizeof text, format, args);
    if (n < 0) {
        text[0] = '\0';
    }
    // a file name may hold a line break; the message stays one line
    for (char *c = text; *c != '\0'; c++) {
        unsigned char u = (unsigned char)*c;
        if (u < 0x20 || u == 0x7f) {
            *c = '?';
        }
    }
    fflush(stdout);
    fprintf(stderr, "sutura: %s\n", text);
}

int sut_cli_refuse(const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
    return SUT_EXIT_USAGE;
}

int sut_cli_fail(const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
    return SUT_EXIT_FAILED;
}

int sut_cli_finish(int code) {
    if (fflush(stdout) != 0 || ferror(stdout)) {
        return sut_cli_fail("standard output: cannot write: %s", strerror(errno));
    }
    return code;
}

static int min3(int a, int b, int c) {
    int m = a < b ? a : b;
    return m < c ? m : c;
}

// edits that make b of a: insert, delete, replace, swap of neighbours (optimal string alignment)
static int distance(const char *a, int na, const char *b, int nb) {
    int d[WORD_MAX + 1][WORD_MAX + 1];
    for (int i = 0; i <= na; i++) {
        d[i][0] = i;
    }
    for (int j = 0; j <= nb; j++) {
        d[0][j] = j;
    }
    for (int i = 1; i <= na; i++) {
        for (int j = 1; j <= nb; j++) {
            int replace = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            d[i][j] = min3(d[i - 1][j] + 1, d[i][j - 1] + 1, replace);
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && d[i - 2][j - 2] + 1 < d[i][j]) {
                d[i][j] = d[i - 2][j - 2] + 1;
            }
        }
    }
    return d[na][nb];
}

const char *sut_cli_suggest(const char *word, const char *const *candidates, int count) {
    size_t length = strlen(word);
    if (length == 0 || length > WORD_MAX) {
        return NULL;
    }
    const char *best = NULL;
    int best_edits = WORD_MAX;
    for (int i = 0; i < count; i++) {
        size_t n = strlen(candidates[i]);
        if (n > WORD_MAX) {
            continue;
        }
        int edits = distance(word, (int)length, candidates[i], (int)n);
        // a beginning of the word counts as near: "mat" means "materials"
        if (length >= 3 && strncmp(word, candidates[i], length) == 0) {
            edits = 1;
        }
        if (edits < best_edits) {
            best_edits = edits;
            best = candidates[i];
        }
    }
    // two slips, or one in a short word
    int allowed = length <= 3 ? 1 : 2;
    return best_edits <= allowed ? best : NULL;
}
