// SPDX-License-Identifier: MIT
// holes.c -- threads that slide through holes: pinch, kinks, sticking, order, ripple; and the same
// with published portal springs (000 3.5.2), which have none of it.
#include "validate/checks.h"
#include "validate/stitch_rig.h"
#include "validate/vector.h"

#include <stdio.h>

static const double degree = SUT_PI / 180.0;

static sut_stitch_case straight(int holes, double pinch, double speed) {
    return (sut_stitch_case){
        .holes = holes, .vertices = 301, .edge = 2e-4, .pinch = pinch, .speed = speed};
}

//---- n holes -------------------------------------------------------------------------------------
// N, once it slides: after four edges.
static double pull_of(sut_check_log *log, const sut_stitch_case *c) {
    sut_stitch_rig r = sut_stitch_open(log, c);
    (void)sut_stitch_run(&r, fmax(0.05, 8e-4 / c->speed));
    double pull = sut_stitch_pull(&r);
    sut_stitch_close(&r);
    return pull;
}

void sut_check_pinch(sut_check_log *log) {
    static const int holes[] = {1, 2, 5, 16};
    static const double pinch[] = {0.02, 0.05, 0.001, 0.02};
    static const double speed[] = {5e-3, 1e-3, 20e-3, 5e-3};
    for (int i = 0; i < 4; i++) {
        char text[80];
        (void)snprintf(text, sizeof text, "%d x %g mN at %g mm/s", holes[i], 1e3 * pinch[i],
                       1e3 * speed[i]);
        sut_stitch_case c = straight(holes[i], pinch[i], speed[i]);
        // the contract: 1 %; the viscous part at these speeds is below 0.3 %
        sut_check_row(log, text, holes[i] * pinch[i], pull_of(log, &c), 0.01, SUT_TOL_REL, "N");
    }
    // at 50 mm/s its viscous part may add 5 %
    sut_stitch_case c = straight(4, 0.02, 50e-3);
    sut_check_row(log, "4 x 20 mN at 50 mm/s", 0.08, pull_of(log, &c), 0.05, SUT_TOL_REL, "N");
}

//---- a kink --------------------------------------------------------------------------------------
// Elastica on both sides of a point: T1 (1 - cos b1) = T2 (1 - cos b2), b1 + b2 the angle, and
// T2 / T1 = (1 + mu sin b1) / (1 - mu sin b2). By bisection of b1.
static double kink_ratio(double mu, double angle) {
    double low = 0.5 * angle; // the weaker side bends more
    double high = angle;
    double ratio = 1.0;
    for (int i = 0; i < 60; i++) {
        double b1 = 0.5 * (low + high);
        double b2 = angle - b1;
        ratio = (1.0 + mu * sin(b1)) / (1.0 - mu * sin(b2));
        bool more = 1.0 - cos(b1) < ratio * (1.0 - cos(b2));
        low = more ? b1 : low;
        high = more ? high : b1;
    }
    return ratio;
}

static sut_stitch_case kink(double angle, double mu) {
    return (sut_stitch_case){.holes = 1,
                             .vertices = 301,
                             .edge = 2e-4,
                             .friction = mu,
                             .back = 0.5,
                             .speed = 2e-3,
                             .angle = angle};
}

static double kink_of(sut_check_log *log, const sut_stitch_case *c) {
    sut_stitch_rig r = sut_stitch_open(log, c);
    (void)sut_stitch_run(&r, 1.5);
    double ratio = sut_stitch_pull(&r) / c->back;
    sut_stitch_close(&r);
    return ratio;
}

