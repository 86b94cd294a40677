// SPDX-License-Identifier: MIT
// iterative.c -- sweeps over contacts with a dense coupling; see iterative.h.
//
// u = Q f is kept up to date: a contact whose force changes by d adds three rows of Q to it (Q is
// symmetric: rows are columns). So contacts that stay open cost nothing, the residual is known
// after every sweep for nothing, and the inner loop has no sum across lanes.
#include "contact/iterative.h"

#include "contact/iterative_local.h"

#include <math.h>
#include <string.h>

// scratch, 3 count values each
typedef struct lanes {
    double *u;       // Q f
    double *from;    // f before the sweep
    double *from_u;  // u before the sweep
    double *along;   // direction of nncg
    double *along_u; // Q along
} lanes;

static size_t piece(int count) {
    return ((size_t)(3 * count) * sizeof(double) + 63) / 64 * 64;
}

size_t sut_dense_contacts_memory(int count) {
    return 5 * piece(count);
}

static lanes lanes_of(const sut_dense_contacts *c) {
    char *at = c->work;
    size_t step = piece(c->count);
    lanes w;
    w.u = (void *)at;
    w.from = (void *)(at + step);
    w.from_u = (void *)(at + 2 * step);
    w.along = (void *)(at + 3 * step);
    w.along_u = (void *)(at + 4 * step);
    return w;
}

//---- law and residual ----------------------------------------------------------------------------

void sut_contact_law_force(const sut_dense_contact *k, const double u[3], double f[3]) {
    double n = -k->kn * (k->q[0] + u[0]);
    f[0] = n > 0.0 ? n : 0.0;
    f[1] = k->memory[0] - k->kt * (k->q[1] + u[1]);
    f[2] = k->memory[1] - k->kt * (k->q[2] + u[2]);
    sut_contact_clip(f, k->mu);
}

static double residual_of(const sut_dense_contacts *c, const double *u) {
    double worst = 0.0;
    double size = 0.0;
    for (int i = 0; i < c->count; i++) {
        const double *f = c->force + 3 * (ptrdiff_t)i;
        double law[3];
        sut_contact_law_force(&c->contact[i], u + 3 * (ptrdiff_t)i, law);
        for (int k = 0; k < 3; k++) {
            worst = fmax(worst, fabs(f[k] - law[k]));
        }
        size = fmax(size, fmax(f[0], law[0]));
    }
    // forces without a normal one are wrong, however small: nothing to compare them with
    return size > 0.0 ? worst / size : (worst > 0.0 ? (double)INFINITY : 0.0);
}

// u += Q d for the forces d of contact i
static void push(const sut_dense_contacts *c, int i, const double d[3], double *restrict u) {
    const int n = 3 * c->count;
    const double *restrict q0 = c->coupling + (ptrdiff_t)3 * i * n;
    const double *restrict q1 = q0 + n;
    const double *restrict q2 = q1 + n;
    const double d0 = d[0], d1 = d[1], d2 = d[2];
    for (int k = 0; k < n; k++) {
        u[k] = ((u[k] + q0[k] * d0) + q1[k] * d1) + q2[k] * d2;
    }
}

static void push_all(const sut_dense_contacts *c, double *u) {
    memset(u, 0, (size_t)(3 * c->count) * sizeof *u);
    for (int i = 0; i < c->count; i++) {
        push(c, i, c->force + 3 * (ptrdiff_t)i, u);
    }
}

double sut_contact_residual(const sut_dense_contacts *c) {
    lanes w = lanes_of(c);
    push_all(c, w.u);
    return residual_of(c, w.u);
}

//---- sweeps --------------------------------------------------------------------------------------

typedef void (*visit)(const sut_contact_local *l, double f[3]);

static sut_contact_local local_of(const sut_dense_contacts *c, int i, const double *u) {
    const ptrdiff_t n = (ptrdiff_t)3 * c->count;
    const double *f = c->force + 3 * (ptrdiff_t)i;
    sut_contact_local l;
    l.contact = &c->contact[i];
    for (int r = 0; r < 3; r++) {
        const double *row = c->coupling + (3 * (ptrdiff_t)i + r) * n + 3 * (ptrdiff_t)i;
        for (int k = 0; k < 3; k++) {
            l.q[3 * r + k] = row[k];
        }
        // without its own share
        l.r[r] = (l.contact->q[r] + u[3 * (ptrdiff_t)i + r]) -
                 ((row[0] * f[0] + row[1] * f[1]) + row[2] * f[2]);
    }
    return l;
}

