// SPDX-License-Identifier: MIT
// Curves of the two documents that this engine began with, as rows.
//   N. Huesken, VRIPHYS 2011: figure 6, error of the contact forces by iterations, warm and cold,
//   by
//     both methods; figure 7, time of 50 iterations by contacts, from one on, with the coupling of
//     the normal and of the simplified approach
//   N. Huesken, dissertation, Heidelberg 2014: figures 4.12 to 4.14, coupling matrix, 10 iterations
//     of NNCG and both, for its three tests (bench_frames.c has their frames)
// Of curves only what the text says of them is known; where it says nothing the value is null.
#include "bench_figures.h"
#include "bench_all.h"
#include "bench_knot_world.h"
#include "bench_log.h"
#include "bench_problem.h"
#include "data/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char BENCH[] = "figures";
static const char PAPER[] = "2011 paper, its machine";
static const char THESIS[] = "2014 thesis, its machine";
static const char REEF[] = "\"knot\": \"reef\"";
static const char LONG_KNOT[] = "\"knot\": \"throws\", \"throws\": \"2=1=1=1\"";

static double unknown(void) {
    return (double)NAN;
}

//---- 2011, figure 6 ------------------------------------------------------------------------------
enum {
    DRAWN = 200,
    TIED = 1500,
    STEPS = 90,
    LOOKS = 7,
    METHODS = 2
};                                                          // the paper looked at 90 steps
static const int looks[LOOKS] = {1, 2, 5, 10, 20, 50, 100}; // iterations
static const char *const names[METHODS] = {"nncg", "pgs"};
static sut_bench_method *const methods[METHODS] = {sut_contact_nncg, sut_contact_pgs};

typedef struct errors {
    int count;
    double contacts, ours;
    double warm[METHODS][LOOKS], cold[METHODS][LOOKS];
} errors; // sums

static void look_at(errors *e, sut_world *w, sut_contacts *c) {
    sut_bench_problem p;
    if (!sut_bench_problem_take(&p, c)) {
        return;
    }
    e->count++;
    e->contacts += p.count;
    (void)sut_contact_condense(c, &w->bodies);
    (void)sut_bench_newton_us(c, c->settings.iterations, c->settings.tolerance, NULL);
    e->ours += sut_bench_problem_error(&p, c->y);
    for (int m = 0; m < METHODS; m++) {
        for (int k = 0; k < LOOKS; k++) {
            (void)sut_bench_sweeps_us(&p, methods[m], looks[k], false);
            e->warm[m][k] += sut_bench_problem_error(&p, p.force);
            (void)sut_bench_sweeps_us(&p, methods[m], looks[k], true);
            e->cold[m][k] += sut_bench_problem_error(&p, p.force);
        }
    }
    sut_bench_problem_free(&p);
}

// `steps` after the hands begin: tied and at rest as published, or still being drawn.
static void run_figure_6(sut_bench_log *log, const sut_bench_options *opt, const char *name,
                         int steps) {
    sut_bench_progress(opt, BENCH, name, 300);
    sut_bench_knot k = sut_bench_knot_default(REEF);
    k.vertices = 300;
    sut_bench_case c;
    sut_bench_knot_open(&c, &k);
    sut_bench_case_run(&c, SUT_BENCH_KNOT_SETTLE + steps);
    errors e = {0};
    for (int i = 0; i < STEPS && c.result == SUT_OK; i++) {
        sut_bench_case_run(&c, 1);
        sut_contacts *problem = c.result == SUT_OK ? sut_bench_problem_of(c.world) : NULL;
        if (problem != NULL) {
            look_at(&e, c.world, problem);
        }
    }
    sut_bench_row *row = sut_bench_add(log, BENCH, name, 300);
    if (sut_bench_case_ok(&c, row) && e.count > 0) {
        sut_bench_figure_add(row, "contacts", e.contacts / e.count, "");
        for (int m = 0; m < METHODS; m++) {
            for (int l = 0; l < LOOKS; l++) {
                char key[SUT_BENCH_KEY];
                snprintf(key, sizeof key, "%s_warm_%d", names[m], looks[l]);
                sut_bench_figure_add(row, key, e.warm[m][l] / e.count, "");
                snprintf(key, sizeof key, "%s_cold_%d", names[m], looks[l]);
                sut_bench_figure_add(row, key, e.cold[m][l] / e.count, "");
            }
        }
        sut_bench_figure_add(row, "ours", e.ours / e.count, "");
        sut_bench_note(row,
                       "force errors against the largest normal force, mean of 90 steps, after "
                       "so many iterations from the forces of the step before (warm) or from "
                       "none (cold); the curve has no figures in the text");
    } else if (c.result == SUT_OK) {
        sut_bench_fail(row, "no contact problem was found");
    }
    sut_bench_case_close(&c);
}

