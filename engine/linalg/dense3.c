// SPDX-License-Identifier: MIT
// dense3.c -- A = L L^T, X = L^-1 column by column, A^-1 = X^T X. One dense front of linalg/chol3.
#include "linalg/dense3.h"

#include "linalg/chol3_kernel.h"

#include <float.h>
#include <string.h>

// as in a front: three rows more, an odd number of vectors
static ptrdiff_t distance_of(int nodes) {
    return 4 * (((3 * (ptrdiff_t)nodes + 6) / 4) | 1);
}

static size_t matrix_size(int nodes) {
    return 3 * (size_t)nodes * (size_t)distance_of(nodes);
}

size_t sut_dense3_size(int room) {
    return 2 * matrix_size(room) + 3 * (size_t)room;
}

void sut_dense3_place(sut_dense3 *d, int room, double *memory) {
    d->n = 0;
    d->ld = 0;
    d->a = memory;
    d->x = d->a + matrix_size(room);
    d->inverse = d->x + matrix_size(room);
}

void sut_dense3_begin(sut_dense3 *d, int n) {
    d->n = n;
    d->ld = distance_of(n);
    memset(d->a, 0, matrix_size(n) * sizeof *d->a);
    memset(d->x, 0, matrix_size(n) * sizeof *d->x);
}

void sut_dense3_set(sut_dense3 *d, int i, int j, const double m[9]) {
    double *to = d->a + 3 * j * d->ld + 3 * (ptrdiff_t)i;
    for (int k = 0; k < 9; k++) {
        to[(k % 3) * d->ld + k / 3] = m[k];
    }
}

static bool factor(const sut_dense3 *d, const sut_chol3_kernel *kernel) {
    for (int j = 0; j < d->n; j++) {
        double *at = d->a + 3 * j * (d->ld + 1);
        int rows = 3 * (d->n - j);
        double limit[3];
        for (int i = 0; i < 3; i++) {
            double diagonal = at[i * (d->ld + 1)];
            limit[i] = diagonal > 0.0 ? DBL_EPSILON * diagonal : 0.0;
        }
        kernel->update(at, d->ld, d->a + (ptrdiff_t)3 * j, d->ld, 3 * j, rows);
        if (!kernel->pivot(at, d->ld, rows, limit, d->inverse + (ptrdiff_t)3 * j)) {
            return false;
        }
    }
    return true;
}

bool sut_dense3_invert(sut_dense3 *d) {
    const sut_chol3_kernel *kernel = sut_chol3_kernel_best();
    if (!factor(d, kernel)) {
        return false;
    }
    for (int j = 0; j < d->n; j++) {
        double *x = d->x + 3 * j * (d->ld + 1);
        for (int i = 0; i < 3; i++) {
            x[i * (d->ld + 1)] = 1.0;
        }
        kernel->forward3(d->a + 3 * j * (d->ld + 1), d->ld, d->n - j, 3 * (d->n - j),
                         d->inverse + (ptrdiff_t)3 * j, x, d->ld);
    }
    return true;
}

void sut_dense3_get(const sut_dense3 *d, int i, int j, double out[9]) {
    const double *row = d->x + (ptrdiff_t)3 * i;
    sut_chol3_kernel_best()->dots(row + 3 * i * d->ld, d->ld, row + 3 * j * d->ld, d->ld,
                                  3 * (d->n - i), out);
}
