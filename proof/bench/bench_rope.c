// SPDX-License-Identifier: MIT
// The suture clamped horizontally and released, beside ropes of as many vertices in Bullet. Speed
// alone says little here: the ropes stretch and do not know how stiff a suture is, so their largest
// stretch in the swing and their shape at rest stand in the same row. The true shape at rest is
// that of the heavy elastica, solved below.
#include "bench_all.h"
#include "bench_log.h"
#include "bench_thread.h"
#include "peer_bullet.h"

#include <math.h>
#include <stdlib.h>

static const char BENCH[] = "rope";

enum { PAIRS = 60, BATCH_US = 2000, SWING_STEPS = 1000, SETTLE_STEPS = 2000, MOMENT_STEPS = 60 };

// 1/s: the ropes of Bullet swing at about 12 rad/s and come to rest in two seconds with this
static const double PEER_SETTLE_RATE = 12.0;
// 1/s: near critical for the first bending mode of the suture, 25 rad/s
static const double SETTLE_RATE = 50.0;

typedef struct rope_kind {
    const char *name, *text;
    sut_peer_rope_kind kind;
    int iterations;
} rope_kind;

static const rope_kind kinds[] = {
    {"soft-10", "soft rope, 10 iterations", SUT_PEER_SOFT, 10},
    {"soft-50", "soft rope, 50 iterations", SUT_PEER_SOFT, 50},
    {"chain-50", "capsule chain, 50 iterations", SUT_PEER_CHAIN, 50},
};
static const char CHAIN_NOTE[] =
    "rotational inertia of the capsules times 10, because with the true one the chain explodes "
    "at this step; joint error reduction 0.8 (Bullet's default of 0.2 stretches about three times "
    "as much)";
static const char SOFT_NOTE[] = "CreateRope has no bending stiffness; first two nodes fixed, "
                                "collisions off";

// What a rope did: stretch while it swung, drop of the tip when it had come to rest.
typedef struct truth {
    double stretch;     // largest strain of any edge
    double length_gain; // largest growth of the whole length, relative
    double drop, tip_x; // m
} truth;

static double line_mass(void) {
    const sut_bench_material *m = &sut_bench_suture;
    return m->density * SUT_BENCH_PI * m->radius * m->radius;
}

//---- the true shape at rest ----------------------------------------------------------------------
// Angle below the horizontal: theta'' = -gamma (1 - s) cos(theta), theta(0) = 0, theta'(1) = 0,
// lengths in units of the thread's. Integrates from s = 0 with the curvature given; answers the
// curvature at the free end.
static double shoot(double gamma, double curvature, double *x, double *drop) {
    enum { STEPS = 400 };
    const double h = 1.0 / STEPS;
    double theta = 0.0;
    double k = curvature;
    *x = *drop = 0.0;
    const double reach[4] = {0.0, 0.5 * h, 0.5 * h, h};
    const double weight[4] = {h / 6.0, h / 3.0, h / 3.0, h / 6.0};
    for (int i = 0; i < STEPS; i++) {
        // the four Runge-Kutta stages: angle, curvature, change of curvature
        double c = k;
        double a = 0.0;
        double next_theta = theta;
        double next_k = k;
        for (int j = 0; j < 4; j++) {
            double t = theta + reach[j] * c;
            c = k + reach[j] * a;
            a = -gamma * (1.0 - h * (double)i - reach[j]) * cos(t);
            next_theta += weight[j] * c;
            next_k += weight[j] * a;
            *x += weight[j] * cos(t);
            *drop += weight[j] * sin(t);
        }
        theta = next_theta;
        k = next_k;
    }
    return k;
}

// Tip of the suture clamped horizontally, m.
static void elastica_tip(double *x, double *drop) {
    const sut_bench_material *m = &sut_bench_suture;
    double stiffness = m->young * SUT_BENCH_PI * pow(m->radius, 4.0) / 4.0;
    double gamma = line_mass() * SUT_BENCH_GRAVITY * pow(m->length, 3.0) / stiffness;
    double low = 0.0;
    double high = gamma;
    for (int i = 0; i < 60; i++) {
        double mid = 0.5 * (low + high);
        if (shoot(gamma, mid, x, drop) > 0.0) {
            high = mid;
        } else {
            low = mid;
        }
    }
    *x *= m->length;
    *drop *= m->length;
}

