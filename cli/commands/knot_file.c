// SPDX-License-Identifier: MIT
#include "commands/knot_file.h"

#include "commands/args.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// vertices: as many as a scene may have
enum { LINE_SIZE = 512, VERTICES_MAX = 10000000 };

// the first columns of thread_NAME.csv
static const char table_head[] = "t,vertex,x,y,z,";

typedef struct reader {
    sut_knot_file *file;
    const char *name;
    sut_knot_fault *fault;
    int line;
    bool ended; // the last component takes no more vertices
    bool table; // what `sutura run --format csv` writes
} reader;

__attribute__((format(printf, 3, 4))) static bool refuse(reader *r, int column, const char *format,
                                                         ...) {
    int at =
        snprintf(r->fault->text, sizeof r->fault->text, "%.500s:%d:%d: ", r->name, r->line, column);
    va_list args;
    va_start(args, format);
    vsnprintf(r->fault->text + at, sizeof r->fault->text - (size_t)at, format, args);
    va_end(args);
    return false;
}

//---- numbers -------------------------------------------------------------------------------------

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static const char *skip_blanks(const char *s) {
    while (is_blank(*s)) {
        s++;
    }
    return s;
}

// length of the word at s, for messages
static int word_length(const char *s) {
    int n = 0;
    while (s[n] != '\0' && !is_blank(s[n]) && s[n] != ',' && n < 40) {
        n++;
    }
    return n;
}

static bool read_number(reader *r, const char *text, const char **at, double *out) {
    int column = (int)(*at - text) + 1;
    const char *end = sut_decimal_end(*at + (**at == '+' || **at == '-'));
    if (**at == '\0') {
        return refuse(r, column, "the line ends too early; three numbers x y z");
    }
    if (end == NULL || !(*end == '\0' || is_blank(*end) || *end == ',')) {
        return refuse(r, column, "'%.*s' is not a number; three numbers x y z", word_length(*at),
                      *at);
    }
    *out = strtod(*at, NULL);
    if (!isfinite(*out)) {
        return refuse(r, column, "'%.*s' is too large; a finite number", word_length(*at), *at);
    }
    *at = skip_blanks(end);
    return true;
}

//---- lines ---------------------------------------------------------------------------------------

static bool begin_component(reader *r) {
    sut_knot_file *f = r->file;
    if (f->count == SUT_KNOT_LOOPS_MAX) {
        return refuse(r, 1, "more than %d components; at most so many", SUT_KNOT_LOOPS_MAX);
    }
    f->start[f->count] = f->n;
    f->line[f->count] = r->line;
    f->threads[f->count] = (sut_knot_thread){0};
    f->count++;
    r->ended = false;
    return true;
}

static bool add_vertex(reader *r, sut_vec3 p) {
    sut_knot_file *f = r->file;
    if (f->n == VERTICES_MAX) {
        return refuse(r, 1, "more than %d vertices; at most so many", VERTICES_MAX);
    }
    if (f->n == f->capacity) {
        int capacity = f->capacity > 0 ? 2 * f->capacity : 1024;
        sut_vec3 *points = realloc(f->points, (size_t)capacity * sizeof *points);
        if (points == NULL) {
            return refuse(r, 1, "no memory for so many vertices; a shorter file");
        }
        f->points = points;
        f->capacity = capacity;
    }
    f->points[f->n++] = p;
    return true;
}

static bool read_vertex(reader *r, const char *text, const char *at) {
    double x[3];
    for (int k = 0; k < 3; k++) {
        if (k > 0 && *at == ',') {
            at = skip_blanks(at + 1);
        }
        if (!read_number(r, text, &at, &x[k])) {
            return false;
        }
    }
    if (*at != '\0') {
        return refuse(r, (int)(at - text) + 1,
                      "'%.*s' after the third number; three numbers x y z and nothing else",
                      word_length(at) > 0 ? word_length(at) : 1, at);
    }
    if ((r->file->count == 0 || r->ended) && !begin_component(r)) {
        return false;
    }
    return add_vertex(r, (sut_vec3){x[0], x[1], x[2]});
}

// A line of the table of a run: time, vertex, place, and what is of no use here. Every block begins
// with vertex 0 and takes the place of the one before, so that the last one is named.
static bool read_row(reader *r, const char *text, const char *at) {
    double x[5];
    for (int k = 0; k < 5; k++) {
        if (k > 0) {
            at = skip_blanks(at + (*at == ','));
        }
        if (!read_number(r, text, &at, &x[k])) {
            return false;
        }
    }
    sut_knot_file *f = r->file;
    if (x[1] == 0.0) {
        f->n = 0;
        f->count = 0;
    }
    if (x[1] != (double)f->n) {
        return refuse(r, 1, "vertex %g after %d vertices; the table as it was written", x[1], f->n);
    }
    if (f->count == 0 && !begin_component(r)) {
        return false;
    }
    return add_vertex(r, (sut_vec3){x[2], x[3], x[4]});
}

