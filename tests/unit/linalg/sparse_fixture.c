// SPDX-License-Identifier: MIT
#include "sparse_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *take(size_t bytes) {
    void *p = aligned_alloc(64, (bytes + 64) / 64 * 64);
    if (!p) {
        abort();
    }
    memset(p, 0, (bytes + 64) / 64 * 64);
    return p;
}

static double *entry(double *a, int n, int i, int j) {
    return a + (ptrdiff_t)3 * n * 3 * i + (ptrdiff_t)3 * j;
}

static void random_block(random_source *r, double *a, int n, int i, int j, double size) {
    for (int row = 0; row < 3; row++) {
        for (int col = 0; col < 3; col++) {
            entry(a, n, i, j)[3 * n * row + col] += random_in(r, -size, size);
        }
    }
}

// +-size at all pairs of the four vertices, and what keeps the rows dominated by the diagonal
static void add_contact(random_source *r, sparse_case *c, int k, double size) {
    const int *v = c->contact[k];
    for (int i = 0; i < 4; i++) {
        c->fixed[v[i]] = false;
        for (int j = 0; j < 4; j++) {
            random_block(r, c->h, c->n, v[i], v[j], size);
        }
        for (int row = 0; row < 3; row++) {
            entry(c->h, c->n, v[i], v[i])[3 * c->n * row + row] += 12.0 * size;
        }
    }
}

sparse_case sparse_random(int n, int contacts, uint64_t seed) {
    sparse_case c = {.n = n, .contact_count = contacts};
    random_source r = {seed};
    size_t dense = (size_t)9 * (size_t)n * (size_t)n * sizeof(double);
    c.contact = take((size_t)contacts * sizeof *c.contact);
    c.fixed = take((size_t)n * sizeof *c.fixed);
    c.a = take(dense);
    c.h = take(dense);
    c.b = take((size_t)(3 * n) * sizeof(double));
    c.x = take((size_t)(3 * n) * sizeof(double));
    for (int i = 0; i < n; i++) {
        c.fixed[i] = true;
        for (int j = i > 2 ? i - 2 : 0; j <= i + 2 && j < n; j++) {
            random_block(&r, c.a, n, i, j, 0.48);
        }
        for (int k = 0; k < 3; k++) {
            entry(c.a, n, i, i)[3 * n * k + k] += 8.0;
            c.b[3 * i + k] = random_in(&r, -1.0, 1.0);
        }
    }
    for (int k = 0; k < contacts; k++) {
        int i = (int)random_in(&r, 0.0, n - 1);
        int j = (int)random_in(&r, 0.0, n - 1);
        int v[4] = {i, i + 1, j, j + 1};
        memcpy(c.contact[k], v, sizeof v);
        add_contact(&r, &c, k, random_in(&r, 0.01, 1.0));
    }
    int blocks = n * (n - 1);
    c.memory = take(sut_sparse_memory(n, blocks));
    sut_sparse_init(&c.s, n, blocks, c.memory);
    return c;
}

void sparse_free(sparse_case *c) {
    free(c->contact);
    free(c->fixed);
    free(c->a);
    free(c->h);
    free(c->b);
    free(c->x);
    free(c->memory);
}

bool sparse_pattern(sparse_case *c, bool split) {
    sut_sparse_begin(&c->s, c->n);
    for (int i = 0; i < c->n; i++) {
        for (int j = i + 1; j <= i + 2 && j < c->n; j++) {
            sut_sparse_couple(&c->s, i, j);
        }
    }
    for (int k = 0; k < c->contact_count; k++) {
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < i; j++) {
                if (c->contact[k][i] != c->contact[k][j]) {
                    sut_sparse_couple(&c->s, c->contact[k][i], c->contact[k][j]);
                }
            }
        }
    }
    return sut_sparse_analyse(&c->s, split ? c->fixed : NULL);
}

static void add_block(sparse_case *c, const double *a, int i, int j) {
    double *block = sut_sparse_block(&c->s, i, j);
    const double *from = a + (ptrdiff_t)3 * c->n * 3 * i + (ptrdiff_t)3 * j;
    for (int row = 0; block && row < 3; row++) {
        for (int col = 0; col < 3; col++) {
            block[4 * row + col] += from[3 * c->n * row + col];
        }
    }
}

void sparse_set(sparse_case *c, const double *a) {
    sut_sparse_clear(&c->s);
    for (int i = 0; i < c->n; i++) {
        for (int j = 0; j < c->n; j++) {
            add_block(c, a, i, j);
        }
    }
}

void sparse_add_rest(sparse_case *c, const double *h) {
    for (int i = 0; i < c->n; i++) {
        for (int j = 0; j < c->n; j++) {
            if (!c->fixed[i] && !c->fixed[j]) {
                add_block(c, h, i, j);
            }
        }
    }
}

static void eliminate(long double *a, long double *x, int m, int k) {
    int best = k;
    for (int i = k + 1; i < m; i++) {
        best = fabsl(a[(ptrdiff_t)i * m + k]) > fabsl(a[(ptrdiff_t)best * m + k]) ? i : best;
    }
    for (int j = 0; best != k && j < m; j++) {
        long double t = a[(ptrdiff_t)k * m + j];
        a[(ptrdiff_t)k * m + j] = a[(ptrdiff_t)best * m + j];
        a[(ptrdiff_t)best * m + j] = t;
    }
    long double t = x[k];
    x[k] = x[best];
    x[best] = t;
    for (int i = k + 1; i < m; i++) {
        long double f = a[(ptrdiff_t)i * m + k] / a[(ptrdiff_t)k * m + k];
        for (int j = k; f != 0.0L && j < m; j++) {
            a[(ptrdiff_t)i * m + j] -= f * a[(ptrdiff_t)k * m + j];
        }
        x[i] -= f * x[k];
    }
}

void sparse_dense_solve(const sparse_case *c, long double *x) {
    int m = 3 * c->n;
    long double *a = take((size_t)m * (size_t)m * sizeof *a);
    for (ptrdiff_t i = 0; i < (ptrdiff_t)m * m; i++) {
        a[i] = (long double)c->a[i] + (long double)c->h[i];
    }
    for (int i = 0; i < m; i++) {
        x[i] = (long double)c->b[i];
    }
    for (int k = 0; k < m; k++) {
        eliminate(a, x, m, k);
    }
    for (int i = m - 1; i >= 0; i--) {
        for (int j = i + 1; j < m; j++) {
            x[i] -= a[(ptrdiff_t)i * m + j] * x[j];
        }
        x[i] /= a[(ptrdiff_t)i * m + i];
    }
    free(a);
}

double sparse_residual(const sparse_case *c, const double *x) {
    int m = 3 * c->n;
    long double worst = 0.0L;
    for (ptrdiff_t i = 0; i < m; i++) {
        long double sum = (long double)c->b[i];
        long double size = fabsl(sum);
        for (ptrdiff_t j = 0; j < m; j++) {
            long double p =
                ((long double)c->a[i * m + j] + (long double)c->h[i * m + j]) * (long double)x[j];
            sum -= p;
            size += fabsl(p);
        }
        worst = size > 0.0L ? fmaxl(worst, fabsl(sum) / size) : worst;
    }
    return (double)worst;
}
