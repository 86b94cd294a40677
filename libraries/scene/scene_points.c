// SPDX-License-Identifier: MIT
// scene_points.c -- a polyline from a text file: one point a line, "x,y,z" or "x y z" in metres.
// Blank lines and what follows a # are skipped; the first line may name the columns.
#include "scene_types.h"

#include "math/vec3.h"
#include "scene_file.h"
#include "units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// 10 000 000 points, the most that a thread has, take 600 MB with all their digits
static const size_t LARGEST_FILE = (size_t)1 << 30;
// further out is a slip of a unit; the same bound as for lengths in the scene
static const double FARTHEST = 1e6;

typedef struct point_list {
    sut_vec3 *points;
    int count, capacity;
} point_list;

static bool push(point_list *l, sut_vec3 p) {
    if (l->count == l->capacity) {
        int capacity = l->capacity > 0 ? 2 * l->capacity : 256;
        sut_vec3 *larger = realloc(l->points, (size_t)capacity * sizeof *larger);
        if (larger == NULL) {
            return false;
        }
        l->points = larger;
        l->capacity = capacity;
    }
    l->points[l->count++] = p;
    return true;
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static const char *skip_spaces(const char *p) {
    while (is_space(*p)) {
        p++;
    }
    return p;
}

// blanks with at most one comma or semicolon among them
static const char *skip_separator(const char *p) {
    p = skip_spaces(p);
    if (*p == ',' || *p == ';') {
        p = skip_spaces(p + 1);
    }
    return p;
}

// Three numbers and nothing else in a line that ends with NUL.
static bool parse_point(const char *line, sut_vec3 *out) {
    double v[3];
    const char *p = line;
    for (int i = 0; i < 3; i++) {
        const char *start = i > 0 ? skip_separator(p) : skip_spaces(p);
        // "1-2" is not two numbers
        if (i > 0 && start == p) {
            return false;
        }
        if (!sut_number_parse(start, &p, &v[i])) {
            return false;
        }
    }
    *out = v3(v[0], v[1], v[2]);
    return *skip_spaces(p) == '\0';
}

static bool is_header(const char *line) {
    char c = *line;
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '"';
}

// Where a message is about: the node in the scene, the file, the line.
typedef struct place {
    const sut_reader *r;
    const sut_node *node;
    const char *file;
    int line;
} place;

static bool fail_line(const place *at, const char *message) {
    sut_quoted file = sut_quote(at->file);
    return sut_fail(at->r, at->node, "%s line %d: %s", file.text, at->line, message);
}

static bool take_line(const place *at, char *line, point_list *list) {
    line[strcspn(line, "#")] = '\0';
    const char *start = skip_spaces(line);
    if (*start == '\0') {
        return true;
    }
    sut_vec3 p;
    if (!parse_point(start, &p)) {
        if (list->count == 0 && is_header(start)) {
            return true;
        }
        return fail_line(at, "is no point; a line must hold three numbers x,y,z in metres");
    }
    if (!(fabs(p.x) <= FARTHEST && fabs(p.y) <= FARTHEST && fabs(p.z) <= FARTHEST)) {
        return fail_line(at, "is too far away; coordinates are metres up to 1e6");
    }
    if (list->count == SUT_SCENE_MAX_VERTICES) {
        return fail_line(at, "is one point too many; a thread has at most 10000000");
    }
    return push(list, p) || sut_fail_memory(at->r, at->node);
}

static bool take_text(place *at, char *text, size_t size, point_list *list) {
    // spreadsheets like to put a byte order mark in front
    char *p = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? text + 3 : text;
    const char *end = text + size;
    while (p < end) {
        char *stop = memchr(p, '\n', (size_t)(end - p));
        if (stop == NULL) {
            stop = text + size;
        }
        at->line++;
        if (memchr(p, '\0', (size_t)(stop - p)) != NULL) {
            return fail_line(at, "holds a NUL byte; the file must be text with x,y,z a line");
        }
        *stop = '\0';
        if (!take_line(at, p, list)) {
            return false;
        }
        p = stop + 1;
    }
    return true;
}

bool sut_scene_read_points(const sut_reader *r, const sut_node *file, char **full,
                           sut_vec3 **points, int *count) {
    const char *name = NULL;
    if (!sut_read_text(r, file, &name)) {
        return false;
    }
    char *path = sut_file_path(r, name);
    if (path == NULL) {
        return sut_fail_memory(r, file);
    }
    char *text = NULL;
    size_t size = 0;
    const char *why = sut_file_read(path, LARGEST_FILE, &text, &size);
    if (why != NULL) {
        free(path);
        path = NULL;
    }
    *full = path;
    if (why == sut_file_too_large) {
        return sut_fail(r, file, "%s is larger than %zu MiB; a thread has at most 10000000 points",
                        sut_quote(name).text, LARGEST_FILE >> 20);
    }
    if (why != NULL) {
        return sut_fail(r, file, "%s cannot be read: %s; give a path relative to the scene file",
                        sut_quote(name).text, why);
    }

    place at = {r, file, name, 0};
    point_list list = {NULL, 0, 0};
    bool fine = take_text(&at, text, size, &list);
    free(text);
    *points = list.points;
    *count = list.count;
    if (fine && list.count < 2) {
        return sut_fail(r, file, "%s has %d points; a thread needs at least 2",
                        sut_quote(name).text, list.count);
    }
    return fine;
}
