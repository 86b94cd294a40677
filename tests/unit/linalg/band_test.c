// SPDX-License-Identifier: MIT
#include "band_fixture.h"
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EPS 0x1p-53

// every version that this machine runs; the scalar one first
static int kernels(const sut_band_kernel *k[3]) {
    int count = 0;
    k[count++] = &sut_band_kernel_scalar;
    k[count++] = &sut_band_kernel_pair;
    if (sut_band_kernel_quad()) {
        k[count++] = sut_band_kernel_quad();
    }
    return count;
}

static size_t rhs_bytes(int n) {
    return (size_t)n * 3 * sizeof(double);
}

static double *copy(const double *v, size_t bytes) {
    double *c = malloc(bytes);
    if (!c) {
        abort();
    }
    memcpy(c, v, bytes);
    return c;
}

// largest error over the largest component
static double forward_error(int count, const double *x, const long double *exact) {
    long double error = 0.0L;
    long double size = 0.0L;
    for (int i = 0; i < count; i++) {
        error = fmaxl(error, fabsl((long double)x[i] - exact[i]));
        size = fmaxl(size, fabsl(exact[i]));
    }
    return (double)(error / size);
}

//---- right solutions -----------------------------------------------------------------------------

// The solution against extended precision. `condition` bounds the condition number: the forward
// error of a stable method is that times a few roundings. 40 eps per unit of it was chosen from
// the rounding analysis of banded elimination (about 3 half bandwidths), not from what comes out.
static void check_solution(band_case *c, double condition) {
    int count = 3 * c->n;
    long double *exact = malloc((size_t)count * sizeof *exact);
    REQUIRE(exact != NULL);
    dense_solve_long(c, exact);
    CHECK_EQ_INT(sut_band_factor_solve(&c->band, c->x), -1);
    CHECK_LE(forward_error(count, c->x, exact), 40.0 * EPS * condition);
    // backward error: a handful of roundings whatever the condition
    CHECK_LE(band_residual(c, c->x), 8.0 * EPS);
    free(exact);
}

TEST(random_systems_are_solved_for_every_small_size) {
    for (int n = 1; n <= 40; n++) {
        band_case c = band_random(n, (uint64_t)n);
        check_solution(&c, 15.0); // Gershgorin: eigenvalues between 1 and 15
        band_free(&c);
    }
}

TEST(thread_like_systems_are_solved_to_their_condition) {
    static const double stiffness[][3] = {// stretch, bend, mass
                                          {1.0, 1.0, 1.0},      {1e5, 1e2, 1e-3},  {1e7, 1.0, 1e-2},
                                          {1e9, 1.0, 1.0},      {1e9, 1e-3, 1e-3}, {1e3, 1e9, 1.0},
                                          {1e-6, 1e-12, 1e-12}, {1e12, 1e3, 1.0}};
    for (size_t i = 0; i < sizeof stiffness / sizeof stiffness[0]; i++) {
        const double *s = stiffness[i];
        for (int n = 5; n <= 36; n += 31) {
            band_case c = band_rod(n, s[0], s[1], s[2], i + 1);
            // largest eigenvalue: 4 of an edge, 16 of a second difference; smallest: the mass
            check_solution(&c, (4.0 * s[0] + 16.0 * s[1] + s[2]) / s[2]);
            band_free(&c);
        }
    }
}

TEST(stiff_systems_are_as_exact_as_by_scalar_elimination) {
    // stiff along, soft across: here an inverse by cofactors would lose everything
    double worst_ratio = 0.0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        CASE("seed %d", (int)seed);
        band_case c = band_rod(24, 1e9, 1.0, 1e-2, seed);
        long double exact[72];
        double scalar[72];
        dense_solve_long(&c, exact);
        dense_solve_double(&c, scalar);
        CHECK_EQ_INT(sut_band_factor_solve(&c.band, c.x), -1);
        double ratio = forward_error(72, c.x, exact) / forward_error(72, scalar, exact);
        worst_ratio = fmax(worst_ratio, ratio);
        band_free(&c);
    }
    // same kind of error, other roundings: single ratios scatter by a small factor
    CHECK_LE(worst_ratio, 10.0);
}

TEST(entries_of_extreme_size_neither_overflow_nor_underflow) {
    for (int sign = -1; sign <= 1; sign += 2) {
        CASE("sign %d", sign);
        band_case c = band_random(11, 3);
        double scale = sign < 0 ? 0x1p-130 : 0x1p+130; // 1e-39, 1e39
        for (int i = 0; i < 11 * SUT_BAND_BLOCK; i++) {
            c.a[i] *= scale;
        }
        band_reset(&c);
        CHECK_EQ_INT(sut_band_factor_solve(&c.band, c.x), -1);
        CHECK_LE(band_residual(&c, c.x), 8.0 * EPS);
        band_free(&c);
    }
}

