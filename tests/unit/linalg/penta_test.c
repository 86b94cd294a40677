// SPDX-License-Identifier: MIT
#include "linalg/penta.h"

#include "band_fixture.h"
#include "check.h"

#include <math.h>
#include <string.h>

#define MANY 60

typedef struct penta_case {
    double d[MANY], o1[MANY], o2[MANY], x[3 * MANY];
} penta_case;

// second difference (bending), first difference (stretch), identity (mass)
static penta_case beam(int n, double bend, double stretch, double mass, uint64_t seed) {
    penta_case c;
    memset(&c, 0, sizeof c);
    random_source r = {seed};
    for (int i = 0; i < n; i++) {
        c.d[i] += mass;
        if (i + 1 < n) {
            c.d[i] += stretch;
            c.d[i + 1] += stretch;
            c.o1[i] -= stretch;
        }
        if (i + 2 < n) {
            c.d[i] += bend;
            c.d[i + 1] += 4.0 * bend;
            c.d[i + 2] += bend;
            c.o1[i] -= 2.0 * bend;
            c.o1[i + 1] -= 2.0 * bend;
            c.o2[i] += bend;
        }
        for (int j = 0; j < 3; j++) {
            c.x[3 * i + j] = random_in(&r, -1.0, 1.0);
        }
    }
    return c;
}

// largest |b - A x| over |A| |x| + |b|, by rows
static double residual(int n, const penta_case *a, const double *x) {
    double worst = 0.0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 3; j++) {
            long double r = (long double)a->x[3 * i + j];
            long double size = fabsl(r);
            for (int k = i - 2; k <= i + 2; k++) {
                if (k < 0 || k >= n) {
                    continue;
                }
                int low = k < i ? k : i;
                int gap = k < i ? i - k : k - i;
                double v = gap == 0 ? a->d[low] : gap == 1 ? a->o1[low] : a->o2[low];
                r -= (long double)v * (long double)x[3 * k + j];
                size += fabsl((long double)v * (long double)x[3 * k + j]);
            }
            worst = fmax(worst, (double)(fabsl(r) / size));
        }
    }
    return worst;
}

TEST(penta_solves_beams_of_every_small_size) {
    static const double bends[] = {0.0, 1.0, 1e9};
    for (int n = 1; n <= MANY; n++) {
        CASE("n %d", n);
        for (int b = 0; b < 3; b++) {
            CASE("b %d", b);
            penta_case c = beam(n, bends[b], 10.0, 1.0, (uint64_t)n);
            penta_case f = c;
            CHECK_EQ_INT(sut_penta_factor(f.d, f.o1, f.o2, n), -1);
            sut_penta_solve3(f.d, f.o1, f.o2, n, f.x);
            // componentwise backward stable: about 3 half bandwidths of roundings
            CHECK_LE(residual(n, &c, f.x), 16.0 * 0x1p-53);
        }
    }
}

TEST(penta_names_the_bad_row) {
    static const double bad[] = {0.0, -5.0, (double)NAN, (double)INFINITY};
    for (int i = 0; i < 9; i++) {
        CASE("i %d", i);
        for (int b = 0; b < 4; b++) {
            CASE("b %d", b);
            penta_case c = beam(9, 1.0, 1.0, 1.0, 1);
            c.d[i] = bad[b];
            CHECK_EQ_INT(sut_penta_factor(c.d, c.o1, c.o2, 9), i);
        }
    }
}

TEST(penta_leaves_what_is_beyond_the_end) {
    penta_case c = beam(5, 1.0, 1.0, 1.0, 1);
    c.o1[4] = (double)NAN;
    c.o2[3] = (double)NAN;
    c.o2[4] = (double)NAN;
    CHECK_EQ_INT(sut_penta_factor(c.d, c.o1, c.o2, 5), -1);
    sut_penta_solve3(c.d, c.o1, c.o2, 5, c.x);
    CHECK(isfinite(c.x[0]) && isfinite(c.x[14]));
}

TEST(penta_memory_holds_three_arrays) {
    CHECK(sut_penta_memory(7) >= 3 * 7 * sizeof(double));
    CHECK_EQ_INT(sut_penta_memory(7) % 64, 0);
}
