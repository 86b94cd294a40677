// SPDX-License-Identifier: MIT
// band_state.c -- what the elimination had left of a pair of vertices, read back from the factor.
#include "linalg/band_kernel.h"

#include <string.h>

// D = L R^-1 L^T with the unit triangle L and the reciprocal pivots R.
static void rebuild_diagonal(const band_pivots *p, double d[6]) {
    double p0 = 1.0 / p->r0;
    double p1 = 1.0 / p->r1;
    double p2 = 1.0 / p->r2;
    d[0] = p0;
    d[1] = p->l10 * p0;
    d[2] = p->l20 * p0;
    d[3] = p1 + p->l10 * d[1];
    d[4] = p->l21 * p1 + p->l10 * d[2];
    d[5] = (p2 + p->l21 * p->l21 * p1) + p->l20 * d[2];
}

static band_pivots pivots_of_pair(const sut_band *b, int k, int lane) {
    const double *v = b->block + ((ptrdiff_t)b->n - 1 - k) * SUT_BAND_BLOCK;
    v += BAND_PIVOTS_PAIR + lane;
    band_pivots p = {v[0], v[2], v[4], v[6], v[8], v[10]};
    return p;
}

// U1 of a pair in a lane, by rows.
static void coupling_of_pair(const sut_band *b, int k, int lane, double u[9]) {
    const double *first = b->block + (ptrdiff_t)k * SUT_BAND_BLOCK;
    const double *last = b->block + ((ptrdiff_t)b->n - 1 - k) * SUT_BAND_BLOCK;
    for (int r = 0; r < 3; r++) {
        u[3 * r] = first[4 * r + lane];
        u[3 * r + 1] = first[12 + 4 * r + lane];
        u[3 * r + 2] = last[4 * r + lane];
    }
}

bool sut_band_has_state(int n, int i, int side) {
    int k = side == 0 ? i : n - 1 - i;
    return k >= 0 && k + 1 < band_pairs(n);
}

void sut_band_state(const sut_band *b, int i, int side, double d[6], double o[9], double next[6]) {
    int k = side == 0 ? i : b->n - 1 - i;
    band_pivots own = pivots_of_pair(b, k, side);
    band_pivots other = pivots_of_pair(b, k + 1, side);
    double u[9];
    coupling_of_pair(b, k, side, u);
    rebuild_diagonal(&own, d);
    rebuild_diagonal(&other, next);
    const double full[9] = {d[0], d[1], d[2], d[1], d[3], d[4], d[2], d[4], d[5]};
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            o[3 * r + c] =
                (full[3 * r] * u[c] + full[3 * r + 1] * u[3 + c]) + full[3 * r + 2] * u[6 + c];
        }
    }
    // what eliminating the first vertex takes off the second comes back: U^T D U = U^T o
    const int row[6] = {0, 0, 0, 1, 1, 2};
    const int column[6] = {0, 1, 2, 1, 2, 2};
    for (int e = 0; e < 6; e++) {
        int r = row[e];
        int c = column[e];
        next[e] += (u[r] * o[c] + u[3 + r] * o[3 + c]) + u[6 + r] * o[6 + c];
    }
}

// Columns of Y and Z of a coupling by rows.
static void reduce_columns(const band_pivots *p, const double o[9], double y[3][3],
                           double z[3][3]) {
    for (int c = 0; c < 3; c++) {
        const double column[3] = {o[c], o[3 + c], o[6 + c]};
        band_reduce(p, column, y[c], z[c]);
    }
}

static void minus_square(double d[6], double y[3][3], double z[3][3]) {
    int e = 0;
    for (int r = 0; r < 3; r++) {
        for (int c = r; c < 3; c++) {
            d[e] = band_minus_product(d[e], y[r], z[c]);
            e++;
        }
    }
}

bool sut_band_carry(double d[6], double o[9], double next[6], const double far[9],
                    const double next_o[9], const double after[6]) {
    band_pivots p = band_pivots_of(d);
    double y1[3][3];
    double z1[3][3];
    double y2[3][3];
    double z2[3][3];
    reduce_columns(&p, o, y1, z1);
    reduce_columns(&p, far, y2, z2);
    minus_square(next, y1, z1);
    memcpy(d, next, 6 * sizeof(double));
    memcpy(next, after, 6 * sizeof(double));
    minus_square(next, y2, z2);
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            o[3 * r + c] = band_minus_product(next_o[3 * r + c], y1[r], z2[c]);
        }
    }
    double sum = (d[0] + d[3]) + d[5];
    return sum - sum == 0.0; // false for NaN and infinity
}