TEST(multiply_agrees_with_the_entries) {
    band_case c = band_random(7, 11);
    double y[21];
    sut_band_multiply(7, c.a, c.b, y);
    for (int i = 0; i < 21; i++) {
        CASE("i %d", i);
        long double sum = 0.0L;
        for (int j = 0; j < 21; j++) {
            sum += (long double)band_entry(&c, i, j) * (long double)c.b[j];
        }
        CHECK_NEAR(y[i], (double)sum, 15.0 * 16.0 * EPS); // 15 products, terms below 9
    }
    band_free(&c);
}

//---- same bits -----------------------------------------------------------------------------------

static const int SIZES[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,  12,   13,   14, 15,
                            16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,  27,   28,   29, 30,
                            31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 600, 1001, 30000};
#define SIZE_COUNT (sizeof SIZES / sizeof SIZES[0])

TEST(all_versions_give_the_same_bits) {
    const sut_band_kernel *k[3];
    int count = kernels(k);
    for (size_t i = 0; i < SIZE_COUNT; i++) {
        CASE("i %zu", i);
        int n = SIZES[i];
        band_case c = i % 2 ? band_random(n, i) : band_rod(n, 1e6, 10.0, 1.0, i);
        CHECK_EQ_INT(sut_band_factor_with(k[0], &c.band, c.x, NULL), -1);
        double *factor = copy(c.band.block, sut_band_memory(n));
        double *x = copy(c.x, rhs_bytes(n));
        for (int j = 1; j < count; j++) {
            CASE("j %d", j);
            band_reset(&c);
            CHECK_EQ_INT(sut_band_factor_with(k[j], &c.band, c.x, NULL), -1);
            CHECK(memcmp(factor, c.band.block, sut_band_memory(n)) == 0);
            CHECK(memcmp(x, c.x, rhs_bytes(n)) == 0);
        }
        free(factor);
        free(x);
        band_free(&c);
    }
}

TEST(fused_call_gives_the_bits_of_factor_then_solve) {
    const sut_band_kernel *k[3];
    int count = kernels(k);
    for (int j = 0; j < count; j++) {
        CASE("j %d", j);
        for (size_t i = 0; i < SIZE_COUNT; i++) {
            CASE("i %zu", i);
            int n = SIZES[i];
            band_case c = band_random(n, 100 + i);
            CHECK_EQ_INT(sut_band_factor_with(k[j], &c.band, c.x, NULL), -1);
            double *x = copy(c.x, rhs_bytes(n));
            band_reset(&c);
            CHECK_EQ_INT(sut_band_factor_with(k[j], &c.band, NULL, NULL), -1);
            sut_band_solve_with(k[j], &c.band, c.x, NULL);
            CHECK(memcmp(x, c.x, rhs_bytes(n)) == 0);
            free(x);
            band_free(&c);
        }
    }
}

// A system that is made while it is solved. Counts how often each vertex was asked for, and spoils
// what must not be read before it was.
typedef struct made_on_the_way {
    band_case *c;
    int *asked;
} made_on_the_way;

static void make_some(void *ctx, int from, int to) {
    const made_on_the_way *m = ctx;
    size_t first = (size_t)from;
    size_t count = (size_t)(to - from);
    memcpy(m->c->band.block + first * SUT_BAND_BLOCK, m->c->a + first * SUT_BAND_BLOCK,
           count * SUT_BAND_BLOCK * sizeof(double));
    memcpy(m->c->x + 3 * first, m->c->b + 3 * first, 3 * count * sizeof(double));
    for (int i = from; i < to; i++) {
        m->asked[i]++;
    }
}

// Only what exists and was not made yet is announced.
static void expect_some(void *ctx, int i) {
    const made_on_the_way *m = ctx;
    CHECK(i >= 0 && i + SUT_BAND_LINE <= m->c->band.n);
    CHECK_EQ_INT(m->asked[i], 0);
    CHECK_EQ_INT(m->asked[i + SUT_BAND_LINE - 1], 0);
}

