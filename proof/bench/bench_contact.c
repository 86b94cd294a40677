// SPDX-License-Identifier: MIT
// The contact problem alone. Problems are taken from knots being pulled tight; each is solved again
// from the same start (the forces of the step before) by the engine's Newton method and by the
// published ones on the dense coupling. What counts is the error that is left after equal time: the
// largest difference between a contact's force and what its law asks for, against the largest
// normal force. The published methods get their coupling for nothing; here it costs condensing the
// threads.
#include "bench_all.h"
#include "bench_knot_world.h"
#include "bench_log.h"
#include "bench_problem.h"
#include "data/world.h"

#include <math.h>
#include <string.h>

static const char BENCH[] = "contact";

enum { PROBLEMS = 60, APART = 10, BUDGETS = 4, METHODS = 2, MOST_ITERATIONS = 60, TRIES = 3 };
static const double budgets[BUDGETS] = {100.0, 200.0, 400.0, 1000.0}; // us
static const double SOLVED = 1e-6; // what a scene asks by default

typedef struct method {
    const char *name, *text;
    sut_bench_method *run;
} method;
static const method methods[METHODS] = {
    {"pgs", "projected Gauss-Seidel, dense", sut_contact_pgs},
    {"nncg", "NNCG, dense", sut_contact_nncg},
};

typedef struct knot_case {
    const char *name, *shape;
    int vertices;
    double gain; // that is asked for at 200 us, 0: nothing
} knot_case;
static const knot_case cases[] = {
    {"reef", "\"knot\": \"reef\"", 600, 100.0},
    {"surgeon", "\"knot\": \"surgeon\"", 600, 0.0},
    {"2=1=1=1=1=1=1", "\"knot\": \"throws\", \"throws\": \"2=1=1=1=1=1=1\"", 800, 0.0},
};
enum { CASES = sizeof cases / sizeof cases[0] };

// One value per problem and figure.
typedef struct samples {
    int count;
    double bearing[PROBLEMS], contacts[PROBLEMS], condense_us[PROBLEMS], coupling_us[PROBLEMS];
    double start[PROBLEMS], solve_us[PROBLEMS], iteration_us[PROBLEMS], iterations[PROBLEMS];
    double ours[BUDGETS][PROBLEMS];
    double peer[METHODS][BUDGETS][PROBLEMS];
    double gain[METHODS][BUDGETS][PROBLEMS];
    double sweep_us[METHODS][PROBLEMS];
    double cross_check; // largest residual, judged by the dense form, of what we call solved
} samples;

//---- one problem ---------------------------------------------------------------------------------
static double least_of(double a, double b) {
    return a < b ? a : b;
}

static double condense_us(sut_world *w) {
    double least = (double)INFINITY;
    for (int i = 0; i < TRIES; i++) {
        double start = sut_bench_cpu_us();
        (void)sut_contact_condense(&w->contacts, &w->bodies);
        least = least_of(least, sut_bench_cpu_us() - start);
    }
    return least;
}

// Newton with one iteration more each time, until the largest budget is spent: what it had reached
// at each budget, and when it was done.
static void try_newton(samples *s, sut_bench_problem *p, sut_contacts *c, double condense) {
    int at = s->count;
    double start = sut_bench_problem_error(p, p->start);
    s->start[at] = start;
    for (int b = 0; b < BUDGETS; b++) {
        s->ours[b][at] = start;
    }
    s->solve_us[at] = s->iterations[at] = (double)NAN;
    int made = 0;
    for (int n = 1; n <= MOST_ITERATIONS; n++) {
        double us = (double)INFINITY;
        int before = c->figures.iterations;
        for (int i = 0; i < TRIES; i++) {
            us = least_of(us, sut_bench_newton_us(c, n, 0.0, NULL));
        }
        double residual = sut_bench_problem_error(p, c->y);
        // it may end before it has made all that are allowed: nothing gets better any more
        int now = (c->figures.iterations - before) / TRIES;
        if (now > made) {
            made = now;
            s->iteration_us[at] = us / made;
        }
        for (int b = 0; b < BUDGETS; b++) {
            if (condense + us <= budgets[b]) {
                s->ours[b][at] = least_of(s->ours[b][at], residual);
            }
        }
        if (residual <= SOLVED && isnan(s->solve_us[at])) {
            s->solve_us[at] = condense + us;
            s->iterations[at] = n;
        }
        if (condense + us > budgets[BUDGETS - 1] && !isnan(s->solve_us[at])) {
            break;
        }
    }
}

