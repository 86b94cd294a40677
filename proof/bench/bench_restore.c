// SPDX-License-Identifier: MIT
// What it takes to go back to an image of some steps ago, beside the step that is taken back: both
// in turn in one run, processor time, and how often memory was asked for.
#include "bench_all.h"
#include "bench_log.h"
#include "bench_scene_run.h"
#include "bench_time.h"
#include "sutura/state.h"

#include <stdlib.h>

static const char BENCH[] = "restore";

typedef struct restore_case {
    const char *scene;
    double seconds; // of the scene, before it begins
} restore_case;

static const restore_case cases[] = {
    {"fall", 0.1},        {"twist_loop", 0.3},    {"reef_tie", 1.0},    {"overhand_tie", 1.0},
    {"pad_squeeze", 0.1}, {"vessel_thread", 0.1}, {"needle_pick", 0.2},
};

enum { ROUNDS = 41 };

// The default allocator, with calls counted.
static void *take_counted(void *ctx, size_t size, size_t align) {
    ++*(int *)ctx;
    return aligned_alloc(align, (size + align - 1) / align * align);
}

static void give(void *ctx, void *mem, size_t size) {
    (void)ctx;
    (void)size;
    free(mem);
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *of) {
    qsort(of, ROUNDS, sizeof *of, by_size);
    return of[ROUNDS / 2];
}

// The same scene in a world that counts.
static bool open_counting(sut_bench_scene *s, const restore_case *c, int *taken) {
    if (!sut_bench_scene_open(s, c->scene, 0.0)) {
        return false;
    }
    sut_world_def base = sut_default_world_def();
    base.allocator = (sut_allocator){take_counted, give, taken};
    sut_world_destroy(s->world);
    s->world = NULL;
    if (sut_scene_build(s->scene, &base, &s->world, &s->error) != SUT_OK) {
        return false;
    }
    for (double t = 0.0; t < c->seconds; t += s->dt) {
        if (sut_bench_scene_drive(s) != SUT_OK || sut_bench_scene_step(s) != SUT_OK) {
            return false;
        }
    }
    return true;
}

// A step and back, again and again from one image. False: a call failed, or led elsewhere.
static bool go_back(const sut_bench_scene *s, const void *image, size_t size, double *step,
                    double *back) {
    uint64_t hash = sut_world_hash(s->world);
    bool fine = true;
    for (int i = 0; i < ROUNDS && fine; i++) {
        double start = sut_bench_cpu_us();
        fine = sut_world_step(s->world, s->dt) == SUT_OK;
        double middle = sut_bench_cpu_us();
        fine = fine && sut_world_restore(s->world, image, size) == SUT_OK;
        double end = sut_bench_cpu_us();
        step[i] = middle - start;
        back[i] = end - middle;
        fine = fine && sut_world_hash(s->world) == hash;
    }
    return fine;
}

static void run_case(sut_bench_row *row, const restore_case *c) {
    sut_bench_scene s;
    int taken = 0;
    double step[ROUNDS];
    double back[ROUNDS];
    bool fine = open_counting(&s, c, &taken);
    size_t size = fine ? sut_world_snapshot(s.world, NULL, 0) : 0;
    void *image = malloc(size > 0 ? size : 1);
    fine = fine && image && sut_world_snapshot(s.world, image, size) == size;
    int before = taken;
    fine = fine && go_back(&s, image, size, step, back);
    free(image);
    row->n = s.vertices;
    sut_bench_scene_close(&s);
    if (!fine) {
        sut_bench_fail(row, "the scene could not be opened, a call failed, or a restored world "
                            "was another one");
        return;
    }
    double us = median(back);
    sut_bench_set_ours(row, &(sut_bench_times){.median_us = us, .min_us = back[0]});
    sut_bench_figure_add(row, "step_us", median(step), "us");
    sut_bench_figure_add(row, "steps", us / median(step), "steps");
    sut_bench_figure_add(row, "allocations", (double)(taken - before), "");
    sut_bench_at_most(row, "steps", 1.0);
    sut_bench_at_most(row, "allocations", 0.0);
}

void sut_bench_run_restore(sut_bench_log *log, const sut_bench_options *opt) {
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        sut_bench_row *row = sut_bench_add(log, BENCH, cases[i].scene, 0);
        sut_bench_progress(opt, BENCH, cases[i].scene, 0);
        run_case(row, &cases[i]);
    }
}
