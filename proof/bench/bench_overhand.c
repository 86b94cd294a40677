// SPDX-License-Identifier: MIT
// An overhand knot in the suture, one end held, the other drawn away at speeds from slow to
// violent, beside a chain of capsules in Bullet that starts from the same shape and gets the same
// motion. Both sides take their steps in turn. A rope that is fast and loses its knot, or becomes
// longer, has done something else; so stretch, passages of the thread through itself (counted by an
// independent certificate) and the knot at the end stand in the same row. The chain has no bending
// stiffness, which makes the knot easier for it.
#include "bench_all.h"
#include "bench_knot_world.h"
#include "bench_log.h"
#include "peer_bullet.h"

#include <math.h>
#include <stdlib.h>

static const char BENCH[] = "overhand";

enum { HELD_STEPS = 200, ITERATIONS = 50 };
static const int sizes[] = {300, 600};
static const double SIZE = 4.0;

// With 15 mm of thread left in the knot the suture bears less than 0.1 N and is hardly longer than
// it was. Drawn to 4.5 mm, 15 diameters, it bears more than 1 N, which makes any thread of this
// stiffness 2 % longer: a row of its own, without a demand on the stretch.
typedef struct pull {
    const char *name;
    double speed, apart; // m/s, m
    bool gentle;
} pull;
static const pull pulls[] = {
    {"40 mm/s", 0.04, 0.085, true},
    {"500 mm/s", 0.5, 0.085, true},
    {"1000 mm/s", 1.0, 0.085, true},
    {"40 mm/s, tight", 0.04, 0.0955, false},
};

static const char NOTE[] =
    "Bullet: capsules with point-to-point joints, 50 iterations, joint error reduction 0.8, ten "
    "times the true rotational inertia, mu 0.3, no bending stiffness";

//---- one side ------------------------------------------------------------------------------------
typedef struct side {
    double *us; // [steps]
    sut_vec3 *position;
    sut_certificate *judge;
    double stretch, length_gain; // largest in any step
    bool kept;
    double passages;
} side;

static bool open_side(side *s, const sut_vec3 *start, int n, int steps) {
    const sut_vec3 low = {-0.1, -0.1, -0.1};
    const sut_vec3 high = {0.1, 0.1, 0.1};
    *s = (side){.us = calloc((size_t)steps, sizeof *s->us),
                .position = calloc((size_t)n, sizeof *s->position)};
    return s->us != NULL && s->position != NULL &&
           sut_certificate_create(low, high, NULL, &s->judge) == SUT_OK &&
           sut_certificate_add(s->judge, start, n, sut_bench_suture.radius, false, NULL) == SUT_OK;
}

static void close_side(side *s) {
    free(s->us);
    free(s->position);
    sut_certificate_destroy(s->judge);
}

static void look_at(side *s, int n) {
    double rest = sut_bench_suture.length / (double)(n - 1);
    double whole = 0.0;
    for (int i = 0; i + 1 < n; i++) {
        const sut_vec3 *p = &s->position[i];
        double length = hypot(hypot(p[1].x - p[0].x, p[1].y - p[0].y), p[1].z - p[0].z);
        s->stretch = fmax(s->stretch, length / rest - 1.0);
        whole += length;
    }
    s->length_gain = fmax(s->length_gain, whole / sut_bench_suture.length - 1.0);
    const sut_vec3 *const positions[1] = {s->position};
    (void)sut_certificate_advance(s->judge, positions);
}

static void finish(side *s, int n) {
    s->passages = (double)sut_certificate_changes(s->judge);
    s->kept = sut_bench_is_overhand(s->position, n);
}

//---- both ----------------------------------------------------------------------------------------
typedef struct contest {
    sut_bench_case c;
    sut_bench_overhand knot;
    const sut_peer_bullet *bullet; // null: we are alone
    sut_peer_rope *rope;
    int steps;
    side ours, peer;
    double tension; // N, of our thread at the end
    double *xyz;
} contest;

