// SPDX-License-Identifier: MIT
// contact_dense.c -- the coupling of all contacts as one dense matrix, for the published solvers.
//
// Q = J A^-1 J^T: column by column from the condensed matrix, so M contacts cost O(M^2), whatever
// the length of the threads.
#include "contact/contact_linear.h"
#include "contact/contact_newton.h"

#include "contact/iterative.h"

#include <string.h>

bool sut_contact_coupling(sut_contacts *c, double *q) {
    int size = 3 * c->count;
    c->condensed = false;
    sut_sparse_restart(&c->sparse);
    if (!sut_sparse_factor_rest(&c->sparse)) {
        return false;
    }
    memset(c->change, 0, (size_t)size * sizeof(double));
    for (int j = 0; j < size; j++) {
        c->change[j] = 1.0;
        sut_contact_answer(c, c->change, c->u_next);
        c->change[j] = 0.0;
        for (int i = 0; i < size; i++) {
            double twist = 0.0;
            for (int k = 0; k < c->columns; k++) {
                twist += c->column_factor[k] * c->column[k][i] * c->column[k][j];
            }
            q[(size_t)i * (size_t)size + (size_t)j] = c->u_next[i] - twist;
        }
    }
    // the same up to rounding on both sides; the sweeps want it exactly so
    for (int i = 0; i < size; i++) {
        for (int j = 0; j < i; j++) {
            double *low = &q[(size_t)i * (size_t)size + (size_t)j];
            double *high = &q[(size_t)j * (size_t)size + (size_t)i];
            *low = *high = 0.5 * (*low + *high);
        }
    }
    return true;
}

// u = Q f
static void multiply(const double *q, const double *f, double *u, int size) {
    for (int i = 0; i < size; i++) {
        const double *row = &q[(size_t)i * (size_t)size];
        double sum = 0.0;
        for (int j = 0; j < size; j++) {
            sum += row[j] * f[j];
        }
        u[i] = sum;
    }
}

double sut_contact_dense(sut_contacts *c) {
    int size = 3 * c->count;
    if (!sut_contact_coupling(c, c->dense)) {
        return HUGE_VAL;
    }
    double *started = c->u_next; // what the forces so far have brought about
    multiply(c->dense, c->start, started, size);
    for (int i = 0; i < c->count; i++) {
        const sut_contact *k = &c->contact[i];
        sut_dense_contact *d = &c->dense_contact[i];
        *d = (sut_dense_contact){.mu = k->mu, .kn = k->kn, .kt = k->kt};
        memcpy(d->memory, k->memory, sizeof d->memory);
        for (int a = 0; a < 3; a++) {
            d->q[a] = k->q[a] - started[3 * i + a];
        }
    }
    memcpy(c->y, c->start, (size_t)size * sizeof(double));
    sut_dense_contacts problem = {c->count, c->dense, c->dense_contact, c->y, c->dense_work};
    sut_iterative_report report =
        c->settings.solver == SUT_CONTACT_PGS
            ? sut_contact_pgs(&problem, c->settings.iterations, c->settings.tolerance)
            : sut_contact_nncg(&problem, c->settings.iterations, c->settings.tolerance);
    c->figures.iterations += report.iterations;
    multiply(c->dense, c->y, c->u, size);
    for (int i = 0; i < size; i++) {
        c->u[i] -= started[i];
    }
    return report.residual;
}
