// SPDX-License-Identifier: MIT
// scene_hold.c -- what holds, moves or pulls single vertices.
#include "scene_types.h"

#include "math/vec3.h"

#include <math.h>
#include <stdlib.h>

// in the order of sut_hold_kind
static const char *const kinds[] = {"pin", "clamp", "twist", "force", NULL};

// Everything the key frames of one hold need.
typedef struct motion {
    const sut_reader *r;
    const sut_scene_thread *thread;
    sut_scene_hold *hold;
} motion;

static bool is_kinematic(const sut_scene_hold *h) {
    return h->kind != SUT_HOLD_FORCE;
}

//---- key frames ----------------------------------------------------------------------------------

// keys of a frame that its kind of hold does not know get more than "unknown key"
static bool check_frame_keys(const motion *m, const sut_node *n) {
    static const char *const pin_keys[] = {"t", "position", NULL};
    static const char *const clamp_keys[] = {"t", "position", "direction", NULL};
    static const char *const twist_keys[] = {"t", "position", "direction", "twist", NULL};
    static const char *const force_keys[] = {"t", "force", NULL};
    static const char *const *const keys[] = {pin_keys, clamp_keys, twist_keys, force_keys};
    static const char *const others[] = {"position", "direction", "twist", "force", NULL};

    sut_hold_kind kind = m->hold->kind;
    for (size_t i = 0; json_is_object(n->json) && others[i] != NULL; i++) {
        sut_node odd = sut_node_member(n, others[i]);
        bool allowed = false;
        for (size_t k = 0; keys[kind][k] != NULL; k++) {
            allowed = allowed || keys[kind][k] == others[i];
        }
        if (odd.json == NULL || allowed) {
            continue;
        }
        const char *right = i == 3 ? "force" : i == 2 ? "twist" : i == 1 ? "clamp" : "pin";
        return sut_fail(m->r, &odd, "does not belong to a hold of kind \"%s\"; use \"how\": \"%s\"",
                        kinds[kind], right);
    }
    return sut_check_object(m->r, n, keys[kind]);
}

// `key` comes with the values of the frame before
static bool read_frame(const motion *m, const sut_node *n, int i, sut_hold_key *key) {
    if (!check_frame_keys(m, n)) {
        return false;
    }
    sut_node t = sut_node_member(n, "t");
    double before = key->t;
    if (!sut_check_present(m->r, &t, "every key frame needs its time") ||
        !sut_read_number(m->r, &t, SUT_Q_TIME, SUT_ANY_SIGN, &key->t)) {
        return false;
    }
    if (i > 0 && !(key->t > before)) {
        return sut_fail(m->r, &t, "is %g s after %g s; times must increase strictly", key->t,
                        before);
    }
    if (json_object_get(n->json, "direction") != NULL && m->hold->first_direction > i) {
        m->hold->first_direction = i;
    }
    return sut_read_vec3_of(m->r, n, "position", SUT_Q_LENGTH, &key->position) &&
           sut_read_direction_of(m->r, n, "direction", &key->direction) &&
           sut_read_number_of(m->r, n, "twist", SUT_Q_ANGLE, SUT_ANY_SIGN, &key->spin) &&
           sut_read_vec3_of(m->r, n, "force", SUT_Q_FORCE, &key->force);
}

// where the frames want the vertex at t = 0, when they speak of that time at all
static sut_vec3 position_at_zero(const sut_scene_hold *h) {
    int i = 0;
    while (i + 1 < h->key_count && h->keys[i + 1].t <= 0.0) {
        i++;
    }
    if (i + 1 == h->key_count || h->keys[i].t >= 0.0) {
        return h->keys[i].position;
    }
    const sut_hold_key *a = &h->keys[i];
    const sut_hold_key *b = &h->keys[i + 1];
    return v3_lerp(a->position, b->position, -a->t / (b->t - a->t));
}

static bool check_first_frame(const motion *m, const sut_node *frames) {
    const sut_scene_hold *h = m->hold;
    if (!is_kinematic(h) || h->keys[0].t > 0.0 || h->from > 0.0 || h->until <= 0.0) {
        return true;
    }
    sut_vec3 target = position_at_zero(h);
    double gap = v3_distance(target, sut_scene_vertex(&m->thread->shape, h->vertex));
    sut_node first = sut_node_element(frames, 0);
    sut_node at = sut_node_member(&first, "position");
    return gap <= m->thread->section.radius ||
           sut_fail(
               m->r, &at,
               "is %.6g m from vertex %d at t = 0; must be within one radius, %.6g m, of where "
               "the vertex starts",
               gap, h->vertex, m->thread->section.radius);
}

static bool read_motion(const motion *m, const sut_node *frames) {
    sut_scene_hold *h = m->hold;
    if (!sut_check_list(m->r, frames, 1, SUT_SCENE_MAX_KEYS, "key frames")) {
        return false;
    }
    h->key_count = (int)json_array_size(frames->json);
    h->keys = calloc((size_t)h->key_count, sizeof *h->keys);
    if (h->keys == NULL) {
        return sut_fail_memory(m->r, frames);
    }
    h->first_direction = h->key_count;

    // what a frame leaves out stays as it was
    sut_hold_key key = {.position = sut_scene_vertex(&m->thread->shape, h->vertex)};
    for (int i = 0; i < h->key_count; i++) {
        sut_node n = sut_node_element(frames, i);
        if (!read_frame(m, &n, i, &key)) {
            return false;
        }
        h->keys[i] = key;
    }
    return check_first_frame(m, frames);
}

//---- one hold ------------------------------------------------------------------------------------

