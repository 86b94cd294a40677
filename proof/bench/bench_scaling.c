// SPDX-License-Identifier: MIT
// Cost per vertex of the whole step as threads grow. Edges keep their length, so that a longer
// thread is more of the same problem, and every size is timed in turn with the 300 vertices it is
// compared with, for as long: a batch of the reference is as many vertices as one of the long
// thread, so that both sides get the same share of what else the machine does. The motion is one in
// which all sizes need the same number of linearisations and corrections: a thread with a slight
// wave flies sideways, its first vertex carried along with its spin held, so that every stage has
// its work to do.
#include "bench_all.h"
#include "bench_log.h"
#include "bench_thread.h"

#include <math.h>

static const char BENCH[] = "scaling";

enum {
    REFERENCE = 300,
    PAIRS = 100,
    BATCH_STEPS = 8,
    WARM_UP_STEPS = 4,
    MOMENT_STEPS = 1,
    STAGE_STEPS = BATCH_STEPS,
    QUIET_RUNS = 60
};
static const int sizes[] = {300, 1000, 3000, 10000, 30000};

// The suture at the spacing of the reference.
static void open_case(sut_bench_case *c, int vertices) {
    sut_bench_material m = sut_bench_suture;
    m.length *= (double)(vertices - 1) / (double)(REFERENCE - 1);
    m.wave = 0.01;
    m.speed = 1.0;
    sut_bench_case_open(c, &m, vertices, NULL);
    c->clock = sut_bench_cpu_us; // steps of milliseconds would often be interrupted

    // no gravity; the hold goes on for longer than is timed
    const sut_vec3 none = {0.0, 0.0, 0.0};
    const sut_vec3 forward = {1.0, 0.0, 0.0};
    const sut_hold_key keys[2] = {
        {.t = 0.0, .direction = forward},
        {.t = 1.0, .position = {0.0, m.speed, 0.0}, .direction = forward}};
    if (c->result == SUT_OK) {
        c->result = sut_world_set_gravity(c->world, none);
    }
    sut_bench_case_hold(c, 0, SUT_HOLD_TWIST, keys, 2);
    sut_bench_case_run(c, WARM_UP_STEPS);
    sut_bench_case_keep_all(c, MOMENT_STEPS);
}

// The reference, again and again from its moments until `count` steps are done.
static double reference_batch(void *ctx, int index, int count) {
    double sum = 0.0;
    int rounds = count / BATCH_STEPS;
    for (int k = 0; k < rounds; k++) {
        sum += sut_bench_case_batch(ctx, index * rounds + k, BATCH_STEPS);
    }
    return sum / rounds;
}

// Each of some steps at its shortest. Other processes empty the caches, and a long
// thread has more to lose: a batch of long steps is never quite undisturbed, a single step often.
typedef struct quiet_steps {
    double us[BATCH_STEPS];
} quiet_steps;

static void look_for_quiet(sut_bench_case *c, quiet_steps *q) {
    double us[1 + BATCH_STEPS] = {0.0}; // the first one fills the caches
    sut_bench_clock *clock = c->clock;
    c->clock = sut_bench_now_us; // a reading must be short against a step of 300 vertices
    sut_bench_case_profile(c, 1 + BATCH_STEPS, 1, us);
    c->clock = clock;
    for (int i = 0; i < BATCH_STEPS; i++) {
        q->us[i] = us[i + 1] < q->us[i] ? us[i + 1] : q->us[i];
    }
}

static double ns_per_vertex(const quiet_steps *q, int vertices) {
    double sum = 0.0;
    for (int i = 0; i < BATCH_STEPS; i++) {
        sum += q->us[i];
    }
    return 1e3 * sum / BATCH_STEPS / vertices;
}

// Both sides in turn; the same number of looks, so that neither has more luck.
static void measure_quiet(sut_bench_row *row, sut_bench_case *c, sut_bench_case *reference,
                          const sut_bench_options *opt) {
    quiet_steps ours;
    for (int i = 0; i < BATCH_STEPS; i++) {
        ours.us[i] = HUGE_VAL;
    }
    quiet_steps base = ours;
    int runs = sut_bench_batches(QUIET_RUNS, opt->repeat);
    for (int k = 0; k < runs; k++) {
        look_for_quiet(c, &ours);
        look_for_quiet(reference, &base);
    }
    double ns = ns_per_vertex(&ours, row->n);
    sut_bench_figure_add(row, "quiet_ns_per_vertex", ns, "ns");
    sut_bench_figure_add(row, "quiet_spread", ns / ns_per_vertex(&base, REFERENCE) - 1.0,
                         "against 300");
    sut_bench_at_most(row, "quiet_spread", 0.15);
    sut_bench_at_least(row, "quiet_spread", -0.15);
}

static void measure(sut_bench_row *row, sut_bench_case *c, sut_bench_case *reference,
                    const sut_bench_options *opt) {
    sut_bench_side ours = {.batch = sut_bench_case_batch, .ctx = c, .count = BATCH_STEPS};
    int rounds = (row->n + REFERENCE - 1) / REFERENCE;
    sut_bench_side base = {
        .batch = reference_batch, .ctx = reference, .count = rounds * BATCH_STEPS};
    sut_bench_pair_times times;
    if (!sut_bench_measure_pair(&ours, &base, sut_bench_batches(PAIRS, opt->repeat), &times)) {
        sut_bench_fail(row, "no memory");
        return;
    }
    sut_bench_set_ours(row, &times.ours);
    double growth = (double)REFERENCE / (times.ratio * (double)row->n) - 1.0;
    sut_bench_figure_add(row, "ns_per_vertex", 1e3 * times.ours.median_us / row->n, "ns");
    sut_bench_figure_add(row, "min_ns_per_vertex", 1e3 * times.ours.min_us / row->n, "ns");
    double growth_min = (double)REFERENCE / (times.ratio_min * (double)row->n) - 1.0;
    sut_bench_figure_add(row, "spread", growth, "against 300");
    sut_bench_figure_add(row, "spread_min", growth_min, "");
    measure_quiet(row, c, reference, opt);
    double memory = (double)sut_world_stats(c->world).memory;
    sut_bench_figure_add(row, "bytes_per_vertex", memory / row->n, "B");
    sut_bench_case_stages(c, STAGE_STEPS, row);
}

void sut_bench_run_scaling(sut_bench_log *log, const sut_bench_options *opt) {
    sut_bench_case reference;
    open_case(&reference, REFERENCE);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        sut_bench_row *row = sut_bench_add(log, BENCH, BENCH, sizes[i]);
        sut_bench_progress(opt, BENCH, BENCH, sizes[i]);
        sut_bench_case c;
        open_case(&c, sizes[i]);
        if (sut_bench_case_ok(&reference, row) && sut_bench_case_ok(&c, row)) {
            measure(row, &c, &reference, opt);
            sut_bench_case_ok(&c, row);
        }
        sut_bench_case_close(&c);
    }
    sut_bench_case_close(&reference);
}
