// SPDX-License-Identifier: MIT
#include "ply.h"

static sut_ply_type type_of(sut_word w) {
    static const char *const names[][2] = {
        {"char", "int8"}, {"uchar", "uint8"}, {"short", "int16"},   {"ushort", "uint16"},
        {"int", "int32"}, {"uint", "uint32"}, {"float", "float32"}, {"double", "float64"}};
    for (int i = 0; i < SUT_PLY_NO_TYPE; i++) {
        if (sut_word_is(w, names[i][0]) || sut_word_is(w, names[i][1])) {
            return (sut_ply_type)i;
        }
    }
    return SUT_PLY_NO_TYPE;
}

static bool read_type(sut_text *t, sut_ply_type *out) {
    sut_word w;
    if (!sut_text_word_in_line(t, &w)) {
        return sut_text_fail_end(t, "a property", "its type");
    }
    *out = type_of(w);
    return *out != SUT_PLY_NO_TYPE ||
           sut_text_fail_word(t, w, "a type such as float, uchar or int");
}

static sut_ply_role role_of(const sut_ply_element *e, sut_word name, bool list) {
    if (e->is_vertex && !list && name.length == 1 && name.text[0] >= 'x' && name.text[0] <= 'z') {
        return (sut_ply_role)(SUT_PLY_X + (name.text[0] - 'x'));
    }
    bool corners = sut_word_is(name, "vertex_indices") || sut_word_is(name, "vertex_index");
    return e->is_face && list && corners ? SUT_PLY_CORNERS : SUT_PLY_SKIPPED;
}

static bool read_property(sut_text *t, sut_ply *p) {
    sut_ply_element *e = p->element_count > 0 ? &p->elements[p->element_count - 1] : NULL;
    if (e == NULL || e->property_count >= SUT_PLY_PROPERTIES) {
        return sut_mesh_fail(t->error, t->line,
                             "has a property out of place; must be behind an element, %d of each "
                             "at most",
                             SUT_PLY_PROPERTIES);
    }
    sut_ply_property q = {SUT_PLY_SKIPPED, SUT_PLY_NO_TYPE, SUT_PLY_NO_TYPE};
    sut_text before = *t;
    sut_word w;
    bool list = sut_text_word_in_line(t, &w) && sut_word_is(w, "list");
    if (!list) {
        *t = before;
    }
    if ((list && !read_type(t, &q.count_type)) || !read_type(t, &q.type)) {
        return false;
    }
    if (!sut_text_word_in_line(t, &w)) {
        return sut_text_fail_end(t, "a property", "its name");
    }
    q.role = role_of(e, w, list);
    e->properties[e->property_count++] = q;
    return true;
}

static bool read_element(sut_text *t, sut_ply *p) {
    sut_word name;
    sut_word count;
    if (!sut_text_word_in_line(t, &name) || !sut_text_word_in_line(t, &count)) {
        return sut_text_fail_end(t, "an element", "its name and number");
    }
    if (p->element_count >= SUT_PLY_ELEMENTS) {
        return sut_mesh_fail(t->error, t->line, "has too many elements; must have at most %d",
                             SUT_PLY_ELEMENTS);
    }
    sut_ply_element *e = &p->elements[p->element_count++];
    *e = (sut_ply_element){.is_vertex = sut_word_is(name, "vertex"),
                           .is_face = sut_word_is(name, "face")};
    if (!sut_word_integer(count, &e->count) || e->count < 0) {
        return sut_text_fail_number(t, count);
    }
    return true;
}

static bool read_format(sut_text *t, sut_ply *p) {
    sut_word w;
    if (!sut_text_word_in_line(t, &w)) {
        return sut_text_fail_end(t, "the format", "ascii or binary");
    }
    p->big = sut_word_is(w, "binary_big_endian");
    p->binary = p->big || sut_word_is(w, "binary_little_endian");
    return p->binary || sut_word_is(w, "ascii") ||
           sut_text_fail_word(t, w, "ascii, binary_little_endian or binary_big_endian");
}

static bool read_line(sut_text *t, sut_ply *p, sut_word w) {
    if (sut_word_is(w, "format")) {
        return read_format(t, p);
    }
    if (sut_word_is(w, "element")) {
        return read_element(t, p);
    }
    if (sut_word_is(w, "property")) {
        return read_property(t, p);
    }
    return sut_word_is(w, "comment") || sut_word_is(w, "obj_info") ||
           sut_text_fail_word(t, w, "element, property or end_header");
}

bool sut_ply_header(sut_text *t, sut_ply *out) {
    *out = (sut_ply){.element_count = 0};
    sut_word w = {"", 0};
    if (!sut_text_word_in_line(t, &w) || !sut_word_is(w, "ply")) {
        return sut_text_fail_word(t, w, "ply in its first line");
    }
    for (;;) {
        sut_text_next_line(t);
        if (t->at >= t->end) {
            return sut_text_fail_end(t, "the header", "end_header");
        }
        if (!sut_text_word_in_line(t, &w)) {
            continue;
        }
        if (sut_word_is(w, "end_header")) {
            sut_text_next_line(t);
            return true;
        }
        if (!read_line(t, out, w)) {
            return false;
        }
    }
}
