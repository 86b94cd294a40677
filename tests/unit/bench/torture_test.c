// SPDX-License-Identifier: MIT
// A slice of `sutura bench torture`, and the proof that what it counts is not always nothing.
#include "torture.h"

#include "check.h"

#include <stdio.h>
#include <string.h>

// Scenes from this seed on; every family comes in turn.
static sut_torture_counts run_scenes(uint64_t first, int scenes, const sut_torture_options *opt) {
    sut_torture_counts sum = sut_torture_none();
    for (int i = 0; i < scenes; i++) {
        sut_torture_counts c;
        sut_torture_run(first + (uint64_t)i, opt, &c);
        sut_torture_add(&sum, &c);
    }
    return sum;
}

TEST(nothing_passes_through_anything) {
    sut_torture_options opt = sut_torture_default_options();
    opt.steps = 60;
    opt.patience = 1.0;
    sut_torture_counts sum = run_scenes(1, 24, &opt);
    CHECK_EQ_INT(sum.topology_changes, 0);
    CHECK_EQ_INT(sum.diverged_steps, 0);
    CHECK_EQ_INT(sum.non_finite, 0);
    CHECK_EQ_INT(sum.energy_bursts, 0);
    CHECK(sum.scenes >= 20);
    CHECK(sum.guard_hits > 0); // the scenes are hard enough
    if (sum.bad_seed != 0) {
        char text[1000];
        sut_torture_describe(sum.bad_seed, text, (int)sizeof text);
        printf("    first seed %llu: %s\n", (unsigned long long)sum.bad_seed, text);
    }
}

TEST(without_contacts_the_certificate_counts) {
    sut_torture_options opt = sut_torture_default_options();
    opt.steps = 40;
    opt.patience = 1.0;
    opt.disabled = true;
    // every family gets into its own way
    for (int family = 0; family < SUT_TORTURE_FAMILIES; family++) {
        sut_torture_counts sum = sut_torture_none();
        for (uint64_t k = 1; k <= 20 && sum.topology_changes == 0; k++) {
            sut_torture_counts c;
            sut_torture_run(k * SUT_TORTURE_FAMILIES + (uint64_t)family, &opt, &c);
            sut_torture_add(&sum, &c);
        }
        if (!CHECK(sum.topology_changes > 0)) {
            printf("    family %s\n", sut_torture_names[family]);
        }
    }
}

TEST(without_the_guard_fast_hands_get_through) {
    sut_torture_options opt = sut_torture_default_options();
    opt.steps = 60;
    opt.patience = 1.0;
    opt.unguarded = true;
    opt.hurry = 10.0;
    CHECK(run_scenes(1, 24, &opt).topology_changes > 0);
}

TEST(a_seed_is_always_the_same_scene) {
    sut_torture_options opt = sut_torture_default_options();
    opt.steps = 20;
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