static void try_method(samples *s, sut_bench_problem *p, int m) {
    enum { FEW = 10, MANY = 60 };
    int at = s->count;
    double few = (double)INFINITY;
    double many = (double)INFINITY;
    for (int i = 0; i < TRIES; i++) {
        few = least_of(few, sut_bench_sweeps_us(p, methods[m].run, FEW, false));
        many = least_of(many, sut_bench_sweeps_us(p, methods[m].run, MANY, false));
    }
    double each = fmax(many - few, 1e-3) / (MANY - FEW);
    s->sweep_us[m][at] = each;
    for (int b = 0; b < BUDGETS; b++) {
        (void)sut_bench_sweeps_us(p, methods[m].run, (int)ceil(budgets[b] / each), false);
        s->peer[m][b][at] = sut_bench_problem_error(p, p->force);
        // below what doubles can say both are exact
        s->gain[m][b][at] = fmax(s->peer[m][b][at], 1e-13) / fmax(s->ours[b][at], 1e-13);
    }
}

static void try_problem(samples *s, sut_world *w, sut_contacts *c) {
    sut_bench_problem p;
    if (!sut_bench_problem_take(&p, c)) {
        return;
    }
    int at = s->count;
    s->bearing[at] = p.bearing;
    s->contacts[at] = p.count;
    s->condense_us[at] = condense_us(w);
    s->coupling_us[at] = sut_bench_coupling_us(&p, c);
    double believed;
    (void)sut_bench_newton_us(c, MOST_ITERATIONS, SOLVED, &believed);
    if (believed <= SOLVED) {
        s->cross_check = fmax(s->cross_check, sut_bench_problem_error(&p, c->y));
    }
    try_newton(s, &p, c, s->condense_us[at]);
    for (int m = 0; m < METHODS; m++) {
        try_method(s, &p, m);
    }
    sut_bench_problem_free(&p);
    s->count++;
}

static void gather(samples *s, sut_bench_case *c) {
    memset(s, 0, sizeof *s);
    for (int tries = 0; s->count < PROBLEMS && tries < 2 * PROBLEMS && c->result == SUT_OK;
         tries++) {
        sut_bench_case_run(c, APART);
        sut_contacts *problem = c->result == SUT_OK ? sut_bench_problem_of(c->world) : NULL;
        if (problem != NULL) {
            try_problem(s, c->world, problem);
        }
    }
}

//---- rows ----------------------------------------------------------------------------------------
static double median(double *values, int count) {
    int known = 0;
    for (int i = 0; i < count; i++) {
        double v = values[i];
        if (!isnan(v)) {
            values[known++] = v;
        }
    }
    return sut_bench_quantile(values, known, 0.5);
}

static void add_budgets(sut_bench_row *row, const char *key, double values[BUDGETS][PROBLEMS],
                        int count) {
    for (int b = 0; b < BUDGETS; b++) {
        char name[SUT_BENCH_KEY];
        snprintf(name, sizeof name, "%s_%.0fus", key, budgets[b]);
        sut_bench_figure_add(row, name, median(values[b], count), "");
    }
}

