// SPDX-License-Identifier: MIT
#include "data/world.h"
#include "state_fixture.h"

#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER = 5 * WORD };

// Offset of the first record, and of the one after that at `at`.
static size_t first_record(const test_bytes *b) {
    return HEADER + WORD * (size_t)get_word(b->at + 3 * WORD);
}

static size_t next_record(const test_bytes *b, size_t at) {
    return at + WORD * (2 + (size_t)(get_word(b->at + at) >> 8));
}

static void sign_record(test_bytes *b, size_t at) {
    size_t payload = (size_t)(get_word(b->at + at) >> 8);
    put_word(b->at + at + WORD * (1 + payload), hash_of(b->at + at, 1 + payload));
}

static sut_record_sink sink_of(test_bytes *b) {
    return (sut_record_sink){test_bytes_write, b};
}

static sut_vec3 small_shape[3] = {{0.0, 0.1, 0.0}, {0.003, 0.1, 0.0}, {0.005, 0.1, 0.001}};

static sut_thread_def small_thread(void) {
    sut_thread_def d = sut_default_thread_def();
    d.positions = small_shape;
    d.vertex_count = 3;
    return d;
}

// A few steps of a small world with a change of every kind in between. Bytes are the caller's.
static test_bytes small_recording(int steps) {
    test_bytes b = {NULL, 0, 0, 0};
    sut_world *w = make_small_world(NULL);
    sut_thread_def thread = small_thread();
    sut_hold_def hold = sut_default_hold_def();
    const sut_obstacle_key keys[2] = {{0.0, {0.0, 0.5, 0.0}, {0.0, 0.0, 0.0}},
                                      {0.01, {0.0, 0.5, 0.1}, {0.0, 0.0, 0.1}}};
    sut_obstacle_def box = sut_default_obstacle_def();
    box.kind = SUT_OBSTACLE_BOX;
    box.center = keys[0].position;
    box.size = (sut_vec3){0.01, 0.02, 0.03};
    box.keys = keys;
    box.key_count = 2;
    sut_thread_id t;
    sut_hold_id h;
    sut_obstacle_id o;
    sut_hold_key key;
    CHECK_EQ_INT(sut_record_start(w, sink_of(&b)), SUT_OK);
    for (int i = 0; i < steps; i++) {
        CASE("i %d", i);
        if (i == 0) {
            CHECK_EQ_INT(sut_thread_create(w, &thread, &t), SUT_OK);
            CHECK_EQ_INT(sut_obstacle_create(w, &box, &o), SUT_OK);
        } else if (i == 1) {
            CHECK_EQ_INT(sut_hold_create(w, t, &hold, &h), SUT_OK);
            CHECK_EQ_INT(sut_thread_set_friction(w, t, 0.25), SUT_OK);
        } else if (i == 2) {
            CHECK_EQ_INT(sut_thread_key_now(w, t, 0, &key), SUT_OK);
            CHECK_EQ_INT(sut_hold_set_target(w, h, &key), SUT_OK);
            CHECK_EQ_INT(sut_world_set_gravity(w, (sut_vec3){0.0, 1.0, 2.0}), SUT_OK);
            CHECK_EQ_INT(sut_world_set_budget(w, 0.8e-3), SUT_OK);
            sut_vec3 place = {0.0, 0.5, 0.1};
            CHECK_EQ_INT(sut_obstacle_set_pose(w, o, place, (sut_vec3){0.0, 0.0, 0.5}), SUT_OK);
        } else if (i == 3) {
            CHECK_EQ_INT(sut_obstacle_destroy(w, o), SUT_OK);
            CHECK_EQ_INT(sut_hold_destroy(w, h), SUT_OK);
        } else if (i == 4) {
            CHECK_EQ_INT(sut_thread_destroy(w, t), SUT_OK);
        }
        CHECK_EQ_INT(sut_world_step(w, 1e-3), SUT_OK);
    }
    CHECK_EQ_INT(sut_record_stop(w), SUT_OK);
    sut_world_destroy(w);
    return b;
}

typedef struct replayed {
    sut_result opened, result;
    int steps, wrong; // steps in all, and those with another hash
} replayed;

