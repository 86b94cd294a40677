// SPDX-License-Identifier: MIT
#include "cli/sweep_table.h"

#include <stdbool.h>
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

// runs of one line differ in the parameter `across` alone
static bool same_line(const sut_sweep_plan *p, int a, int b) {
    for (int i = 0; i < p->table.row_count; i++) {
        int k = p->table.rows[i];
        if (sut_sweep_plan_choice(p, a, k) != sut_sweep_plan_choice(p, b, k)) {
            return false;
        }
    }
    return true;
}

static void print_line(const sut_sweep_plan *p, const sut_sweep_row *rows, int first, FILE *out) {
    const sut_sweep_table *t = &p->table;
    fputc('|', out);
    for (int i = 0; i < t->row_count; i++) {
        fprintf(out, " %s |", label(p, first, t->rows[i]));
    }
    for (int run = first; run < p->runs; run++) {
        if (same_line(p, first, run)) {
            const char *text = rows[run].cells != NULL ? rows[run].cells[t->value] : "";
            fprintf(out, " %s |", text[0] != '\0' ? text : "-");
        }
    }
    fputc('\n', out);
}

void sut_sweep_table_print(const sut_sweep_plan *p, const sut_sweep_row *rows, FILE *out) {
    const sut_sweep_table *t = &p->table;
    const sut_sweep_parameter *across = &p->parameters[t->across];
    fprintf(out, "%s by %s\n\n|", p->columns[t->value].name, across->name);
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
        // every line begins at the run with the first choice across
        if (sut_sweep_plan_choice(p, run, t->across) == 0) {
            print_line(p, rows, run, out);
        }
    }
}
