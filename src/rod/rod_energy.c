// SPDX-License-Identifier: MIT
// rod_energy.c -- energies of the accepted state, by formulas of their own: nothing here is shared
// with the forces, which lets tests check one against the other. docs/theory/energies.md
#include "rod/rod.h"

#include "math/vec3.h"

static double kinetic(const sut_rod *r) {
    double sum = 0.0;
    for (int i = 0; r->mat.inertia == SUT_INERTIA_MASS && i < r->n; i++) {
        sum += 0.5 * r->mass[i] * v3_norm2(sut_soa3_get(&r->velocity, i));
    }
    return sum;
}

static double gravity(const sut_rod *r) {
    double sum = 0.0;
    for (int i = 0; i < r->n; i++) {
        sum -= r->mass[i] * v3_dot(r->gravity, r->position[i]);
    }
    return sum;
}

static double stretch(const sut_rod *r) {
    double sum = 0.0;
    for (int i = 0; i < r->n - 1; i++) {
        double l = v3_norm(sut_soa3_get(&r->edge, i));
        double strain = (l - r->rest[i]) / r->rest[i];
        sum += 0.5 * r->mat.EA * strain * strain * r->rest[i];
    }
    return sum;
}

// 1/2 EI / cell |k - natural|^2 with the components of the turn in the material frame.
static double turn_energy(const sut_rod *r, const double k[2], double cell) {
    double a = k[0] + r->mat.natural_curvature[1] * cell;
    double b = k[1] - r->mat.natural_curvature[0] * cell;
    return 0.5 * r->mat.EI / cell * (a * a + b * b);
}

// Without frames only the magnitude of the turn is known, and it is enough.
static double plain_turn(sut_vec3 before, sut_vec3 after) {
    double c = v3_dot(before, after);
    return 2.0 * sqrt((1.0 - c) / (1.0 + c) > 0.0 ? (1.0 - c) / (1.0 + c) : 0.0);
}

static bool at_plane(const sut_rod *r, int vertex, bool spin_held) {
    for (int k = 0; k < r->plane_count; k++) {
        if (r->planes[k].vertex == vertex && (!spin_held || r->planes[k].spin_held)) {
            return true;
        }
    }
    return false;
}

static double plane_bend(const sut_rod *r) {
    double sum = 0.0;
    for (int k = 0; k < r->plane_count; k++) {
        const sut_plane *p = &r->planes[k];
        for (int side = 0; side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            if (e < 0) {
                continue;
            }
            double turn[2] = {plain_turn(p->direction0, v3_normalized(sut_soa3_get(&r->edge, e))),
                              0.0};
            sum += turn_energy(r, r->framed ? p->curvature0[side] : turn, 0.5 * r->rest[e]);
        }
    }
    return sum;
}

static double bend(const sut_rod *r) {
    double sum = plane_bend(r);
    for (int i = 1; i < r->n - 1; i++) {
        if (r->plane_count > 0 && at_plane(r, i, false)) {
            continue;
        }
        if (r->framed) {
            double k[2] = {r->curvature[0][i], r->curvature[1][i]};
            sum += turn_energy(r, k, r->cell[i]);
        } else {
            double k[2] = {plain_turn(v3_normalized(sut_soa3_get(&r->edge, i - 1)),
                                      v3_normalized(sut_soa3_get(&r->edge, i))),
                           0.0};
            sum += turn_energy(r, k, r->cell[i]);
        }
    }
    return r->mat.EI > 0.0 ? sum : 0.0;
}

// Twist between neighbouring edges, and between a spin-holding plane and its edges.
static double twist(const sut_rod *r) {
    double sum = 0.0;
    for (int i = 1; r->framed && i < r->n - 1; i++) {
        if (r->plane_count > 0 && at_plane(r, i, true)) {
            continue;
        }
        double rate = (r->spin[i] - r->spin[i - 1]) / r->cell[i] - r->mat.natural_twist;
        sum += 0.5 * r->mat.GJ * rate * rate * r->cell[i];
    }
    for (int k = 0; r->framed && k < r->plane_count; k++) {
        const sut_plane *p = &r->planes[k];
        for (int side = 0; p->spin_held && side < 2; side++) {
            int e = sut_rod_plane_edge(r, p, side);
            if (e >= 0) {
                double half = 0.5 * r->rest[e];
                double turn = (r->spin[e] - (p->spin0 + p->angle0)) * (side == 0 ? -1.0 : 1.0);
                double rate = turn / half - r->mat.natural_twist;
                sum += 0.5 * r->mat.GJ * rate * rate * half;
            }
        }
    }
    return sum;
}

sut_energy sut_rod_energy(const sut_rod *r) {
    sut_energy e = {kinetic(r), stretch(r), bend(r), twist(r), gravity(r)};
    return e;
}
