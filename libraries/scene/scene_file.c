// SPDX-License-Identifier: MIT
#include "scene_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char sut_file_too_large[] = "it is too large";

// why nothing can or should be read, or null
static const char *unfit(int fd, size_t limit) {
    struct stat st;
    if (fstat(fd, &st) != 0) {
        return strerror(errno);
    }
    if (S_ISDIR(st.st_mode)) {
        return "it is a folder";
    }
    if (!S_ISREG(st.st_mode)) {
        return "it is a pipe or a device";
    }
    return st.st_size > 0 && (uintmax_t)st.st_size > limit ? sut_file_too_large : NULL;
}

// null with *why set
static FILE *open_regular(const char *path, size_t limit, const char **why) {
    // without waiting for a writer of a pipe
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    *why = fd < 0 ? strerror(errno) : unfit(fd, limit);
    FILE *f = *why == NULL ? fdopen(fd, "rb") : NULL;
    if (f == NULL && fd >= 0) {
        *why = *why == NULL ? "there is not enough memory" : *why;
        close(fd);
    }
    return f;
}

const char *sut_file_read(const char *path, size_t limit, char **bytes, size_t *size) {
    *bytes = NULL;
    *size = 0;
    const char *why = NULL;
    FILE *f = open_regular(path, limit, &why);
    if (f == NULL) {
        return why;
    }
    size_t capacity = 0;
    for (;;) {
        // always room for one more byte and the NUL
        if (*size + 1 >= capacity) {
            capacity = capacity > 0 ? 2 * capacity : (size_t)1 << 16;
            char *larger = realloc(*bytes, capacity);
            if (larger == NULL) {
                why = "there is not enough memory for it";
                break;
            }
            *bytes = larger;
        }
        errno = 0;
        size_t n = fread(*bytes + *size, 1, capacity - *size - 1, f);
        *size += n;
        if (*size > limit) {
            why = sut_file_too_large;
            break;
        }
        if (n == 0) {
            if (ferror(f)) {
                why = errno != 0 ? strerror(errno) : "it cannot be read";
            }
            break;
        }
    }
    fclose(f);
    if (why != NULL) {
        free(*bytes);
        *bytes = NULL;
        return why;
    }
    (*bytes)[*size] = '\0';
    return NULL;
}

char *sut_file_path(const sut_reader *r, const char *name) {
    const char *folder = name[0] == '/' ? "" : r->folder;
    size_t a = strlen(folder);
    size_t b = strlen(name);
    char *path = malloc(a + b + 1);
    if (path != NULL) {
        memcpy(path, folder, a);
        memcpy(path + a, name, b);
        path[a + b] = '\0';
    }
    return path;
}

//---- syntax errors -------------------------------------------------------------------------------

// A byte offset as line and column, both from 1, the column in characters.
typedef struct place {
    int line, column;
} place;

static place place_of(const char *text, size_t offset) {
    place p = {1, 1};
    for (size_t i = 0; i < offset; i++) {
        if (text[i] == '\n') {
            p.line++;
            p.column = 1;
        } else if (((unsigned char)text[i] & 0xC0) != 0x80) {
            p.column++;
        }
    }
    return p;
}

static bool fail_syntax(const sut_reader *r, place p, const char *message) {
    sut_line l = sut_line_start(r->error->text, sizeof r->error->text);
    sut_line_add_file(&l, r->file);
    sut_line_addf(&l, ":%d:%d: %s", p.line, p.column, message);
    return false;
}

// The word that the parser stumbled over, from its message "... near 'WORD'"; "" when it names
// none.
static void stumbling_word(const char *message, char *out, size_t size) {
    out[0] = '\0';
    const char *near = strstr(message, " near '");
    size_t length = near != NULL ? strlen(near + 7) : 0;
    if (length > 1 && length <= size) {
        memcpy(out, near + 7, length - 1);
        out[length - 1] = '\0';
    }
}

