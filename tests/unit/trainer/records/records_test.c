// SPDX-License-Identifier: MIT
#include "check.h"
#include "trainer/server/records.h"

#include <sqlite3.h>
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
    sut_records_end end = {.state = "done", .seconds = 1.5, .success = true, .metrics = metrics};
    CHECK(sut_records_finish(r, 7, &end));
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

static void run_in(const char *folder, const char *sql) {
    char path[512];
    sqlite3 *db;
    snprintf(path, sizeof path, "%s/records.sqlite", folder);
    REQUIRE(sqlite3_open(path, &db) == SQLITE_OK);
    CHECK_EQ_INT(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static long long number_in(const char *folder, const char *sql) {
    char path[512];
    sqlite3 *db;
    sqlite3_stmt *s;
    snprintf(path, sizeof path, "%s/records.sqlite", folder);
    if (sqlite3_open(path, &db) != SQLITE_OK ||
        sqlite3_prepare_v2(db, sql, -1, &s, NULL) != SQLITE_OK) {
        return -1;
    }
    long long n = sqlite3_step(s) == SQLITE_ROW ? sqlite3_column_int64(s, 0) : -1;
    sqlite3_finalize(s);
    sqlite3_close(db);
    return n;
}

TEST(recordings_are_compressed_and_come_back_as_they_were) {
    char folder[256];
    sut_records_error error;
    make_folder(folder, sizeof folder);
    sut_records *r = sut_records_open(folder, true, &error);
    REQUIRE(r != NULL);
    sut_records_attempt a = attempt_of(1, "Ada");
    CHECK(sut_records_begin(r, &a));
    uint8_t data[4000];
    for (size_t i = 0; i < sizeof data; i++) {
        data[i] = (uint8_t)(i % 40 * 7);
    }
    // what repeats itself is packed, three bytes are not worth it
    sut_bytes large = {.data = data, .size = sizeof data}, small = {.data = data, .size = 3};
    CHECK(sut_records_chunk(r, 1, 0, &large));
    CHECK(sut_records_chunk(r, 1, 1, &small));
    CHECK(sut_records_chunk(r, 1, 2, &large));
    sut_bytes all = {0};
    CHECK(sut_records_recording(r, 1, &all));
    REQUIRE(all.size == 2 * sizeof data + 3);
    CHECK(memcmp(all.data, data, sizeof data) == 0);
    CHECK(memcmp(all.data + sizeof data, data, 3) == 0);
    CHECK(memcmp(all.data + sizeof data + 3, data, sizeof data) == 0);
    // one period of 40 bytes, and how often
    CHECK_LE((double)number_in(folder, "SELECT sum(length(bytes)) FROM chunk"), 300.0);

    // damage is an error, not a crash or another recording
    run_in(folder, "UPDATE chunk SET unpacked = 3999 WHERE n = 2");
    sut_bytes_clear(&all);
    CHECK(!sut_records_recording(r, 1, &all));
    run_in(folder, "UPDATE chunk SET unpacked = 4000000000000000000 WHERE n = 2");
    sut_bytes_clear(&all);
    CHECK(!sut_records_recording(r, 1, &all));
    run_in(folder, "UPDATE chunk SET unpacked = 4000, bytes = zeroblob(60) WHERE n = 2");
    sut_bytes_clear(&all);
    CHECK(!sut_records_recording(r, 1, &all));
    sut_bytes_free(&all);
    sut_records_close(r);
    remove_folder(folder);
}

TEST(a_file_of_version_1_is_read_and_goes_on) {
    char folder[256];
    sut_records_error error = {""};
    make_folder(folder, sizeof folder);
    sut_records *r = sut_records_open(folder, true, &error);
    REQUIRE(r != NULL);
    sut_records_attempt a = attempt_of(1, "Ada");
    CHECK(sut_records_begin(r, &a));
    sut_records_close(r);
    // as it was: bytes as they came, and no column that says more
    run_in(folder, "ALTER TABLE attempt DROP COLUMN conditions;"
                   "ALTER TABLE attempt DROP COLUMN version; DROP TABLE comment; DROP TABLE chunk;"
                   "CREATE TABLE chunk(attempt INTEGER NOT NULL REFERENCES attempt(id)"
                   " ON DELETE CASCADE, n INTEGER NOT NULL, bytes BLOB NOT NULL,"
                   " PRIMARY KEY(attempt, n));"
                   "INSERT INTO chunk VALUES(1, 0, x'0102030405');"
                   "PRAGMA user_version = 1");
    r = sut_records_open(folder, true, &error);
    CHECK_STR(error.text, "");
    REQUIRE(r != NULL);
    uint8_t data[500] = {6};
    sut_bytes more = {.data = data, .size = sizeof data};
    CHECK(sut_records_chunk(r, 1, 1, &more));
    sut_bytes all = {0};
    CHECK(sut_records_recording(r, 1, &all));
    REQUIRE(all.size == 505);
    CHECK(all.data[0] == 1 && all.data[4] == 5 && all.data[5] == 6);
    sut_bytes_free(&all);
    sut_records_close(r);
    CHECK_EQ_INT(number_in(folder, "PRAGMA user_version"), 4);
    remove_folder(folder);
}

// an attempt with a time; `conditions` may be null
static void add_attempt(sut_records *r, int64_t id, double time, const json_t *conditions) {
    sut_records_attempt a = attempt_of(id, "Ada");
    CHECK(sut_records_begin(r, &a));
    json_t *metrics = json_pack("[{s:s, s:f, s:s}]", "id", "time", "value", time, "unit", "s");
    sut_records_end end = {.state = "done",
                           .seconds = time,
                           .success = true,
                           .metrics = metrics,
                           .conditions = conditions};
    CHECK(sut_records_finish(r, id, &end));
    json_decref(metrics);
}

TEST(attempts_under_other_conditions_are_kept_and_not_compared) {
    char folder[256];
    sut_records_error error;
    make_folder(folder, sizeof folder);
    sut_records *r = sut_records_open(folder, true, &error);
    REQUIRE(r != NULL);
    json_t *slow = json_pack("{s:f}", "speed", 0.3);
    add_attempt(r, 1, 30.0, NULL);
    add_attempt(r, 2, 10.0, slow);
    add_attempt(r, 3, 20.0, json_null());
    json_decref(slow);
    json_t *record = sut_records_get(r, 2), *usual = sut_records_get(r, 3);
    CHECK_NEAR(json_number_value(json_object_get(json_object_get(record, "conditions"), "speed")),
               0.3, 0.0);
    CHECK(json_is_null(json_object_get(usual, "conditions")));
    json_decref(record);
    json_decref(usual);
    json_t *curves = sut_records_curves(r, "touch", "Ada");
    const json_t *curve = json_array_get(json_object_get(curves, "curves"), 0);
    const json_t *points = json_object_get(curve, "points");
    REQUIRE(json_array_size(points) == 2);
    const json_t *last = json_array_get(points, 1);
    CHECK_EQ_INT(json_integer_value(json_object_get(last, "attempt")), 3);
    CHECK_EQ_INT(json_integer_value(json_object_get(last, "n")), 2);
    json_decref(curves);
    sut_records_close(r);
    remove_folder(folder);
}

TEST(a_lost_attempt_has_its_last_time) {
    char folder[256];
    sut_records_error error;
    make_folder(folder, sizeof folder);
    sut_records *r = sut_records_open(folder, true, &error);
    REQUIRE(r != NULL);
    sut_records_attempt a = attempt_of(1, "Ada");
    CHECK(sut_records_begin(r, &a));
    CHECK(sut_records_note(r, 1, 12.5, json_null()));
    sut_records_close(r);
    r = sut_records_open(folder, true, &error);
    REQUIRE(r != NULL);
    json_t *record = sut_records_get(r, 1);
    CHECK_STR(json_string_value(json_object_get(record, "state")), "lost");
    CHECK_NEAR(json_number_value(json_object_get(record, "seconds")), 12.5, 0.0);
    json_decref(record);
    sut_records_close(r);
    remove_folder(folder);
}

TEST(a_file_of_version_2_keeps_its_attempts_and_their_curves) {
    char folder[256];
    sut_records_error error = {""};
    make_folder(folder, sizeof folder);
    sut_records *r = sut_records_open(folder, true, &error);
    REQUIRE(r != NULL);
    add_attempt(r, 1, 30.0, NULL);
    sut_records_close(r);
    run_in(folder, "ALTER TABLE attempt DROP COLUMN conditions; DROP TABLE comment;"
                   "ALTER TABLE attempt DROP COLUMN version; PRAGMA user_version = 2");
    r = sut_records_open(folder, true, &error);
    CHECK_STR(error.text, "");
    REQUIRE(r != NULL);
    add_attempt(r, 2, 20.0, NULL);
    json_t *curves = sut_records_curves(r, "touch", "Ada");
    const json_t *curve = json_array_get(json_object_get(curves, "curves"), 0);
    CHECK_EQ_INT((long long)json_array_size(json_object_get(curve, "points")), 2);
    json_decref(curves);
    sut_records_close(r);
    CHECK_EQ_INT(number_in(folder, "PRAGMA user_version"), 4);
    remove_folder(folder);
}

TEST(a_file_of_version_3_gets_versions_and_comments) {
    char folder[256];
    sut_records_error error = {""};
    make_folder(folder, sizeof folder);
    sut_records *r = sut_records_open(folder, true, &error);
    REQUIRE(r != NULL);
    add_attempt(r, 1, 30.0, NULL);
    sut_records_close(r);
    run_in(folder, "DROP TABLE comment; ALTER TABLE attempt DROP COLUMN version;"
                   "PRAGMA user_version = 3");
    r = sut_records_open(folder, true, &error);
    CHECK_STR(error.text, "");
    REQUIRE(r != NULL);
    CHECK(sut_records_comment(r, 1, 12.5, "Eve", "cross the other way"));
    CHECK(!sut_records_comment(r, 2, 1.0, "Eve", "there is no such attempt"));
    json_t *all = sut_records_comments(r, 1);
    const json_t *one = json_array_get(json_object_get(all, "comments"), 0);
    CHECK_EQ_INT((long long)json_array_size(json_object_get(all, "comments")), 1);
    CHECK_STR(json_string_value(json_object_get(one, "text")), "cross the other way");
    CHECK_EQ_INT((long long)json_integer_value(json_object_get(one, "t")),
                 0); // a real, not an integer
    json_decref(all);
    json_t *record = sut_records_get(r, 1);
    CHECK_EQ_INT((long long)json_integer_value(json_object_get(record, "version")), 1);
    json_decref(record);
    // with the attempt goes what was said about it
    CHECK_EQ_INT(sut_records_delete(r, 1), 1);
    sut_records_close(r);
    CHECK_EQ_INT(number_in(folder, "SELECT count(*) FROM comment"), 0);
    remove_folder(folder);
}

TEST(the_wide_table_has_a_row_for_each_attempt_and_a_column_for_each_metric) {
    char folder[256];
    sut_records_error error = {""};
    make_folder(folder, sizeof folder);
    sut_records *r = sut_records_open(folder, true, &error);
    REQUIRE(r != NULL);
    add_attempt(r, 1, 30.0, NULL);
    add_attempt(r, 2, 20.0, NULL);
    json_t *more = json_pack("[{s:s, s:s, s:s}]", "id", "knot", "value", "reef", "unit", "");
    CHECK(sut_records_add(r, 2, more));
    json_decref(more);
    sut_bytes csv = {0};
    sut_records_query q = {NULL, NULL, -1, 0};
    CHECK(sut_records_csv_wide(r, &q, &csv));
    sut_bytes_put(&csv, "", 1);
    CHECK_STR((const char *)csv.data,
              "attempt,trainee,task,version,material,started,seconds,success,state,knot,time,"
              "conditions\r\n"
              "1,\"Ada\",\"touch\",1,\"\",2026-11-16T08:00:00Z,30.0,1,done,,30.0,\"\"\r\n"
              "2,\"Ada\",\"touch\",1,\"\",2026-11-16T08:00:00Z,20.0,1,done,\"reef\",20.0,\"\"\r\n");
    sut_bytes_free(&csv);
    sut_records_close(r);
    remove_folder(folder);
}

TEST(a_file_that_lost_its_second_half_is_refused) {
    char folder[256];
    sut_records_error error = {""};
    make_folder(folder, sizeof folder);
    sut_records *r = sut_records_open(folder, true, &error);
    REQUIRE(r != NULL);
    for (int64_t i = 1; i <= 40; i++) {
        add_attempt(r, i, 1.0, NULL);
    }
    sut_records_close(r);
    char path[512];
    snprintf(path, sizeof path, "%s/records.sqlite", folder);
    // header and schema stay, the trees do not
    CHECK_EQ_INT(truncate(path, 8192), 0);
    CHECK(sut_records_open(folder, true, &error) == NULL);
    CHECK(error.text[0] != '\0');
    remove_folder(folder);
}
