// SPDX-License-Identifier: MIT
#include "state_fixture.h"

#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool same_bytes(const test_bytes *a, const test_bytes *b) {
    return a->size == b->size && memcmp(a->at, b->at, a->size) == 0;
}

static rich_world rich_after(int steps) {
    rich_world r = make_rich_world(NULL, NULL);
    for (int i = 0; i < steps; i++) {
        CASE("i %d", i);
        if (!CHECK(rich_step(&r, i))) {
            break;
        }
    }
    return r;
}

//---- snapshot ------------------------------------------------------------------------------------
TEST(the_story_of_the_fixture_reaches_every_kind_of_state) {
    rich_world r = make_rich_world(NULL, NULL);
    sut_hold_view weak;
    sut_hold_view brief;
    bool saturated = false;
    bool began = false;
    bool ended = false;
    for (int i = 0; i < 100; i++) {
        CASE("i %d", i);
        REQUIRE(rich_step(&r, i));
        CHECK_EQ_INT(sut_hold_get_view(r.w, r.weak, &weak), SUT_OK);
        CHECK_EQ_INT(sut_hold_get_view(r.w, r.brief, &brief), SUT_OK);
        saturated = saturated || weak.saturated;
        ended = ended || (began && !brief.active);
        began = began || brief.active;
    }
    CHECK(saturated);
    CHECK(began && ended);
    CHECK(!sut_thread_is_valid(r.w, r.gone) && !sut_hold_is_valid(r.w, r.lost));
    sut_world_destroy(r.w);
}

TEST(a_buffer_that_is_too_small_stays_untouched) {
    sut_world *w = make_small_world(NULL);
    size_t size = sut_world_snapshot(w, NULL, 0);
    CHECK(size > 0 && size % WORD == 0);
    unsigned char *bytes = malloc(size);
    REQUIRE(bytes != NULL);
    memset(bytes, 0x5a, size);
    CHECK_EQ_INT(sut_world_snapshot(w, bytes, size - 1), size);
    size_t touched = 0;
    for (size_t i = 0; i < size; i++) {
        touched += bytes[i] != 0x5a ? 1 : 0;
    }
    CHECK_EQ_INT(touched, 0);
    CHECK_EQ_INT(sut_world_snapshot(w, bytes, size), size);
    CHECK(memcmp(bytes, "SUTIMAGE", 8) == 0);
    CHECK_EQ_INT(sut_world_snapshot(NULL, bytes, size), 0);
    free(bytes);
    sut_world_destroy(w);
}

TEST(an_empty_world_has_an_image) {
    sut_world_def def = sut_default_world_def();
    sut_world *w = NULL;
    REQUIRE(sut_world_create(&def, &w) == SUT_OK);
    test_bytes image = test_snapshot(w);
    uint64_t hash = sut_world_hash(w);
    REQUIRE(sut_world_step(w, 1e-3) == SUT_OK);
    CHECK(sut_world_hash(w) != hash); // time is state
    CHECK_EQ_INT(sut_world_restore(w, image.at, image.size), SUT_OK);
    CHECK_EQ_U64(sut_world_hash(w), hash);
    test_bytes_free(&image);
    sut_world_destroy(w);
}

//---- restore -------------------------------------------------------------------------------------
TEST(restored_world_has_the_same_hash_and_the_same_image) {
    rich_world r = rich_after(60);
    test_bytes image = test_snapshot(r.w);
    CHECK_EQ_U64(get_word(image.at + image.size - WORD), sut_world_hash(r.w));

    // another world, with other capacities
    sut_world_def def = sut_default_world_def();
    REQUIRE(sut_image_capacity(image.at, image.size, &def.capacity) == SUT_OK);
    sut_world *other = NULL;
    REQUIRE(sut_world_create(&def, &other) == SUT_OK);
    CHECK_EQ_INT(sut_world_restore(other, image.at, image.size), SUT_OK);
    CHECK_EQ_U64(sut_world_hash(other), sut_world_hash(r.w));
    test_bytes again = test_snapshot(other);
    CHECK(same_bytes(&image, &again));
    CHECK_EQ_INT(sut_world_stats(other).steps, 60);
    CHECK_EQ_U64(bits_of(sut_world_time(other)), bits_of(sut_world_time(r.w)));

    test_bytes_free(&image);
    test_bytes_free(&again);
    sut_world_destroy(other);
    sut_world_destroy(r.w);
}