void sut_check_kink(sut_check_log *log) {
    for (int i = 1; i <= 5; i++) {
        char text[80];
        (void)snprintf(text, sizeof text, "tensions, mu 0.3, %d degrees", 30 * i);
        sut_stitch_case c = kink(30.0 * i * degree, 0.3);
        // the contract: 2 %; the bend of 1 mm is five edges long
        sut_check_row(log, text, kink_ratio(0.3, c.angle), kink_of(log, &c), 0.02, SUT_TOL_REL, "");
    }
    sut_stitch_case c = kink(75.0 * degree, 0.15);
    sut_check_row(log, "tensions, mu 0.15, 75 degrees", kink_ratio(0.15, c.angle), kink_of(log, &c),
                  0.02, SUT_TOL_REL, "");
}

//---- sticking ------------------------------------------------------------------------------------
// m/s, over the second half of a time under a load at the free end.
static double creep_of(sut_check_log *log, sut_stitch_case c, double share, double seconds) {
    c.free = true;
    c.back = share * c.pinch;
    sut_stitch_rig r = sut_stitch_open(log, &c);
    (void)sut_stitch_run(&r, 0.5 * seconds);
    double before = sut_stitch_view(&r, 0).slid;
    (void)sut_stitch_run(&r, 0.5 * seconds);
    double way = fabs(sut_stitch_view(&r, 0).slid - before);
    sut_stitch_close(&r);
    return way / (0.5 * seconds);
}

void sut_check_stick(sut_check_log *log) {
    static const double share[] = {0.5, 0.9, 0.99};
    for (int i = 0; i < 3; i++) {
        char text[80];
        (void)snprintf(text, sizeof text, "creep at %g of the pinch", share[i]);
        double creep = creep_of(log, straight(1, 0.02, 0.0), share[i], 2.0);
        sut_check_row(log, text, 1e-12, creep, 0.0, SUT_TOL_MAX, "m/s");
    }
}

//---- order, ripple -------------------------------------------------------------------------------
// The first of three sheets is led along the thread against the next, and past its place.
void sut_check_hole_order(sut_check_log *log) {
    sut_stitch_case c = straight(3, 0.01, 0.0);
    c.back = 0.05;
    c.spring = 200.0;
    c.drift = 10e-3;
    sut_stitch_rig r = sut_stitch_open(log, &c);
    const double spacing = 1e-6 * SUT_STITCH_DIAMETER_UM; // two radii: the sheet is thinner
    double least = 1.0;
    for (int i = 0; r.rig.ok && i < 300; i++) {
        (void)sut_stitch_run(&r, 1e-3);
        for (int k = 0; k < 2; k++) {
            least = fmin(least, sut_stitch_view(&r, k + 1).s - sut_stitch_view(&r, k).s);
        }
    }
    sut_stitch_close(&r);
    // what a stiff order gives way by: its force over its stiffness
    sut_check_row(log, "least distance on the thread", spacing, least, 0.01 * spacing, SUT_TOL_MIN,
                  "m");
}

// Largest change of the pull in a step, of its mean, over 0.2 s at 100 mm/s round a corner.
static double ripple_of(sut_check_log *log, const sut_stitch_case *c) {
    sut_stitch_rig r = sut_stitch_open(log, c);
    (void)sut_stitch_run(&r, 0.2);
    double sum = 0.0;
    double most = 0.0;
    double last = sut_stitch_pull(&r);
    const int steps = 200;
    for (int i = 0; i < steps; i++) {
        (void)sut_stitch_run(&r, 1e-3);
        double pull = sut_stitch_pull(&r);
        most = fmax(most, fabs(pull - last));
        sum += pull;
        last = pull;
    }
    sut_stitch_close(&r);
    return most * steps / sum;
}

