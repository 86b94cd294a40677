// SPDX-License-Identifier: MIT
// Our band solver against LAPACK's dpbsv on the same system. Ours overwrites its matrix too, so
// both sides are given fresh copies in the same way (bench_dpbsv.h).
#include "bench_all.h"
#include "bench_dpbsv.h"
#include "bench_log.h"
#include "bench_thread.h"
#include "linalg/band.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char BENCH[] = "solver";

typedef int factor_solve_fn(sut_band *b, double *x);

// Our side: the matrix as the engine keeps it, and the working copies.
typedef struct our_side {
    sut_band band;
    double *matrix; // [SUT_BAND_BLOCK n] as assembled
    double *x;      // [3 n] right side in, solution out
    const double *rhs;
    factor_solve_fn *run;
    int bad; // calls that refused the matrix
} our_side;

//---- conversion ----------------------------------------------------------------------------------
// The engine stores the upper blocks (i, i + k); the system has the lower ones.
static void copy_transposed(double *to, const double *from) {
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            to[3 * r + c] = from[3 * c + r];
        }
    }
}

static void convert(const sut_bench_system *s, double *matrix) {
    const int upper[6] = {0, 1, 2, 4, 5, 8};
    for (int i = 0; i < s->n; i++) {
        double *row = matrix + (ptrdiff_t)i * SUT_BAND_BLOCK;
        for (int k = 0; k < 6; k++) {
            row[SUT_BAND_D + k] = s->diagonal[9 * i + upper[k]];
        }
        if (i + 1 < s->n) {
            copy_transposed(row + SUT_BAND_O1, s->lower1 + 9 * (ptrdiff_t)(i + 1));
        }
        if (i + 2 < s->n) {
            copy_transposed(row + SUT_BAND_O2, s->lower2 + 9 * (ptrdiff_t)(i + 2));
        }
    }
}

//---- our side ------------------------------------------------------------------------------------
static bool open_ours(our_side *o, const sut_bench_system *s) {
    size_t n = (size_t)s->n;
    memset(o, 0, sizeof *o);
    void *memory = aligned_alloc(64, sut_band_memory(s->n));
    o->matrix = calloc(n * SUT_BAND_BLOCK, sizeof(double));
    o->x = calloc(3 * n, sizeof(double));
    o->rhs = s->rhs;
    if (memory == NULL || o->matrix == NULL || o->x == NULL) {
        free(memory);
        return false;
    }
    sut_band_init(&o->band, s->n, memory);
    convert(s, o->matrix);
    return true;
}

static void close_ours(our_side *o) {
    free(o->band.block);
    free(o->matrix);
    free(o->x);
}

static void load_ours(our_side *o) {
    size_t n = (size_t)o->band.n;
    memcpy(o->band.block, o->matrix, n * SUT_BAND_BLOCK * sizeof(double));
    memcpy(o->x, o->rhs, 3 * n * sizeof(double));
}

static double batch_ours(void *ctx, int index, int count) {
    our_side *o = ctx;
    (void)index;
    double total = 0.0;
    for (int i = 0; i < count; i++) {
        load_ours(o);
        double start = sut_bench_now_us();
        int bad = o->run(&o->band, o->x);
        total += sut_bench_now_us() - start;
        o->bad += bad >= 0 ? 1 : 0;
    }
    return total / (double)count;
}

// Solve alone, with a factor made beforehand.
static double batch_solve(void *ctx, int index, int count) {
    our_side *o = ctx;
    (void)index;
    double total = 0.0;
    for (int i = 0; i < count; i++) {
        memcpy(o->x, o->rhs, 3 * (size_t)o->band.n * sizeof(double));
        double start = sut_bench_now_us();
        sut_band_solve(&o->band, o->x);
        total += sut_bench_now_us() - start;
    }
    return total / (double)count;
}

static int factor_then_solve(sut_band *b, double *x) {
    int bad = sut_band_factor(b);
    if (bad < 0) {
        sut_band_solve(b, x);
    }
    return bad;
}

//---- rows ----------------------------------------------------------------------------------------
typedef struct variant {
    const char *name;
    factor_solve_fn *run;
} variant;

// The first is what the engine's step calls; the demand stands on it.
static const variant variants[] = {
    {"solver", sut_band_factor_solve},
    {"apart", factor_then_solve},
    {"scalar", sut_band_factor_solve_scalar},
};

enum { PAIRS = 600, BATCH_US = 300 };

