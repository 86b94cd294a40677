// SPDX-License-Identifier: MIT
// The frames of the published anastomosis (2014 thesis, 4.3) in the shipped scene of that start: a
// thread of 361 vertices placed through two vessels, tied by two forceps. What its text names one
// by one is measured in worlds that have that part alone.
#include "bench_figures.h"
#include "bench_scene_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME = 30, FIRST = 20 };          // steps of 1 ms; frames that are left out at the start
enum { CHANGES = 5, LONGEST = 300 };      // overrides; frames
static const double KNOT[2] = {4.8, 6.4}; // s: the turn is drawn through, the knot is down

typedef enum part { ALL, INTEGRATION, SOLVER, DETECTION, PARTS } part;

// One world: what is left of the scene.
typedef struct section {
    sut_scene_override change[CHANGES];
    int changes;
    double seconds; // 0: those of the scene
} section;

static const section whole = {{{0}}, 0, 0.0};
static const section threads_alone = {
    {{"tissues", "[]"}, {"stitches", "[]"}, {"gaps", "[]"}}, 3, 0.0};
// the blood's beat moves them
static const char beat[] =
    "[{\"t\":0,\"pressure\":0},{\"t\":0.5,\"pressure\":\"8 kPa\"},{\"t\":1,\"pressure\":0}]";
static const section mesh_alone = {{{"threads", "[]"},
                                    {"stitches", "[]"},
                                    {"tools", "[]"},
                                    {"script", "[]"},
                                    {"tissues[0].pressure", beat}},
                                   5,
                                   1.0};
// a forceps takes the rim and draws at it
static const char tug[] =
    "[{\"tool\":\"right\",\"do\":\"reach\",\"tissue\":\"right_vessel\",\"at\":[\"0.9659 mm\","
    "\"0.25 mm\",\"-0.7412 mm\"],\"over\":0.4},{\"tool\":\"right\",\"do\":\"grasp\"},"
    "{\"tool\":\"right\",\"do\":\"move\",\"by\":[\"0.6 mm\",0,\"0.2 mm\"],\"over\":0.9}]";
static const section mesh_forceps = {
    {{"threads", "[]"}, {"stitches", "[]"}, {"script", tug}}, 3, 1.5};

typedef struct frames {
    double us[PARTS][LONGEST];
    int count;
} frames;

static part part_of(int stage) {
    switch (stage) {
    case SUT_STAGE_DETECT:
    case SUT_STAGE_GUARD:
        return DETECTION;
    case SUT_STAGE_CONTACT:
        return SOLVER;
    default:
        return INTEGRATION;
    }
}

static bool time_frame(sut_bench_scene *s, double us[PARTS]) {
    memset(us, 0, PARTS * sizeof *us);
    for (int i = 0; i < FRAME; i++) {
        if (sut_bench_scene_drive(s) != SUT_OK) {
            return false;
        }
        double start = sut_bench_cpu_us();
        if (sut_bench_scene_step(s) != SUT_OK) {
            return false;
        }
        us[ALL] += sut_bench_cpu_us() - start;
        sut_stats now = sut_world_stats(s->world);
        for (int k = 0; k < SUT_STAGE_COUNT; k++) {
            us[part_of(k)] += now.stage_us[k];
        }
    }
    return true;
}

static bool time_section(const section *what, frames *out, char *why, size_t size) {
    sut_bench_scene s;
    bool fine = sut_bench_scene_open_changed(&s, "anastomosis_placed", what->change, what->changes);
    snprintf(why, size, "%.200s", fine ? "a step failed" : s.error.text);
    int steps = what->seconds > 0.0 ? (int)(what->seconds / s.dt + 0.5) : s.steps;
    out->count = 0;
    for (int i = 0; fine && i < steps / FRAME && i < LONGEST; i++) {
        double us[PARTS];
        fine = time_frame(&s, us);
        for (int p = 0; p < PARTS; p++) {
            out->us[p][i] = us[p];
        }
        out->count = i + 1;
    }
    sut_bench_scene_close(&s);
    return fine;
}

