// SPDX-License-Identifier: MIT
// cantilever.c -- A1, A2: large deflection of a clamped thread, by a dead load at its tip and by
// its own weight. Lengths in units of L, forces in units of EI / L^2.
//
// The tables are solutions of the inextensible elastica
//   theta'' = -alpha cos theta         (tip load)
//   theta'' = -W (1 - s) cos theta     (own weight),  theta(0) = 0, theta'(1) = 0,
// from elliptic integrals and shooting (A1), and from shooting and collocation (A2).
#include "validate/checks.h"
#include "validate/rig.h"
#include "validate/vector.h"

#include <stdio.h>

typedef struct elastica {
    double load;  // P L^2 / EI or w L^3 / EI
    double x, y;  // tip: along the clamp's direction, and down
    double angle; // of the tip, rad
} elastica;

static const elastica tip_load[] = {
    {0.1, 0.99933460, 0.03329532, 0.04995426},  {0.25, 0.99588218, 0.08274592, 0.12429244},
    {0.5, 0.98408104, 0.16214358, 0.24453365},  {1.0, 0.94356676, 0.30172077, 0.46135195},
    {2.0, 0.83935828, 0.49345748, 0.78174983},  {3.0, 0.74557982, 0.60325344, 0.98601695},
    {5.0, 0.61237164, 0.71379152, 1.21536812},  {10.0, 0.44500440, 0.81060902, 1.43028554},
    {20.0, 0.31611443, 0.86869590, 1.53293496}, {50.0, 0.19999960, 0.91715545, 1.56798190},
};

static const elastica own_weight[] = {
    {0.5, 0.99777900, 0.06230577, 0.08313659},  {1.0, 0.99124640, 0.12347140, 0.16511556},
    {2.0, 0.96689295, 0.23850658, 0.32159380},  {5.0, 0.84665718, 0.49590504, 0.69700478},
    {10.0, 0.65635376, 0.70019972, 1.05264312}, {20.0, 0.44523205, 0.82988144, 1.33950154},
    {50.0, 0.24501476, 0.90791712, 1.52645315}, {100.0, 0.15922338, 0.93752394, 1.56410732},
};

enum { TIP_LOADS = sizeof tip_load / sizeof tip_load[0] };
enum { WEIGHTS = sizeof own_weight / sizeof own_weight[0] };

// Steps are counted so that a slow engine shows as a failure; a full Newton step each, so a few
// dozen are plenty.
static const int most_steps = 400;
static const double at_rest = 1e-11; // share of L per step, far below the errors looked for

// Clamped at the origin along x, pulled down (-z) by alpha at the tip and w per length.
static elastica bend(sut_check_log *log, int edges, double alpha, double weight) {
    sut_vec3 x[SUT_RIG_MAX];
    sut_rig_line(x, edges + 1, vec(0, 0, 0), vec(1, 0, 0));
    sut_world_def world = sut_rig_world(1e-8);
    world.gravity = vec(0, 0, -weight);
    sut_thread_def def = sut_rig_static(x, edges + 1, 1.0, 1.0);
    def.EI = 1.0;
    def.EA = 1e8; // longer by 5e-7 at the largest load
    sut_rig r = sut_rig_open(log, &world, &def);
    sut_rig_hold(&r, 0, SUT_HOLD_CLAMP);
    if (alpha > 0.0) {
        sut_rig_load(&r, -1, vec(0, 0, -alpha));
    }
    sut_rig_settle(&r, most_steps, at_rest);
    sut_vec3 tip = sut_rig_at(&r, -1);
    sut_vec3 last = vec_sub(tip, sut_rig_at(&r, -2));
    elastica e = {alpha + weight, tip.x, -tip.z, atan2(-last.z, last.x)};
    sut_rig_close(&r);
    return e;
}

