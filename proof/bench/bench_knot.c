// SPDX-License-Identifier: MIT
// Surgical knots in nylon being pulled tight, step by step: what one step of the whole engine costs
// in CPU time of its thread. The first 100 ms, in which bent threads spring into place before the
// hands move, are not measured; the second that is contains the tightening and the snap-in. The
// same second is run several times: the same steps with the same bits, so the shortest time of each
// step is what it costs, and the rest is what the machine did beside it. The step after a return to
// the start, which has to make lists that a running world has, is not measured either. In one more
// run, not timed, a certificate watches that nothing passes through anything.
#include "bench_all.h"
#include "bench_knot_world.h"
#include "bench_log.h"

#include <math.h>
#include <stdlib.h>

static const char BENCH[] = "knot";

enum { STEPS = 1000, RUNS = 7 };

typedef struct knot_case {
    const char *name, *shape;
    double budget;                     // s, for a step; 0: none
    double median_us, p99_us, p999_us; // demands; 0: none
} knot_case;

// A step that takes longer than this by count is solved less well. A budget is soft, what has begun
// is finished: real time on slower machines needs a smaller budget.
#define BUDGET 0.6e-3

static const knot_case cases[] = {
    {"reef", "\"knot\": \"reef\"", 0.0, 350.0, 0.0, 1000.0},
    {"surgeon", "\"knot\": \"surgeon\"", 0.0, 350.0, 0.0, 1000.0},
    {"2=1=1=1", "\"knot\": \"throws\", \"throws\": \"2=1=1=1\"", BUDGET, 0.0, 1000.0, 0.0},
    {"2=1=1=1, free", "\"knot\": \"throws\", \"throws\": \"2=1=1=1\"", 0.0, 0.0, 0.0, 0.0},
};

//---- what happens --------------------------------------------------------------------------------
// Sums and extremes over the steps of a run.
typedef struct tally {
    double contacts, iterations, linearisations, substeps, solves;
    int contacts_max, hit_steps, shortened_steps, hurried_steps;
    double effort; // us
    double overlap, stretch, residual, residual_sum;
    double stage[SUT_STAGE_COUNT][STEPS];
} tally;

static void count_step(tally *t, const sut_stats *s, int step) {
    t->contacts += s->contacts;
    t->contacts_max = s->contacts > t->contacts_max ? s->contacts : t->contacts_max;
    t->iterations += s->contact_iterations;
    t->linearisations += s->linearisations;
    t->substeps += s->substeps;
    t->solves += s->contact_solves;
    t->hit_steps += s->guard_hits > 0 ? 1 : 0;
    t->shortened_steps += s->guard_shortened > 0 ? 1 : 0;
    t->hurried_steps += s->hurried ? 1 : 0;
    t->effort += s->effort_us;
    t->overlap = fmax(t->overlap, s->overlap_max);
    t->stretch = fmax(t->stretch, s->max_stretch);
    t->residual = fmax(t->residual, s->contact_residual);
    t->residual_sum += s->contact_residual;
    for (int i = 0; i < SUT_STAGE_COUNT; i++) {
        t->stage[i][step] = s->stage_us[i];
    }
}

static bool positions_of(const sut_world *w, const sut_vec3 *position[2], int *count,
                         double *radius) {
    for (uint32_t i = 0; i < 2; i++) {
        sut_thread_view v;
        if (sut_thread_get_view(w, (sut_thread_id){i + 1, 1}, &v) != SUT_OK) {
            return false;
        }
        position[i] = v.position;
        *count = v.vertex_count;
        *radius = v.radius;
    }
    return true;
}

// Called after each part of a step.
static void watch(void *ctx, const sut_world *w) {
    const sut_vec3 *position[2];
    int count;
    double radius;
    if (positions_of(w, position, &count, &radius)) {
        (void)sut_certificate_advance(ctx, position);
    }
}

// One run of all steps with its figures, none of them a time but those of the stages. Answers the
// changes of topology, -1: could not be watched.
static double watched_run(sut_bench_case *c, tally *t) {
    const sut_vec3 low = {-0.1, -0.1, -0.1};
    const sut_vec3 high = {0.1, 0.1, 0.1};
    const sut_vec3 *position[2];
    int count = 0;
    double radius = 0.0;
    sut_certificate *judge = NULL;
    sut_bench_case_return(c, 0);
    sut_bench_case_run(c, 1);
    bool watched = positions_of(c->world, position, &count, &radius) &&
                   sut_certificate_create(low, high, NULL, &judge) == SUT_OK;
    for (int i = 0; watched && i < 2; i++) {
        watched = sut_certificate_add(judge, position[i], count, radius, false, NULL) == SUT_OK;
    }
    for (int i = 0; i < STEPS; i++) {
        sut_bench_case_run(c, 1);
        sut_stats stats = sut_world_stats(c->world);
        count_step(t, &stats, i);
        if (watched) {
            watch(judge, c->world);
        }
    }
    watched = watched && sut_certificate_steps(judge) == STEPS;
    double changes = watched ? (double)sut_certificate_changes(judge) : (double)NAN;
    sut_certificate_destroy(judge);
    return changes;
}