// Frames `from` to `to` of one part beside what the text says of it.
static void add_row(sut_bench_log *log, const char *name, frames *f, part p, int from, int to,
                    double published_us, const char *note) {
    sut_bench_row *row = sut_bench_add(log, "figures", name, 361);
    double sorted[LONGEST];
    int count = (to < f->count ? to : f->count) - from;
    if (count < 1) {
        sut_bench_fail(row, "no frames");
        return;
    }
    memcpy(sorted, f->us[p] + from, (size_t)count * sizeof *sorted);
    row->ours_us = sut_bench_quantile(sorted, count, 0.5);
    sut_bench_figure_add(row, "frame_median_us", row->ours_us, "us");
    sut_bench_figure_add(row, "frame_p90_us", sut_bench_quantile(sorted, count, 0.9), "us");
    sut_bench_figure_add(row, "frame_max_us", sut_bench_quantile(sorted, count, 1.0), "us");
    sut_bench_figure_add(row, "published_us", published_us, "us");
    snprintf(row->peer, sizeof row->peer, "2014 thesis, its machine");
    row->peer_us = published_us;
    row->ratio = published_us / row->ours_us;
    sut_bench_note(row, note);
}

static void fail_row(sut_bench_log *log, const char *why) {
    sut_bench_fail(sut_bench_add(log, "figures", "2014-4.3-anastomosis", 361), why);
}

static void run_whole(sut_bench_log *log, frames *f) {
    char why[SUT_BENCH_TEXT];
    if (!time_section(&whole, f, why, sizeof why)) {
        fail_row(log, why);
        return;
    }
    int loose = (int)(KNOT[0] / (FRAME * 1e-3));
    int tied = (int)(KNOT[1] / (FRAME * 1e-3));
    add_row(log, "2014-4.3-frame", f, ALL, FIRST, loose, 33e3,
            "published: 33 ms barely met without a knot; all of it: thread, vessels, forceps, CPU "
            "time of 30 steps of 1 ms, theirs 6 of 5 ms");
    add_row(log, "2014-4.3-frame-knot", f, ALL, tied, LONGEST, 70e3,
            "published: almost 70 ms with a knot, 100 ms for a moment");
}

static void run_threads(sut_bench_log *log, frames *f) {
    char why[SUT_BENCH_TEXT];
    if (!time_section(&threads_alone, f, why, sizeof why)) {
        fail_row(log, why);
        return;
    }
    add_row(log, "2014-4.3-integration", f, INTEGRATION, FIRST, LONGEST, 5e3,
            "published: at most 5 ms; thread and forceps without vessels, by the clock");
    add_row(
        log, "2014-4.3-self-collision", f, DETECTION, FIRST, LONGEST, 5e3,
        "published: 5 to 9 ms of detection; here with the forceps, and the guard, by the clock");
}

static void run_mesh(sut_bench_log *log, frames *f) {
    char why[SUT_BENCH_TEXT];
    if (!time_section(&mesh_alone, f, why, sizeof why)) {
        fail_row(log, why);
        return;
    }
    add_row(
        log, "2014-4.3-mesh", f, ALL, 0, LONGEST, 10e3,
        "published: about 10 ms to update the mesh; two vessels of 408 nodes, one under a pulse");
    if (!time_section(&mesh_forceps, f, why, sizeof why)) {
        fail_row(log, why);
        return;
    }
    add_row(log, "2014-4.3-mesh-forceps", f, ALL, 0, LONGEST, 15e3,
            "published: about 15 ms; one forceps takes the rim of a vessel and draws at it");
}

void sut_bench_run_anastomosis(sut_bench_log *log, const sut_bench_options *opt) {
    sut_bench_progress(opt, "figures", "4.3", 361);
    frames *f = malloc(sizeof *f);
    if (f == NULL) {
        fail_row(log, "no memory");
        return;
    }
    run_whole(log, f);
    run_threads(log, f);
    run_mesh(log, f);
    free(f);
}