static replayed replay(const void *bytes, size_t size, const sut_allocator *allocator) {
    replayed out = {SUT_OK, SUT_OK, 0, 0};
    sut_replay *r = NULL;
    out.opened = sut_replay_open(bytes, size, allocator, &r);
    sut_replay_step step;
    while (sut_replay_next(r, &step)) {
        out.steps++;
        out.wrong += step.recorded != step.got || step.step != (uint64_t)out.steps ? 1 : 0;
    }
    out.result = sut_replay_result(r);
    sut_replay_close(r);
    return out;
}

//---- what is recorded is repeated ----------------------------------------------------------------
static test_bytes rich_recording(int before, int steps, test_memory *memory) {
    test_bytes b = {NULL, 0, 0, 0};
    rich_world r = make_rich_world(NULL, memory);
    for (int i = 0; i < before; i++) {
        CASE("i %d", i);
        CHECK(rich_step(&r, i));
    }
    CHECK_EQ_INT(sut_record_start(r.w, sink_of(&b)), SUT_OK);
    for (int i = before; i < before + steps; i++) {
        CASE("i %d", i);
        CHECK(rich_step(&r, i));
    }
    CHECK_EQ_INT(sut_record_stop(r.w), SUT_OK);
    sut_world_destroy(r.w);
    return b;
}

TEST(replay_repeats_every_step_bit_by_bit) {
    const int starts[] = {0, 27, 60};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        CASE("i %zu", i);
        test_bytes b = rich_recording(starts[i], 100, NULL);
        CHECK(memcmp(b.at, "SUTRECRD", 8) == 0);
        replayed got = replay(b.at, b.size, NULL);
        CHECK_EQ_INT(got.opened, SUT_OK);
        CHECK_EQ_INT(got.result, SUT_OK);
        CHECK_EQ_INT(got.steps, 100);
        CHECK_EQ_INT(got.wrong, 0);
        test_bytes_free(&b);
    }
}

TEST(every_kind_of_call_is_repeated) {
    test_bytes b = small_recording(8);
    int kinds[256] = {0};
    for (size_t at = first_record(&b); at < b.size; at = next_record(&b, at)) {
        kinds[b.at[at]]++;
    }
    // steps are the first kind; a restore, the eighth, has its own test
    for (int op = 1; op <= 12; op++) {
        CASE("op %d", op);
        CHECK_EQ_INT(kinds[op], op == 1 ? 8 : (op == 8 ? 0 : 1));
    }
    replayed got = replay(b.at, b.size, NULL);
    CHECK_EQ_INT(got.opened, SUT_OK);
    CHECK_EQ_INT(got.result, SUT_OK);
    CHECK_EQ_INT(got.steps, 8);
    CHECK_EQ_INT(got.wrong, 0);
    test_bytes_free(&b);
}

TEST(a_whole_story_told_from_an_empty_world_is_repeated) {
    // all threads and holds of the fixture are made while recording, with all arrays of their defs
    test_bytes b = {NULL, 0, 0, 0};
    sut_world_def def = sut_default_world_def();
    sut_world *w = NULL;
    REQUIRE(sut_world_create(&def, &w) == SUT_OK);
    REQUIRE(sut_record_start(w, sink_of(&b)) == SUT_OK);
    enum { COUNT = 200 };
    static sut_vec3 x[COUNT];
    static sut_vec3 v[COUNT];
    static double rest[COUNT];
    static double mass[COUNT];
    for (int i = 0; i < COUNT; i++) {
        x[i] = (sut_vec3){0.001 * i, 0.0, 0.0};
        v[i] = (sut_vec3){0.0, 0.0, 1e-3 * (i % 7)};
        rest[i] = 0.00101;
        mass[i] = 1e-9 * i;
    }
    sut_thread_def thread = sut_default_thread_def();
    thread.positions = x;
    thread.vertex_count = COUNT;
    for (int arrays = 0; arrays < 4; arrays++) {
        CASE("arrays %d", arrays);
        double aside = 0.1 * arrays;
        for (int i = 0; i < COUNT; i++) {
            x[i].y = aside;
        }
        thread.velocities = arrays == 1 ? v : NULL;
        thread.rest_lengths = arrays == 2 ? rest : NULL;
        thread.extra_mass = arrays >= 1 ? mass : NULL;
        sut_thread_id id;
        REQUIRE(sut_thread_create(w, &thread, &id) == SUT_OK);
        sut_hold_key keys[30];
        memset(keys, 0, sizeof keys);
        for (int i = 0; i < 30; i++) {
            keys[i].t = 1e-3 * i;
            keys[i].position = (sut_vec3){0.0, aside + 1e-5 * i, 0.0};
            keys[i].direction = (sut_vec3){2.0, 0.0, 0.1};
            keys[i].spin = 0.01 * i;
        }
        sut_hold_def hold = sut_default_hold_def();
        hold.kind = (sut_hold_kind)arrays;
        hold.keys = keys;
        hold.key_count = 30;
        hold.until = arrays == 0 ? 0.02 : hold.until;
        sut_hold_id h;
        REQUIRE(sut_hold_create(w, id, &hold, &h) == SUT_OK);
    }
    for (int i = 0; i < 40; i++) {
        CASE("i %d", i);
        REQUIRE(sut_world_step(w, 1e-3) == SUT_OK);
    }
    REQUIRE(sut_record_stop(w) == SUT_OK);
    replayed got = replay(b.at, b.size, NULL);
    CHECK_EQ_INT(got.result, SUT_OK);
    CHECK_EQ_INT(got.steps, 40);
    CHECK_EQ_INT(got.wrong, 0);
    sut_world_destroy(w);
    test_bytes_free(&b);
}

