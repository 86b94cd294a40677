// SPDX-License-Identifier: MIT
#include "bench_problem.h"

#include "contact/contact_newton.h"
#include "math/vec3.h"
#include "world/world_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

sut_contacts *sut_bench_problem_of(sut_world *w) {
    sut_stats stats = sut_world_stats(w);
    sut_contacts *c = &w->contacts;
    bool simple = c->count > 0 && stats.contacts > 0 && stats.guard_hits == 0 && c->columns == 0;
    return simple ? c : NULL;
}

//---- coupling ------------------------------------------------------------------------------------
// right = J^T of one unit force
static void push_unit(sut_contacts *c, const sut_contact *k, int axis) {
    memset(c->right, 0, 3 * (size_t)c->nodes * sizeof *c->right);
    sut_vec3 n = k->frame[axis];
    for (int v = 0; v < k->count; v++) {
        double *x = &c->right[3 * k->node[v]];
        x[0] += k->weight[v] * n.x;
        x[1] += k->weight[v] * n.y;
        x[2] += k->weight[v] * n.z;
    }
}

// row = J right
static void read_row(const sut_contacts *c, double *row) {
    for (int i = 0; i < c->count; i++) {
        const sut_contact *k = &c->contact[i];
        sut_vec3 d = v3_zero();
        for (int v = 0; v < k->count; v++) {
            const double *x = &c->right[3 * k->node[v]];
            d = v3_madd(d, k->weight[v], v3(x[0], x[1], x[2]));
        }
        for (int a = 0; a < 3; a++) {
            row[3 * i + a] = v3_dot(k->frame[a], d);
        }
    }
}

// The matrix is symmetric but for rounding; the methods take it for exactly so.
static void make_symmetric(double *m, int n) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            double mean = 0.5 * (m[(ptrdiff_t)i * n + j] + m[(ptrdiff_t)j * n + i]);
            m[(ptrdiff_t)i * n + j] = m[(ptrdiff_t)j * n + i] = mean;
        }
    }
}

static void make_coupling(sut_bench_problem *p, sut_contacts *c) {
    sut_sparse_restart(&c->sparse);
    (void)sut_sparse_factor_rest(&c->sparse);
    for (int i = 0; i < c->count; i++) {
        for (int a = 0; a < 3; a++) {
            push_unit(c, &c->contact[i], a);
            sut_sparse_solve_rest(&c->sparse, c->right);
            read_row(c, p->coupling + (ptrdiff_t)(3 * i + a) * 3 * c->count);
        }
    }
}

double sut_bench_coupling_us(sut_bench_problem *p, sut_contacts *c) {
    double start = sut_bench_cpu_us();
    make_coupling(p, c);
    return sut_bench_cpu_us() - start;
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

bool sut_bench_problem_take(sut_bench_problem *p, sut_contacts *c) {
    size_t n = 3 * (size_t)c->count;
    *p = (sut_bench_problem){.count = c->count};
    p->coupling = take(n * n * sizeof(double));
    p->contact = take((size_t)c->count * sizeof *p->contact);
    p->start = take(n * sizeof(double));
    p->q = take(n * sizeof(double));
    p->force = take(n * sizeof(double));
    p->work = take(sut_dense_contacts_memory(c->count));
    if (!p->coupling || !p->contact || !p->start || !p->q || !p->force || !p->work) {
        sut_bench_problem_free(p);
        return false;
    }
    memcpy(p->start, c->start, n * sizeof(double));
    make_coupling(p, c);
    make_symmetric(p->coupling, (int)n);
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
