// SPDX-License-Identifier: MIT
#include "check.h"
#include "trainer/records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void make_folder(char *path, size_t size) {
    const char *base = getenv("TMPDIR");
    snprintf(path, size, "%s/sut_records_XXXXXX", base != NULL ? base : "/tmp");
    if (mkdtemp(path) == NULL) {
        path[0] = '\0';
    }
}

static void remove_folder(const char *path) {
    static const char *const files[] = {"records.sqlite", "records.sqlite-wal",
                                        "records.sqlite-shm"};
    char file[512];
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        snprintf(file, sizeof file, "%s/%s", path, files[i]);
        unlink(file);
    }
    rmdir(path);
}

static sut_records_attempt attempt_of(int64_t id, const char *trainee) {
    return (sut_records_attempt){.id = id,
                                 .trainee = trainee,
                                 .task = "touch",
                                 .title = "Touch",
                                 .material = "",
                                 .scene = "{\"sutura\": 1}",
                                 .started = "2026-11-16T08:00:00Z"};
}

TEST(what_is_written_is_read_back_after_a_restart) {
    char folder[256];
    sut_records_error error = {""};
    make_folder(folder, sizeof folder);
    sut_records *r = sut_records_open(folder, true, &error);
    CHECK_STR(error.text, "");
    REQUIRE(r != NULL);
    sut_records_attempt a = attempt_of(7, "\"Ada\", =1+1");
    CHECK(sut_records_begin(r, &a));
    uint8_t data[3] = {1, 2, 3};
    sut_bytes piece = {.data = data, .size = sizeof data, .room = sizeof data};
    CHECK(sut_records_chunk(r, 7, 0, &piece));
    CHECK(sut_records_chunk(r, 7, 1, &piece));
    CHECK(!sut_records_chunk(r, 8, 0, &piece));
    CHECK(sut_records_gone(r));
    sut_records_close(r);

    // the process ended without a word: the attempt is lost, its bytes are not
    r = sut_records_open(folder, true, &error);
    REQUIRE(r != NULL);
    CHECK_EQ_INT(sut_records_last(r), 7);
    json_t *record = sut_records_get(r, 7);
    CHECK_STR(json_string_value(json_object_get(record, "state")), "lost");
    json_decref(record);
    sut_bytes all = {0};
    CHECK(sut_records_recording(r, 7, &all));
    CHECK_EQ_INT((long long)all.size, 6);
    sut_bytes_free(&all);

    json_t *metrics = json_pack("[{s:s, s:f, s:s}, {s:s, s:s, s:s}, {s:s, s:n, s:s}]", "id", "time",
                                "value", 1.5, "unit", "s", "id", "knot", "value", "reef", "unit",
                                "", "id", "drops", "value", "unit", "");
    CHECK(sut_records_finish(r, 7, "done", 1.5, true, metrics));
    json_decref(metrics);
    // figures that come later; an attempt that is gone is told from a failure
    json_t *late = json_pack("[{s:s, s:f, s:s}]", "id", "tensiometer", "value", 5.9, "unit", "N");
    CHECK(sut_records_add(r, 7, late));
    CHECK(!sut_records_add(r, 8, late));
    CHECK(sut_records_gone(r));
    json_decref(late);
    sut_records_query q = {.limit = 10};
    json_t *list = sut_records_list(r, &q);
    CHECK_EQ_INT(json_integer_value(json_object_get(list, "total")), 1);
    json_t *first = json_array_get(json_object_get(list, "records"), 0);
    CHECK_EQ_INT((long long)json_array_size(json_object_get(first, "metrics")), 3);
    json_decref(list);

    sut_bytes csv = {0};
    CHECK(sut_records_csv(r, &q, &csv));
    sut_bytes_put(&csv, "", 1);
    // quotes are doubled
    CHECK(strstr((const char *)csv.data, "7,\"\"\"Ada\"\", =1+1\",") != NULL);
    sut_bytes_free(&csv);
    sut_records_close(r);
    remove_folder(folder);
}

TEST(deleting_a_trainee_deletes_the_attempts) {
    char folder[256];
    sut_records_error error;
    make_folder(folder, sizeof folder);
    sut_records *r = sut_records_open(folder, true, &error);
    REQUIRE(r != NULL);
    for (int64_t i = 1; i <= 3; i++) {
        sut_records_attempt a = attempt_of(i, i < 3 ? "Ada" : "Bo");
        CHECK(sut_records_begin(r, &a));
    }
    CHECK_EQ_INT(sut_records_delete_trainee(r, "Ada"), 2);
    CHECK_EQ_INT(sut_records_delete(r, 3), 1);
    CHECK_EQ_INT(sut_records_delete(r, 3), 0);
    // numbers are not given again
    CHECK_EQ_INT(sut_records_last(r), 3);
    sut_records_close(r);
    remove_folder(folder);
}

TEST(a_folder_that_is_not_there_is_refused) {
    sut_records_error error = {""};
    CHECK(sut_records_open("/nonexistent/folder", true, &error) == NULL);
    CHECK(error.text[0] != '\0');
}
