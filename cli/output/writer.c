// SPDX-License-Identifier: MIT
#include "output/writer.h"

#include "output/claims.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void sut_fault_set(sut_fault *fault, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(fault->text, sizeof fault->text, format, args);
    va_end(args);
}

//---- one file ------------------------------------------------------------------------------------

static int open_new_or_old(const char *path, bool *created) {
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    *created = fd >= 0;
    if (fd < 0 && errno == EEXIST) {
        fd = open(path, O_WRONLY | O_CLOEXEC);
    }
    return fd;
}

bool sut_writer_open(sut_writer *w, const char *path, size_t buffer_size, sut_fault *fault) {
    *w = (sut_writer){.fd = -1, .size = buffer_size};
    if (!sut_claim_allows(path, fault)) {
        return false;
    }
    w->path = strdup(path);
    w->buffer = malloc(buffer_size);
    if (w->path != NULL && w->buffer != NULL) {
        w->fd = open_new_or_old(path, &w->created);
    }
    if (w->fd >= 0) {
        sut_claim_hold(path);
        return true;
    }
    sut_fault_set(fault, "%s: cannot write: %s; a place where a file can be made", path,
                  strerror(errno));
    free(w->path);
    free(w->buffer);
    *w = (sut_writer){.fd = -1};
    return false;
}

void sut_writer_begin(sut_writer *w) {
    // a pipe or a device has nothing to empty
    struct stat st;
    if (fstat(w->fd, &st) == 0 && S_ISREG(st.st_mode) && ftruncate(w->fd, 0) != 0) {
        w->error = errno;
    }
}

static void release(sut_writer *w) {
    if (w->path != NULL) {
        sut_claim_drop(w->path);
    }
    free(w->path);
    free(w->buffer);
    *w = (sut_writer){.fd = -1};
}

void sut_writer_abandon(sut_writer *w) {
    if (w->fd >= 0) {
        close(w->fd);
        if (w->created) {
            unlink(w->path);
        }
    }
    release(w);
}

// bytes straight to the file; the first error is kept and ends all writing
static void write_through(sut_writer *w, const char *bytes, size_t size) {
    while (size > 0 && w->error == 0) {
        ssize_t n = write(w->fd, bytes, size);
        if (n < 0 && errno != EINTR) {
            w->error = errno;
        }
        if (n > 0) {
            bytes += n;
            size -= (size_t)n;
        }
    }
}

bool sut_writer_flush(sut_writer *w) {
    write_through(w, w->buffer, w->used);
    w->used = 0;
    return w->error == 0;
}

char *sut_writer_room(sut_writer *w, size_t size) {
    if (w->size - w->used < size) {
        sut_writer_flush(w);
    }
    return w->buffer + w->used;
}

void sut_writer_used(sut_writer *w, const char *end) {
    w->used = (size_t)(end - w->buffer);
}

void sut_writer_put(sut_writer *w, const void *bytes, size_t size) {
    if (w->size - w->used < size) {
        sut_writer_flush(w);
    }
    if (size > w->size) {
        write_through(w, bytes, size);
        return;
    }
    memcpy(w->buffer + w->used, bytes, size);
    w->used += size;
}

void sut_writer_print(sut_writer *w, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (n > 0) {
        sut_writer_put(w, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
    }
}

bool sut_writer_seek(sut_writer *w, long long offset) {
    sut_writer_flush(w);
    if (w->error == 0 && lseek(w->fd, (off_t)offset, SEEK_SET) < 0) {
        w->error = errno;
    }
    return w->error == 0;
}

bool sut_writer_close(sut_writer *w, sut_fault *fault) {
    if (w->fd < 0) {
        return true;
    }
    sut_writer_flush(w);
    if (close(w->fd) != 0 && w->error == 0) {
        w->error = errno;
    }
    int error = w->error;
    if (error != 0) {
        sut_fault_set(fault, "%s: cannot write: %s; the file is not complete", w->path,
                      strerror(error));
    }
    release(w);
    return error == 0;
}

//---- a whole file --------------------------------------------------------------------------------

static bool is_regular_or_missing(const char *path) {
    struct stat st;
    return stat(path, &st) != 0 || S_ISREG(st.st_mode);
}

static bool write_all(int fd, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t n = write(fd, bytes, size);
        if (n < 0 && errno != EINTR) {
            return false;
        }
        if (n > 0) {
            bytes += n;
            size -= (size_t)n;
        }
    }
    return true;
}

