// SPDX-License-Identifier: MIT
// Table 1 of N. Huesken, VRIPHYS 2011: collision detection and integration of a reef knot, repeated
// here, its figures beside ours. They are from another machine, so the ratio says how far the state
// of things has moved, not whose code is better. The curves of the documents: bench_figures.c.
#include "bench_all.h"
#include "bench_knot_world.h"
#include "bench_log.h"

#include <math.h>

static const char BENCH[] = "published";
static const char PAPER[] = "2011 paper, its machine";

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

void sut_bench_run_published(sut_bench_log *log, const sut_bench_options *opt) {
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        run_table(log, opt, &table[i]);
    }
}
