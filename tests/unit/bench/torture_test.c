// SPDX-License-Identifier: MIT
// A slice of `sutura bench torture`, and the proof that what it counts is not always nothing.
#include "torture.h"

#include "check.h"

#include <stdio.h>

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
    for (uint64_t seed = 1; seed <= 18; seed++) { // every family three times
        sut_torture_counts c;
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
        sut_torture_describe(sum.bad_seed, &opt, text, (int)sizeof text);
        printf("    seed %llu: %s\n", (unsigned long long)sum.bad_seed, text);
    }
}

// Changes in scenes of one family, up to the first scene that has any.
static int64_t changes_of(int family, int scenes, const sut_torture_options *opt) {
    int64_t changes = 0;
    for (int k = 1; k <= scenes && changes == 0; k++) {
        sut_torture_counts c;
        sut_torture_run((uint64_t)(k * SUT_TORTURE_FAMILIES + family), opt, &c);
        changes = c.topology_changes;
    }
    return changes;
}

TEST(without_contacts_the_certificate_counts) {
    sut_torture_options opt = short_scenes();
    opt.disabled = true;
    for (int family = 0; family < SUT_TORTURE_FAMILIES; family++) {
        if (!CHECK(changes_of(family, 10, &opt) > 0)) {
            printf("    family %s\n", sut_torture_names[family]);
        }
    }
}

TEST(without_the_guard_fast_hands_get_through) {
    sut_torture_options opt = short_scenes();
    opt.unguarded = true;
    opt.hurry = 10.0;
    int64_t changes = 0;
    for (int family = 0; family < SUT_TORTURE_FAMILIES; family++) {
        changes += changes_of(family, 2, &opt);
    }
    CHECK(changes > 0);
}

TEST(a_seed_is_always_the_same_scene) {
    sut_torture_options opt = sut_torture_default_options();
    opt.steps = 10;
    opt.patience = 0.0; // would depend on the machine
    for (uint64_t seed = 61; seed < 64; seed++) {
        sut_torture_counts a;
        sut_torture_counts b;
        sut_torture_run(seed, &opt, &a);
        sut_torture_run(seed, &opt, &b);
        CHECK_EQ_INT(a.parts, b.parts);
        CHECK_EQ_INT(a.guard_hits, b.guard_hits);
        CHECK_NEAR(a.speed_max, b.speed_max, 0.0); // the same bits
    }
}
