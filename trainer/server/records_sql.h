// SPDX-License-Identifier: MIT
// records_sql.h -- statements with values bound by kind; inside the records only.
#ifndef SUT_TRAINER_RECORDS_SQL_H
#define SUT_TRAINER_RECORDS_SQL_H

#include "trainer/server/records.h"

#include <sqlite3.h>
#include <stdarg.h>

struct sut_records {
    sqlite3 *db;
    char message[512];
    bool gone;
    sut_bytes packed; // a chunk, compressed; its memory is kept from one to the next
};

bool sut_records_failed(sut_records *r, const char *what); // keeps the message, returns false
// `kinds`: one letter per value: i int64_t, d double, t text (null is NULL). Null: failed.
sqlite3_stmt *sut_records_prepare(sut_records *r, const char *sql, const char *kinds, ...);
bool sut_records_done(sut_records *r, sqlite3_stmt *s); // runs it to its end and frees it

#endif
