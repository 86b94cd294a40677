// SPDX-License-Identifier: MIT
// scene_copy_test.c -- whole scenes copied and restored while they run: the same bits, and no
// memory taken once it has been.
#include "check.h"

#include "sutura/scene.h"
#include "sutura/sutura.h"

#include <stdio.h>
#include <stdlib.h>

enum { DIFFERENT = 1 }; // the world that is copied into has gone another way by so many steps

static void *count_alloc(void *ctx, size_t size, size_t alignment) {
    (*(int *)ctx)++;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void count_free(void *ctx, void *p, size_t size) {
    (void)ctx;
    (void)size;
    free(p);
}

typedef struct run {
    sut_scene *scene;
    sut_world *w;
    int taken;
} run;

// Stepped until there is something in it that was not there at the start.
static bool start(run *r, const char *name, int steps) {
    char path[1024];
    snprintf(path, sizeof path, "%s/scenes/%s.json", SUT_TEST_SOURCE_DIR, name);
    sut_scene_error e;
    r->taken = 0;
    r->w = NULL;
    r->scene = sut_scene_read_file(path, NULL, &e);
    sut_world_def base = sut_default_world_def();
    base.allocator = (sut_allocator){.alloc = count_alloc, .free = count_free, .ctx = &r->taken};
    bool fine = r->scene && sut_scene_build(r->scene, &base, &r->w, &e) == SUT_OK;
    for (int i = 0; fine && i < steps; i++) {
        fine =
            sut_scene_drive(r->scene, r->w, 1e-3) == SUT_OK && sut_world_step(r->w, 1e-3) == SUT_OK;
    }
    return fine;
}

static bool go(run *r, const run *scene, int steps) {
    for (int i = 0; i < steps; i++) {
        if (sut_scene_drive(scene->scene, r->w, 1e-3) != SUT_OK ||
            sut_world_step(r->w, 1e-3) != SUT_OK) {
            return false;
        }
    }
    return true;
}

static void end(run *r) {
    sut_world_destroy(r->w);
    sut_scene_free(r->scene);
}

// Holes, needles in walls and solids, needles in jaws, threads in contact, strips that a blade
// cuts.
static const struct {
    const char *name;
    int steps;
} scenes[] = {{"stitch_placed", 40}, {"needle_pierce", 150}, {"needle_pick", 60},
              {"needle_solid", 60},  {"two_knots", 30},      {"tear_002", 60}};

TEST(copies_of_scenes_go_on_bit_for_bit_and_take_no_memory) {
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        CASE("%s", scenes[i].name);
        run a;
        run b;
        REQUIRE(start(&a, scenes[i].name, scenes[i].steps));
        REQUIRE(start(&b, scenes[i].name, scenes[i].steps + DIFFERENT));
        CHECK(sut_world_hash(a.w) != sut_world_hash(b.w));
        const int before = b.taken;
        REQUIRE(CHECK_EQ_INT(sut_world_copy(b.w, a.w), SUT_OK));
        CHECK_EQ_INT(b.taken, before);
        CHECK_EQ_U64(sut_world_hash(b.w), sut_world_hash(a.w));
        CHECK(go(&a, &a, 12) && go(&b, &a, 12));
        CHECK_EQ_U64(sut_world_hash(b.w), sut_world_hash(a.w));
        end(&a);
        end(&b);
    }
}

TEST(scenes_are_restored_in_memory_that_was_taken_once) {
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        CASE("%s", scenes[i].name);
        run a;
        REQUIRE(start(&a, scenes[i].name, scenes[i].steps));
        size_t size = sut_world_snapshot(a.w, NULL, 0);
        void *image = malloc(size);
        REQUIRE(image);
        (void)sut_world_snapshot(a.w, image, size);
        const uint64_t then = sut_world_hash(a.w);
        CHECK(go(&a, &a, 5));
        CHECK_EQ_INT(sut_world_restore(a.w, image, size), SUT_OK);
        const int before = a.taken;
        for (int round = 0; round < 3; round++) {
            CASE("%s, round %d", scenes[i].name, round);
            CHECK(go(&a, &a, 5));
            CHECK_EQ_INT(sut_world_restore(a.w, image, size), SUT_OK);
            CHECK_EQ_INT(a.taken, before);
            CHECK_EQ_U64(sut_world_hash(a.w), then);
        }
        free(image);
        end(&a);
    }
}
