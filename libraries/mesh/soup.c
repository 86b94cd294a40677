// SPDX-License-Identifier: MIT
#include "soup.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void sut_soup_start(sut_soup *s, sut_mesh_error *error) {
    *s = (sut_soup){.error = error};
    s->lists[SUT_SOUP_TRIANGLES].size = 3;
    s->lists[SUT_SOUP_TETS].size = 4;
    s->lists[SUT_SOUP_LOOSE].size = 1;
}

void sut_soup_end(sut_soup *s) {
    for (int k = 0; k < SUT_SOUP_KINDS; k++) {
        free(s->lists[k].corners);
        free(s->lists[k].lines);
    }
    free(s->nodes);
    free(s->groups);
    free(s->group_order);
    free(s->ranges);
}

bool sut_soup_node(sut_soup *s, sut_vec3 p, int line) {
    if (s->node_count >= SUT_SOUP_MAX_NODES) {
        return sut_mesh_fail(s->error, line, "has more than %d nodes; must have fewer",
                             SUT_SOUP_MAX_NODES);
    }
    sut_vec3 *larger =
        sut_mesh_grown(s->nodes, &s->node_capacity, s->node_count + 1, sizeof *larger);
    if (larger == NULL) {
        return sut_mesh_fail_memory(s->error);
    }
    s->nodes = larger;
    s->nodes[s->node_count++] = p;
    if (!s->not_finite && !(isfinite(p.x) && isfinite(p.y) && isfinite(p.z))) {
        s->not_finite = true;
        s->not_finite_line = line;
    }
    return true;
}

bool sut_soup_element(sut_soup *s, sut_soup_kind kind, const int *corners, int line) {
    sut_soup_list *l = &s->lists[kind];
    if (l->count >= SUT_SOUP_MAX_ELEMENTS) {
        return sut_mesh_fail(s->error, 0, "has more than %d elements; must have at most %d",
                             SUT_SOUP_MAX_ELEMENTS, SUT_MESH_MAX_ELEMENTS);
    }
    size_t size = (size_t)l->size;
    int *larger = sut_mesh_grown(l->corners, &l->capacity, l->count + 1, size * sizeof *larger);
    if (larger == NULL) {
        return sut_mesh_fail_memory(s->error);
    }
    l->corners = larger;
    larger = sut_mesh_grown(l->lines, &l->line_capacity, l->count + 1, sizeof *larger);
    if (larger == NULL) {
        return sut_mesh_fail_memory(s->error);
    }
    l->lines = larger;
    memcpy(l->corners + size * l->count, corners, size * sizeof *corners);
    l->lines[l->count++] = line;
    return true;
}

int sut_soup_index(sut_soup *s, long long named, int line) {
    long long index = named - s->base;
    if (index >= 0 && index < INT_MAX) {
        return (int)index;
    }
    if (!s->bad_index) {
        s->bad_index = true;
        s->bad_named = named;
        s->bad_line = line;
    }
    return 0;
}

// where a name is, or would be, in the order of names; *found: it is there
static size_t place_of(const sut_soup *s, const char *name, bool *found) {
    size_t lo = 0;
    size_t count = s->group_count;
    *found = false;
    while (count > 0) {
        size_t half = count / 2;
        int by_name = strcmp(s->groups[s->group_order[lo + half]], name);
        if (by_name == 0) {
            *found = true;
            return lo + half;
        }
        lo = by_name < 0 ? lo + half + 1 : lo;
        count = by_name < 0 ? count - half - 1 : half;
    }
    return lo;
}

static bool make_room(sut_soup *s) {
    size_t count = s->group_count + 1;
    void *names = sut_mesh_grown(s->groups, &s->group_capacity, count, sizeof *s->groups);
    s->groups = names != NULL ? names : s->groups;
    void *order = sut_mesh_grown(s->group_order, &s->order_capacity, count, sizeof(int));
    s->group_order = order != NULL ? order : s->group_order;
    return names != NULL && order != NULL;
}