static bool starts_like(const char *word, const char *const *names) {
    for (size_t i = 0; names[i] != NULL; i++) {
        if (strcmp(word, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

// Common slips deserve better words than "invalid token".
static const char *known_slip(const char *message, const char *word) {
    static const char *const not_numbers[] = {"NaN", "nan",       "Infinity", "inf",
                                              "Inf", "-Infinity", "infinity", NULL};
    if (word[0] == '/' || word[0] == '#') {
        return "JSON has no comments; remove it";
    }
    if (starts_like(word, not_numbers)) {
        return "JSON has no NaN and no infinity; write a finite number";
    }
    if (word[0] == '\'') {
        return "text and keys stand in double quotes; write \" instead of '";
    }
    if ((word[0] == '}' || word[0] == ']') && strstr(message, "expected") == NULL) {
        return "a value is missing, or there is a comma too many; remove the comma";
    }
    if (word[0] == '}' && strncmp(message, "string or", 9) == 0) {
        return "there is a comma before the closing brace; remove it";
    }
    if (strncmp(message, "string or", 9) == 0) {
        return "a key is expected here; write it in double quotes, as in { \"dt\": 0.001 }";
    }
    if (strncmp(message, "':' expected", 12) == 0) {
        return "a colon is missing after the key; write \"key\": value";
    }
    if (strncmp(message, "'}' expected", 12) == 0 || strncmp(message, "']' expected", 12) == 0) {
        return "a comma or the closing bracket is missing before this; add it";
    }
    if (strncmp(message, "unexpected newline", 18) == 0) {
        return "the text is not closed on its line; add the second double quote";
    }
    if (strncmp(message, "invalid escape", 14) == 0 ||
        strncmp(message, "invalid Unicode", 15) == 0) {
        return "this is no escape sequence of JSON; write a backslash as \\\\";
    }
    if (strncmp(message, "control character", 17) == 0) {
        return "a control character stands in the text; remove it";
    }
    return NULL;
}

static const char *syntax_message(const json_error_t *e, const char *word) {
    switch (json_error_code(e)) {
    case json_error_premature_end_of_input:
        return "the file ends too early; close every brace, bracket and text";
    case json_error_end_of_input_expected:
        return "there is text after the end of the scene; remove it";
    case json_error_invalid_utf8:
        return "this is not UTF-8; save the file as UTF-8 text";
    case json_error_duplicate_key:
        return "the key is already there; give every key once";
    case json_error_numeric_overflow:
        return "the number is too large; use numbers up to 1e308";
    case json_error_null_character:
    case json_error_null_byte_in_key:
        return "text must not hold the character \\u0000; remove it";
    case json_error_stack_overflow:
        return "brackets are nested too deeply; a scene needs fewer than 20 levels";
    case json_error_out_of_memory:
        return "there is not enough memory to read it; use a smaller file";
    default: {
        const char *slip = known_slip(e->text, word);
        return slip != NULL ? slip : "this is no JSON; write a scene as { \"sutura\": 1, ... }";
    }
    }
}

// What can be told before parsing.
static bool check_bytes(const sut_reader *r, const char *text, size_t size) {
    size_t blank = 0;
    while (blank < size && strchr(" \t\r\n", text[blank]) != NULL && text[blank] != '\0') {
        blank++;
    }
    if (blank == size) {
        return fail_syntax(r, (place){1, 1},
                           "the file is empty; write a scene as { \"sutura\": 1, ... }");
    }
    const char *nul = memchr(text, '\0', size);
    if (nul != NULL) {
        return fail_syntax(r, place_of(text, (size_t)(nul - text)),
                           "there is a NUL byte; a scene is a UTF-8 text file");
    }
    if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        return fail_syntax(r, (place){1, 1},
                           "there is a byte order mark; save the file as UTF-8 without one");
    }
    return true;
}

json_t *sut_json_parse(const sut_reader *r, const char *text, size_t size) {
    if (!check_bytes(r, text, size)) {
        return NULL;
    }
    // numbers all become real, so that integers of any size are read like in every other JSON tool
    json_error_t e;
    json_t *root = json_loadb(text, size, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &e);
    if (root != NULL) {
        return root;
    }

    // the parser's position is behind the word it did not like; point to its start
    char word[JSON_ERROR_TEXT_LENGTH];
    stumbling_word(e.text, word, sizeof word);
    size_t length = strlen(word);
    size_t at = e.position > 0 && (size_t)e.position <= size ? (size_t)e.position : 0;
    if (json_error_code(&e) != json_error_invalid_utf8 && length > 0 && length <= at &&
        memcmp(text + at - length, word, length) == 0) {
        at -= length;
    }
    fail_syntax(r, place_of(text, at), syntax_message(&e, word));
    return NULL;
}
