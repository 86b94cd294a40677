// SPDX-License-Identifier: MIT
// The matrix has the parts of the engine's own: M/h^2 + EA/l t t' per edge + (1 + tau/h) EI/l^3 w
// w' per inner vertex, w = (1, -2, 1), bending across the tangent only. It is assembled here once
// more, in the plainest way, so that both solvers get their numbers from a third place.
#include "bench_system.h"

#include "bench_thread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double *block_at(sut_bench_system *s, int row, int column) {
    double *of = row == column ? s->diagonal : row == column + 1 ? s->lower1 : s->lower2;
    return of + 9 * (size_t)row;
}

// Add factor * m to the block (row, column); the upper half is not stored.
static void add_block(sut_bench_system *s, int row, int column, double factor, const double m[9]) {
    if (row < column) {
        return;
    }
    double *to = block_at(s, row, column);
    for (int k = 0; k < 9; k++) {
        to[k] += factor * m[k];
    }
}

// Tangent of edge i: a gentle space curve, so that no entry is zero by accident.
static void tangent(int i, int n, double t[3]) {
    double s = (double)i / (double)n;
    double pitch = 0.4 * sin(5.0 * s);
    double turn = 2.5 * s;
    t[0] = cos(pitch) * cos(turn);
    t[1] = cos(pitch) * sin(turn);
    t[2] = sin(pitch);
}

// Projectors along (p) and across (q) the direction t.
static void projectors(const double t[3], double p[9], double q[9]) {
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            p[3 * r + c] = t[r] * t[c];
            q[3 * r + c] = (r == c ? 1.0 : 0.0) - t[r] * t[c];
        }
    }
}

static void assemble(sut_bench_system *s) {
    const sut_bench_material *m = &sut_bench_suture;
    const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    double area = SUT_BENCH_PI * m->radius * m->radius;
    double edge = m->length / (double)(s->n - 1);
    double mass = m->density * area * edge / (SUT_BENCH_DT * SUT_BENCH_DT);
    double stretch = m->young * area / edge;
    double bend = (1.0 + 0.020 / SUT_BENCH_DT) * m->young * area * m->radius * m->radius / 4.0 /
                  (edge * edge * edge);
    const double w[3] = {1.0, -2.0, 1.0};
    double t[3];
    double p[9];
    double q[9];
    for (int i = 0; i < s->n; i++) {
        bool end = i == 0 || i == s->n - 1;
        add_block(s, i, i, end ? 0.5 * mass : mass, unit);
    }
    for (int i = 0; i + 1 < s->n; i++) {
        tangent(i, s->n, t);
        projectors(t, p, q);
        add_block(s, i, i, stretch, p);
        add_block(s, i + 1, i + 1, stretch, p);
        add_block(s, i + 1, i, -stretch, p);
    }
    for (int i = 1; i + 1 < s->n; i++) {
        tangent(i, s->n, t);
        projectors(t, p, q);
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
                add_block(s, i - 1 + a, i - 1 + b, bend * w[a] * w[b], q);
            }
        }
    }
}

// Element of A by unknowns, row >= column.
static double element(const sut_bench_system *s, int row, int column) {
    const double *of[3] = {s->diagonal, s->lower1, s->lower2};
    int below = row / 3 - column / 3;
    return below > 2 ? 0.0 : of[below][9 * (row / 3) + 3 * (row % 3) + column % 3];
}

static void make_band(sut_bench_system *s) {
    int size = 3 * s->n;
    for (int column = 0; column < size; column++) {
        for (int k = 0; k <= SUT_BENCH_HALF_BAND && column + k < size; k++) {
            s->band[(size_t)column * (SUT_BENCH_HALF_BAND + 1) + (size_t)k] =
                element(s, column + k, column);
        }
    }
}

// A smooth displacement and the load that gives it: b = A x.
static void make_load(sut_bench_system *s) {
    int size = 3 * s->n;
    for (int i = 0; i < size; i++) {
        int vertex = i / 3;
        double place = (double)vertex / (double)s->n;
        s->solution[i] = 1e-4 * cos(3.0 * place + (double)(i % 3));
    }
    memset(s->rhs, 0, (size_t)size * sizeof *s->rhs);
    for (int column = 0; column < size; column++) {
        for (int k = 0; k <= SUT_BENCH_HALF_BAND && column + k < size; k++) {
            double a = element(s, column + k, column);
            s->rhs[column + k] += a * s->solution[column];
            if (k > 0) {
                s->rhs[column] += a * s->solution[column + k];
            }
        }
    }
}

bool sut_bench_system_create(sut_bench_system *s, int n) {
    size_t blocks = 9 * (size_t)n;
    size_t band = 3 * (size_t)n * (SUT_BENCH_HALF_BAND + 1);
    memset(s, 0, sizeof *s);
    s->n = n;
    s->diagonal = calloc(3 * blocks + 6 * (size_t)n + band, sizeof(double));
    if (s->diagonal == NULL) {
        return false;
    }
    s->lower1 = s->diagonal + blocks;
    s->lower2 = s->lower1 + blocks;
    s->solution = s->lower2 + blocks;
    s->rhs = s->solution + 3 * (size_t)n;
    s->band = s->rhs + 3 * (size_t)n;
    assemble(s);
    make_band(s);
    make_load(s);
    return true;
}

void sut_bench_system_free(sut_bench_system *s) {
    free(s->diagonal);
    memset(s, 0, sizeof *s);
}

double sut_bench_difference(const double *a, const double *b, int n) {
    double largest = 0.0;
    double scale = 0.0;
    for (int i = 0; i < n; i++) {
        double d = fabs(a[i] - b[i]);
        // fmax would let a NaN pass unseen
        if (isnan(d)) {
            return d;
        }
        largest = fmax(largest, d);
        scale = fmax(scale, fabs(b[i]));
    }
    return largest / scale;
}
