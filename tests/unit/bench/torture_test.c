// SPDX-License-Identifier: MIT
// A slice of `sutura bench torture`, and the proof that what it counts is not always nothing.
#include "torture_tally.h"

#include "check.h"

#include <stdio.h>
#include <stdlib.h>

// Few steps, and scenes are left early: seconds in all, also where the machine is slow.
static sut_torture_options short_scenes(void) {
    sut_torture_options opt = sut_torture_default_options();
    opt.steps = 50;
    opt.patience = 0.3;
    return opt;
}

TEST(nothing_passes_through_anything) {
    sut_torture_options opt = short_scenes();
    sut_torture_counts sum = sut_torture_none();
    for (uint64_t seed = 1; seed <= 3 * SUT_TORTURE_SHEET; seed++) { // every family three times
        sut_torture_counts c;
        opt.family = (int)(seed % SUT_TORTURE_SHEET); // those with tissue: below
        sut_torture_run(seed, &opt, &c);
        sut_torture_add(&sum, &c);
    }
    CHECK_EQ_INT(sum.topology_changes, 0);
    CHECK_EQ_INT(sum.diverged_steps, 0);
    CHECK_EQ_INT(sum.non_finite, 0);
    CHECK_EQ_INT(sum.refused, 0);
    CHECK(sum.guard_hits > 0); // the scenes are hard enough
    if (sum.topology_changes + sum.diverged_steps + sum.non_finite > 0) {
        char text[1000];
        opt.family = (int)(sum.bad_seed % SUT_TORTURE_SHEET);
        sut_torture_describe(sum.bad_seed, &opt, text, (int)sizeof text);
        printf("    seed %llu: %s\n", (unsigned long long)sum.bad_seed, text);
    }
}

TEST(nothing_passes_through_tissue) {
    for (int family = SUT_TORTURE_SHEET; family < SUT_TORTURE_USUAL; family++) {
        int64_t hits = 0;
        for (uint64_t seed = 1; seed <= 3; seed++) {
            CASE("family %d, seed %d", family, (int)seed);
            sut_torture_options opt = short_scenes();
            opt.family = family;
            sut_torture_counts c;
            sut_torture_run(seed, &opt, &c);
            CHECK_EQ_INT(c.topology_changes, 0);
            CHECK_EQ_INT(c.diverged_steps, 0);
            CHECK_EQ_INT(c.non_finite, 0);
            CHECK_EQ_INT(c.refused, 0);
            hits += c.guard_hits;
        }
        CHECK(hits > 0); // the scenes are hard enough
    }
}

// Found by long runs, each with a cause of its own: neighbours on a limp thread, after a trial that
// did not converge (two); a push on pins that was taken for a measure; motions of pushed tissue
// that were not solved, and without work (two).
TEST(scenes_that_once_failed_go_well) {
    static const struct {
        int family;
        uint64_t seed;
    } scene[5] = {{SUT_TORTURE_SHEET, 3011},
                  {SUT_TORTURE_DUEL, 9136},
                  {SUT_TORTURE_SHEET, 3023},
                  {SUT_TORTURE_SHEET, 3028},
                  {SUT_TORTURE_FOLD, 7020}};
    for (int k = 0; k < 3; k++) {
        CASE("%s %d", sut_torture_names[scene[k].family], (int)scene[k].seed);
        sut_torture_options opt = sut_torture_default_options();
        opt.family = scene[k].family;
        sut_torture_counts c;
        sut_torture_run(scene[k].seed, &opt, &c);
        CHECK_EQ_INT(c.topology_changes, 0);
        CHECK_EQ_INT(c.diverged_steps, 0);
        CHECK_EQ_INT(c.non_finite, 0);
        CHECK_EQ_INT(c.energy_bursts, 0);
    }
}