TEST(a_system_made_on_the_way_gives_the_same_bits) {
    const sut_band_kernel *k[3];
    int count = kernels(k);
    const int around_tiles[] = {1,   2,   3,   4,   5,   6,   7,    511,  512,  513, 514,
                                515, 516, 517, 518, 519, 520, 1023, 1030, 1031, 3000};
    for (size_t i = 0; i < sizeof around_tiles / sizeof around_tiles[0]; i++) {
        CASE("i %zu", i);
        int n = around_tiles[i];
        band_case c = band_random(n, 500 + i);
        int *asked = calloc((size_t)n, sizeof *asked);
        REQUIRE(asked != NULL);
        CHECK_EQ_INT(sut_band_factor_solve(&c.band, c.x), -1);
        double *factor = copy(c.band.block, sut_band_memory(n));
        double *x = copy(c.x, rhs_bytes(n));
        for (int j = 0; j < count; j++) {
            CASE("j %d", j);
            memset(c.band.block, 0xff, sut_band_memory(n)); // not a number
            memset(c.x, 0xff, rhs_bytes(n));
            memset(asked, 0, (size_t)n * sizeof *asked);
            made_on_the_way m = {&c, asked};
            sut_band_filler source = {make_some, expect_some, &m};
            CHECK_EQ_INT(sut_band_factor_with(k[j], &c.band, c.x, &source), -1);
            CHECK(memcmp(factor, c.band.block, sut_band_memory(n)) == 0);
            CHECK(memcmp(x, c.x, rhs_bytes(n)) == 0);
            int once = 0;
            for (int v = 0; v < n; v++) {
                once += asked[v] == 1;
            }
            CHECK_EQ_INT(once, n);
        }
        free(asked);
        free(factor);
        free(x);
        band_free(&c);
    }
}

TEST(two_right_sides_give_the_bits_of_one_by_one) {
    const sut_band_kernel *k[3];
    int count = kernels(k);
    for (int j = 0; j < count; j++) {
        CASE("j %d", j);
        for (size_t i = 0; i < SIZE_COUNT; i++) {
            CASE("i %zu", i);
            int n = SIZES[i];
            band_case c = band_random(n, 200 + i);
            band_case other = band_random(n, 300 + i);
            CHECK_EQ_INT(sut_band_factor(&c.band), -1);
            double *x = copy(c.b, rhs_bytes(n));
            double *y = copy(other.b, rhs_bytes(n));
            sut_band_solve_with(k[j], &c.band, c.x, NULL);
            sut_band_solve_with(k[j], &c.band, other.x, NULL);
            sut_band_solve_with(k[j], &c.band, x, y);
            CHECK(memcmp(x, c.x, rhs_bytes(n)) == 0);
            CHECK(memcmp(y, other.x, rhs_bytes(n)) == 0);
            free(x);
            free(y);
            band_free(&c);
            band_free(&other);
        }
    }
}

TEST(public_calls_and_their_twins_agree) {
    band_case c = band_random(33, 9);
    band_case twin = band_random(33, 9);
    size_t bytes = rhs_bytes(33);
    CHECK_EQ_INT(sut_band_factor_solve(&c.band, c.x), -1);
    CHECK_EQ_INT(sut_band_factor_solve_scalar(&twin.band, twin.x), -1);
    CHECK(memcmp(c.x, twin.x, bytes) == 0);

    band_reset(&c);
    band_reset(&twin);
    CHECK_EQ_INT(sut_band_factor(&c.band), -1);
    CHECK_EQ_INT(sut_band_factor_scalar(&twin.band), -1);
    sut_band_solve(&c.band, c.x);
    sut_band_solve_scalar(&twin.band, twin.x);
    CHECK(memcmp(c.x, twin.x, bytes) == 0);

    double *y = copy(c.b, bytes);
    double *z = copy(c.b, bytes);
    sut_band_solve2(&c.band, c.x, y);
    sut_band_solve2_scalar(&twin.band, twin.x, z);
    CHECK(memcmp(c.x, twin.x, bytes) == 0);
    CHECK(memcmp(y, z, bytes) == 0);
    free(y);
    free(z);
    band_free(&c);
    band_free(&twin);
}

// FNV-1a, byte by byte
static uint64_t hash_bytes(uint64_t h, const void *bytes, size_t size) {
    const unsigned char *c = bytes;
    for (size_t i = 0; i < size; i++) {
        h = (h ^ c[i]) * 1099511628211u;
    }
    return h;
}

TEST(bits_do_not_depend_on_the_compiler) {
    uint64_t h = 14695981039346656037u;
    for (int n = 1; n <= 60; n++) {
        CASE("n %d", n);
        band_case c = band_random(n, (uint64_t)n);
        CHECK_EQ_INT(sut_band_factor_solve(&c.band, c.x), -1);
        h = hash_bytes(h, c.band.block, sut_band_memory(n));
        h = hash_bytes(h, c.x, rhs_bytes(n));
        band_free(&c);
    }
    // of gcc 12 and clang 14 at -O0, -O2, -O3; changes when the order of operations does
    CHECK_EQ_U64(h, 0x041d6a65aa0fb3fdu);
}

//---- refusals ------------------------------------------------------------------------------------

