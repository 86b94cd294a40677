// SPDX-License-Identifier: MIT
// Tubes of oriented splines: frequencies, a released mode, and the published table.
#include "validate/checks.h"
#include "validate/tissue_rig.h"
#include "validate/vector.h"

#include <stdio.h>

// a = 0.32 m, b = 0.4 m, L = 12 m, k = 1.2, l = 1, mu = 0.8, nu = 0.5, dt = 5 ms
static const double DT = 5e-3;
static const double STIFFNESS = 1.2;
static const double MASS = 0.8;
static const double DAMPING = 0.5;

static double section(void) {
    return SUT_PI * (0.4 * 0.4 - 0.32 * 0.32);
}

static sut_tissue_rig open_tube(sut_check_log *log, int elements, double parameter_length,
                                double damping, const char *clamp, const char *start) {
    return sut_tissue_rig_open(
        log, NULL,
        "{\"model\": \"tube\", \"contact\": false, \"shape\": {\"type\": \"tube\", \"from\": [0, "
        "0, 0], \"to\": [12, 0, 0], \"elements\": %d, \"inner\": 0.32, \"outer\": 0.4, "
        "\"parameter_length\": %.17g}, \"tube\": {\"stiffness\": 1.2, \"bending\": 1, \"mass\": "
        "0.8, \"damping\": %.17g, \"clamp\": \"%s\", \"start\": %s}, \"hold\": [{\"nodes\": [0], "
        "\"how\": \"pin\"}]}",
        elements, parameter_length, damping, clamp, start);
}

//---- a mode --------------------------------------------------------------------------------------

// What Newmark's rule makes of w'' + (nu/mu) w' + omega^2 w = 0, released at 1: exact in time
// steps.
static double newmark(double omega, double rate, int steps) {
    double w = 1.0;
    double v = 0.0;
    double a = -omega * omega * w;
    double down = 1.0 + 0.5 * DT * rate + 0.25 * DT * DT * omega * omega;
    for (int i = 0; i < steps; i++) {
        double w_guess = w + DT * v + 0.25 * DT * DT * a;
        double v_guess = v + 0.5 * DT * a;
        a = -(rate * v_guess + omega * omega * w_guess) / down;
        w = w_guess + 0.25 * DT * DT * a;
        v = v_guess + 0.5 * DT * a;
    }
    return w;
}

static void mode_row(sut_check_log *log, int elements, double length, int mode, double damping,
                     int steps) {
    char start[96];
    (void)snprintf(start, sizeof start,
                   "{\"type\": \"mode\", \"mode\": %d, \"amplitude\": [0, 0, 3]}", mode);
    sut_tissue_rig r = open_tube(log, elements, length, damping, "value", start);
    sut_tissue_rig_steps(&r, steps, DT);
    double c = sqrt(STIFFNESS / (MASS * section()));
    double omega = (2.0 * mode - 1.0) * SUT_PI * c / (2.0 * length);
    double sign = mode % 2 == 1 ? 1.0 : -1.0; // of the free end in the mode's shape
    char text[80];
    (void)snprintf(text, sizeof text, "%d elements, L %g, mode %d: free end", elements, length,
                   mode);
    // the frequency is exact to 1e-10; the start is the sine's interpolation, of sixth order
    sut_check_row(log, text, 3.0 * sign * newmark(omega, damping / MASS, steps),
                  sut_tissue_rig_node(&r, -1).z, 1e-6, SUT_TOL_ABS, "m");
    sut_tissue_rig_close(&r);
}

void sut_check_tube_modes(sut_check_log *log) {
    for (int mode = 1; mode <= 4; mode++) {
        mode_row(log, 32, 12.0, mode, 0.0, 1000);
    }
    mode_row(log, 16, 1.0, 1, 0.0, 1000);
    sut_check_note(log, "without damping, 1000 steps of 5 ms; only the place of node 0 is held");
}

void sut_check_tube_released(sut_check_log *log) {
    static const int elements[3] = {16, 32, 128};
    for (int k = 0; k < 3; k++) {
        sut_tissue_rig r = open_tube(log, elements[k], 12.0, DAMPING, "value",
                                     "{\"type\": \"mode\", \"mode\": 1, \"amplitude\": [0, 0, 3]}");
        sut_tissue_rig_steps(&r, 1000, DT);
        char text[80];
        (void)snprintf(text, sizeof text, "%d elements: free end after 5 s", elements[k]);
        sut_check_row(log, text, 1.12176271, sut_tissue_rig_node(&r, -1).z, 1e-7, SUT_TOL_ABS, "m");
        sut_tissue_rig_close(&r);
    }
    sut_check_note(log, "any number of elements: the spline is exact for this mode to 1e-10");
}

//---- the published table -------------------------------------------------------------------------
enum { REFERENCE = 128 };

typedef struct frames {
    sut_vec3 position[REFERENCE + 1], rotation[REFERENCE + 1];
} frames;

// As published: one unit of the parameter per element whatever their number, all of the held node's
// derivatives held too, turned by 45 degrees.
static void published(sut_check_log *log, int elements, frames *out) {
    sut_tissue_rig r =
        open_tube(log, elements, elements, DAMPING, "all",
                  "{\"type\": \"rotated\", \"axis\": [0, -1, 0], \"angle\": \"45 deg\"}");
    sut_tissue_rig_steps(&r, 1000, DT);
    sut_tissue_view v = sut_tissue_rig_view(&r);
    for (int i = 0; i <= elements; i++) {
        bool there = i < v.node_count && v.rotation != NULL;
        const sut_vec3 nowhere = {SUT_RIG_NAN, SUT_RIG_NAN, SUT_RIG_NAN};
        out->position[i] = there ? v.position[i] : nowhere;
        out->rotation[i] = there ? v.rotation[i] : nowhere;
    }
    sut_tissue_rig_close(&r);
}

// largest difference at the nodes that both have
static double difference(const sut_vec3 *coarse, int elements, const sut_vec3 *fine) {
    double most = 0.0;
    for (int i = 0; i <= elements; i++) {
        if (i * REFERENCE % elements == 0) {
            double d = vec_distance(coarse[i], fine[i * REFERENCE / elements]);
            most = d > most || isnan(d) ? d : most;
        }
    }
    return most;
}

void sut_check_tube_table(sut_check_log *log) {
    static const struct {
        int elements;
        double position, rotation;
    } rows[4] = {
        {16, 0.3487, 0.1418}, {32, 0.1493, 0.1248}, {64, 0.0498, 0.0693}, {96, 0.0166, 0.0448}};
    frames fine;
    frames coarse;
    published(log, REFERENCE, &fine);
    for (int k = 0; k < 4; k++) {
        int n = rows[k].elements;
        published(log, n, &coarse);
        char text[80];
        (void)snprintf(text, sizeof text, "%d elements: position error", n);
        // four digits are printed
        sut_check_row(log, text, rows[k].position,
                      difference(coarse.position, n, fine.position) / 12.0, 5e-5, SUT_TOL_ABS,
                      "of L");
        (void)snprintf(text, sizeof text, "%d elements: orientation error", n);
        // published at 129 frames; the largest is between nodes, where a view shows nothing: nodes
        // alone have up to 3.2 % less
        sut_check_row(log, text, rows[k].rotation,
                      difference(coarse.rotation, n, fine.rotation) / (2.0 * SUT_PI), 0.04,
                      SUT_TOL_REL, "of 2 pi");
        sut_check_progress(log, (k + 1) / 4.0);
    }
    sut_check_note(log, "document 003, table 1; its tubes differ by their parametric length, so "
                        "these are no errors of discretisation");
}
