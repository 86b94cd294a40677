// SPDX-License-Identifier: MIT
// The measurements of the two documents that this engine began with, repeated here, their figures
// beside ours. Theirs are from their machines (2011, 2014), so the ratio says how far the state of
// things has moved, not whose code is better; what their methods take here is measured too.
//   N. Huesken, VRIPHYS 2011: table 1 (collision detection and integration of a reef knot), figure
//   6
//     (error of the contact forces by iterations, warm and cold), figure 7 (50 iterations)
//   N. Huesken, dissertation, Heidelberg 2014: figures 4.12 to 4.14 (coupling matrix, 10 iterations
//     of NNCG, both)
// Of curves only what the text says of them is known: those values are null where it says nothing.
#include "bench_all.h"
#include "bench_knot_world.h"
#include "bench_log.h"
#include "bench_problem.h"
#include "world/world_internal.h"

#include <math.h>
#include <stdlib.h>

static const char BENCH[] = "published";
static const char PAPER[] = "2011 paper, its machine";
static const char THESIS[] = "2014 thesis, its machine";

enum { PULL_STEPS = 200, STEPS = 90 }; // the paper looked at 90 steps

static double unknown(void) {
    return (double)NAN;
}

//---- 2011, table 1 -------------------------------------------------------------------------------
typedef struct table_row {
    int n;
    double edge; // in diameters: fewer vertices are further apart
    double detection_us, integration_us, simplified_us;
} table_row;
static const table_row table[] = {
    {100, 2.0, 126.0, 54.0, 14.0}, {200, 1.5, 184.0, 110.0, 27.0}, {300, 1.0, 265.0, 180.0, 40.0}};

typedef struct stage_times {
    double detection_us, integration_us;
} stage_times;

static void open_pulled(sut_bench_case *c, const char *shape, int vertices, double edge,
                        sut_model model) {
    sut_bench_knot k = sut_bench_knot_default(shape);
    k.vertices = vertices;
    k.edge = edge;
    k.model = model;
    sut_bench_knot_open(c, &k);
    sut_bench_case_run(c, SUT_BENCH_KNOT_SETTLE + PULL_STEPS);
}

// Detection is looking for contacts and guarding the motion; integration all else but contacts.
static stage_times medians(sut_bench_case *c) {
    double detection[STEPS];
    double integration[STEPS];
    for (int i = 0; i < STEPS; i++) {
        sut_bench_case_run(c, 1);
        sut_stats s = sut_world_stats(c->world);
        detection[i] = s.stage_us[SUT_STAGE_DETECT] + s.stage_us[SUT_STAGE_GUARD];
        integration[i] = 0.0;
        for (int k = 0; k < SUT_STAGE_COUNT; k++) {
            integration[i] += s.stage_us[k];
        }
        integration[i] -= detection[i] + s.stage_us[SUT_STAGE_CONTACT];
    }
    return (stage_times){sut_bench_quantile(detection, STEPS, 0.5),
                         sut_bench_quantile(integration, STEPS, 0.5)};
}

static void set_published(sut_bench_row *row, const char *from, double ours, double published) {
    row->ours_us = ours;
    snprintf(row->peer, sizeof row->peer, "%s", from);
    row->peer_us = published;
    row->ratio = published / ours;
}

static void run_table(sut_bench_log *log, const sut_bench_options *opt, const table_row *t) {
    static const char shape[] = "\"knot\": \"reef\"";
    sut_bench_row *row = sut_bench_add(log, BENCH, "2011-table-1", t->n);
    sut_bench_progress(opt, BENCH, "2011-table-1", t->n);
    sut_bench_case c;
    open_pulled(&c, shape, t->n, t->edge, SUT_MODEL_IMPLICIT);
    if (sut_bench_case_ok(&c, row)) {
        stage_times ours = medians(&c);
        set_published(row, PAPER, ours.detection_us + ours.integration_us,
                      t->detection_us + t->integration_us);
        sut_bench_figure_add(row, "detection_us", ours.detection_us, "us");
        sut_bench_figure_add(row, "published_detection_us", t->detection_us, "us");
        sut_bench_figure_add(row, "integration_us", ours.integration_us, "us");
        sut_bench_figure_add(row, "published_integration_us", t->integration_us, "us");
        sut_bench_case_ok(&c, row);
    }
    sut_bench_case_close(&c);

    // the scalar approximation beside it
    open_pulled(&c, shape, t->n, t->edge, SUT_MODEL_IMPLICIT_SIMPLIFIED);
    bool runs = c.result == SUT_OK;
    stage_times simple = {unknown(), unknown()};
    if (runs) {
        simple = medians(&c);
    }
    sut_bench_figure_add(row, "simplified_us", runs ? simple.integration_us : unknown(), "us");
    sut_bench_figure_add(row, "published_simplified_us", t->simplified_us, "us");
    sut_bench_case_close(&c);
}

//---- contact problems ----------------------------------------------------------------------------
enum { LOOKS = 4, NNCG_SWEEPS = 10, PGS_SWEEPS = 50 };
static const int looks[LOOKS] = {10, 25, 50, 100}; // iterations of figure 6

typedef struct problem_figures {
    int count;
    double contacts[STEPS], ours_us[STEPS], ours_error[STEPS], pgs_us[STEPS];
    double coupling_us[STEPS], nncg_us[STEPS];
    double warm[LOOKS], cold[LOOKS]; // sums
} problem_figures;

