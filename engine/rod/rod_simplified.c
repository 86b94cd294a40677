// SPDX-License-Identifier: MIT
// rod_simplified.c -- one step with scalar bands in place of 3x3 blocks.
//
// The published simplification: the directions of the edges are taken as constant over the step and
// every stiffness as equal in all directions, so the three components share one scalar system of
// half bandwidth two. Cheap and stable, but a stiff thread then also resists turning, and behaves
// like a rigid body at large steps: kept for comparison. docs/theory/simplified.md
#include "rod/rod.h"

#include "linalg/penta.h"

#include <math.h>
#include <string.h>

// Scalar bands: D, O1, O2 as in rod_kernel.c with E = stretching stiffness and N = bending
// stiffness.
static void scalar_bands(sut_rod *r, double *d, double *o1, double *o2) {
    int n = r->n;
    double ea = r->mat.EA * (1.0 + r->viscous_stretch);
    double stiff = 4.0 * (1.0 + r->viscous_bend);
    for (int i = 0; i < n; i++) {
        d[i] = r->inertia[i];
        o1[i] = 0.0;
        o2[i] = 0.0;
    }
    for (int i = 0; i < n - 1; i++) {
        double k0 = r->bend[i] * r->opening[i] * r->opening[i];
        double k1 = r->bend[i + 1] * r->opening[i + 1] * r->opening[i + 1];
        double e = (sut_rod_is_cut(r, i) ? 0.0 : ea / r->rest[i]) +
                   stiff * (k0 + k1) * r->inverse[i] * r->inverse[i];
        d[i] += e;
        d[i + 1] += e;
        o1[i] -= e;
    }
    for (int i = 1; i < n - 1; i++) {
        double k = stiff * r->bend[i] * r->opening[i] * r->opening[i];
        double turn = k * r->inverse[i - 1] * r->inverse[i];
        d[i] += 2.0 * turn;
        o1[i - 1] -= turn;
        o1[i] -= turn;
        o2[i - 1] += turn;
    }
}

static void plane_bands(const sut_rod *r, double *d, double *o1) {
    for (int k = 0; k < r->plane_count; k++) {
        const sut_plane *p = &r->planes[k];
        for (int side = 0; side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            if (e < 0) {
                continue;
            }
            double o = p->opening[side];
            double stiff = 8.0 * r->mat.EI / r->rest[e] * (1.0 + r->viscous_bend) * (o * o);
            stiff *= r->inverse[e] * r->inverse[e];
            d[e] += stiff;
            d[e + 1] += stiff;
            o1[e] -= stiff;
        }
    }
}

static void pin_bands(const sut_rod *r, double *d, double *o1, double *o2) {
    for (int k = 0; k < r->chain.pin_count; k++) {
        int i = r->chain.pins[k].vertex;
        d[i] = r->inertia[i];
        o1[i] = 0.0;
        o2[i] = 0.0;
        if (i >= 1) {
            o1[i - 1] = 0.0;
        }
        if (i >= 2) {
            o2[i - 2] = 0.0;
        }
        memset(&r->body.correction[3 * i], 0, 3 * sizeof(double));
    }
}

void sut_rod_simplified_solve(sut_rod *r) {
    sut_rod_progress *p = &r->progress;
    double *d = r->band.block;
    double *o1 = d + r->n;
    double *o2 = o1 + r->n;
    scalar_bands(r, d, o1, o2);
    plane_bands(r, d, o1);
    for (int i = 0; i < 3 * r->n; i++) {
        r->body.correction[i] = -r->residual[i];
    }
    pin_bands(r, d, o1, o2);
    p->linearisations++;
    p->failed = sut_penta_factor(d, o1, o2, r->n) >= 0;
    if (p->failed) {
        return;
    }
    sut_penta_solve3(d, o1, o2, r->n, r->body.correction);
    double sum = 0.0;
    for (int i = 0; i < r->n; i++) {
        r->body.move.x[i] += r->body.correction[3 * i];
        r->body.move.y[i] += r->body.correction[3 * i + 1];
        r->body.move.z[i] += r->body.correction[3 * i + 2];
        sum += fabs(r->body.move.x[i]) + fabs(r->body.move.y[i]) + fabs(r->body.move.z[i]);
    }
    p->failed = !(sum < 1e300);
    p->done = !p->failed; // one linearisation, as published
}