// With edges of a third of the bend length sqrt(EI / T) it is a law. A braid bends sharper than its
// edges are long; what comes of that is told.
void sut_check_ripple(sut_check_log *log) {
    sut_stitch_case c = kink(90.0 * degree, 0.3);
    c.back = 0.2;
    c.speed = 0.1;
    c.vertices = 401;
    c.edge = sqrt(sut_stitch_stiffness(&c) / c.back) / 3.0;
    sut_check_row(log, "change of the pull in a step, at most", 0.005, ripple_of(log, &c), 0.0,
                  SUT_TOL_MAX, "of it");
    static const double angle[] = {60.0, 90.0, 120.0, 150.0};
    for (int i = 0; i < 4; i++) {
        c = kink(angle[i] * degree, 0.3);
        c.back = 0.2;
        c.speed = 0.1;
        c.vertices = 401;
        c.limp = 20.0;
        char text[120];
        (void)snprintf(
            text, sizeof text,
            "EI / 20, edges of %.2g bend lengths, %g degrees: %.2g of the pull in a step",
            c.edge / sqrt(sut_stitch_stiffness(&c) / c.back), angle[i], ripple_of(log, &c));
        sut_check_note(log, text);
    }
}

//---- portals -------------------------------------------------------------------------------------
static sut_stitch_case through_portals(sut_stitch_case c) {
    c.portals = true;
    return c;
}

// N, over the last tenth of 0.5 s: largest less smallest pull of a hand that rests. NaN: it failed.
static double unrest_of(sut_check_log *log, const sut_stitch_case *c, double *balance) {
    sut_stitch_rig r = sut_stitch_open(log, c);
    (void)sut_stitch_run(&r, 0.45);
    double low = HUGE_VAL;
    double high = 0.0;
    for (int i = 0; r.rig.ok && i < 50; i++) {
        (void)sut_stitch_run(&r, 1e-3);
        double pull = sut_stitch_pull(&r);
        low = fmin(low, pull);
        high = fmax(high, pull);
    }
    sut_tissue_figures f = {.support_force = {SUT_RIG_NAN, SUT_RIG_NAN, SUT_RIG_NAN}};
    if (r.rig.ok) {
        (void)sut_tissue_get_figures(r.rig.world, sut_stitch_view(&r, 0).tissue, &f);
    }
    sut_vec3 sum = vec_add(sut_rig_reading(&r.rig, r.hand).force, vec(-c->back, 0.0, 0.0));
    *balance = vec_norm(vec_add(sum, f.support_force));
    sut_stitch_close(&r);
    return high - low;
}

// What is published has no friction. These rows say so, and where the staggering ends: they are no
// laws of stitches.
void sut_check_portals(sut_check_log *log) {
    sut_stitch_case c = through_portals(straight(4, 0.02, 5e-3));
    sut_check_row(log, "pull through 4 holes of 20 mN: none", 0.0, pull_of(log, &c), 1e-3,
                  SUT_TOL_ABS, "N");
    // sharper ones lock: vertices beside the portal meet
    for (int i = 1; i <= 4; i++) {
        char text[80];
        (void)snprintf(text, sizeof text, "tensions, mu 0.3, %d degrees: equal", 30 * i);
        c = through_portals(kink(30.0 * i * degree, 0.3));
        // damping of bending is in it
        sut_check_row(log, text, 1.0, kink_of(log, &c), 0.05, SUT_TOL_REL, "");
    }
    // nothing but inertia, 2.2 mg, holds it against 10 mN: 4.6 m/s in a millisecond
    double creep = creep_of(log, through_portals(straight(1, 0.02, 0.0)), 0.5, 2e-3);
    sut_check_row(log, "slides at half of the pinch", 1.0, creep, 0.0, SUT_TOL_MIN, "m/s");
    static const double spring[] = {1000.0, 200.0, 50.0, 20.0};
    for (int i = 0; i < 4; i++) {
        for (int portals = 0; portals < 2; portals++) {
            c = kink(90.0 * degree, 0.3);
            c.speed = 0.0;
            c.back = 0.1;
            c.spring = spring[i];
            c.portals = portals == 1;
            double balance;
            double unrest = unrest_of(log, &c, &balance);
            char text[120];
            (void)snprintf(
                text, sizeof text,
                "%s, 0.1 N, corners on %g N/m: unrest %.2g N, hands against supports %.2g N",
                portals ? "portals" : "anchors", spring[i], unrest, balance);
            sut_check_note(log, text);
        }
    }
}
