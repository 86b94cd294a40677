// SPDX-License-Identifier: MIT
// scene_gap.c -- distances between groups of nodes that a run reports.
#include "scene_tissue.h"

#include <stdlib.h>
#include <string.h>

static bool fail_tissue(const sut_reader *r, const sut_node *n, const sut_scene *s) {
    char list[256];
    sut_line l = sut_line_start(list, sizeof list);
    for (int i = 0; i < s->tissue_count; i++) {
        const char *gap = i == 0 ? "" : i + 1 == s->tissue_count ? " or " : ", ";
        sut_line_addf(&l, "%s\"%s\"", gap, s->tissues[i].name);
    }
    return s->tissue_count > 0
               ? sut_fail(r, n, "is %s; must be %s", sut_value_text(n).text, list)
               : sut_fail(r, n, "is %s; the scene has no tissues", sut_value_text(n).text);
}

static bool read_tissue(const sut_reader *r, const sut_node *n, const sut_scene *s, int *out) {
    const char *name = json_is_string(n->json) ? json_string_value(n->json) : "";
    for (int i = 0; i < s->tissue_count; i++) {
        if (strcmp(s->tissues[i].name, name) == 0) {
            *out = i;
            return true;
        }
    }
    return fail_tissue(r, n, s);
}

static bool read_side(const sut_reader *r, const sut_node *gap, const sut_scene *s, int side,
                      sut_scene_gap *out) {
    static const char *const keys[] = {"tissue", "group", NULL};
    sut_node n = sut_node_member(gap, side == 0 ? "a" : "b");
    if (!sut_check_present(r, &n, "give { \"tissue\": ..., \"group\": ... }") ||
        !sut_check_object(r, &n, keys)) {
        return false;
    }
    sut_node tissue = sut_node_member(&n, "tissue");
    sut_node group = sut_node_member(&n, "group");
    if (!sut_check_present(r, &tissue, "give the name of a tissue") ||
        !read_tissue(r, &tissue, s, &out->tissue[side]) ||
        !sut_check_present(r, &group, "give the name of a group of its nodes")) {
        return false;
    }
    const sut_mesh *m = s->tissues[out->tissue[side]].shape.mesh;
    if (!sut_scene_read_group(r, &group, m, &out->group[side])) {
        return false;
    }
    return out->group[side]->node_count > 0 ||
           sut_fail(r, &group, "is \"%s\", which has no nodes; choose another group",
                    out->group[side]->name);
}

static bool read_gap(const sut_reader *r, const sut_node *n, const sut_scene *s,
                     sut_scene_gap *out) {
    static const char *const keys[] = {"name", "a", "b", NULL};
    return sut_check_object(r, n, keys) && sut_scene_read_name(r, n, out->name) &&
           read_side(r, n, s, 0, out) && read_side(r, n, s, 1, out);
}

bool sut_scene_read_gaps(const sut_reader *r, const sut_node *root, sut_scene *s) {
    sut_node list = sut_node_member(root, "gaps");
    if (list.json == NULL) {
        return true;
    }
    if (!sut_check_list(r, &list, 0, SUT_SCENE_MAX_GAPS, "gaps")) {
        return false;
    }
    int count = (int)json_array_size(list.json);
    s->gaps = calloc((size_t)count + 1, sizeof *s->gaps);
    if (s->gaps == NULL) {
        return sut_fail_memory(r, &list);
    }
    s->gap_count = count;
    for (int i = 0; i < count; i++) {
        sut_node n = sut_node_element(&list, i);
        if (!read_gap(r, &n, s, &s->gaps[i])) {
            return false;
        }
        for (int k = 0; k < i; k++) {
            if (strcmp(s->gaps[k].name, s->gaps[i].name) == 0) {
                sut_node name = sut_node_member(&n, "name");
                return sut_fail(r, &name, "is \"%s\", the name of gaps[%d]; names must differ",
                                s->gaps[i].name, k);
            }
        }
    }
    return true;
}

int sut_scene_gap_count(const sut_scene *s) {
    return s != NULL ? s->gap_count : 0;
}

bool sut_scene_gap_get(const sut_scene *s, int i, sut_scene_distance *out) {
    if (i < 0 || i >= sut_scene_gap_count(s)) {
        return false;
    }
    const sut_scene_gap *g = &s->gaps[i];
    *out = (sut_scene_distance){.name = g->name};
    for (int k = 0; k < 2; k++) {
        out->tissue[k] = g->tissue[k];
        out->group[k] = g->group[k];
    }
    return true;
}
