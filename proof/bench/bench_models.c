// SPDX-License-Identifier: MIT
// The same four scenes with every thread model, one after the other:
//   hang   a thread falls from one side and comes to rest: tensions against the weight below
//   swing  the same without losses: energy after five seconds
//   edge   drawn over a bar with friction, half way round it: pull against the closed form
//   knot   an overhand knot drawn tight by two hands: their forces against each other
// `largest_step_ms` is the length of the parts that steps of 50 ms are solved in, explicit rules
// being cut to what they can bear; times are of steps of 1 ms, by the thread's CPU clock.
#include "bench_all.h"
#include "bench_knot_world.h"
#include "bench_log.h"
#include "bench_thread.h"
#include "sutura/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char BENCH[] = "models";

// the order of sut_model
static const char *const models[] = {
    "implicit",  "implicit-simplified", "variational", "springs-1",
    "springs-2", "springs-3",           "springs-4",   "springs-5"};

enum { TEXT = 8192, EDGES = 40 };
static const double EI = 1e-5;      // N m^2
static const double LINE = 0.005;   // kg/m
static const double LENGTH = 0.3;   // m
static const double GRAVITY = 9.81; // m/s^2
static const double BAR = 0.03;     // m
static const double RADIUS = 0.001; // m
static const double LOAD = 0.2;     // N
static const double FRICTION = 0.3;

//---- scenes --------------------------------------------------------------------------------------
typedef struct story {
    const char *name;
    double seconds;
    int last; // steps over which forces of hands are averaged: one edge passes the bar
    void (*write)(char *text);
} story;

static int write_head(char *text, double radius, int vertices, double length, const char *losses) {
    return snprintf(text, TEXT,
                    "{\"sutura\": 1, \"threads\": [{\"material\": {\"EI\": %g, \"GJ\": 7e-6, "
                    "\"EA\": 25, \"mass_per_length\": %g, \"radius\": %g, \"friction\": %g}, "
                    "\"vertices\": %d, \"length\": %g, \"damping\": {%s}, ",
                    EI, LINE, radius, FRICTION, vertices, length, losses);
}

static void write_hang(char *text) {
    int n = write_head(text, RADIUS, EDGES + 1, LENGTH, "\"bend\": 0.02, \"linear\": 0.05");
    snprintf(text + n, (size_t)(TEXT - n),
             "\"shape\": {\"type\": \"straight\", \"direction\": [0.6, 0, -0.8]}, "
             "\"hold\": [{\"vertex\": 0, \"how\": \"pin\"}]}]}");
}

static void write_swing(char *text) {
    int n = write_head(text, RADIUS, EDGES + 1, LENGTH, "\"bend\": 0");
    snprintf(text + n, (size_t)(TEXT - n),
             "\"shape\": {\"type\": \"straight\", \"direction\": [1, 0, -1]}, "
             "\"hold\": [{\"vertex\": 0, \"how\": \"pin\"}]}]}");
}

// Half round the bar, a little off it, both ends hanging down.
static void write_edge(char *text) {
    int n = write_head(text, RADIUS, EDGES + 1, LENGTH, "\"bend\": 0.02, \"linear\": 0.05");
    n += snprintf(text + n, (size_t)(TEXT - n), "\"shape\": {\"type\": \"points\", \"points\": [");
    double rho = BAR + 1.25 * RADIUS;
    double quarter = 0.5 * SUT_BENCH_PI * rho;
    double end = 0.0;
    for (int i = 0; i <= EDGES; i++) {
        double s = LENGTH * ((double)i / EDGES - 0.5);
        double x = fabs(s) > quarter ? (s < 0.0 ? -rho : rho) : rho * sin(s / rho);
        end = fabs(s) > quarter ? quarter - fabs(s) : rho * cos(s / rho);
        n += snprintf(text + n, (size_t)(TEXT - n), "%s[%.9g, 0, %.9g]", i > 0 ? ", " : "", x, end);
    }
    snprintf(text + n, (size_t)(TEXT - n),
             "]}, \"hold\": [{\"vertex\": -1, \"how\": \"pin\", \"motion\": [{\"t\": 0.2}, "
             "{\"t\": 2.2, \"position\": [%.9g, 0, %.9g]}]}, {\"vertex\": 0, \"how\": \"force\", "
             "\"force\": [0, 0, %g]}]}], \"gravity\": [0, 0, 0], \"obstacles\": [{\"type\": "
             "\"cylinder\", \"center\": [0, 0, 0], \"axis\": [0, 1, 0], \"radius\": %g, "
             "\"friction\": %g}]}",
             rho, end - 0.02, -LOAD, BAR, FRICTION);
}