static sut_peer_rope *make_rope(const contest *t) {
    const sut_bench_material *m = &sut_bench_suture;
    double spacing = m->length / (double)(t->knot.vertices - 1);
    sut_peer_rope_def def = {
        .kind = SUT_PEER_CHAIN,
        .vertices = t->knot.vertices,
        .length = m->length,
        .radius = m->radius,
        .mass = m->density * SUT_BENCH_PI * m->radius * m->radius * m->length,
        .iterations = ITERATIONS,
        .erp = 0.8,
        .inertia_scale = 10.0,
        .dt = SUT_BENCH_DT,
        .xyz = t->xyz,
        .friction = 0.3,
        .skip = (int)ceil(1.5 * 2.0 * m->radius / spacing) + 1,
    };
    return t->bullet->create(&def);
}

static bool open_contest(contest *t, int n, const pull *p) {
    *t = (contest){.knot = {.vertices = n, .size = SIZE, .speed = p->speed, .apart = p->apart},
                   .bullet = sut_peer_bullet_open()};
    sut_bench_overhand_open(&t->c, &t->knot);
    sut_thread_view view;
    if (t->c.result == SUT_OK) {
        t->c.result = sut_thread_get_view(t->c.world, t->c.thread, &view);
    }
    t->xyz = calloc(3 * (size_t)n, sizeof *t->xyz);
    if (t->c.result != SUT_OK || t->xyz == NULL) {
        return false;
    }
    for (int i = 0; i < n; i++) {
        t->xyz[3 * i] = view.position[i].x;
        t->xyz[3 * i + 1] = view.position[i].y;
        t->xyz[3 * i + 2] = view.position[i].z;
    }
    t->steps = sut_bench_overhand_steps(&t->knot) + HELD_STEPS;
    t->rope = t->bullet != NULL ? make_rope(t) : NULL;
    return (t->bullet == NULL || t->rope != NULL) &&
           open_side(&t->ours, view.position, n, t->steps) &&
           open_side(&t->peer, view.position, n, t->steps);
}

static void close_contest(contest *t) {
    if (t->bullet != NULL) {
        t->bullet->free(t->rope);
    }
    sut_bench_case_close(&t->c);
    close_side(&t->ours);
    close_side(&t->peer);
    free(t->xyz);
}

static void step_ours(contest *t, int i) {
    double start = sut_bench_cpu_us();
    sut_bench_case_run(&t->c, 1);
    t->ours.us[i] = sut_bench_cpu_us() - start;
    sut_thread_view view;
    if (t->c.result == SUT_OK && sut_thread_get_view(t->c.world, t->c.thread, &view) == SUT_OK) {
        for (int k = 0; k < view.vertex_count; k++) {
            t->ours.position[k] = view.position[k];
        }
        look_at(&t->ours, view.vertex_count);
    }
}

static void step_peer(contest *t, int i) {
    sut_vec3 end = sut_bench_overhand_end(&t->knot, (i + 1) * SUT_BENCH_DT);
    const double target[3] = {end.x, end.y, end.z};
    double start = sut_bench_cpu_us();
    t->bullet->move_end(t->rope, target);
    t->bullet->step(t->rope, SUT_BENCH_DT);
    t->peer.us[i] = sut_bench_cpu_us() - start;
    t->bullet->positions(t->rope, t->xyz);
    for (int k = 0; k < t->knot.vertices; k++) {
        t->peer.position[k] = (sut_vec3){t->xyz[3 * k], t->xyz[3 * k + 1], t->xyz[3 * k + 2]};
    }
    look_at(&t->peer, t->knot.vertices);
}

static void run(contest *t) {
    for (int i = 0; i < t->steps; i++) {
        if (i % 2 == 0) {
            step_ours(t, i);
        }
        if (t->bullet != NULL) {
            step_peer(t, i);
        }
        if (i % 2 == 1) {
            step_ours(t, i);
        }
    }
    sut_thread_view view;
    if (t->c.result == SUT_OK && sut_thread_get_view(t->c.world, t->c.thread, &view) == SUT_OK) {
        t->tension = view.tension[view.vertex_count - 2];
    }
    finish(&t->ours, t->knot.vertices);
    if (t->bullet != NULL) {
        finish(&t->peer, t->knot.vertices);
    }
}