TEST(a_restore_while_recording_is_repeated) {
    rich_world r = make_rich_world(NULL, NULL);
    test_bytes image = test_snapshot(r.w);
    test_bytes b = {NULL, 0, 0, 0};
    for (int i = 0; i < 10; i++) {
        CASE("i %d", i);
        REQUIRE(rich_step(&r, i));
    }
    REQUIRE(sut_thread_destroy(r.w, r.curl) == SUT_OK);
    REQUIRE(sut_record_start(r.w, sink_of(&b)) == SUT_OK);
    REQUIRE(sut_world_step(r.w, 1e-3) == SUT_OK);
    REQUIRE(sut_world_restore(r.w, image.at, image.size) == SUT_OK);
    for (int i = 0; i < 40; i++) {
        CASE("i %d", i);
        REQUIRE(rich_step(&r, i));
    }
    REQUIRE(sut_record_stop(r.w) == SUT_OK);
    replayed got = replay(b.at, b.size, NULL);
    CHECK_EQ_INT(got.result, SUT_OK);
    CHECK_EQ_INT(got.steps, 41);
    CHECK_EQ_INT(got.wrong, 0);
    sut_world_destroy(r.w);
    test_bytes_free(&b);
    test_bytes_free(&image);
}

TEST(recording_does_not_change_the_run) {
    rich_world plain = make_rich_world(NULL, NULL);
    rich_world recorded = make_rich_world(NULL, NULL);
    test_bytes b = {NULL, 0, 0, 0};
    REQUIRE(sut_record_start(recorded.w, sink_of(&b)) == SUT_OK);
    for (int i = 0; i < 60; i++) {
        CASE("i %d", i);
        REQUIRE(rich_step(&plain, i) && rich_step(&recorded, i));
        CHECK_EQ_U64(sut_world_hash(plain.w), sut_world_hash(recorded.w));
    }
    CHECK_EQ_INT(sut_record_stop(recorded.w), SUT_OK);
    sut_world_destroy(plain.w);
    sut_world_destroy(recorded.w);
    test_bytes_free(&b);
}

TEST(the_replayed_world_can_be_looked_at) {
    test_bytes b = small_recording(3);
    sut_replay *r = NULL;
    REQUIRE(sut_replay_open(b.at, b.size, NULL, &r) == SUT_OK);
    CHECK_EQ_INT(sut_world_stats(sut_replay_world(r)).steps, 2); // of the image
    sut_replay_step step;
    while (sut_replay_next(r, &step)) {
        CHECK_EQ_U64(sut_world_hash(sut_replay_world(r)), step.got);
        CHECK_NEAR(step.dt, 1e-3, 0.0); // stored as it was given
    }
    CHECK_EQ_INT(sut_world_stats(sut_replay_world(r)).steps, 5);
    CHECK(!sut_replay_next(r, NULL));
    sut_replay_close(r);
    test_bytes_free(&b);
}

