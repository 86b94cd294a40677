// SPDX-License-Identifier: MIT
#include "bench_time.h"

#include "check.h"

#include <math.h>

TEST(quantiles_of_known_values) {
    double values[] = {5.0, 1.0, 4.0, 2.0, 3.0};
    CHECK_NEAR(sut_bench_quantile(values, 5, 0.5), 3.0, 1e-15);
    CHECK_NEAR(sut_bench_quantile(values, 5, 0.0), 1.0, 1e-15);
    CHECK_NEAR(sut_bench_quantile(values, 5, 1.0), 5.0, 1e-15);
    // between the 4th and the 5th: 0.9 * 4 = 3.6; round-off only
    CHECK_NEAR(sut_bench_quantile(values, 5, 0.9), 4.6, 1e-14);
    CHECK(isnan(sut_bench_quantile(values, 0, 0.5)));
}

TEST(repeat_scales_the_number_of_batches) {
    CHECK_EQ_INT(sut_bench_batches(300, 1.0), 300);
    CHECK_EQ_INT(sut_bench_batches(300, 2.5), 750);
    CHECK_EQ_INT(sut_bench_batches(300, 1e-9), 10);
    CHECK_EQ_INT(sut_bench_batches(300, (double)NAN), 10);
    CHECK_EQ_INT(sut_bench_batches(300, 1e300), 1000000);
}

// Sides that take made-up times and remember when they were called.
static char order[64];
static int calls;

static double fake_ours(void *ctx, int index, int count) {
    (void)ctx;
    (void)count;
    order[calls++] = 'o';
    return 1.0 + (double)index;
}

static double fake_peer(void *ctx, int index, int count) {
    (void)ctx;
    (void)count;
    order[calls++] = 'p';
    // three times slower, and ten times in one batch that was disturbed
    return (index == 2 ? 10.0 : 3.0) * (1.0 + (double)index);
}

TEST(both_sides_run_in_turn_and_neither_is_always_first) {
    sut_bench_side ours = {.batch = fake_ours, .count = 1};
    sut_bench_side peer = {.batch = fake_peer, .count = 1};
    sut_bench_pair_times times;
    calls = 0;
    REQUIRE(sut_bench_measure_pair(&ours, &peer, 4, &times));
    order[calls] = '\0';
    CHECK_STR(order, "oppooppo");
}

TEST(ratio_is_the_median_over_the_pairs) {
    sut_bench_side ours = {.batch = fake_ours, .count = 1};
    sut_bench_side peer = {.batch = fake_peer, .count = 1};
    sut_bench_pair_times times;
    calls = 0;
    REQUIRE(sut_bench_measure_pair(&ours, &peer, 5, &times));
    CHECK_NEAR(times.ratio, 3.0, 1e-15); // exact in binary
    CHECK_NEAR(times.ours.median_us, 3.0, 1e-15);
    CHECK_NEAR(times.ours.min_us, 1.0, 1e-15);
    CHECK_NEAR(times.peer.min_us, 3.0, 1e-15);
    CHECK_EQ_INT(times.ours.batches, 5);
}

static double fake_ten_us(void *ctx, int index, int count) {
    (void)ctx;
    (void)index;
    (void)count;
    return 10.0;
}

TEST(batches_are_as_long_as_asked_for) {
    sut_bench_side side = {.batch = fake_ten_us};
    CHECK_EQ_INT(sut_bench_calibrate(&side, 300.0), 30);
    CHECK_EQ_INT(sut_bench_calibrate(&side, 3.0), 1);
}

TEST(clocks_do_not_run_backwards) {
    double wall = sut_bench_now_us();
    double cpu = sut_bench_cpu_us();
    CHECK(sut_bench_now_us() >= wall);
    CHECK(sut_bench_cpu_us() >= cpu);
}
