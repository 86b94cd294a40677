// SPDX-License-Identifier: MIT
// tissue_residual.c -- all forces of a trial displacement: the derivative of the incremental
// potential (T17).
#include "tissue/tissue_parts.h"

#include <math.h>
#include <string.h>

static void set_trial(sut_tissue *t, double fraction) {
    const double *d = t->body.correction;
    bool some = fraction != 0.0; // none: the correction may be anything
    for (int i = 0; i < t->n; i++) {
        sut_vec3 w = sut_soa3_get(&t->body.move, i);
        if (some) {
            w = v3(w.x + fraction * d[3 * i], w.y + fraction * d[3 * i + 1],
                   w.z + fraction * d[3 * i + 2]);
        }
        sut_vec3 x = v3_add(t->body.position[i], w);
        t->trial[3 * i] = w.x;
        t->trial[3 * i + 1] = w.y;
        t->trial[3 * i + 2] = w.z;
        t->x[3 * i] = x.x;
        t->x[3 * i + 1] = x.y;
        t->x[3 * i + 2] = x.z;
    }
}

static double greater(double a, double b) {
    return a > b ? a : b;
}

// inertia + linear damping + springs - loads - elements
static void sum_up(sut_tissue *t) {
    double rate = 1.0 / t->h;
    double damping = t->def.damping_linear;
    double most = 0.0;
    double strange = 0.0;
    for (int i = 0; i < t->n; i++) {
        double mass = t->mass[i] * rate;
        const double v[3] = {t->velocity[i].x, t->velocity[i].y, t->velocity[i].z};
        for (int k = 0; k < 3; k++) {
            int j = 3 * i + k;
            double w = t->trial[j];
            double inertia = mass * (w * rate - v[k]);
            double spring = t->spring[j] * w - t->spring_pull[j];
            double inner = t->force[j];
            t->residual[j] = (inertia + mass * damping * w) + (spring - t->load[j]) - inner;
            most = greater(most, greater(fabs(inertia), fabs(inner)));
            most = greater(most, greater(fabs(spring), fabs(t->load[j])));
            // what a contact presses onto a pin goes into the pin, and may be without measure
            most = t->pinned[i] >> k & 1 ? most : greater(most, fabs(t->body.push[j]));
            strange += t->residual[j] * 0.0;
        }
    }
    t->largest = most;
    t->finite = strange == 0.0; // false for NaN
}

void sut_tissue_evaluate(sut_tissue *t, double fraction) {
    set_trial(t, fraction);
    memset(t->force, 0, 3 * (size_t)t->n * sizeof t->force[0]);
    t->energy = t->model->add(t, t->x, t->force);
    sut_tissue_pressure_add(t);
    sum_up(t);
    t->current = fraction == 0.0;
    t->progress.fraction = fraction;
}

double sut_tissue_residual_size(const sut_tissue *t) {
    double most = 0.0;
    for (int i = 0; i < t->n; i++) {
        for (int k = 0; k < 3; k++) {
            int j = 3 * i + k;
            double size = fabs(t->residual[j] - t->body.push[j]);
            most = (t->pinned[i] >> k & 1) == 0 && size > most ? size : most;
        }
    }
    return most;
}

double sut_tissue_potential_of(const sut_tissue *t) {
    double rate = 1.0 / t->h;
    double sum = 0.0;
    for (int i = 0; i < t->n; i++) {
        const double v[3] = {t->velocity[i].x, t->velocity[i].y, t->velocity[i].z};
        double mass = 0.5 * t->mass[i];
        for (int k = 0; k < 3; k++) {
            int j = 3 * i + k;
            double w = t->trial[j];
            double ahead = w * rate - v[k];
            sum += mass * (ahead * ahead + t->def.damping_linear * rate * (w * w)) +
                   (0.5 * t->spring[j] * w - (t->spring_pull[j] + t->load[j])) * w;
        }
    }
    return (sum + (t->energy.elastic + t->energy.viscous)) - t->pressure_work;
}
