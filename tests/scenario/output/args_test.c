// SPDX-License-Identifier: MIT
#include "check.h"
#include "commands/args.h"
#include "commands/check_log.h"
#include "commands/message.h"

#include <math.h>
#include <stddef.h>

TEST(times_with_and_without_units) {
    static const struct {
        const char *text;
        double seconds;
    } good[] = {{"0.005", 0.005}, {"5 ms", 0.005}, {"5ms", 0.005}, {"2 min", 120.0},
                {"1e-3", 0.001},  {".5", 0.5},     {"3", 3.0},     {"250 us", 0.00025},
                {"0", 0.0},       {"10ns", 1e-8},  {"1 s", 1.0}};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        CASE("i %zu", i);
        double t = -1.0;
        CHECK(sut_args_time("--for", good[i].text, &t));
        CHECK(t == good[i].seconds); // "5 ms" must be the double that 0.005 is
    }
    static const char *const bad[] = {"",    "x",      "-1",  "nan",   "inf", "5 m",   "1e",
                                      "0x1", "5 ms s", "1,5", "1e400", "--",  "5 ms.", "1 2"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CASE("i %zu", i);
        double t = -1.0;
        CHECK(!sut_args_time("--for", bad[i], &t));
    }
}

TEST(integers_are_strict) {
    int n = 0;
    CHECK(sut_args_integer("--workers", "4", 1, 8, &n));
    CHECK_EQ_INT(n, 4);
    CHECK(!sut_args_integer("--workers", "0", 1, 8, &n));
    CHECK(!sut_args_integer("--workers", "9", 1, 8, &n));
    CHECK(!sut_args_integer("--workers", "4.0", 1, 8, &n));
    CHECK(!sut_args_integer("--workers", " 4", 1, 8, &n));
    CHECK(!sut_args_integer("--workers", "99999999999999999999", 1, 8, &n));
}

TEST(near_misses_are_found_and_far_ones_not) {
    static const char *const words[] = {"run", "validate", "bench", "replay"};
    CHECK_STR(sut_cli_suggest("rnu", words, 4), "run");
    CHECK_STR(sut_cli_suggest("valdate", words, 4), "validate");
    CHECK_STR(sut_cli_suggest("repaly", words, 4), "replay");
    CHECK(sut_cli_suggest("frobnicate", words, 4) == NULL);
    CHECK(sut_cli_suggest("", words, 4) == NULL);
}

TEST(check_rows_hold_or_fail) {
    sut_check_log log = {0};
    CHECK(!sut_check_log_holds(&log)); // nothing measured is no success
    CHECK(sut_check_row(&log, "a", 10.0, 10.05, 0.1, SUT_TOL_ABS, "N"));
    CHECK(sut_check_row(&log, "b", 10.0, 10.05, 0.01, SUT_TOL_REL, "N"));
    CHECK(sut_check_row(&log, "c", 1e-3, 5e-4, 0.0, SUT_TOL_MAX, ""));
    CHECK(sut_check_row(&log, "d", 5.0, 7.0, 0.0, SUT_TOL_MIN, ""));
    sut_check_note(&log, "a note");
    CHECK(sut_check_log_holds(&log));
    CHECK(!sut_check_row(&log, "e", 10.0, 10.2, 0.01, SUT_TOL_REL, "N"));
    CHECK(!sut_check_log_holds(&log));
    sut_check_log_free(&log);

    CHECK(!sut_check_row(&log, "nan", 1.0, nan(""), HUGE_VAL, SUT_TOL_ABS, ""));
    sut_check_log_free(&log);
    CHECK(sut_check_row(&log, "fine", 1.0, 1.0, 0.0, SUT_TOL_ABS, ""));
    sut_check_fail(&log, "the world could not be made");
    CHECK(!sut_check_log_holds(&log));
    sut_check_log_free(&log);
}
