// SPDX-License-Identifier: MIT
#include "commands/input.h"

#include "output/claims.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// why a file that is open is none to be read from, or null
static const char *unfit(int fd) {
    struct stat st;
    if (fstat(fd, &st) != 0) {
        return strerror(errno);
    }
    if (S_ISREG(st.st_mode)) {
        return NULL;
    }
    return S_ISDIR(st.st_mode)    ? "it is a folder"
           : S_ISFIFO(st.st_mode) ? "it is a pipe; '-' reads standard input"
                                  : "it is a device";
}

FILE *sut_input_open(const char *path, const char *wanted, sut_fault *fault) {
    if (strcmp(path, "-") == 0) {
        sut_claim_input_fd(STDIN_FILENO, "standard input");
        return stdin;
    }
    // without waiting for a writer of a pipe
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    const char *why = fd < 0 ? strerror(errno) : unfit(fd);
    FILE *stream = why == NULL ? fdopen(fd, "rb") : NULL;
    if (stream != NULL) {
        sut_claim_input_fd(fd, path);
        return stream;
    }
    sut_fault_set(fault, "%s: cannot be read: %s; give %s", path, why != NULL ? why : "no memory",
                  wanted);
    if (fd >= 0) {
        close(fd);
    }
    return NULL;
}

void sut_input_close(FILE *stream) {
    if (stream != NULL && stream != stdin) {
        fclose(stream);
    }
}

//---- scenes --------------------------------------------------------------------------------------

static sut_scene *scene_from_stdin(const sut_scene_options *options, sut_scene_error *error) {
    static const char name[] = "/dev/stdin";
    // one byte more than a scene may have is enough to see that it is too long
    size_t capacity = SUT_SCENE_SIZE_MAX + 1;
    char *text = malloc(capacity);
    if (text == NULL) {
        snprintf(error->text, sizeof error->text, "%s: out of memory", name);
        return NULL;
    }
    sut_claim_input_fd(STDIN_FILENO, "standard input");
    size_t size = fread(text, 1, capacity, stdin);
    sut_scene *s = NULL;
    if (ferror(stdin)) {
        snprintf(error->text, sizeof error->text, "%s: cannot be read: %s; give a scene", name,
                 strerror(errno));
    } else {
        s = sut_scene_read_text(text, size, name, options, error);
    }
    free(text);
    return s;
}

sut_scene *sut_input_scene(const char *path, const sut_scene_options *options,
                           sut_scene_error *error) {
    bool piped = strcmp(path, "-") == 0;
    sut_scene *s =
        piped ? scene_from_stdin(options, error) : sut_scene_read_file(path, options, error);
    if (s != NULL && !piped) {
        sut_claim_input(path);
    }
    for (int i = 0; i < sut_scene_thread_count(s); i++) {
        const char *points = sut_scene_thread_file(s, i);
        if (points != NULL) {
            sut_claim_input(points);
        }
    }
    for (int i = 0; i < sut_scene_tissue_count(s); i++) {
        const char *mesh = sut_scene_tissue_file(s, i);
        if (mesh != NULL) {
            sut_claim_input(mesh);
        }
    }
    return s;
}
