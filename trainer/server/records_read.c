// SPDX-License-Identifier: MIT
// records_read.c -- what pages ask of the records.
#include "trainer/server/records_sql.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

#define ATTEMPTS                                                                                   \
    "FROM attempt a JOIN trainee t ON t.id = a.trainee"                                            \
    " WHERE (?1 IS NULL OR t.name = ?1) AND (?2 IS NULL OR a.task = ?2)"
#define COLUMNS                                                                                    \
    "a.id, t.name, a.task, a.title, a.material, a.started, a.seconds, a.success, a.state,"         \
    " (SELECT coalesce(sum(length(bytes)), 0) FROM chunk c WHERE c.attempt = a.id), a.conditions,"  \
    " a.version"

static json_t *text_of(sqlite3_stmt *s, int column) {
    const char *text = (const char *)sqlite3_column_text(s, column);
    return text != NULL ? json_string(text) : json_null();
}

//---- attempts ------------------------------------------------------------------------------------

static json_t *metrics_of(sut_records *r, int64_t attempt) {
    json_t *out = json_array();
    sqlite3_stmt *s = sut_records_prepare(
        r, "SELECT id, value, text, unit FROM metric WHERE attempt = ? ORDER BY id", "i", attempt);
    while (s != NULL && sqlite3_step(s) == SQLITE_ROW) {
        json_t *value = sqlite3_column_type(s, 1) == SQLITE_NULL
                            ? text_of(s, 2)
                            : json_real(sqlite3_column_double(s, 1));
        json_array_append_new(out, json_pack("{s:o, s:o, s:o}", "id", text_of(s, 0), "value", value,
                                             "unit", text_of(s, 3)));
    }
    sqlite3_finalize(s);
    return out;
}

// an object, or null where they were the task's
static json_t *conditions_of(sqlite3_stmt *s, int column) {
    const char *text = (const char *)sqlite3_column_text(s, column);
    json_error_t e;
    json_t *found = text != NULL ? json_loads(text, 0, &e) : NULL;
    return found != NULL ? found : json_null();
}

static json_t *record_of(sut_records *r, sqlite3_stmt *s) {
    int64_t id = sqlite3_column_int64(s, 0);
    return json_pack("{s:I, s:o, s:o, s:o, s:o, s:o, s:f, s:b, s:o, s:I, s:o, s:o, s:I}", "id",
                     (json_int_t)id, "trainee", text_of(s, 1), "task", text_of(s, 2), "title",
                     text_of(s, 3), "material", text_of(s, 4), "started", text_of(s, 5), "seconds",
                     sqlite3_column_double(s, 6), "success", sqlite3_column_int(s, 7), "state",
                     text_of(s, 8), "bytes", (json_int_t)sqlite3_column_int64(s, 9), "metrics",
                     metrics_of(r, id), "conditions", conditions_of(s, 10), "version",
                     (json_int_t)sqlite3_column_int64(s, 11));
}

static int64_t single(sqlite3_stmt *s) {
    int64_t value = s != NULL && sqlite3_step(s) == SQLITE_ROW ? sqlite3_column_int64(s, 0) : -1;
    sqlite3_finalize(s);
    return value;
}

json_t *sut_records_list(sut_records *r, const sut_records_query *q) {
    int64_t total = single(
        sut_records_prepare(r, "SELECT count(*) " ATTEMPTS, "tt", q->trainee, q->task));
    sqlite3_stmt *s = sut_records_prepare(
        r, "SELECT " COLUMNS " " ATTEMPTS " ORDER BY a.id DESC LIMIT ?3 OFFSET ?4", "ttii",
        q->trainee, q->task, (int64_t)q->limit, (int64_t)q->offset);
    if (total < 0 || s == NULL) {
        sqlite3_finalize(s);
        return NULL;
    }
    json_t *list = json_array();
    int step;
    while ((step = sqlite3_step(s)) == SQLITE_ROW) {
        json_array_append_new(list, record_of(r, s));
    }
    sqlite3_finalize(s);
    if (step != SQLITE_DONE) {
        sut_records_failed(r, "records");
        json_decref(list);
        return NULL;
    }
    return json_pack("{s:I, s:o}", "total", (json_int_t)total, "records", list);
}

json_t *sut_records_get(sut_records *r, int64_t attempt) {
    sqlite3_stmt *s = sut_records_prepare(
        r, "SELECT " COLUMNS " FROM attempt a JOIN trainee t ON t.id = a.trainee WHERE a.id = ?",
        "i", attempt);
    json_t *out = s != NULL && sqlite3_step(s) == SQLITE_ROW ? record_of(r, s) : NULL;
    sqlite3_finalize(s);
    return out;
}

int64_t sut_records_last(sut_records *r) {
    int64_t last = single(
        sut_records_prepare(r, "SELECT coalesce(max(seq), 0) FROM sqlite_sequence", ""));
    return last > 0 ? last : 0;
}

