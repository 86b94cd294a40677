// SPDX-License-Identifier: MIT
// Stiff threads at steps that explicit methods cannot take.
//   pulled  10 cm, radius 0.2 mm, 750 MPa, ends pinned, pulled sideways at its middle
//   nylon   10-0 nylon, 15 cm, swinging from one end
#include "bench_all.h"
#include "bench_log.h"
#include "bench_thread.h"

#include <math.h>
#include <stdlib.h>

static const char BENCH[] = "stiff";

enum { RUNS = 5 };

static const sut_bench_material pulled = {
    .length = 0.1, .radius = 0.2e-3, .young = 750e6, .poisson = 0.4, .density = 1100.0};
static const sut_bench_material nylon_10_0 = {
    .length = 0.15, .radius = 0.0125e-3, .young = 2e9, .poisson = 0.4, .density = 1140.0};
static const double PULL = 5e-3;      // m, sideways
static const double PULL_TIME = 0.25; // s

typedef struct scenario {
    const char *name;
    int vertices;
    double dt, seconds;
    double least_realtime, most_stretch; // what is asked of it
    void (*open)(sut_bench_case *c, int vertices);
} scenario;

static void open_pulled(sut_bench_case *c, int vertices) {
    const sut_vec3 middle = {0.5 * pulled.length, 0.0, 0.0};
    sut_hold_key keys[2] = {
        {.t = 0.0, .position = middle},
        {.t = PULL_TIME, .position = {middle.x, PULL, 0.0}},
    };
    sut_bench_case_open(c, &pulled, vertices, NULL);
    sut_bench_case_hold(c, 0, SUT_HOLD_PIN, NULL, 0);
    sut_bench_case_hold(c, -1, SUT_HOLD_PIN, NULL, 0);
    sut_bench_case_hold(c, vertices / 2, SUT_HOLD_PIN, keys, 2);
}

static void open_nylon(sut_bench_case *c, int vertices) {
    sut_bench_case_open(c, &nylon_10_0, vertices, NULL);
    sut_bench_case_hold(c, 0, SUT_HOLD_PIN, NULL, 0);
}

// Pulled sideways by 5 mm at 50 mm the thread is sqrt(1 + 0.1^2) - 1 = 0.5 % longer.
static const scenario scenarios[] = {
    {"pulled", 101, 1e-3, 0.5, 10.0, 6e-3, open_pulled},
    {"pulled", 301, 1e-3, 0.5, 10.0, 6e-3, open_pulled},
    {"nylon-1ms", 600, 1e-3, 2.0, 1.0, 1e-3, open_nylon},
    {"nylon-5ms", 600, 5e-3, 2.0, 1.0, 1e-3, open_nylon},
};

// Tension of a thread pinned at both ends and held at its middle a distance `PULL` aside. It is a
// triangle, but for the corner at the middle, which bending rounds over the length
// d = sqrt(EI / T): slope s (1 - exp(-x / d)), steeper than the triangle's by 1 / (1 - d / l), and
// longer by s^2 / 2 (l - 3 d / 2). The tension that makes d is the one that comes out.
static double pulled_tension(void) {
    double half = 0.5 * pulled.length;
    double area = SUT_BENCH_PI * pulled.radius * pulled.radius;
    double bending = pulled.young * area * pulled.radius * pulled.radius / 4.0;
    double tension = 1.0;
    for (int i = 0; i < 100; i++) {
        double corner = sqrt(bending / tension) / half;
        double slope = PULL / half / (1.0 - corner);
        double strain = (sqrt(1.0 + slope * slope) - 1.0) * (1.0 - 1.5 * corner);
        tension = pulled.young * area * strain;
    }
    return tension;
}

static void add_tension_error(sut_bench_row *row, const sut_bench_case *c) {
    sut_thread_view view;
    if (c->result != SUT_OK || sut_thread_get_view(c->world, c->thread, &view) != SUT_OK) {
        return;
    }
    double mean = 0.0;
    for (int i = 0; i + 1 < view.vertex_count; i++) {
        mean += view.tension[i] / (double)(view.vertex_count - 1);
    }
    sut_bench_figure_add(row, "tension", mean, "N");
    sut_bench_figure_add(row, "tension_error", fabs(mean / pulled_tension() - 1.0), "");
    sut_bench_at_most(row, "tension_error", 0.01);
}

static void add_state(sut_bench_row *row, const sut_bench_case *c, const scenario *s) {
    double stretch = (double)NAN;
    if (c->result == SUT_OK) {
        sut_thread_get_peak_stretch(c->world, c->thread, &stretch);
    }
    sut_bench_figure_add(row, "stretch", stretch, "");
    sut_bench_at_least(row, "realtime", s->least_realtime);
    sut_bench_at_most(row, "stretch", s->most_stretch);
    if (s->open == open_pulled) {
        add_tension_error(row, c);
    }
}

static int count_steps(const scenario *s) {
    return (int)lround(s->seconds / s->dt);
}

// us: [count_steps] room for the times of single steps.
static void run_scenario(sut_bench_row *row, const scenario *s, int runs, double *us) {
    int steps = count_steps(s);
    sut_bench_case c;
    s->open(&c, s->vertices);
    c.dt = s->dt;
    sut_bench_case_keep(&c);
    sut_bench_case_profile(&c, steps, runs, us);

    // once more off the clock, for the counts
    double linearisations = 0.0;
    sut_bench_case_return(&c, 0);
    for (int i = 0; i < steps && c.result == SUT_OK; i++) {
        sut_bench_case_run(&c, 1);
        linearisations += sut_world_stats(c.world).linearisations;
    }
    if (sut_bench_case_ok(&c, row)) {
        double wall = 0.0;
        for (int i = 0; i < steps; i++) {
            wall += us[i];
        }
        row->ours_us = sut_bench_quantile(us, steps, 0.5);
        row->ours_min_us = us[0];
        sut_bench_figure_add(row, "realtime", 1e6 * s->seconds / wall, "x");
        sut_bench_figure_add(row, "p99_us", sut_bench_quantile(us, steps, 0.99), "us");
        sut_bench_figure_add(row, "max_us", us[steps - 1], "us");
        sut_bench_figure_add(row, "linearisations", linearisations / steps, "per step");
        add_state(row, &c, s);
    }
    sut_bench_case_close(&c);
}

void sut_bench_run_stiff(sut_bench_log *log, const sut_bench_options *opt) {
    int runs = (int)fmax(1.0, round(RUNS * opt->repeat));
    for (size_t i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++) {
        const scenario *s = &scenarios[i];
        sut_bench_row *row = sut_bench_add(log, BENCH, s->name, s->vertices);
        sut_bench_progress(opt, BENCH, s->name, s->vertices);
        double *us = calloc((size_t)count_steps(s), sizeof *us);
        if (us == NULL) {
            sut_bench_fail(row, "no memory");
            continue;
        }
        run_scenario(row, s, runs, us);
        free(us);
    }
}
