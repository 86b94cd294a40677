// SPDX-License-Identifier: MIT
// recorded.c -- motion from a text file as a device.
#include "haptic_types.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COLUMNS = 9, LINE_SIZE = 1024, KEYS_MAX = 100000000 };

typedef struct recording {
    sut_tool_key *keys;
    int count, capacity;
    double period, time;
    bool started;
} recording;

__attribute__((format(printf, 2, 3))) static bool fail(sut_recorded_error *error,
                                                       const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    return false;
}

//---- reading -------------------------------------------------------------------------------------

// nine numbers between commas; which column is not one, or -1
static int parse(const char *line, double out[COLUMNS]) {
    const char *at = line;
    for (int i = 0; i < COLUMNS; i++) {
        char *end;
        out[i] = strtod(at, &end);
        if (end == at || !isfinite(out[i])) {
            return i;
        }
        at = end + strspn(end, " \t");
        bool last = i + 1 == COLUMNS;
        if (*at != (last ? '\0' : ',')) {
            return *at == '\0' ? i + 1 : i;
        }
        at++;
    }
    return -1;
}

static bool check(const recording *r, const sut_tool_key *k, const char *path, int line,
                  sut_recorded_error *error) {
    if (r->count > 0 && !(k->t > r->keys[r->count - 1].t)) {
        return fail(error, "%s:%d: t is %g after %g; times must rise", path, line, k->t,
                    r->keys[r->count - 1].t);
    }
    double norm = q_norm(k->pose.rotation);
    if (!(norm > 0.5 && norm < 2.0)) {
        return fail(error, "%s:%d: the quaternion has length %g; a rotation qx,qy,qz,qw has 1",
                    path, line, norm);
    }
    if (!(k->jaw >= 0.0 && k->jaw <= 1.0)) {
        return fail(error, "%s:%d: jaw is %g; from 0, closed, to 1, open", path, line, k->jaw);
    }
    return true;
}

static bool append(recording *r, const sut_tool_key *k) {
    if (r->count == r->capacity) {
        int capacity = r->capacity < 1024 ? 1024 : 2 * r->capacity;
        sut_tool_key *grown = realloc(r->keys, (size_t)capacity * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        r->keys = grown;
        r->capacity = capacity;
    }
    r->keys[r->count++] = *k;
    return true;
}

static bool take_line(recording *r, char *text, const char *path, int line,
                      sut_recorded_error *error) {
    static const char *const names[COLUMNS] = {"t", "x", "y", "z", "qx", "qy", "qz", "qw", "jaw"};
    size_t n = strlen(text);
    if (n + 1 == LINE_SIZE) {
        return fail(error, "%s:%d: the line is too long; t,x,y,z,qx,qy,qz,qw,jaw", path, line);
    }
    while (n > 0 && strchr(" \t\r\n", text[n - 1]) != NULL) {
        text[--n] = '\0';
    }
    if (n == 0 || text[0] == '#' || (line == 1 && text[0] == 't')) {
        return true;
    }
    double v[COLUMNS];
    int bad = parse(text, v);
    if (bad >= 0) {
        return fail(error, "%s:%d: no number for %s; a line is t,x,y,z,qx,qy,qz,qw,jaw", path, line,
                    names[bad]);
    }
    sut_tool_key k = {.t = v[0], .jaw = v[8]};
    k.pose.position = v3(v[1], v[2], v[3]);
    k.pose.rotation = (sut_quat){v[4], v[5], v[6], v[7]};
    if (!check(r, &k, path, line, error)) {
        return false;
    }
    if (r->count == KEYS_MAX || !append(r, &k)) {
        return fail(error, "%s:%d: out of memory", path, line);
    }
    return true;
}

static bool read_file(recording *r, FILE *file, const char *path, sut_recorded_error *error) {
    char text[LINE_SIZE];
    for (int line = 1; fgets(text, sizeof text, file) != NULL; line++) {
        if (!take_line(r, text, path, line, error)) {
            return false;
        }
    }
    if (ferror(file)) {
        return fail(error, "%s: %s", path, strerror(errno));
    }
    return r->count > 0 || fail(error, "%s: no motion in it; lines t,x,y,z,qx,qy,qz,qw,jaw", path);
}

//---- the device ----------------------------------------------------------------------------------

static bool open_recording(void *ctx, double period) {
    recording *r = ctx;
    r->period = period;
    return true;
}

static bool read_recording(void *ctx, sut_device_sample *out) {
    recording *r = ctx;
    r->time += r->started ? r->period : 0.0;
    r->started = true;
    sut_tool_key k = sut_path_at(r->keys, r->count, r->time);
    *out = (sut_device_sample){.pose = k.pose, .jaw = k.jaw};
    return true;
}

static void close_recording(void *ctx) {
    recording *r = ctx;
    free(r->keys);
    free(r);
}

// A pipe or a device may never begin or never end: neither is waited for.
static FILE *open_regular(const char *path, const char **why) {
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct stat st;
    if (fd < 0 || fstat(fd, &st) != 0) {
        *why = strerror(errno);
    } else if (!S_ISREG(st.st_mode)) {
        *why = "it is a folder, a pipe or a device";
    } else {
        FILE *file = fdopen(fd, "r");
        if (file != NULL) {
            return file;
        }
    }
    if (fd >= 0) {
        close(fd);
    }
    return NULL;
}

bool sut_recorded_open(const char *path, sut_device *out, sut_recorded_error *error) {
    sut_recorded_error unread = {{0}};
    error = error != NULL ? error : &unread;
    if (path == NULL || out == NULL) {
        return fail(error, "no file, or no device to fill; give both");
    }
    recording *r = calloc(1, sizeof *r);
    const char *why = "out of memory";
    FILE *file = r != NULL ? open_regular(path, &why) : NULL;
    if (file == NULL) {
        fail(error, "%s: cannot be read: %s; give a file of recorded motion", path, why);
        free(r);
        return false;
    }
    bool read = read_file(r, file, path, error);
    fclose(file);
    if (!read) {
        close_recording(r);
        return false;
    }
    out->open = open_recording;
    out->read = read_recording;
    out->write = NULL;
    out->close = close_recording;
    out->ctx = r;
    return true;
}