// Threads in holes and needles: what may slide through a hole is gone before its turn where a
// motion is shortened (8), edges that are in a hole in part only are guarded beside it (15, 40),
// and what tears waits for its thread (12, 17).
TEST(stitches_that_once_failed_go_well) {
    const uint64_t seed[5] = {8, 12, 15, 17, 40};
    for (int k = 0; k < 5; k++) {
        CASE("stitch %d", (int)seed[k]);
        sut_torture_options opt = sut_torture_default_options();
        opt.family = SUT_TORTURE_STITCH;
        sut_torture_counts c;
        sut_torture_run(seed[k], &opt, &c);
        CHECK_EQ_INT(c.refused, 0);
        CHECK(c.slid > 0);
        CHECK_EQ_INT(c.topology_changes, 0);
        CHECK_EQ_INT(c.diverged_steps, 0);
        CHECK_EQ_INT(c.non_finite, 0);
    }
}

// Iterates that were not solved asked for 1e7 times of what a thread bears, and 50 times of what a
// hand has. What is left is a known limit (docs/guide/limits.md).
TEST(forces_of_unsolved_steps_stay_near_their_limits) {
    static const struct {
        int family;
        uint64_t seed;
    } scene[2] = {{SUT_TORTURE_STITCH, 6}, {SUT_TORTURE_SQUEEZE, 2}};
    for (int k = 0; k < 2; k++) {
        CASE("%s %d", sut_torture_names[scene[k].family], (int)scene[k].seed);
        sut_torture_options opt = sut_torture_default_options();
        opt.family = scene[k].family;
        sut_torture_counts c;
        sut_torture_run(scene[k].seed, &opt, &c);
        CHECK(c.hold_share + c.contact_share + c.hole_share > 0.0);
        CHECK(c.tool_share <= 1.0 + 1e-9);
        CHECK(c.hold_share < 4.0);
        CHECK(c.contact_share < 4.0);
        CHECK(c.hole_share < 4.0);
    }
}

TEST(needles_and_tears_stay_finite) {
    static const struct {
        int family;
        uint64_t seed;
    } scene[6] = {{SUT_TORTURE_STITCH, 16}, {SUT_TORTURE_STITCH, 23}, {SUT_TORTURE_NEEDLE, 10},
                  {SUT_TORTURE_NEEDLE, 20}, {SUT_TORTURE_NEEDLE, 31}, {SUT_TORTURE_NEEDLE, 40}};
    sut_torture_counts sum = sut_torture_none();
    for (int k = 0; k < 6; k++) {
        sut_torture_options opt = sut_torture_default_options();
        opt.family = scene[k].family;
        sut_torture_counts c;
        sut_torture_run(scene[k].seed, &opt, &c);
        sut_torture_add(&sum, &c);
    }
    CHECK_EQ_INT(sum.scenes, 6);
    CHECK_EQ_INT(sum.diverged_steps, 0);
    CHECK_EQ_INT(sum.non_finite, 0);
    CHECK_EQ_INT(sum.energy_bursts, 0);
    CHECK(sum.pierced > 0);
    CHECK(sum.tears > 0);
}

// How often what passed through what, by kind.
typedef struct passage_kinds {
    int thread, solid, other, self;
} passage_kinds;

static void count_kinds(void *ctx, int step, const sut_world *w, const sut_certificate_event *e) {
    passage_kinds *k = ctx;
    (void)step;
    (void)w;
    bool surface = e->surface >= 0;
    k->thread += surface && e->component >= 0 ? 1 : 0;
    k->solid += surface && e->obstacle >= 0 ? 1 : 0;
    k->other += surface && e->other_surface >= 0 && e->other_surface != e->surface ? 1 : 0;
    k->self += surface && e->other_surface == e->surface ? 1 : 0;
}

