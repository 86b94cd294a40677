// SPDX-License-Identifier: MIT
// rod_forces.c -- moments, edge forces, and what the equations of the step still lack.
// docs/theory/forces.md
#include "rod/rod.h"

#include "math/vec3.h"

// Losses to the surroundings: force per length -(linear + drag |v|) v with v the mean velocity of
// the step. Twice the implicitness-weighted force would be counted half, hence the division.
static double loss_factor(const sut_rod *r, int i, double *quadratic) {
    sut_vec3 w = sut_soa3_get(&r->move, i);
    double speed = v3_norm(w) / r->dt;
    double scale = r->cell[i] / (r->dt * r->mat.implicitness);
    *quadratic = speed > 0.0 ? scale * r->mat.drag / (speed * r->dt * r->dt) : 0.0;
    return scale * (r->mat.damping_linear + r->mat.drag * speed);
}

static bool has_losses(const sut_rod *r) {
    return r->mat.damping_linear > 0.0 || r->mat.drag > 0.0;
}

static void add_losses(sut_rod *r) {
    for (int i = 0; i < r->n; i++) {
        double quadratic;
        double f = loss_factor(r, i, &quadratic);
        r->residual[3 * i] += f * r->move.x[i];
        r->residual[3 * i + 1] += f * r->move.y[i];
        r->residual[3 * i + 2] += f * r->move.z[i];
    }
}

void sut_rod_loss_blocks(sut_rod *r) {
    for (int i = 0; has_losses(r) && i < r->n; i++) {
        double q;
        double f = loss_factor(r, i, &q);
        double x = r->move.x[i];
        double y = r->move.y[i];
        double z = r->move.z[i];
        double *d = r->band.block + (size_t)i * SUT_BAND_BLOCK;
        d[0] += f + q * x * x;
        d[1] += q * x * y;
        d[2] += q * x * z;
        d[3] += f + q * y * y;
        d[4] += q * y * z;
        d[5] += f + q * z * z;
    }
}

static void add_loads(sut_rod *r) {
    for (int k = 0; k < r->load_count; k++) {
        const sut_load *load = &r->loads[k];
        double *at = &r->residual[3 * load->vertex];
        at[0] -= load->force.x;
        at[1] -= load->force.y;
        at[2] -= load->force.z;
    }
}

void sut_rod_forces(sut_rod *r) {
    if (r->mat.EI > 0.0) {
        r->kernel->moments(r);
    }
    r->kernel->forces(r);
    sut_rod_plane_forces(r);
    r->kernel->residual(r);
    add_loads(r);
    if (has_losses(r)) {
        add_losses(r);
    }
}
