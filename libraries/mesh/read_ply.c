// SPDX-License-Identifier: MIT
// read_ply.c -- PLY: x, y, z of vertices and the corners of faces, ascii and binary.
#include "ply.h"

#include <stdio.h>

typedef struct ply {
    sut_soup *s;
    sut_text t;
    sut_ply head;
    const sut_ply_element *e; // being read
    char need[48];            // what completes it
} ply;

static bool fail_end(const ply *p) {
    const char *what = p->e->is_vertex ? "the vertices"
                       : p->e->is_face ? "the faces"
                                       : "an element";
    sut_text t = p->t;
    t.line = p->head.binary ? 0 : t.line;
    return sut_text_fail_end(&t, what, p->need);
}

static bool read_binary_value(ply *p, sut_ply_type type, double *out) {
    static const size_t sizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
    const unsigned char *at = (const unsigned char *)p->t.at;
    bool big = p->head.big;
    size_t size = sizes[type];
    if ((size_t)(p->t.end - p->t.at) < size) {
        return fail_end(p);
    }
    p->t.at += size;
    uint32_t two = size == 2 ? (uint32_t)at[big ? 1 : 0] | (uint32_t)at[big ? 0 : 1] << 8 : 0;
    switch (type) {
    case SUT_PLY_I8:
        *out = at[0] < 128 ? at[0] : (double)at[0] - 256.0;
        break;
    case SUT_PLY_U8:
        *out = at[0];
        break;
    case SUT_PLY_I16:
        *out = two < 32768 ? two : (double)two - 65536.0;
        break;
    case SUT_PLY_U16:
        *out = two;
        break;
    case SUT_PLY_I32:
        *out = sut_get_u32(at, big) < 0x80000000U ? sut_get_u32(at, big)
                                                  : (double)sut_get_u32(at, big) - 4294967296.0;
        break;
    case SUT_PLY_U32:
        *out = sut_get_u32(at, big);
        break;
    case SUT_PLY_F32:
        *out = sut_get_float(at, big);
        break;
    default:
        *out = sut_get_double(at, big);
        break;
    }
    return true;
}

static bool read_value(ply *p, sut_ply_type type, double *out) {
    if (p->head.binary) {
        return read_binary_value(p, type, out);
    }
    sut_word w;
    if (!sut_text_word(&p->t, &w)) {
        return fail_end(p);
    }
    return sut_word_number(w, out) || sut_text_fail_number(&p->t, w);
}

// a whole number of at most 32 bits, as lists and indices need
static bool read_whole(ply *p, sut_ply_type type, long long *out) {
    double v = 0.0;
    if (!read_value(p, type, &v)) {
        return false;
    }
    if (!(v >= -2147483648.0 && v <= 4294967295.0) || v != (double)(long long)v) {
        return sut_mesh_fail(p->s->error, p->head.binary ? 0 : p->t.line,
                             "has a list whose numbers are not whole; must have whole numbers");
    }
    *out = (long long)v;
    return true;
}

static bool read_list(ply *p, const sut_ply_property *q) {
    long long count = 0;
    if (!read_whole(p, q->count_type, &count)) {
        return false;
    }
    int line = p->head.binary ? 0 : p->t.line;
    sut_fan f = {0, 0, 0};
    for (long long i = 0; i < count; i++) {
        long long named = 0;
        double unused = 0.0;
        bool corner = q->role == SUT_PLY_CORNERS;
        if (corner ? !read_whole(p, q->type, &named) : !read_value(p, q->type, &unused)) {
            return false;
        }
        if (corner && !sut_fan_corner(p->s, &f, sut_soup_index(p->s, named, line), line)) {
            return false;
        }
    }
    return q->role != SUT_PLY_CORNERS || sut_fan_end(p->s, &f, line);
}

static bool read_one(ply *p) {
    double x[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < p->e->property_count; i++) {
        const sut_ply_property *q = &p->e->properties[i];
        double value = 0.0;
        if (q->count_type != SUT_PLY_NO_TYPE) {
            if (!read_list(p, q)) {
                return false;
            }
            continue;
        }
        if (!read_value(p, q->type, &value)) {
            return false;
        }
        if (q->role >= SUT_PLY_X && q->role <= SUT_PLY_Z) {
            x[q->role - SUT_PLY_X] = value;
        }
    }
    return !p->e->is_vertex ||
           sut_soup_node(p->s, (sut_vec3){x[0], x[1], x[2]}, p->head.binary ? 0 : p->t.line);
}

static bool check_roles(const ply *p) {
    bool role[SUT_PLY_CORNERS + 1] = {false};
    for (int i = 0; i < p->e->property_count; i++) {
        role[p->e->properties[i].role] = true;
    }
    if (p->e->is_vertex && !(role[SUT_PLY_X] && role[SUT_PLY_Y] && role[SUT_PLY_Z])) {
        return sut_mesh_fail(p->s->error, 0, "has vertices without x, y or z; must have all three");
    }
    // an element of nothing could be there any number of times
    return p->e->property_count > 0 || p->e->count == 0 ||
           sut_mesh_fail(p->s->error, 0, "has an element without properties; must have some");
}

bool sut_read_ply(sut_soup *s, const unsigned char *bytes, size_t size) {
    ply p = {.s = s, .t = sut_text_start(bytes, size, s->error)};
    if (!sut_ply_header(&p.t, &p.head)) {
        return false;
    }
    for (int i = 0; i < p.head.element_count; i++) {
        p.e = &p.head.elements[i];
        snprintf(p.need, sizeof p.need, "%lld of them", p.e->count);
        if (!check_roles(&p)) {
            return false;
        }
        for (long long k = 0; k < p.e->count; k++) {
            if (!read_one(&p)) {
                return false;
            }
        }
    }
    return true;
}
