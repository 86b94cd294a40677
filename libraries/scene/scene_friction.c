// SPDX-License-Identifier: MIT
// scene_friction.c -- the friction of a thread as a function of time.
#include "scene_types.h"

#include <stdlib.h>

static bool read_frame(const sut_reader *r, const sut_node *n, int i, sut_scene_friction_key *key) {
    static const char *const keys[] = {"t", "friction", NULL};
    if (!sut_check_object(r, n, keys)) {
        return false;
    }
    sut_node t = sut_node_member(n, "t");
    sut_node friction = sut_node_member(n, "friction");
    double before = key->t;
    if (!sut_check_present(r, &t, "every key frame needs its time") ||
        !sut_read_number(r, &t, SUT_Q_TIME, SUT_ANY_SIGN, &key->t)) {
        return false;
    }
    if (i > 0 && !(key->t > before)) {
        return sut_fail(r, &t, "is %g s after %g s; times must increase strictly", key->t, before);
    }
    return friction.json == NULL ||
           sut_read_number(r, &friction, SUT_Q_NUMBER, SUT_NOT_NEGATIVE, &key->friction);
}

bool sut_scene_read_friction(const sut_reader *r, const sut_node *thread, sut_scene_thread *t) {
    sut_node frames = sut_node_member(thread, "friction_motion");
    if (frames.json == NULL) {
        return true;
    }
    if (!sut_check_list(r, &frames, 1, SUT_SCENE_MAX_KEYS, "key frames")) {
        return false;
    }
    int count = (int)json_array_size(frames.json);
    t->friction_keys = calloc((size_t)count, sizeof *t->friction_keys);
    if (t->friction_keys == NULL) {
        return sut_fail_memory(r, &frames);
    }
    t->friction_key_count = count;
    // what a frame leaves out stays as it was
    sut_scene_friction_key key = {.friction = t->section.friction};
    for (int i = 0; i < count; i++) {
        sut_node n = sut_node_element(&frames, i);
        if (!read_frame(r, &n, i, &key)) {
            return false;
        }
        t->friction_keys[i] = key;
    }
    return true;
}

// Linear in between, constant before the first and after the last key frame.
static double friction_at(const sut_scene_thread *t, double time) {
    const sut_scene_friction_key *key = t->friction_keys;
    int low = 0;
    int high = t->friction_key_count - 1;
    if (high < 0) {
        return t->section.friction;
    }
    if (time <= key[0].t || time >= key[high].t) {
        return time <= key[0].t ? key[0].friction : key[high].friction;
    }
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (key[middle].t <= time) {
            low = middle;
        } else {
            high = middle;
        }
    }
    double share = (time - key[low].t) / (key[high].t - key[low].t);
    return key[low].friction + share * (key[high].friction - key[low].friction);
}

double sut_scene_thread_friction(const sut_scene *s, int i, double time) {
    return i >= 0 && i < sut_scene_thread_count(s) ? friction_at(&s->threads[i], time) : 0.0;
}

sut_result sut_scene_drive_friction(const sut_scene *s, sut_world *w, double dt) {
    double now = sut_world_time(w);
    for (int i = 0; i < s->thread_count; i++) {
        double before = friction_at(&s->threads[i], now);
        double after = friction_at(&s->threads[i], now + dt);
        if (after == before) { // the very same key frame, or the same number in two of them
            continue;
        }
        sut_result result = sut_thread_set_friction(w, sut_scene_thread_id(i), after);
        if (result != SUT_OK) {
            return result;
        }
    }
    return SUT_OK;
}