//---- rows ----------------------------------------------------------------------------------------
static void add_times(sut_bench_row *row, const knot_case *k, double *us) {
    int late = 0;
    for (int i = 0; i < STEPS; i++) {
        late += us[i] > 1e6 * SUT_BENCH_DT ? 1 : 0;
    }
    sut_bench_times times = {.median_us = sut_bench_quantile(us, STEPS, 0.5), .min_us = us[0]};
    sut_bench_set_ours(row, &times);
    sut_bench_figure_add(row, "p90_us", sut_bench_quantile(us, STEPS, 0.9), "us");
    sut_bench_figure_add(row, "p99_us", sut_bench_quantile(us, STEPS, 0.99), "us");
    sut_bench_figure_add(row, "p999_us", sut_bench_quantile(us, STEPS, 0.999), "us");
    sut_bench_figure_add(row, "max_us", us[STEPS - 1], "us");
    sut_bench_figure_add(row, "deadline_misses", late, "");
    if (k->median_us > 0.0) {
        sut_bench_at_most(row, "ours_us", k->median_us);
    }
    if (k->p99_us > 0.0) {
        sut_bench_at_most(row, "p99_us", k->p99_us);
    }
    if (k->p999_us > 0.0) {
        sut_bench_at_most(row, "p999_us", k->p999_us);
    }
}

static void add_tally(sut_bench_row *row, tally *t, double changes) {
    sut_bench_figure_add(row, "contacts", t->contacts / STEPS, "per step");
    sut_bench_figure_add(row, "contacts_max", t->contacts_max, "");
    sut_bench_figure_add(row, "newton", t->iterations / STEPS, "per step");
    sut_bench_figure_add(row, "solves", t->solves / STEPS, "per step");
    sut_bench_figure_add(row, "linearisations", t->linearisations / STEPS, "per step");
    sut_bench_figure_add(row, "substeps", t->substeps / STEPS, "per step");
    sut_bench_figure_add(row, "guard_hit_share", (double)t->hit_steps / STEPS, "of steps");
    sut_bench_figure_add(row, "guard_share", (double)t->shortened_steps / STEPS, "of steps");
    sut_bench_figure_add(row, "hurried_share", (double)t->hurried_steps / STEPS, "of steps");
    sut_bench_figure_add(row, "effort_us", t->effort / STEPS, "us counted");
    sut_bench_figure_add(row, "overlap_max", t->overlap, "radii");
    sut_bench_figure_add(row, "stretch", t->stretch, "");
    sut_bench_figure_add(row, "force_error", t->residual, "");
    sut_bench_figure_add(row, "force_error_mean", t->residual_sum / STEPS, "");
    sut_bench_figure_add(row, "topology_changes", changes, "");
    sut_bench_at_most(row, "topology_changes", 0.0);
    for (int i = 0; i < SUT_STAGE_COUNT; i++) {
        char key[SUT_BENCH_KEY];
        snprintf(key, sizeof key, "%s_us", sut_stage_name((sut_stage)i));
        sut_bench_figure_add(row, key, sut_bench_quantile(t->stage[i], STEPS, 0.5), "us");
    }
}

static void measure(sut_bench_row *row, const knot_case *k, sut_bench_case *c, double repeat) {
    int runs = (int)fmax(1.0, floor(RUNS * repeat + 0.5));
    double *us = calloc(1 + STEPS, sizeof *us);
    tally *t = calloc(1, sizeof *t);
    if (us == NULL || t == NULL) {
        sut_bench_fail(row, "no memory");
    } else {
        sut_bench_case_profile(c, 1 + STEPS, runs, us);
        double changes = watched_run(c, t);
        if (sut_bench_case_ok(c, row)) {
            add_times(row, k, us + 1);
            add_tally(row, t, changes);
        }
    }
    free(us);
    free(t);
}

void sut_bench_run_knot(sut_bench_log *log, const sut_bench_options *opt) {
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        sut_bench_knot k = sut_bench_knot_default(cases[i].shape);
        k.budget = cases[i].budget;
        sut_bench_row *row = sut_bench_add(log, BENCH, cases[i].name, k.vertices);
        sut_bench_progress(opt, BENCH, cases[i].name, k.vertices);
        sut_bench_case c;
        sut_bench_knot_open(&c, &k);
        sut_bench_case_run(&c, SUT_BENCH_KNOT_SETTLE - 1);
        sut_bench_case_keep(&c);
        if (sut_bench_case_ok(&c, row)) {
            measure(row, &cases[i], &c, opt->repeat);
        }
        sut_bench_case_close(&c);
    }
}