static bool read_force(const motion *m, const sut_node *n) {
    sut_node force = sut_node_member(n, "force");
    sut_node frames = sut_node_member(n, "motion");
    if (frames.json != NULL && force.json != NULL) {
        return sut_fail(m->r, &force, "is given beside motion; use one of them");
    }
    if (frames.json != NULL) {
        return read_motion(m, &frames);
    }
    m->hold->keys = calloc(1, sizeof *m->hold->keys);
    if (m->hold->keys == NULL) {
        return sut_fail_memory(m->r, n);
    }
    m->hold->key_count = 1;
    return sut_check_present(m->r, &force, "give a force [x, y, z] in N, or a motion") &&
           sut_read_vec3(m->r, &force, SUT_Q_FORCE, &m->hold->keys[0].force);
}

static bool read_kinematic(const motion *m, const sut_node *n) {
    sut_node force = sut_node_member(n, "force");
    sut_node frames = sut_node_member(n, "motion");
    if (force.json != NULL) {
        return sut_fail(m->r, &force,
                        "does not belong to a hold of kind \"%s\"; use \"how\": \"force\"",
                        kinds[m->hold->kind]);
    }
    return sut_read_number_of(m->r, n, "max_force", SUT_Q_FORCE, SUT_POSITIVE,
                              &m->hold->max_force) &&
           (frames.json == NULL || read_motion(m, &frames));
}

static bool read_hold(const motion *m, const sut_node *n) {
    static const char *const keys[] = {"vertex", "how",   "motion",    "force",
                                       "from",   "until", "max_force", NULL};
    sut_scene_hold *h = m->hold;
    h->from = -HUGE_VAL;
    h->until = HUGE_VAL;
    h->max_force = HUGE_VAL;
    int kind = 0;
    sut_node how = sut_node_member(n, "how");
    if (!sut_check_object(m->r, n, keys) ||
        !sut_read_vertex_of(m->r, n, m->thread->shape.vertices, &h->vertex) ||
        !sut_check_present(m->r, &how, "must be \"pin\", \"clamp\", \"twist\" or \"force\"") ||
        !sut_read_word(m->r, &how, kinds, &kind) ||
        !sut_read_number_of(m->r, n, "from", SUT_Q_TIME, SUT_ANY_SIGN, &h->from) ||
        !sut_read_number_of(m->r, n, "until", SUT_Q_TIME, SUT_ANY_SIGN, &h->until)) {
        return false;
    }
    h->kind = (sut_hold_kind)kind;
    if (!(h->from < h->until)) {
        sut_node until = sut_node_member(n, "until");
        return sut_fail(m->r, &until, "is %g s, not after from, %g s; must be later", h->until,
                        h->from);
    }
    sut_node limit = sut_node_member(n, "max_force");
    if (!is_kinematic(h) && limit.json != NULL) {
        return sut_fail(m->r, &limit,
                        "does not belong to a force; use it with pin, clamp or twist");
    }
    return is_kinematic(h) ? read_kinematic(m, n) : read_force(m, n);
}

//---- all holds -----------------------------------------------------------------------------------

// A kinematic hold and its place in the list, for sorting.
typedef struct entry {
    int vertex, index;
    double from, until;
} entry;

static int by_vertex_and_time(const void *a, const void *b) {
    const entry *x = a;
    const entry *y = b;
    if (x->vertex != y->vertex) {
        return x->vertex < y->vertex ? -1 : 1;
    }
    if (x->from != y->from) {
        return x->from < y->from ? -1 : 1;
    }
    return x->index < y->index ? -1 : x->index > y->index;
}

// two hands cannot hold one vertex at one time
static bool check_conflicts(const sut_reader *r, const sut_node *list, const sut_scene_thread *t) {
    entry *e = malloc(((size_t)t->hold_count + 1) * sizeof *e);
    if (e == NULL) {
        return sut_fail_memory(r, list);
    }
    size_t count = 0;
    for (int i = 0; i < t->hold_count; i++) {
        const sut_scene_hold *h = &t->holds[i];
        if (is_kinematic(h)) {
            e[count++] = (entry){h->vertex, i, h->from, h->until};
        }
    }
    qsort(e, count, sizeof *e, by_vertex_and_time);
    bool fine = true;
    for (size_t i = 1; fine && i < count; i++) {
        if (e[i].vertex == e[i - 1].vertex && e[i].from < e[i - 1].until) {
            int later = e[i].index > e[i - 1].index ? e[i].index : e[i - 1].index;
            int other = e[i].index + e[i - 1].index - later;
            sut_node n = sut_node_element(list, later);
            fine = sut_fail(r, &n,
                            "holds vertex %d, which hold[%d] holds at the same time; use one, or "
                            "part them with from and until",
                            e[i].vertex, other);
        }
    }
    free(e);
    return fine;
}

bool sut_scene_read_holds(const sut_reader *r, const sut_node *thread, sut_scene_thread *t) {
    sut_node list = sut_node_member(thread, "hold");
    if (list.json == NULL) {
        return true;
    }
    if (!sut_check_list(r, &list, 0, SUT_SCENE_MAX_KEYS, "holds")) {
        return false;
    }
    int count = (int)json_array_size(list.json);
    t->holds = calloc((size_t)count + 1, sizeof *t->holds);
    if (t->holds == NULL) {
        return sut_fail_memory(r, &list);
    }
    t->hold_count = count;
    for (int i = 0; i < count; i++) {
        sut_node n = sut_node_element(&list, i);
        motion m = {r, t, &t->holds[i]};
        if (!read_hold(&m, &n)) {
            return false;
        }
    }
    return check_conflicts(r, &list, t);
}
