// SPDX-License-Identifier: MIT
// tissue_secant.c -- what the last corrections have taught about the stiffness.
//
// The factor is of an older shape, and has no negative share: where a shell or membrane buckles, or
// the shape has changed, corrections of Newton's method with it get on slowly. Each of them
// shows by how much the residual changes along it, though. The last few of these pairs correct the
// factor (BFGS in the form of two loops; Nocedal & Wright, Numerical Optimization, 2nd ed., 7.2):
// some dot products, no further evaluation. docs/theory/tissue.md#solution
#include "tissue/tissue_parts.h"

#include <math.h>

static size_t size_of(const sut_tissue *t) {
    return 3 * (size_t)t->n;
}

static double dot(const sut_tissue *t, const double *a, const double *b) {
    double sum = 0.0;
    for (size_t j = 0; j < size_of(t); j++) {
        sum += a[j] * b[j];
    }
    return sum;
}

static double *way_of(const sut_tissue *t, int k) {
    return t->secant.way + (size_t)k * size_of(t);
}

static double *change_of(const sut_tissue *t, int k) {
    return t->secant.change + (size_t)k * size_of(t);
}

// Where the i-th newest pair is, from 1 on.
static int newest(const sut_tissue_secant *s, int i) {
    return (s->next - i + SUT_TISSUE_PAIRS) % SUT_TISSUE_PAIRS;
}

void sut_tissue_secant_clear(sut_tissue *t) {
    t->secant.count = 0;
    t->secant.next = 0;
    t->secant.open = false;
}

void sut_tissue_secant_carry(sut_tissue *t) {
    sut_tissue_secant *s = &t->secant;
    s->count = s->count < SUT_TISSUE_CARRIED ? s->count : SUT_TISSUE_CARRIED;
    s->open = false;
}

void sut_tissue_secant_forget(sut_tissue *t) {
    t->secant.count = 0;
}

void sut_tissue_secant_drop(sut_tissue *t) {
    t->secant.open = false;
}

// The residual of free axes where a correction starts, kept in the place of the pair it will make.
static void keep_residual(sut_tissue *t) {
    double *change = change_of(t, t->secant.next);
    for (int j = 0; j < 3 * t->n; j++) {
        change[j] = (t->pinned[j / 3] >> (j % 3) & 1) == 0 ? t->residual[j] : 0.0;
    }
    t->secant.open = true;
}

void sut_tissue_secant_applied(sut_tissue *t, double fraction) {
    double *way = way_of(t, t->secant.next);
    for (int j = 0; t->secant.open && j < 3 * t->n; j++) {
        way[j] = fraction * t->body.correction[j];
    }
    t->secant.open = t->secant.open && fraction > 0.0;
}

// What the last correction has shown, if the potential is convex along it: else a corrected factor
// might raise the potential.
static void close_pair(sut_tissue *t) {
    sut_tissue_secant *s = &t->secant;
    const double *way = way_of(t, s->next);
    double *change = change_of(t, s->next);
    for (int j = 0; j < 3 * t->n; j++) {
        bool free = (t->pinned[j / 3] >> (j % 3) & 1) == 0;
        change[j] = free ? t->residual[j] - change[j] : 0.0;
    }
    double along = dot(t, way, change);
    double size = dot(t, change, change) * dot(t, way, way);
    // below that the pair is made of rounding; false for NaN, too
    if (along > 0.0 && along * along > 1e-16 * size) {
        s->inverse[s->next] = 1.0 / along;
        s->next = (s->next + 1) % SUT_TISSUE_PAIRS;
        s->count += s->count < SUT_TISSUE_PAIRS ? 1 : 0;
    }
}

static void add_multiple(const sut_tissue *t, double *to, double factor, const double *from) {
    for (size_t j = 0; j < size_of(t); j++) {
        to[j] += factor * from[j];
    }
}

static void solve_corrected(sut_tissue *t, double *x) {
    sut_tissue_secant *s = &t->secant;
    double along[SUT_TISSUE_PAIRS];
    for (int i = 1; i <= s->count; i++) {
        int k = newest(s, i);
        along[k] = s->inverse[k] * dot(t, way_of(t, k), x);
        add_multiple(t, x, -along[k], change_of(t, k));
    }
    sut_chol3_solve(t->factor, x);
    for (int i = s->count; i >= 1; i--) {
        int k = newest(s, i);
        double back = s->inverse[k] * dot(t, change_of(t, k), x);
        add_multiple(t, x, along[k] - back, way_of(t, k));
    }
}

static double longest(const sut_tissue *t, const double *x) {
    double most = 0.0;
    for (size_t j = 0; j < size_of(t); j++) {
        most = fabs(x[j]) > most ? fabs(x[j]) : most;
    }
    return most;
}

// Is it no longer than the longest of the corrections that taught it? Beyond that it is not known
// what is there; and a free body that turns as a whole has only its inertia against that, so that
// pairs say little of it.
static bool is_known(const sut_tissue *t, const double *x) {
    double most = 0.0;
    for (int i = 1; i <= t->secant.count; i++) {
        most = fmax(most, longest(t, way_of(t, newest(&t->secant, i))));
    }
    return t->secant.count == 0 || longest(t, x) <= most;
}

bool sut_tissue_secant_solve(sut_tissue *t, double *x, bool use) {
    if (t->secant.open) {
        close_pair(t);
        t->secant.open = false;
    }
    if (use) {
        solve_corrected(t, x);
    } else {
        sut_chol3_solve(t->factor, x);
    }
    if (use && !is_known(t, x)) {
        return false;
    }
    keep_residual(t);
    return true;
}
