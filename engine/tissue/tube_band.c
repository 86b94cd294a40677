// SPDX-License-Identifier: MIT
// tube_band.c -- L D L^T of a symmetric matrix with five diagonals on each side.
#include "tissue/tube.h"

enum { WIDTH = SUT_TUBE_BAND + 1 };

static int lesser(int a, int b) {
    return a < b ? a : b;
}

bool sut_tube_band_factor(sut_tube_band *b) {
    for (int i = 0; i < b->n; i++) {
        double *row = &b->entry[WIDTH * (ptrdiff_t)i];
        int left = lesser(i, SUT_TUBE_BAND);
        double own = row[0];
        // from the far left: row[k] becomes L(i, i - k) D(i - k), then L
        for (int k = left; k >= 1; k--) {
            const double *other = row - WIDTH * (ptrdiff_t)k;
            double sum = row[k];
            for (int l = k + 1; l <= left; l++) {
                sum -= row[l] * other[l - k];
            }
            row[k] = sum;
        }
        for (int k = left; k >= 1; k--) {
            double pivot = row[-WIDTH * (ptrdiff_t)k];
            double l = row[k] / pivot;
            own -= row[k] * l;
            row[k] = l;
        }
        row[0] = own;
        if (!(own > 0.0)) {
            return false;
        }
    }
    return true;
}

// Three right sides at once through the band, forward and back.
static void solve_three(const sut_tube_band *b, double *x) {
    for (int i = 0; i < b->n; i++) {
        const double *row = &b->entry[WIDTH * (ptrdiff_t)i];
        double *to = &x[3 * (ptrdiff_t)i];
        for (int k = lesser(i, SUT_TUBE_BAND); k >= 1; k--) {
            const double *from = to - 3 * (ptrdiff_t)k;
            to[0] -= row[k] * from[0];
            to[1] -= row[k] * from[1];
            to[2] -= row[k] * from[2];
        }
    }
    for (int i = b->n - 1; i >= 0; i--) {
        const double *row = &b->entry[WIDTH * (ptrdiff_t)i];
        double *to = &x[3 * (ptrdiff_t)i];
        double pivot = 1.0 / row[0];
        double y[3] = {to[0] * pivot, to[1] * pivot, to[2] * pivot};
        for (int k = lesser(b->n - 1 - i, SUT_TUBE_BAND); k >= 1; k--) {
            double l = row[WIDTH * (ptrdiff_t)k + k];
            const double *from = to + 3 * (ptrdiff_t)k;
            y[0] -= l * from[0];
            y[1] -= l * from[1];
            y[2] -= l * from[2];
        }
        to[0] = y[0];
        to[1] = y[1];
        to[2] = y[2];
    }
}

static void solve_one(const sut_tube_band *b, double *x) {
    for (int i = 0; i < b->n; i++) {
        const double *row = &b->entry[WIDTH * (ptrdiff_t)i];
        double *to = &x[3 * (ptrdiff_t)i];
        for (int k = lesser(i, SUT_TUBE_BAND); k >= 1; k--) {
            *to -= row[k] * to[-3 * (ptrdiff_t)k];
        }
    }
    for (int i = b->n - 1; i >= 0; i--) {
        const double *row = &b->entry[WIDTH * (ptrdiff_t)i];
        double *to = &x[3 * (ptrdiff_t)i];
        double y = *to / row[0];
        for (int k = lesser(b->n - 1 - i, SUT_TUBE_BAND); k >= 1; k--) {
            y -= row[WIDTH * (ptrdiff_t)k + k] * to[3 * (ptrdiff_t)k];
        }
        *to = y;
    }
}

void sut_tube_band_solve(const sut_tube_band *b, double *x, int count) {
    if (count == 3) {
        solve_three(b, x);
        return;
    }
    for (int c = 0; c < count; c++) {
        solve_one(b, x + c);
    }
}