TEST(changes_after_the_last_step_are_repeated_too) {
    test_bytes b = {NULL, 0, 0, 0};
    sut_world *w = make_small_world(NULL);
    sut_thread_def thread = small_thread();
    sut_thread_id t;
    REQUIRE(sut_record_start(w, sink_of(&b)) == SUT_OK);
    REQUIRE(sut_world_step(w, 1e-3) == SUT_OK);
    REQUIRE(sut_thread_create(w, &thread, &t) == SUT_OK);
    REQUIRE(sut_record_stop(w) == SUT_OK);
    sut_replay *r = NULL;
    REQUIRE(sut_replay_open(b.at, b.size, NULL, &r) == SUT_OK);
    CHECK(sut_replay_next(r, NULL));
    CHECK(!sut_replay_next(r, NULL));
    CHECK_EQ_INT(sut_replay_result(r), SUT_OK);
    CHECK_EQ_U64(sut_world_hash(sut_replay_world(r)), sut_world_hash(w));
    sut_replay_close(r);
    sut_world_destroy(w);
    test_bytes_free(&b);
}

//---- memory --------------------------------------------------------------------------------------
TEST(steps_take_no_memory_while_recording) {
    test_memory memory = {0, 0, 0, 0};
    test_bytes b = {NULL, 0, 0, 0};
    rich_world r = make_rich_world(NULL, &memory);
    REQUIRE(sut_record_start(r.w, sink_of(&b)) == SUT_OK);
    int before = memory.allocations;
    for (int i = 0; i < 200; i++) {
        CASE("i %d", i);
        REQUIRE(rich_step(&r, i));
    }
    CHECK_EQ_INT(memory.allocations - before, 0);
    CHECK_EQ_INT(sut_record_stop(r.w), SUT_OK);
    sut_world_destroy(r.w);
    CHECK_EQ_INT(memory.held, 0);
    test_bytes_free(&b);
}

TEST(a_step_reaches_the_sink_in_one_piece_of_32_bytes) {
    test_bytes b = {NULL, 0, 0, 0};
    sut_world *w = make_small_world(NULL);
    REQUIRE(sut_record_start(w, sink_of(&b)) == SUT_OK);
    size_t before = b.size;
    REQUIRE(sut_world_step(w, 1e-3) == SUT_OK);
    CHECK_EQ_INT(b.size - before, 32);
    // a sink with room for 31 more bytes takes nothing of the next one
    b.refuse_after = b.size + 31;
    before = b.size;
    REQUIRE(sut_world_step(w, 1e-3) == SUT_OK);
    CHECK_EQ_INT(b.size - before, 0);
    sut_world_destroy(w);
    test_bytes_free(&b);
}

TEST(a_replay_without_memory_says_so_and_loses_none) {
    test_bytes b = small_recording(4);
    test_memory memory = {0, 0, 0, 0};
    sut_allocator allocator = test_allocator(&memory);
    int refused = 0;
    for (int fail = 1; fail < 100; fail++) {
        CASE("fail %d", fail);
        memory.fail_at = memory.allocations + fail;
        replayed got = replay(b.at, b.size, &allocator);
        CHECK_EQ_INT(memory.held, 0);
        if (got.opened == SUT_OK && got.result == SUT_OK) {
            break;
        }
        CHECK(got.opened == SUT_E_MEMORY || got.result == SUT_E_MEMORY);
        refused++;
    }
    CHECK_LE(10, refused); // the replay itself, its room, a world with its arrays, threads
    CHECK_LE(refused, 50);
    test_bytes_free(&b);
}

TEST(replay_needs_room_for_what_lives_at_one_time_only) {
    test_bytes b = {NULL, 0, 0, 0};
    sut_world *w = make_small_world(NULL);
    sut_thread_def thread = small_thread();
    sut_hold_def hold = sut_default_hold_def();
    REQUIRE(sut_record_start(w, sink_of(&b)) == SUT_OK);
    for (int i = 0; i < 100; i++) {
        CASE("i %d", i);
        sut_thread_id t;
        sut_hold_id h;
        REQUIRE(sut_thread_create(w, &thread, &t) == SUT_OK);
        REQUIRE(sut_hold_create(w, t, &hold, &h) == SUT_OK);
        REQUIRE(sut_world_step(w, 1e-3) == SUT_OK);
        REQUIRE(sut_thread_destroy(w, t) == SUT_OK);
    }
    REQUIRE(sut_record_stop(w) == SUT_OK);
    sut_replay *r = NULL;
    REQUIRE(sut_replay_open(b.at, b.size, NULL, &r) == SUT_OK);
    const sut_capacity *c = &sut_replay_world(r)->def.capacity;
    CHECK_EQ_INT(c->threads, 2);
    CHECK_EQ_INT(c->vertices, 6);
    CHECK_EQ_INT(c->holds, 2);
    CHECK_EQ_INT(c->hold_keys, 2);
    sut_replay_close(r);
    replayed got = replay(b.at, b.size, NULL);
    CHECK_EQ_INT(got.result, SUT_OK);
    CHECK_EQ_INT(got.steps, 100);
    CHECK_EQ_INT(got.wrong, 0);
    sut_world_destroy(w);
    test_bytes_free(&b);
}

