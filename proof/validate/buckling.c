// SPDX-License-Identifier: MIT
// buckling.c -- A3: onset of buckling for five ways of holding a column, and the shape of a thread
// whose ends have come closer. L = 1, EI = 1.
#include "validate/checks.h"
#include "validate/onset.h"
#include "validate/rig.h"
#include "validate/vector.h"

#include <stdio.h>

enum { EDGES = 100, VERTICES = EDGES + 1 };

//---- onset ---------------------------------------------------------------------------------------
typedef struct column {
    const char *name;
    double truth;
    int foot, head; // sut_hold_kind, -1: free
    bool heavy;     // loaded by its own weight instead of at its head
    double pace;    // mobility EI dt / L^4, such that a step changes the disturbance by some 10 %
    double first, second;
} column;

static const column columns[] = {
    {"pinned-pinned", 9.86960440, SUT_HOLD_PIN, SUT_HOLD_PIN, false, 1e-2, 8.0, 9.0},
    {"clamped-clamped", 39.47841760, SUT_HOLD_CLAMP, SUT_HOLD_CLAMP, false, 1e-3, 30.0, 34.0},
    {"clamped-free", 2.46740110, SUT_HOLD_CLAMP, -1, false, 1e-1, 2.0, 2.2},
    {"clamped-pinned", 20.19072856, SUT_HOLD_CLAMP, SUT_HOLD_PIN, false, 2e-3, 16.0, 18.0},
};
static const column heavy_column = {
    "clamped-free, heavy", 7.83734744, SUT_HOLD_CLAMP, -1, true, 5e-2, 6.0, 7.0};

// Compliance against which an end that is held pushes: 1e-4 shorter at a load of 10.
static const double stiff = 1e5;

// Along x from 0, each edge as short as its load makes it, bent a little off the axis.
static void place(const column *c, double load, sut_vec3 *x, double *rest) {
    const double l = 1.0 / EDGES;
    double along = 0.0;
    for (int i = 0; i < VERTICES; i++) {
        double s = i * l;
        // vanishes with its slope at a held end, so that every way of holding accepts it
        double bump = c->head < 0 ? s * s : s * s * (1.0 - s) * (1.0 - s);
        x[i] = vec(along, 1e-4 * bump, 0.0);
        if (i < EDGES) {
            double push = c->heavy ? load * (1.0 - (i + 0.5) * l) : load;
            rest[i] = l;
            along += l * (1.0 - push / stiff);
        }
    }
}

static sut_onset_point press(sut_check_log *log, double load, const void *ctx) {
    const column *c = ctx;
    sut_vec3 x[VERTICES];
    double rest[EDGES];
    place(c, load, x, rest);
    sut_world_def world = sut_rig_world(1e-9);
    world.gravity = vec(c->heavy ? -load : 0.0, 0, 0);
    sut_thread_def def = sut_rig_static(x, VERTICES, 1.0, 0.1 / c->pace);
    def.rest_lengths = rest;
    def.EI = 1.0;
    def.EA = stiff;
    sut_rig r = sut_rig_open(log, &world, &def);
    sut_hold_key key = {.position = x[0], .direction = vec(1, 0, 0)};
    sut_hold_id foot = sut_rig_hold_at(&r, 0, (sut_hold_kind)c->foot, key);
    if (c->head >= 0) {
        key.position = x[EDGES];
        sut_rig_hold_at(&r, -1, (sut_hold_kind)c->head, key);
    } else if (!c->heavy) {
        sut_rig_load(&r, -1, vec(-load, 0, 0));
    }
    sut_onset_point p;
    p.rate = sut_onset_rate(&r, sut_onset_off_axis, NULL);
    p.load = sut_rig_reading(&r, foot).force.x;
    sut_rig_close(&r);
    return p;
}

static void onset_row(sut_check_log *log, const column *c) {
    double load = sut_onset_find(log, press, c, c->first, c->second);
    sut_check_row(log, c->name, c->truth, load, 5e-3, SUT_TOL_REL,
                  c->heavy ? "wL^3/EI" : "PL^2/EI");
}

void sut_check_buckling_onset(sut_check_log *log) {
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        onset_row(log, &columns[i]);
    }
    sut_check_note(log, "100 edges; load at the foot where a disturbance neither grows nor decays");
}

void sut_check_heavy_column(sut_check_log *log) {
    onset_row(log, &heavy_column);
    sut_check_note(log, "100 edges; weight carried by the foot where the column begins to topple");
}

//---- far beyond the onset ------------------------------------------------------------------------
typedef struct arch {
    double shortening, load, height; // D / L, P / Pcr, h / L
} arch;

// elliptic integrals, checked by integrating the elastica
static const arch arches[] = {{0.01, 1.00502829, 0.06346272}, {0.05, 1.02572426, 0.14011061},
                              {0.10, 1.05298688, 0.19492431}, {0.20, 1.11273872, 0.26631859},
                              {0.30, 1.18069881, 0.31431261}, {0.50, 1.34944904, 0.37330643}};

static void arch_rows(sut_check_log *log, const char *name, const arch *a, sut_hold_kind kind,
                      double critical) {
    sut_vec3 x[VERTICES];
    for (int i = 0; i < VERTICES; i++) {
        double s = (double)i / EDGES;
        x[i] = vec(s, 1e-2 * sin(SUT_PI * s) * sin(SUT_PI * s), 0.0);
    }
    sut_world_def world = sut_rig_world(1e-8);
    sut_thread_def def = sut_rig_static(x, VERTICES, 1.0, 1.0);
    double rest[EDGES];
    for (int i = 0; i < EDGES; i++) {
        rest[i] = 1.0 / EDGES;
    }
    def.rest_lengths = rest;
    def.EI = 1.0;
    def.EA = 1e8; // shorter by 5e-7 at most
    sut_rig r = sut_rig_open(log, &world, &def);
    sut_hold_key key = {.position = x[0], .direction = vec(1, 0, 0)};
    sut_hold_id foot = sut_rig_hold_at(&r, 0, kind, key);
    sut_hold_key keys[2] = {key, key};
    keys[0].position = x[EDGES];
    keys[1].position = vec(1.0 - a->shortening, 0, 0);
    keys[1].t = 1.0;
    sut_rig_hold_keys(&r, -1, kind, keys, 2);
    sut_rig_run(&r, 20, SUT_RIG_DT);
    sut_rig_settle(&r, 400, 1e-11);
    char text[64];
    (void)snprintf(text, sizeof text, "%s, D/L %g: P/Pcr", name, a->shortening);
    double push = sut_rig_reading(&r, foot).force.x;
    sut_check_row(log, text, a->load, push / critical, 5e-3, SUT_TOL_REL, "");
    (void)snprintf(text, sizeof text, "%s, D/L %g: height", name, a->shortening);
    sut_check_row(log, text, a->height, sut_rig_at(&r, EDGES / 2).y, 1e-3, SUT_TOL_ABS, "L");
    sut_rig_close(&r);
}

void sut_check_post_buckling(sut_check_log *log) {
    for (size_t i = 0; i < sizeof arches / sizeof arches[0]; i++) {
        arch_rows(log, "pinned", &arches[i], SUT_HOLD_PIN, columns[0].truth);
    }
    for (size_t i = 0; i < sizeof arches / sizeof arches[0]; i++) {
        arch_rows(log, "clamped", &arches[i], SUT_HOLD_CLAMP, columns[1].truth);
    }
    sut_check_note(log, "100 edges; the same numbers belong to both ways of holding");
}
