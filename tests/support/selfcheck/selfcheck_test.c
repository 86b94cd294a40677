// SPDX-License-Identifier: MIT
// The test framework tested: each kind of check fails once here, and ctest expects exactly that.
#include "check.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

TEST(holding_checks_pass) {
    CHECK(1 + 1 == 2);
    CHECK_LE(1.0, 1.0);
    CHECK_NEAR(1.0, 1.1, 0.2); // twice the difference
    CHECK_EQ_INT(3, 3u);
    CHECK_EQ_U64(UINT64_MAX, UINT64_MAX);
    CHECK_STR("a", "a");
    REQUIRE(true);
}

TEST(plain_check_fails) {
    CHECK(1 + 1 == 3);
}

TEST(bound_fails) {
    CHECK_LE(2.0, 1.0);
}

TEST(bound_fails_for_nan) {
    CHECK_LE((double)NAN, 1.0);
}

TEST(nearness_fails) {
    CHECK_NEAR(1.0, 1.1, 0.05); // half of the difference
}

TEST(nearness_fails_for_nan) {
    CHECK_NEAR((double)NAN, 1.0, 1.0); // any tolerance is too small for NaN
}

TEST(integers_differ) {
    CHECK_EQ_INT(3, -3);
}

TEST(bits_differ) {
    CHECK_EQ_U64(1u, 2u);
}

TEST(texts_differ) {
    CHECK_STR("a", "b");
}

TEST(null_is_no_text) {
    CHECK_STR(NULL, NULL);
}

TEST(cases_are_named) {
    for (int i = 0; i < 3; i++) {
        CASE("i %d of %s", i, "three");
        for (int k = 0; k < 2; k++) {
            CASE("k %d", k);
            CHECK(i != 1 || k != 1);
        }
    }
    CHECK(false); // of no case
}

TEST(requirement_leaves_the_test) {
    REQUIRE(false);
    CHECK_STR("not", "reached");
}

// runs only where it is called by its name, with a limit of a second
TEST(what_never_ends_is_ended) {
    volatile unsigned rounds = 0;
    while (getenv("SUT_TEST_SECONDS") != NULL) {
        rounds++;
    }
    CHECK(rounds > 0);
}