TEST(without_contacts_every_kind_of_thing_passes_through_tissue) {
    passage_kinds kinds = {0};
    for (int family = SUT_TORTURE_SHEET; family < SUT_TORTURE_USUAL; family++) {
        for (uint64_t seed = 1; seed <= 6; seed++) {
            sut_torture_options opt = short_scenes();
            opt.family = family;
            opt.disabled = true;
            opt.patience = 0.0; // would depend on the machine
            opt.passage = count_kinds;
            opt.watch_ctx = &kinds;
            sut_torture_counts c;
            sut_torture_run(seed, &opt, &c);
        }
    }
    CHECK(kinds.thread > 0);
    CHECK(kinds.solid > 0);
    CHECK(kinds.other > 0);
    CHECK(kinds.self > 0);
}

// Changes in scenes of one family, up to the first scene that has any.
static int64_t changes_of(int family, int scenes, const sut_torture_options *opt) {
    int64_t changes = 0;
    for (int k = 1; k <= scenes && changes == 0; k++) {
        sut_torture_counts c;
        sut_torture_run((uint64_t)(k * SUT_TORTURE_USUAL + family), opt, &c);
        changes = c.topology_changes;
    }
    return changes;
}

TEST(without_contacts_the_certificate_counts) {
    sut_torture_options opt = short_scenes();
    opt.disabled = true;
    for (int family = 0; family < SUT_TORTURE_USUAL; family++) {
        CASE("family %d", family);
        if (!CHECK(changes_of(family, 15, &opt) > 0)) {
            printf("    family %s\n", sut_torture_names[family]);
        }
    }
}

TEST(without_the_guard_fast_hands_get_through) {
    sut_torture_options opt = short_scenes();
    opt.unguarded = true;
    opt.hurry = 10.0;
    int64_t changes = 0;
    for (int family = 0; family < SUT_TORTURE_USUAL; family++) {
        changes += changes_of(family, 2, &opt);
    }
    CHECK(changes > 0);
}

TEST(a_seed_is_always_the_same_scene) {
    sut_torture_options opt = sut_torture_default_options();
    opt.steps = 10;
    opt.patience = 0.0;                           // would depend on the machine
    for (uint64_t seed = 61; seed < 73; seed++) { // every family
        CASE("seed %d", (int)seed);
        sut_torture_counts a;
        sut_torture_counts b;
        sut_torture_run(seed, &opt, &a);
        sut_torture_run(seed, &opt, &b);
        CHECK_EQ_INT(a.parts, b.parts);
        CHECK_EQ_INT(a.guard_hits, b.guard_hits);
        CHECK_NEAR(a.speed_max, b.speed_max, 0.0); // the same bits
    }
}

// Scenes whose threads once flew apart while nothing moved them. In a hurry, displacements that
// had not been solved were accepted with whatever they stretched. The rule of the middle was not
// watched beside a hand that caught up (obstacles 95), in small parts beside a thread that contacts
// push (instruments 174), beside a contact at a held vertex (threads 254), long after a jerk that
// excused everything (knot 370), and when the budget ended its second try (tangle 1007). Spins with
// inertia were thrown at a plane inside the thread (knot 898).
TEST(rest_brings_no_energy) {
    static const struct {
        int family;
        uint64_t seed;
    } scenes[] = {
        {SUT_TORTURE_OBSTACLES, 220}, {SUT_TORTURE_HANDS, 216},   {SUT_TORTURE_SQUEEZE, 143},
        {SUT_TORTURE_THREADS, 231},   {SUT_TORTURE_SQUEEZE, 5},   {SUT_TORTURE_OBSTACLES, 95},
        {SUT_TORTURE_TOOLS, 174},     {SUT_TORTURE_TANGLE, 1007}, {SUT_TORTURE_KNOT, 898}};
    for (int i = 0; i < (int)(sizeof scenes / sizeof scenes[0]); i++) {
        CASE("i %d", i);
        sut_torture_options opt = sut_torture_default_options();
        opt.family = scenes[i].family;
        opt.patience = 0.0; // would depend on the machine
        sut_torture_counts c;
        sut_torture_run(scenes[i].seed, &opt, &c);
        if (!CHECK_EQ_INT(c.energy_bursts, 0)) {
            printf("    %s %d: %g\n", sut_torture_names[opt.family], (int)scenes[i].seed,
                   c.energy_gain);
        }
    }
}

