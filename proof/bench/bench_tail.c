// SPDX-License-Identifier: MIT
// Hard steps of the scenes that tie knots, kept as images of the world before them and replayed one
// by one. Whole runs are chaotic after the first snap, so that two engines meet other problems in
// them; these are the same ones for every engine. With --folder the images are kept in files, and
// those that are there already are replayed: by another build, say.
#include "bench_all.h"
#include "bench_log.h"
#include "bench_scene_run.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char BENCH[] = "tail";
enum {
    HARD = 30,  // contact iterations of a step that is kept
    EVERY = 97, // every so many steps one is kept whatever it took
    MOST = 400  // steps kept per scene, hard ones first come
};
static const double SLOW = 1000.0;   // us by count: kept as well
static const double BUDGET = 0.8e-3; // s

typedef struct step_image {
    uint64_t step, size;
    void *bytes;
} step_image;

typedef struct step_list {
    step_image list[MOST];
    int count;
} step_list;

static void drop_all(step_list *l) {
    for (int i = 0; i < l->count; i++) {
        free(l->list[i].bytes);
    }
    l->count = 0;
}

//---- files ---------------------------------------------------------------------------------------
static void file_of(char *out, size_t size, const char *folder, const char *name) {
    snprintf(out, size, "%s/%s.steps", folder, name);
}

static bool load(step_list *l, const char *folder, const char *name) {
    char path[512];
    file_of(path, sizeof path, folder, name);
    FILE *f = fopen(path, "rb");
    bool fine = f != NULL;
    while (fine && l->count < MOST) {
        step_image *s = &l->list[l->count];
        uint64_t head[2];
        if (fread(head, sizeof head, 1, f) != 1) {
            break;
        }
        *s = (step_image){head[0], head[1], malloc(head[1])};
        fine = s->bytes != NULL && fread(s->bytes, s->size, 1, f) == 1;
        l->count += s->bytes != NULL ? 1 : 0;
    }
    if (f != NULL) {
        fclose(f);
    }
    return fine && l->count > 0;
}

static bool save(const step_list *l, const char *folder, const char *name) {
    char path[512];
    file_of(path, sizeof path, folder, name);
    FILE *f = fopen(path, "wb");
    bool fine = f != NULL;
    for (int i = 0; fine && i < l->count; i++) {
        const step_image *s = &l->list[i];
        const uint64_t head[2] = {s->step, s->size};
        fine = fwrite(head, sizeof head, 1, f) == 1 && fwrite(s->bytes, s->size, 1, f) == 1;
    }
    return f != NULL && fclose(f) == 0 && fine;
}

//---- keeping -------------------------------------------------------------------------------------
static void keep(step_list *l, int step, const void *image, size_t size) {
    if (l->count < MOST) {
        step_image *s = &l->list[l->count];
        *s = (step_image){(uint64_t)step, size, malloc(size)};
        if (s->bytes != NULL) {
            memcpy(s->bytes, image, size);
            l->count++;
        }
    }
}

// Run the scene and keep what was hard.
static bool collect(sut_bench_scene *s, step_list *l) {
    size_t room = 0;
    void *image = NULL;
    bool fine = true;
    for (int i = 0; fine && i < s->steps; i++) {
        fine = sut_bench_scene_drive(s) == SUT_OK;
        size_t size = sut_world_snapshot(s->world, image, room);
        if (size > room) {
            free(image);
            room = 2 * size;
            image = malloc(room);
            fine = image != NULL && sut_world_snapshot(s->world, image, room) <= room;
        }
        fine = fine && sut_bench_scene_step(s) == SUT_OK;
        sut_stats stats = sut_world_stats(s->world);
        bool hard = stats.contact_iterations >= HARD || stats.effort_us > SLOW || i % EVERY == 0;
        if (fine && hard) {
            keep(l, i, image, size);
        }
    }
    free(image);
    return fine;
}

//---- forces --------------------------------------------------------------------------------------
// What contacts and tools do to each other in a step: the force on every edge of every thread, then
// that on every tool. Two engines, or one with two budgets, are compared by these.
static int force_count(const sut_bench_scene *s) {
    return s->vertices + sut_scene_tool_count(s->scene);
}

static int first_edge(const sut_bench_scene *s, sut_thread_id id) {
    int first = 0;
    for (int i = 0; i < sut_scene_thread_count(s->scene); i++) {
        sut_thread_view view;
        if (sut_scene_thread_id(i).index1 == id.index1) {
            return first;
        }
        bool there = sut_thread_get_view(s->world, sut_scene_thread_id(i), &view) == SUT_OK;
        first += there ? view.vertex_count : 0;
    }
    return -1;
}

