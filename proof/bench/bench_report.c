// SPDX-License-Identifier: MIT
// The log for people and for programs.
#include "bench_log.h"
#include "sutura/sutura.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

//---- the machine ---------------------------------------------------------------------------------
// "model name : AMD EPYC" of the first processor; "" where the system does not say.
static void processor_name(char *name, size_t size) {
    name[0] = '\0';
    FILE *f = fopen("/proc/cpuinfo", "r");
    if (f == NULL) {
        return;
    }
    char line[256];
    while (name[0] == '\0' && fgets(line, sizeof line, f) != NULL) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && colon != NULL) {
            line[strcspn(line, "\n")] = '\0';
            snprintf(name, size, "%s", colon + 1 + strspn(colon + 1, " "));
        }
    }
    fclose(f);
}

static void print_machine(FILE *out) {
    char name[128];
    processor_name(name, sizeof name);
    sut_version_info v = sut_version();
    fprintf(out, "%s; sutura %d.%d.%d, %s\n", name[0] != '\0' ? name : "unknown processor", v.major,
            v.minor, v.patch, v.build);
}

//---- a table for people --------------------------------------------------------------------------
// Four significant digits without an exponent where that reads well.
static const char *number(char *buffer, size_t size, double value) {
    double a = fabs(value);
    if (isnan(value)) {
        snprintf(buffer, size, "-");
    } else if (a != 0.0 && (a < 1e-3 || a >= 1e7)) {
        snprintf(buffer, size, "%.2e", value);
    } else {
        int decimals = a >= 1000.0 ? 0 : a >= 100.0 ? 1 : a >= 10.0 ? 2 : 3;
        snprintf(buffer, size, "%.*f", decimals, value);
    }
    return buffer;
}

static const char *title_of(const char *bench) {
    const sut_bench *b = sut_bench_find(bench);
    return b != NULL ? b->title : "";
}

static void print_heading(const char *bench, FILE *out) {
    fprintf(out, "\n%s: %s\n", bench, title_of(bench));
    fprintf(out, "  %-22s %7s %10s %10s %10s %10s %8s  %s\n", "case", "n", "ours us", "min",
            "peer us", "min", "ratio", "peer");
}

// Append "key value unit" items to lines of at most 98 columns.
typedef struct line_writer {
    FILE *out;
    int column; // 0: nothing on this line yet
} line_writer;

static void put_item(line_writer *w, const char *item) {
    enum { INDENT = 6, WIDTH = 98 };
    int length = (int)strlen(item);
    if (w->column > 0 && w->column + 2 + length > WIDTH) {
        fputc('\n', w->out);
        w->column = 0;
    }
    if (w->column == 0) {
        fprintf(w->out, "%*s%s", INDENT, "", item);
        w->column = INDENT + length;
    } else {
        fprintf(w->out, "  %s", item);
        w->column += 2 + length;
    }
}

static void print_row(const sut_bench_row *r, FILE *out) {
    char b[5][32];
    fprintf(out, "  %-22s %7d %10s %10s %10s %10s %8s  %s\n", r->name, r->n,
            number(b[0], sizeof b[0], r->ours_us), number(b[1], sizeof b[1], r->ours_min_us),
            number(b[2], sizeof b[2], r->peer_us), number(b[3], sizeof b[3], r->peer_min_us),
            number(b[4], sizeof b[4], r->ratio), r->peer[0] != '\0' ? r->peer : "-");

    // figures, then what is asked of them
    line_writer w = {.out = out};
    char item[160];
    for (int i = 0; i < r->figure_count; i++) {
        const sut_bench_figure *f = &r->figures[i];
        snprintf(item, sizeof item, "%s %s%s%s", f->key, number(b[0], sizeof b[0], f->value),
                 f->unit[0] != '\0' ? " " : "", f->unit);
        put_item(&w, item);
    }
    for (int i = 0; i < r->bar_count; i++) {
        const sut_bench_bar *bar = &r->bars[i];
        snprintf(item, sizeof item, "[%s %s %s: %s]", bar->key,
                 bar->at_least ? ">=" : "<=", number(b[0], sizeof b[0], bar->limit),
                 bar->met ? "met" : "NOT MET");
        put_item(&w, item);
    }
    if (w.column > 0) {
        fputc('\n', out);
    }
    if (r->failed) {
        fprintf(out, "      not measured: %s\n", r->note);
    }
}