// Continue a restored world beside the original; the number of steps whose hashes differ.
static int differing_steps(int at, int more) {
    rich_world r = rich_after(at);
    test_bytes image = test_snapshot(r.w);
    sut_world_def def = sut_default_world_def();
    rich_world twin = r;
    int differing = 0;
    if (!CHECK(sut_world_create(&def, &twin.w) == SUT_OK) ||
        !CHECK(sut_world_restore(twin.w, image.at, image.size) == SUT_OK)) {
        differing = -1;
    }
    for (int i = at; differing >= 0 && i < at + more; i++) {
        CASE("i %d", i);
        if (!CHECK(rich_step(&r, i)) || !CHECK(rich_step(&twin, i))) {
            break;
        }
        differing += sut_world_hash(r.w) != sut_world_hash(twin.w) ? 1 : 0;
    }
    test_bytes_free(&image);
    sut_world_destroy(twin.w);
    sut_world_destroy(r.w);
    return differing;
}

TEST(restored_then_continued_is_continued_bit_by_bit) {
    // before the first step; as holds begin; while one is saturated; as one ends; after steering
    const int moments[] = {0, 1, 9, 10, 11, 26, 34, 45, 49, 50, 51, 70, 120};
    for (size_t i = 0; i < sizeof moments / sizeof moments[0]; i++) {
        CASE("i %zu", i);
        CHECK_EQ_INT(differing_steps(moments[i], 60), 0);
    }
}

// A curled and a straight thread, released and whipped in steps so large that many are cut.
static sut_world *make_wild_world(void) {
    sut_world_def def = sut_default_world_def();
    sut_world *w = NULL;
    if (sut_world_create(&def, &w) != SUT_OK) {
        return NULL;
    }
    enum { COUNT = 30 };
    sut_vec3 x[COUNT];
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < COUNT; i++) {
            double a = 0.2 * i;
            x[i] = (sut_vec3){0.01 * sin(a), 0.01 * cos(a) + 0.1 * k, 0.0005 * i};
        }
        sut_thread_def thread = sut_default_thread_def();
        thread.positions = x;
        thread.vertex_count = COUNT;
        thread.damping_bend = k == 0 ? 0.0 : 1e-3;
        thread.natural_curvature[0] = k == 0 ? 0.0 : 50.0;
        sut_thread_id id;
        sut_hold_id h;
        (void)sut_thread_create(w, &thread, &id);
        sut_hold_def hold = sut_default_hold_def();
        hold.kind = k == 0 ? SUT_HOLD_CLAMP : SUT_HOLD_TWIST;
        (void)sut_hold_create(w, id, &hold, &h);
    }
    return w;
}

static sut_result wild_step(sut_world *w, int step) {
    const double dts[4] = {0.005, 0.02, 0.05, 0.001};
    if (step % 7 == 3) {
        sut_hold_key key;
        sut_thread_id thread = {1, 1};
        sut_hold_id hold = {1, 1};
        (void)sut_thread_key_now(w, thread, 0, &key);
        key.position.x += step % 2 == 0 ? 0.003 : -0.003;
        (void)sut_hold_set_target(w, hold, &key);
    }
    return sut_world_step(w, dts[step % 4]);
}

TEST(steps_that_are_cut_continue_alike_after_a_restore) {
    enum { STEPS = 60 };
    sut_world *w = make_wild_world();
    sut_world *twin = make_wild_world();
    int cut = 0;
    for (int i = 0; i < STEPS; i++) {
        CASE("i %d", i);
        // the twin is a restored one at every step
        test_bytes image = test_snapshot(w);
        CHECK_EQ_INT(sut_world_restore(twin, image.at, image.size), SUT_OK);
        test_bytes_free(&image);
        CHECK_EQ_INT(wild_step(w, i), wild_step(twin, i));
        CHECK_EQ_U64(sut_world_hash(w), sut_world_hash(twin));
        cut += sut_world_stats(w).substeps > 1 ? 1 : 0;
    }
    CHECK_LE(5, cut); // else this test has not seen what it is for
    sut_world_destroy(w);
    sut_world_destroy(twin);
}

TEST(a_world_goes_back_to_its_own_image) {
    rich_world r = rich_after(30);
    test_bytes image = test_snapshot(r.w);
    uint64_t hashes[40];
    for (int i = 0; i < 40; i++) {
        CASE("i %d", i);
        REQUIRE(rich_step(&r, 30 + i));
        hashes[i] = sut_world_hash(r.w);
    }
    for (int round = 0; round < 2; round++) {
        CASE("round %d", round);
        REQUIRE(sut_world_restore(r.w, image.at, image.size) == SUT_OK);
        for (int i = 0; i < 40; i++) {
            CASE("i %d", i);
            REQUIRE(rich_step(&r, 30 + i));
            CHECK_EQ_U64(sut_world_hash(r.w), hashes[i]);
        }
    }
    test_bytes_free(&image);
    sut_world_destroy(r.w);
}

