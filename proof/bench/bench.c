// SPDX-License-Identifier: MIT
// The registry of benchmarks and the log that they write.
#include "bench.h"

#include "bench_all.h"
#include "bench_log.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const sut_bench sut_benches[] = {
    {"solver", "factor and solve of a thread's system, against LAPACK dpbsv", sut_bench_run_solver},
    {"step", "the whole contact-free step, against LAPACK dpbsv alone", sut_bench_run_step},
    {"scaling", "cost per vertex of the whole step from 300 to 30 000 vertices",
     sut_bench_run_scaling},
    {"islands", "two knots in one world: what a second worker gives", sut_bench_run_islands},
    {"restore", "back to an image, beside the step that is taken back", sut_bench_run_restore},
    {"rope", "a released thread beside ropes in Bullet: speed, stretch, shape", sut_bench_run_rope},
    {"stiff", "stiff threads pulled and swinging: how much faster than real time",
     sut_bench_run_stiff},
    {"knot", "surgical knots in nylon being pulled tight: the whole step, its tail, its stages",
     sut_bench_run_knot},
    {"scenes", "hands and forceps tie knots: every step of whole scenes, with and without a budget",
     sut_bench_run_scenes},
    {"tail", "hard steps of those scenes, kept and replayed one by one: the same for every engine",
     sut_bench_run_tail},
    {"contact", "the contact problem of knots: error left after equal time, against PGS and NNCG",
     sut_bench_run_contact},
    {"overhand", "an overhand knot pulled tight beside a chain of capsules in Bullet",
     sut_bench_run_overhand},
    {"variational", "the inextensible model: contraction, Newton, the implicit model, a plectoneme",
     sut_bench_run_variational},
    {"springs", "threads of springs and dampers beside the published table of them",
     sut_bench_run_springs},
    {"models", "the same four scenes with all thread models: stretch, energy, tension, step, time",
     sut_bench_run_models},
    {"published", "a table of the 2011 paper beside what this machine does",
     sut_bench_run_published},
    {"figures", "curves of the documents: errors by iterations, times by contacts, frames of tests",
     sut_bench_run_figures},
    {"tissue", "vessels, pads and tubes alone: steps, growth, factor and solve against CHOLMOD",
     sut_bench_run_tissue},
    {"torture", "random scenes made to break the engine: nothing may pass through anything",
     sut_bench_run_torture},
};
const int sut_bench_count = (int)(sizeof sut_benches / sizeof sut_benches[0]);

const sut_bench *sut_bench_find(const char *name) {
    for (int i = 0; i < sut_bench_count; i++) {
        if (strcmp(sut_benches[i].name, name) == 0) {
            return &sut_benches[i];
        }
    }
    return NULL;
}

sut_bench_options sut_bench_default_options(void) {
    return (sut_bench_options){.repeat = 1.0};
}

//---- the log -------------------------------------------------------------------------------------
// Rows are allocated one by one, so that a row handed out stays where it is.
struct sut_bench_log {
    sut_bench_row **rows;
    int count, capacity;
    sut_bench_row spare; // takes what no memory was left for
    bool incomplete;
};

sut_bench_log *sut_bench_log_create(void) {
    return calloc(1, sizeof(sut_bench_log));
}

void sut_bench_log_free(sut_bench_log *log) {
    if (log == NULL) {
        return;
    }
    for (int i = 0; i < log->count; i++) {
        free(log->rows[i]);
    }
    free(log->rows);
    free(log);
}

// Room for one more row, false without memory.
static bool grow(sut_bench_log *log) {
    if (log->count < log->capacity) {
        return true;
    }
    int capacity = log->capacity > 0 ? 2 * log->capacity : 64;
    sut_bench_row **rows = realloc(log->rows, (size_t)capacity * sizeof(sut_bench_row *));
    if (rows == NULL) {
        return false;
    }
    log->rows = rows;
    log->capacity = capacity;
    return true;
}

// Copy as much as fits; what is cut off is text for people only.
static void set_text(char *to, size_t size, const char *from) {
    size_t n = strlen(from);
    n = n < size ? n : size - 1;
    memcpy(to, from, n);
    to[n] = '\0';
}