TEST(replay_has_the_contact_capacity_of_the_recording_within_reason) {
    test_bytes b = small_recording(2);
    const uint64_t told[3] = {16, 24, INT32_MAX};
    // a recording of 6 vertices and no contact is believed up to the default and 16 per vertex
    const int taken[3] = {16, 24, 512 + 16 * 6};
    for (int i = 0; i < 3; i++) {
        CASE("i %d", i);
        CHECK(i > 0 || get_word(b.at + 2 * WORD) == 16); // that of the fixture
        put_word(b.at + 2 * WORD, told[i]);
        put_word(b.at + 4 * WORD, hash_of(b.at, 4));
        sut_replay *r = NULL;
        REQUIRE(sut_replay_open(b.at, b.size, NULL, &r) == SUT_OK);
        CHECK_EQ_INT(sut_replay_world(r)->def.capacity.contacts, taken[i]);
        sut_replay_close(r);
    }
    const uint64_t bad[3] = {0, UINT64_MAX, (uint64_t)INT32_MAX + 1};
    for (int i = 0; i < 3; i++) {
        CASE("i %d", i);
        put_word(b.at + 2 * WORD, bad[i]);
        put_word(b.at + 4 * WORD, hash_of(b.at, 4));
        CHECK_EQ_INT(replay(b.at, b.size, NULL).opened, SUT_E_FORMAT);
    }
    test_bytes_free(&b);
}

//---- damage --------------------------------------------------------------------------------------
TEST(a_recording_cut_anywhere_replays_up_to_the_last_whole_record) {
    test_bytes b = small_recording(6);
    size_t first = first_record(&b);
    size_t end = first; // of the last whole record
    int steps = 0;      // in whole records
    for (size_t size = 0; size <= b.size; size++) {
        CASE("size %zu", size);
        while (size >= first && end < b.size && size >= next_record(&b, end)) {
            steps += b.at[end] == 1 ? 1 : 0;
            end = next_record(&b, end);
        }
        replayed got = replay(b.at, size, NULL);
        if (size < first) {
            CHECK_EQ_INT(got.opened, SUT_E_FORMAT);
            continue;
        }
        CHECK_EQ_INT(got.opened, SUT_OK);
        CHECK_EQ_INT(got.result, size == end ? SUT_OK : SUT_E_FORMAT);
        CHECK_EQ_INT(got.steps, steps);
        CHECK_EQ_INT(got.wrong, 0);
    }
    CHECK_EQ_INT(steps, 6);
    test_bytes_free(&b);
}

TEST(every_damaged_byte_of_a_recording_is_noticed) {
    test_bytes b = small_recording(6);
    size_t first = first_record(&b);
    int missed = 0;
    for (size_t i = 0; i < b.size; i++) {
        b.at[i] ^= 0x10;
        replayed got = replay(b.at, b.size, NULL);
        sut_result result = i < first ? got.opened : got.result;
        missed += result != SUT_E_FORMAT || got.wrong != 0 ? 1 : 0;
        b.at[i] ^= 0x10;
    }
    CHECK_EQ_INT(missed, 0);
    test_bytes_free(&b);
}

TEST(another_hash_is_shown_and_the_replay_goes_on) {
    test_bytes b = small_recording(6);
    size_t at = first_record(&b);
    while (b.at[at] != 1) {
        at = next_record(&b, at);
    }
    b.at[at + 2 * WORD] ^= 1;
    sign_record(&b, at);
    replayed got = replay(b.at, b.size, NULL);
    CHECK_EQ_INT(got.result, SUT_OK);
    CHECK_EQ_INT(got.steps, 6);
    CHECK_EQ_INT(got.wrong, 1);
    test_bytes_free(&b);
}