TEST(ids_of_the_image_are_valid_again_and_later_ones_are_not) {
    rich_world r = rich_after(5);
    test_bytes image = test_snapshot(r.w);
    REQUIRE(sut_hold_destroy(r.w, r.clamp) == SUT_OK);
    REQUIRE(sut_thread_destroy(r.w, r.curl) == SUT_OK);
    sut_hold_def def = sut_default_hold_def();
    sut_hold_id later;
    REQUIRE(sut_hold_create(r.w, r.nylon, &def, &later) == SUT_OK);
    REQUIRE(sut_world_restore(r.w, image.at, image.size) == SUT_OK);
    CHECK(sut_hold_is_valid(r.w, r.clamp) && sut_thread_is_valid(r.w, r.curl));
    CHECK(sut_hold_is_valid(r.w, r.weak) && sut_thread_is_valid(r.w, r.nylon));
    CHECK(!sut_hold_is_valid(r.w, r.lost) && !sut_thread_is_valid(r.w, r.gone));
    test_bytes_free(&image);
    sut_world_destroy(r.w);
}

TEST(generations_of_empty_slots_are_state) {
    rich_world r = rich_after(1);
    test_bytes image = test_snapshot(r.w);
    sut_world_def def = sut_default_world_def();
    sut_world *other = NULL;
    REQUIRE(sut_world_create(&def, &other) == SUT_OK);
    REQUIRE(sut_world_restore(other, image.at, image.size) == SUT_OK);
    sut_vec3 x[2] = {{0.0, 0.3, 0.0}, {0.01, 0.3, 0.0}};
    sut_thread_def thread = sut_default_thread_def();
    thread.positions = x;
    thread.vertex_count = 2;
    sut_thread_id a;
    sut_thread_id b;
    CHECK_EQ_INT(sut_thread_create(r.w, &thread, &a), SUT_OK);
    CHECK_EQ_INT(sut_thread_create(other, &thread, &b), SUT_OK);
    CHECK(a.index1 == b.index1 && a.generation == b.generation);
    CHECK_EQ_INT(a.generation, 2); // the slot of the thread that is gone
    test_bytes_free(&image);
    sut_world_destroy(other);
    sut_world_destroy(r.w);
}

static void check_same_thread(const sut_world *a, const sut_world *b, sut_thread_id id) {
    sut_thread_view p;
    sut_thread_view q;
    sut_energy e;
    sut_energy f;
    REQUIRE(sut_thread_get_view(a, id, &p) == SUT_OK && sut_thread_get_view(b, id, &q) == SUT_OK);
    REQUIRE(p.vertex_count == q.vertex_count);
    size_t n = (size_t)p.vertex_count;
    CHECK(memcmp(p.position, q.position, n * sizeof(sut_vec3)) == 0);
    CHECK(memcmp(p.velocity, q.velocity, n * sizeof(sut_vec3)) == 0);
    CHECK(memcmp(p.tension, q.tension, (n - 1) * sizeof(double)) == 0);
    CHECK(memcmp(p.twist, q.twist, (n - 1) * sizeof(double)) == 0);
    CHECK(memcmp(p.rest_length, q.rest_length, (n - 1) * sizeof(double)) == 0);
    REQUIRE(sut_thread_get_energy(a, id, &e) == SUT_OK &&
            sut_thread_get_energy(b, id, &f) == SUT_OK);
    CHECK_EQ_U64(bits_of(e.kinetic), bits_of(f.kinetic));
    CHECK_EQ_U64(bits_of(e.stretch), bits_of(f.stretch));
    CHECK_EQ_U64(bits_of(e.bend), bits_of(f.bend));
    CHECK_EQ_U64(bits_of(e.twist), bits_of(f.twist));
    CHECK_EQ_U64(bits_of(e.gravity), bits_of(f.gravity));
    double s;
    double t;
    CHECK_EQ_INT(sut_thread_get_peak_stretch(a, id, &s), SUT_OK);
    CHECK_EQ_INT(sut_thread_get_peak_stretch(b, id, &t), SUT_OK);
    CHECK_EQ_U64(bits_of(s), bits_of(t));
}

