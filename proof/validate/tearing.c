// SPDX-License-Identifier: MIT
// tearing.c -- stitches that are drawn sideways until their holes give way, against
// S(b) = strength (floor + (1 - floor) b / bite).
#include "validate/checks.h"
#include "validate/tissue_rig.h"

#include <stdio.h>

static const double strength = 1.2;
static const double bite = 4e-3;

static double limit_of(double b, double floor) {
    return strength * (floor + (1.0 - floor) * b / bite);
}

static const char thread_text[] =
    "\"threads\": [{\"name\": \"a\", \"vertices\": 61, \"length\": 0.03, "
    "\"material\": \"nylon 3-0\", \"shape\": {\"type\": \"straight\", "
    "\"from\": [%.9g, 0.0003, -0.017], \"direction\": [0, 0, 1]}, "
    "\"damping\": {\"bend\": 0.002, \"linear\": 0.01}, \"hold\": ["
    "{\"vertex\": 0, \"how\": \"pin\", \"motion\": [{\"t\": 0, \"position\": [%.9g, 0.0003, "
    "-0.017]}, "
    "{\"t\": 1, \"position\": [%.9g, 0.0003, -0.017]}]}, "
    "{\"vertex\": -1, \"how\": \"pin\", \"motion\": [{\"t\": 0, \"position\": [%.9g, 0.0003, "
    "0.013]}, "
    "{\"t\": 1, \"position\": [%.9g, 0.0003, 0.013]}]}]}], ";

// N, of the first tear of any hole; NaN: none within a second.
static double first_tear(sut_tissue_rig *r) {
    for (int i = 0; r->ok && i < 1000; i++) {
        sut_tissue_rig_steps(r, 1, 1e-3);
        int count = 0;
        const sut_event *e = r->ok ? sut_world_events(r->world, &count) : NULL;
        for (int k = 0; k < count; k++) {
            if (e[k].type == SUT_EV_TORE_INTO) {
                return e[k].amount;
            }
        }
    }
    return SUT_RIG_NAN;
}

typedef struct pull {
    double b, floor;
    double speed; // m/s
} pull;

static void check(sut_check_log *log, const pull *p, bool solid) {
    char thread[1024];
    double x = 6e-3 - p->b;
    (void)snprintf(thread, sizeof thread, thread_text, x, x, x + p->speed, x, x + p->speed);
    const char *tissue =
        solid ? "{\"model\": \"solid\", \"material\": {\"young\": 4e5}, \"shape\": {\"type\": "
                "\"pad\", "
                "\"size\": [0.012, 0.012, 0.004], \"cells\": [6, 6, 2]}, "
              : "{\"model\": \"shell\", \"thickness\": 0.0005, \"material\": {\"young\": 2e6, "
                "\"poisson\": 0.5}, \"shape\": {\"type\": \"sheet\", \"size\": [0.012, 0.012], "
                "\"cells\": [10, 10]}, ";
    char through[256];
    if (solid) {
        (void)snprintf(through, sizeof through,
                       "{\"tissue\": \"0\", \"at\": [%.9g, 0.0003, -0.004]}, "
                       "{\"tissue\": \"0\", \"at\": [%.9g, 0.0003, 0]}",
                       x, x);
    } else {
        (void)snprintf(through, sizeof through, "{\"tissue\": \"0\", \"at\": [%.9g, 0.0003, 0]}",
                       x);
    }
    sut_tissue_rig r = sut_tissue_rig_read(
        log,
        "{\"sutura\": 1, \"gravity\": [0, 0, 0], \"tissues\": [%s"
        "\"piercing\": {\"pinch\": 0.005}, \"tearing\": {\"strength\": %g, \"bite\": %g, "
        "\"floor\": %g}, \"damping\": {\"strain\": 0.002, \"linear\": 5}, "
        "\"hold\": [{\"group\": \"x-\", \"how\": \"pin\"}]}], %s"
        "\"stitches\": [{\"thread\": \"a\", \"through\": [%s]}]}",
        tissue, strength, bite, p->floor, thread, through);
    double torn = first_tear(&r);
    sut_tissue_rig_close(&r);
    char text[96];
    (void)snprintf(text, sizeof text, "%g mm from the edge, floor %g, %g mm/s", 1e3 * p->b,
                   p->floor, 1e3 * p->speed);
    // the contract: 2 %; the load grows by less in a step
    sut_check_row(log, text, limit_of(p->b, p->floor), torn, 0.02, SUT_TOL_REL, "N");
}

void sut_check_tear_solid(sut_check_log *log) {
    // the last one beyond the bite of the law
    static const pull pulls[] = {
        {1.3e-3, 0.4, 20e-3}, {2.7e-3, 0.2, 20e-3}, {5e-3, 0.4, 20e-3}, {2.7e-3, 1.0, 20e-3}};
    for (int i = 0; i < 4; i++) {
        check(log, &pulls[i], true);
    }
}

void sut_check_tear_sheet(sut_check_log *log) {
    static const pull pulls[] = {
        {1.3e-3, 0.4, 15e-3}, {2.7e-3, 0.2, 15e-3}, {4.5e-3, 0.4, 15e-3}, {2.7e-3, 1.0, 15e-3}};
    for (int i = 0; i < 4; i++) {
        check(log, &pulls[i], false);
    }
}