TEST(instruments_take_threads) {
    sut_torture_options opt = sut_torture_default_options();
    opt.family = SUT_TORTURE_TOOLS;
    opt.steps = 120;
    opt.patience = 1.0;
    int64_t grasps = 0;
    for (uint64_t seed = 1; seed <= 40 && grasps == 0; seed++) {
        CASE("seed %d", (int)seed);
        sut_torture_counts c;
        sut_torture_run(seed, &opt, &c);
        CHECK_EQ_INT(c.topology_changes, 0);
        CHECK_EQ_INT(c.diverged_steps, 0);
        grasps += c.grasps;
    }
    CHECK(grasps > 0);
}

//---- sums over nights ----------------------------------------------------------------------------
static sut_torture_counts some_counts(int k) {
    sut_torture_counts c = sut_torture_none();
    c.scenes = 1;
    c.steps = 100 + k;
    c.guard_hits = 3 * k;
    c.energy_gain = 0.1 * k;
    c.nearest = 1.0 / (1.0 + k);
    c.cpu_us = 12.5 * k;
    c.vertices = 10.0 + k;
    return c;
}

static void fill(sut_torture_tally *t, uint64_t to) {
    while (t->next < to) {
        uint64_t seed = t->next;
        sut_torture_counts c = some_counts((int)seed);
        c.diverged_steps = seed == 4 ? 2 : 0;
        c.bad_seed = seed == 4 ? seed : 0;
        sut_torture_tally_add(t, (int)(seed % SUT_TORTURE_USUAL), seed, &c);
    }
}

TEST(a_tally_goes_on_from_its_file) {
    static const char file[] = "torture_tally_test.txt";
    (void)remove(file);
    sut_torture_tally *whole = calloc(1, sizeof *whole);
    sut_torture_tally *parts = calloc(1, sizeof *parts);
    REQUIRE(whole != NULL && parts != NULL);
    sut_torture_tally_start(whole, 1);
    fill(whole, 20);
    sut_torture_tally_start(parts, 1);
    CHECK(sut_torture_tally_load(parts, file)); // there is none yet
    fill(parts, 9);
    REQUIRE(sut_torture_tally_save(parts, file));
    sut_torture_tally_start(parts, 77);
    REQUIRE(sut_torture_tally_load(parts, file));
    CHECK_EQ_INT((int)parts->next, 9);
    fill(parts, 20);
    sut_torture_counts a = sut_torture_tally_total(whole);
    sut_torture_counts b = sut_torture_tally_total(parts);
    CHECK_EQ_INT(a.steps, b.steps);
    CHECK_EQ_INT(a.guard_hits, b.guard_hits);
    CHECK_EQ_INT(b.diverged_steps, 2);
    CHECK_NEAR(a.energy_gain, b.energy_gain, 0.0);
    CHECK_NEAR(a.nearest, b.nearest, 0.0);
    CHECK_NEAR(a.cpu_us, b.cpu_us, 0.0);
    CHECK_EQ_INT(parts->find_count, 1);
    CHECK_EQ_INT((int)parts->find[0].seed, 4);
    CHECK_EQ_INT((int)parts->sum[4 % SUT_TORTURE_USUAL].bad_seed, 4);
    (void)remove(file);
    free(whole);
    free(parts);
}

TEST(a_file_of_something_else_is_refused) {
    static const char file[] = "torture_tally_other.txt";
    FILE *out = fopen(file, "w");
    REQUIRE(out != NULL);
    fprintf(out, "{}\n");
    (void)fclose(out);
    sut_torture_tally *t = calloc(1, sizeof *t);
    REQUIRE(t != NULL);
    CHECK(!sut_torture_tally_load(t, file));
    (void)remove(file);
    free(t);
}
