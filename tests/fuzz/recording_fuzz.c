// SPDX-License-Identifier: MIT
// recording_fuzz.c -- any bytes as a recording: replayed as far as they make sense, and no further.
//   clang -g -O1 -fsanitize=fuzzer,address,undefined -Iinclude -Iengine tests/fuzz/recording_fuzz.c
//         LIBSUTURA -lm -o recording_fuzz && ./recording_fuzz
// The first byte chooses: the bytes as they are, or a real recording with some words replaced and
// the check of every record made right again.
#include "base/hash.h"
#include "sutura/sutura.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WORD = 8, HEAD = 5, PATCH = 2 + WORD, ROOM = 1 << 16 };

static void must(bool holds) {
    if (!holds) {
        abort();
    }
}

static uint64_t get_word(const uint8_t *at) {
    uint64_t word = 0;
    for (int k = 0; k < WORD; k++) {
        word |= (uint64_t)at[k] << (8 * k);
    }
    return word;
}

static void put_word(uint8_t *at, uint64_t word) {
    for (int k = 0; k < WORD; k++) {
        at[k] = (uint8_t)(word >> (8 * k));
    }
}

typedef struct tape {
    uint8_t bytes[ROOM];
    size_t size;
} tape;

static bool write_tape(void *ctx, const void *bytes, size_t size) {
    tape *t = ctx;
    if (size > ROOM - t->size) {
        return false;
    }
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    return true;
}

static sut_obstacle_id add_ball(sut_world *w) {
    const sut_obstacle_key keys[2] = {{0.0, {0.0, 0.1, 0.0}, {0.0, 0.0, 0.0}},
                                      {0.1, {0.0, 0.2, 0.0}, {0.0, 0.0, 1.0}}};
    sut_obstacle_def ball = sut_default_obstacle_def();
    ball.kind = SUT_OBSTACLE_SPHERE;
    ball.center = keys[0].position;
    ball.radius = 0.01;
    ball.keys = keys;
    ball.key_count = 2;
    sut_obstacle_id id;
    must(sut_obstacle_create(w, &ball, &id) == SUT_OK);
    return id;
}

static void record(tape *t) {
    sut_world_def def = sut_default_world_def();
    def.capacity.contacts = 32;
    sut_world *w = NULL;
    must(sut_world_create(&def, &w) == SUT_OK);
    sut_record_sink sink = {write_tape, t};
    must(sut_record_start(w, sink) == SUT_OK);
    sut_vec3 x[4];
    double rest[3] = {0.002, 0.0021, 0.0019};
    for (int i = 0; i < 4; i++) {
        x[i] = (sut_vec3){0.002 * i, 0.0, 0.0};
    }
    sut_thread_def thread = sut_default_thread_def();
    thread.positions = x;
    thread.velocities = x;
    thread.rest_lengths = rest;
    thread.vertex_count = 4;
    sut_thread_id id;
    must(sut_thread_create(w, &thread, &id) == SUT_OK);
    sut_hold_key keys[2];
    must(sut_thread_key_now(w, id, 0, &keys[0]) == SUT_OK);
    keys[1] = keys[0];
    keys[1].t = 0.1;
    sut_hold_def hold = sut_default_hold_def();
    hold.kind = SUT_HOLD_TWIST;
    hold.keys = keys;
    hold.key_count = 2;
    sut_hold_id h;
    must(sut_hold_create(w, id, &hold, &h) == SUT_OK);
    must(sut_world_step(w, 1e-3) == SUT_OK);
    must(sut_hold_set_target(w, h, &keys[1]) == SUT_OK);
    sut_obstacle_id o = add_ball(w);
    must(sut_thread_set_friction(w, id, 0.4) == SUT_OK);
    must(sut_world_set_gravity(w, (sut_vec3){1.0, 0.0, 0.0}) == SUT_OK);
    must(sut_world_set_budget(w, 1e-3) == SUT_OK);
    must(sut_world_step(w, 1e-3) == SUT_OK);
    must(sut_hold_destroy(w, h) == SUT_OK);
    must(sut_obstacle_set_pose(w, o, (sut_vec3){0.0, 0.1, 0.1}, x[1]) == SUT_OK);
    must(sut_world_step(w, 1e-3) == SUT_OK);
    must(sut_obstacle_destroy(w, o) == SUT_OK);
    must(sut_thread_destroy(w, id) == SUT_OK);
    must(sut_record_stop(w) == SUT_OK);
    sut_world_destroy(w);
}

static uint64_t hash_of(const uint8_t *at, size_t words) {
    sut_hash h;
    sut_hash_begin(&h);
    for (size_t i = 0; i < words; i++) {
        sut_hash_word(&h, get_word(at + i * WORD));
    }
    return sut_hash_end(&h);
}

// Right checks for the head and all records that can be found.
static void sign(tape *t) {
    size_t words = t->size / WORD;
    put_word(t->bytes + (HEAD - 1) * WORD, hash_of(t->bytes, HEAD - 1));
    uint64_t image = get_word(t->bytes + 3 * WORD);
    if (image > words - HEAD) {
        return;
    }
    size_t at = HEAD + (size_t)image;
    while (words - at >= 2) {
        uint8_t *record_at = t->bytes + at * WORD;
        uint64_t payload = get_word(record_at) >> 8;
        if (payload > words - at - 2) {
            return;
        }
        size_t count = (size_t)payload + 1;
        put_word(record_at + count * WORD, hash_of(record_at, count));
        at += count + 1;
    }
}

static void patch(tape *t, const uint8_t *data, size_t size) {
    for (size_t i = 0; i + PATCH <= size; i += PATCH) {
        size_t word = ((size_t)data[i] | (size_t)data[i + 1] << 8) % (t->size / WORD);
        memcpy(t->bytes + word * WORD, data + i + 2, WORD);
    }
    sign(t);
}

static void try_recording(const uint8_t *bytes, size_t size) {
    sut_replay *r = NULL;
    if (sut_replay_open(bytes, size, NULL, &r) != SUT_OK) {
        must(r == NULL);
        return;
    }
    sut_replay_step step;
    while (sut_replay_next(r, &step)) {
        must(step.got == sut_world_hash(sut_replay_world(r)));
    }
    sut_result result = sut_replay_result(r);
    must(result == SUT_OK || result == SUT_E_FORMAT || result == SUT_E_DIVERGED);
    sut_replay_close(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1) {
        return 0;
    }
    if (data[0] % 2 == 0) {
        try_recording(data + 1, size - 1);
        return 0;
    }
    tape *t = calloc(1, sizeof *t);
    must(t != NULL);
    record(t);
    patch(t, data + 1, size - 1);
    try_recording(t->bytes, t->size);
    free(t);
    return 0;
}