//---- 2011, figure 7 ------------------------------------------------------------------------------
enum { MOST = 40, SAMPLES = 5, SWEEPS = 50, TIGHTENING = 900 };

// Smallest times by number of contacts.
typedef struct by_contacts {
    int seen[MOST + 1], solved[MOST + 1];
    double ours_us[MOST + 1], coupling_us[MOST + 1], sweeps_us[MOST + 1];
} by_contacts;

// Our solver, on the problem as it is.
static void time_ours(by_contacts *b, sut_world *w, sut_contacts *c) {
    int n = c->count;
    if (n > MOST || b->solved[n] >= SAMPLES) {
        return;
    }
    double start = sut_bench_cpu_us();
    (void)sut_contact_condense(c, &w->bodies);
    (void)sut_bench_newton_us(c, c->settings.iterations, c->settings.tolerance, NULL);
    double us = sut_bench_cpu_us() - start;
    b->ours_us[n] = b->solved[n]++ == 0 ? us : fmin(b->ours_us[n], us);
}

// The published method on the first n contacts of the problem: what they cost does not depend on
// where they are.
static void time_published(by_contacts *b, sut_contacts *c, int n) {
    int all = c->count;
    sut_bench_problem p;
    c->count = n;
    if (b->seen[n] < SAMPLES && sut_bench_problem_take(&p, c)) {
        double coupling = sut_bench_coupling_us(&p, c);
        double sweeps = sut_bench_sweeps_us(&p, sut_contact_nncg, SWEEPS, false);
        bool first = b->seen[n]++ == 0;
        b->coupling_us[n] = first ? coupling : fmin(b->coupling_us[n], coupling);
        b->sweeps_us[n] = first ? sweeps : fmin(b->sweeps_us[n], sweeps);
        sut_bench_problem_free(&p);
    }
    c->count = all;
}

static void time_problem(by_contacts *b, sut_world *w, sut_contacts *c) {
    time_ours(b, w, c);
    for (int n = 1; c->count >= MOST && n <= MOST; n++) {
        time_published(b, c, n);
    }
}

// From the loose knot on.
static void gather(by_contacts *b, const char *shape, sut_model model) {
    sut_bench_knot k = sut_bench_knot_default(shape);
    k.vertices = 300;
    k.model = model;
    sut_bench_case c;
    sut_bench_knot_open(&c, &k);
    for (int i = 0; i < TIGHTENING && c.result == SUT_OK; i++) {
        sut_bench_case_run(&c, 1);
        sut_contacts *problem = c.result == SUT_OK ? sut_bench_problem_of(c.world) : NULL;
        if (problem != NULL) {
            time_problem(b, c.world, problem);
        }
    }
    sut_bench_case_close(&c);
}

// The text has two points of the curve: below 1 ms for 25 contacts, near 2 ms for 35.
static double figure_7_us(int contacts) {
    return contacts == 25 ? 1000.0 : (contacts == 35 ? 2000.0 : unknown());
}

static double known(const int *seen, const double *us, int n) {
    return seen[n] > 0 ? us[n] : unknown();
}

static void add_figure_7(sut_bench_log *log, const by_contacts *normal, const by_contacts *simple,
                         int n) {
    sut_bench_row *row = sut_bench_add(log, BENCH, "2011-figure-7", n);
    row->ours_us = known(normal->solved, normal->ours_us, n);
    double published = figure_7_us(n);
    if (!isnan(published)) {
        snprintf(row->peer, sizeof row->peer, "%s", PAPER);
        row->peer_us = published;
        row->ratio = published / row->ours_us;
    }
    const struct {
        const char *name;
        const by_contacts *b;
    } curves[2] = {{"normal", normal}, {"simplified", simple}};
    for (int i = 0; i < 2; i++) {
        double sweeps = known(curves[i].b->seen, curves[i].b->sweeps_us, n);
        double coupling = known(curves[i].b->seen, curves[i].b->coupling_us, n);
        char key[SUT_BENCH_KEY];
        snprintf(key, sizeof key, "%s_nncg_50_us", curves[i].name);
        sut_bench_figure_add(row, key, sweeps, "us here");
        snprintf(key, sizeof key, "%s_coupling_us", curves[i].name);
        sut_bench_figure_add(row, key, coupling, "us here");
        snprintf(key, sizeof key, "%s_both_us", curves[i].name);
        sut_bench_figure_add(row, key, sweeps + coupling, "us here");
    }
}

