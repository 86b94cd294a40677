// SPDX-License-Identifier: MIT
// server_files.c -- the files of the page, and nothing beside them.
#include "trainer/server/server.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MAX = 32 << 20 };

static const char not_built[] =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Sutura</title>"
    "<body style=\"font:16px system-ui;max-width:40em;margin:4em auto\">"
    "<h1>The page is not built</h1><p>The trainer runs, but the files of its page are not there. "
    "Build them with <code>npm ci &amp;&amp; npm run build</code> in the folder <code>page</code>, "
    "or start the trainer with <code>./run</code>, which does it.</p>"
    "<p>What there is without it: <a href=\"/api/health\">/api/health</a>, "
    "<a href=\"/api/tasks\">/api/tasks</a>, <a href=\"/api/records\">/api/records</a>.</p></html>";

static const char *type_of(const char *path) {
    static const char *const known[][2] = {{".html", "text/html; charset=utf-8"},
                                           {".js", "text/javascript; charset=utf-8"},
                                           {".css", "text/css; charset=utf-8"},
                                           {".json", "application/json"},
                                           {".svg", "image/svg+xml"},
                                           {".png", "image/png"},
                                           {".jpg", "image/jpeg"},
                                           {".webp", "image/webp"},
                                           {".ico", "image/x-icon"},
                                           {".woff2", "font/woff2"},
                                           {".wasm", "application/wasm"},
                                           {".map", "application/json"},
                                           {".txt", "text/plain; charset=utf-8"},
                                           {".webmanifest", "application/manifest+json"}};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(dot, known[i][0]) == 0) {
            return known[i][1];
        }
    }
    return "application/octet-stream";
}

// no empty, hidden or upward parts, no control characters, no backslashes
static bool decent(const char *path) {
    if (path[0] != '/') {
        return false;
    }
    for (const char *c = path; *c != '\0'; c++) {
        if ((unsigned char)*c < 32 || *c == '\\' || *c == 127) {
            return false;
        }
        if (*c == '/' && (c[1] == '.' || c[1] == '/')) {
            return false;
        }
    }
    return true;
}

static bool read_file(int fd, sut_bytes *out) {
    struct stat st;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size > FILE_MAX) {
        return false;
    }
    char block[65536];
    ssize_t got;
    while ((got = read(fd, block, sizeof block)) > 0) {
        sut_bytes_put(out, block, (size_t)got);
    }
    return got == 0 && !out->failed;
}

// true: the file lies below the folder, also when links were followed
static bool below(const char *folder, const char *file) {
    char *a = realpath(folder, NULL), *b = realpath(file, NULL);
    size_t n = a != NULL ? strlen(a) : 0;
    bool good = a != NULL && b != NULL && strncmp(a, b, n) == 0 && b[n] == '/';
    free(a);
    free(b);
    return good;
}

void sut_files_answer(const char *folder, const char *path, sut_reply *out) {
    bool start = strcmp(path, "/") == 0;
    char file[2048];
    bool class = strcmp(path, "/class") == 0; // the instructor's view
    int length = snprintf(file, sizeof file, "%s%s", folder,
                          start   ? "/index.html"
                          : class ? "/class.html"
                                  : path);
    if (!decent(path) || length >= (int)sizeof file) {
        sut_reply_error(out, 404, "not-found", "there is no such file");
        return;
    }
    int fd = below(folder, file) ? open(file, O_RDONLY | O_CLOEXEC) : -1;
    if (fd >= 0 && read_file(fd, &out->body)) {
        out->status = 200;
        out->type = type_of(file);
    } else if (start) {
        sut_bytes_clear(&out->body);
        sut_bytes_put(&out->body, not_built, sizeof not_built - 1);
        out->status = 200;
        out->type = "text/html; charset=utf-8";
    } else {
        sut_bytes_clear(&out->body);
        sut_reply_error(out, 404, "not-found", "there is no such file");
    }
    if (fd >= 0) {
        close(fd);
    }
}
