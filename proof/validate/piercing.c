// SPDX-License-Identifier: MIT
// piercing.c -- needles that are led straight through slabs and walls at a constant speed, against
// the additive law: entry; cut + pinch + grip x depth; exit + pinch + grip t; 2 pinch + grip t.
#include "validate/checks.h"
#include "validate/tissue_rig.h"

#include <math.h>
#include <stdio.h>

typedef struct slab {
    int across, layers; // cells
    double thick;       // m
    double young;       // Pa
    double spread;      // m
    double speed;       // m/s
} slab;

static const double entry = 0.4;
static const double cut = 0.1;
static const double out = 0.25; // exit
static const double grip = 20.0;
static const double pinch = 0.015;

// What the needle feels, N.
typedef struct peaks {
    double first, inside, second, after;
    double depth; // m, inside at the reading between the peaks
    bool done;
} peaks;

static bool has(const sut_tissue_rig *r, sut_event_type type) {
    int count = 0;
    const sut_event *e = r->ok ? sut_world_events(r->world, &count) : NULL;
    for (int i = 0; i < count; i++) {
        if (e[i].type == type) {
            return true;
        }
    }
    return false;
}

static sut_needle_view needle(const sut_tissue_rig *r) {
    sut_needle_view v = {.resistance = SUT_RIG_NAN, .inside = SUT_RIG_NAN};
    if (r->ok) {
        (void)sut_needle_get_view(r->world, sut_scene_needle_id(0), &v);
    }
    return v;
}

static sut_tissue_rig open_slab(sut_check_log *log, const slab *c) {
    const double way = 0.5e-3 + c->thick + 4e-3;
    return sut_tissue_rig_read(
        log,
        "{\"sutura\": 1, \"gravity\": [0, 0, 0], \"tissues\": [{\"model\": \"solid\", "
        "\"material\": {\"young\": %g, \"friction\": 0}, \"shape\": {\"type\": \"pad\", "
        "\"size\": [0.012, 0.012, %g], \"cells\": [%d, %d, %d]}, "
        "\"piercing\": {\"entry\": %g, \"cut\": %g, \"exit\": %g, \"grip\": %g, \"pinch\": %g, "
        "\"spread\": %g}, \"hold\": [{\"group\": \"x-\", \"how\": \"pin\"}, "
        "{\"group\": \"x+\", \"how\": \"pin\"}, {\"group\": \"y-\", \"how\": \"pin\"}, "
        "{\"group\": \"y+\", \"how\": \"pin\"}]}], \"needles\": [{\"arc\": 0, \"length\": 0.02, "
        "\"diameter\": 0.0004, \"position\": [0.0003, 0.0002, 0.0005], "
        "\"rotation\": [0, \"90 deg\", 0], \"motion\": [{\"t\": 0, \"advance\": 0}, "
        "{\"t\": %.9g, \"advance\": %.9g}]}]}",
        c->young, c->thick, c->across, c->across, c->layers, entry, cut, out, grip, pinch,
        c->spread, way / c->speed, way);
}

static peaks drive(sut_check_log *log, const slab *c) {
    sut_tissue_rig r = open_slab(log, c);
    peaks p = {.first = 0.0};
    int steps = (int)((0.5e-3 + c->thick + 4e-3) / c->speed / 1e-3);
    bool pierced = false;
    bool exited = false;
    for (int i = 0; r.ok && i < steps; i++) {
        sut_tissue_rig_steps(&r, 1, 1e-3);
        sut_needle_view v = needle(&r);
        if (!pierced) {
            p.first = fmax(p.first, v.resistance);
        } else if (!exited) {
            p.second = fmax(p.second, v.resistance);
        }
        // half way, well away from both
        if (pierced && v.inside > 0.45 * c->thick && v.inside < 0.55 * c->thick) {
            p.inside = v.resistance;
            p.depth = v.inside;
        }
        p.after = v.resistance;
        pierced = pierced || has(&r, SUT_EV_PIERCED);
        exited = exited || has(&r, SUT_EV_EXITED);
    }
    p.done = r.ok && exited;
    sut_tissue_rig_close(&r);
    return p;
}

