// SPDX-License-Identifier: MIT
// state_fixture.h -- a world in which everything happens that a snapshot or a recording must know.
#ifndef SUTURA_TESTS_STATE_FIXTURE_H
#define SUTURA_TESTS_STATE_FIXTURE_H

#include "sutura/sutura.h"

// An allocator that counts, and fails when asked to.
typedef struct test_memory {
    int allocations; // calls so far
    int fail_at;     // this call fails (counted from 1), 0: none
    size_t largest;  // bytes, of one call
    size_t held;     // bytes, not given back yet
} test_memory;

sut_allocator test_allocator(test_memory *m);

// Bytes that grow; the sink of a recording.
typedef struct test_bytes {
    unsigned char *at;
    size_t size, room;
    size_t refuse_after; // the sink refuses what would make it longer, 0: never
} test_bytes;

bool test_bytes_write(void *ctx, const void *bytes, size_t size);
void test_bytes_free(test_bytes *b);
test_bytes test_snapshot(const sut_world *w); // the caller frees

// The words that images and recordings are made of.
enum { WORD = 8 };
uint64_t get_word(const unsigned char *at);
void put_word(unsigned char *at, uint64_t x);
uint64_t bits_of(double x);
uint64_t hash_of(const unsigned char *at, size_t words);
// Make the checksum right again: what a restore then refuses, it refuses for its content.
void sign(test_bytes *image);

// Two threads: a nylon one with a clamp that moves, a twist hold that spins and a load; and a
// naturally curved one whose spin has inertia, half explicit, in a fluid, with a pin that saturates
// and a pin that ends. Slots of a destroyed thread and a destroyed hold lie between them. Out of
// their reach: a floor, a ball that moves, a post of finite length and a box that is steered, with
// the slot of a capsule that is gone.
typedef struct rich_world {
    sut_world *w;
    sut_thread_id nylon, curl, gone;
    sut_hold_id clamp, twist, load, weak, brief, lost;
    sut_obstacle_id floor, ball, post, box, removed;
} rich_world;

rich_world make_rich_world(const sut_capacity *capacity, test_memory *memory);
// One step of the story: now and then the load and the box are steered, gravity turned and the
// friction changed. False if it fails.
bool rich_step(rich_world *r, int step);
// Something small: one thread of 3 vertices, clamped, after two steps.
sut_world *make_small_world(test_memory *memory);

#endif