//---- Bullet --------------------------------------------------------------------------------------
static sut_peer_rope_def peer_def(const rope_kind *k, int vertices, double damping) {
    return (sut_peer_rope_def){
        .kind = k->kind,
        .vertices = vertices,
        .length = sut_bench_suture.length,
        .radius = sut_bench_suture.radius,
        .mass = line_mass() * sut_bench_suture.length,
        .gravity = SUT_BENCH_GRAVITY,
        .iterations = k->iterations,
        .erp = 0.8,
        .inertia_scale = 10.0,
        .damping = damping,
        .dt = SUT_BENCH_DT,
    };
}

typedef struct peer_side {
    const sut_peer_bullet *bullet;
    sut_peer_rope *rope;
} peer_side;

static double batch_peer(void *ctx, int index, int count) {
    const peer_side *p = ctx;
    (void)index;
    double start = sut_bench_cpu_us();
    for (int i = 0; i < count; i++) {
        p->bullet->step(p->rope, SUT_BENCH_DT);
    }
    return (sut_bench_cpu_us() - start) / (double)count;
}

// Largest strain of an edge and growth of the whole, for positions x y z of n vertices.
static void note_stretch(const double *xyz, int n, truth *t) {
    double rest = sut_bench_suture.length / (double)(n - 1);
    double whole = 0.0;
    for (int i = 0; i + 1 < n; i++) {
        const double *p = xyz + 3 * (ptrdiff_t)i;
        double length = hypot(hypot(p[3] - p[0], p[4] - p[1]), p[5] - p[2]);
        t->stretch = fmax(t->stretch, length / rest - 1.0);
        whole += length;
    }
    t->length_gain = fmax(t->length_gain, whole / sut_bench_suture.length - 1.0);
}

static bool peer_truth(const sut_peer_bullet *bullet, const rope_kind *k, int n, truth *t) {
    double *xyz = calloc(3 * (size_t)n, sizeof *xyz);
    sut_peer_rope_def free_def = peer_def(k, n, 0.0);
    sut_peer_rope_def damped_def = peer_def(k, n, PEER_SETTLE_RATE);
    sut_peer_rope *swing = bullet->create(&free_def);
    sut_peer_rope *rest = bullet->create(&damped_def);
    bool ready = xyz != NULL && swing != NULL && rest != NULL;
    for (int i = 0; ready && i < SWING_STEPS; i++) {
        bullet->step(swing, SUT_BENCH_DT);
        bullet->positions(swing, xyz);
        note_stretch(xyz, n, t);
    }
    for (int i = 0; ready && i < SETTLE_STEPS; i++) {
        bullet->step(rest, SUT_BENCH_DT);
    }
    if (ready) {
        bullet->positions(rest, xyz);
        t->tip_x = xyz[3 * n - 3];
        t->drop = -xyz[3 * n - 1];
    }
    bullet->free(swing);
    bullet->free(rest);
    free(xyz);
    return ready;
}

//---- ours ----------------------------------------------------------------------------------------
static void settle(sut_thread_def *def) {
    def->damping_linear = SETTLE_RATE * def->mass_per_length;
}

// The swing is timed with the bending damping a scene has by default; it is kept for timing.
static void open_swing(sut_bench_case *c, int n) {
    sut_bench_case_open(c, &sut_bench_suture, n, NULL);
    c->clock = sut_bench_cpu_us; // as on Bullet's side: batches are long enough to be interrupted
    sut_bench_case_hold(c, 0, SUT_HOLD_CLAMP, NULL, 0);
    sut_bench_case_keep_all(c, MOMENT_STEPS);
}

static void our_truth(sut_bench_case *swing, int n, truth *t) {
    sut_bench_case_return(swing, 0);
    sut_bench_case_run(swing, SWING_STEPS);
    sut_bench_case rest;
    sut_bench_case_open(&rest, &sut_bench_suture, n, settle);
    sut_bench_case_hold(&rest, 0, SUT_HOLD_CLAMP, NULL, 0);
    sut_bench_case_run(&rest, SETTLE_STEPS);
    sut_thread_view view;
    if (swing->result == SUT_OK && rest.result == SUT_OK &&
        sut_thread_get_view(rest.world, rest.thread, &view) == SUT_OK) {
        sut_thread_get_peak_stretch(swing->world, swing->thread, &t->stretch);
        t->tip_x = view.position[n - 1].x;
        t->drop = -view.position[n - 1].z;
    } else if (swing->result == SUT_OK) {
        swing->result = rest.result;
    }
    sut_bench_case_close(&rest);
}

//---- rows ----------------------------------------------------------------------------------------
// Shape error: distance of the tip from the elastica's, against the elastica's drop.
static double tip_error(const truth *t) {
    double x = 0.0;
    double drop = 0.0;
    elastica_tip(&x, &drop);
    return hypot(t->tip_x - x, t->drop - drop) / drop;
}

