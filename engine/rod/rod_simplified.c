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
    int n = r->body.n;
    double ea = r->def.EA * (1.0 + r->work.viscous_stretch);
    double stiff = 4.0 * (1.0 + r->work.viscous_bend);
    for (int i = 0; i < n; i++) {
        d[i] = r->work.inertia[i];
        o1[i] = 0.0;
        o2[i] = 0.0;
    }
    for (int i = 0; i < n - 1; i++) {
        double k0 = r->work.bend[i] * r->work.opening[i] * r->work.opening[i];
        double k1 = r->work.bend[i + 1] * r->work.opening[i + 1] * r->work.opening[i + 1];
        double e = (sut_rod_is_cut(r, i) ? 0.0 : ea / r->def.rest[i]) +
                   stiff * (k0 + k1) * r->work.inverse[i] * r->work.inverse[i];
        d[i] += e;
        d[i + 1] += e;
        o1[i] -= e;
    }
    for (int i = 1; i < n - 1; i++) {
        double k = stiff * r->work.bend[i] * r->work.opening[i] * r->work.opening[i];
        double turn = k * r->work.inverse[i - 1] * r->work.inverse[i];
        d[i] += 2.0 * turn;
        o1[i - 1] -= turn;
        o1[i] -= turn;
        o2[i - 1] += turn;
    }
}

static void plane_bands(const sut_rod *r, double *d, double *o1) {
    for (int k = 0; k < r->work.plane_count; k++) {
        const sut_plane *p = &r->work.planes[k];
        for (int side = 0; side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            if (e < 0) {
                continue;
            }
            double o = p->opening[side];
            double stiff =
                8.0 * r->def.EI / r->def.rest[e] * (1.0 + r->work.viscous_bend) * (o * o);
            stiff *= r->work.inverse[e] * r->work.inverse[e];
            d[e] += stiff;
            d[e + 1] += stiff;
            o1[e] -= stiff;
        }
    }
}

static void pin_bands(const sut_rod *r, double *d, double *o1, double *o2) {
    for (int k = 0; k < r->chain.pin_count; k++) {
        int i = r->chain.pins[k].vertex;
        d[i] = r->work.inertia[i];
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
    sut_rod_progress *p = &r->work.progress;
    double *d = r->work.band.block;
    double *o1 = d + r->body.n;
    double *o2 = o1 + r->body.n;
    scalar_bands(r, d, o1, o2);
    plane_bands(r, d, o1);
    for (int i = 0; i < 3 * r->body.n; i++) {
        r->body.correction[i] = -r->work.residual[i];
    }
    pin_bands(r, d, o1, o2);
    p->linearisations++;
    p->failed = sut_penta_factor(d, o1, o2, r->body.n) >= 0;
    if (p->failed) {
        return;
    }
    sut_penta_solve3(d, o1, o2, r->body.n, r->body.correction);
    double sum = 0.0;
    for (int i = 0; i < r->body.n; i++) {
        r->body.move.x[i] += r->body.correction[3 * i];
        r->body.move.y[i] += r->body.correction[3 * i + 1];
        r->body.move.z[i] += r->body.correction[3 * i + 2];
        sum += fabs(r->body.move.x[i]) + fabs(r->body.move.y[i]) + fabs(r->body.move.z[i]);
    }
    p->failed = !(sum < 1e300);
    p->done = !p->failed; // one linearisation, as published
}
