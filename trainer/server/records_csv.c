// SPDX-License-Identifier: MIT
// records_csv.c -- records for spreadsheets and statistics.
#include "trainer/server/records_sql.h"

#include <stdlib.h>
#include <string.h>

// A field as RFC 4180 has it. Texts that a spreadsheet would take for a formula get an apostrophe.
static void put_field(sut_bytes *out, const char *text, bool last) {
    text = text != NULL ? text : "";
    bool formula = text[0] != '\0' && strchr("=+-@\t\r", text[0]) != NULL;
    sut_bytes_put(out, "\"", 1);
    if (formula) {
        sut_bytes_put(out, "'", 1);
    }
    for (; *text != '\0'; text++) {
        sut_bytes_put(out, text, 1);
        if (*text == '"') {
            sut_bytes_put(out, text, 1);
        }
    }
    sut_bytes_put(out, last ? "\"\r\n" : "\",", last ? 3 : 2);
}

static void put_plain(sut_bytes *out, const char *text) {
    text = text != NULL ? text : "";
    sut_bytes_put(out, text, strlen(text));
    sut_bytes_put(out, ",", 1);
}

bool sut_records_csv(sut_records *r, const sut_records_query *q, sut_bytes *out) {
    static const char head[] =
        "attempt,trainee,task,material,started,seconds,success,state,metric,value,unit,conditions,version\r\n";
    sut_bytes_put(out, head, sizeof head - 1);
    sqlite3_stmt *s = sut_records_prepare(
        r,
        "SELECT a.id, t.name, a.task, a.material, a.started, a.seconds, a.success, a.state, m.id,"
        " m.value, m.text, m.unit, a.conditions, a.version FROM attempt a JOIN trainee t ON t.id = a.trainee"
        " LEFT JOIN metric m ON m.attempt = a.id"
        " WHERE (?1 IS NULL OR t.name = ?1) AND (?2 IS NULL OR a.task = ?2)"
        " ORDER BY a.id, m.id",
        "tt", q->trainee, q->task);
    while (s != NULL && sqlite3_step(s) == SQLITE_ROW) {
        const char *cell[14];
        for (int i = 0; i < 14; i++) {
            cell[i] = (const char *)sqlite3_column_text(s, i);
        }
        put_plain(out, cell[0]);
        put_field(out, cell[1], false);
        put_field(out, cell[2], false);
        put_field(out, cell[3], false);
        put_plain(out, cell[4]);
        put_plain(out, cell[5]);
        put_plain(out, cell[6]);
        put_plain(out, cell[7]);
        put_plain(out, cell[8]);
        if (cell[9] != NULL) {
            put_plain(out, cell[9]);
        } else {
            put_field(out, cell[10], false);
        }
        put_field(out, cell[11], false);
        put_field(out, cell[12], false);
        put_field(out, cell[13], true);
    }
    sqlite3_finalize(s);
    return !out->failed;
}

//---- wide ----------------------------------------------------------------------------------------

#define SOME                                                                                       \
    " FROM attempt a JOIN trainee t ON t.id = a.trainee"                                           \
    " WHERE (?1 IS NULL OR t.name = ?1) AND (?2 IS NULL OR a.task = ?2)"

// ids of all metrics that the attempts have, each a text of its own; null: failed
static json_t *columns(sut_records *r, const sut_records_query *q) {
    sqlite3_stmt *s = sut_records_prepare(
        r,
        "SELECT DISTINCT id FROM metric WHERE attempt IN (SELECT a.id" SOME ") ORDER BY id", "tt",
        q->trainee, q->task);
    if (s == NULL) {
        return NULL;
    }
    json_t *out = json_array();
    while (sqlite3_step(s) == SQLITE_ROW) {
        json_array_append_new(out, json_string((const char *)sqlite3_column_text(s, 0)));
    }
    sqlite3_finalize(s);
    return out;
}

// the metrics of one attempt, in the order of the columns
static void put_metrics(sut_records *r, int64_t attempt, const json_t *ids, sut_bytes *out) {
    sqlite3_stmt *s = sut_records_prepare(
        r, "SELECT id, value, text FROM metric WHERE attempt = ? ORDER BY id", "i", attempt);
    bool more = s != NULL && sqlite3_step(s) == SQLITE_ROW;
    size_t i;
    const json_t *id;
    json_array_foreach(ids, i, id) {
        bool here = more && strcmp((const char *)sqlite3_column_text(s, 0),
                                   json_string_value(id)) == 0;
        const char *value = here ? (const char *)sqlite3_column_text(s, 1) : NULL;
        if (here && value == NULL) {
            put_field(out, (const char *)sqlite3_column_text(s, 2), false);
        } else {
            put_plain(out, value);
        }
        more = here ? sqlite3_step(s) == SQLITE_ROW : more;
    }
    sqlite3_finalize(s);
}

bool sut_records_csv_wide(sut_records *r, const sut_records_query *q, sut_bytes *out) {
    static const char head[] =
        "attempt,trainee,task,version,material,started,seconds,success,state,";
    json_t *ids = columns(r, q);
    if (ids == NULL) {
        return false;
    }
    sut_bytes_put(out, head, sizeof head - 1);
    size_t i;
    const json_t *id;
    json_array_foreach(ids, i, id) {
        put_plain(out, json_string_value(id));
    }
    sut_bytes_put(out, "conditions\r\n", 12);
    sqlite3_stmt *s = sut_records_prepare(
        r,
        "SELECT a.id, t.name, a.task, a.version, a.material, a.started, a.seconds, a.success,"
        " a.state, a.conditions" SOME " ORDER BY a.id",
        "tt", q->trainee, q->task);
    while (s != NULL && sqlite3_step(s) == SQLITE_ROW) {
        for (int k = 0; k < 9; k++) {
            const char *cell = (const char *)sqlite3_column_text(s, k);
            if (k == 1 || k == 2 || k == 4) {
                put_field(out, cell, false);
            } else {
                put_plain(out, cell);
            }
        }
        put_metrics(r, sqlite3_column_int64(s, 0), ids, out);
        put_field(out, (const char *)sqlite3_column_text(s, 9), true);
    }
    sqlite3_finalize(s);
    json_decref(ids);
    return s != NULL && !out->failed;
}
