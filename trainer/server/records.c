// SPDX-License-Identifier: MIT
#include "trainer/server/records.h"

#include "trainer/server/records_sql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { VERSION = 4 };

// what an instructor says about a moment of an attempt
#define COMMENTS                                                                                   \
    "CREATE TABLE IF NOT EXISTS comment("                                                          \
    " id INTEGER PRIMARY KEY,"                                                                     \
    " attempt INTEGER NOT NULL REFERENCES attempt(id) ON DELETE CASCADE,"                          \
    " t REAL NOT NULL, author TEXT NOT NULL, text TEXT NOT NULL);"                                 \
    "CREATE INDEX IF NOT EXISTS comment_by_attempt ON comment(attempt);"

static const char schema[] =
    "BEGIN IMMEDIATE;"
    "CREATE TABLE IF NOT EXISTS trainee(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE IF NOT EXISTS attempt("
    " id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " trainee INTEGER NOT NULL REFERENCES trainee(id) ON DELETE CASCADE,"
    " task TEXT NOT NULL, title TEXT NOT NULL, material TEXT, scene TEXT NOT NULL,"
    " started TEXT NOT NULL, seconds REAL NOT NULL DEFAULT 0, success INTEGER NOT NULL DEFAULT 0,"
    " state TEXT NOT NULL DEFAULT 'running', conditions TEXT,"
    " version INTEGER NOT NULL DEFAULT 1);" COMMENTS
    "CREATE INDEX IF NOT EXISTS attempt_by_trainee ON attempt(trainee, task);"
    "CREATE TABLE IF NOT EXISTS metric("
    " attempt INTEGER NOT NULL REFERENCES attempt(id) ON DELETE CASCADE,"
    " id TEXT NOT NULL, value REAL, text TEXT, unit TEXT NOT NULL,"
    " PRIMARY KEY(attempt, id)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS chunk("
    " attempt INTEGER NOT NULL REFERENCES attempt(id) ON DELETE CASCADE,"
    " n INTEGER NOT NULL, bytes BLOB NOT NULL, unpacked INTEGER NOT NULL DEFAULT 0,"
    " PRIMARY KEY(attempt, n));"
    "PRAGMA user_version = 4;"
    "COMMIT;";

#define FROM_3 "ALTER TABLE attempt ADD COLUMN version INTEGER NOT NULL DEFAULT 1;" COMMENTS

// version 1 had chunks as they came: `unpacked` is 0 for them
static const char from_1[] =
    "BEGIN IMMEDIATE;"
    "ALTER TABLE chunk ADD COLUMN unpacked INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE attempt ADD COLUMN conditions TEXT;" FROM_3
    "PRAGMA user_version = 4;"
    "COMMIT;";

// version 2 knew nothing of conditions: those of its attempts are taken for the task's
static const char from_2[] =
    "BEGIN IMMEDIATE;"
    "ALTER TABLE attempt ADD COLUMN conditions TEXT;" FROM_3
    "PRAGMA user_version = 4;"
    "COMMIT;";

// what brings a file of each version up to date
// version 3 knew nothing of versions of tasks and of comments
static const char from_3[] = "BEGIN IMMEDIATE;" FROM_3 "PRAGMA user_version = 4; COMMIT;";

static const char *const updates[VERSION] = {schema, from_1, from_2, from_3};

// A file that can be opened may still be damaged or not take a byte more: every table is gone through
// once (without the recordings themselves, which would take long) and something is written.
static const char trial[] =
    "SELECT count(*) FROM trainee; SELECT count(*) FROM attempt; SELECT count(*) FROM metric;"
    "SELECT count(*) FROM chunk; SELECT count(*) FROM comment;"
    "BEGIN IMMEDIATE; PRAGMA user_version = 4; COMMIT;";

//---- opening -------------------------------------------------------------------------------------

bool sut_records_failed(sut_records *r, const char *what) {
    snprintf(r->message, sizeof r->message, "%.250s: %.250s", what, sqlite3_errmsg(r->db));
    r->gone = sqlite3_errcode(r->db) == SQLITE_CONSTRAINT;
    return false;
}

static bool run_sql(sut_records *r, const char *sql) {
    return sqlite3_exec(r->db, sql, NULL, NULL, NULL) == SQLITE_OK || sut_records_failed(r, "records");
}

static int version_of(sut_records *r) {
    sqlite3_stmt *s;
    int version = -1;
    if (sqlite3_prepare_v2(r->db, "PRAGMA user_version", -1, &s, NULL) == SQLITE_OK) {
        version = sqlite3_step(s) == SQLITE_ROW ? sqlite3_column_int(s, 0) : -1;
    }
    sqlite3_finalize(s);
    return version;
}

