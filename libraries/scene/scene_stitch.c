// SPDX-License-Identifier: MIT
// scene_stitch.c -- threads that are through tissue at the start.
#include "scene_tissue.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

//---- one hole ------------------------------------------------------------------------------------

static bool fail_choice(const sut_reader *r, const sut_node *n, const char *list,
                        const char *what) {
    return list[0] != '\0'
               ? sut_fail(r, n, "is %s; must be %s", sut_value_text(n).text, list)
               : sut_fail(r, n, "is %s; the scene has no %s", sut_value_text(n).text, what);
}

static void list_name(sut_line *l, int i, int count, const char *name) {
    const char *gap = i == 0 ? "" : i + 1 == count ? " or " : ", ";
    sut_line_addf(l, "%s\"%s\"", gap, name);
}

static bool read_tissue(const sut_reader *r, const sut_node *n, const sut_scene *s, int *out) {
    const char *name = json_is_string(n->json) ? json_string_value(n->json) : "";
    char list[256];
    sut_line l = sut_line_start(list, sizeof list);
    for (int i = 0; i < s->tissue_count; i++) {
        if (strcmp(s->tissues[i].name, name) == 0) {
            *out = i;
            return s->tissues[i].def.model != SUT_TISSUE_TUBE ||
                   sut_fail(r, n, "is \"%s\", a tube; nothing pierces a tube", name);
        }
        list_name(&l, i, s->tissue_count, s->tissues[i].name);
    }
    return fail_choice(r, n, s->tissue_count > 0 ? list : "", "tissues");
}

static bool read_pass(const sut_reader *r, const sut_node *n, const sut_scene *s,
                      sut_scene_pass *out) {
    static const char *const keys[] = {"tissue", "at", NULL};
    sut_node tissue = sut_node_member(n, "tissue");
    sut_node at = sut_node_member(n, "at");
    return sut_check_object(r, n, keys) &&
           sut_check_present(r, &tissue, "give the name of a tissue") &&
           read_tissue(r, &tissue, s, &out->tissue) &&
           sut_check_present(r, &at, "give the place of the hole, [x, y, z]") &&
           sut_read_vec3(r, &at, SUT_Q_LENGTH, &out->at);
}

//---- one stitch ----------------------------------------------------------------------------------

static bool read_thread(const sut_reader *r, const sut_node *n, const sut_scene *s, int *out) {
    const char *name = json_is_string(n->json) ? json_string_value(n->json) : "";
    char list[256];
    sut_line l = sut_line_start(list, sizeof list);
    for (int i = 0; i < s->thread_count; i++) {
        if (strcmp(s->threads[i].name, name) == 0) {
            *out = i;
            return true;
        }
        list_name(&l, i, s->thread_count, s->threads[i].name);
    }
    return fail_choice(r, n, s->thread_count > 0 ? list : "", "threads");
}

static bool read_stitch(const sut_reader *r, const sut_node *n, const sut_scene *s,
                        sut_scene_stitch *out) {
    static const char *const keys[] = {"name", "thread", "through", NULL};
    sut_node thread = sut_node_member(n, "thread");
    sut_node list = sut_node_member(n, "through");
    if (!sut_check_object(r, n, keys) || !sut_scene_read_name(r, n, out->name) ||
        !sut_check_present(r, &thread, "give the name of a thread") ||
        !read_thread(r, &thread, s, &out->thread) ||
        !sut_check_present(r, &list, "give a list of { \"tissue\": ..., \"at\": [x, y, z] }") ||
        !sut_check_list(r, &list, 1, SUT_SCENE_MAX_STITCHES, "holes")) {
        return false;
    }
    int count = (int)json_array_size(list.json);
    out->through = calloc((size_t)count, sizeof *out->through);
    if (out->through == NULL) {
        return sut_fail_memory(r, &list);
    }
    out->count = count;
    for (int i = 0; i < count; i++) {
        sut_node e = sut_node_element(&list, i);
        if (!read_pass(r, &e, s, &out->through[i])) {
            return false;
        }
    }
    return true;
}

//---- all -----------------------------------------------------------------------------------------

static bool check_name(const sut_reader *r, const sut_node *stitch, const sut_scene *s, int i) {
    for (int k = 0; k < i; k++) {
        if (strcmp(s->stitches[k].name, s->stitches[i].name) == 0) {
            sut_node name = sut_node_member(stitch, "name");
            return sut_fail(r, &name, "is \"%s\", the name of stitches[%d]; names must differ",
                            s->stitches[i].name, k);
        }
    }
    return true;
}

