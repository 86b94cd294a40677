// SPDX-License-Identifier: MIT
#include "band_fixture.h"
#include "check.h"
#include "linalg/small.h"

#define EPS 0x1p-53

TEST(small_systems_are_solved) {
    random_source r = {3};
    for (int trial = 0; trial < 200; trial++) {
        CASE("trial %d", trial);
        double a[9];
        double b[3];
        double x[3] = {0.0};
        for (int k = 0; k < 9; k++) {
            a[k] = random_in(&r, -1.0, 1.0) + (k % 4 == 0 ? 3.0 : 0.0);
            b[k % 3] = random_in(&r, -1.0, 1.0);
        }
        REQUIRE(sut_small_solve3(a, b, x));
        for (int k = 0; k < 3; k++) {
            CASE("k %d", k);
            double sum = (a[3 * k] * x[0] + a[3 * k + 1] * x[1]) + a[3 * k + 2] * x[2];
            CHECK_NEAR(sum, b[k], 100.0 * EPS); // condition below 10, ten roundings
        }
        const double a2[4] = {a[0], a[1], a[3], a[4]};
        REQUIRE(sut_small_solve2(a2, b, x));
        CHECK_NEAR(a2[0] * x[0] + a2[1] * x[1], b[0], 100.0 * EPS);
        CHECK_NEAR(a2[2] * x[0] + a2[3] * x[1], b[1], 100.0 * EPS);
    }
}

TEST(singular_small_systems_are_refused) {
    const double flat[9] = {1, 2, 3, 2, 4, 6, 1, 1, 1};
    const double b[3] = {1, 1, 1};
    double x[3] = {7, 7, 7};
    CHECK(!sut_small_solve3(flat, b, x));
    const double flat2[4] = {1, 2, 2, 4};
    CHECK(!sut_small_solve2(flat2, b, x));
    CHECK(x[0] == 7.0 && x[1] == 7.0 && x[2] == 7.0); // untouched
}

// in a frame turned by a quarter about z the normal stiffness acts along y
TEST(stiffness_turns_with_its_frame) {
    const double frame[9] = {0, 1, 0, -1, 0, 0, 0, 0, 1};
    const double h[9] = {5, 0, 0, 2, 3, 0, 0, 0, 4};
    double block[12];
    sut_block_turn(h, frame, block);
    // H couples the first tangent (-x) to the normal (y): entry (x, y) is -2
    const double expected[12] = {3, -2, 0, 0, 0, 5, 0, 0, 0, 0, 4, 0};
    for (int k = 0; k < 12; k++) {
        CASE("k %d", k);
        CHECK(block[k] == expected[k]); // whole numbers: exact
    }
    sut_block_add(block, -1.0, expected);
    for (int k = 0; k < 12; k++) {
        CASE("k %d", k);
        CHECK(block[k] == 0.0);
    }
    const double plain[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    sut_block_set(block, plain);
    CHECK(block[2] == 3.0 && block[3] == 0.0 && block[4] == 4.0 && block[10] == 9.0);
}
