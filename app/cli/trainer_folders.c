// SPDX-License-Identifier: MIT
#include "cli/trainer_folders.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_folder(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

// PREFIX/bin/sutura -> PREFIX/share/sutura
static bool shared_folder(char *out, size_t size) {
    char self[SUT_FOLDER_SIZE];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0) {
        return false;
    }
    self[n] = '\0';
    for (int i = 0; i < 2; i++) {
        char *slash = strrchr(self, '/');
        if (slash == NULL) {
            return false;
        }
        *slash = '\0';
    }
    return snprintf(out, size, "%s/share/sutura", self) < (int)size && is_folder(out);
}

bool sut_trainer_find_folders(sut_trainer_folders *out) {
    char shared[SUT_FOLDER_SIZE - 16];
    if (shared_folder(shared, sizeof shared)) {
        snprintf(out->page, sizeof out->page, "%s/page", shared);
        snprintf(out->tasks, sizeof out->tasks, "%s/tasks", shared);
    } else {
        snprintf(out->page, sizeof out->page, "%s/page/dist", SUT_SOURCE_FOLDER);
        snprintf(out->tasks, sizeof out->tasks, "%s/tasks", SUT_SOURCE_FOLDER);
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
    return (mkdir(part, 0700) == 0 || errno == EEXIST) && is_folder(part);
}
