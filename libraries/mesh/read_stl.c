// SPDX-License-Identifier: MIT
// read_stl.c -- STL: three corners per facet, ascii or binary (little-endian). Normals are not
// used.
#include "readers.h"

#include <stdio.h>
#include <string.h>

enum { HEADER = 84, FACET = 50 };

static bool add_facet(sut_soup *s, const sut_vec3 x[3], int line) {
    int corners[3];
    for (int k = 0; k < 3; k++) {
        corners[k] = (int)s->node_count;
        if (!sut_soup_node(s, x[k], line)) {
            return false;
        }
    }
    return sut_soup_element(s, SUT_SOUP_TRIANGLES, corners, line);
}

//---- binary --------------------------------------------------------------------------------------

static bool read_binary(sut_soup *s, const unsigned char *bytes, size_t size) {
    if (size < HEADER) {
        return sut_mesh_fail(s->error, 0, "ends in the middle of its header; must have %d bytes",
                             HEADER);
    }
    uint32_t count = sut_get_u32(bytes + HEADER - 4, false);
    size_t have = (size - HEADER) / FACET;
    if (have < count) {
        return sut_mesh_fail(s->error, 0, "ends in the middle of facet %zu; must have %u facets",
                             have, (unsigned)count);
    }
    // three nodes each: more would not fit
    if (count > SUT_SOUP_MAX_NODES / 3) {
        return sut_mesh_check_size(count, s->error);
    }
    for (size_t i = 0; i < count; i++) {
        const unsigned char *p = bytes + HEADER + i * FACET + 12; // behind the normal
        sut_vec3 x[3];
        for (int k = 0; k < 3; k++, p += 12) {
            x[k] = (sut_vec3){sut_get_float(p, false), sut_get_float(p + 4, false),
                              sut_get_float(p + 8, false)};
        }
        if (!add_facet(s, x, 0)) {
            return false;
        }
    }
    return true;
}

//---- ascii ---------------------------------------------------------------------------------------

typedef struct stl {
    sut_soup *s;
    sut_text t;
    sut_vec3 x[3];
    int corners; // -1: outside of a facet
    bool open;   // inside of a solid
} stl;

static bool read_vertex(stl *a) {
    sut_vec3 p = {0.0, 0.0, 0.0};
    if (!sut_text_point(&a->t, &p, "a vertex", "three numbers")) {
        return false;
    }
    if (a->corners < 0 || a->corners >= 3) {
        return sut_mesh_fail(a->s->error, a->t.line,
                             "has a vertex too many; must have three in a facet");
    }
    a->x[a->corners++] = p;
    return true;
}

static bool end_facet(stl *a) {
    if (a->corners != 3) {
        return sut_mesh_fail(a->s->error, a->t.line,
                             "ends in the middle of a facet; must have "
                             "three vertices");
    }
    a->corners = -1;
    return add_facet(a->s, a->x, a->t.line);
}

static bool begin_facet(stl *a) {
    sut_word w;
    double unused = 0.0;
    if (!sut_text_word(&a->t, &w) || !sut_word_is_any_case(w, "normal")) {
        return sut_text_fail_word(&a->t, w, "normal behind facet");
    }
    a->corners = 0;
    for (int k = 0; k < 3; k++) {
        if (!sut_text_number(&a->t, &unused, "a normal", "three numbers")) {
            return false;
        }
    }
    return true;
}

static bool take_word(stl *a, sut_word w) {
    if (sut_word_is_any_case(w, "vertex")) {
        return read_vertex(a);
    }
    if (sut_word_is_any_case(w, "facet")) {
        return begin_facet(a);
    }
    if (sut_word_is_any_case(w, "endfacet")) {
        return end_facet(a);
    }
    if (sut_word_is_any_case(w, "solid") || sut_word_is_any_case(w, "endsolid")) {
        a->open = sut_word_is_any_case(w, "solid");
        sut_text_next_line(&a->t); // its name may be anything
        return true;
    }
    return sut_word_is_any_case(w, "outer") || sut_word_is_any_case(w, "loop") ||
           sut_word_is_any_case(w, "endloop") ||
           sut_text_fail_word(&a->t, w, "facet, vertex or endsolid");
}

static bool read_ascii(sut_soup *s, const unsigned char *bytes, size_t size) {
    stl a = {.s = s, .t = sut_text_start(bytes, size, s->error), .corners = -1};
    sut_word w;
    while (sut_text_word(&a.t, &w)) {
        if (!take_word(&a, w)) {
            return false;
        }
    }
    if (a.corners >= 0) {
        return sut_text_fail_end(&a.t, "a facet", "endfacet");
    }
    return !a.open || sut_text_fail_end(&a.t, "a solid", "endsolid");
}

// Binary headers may begin with "solid" too: the size tells, and bytes that no text has.
static bool is_ascii(const unsigned char *bytes, size_t size) {
    size_t blank = 0;
    while (blank < size && strchr(" \t\r\n", bytes[blank]) != NULL && bytes[blank] != '\0') {
        blank++;
    }
    if (size - blank < 5 ||
        !sut_word_is_any_case((sut_word){(const char *)bytes + blank, 5}, "solid")) {
        return false;
    }
    bool sized =
        size >= HEADER && size - HEADER == (size_t)FACET * sut_get_u32(bytes + HEADER - 4, false);
    return !sized && memchr(bytes, '\0', size < 512 ? size : 512) == NULL;
}

bool sut_read_stl(sut_soup *s, const unsigned char *bytes, size_t size) {
    s->weld_equal = true;
    return is_ascii(bytes, size) ? read_ascii(s, bytes, size) : read_binary(s, bytes, size);
}