// A line that begins with #. Words that nearly are one of ours are refused, not ignored.
static bool read_remark(reader *r, const char *text, const char *at) {
    char word[2][16] = {"", ""};
    int column = (int)(at - text) + 1;
    int words = sscanf(at + 1, "%15s %15s", word[0], word[1]);
    sut_knot_file *f = r->file;
    bool closed = words == 1 && strcasecmp(word[0], "closed") == 0;
    bool standing = words == 2 && strcasecmp(word[0], "standing") == 0;
    if (words == 1 && !closed && strncasecmp(word[0], "clos", 4) == 0) {
        return refuse(r, column, "'# %s' has no meaning; '# closed' closes the component before it",
                      word[0]);
    }
    if (!closed && !standing) {
        return true;
    }
    if (f->count == 0) {
        return refuse(r, column, "'# %s' before any vertex; after the vertices it belongs to",
                      word[0]);
    }
    if (closed) {
        f->threads[f->count - 1].closed = true;
        r->ended = true;
        return true;
    }
    bool first = strcasecmp(word[1], "first") == 0;
    if (!first && strcasecmp(word[1], "last") != 0) {
        return refuse(r, column, "'# standing %s' has no meaning; 'first' or 'last'", word[1]);
    }
    f->threads[f->count - 1].standing = first ? SUT_KNOT_END_FIRST : SUT_KNOT_END_LAST;
    return true;
}

static bool read_line(reader *r, const char *text) {
    const char *at = skip_blanks(text);
    if (*at == '\0') {
        r->ended = true;
        return true;
    }
    if (r->line == 1 && strncmp(at, table_head, sizeof table_head - 1) == 0) {
        r->table = true;
        return true;
    }
    if (r->table) {
        return read_row(r, text, at);
    }
    return *at == '#' ? read_remark(r, text, at) : read_vertex(r, text, at);
}

// Too few different points, said here because here the line is known.
static bool check_component(reader *r, int k) {
    sut_knot_file *f = r->file;
    int n = f->start[k + 1] - f->start[k];
    const sut_vec3 *p = f->points + f->start[k];
    int different = 0;
    for (int i = 0; i < n; i++) {
        bool repeated =
            i > 0 && p[i].x == p[i - 1].x && p[i].y == p[i - 1].y && p[i].z == p[i - 1].z;
        different += !repeated;
    }
    bool closed = f->threads[k].closed;
    if (closed && n > 1 && p[0].x == p[n - 1].x && p[0].y == p[n - 1].y && p[0].z == p[n - 1].z) {
        different--;
    }
    if (different < (closed ? 3 : 2)) {
        r->line = f->line[k];
        return refuse(r, 1, "component %d has too few different points; at least %d", k + 1,
                      closed ? 3 : 2);
    }
    f->threads[k].positions = p;
    f->threads[k].vertex_count = n;
    return true;
}

static bool read_lines(reader *r, FILE *stream) {
    char text[LINE_SIZE];
    while (fgets(text, sizeof text, stream) != NULL) {
        size_t n = strlen(text);
        r->line++;
        bool whole = n > 0 && text[n - 1] == '\n';
        if (!whole && n < sizeof text - 1 && !feof(stream)) {
            return refuse(r, (int)n + 1, "a zero byte; a text file");
        }
        if (!whole && n == sizeof text - 1) {
            if (text[strspn(text, " \t")] != '#') {
                return refuse(r, 1, "the line is too long; three numbers x y z");
            }
            // the rest of a long remark
            for (int c = fgetc(stream); c != EOF && c != '\n';) {
                c = fgetc(stream);
            }
        }
        if (whole) {
            text[n - 1] = '\0';
        }
        // a mark of byte order at the beginning means nothing here
        bool marked = r->line == 1 && strncmp(text, "\xef\xbb\xbf", 3) == 0;
        if (!read_line(r, text + (marked ? 3 : 0))) {
            return false;
        }
    }
    if (ferror(stream)) {
        snprintf(r->fault->text, sizeof r->fault->text, "%.500s: %s", r->name, strerror(errno));
        return false;
    }
    if (r->file->count == 0) {
        snprintf(r->fault->text, sizeof r->fault->text,
                 "%.500s: no vertices; one line 'x y z' for each", r->name);
        return false;
    }
    return true;
}

bool sut_knot_file_read(sut_knot_file *f, FILE *stream, const char *name, sut_knot_fault *fault) {
    *f = (sut_knot_file){0};
    reader r = {.file = f, .name = name, .fault = fault};
    bool ok = read_lines(&r, stream);
    f->start[f->count] = f->n;
    for (int k = 0; ok && k < f->count; k++) {
        ok = check_component(&r, k);
    }
    if (!ok) {
        sut_knot_file_free(f);
    }
    return ok;
}

void sut_knot_file_free(sut_knot_file *f) {
    free(f->points);
    *f = (sut_knot_file){0};
}