sut_bench_row *sut_bench_add(sut_bench_log *log, const char *bench, const char *name, int n) {
    sut_bench_row *row = grow(log) ? calloc(1, sizeof *row) : NULL;
    if (row == NULL) {
        log->incomplete = true;
        memset(&log->spare, 0, sizeof log->spare);
        row = &log->spare;
    } else {
        log->rows[log->count++] = row;
    }
    set_text(row->bench, sizeof row->bench, bench);
    set_text(row->name, sizeof row->name, name);
    row->n = n;
    row->ours_us = row->ours_min_us = (double)NAN;
    row->peer_us = row->peer_min_us = row->ratio = (double)NAN;
    return row;
}

int sut_bench_row_count(const sut_bench_log *log) {
    return log->count;
}

const sut_bench_row *sut_bench_row_at(const sut_bench_log *log, int i) {
    return log->rows[i];
}

//---- filling a row -------------------------------------------------------------------------------
void sut_bench_set_ours(sut_bench_row *row, const sut_bench_times *ours) {
    row->ours_us = ours->median_us;
    row->ours_min_us = ours->min_us;
}

void sut_bench_set_pair(sut_bench_row *row, const sut_bench_pair_times *pair, const char *peer) {
    sut_bench_set_ours(row, &pair->ours);
    set_text(row->peer, sizeof row->peer, peer);
    row->peer_us = pair->peer.median_us;
    row->peer_min_us = pair->peer.min_us;
    row->ratio = pair->ratio;
    sut_bench_figure_add(row, "ratio_min", pair->ratio_min, "");
}

void sut_bench_figure_add(sut_bench_row *row, const char *key, double value, const char *unit) {
    if (row->figure_count >= SUT_BENCH_FIGURES) {
        return;
    }
    sut_bench_figure *f = &row->figures[row->figure_count++];
    set_text(f->key, sizeof f->key, key);
    set_text(f->unit, sizeof f->unit, unit);
    f->value = value;
}

double sut_bench_value(const sut_bench_row *row, const char *key) {
    if (strcmp(key, "ratio") == 0) {
        return row->ratio;
    }
    if (strcmp(key, "ours_us") == 0) {
        return row->ours_us;
    }
    for (int i = 0; i < row->figure_count; i++) {
        if (strcmp(row->figures[i].key, key) == 0) {
            return row->figures[i].value;
        }
    }
    return (double)NAN;
}

static void add_bar(sut_bench_row *row, const char *key, bool at_least, double limit) {
    if (row->bar_count >= SUT_BENCH_BARS) {
        return;
    }
    sut_bench_bar *bar = &row->bars[row->bar_count++];
    set_text(bar->key, sizeof bar->key, key);
    bar->at_least = at_least;
    bar->limit = limit;

    // comparisons with NaN are false, so an unknown value misses
    double value = sut_bench_value(row, key);
    bar->met = at_least ? value >= limit : value <= limit;
}

void sut_bench_at_least(sut_bench_row *row, const char *key, double limit) {
    add_bar(row, key, true, limit);
}

void sut_bench_at_most(sut_bench_row *row, const char *key, double limit) {
    add_bar(row, key, false, limit);
}

void sut_bench_note(sut_bench_row *row, const char *text) {
    set_text(row->note, sizeof row->note, text);
}

void sut_bench_fail(sut_bench_row *row, const char *why) {
    row->failed = true;
    sut_bench_note(row, why);
}

//---- verdict and progress ------------------------------------------------------------------------
int sut_bench_missed(const sut_bench_log *log) {
    int missed = 0;
    for (int i = 0; i < log->count; i++) {
        for (int k = 0; k < log->rows[i]->bar_count; k++) {
            missed += log->rows[i]->bars[k].met ? 0 : 1;
        }
    }
    return missed;
}

int sut_bench_failed(const sut_bench_log *log) {
    int failed = log->incomplete ? 1 : 0;
    for (int i = 0; i < log->count; i++) {
        failed += log->rows[i]->failed ? 1 : 0;
    }
    return failed;
}

void sut_bench_progress(const sut_bench_options *opt, const char *bench, const char *name, int n) {
    if (opt->progress == NULL) {
        return;
    }
    char text[128];
    snprintf(text, sizeof text, "%s: %s, %d vertices", bench, name, n);
    opt->progress(opt->progress_ctx, text);
}