static void add_force(sut_vec3 *to, sut_vec3 f, double sign) {
    to->x += sign * f.x;
    to->y += sign * f.y;
    to->z += sign * f.z;
}

static void read_forces(const sut_bench_scene *s, sut_vec3 *out) {
    memset(out, 0, (size_t)force_count(s) * sizeof *out);
    int count;
    const sut_contact_view *k = sut_world_contacts(s->world, &count);
    for (int i = 0; i < count; i++) {
        for (int side = 0; side < 2; side++) {
            int first = k[i].thread[side].index1 ? first_edge(s, k[i].thread[side]) : -1;
            if (first >= 0) {
                add_force(&out[first + k[i].edge[side]], k[i].force, side == 0 ? 1.0 : -1.0);
            }
        }
    }
    for (int i = 0; i < sut_scene_tool_count(s->scene); i++) {
        sut_tool_view view;
        if (sut_tool_get_view(s->world, sut_scene_tool_id(i), &view) == SUT_OK) {
            out[s->vertices + i] = view.force;
        }
    }
}

static double size_of(sut_vec3 a) {
    return sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
}

// The largest difference against the largest force that is right.
static double difference(const sut_vec3 *right, const sut_vec3 *other, int count) {
    double largest = 0.0;
    double most = 0.0;
    for (int i = 0; i < count; i++) {
        sut_vec3 d = right[i];
        add_force(&d, other[i], -1.0);
        largest = fmax(largest, size_of(right[i]));
        most = fmax(most, size_of(d));
    }
    return largest > 0.0 ? most / largest : 0.0;
}

//---- replaying -----------------------------------------------------------------------------------
typedef struct replayed {
    double cpu[MOST], effort[MOST], iterations[MOST], linearisations[MOST], error[MOST];
    double solves[MOST], substeps[MOST], wrong[MOST], hand_wrong[MOST];
    sut_vec3 *force; // [MOST * force_count] of the run without a budget
} replayed;

// Forces of a run without a budget are kept, those of one with a budget compared with them.
static bool note_forces(const sut_bench_scene *s, replayed *r, int step, bool keep) {
    int count = force_count(s);
    int tools = sut_scene_tool_count(s->scene);
    if (r->force == NULL) {
        r->force = calloc((size_t)MOST * (size_t)count, sizeof *r->force);
    }
    sut_vec3 *here = calloc((size_t)count, sizeof *here);
    bool fine = r->force != NULL && here != NULL;
    if (fine) {
        sut_vec3 *right = r->force + (ptrdiff_t)step * count;
        read_forces(s, here);
        if (keep) {
            memcpy(right, here, (size_t)count * sizeof *here);
        }
        r->wrong[step] = difference(right, here, count);
        r->hand_wrong[step] = difference(right + s->vertices, here + s->vertices, tools);
    }
    free(here);
    return fine;
}

static bool replay(sut_bench_scene *s, const step_list *l, replayed *r, double budget, int runs) {
    for (int i = 0; i < l->count; i++) {
        for (int run = 0; run < runs; run++) {
            if (sut_world_restore(s->world, l->list[i].bytes, l->list[i].size) != SUT_OK ||
                sut_world_set_budget(s->world, budget) != SUT_OK) {
                return false;
            }
            double start = sut_bench_cpu_us();
            bool fine = sut_bench_scene_step(s) == SUT_OK;
            double us = sut_bench_cpu_us() - start;
            sut_stats stats = sut_world_stats(s->world);
            r->cpu[i] = run == 0 || us < r->cpu[i] ? us : r->cpu[i];
            r->effort[i] = stats.effort_us;
            r->iterations[i] = stats.contact_iterations;
            r->linearisations[i] = stats.linearisations;
            r->solves[i] = stats.contact_solves;
            r->substeps[i] = stats.substeps;
            r->error[i] = stats.contact_residual;
            if (!fine || !note_forces(s, r, i, !(budget > 0.0))) {
                return false;
            }
        }
    }
    return true;
}

static double mean(const double *v, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        sum += v[i];
    }
    return n > 0 ? sum / n : (double)NAN;
}

// By how much counting and the clock differ from each other at the most, as factors: of steps that
// take long enough for the clock.
static double spread(const replayed *r, int n) {
    double low = HUGE_VAL;
    double high = 0.0;
    for (int i = 0; i < n; i++) {
        double ratio = r->cpu[i] > 300.0 ? r->effort[i] / r->cpu[i] : 0.0;
        low = ratio > 0.0 && ratio < low ? ratio : low;
        high = ratio > high ? ratio : high;
    }
    return fmax(high, low < HUGE_VAL ? 1.0 / low : 0.0);
}