static bool prepare_file(sut_records *r, bool cleans) {
    // deleted pages are overwritten with zeros; readers and the writer do not block each other
    if (!run_sql(r, "PRAGMA busy_timeout = 2000; PRAGMA secure_delete = ON;"
                    "PRAGMA foreign_keys = ON; PRAGMA journal_mode = WAL;"
                    "PRAGMA synchronous = NORMAL;")) {
        return false;
    }
    int version = version_of(r);
    if (version < 0) {
        return sut_records_failed(r, "records");
    }
    if (version > VERSION) {
        snprintf(r->message, sizeof r->message,
                 "records: the file is of a newer version (%d); this one knows %d", version,
                 VERSION);
        return false;
    }
    if (version < VERSION && !run_sql(r, updates[version])) {
        sqlite3_exec(r->db, "ROLLBACK", NULL, NULL, NULL);
        return false;
    }
    if (cleans && !run_sql(r, trial)) {
        sqlite3_exec(r->db, "ROLLBACK", NULL, NULL, NULL);
        return false;
    }
    return !cleans || run_sql(r, "UPDATE attempt SET state = 'lost' WHERE state = 'running'");
}

sut_records *sut_records_open(const char *folder, bool cleans, sut_records_error *error) {
    sut_records *r = calloc(1, sizeof *r);
    if (r == NULL) {
        snprintf(error->text, sizeof error->text, "records: out of memory");
        return NULL;
    }
    char path[1024];
    snprintf(path, sizeof path, "%s/records.sqlite", folder);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX;
    bool good = sqlite3_open_v2(path, &r->db, flags, NULL) == SQLITE_OK ||
                sut_records_failed(r, path);
    if (good && prepare_file(r, cleans)) {
        return r;
    }
    snprintf(error->text, sizeof error->text, "%s", r->message);
    sut_records_close(r);
    return NULL;
}

void sut_records_close(sut_records *r) {
    if (r != NULL) {
        sqlite3_close(r->db);
        sut_bytes_free(&r->packed);
        free(r);
    }
}

const char *sut_records_message(const sut_records *r) {
    return r->message;
}

bool sut_records_gone(const sut_records *r) {
    return r->gone;
}

//---- statements ----------------------------------------------------------------------------------

sqlite3_stmt *sut_records_prepare(sut_records *r, const char *sql, const char *kinds, ...) {
    sqlite3_stmt *s = NULL;
    if (sqlite3_prepare_v2(r->db, sql, -1, &s, NULL) != SQLITE_OK) {
        sut_records_failed(r, "records");
        return NULL;
    }
    va_list args;
    va_start(args, kinds);
    for (int i = 0; kinds[i] != '\0'; i++) {
        switch (kinds[i]) {
        case 'i': sqlite3_bind_int64(s, i + 1, va_arg(args, int64_t)); break;
        case 'd': sqlite3_bind_double(s, i + 1, va_arg(args, double)); break;
        default: sqlite3_bind_text(s, i + 1, va_arg(args, const char *), -1, SQLITE_TRANSIENT);
        }
    }
    va_end(args);
    return s;
}

bool sut_records_done(sut_records *r, sqlite3_stmt *s) {
    bool good = s != NULL && sqlite3_step(s) == SQLITE_DONE;
    if (s != NULL && !good) {
        sut_records_failed(r, "records");
    }
    sqlite3_finalize(s);
    return good;
}

//---- writing -------------------------------------------------------------------------------------

bool sut_records_begin(sut_records *r, const sut_records_attempt *a) {
    if (!sut_records_done(r, sut_records_prepare(
                                 r, "INSERT INTO trainee(name) VALUES(?) ON CONFLICT DO NOTHING",
                                 "t", a->trainee))) {
        return false;
    }
    return sut_records_done(
        r, sut_records_prepare(
               r,
               "INSERT INTO attempt(id, trainee, task, title, material, scene, started, version)"
               " SELECT ?, id, ?, ?, ?, ?, ?, ? FROM trainee WHERE name = ?",
               "itttttit", a->id, a->task, a->title, a->material[0] != '\0' ? a->material : NULL,
               a->scene, a->started, (int64_t)(a->version > 0 ? a->version : 1), a->trainee));
}

bool sut_records_comment(sut_records *r, int64_t attempt, double t, const char *author,
                         const char *text) {
    return sut_records_done(
        r, sut_records_prepare(r,
                               "INSERT INTO comment(attempt, t, author, text) VALUES(?, ?, ?, ?)",
                               "idtt", attempt, t, author, text));
}

