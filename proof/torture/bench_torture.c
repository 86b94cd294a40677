// SPDX-License-Identifier: MIT
// Random scenes made to break the engine: nothing may pass through anything, every step must find a
// state. With --repeat 1000 it takes more than twenty million steps.
//
// Of the environment it looks at:
//   SUT_TORTURE_SEED=N      the first seed, instead of 1
//   SUT_TORTURE_FAMILY=NAME scenes of this kind only
//   SUT_TORTURE_MODEL=NAME  threads of this model: implicit, variational, springs-1 to springs-5;
//                           variational-global: with its contacts solved globally
//   SUT_TORTURE_SCENES=N    so many scenes, instead of 14 of each kind times --repeat
//   SUT_TORTURE_FILE=FILE   sums are kept there while it runs, and it goes on from them
//   SUT_TORTURE_SECONDS=N   stop after this time, with the rows as they are then
// A scene is named by its kind and its seed: the first two together show one of them again.
#include "bench_all.h"
#include "bench_log.h"
#include "torture_tally.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char BENCH[] = "torture";

enum { SCENES = 14 };      // of each family
enum { SAVED_EVERY = 10 }; // scenes

typedef struct orders {
    uint64_t first;
    int64_t scenes;
    int family;       // -1: all
    int model;        // -1: there is none of that name
    bool global;      // contacts of variational threads
    const char *file; // null: none
    double seconds;   // infinite: no limit
} orders;

static const char *kinds_of_scenes(void) {
    static char text[160];
    int n = snprintf(text, sizeof text, "SUT_TORTURE_FAMILY names no kind of scene; these are:");
    for (int i = 0; i < SUT_TORTURE_FAMILIES && n < (int)sizeof text; i++) {
        n += snprintf(text + n, sizeof text - (size_t)n, " %s", sut_torture_names[i]);
    }
    return text;
}

static int model_named(const char *name) {
    static const struct {
        const char *name;
        sut_model model;
    } models[] = {
        {"implicit", SUT_MODEL_IMPLICIT},   {"variational", SUT_MODEL_VARIATIONAL},
        {"springs-1", SUT_MODEL_SPRINGS_1}, {"springs-2", SUT_MODEL_SPRINGS_2},
        {"springs-3", SUT_MODEL_SPRINGS_3}, {"springs-4", SUT_MODEL_SPRINGS_4},
        {"springs-5", SUT_MODEL_SPRINGS_5}, {"variational-global", SUT_MODEL_VARIATIONAL},
    };
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
        if (strcmp(name, models[i].name) == 0) {
            return (int)models[i].model;
        }
    }
    return -1;
}

// False: the environment asks for what there is not.
static bool read_orders(orders *o, const sut_bench_options *opt, const char **why) {
    const char *seed = getenv("SUT_TORTURE_SEED");
    const char *family = getenv("SUT_TORTURE_FAMILY");
    const char *seconds = getenv("SUT_TORTURE_SECONDS");
    const char *model = getenv("SUT_TORTURE_MODEL");
    *o = (orders){.first = seed != NULL ? strtoull(seed, NULL, 10) : 1,
                  .family = family != NULL ? sut_torture_find_family(family) : -1,
                  .model = model_named(model != NULL ? model : "implicit"),
                  .global = model != NULL && strcmp(model, "variational-global") == 0,
                  .file = getenv("SUT_TORTURE_FILE"),
                  .seconds = seconds != NULL ? strtod(seconds, NULL) : (double)INFINITY};
    o->first = o->first > 0 ? o->first : 1;
    int families = o->family < 0 ? SUT_TORTURE_USUAL : 1;
    o->scenes = (int64_t)fmax(1.0, round(SCENES * opt->repeat)) * families;
    const char *scenes = getenv("SUT_TORTURE_SCENES");
    o->scenes = scenes != NULL ? (int64_t)strtoll(scenes, NULL, 10) : o->scenes;
    *why = family != NULL && o->family < 0 ? kinds_of_scenes()
           : o->model < 0        ? "SUT_TORTURE_MODEL is no model: implicit, variational, "
                                   "variational-global, springs-1 to springs-5"
           : o->scenes < 1       ? "SUT_TORTURE_SCENES is no number of scenes: 1 or more"
           : !(o->seconds > 0.0) ? "SUT_TORTURE_SECONDS is no time: above 0"
                                 : NULL;
    return *why == NULL;
}

static void show(const sut_bench_options *opt, const sut_torture_tally *t, int64_t left) {
    if (opt->progress != NULL) {
        sut_torture_counts all = sut_torture_tally_total(t);
        char text[200];
        snprintf(text, sizeof text,
                 "%s: seed %llu, %lld scenes left, %lld steps, %lld passages, %lld diverged, %d "
                 "scenes with faults",
                 BENCH, (unsigned long long)t->next, (long long)left, (long long)all.steps,
                 (long long)all.topology_changes, (long long)all.diverged_steps, t->find_count);
        opt->progress(opt->progress_ctx, text);
    }
}

