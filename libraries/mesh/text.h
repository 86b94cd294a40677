// SPDX-License-Identifier: MIT
// text.h -- words and numbers of a file, with the line they stand in.
#ifndef SUT_MESH_TEXT_H
#define SUT_MESH_TEXT_H

#include "mesh_parts.h"

typedef struct sut_text {
    const char *at, *end;
    int line;
    sut_mesh_error *error;
} sut_text;

typedef struct sut_word {
    const char *text;
    size_t length;
} sut_word;

sut_text sut_text_start(const void *bytes, size_t size, sut_mesh_error *error);
// The next word, over line ends; false at the end of the file.
bool sut_text_word(sut_text *t, sut_word *out);
// The next word of this line; false at its end. A backslash before the line's end joins the next.
bool sut_text_word_in_line(sut_text *t, sut_word *out);
void sut_text_next_line(sut_text *t); // behind the line's end
bool sut_word_is(sut_word w, const char *text);
bool sut_word_is_any_case(sut_word w, const char *text);

// A word as a number; NaN and infinities in all spellings are numbers that are not finite.
bool sut_word_number(sut_word w, double *out);
bool sut_word_integer(sut_word w, long long *out);

// The next word as a number. `what` is being read and `need` would complete it: "ends in the middle
// of the nodes; must have 8".
bool sut_text_number(sut_text *t, double *out, const char *what, const char *need);
bool sut_text_integer(sut_text *t, long long *out, const char *what, const char *need);
bool sut_text_point(sut_text *t, sut_vec3 *out, const char *what, const char *need);

bool sut_text_fail_number(const sut_text *t, sut_word w);
bool sut_text_fail_end(const sut_text *t, const char *what, const char *need);
// "has WORD; must have ..."
bool sut_text_fail_word(const sut_text *t, sut_word w, const char *need);

#endif