int sut_soup_group(sut_soup *s, const char *name, size_t length) {
    char text[SUT_SOUP_NAME];
    length = length < SUT_SOUP_NAME ? length : SUT_SOUP_NAME - 1;
    memcpy(text, name, length);
    text[length] = '\0';
    bool found = false;
    size_t at = place_of(s, text, &found);
    if (found) {
        return s->group_order[at];
    }
    if (s->group_count >= SUT_SOUP_MAX_GROUPS) {
        sut_mesh_fail(s->error, 0, "has more than %d groups; must have at most that",
                      SUT_SOUP_MAX_GROUPS);
        return -1;
    }
    if (!make_room(s)) {
        sut_mesh_fail_memory(s->error);
        return -1;
    }
    memcpy(s->groups[s->group_count], text, sizeof text);
    memmove(s->group_order + at + 1, s->group_order + at, (s->group_count - at) * sizeof(int));
    s->group_order[at] = (int)s->group_count;
    return (int)s->group_count++;
}

bool sut_soup_range_add(sut_soup *s, int group, sut_soup_kind kind, size_t first, size_t last) {
    if (first >= last) {
        return true;
    }
    // blocks of the same group that follow each other are one
    sut_soup_range *before = s->range_count > 0 ? &s->ranges[s->range_count - 1] : NULL;
    if (before != NULL && before->group == group && before->kind == kind && before->last == first) {
        before->last = last;
        return true;
    }
    if (s->range_count >= SUT_SOUP_MAX_RANGES) {
        return sut_mesh_fail(s->error, 0,
                             "changes its groups too often; must do so %d times at "
                             "most",
                             SUT_SOUP_MAX_RANGES);
    }
    sut_soup_range *larger =
        sut_mesh_grown(s->ranges, &s->range_capacity, s->range_count + 1, sizeof *larger);
    if (larger == NULL) {
        return sut_mesh_fail_memory(s->error);
    }
    s->ranges = larger;
    s->ranges[s->range_count++] = (sut_soup_range){group, kind, first, last};
    return true;
}

//---- checks of what was named --------------------------------------------------------------------

static bool fail_index(sut_soup *s, long long named, int line) {
    if (s->node_count == 0) {
        return sut_mesh_fail(s->error, line, "names node %lld; must have nodes first", named);
    }
    long long least = s->sparse ? s->least : s->base;
    long long largest = s->sparse ? s->largest : (long long)s->node_count - 1 + s->base;
    bool gaps = largest - least + 1 > (long long)s->node_count;
    return sut_mesh_fail(s->error, line, "names node %lld; must be %lld to %lld%s", named, least,
                         largest, gaps ? " and be there" : "");
}

bool sut_soup_validate(sut_soup *s) {
    bool found = s->bad_index;
    long long named = s->bad_named;
    int line = s->bad_line;
    for (int k = 0; k < SUT_SOUP_KINDS; k++) {
        const sut_soup_list *l = &s->lists[k];
        size_t corners = (size_t)l->size * l->count;
        for (size_t i = 0; i < corners; i++) {
            int at = l->lines[i / (size_t)l->size];
            if ((size_t)l->corners[i] >= s->node_count && (!found || at < line)) {
                found = true;
                named = (long long)l->corners[i] + s->base;
                line = at;
            }
        }
    }
    if (found) {
        return fail_index(s, named, line);
    }
    return !s->not_finite || sut_mesh_fail(s->error, s->not_finite_line,
                                           "is not finite; coordinates must be finite numbers");
}

//---- polygons ------------------------------------------------------------------------------------

bool sut_fan_corner(sut_soup *s, sut_fan *f, int node, int line) {
    bool fine = true;
    if (f->count == 0) {
        f->first = node;
    } else if (f->count >= 2) {
        int corners[3] = {f->first, f->before, node};
        fine = sut_soup_element(s, SUT_SOUP_TRIANGLES, corners, line);
    }
    f->before = node;
    f->count++;
    return fine;
}

bool sut_fan_end(sut_soup *s, const sut_fan *f, int line) {
    return f->count >= 3 ||
           sut_mesh_fail(s->error, line, "has a face of %d corners; must have 3 or more", f->count);
}