static void check_same_hold(const sut_world *a, const sut_world *b, sut_hold_id id) {
    sut_hold_view p;
    sut_hold_view q;
    REQUIRE(sut_hold_get_view(a, id, &p) == SUT_OK && sut_hold_get_view(b, id, &q) == SUT_OK);
    CHECK(p.thread.index1 == q.thread.index1 && p.thread.generation == q.thread.generation);
    CHECK_EQ_INT(p.vertex, q.vertex);
    CHECK(p.active == q.active && p.saturated == q.saturated);
    CHECK(memcmp(&p.target, &q.target, sizeof p.target) == 0);
    CHECK(memcmp(&p.force, &q.force, sizeof p.force) == 0);
    CHECK_EQ_U64(bits_of(p.spin), bits_of(q.spin));
    CHECK_EQ_U64(bits_of(p.spin_torque), bits_of(q.spin_torque));
}

TEST(views_and_energies_survive_a_restore) {
    const int moments[] = {0, 1, 30, 60};
    for (size_t i = 0; i < sizeof moments / sizeof moments[0]; i++) {
        CASE("i %zu", i);
        rich_world r = rich_after(moments[i]);
        test_bytes image = test_snapshot(r.w);
        sut_world_def def = sut_default_world_def();
        sut_world *other = NULL;
        REQUIRE(sut_world_create(&def, &other) == SUT_OK);
        REQUIRE(sut_world_restore(other, image.at, image.size) == SUT_OK);
        check_same_thread(r.w, other, r.nylon);
        check_same_thread(r.w, other, r.curl);
        const sut_hold_id holds[] = {r.clamp, r.twist, r.load, r.weak, r.brief};
        for (size_t j = 0; j < sizeof holds / sizeof holds[0]; j++) {
            check_same_hold(r.w, other, holds[j]);
        }
        test_bytes_free(&image);
        sut_world_destroy(other);
        sut_world_destroy(r.w);
    }
}

TEST(energies_survive_a_restore_after_a_hold_has_gone) {
    rich_world r = rich_after(30);
    REQUIRE(sut_hold_destroy(r.w, r.clamp) == SUT_OK);
    test_bytes image = test_snapshot(r.w);
    sut_world_def def = sut_default_world_def();
    sut_world *other = NULL;
    REQUIRE(sut_world_create(&def, &other) == SUT_OK);
    REQUIRE(sut_world_restore(other, image.at, image.size) == SUT_OK);
    check_same_thread(r.w, other, r.nylon);
    test_bytes_free(&image);
    sut_world_destroy(other);
    sut_world_destroy(r.w);
}

TEST(fields_that_a_kind_of_hold_has_no_use_for_do_not_matter) {
    sut_world *worlds[2];
    for (int i = 0; i < 2; i++) {
        CASE("i %d", i);
        worlds[i] = make_small_world(NULL);
        double odd = i == 0 ? 0.0 : (double)NAN;
        sut_vec3 vector = {odd, odd, odd};
        sut_thread_id thread = {1, 1};
        sut_hold_key keys[2];
        REQUIRE(sut_thread_key_now(worlds[i], thread, 2, &keys[0]) == SUT_OK);
        keys[0].direction = vector;
        keys[0].force = vector;
        keys[0].spin = odd;
        keys[1] = keys[0];
        keys[1].t = 1.0;
        sut_hold_def def = sut_default_hold_def();
        def.vertex = 2;
        def.keys = keys;
        def.key_count = 2;
        sut_hold_id id;
        REQUIRE(sut_hold_create(worlds[i], thread, &def, &id) == SUT_OK);
        REQUIRE(sut_world_step(worlds[i], 1e-3) == SUT_OK);
    }
    CHECK_EQ_U64(sut_world_hash(worlds[0]), sut_world_hash(worlds[1]));
    test_bytes image = test_snapshot(worlds[1]);
    CHECK_EQ_INT(sut_world_restore(worlds[1], image.at, image.size), SUT_OK);
    CHECK_EQ_U64(sut_world_hash(worlds[0]), sut_world_hash(worlds[1]));
    test_bytes_free(&image);
    sut_world_destroy(worlds[0]);
    sut_world_destroy(worlds[1]);
}