static void add_accuracy(sut_bench_row *row, const our_side *o, const sut_bench_dpbsv *p) {
    int n = 3 * o->band.n;
    const double *truth = p->system->solution;
    sut_bench_figure_add(row, "difference", sut_bench_difference(o->x, p->x, n), "");
    sut_bench_figure_add(row, "error", sut_bench_difference(o->x, truth, n), "");
    sut_bench_figure_add(row, "peer_error", sut_bench_difference(p->x, truth, n), "");

    // the condition of the matrix, and with it the rounding of any solver, grows like n^4:
    // bending weighs EI / l^3, inertia rho l / h^2
    double finer = fmax(1.0, (double)o->band.n / 300.0);
    sut_bench_at_most(row, "difference", 1e-8 * pow(finer, 4.0));
}

static void compare(sut_bench_row *row, our_side *o, sut_bench_dpbsv *p,
                    const sut_bench_options *opt, bool demanded) {
    sut_bench_side ours = {.batch = batch_ours, .ctx = o};
    sut_bench_side peer = {.batch = sut_bench_dpbsv_batch, .ctx = p};
    sut_bench_pair_times times;
    ours.count = sut_bench_calibrate(&ours, BATCH_US);
    peer.count = sut_bench_calibrate(&peer, BATCH_US);
    if (!sut_bench_measure_pair(&ours, &peer, sut_bench_batches(PAIRS, opt->repeat), &times)) {
        sut_bench_fail(row, "no memory");
        return;
    }
    if (o->bad > 0 || p->bad > 0) {
        sut_bench_fail(row, "a solver refused the matrix");
        return;
    }
    sut_bench_set_pair(row, &times, p->lapack->name);
    sut_bench_figure_add(row, "ns_per_vertex", 1e3 * times.ours.median_us / o->band.n, "ns");
    if (demanded) {
        sut_bench_at_least(row, "ratio", 5.0);
    }
    add_accuracy(row, o, p);
}

// Without a peer our own times are still worth knowing.
static void alone(sut_bench_row *row, our_side *o, const sut_bench_options *opt) {
    sut_bench_side ours = {.batch = batch_ours, .ctx = o};
    sut_bench_times times;
    ours.count = sut_bench_calibrate(&ours, BATCH_US);
    if (!sut_bench_measure(&ours, sut_bench_batches(PAIRS, opt->repeat), &times) || o->bad > 0) {
        sut_bench_fail(row, "no memory, or the matrix was refused");
        return;
    }
    sut_bench_set_ours(row, &times);
}

static void solve_row(sut_bench_log *log, our_side *o, const sut_bench_options *opt) {
    sut_bench_row *row = sut_bench_add(log, BENCH, "solve-only", o->band.n);
    load_ours(o);
    if (sut_band_factor(&o->band) >= 0) {
        sut_bench_fail(row, "the matrix was refused");
        return;
    }
    sut_bench_side ours = {.batch = batch_solve, .ctx = o};
    sut_bench_times times;
    ours.count = sut_bench_calibrate(&ours, BATCH_US);
    if (!sut_bench_measure(&ours, sut_bench_batches(PAIRS, opt->repeat), &times)) {
        sut_bench_fail(row, "no memory");
        return;
    }
    sut_bench_set_ours(row, &times);
    sut_bench_figure_add(row, "ns_per_vertex", 1e3 * times.median_us / o->band.n, "ns");
}

static void run_size(sut_bench_log *log, const sut_bench_options *opt,
                     const sut_peer_lapack *lapack, const sut_bench_system *system) {
    our_side ours = {0};
    sut_bench_dpbsv peer = {0};
    bool ready = open_ours(&ours, system) && sut_bench_dpbsv_open(&peer, lapack, system);
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        sut_bench_row *row = sut_bench_add(log, BENCH, variants[i].name, system->n);
        sut_bench_progress(opt, BENCH, variants[i].name, system->n);
        ours.run = variants[i].run;
        if (!ready) {
            sut_bench_fail(row, "no memory");
        } else if (lapack->dpbsv == NULL) {
            sut_bench_note(row, lapack->name);
            alone(row, &ours, opt);
        } else {
            compare(row, &ours, &peer, opt, i == 0);
        }
    }
    if (ready) {
        solve_row(log, &ours, opt);
    }
    close_ours(&ours);
    sut_bench_dpbsv_close(&peer);
}

void sut_bench_run_solver(sut_bench_log *log, const sut_bench_options *opt) {
    sut_peer_lapack lapack;
    sut_peer_lapack_open(&lapack);
    for (int i = 0; i < SUT_BENCH_SIZES; i++) {
        sut_bench_system system;
        if (sut_bench_system_create(&system, sut_bench_sizes[i])) {
            run_size(log, opt, &lapack, &system);
        } else {
            sut_bench_fail(sut_bench_add(log, BENCH, BENCH, sut_bench_sizes[i]), "no memory");
        }
        sut_bench_system_free(&system);
    }
    sut_peer_lapack_close(&lapack);
}