// Spoil one diagonal entry of one vertex; every version must name that vertex.
static void check_refused(int n, int vertex, int entry, double value) {
    const sut_band_kernel *k[3];
    int count = kernels(k);
    band_case c = band_random(n, 17);
    c.a[(ptrdiff_t)vertex * SUT_BAND_BLOCK + entry] = value;
    for (int j = 0; j < count; j++) {
        CASE("j %d", j);
        band_reset(&c);
        CHECK_EQ_INT(sut_band_factor_with(k[j], &c.band, NULL, NULL), vertex);
        band_reset(&c);
        CHECK_EQ_INT(sut_band_factor_with(k[j], &c.band, c.x, NULL), vertex);
    }
    band_free(&c);
}

TEST(bad_pivot_is_reported_by_vertex) {
    static const int sizes[] = {1, 2, 3, 4, 5, 8, 9, 30, 31};
    static const int diagonal[] = {0, 3, 5};
    static const double bad[] = {-8.0, 0.0, (double)NAN, -(double)INFINITY, (double)INFINITY};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (int vertex = 0; vertex < sizes[i]; vertex++) {
            for (int e = 0; e < 3; e++) {
                for (size_t b = 0; b < sizeof bad / sizeof bad[0]; b++) {
                    check_refused(sizes[i], vertex, diagonal[e], bad[b]);
                }
            }
        }
    }
}

TEST(exactly_singular_block_is_refused) {
    static const int diagonal[] = {0, 3, 5};
    const sut_band_kernel *k[3];
    int count = kernels(k);
    for (int vertex = 0; vertex < 8; vertex++) {
        CASE("vertex %d", vertex);
        for (int e = 0; e < 3; e++) {
            CASE("e %d", e);
            band_case c = band_random(8, 1);
            memset(c.a, 0, sut_band_memory(8));
            for (int i = 0; i < 8; i++) {
                for (int j = 0; j < 3; j++) {
                    c.a[i * SUT_BAND_BLOCK + diagonal[j]] = i == vertex && j == e ? 0.0 : 1.0;
                }
            }
            for (int j = 0; j < count; j++) {
                CASE("j %d", j);
                band_reset(&c);
                CHECK_EQ_INT(sut_band_factor_with(k[j], &c.band, NULL, NULL), vertex);
            }
            band_free(&c);
        }
    }
}

TEST(nan_in_a_coupling_is_refused_somewhere) {
    for (int n = 2; n <= 12; n++) {
        CASE("n %d", n);
        for (int vertex = 0; vertex + 1 < n; vertex++) {
            CASE("vertex %d", vertex);
            for (int e = SUT_BAND_O1; e < SUT_BAND_BLOCK; e++) {
                CASE("e %d", e);
                if (e >= SUT_BAND_O2 && vertex + 2 >= n) {
                    continue;
                }
                band_case c = band_random(n, 5);
                c.a[vertex * SUT_BAND_BLOCK + e] = (double)NAN;
                band_reset(&c);
                CHECK(sut_band_factor(&c.band) >= 0);
                band_free(&c);
            }
        }
    }
}

TEST(first_of_several_bad_pivots_is_the_one_eliminated_first) {
    // order 0, 9, 1, 8, 2, 7, ..: 8 comes before 2
    band_case c = band_random(10, 6);
    c.a[2 * SUT_BAND_BLOCK] = -1.0;
    c.a[8 * SUT_BAND_BLOCK] = -1.0;
    band_reset(&c);
    CHECK_EQ_INT(sut_band_factor(&c.band), 8);
    band_reset(&c);
    CHECK_EQ_INT(sut_band_factor_scalar(&c.band), 8);
    band_free(&c);
}

TEST(couplings_beyond_the_end_are_not_read) {
    for (int n = 1; n <= 9; n++) {
        CASE("n %d", n);
        band_case c = band_random(n, 21);
        for (int back = 1; back <= 2 && back <= n; back++) {
            double *v = c.a + (ptrdiff_t)(n - back) * SUT_BAND_BLOCK;
            for (int e = back == 1 ? SUT_BAND_O1 : SUT_BAND_O2; e < SUT_BAND_BLOCK; e++) {
                v[e] = (double)NAN;
            }
        }
        band_reset(&c);
        CHECK_EQ_INT(sut_band_factor_solve(&c.band, c.x), -1);
        CHECK_LE(band_residual(&c, c.x), 8.0 * EPS);
        band_free(&c);
    }
}

TEST(memory_is_a_multiple_of_64) {
    for (int n = 1; n <= 5; n++) {
        CASE("n %d", n);
        CHECK_EQ_INT(sut_band_memory(n) % 64, 0);
    }
    CHECK(sut_band_memory(10000000) == (size_t)192 * 10000000);
}
