// SPDX-License-Identifier: MIT
// image_fuzz.c -- any bytes as an image: refused without a trace, or exactly what the world then
// is.
//   clang -g -O1 -fsanitize=fuzzer,address,undefined -Iinclude -Iengine tests/fuzz/image_fuzz.c
//         LIBSUTURA -lm -o image_fuzz && ./image_fuzz
// The first byte chooses: the bytes as they are; the bytes with a right checksum; or an image of a
// real world with some of its words replaced, and a right checksum, which gets furthest.
#include "base/hash.h"
#include "sutura/sutura.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WORD = 8, PATCH = 2 + WORD };

static void must(bool holds) {
    if (!holds) {
        abort();
    }
}

static void sign(uint8_t *image, size_t size) {
    sut_hash h;
    sut_hash_begin(&h);
    for (size_t i = 0; i + WORD < size; i += WORD) {
        uint64_t word = 0;
        for (int k = 0; k < WORD; k++) {
            word |= (uint64_t)image[i + (size_t)k] << (8 * k);
        }
        sut_hash_word(&h, word);
    }
    uint64_t check = sut_hash_end(&h);
    for (int k = 0; k < WORD; k++) {
        image[size - WORD + (size_t)k] = (uint8_t)(check >> (8 * k));
    }
}

// One of each kind of size and motion; the first thread lies on the floor.
static void add_obstacles(sut_world *w) {
    const sut_obstacle_key keys[2] = {{0.0, {0.0, 0.1, 0.0}, {0.0, 0.0, 0.0}},
                                      {0.1, {0.0, 0.2, 0.0}, {0.0, 0.0, 1.0}}};
    sut_obstacle_def d = sut_default_obstacle_def();
    sut_obstacle_id id;
    d.center.z = -1e-4;
    must(sut_obstacle_create(w, &d, &id) == SUT_OK);
    d.kind = SUT_OBSTACLE_CYLINDER;
    d.center = keys[0].position;
    d.radius = 0.01;
    d.keys = keys;
    d.key_count = 2;
    must(sut_obstacle_create(w, &d, &id) == SUT_OK);
    d.kind = SUT_OBSTACLE_BOX;
    d.size = (sut_vec3){0.02, 0.03, 0.04};
    must(sut_obstacle_create(w, &d, &id) == SUT_OK);
    must(sut_obstacle_set_pose(w, id, keys[1].position, keys[1].rotation) == SUT_OK);
}

static sut_world *make_world(void) {
    sut_world_def def = sut_default_world_def();
    def.capacity = (sut_capacity){6, 200, 12, 60, 8, 4, 32};
    def.max_halvings = 3;
    sut_world *w = NULL;
    must(sut_world_create(&def, &w) == SUT_OK);
    sut_vec3 x[5];
    for (int i = 0; i < 5; i++) {
        x[i] = (sut_vec3){0.002 * i, 0.0, 0.0};
    }
    sut_thread_def thread = sut_default_thread_def();
    thread.positions = x;
    thread.vertex_count = 5;
    sut_thread_id id;
    must(sut_thread_create(w, &thread, &id) == SUT_OK);
    thread.natural_curvature[0] = 20.0;
    thread.twist = SUT_TWIST_DYNAMIC;
    for (int i = 0; i < 5; i++) {
        x[i].y = 0.02;
    }
    must(sut_thread_create(w, &thread, &id) == SUT_OK);
    for (int kind = 0; kind < 4; kind++) {
        sut_hold_def hold = sut_default_hold_def();
        hold.kind = (sut_hold_kind)kind;
        hold.vertex = kind;
        sut_hold_id h;
        must(sut_hold_create(w, id, &hold, &h) == SUT_OK);
    }
    add_obstacles(w);
    must(sut_world_step(w, 1e-3) == SUT_OK);
    return w;
}

// Words of `image` replaced by those of the patches: two bytes of place, eight of value.
static void patch(uint8_t *image, size_t size, const uint8_t *data, size_t data_size) {
    for (size_t i = 0; i + PATCH <= data_size; i += PATCH) {
        size_t word = ((size_t)data[i] | (size_t)data[i + 1] << 8) % (size / WORD);
        memcpy(image + word * WORD, data + i + 2, WORD);
    }
    sign(image, size);
}

static void try_image(sut_world *w, const uint8_t *image, size_t size) {
    uint64_t before = sut_world_hash(w);
    sut_result result = sut_world_restore(w, image, size);
    if (result != SUT_OK) {
        must(sut_world_hash(w) == before);
        return;
    }
    uint8_t *again = malloc(size);
    must(again && sut_world_snapshot(w, again, size) == size);
    must(memcmp(again, image, size) == 0);
    free(again);
    for (int i = 0; i < 2; i++) {
        result = sut_world_step(w, 1e-3);
        must(result == SUT_OK || result == SUT_E_DIVERGED);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1) {
        return 0;
    }
    sut_world *w = make_world();
    size_t own = sut_world_snapshot(w, NULL, 0);
    size_t room = own > size ? own : size;
    uint8_t *image = malloc(room + WORD);
    must(image != NULL);
    if (data[0] % 3 == 2) {
        (void)sut_world_snapshot(w, image, own);
        patch(image, own, data + 1, size - 1);
        try_image(w, image, own);
    } else {
        memcpy(image, data + 1, size - 1);
        size_t used = size - 1;
        if (data[0] % 3 == 1 && used >= WORD) {
            used -= used % WORD;
            sign(image, used);
        }
        try_image(w, image, used);
    }
    free(image);
    sut_world_destroy(w);
    return 0;
}
