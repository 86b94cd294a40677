// SPDX-License-Identifier: MIT
// huesken_figures.c -- published experiments of the implicit model: a reef knot that is tied before
// gravity is added, and a thread whose ends are turned against each other. The print shows
// pictures; what is compared follows from balance.
#include "sutura/knot.h"
#include "validate/checks.h"
#include "validate/figure.h"
#include "validate/vector.h"

#include <string.h>

//---- 2011, figures 3 to 5 ------------------------------------------------------------------------
static bool is_reef(const sut_figure *f) {
    sut_knot_thread threads[2];
    memset(threads, 0, sizeof threads);
    for (int i = 0; i < 2; i++) {
        sut_thread_view v;
        if (!f->ok || sut_thread_get_view(f->world, sut_scene_thread_id(i), &v) != SUT_OK) {
            return false;
        }
        threads[i].positions = v.position;
        threads[i].vertex_count = v.vertex_count;
        threads[i].standing = SUT_KNOT_END_FIRST;
    }
    sut_knot knot;
    memset(&knot, 0, sizeof knot);
    bool named = sut_knot_name(threads, 2, SUT_KNOT_THOROUGH, &knot) == SUT_OK;
    bool reef = named && strcmp(knot.bend.surgical, "reef") == 0;
    sut_knot_free(&knot);
    return reef;
}

// m, of both free ends, mean
static double height_of_tails(const sut_figure *f) {
    double sum = 0.0;
    for (int i = 0; i < 2; i++) {
        sut_thread_view v;
        if (!f->ok || sut_thread_get_view(f->world, sut_scene_thread_id(i), &v) != SUT_OK) {
            return SUT_RIG_NAN;
        }
        sum += 0.5 * v.position[v.vertex_count - 1].z;
    }
    return sum;
}

void sut_check_added_gravity(sut_check_log *log) {
    sut_figure f = sut_figure_open(log, "huesken_gravity", NULL, 0);
    double before = SUT_RIG_NAN;
    double carried[2] = {0.0, 0.0}; // N, mean before gravity and at the end
    int counts[2] = {0, 0};
    while (sut_figure_step(&f)) {
        double time = (double)f.done * f.dt;
        int k = time > 1.0 && time <= 1.5 ? 0 : (time > 3.5 ? 1 : -1);
        if (k >= 0) {
            carried[k] += sut_figure_hold(&f, 0).force.z + sut_figure_hold(&f, 1).force.z;
            counts[k]++;
        }
        before = f.done == lround(1.5 / f.dt) ? height_of_tails(&f) : before;
    }
    const double weight = 2.0 * 36e-6 * 0.045 * 9.81; // N, two threads of 36 mg/m, 45 mm
    sut_check_row(log, "it is a reef knot at the end", 1.0, is_reef(&f), 0.0, SUT_TOL_ABS, "");
    // the hands pull with 20 mN: 1e-4 of that is what a step may leave unsolved
    sut_check_row(log, "carried before, over the weight", 0.0, carried[0] / counts[0] / weight,
                  0.06, SUT_TOL_ABS, "");
    sut_check_row(log, "carried with gravity, over the weight", 1.0,
                  carried[1] / counts[1] / weight, 0.06, SUT_TOL_ABS, "");
    sut_check_row(log, "free ends sink by", 5.0, 1e3 * (before - height_of_tails(&f)), 0.0,
                  SUT_TOL_MIN, "mm");
    sut_figure_close(&f);
    sut_check_note(
        log, "two threads of 150 vertices with mass, 20 mN, steps of 5 ms, gravity from 1.5 s on");
}

//---- 2014, test 2 --------------------------------------------------------------------------------
void sut_check_torsion(sut_check_log *log) {
    const sut_scene_override change = {"seconds", "20"};
    sut_figure f = sut_figure_open(log, "huesken_torsion", &change, 1);
    double peak = 0.0;
    double touch = SUT_RIG_NAN; // rad, total turn at the first contact
    double low = (double)INFINITY;
    while (sut_figure_step(&f)) {
        sut_hold_view end = sut_figure_hold(&f, 1);
        peak = fmax(peak, end.spin_torque);
        int contacts;
        (void)sut_world_contacts(f.world, &contacts);
        touch = contacts > 0 && isnan(touch) ? 2.0 * end.spin : touch;
        low = !isnan(touch) ? fmin(low, end.spin_torque) : low;
    }
    sut_thread_view v = sut_figure_view(&f);
    double total = sut_figure_hold(&f, 1).spin - sut_figure_hold(&f, 0).spin;
    double torque = sut_figure_hold(&f, 1).spin_torque;
    double twist = f.ok ? v.twist[v.vertex_count - 2] : SUT_RIG_NAN;
    int contacts = 0;
    if (f.ok) {
        (void)sut_world_contacts(f.world, &contacts);
    }
    sut_check_row(log, "total turn after 20 s", 16.0, total, 1e-9, SUT_TOL_REL, "rad");
    // in equilibrium the twist is the same everywhere; planes are half an edge beyond the edges
    sut_check_row(log, "torque over GJ times twist per length", 1.0,
                  torque * 19.9e-3 * (1.0 - 1.0 / 199.0) / (4e-9 * twist), 1e-3, SUT_TOL_ABS, "");
    // a clamped arch of this sort gives way before half a turn (Greenhill: 8.99 EI/GJ = 0.45 rad
    // straight; it is an arch, and soft)
    sut_check_row(log, "twist left", 1.0, twist, 0.0, SUT_TOL_MAX, "rad");
    sut_check_row(log, "it touches itself at a total turn of at most", 2.5 * SUT_PI, touch, 0.0,
                  SUT_TOL_MAX, "rad");
    sut_check_row(log, "highest torque over the one after it touches", 3.0, peak / low, 0.0,
                  SUT_TOL_MIN, "");
    sut_check_row(log, "contacts of the wound part", 5.0, contacts, 0.0, SUT_TOL_MIN, "");
    sut_figure_close(&f);
    sut_check_note(log,
                   "200 vertices, 0.8 rad/s, 5 ms, no mass, friction 0.95; table 4.1 as energies: "
                   "EI = 2e-10, GJ = 4e-9 N m^2, EA = 20 N");
}