static void compare(sut_check_log *log, const char *name, const elastica *truth,
                    const elastica *got) {
    // discretisation error of a second-order chain of 100 edges: 1.4e-4
    const double tolerance = 5e-4;
    char text[64];
    (void)snprintf(text, sizeof text, "%s %g: tip x", name, truth->load);
    sut_check_row(log, text, truth->x, got->x, tolerance, SUT_TOL_ABS, "L");
    (void)snprintf(text, sizeof text, "%s %g: tip y", name, truth->load);
    sut_check_row(log, text, truth->y, got->y, tolerance, SUT_TOL_ABS, "L");
    (void)snprintf(text, sizeof text, "%s %g: tip angle", name, truth->load);
    sut_check_row(log, text, truth->angle, got->angle, tolerance, SUT_TOL_ABS, "rad");
}

void sut_check_tip_load(sut_check_log *log) {
    for (int i = 0; i < TIP_LOADS; i++) {
        elastica got = bend(log, 100, tip_load[i].load, 0.0);
        compare(log, "P L^2/EI", &tip_load[i], &got);
    }
    sut_check_note(log, "100 edges, clamp plane at the first vertex");
}

void sut_check_own_weight(sut_check_log *log) {
    for (int i = 0; i < WEIGHTS; i++) {
        elastica got = bend(log, 100, 0.0, own_weight[i].load);
        compare(log, "w L^3/EI", &own_weight[i], &got);
    }
    sut_check_note(log, "100 edges, clamp plane at the first vertex");
}

//---- order of convergence ------------------------------------------------------------------------
static double tip_error(const elastica *a, const elastica *b) {
    return hypot(a->x - b->x, a->y - b->y);
}

static void order_row(sut_check_log *log, const char *name, const elastica *truth, double alpha,
                      double weight) {
    elastica coarse = bend(log, 50, alpha, weight);
    elastica fine = bend(log, 100, alpha, weight);
    double ratio = tip_error(&coarse, truth) / tip_error(&fine, truth);
    sut_check_row(log, name, 4.0, ratio, 0.7, SUT_TOL_ABS, "");
}

void sut_check_tip_load_order(sut_check_log *log) {
    order_row(log, "P L^2/EI 10: error of 50 over 100 edges", &tip_load[7], 10.0, 0.0);
    order_row(log, "P L^2/EI 1: error of 50 over 100 edges", &tip_load[3], 1.0, 0.0);
    order_row(log, "w L^3/EI 10: error of 50 over 100 edges", &own_weight[4], 0.0, 10.0);
    sut_check_note(log, "4 is second order; a clamp made of two fixed vertices would give 2");
}

//---- a real thread -------------------------------------------------------------------------------
// 100 mm long, 0.30 mm thick, 1 GPa, 1100 kg/m^3, held horizontally: the elastica of w L^3 / EI =
// 1.918 droops by 22.959 mm.
void sut_check_peers_cantilever(sut_check_log *log) {
    sut_vec3 x[100];
    sut_rig_line(x, 100, vec(0, 0, 0), vec(0.1, 0, 0));
    sut_world_def world = sut_rig_world(1e-8);
    world.gravity = vec(0, 0, -9.81);
    sut_thread_def def = sut_rig_static(x, 100, 0.1, 4e-7);
    sut_thread_def_set_round(&def, 1e9, 0.4, 1100.0, 0.15e-3);
    sut_rig r = sut_rig_open(log, &world, &def);
    sut_rig_hold(&r, 0, SUT_HOLD_CLAMP);
    sut_rig_settle(&r, most_steps, at_rest);
    sut_vec3 tip = sut_rig_at(&r, -1);
    sut_check_row(log, "tip drop", 22.959, -1e3 * tip.z, 1e-3, SUT_TOL_REL, "mm");
    sut_check_row(log, "tip distance along the clamp", 96.936, 1e3 * tip.x, 1e-3, SUT_TOL_REL,
                  "mm");
    sut_rig_close(&r);
    sut_check_note(log, "100 vertices");
}
