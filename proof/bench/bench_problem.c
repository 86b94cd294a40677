// SPDX-License-Identifier: MIT
#include "bench_problem.h"

#include "contact/contact_newton.h"
#include "data/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

sut_contacts *sut_bench_problem_of(sut_world *w) {
    sut_stats stats = sut_world_stats(w);
    sut_contacts *c = &w->contacts;
    bool simple = c->count > 0 && stats.contacts > 0 && stats.guard_hits == 0 && c->columns == 0;
    return simple ? c : NULL;
}

sut_contacts *sut_bench_problem_any(sut_world *w) {
    sut_stats stats = sut_world_stats(w);
    sut_contacts *c = &w->contacts;
    return c->count > 0 && stats.contacts > 0 && stats.guard_hits == 0 ? c : NULL;
}

//---- problem -------------------------------------------------------------------------------------
static void *take(size_t bytes) {
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

// The engine's q already answers the forces at the start; the dense one is without any.
static void set_contact(sut_bench_problem *p, const sut_contact *k, int i) {
    sut_dense_contact *d = &p->contact[i];
    int n = 3 * p->count;
    d->mu = k->mu;
    d->kn = k->kn;
    d->kt = k->kt;
    memcpy(d->memory, k->memory, sizeof d->memory);
    for (int a = 0; a < 3; a++) {
        const double *row = p->coupling + (ptrdiff_t)(3 * i + a) * n;
        double answer = 0.0;
        for (int j = 0; j < n; j++) {
            answer += row[j] * p->start[j];
        }
        d->q[a] = k->q[a] - answer;
        p->q[3 * i + a] = k->q[a];
    }
    p->bearing += k->force[0] > 0.0 ? 1 : 0;
}

double sut_bench_coupling_us(sut_bench_problem *p, sut_contacts *c) {
    double start = sut_bench_cpu_us();
    (void)sut_contact_coupling(c, p->coupling);
    return sut_bench_cpu_us() - start;
}

bool sut_bench_problem_take(sut_bench_problem *p, sut_contacts *c) {
    size_t n = 3 * (size_t)c->count;
    *p = (sut_bench_problem){.count = c->count};
    p->coupling = take(n * n * sizeof(double));
    p->contact = take((size_t)c->count * sizeof *p->contact);
    p->start = take(n * sizeof(double));
    p->q = take(n * sizeof(double));
    p->force = take(n * sizeof(double));
    p->work = take(sut_dense_contacts_memory(c->count));
    if (!p->coupling || !p->contact || !p->start || !p->q || !p->force || !p->work ||
        !sut_contact_coupling(c, p->coupling)) {
        sut_bench_problem_free(p);
        return false;
    }
    memcpy(p->start, c->start, n * sizeof(double));
    for (int i = 0; i < c->count; i++) {
        set_contact(p, &c->contact[i], i);
    }
    p->dense = (sut_dense_contacts){p->count, p->coupling, p->contact, p->force, p->work};
    return true;
}

void sut_bench_problem_free(sut_bench_problem *p) {
    free(p->coupling);
    free(p->contact);
    free(p->start);
    free(p->q);
    free(p->force);
    free(p->work);
    memset(p, 0, sizeof *p);
}

// q + Q (f - start) of contact i
static void displacement(const sut_bench_problem *p, int i, const double *force, double u[3]) {
    int n = 3 * p->count;
    for (int a = 0; a < 3; a++) {
        const double *row = p->coupling + (ptrdiff_t)(3 * i + a) * n;
        u[a] = p->q[3 * i + a];
        for (int j = 0; j < n; j++) {
            u[a] += row[j] * (force[j] - p->start[j]);
        }
    }
}

double sut_bench_problem_error(const sut_bench_problem *p, const double *force) {
    double worst = 0.0;
    double size = 0.0;
    for (int i = 0; i < p->count; i++) {
        // the law with its q in u
        sut_dense_contact k = p->contact[i];
        memset(k.q, 0, sizeof k.q);
        double u[3];
        double law[3];
        displacement(p, i, force, u);
        sut_contact_law_force(&k, u, law);
        for (int a = 0; a < 3; a++) {
            worst = fmax(worst, fabs(law[a] - force[3 * i + a]));
        }
        size = fmax(size, fmax(law[0], force[3 * i]));
    }
    return size > 0.0 ? worst / size : 0.0;
}

//---- solvers -------------------------------------------------------------------------------------
double sut_bench_newton_us(sut_contacts *c, int iterations, double tolerance, double *error) {
    double asked = c->settings.tolerance;
    c->settings.tolerance = tolerance;
    double start = sut_bench_cpu_us();
    double left = sut_contact_newton(c, iterations);
    double spent = sut_bench_cpu_us() - start;
    if (error != NULL) {
        *error = left;
    }
    c->settings.tolerance = asked;
    return spent;
}

double sut_bench_sweeps_us(sut_bench_problem *p, sut_bench_method *method, int sweeps, bool cold) {
    size_t bytes = 3 * (size_t)p->count * sizeof(double);
    if (cold) {
        memset(p->force, 0, bytes);
    } else {
        memcpy(p->force, p->start, bytes);
    }
    double start = sut_bench_cpu_us();
    (void)method(&p->dense, sweeps, 0.0);
    return sut_bench_cpu_us() - start;
}
