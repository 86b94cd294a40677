// SPDX-License-Identifier: MIT
#include "band_fixture.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

double random_in(random_source *r, double low, double high) {
    r->state = r->state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * ((double)(r->state >> 11) * 0x1p-53);
}

static void *take(size_t bytes) {
    void *p = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!p) {
        abort();
    }
    memset(p, 0, (bytes + 63) / 64 * 64);
    return p;
}

static band_case band_empty(int n) {
    band_case c;
    c.n = n;
    c.a = take(sut_band_memory(n));
    c.b = take((size_t)n * 3 * sizeof(double));
    c.x = take((size_t)n * 3 * sizeof(double));
    sut_band_init(&c.band, n, take(sut_band_memory(n)));
    return c;
}

void band_free(band_case *c) {
    free(c->a);
    free(c->b);
    free(c->x);
    free(c->band.block);
}

void band_reset(band_case *c) {
    memcpy(c->band.block, c->a, sut_band_memory(c->n));
    memcpy(c->x, c->b, (size_t)c->n * 3 * sizeof(double));
}

band_case band_random(int n, uint64_t seed) {
    band_case c = band_empty(n);
    random_source r = {seed};
    for (ptrdiff_t i = 0; i < n; i++) {
        double *v = c.a + i * SUT_BAND_BLOCK;
        for (int j = 0; j < SUT_BAND_BLOCK; j++) {
            v[j] = random_in(&r, -0.5, 0.5);
        }
        // row sums of the rest stay below 7
        v[0] += 8.0;
        v[3] += 8.0;
        v[5] += 8.0;
        for (int j = 0; j < 3; j++) {
            c.b[3 * i + j] = random_in(&r, -1.0, 1.0);
        }
    }
    band_reset(&c);
    return c;
}

// A += k g g^T, g having the part w[j] * t at vertex i + j
static void add_outer(band_case *c, ptrdiff_t i, int count, const double *w, const double t[3],
                      double k) {
    static const int diagonal[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    for (int p = 0; p < count; p++) {
        for (int q = p; q < count; q++) {
            double *v = c->a + (i + p) * SUT_BAND_BLOCK;
            for (int r = 0; r < 3; r++) {
                for (int s = q == p ? r : 0; s < 3; s++) {
                    int at = q == p ? diagonal[r][s]
                                    : (q - p == 1 ? SUT_BAND_O1 : SUT_BAND_O2) + 3 * r + s;
                    v[at] += k * w[p] * w[q] * t[r] * t[s];
                }
            }
        }
    }
}

band_case band_rod(int n, double stretch, double bend, double mass, uint64_t seed) {
    static const double edge[2] = {-1.0, 1.0};
    static const double curvature[3] = {1.0, -2.0, 1.0};
    static const double axis[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    band_case c = band_empty(n);
    random_source r = {seed};
    double phase = random_in(&r, 0.0, 6.0);
    for (ptrdiff_t i = 0; i < n; i++) {
        // a helix of changing pitch: the stiff direction turns by some 20 degrees per vertex
        double u = phase + 0.35 * (double)i;
        double t[3] = {cos(u) * cos(0.3 * u), sin(u) * cos(0.3 * u), sin(0.3 * u)};
        for (int j = 0; j < 3; j++) {
            add_outer(&c, i, 1, edge, axis[j], mass);
            if (i + 2 < n) {
                add_outer(&c, i, 3, curvature, axis[j], bend);
            }
            c.b[3 * i + j] = random_in(&r, -1.0, 1.0);
        }
        if (i + 1 < n) {
            add_outer(&c, i, 2, edge, t, stretch);
        }
    }
    band_reset(&c);
    return c;
}

double band_entry(const band_case *c, int i, int j) {
    static const int diagonal[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    int p = i / 3;
    int q = j / 3;
    if (p > q) {
        return band_entry(c, j, i);
    }
    const double *v = c->a + (ptrdiff_t)p * SUT_BAND_BLOCK;
    switch (q - p) {
    case 0:
        return v[diagonal[i % 3][j % 3]];
    case 1:
        return v[SUT_BAND_O1 + 3 * (i % 3) + j % 3];
    case 2:
        return v[SUT_BAND_O2 + 3 * (i % 3) + j % 3];
    default:
        return 0.0;
    }
}

// what a number keeps when it is stored
static long double stored(long double v, bool as_double) {
    return as_double ? (long double)(double)v : v;
}

// row by row L D L^T of the full matrix, then the substitutions
static void dense_solve(const band_case *c, bool as_double, long double *x) {
    int n = 3 * c->n;
    long double *a = take((size_t)n * (size_t)n * sizeof *a);
    for (int i = 0; i < n; i++) {
        x[i] = (long double)c->b[i];
        for (int j = 0; j <= i; j++) {
            a[i * n + j] = (long double)band_entry(c, i, j);
        }
    }
    for (int k = 0; k < n; k++) {
        for (int i = k + 1; i < n; i++) {
            long double l = stored(a[i * n + k] / a[k * n + k], as_double);
            for (int j = k + 1; j <= i; j++) {
                long double product = stored(l * a[j * n + k], as_double);
                a[i * n + j] = stored(a[i * n + j] - product, as_double);
            }
            x[i] = stored(x[i] - stored(l * x[k], as_double), as_double);
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        x[i] = stored(x[i] / a[i * n + i], as_double);
        for (int j = i + 1; j < n; j++) {
            long double l = stored(a[j * n + i] / a[i * n + i], as_double);
            x[i] = stored(x[i] - stored(l * x[j], as_double), as_double);
        }
    }
    free(a);
}

void dense_solve_long(const band_case *c, long double *x) {
    dense_solve(c, false, x);
}

void dense_solve_double(const band_case *c, double *x) {
    int n = 3 * c->n;
    long double *wide = take((size_t)n * sizeof *wide);
    dense_solve(c, true, wide);
    for (int i = 0; i < n; i++) {
        x[i] = (double)wide[i];
    }
    free(wide);
}

double band_residual(const band_case *c, const double *x) {
    int n = 3 * c->n;
    long double worst = 0.0L;
    long double norm = 0.0L;
    long double x_max = 0.0L;
    long double b_max = 0.0L;
    for (int i = 0; i < n; i++) {
        long double r = (long double)c->b[i];
        long double row = 0.0L;
        int first = i - i % 3 - 6 < 0 ? 0 : i - i % 3 - 6;
        int end = i - i % 3 + 9 > n ? n : i - i % 3 + 9;
        for (int j = first; j < end; j++) {
            long double v = (long double)band_entry(c, i, j);
            r -= v * (long double)x[j];
            row += fabsl(v);
        }
        worst = fmaxl(worst, fabsl(r));
        norm = fmaxl(norm, row);
        x_max = fmaxl(x_max, fabsl((long double)x[i]));
        b_max = fmaxl(b_max, fabsl((long double)c->b[i]));
    }
    return (double)(worst / (norm * x_max + b_max));
}