bool sut_scene_read_stitches(const sut_reader *r, const sut_node *root, sut_scene *s) {
    sut_node list = sut_node_member(root, "stitches");
    if (list.json == NULL) {
        return true;
    }
    if (!sut_check_list(r, &list, 0, SUT_SCENE_MAX_STITCHES, "stitches")) {
        return false;
    }
    int count = (int)json_array_size(list.json);
    s->stitches = calloc((size_t)count + 1, sizeof *s->stitches);
    if (s->stitches == NULL) {
        return sut_fail_memory(r, &list);
    }
    for (int i = 0; i < count; i++) {
        sut_node n = sut_node_element(&list, i);
        s->stitch_count = i + 1;
        if (!read_stitch(r, &n, s, &s->stitches[i]) || !check_name(r, &n, s, i)) {
            return false;
        }
    }
    return true;
}

void sut_scene_stitches_free(sut_scene *s) {
    for (int i = 0; i < s->stitch_count; i++) {
        free(s->stitches[i].through);
    }
    free(s->stitches);
}

bool sut_scene_is_stitched(const sut_scene *s, int thread) {
    for (int i = 0; i < s->stitch_count; i++) {
        if (s->stitches[i].thread == thread) {
            return true;
        }
    }
    return false;
}

//---- into a world --------------------------------------------------------------------------------

void sut_scene_stitch_capacity(const sut_scene *s, sut_capacity *c) {
    c->holes = 0;
    for (int i = 0; i < s->stitch_count; i++) {
        c->holes += s->stitches[i].count;
    }
    c->holes += SUT_NEEDLE_HOLES * s->needle_count;
    c->events += 4 * c->holes; // it slips, sticks, tears, is out
}

// What the engine says of a place stands behind the place of the file.
static sut_result refuse_hole(const sut_reader *r, const sut_node *hole, const sut_world *w,
                              sut_result result) {
    const char *why = sut_world_refusal(w);
    sut_node at = {hole, "at", 0, NULL};
    if (strncmp(why, "at: ", 4) == 0) {
        sut_fail(r, &at, "%s", why + 4);
        return result;
    }
    sut_scene_describe(r, hole, w, result, "change it or what it depends on");
    return result;
}

static sut_result build_stitch(const sut_reader *r, sut_world *w, const sut_scene *s, int i) {
    sut_node root = sut_node_root(NULL);
    sut_node list = {&root, "stitches", 0, NULL};
    sut_node stitch = {&list, NULL, i, NULL};
    sut_node through = {&stitch, "through", 0, NULL};
    const sut_scene_stitch *t = &s->stitches[i];
    double after = -1.0;
    for (int k = 0; k < t->count; k++) {
        sut_hole_def d = sut_default_hole_def();
        d.thread = sut_scene_thread_id(t->thread);
        d.tissue = sut_scene_tissue_id(t->through[k].tissue);
        d.at = t->through[k].at;
        d.after = after;
        sut_hole_id id;
        sut_result result = sut_hole_create(w, &d, &id);
        if (result != SUT_OK) {
            sut_node hole = {&through, NULL, k, NULL};
            return refuse_hole(r, &hole, w, result);
        }
        sut_hole_view v;
        if (sut_hole_get_view(w, id, &v) == SUT_OK) {
            after = v.s;
        }
    }
    return SUT_OK;
}

sut_result sut_scene_build_stitches(const sut_reader *r, sut_world *w, const sut_scene *s) {
    for (int i = 0; i < s->stitch_count; i++) {
        sut_result result = build_stitch(r, w, s, i);
        if (result != SUT_OK) {
            return result;
        }
    }
    for (int i = 0; s->stitch_count > 0 && i < s->thread_count; i++) {
        sut_result result =
            sut_scene_is_stitched(s, i) ? sut_thread_check(w, sut_scene_thread_id(i)) : SUT_OK;
        if (result != SUT_OK) {
            sut_node root = sut_node_root(NULL);
            sut_node list = {&root, "threads", 0, NULL};
            sut_node thread = {&list, NULL, i, NULL};
            sut_scene_describe(r, &thread, w, result,
                               "move it, or name the hole that it goes through in \"stitches\"");
            return result;
        }
    }
    return SUT_OK;
}

//---- what the file says --------------------------------------------------------------------------

int sut_scene_stitch_count(const sut_scene *s) {
    return s != NULL ? s->stitch_count : 0;
}

bool sut_scene_stitch_get(const sut_scene *s, int i, sut_scene_passage *out) {
    if (i < 0 || i >= sut_scene_stitch_count(s) || out == NULL) {
        return false;
    }
    uint32_t first = 1;
    for (int k = 0; k < i; k++) {
        first += (uint32_t)s->stitches[k].count;
    }
    *out = (sut_scene_passage){s->stitches[i].name, sut_scene_thread_id(s->stitches[i].thread),
                               (sut_hole_id){first, 1}, s->stitches[i].count};
    return true;
}