//---- refusals ------------------------------------------------------------------------------------
TEST(every_damaged_byte_is_noticed) {
    sut_world *w = make_small_world(NULL);
    test_bytes image = test_snapshot(w);
    REQUIRE(sut_world_step(w, 1e-3) == SUT_OK);
    uint64_t hash = sut_world_hash(w);
    sut_capacity c;
    int accepted = 0;
    for (size_t i = 0; i < image.size; i++) {
        for (int bit = 0; bit < 8; bit += 7) {
            image.at[i] ^= (unsigned char)(1 << bit);
            accepted += sut_world_restore(w, image.at, image.size) != SUT_E_FORMAT ? 1 : 0;
            accepted += sut_image_capacity(image.at, image.size, &c) != SUT_E_FORMAT ? 1 : 0;
            image.at[i] ^= (unsigned char)(1 << bit);
        }
    }
    CHECK_EQ_INT(accepted, 0);
    CHECK_EQ_U64(sut_world_hash(w), hash);
    test_bytes_free(&image);
    sut_world_destroy(w);
}

TEST(every_truncated_image_is_refused) {
    sut_world *w = make_small_world(NULL);
    test_bytes image = test_snapshot(w);
    int accepted = 0;
    for (size_t size = 0; size < image.size; size++) {
        accepted += sut_world_restore(w, image.at, size) != SUT_E_FORMAT ? 1 : 0;
    }
    CHECK_EQ_INT(accepted, 0);
    test_bytes_free(&image);
    sut_world_destroy(w);
}

TEST(a_longer_image_is_refused_even_when_it_is_signed) {
    sut_world *w = make_small_world(NULL);
    test_bytes image = test_snapshot(w);
    const unsigned char more[WORD] = {0};
    REQUIRE(test_bytes_write(&image, more, sizeof more));
    sign(&image);
    CHECK_EQ_INT(sut_world_restore(w, image.at, image.size), SUT_E_FORMAT);
    test_bytes_free(&image);
    sut_world_destroy(w);
}

TEST(null_arguments_are_refused) {
    sut_world *w = make_small_world(NULL);
    test_bytes image = test_snapshot(w);
    sut_capacity c;
    CHECK_EQ_INT(sut_world_restore(NULL, image.at, image.size), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_world_restore(w, NULL, image.size), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_image_capacity(NULL, 8, &c), SUT_E_ARGUMENT);
    CHECK_EQ_INT(sut_image_capacity(image.at, image.size, NULL), SUT_E_ARGUMENT);
    test_bytes_free(&image);
    sut_world_destroy(w);
}

// Steps from absurd states are cut again and again before they are given up; not here.
static void forbid_cutting(test_bytes *image) {
    put_word(image->at + 11 * WORD, 2); // max_linearisations
    put_word(image->at + 12 * WORD, 1); // max_halvings
    sign(image);
}

// Put each of some evil values into each word in turn, with a right checksum. What is accepted must
// be what the world then is. Returns how many were accepted.
static int accepted_in(sut_world *w, test_bytes *image, uint64_t evil, size_t first, size_t every) {
    int accepted = 0;
    for (size_t i = first * WORD; i + WORD < image->size; i += every * WORD) {
        CASE("i %zu", i);
        uint64_t good = get_word(image->at + i);
        put_word(image->at + i, evil);
        sign(image);
        if (good != evil && sut_world_restore(w, image->at, image->size) == SUT_OK) {
            test_bytes again = test_snapshot(w);
            CHECK(same_bytes(image, &again));
            test_bytes_free(&again);
            (void)sut_world_step(w, 1e-3); // any answer, but no harm
            accepted++;
        }
        put_word(image->at + i, good);
    }
    sign(image);
    return accepted;
}

static int accepted_with(sut_world *w, test_bytes *image, uint64_t evil) {
    return accepted_in(w, image, evil, 0, 1);
}

TEST(what_is_not_a_number_is_refused_wherever_it_stands) {
    rich_world r = rich_after(30);
    test_bytes image = test_snapshot(r.w);
    // the count of steps takes any 64 bits; nothing else may
    CHECK_EQ_INT(accepted_with(r.w, &image, bits_of((double)NAN)), 1);
    CHECK_EQ_INT(accepted_with(r.w, &image, bits_of(-(double)NAN)), 1);
    test_bytes_free(&image);
    sut_world_destroy(r.w);
}

TEST(infinity_is_refused_where_it_is_no_limit) {
    rich_world r = rich_after(30);
    test_bytes image = test_snapshot(r.w);
    // besides the steps: `until` of the hold that ends and `max_force` of the weak one; the others
    // are infinite already; and the length of the post. Minus infinity: `from` of the hold that
    // begins.
    CHECK_EQ_INT(accepted_with(r.w, &image, bits_of((double)INFINITY)), 4);
    CHECK_EQ_INT(accepted_with(r.w, &image, bits_of(-(double)INFINITY)), 2);
    test_bytes_free(&image);
    sut_world_destroy(r.w);
}

