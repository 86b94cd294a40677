// SPDX-License-Identifier: MIT
// rod_portal.c -- portal springs as published (000 3.5.2, formula 3.59), for comparison with holes.
//
// With x the vertex beside a piercing point a, t the unit direction away from it and l the rest
// length of the edge that the spring replaces, k = EA l:
//     E = k/2 (sum of (x - a) . t over both sides / l - 1)^2 + k/l^2 (part of x - a across t)^2.
// a and t do not change in a substep. docs/theory/portals.md
#include "rod/rod.h"

#include "math/vec3.h"

static sut_vec3 off(const sut_rod *r, const sut_portal *p, int side, bool trial) {
    int i = p->vertex + side;
    sut_vec3 x = r->body.position[i];
    x = trial ? v3_add(x, sut_soa3_get(&r->body.move, i)) : x;
    return v3_sub(x, p->at[side]);
}

static double strain(const sut_rod *r, const sut_portal *p, bool trial) {
    double before = v3_dot(off(r, p, 0, trial), p->along[0]);
    double behind = v3_dot(off(r, p, 1, trial), p->along[1]);
    return (before + behind) / p->rest - 1.0;
}

static sut_vec3 across(sut_vec3 d, sut_vec3 t) {
    return v3_madd(d, -v3_dot(d, t), t);
}

sut_vec3 sut_rod_portal_force(const sut_rod *r, const sut_portal *p, int side, bool trial) {
    sut_vec3 t = p->along[side];
    sut_vec3 f = v3_scale(t, -p->stiffness * strain(r, p, trial));
    return v3_madd(f, -2.0 * p->stiffness / p->rest, across(off(r, p, side, trial), t));
}

void sut_rod_portal_forces(sut_rod *r) {
    for (const sut_portal *p = r->work.portals; p; p = p->next) {
        for (int side = 0; side < 2; side++) {
            sut_vec3 f = sut_rod_portal_force(r, p, side, true);
            double *at = &r->work.residual[3 * (ptrdiff_t)(p->vertex + side)];
            at[0] -= f.x;
            at[1] -= f.y;
            at[2] -= f.z;
        }
    }
}

sut_vec3 sut_rod_portal_force_at(const sut_rod *r, int vertex) {
    sut_vec3 sum = v3_zero();
    for (const sut_portal *p = r->work.portals; p; p = p->next) {
        int side = vertex - p->vertex;
        sum = side == 0 || side == 1 ? v3_add(sum, sut_rod_portal_force(r, p, side, true)) : sum;
    }
    return sum;
}

// a I - b t t^T on a diagonal block
static void add_diagonal(double *d, double a, double b, sut_vec3 t) {
    d[0] += a - b * t.x * t.x;
    d[1] -= b * t.x * t.y;
    d[2] -= b * t.x * t.z;
    d[3] += a - b * t.y * t.y;
    d[4] -= b * t.y * t.z;
    d[5] += a - b * t.z * t.z;
}

void sut_rod_portal_blocks(sut_rod *r, int from, int to) {
    for (const sut_portal *p = r->work.portals; p; p = p->next) {
        double k = p->stiffness / p->rest;
        for (int side = 0; side < 2; side++) {
            int i = p->vertex + side;
            if (i >= from && i < to) {
                // k along, 2 k across
                double *d = r->work.band.block + (ptrdiff_t)i * SUT_BAND_BLOCK;
                add_diagonal(d, 2.0 * k, k, p->along[side]);
            }
        }
        if (p->vertex >= from && p->vertex < to) {
            double *o = r->work.band.block + (ptrdiff_t)p->vertex * SUT_BAND_BLOCK + SUT_BAND_O1;
            const double a[3] = {p->along[0].x, p->along[0].y, p->along[0].z};
            const double b[3] = {p->along[1].x, p->along[1].y, p->along[1].z};
            for (int j = 0; j < 9; j++) {
                o[j] += k * a[j / 3] * b[j % 3];
            }
        }
    }
}

double sut_rod_portal_energy(const sut_rod *r, bool trial) {
    double sum = 0.0;
    for (const sut_portal *p = r->work.portals; p; p = p->next) {
        double e = strain(r, p, trial);
        sum += 0.5 * p->stiffness * p->rest * e * e;
        for (int side = 0; side < 2; side++) {
            sut_vec3 d = across(off(r, p, side, trial), p->along[side]);
            sum += p->stiffness / p->rest * v3_norm2(d);
        }
    }
    return sum;
}
