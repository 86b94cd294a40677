// SPDX-License-Identifier: MIT
// What the elimination leaves on its way, and factors of matrices that are not definite.
#include "band_fixture.h"

#include "check.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static long double *dense_of(const band_case *c) {
    int size = 3 * c->n;
    long double *a = malloc((size_t)size * (size_t)size * sizeof *a);
    for (int i = 0; a && i < size; i++) {
        for (int j = 0; j < size; j++) {
            a[i * size + j] = (long double)band_entry(c, i, j);
        }
    }
    return a;
}

// Eliminate the three unknowns of a vertex from all others.
static void eliminate(long double *a, int size, int vertex) {
    for (int k = 3 * vertex; k < 3 * vertex + 3; k++) {
        for (int i = 0; i < size; i++) {
            if (i == k || a[i * size + k] == 0.0L) {
                continue;
            }
            long double f = a[i * size + k] / a[k * size + k];
            for (int j = 0; j < size; j++) {
                a[i * size + j] -= f * a[k * size + j];
            }
        }
    }
}

static double largest(const long double *a, int size) {
    long double most = 0.0L;
    for (int i = 0; i < size * size; i++) {
        most = fmaxl(most, fabsl(a[i]));
    }
    return (double)most;
}

// Largest difference between the state of vertex i and the matrix that is left.
static double state_error(const band_case *c, const long double *a, int i, int side) {
    static const int diagonal[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    int size = 3 * c->n;
    int next = side == 0 ? i + 1 : i - 1;
    double d[6];
    double o[9];
    double after[6];
    sut_band_state(&c->band, i, side, d, o, after);
    double worst = 0.0;
    for (int r = 0; r < 3; r++) {
        for (int s = 0; s < 3; s++) {
            const long double *row = &a[(3 * i + r) * size];
            const long double *row_next = &a[(3 * next + r) * size];
            double e[3] = {
                (double)fabsl((long double)d[diagonal[r][s]] - row[3 * i + s]),
                (double)fabsl((long double)o[3 * r + s] - row[3 * next + s]),
                (double)fabsl((long double)after[diagonal[r][s]] - row_next[3 * next + s])};
            for (int k = 0; k < 3; k++) {
                worst = e[k] > worst ? e[k] : worst;
            }
        }
    }
    return worst;
}

// Every state that a case has, against elimination of the full matrix in extended precision,
// relative to the largest entry.
static double worst_state(band_case *c, int *states) {
    double worst = 0.0;
    *states = 0;
    band_reset(c);
    if (!CHECK_EQ_INT(sut_band_factor(&c->band), -1)) {
        return HUGE_VAL;
    }
    for (int side = 0; side < 2; side++) {
        long double *a = dense_of(c);
        double scale = largest(a, 3 * c->n);
        for (int k = 0; k < c->n; k++) {
            int i = side == 0 ? k : c->n - 1 - k;
            if (sut_band_has_state(c->n, i, side)) {
                double e = state_error(c, a, i, side) / scale;
                worst = e > worst ? e : worst;
                (*states)++;
            }
            eliminate(a, 3 * c->n, i);
        }
        free(a);
    }
    return worst;
}

TEST(states_are_what_elimination_leaves) {
    for (int n = 1; n <= 24; n++) {
        CASE("n %d", n);
        band_case c = band_random(n, 40 + (uint64_t)n);
        int states;
        // rebuilt from the factor: some roundings of entries of order 8
        CHECK_LE(worst_state(&c, &states), 16.0 * DBL_EPSILON);
        // all but the last pair on the way to the middle
        int pairs = n >= 4 ? (n - 2) / 2 : 0;
        CHECK_EQ_INT(states, pairs > 1 ? 2 * (pairs - 1) : 0);
        band_free(&c);
    }
}

TEST(states_of_a_stiff_thread) {
    // stretching is a million times as stiff as bending; errors are those of the stiff part
    for (uint64_t seed = 1; seed <= 4; seed++) {
        CASE("seed %d", (int)seed);
        band_case c = band_rod(40, 1e6, 1.0, 1e-2, seed);
        int states;
        CHECK_LE(worst_state(&c, &states), 64.0 * DBL_EPSILON);
        CHECK_EQ_INT(states, 36);
        band_free(&c);
    }
}

TEST(states_do_not_exist_beyond_the_middle) {
    CHECK(!sut_band_has_state(20, -1, 0));
    CHECK(sut_band_has_state(20, 0, 0) && sut_band_has_state(20, 7, 0));
    CHECK(!sut_band_has_state(20, 8, 0) && !sut_band_has_state(20, 19, 0));
    CHECK(sut_band_has_state(20, 19, 1) && sut_band_has_state(20, 12, 1));
    CHECK(!sut_band_has_state(20, 11, 1) && !sut_band_has_state(20, 20, 1));
}