TEST(evil_words_are_refused_or_harmless) {
    rich_world r = rich_after(30);
    test_bytes image = test_snapshot(r.w);
    forbid_cutting(&image);
    const uint64_t evil[] = {0u,
                             1u,
                             2u,
                             0xffffffffu,
                             0x7fffffffu,
                             0x100000000u,
                             UINT64_MAX,
                             (uint64_t)1 << 63,
                             bits_of(1e300),
                             bits_of(-1e300),
                             bits_of(5e-324),
                             bits_of(-1.0)};
#if defined(SUT_SANITIZED)
    const size_t every = 3; // each word still meets a third of them
#else
    const size_t every = 1;
#endif
    for (size_t i = 0; i < sizeof evil / sizeof evil[0]; i++) {
        (void)accepted_in(r.w, &image, evil[i], i % every, every);
    }
    CHECK_EQ_INT(sut_world_restore(r.w, image.at, image.size), SUT_OK);
    test_bytes_free(&image);
    sut_world_destroy(r.w);
}

TEST(the_hash_sees_every_word_of_the_state) {
    rich_world r = rich_after(30);
    test_bytes image = test_snapshot(r.w);
    uint64_t plain = sut_world_hash(r.w);
    int accepted = 0;
    int unseen = 0;
    for (size_t i = 0; i + WORD < image.size; i += WORD) {
        image.at[i] ^= 1; // the last bit of a number, a flag turned, a count off by one
        sign(&image);
        if (sut_world_restore(r.w, image.at, image.size) == SUT_OK) {
            accepted++;
            unseen += sut_world_hash(r.w) == plain ? 1 : 0;
        }
        image.at[i] ^= 1;
    }
    CHECK_EQ_INT(unseen, 0);
    // all numbers can be changed by their last bit; counts, flags and choices, which cannot, are
    // 61 of the 561 words
    CHECK_LE(0.85 * (double)(image.size / WORD), (double)accepted);
    test_bytes_free(&image);
    sut_world_destroy(r.w);
}

TEST(too_small_a_capacity_is_said_and_changes_nothing) {
    rich_world r = rich_after(30);
    test_bytes image = test_snapshot(r.w);
    sut_capacity needed;
    REQUIRE(sut_image_capacity(image.at, image.size, &needed) == SUT_OK);
    enum { FIELDS = 5 };
    for (int which = 0; which <= FIELDS; which++) {
        CASE("which %d", which);
        sut_world_def def = sut_default_world_def();
        def.capacity = needed;
        int *fields[FIELDS] = {&def.capacity.threads, &def.capacity.vertices, &def.capacity.holds,
                               &def.capacity.hold_keys, &def.capacity.obstacles};
        if (which < FIELDS) {
            *fields[which] -= 1;
        }
        sut_world *w = NULL;
        REQUIRE(sut_world_create(&def, &w) == SUT_OK);
        uint64_t hash = sut_world_hash(w);
        sut_result result = sut_world_restore(w, image.at, image.size);
        CHECK_EQ_INT(result, which < FIELDS ? SUT_E_CAPACITY : SUT_OK);
        CHECK_EQ_U64(sut_world_hash(w), which < FIELDS ? hash : sut_world_hash(r.w));
        sut_world_destroy(w);
    }
    test_bytes_free(&image);
    sut_world_destroy(r.w);
}

// Another definition of a thread: an image of before does not fit into the bodies that there are.
static void make_unlike(const rich_world *r) {
    CHECK_EQ_INT(sut_thread_set_friction(r->w, r->nylon, 0.77), SUT_OK);
}

TEST(a_restore_without_memory_changes_nothing_and_loses_none) {
    test_memory memory = {0, 0, 0, 0};
    rich_world r = make_rich_world(NULL, &memory);
    test_bytes image = test_snapshot(r.w);
    for (int i = 0; i < 20; i++) {
        CASE("i %d", i);
        REQUIRE(rich_step(&r, i));
    }
    make_unlike(&r);
    uint64_t hash = sut_world_hash(r.w);
    size_t held = memory.held;
    sut_result result = SUT_E_MEMORY;
    int tries = 0;
    while (result == SUT_E_MEMORY && tries < 100) {
        memory.fail_at = memory.allocations + ++tries;
        result = sut_world_restore(r.w, image.at, image.size);
        CHECK_EQ_INT(sut_world_stats(r.w).memory, memory.held);
        if (result == SUT_E_MEMORY) {
            CHECK_EQ_INT(memory.held, held);
            CHECK_EQ_U64(sut_world_hash(r.w), hash);
            check_same_thread(r.w, r.w, r.nylon);
        }
    }
    CHECK_EQ_INT(result, SUT_OK);
    // one set of objects more, for the next restore, no larger than the one before: contacts have
    // room for the threads that exist, and no more
    CHECK(memory.held > held && memory.held < 2 * held);
    // nine arrays, two threads, contacts and islands, and one more that is not asked for
    CHECK_EQ_INT(tries, 14);
    test_bytes_free(&image);
    sut_world_destroy(r.w);
    CHECK_EQ_INT(memory.held, 0);
}