static void sweep(const sut_dense_contacts *c, visit solve, double *u) {
    for (int i = 0; i < c->count; i++) {
        double *f = c->force + 3 * (ptrdiff_t)i;
        sut_contact_local l = local_of(c, i, u);
        const double old[3] = {f[0], f[1], f[2]};
        solve(&l, f);
        const double d[3] = {f[0] - old[0], f[1] - old[1], f[2] - old[2]};
        // exactly nothing: an open contact that stays open
        if (d[0] != 0.0 || d[1] != 0.0 || d[2] != 0.0) {
            push(c, i, d, u);
        }
    }
}

// Rounding gathers in u while it is only added to: the last word is with a fresh product.
static sut_iterative_report report_of(const sut_dense_contacts *c, int iterations) {
    sut_iterative_report r = {iterations, sut_contact_residual(c)};
    return r;
}

static sut_iterative_report gauss_seidel(const sut_dense_contacts *c, visit solve, int iterations,
                                         double tolerance) {
    lanes w = lanes_of(c);
    push_all(c, w.u);
    int done = 0;
    while (done < iterations) {
        sweep(c, solve, w.u);
        done++;
        if (tolerance > 0.0 && residual_of(c, w.u) <= tolerance) {
            break;
        }
    }
    return report_of(c, done);
}

sut_iterative_report sut_contact_pgs(const sut_dense_contacts *c, int iterations,
                                     double tolerance) {
    return gauss_seidel(c, sut_contact_local_projected, iterations, tolerance);
}

sut_iterative_report sut_contact_gs_exact(const sut_dense_contacts *c, int iterations,
                                          double tolerance) {
    return gauss_seidel(c, sut_contact_local_exact, iterations, tolerance);
}

//---- non-smooth non-linear conjugate gradients ---------------------------------------------------

static double gradient_squared(const sut_dense_contacts *c, const lanes *w) {
    double sum = 0.0;
    for (int k = 0; k < 3 * c->count; k++) {
        double g = w->from[k] - c->force[k];
        sum += g * g;
    }
    return sum;
}

// The largest share of the step that takes no contact out of the area where it keeps its distance
// (the compliant one: gap plus what the force presses in is not negative). Contacts that the sweep
// left outside of it do not count.
static double step_limit(const sut_dense_contacts *c, const lanes *w, double beta) {
    double share = 1.0;
    for (int i = 0; i < c->count; i++) {
        const sut_dense_contact *k = &c->contact[i];
        const ptrdiff_t n = 3 * (ptrdiff_t)i;
        double room = k->kn * (k->q[0] + w->u[n]) + c->force[n];
        double step = beta * (k->kn * w->along_u[n] + w->along[n]);
        if (room >= 0.0 && room + share * step < 0.0) {
            share = room / -step;
        }
    }
    return share;
}

// after a sweep: f += share beta p, p = beta p - g with g = from - f
static void extrapolate(const sut_dense_contacts *c, const lanes *w, double beta) {
    double share = step_limit(c, w, beta) * beta;
    for (int k = 0; k < 3 * c->count; k++) {
        double g = w->from[k] - c->force[k];
        double gu = w->from_u[k] - w->u[k];
        c->force[k] += share * w->along[k];
        w->u[k] += share * w->along_u[k];
        w->along[k] = beta * w->along[k] - g;
        w->along_u[k] = beta * w->along_u[k] - gu;
    }
}

sut_iterative_report sut_contact_nncg(const sut_dense_contacts *c, int iterations,
                                      double tolerance) {
    lanes w = lanes_of(c);
    const size_t bytes = (size_t)(3 * c->count) * sizeof(double);
    memset(w.along, 0, bytes);
    memset(w.along_u, 0, bytes);
    push_all(c, w.u);
    double before = 0.0; // so that the first sweep only gives the direction
    int done = 0;
    while (done < iterations) {
        memcpy(w.from, c->force, bytes);
        memcpy(w.from_u, w.u, bytes);
        sweep(c, sut_contact_local_projected, w.u);
        done++;
        double now = gradient_squared(c, &w);
        if (done == iterations || !(now > 0.0) ||
            (tolerance > 0.0 && residual_of(c, w.u) <= tolerance)) {
            break;
        }
        double beta = before > 0.0 ? now / before : 0.0;
        if (beta > 1.0) {
            // start again
            memset(w.along, 0, bytes);
            memset(w.along_u, 0, bytes);
        } else {
            extrapolate(c, &w, beta);
        }
        before = now;
    }
    return report_of(c, done);
}
