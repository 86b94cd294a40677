// SPDX-License-Identifier: MIT
// scene_text.h -- pieces of one-line messages: foreign text made harmless and short.
#ifndef SUT_SCENE_TEXT_H
#define SUT_SCENE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum { SUT_SCENE_MESSAGE = 400 }; // bytes of a message without its place

// A line that grows to at most size - 1 characters; what does not fit is dropped.
typedef struct sut_line {
    char *text;
    size_t size, used;
} sut_line;

sut_line sut_line_start(char *text, size_t size);
void sut_line_add(sut_line *l, const char *text);
void sut_line_addf(sut_line *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Add foreign text: control characters become \xNN, and of more than `limit` bytes only the start
// is kept, ended by "...".
void sut_line_add_foreign(sut_line *l, const char *text, size_t length, size_t limit);

// Add the name of a file; of a very long one only the end is kept.
void sut_line_add_file(sut_line *l, const char *file);

// Foreign text in quotes, by value, for use as a %s argument.
typedef struct sut_quoted {
    char text[72];
} sut_quoted;
sut_quoted sut_quote(const char *text);
sut_quoted sut_quote_part(const char *text, size_t length);

// The entry of a list that a misspelt word was probably meant to be, without regard to case; null
// when none is near. `names` ends with null.
const char *sut_nearest(const char *word, const char *const *names);

#endif