// A note that several rows share is printed once, below the table.
static void print_notes(const sut_bench_log *log, int from, int to, FILE *out) {
    for (int i = from; i < to; i++) {
        const sut_bench_row *r = sut_bench_row_at(log, i);
        bool said = r->note[0] == '\0' || r->failed;
        for (int k = from; k < i && !said; k++) {
            said = strcmp(sut_bench_row_at(log, k)->note, r->note) == 0;
        }
        if (!said) {
            fprintf(out, "  note (%s): %s\n", r->name, r->note);
        }
    }
}

void sut_bench_print(const sut_bench_log *log, FILE *out) {
    int n = sut_bench_row_count(log);
    int bars = 0;
    int from = 0;
    print_machine(out);
    while (from < n) {
        const char *bench = sut_bench_row_at(log, from)->bench;
        int to = from;
        print_heading(bench, out);
        while (to < n && strcmp(sut_bench_row_at(log, to)->bench, bench) == 0) {
            const sut_bench_row *r = sut_bench_row_at(log, to);
            print_row(r, out);
            bars += r->bar_count;
            to++;
        }
        print_notes(log, from, to, out);
        from = to;
    }
    fprintf(out, "\n%d of %d bars met", bars - sut_bench_missed(log), bars);
    if (sut_bench_failed(log) > 0) {
        fprintf(out, ", %d rows not measured", sut_bench_failed(log));
    }
    fprintf(out, "\n");
}

//---- JSON ----------------------------------------------------------------------------------------
// The main case of a benchmark carries its name alone ("solver"), the others a path
// ("solver/scalar").
static void full_name(const sut_bench_row *r, char *buffer, size_t size) {
    if (strcmp(r->bench, r->name) == 0) {
        snprintf(buffer, size, "%s", r->bench);
    } else {
        snprintf(buffer, size, "%s/%s", r->bench, r->name);
    }
}

// JSON has no NaN; what is not known is null.
static json_t *real_or_null(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *bars_json(const sut_bench_row *r) {
    json_t *list = json_array();
    for (int i = 0; i < r->bar_count; i++) {
        const sut_bench_bar *bar = &r->bars[i];
        json_t *o = json_object();
        json_object_set_new(o, "key", json_string(bar->key));
        json_object_set_new(o, bar->at_least ? "at_least" : "at_most", json_real(bar->limit));
        json_object_set_new(o, "met", json_boolean(bar->met));
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *row_json(const sut_bench_row *r) {
    char name[2 * SUT_BENCH_KEY];
    full_name(r, name, sizeof name);
    json_t *o = json_object();
    json_object_set_new(o, "name", json_string(name));
    json_object_set_new(o, "n", json_integer(r->n));
    json_object_set_new(o, "ours_us", real_or_null(r->ours_us));
    json_object_set_new(o, "ours_min_us", real_or_null(r->ours_min_us));
    json_object_set_new(o, "peer", r->peer[0] != '\0' ? json_string(r->peer) : json_null());
    json_object_set_new(o, "peer_us", real_or_null(r->peer_us));
    json_object_set_new(o, "peer_min_us", real_or_null(r->peer_min_us));
    json_object_set_new(o, "ratio", real_or_null(r->ratio));
    for (int i = 0; i < r->figure_count; i++) {
        json_object_set_new(o, r->figures[i].key, real_or_null(r->figures[i].value));
    }
    if (r->bar_count > 0) {
        json_object_set_new(o, "bars", bars_json(r));
    }
    if (r->note[0] != '\0') {
        json_object_set_new(o, r->failed ? "failed" : "note", json_string(r->note));
    }
    return o;
}

char *sut_bench_json(const sut_bench_log *log) {
    json_t *list = json_array();
    for (int i = 0; i < sut_bench_row_count(log); i++) {
        json_array_append_new(list, row_json(sut_bench_row_at(log, i)));
    }
    char *text = json_dumps(list, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    json_decref(list);
    return text;
}
