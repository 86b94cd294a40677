// SPDX-License-Identifier: MIT
// The whole contact-free step through the public interface, against LAPACK solving its linear
// system alone. Two motions of the same suture:
//   step     one end held with its spin, released from the horizontal: bends and swings
//   twisted  both ends held with their spin, brought together and turned: twist is at work
// Steps are timed from moments spread over the motion, the same ones in every batch.
#include "bench_all.h"
#include "bench_dpbsv.h"
#include "bench_log.h"
#include "bench_thread.h"

static const char BENCH[] = "step";

enum {
    PAIRS = 800,
    BATCH_US = 300,
    BATCH_STEPS = 8,   // a fixed number: steps of this motion are not all alike
    MOMENT_STEPS = 60, // between two moments: eight of them cover half a second
    STAGE_STEPS = 20,  // per moment, for the medians of the stages
    TAIL_STEPS = 1000,
    TAIL_RUNS = 5
};

static void open_swing(sut_bench_case *c, int vertices) {
    sut_bench_case_open(c, &sut_bench_suture, vertices, NULL);
    sut_bench_case_hold(c, 0, SUT_HOLD_TWIST, NULL, 0);
}

// The far end comes in by a tenth and turns three times within half a second.
static void open_twisted(sut_bench_case *c, int vertices) {
    const double length = sut_bench_suture.length;
    const sut_vec3 forward = {1.0, 0.0, 0.0};
    sut_hold_key keys[2] = {
        {.t = 0.0, .position = {length, 0.0, 0.0}, .direction = forward},
        {.t = 0.5,
         .position = {0.9 * length, 0.0, 0.0},
         .direction = forward,
         .spin = 3.0 * 2.0 * SUT_BENCH_PI},
    };
    sut_bench_case_open(c, &sut_bench_suture, vertices, NULL);
    sut_bench_case_hold(c, 0, SUT_HOLD_TWIST, NULL, 0);
    sut_bench_case_hold(c, -1, SUT_HOLD_TWIST, keys, 2);
}

typedef struct motion {
    const char *name;
    void (*open)(sut_bench_case *c, int vertices);
} motion;
static const motion motions[] = {{"step", open_swing}, {"twisted", open_twisted}};

// The peer solves once, we make a whole step: the share is what the demand is about.
static void compare(sut_bench_row *row, const sut_bench_side *ours, sut_bench_dpbsv *dpbsv,
                    const sut_bench_options *opt) {
    sut_bench_side peer = {.batch = sut_bench_dpbsv_batch, .ctx = dpbsv};
    sut_bench_pair_times times;
    peer.count = sut_bench_calibrate(&peer, BATCH_US);
    if (!sut_bench_measure_pair(ours, &peer, sut_bench_batches(PAIRS, opt->repeat), &times) ||
        dpbsv->bad > 0) {
        sut_bench_fail(row, "no memory, or LAPACK refused the matrix");
        return;
    }
    sut_bench_set_pair(row, &times, dpbsv->lapack->name);
    sut_bench_figure_add(row, "share", 1.0 / times.ratio, "of dpbsv");
    sut_bench_at_most(row, "share", 0.7);
}

static void alone(sut_bench_row *row, const sut_bench_side *ours, const sut_bench_options *opt) {
    sut_bench_times times;
    if (!sut_bench_measure(ours, sut_bench_batches(PAIRS, opt->repeat), &times)) {
        sut_bench_fail(row, "no memory");
        return;
    }
    sut_bench_set_ours(row, &times);
}

static void run_motion(sut_bench_row *row, sut_bench_case *c, sut_bench_dpbsv *dpbsv,
                       const sut_bench_options *opt) {
    sut_bench_case_keep_all(c, MOMENT_STEPS);
    if (!sut_bench_case_ok(c, row)) {
        return;
    }
    sut_bench_side ours = {.batch = sut_bench_case_batch, .ctx = c, .count = BATCH_STEPS};
    if (dpbsv->lapack->dpbsv != NULL) {
        compare(row, &ours, dpbsv, opt);
    } else {
        sut_bench_note(row, dpbsv->lapack->name);
        alone(row, &ours, opt);
    }
    sut_bench_figure_add(row, "ns_per_vertex", 1e3 * row->ours_us / row->n, "ns");
    sut_bench_case_stages(c, STAGE_STEPS, row);
    sut_bench_case_tail(c, TAIL_STEPS, TAIL_RUNS, row);
    sut_bench_case_ok(c, row);
}

static void run_size(sut_bench_log *log, const sut_bench_options *opt,
                     const sut_peer_lapack *lapack, const motion *m, int n) {
    sut_bench_row *row = sut_bench_add(log, BENCH, m->name, n);
    sut_bench_progress(opt, BENCH, m->name, n);
    sut_bench_system system = {0};
    sut_bench_dpbsv dpbsv = {0};
    sut_bench_case c = {0};
    if (sut_bench_system_create(&system, n) && sut_bench_dpbsv_open(&dpbsv, lapack, &system)) {
        m->open(&c, n);
        run_motion(row, &c, &dpbsv, opt);
    } else {
        sut_bench_fail(row, "no memory");
    }
    sut_bench_case_close(&c);
    sut_bench_dpbsv_close(&dpbsv);
    sut_bench_system_free(&system);
}

void sut_bench_run_step(sut_bench_log *log, const sut_bench_options *opt) {
    sut_peer_lapack lapack;
    sut_peer_lapack_open(&lapack);
    for (size_t m = 0; m < sizeof motions / sizeof motions[0]; m++) {
        for (int i = 0; i < SUT_BENCH_SIZES; i++) {
            run_size(log, opt, &lapack, &motions[m], sut_bench_sizes[i]);
        }
    }
    sut_peer_lapack_close(&lapack);
}
