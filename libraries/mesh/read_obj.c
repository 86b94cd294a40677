// SPDX-License-Identifier: MIT
// read_obj.c -- Wavefront OBJ: v, f and g; all else is skipped.
#include "readers.h"

// names of one g statement that count
enum { MOST_NAMES = 16 };

typedef struct obj {
    sut_soup *s;
    sut_text t;
    int groups[MOST_NAMES]; // open ones
    int group_count;
    size_t group_start; // first triangle of them
} obj;

static bool read_vertex(obj *o) {
    double v[3] = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3; k++) {
        sut_word w;
        if (!sut_text_word_in_line(&o->t, &w)) {
            return sut_text_fail_end(&o->t, "a vertex", "three numbers behind v");
        }
        if (!sut_word_number(w, &v[k])) {
            return sut_text_fail_number(&o->t, w);
        }
    }
    return sut_soup_node(o->s, (sut_vec3){v[0], v[1], v[2]}, o->t.line);
}

// the vertex of a corner written as 7, 7/1, 7//2 or -1/-1/-1
static bool read_corner(obj *o, sut_word w, sut_fan *f) {
    sut_word first = w;
    for (first.length = 0; first.length < w.length && w.text[first.length] != '/';) {
        first.length++;
    }
    long long named = 0;
    if (!sut_word_integer(first, &named)) {
        return sut_text_fail_number(&o->t, w);
    }
    // -1 is the vertex before
    long long absolute = named < 0 ? (long long)o->s->node_count + 1 + named : named;
    int node = sut_soup_index(o->s, absolute < 1 ? named : absolute, o->t.line);
    return sut_fan_corner(o->s, f, node, o->t.line);
}

static bool read_face(obj *o) {
    sut_fan f = {0, 0, 0};
    sut_word w;
    while (sut_text_word_in_line(&o->t, &w) && w.text[0] != '#') {
        if (!read_corner(o, w, &f)) {
            return false;
        }
    }
    return sut_fan_end(o->s, &f, o->t.line);
}

static bool close_groups(obj *o) {
    size_t now = o->s->lists[SUT_SOUP_TRIANGLES].count;
    bool fine = true;
    for (int i = 0; fine && i < o->group_count; i++) {
        fine = sut_soup_range_add(o->s, o->groups[i], SUT_SOUP_TRIANGLES, o->group_start, now);
    }
    o->group_count = 0;
    o->group_start = now;
    return fine;
}

static bool read_group(obj *o) {
    if (!close_groups(o)) {
        return false;
    }
    sut_word w;
    while (o->group_count < MOST_NAMES && sut_text_word_in_line(&o->t, &w)) {
        int group = sut_soup_group(o->s, w.text, w.length);
        if (group < 0) {
            return false;
        }
        o->groups[o->group_count++] = group;
    }
    return true;
}

bool sut_read_obj(sut_soup *s, const unsigned char *bytes, size_t size) {
    obj o = {.s = s, .t = sut_text_start(bytes, size, s->error)};
    s->base = 1;
    bool fine = true;
    while (fine && o.t.at < o.t.end) {
        sut_word w;
        if (sut_text_word_in_line(&o.t, &w)) {
            if (sut_word_is(w, "v")) {
                fine = read_vertex(&o);
            } else if (sut_word_is(w, "f")) {
                fine = read_face(&o);
            } else if (sut_word_is(w, "g")) {
                fine = read_group(&o);
            }
        }
        sut_text_next_line(&o.t);
    }
    return fine && close_groups(&o);
}
