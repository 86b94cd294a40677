// SPDX-License-Identifier: MIT
// import.c -- which reader a file needs.
#include "readers.h"

#include <math.h>
#include <string.h>

sut_mesh_import sut_default_mesh_import(void) {
    return (sut_mesh_import){.need = SUT_MESH_NEED_ANY, .scale = 1.0};
}

typedef bool reader(sut_soup *s, const unsigned char *bytes, size_t size);

// in the order of sut_mesh_format
static const struct {
    const char *ending;
    reader *read;
} formats[] = {{"obj", sut_read_obj}, {"stl", sut_read_stl}, {"ply", sut_read_ply},
               {"wrl", sut_read_wrl}, {"msh", sut_read_msh}, {"vtk", sut_read_vtk}};

sut_mesh_format sut_mesh_format_of(const char *path) {
    const char *dot = strrchr(path, '.');
    for (int i = 0; dot != NULL && i < SUT_MESH_UNKNOWN; i++) {
        if (sut_word_is_any_case((sut_word){dot + 1, strlen(dot + 1)}, formats[i].ending)) {
            return (sut_mesh_format)i;
        }
    }
    return SUT_MESH_UNKNOWN;
}

static bool check_import(const sut_mesh_import *how, sut_mesh_error *error) {
    if (!(how->scale > 0.0) || !isfinite(how->scale)) {
        return sut_mesh_fail(error, 0, "has the scale %g; must be above 0", how->scale);
    }
    return (how->weld >= 0.0 && isfinite(how->weld)) ||
           sut_mesh_fail(error, 0, "has the weld %g m; must be 0 or more", how->weld);
}

sut_mesh *sut_mesh_read_bytes(const void *bytes, size_t size, sut_mesh_format format,
                              const sut_mesh_import *how, sut_mesh_error *error) {
    if (format < 0 || format >= SUT_MESH_UNKNOWN) {
        sut_mesh_fail(error, 0, "is of no known kind; must be obj, stl, ply, wrl, msh or vtk");
        return NULL;
    }
    if (!check_import(how, error)) {
        return NULL;
    }
    sut_soup s;
    sut_soup_start(&s, error);
    sut_mesh *m = formats[format].read(&s, bytes, size) ? sut_soup_mesh(&s, how) : NULL;
    sut_soup_end(&s);
    return m;
}