static void run_figure_7(sut_bench_log *log, const sut_bench_options *opt) {
    sut_bench_progress(opt, BENCH, "2011-figure-7", 300);
    by_contacts *b = calloc(2, sizeof *b);
    if (b == NULL) {
        sut_bench_fail(sut_bench_add(log, BENCH, "2011-figure-7", 0), "no memory");
        return;
    }
    static const sut_model models[2] = {SUT_MODEL_IMPLICIT, SUT_MODEL_IMPLICIT_SIMPLIFIED};
    for (int i = 0; i < 2; i++) {
        gather(&b[i], REEF, models[i]);
        gather(&b[i], LONG_KNOT, models[i]);
    }
    // all that there are up to five, then every fifth
    int rows = 0;
    for (int n = 1; n <= MOST; n++) {
        bool wanted = n <= 5 || n % 5 == 0;
        if (wanted && (b[0].seen[n] > 0 || b[1].seen[n] > 0)) {
            add_figure_7(log, &b[0], &b[1], n);
            rows++;
        }
    }
    if (rows == 0) {
        sut_bench_fail(sut_bench_add(log, BENCH, "2011-figure-7", 0), "no contacts");
    }
    free(b);
}

//---- 2014, figures 4.12 to 4.14 ------------------------------------------------------------------
enum { TEST_SWEEPS = 10, PROBLEMS = 60 }; // iterations of all tests

static void run_solver_of(sut_bench_log *log, const sut_bench_options *opt,
                          const sut_bench_test *test) {
    sut_bench_progress(opt, BENCH, "2014-figures-4.12-14", test->vertices);
    sut_bench_case c;
    test->open(&c);
    sut_bench_case_run(&c, test->settle);
    double contacts[PROBLEMS];
    double ours[PROBLEMS];
    double coupling[PROBLEMS];
    double sweeps[PROBLEMS];
    int count = 0;
    for (int i = 0; i < 10 * PROBLEMS && count < PROBLEMS && c.result == SUT_OK; i++) {
        sut_bench_case_run(&c, 1);
        sut_contacts *k = c.result == SUT_OK ? sut_bench_problem_any(c.world) : NULL;
        sut_bench_problem p;
        if (k == NULL || !sut_bench_problem_take(&p, k)) {
            continue;
        }
        contacts[count] = p.count;
        ours[count] = sut_world_stats(c.world).stage_us[SUT_STAGE_CONTACT];
        coupling[count] = sut_bench_coupling_us(&p, k);
        sweeps[count] = sut_bench_sweeps_us(&p, sut_contact_nncg, TEST_SWEEPS, false);
        count++;
        sut_bench_problem_free(&p);
    }
    char name[SUT_BENCH_KEY];
    snprintf(name, sizeof name, "2014-figures-4.12-14-%s", test->name);
    sut_bench_row *row = sut_bench_add(log, BENCH, name, test->vertices);
    if (sut_bench_case_ok(&c, row) && count > 0) {
        double both =
            sut_bench_quantile(coupling, count, 0.5) + sut_bench_quantile(sweeps, count, 0.5);
        row->ours_us = sut_bench_quantile(ours, count, 0.5);
        snprintf(row->peer, sizeof row->peer, "%s, coupling alone, without contacts", THESIS);
        row->peer_us = test->coupling_us;
        sut_bench_figure_add(row, "contacts", sut_bench_quantile(contacts, count, 0.5), "");
        sut_bench_figure_add(row, "coupling_us", sut_bench_quantile(coupling, count, 0.5),
                             "us here");
        sut_bench_figure_add(row, "nncg_10_us", sut_bench_quantile(sweeps, count, 0.5), "us here");
        sut_bench_figure_add(row, "both_us", both, "us here");
        sut_bench_figure_add(row, "published_coupling_min_us", test->coupling_us, "us");
        sut_bench_note(row,
                       "ours is the whole contact stage of a step of 5 ms: as many problems as "
                       "its linearisations ask for, solved to 1e-6");
    } else if (c.result == SUT_OK) {
        sut_bench_fail(row, "no contact problem was found");
    }
    sut_bench_case_close(&c);
}

void sut_bench_run_figures(sut_bench_log *log, const sut_bench_options *opt) {
    run_figure_6(log, opt, "2011-figure-6", TIED);
    run_figure_6(log, opt, "2011-figure-6-drawn", DRAWN);
    run_figure_7(log, opt);
    for (int i = 0; i < SUT_BENCH_TESTS; i++) {
        run_solver_of(log, opt, &sut_bench_tests[i]);
    }
    for (int i = 0; i < SUT_BENCH_TESTS; i++) {
        sut_bench_run_frames(log, opt, &sut_bench_tests[i]);
    }
}
