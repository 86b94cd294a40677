// SPDX-License-Identifier: MIT
// variational_global.c -- what the global contact solver needs of an inextensible thread: how its
// displacements answer forces, as a matrix.
//
// A force p that acts for the whole substep moves a vertex by h^2 p / m, and the multipliers take
// back what would change the length of an edge. With t the direction of an edge at the end of the
// substep and u the change of displacements, that is the minimum of
//     1/2 sum m / h^2 |u_i|^2 + 1/2 sum k_e (t . (u_{e+1} - u_e))^2 - p . u
// for k_e far above all m / h^2, or for k_e = EA / 2L where edges stretch: multipliers push for one
// half of the substep in (V2). docs/theory/variational.md
#include "variational/variational_global.h"

#include "math/vec3.h"
#include "variational/variational_parts.h"

#include <string.h>

// Stiffness that keeps a length, against the inertia of the ends: lengths follow forces to a
// millionth of what free vertices would do, far below what a round of contacts leaves.
static const double rigid = 1e6;

bool sut_variational_is_global(const sut_rod *r) {
    return r->def.model == SUT_MODEL_VARIATIONAL &&
           r->def.variational.contact == SUT_VARIATIONAL_GLOBAL;
}

static double inertia_of(const sut_rod *r, const double *weight, int i) {
    double mass = weight[i] > 0.0 ? 1.0 / weight[i] : r->def.mass[i];
    return mass / (r->work.dt * r->work.dt);
}

static void add_edge(sut_rod *r, int e, double stiffness) {
    sut_vec3 d = sut_soa3_get(&r->state.edge, e);
    d = v3_add(d, v3_sub(sut_soa3_get(&r->body.move, e + 1), sut_soa3_get(&r->body.move, e)));
    sut_vec3 t = v3_normalized(d);
    const double x[3] = {t.x, t.y, t.z};
    double *here = r->work.band.block + (size_t)e * SUT_BAND_BLOCK;
    double *next = here + SUT_BAND_BLOCK;
    int k = 0;
    for (int i = 0; i < 3; i++) {
        for (int l = 0; l < 3; l++) {
            double value = stiffness * x[i] * x[l];
            here[SUT_BAND_O1 + 3 * i + l] -= value;
            if (l >= i) {
                here[k] += value;
                next[k] += value;
                k++;
            }
        }
    }
}

// A held vertex answers nothing.
static void fix_vertex(sut_rod *r, int p, double inertia) {
    double *own = r->work.band.block + (size_t)p * SUT_BAND_BLOCK;
    memset(own, 0, SUT_BAND_BLOCK * sizeof(double));
    own[0] = own[3] = own[5] = inertia;
    if (p > 0) {
        memset(own - SUT_BAND_BLOCK + SUT_BAND_O1, 0, 9 * sizeof(double));
    }
}

static void assemble(sut_rod *r) {
    double *weight;
    double *goal;
    (void)sut_multipliers_of(r, &weight, &goal);
    memset(r->work.band.block, 0, (size_t)r->body.n * SUT_BAND_BLOCK * sizeof(double));
    for (int i = 0; i < r->body.n; i++) {
        double *own = r->work.band.block + (size_t)i * SUT_BAND_BLOCK;
        own[0] = own[3] = own[5] = inertia_of(r, weight, i);
    }
    for (int e = 0; e < r->body.n - 1; e++) {
        double a = inertia_of(r, weight, e);
        double b = inertia_of(r, weight, e + 1);
        double most = rigid * (a > b ? a : b);
        double spring = 0.5 * r->def.EA * r->def.per_rest[e];
        add_edge(r, e, r->work.stretched && spring < most ? spring : most);
    }
    for (int k = 0; k < r->chain.pin_count; k++) {
        int p = r->chain.pins[k].vertex;
        fix_vertex(r, p, inertia_of(r, weight, p));
    }
}

bool sut_variational_linearise(sut_rod *r) {
    assemble(r);
    size_t at = (size_t)r->work.kept_first * SUT_BAND_BLOCK;
    memcpy(&r->work.kept[at], &r->work.band.block[at],
           (size_t)r->work.kept_count * SUT_BAND_BLOCK * sizeof(double));
    r->chain.column_count = 0;
    // displacements answer the forces of the moment already
    memset(r->body.correction, 0, 3 * (size_t)r->body.n * sizeof(double));
    return sut_band_factor(&r->work.band) < 0;
}

void sut_variational_expect(sut_rod *r) {
    sut_rod_respond(r, r->body.answer);
    for (int i = 0; i < r->body.n; i++) {
        sut_vec3 w = sut_soa3_get(&r->body.move, i);
        r->body.correction[3 * i] = w.x + r->body.answer[3 * i];
        r->body.correction[3 * i + 1] = w.y + r->body.answer[3 * i + 1];
        r->body.correction[3 * i + 2] = w.z + r->body.answer[3 * i + 2];
    }
}

double sut_variational_surprise(const sut_rod *r) {
    double most = 0.0;
    for (int i = r->work.zone_first; i < r->work.zone_first + r->work.zone_count; i++) {
        const double *x = &r->body.correction[3 * (size_t)i];
        double off = v3_distance(sut_soa3_get(&r->body.move, i), v3(x[0], x[1], x[2]));
        most = off <= most ? most : off; // keeps NaN
    }
    return most / (2.0 * r->def.radius);
}