static void add_ours(sut_bench_row *row, const truth *t) {
    sut_bench_figure_add(row, "stretch", t->stretch, "");
    sut_bench_figure_add(row, "tip_drop_mm", 1e3 * t->drop, "mm");
    sut_bench_figure_add(row, "tip_error", tip_error(t), "");
    sut_bench_at_most(row, "tip_error", 1e-3);
    sut_bench_at_most(row, "stretch", 1e-3);
}

static void add_peer(sut_bench_row *row, const truth *t) {
    sut_bench_figure_add(row, "peer_stretch", t->stretch, "");
    sut_bench_figure_add(row, "peer_length_gain", t->length_gain, "");
    sut_bench_figure_add(row, "peer_tip_drop_mm", 1e3 * t->drop, "mm");
    sut_bench_figure_add(row, "peer_tip_error", tip_error(t), "");
}

// Both sides in turn; Bullet goes on from where it is, its cost does not depend on the motion.
static bool measure(sut_bench_case *c, peer_side *p, double repeat, sut_bench_pair_times *times) {
    sut_bench_side ours = {.batch = sut_bench_case_batch, .ctx = c};
    sut_bench_side peer = {.batch = batch_peer, .ctx = p};
    ours.count = sut_bench_calibrate(&ours, BATCH_US);
    peer.count = sut_bench_calibrate(&peer, BATCH_US);
    return sut_bench_measure_pair(&ours, &peer, sut_bench_batches(PAIRS, repeat), times);
}

static void compare(sut_bench_row *row, sut_bench_case *c, const rope_kind *k, const truth *ours_t,
                    const sut_bench_options *opt) {
    const sut_peer_bullet *bullet = sut_peer_bullet_open();
    sut_peer_rope_def def = peer_def(k, row->n, 0.0);
    peer_side peer = {.bullet = bullet, .rope = bullet->create(&def)};
    truth peer_t = {0};
    sut_bench_pair_times times;
    if (peer.rope != NULL && peer_truth(bullet, k, row->n, &peer_t) &&
        measure(c, &peer, opt->repeat, &times)) {
        char name[SUT_BENCH_TEXT];
        snprintf(name, sizeof name, "%s, %s", bullet->name, k->text);
        sut_bench_set_pair(row, &times, name);
        add_ours(row, ours_t);
        add_peer(row, &peer_t);
        sut_bench_note(row, k->kind == SUT_PEER_CHAIN ? CHAIN_NOTE : SOFT_NOTE);
    } else {
        sut_bench_fail(row, "no memory");
    }
    bullet->free(peer.rope);
}

static void alone(sut_bench_row *row, sut_bench_case *c, const truth *ours_t,
                  const sut_bench_options *opt) {
    sut_bench_side ours = {.batch = sut_bench_case_batch, .ctx = c};
    sut_bench_times times;
    ours.count = sut_bench_calibrate(&ours, BATCH_US);
    if (!sut_bench_measure(&ours, sut_bench_batches(PAIRS, opt->repeat), &times)) {
        sut_bench_fail(row, "no memory");
        return;
    }
    sut_bench_set_ours(row, &times);
    sut_bench_note(row, "Bullet not built in (Debian: libbullet-dev)");
    add_ours(row, ours_t);
}

static void run_size(sut_bench_log *log, const sut_bench_options *opt, int n) {
    sut_bench_case c;
    truth ours_t = {0};
    sut_bench_progress(opt, BENCH, "ours", n);
    open_swing(&c, n);
    our_truth(&c, n, &ours_t);
    bool peers = sut_peer_bullet_open() != NULL;
    size_t rows = peers ? sizeof kinds / sizeof kinds[0] : 1;
    for (size_t i = 0; i < rows; i++) {
        const char *name = peers ? kinds[i].name : BENCH;
        sut_bench_row *row = sut_bench_add(log, BENCH, name, n);
        sut_bench_progress(opt, BENCH, name, n);
        if (!sut_bench_case_ok(&c, row)) {
            continue;
        }
        if (peers) {
            compare(row, &c, &kinds[i], &ours_t, opt);
        } else {
            alone(row, &c, &ours_t, opt);
        }
    }
    sut_bench_case_close(&c);
}

void sut_bench_run_rope(sut_bench_log *log, const sut_bench_options *opt) {
    for (int i = 0; i < SUT_BENCH_SIZES; i++) {
        run_size(log, opt, sut_bench_sizes[i]);
    }
}
