// SPDX-License-Identifier: MIT
// Holes in images, hashes and recordings.
#include "check.h"
#include "hole_rig.h"
#include "state_fixture.h"

// Around a corner through three holes that give way: friction, turns and order all have a say.
static const hole_rig_options story = {.holes = 3,
                                       .vertices = 101,
                                       .edge = 2e-4,
                                       .pinch = 0.01,
                                       .friction = 0.3,
                                       .back = 0.05,
                                       .speed = 0.02,
                                       .angle = 0.8,
                                       .spring = 200.0};

TEST(restored_holes_go_on_bit_for_bit) {
    hole_rig a;
    REQUIRE(hole_rig_make(&a, &story) && hole_rig_run(&a, 100));
    CHECK(hole_rig_view(&a, 1).slid < -1e-3); // they slide
    test_bytes image = test_snapshot(a.w);
    // all that is no state is that of another story
    hole_rig_options other = story;
    other.angle = 0.2;
    other.speed = -0.01;
    hole_rig b;
    REQUIRE(hole_rig_make(&b, &other) && hole_rig_run(&b, 37));
    REQUIRE(sut_world_restore(b.w, image.at, image.size) == SUT_OK);
    CHECK_EQ_U64(sut_world_hash(b.w), sut_world_hash(a.w));
    for (int i = 0; i < 60; i++) {
        CASE("step %d", i);
        REQUIRE(hole_rig_run(&a, 1) && hole_rig_run(&b, 1));
        REQUIRE(sut_world_hash(b.w) == sut_world_hash(a.w));
    }
    test_bytes_free(&image);
    sut_world_destroy(a.w);
    sut_world_destroy(b.w);
}

TEST(a_world_with_holes_goes_back_to_its_own_image) {
    hole_rig a;
    REQUIRE(hole_rig_make(&a, &story) && hole_rig_run(&a, 50));
    test_bytes image = test_snapshot(a.w);
    REQUIRE(hole_rig_run(&a, 30));
    uint64_t then = sut_world_hash(a.w);
    REQUIRE(sut_world_restore(a.w, image.at, image.size) == SUT_OK);
    REQUIRE(hole_rig_run(&a, 30));
    CHECK_EQ_U64(sut_world_hash(a.w), then);
    test_bytes_free(&image);
    sut_world_destroy(a.w);
}

TEST(an_image_with_holes_needs_room_for_them) {
    hole_rig a;
    REQUIRE(hole_rig_make(&a, &story));
    test_bytes image = test_snapshot(a.w);
    sut_capacity needed;
    REQUIRE(sut_image_capacity(image.at, image.size, &needed) == SUT_OK);
    CHECK(needed.holes == 3);
    sut_world_def d = sut_default_world_def();
    d.capacity = needed;
    sut_world *w = NULL;
    REQUIRE(sut_world_create(&d, &w) == SUT_OK);
    CHECK_EQ_INT(sut_world_restore(w, image.at, image.size), SUT_OK);
    CHECK(sut_hole_list(w, NULL, 0) == 3);
    CHECK_EQ_U64(sut_world_hash(w), sut_world_hash(a.w)); // whatever the capacities
    sut_world_destroy(w);
    d.capacity.holes = 2;
    REQUIRE(sut_world_create(&d, &w) == SUT_OK);
    CHECK(sut_world_restore(w, image.at, image.size) == SUT_E_CAPACITY);
    sut_world_destroy(w);
    test_bytes_free(&image);
    sut_world_destroy(a.w);
}

TEST(holes_are_hashed) {
    hole_rig a;
    REQUIRE(hole_rig_make(&a, &story));
    uint64_t before = sut_world_hash(a.w);
    REQUIRE(sut_hole_destroy(a.w, a.hole[1]) == SUT_OK);
    CHECK(sut_world_hash(a.w) != before);
    sut_world_destroy(a.w);
}

// Every word that is no number is refused, and every other one that a restore takes leaves a world
// that steps or says why not.
TEST(evil_words_of_holes_are_refused_or_harmless) {
    hole_rig a;
    hole_rig_options o = story;
    o.vertices = 31;
    REQUIRE(hole_rig_make(&a, &o) && hole_rig_run(&a, 5));
    test_bytes image = test_snapshot(a.w);
    size_t words = image.size / WORD;
    static const uint64_t evil[] = {0, 1, 0xffffffffffffffffu, 0x7ff0000000000000u, 1u << 30};
    for (size_t i = words / 2; i + 1 < words; i++) {
        uint64_t kept = get_word(image.at + WORD * i);
        for (size_t k = 0; k < sizeof evil / sizeof evil[0]; k++) {
            put_word(image.at + WORD * i, evil[k]);
            sign(&image);
            sut_result r = sut_world_restore(a.w, image.at, image.size);
            CHECK(r == SUT_OK || r == SUT_E_FORMAT || r == SUT_E_CAPACITY);
            if (r == SUT_OK) {
                (void)sut_world_step(a.w, 1e-3);
            }
        }
        put_word(image.at + WORD * i, kept);
    }
    test_bytes_free(&image);
    sut_world_destroy(a.w);
}

TEST(recorded_holes_replay_bit_for_bit) {
    test_bytes b = {NULL, 0, 0, 0};
    hole_rig_options o = story;
    o.sink = (sut_record_sink){test_bytes_write, &b};
    hole_rig a;
    REQUIRE(hole_rig_make(&a, &o) && hole_rig_run(&a, 60));
    REQUIRE(sut_hole_destroy(a.w, a.hole[0]) == SUT_OK);
    REQUIRE(hole_rig_run(&a, 20));
    CHECK(sut_record_stop(a.w) == SUT_OK);
    sut_replay *r = NULL;
    REQUIRE(sut_replay_open(b.at, b.size, NULL, &r) == SUT_OK);
    sut_replay_step step;
    int steps = 0;
    for (; sut_replay_next(r, &step); steps++) {
        CASE("step %d", steps);
        REQUIRE(step.got == step.recorded);
    }
    CHECK(sut_replay_result(r) == SUT_OK);
    CHECK(steps == 80);
    sut_replay_close(r);
    test_bytes_free(&b);
    sut_world_destroy(a.w);
}
