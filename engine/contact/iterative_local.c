// SPDX-License-Identifier: MIT
// iterative_local.c -- see iterative_local.h; equations (L1) to (L4) of
// docs/theory/contact-iterative.md.
#include "contact/iterative_local.h"

#include "linalg/small.h"

#include <math.h>
#include <stdbool.h>

static void no_force(double f[3]) {
    f[0] = f[1] = f[2] = 0.0;
}

void sut_contact_clip(double f[3], double mu) {
    double limit = mu * f[0];
    double size = sqrt(f[1] * f[1] + f[2] * f[2]);
    if (size > limit) {
        double share = limit / size;
        f[1] *= share;
        f[2] *= share;
    }
}

void sut_contact_local_projected(const sut_contact_local *l, double f[3]) {
    const double *q = l->q;
    const double kn = l->contact->kn;
    const double kt = l->contact->kt;
    double n = -kn * (l->r[0] + (q[1] * f[1] + q[2] * f[2])) / (1.0 + kn * q[0]);
    if (!(n > 0.0)) {
        no_force(f);
        return;
    }
    const double a[4] = {1.0 + kt * q[4], kt * q[5], kt * q[7], 1.0 + kt * q[8]};
    const double b[2] = {l->contact->memory[0] - kt * (l->r[1] + q[3] * n),
                         l->contact->memory[1] - kt * (l->r[2] + q[6] * n)};
    double t[2] = {0.0, 0.0};
    sut_small_solve2(a, b, t); // regular: one plus semidefinite
    f[0] = n;
    f[1] = t[0];
    f[2] = t[1];
    sut_contact_clip(f, l->contact->mu);
}

//---- exact ---------------------------------------------------------------------------------------

// The normal force as a function of friction, n(t) = n0 + c.t, put into the law of friction:
//     (S + tau) t = g,   tau = 1 sticking, tau = |p| / (mu n) > 1 slipping
typedef struct reduced {
    double n0, c[2];
    double s[4], g[2];
} reduced;

static reduced reduce(const sut_contact_local *l) {
    const double *q = l->q;
    const double kn = l->contact->kn;
    const double kt = l->contact->kt;
    const double e = kn / (1.0 + kn * q[0]);
    reduced d;
    d.n0 = -e * l->r[0];
    d.c[0] = -e * q[1];
    d.c[1] = -e * q[2];
    d.s[0] = kt * (q[4] + q[3] * d.c[0]);
    d.s[1] = kt * (q[5] + q[3] * d.c[1]);
    d.s[2] = kt * (q[7] + q[6] * d.c[0]);
    d.s[3] = kt * (q[8] + q[6] * d.c[1]);
    d.g[0] = l->contact->memory[0] - kt * (l->r[1] + q[3] * d.n0);
    d.g[1] = l->contact->memory[1] - kt * (l->r[2] + q[6] * d.n0);
    return d;
}

// (S + tau)^-1 b
static void divide(const reduced *d, double tau, const double b[2], double x[2]) {
    const double a[4] = {d->s[0] + tau, d->s[1], d->s[2], d->s[3] + tau};
    x[0] = x[1] = 0.0;
    sut_small_solve2(a, b, x);
}

// Forces for tau, and |t| - mu n: positive as long as tau is too small.
static double excess(const reduced *d, double mu, double tau, double f[3]) {
    divide(d, tau, d->g, f + 1);
    f[0] = d->n0 + (d->c[0] * f[1] + d->c[1] * f[2]);
    return sqrt(f[1] * f[1] + f[2] * f[2]) - mu * f[0];
}

// Newton's method for mu n / |t| = 1, which is nearly linear in tau, between bounds on both sides
// of the root and from a guess.
static void slip(const reduced *d, double mu, double guess, double f[3]) {
    double g = sqrt(d->g[0] * d->g[0] + d->g[1] * d->g[1]);
    double c = sqrt(d->c[0] * d->c[0] + d->c[1] * d->c[1]);
    double low = 1.0;
    // from |t| <= |g| / tau
    double high = g * (1.0 + mu * c) / (mu * d->n0);
    double tau = guess > low && guess < high ? guess : low;
    for (int i = 0; i < 60 && low < high; i++) {
        double over = excess(d, mu, tau, f);
        if (over > 0.0) {
            low = tau;
        } else {
            high = tau;
        }
        // x is minus the derivative of t
        double x[2];
        divide(d, tau, f + 1, x);
        double size2 = f[1] * f[1] + f[2] * f[2];
        double slope =
            f[0] * (f[1] * x[0] + f[2] * x[1]) - (d->c[0] * x[0] + d->c[1] * x[1]) * size2;
        double next = tau + over * size2 / (mu * slope);
        next = next > low && next < high ? next : 0.5 * (low + high);
        double step = fabs(next - tau);
        tau = next;
        if (step <= 1e-12 * tau) {
            break;
        }
    }
    excess(d, mu, tau, f);
    sut_contact_clip(f, mu);
}

// tau of the forces that there are; a value out of range where they make no sense
static double guess_of(const reduced *d, double mu, const double f[3]) {
    double p0 = d->g[0] - (d->s[0] * f[1] + d->s[1] * f[2]);
    double p1 = d->g[1] - (d->s[2] * f[1] + d->s[3] * f[2]);
    return f[0] > 0.0 ? sqrt(p0 * p0 + p1 * p1) / (mu * f[0]) : 0.0;
}

void sut_contact_local_exact(const sut_contact_local *l, double f[3]) {
    const double mu = l->contact->mu;
    const reduced d = reduce(l);
    const double guess = guess_of(&d, mu, f);
    // without force it stays open
    if (!(d.n0 > 0.0)) {
        no_force(f);
        return;
    }
    if (excess(&d, mu, 1.0, f) <= 0.0) {
        return;
    }
    // bounds of tau need a cone with an inside
    if (!(mu * d.n0 > 0.0)) {
        f[0] = d.n0;
        f[1] = f[2] = 0.0;
        return;
    }
    slip(&d, mu, guess, f);
}
