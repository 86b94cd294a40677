// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "scene_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const valid_scene =
    "{ \"sutura\": 1, \"threads\": [ { \"name\": \"t\", \"vertices\": 11, \"length\": 0.1,"
    " \"material\": { \"young\": \"2 GPa\", \"density\": 1140, \"radius\": \"0.1 mm\" } } ] }";

static sut_scene_error last_error;

sut_scene *scene_from(const char *text) {
    return sut_scene_read_text(text, strlen(text), "s.json", NULL, &last_error);
}

sut_scene *scene_with(const char *path, const char *value) {
    sut_scene_override change = {path, value};
    sut_scene_options options = {&change, 1, NULL};
    return sut_scene_read_text(valid_scene, strlen(valid_scene), "s.json", &options, &last_error);
}

static const char *message_of(sut_scene *s) {
    if (s != NULL) {
        sut_scene_free(s);
        return "";
    }
    size_t skip = strncmp(last_error.text, "s.json: ", 8) == 0 ? 8 : 7;
    return strlen(last_error.text) > skip ? last_error.text + skip : "(no message)";
}

const char *refusal_of(const char *text) {
    return message_of(scene_from(text));
}

const char *refusal_of_bytes(const char *text, size_t size) {
    return message_of(sut_scene_read_text(text, size, "s.json", NULL, &last_error));
}

const char *refusal_with(const char *path, const char *value) {
    return message_of(scene_with(path, value));
}

//---- files ---------------------------------------------------------------------------------------

enum { MAX_FILES = 16, PATH_SIZE = 256 };
static char folder[PATH_SIZE];
static char files[MAX_FILES][PATH_SIZE];
static int file_count;

static void remove_files(void) {
    for (int i = 0; i < file_count; i++) {
        remove(files[i]);
    }
    rmdir(folder);
}

const char *temporary_file(const char *name, const char *text) {
    if (folder[0] == '\0') {
        const char *base = getenv("TMPDIR");
        snprintf(folder, sizeof folder, "%.150s/sutura_scene_XXXXXX", base != NULL ? base : "/tmp");
        if (mkdtemp(folder) == NULL || atexit(remove_files) != 0) {
            abort();
        }
    }
    if (file_count == MAX_FILES) {
        abort();
    }
    // a name that was used before is written again
    char *path = files[file_count];
    snprintf(path, PATH_SIZE, "%.200s/%.50s", folder, name);
    bool known = false;
    for (int i = 0; i < file_count; i++) {
        known = known || strcmp(files[i], path) == 0;
    }
    file_count += known ? 0 : 1;
    FILE *f = fopen(path, "wb");
    if (f == NULL || fputs(text, f) < 0 || fclose(f) != 0) {
        abort();
    }
    return path;
}
