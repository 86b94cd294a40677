// SPDX-License-Identifier: MIT
// The law of what follows a target: what is blocked goes on with a limited speed that grows.

#include "data/follower.h"

#include "check.h"

TEST(a_free_follower_goes_all_of_its_way) {
    sut_follower f = sut_follower_free();
    CHECK(!sut_follower_is_slowed(&f));
    CHECK(sut_follower_fraction(&f, 1.0, 1e6, 1e-6) == 1.0);
    CHECK(sut_follower_fraction(&f, 0.25, 1e6, 1e-6) == 0.25);
    CHECK(sut_follower_fraction(&f, 1.0, 0.0, 1e-3) == 1.0);
}

TEST(a_limit_binds_where_the_way_is_too_long) {
    sut_follower f = {0.5};
    CHECK(sut_follower_is_slowed(&f));
    CHECK(sut_follower_fraction(&f, 1.0, 2e-3, 1e-3) == 0.25);
    CHECK(sut_follower_fraction(&f, 1.0, 0.5e-3, 1e-3) == 1.0);
    // what is to go a fraction anyway is not shortened twice
    CHECK(sut_follower_fraction(&f, 0.125, 2e-3, 1e-3) == 0.125);
}

TEST(what_rests_is_not_slowed_down) {
    CHECK(!sut_follower_moves(0.0, sut_follower_least));
    CHECK(!sut_follower_moves(2.0 * sut_follower_least, sut_follower_least));
    CHECK(sut_follower_moves(2.1 * sut_follower_least, sut_follower_least));
}

TEST(a_blocked_follower_gets_slower_until_the_least_way) {
    CHECK(sut_follower_speed(0.25, 1e-3, 1e-9, 1e-3) == 0.25);
    CHECK(sut_follower_speed(0.25, 1e-9, 1e-9, 1e-3) == 1e-9 / 1e-3);
}

TEST(a_limit_grows_until_it_no_longer_binds) {
    sut_follower f = {1.0};
    int substeps = 0;
    while (sut_follower_is_slowed(&f)) {
        double before = f.speed_limit;
        sut_follower_recover(&f, 1.5, 100.0);
        CHECK(f.speed_limit == 1.5 * before || !sut_follower_is_slowed(&f));
        substeps++;
        REQUIRE(substeps < 100);
    }
    // the smallest n with 1.5^n >= 100
    CHECK_EQ_INT(substeps, 12);
}

TEST(one_that_has_to_reach_its_target_keeps_a_limit) {
    sut_follower f = {1.0};
    for (int k = 0; k < 20; k++) {
        sut_follower_catch_up(&f, 1.5, 5.0);
    }
    CHECK(f.speed_limit == 5.0);
}
