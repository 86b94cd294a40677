// SPDX-License-Identifier: MIT
// read_vtk.c -- legacy VTK files 2.0 to 5.1, ascii and binary: POLYDATA and UNSTRUCTURED_GRID.
#include "vtk.h"

#include <stdlib.h>

enum { CELL_STRIP = 6, CELL_POLYGON = 7 };

static bool read_version(sut_vtk *v) {
    static const char *const words[] = {"#", "vtk", "DataFile", "Version"};
    sut_word w = {"", 0};
    for (int i = 0; i < 4; i++) {
        if (!sut_text_word_in_line(&v->t, &w) || !sut_word_is_any_case(w, words[i])) {
            return sut_text_fail_word(&v->t, w, "# vtk DataFile Version in its first line");
        }
    }
    double version = 0.0;
    if (!sut_text_word_in_line(&v->t, &w) || !sut_word_number(w, &version) ||
        !(version >= 2.0 && version < 6.0)) {
        return sut_text_fail_word(&v->t, w, "a version from 2.0 to 5.1");
    }
    v->split = version >= 5.0;
    return true;
}

static bool read_head(sut_vtk *v) {
    if (!read_version(v)) {
        return false;
    }
    sut_text_next_line(&v->t);
    sut_text_next_line(&v->t); // the title
    sut_word w = {"", 0};
    if (!sut_text_word(&v->t, &w)) {
        return sut_text_fail_end(&v->t, "the header", "ASCII or BINARY");
    }
    v->binary = sut_word_is_any_case(w, "BINARY");
    return v->binary || sut_word_is_any_case(w, "ASCII") ||
           sut_text_fail_word(&v->t, w, "ASCII or BINARY");
}

static bool read_dataset(sut_vtk *v) {
    sut_word w = {"", 0};
    if (!sut_text_word(&v->t, &w)) {
        return sut_text_fail_end(&v->t, "the header", "DATASET");
    }
    if (!sut_word_is_any_case(w, "POLYDATA") && !sut_word_is_any_case(w, "UNSTRUCTURED_GRID")) {
        return sut_text_fail_word(&v->t, w, "POLYDATA or UNSTRUCTURED_GRID");
    }
    return true;
}

static bool read_type(sut_vtk *v, sut_vtk_type *out) {
    sut_word w = {"", 0};
    if (!sut_text_word_in_line(&v->t, &w)) {
        return sut_text_fail_end(&v->t, "a list", "its type");
    }
    *out = sut_vtk_type_of(w);
    return *out != SUT_VTK_NO_TYPE || sut_text_fail_word(&v->t, w, "a type such as float or int");
}

static bool read_points(sut_vtk *v) {
    long long count = 0;
    sut_vtk_type type = SUT_VTK_F64;
    if (!sut_text_integer(&v->t, &count, "the points", "their number") || !read_type(v, &type)) {
        return false;
    }
    sut_text_next_line(&v->t);
    for (long long i = 0; i < count; i++) {
        sut_vec3 p = {0.0, 0.0, 0.0};
        if (!sut_vtk_value(v, type, &p.x, "the points") ||
            !sut_vtk_value(v, type, &p.y, "the points") ||
            !sut_vtk_value(v, type, &p.z, "the points") ||
            !sut_soup_node(v->s, p, sut_vtk_line(v))) {
            return false;
        }
    }
    return true;
}

// polygons and strips go into the soup at once, others are read and forgotten
static bool read_faces(sut_vtk *v, long long type) {
    sut_vtk_cells c = {{NULL, NULL, 0, 0, 0}, {NULL, NULL, 0, 0, 0}};
    bool fine = sut_vtk_cells_read(v, &c);
    for (size_t i = 0; fine && i + 1 < c.offsets.count; i++) {
        fine = sut_vtk_cell(v, &c, i, type);
    }
    sut_vtk_cells_free(&c);
    return fine;
}

static bool read_types(sut_vtk *v) {
    long long count = 0;
    if (!sut_text_integer(&v->t, &count, "the types of cells", "their number")) {
        return false;
    }
    sut_text_next_line(&v->t);
    return sut_vtk_whole(v, SUT_VTK_I32, count, &v->types, "the types of cells");
}

