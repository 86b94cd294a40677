// SPDX-License-Identifier: MIT
// The JSON list and the verdict, from rows with known contents.
#include "bench_log.h"

#include "check.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// One row that met its bar, one without a peer that missed.
static sut_bench_log *two_rows(void) {
    sut_bench_log *log = sut_bench_log_create();
    if (log == NULL) {
        return NULL;
    }
    sut_bench_pair_times pair = {
        .ours = {.median_us = 2.0, .min_us = 1.5},
        .peer = {.median_us = 12.0, .min_us = 9.0},
        .ratio = 6.0,
        .ratio_min = 6.0,
    };
    sut_bench_row *row = sut_bench_add(log, "solver", "solver", 100);
    sut_bench_set_pair(row, &pair, "LAPACK");
    sut_bench_figure_add(row, "difference", 1e-10, "");
    sut_bench_at_least(row, "ratio", 5.0);
    row = sut_bench_add(log, "solver", "solve-only", 200);
    sut_bench_set_ours(row, &pair.ours);
    sut_bench_figure_add(row, "spread", (double)NAN, "");
    sut_bench_at_most(row, "spread", 0.15);
    return log;
}

static json_t *parsed(const sut_bench_log *log) {
    char *text = sut_bench_json(log);
    json_t *list = text != NULL ? json_loads(text, JSON_REJECT_DUPLICATES, NULL) : NULL;
    free(text);
    return list;
}

TEST(json_is_a_list_with_the_keys_of_the_contract) {
    sut_bench_log *log = two_rows();
    REQUIRE(log != NULL);
    json_t *list = parsed(log);
    CHECK(json_is_array(list));
    CHECK_EQ_INT(json_array_size(list), 2);
    const json_t *row = json_array_get(list, 0);
    CHECK_STR(json_string_value(json_object_get(row, "name")), "solver");
    CHECK_EQ_INT(json_integer_value(json_object_get(row, "n")), 100);
    // six digits are written
    CHECK_NEAR(json_real_value(json_object_get(row, "ours_us")), 2.0, 1e-5);
    CHECK_STR(json_string_value(json_object_get(row, "peer")), "LAPACK");
    CHECK_NEAR(json_real_value(json_object_get(row, "peer_us")), 12.0, 1e-4);
    CHECK_NEAR(json_real_value(json_object_get(row, "ratio")), 6.0, 1e-5);
    CHECK_NEAR(json_real_value(json_object_get(row, "difference")), 1e-10, 1e-15);
    json_decref(list);
    sut_bench_log_free(log);
}

TEST(json_says_null_where_there_is_no_peer) {
    sut_bench_log *log = two_rows();
    REQUIRE(log != NULL);
    json_t *list = parsed(log);
    const json_t *row = json_array_get(list, 1);
    CHECK_STR(json_string_value(json_object_get(row, "name")), "solver/solve-only");
    CHECK(json_is_null(json_object_get(row, "peer")));
    CHECK(json_is_null(json_object_get(row, "peer_us")));
    CHECK(json_is_null(json_object_get(row, "ratio")));
    CHECK(json_is_null(json_object_get(row, "spread")));
    json_decref(list);
    sut_bench_log_free(log);
}

TEST(empty_log_is_an_empty_list) {
    sut_bench_log *log = sut_bench_log_create();
    REQUIRE(log != NULL);
    json_t *list = parsed(log);
    CHECK(json_is_array(list));
    CHECK_EQ_INT(json_array_size(list), 0);
    json_decref(list);
    sut_bench_log_free(log);
}

TEST(unknown_value_misses_its_bar) {
    sut_bench_log *log = two_rows();
    REQUIRE(log != NULL);
    CHECK(sut_bench_row_at(log, 0)->bars[0].met);
    CHECK(!sut_bench_row_at(log, 1)->bars[0].met);
    CHECK_EQ_INT(sut_bench_missed(log), 1);
    CHECK_EQ_INT(sut_bench_failed(log), 0);
    sut_bench_log_free(log);
}

TEST(failed_row_counts_and_says_why) {
    sut_bench_log *log = sut_bench_log_create();
    REQUIRE(log != NULL);
    sut_bench_fail(sut_bench_add(log, "step", "step", 300), "diverged");
    CHECK_EQ_INT(sut_bench_failed(log), 1);
    json_t *list = parsed(log);
    const json_t *row = json_array_get(list, 0);
    CHECK_STR(json_string_value(json_object_get(row, "failed")), "diverged");
    CHECK(json_is_null(json_object_get(row, "ours_us")));
    json_decref(list);
    sut_bench_log_free(log);
}

TEST(more_figures_than_fit_are_left_out) {
    sut_bench_log *log = sut_bench_log_create();
    REQUIRE(log != NULL);
    sut_bench_row *row = sut_bench_add(log, "step", "step", 300);
    for (int i = 0; i < 2 * SUT_BENCH_FIGURES; i++) {
        sut_bench_figure_add(row, "a_key_that_is_much_longer_than_the_room_there_is_for_it", i, "");
    }
    CHECK_EQ_INT(row->figure_count, SUT_BENCH_FIGURES);
    CHECK(strlen(row->figures[0].key) < SUT_BENCH_KEY);
    sut_bench_log_free(log);
}

TEST(many_rows_stay_where_they_are) {
    sut_bench_log *log = sut_bench_log_create();
    REQUIRE(log != NULL);
    const sut_bench_row *first = sut_bench_add(log, "step", "step", 0);
    for (int i = 1; i < 300; i++) {
        sut_bench_add(log, "step", "step", i);
    }
    CHECK(sut_bench_row_at(log, 0) == first);
    CHECK_EQ_INT(sut_bench_row_at(log, 299)->n, 299);
    sut_bench_log_free(log);
}

TEST(registry_finds_by_name) {
    for (int i = 0; i < sut_bench_count; i++) {
        CASE("i %d", i);
        CHECK(sut_bench_find(sut_benches[i].name) == &sut_benches[i]);
    }
    CHECK(sut_bench_find("no such benchmark") == NULL);
}
