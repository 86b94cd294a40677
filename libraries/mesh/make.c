// SPDX-License-Identifier: MIT
// make.c -- from what was named to a checked mesh: kind, unit, weld, unused nodes, checks, groups.
#include "soup.h"

#include <math.h>
#include <stdlib.h>

// further out is a slip of a unit; the same bound as for lengths in scenes
static const double FARTHEST = 1e6;

static const char *const users[] = {"a mesh", "a shell", "a membrane", "a solid"};

static bool choose_kind(sut_soup *s, sut_mesh_need need, sut_mesh_kind *kind) {
    bool triangles = s->lists[SUT_SOUP_TRIANGLES].count > 0;
    bool tets = s->lists[SUT_SOUP_TETS].count > 0;
    bool solid = need == SUT_MESH_NEED_SOLID || (need == SUT_MESH_NEED_ANY && tets);
    *kind = solid ? SUT_MESH_SOLID : SUT_MESH_SURFACE;
    if (!triangles && !tets) {
        return sut_mesh_fail(s->error, 0,
                             solid ? "has no triangles and no tetrahedra; %s needs tetrahedra"
                                   : "has no triangles; %s needs some",
                             users[need]);
    }
    if (solid && !tets) {
        return sut_mesh_fail(s->error, 0, "has triangles only; a solid needs tetrahedra");
    }
    return solid || triangles ||
           sut_mesh_fail(s->error, 0, "has tetrahedra only; %s needs triangles", users[need]);
}

static bool scale_nodes(sut_soup *s, double scale) {
    for (size_t i = 0; i < s->node_count; i++) {
        sut_vec3 p = {s->nodes[i].x * scale, s->nodes[i].y * scale, s->nodes[i].z * scale};
        if (!(fabs(p.x) <= FARTHEST && fabs(p.y) <= FARTHEST && fabs(p.z) <= FARTHEST)) {
            return sut_mesh_fail(s->error, 0,
                                 "has a node farther than 1e6 m from the origin; must be nearer, "
                                 "set \"scale\" to one unit of the file in m");
        }
        s->nodes[i] = p;
    }
    return true;
}

// the nodes of the chosen elements, numbered anew in their old order
static int number_used(const sut_soup *s, sut_soup_kind kind, const int *welded, int *number) {
    const sut_soup_list *l = &s->lists[kind];
    for (size_t i = 0; i < s->node_count; i++) {
        number[i] = -1;
    }
    for (size_t i = 0; i < (size_t)l->size * l->count; i++) {
        number[welded[l->corners[i]]] = 0;
    }
    int count = 0;
    for (size_t i = 0; i < s->node_count; i++) {
        number[i] = number[i] == 0 ? count++ : -1;
    }
    return count;
}

static bool copy_nodes(const sut_soup *s, const int *number, int count, sut_mesh *m) {
    m->nodes = sut_mesh_array((size_t)count, sizeof *m->nodes);
    if (m->nodes == NULL) {
        return false;
    }
    m->node_count = count;
    for (size_t i = 0; i < s->node_count; i++) {
        if (number[i] >= 0) {
            m->nodes[number[i]] = s->nodes[i];
        }
    }
    return true;
}

static bool has_twins(const int *corners, int size) {
    for (int i = 0; i < size; i++) {
        for (int k = i + 1; k < size; k++) {
            if (corners[i] == corners[k]) {
                return true;
            }
        }
    }
    return false;
}

// Elements that the weld made smaller than they are wide vanish; those that name a node twice in
// the file stay, and are refused as flat.
static bool copy_elements(const sut_soup *s, sut_soup_kind kind, const sut_mesh_import *how,
                          const int *welded, const int *number, sut_mesh *m) {
    const sut_soup_list *l = &s->lists[kind];
    int *out = sut_mesh_array(l->count, (size_t)l->size * sizeof *out);
    if (out == NULL) {
        return false;
    }
    int count = 0;
    for (size_t e = 0; e < l->count; e++) {
        int *to = out + l->size * count;
        for (int k = 0; k < l->size; k++) {
            to[k] = number[welded[l->corners[e * (size_t)l->size + (size_t)k]]];
        }
        if (how->flip) {
            int first = to[0];
            to[0] = to[1];
            to[1] = first;
        }
        bool vanished = how->weld > 0.0 && has_twins(to, l->size) &&
                        !has_twins(l->corners + e * (size_t)l->size, l->size);
        count += !vanished;
    }
    if (kind == SUT_SOUP_TETS) {
        m->tets = (int(*)[4])(void *)out;
        m->tet_count = count;
    } else {
        m->triangles = (int(*)[3])(void *)out;
        m->triangle_count = count;
    }
    return true;
}

static int compare_ranges(const void *a, const void *b) {
    const sut_soup_range *p = a;
    const sut_soup_range *q = b;
    return (p->group > q->group) - (p->group < q->group);
}

static int compare_ints(const void *a, const void *b) {
    int p = *(const int *)a;
    int q = *(const int *)b;
    return (p > q) - (p < q);
}

