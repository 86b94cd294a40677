// SPDX-License-Identifier: MIT
// scene_gravity.c -- gravity, constant or as a function of time.
#include "scene_types.h"

#include "math/vec3.h"

#include <stdlib.h>

static bool read_frame(const sut_reader *r, const sut_node *n, int i, sut_scene_gravity_key *key) {
    static const char *const keys[] = {"t", "gravity", NULL};
    if (!sut_check_object(r, n, keys)) {
        return false;
    }
    sut_node t = sut_node_member(n, "t");
    double before = key->t;
    if (!sut_check_present(r, &t, "every key frame needs its time") ||
        !sut_read_number(r, &t, SUT_Q_TIME, SUT_ANY_SIGN, &key->t)) {
        return false;
    }
    if (i > 0 && !(key->t > before)) {
        return sut_fail(r, &t, "is %g s after %g s; times must increase strictly", key->t, before);
    }
    return sut_read_vec3_of(r, n, "gravity", SUT_Q_ACCELERATION, &key->gravity);
}

// Linear in between, constant before the first and after the last key frame.
static sut_vec3 gravity_at(const sut_scene *s, double time) {
    const sut_scene_gravity_key *key = s->gravity_keys;
    int last = s->gravity_key_count - 1;
    int i = 0;
    while (i <= last && key[i].t <= time) {
        i++;
    }
    if (i == 0 || i > last) {
        return i == 0 ? key[0].gravity : key[last].gravity;
    }
    double share = (time - key[i - 1].t) / (key[i].t - key[i - 1].t);
    return v3_lerp(key[i - 1].gravity, key[i].gravity, share);
}

bool sut_scene_read_gravity(const sut_reader *r, const sut_node *root, sut_scene *s) {
    s->gravity = v3(0.0, 0.0, -9.81);
    sut_node frames = sut_node_member(root, "gravity_motion");
    if (!sut_read_vec3_of(r, root, "gravity", SUT_Q_ACCELERATION, &s->gravity)) {
        return false;
    }
    if (frames.json == NULL) {
        return true;
    }
    if (!sut_check_list(r, &frames, 1, SUT_SCENE_MAX_KEYS, "key frames")) {
        return false;
    }
    int count = (int)json_array_size(frames.json);
    s->gravity_keys = calloc((size_t)count, sizeof *s->gravity_keys);
    if (s->gravity_keys == NULL) {
        return sut_fail_memory(r, &frames);
    }
    s->gravity_key_count = count;
    // what a frame leaves out stays as it was
    sut_scene_gravity_key key = {.gravity = s->gravity};
    for (int i = 0; i < count; i++) {
        sut_node n = sut_node_element(&frames, i);
        if (!read_frame(r, &n, i, &key)) {
            return false;
        }
        s->gravity_keys[i] = key;
    }
    s->gravity = gravity_at(s, 0.0);
    return true;
}

static bool equal(sut_vec3 a, sut_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z; // the same key frame, or the same numbers in two
}

sut_result sut_scene_drive_gravity(const sut_scene *s, sut_world *w, double dt) {
    if (s->gravity_key_count == 0) {
        return SUT_OK;
    }
    double now = sut_world_time(w);
    sut_vec3 after = gravity_at(s, now + dt);
    return equal(after, gravity_at(s, now)) ? SUT_OK : sut_world_set_gravity(w, after);
}