TEST(evil_words_with_a_right_check_are_refused_or_harmless) {
    test_bytes b = small_recording(6);
    const uint64_t evil[] = {0, 3, 99999999, 0x7fffffff, UINT64_MAX, 0x7ff8000000000000u};
    test_memory memory = {0, 0, 0, 0};
    sut_allocator allocator = test_allocator(&memory);
    for (size_t at = first_record(&b); at < b.size; at = next_record(&b, at)) {
        CASE("at %zu", at);
        size_t end = next_record(&b, at) - WORD;
        for (size_t i = at + WORD; i < end; i += WORD) {
            CASE("i %zu", i);
            uint64_t good = get_word(b.at + i);
            for (size_t k = 0; k < sizeof evil / sizeof evil[0]; k++) {
                CASE("k %zu", k);
                put_word(b.at + i, evil[k]);
                sign_record(&b, at);
                (void)replay(b.at, b.size, &allocator);
                CHECK_EQ_INT(memory.held, 0);
            }
            put_word(b.at + i, good);
            sign_record(&b, at);
        }
    }
    // the contacts of so small a world are 65 kB, and those of its two islands with their views
    // twice as much; nothing may be far beyond what the recording asks
    CHECK_LE((double)memory.largest, 192e3);
    replayed got = replay(b.at, b.size, NULL);
    CHECK(got.result == SUT_OK && got.wrong == 0);
    test_bytes_free(&b);
}

TEST(what_is_no_recording_is_refused) {
    sut_replay *r = NULL;
    unsigned char bytes[256];
    memset(bytes, 0xa5, sizeof bytes);
    CHECK_EQ_INT(sut_replay_open(bytes, sizeof bytes, NULL, &r), SUT_E_FORMAT);
    CHECK_EQ_INT(sut_replay_open(bytes, 0, NULL, &r), SUT_E_FORMAT);
    CHECK(r == NULL);
    CHECK_EQ_INT(sut_replay_open(NULL, 8, NULL, &r), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_replay_open(bytes, 8, NULL, NULL), SUT_E_ARGUMENT);
    CHECK(!sut_replay_next(NULL, NULL));
    CHECK_EQ_INT(sut_replay_result(NULL), SUT_E_ARGUMENT);
    CHECK(sut_replay_world(NULL) == NULL);
    sut_replay_close(NULL);
}

//---- the sink ------------------------------------------------------------------------------------
TEST(a_sink_that_refuses_at_once_starts_no_recording) {
    sut_world *w = make_small_world(NULL);
    test_bytes b = {NULL, 0, 0, 100};
    CHECK_EQ_INT(sut_record_start(w, sink_of(&b)), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_record_stop(w), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_world_step(w, 1e-3), SUT_OK);
    sut_world_destroy(w);
    test_bytes_free(&b);
}

TEST(a_sink_that_refuses_later_stops_the_recording_and_not_the_world) {
    sut_world *w = make_small_world(NULL);
    test_bytes b = {NULL, 0, 0, 0};
    REQUIRE(sut_record_start(w, sink_of(&b)) == SUT_OK);
    CHECK_EQ_INT(sut_world_step(w, 1e-3), SUT_OK);
    b.refuse_after = b.size + 40;
    for (int i = 0; i < 3; i++) {
        CASE("i %d", i);
        CHECK_EQ_INT(sut_world_step(w, 1e-3), SUT_OK);
    }
    // nothing came after the refusal, and what came before can be replayed
    b.refuse_after = 0;
    CHECK_EQ_INT(sut_world_step(w, 1e-3), SUT_OK);
    replayed got = replay(b.at, b.size, NULL);
    CHECK_EQ_INT(got.steps, 2);
    CHECK_EQ_INT(got.result, SUT_OK);
    CHECK_EQ_INT(sut_record_stop(w), SUT_E_ARGUMENT);
    // it may be tried again
    test_bytes_free(&b);
    CHECK_EQ_INT(sut_record_start(w, sink_of(&b)), SUT_OK);
    CHECK_EQ_INT(sut_record_stop(w), SUT_OK);
    sut_world_destroy(w);
    test_bytes_free(&b);
}

TEST(one_recording_at_a_time) {
    sut_world *w = make_small_world(NULL);
    test_bytes b = {NULL, 0, 0, 0};
    sut_record_sink none = {NULL, NULL};
    CHECK_EQ_INT(sut_record_stop(w), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_record_start(w, none), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_record_start(NULL, sink_of(&b)), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_record_start(w, sink_of(&b)), SUT_OK);
    CHECK_EQ_INT(sut_record_start(w, sink_of(&b)), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_record_stop(w), SUT_OK);
    CHECK_EQ_INT(sut_record_stop(w), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_record_stop(NULL), SUT_E_ARGUMENT);
    sut_world_destroy(w);
    test_bytes_free(&b);
}