// Into r->packed; false: it would not be smaller, or there is no memory for it.
static bool pack(sut_records *r, const sut_bytes *bytes) {
    uLongf size = compressBound(bytes->size);
    sut_bytes_clear(&r->packed);
    if (!sut_bytes_reserve(&r->packed, size) ||
        compress(r->packed.data, &size, bytes->data, bytes->size) != Z_OK) {
        return false;
    }
    r->packed.size = size;
    return size < bytes->size;
}

bool sut_records_chunk(sut_records *r, int64_t attempt, int n, const sut_bytes *bytes) {
    bool packed = pack(r, bytes);
    const sut_bytes *kept = packed ? &r->packed : bytes;
    sqlite3_stmt *s = sut_records_prepare(
        r, "INSERT INTO chunk(attempt, n, unpacked, bytes) VALUES(?, ?, ?, ?)", "iii", attempt,
        (int64_t)n, packed ? (int64_t)bytes->size : (int64_t)0);
    if (s != NULL) {
        sqlite3_bind_blob64(s, 4, kept->data, kept->size, SQLITE_STATIC);
    }
    return sut_records_done(r, s);
}

static bool put_metric(sut_records *r, int64_t attempt, const json_t *m) {
    const json_t *value = json_object_get(m, "value");
    const char *id = json_string_value(json_object_get(m, "id"));
    const char *unit = json_string_value(json_object_get(m, "unit"));
    if (json_is_null(value)) {
        return true;
    }
    sqlite3_stmt *s = sut_records_prepare(
        r, "INSERT OR REPLACE INTO metric(attempt, id, unit, text) VALUES(?, ?, ?, ?)", "ittt",
        attempt, id, unit, json_string_value(value));
    if (json_is_number(value)) {
        sqlite3_finalize(s);
        s = sut_records_prepare(
            r, "INSERT OR REPLACE INTO metric(attempt, id, unit, value) VALUES(?, ?, ?, ?)", "ittd",
            attempt, id, unit, json_number_value(value));
    }
    return sut_records_done(r, s);
}

static bool put_metrics(sut_records *r, int64_t attempt, const json_t *metrics) {
    size_t i;
    const json_t *m;
    json_array_foreach(metrics, i, m) {
        if (!put_metric(r, attempt, m)) {
            return false;
        }
    }
    return true;
}

static bool commit(sut_records *r, bool good) {
    good = good && run_sql(r, "COMMIT");
    if (!good) {
        sqlite3_exec(r->db, "ROLLBACK", NULL, NULL, NULL);
    }
    return good;
}

bool sut_records_note(sut_records *r, int64_t attempt, double seconds, const json_t *conditions) {
    char *text = json_is_object(conditions) ? json_dumps(conditions, JSON_COMPACT) : NULL;
    bool good = sut_records_done(
        r, sut_records_prepare(r, "UPDATE attempt SET seconds = ?, conditions = ? WHERE id = ?",
                               "dti", seconds, text, attempt));
    free(text);
    return good;
}

bool sut_records_finish(sut_records *r, int64_t attempt, const sut_records_end *end) {
    if (!run_sql(r, "BEGIN IMMEDIATE")) {
        return false;
    }
    return commit(
        r, put_metrics(r, attempt, end->metrics) &&
               sut_records_note(r, attempt, end->seconds, end->conditions) &&
               sut_records_done(
                   r, sut_records_prepare(
                          r, "UPDATE attempt SET state = ?, success = ? WHERE id = ?", "tii",
                          end->state, (int64_t)end->success, attempt)));
}

bool sut_records_add(sut_records *r, int64_t attempt, const json_t *metrics) {
    return run_sql(r, "BEGIN IMMEDIATE") && commit(r, put_metrics(r, attempt, metrics));
}

//---- deleting ------------------------------------------------------------------------------------

// what was deleted must not live on in the log
static int erased(sut_records *r, sqlite3_stmt *s) {
    if (!sut_records_done(r, s)) {
        return -1;
    }
    int count = sqlite3_changes(r->db);
    if (count > 0) {
        sqlite3_wal_checkpoint_v2(r->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    }
    return count;
}

int sut_records_delete(sut_records *r, int64_t attempt) {
    return erased(r, sut_records_prepare(r, "DELETE FROM attempt WHERE id = ?", "i", attempt));
}

int sut_records_delete_trainee(sut_records *r, const char *name) {
    int count = erased(
        r, sut_records_prepare(
               r, "DELETE FROM attempt WHERE trainee IN (SELECT id FROM trainee WHERE name = ?)",
               "t", name));
    if (count < 0 ||
        erased(r, sut_records_prepare(r, "DELETE FROM trainee WHERE name = ?", "t", name)) < 0) {
        return -1;
    }
    return count;
}
