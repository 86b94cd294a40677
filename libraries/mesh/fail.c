// SPDX-License-Identifier: MIT
#include "mesh_parts.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

bool sut_mesh_fail(sut_mesh_error *error, int line, const char *format, ...) {
    error->line = line;
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    return false;
}

bool sut_mesh_fail_memory(sut_mesh_error *error) {
    return sut_mesh_fail(error, 0, "needs more memory than there is; use a smaller mesh");
}

void *sut_mesh_array(size_t count, size_t size) {
    if (count > SIZE_MAX / size) {
        return NULL;
    }
    return malloc(count > 0 ? count * size : size);
}

void *sut_mesh_grown(void *old, size_t *capacity, size_t count, size_t size) {
    if (count <= *capacity && old != NULL) {
        return old;
    }
    size_t larger = *capacity > 0 ? *capacity : 64;
    while (larger < count) {
        larger *= 2;
    }
    void *grown = larger <= SIZE_MAX / size ? realloc(old, larger * size) : NULL;
    if (grown != NULL) {
        *capacity = larger;
    }
    return grown;
}
