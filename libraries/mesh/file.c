// SPDX-License-Identifier: MIT
// file.c -- the bytes of a file, and numbers among them.
#include "readers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// a million triangles take 300 MB as ascii stl with all their digits
static const size_t LARGEST_FILE = (size_t)1 << 30;

static bool fail_read(sut_mesh_error *error, const char *why) {
    return sut_mesh_fail(error, 0, "cannot be read; %s", why);
}

static bool read_all(int fd, size_t size, unsigned char **bytes, sut_mesh_error *error) {
    *bytes = malloc(size + 1);
    if (*bytes == NULL) {
        return sut_mesh_fail_memory(error);
    }
    size_t have = 0;
    while (have < size) {
        ssize_t n = read(fd, *bytes + have, size - have);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return fail_read(error, n < 0 ? strerror(errno) : "it became shorter meanwhile");
        }
        have += (size_t)n;
    }
    return true;
}

static bool check_kind(const struct stat *st, sut_mesh_error *error) {
    if (S_ISDIR(st->st_mode)) {
        return fail_read(error, "it is a folder, must be a file");
    }
    if (!S_ISREG(st->st_mode)) {
        return fail_read(error, "it is a pipe or a device, must be a file");
    }
    return (uintmax_t)st->st_size <= LARGEST_FILE ||
           fail_read(error, "it is larger than 1024 MiB, must be smaller");
}

static bool open_and_read(const char *path, unsigned char **bytes, size_t *size,
                          sut_mesh_error *error) {
    // without waiting for a writer of a pipe
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) {
        return fail_read(error, errno == ENOENT ? "there is no such file" : strerror(errno));
    }
    struct stat st;
    bool fine = fstat(fd, &st) == 0 || fail_read(error, strerror(errno));
    fine = fine && check_kind(&st, error);
    *size = fine ? (size_t)st.st_size : 0;
    fine = fine && read_all(fd, *size, bytes, error);
    close(fd);
    return fine;
}

sut_mesh *sut_mesh_read_file(const char *path, const sut_mesh_import *how, sut_mesh_error *error) {
    sut_mesh_format format = sut_mesh_format_of(path);
    unsigned char *bytes = NULL;
    size_t size = 0;
    sut_mesh *m = NULL;
    if (open_and_read(path, &bytes, &size, error)) {
        m = sut_mesh_read_bytes(bytes, size, format, how, error);
    }
    free(bytes);
    return m;
}

//---- numbers -------------------------------------------------------------------------------------

uint32_t sut_get_u32(const unsigned char *p, bool big) {
    uint32_t v = 0;
    for (int i = 0; i < 4; i++) {
        v |= (uint32_t)p[big ? 3 - i : i] << (8 * i);
    }
    return v;
}

uint64_t sut_get_u64(const unsigned char *p, bool big) {
    uint64_t v = 0;
    for (int i = 0; i < 8; i++) {
        v |= (uint64_t)p[big ? 7 - i : i] << (8 * i);
    }
    return v;
}

double sut_get_float(const unsigned char *p, bool big) {
    uint32_t bits = sut_get_u32(p, big);
    float f;
    memcpy(&f, &bits, sizeof f);
    return (double)f;
}

double sut_get_double(const unsigned char *p, bool big) {
    uint64_t bits = sut_get_u64(p, big);
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}
