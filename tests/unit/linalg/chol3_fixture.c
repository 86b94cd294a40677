// SPDX-License-Identifier: MIT
#include "chol3_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

//---- matrices ------------------------------------------------------------------------------------
static double *entry(const chol3_case *k, int i, int j) {
    return &k->a[(ptrdiff_t)i * 3 * k->n + j];
}

// s = sum of three rank-one matrices, at most 2 and at least 0.1 in each direction
static void random_stiffness(random_source *r, double s[9]) {
    memset(s, 0, 9 * sizeof *s);
    for (int i = 0; i < 3; i++) {
        s[4 * i] = 0.1;
    }
    for (int q = 0; q < 3; q++) {
        double d[3];
        for (int i = 0; i < 3; i++) {
            d[i] = random_in(r, -0.45, 0.45);
        }
        for (int i = 0; i < 9; i++) {
            s[i] += d[i / 3] * d[i % 3];
        }
    }
}

static void fill(chol3_case *k, random_source *r) {
    int rows = 3 * k->n;
    k->a = calloc((size_t)rows * (size_t)rows, sizeof *k->a);
    k->b = calloc((size_t)rows, sizeof *k->b);
    k->x = calloc((size_t)rows, sizeof *k->x);
    for (int i = 0; i < rows; i++) {
        *entry(k, i, i) = 1.0;
        k->b[i] = random_in(r, -1.0, 1.0);
    }
    for (int p = 0; p < k->pair_count; p++) {
        int a = k->pair[p][0];
        int b = k->pair[p][1];
        double s[9];
        random_stiffness(r, s);
        for (int i = 0; i < 9 && a != b; i++) {
            *entry(k, 3 * a + i / 3, 3 * a + i % 3) += s[i];
            *entry(k, 3 * b + i / 3, 3 * b + i % 3) += s[i];
            *entry(k, 3 * a + i / 3, 3 * b + i % 3) -= s[i];
            *entry(k, 3 * b + i / 3, 3 * a + i % 3) -= s[i];
        }
    }
    sut_memory_init(&k->memory, NULL);
    k->c = sut_chol3_create(&k->memory, k->n, (const int(*)[2])k->pair, k->pair_count);
    chol3_set(k);
}

void chol3_set(chol3_case *k) {
    sut_chol3_clear(k->c);
    for (int i = 0; i < k->n; i++) {
        for (int j = 0; j < k->n; j++) {
            bool transposed;
            double *to = sut_chol3_block(k->c, i, j, &transposed);
            for (int q = 0; to && q < 9; q++) {
                to[transposed ? 3 * (q % 3) + q / 3 : q] = *entry(k, 3 * i + q / 3, 3 * j + q % 3);
            }
        }
    }
}

void chol3_free(chol3_case *k) {
    sut_chol3_destroy(k->c, &k->memory);
    free(k->pair);
    free(k->a);
    free(k->b);
    free(k->x);
}

//---- patterns ------------------------------------------------------------------------------------
static void add_pair(chol3_case *k, int a, int b) {
    k->pair[k->pair_count][0] = a;
    k->pair[k->pair_count][1] = b;
    k->pair_count++;
}

chol3_case chol3_chain(int n, uint64_t seed) {
    random_source r = {seed};
    chol3_case k = {.n = n, .pair = calloc((size_t)n, sizeof *k.pair)};
    for (int i = 0; i + 1 < n; i++) {
        add_pair(&k, i, i + 1);
    }
    fill(&k, &r);
    return k;
}

chol3_case chol3_grid(int nx, int ny, int nz, uint64_t seed) {
    random_source r = {seed};
    int n = nx * ny * nz;
    chol3_case k = {.n = n, .pair = calloc(27 * (size_t)n, sizeof *k.pair)};
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            int dx = abs(i % nx - j % nx);
            int dy = abs(i / nx % ny - j / nx % ny);
            int dz = abs(i / nx / ny - j / nx / ny);
            if (dx <= 1 && dy <= 1 && dz <= 1) {
                add_pair(&k, i, j);
            }
        }
    }
    fill(&k, &r);
    return k;
}

chol3_case chol3_random(int n, int pairs, uint64_t seed) {
    random_source r = {seed};
    chol3_case k = {.n = n, .pair = calloc((size_t)pairs + 1, sizeof *k.pair)};
    for (int i = 0; i < pairs; i++) {
        add_pair(&k, (int)random_in(&r, 0.0, n), (int)random_in(&r, 0.0, n));
    }
    fill(&k, &r);
    return k;
}

//---- dense ---------------------------------------------------------------------------------------
void chol3_dense_solve(const chol3_case *k, const double *b, long double *x) {
    int rows = 3 * k->n;
    long double *l = malloc((size_t)rows * (size_t)rows * sizeof *l);
    for (int i = 0; i < rows; i++) {
        long double *li = l + (ptrdiff_t)i * rows;
        for (int j = 0; j <= i; j++) {
            const long double *lj = l + (ptrdiff_t)j * rows;
            long double s = (long double)*entry(k, i, j);
            for (int q = 0; q < j; q++) {
                s -= li[q] * lj[q];
            }
            li[j] = i == j ? sqrtl(s) : s / lj[j];
        }
    }
    for (int i = 0; i < rows; i++) {
        long double s = (long double)b[i];
        for (int j = 0; j < i; j++) {
            s -= l[(ptrdiff_t)i * rows + j] * x[j];
        }
        x[i] = s / l[(ptrdiff_t)i * rows + i];
    }
    for (int i = rows - 1; i >= 0; i--) {
        for (int j = i + 1; j < rows; j++) {
            x[i] -= l[(ptrdiff_t)j * rows + i] * x[j];
        }
        x[i] /= l[(ptrdiff_t)i * rows + i];
    }
    free(l);
}

double chol3_error(const chol3_case *k, const double *x, const long double *exact) {
    long double error = 0.0L;
    long double size = 0.0L;
    for (int i = 0; i < 3 * k->n; i++) {
        error = fmaxl(error, fabsl((long double)x[i] - exact[i]));
        size = fmaxl(size, fabsl(exact[i]));
    }
    return (double)(error / size);
}
