// SPDX-License-Identifier: MIT
// scene_support.c -- what holds, moves or loads nodes of a tissue.
#include "scene_tissue.h"

#include "math/vec3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// in the order of sut_support_kind
static const char *const kinds[] = {"pin", "spring", "force", NULL};

// Everything that one hold needs.
typedef struct holding {
    const sut_reader *r;
    const sut_scene_tissue *tissue;
    sut_scene_support *support;
} holding;

//---- keys that belong to some kinds only ---------------------------------------------------------

static bool check_belongs(const holding *h, const sut_node *n) {
    static const struct {
        const char *key;
        bool kinds[3];
        const char *right;
    } table[] = {
        {"axes", {true, true, false}, "pin"},      {"stiffness", {false, true, false}, "spring"},
        {"center", {true, true, false}, "pin"},    {"force", {false, false, true}, "force"},
        {"spread", {false, false, true}, "force"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        sut_node odd = sut_node_member(n, table[i].key);
        if (odd.json != NULL && !table[i].kinds[h->support->def.kind]) {
            return sut_fail(h->r, &odd,
                            "does not belong to a hold of kind \"%s\"; use \"how\": \"%s\"",
                            kinds[h->support->def.kind], table[i].right);
        }
    }
    return true;
}

static bool read_axes(const holding *h, const sut_node *n) {
    sut_node axes = sut_node_member(n, "axes");
    if (axes.json == NULL) {
        return true;
    }
    const char *text = json_is_string(axes.json) ? json_string_value(axes.json) : "";
    unsigned found = 0;
    bool fine = text[0] != '\0';
    for (const char *p = text; *p != '\0'; p++) {
        unsigned axis = *p >= 'x' && *p <= 'z' ? 1u << (*p - 'x') : 0u;
        fine = fine && axis != 0 && (found & axis) == 0;
        found |= axis;
    }
    h->support->def.axes = found;
    return fine || sut_fail(h->r, &axes, "is %s; must be some of the letters \"xyz\", each once",
                            sut_value_text(&axes).text);
}

//---- key frames ----------------------------------------------------------------------------------

static bool check_frame_keys(const holding *h, const sut_node *n) {
    static const char *const placed[] = {"t", "offset", "rotation", NULL};
    static const char *const loaded[] = {"t", "force", NULL};
    bool is_force = h->support->def.kind == SUT_SUPPORT_FORCE;
    const char *const *others = is_force ? placed : loaded;
    for (size_t i = 1; json_is_object(n->json) && others[i] != NULL; i++) {
        sut_node odd = sut_node_member(n, others[i]);
        if (odd.json != NULL) {
            return sut_fail(h->r, &odd,
                            "does not belong to a hold of kind \"%s\"; use \"how\": \"%s\"",
                            kinds[h->support->def.kind], is_force ? "pin" : "force");
        }
    }
    return sut_check_object(h->r, n, is_force ? loaded : placed);
}

// `key` comes with the values of the frame before
static bool read_frame(const holding *h, const sut_node *n, int i, sut_support_key *key) {
    sut_node t = sut_node_member(n, "t");
    sut_node rotation = sut_node_member(n, "rotation");
    double before = key->t;
    if (!check_frame_keys(h, n) || !sut_check_present(h->r, &t, "every key frame needs its time") ||
        !sut_read_number(h->r, &t, SUT_Q_TIME, SUT_ANY_SIGN, &key->t)) {
        return false;
    }
    if (i > 0 && !(key->t > before)) {
        return sut_fail(h->r, &t, "is %g s after %g s; times must increase strictly", key->t,
                        before);
    }
    if (rotation.json != NULL && h->support->def.axes != SUT_AXIS_ALL) {
        return sut_fail(h->r, &rotation,
                        "turns nodes that are not held along all axes; use "
                        "\"axes\": \"xyz\"");
    }
    return sut_read_vec3_of(h->r, n, "offset", SUT_Q_LENGTH, &key->offset) &&
           sut_read_vec3_of(h->r, n, "rotation", SUT_Q_ANGLE, &key->rotation) &&
           sut_read_vec3_of(h->r, n, "force", SUT_Q_FORCE, &key->force);
}

static bool is_zero(sut_vec3 v) {
    return v.x == 0.0 && v.y == 0.0 && v.z == 0.0; // as the file has it, nothing is computed
}

// What is held at the start is held where it is: the frames must not want it elsewhere at t = 0.
static bool check_start(const holding *h, const sut_node *frames) {
    const sut_support_def *d = &h->support->def;
    const sut_support_key *k = h->support->keys;
    if (d->kind == SUT_SUPPORT_FORCE || k[0].t > 0.0 || d->from > 0.0 || d->until <= 0.0) {
        return true;
    }
    // the frames around t = 0; between two of them both must be at home
    int last = 0;
    while (last + 1 < d->key_count && k[last + 1].t <= 0.0) {
        last++;
    }
    bool between = k[last].t < 0.0 && last + 1 < d->key_count;
    for (int i = last; i <= last + (between ? 1 : 0); i++) {
        const char *what = !is_zero(k[i].offset)     ? "offset"
                           : !is_zero(k[i].rotation) ? "rotation"
                                                     : NULL;
        if (what != NULL) {
            sut_node frame = sut_node_element(frames, i);
            sut_node n = sut_node_member(&frame, what);
            return sut_fail(h->r, &n,
                            "moves the nodes at t = 0, when they are where they start; must be "
                            "[0, 0, 0] then");
        }
    }
    return true;
}

static bool read_motion(const holding *h, const sut_node *frames) {
    sut_scene_support *s = h->support;
    if (!sut_check_list(h->r, frames, 1, SUT_SUPPORT_KEYS, "key frames")) {
        return false;
    }
    s->def.key_count = (int)json_array_size(frames->json);
    s->keys = calloc((size_t)s->def.key_count, sizeof *s->keys);
    if (s->keys == NULL) {
        return sut_fail_memory(h->r, frames);
    }
    s->def.keys = s->keys;
    // what a frame leaves out stays as it was
    sut_support_key key = {.t = 0.0};
    for (int i = 0; i < s->def.key_count; i++) {
        sut_node n = sut_node_element(frames, i);
        if (!read_frame(h, &n, i, &key)) {
            return false;
        }
        s->keys[i] = key;
    }
    return check_start(h, frames);
}

//---- one hold ------------------------------------------------------------------------------------

static bool read_load(const holding *h, const sut_node *n) {
    static const char *const spreads[] = {"equal", "even", NULL};
    sut_scene_support *s = h->support;
    sut_node force = sut_node_member(n, "force");
    sut_node frames = sut_node_member(n, "motion");
    int spread = 0;
    if (frames.json != NULL && force.json != NULL) {
        return sut_fail(h->r, &force, "is given beside motion; use one of them");
    }
    if (frames.json != NULL) {
        if (!read_motion(h, &frames)) {
            return false;
        }
    } else {
        s->keys = calloc(1, sizeof *s->keys);
        if (s->keys == NULL) {
            return sut_fail_memory(h->r, n);
        }
        s->def.keys = s->keys;
        s->def.key_count = 1;
        if (!sut_check_present(h->r, &force, "give a force [x, y, z] in N, or a motion") ||
            !sut_read_vec3(h->r, &force, SUT_Q_FORCE, &s->keys[0].force)) {
            return false;
        }
    }
    if (!sut_read_word_of(h->r, n, "spread", spreads, &spread)) {
        return false;
    }
    bool fine = spread == 0 || sut_scene_read_even_shares(h->r, n, h->tissue->shape.mesh, s->nodes,
                                                          s->def.node_count, &s->shares);
    s->def.shares = s->shares;
    return fine;
}

static sut_vec3 middle(const sut_mesh *m, const int *nodes, int count) {
    sut_vec3 sum = v3_zero();
    for (int i = 0; i < count; i++) {
        sum = v3_add(sum, m->nodes[nodes[i]]);
    }
    return v3_scale(sum, 1.0 / (double)count);
}

static bool read_place(const holding *h, const sut_node *n) {
    sut_scene_support *s = h->support;
    sut_node stiffness = sut_node_member(n, "stiffness");
    sut_node frames = sut_node_member(n, "motion");
    s->def.center = middle(h->tissue->shape.mesh, s->nodes, s->def.node_count);
    if (!read_axes(h, n) || !sut_read_vec3_of(h->r, n, "center", SUT_Q_LENGTH, &s->def.center)) {
        return false;
    }
    if (s->def.kind == SUT_SUPPORT_SPRING &&
        (!sut_check_present(h->r, &stiffness, "give a stiffness, for example \"100 N/m\"") ||
         !sut_read_number(h->r, &stiffness, SUT_Q_PENALTY, SUT_POSITIVE, &s->def.stiffness))) {
        return false;
    }
    return frames.json == NULL || read_motion(h, &frames);
}

static bool read_times(const holding *h, const sut_node *n) {
    sut_support_def *d = &h->support->def;
    if (!sut_read_number_of(h->r, n, "from", SUT_Q_TIME, SUT_ANY_SIGN, &d->from) ||
        !sut_read_number_of(h->r, n, "until", SUT_Q_TIME, SUT_ANY_SIGN, &d->until)) {
        return false;
    }
    sut_node until = sut_node_member(n, "until");
    return d->from < d->until ||
           sut_fail(h->r, &until, "is %g s, not after from, %g s; must be later", d->until,
                    d->from);
}

static bool read_hold(const holding *h, const sut_node *n) {
    static const char *const keys[] = {"nodes",     "group",  "box",    "how",   "axes",
                                       "stiffness", "motion", "center", "force", "spread",
                                       "from",      "until",  NULL};
    sut_scene_support *s = h->support;
    s->def = sut_default_support_def();
    int kind = 0;
    sut_node how = sut_node_member(n, "how");
    if (!sut_check_object(h->r, n, keys) ||
        !sut_scene_read_selection(h->r, n, h->tissue->shape.mesh, &s->nodes, &s->def.node_count) ||
        !sut_check_present(h->r, &how, "must be \"pin\", \"spring\" or \"force\"") ||
        !sut_read_word(h->r, &how, kinds, &kind)) {
        return false;
    }
    s->def.nodes = s->nodes;
    s->def.kind = (sut_support_kind)kind;
    if (h->tissue->def.model == SUT_TISSUE_TUBE && kind != SUT_SUPPORT_PIN) {
        return sut_fail(h->r, &how, "is \"%s\"; a tube takes \"pin\" only", kinds[kind]);
    }
    if (!check_belongs(h, n) || !read_times(h, n)) {
        return false;
    }
    return s->def.kind == SUT_SUPPORT_FORCE ? read_load(h, n) : read_place(h, n);
}

//---- all holds -----------------------------------------------------------------------------------

// the first node of both ascending lists, -1: none
static int shared_node(const sut_support_def *a, const sut_support_def *b) {
    for (int i = 0, k = 0; i < a->node_count && k < b->node_count;) {
        if (a->nodes[i] == b->nodes[k]) {
            return a->nodes[i];
        }
        if (a->nodes[i] < b->nodes[k]) {
            i++;
        } else {
            k++;
        }
    }
    return -1;
}

// Pins that only hold may overlap: the first has the node. One that moves must have it alone.
static bool check_pair(const sut_reader *r, const sut_node *list, const sut_scene_tissue *t, int a,
                       int b) {
    const sut_support_def *x = &t->holds[a].def;
    const sut_support_def *y = &t->holds[b].def;
    bool pins = x->kind == SUT_SUPPORT_PIN && y->kind == SUT_SUPPORT_PIN;
    bool move = x->key_count > 0 || y->key_count > 0;
    bool meet = x->from < y->until && y->from < x->until;
    if (!pins || !move || !meet || (x->axes & y->axes) == 0) {
        return true;
    }
    int node = shared_node(x, y);
    sut_node n = sut_node_element(list, b);
    return node < 0 || sut_fail(r, &n,
                                "holds node %d, which hold[%d] holds along the same axis at the "
                                "same time, and one of them moves; use one, or part them with from "
                                "and until",
                                node, a);
}

bool sut_scene_read_supports(const sut_reader *r, const sut_node *tissue, sut_scene_tissue *t) {
    sut_node list = sut_node_member(tissue, "hold");
    if (list.json == NULL) {
        return true;
    }
    if (!sut_check_list(r, &list, 0, SUT_SCENE_MAX_SUPPORTS, "holds")) {
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
        holding h = {r, t, &t->holds[i]};
        if (!read_hold(&h, &n)) {
            return false;
        }
    }
    for (int i = 1; i < count; i++) {
        for (int k = 0; k < i; k++) {
            if (!check_pair(r, &list, t, k, i)) {
                return false;
            }
        }
    }
    return true;
}