static void write_knot(char *text) {
    int n = write_head(text, 2.5e-3, 2 * EDGES + 1, 0.4, "\"bend\": 0.02, \"linear\": 0.05");
    n += snprintf(text + n, (size_t)(TEXT - n),
                  "\"shape\": {\"type\": \"knot\", \"knot\": \"overhand\", \"loop\": 0.2}, "
                  "\"hold\": [");
    for (int side = 0; side < 2; side++) {
        n += snprintf(text + n, (size_t)(TEXT - n),
                      "%s{\"vertex\": %d, \"how\": \"pin\", \"max_force\": 0.5, \"motion\": "
                      "[{\"t\": 0.1}, {\"t\": 1, \"position\": [%g, 0, 0]}]}",
                      side > 0 ? ", " : "", -side, side > 0 ? 0.25 : -0.25);
    }
    snprintf(text + n, (size_t)(TEXT - n), "]}], \"gravity\": [0, 0, 0]}");
}

static const story stories[] = {{"hang", 3.0, 1, write_hang},
                                {"swing", 5.0, 1, write_swing},
                                {"edge", 2.0, 750, write_edge},
                                {"knot", 1.5, 200, write_knot}};

static void open_story(sut_bench_case *c, const story *s, int model, double dt) {
    memset(c, 0, sizeof *c);
    char text[TEXT];
    s->write(text);
    sut_scene_options options = {NULL, 0, models[model]};
    sut_scene_error error;
    sut_scene *scene = sut_scene_read_text(text, strlen(text), "bench", &options, &error);
    c->result = scene != NULL ? sut_scene_build(scene, NULL, &c->world, &error) : SUT_E_ARGUMENT;
    sut_scene_free(scene);
    c->thread = sut_scene_thread_id(0);
    c->dt = dt;
    c->clock = sut_bench_cpu_us;
    sut_thread_view v;
    if (c->result == SUT_OK) {
        c->result = sut_thread_get_view(c->world, c->thread, &v);
        c->vertices = v.vertex_count;
    }
}

//---- what is read --------------------------------------------------------------------------------
typedef struct reading {
    double *us;
    int steps;
    double parts;
    double start, end;      // J
    sut_vec3 pull[2];       // N, of the first two holds, mean over the last steps
    double stretch;         // largest of any step
    double tension_error;   // of the scene's own law
    double energy_drift;    // of the energy that can become motion
    double largest_step_ms; // see above
    bool kept;
} reading;

static double energy_of(const sut_bench_case *c) {
    sut_energy e = {0};
    if (c->result == SUT_OK) {
        (void)sut_thread_get_energy(c->world, c->thread, &e);
    }
    return e.kinetic + e.stretch + e.bend + e.twist + e.gravity;
}

static void add_pulls(sut_bench_case *c, int last, reading *r) {
    for (uint32_t k = 0; k < 2 && c->result == SUT_OK; k++) {
        sut_hold_view v;
        if (sut_hold_get_view(c->world, (sut_hold_id){k + 1, 1}, &v) == SUT_OK) {
            r->pull[k].x += v.force.x / last;
            r->pull[k].y += v.force.y / last;
            r->pull[k].z += v.force.z / last;
        }
    }
}

