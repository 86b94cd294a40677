// SPDX-License-Identifier: MIT
#include "check.h"
#include "output/tally.h"

#include <math.h>
#include <stdlib.h>

TEST(percentiles_of_a_known_sequence) {
    sut_histogram *h = calloc(1, sizeof *h);
    REQUIRE(h != NULL);
    // 1 .. 10000 us, backwards: the order must not matter
    for (int i = 10000; i >= 1; i--) {
        sut_histogram_add(h, i);
    }
    // bins are 1/512 wide, the middle of one is off by at most half of that
    CHECK_NEAR(sut_histogram_quantile(h, 0.5), 5000.0, 5000.0 / 1024.0);
    CHECK_NEAR(sut_histogram_quantile(h, 0.99), 9900.0, 9900.0 / 1024.0);
    CHECK_NEAR(sut_histogram_quantile(h, 0.999), 9990.0, 9990.0 / 1024.0);
    CHECK(sut_histogram_max(h) == 10000.0); // kept apart from the bins, exact
    CHECK(sut_histogram_quantile(h, 0.999) <= sut_histogram_max(h));
    free(h);
}

TEST(short_times_are_exact_and_huge_ones_harmless) {
    sut_histogram *h = calloc(1, sizeof *h);
    REQUIRE(h != NULL);
    CHECK(isnan(sut_histogram_quantile(h, 0.5)));
    sut_histogram_add(h, 0.5);
    CHECK(sut_histogram_quantile(h, 0.5) == 0.5); // 500 ns have a bin of their own
    sut_histogram_add(h, 1e30);
    sut_histogram_add(h, -1.0);
    sut_histogram_add(h, nan(""));
    CHECK_EQ_INT(h->count, 4);
    CHECK(sut_histogram_quantile(h, 1.0) <= sut_histogram_max(h));
    free(h);
}