static void add_figures(sut_bench_row *row, replayed *r, int n) {
    sut_bench_figure_add(row, "steps", n, "");
    sut_bench_figure_add(row, "effort_mean", mean(r->effort, n), "us counted");
    sut_bench_figure_add(row, "newton_mean", mean(r->iterations, n), "");
    sut_bench_figure_add(row, "linearisations_mean", mean(r->linearisations, n), "");
    sut_bench_figure_add(row, "solves_mean", mean(r->solves, n), "");
    sut_bench_figure_add(row, "substeps_mean", mean(r->substeps, n), "");
    sut_bench_figure_add(row, "law_error_mean", mean(r->error, n), "");
    sut_bench_figure_add(row, "force_error_mean", mean(r->wrong, n), "of the largest");
    sut_bench_figure_add(row, "force_error_p90", sut_bench_quantile(r->wrong, n, 0.9), "");
    sut_bench_figure_add(row, "force_error_p99", sut_bench_quantile(r->wrong, n, 0.99), "");
    sut_bench_figure_add(row, "hand_error_p90", sut_bench_quantile(r->hand_wrong, n, 0.9), "");
    sut_bench_figure_add(row, "hand_error_p99", sut_bench_quantile(r->hand_wrong, n, 0.99), "");
    sut_bench_figure_add(row, "count_against_clock", spread(r, n), "");
    sut_bench_times times = {.median_us = sut_bench_quantile(r->cpu, n, 0.5), .min_us = r->cpu[0]};
    sut_bench_set_ours(row, &times);
    sut_bench_figure_add(row, "cpu_p99", sut_bench_quantile(r->cpu, n, 0.99), "us");
    sut_bench_figure_add(row, "cpu_max", r->cpu[n - 1], "us");
    sut_bench_figure_add(row, "effort_p99", sut_bench_quantile(r->effort, n, 0.99), "us");
    sut_bench_figure_add(row, "effort_max", r->effort[n - 1], "us counted");
}

static void measure(sut_bench_log *log, const sut_bench_options *opt, const char *name,
                    const step_list *l, replayed *r, double budget) {
    char title[SUT_BENCH_KEY];
    snprintf(title, sizeof title, "%s%s", name, budget > 0.0 ? ", budget" : "");
    sut_bench_row *row = sut_bench_add(log, BENCH, title, 0);
    sut_bench_progress(opt, BENCH, title, 0);
    sut_bench_scene s = {0};
    if (sut_bench_scene_open(&s, name, budget) &&
        replay(&s, l, r, budget, opt->repeat > 1.0 ? (int)opt->repeat : 1)) {
        row->n = s.vertices;
        add_figures(row, r, l->count);
    } else {
        sut_bench_fail(row, s.error.text[0] ? s.error.text : "a step could not be replayed");
    }
    sut_bench_scene_close(&s);
}

static void measure_both(sut_bench_log *log, const sut_bench_options *opt, const char *name,
                         const step_list *l) {
    replayed *r = calloc(1, sizeof *r);
    if (r == NULL) {
        sut_bench_fail(sut_bench_add(log, BENCH, name, 0), "out of memory");
        return;
    }
    measure(log, opt, name, l, r, 0.0);
    measure(log, opt, name, l, r, BUDGET);
    free(r->force);
    free(r);
}

// From files that are there, or by running the scene.
static bool find_steps(const sut_bench_options *opt, const char *name, step_list *l) {
    if (opt->folder != NULL && load(l, opt->folder, name)) {
        return true;
    }
    drop_all(l);
    sut_bench_scene s;
    bool fine = sut_bench_scene_open(&s, name, 0.0) && collect(&s, l);
    sut_bench_scene_close(&s);
    return fine && (opt->folder == NULL || save(l, opt->folder, name));
}

void sut_bench_run_tail(sut_bench_log *log, const sut_bench_options *opt) {
    step_list *l = calloc(1, sizeof *l);
    for (int i = 0; l != NULL && i < SUT_BENCH_TIE_SCENES; i++) {
        const char *name = sut_bench_tie_scenes[i];
        sut_bench_progress(opt, BENCH, name, 0);
        if (!find_steps(opt, name, l)) {
            sut_bench_fail(sut_bench_add(log, BENCH, name, 0),
                           opt->folder != NULL
                               ? "the steps could not be kept: is --folder a folder that can be "
                                 "written, and is the scene there?"
                               : "the scene could not be run");
        } else {
            measure_both(log, opt, name, l);
        }
        drop_all(l);
    }
    free(l);
}