//---- rows ----------------------------------------------------------------------------------------
// The settling at the start is left out of the times: the chain has nothing to settle.
static void add_times(sut_bench_row *row, contest *t) {
    int n = t->steps - SUT_BENCH_KNOT_SETTLE;
    double *ours = t->ours.us + SUT_BENCH_KNOT_SETTLE;
    double *peer = t->peer.us + SUT_BENCH_KNOT_SETTLE;
    sut_bench_pair_times times = {0};
    if (t->bullet != NULL) {
        double *ratio = calloc((size_t)n, sizeof *ratio);
        for (int i = 0; ratio != NULL && i < n; i++) {
            ratio[i] = peer[i] / ours[i];
        }
        times.ratio = ratio != NULL ? sut_bench_quantile(ratio, n, 0.5) : (double)NAN;
        free(ratio);
        times.peer.median_us = sut_bench_quantile(peer, n, 0.5);
        times.peer.min_us = peer[0];
    }
    times.ours.median_us = sut_bench_quantile(ours, n, 0.5);
    times.ours.min_us = ours[0];
    if (t->bullet != NULL) {
        times.ratio_min = peer[0] / ours[0];
        sut_bench_set_pair(row, &times, t->bullet->name);
        sut_bench_at_least(row, "ratio", 5.0);
    } else {
        sut_bench_set_ours(row, &times.ours);
    }
    sut_bench_figure_add(row, "p99_us", sut_bench_quantile(ours, n, 0.99), "us");
    sut_bench_figure_add(row, "max_us", ours[n - 1], "us");
    if (t->bullet != NULL) {
        sut_bench_figure_add(row, "peer_p99_us", sut_bench_quantile(peer, n, 0.99), "us");
    }
}

static void add_truth(sut_bench_row *row, const contest *t, const pull *p) {
    const sut_bench_material *m = &sut_bench_suture;
    double axial = m->young * SUT_BENCH_PI * m->radius * m->radius;
    sut_bench_figure_add(row, "stretch", t->ours.stretch, "");
    sut_bench_figure_add(row, "length_gain", t->ours.length_gain, "");
    sut_bench_figure_add(row, "tension", t->tension, "N");
    sut_bench_figure_add(row, "elastic_stretch", t->tension / axial, "");
    sut_bench_figure_add(row, "passages", t->ours.passages, "");
    sut_bench_figure_add(row, "knot_kept", t->ours.kept ? 1.0 : 0.0, "");
    sut_bench_at_most(row, "passages", 0.0);
    sut_bench_at_least(row, "knot_kept", 1.0);
    if (t->bullet == NULL) {
        sut_bench_note(row, "Bullet not built in (Debian: libbullet-dev)");
        return;
    }
    sut_bench_figure_add(row, "peer_stretch", t->peer.stretch, "");
    sut_bench_figure_add(row, "peer_length_gain", t->peer.length_gain, "");
    sut_bench_figure_add(row, "peer_passages", t->peer.passages, "");
    sut_bench_figure_add(row, "peer_knot_kept", t->peer.kept ? 1.0 : 0.0, "");
    sut_bench_figure_add(row, "stretch_ratio", t->peer.stretch / t->ours.stretch, "");
    if (p->gentle) {
        sut_bench_at_least(row, "stretch_ratio", 10.0);
    }
    sut_bench_note(row, NOTE);
}

static void run_row(sut_bench_log *log, const sut_bench_options *opt, int n, const pull *p) {
    sut_bench_row *row = sut_bench_add(log, BENCH, p->name, n);
    sut_bench_progress(opt, BENCH, p->name, n);
    contest t;
    if (open_contest(&t, n, p)) {
        run(&t);
        add_times(row, &t);
        add_truth(row, &t, p);
        sut_bench_case_ok(&t.c, row);
    } else if (sut_bench_case_ok(&t.c, row)) {
        sut_bench_fail(row, "no memory");
    }
    close_contest(&t);
}

void sut_bench_run_overhand(sut_bench_log *log, const sut_bench_options *opt) {
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (size_t k = 0; k < sizeof pulls / sizeof pulls[0]; k++) {
            run_row(log, opt, sizes[i], &pulls[k]);
        }
    }
}
