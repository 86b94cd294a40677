// SPDX-License-Identifier: MIT
// sweep_table.h -- the results of a sweep: as CSV for programs, as a table for people.
#ifndef SUT_CLI_SWEEP_TABLE_H
#define SUT_CLI_SWEEP_TABLE_H

#include "commands/sweep_plan.h"

#include <stdbool.h>
#include <stdio.h>

// Cells of one run, [column_count] owned texts; null cells: the run is not done.
typedef struct sut_sweep_row {
    char **cells;
    int exit;
} sut_sweep_row;

void sut_sweep_csv_header(const sut_sweep_plan *p, FILE *out);
void sut_sweep_csv_row(const sut_sweep_plan *p, int run, const sut_sweep_row *row, FILE *out);
// Markdown; `rows` has one entry per run. False: no memory.
bool sut_sweep_table_print(const sut_sweep_plan *p, const sut_sweep_row *rows, FILE *out);

#endif
