// SPDX-License-Identifier: MIT
#include "output/knot_watch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// s of the scene from look to look, at least: a name takes milliseconds
#define PERIOD 0.25

// The knot that a thread is part of.
static const sut_knot_label *label_of(const sut_knots *k, int thread) {
    return k->joined ? &k->bend : &k->threads[thread];
}

static bool is_named(const char *name) {
    return name[0] != '\0' && strcmp(name, "unknown") != 0;
}

bool sut_knot_watch_start(sut_knot_watch *w, const sut_source *src, double dt, long long every) {
    *w = (sut_knot_watch){.thread_count = src->thread_count};
    sut_knots knots;
    w->names = calloc((size_t)src->thread_count + 1, sizeof *w->names);
    if (w->names == NULL || !sut_knots_name(&knots, src, SUT_KNOT_LIVE)) {
        sut_knot_watch_free(w);
        return false;
    }
    for (int i = 0; i < w->thread_count; i++) {
        memcpy(w->names[i], label_of(&knots, i)->name, sizeof w->names[i]);
    }
    sut_knots_free(&knots);
    double outputs = ceil(PERIOD / (dt * (double)every));
    w->period = every * (outputs < 1e9 ? (long long)outputs : 1000000000);
    return true;
}

void sut_knot_watch_free(sut_knot_watch *w) {
    free(w->names);
    *w = (sut_knot_watch){0};
}

bool sut_knot_watch_is_due(const sut_knot_watch *w, long long steps) {
    return w->thread_count > 0 && steps % w->period == 0;
}

void sut_knot_watch_look(sut_knot_watch *w, const sut_source *src, sut_event_counts *counts,
                         sut_event_csv *csv) {
    sut_knots knots;
    if (w->thread_count == 0 || !sut_knots_name(&knots, src, SUT_KNOT_LIVE)) {
        return;
    }
    for (int i = 0; i < w->thread_count; i++) {
        const sut_knot_label *now = label_of(&knots, i);
        if (!is_named(now->name)) {
            continue;
        }
        if (is_named(w->names[i]) && strcmp(now->name, w->names[i]) != 0) {
            counts->knots++;
            sut_event_csv_knot(csv, src, i, now->throws.count);
        }
        memcpy(w->names[i], now->name, sizeof w->names[i]);
    }
    sut_knots_free(&knots);
}
