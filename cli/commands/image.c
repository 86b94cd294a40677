// SPDX-License-Identifier: MIT
// image.c -- snapshots of a world in files.
#include "commands/image.h"

#include "commands/input.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_MIB = 1024 };

// All bytes of a file; null with *fault filled.
static unsigned char *read_all(const char *path, size_t *size, sut_fault *fault) {
    FILE *f = sut_input_open(path, "a file of sutura run --save", fault);
    if (f == NULL) {
        return NULL;
    }
    size_t capacity = 1 << 20;
    unsigned char *bytes = malloc(capacity);
    *size = 0;
    while (bytes != NULL && !feof(f) && !ferror(f)) {
        if (*size == capacity) {
            capacity *= 2;
            unsigned char *more =
                capacity <= (size_t)MOST_MIB << 20 ? realloc(bytes, capacity) : NULL;
            if (more == NULL) {
                free(bytes);
            }
            bytes = more;
            continue;
        }
        *size += fread(bytes + *size, 1, capacity - *size, f);
    }
    bool failed = ferror(f) != 0;
    sut_input_close(f);
    if (bytes == NULL || failed) {
        sut_fault_set(fault, "%s: cannot be read; give a file of sutura run --save", path);
        free(bytes);
        return NULL;
    }
    return bytes;
}

// Has the world the threads, with as many vertices, and the tools, tissues and needles of the
// scene?
static bool is_of_scene(const sut_source *src, const int *vertices) {
    sut_thread_view thread;
    sut_tool_view tool;
    sut_tissue_view tissue;
    sut_needle_view needle;
    bool same = true;
    for (int i = 0; i < src->thread_count; i++) {
        same = same && sut_thread_get_view(src->world, src->ids[i], &thread) == SUT_OK &&
               thread.vertex_count == vertices[i];
    }
    for (int i = 0; i < src->tool_count; i++) {
        same = same && sut_tool_get_view(src->world, src->tools[i].id, &tool) == SUT_OK;
    }
    for (int i = 0; i < src->tissue_count; i++) {
        same = same && sut_tissue_get_view(src->world, src->tissues[i].id, &tissue) == SUT_OK;
    }
    for (int i = 0; i < src->needle_count; i++) {
        same = same && sut_needle_get_view(src->world, src->needles[i].id, &needle) == SUT_OK;
    }
    return same;
}

static bool restore(sut_world *world, const char *path, sut_fault *fault) {
    size_t size = 0;
    unsigned char *bytes = read_all(path, &size, fault);
    if (bytes == NULL) {
        return false;
    }
    sut_result r = sut_world_restore(world, bytes, size);
    free(bytes);
    if (r != SUT_OK) {
        sut_fault_set(fault, "%s: %s; give a file of sutura run --save of this scene and version",
                      path, sut_result_text(r));
    }
    return r == SUT_OK;
}

bool sut_image_load(sut_world *world, const sut_source *src, const char *path, sut_fault *fault) {
    int *vertices = calloc((size_t)src->thread_count + 1, sizeof *vertices);
    if (vertices == NULL) {
        sut_fault_set(fault, "%s: out of memory", path);
        return false;
    }
    sut_thread_view v;
    for (int i = 0; i < src->thread_count; i++) {
        vertices[i] =
            sut_thread_get_view(src->world, src->ids[i], &v) == SUT_OK ? v.vertex_count : 0;
    }
    bool restored = restore(world, path, fault);
    bool same = restored && is_of_scene(src, vertices);
    free(vertices);
    if (restored && !same) {
        sut_fault_set(
            fault, "%s: is of another scene; give a file of sutura run --save of this one", path);
    }
    return same;
}

bool sut_image_save(const sut_world *world, const char *path, sut_fault *fault) {
    size_t size = sut_world_snapshot(world, NULL, 0);
    unsigned char *bytes = malloc(size);
    if (bytes == NULL) {
        sut_fault_set(fault, "%s: out of memory", path);
        return false;
    }
    (void)sut_world_snapshot(world, bytes, size);
    bool ok = sut_write_file(path, (const char *)bytes, size, fault);
    free(bytes);
    return ok;
}
