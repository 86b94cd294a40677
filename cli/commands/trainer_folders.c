// SPDX-License-Identifier: MIT
#include "commands/trainer_folders.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool sut_trainer_is_folder(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

// the folder of the program itself
static bool own_folder(char *out, size_t size) {
    ssize_t n = readlink("/proc/self/exe", out, size - 1);
    if (n <= 0) {
        return false;
    }
    out[n] = '\0';
    char *slash = strrchr(out, '/');
    if (slash == NULL) {
        return false;
    }
    *slash = '\0';
    return true;
}

static bool read_line(FILE *f, char *out, int size) {
    if (fgets(out, size, f) == NULL) {
        return false;
    }
    out[strcspn(out, "\n")] = '\0';
    return true;
}

static void find_built(const char *own, sut_trainer_folders *out) {
    char path[SUT_FOLDER_SIZE];
    snprintf(path, sizeof path, "%.900s/trainer_folders.txt", own);
    FILE *f = fopen(path, "r");
    if (f == NULL || !read_line(f, out->page, sizeof out->page) ||
        !read_line(f, out->tasks, sizeof out->tasks)) {
        strcpy(out->page, "trainer/page/dist");
        strcpy(out->tasks, "trainer/tasks");
    }
    if (f != NULL) {
        fclose(f);
    }
}

bool sut_trainer_find_folders(sut_trainer_folders *out) {
    char own[SUT_FOLDER_SIZE] = ".";
    own_folder(own, sizeof own);
    snprintf(out->page, sizeof out->page, "%.900s/../share/sutura/trainer/page", own);
    snprintf(out->tasks, sizeof out->tasks, "%.900s/../share/sutura/trainer/tasks", own);
    if (!sut_trainer_is_folder(out->tasks)) {
        find_built(own, out);
    }
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data != NULL && data[0] == '/') {
        snprintf(out->data, sizeof out->data, "%s/sutura", data);
        return true;
    }
    if (home != NULL && home[0] == '/') {
        snprintf(out->data, sizeof out->data, "%s/.local/share/sutura", home);
        return true;
    }
    out->data[0] = '\0';
    return false;
}

bool sut_trainer_make_folder(const char *path) {
    char part[SUT_FOLDER_SIZE];
    if (snprintf(part, sizeof part, "%s", path) >= (int)sizeof part) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (char *c = part + 1; *c != '\0'; c++) {
        if (*c == '/') {
            *c = '\0';
            if (mkdir(part, 0700) != 0 && errno != EEXIST) {
                return false;
            }
            *c = '/';
        }
    }
    return (mkdir(part, 0700) == 0 || errno == EEXIST) && sut_trainer_is_folder(part);
}