// an array "name components tuples type" that belongs to no node or cell
static bool skip_array(sut_vtk *v) {
    sut_word name;
    long long components = 0;
    long long tuples = 0;
    sut_vtk_type type = SUT_VTK_F64;
    if (!sut_text_word(&v->t, &name)) {
        return sut_text_fail_end(&v->t, "a field", "all its arrays");
    }
    if (!sut_text_integer(&v->t, &components, "a field", "its components") ||
        !sut_text_integer(&v->t, &tuples, "a field", "its tuples") || !read_type(v, &type)) {
        return false;
    }
    sut_text_next_line(&v->t);
    // tuples of nothing could be there any number of times
    for (long long k = 0; components > 0 && k < tuples; k++) {
        for (long long c = 0; c < components; c++) {
            double unused = 0.0;
            if (!sut_vtk_value(v, type, &unused, "a field")) {
                return false;
            }
        }
    }
    return true;
}

static bool skip_field(sut_vtk *v) {
    sut_word name;
    long long arrays = 0;
    if (!sut_text_word(&v->t, &name)) {
        return sut_text_fail_end(&v->t, "a field", "its name");
    }
    bool fine = sut_text_integer(&v->t, &arrays, "a field", "its number of arrays");
    for (long long i = 0; fine && i < arrays; i++) {
        fine = skip_array(v);
    }
    return fine;
}

// lines up to an empty one
static bool skip_metadata(sut_vtk *v) {
    sut_word w;
    do {
        sut_text_next_line(&v->t);
    } while (v->t.at < v->t.end && sut_text_word_in_line(&v->t, &w));
    return true;
}

static bool read_keyword(sut_vtk *v, sut_word w, bool *done) {
    *done = sut_word_is_any_case(w, "POINT_DATA") || sut_word_is_any_case(w, "CELL_DATA");
    if (*done) {
        return true;
    }
    if (sut_word_is_any_case(w, "DATASET")) {
        return read_dataset(v);
    }
    if (sut_word_is_any_case(w, "POINTS")) {
        return read_points(v);
    }
    if (sut_word_is_any_case(w, "POLYGONS")) {
        return read_faces(v, CELL_POLYGON);
    }
    if (sut_word_is_any_case(w, "TRIANGLE_STRIPS")) {
        return read_faces(v, CELL_STRIP);
    }
    if (sut_word_is_any_case(w, "VERTICES") || sut_word_is_any_case(w, "LINES")) {
        return read_faces(v, 0);
    }
    if (sut_word_is_any_case(w, "CELLS")) {
        sut_vtk_cells_free(&v->cells);
        return sut_vtk_cells_read(v, &v->cells);
    }
    if (sut_word_is_any_case(w, "CELL_TYPES")) {
        return read_types(v);
    }
    if (sut_word_is_any_case(w, "FIELD")) {
        return skip_field(v);
    }
    return sut_word_is_any_case(w, "METADATA")
               ? skip_metadata(v)
               : sut_text_fail_word(&v->t, w, "POINTS, POLYGONS, CELLS or CELL_TYPES");
}

static bool add_cells(sut_vtk *v) {
    size_t count = v->cells.offsets.count > 0 ? v->cells.offsets.count - 1 : 0;
    if (count != v->types.count) {
        return sut_mesh_fail(v->s->error, 0,
                             "has %zu cells but %zu types of cells; must have as "
                             "many of both",
                             count, v->types.count);
    }
    for (size_t i = 0; i < count; i++) {
        if (!sut_vtk_cell(v, &v->cells, i, v->types.values[i])) {
            return false;
        }
    }
    return true;
}

bool sut_read_vtk(sut_soup *s, const unsigned char *bytes, size_t size) {
    sut_vtk v = {.s = s, .t = sut_text_start(bytes, size, s->error)};
    bool fine = read_head(&v);
    bool done = false;
    sut_word w;
    while (fine && !done && sut_text_word(&v.t, &w)) {
        fine = read_keyword(&v, w, &done);
    }
    fine = fine && add_cells(&v);
    sut_vtk_cells_free(&v.cells);
    free(v.types.values);
    free(v.types.lines);
    return fine;
}