static void add_counts(sut_bench_row *row, const sut_torture_counts *c) {
    sut_bench_figure_add(row, "scenes", (double)c->scenes, "");
    sut_bench_figure_add(row, "refused", (double)c->refused, "");
    sut_bench_figure_add(row, "steps", (double)c->steps, "");
    sut_bench_figure_add(row, "parts", (double)c->parts, "");
    sut_bench_figure_add(row, "topology_changes", (double)c->topology_changes, "");
    sut_bench_figure_add(row, "diverged_steps", (double)c->diverged_steps, "");
    sut_bench_figure_add(row, "non_finite", (double)c->non_finite, "");
    sut_bench_figure_add(row, "nearest", c->nearest, "touching distances");
    sut_bench_figure_add(row, "guard_hits", (double)c->guard_hits, "");
    sut_bench_figure_add(row, "guard_shortened", (double)c->guard_shortened, "parts");
    sut_bench_figure_add(row, "frozen_steps", (double)c->frozen_steps, "");
    sut_bench_figure_add(row, "grasps", (double)c->grasps, "");
    sut_bench_figure_add(row, "slid", (double)c->slid, "holes");
    sut_bench_figure_add(row, "pierced", (double)c->pierced, "holes");
    sut_bench_figure_add(row, "tears", (double)c->tears, "");
    sut_bench_figure_add(row, "lag_max_mm", 1e3 * c->lag_max, "mm");
    sut_bench_figure_add(row, "speed_max", c->speed_max, "m/s");
    sut_bench_figure_add(row, "tool_share", c->tool_share, "of its limit");
    sut_bench_figure_add(row, "hold_share", c->hold_share, "of its limit, or EA");
    sut_bench_figure_add(row, "contact_share", c->contact_share, "of EA");
    sut_bench_figure_add(row, "hole_share", c->hole_share, "of EA");
    sut_bench_figure_add(row, "energy_bursts", (double)c->energy_bursts, "scenes");
    sut_bench_figure_add(row, "energy_gain", c->energy_gain, "");
    sut_bench_figure_add(row, "slow_steps", (double)c->slow_steps, "");
    sut_bench_figure_add(row, "over_budget", (double)c->over_budget, "steps");
    sut_bench_figure_add(row, "slowest_ms", 1e-3 * c->slowest_us, "ms");
    sut_bench_figure_add(row, "slowest_seed", (double)c->slowest_seed, "");
    sut_bench_figure_add(row, "slowest_step", (double)c->slowest_step, "");
    sut_bench_figure_add(row, "late_scenes", (double)c->late_scenes, "");
    sut_bench_figure_add(row, "bad_seed", (double)c->bad_seed, "");
}

// The seeds of a row in which something went wrong; family -1: all, by their kinds.
static void note_finds(sut_bench_row *row, const sut_torture_tally *t, int family) {
    char text[SUT_BENCH_TEXT] = "";
    int listed = t->find_count < SUT_TORTURE_FINDS ? t->find_count : SUT_TORTURE_FINDS;
    for (int i = 0; i < listed; i++) {
        const sut_torture_find *f = &t->find[i];
        size_t used = strlen(text);
        if ((family < 0 || f->family == family) && used + 40 < sizeof text) {
            snprintf(text + used, sizeof text - used, "%s%s %llu",
                     used > 0 ? ", " : "see: ", sut_torture_names[f->family],
                     (unsigned long long)f->seed);
        }
    }
    sut_bench_note(row, text);
}

static void write_row(sut_bench_log *log, const sut_torture_tally *t, int family,
                      const sut_torture_counts *c) {
    const char *name = family < 0 ? "all" : sut_torture_names[family];
    sut_bench_row *row = sut_bench_add(log, BENCH, name, (int)c->vertices);
    if (c->scenes == 0) {
        sut_bench_fail(row, "no scene could be made");
        return;
    }
    row->ours_us = c->steps > 0 ? c->cpu_us / (double)c->steps : (double)NAN;
    add_counts(row, c);
    note_finds(row, t, family);
    sut_bench_at_most(row, "topology_changes", 0.0);
    sut_bench_at_most(row, "diverged_steps", 0.0);
    sut_bench_at_most(row, "non_finite", 0.0);
    sut_bench_at_most(row, "energy_bursts", 0.0);
}

// All scenes that were ordered; false: the sums cannot be kept.
static bool run_scenes(sut_torture_tally *t, const orders *o, const sut_bench_options *opt) {
    sut_torture_options scene = sut_torture_default_options();
    scene.family = o->family;
    scene.model = (sut_model)o->model;
    scene.global = o->global;
    uint64_t end = o->first + (uint64_t)o->scenes;
    double start = sut_bench_now_us();
    bool kept = true;
    while (kept && t->next < end && 1e-6 * (sut_bench_now_us() - start) < o->seconds) {
        uint64_t seed = t->next;
        show(opt, t, (int64_t)(end - seed));
        sut_torture_counts c;
        sut_torture_run(seed, &scene, &c);
        sut_torture_tally_add(t, (int)sut_torture_family_of(seed, &scene), seed, &c);
        if (o->file != NULL && (seed % SAVED_EVERY == 0 || c.bad_seed != 0)) {
            kept = sut_torture_tally_save(t, o->file);
        }
    }
    return kept && (o->file == NULL || sut_torture_tally_save(t, o->file));
}

void sut_bench_run_torture(sut_bench_log *log, const sut_bench_options *opt) {
    orders o;
    const char *why = NULL;
    sut_torture_tally *t = calloc(1, sizeof *t);
    if (t == NULL) {
        why = "out of memory";
    } else if (read_orders(&o, opt, &why)) {
        sut_torture_tally_start(t, o.first);
        if (o.file != NULL && !sut_torture_tally_load(t, o.file)) {
            why = "SUT_TORTURE_FILE holds no sums of a torture";
        } else if (!run_scenes(t, &o, opt)) {
            why = "SUT_TORTURE_FILE cannot be written";
        }
    }
    if (why != NULL) {
        sut_bench_fail(sut_bench_add(log, BENCH, "all", 0), why);
        free(t);
        return;
    }
    for (int i = 0; i < SUT_TORTURE_FAMILIES; i++) {
        if (o.family < 0 ? i < SUT_TORTURE_USUAL : o.family == i) {
            write_row(log, t, i, &t->sum[i]);
        }
    }
    sut_torture_counts all = sut_torture_tally_total(t);
    write_row(log, t, -1, &all);
    free(t);
}
