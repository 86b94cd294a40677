// SPDX-License-Identifier: MIT
// sweep_plan.h -- what a sweep file asks for: a scene, parameters, figures of the report.
//
// Every run takes one choice of each parameter; the first parameter changes slowest. A choice is a
// list of settings, each as `sutura run --set PATH=VALUE` takes it.
#ifndef SUT_CLI_SWEEP_PLAN_H
#define SUT_CLI_SWEEP_PLAN_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum { SUT_SWEEP_MOST_RUNS = 1000000 };

typedef struct sut_sweep_choice {
    char *label;     // in the table
    char **settings; // [count] "PATH=VALUE"
    int count;
} sut_sweep_choice;

typedef struct sut_sweep_parameter {
    const char *name;
    sut_sweep_choice *choices; // [count]
    int count;
} sut_sweep_parameter;

// One figure of the report, by its path: "threads[0].stretch_max".
typedef struct sut_sweep_column {
    const char *name, *path;
} sut_sweep_column;

// A table for people: one line per combination of `rows`, one column per choice of `across`. Runs
// that differ in `median_over` alone share a place, which shows their median.
typedef struct sut_sweep_table {
    bool wanted;
    int *rows; // [row_count] parameters
    int row_count;
    int across;      // a parameter
    int median_over; // a parameter; -1: none
    int value;       // a column
} sut_sweep_table;

typedef struct sut_sweep_plan {
    json_t *root;      // owns the texts
    char *scene;       // path of the scene file
    char *tensiometer; // as --tensiometer; null: none. Runs end when it has seen the failure
    double limit;      // s of the clock for one run; 0: none
    sut_sweep_parameter *parameters;
    int parameter_count;
    sut_sweep_column *columns;
    int column_count;
    sut_sweep_table table;
    int runs; // product of the counts
} sut_sweep_plan;

// Null on success, else one line "FILE: what is wrong; what would be right", valid until the next
// call. The plan is freed in both cases.
const char *sut_sweep_plan_read(sut_sweep_plan *p, const char *file);
void sut_sweep_plan_free(sut_sweep_plan *p);

// Which choice of parameter k the run takes.
int sut_sweep_plan_choice(const sut_sweep_plan *p, int run, int k);

// The figure of a report at `path`; null: no such key. What lies below a JSON null is that null.
const json_t *sut_sweep_find(const json_t *report, const char *path);

#endif