json_t *sut_records_scene(sut_records *r, int64_t attempt) {
    sqlite3_stmt *s = sut_records_prepare(
        r,
        "SELECT a.scene, a.task, t.name, a.material, a.seconds FROM attempt a"
        " JOIN trainee t ON t.id = a.trainee WHERE a.id = ?",
        "i", attempt);
    json_t *out = NULL;
    if (s != NULL && sqlite3_step(s) == SQLITE_ROW) {
        json_error_t e;
        json_t *scene = json_loads((const char *)sqlite3_column_text(s, 0), 0, &e);
        out = scene == NULL ? NULL
                            : json_pack("{s:o, s:o, s:o, s:o, s:f}", "scene", scene, "task",
                                        text_of(s, 1), "trainee", text_of(s, 2), "material",
                                        text_of(s, 3), "seconds", sqlite3_column_double(s, 4));
    }
    sqlite3_finalize(s);
    return out;
}

// Append what was packed into `size` bytes of `data`. A damaged file must not make us take all memory:
// zlib never packs better than 1 to 1032.
static bool unpack(sut_bytes *out, const void *data, size_t size, sqlite3_int64 unpacked) {
    if (unpacked < 0 || (uint64_t)unpacked / 1032U > size ||
        !sut_bytes_reserve(out, (size_t)unpacked)) {
        return false;
    }
    uLongf got = (uLongf)unpacked;
    if (uncompress(out->data + out->size, &got, data, size) != Z_OK || got != (uLongf)unpacked) {
        return false;
    }
    out->size += got;
    return true;
}

bool sut_records_recording(sut_records *r, int64_t attempt, sut_bytes *out) {
    sqlite3_stmt *s = sut_records_prepare(
        r, "SELECT bytes, unpacked FROM chunk WHERE attempt = ? ORDER BY n", "i", attempt);
    bool good = true;
    while (good && s != NULL && sqlite3_step(s) == SQLITE_ROW) {
        const void *data = sqlite3_column_blob(s, 0);
        size_t size = (size_t)sqlite3_column_bytes(s, 0);
        sqlite3_int64 unpacked = sqlite3_column_int64(s, 1);
        if (unpacked == 0) {
            sut_bytes_put(out, data, size);
        } else {
            good = unpack(out, data, size, unpacked);
        }
    }
    sqlite3_finalize(s);
    return good && out->size > 0 && !out->failed;
}

//---- trainees and curves -------------------------------------------------------------------------

json_t *sut_records_trainees(sut_records *r) {
    json_t *list = json_array();
    sqlite3_stmt *s = sut_records_prepare(
        r,
        "SELECT t.name, count(a.id), max(a.started) FROM trainee t"
        " LEFT JOIN attempt a ON a.trainee = t.id GROUP BY t.id ORDER BY t.name",
        "");
    while (s != NULL && sqlite3_step(s) == SQLITE_ROW) {
        json_array_append_new(list,
                              json_pack("{s:o, s:I, s:o}", "name", text_of(s, 0), "attempts",
                                        (json_int_t)sqlite3_column_int64(s, 1), "last",
                                        text_of(s, 2)));
    }
    sqlite3_finalize(s);
    return json_pack("{s:o}", "trainees", list);
}

json_t *sut_records_curves(sut_records *r, const char *task, const char *trainee) {
    json_t *curves = json_array(), *points = NULL;
    char name[512] = "", metric[128] = "";
    sqlite3_stmt *s = sut_records_prepare(
        r,
        "SELECT t.name, m.id, a.id, a.started, m.value, a.success,"
        " dense_rank() OVER (PARTITION BY t.id ORDER BY a.id)"
        " FROM attempt a JOIN trainee t ON t.id = a.trainee JOIN metric m ON m.attempt = a.id"
        " WHERE a.task = ?1 AND (?2 IS NULL OR t.name = ?2) AND m.value IS NOT NULL"
        " AND a.conditions IS NULL ORDER BY t.name, m.id, a.id",
        "tt", task, trainee);
    while (s != NULL && sqlite3_step(s) == SQLITE_ROW) {
        const char *who = (const char *)sqlite3_column_text(s, 0);
        const char *what = (const char *)sqlite3_column_text(s, 1);
        if (points == NULL || strcmp(who, name) != 0 || strcmp(what, metric) != 0) {
            snprintf(name, sizeof name, "%s", who);
            snprintf(metric, sizeof metric, "%s", what);
            points = json_array();
            json_array_append_new(curves, json_pack("{s:s, s:s, s:o}", "trainee", name, "metric",
                                                    metric, "points", points));
        }
        json_array_append_new(
            points, json_pack("{s:I, s:I, s:o, s:f, s:b}", "attempt",
                              (json_int_t)sqlite3_column_int64(s, 2), "n",
                              (json_int_t)sqlite3_column_int64(s, 6), "started", text_of(s, 3),
                              "value", sqlite3_column_double(s, 4), "success",
                              sqlite3_column_int(s, 5)));
    }
    sqlite3_finalize(s);
    return json_pack("{s:s, s:o}", "task", task, "curves", curves);
}

json_t *sut_records_comments(sut_records *r, int64_t attempt) {
    sqlite3_stmt *s = sut_records_prepare(
        r, "SELECT t, author, text FROM comment WHERE attempt = ? ORDER BY t, id LIMIT 200", "i",
        attempt);
    if (s == NULL) {
        return NULL;
    }
    json_t *list = json_array();
    while (sqlite3_step(s) == SQLITE_ROW) {
        json_array_append_new(list, json_pack("{s:f, s:o, s:o}", "t", sqlite3_column_double(s, 0),
                                              "author", text_of(s, 1), "text", text_of(s, 2)));
    }
    sqlite3_finalize(s);
    return json_pack("{s:o}", "comments", list);
}