//---- hash ----------------------------------------------------------------------------------------
TEST(the_hash_does_not_depend_on_capacities) {
    sut_capacity large = {50, 100000, 500, 5000, 3, 40, 600, 7, 0, 0, 0, 0};
    rich_world a = make_rich_world(NULL, NULL);
    rich_world b = make_rich_world(&large, NULL);
    CHECK_EQ_U64(sut_world_hash(a.w), sut_world_hash(b.w));
    for (int i = 0; i < 30; i++) {
        CASE("i %d", i);
        REQUIRE(rich_step(&a, i) && rich_step(&b, i));
        CHECK_EQ_U64(sut_world_hash(a.w), sut_world_hash(b.w));
    }
    sut_world_destroy(a.w);
    sut_world_destroy(b.w);
}

TEST(queries_and_snapshots_do_not_change_the_hash) {
    rich_world r = rich_after(20);
    uint64_t hash = sut_world_hash(r.w);
    test_bytes image = test_snapshot(r.w);
    check_same_thread(r.w, r.w, r.nylon);
    CHECK_EQ_U64(sut_world_hash(r.w), hash);
    CHECK_EQ_U64(sut_world_hash(NULL), 0);
    test_bytes_free(&image);
    sut_world_destroy(r.w);
}

// Ask something outrageous of a world; it may take it or refuse it.
static sut_result insult(rich_world *r, int kind) {
    sut_hold_key key;
    (void)sut_thread_key_now(r->w, r->nylon, 0, &key);
    if (kind < 3) {
        const double dts[3] = {1e-160, 1e-310, 5e-324}; // squares and inverses are no doubles
        return sut_world_step(r->w, dts[kind]);
    }
    if (kind == 3) {
        key.position = (sut_vec3){1e8, -1e8, 1e8};
        (void)sut_hold_set_target(r->w, r->clamp, &key);
    }
    if (kind == 4) {
        (void)sut_world_set_gravity(r->w, (sut_vec3){1e300, 1e300, -1e300});
    }
    if (kind == 5) {
        key.force = (sut_vec3){1e300, 0.0, 1e300};
        (void)sut_hold_set_target(r->w, r->load, &key);
    }
    return sut_world_step(r->w, 0.05);
}

TEST(every_step_ends_in_a_state_of_numbers_or_leaves_no_trace) {
    for (int kind = 0; kind < 6; kind++) {
        CASE("kind %d", kind);
        rich_world r = rich_after(30);
        test_bytes before = test_snapshot(r.w);
        sut_result result = insult(&r, kind);
        test_bytes after = test_snapshot(r.w);
        // what is not a number would be refused
        CHECK_EQ_INT(sut_world_restore(r.w, after.at, after.size), SUT_OK);
        CHECK(result == SUT_OK || kind >= 3 || same_bytes(&before, &after));
        test_bytes_free(&before);
        test_bytes_free(&after);
        sut_world_destroy(r.w);
    }
}

// The words of an image that make the next step of a fresh copy of it fail.
TEST(a_step_that_fails_leaves_the_state_and_the_energies) {
    rich_world r = rich_after(30);
    test_bytes image = test_snapshot(r.w);
    forbid_cutting(&image);
    int failed = 0;
    for (size_t i = 0; i + WORD < image.size; i += WORD) {
        CASE("i %zu", i);
        uint64_t good = get_word(image.at + i);
        put_word(image.at + i, bits_of(1e305));
        sign(&image);
        if (sut_world_restore(r.w, image.at, image.size) == SUT_OK) {
            sut_energy e;
            sut_energy f;
            REQUIRE(sut_thread_get_energy(r.w, r.nylon, &e) == SUT_OK);
            if (sut_world_step(r.w, 1e-3) == SUT_E_DIVERGED) {
                failed++;
                test_bytes again = test_snapshot(r.w);
                CHECK(same_bytes(&image, &again));
                test_bytes_free(&again);
                REQUIRE(sut_thread_get_energy(r.w, r.nylon, &f) == SUT_OK);
                CHECK(memcmp(&e, &f, sizeof e) == 0);
            }
        }
        put_word(image.at + i, good);
    }
    CHECK_LE(1, failed); // a velocity of 1e305 m/s, for one
    test_bytes_free(&image);
    sut_world_destroy(r.w);
}

