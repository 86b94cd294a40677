// SPDX-License-Identifier: MIT
#include "vtk.h"

#include <stdlib.h>

// types of cells that are surfaces or tetrahedra
enum {
    VTK_TRIANGLE = 5,
    VTK_STRIP = 6,
    VTK_POLYGON = 7,
    VTK_PIXEL = 8,
    VTK_QUAD = 9,
    VTK_TETRA = 10
};

//---- numbers -------------------------------------------------------------------------------------

sut_vtk_type sut_vtk_type_of(sut_word w) {
    static const struct {
        const char *name;
        sut_vtk_type type;
    } names[] = {{"char", SUT_VTK_I8},          {"unsigned_char", SUT_VTK_U8},
                 {"short", SUT_VTK_I16},        {"unsigned_short", SUT_VTK_U16},
                 {"int", SUT_VTK_I32},          {"unsigned_int", SUT_VTK_U32},
                 {"long", SUT_VTK_I64},         {"unsigned_long", SUT_VTK_U64},
                 {"float", SUT_VTK_F32},        {"double", SUT_VTK_F64},
                 {"vtkidtype", SUT_VTK_I32},    {"vtktypeint32", SUT_VTK_I32},
                 {"vtktypeint64", SUT_VTK_I64}, {"vtktypeuint32", SUT_VTK_U32},
                 {"vtktypeuint64", SUT_VTK_U64}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (sut_word_is_any_case(w, names[i].name)) {
            return names[i].type;
        }
    }
    return SUT_VTK_NO_TYPE;
}

int sut_vtk_line(const sut_vtk *v) {
    return v->binary ? 0 : v->t.line;
}

bool sut_vtk_fail_end(const sut_vtk *v, const char *what, const char *need) {
    sut_text t = v->t;
    t.line = sut_vtk_line(v);
    return sut_text_fail_end(&t, what, need);
}

static double binary_value(const unsigned char *p, sut_vtk_type type) {
    uint32_t two = (uint32_t)p[0] << 8 | (type > SUT_VTK_U8 ? p[1] : 0U);
    switch (type) {
    case SUT_VTK_I8:
        return p[0] < 128 ? p[0] : (double)p[0] - 256.0;
    case SUT_VTK_U8:
        return p[0];
    case SUT_VTK_I16:
        return two < 32768 ? two : (double)two - 65536.0;
    case SUT_VTK_U16:
        return two;
    case SUT_VTK_I32:
        return (double)(int32_t)sut_get_u32(p, true);
    case SUT_VTK_U32:
        return sut_get_u32(p, true);
    case SUT_VTK_I64:
        return (double)(int64_t)sut_get_u64(p, true);
    case SUT_VTK_U64:
        return (double)sut_get_u64(p, true);
    case SUT_VTK_F32:
        return sut_get_float(p, true);
    default:
        return sut_get_double(p, true);
    }
}

bool sut_vtk_value(sut_vtk *v, sut_vtk_type type, double *out, const char *what) {
    static const size_t sizes[] = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
    if (!v->binary) {
        return sut_text_number(&v->t, out, what, "all their numbers");
    }
    if ((size_t)(v->t.end - v->t.at) < sizes[type]) {
        return sut_vtk_fail_end(v, what, "all their bytes");
    }
    *out = binary_value((const unsigned char *)v->t.at, type);
    v->t.at += sizes[type];
    return true;
}

static bool push(sut_vtk *v, sut_vtk_list *l, long long value) {
    long long *values = sut_mesh_grown(l->values, &l->capacity, l->count + 1, sizeof *values);
    l->values = values != NULL ? values : l->values;
    int *lines = sut_mesh_grown(l->lines, &l->line_capacity, l->count + 1, sizeof *lines);
    l->lines = lines != NULL ? lines : l->lines;
    if (values == NULL || lines == NULL) {
        return sut_mesh_fail_memory(v->s->error);
    }
    l->values[l->count] = value;
    l->lines[l->count++] = sut_vtk_line(v);
    return true;
}

static bool whole_value(sut_vtk *v, sut_vtk_type type, long long *out, const char *what) {
    double value = 0.0;
    if (!sut_vtk_value(v, type, &value, what)) {
        return false;
    }
    if (!(value >= -9e15 && value <= 9e15) || value != (double)(long long)value) {
        return sut_mesh_fail(v->s->error, sut_vtk_line(v),
                             "has %g among %s; must have whole numbers there", value, what);
    }
    *out = (long long)value;
    return true;
}

bool sut_vtk_whole(sut_vtk *v, sut_vtk_type type, long long count, sut_vtk_list *out,
                   const char *what) {
    for (long long i = 0; i < count; i++) {
        long long value = 0;
        if (!whole_value(v, type, &value, what) || !push(v, out, value)) {
            return false;
        }
    }
    return true;
}

//---- cells ---------------------------------------------------------------------------------------

void sut_vtk_cells_free(sut_vtk_cells *c) {
    free(c->offsets.values);
    free(c->offsets.lines);
    free(c->connectivity.values);
    free(c->connectivity.lines);
    *c = (sut_vtk_cells){{NULL, NULL, 0, 0, 0}, {NULL, NULL, 0, 0, 0}};
}