static void add_ours(sut_bench_row *row, samples *s, double *solve_us) {
    int unsolved = 0;
    for (int i = 0; i < s->count; i++) {
        unsolved += isnan(s->solve_us[i]) ? 1 : 0;
    }
    *solve_us = median(s->solve_us, s->count);
    row->ours_us = *solve_us;
    sut_bench_figure_add(row, "problems", s->count, "");
    sut_bench_figure_add(row, "unsolved", unsolved, "");
    sut_bench_figure_add(row, "bearing", median(s->bearing, s->count), "contacts");
    sut_bench_figure_add(row, "iterations", median(s->iterations, s->count), "");
    sut_bench_figure_add(row, "iteration_us", median(s->iteration_us, s->count), "us");
    sut_bench_figure_add(row, "condense_us", median(s->condense_us, s->count), "us");
    sut_bench_figure_add(row, "cross_check", s->cross_check, "");
    sut_bench_at_most(row, "cross_check", 10.0 * SOLVED);
    sut_bench_figure_add(row, "left_start", median(s->start, s->count), "");
    add_budgets(row, "left", s->ours, s->count);
}

static void add_peer(sut_bench_log *log, const knot_case *k, samples *s, int m, int contacts) {
    char name[SUT_BENCH_KEY];
    snprintf(name, sizeof name, "%s-%s", k->name, methods[m].name);
    sut_bench_row *row = sut_bench_add(log, BENCH, name, contacts);
    snprintf(row->peer, sizeof row->peer, "%s", methods[m].text);
    sut_bench_figure_add(row, "sweep_us", median(s->sweep_us[m], s->count), "us");
    sut_bench_figure_add(row, "coupling_us", median(s->coupling_us, s->count), "us, not counted");
    add_budgets(row, "left", s->peer[m], s->count);
    add_budgets(row, "gain", s->gain[m], s->count);
    if (k->gain > 0.0) {
        sut_bench_at_least(row, "gain_200us", k->gain);
    }
}

// Time goes as the number of contacts to this power.
static double power(const double time[CASES], const double contacts[CASES]) {
    return log(time[CASES - 1] / time[0]) / log(contacts[CASES - 1] / contacts[0]);
}

static void add_growth(sut_bench_log *log, const double contacts[CASES],
                       const double iteration[CASES], const double solve[CASES],
                       const double sweep[CASES]) {
    sut_bench_row *row = sut_bench_add(log, BENCH, "growth", (int)contacts[CASES - 1]);
    sut_bench_figure_add(row, "iteration_power", power(iteration, contacts), "");
    sut_bench_figure_add(row, "solve_power", power(solve, contacts), "");
    sut_bench_figure_add(row, "sweep_power", power(sweep, contacts), "of pgs");
    sut_bench_at_most(row, "iteration_power", 1.3);
    sut_bench_note(row, "n is the number of contacts in the problem, open ones included");
}

void sut_bench_run_contact(sut_bench_log *log, const sut_bench_options *opt) {
    double contacts[CASES];
    double iteration[CASES];
    double solve[CASES];
    double sweep[CASES];
    static samples s; // too large for the stack of some
    for (int i = 0; i < CASES; i++) {
        sut_bench_knot k = sut_bench_knot_default(cases[i].shape);
        k.vertices = cases[i].vertices;
        sut_bench_progress(opt, BENCH, cases[i].name, k.vertices);
        sut_bench_case c;
        sut_bench_knot_open(&c, &k);
        sut_bench_case_run(&c, SUT_BENCH_KNOT_SETTLE);
        gather(&s, &c);
        contacts[i] = median(s.contacts, s.count);
        sut_bench_row *row = sut_bench_add(log, BENCH, cases[i].name, (int)contacts[i]);
        if (sut_bench_case_ok(&c, row) && s.count > 0) {
            add_ours(row, &s, &solve[i]);
            iteration[i] = sut_bench_value(row, "iteration_us");
            for (int m = 0; m < METHODS; m++) {
                add_peer(log, &cases[i], &s, m, (int)contacts[i]);
            }
        }
        sweep[i] = median(s.sweep_us[0], s.count);
        sut_bench_case_close(&c);
    }
    add_growth(log, contacts, iteration, solve, sweep);
}
