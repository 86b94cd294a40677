// SPDX-License-Identifier: MIT
// onset.c -- measure decay rates, and find the load at which they vanish.
#include "validate/onset.h"

#include "validate/vector.h"

double sut_onset_off_axis(const sut_rig *r, const void *unused) {
    (void)unused;
    double sum = 0.0;
    for (int i = 0; i < r->n; i++) {
        sut_vec3 x = sut_rig_at(r, i);
        sum += x.y * x.y + x.z * x.z;
    }
    return sqrt(sum);
}

// The implicit step divides a part that decays at `rate` by exactly 1 + rate dt, so this recovers
// the rate without an error of the step size.
double sut_onset_rate(sut_rig *r, sut_onset_size *size, const void *ctx) {
    enum { FEWEST = 8, MOST = 200 };
    double before = size(r, ctx);
    double rate = SUT_RIG_NAN;
    for (int i = 0; i < MOST && r->ok; i++) {
        sut_rig_run(r, 1, SUT_RIG_DT);
        double now = size(r, ctx);
        double last = rate;
        rate = (before / now - 1.0) / SUT_RIG_DT;
        before = now;
        // faster parts of the disturbance are gone when the rate has settled
        if (i >= FEWEST && fabs(rate - last) <= 1e-4 * (fabs(rate) + 1.0)) {
            return rate;
        }
    }
    if (r->ok) {
        sut_check_fail(r->log, "no single rate of decay");
    }
    return SUT_RIG_NAN;
}

// Next load to try: where the line through both points meets zero, but neither far beyond what is
// known nor outside of loads of opposite sign.
static double next_load(const sut_onset_point *a, const sut_onset_point *b) {
    double wide = b->load - a->load;
    double step = -b->rate * wide / (b->rate - a->rate);
    double most = 2.0 * fabs(wide);
    if (a->rate * b->rate > 0.0) {
        step = fmax(-most, fmin(most, step));
    }
    return b->load + step;
}

// Regula falsi in the Illinois form once the onset lies between two loads, the secant before.
double sut_onset_find(sut_check_log *log, sut_onset_try *attempt, const void *ctx, double first,
                      double second) {
    enum { MOST = 16 };
    sut_onset_point a = attempt(log, first, ctx);
    sut_onset_point b = attempt(log, second, ctx);
    for (int i = 0; i < MOST; i++) {
        double load = next_load(&a, &b);
        if (!isfinite(load)) {
            return SUT_RIG_NAN;
        }
        if (fabs(load - b.load) <= 1e-5 * fabs(load)) {
            return load;
        }
        sut_onset_point c = attempt(log, load, ctx);
        if (b.rate * c.rate < 0.0 || a.rate * b.rate > 0.0) {
            a = b;
        } else {
            a.rate *= 0.5;
        }
        b = c;
    }
    sut_check_fail(log, "no onset found");
    return SUT_RIG_NAN;
}

// Newton's form of the parabola through three points, from the last one on.
double sut_onset_ahead(sut_check_log *log, sut_onset_try *attempt, const void *ctx,
                       const double loads[3]) {
    sut_onset_point p[3];
    for (int i = 0; i < 3; i++) {
        p[i] = attempt(log, loads[i], ctx);
    }
    double early = (p[1].rate - p[0].rate) / (p[1].load - p[0].load);
    double late = (p[2].rate - p[1].rate) / (p[2].load - p[1].load);
    double curve = (late - early) / (p[2].load - p[0].load);
    double slope = late + curve * (p[2].load - p[1].load);
    // rate + slope u + curve u^2 = 0, the root that remains when the curve is straight
    double under = slope * slope - 4.0 * curve * p[2].rate;
    return p[2].load + 2.0 * p[2].rate / (-slope + sqrt(under));
}
