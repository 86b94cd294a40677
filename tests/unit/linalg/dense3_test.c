// SPDX-License-Identifier: MIT
#include "linalg/dense3.h"

#include "band_fixture.h"
#include "check.h"

#include <math.h>
#include <stdlib.h>

typedef struct dense_case {
    int n;
    double *a; // [3n * 3n]
    double *memory;
    sut_dense3 d;
} dense_case;

// B B^T / 3n + I: eigenvalues between 1 and about 2.4
static dense_case make(int n, int room, uint64_t seed) {
    random_source r = {seed};
    int rows = 3 * n;
    dense_case k = {.n = n, .a = calloc((size_t)rows * (size_t)rows, sizeof *k.a)};
    double *b = calloc((size_t)rows * (size_t)rows, sizeof *b);
    for (int i = 0; i < rows * rows; i++) {
        b[i] = random_in(&r, -1.0, 1.0);
    }
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < rows; j++) {
            for (int q = 0; q < rows; q++) {
                k.a[i * rows + j] += b[i * rows + q] * b[j * rows + q] / rows;
            }
        }
        k.a[i * (rows + 1)] += 1.0;
    }
    free(b);
    size_t bytes = (sut_dense3_size(room) * sizeof(double) + 63) / 64 * 64;
    k.memory = aligned_alloc(64, bytes);
    sut_dense3_place(&k.d, room, k.memory);
    return k;
}

static void fill(dense_case *k) {
    sut_dense3_begin(&k->d, k->n);
    for (int i = 0; i < k->n; i++) {
        for (int j = 0; j <= i; j++) {
            double m[9];
            for (int q = 0; q < 9; q++) {
                m[q] = k->a[(3 * i + q / 3) * 3 * k->n + 3 * j + q % 3];
            }
            sut_dense3_set(&k->d, i, j, m);
        }
    }
}

static void dispose(dense_case *k) {
    free(k->a);
    free(k->memory);
}

static double inverse_entry(const dense_case *k, int i, int j) {
    double m[9];
    bool lower = i / 3 >= j / 3;
    sut_dense3_get(&k->d, lower ? i / 3 : j / 3, lower ? j / 3 : i / 3, m);
    return lower ? m[3 * (i % 3) + j % 3] : m[3 * (j % 3) + i % 3];
}

TEST(a_matrix_times_its_inverse_is_one) {
    for (int n = 1; n < 24; n += 1 + n / 4) {
        CASE("n %d", n);
        dense_case k = make(n, 24, (uint64_t)n);
        fill(&k);
        REQUIRE(sut_dense3_invert(&k.d));
        double worst = 0.0;
        for (int i = 0; i < 3 * n; i++) {
            for (int j = 0; j < 3 * n; j++) {
                double sum = i == j ? -1.0 : 0.0;
                for (int q = 0; q < 3 * n; q++) {
                    sum += k.a[i * 3 * n + q] * inverse_entry(&k, q, j);
                }
                worst = fmax(worst, fabs(sum));
            }
        }
        // condition 2.4, sums of up to 70 products
        CHECK_LE(worst, 40.0 * 0x1p-53);
        dispose(&k);
    }
}

TEST(a_dense_matrix_that_is_not_positive_definite_is_refused) {
    dense_case k = make(5, 5, 3);
    k.a[7 * 16] = -0.1;
    fill(&k);
    CHECK(!sut_dense3_invert(&k.d));
    k.a[7 * 16] = (double)NAN;
    fill(&k);
    CHECK(!sut_dense3_invert(&k.d));
    dispose(&k);
}