// nodes of a range that are not yet stamped with its group
static int collect(const sut_soup *s, const sut_soup_range *r, const int *number, int *stamp,
                   int *list, int count) {
    const sut_soup_list *l = &s->lists[r->kind];
    size_t size = (size_t)l->size;
    for (size_t c = size * r->first; c < size * r->last; c++) {
        int node = number[l->corners[c]];
        if (node >= 0 && stamp[node] != r->group + 1) {
            stamp[node] = r->group + 1;
            list[count++] = node;
        }
    }
    return count;
}

// `number` from the nodes of the file to those of the mesh, welded ones too
static bool add_groups(sut_soup *s, const int *number, sut_mesh *m) {
    int *stamp = calloc((size_t)m->node_count, sizeof *stamp);
    int *list = sut_mesh_array((size_t)m->node_count, sizeof *list);
    bool fine = stamp != NULL && list != NULL;
    if (s->range_count > 0) {
        qsort(s->ranges, s->range_count, sizeof *s->ranges, compare_ranges);
    }
    for (size_t i = 0; fine && i < s->range_count;) {
        int group = s->ranges[i].group;
        int count = 0;
        for (; i < s->range_count && s->ranges[i].group == group; i++) {
            count = collect(s, &s->ranges[i], number, stamp, list, count);
        }
        // the usual names keep their meaning
        if (count > 0 && sut_mesh_group_find(m, s->groups[group]) == NULL) {
            qsort(list, (size_t)count, sizeof *list, compare_ints);
            fine = sut_mesh_group_list(m, s->groups[group], list, count);
        }
    }
    free(stamp);
    free(list);
    return fine;
}

static bool find_welds(const sut_soup *s, double distance, int *welded) {
    if (distance > 0.0 || s->weld_equal) {
        return sut_weld(s->nodes, (int)s->node_count, distance, welded);
    }
    for (size_t i = 0; i < s->node_count; i++) {
        welded[i] = (int)i;
    }
    return true;
}

static bool fill(sut_soup *s, const sut_mesh_import *how, sut_mesh *m, int *welded, int *number) {
    sut_soup_kind kind = m->kind == SUT_MESH_SOLID ? SUT_SOUP_TETS : SUT_SOUP_TRIANGLES;
    if (!find_welds(s, how->weld, welded)) {
        return sut_mesh_fail_memory(s->error);
    }
    int count = number_used(s, kind, welded, number);
    if (!copy_nodes(s, number, count, m) || !copy_elements(s, kind, how, welded, number, m)) {
        return sut_mesh_fail_memory(s->error);
    }
    if (sut_mesh_element_count(m) == 0) {
        return sut_mesh_fail(s->error, 0,
                             "has no triangles left after the weld; must have a "
                             "smaller \"weld\"");
    }
    if (!sut_mesh_check(m, s->error)) {
        return false;
    }
    for (size_t i = 0; i < s->node_count; i++) {
        welded[i] = number[welded[i]];
    }
    return (sut_mesh_group_usual(m) && add_groups(s, welded, m)) || sut_mesh_fail_memory(s->error);
}

sut_mesh *sut_soup_mesh(sut_soup *s, const sut_mesh_import *how) {
    sut_mesh_kind kind = SUT_MESH_SURFACE;
    if (!sut_soup_validate(s) || !choose_kind(s, how->need, &kind) || !scale_nodes(s, how->scale)) {
        return NULL;
    }
    sut_mesh *m = sut_mesh_new(kind);
    int *welded = sut_mesh_array(2 * s->node_count, sizeof *welded);
    bool fine = m != NULL && welded != NULL;
    if (!fine) {
        sut_mesh_fail_memory(s->error);
    }
    fine = fine && fill(s, how, m, welded, welded + s->node_count);
    free(welded);
    if (!fine) {
        sut_mesh_free(m);
        return NULL;
    }
    return m;
}

sut_mesh *sut_mesh_make(const sut_mesh_parts *p, sut_mesh_need need, sut_mesh_error *error) {
    sut_soup s;
    sut_soup_start(&s, error);
    bool fine = true;
    for (int i = 0; fine && i < p->node_count; i++) {
        fine = sut_soup_node(&s, p->nodes[i], 0);
    }
    for (int i = 0; fine && i < p->triangle_count + p->tet_count; i++) {
        bool flat = i < p->triangle_count;
        const int *from = flat ? p->triangles[i] : p->tets[i - p->triangle_count];
        int corners[4] = {0, 0, 0, 0};
        for (int k = 0; k < (flat ? 3 : 4); k++) {
            corners[k] = sut_soup_index(&s, from[k], 0);
        }
        fine = sut_soup_element(&s, flat ? SUT_SOUP_TRIANGLES : SUT_SOUP_TETS, corners, 0);
    }
    sut_mesh_import how = sut_default_mesh_import();
    how.need = need;
    sut_mesh *m = fine ? sut_soup_mesh(&s, &how) : NULL;
    sut_soup_end(&s);
    return m;
}
