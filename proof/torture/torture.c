// SPDX-License-Identifier: MIT
// The steps of a scene, and sums over scenes.
#include "torture_scene.h"

#include "bench_time.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

sut_torture_options sut_torture_default_options(void) {
    return (sut_torture_options){.steps = 250, .family = -1, .hurry = 1.0, .patience = 20.0};
}

sut_torture_counts sut_torture_none(void) {
    return (sut_torture_counts){.nearest = 10.0};
}

static bool take_step(torture_scene *s, int step) {
    sut_torture_counts *c = s->counts;
    double start = sut_bench_cpu_us();
    sut_result result = sut_world_step(s->world, s->dt);
    double took = sut_bench_cpu_us() - start;
    c->cpu_us += took;
    if (took > c->slowest_us) {
        c->slowest_us = took;
        c->slowest_seed = (int64_t)s->seed;
        c->slowest_step = step;
    }
    c->over_budget += s->budget > 0.0 && took > 4e6 * s->budget ? 1 : 0;
    c->slow_steps += took > 1e6 * SUT_TORTURE_SLOW ? 1 : 0;
    if (result != SUT_OK) {
        // the certificate has seen parts that were taken back
        c->diverged_steps++;
        c->steps++;
        return false;
    }
    sut_torture_judge_step(s, step);
    if (s->opt->patience > 0.0 && c->cpu_us > 1e6 * s->opt->patience) {
        c->late_scenes++;
        return false;
    }
    return true;
}

// Most of the steps with everything in motion, the last fifth at rest.
static void run_steps(torture_scene *s) {
    int moving = s->opt->steps - s->opt->steps / 5;
    for (int i = 0; i < s->opt->steps; i++) {
        if (i < moving) {
            sut_torture_move(s);
        } else if (i == moving) {
            sut_torture_stop(s);
        }
        bool goes_on = take_step(s, i);
        if (goes_on && i >= moving + 1) {
            sut_torture_judge_rest(s, i == moving + 1);
        }
        if (s->opt->watch != NULL) {
            s->opt->watch(s->opt->watch_ctx, i, s->counts);
        }
        if (!goes_on) {
            return;
        }
    }
}

void sut_torture_run(uint64_t seed, const sut_torture_options *opt, sut_torture_counts *counts) {
    *counts = sut_torture_none();
    torture_scene *s = calloc(1, sizeof *s);
    if (s == NULL) {
        counts->refused = 1;
        return;
    }
    s->opt = opt;
    s->counts = counts;
    sut_torture_plan_scene(s, seed);
    if (sut_torture_build(s)) {
        counts->scenes = 1;
        for (int i = 0; i < s->thread_count; i++) {
            counts->vertices += s->thread[i].count;
        }
        for (int i = 0; i < s->hand_count; i++) {
            sut_torture_grasp(s, &s->hand[i]);
        }
        run_steps(s);
    } else {
        counts->refused = 1;
    }
    bool bad = counts->topology_changes + counts->diverged_steps + counts->non_finite +
                   counts->energy_bursts >
               0;
    counts->bad_seed = bad ? seed : 0;
    sut_torture_close(s);
    free(s);
}

static int describe_thread(const torture_thread *t, char *text, size_t size) {
    const sut_thread_def *d = &t->def;
    return snprintf(
        text, size,
        ", thread of %d x %.3g mm, r %.3g mm, EA %.3g EI %.3g GJ %.3g mu %.2g%s%s%s%s%s%s",
        t->count - 1, 1e3 * t->edge, 1e3 * t->radius, d->EA, d->EI, d->GJ, d->friction,
        d->inertia == SUT_INERTIA_LOW_MASS ? " low-mass" : "",
        d->twist == SUT_TWIST_DYNAMIC ? " dynamic twist" : "",
        d->implicitness < 1.0 ? " trapezoidal" : "",
        d->natural_curvature[0] != 0.0 ? " curved" : "",
        d->variational.extensible ? " extensible" : "",
        d->variational.penalty + d->springs.repulsion > 0.0 ? " soft contacts" : "");
}

static int describe_tissue(const torture_tissue *t, char *text, size_t size) {
    static const char *const models[4] = {"solid", "shell", "membrane", "tube"};
    const sut_tissue_def *d = &t->def;
    bool springs = d->model == SUT_TISSUE_MEMBRANE;
    return snprintf(text, size, ", %s of %d nodes, thickness %.3g mm, %s %.3g, mu %.2g%s%s%s",
                    models[d->model], d->node_count, 1e3 * d->thickness, springs ? "k" : "E",
                    springs ? d->membrane.stiffness : d->young, d->friction,
                    d->rest[0] < 1.0 ? " stretched" : (d->rest[0] > 1.0 ? " pressed" : ""),
                    springs && d->membrane.home > 0.0 ? " home" : "",
                    springs && d->membrane.limit > 0.0 ? " limit" : "");
}

void sut_torture_describe(uint64_t seed, const sut_torture_options *opt, char *text, int size) {
    sut_torture_counts counts = sut_torture_none();
    torture_scene *s = calloc(1, sizeof *s);
    if (s == NULL) {
        return;
    }
    s->opt = opt;
    s->counts = &counts;
    sut_torture_plan_scene(s, seed);
    (void)sut_torture_build(s);
    int at = snprintf(text, (size_t)size, "%s, dt %.3g ms, budget %.3g ms, %d hands%s%s",
                      sut_torture_names[s->family], 1e3 * s->dt, 1e3 * s->budget, s->hand_count,
                      s->teleports ? " that teleport" : "", s->gravity.z < 0.0 ? ", gravity" : "");
    for (int i = 0; i < s->thread_count && at < size; i++) {
        at += describe_thread(&s->thread[i], text + at, (size_t)(size - at));
    }
    for (int i = 0; i < s->tissue_count && at < size; i++) {
        at += describe_tissue(&s->tissue[i], text + at, (size_t)(size - at));
    }
    for (int i = 0; i < s->solid_count && at < size; i++) {
        static const char *const kinds[5] = {"plane", "sphere", "cylinder", "capsule", "box"};
        at += snprintf(text + at, (size_t)(size - at), ", %s at %.2g m/s",
                       kinds[s->solid[i].def.kind], s->solid[i].speed);
    }
    sut_torture_close(s);
    free(s);
}