static void look_at(problem_figures *f, sut_world *w, sut_contacts *c) {
    sut_bench_problem p;
    if (!sut_bench_problem_take(&p, c)) {
        return;
    }
    int i = f->count++;
    f->contacts[i] = p.count;
    double start = sut_bench_cpu_us();
    (void)sut_contact_condense(c, &w->bodies);
    f->ours_us[i] = sut_bench_cpu_us() - start;
    f->ours_us[i] += sut_bench_newton_us(c, c->settings.iterations, c->settings.tolerance, NULL);
    f->ours_error[i] = sut_bench_problem_error(&p, c->y);
    f->coupling_us[i] = sut_bench_coupling_us(&p, c);
    f->nncg_us[i] = sut_bench_sweeps_us(&p, sut_contact_nncg, NNCG_SWEEPS, false);
    f->pgs_us[i] = sut_bench_sweeps_us(&p, sut_contact_pgs, PGS_SWEEPS, false);
    for (int k = 0; k < LOOKS; k++) {
        (void)sut_bench_sweeps_us(&p, sut_contact_pgs, looks[k], false);
        f->warm[k] += sut_bench_problem_error(&p, p.force);
        (void)sut_bench_sweeps_us(&p, sut_contact_pgs, looks[k], true);
        f->cold[k] += sut_bench_problem_error(&p, p.force);
    }
    sut_bench_problem_free(&p);
}

static void gather(problem_figures *f, sut_bench_case *c) {
    *f = (problem_figures){0};
    for (int i = 0; i < STEPS && c->result == SUT_OK; i++) {
        sut_bench_case_run(c, 1);
        sut_contacts *problem = c->result == SUT_OK ? sut_bench_problem_of(c->world) : NULL;
        if (problem != NULL) {
            look_at(f, c->world, problem);
        }
    }
}

// Error of the forces by iterations, mean over the steps.
static void add_figure_6(sut_bench_log *log, problem_figures *f, int contacts) {
    sut_bench_row *row = sut_bench_add(log, BENCH, "2011-figure-6", contacts);
    for (int k = 0; k < LOOKS; k++) {
        char key[SUT_BENCH_KEY];
        snprintf(key, sizeof key, "warm_%d", looks[k]);
        sut_bench_figure_add(row, key, f->warm[k] / f->count, "");
        snprintf(key, sizeof key, "cold_%d", looks[k]);
        sut_bench_figure_add(row, key, f->cold[k] / f->count, "");
    }
    double mean = 0.0;
    for (int i = 0; i < f->count; i++) {
        mean += f->ours_error[i] / f->count;
    }
    sut_bench_figure_add(row, "ours", mean, "");
    sut_bench_note(row,
                   "force errors against the largest normal force, mean of 90 steps: projected "
                   "Gauss-Seidel after so many iterations from the forces of the step before "
                   "(warm) and from none (cold); the paper's curve has no figures in its text");
}

// The text has two points of the curve: below 1 ms for 25 contacts, near 2 ms for 35.
static double figure_7_us(int contacts) {
    return contacts >= 20 && contacts <= 30  ? 1000.0
           : contacts > 30 && contacts <= 40 ? 2000.0
                                             : unknown();
}

static void add_figure_7(sut_bench_log *log, problem_figures *f, int contacts) {
    sut_bench_row *row = sut_bench_add(log, BENCH, "2011-figure-7", contacts);
    set_published(row, PAPER, sut_bench_quantile(f->ours_us, f->count, 0.5), figure_7_us(contacts));
    sut_bench_figure_add(row, "pgs_50_us", sut_bench_quantile(f->pgs_us, f->count, 0.5), "us here");
}

// At the left border, without contacts, the coupling matrix took 0.2 ms for the knot's thread.
static void add_figures_4(sut_bench_log *log, problem_figures *f, int contacts) {
    sut_bench_row *row = sut_bench_add(log, BENCH, "2014-figures-4.12-14", contacts);
    double coupling = sut_bench_quantile(f->coupling_us, f->count, 0.5);
    double sweeps = sut_bench_quantile(f->nncg_us, f->count, 0.5);
    set_published(row, THESIS, sut_bench_quantile(f->ours_us, f->count, 0.5), unknown());
    sut_bench_figure_add(row, "coupling_us", coupling, "us here");
    sut_bench_figure_add(row, "nncg_10_us", sweeps, "us here");
    sut_bench_figure_add(row, "both_us", coupling + sweeps, "us here");
    sut_bench_figure_add(row, "published_coupling_min_us", 200.0, "us");
    sut_bench_figure_add(row, "gain", (coupling + sweeps) / row->ours_us, "here");
}

static void run_problems(sut_bench_log *log, const sut_bench_options *opt, const char *shape,
                         bool with_errors) {
    sut_bench_progress(opt, BENCH, "contacts", 600);
    problem_figures *f = malloc(sizeof *f);
    sut_bench_case c;
    open_pulled(&c, shape, 600, 1.0, SUT_MODEL_IMPLICIT);
    if (f != NULL) {
        gather(f, &c);
    }
    if (f == NULL || f->count == 0 || c.result != SUT_OK) {
        sut_bench_row *row = sut_bench_add(log, BENCH, "2011-figure-7", 0);
        sut_bench_fail(row, "no memory, or no contacts");
    } else {
        int contacts = (int)sut_bench_quantile(f->contacts, f->count, 0.5);
        if (with_errors) {
            add_figure_6(log, f, contacts);
        }
        add_figure_7(log, f, contacts);
        add_figures_4(log, f, contacts);
    }
    sut_bench_case_close(&c);
    free(f);
}

void sut_bench_run_published(sut_bench_log *log, const sut_bench_options *opt) {
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        run_table(log, opt, &table[i]);
    }
    run_problems(log, opt, "\"knot\": \"reef\"", true);
    run_problems(log, opt, "\"knot\": \"surgeon\"", false);
    run_problems(log, opt, "\"knot\": \"throws\", \"throws\": \"2=1=1=1\"", false);
}
