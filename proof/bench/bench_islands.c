// SPDX-License-Identifier: MIT
// Two knots in one world: what a second worker gives, by the clock, and by the processor time of
// the longest task of every step, which does not depend on what else the machine does.
#include "bench_all.h"
#include "bench_log.h"
#include "bench_scene_run.h"
#include "bench_time.h"
#include "pool/pool.h"

#include <math.h>
#include <stdlib.h>

static const char BENCH[] = "islands";
static const char SCENE[] = "two_knots";
static const double SECONDS = 1.0; // of the scene, in which both knots are drawn tight

// Makes the tasks one after the other, and adds up how long all took, and the longest of each step.
typedef struct meter {
    double all, longest; // us
} meter;

static void run_measured(void *ctx, sut_task_fn *task, void *data, int count) {
    meter *m = ctx;
    double longest = 0.0;
    for (int i = 0; i < count; i++) {
        double start = sut_bench_cpu_us();
        task(data, i);
        double took = sut_bench_cpu_us() - start;
        m->all += took;
        longest = fmax(longest, took);
    }
    m->longest += longest;
}

typedef struct outcome {
    double us; // of all steps, on the given clock
    uint64_t hash;
} outcome;

// Null executor: none. False: a step failed, or the scene could not be opened.
static bool run_scene(const sut_executor *executor, sut_bench_clock *clock, outcome *out,
                      sut_bench_scene *s) {
    if (!sut_bench_scene_open(s, SCENE, 0.0)) {
        return false;
    }
    if (executor) {
        sut_world_def base = sut_default_world_def();
        base.executor = *executor;
        sut_world_destroy(s->world);
        s->world = NULL;
        if (sut_scene_build(s->scene, &base, &s->world, &s->error) != SUT_OK) {
            return false;
        }
    }
    int steps = (int)fmin((double)s->steps, round(SECONDS / s->dt));
    double start = clock();
    for (int i = 0; i < steps; i++) {
        if (sut_bench_scene_drive(s) != SUT_OK || sut_bench_scene_step(s) != SUT_OK) {
            return false;
        }
    }
    *out = (outcome){clock() - start, sut_world_hash(s->world)};
    return true;
}

void sut_bench_run_islands(sut_bench_log *log, const sut_bench_options *opt) {
    sut_bench_row *row = sut_bench_add(log, BENCH, SCENE, 0);
    sut_bench_progress(opt, BENCH, SCENE, 0);
    sut_pool *pool = sut_pool_create(2);
    meter m = {0.0, 0.0};
    const sut_executor two = pool ? sut_pool_executor(pool) : (sut_executor){NULL, NULL};
    const sut_executor measured = {run_measured, &m};
    const sut_executor *const executor[3] = {NULL, &two, &measured};
    sut_bench_clock *const clock[3] = {sut_bench_now_us, sut_bench_now_us, sut_bench_cpu_us};
    outcome out[3];
    bool fine = pool != NULL;
    for (int i = 0; fine && i < 3; i++) {
        sut_bench_scene s;
        fine = run_scene(executor[i], clock[i], &out[i], &s);
        row->n = s.vertices;
        sut_bench_scene_close(&s);
    }
    sut_pool_destroy(pool);
    if (!fine) {
        sut_bench_fail(row, "the scene could not be opened, or a step failed");
        return;
    }
    double critical = out[2].us - m.all + m.longest;
    sut_bench_set_ours(row, &(sut_bench_times){.median_us = critical, .min_us = critical});
    sut_bench_figure_add(row, "clock_gain", out[0].us / out[1].us, "times");
    sut_bench_figure_add(row, "processor_gain", out[2].us / critical, "times");
    sut_bench_figure_add(row, "same_hash",
                         out[0].hash == out[1].hash && out[0].hash == out[2].hash ? 1.0 : 0.0, "");
    sut_bench_note(row, "all steps of the first second");
    sut_bench_at_least(row, "processor_gain", 1.7);
    sut_bench_at_least(row, "same_hash", 1.0);
}
