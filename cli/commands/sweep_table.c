// SPDX-License-Identifier: MIT
#include "commands/sweep_table.h"

#include <stdlib.h>
#include <string.h>

//---- CSV -----------------------------------------------------------------------------------------

static void put_cell(const char *text, bool first, FILE *out) {
    if (!first) {
        fputc(',', out);
    }
    if (strpbrk(text, ",\"\r\n") == NULL) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"') {
            fputc('"', out);
        }
        fputc(*text, out);
    }
    fputc('"', out);
}

static const char *label(const sut_sweep_plan *p, int run, int parameter) {
    return p->parameters[parameter].choices[sut_sweep_plan_choice(p, run, parameter)].label;
}

void sut_sweep_csv_header(const sut_sweep_plan *p, FILE *out) {
    for (int i = 0; i < p->parameter_count; i++) {
        put_cell(p->parameters[i].name, i == 0, out);
    }
    for (int i = 0; i < p->column_count; i++) {
        put_cell(p->columns[i].name, false, out);
    }
    fputs(",exit\n", out);
}

void sut_sweep_csv_row(const sut_sweep_plan *p, int run, const sut_sweep_row *row, FILE *out) {
    for (int i = 0; i < p->parameter_count; i++) {
        put_cell(label(p, run, i), i == 0, out);
    }
    for (int i = 0; i < p->column_count; i++) {
        put_cell(row->cells[i], false, out);
    }
    fprintf(out, ",%d\n", row->exit);
}

//---- table ---------------------------------------------------------------------------------------

static bool same_line(const sut_sweep_plan *p, int a, int b) {
    for (int i = 0; i < p->table.row_count; i++) {
        int k = p->table.rows[i];
        if (sut_sweep_plan_choice(p, a, k) != sut_sweep_plan_choice(p, b, k)) {
            return false;
        }
    }
    return true;
}

// of the run's figure; empty: the run is not done, or its report has none
static const char *text_of(const sut_sweep_plan *p, const sut_sweep_row *rows, int run) {
    return rows[run].cells != NULL ? rows[run].cells[p->table.value] : "";
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_median(double *value, int count, FILE *out) {
    if (count == 0) {
        fputs(" - |", out);
        return;
    }
    qsort(value, (size_t)count, sizeof *value, by_size);
    double median = 0.5 * (value[(count - 1) / 2] + value[count / 2]);
    fprintf(out, " %.12g", median);
    if (value[0] < value[count - 1]) {
        fprintf(out, " (%.12g to %.12g)", value[0], value[count - 1]);
    }
    fputs(" |", out);
}

// `value` has room for one number per choice of the repeated parameter
static void print_place(const sut_sweep_plan *p, const sut_sweep_row *rows, int first, int column,
                        double *value, FILE *out) {
    int count = 0;
    for (int run = first; run < p->runs; run++) {
        if (!same_line(p, first, run) || sut_sweep_plan_choice(p, run, p->table.across) != column) {
            continue;
        }
        const char *text = text_of(p, rows, run);
        if (value == NULL) {
            fprintf(out, " %s |", text[0] != '\0' ? text : "-");
            return;
        }
        char *end = NULL;
        double number = strtod(text, &end);
        if (end != text && *end == '\0') {
            value[count++] = number;
        }
    }
    print_median(value, count, out);
}

// a line begins at the first of its runs
static bool begins_line(const sut_sweep_plan *p, int run) {
    const sut_sweep_table *t = &p->table;
    bool first = t->median_over < 0 || sut_sweep_plan_choice(p, run, t->median_over) == 0;
    return first && sut_sweep_plan_choice(p, run, t->across) == 0;
}

static void print_line(const sut_sweep_plan *p, const sut_sweep_row *rows, int first, double *value,
                       FILE *out) {
    const sut_sweep_table *t = &p->table;
    fputc('|', out);
    for (int i = 0; i < t->row_count; i++) {
        fprintf(out, " %s |", label(p, first, t->rows[i]));
    }
    for (int k = 0; k < p->parameters[t->across].count; k++) {
        print_place(p, rows, first, k, value, out);
    }
    fputc('\n', out);
}

static void print_title(const sut_sweep_plan *p, FILE *out) {
    const sut_sweep_table *t = &p->table;
    fprintf(out, "%s by %s", p->columns[t->value].name, p->parameters[t->across].name);
    if (t->median_over >= 0) {
        fprintf(out, ", median (least to most) over %s", p->parameters[t->median_over].name);
    }
    fputs("\n\n|", out);
}

bool sut_sweep_table_print(const sut_sweep_plan *p, const sut_sweep_row *rows, FILE *out) {
    const sut_sweep_table *t = &p->table;
    const sut_sweep_parameter *across = &p->parameters[t->across];
    double *value = NULL;
    if (t->median_over >= 0) {
        value = malloc((size_t)p->parameters[t->median_over].count * sizeof *value);
        if (value == NULL) {
            return false;
        }
    }
    print_title(p, out);
    for (int i = 0; i < t->row_count; i++) {
        fprintf(out, " %s |", p->parameters[t->rows[i]].name);
    }
    for (int i = 0; i < across->count; i++) {
        fprintf(out, " %s |", across->choices[i].label);
    }
    fputs("\n|", out);
    for (int i = 0; i < t->row_count + across->count; i++) {
        fputs("---|", out);
    }
    fputc('\n', out);
    for (int run = 0; run < p->runs; run++) {
        if (begins_line(p, run)) {
            print_line(p, rows, run, value, out);
        }
    }
    free(value);
    return true;
}