static bool write_and_close(int fd, const void *bytes, size_t size) {
    bool ok = write_all(fd, bytes, size);
    int error = errno;
    if (close(fd) != 0 && ok) {
        return false;
    }
    errno = error;
    return ok;
}

// new bytes beside the old ones, then in their place
static bool replace(const char *path, const void *bytes, size_t size) {
    size_t length = strlen(path) + 24;
    char *temporary = malloc(length);
    if (temporary == NULL) {
        return false;
    }
    snprintf(temporary, length, "%s.%ld.part", path, (long)getpid());
    int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && write_and_close(fd, bytes, size) && rename(temporary, path) == 0;
    if (!ok && fd >= 0) {
        int error = errno;
        unlink(temporary);
        errno = error;
    }
    free(temporary);
    return ok;
}

static bool is_link(const char *path) {
    struct stat st;
    return lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
}

bool sut_write_file(const char *path, const void *bytes, size_t size, sut_fault *fault) {
    if (!sut_claim_allows(path, fault)) {
        return false;
    }
    bool ok = false;
    if (is_regular_or_missing(path)) {
        // a link stays a link: what it leads to is replaced
        char *real = is_link(path) ? realpath(path, NULL) : strdup(path);
        ok = real != NULL && replace(real, bytes, size);
        free(real);
    } else {
        int fd = open(path, O_WRONLY | O_CLOEXEC);
        ok = fd >= 0 && write_and_close(fd, bytes, size);
    }
    if (!ok) {
        sut_fault_set(fault, "%s: cannot write: %s", path, strerror(errno));
    }
    return ok;
}

char *sut_path_parent(const char *path) {
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/') {
        n--;
    }
    while (n > 0 && path[n - 1] != '/') {
        n--;
    }
    while (n > 1 && path[n - 1] == '/') {
        n--;
    }
    return n == 0 ? strdup(".") : strndup(path, n);
}

// errno-style reason why no file can be made in `folder`, 0 when it can
static int folder_obstacle(const char *folder) {
    struct stat st;
    if (stat(folder, &st) != 0) {
        return errno;
    }
    if (!S_ISDIR(st.st_mode)) {
        return ENOTDIR;
    }
    return access(folder, W_OK | X_OK) == 0 ? 0 : errno;
}

bool sut_file_is_writable(const char *path, sut_fault *fault) {
    struct stat st;
    int obstacle = 0;
    bool there = stat(path, &st) == 0;
    if (!there && is_link(path)) {
        sut_fault_set(fault, "%s: is a link to nothing; a file in a folder that exists", path);
        return false;
    }
    if (there && S_ISDIR(st.st_mode)) {
        obstacle = EISDIR;
    } else if (there && access(path, W_OK) != 0) {
        obstacle = errno;
    } else if (!there || S_ISREG(st.st_mode)) {
        // the file is made anew beside the old one, so the folder counts
        char *parent = sut_path_parent(path);
        obstacle = parent == NULL ? ENOMEM : folder_obstacle(parent);
        free(parent);
        size_t n = strlen(path);
        if (obstacle == 0 && n > 0 && path[n - 1] == '/') {
            obstacle = EISDIR;
        }
    }
    if (obstacle != 0) {
        sut_fault_set(fault, "%s: cannot write: %s; a file in a folder that exists", path,
                      strerror(obstacle));
    }
    return obstacle == 0;
}

//---- the output folder ---------------------------------------------------------------------------

bool sut_folder_open(sut_folder *f, const char *path, sut_fault *fault) {
    *f = (sut_folder){.path = path};
    f->created = mkdir(path, 0777) == 0;
    int obstacle = f->created || errno == EEXIST ? folder_obstacle(path) : errno;
    if (obstacle == 0) {
        return true;
    }
    const char *advice = "a folder that can be written to, or a name for a new one";
    if (obstacle == ENOENT) {
        advice = "its parent folder must exist";
    }
    sut_fault_set(fault, "%s: cannot be the output folder: %s; %s", path, strerror(obstacle),
                  advice);
    sut_folder_abandon(f);
    return false;
}

void sut_folder_abandon(sut_folder *f) {
    if (f->created) {
        rmdir(f->path);
    }
    f->created = false;
}

char *sut_path_join(const char *folder, const char *name) {
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path != NULL) {
        bool slash = folder[0] != '\0' && folder[strlen(folder) - 1] == '/';
        snprintf(path, size, "%s%s%s", folder, slash ? "" : "/", name);
    }
    return path;
}