static double size_of(sut_vec3 v) {
    return sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

static double hang_error(const sut_thread_view *v) {
    double worst = 0.0;
    double weight = LINE * GRAVITY * LENGTH;
    for (int i = 0; i < EDGES; i++) {
        double truth = weight * (1.0 - (i + 0.5) / EDGES);
        worst = fmax(worst, fabs(v->tension[i] - truth) / weight);
    }
    return worst;
}

// Half way round with friction, and the little that bending takes from both sides.
static double edge_error(const reading *r) {
    double rho = BAR + RADIUS;
    double bend = 0.5 * (1.0 + FRICTION * FRICTION) * EI / (rho * rho);
    double truth = bend + (LOAD - bend) * exp(FRICTION * SUT_BENCH_PI);
    return fabs(size_of(r->pull[0]) / truth - 1.0);
}

static double knot_error(const reading *r) {
    sut_vec3 sum = {r->pull[0].x + r->pull[1].x, r->pull[0].y + r->pull[1].y,
                    r->pull[0].z + r->pull[1].z};
    return size_of(sum) / size_of(r->pull[0]);
}

static void judge(const sut_bench_case *c, const story *s, reading *r) {
    sut_thread_view v;
    bool seen = c->result == SUT_OK && sut_thread_get_view(c->world, c->thread, &v) == SUT_OK;
    r->tension_error = r->energy_drift = (double)NAN;
    if (!seen) {
        return;
    }
    (void)sut_thread_get_peak_stretch(c->world, c->thread, &r->stretch);
    if (s->write == write_hang) {
        r->tension_error = hang_error(&v);
    } else if (s->write == write_swing) {
        double floor = -0.5 * LINE * GRAVITY * LENGTH * LENGTH;
        r->energy_drift = (r->end - r->start) / (r->start - floor);
    } else if (s->write == write_edge) {
        r->tension_error = edge_error(r);
    } else {
        r->tension_error = knot_error(r);
        r->kept = sut_bench_is_overhand(v.position, v.vertex_count);
    }
}

static void run_story(sut_bench_case *c, const story *s, reading *r) {
    r->start = energy_of(c);
    for (int i = 0; i < r->steps && c->result == SUT_OK; i++) {
        double start = sut_bench_cpu_us();
        sut_bench_case_run(c, 1);
        r->us[i] = sut_bench_cpu_us() - start;
        r->parts += c->result == SUT_OK ? sut_world_stats(c->world).substeps : 0;
        if (i >= r->steps - s->last) {
            add_pulls(c, s->last, r);
        }
    }
    r->end = energy_of(c);
    judge(c, s, r);
}

// Steps of 50 ms, as many as a second has.
static double largest_step(const story *s, int model) {
    const double dt = 0.05;
    sut_bench_case c;
    open_story(&c, s, model, dt);
    double parts = 0.0;
    int steps = 0;
    for (; steps < 20 && c.result == SUT_OK; steps++) {
        sut_bench_case_run(&c, 1);
        parts += c.result == SUT_OK ? sut_world_stats(c.world).substeps : 0;
    }
    bool good = c.result == SUT_OK;
    sut_bench_case_close(&c);
    return good ? 1e3 * dt * steps / parts : (double)NAN;
}

//---- rows ----------------------------------------------------------------------------------------
static void run_row(sut_bench_log *log, const sut_bench_options *opt, const story *s, int model) {
    char name[SUT_BENCH_KEY];
    snprintf(name, sizeof name, "%s-%s", s->name, models[model]);
    sut_bench_case c;
    open_story(&c, s, model, SUT_BENCH_DT);
    sut_bench_row *row = sut_bench_add(log, BENCH, name, c.vertices);
    sut_bench_progress(opt, BENCH, name, c.vertices);
    reading r = {.steps = (int)lround(s->seconds / SUT_BENCH_DT)};
    r.us = calloc((size_t)r.steps, sizeof *r.us);
    if (r.us == NULL) {
        sut_bench_fail(row, "no memory");
    } else if (sut_bench_case_ok(&c, row)) {
        run_story(&c, s, &r);
        row->ours_us = sut_bench_quantile(r.us, r.steps, 0.5);
        row->ours_min_us = r.us[0];
    }
    if (r.us != NULL && sut_bench_case_ok(&c, row)) {
        sut_bench_figure_add(row, "stretch", r.stretch, "");
        sut_bench_figure_add(row, "energy_drift", r.energy_drift, "");
        sut_bench_figure_add(row, "tension_error", r.tension_error, "");
        sut_bench_figure_add(row, "largest_step_ms", largest_step(s, model), "ms");
        sut_bench_figure_add(row, "substeps", r.parts / r.steps, "per ms");
        sut_bench_figure_add(row, "p99_us", sut_bench_quantile(r.us, r.steps, 0.99), "us");
        if (s->write == write_knot) {
            sut_bench_figure_add(row, "knot_kept", r.kept ? 1.0 : 0.0, "");
            sut_bench_at_least(row, "knot_kept", 1.0);
        }
    }
    free(r.us);
    sut_bench_case_close(&c);
}

void sut_bench_run_models(sut_bench_log *log, const sut_bench_options *opt) {
    for (size_t i = 0; i < sizeof stories / sizeof stories[0]; i++) {
        for (int m = 0; m < (int)(sizeof models / sizeof models[0]); m++) {
            run_row(log, opt, &stories[i], m);
        }
    }
}
