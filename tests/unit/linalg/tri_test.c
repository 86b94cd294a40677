// SPDX-License-Identifier: MIT
#include "linalg/tri.h"

#include "check.h"

#include <math.h>

TEST(tri_finds_the_parabola_of_a_loaded_string) {
    // -x'' = 1 with x = 0 at both ends: (-1 2 -1) x = 1 has x_i = i (n + 1 - i)/2 exactly
    for (int n = 1; n <= 50; n++) {
        CASE("n %d", n);
        double d[50];
        double o[50];
        double x[50];
        for (int i = 0; i < n; i++) {
            d[i] = 2.0;
            o[i] = -1.0;
            x[i] = 1.0;
        }
        CHECK_EQ_INT(sut_tri_factor(d, o, n), -1);
        sut_tri_solve(d, o, n, x);
        for (int i = 0; i < n; i++) {
            CASE("i %d", i);
            double exact = 0.5 * (i + 1) * (n - i);
            CHECK_NEAR(x[i], exact, exact * n * n * 0x1p-53); // condition about n^2/2
        }
    }
}

TEST(tri_names_the_bad_row) {
    static const double bad[] = {0.0, -1.0, (double)NAN, (double)INFINITY};
    for (int i = 0; i < 6; i++) {
        CASE("i %d", i);
        for (int b = 0; b < 4; b++) {
            CASE("b %d", b);
            double d[6] = {3.0, 3.0, 3.0, 3.0, 3.0, 3.0};
            double o[5] = {1.0, 1.0, 1.0, 1.0, 1.0};
            d[i] = bad[b];
            CHECK_EQ_INT(sut_tri_factor(d, o, 6), i);
        }
    }
}

TEST(tri_refuses_an_indefinite_matrix) {
    double d[3] = {1.0, 1.0, 1.0};
    double o[2] = {2.0, 0.0};
    CHECK_EQ_INT(sut_tri_factor(d, o, 3), 1);
}