void sut_check_peaks(sut_check_log *log) {
    static const slab cases[] = {{6, 2, 4e-3, 4e5, 2e-3, 50e-3},
                                 {7, 3, 4e-3, 4e5, 0.0, 20e-3},
                                 {5, 2, 3e-3, 1e6, 0.0, 5e-3}};
    for (int i = 0; i < 3; i++) {
        const slab *c = &cases[i];
        peaks p = drive(log, c);
        char text[3][96];
        (void)snprintf(text[0], sizeof text[0], "%g mm, %d layers, %g mm/s: entry", 1e3 * c->thick,
                       c->layers, 1e3 * c->speed);
        // the contract: 3 % of the peaks on any mesh, at any speed
        sut_check_row(log, text[0], entry, p.first, 0.03, SUT_TOL_REL, "N");
        // the grip is that of the channel at rest, and the tissue is drawn along: 5 % of the depth
        sut_check_row(log, "half way: cut + pinch + grip x depth", cut + pinch + grip * p.depth,
                      p.inside, 0.03, SUT_TOL_REL, "N");
        (void)snprintf(text[1], sizeof text[1], "exit + pinch + grip t");
        sut_check_row(log, text[1], out + pinch + grip * c->thick, p.done ? p.second : SUT_RIG_NAN,
                      0.03, SUT_TOL_REL, "N");
        (void)snprintf(text[2], sizeof text[2], "through: 2 pinch + grip t");
        sut_check_row(log, text[2], 2.0 * pinch + grip * c->thick, p.after, 0.03, SUT_TOL_REL, "N");
    }
}

//---- walls ---------------------------------------------------------------------------------------
void sut_check_wall(sut_check_log *log) {
    static const double speed[] = {1e-3, 10e-3, 50e-3};
    for (int i = 0; i < 3; i++) {
        sut_tissue_rig r = sut_tissue_rig_read(
            log,
            "{\"sutura\": 1, \"gravity\": [0, 0, 0], \"tissues\": [{\"model\": \"shell\", "
            "\"thickness\": 0.0005, \"material\": {\"young\": 2e6, \"friction\": 0}, "
            "\"shape\": {\"type\": \"sheet\", \"size\": [0.008, 0.008], \"cells\": [6, 6]}, "
            "\"piercing\": {\"entry\": %g, \"pinch\": %g}, "
            "\"hold\": [{\"group\": \"boundary\", \"how\": \"pin\"}]}], "
            "\"needles\": [{\"arc\": 0, \"length\": 0.02, \"diameter\": 0.0004, "
            "\"position\": [0.0003, 0.0002, 0.0006], \"rotation\": [0, \"90 deg\", 0], "
            "\"motion\": [{\"t\": 0, \"advance\": 0}, {\"t\": 100, \"advance\": %.9g}]}]}",
            entry, pinch, 100.0 * speed[i]);
        double most = 0.0;
        double last = SUT_RIG_NAN;
        bool pierced = false;
        for (int k = 0; r.ok && k < (int)(4e-3 / speed[i] / 1e-3); k++) {
            sut_tissue_rig_steps(&r, 1, 1e-3);
            last = needle(&r).resistance;
            most = pierced ? most : fmax(most, last);
            pierced = pierced || has(&r, SUT_EV_PIERCED);
        }
        sut_tissue_rig_close(&r);
        char text[64];
        (void)snprintf(text, sizeof text, "%g mm/s: entry", 1e3 * speed[i]);
        sut_check_row(log, text, entry, most, 0.03, SUT_TOL_REL, "N");
        // at 50 mm/s the viscous part may add 5 %
        sut_check_row(log, "through: pinch", pinch, last, 0.05, SUT_TOL_REL, "N");
    }
}