//---- memory of a restore -------------------------------------------------------------------------
TEST(a_restore_of_the_same_bodies_takes_no_memory) {
    test_memory m = {.fail_at = 0};
    rich_world r = make_rich_world(NULL, &m);
    for (int i = 0; i < 20; i++) {
        REQUIRE(rich_step(&r, i));
    }
    test_bytes image = test_snapshot(r.w);
    uint64_t hash = sut_world_hash(r.w);
    const int before = m.allocations;
    uint64_t ahead = 0;
    for (int round = 0; round < 3; round++) {
        CASE("round %d", round);
        REQUIRE(sut_world_step(r.w, 1e-3) == SUT_OK);
        ahead = round == 0 ? sut_world_hash(r.w) : ahead;
        CHECK_EQ_U64(sut_world_hash(r.w), ahead);
        int solves = sut_world_stats(r.w).linearisations;
        CHECK_EQ_INT(sut_world_restore(r.w, image.at, image.size), SUT_OK);
        CHECK_EQ_U64(sut_world_hash(r.w), hash);
        CHECK_EQ_INT(m.allocations, before);
        // what the last step was like can still be read
        CHECK_EQ_INT(sut_world_stats(r.w).linearisations, solves);
    }
    // a word of a state that does not fit: all goes back
    const uint64_t then = sut_world_hash(r.w);
    REQUIRE(sut_world_step(r.w, 1e-3) == SUT_OK);
    test_bytes cut = test_snapshot(r.w);
    REQUIRE(sut_world_restore(r.w, image.at, image.size) == SUT_OK);
    for (size_t i = cut.size / WORD / 8; i < cut.size / WORD - 1; i += 7) {
        CASE("word %zu", i);
        uint64_t good = get_word(cut.at + i * WORD);
        put_word(cut.at + i * WORD, bits_of((double)NAN));
        sign(&cut);
        CHECK(sut_world_restore(r.w, cut.at, cut.size) != SUT_OK);
        CHECK_EQ_U64(sut_world_hash(r.w), then);
        put_word(cut.at + i * WORD, good);
    }
    REQUIRE(sut_world_step(r.w, 1e-3) == SUT_OK);
    CHECK_EQ_U64(sut_world_hash(r.w), ahead);
    test_bytes_free(&cut);
    test_bytes_free(&image);
    sut_world_destroy(r.w);
    CHECK(m.held == 0);
}

TEST(a_second_restore_takes_no_memory_and_all_of_it_is_given_back) {
    test_memory m = {.fail_at = 0};
    rich_world r = make_rich_world(NULL, &m);
    for (int i = 0; i < 20; i++) {
        REQUIRE(rich_step(&r, i));
    }
    test_bytes image = test_snapshot(r.w);
    make_unlike(&r);
    // the first set has room for a thread that is gone, the second has not
    REQUIRE(sut_world_restore(r.w, image.at, image.size) == SUT_OK);
    REQUIRE(rich_step(&r, 20));
    make_unlike(&r);
    REQUIRE(sut_world_restore(r.w, image.at, image.size) == SUT_OK);
    const int before = m.allocations;
    const size_t held = m.held;
    for (int round = 0; round < 3; round++) {
        CASE("round %d", round);
        REQUIRE(rich_step(&r, 20));
        make_unlike(&r);
        CHECK_EQ_INT(sut_world_restore(r.w, image.at, image.size), SUT_OK);
        CHECK_EQ_INT(m.allocations, before);
        CHECK(m.held == held);
    }
    // one that is refused for its content has read objects, too
    const uint64_t then = sut_world_hash(r.w);
    test_bytes cut = test_snapshot(r.w);
    put_word(cut.at + cut.size / WORD / 2 * WORD, bits_of((double)NAN));
    sign(&cut);
    CHECK(sut_world_restore(r.w, cut.at, cut.size) != SUT_OK);
    CHECK_EQ_INT(m.allocations, before);
    CHECK_EQ_U64(sut_world_hash(r.w), then);
    CHECK_EQ_INT(sut_world_restore(r.w, image.at, image.size), SUT_OK);
    CHECK_EQ_INT(m.allocations, before);
    test_bytes_free(&cut);
    test_bytes_free(&image);
    sut_world_destroy(r.w);
    CHECK(m.held == 0);
}