static bool read_counted(sut_vtk *v, long long count, sut_vtk_cells *out) {
    bool fine = push(v, &out->offsets, 0);
    for (long long i = 0; fine && i < count; i++) {
        long long nodes = 0;
        fine = whole_value(v, SUT_VTK_I32, &nodes, "the cells");
        if (fine && nodes < 0) {
            fine = sut_mesh_fail(v->s->error, sut_vtk_line(v),
                                 "has a cell of %lld nodes; must have 0 or more", nodes);
        }
        fine = fine && sut_vtk_whole(v, SUT_VTK_I32, nodes, &out->connectivity, "the cells") &&
               push(v, &out->offsets, (long long)out->connectivity.count);
    }
    return fine;
}

// "OFFSETS vtktypeint64", then as many numbers
static bool read_named(sut_vtk *v, const char *name, long long count, sut_vtk_list *out) {
    sut_word w = {"", 0};
    if (!sut_text_word(&v->t, &w) || !sut_word_is_any_case(w, name)) {
        return sut_text_fail_word(&v->t, w, name);
    }
    sut_vtk_type type = sut_text_word_in_line(&v->t, &w) ? sut_vtk_type_of(w) : SUT_VTK_NO_TYPE;
    if (type == SUT_VTK_NO_TYPE) {
        return sut_text_fail_word(&v->t, w, "a type such as vtktypeint64");
    }
    sut_text_next_line(&v->t);
    return sut_vtk_whole(v, type, count, out, "the cells");
}

static bool check_offsets(sut_vtk *v, const sut_vtk_cells *c) {
    long long before = 0;
    for (size_t i = 0; i < c->offsets.count; i++) {
        long long at = c->offsets.values[i];
        if (at < before || at > (long long)c->connectivity.count) {
            return sut_mesh_fail(v->s->error, c->offsets.lines[i],
                                 "has the offset %lld; must not fall and be at most %zu", at,
                                 c->connectivity.count);
        }
        before = at;
    }
    return true;
}

bool sut_vtk_cells_read(sut_vtk *v, sut_vtk_cells *out) {
    long long counts[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        if (!sut_text_integer(&v->t, &counts[i], "the cells", "their number and size")) {
            return false;
        }
    }
    sut_text_next_line(&v->t);
    if (!v->split) {
        return read_counted(v, counts[0], out);
    }
    return read_named(v, "OFFSETS", counts[0], &out->offsets) &&
           read_named(v, "CONNECTIVITY", counts[1], &out->connectivity) && check_offsets(v, out);
}

//---- into the soup -------------------------------------------------------------------------------

static bool add_strip(sut_vtk *v, const int *node, long long count, int line) {
    for (long long k = 0; k + 2 < count; k++) {
        bool odd = k % 2 != 0;
        int corners[3] = {node[k], node[odd ? k + 2 : k + 1], node[odd ? k + 1 : k + 2]};
        if (!sut_soup_element(v->s, SUT_SOUP_TRIANGLES, corners, line)) {
            return false;
        }
    }
    return true;
}

static bool add_polygon(sut_vtk *v, const int *node, long long count, int line) {
    sut_fan f = {0, 0, 0};
    for (long long k = 0; k < count; k++) {
        if (!sut_fan_corner(v->s, &f, node[k], line)) {
            return false;
        }
    }
    return sut_fan_end(v->s, &f, line);
}

static bool check_corners(sut_vtk *v, long long have, long long need, int line) {
    return have == need ||
           sut_mesh_fail(v->s->error, line, "has a cell of %lld nodes; must have %lld", have, need);
}

static bool add_cell(sut_vtk *v, int *node, long long count, long long type, int line) {
    switch (type) {
    case VTK_TRIANGLE:
        return check_corners(v, count, 3, line) && add_polygon(v, node, count, line);
    case VTK_STRIP:
        return add_strip(v, node, count, line);
    case VTK_PIXEL: {
        int third = count == 4 ? node[2] : 0;
        if (count == 4) {
            node[2] = node[3];
            node[3] = third;
        }
        return check_corners(v, count, 4, line) && add_polygon(v, node, count, line);
    }
    case VTK_QUAD:
        return check_corners(v, count, 4, line) && add_polygon(v, node, count, line);
    case VTK_POLYGON:
        return add_polygon(v, node, count, line);
    case VTK_TETRA:
        return check_corners(v, count, 4, line) &&
               sut_soup_element(v->s, SUT_SOUP_TETS, node, line);
    default:
        return true;
    }
}

bool sut_vtk_cell(sut_vtk *v, const sut_vtk_cells *c, size_t i, long long type) {
    if (type < VTK_TRIANGLE || type > VTK_TETRA) {
        return true;
    }
    long long first = c->offsets.values[i];
    long long count = c->offsets.values[i + 1] - first;
    int line = count > 0 ? c->connectivity.lines[first] : 0;
    int *node = sut_mesh_array((size_t)count, sizeof *node);
    if (node == NULL) {
        return sut_mesh_fail_memory(v->s->error);
    }
    for (long long k = 0; k < count; k++) {
        node[k] = sut_soup_index(v->s, c->connectivity.values[first + k], line);
    }
    bool fine = add_cell(v, node, count, type, line);
    free(node);
    return fine;
}
