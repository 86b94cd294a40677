// SPDX-License-Identifier: MIT
#include "math/scalar.h"

#include "check.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static double random_in(uint64_t *state, double low, double high) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * ((double)(*state >> 11) * 0x1p-53);
}

// error in units of the last place of the exact value
static double ulps(double got, long double exact) {
    double size = fabs((double)exact);
    return (double)(fabsl((long double)got - exact) / (long double)(nextafter(size, 1e308) - size));
}

static double worst_sincos(double x, double worst) {
    double s;
    double c;
    sut_sincos(x, &s, &c);
    double error = fmax(ulps(s, sinl((long double)x)), ulps(c, cosl((long double)x)));
    return fmax(worst, error);
}

TEST(sine_and_cosine_are_within_one_ulp) {
    uint64_t seed = 1;
    double worst = 0.0;
    for (int i = 0; i < 200000; i++) {
        double x = random_in(&seed, -4.0, 4.0);
        worst = worst_sincos(x, worst);
        worst = worst_sincos(x * 100.0, worst);
        worst = worst_sincos(x * 2.4e8, worst); // up to 1e9
        worst = worst_sincos(x * 1e-6, worst);
    }
    // half from the last rounding, the rest from the polynomial's; the oracle has 11 bits more
    CHECK_LE(worst, 1.0);
}

TEST(sine_and_cosine_are_within_one_ulp_where_one_is_nearly_zero) {
    uint64_t seed = 2;
    double worst = 0.0;
    for (int i = 0; i < 200000; i++) {
        double k = floor(random_in(&seed, 0.0, i % 2 ? 1e3 : 6.3e8));
        double x = k * (0.5 * SUT_PI);
        worst = worst_sincos(x, worst);
        worst = worst_sincos(nextafter(x, 2e9), worst);
        worst = worst_sincos(-x, worst);
    }
    CHECK_LE(worst, 1.0); // as above: the reduction carries 145 bits of pi/2
}

TEST(sincos_of_special_values) {
    double s;
    double c;
    sut_sincos(-0.0, &s, &c);
    CHECK(s == 0.0 && signbit(s) && c == 1.0);
    sut_sincos(5e-324, &s, &c);
    CHECK(s == 5e-324 && c == 1.0);
    sut_sincos((double)INFINITY, &s, &c);
    CHECK(isnan(s) && isnan(c));
    sut_sincos((double)NAN, &s, &c);
    CHECK(isnan(s) && isnan(c));
    sut_sincos(1e300, &s, &c);
    CHECK(isnan(s) && isnan(c));
}

TEST(sincos_beyond_the_exact_range_stays_on_the_circle) {
    uint64_t seed = 3;
    for (int i = 0; i < 1000; i++) {
        CASE("i %d", i);
        double s;
        double c;
        sut_sincos(random_in(&seed, 1e9, 4e15), &s, &c);
        // the angle is wrong by x times 1e-16 at most, below 1 rad: the kernels go past pi/4
        CHECK_NEAR(s * s + c * c, 1.0, 1e-3);
    }
}

TEST(atan2_is_within_one_ulp) {
    uint64_t seed = 4;
    double worst = 0.0;
    for (int i = 0; i < 300000; i++) {
        double y = random_in(&seed, -1.0, 1.0);
        double x = random_in(&seed, -1.0, 1.0);
        double small = x * 0x1p-40;
        worst = fmax(worst, ulps(sut_atan2(y, x), atan2l((long double)y, (long double)x)));
        worst = fmax(worst, ulps(sut_atan2(small, y), atan2l((long double)small, (long double)y)));
        worst = fmax(worst, ulps(sut_atan2(y, small), atan2l((long double)y, (long double)small)));
    }
    // near axes, diagonals and the steps of the table
    for (int k = -16; k <= 16; k++) {
        for (int j = -3; j <= 3; j++) {
            double y = (k + 1e-15 * j) / 16.0;
            worst = fmax(worst, ulps(sut_atan2(y, 1.0), atan2l((long double)y, 1.0L)));
            worst = fmax(worst, ulps(sut_atan2(1.0, y), atan2l(1.0L, (long double)y)));
            worst = fmax(worst, ulps(sut_atan2(-1.0, y), atan2l(-1.0L, (long double)y)));
        }
    }
    CHECK_LE(worst, 0.6); // half from the last rounding, the rest carries twice the digits
}

TEST(atan2_of_special_values_is_that_of_c) {
    static const double v[] = {0.0,    -0.0,   1.0,    -1.0,    1e-300,           -1e-300,
                               1e300,  -1e300, 5e-324, -5e-324, (double)INFINITY, -(double)INFINITY,
                               1e-200, 3e200};
    int count = (int)(sizeof v / sizeof v[0]);
    for (int i = 0; i < count; i++) {
        CASE("i %d", i);
        for (int j = 0; j < count; j++) {
            CASE("j %d", j);
            double got = sut_atan2(v[i], v[j]);
            double exact = (double)atan2l((long double)v[i], (long double)v[j]);
            CHECK_NEAR(got, exact, 0x1p-52 * fabs(exact)); // one unit in the last place
            CHECK_EQ_INT(signbit(got) != 0, signbit(exact) != 0);
        }
    }
    CHECK(isnan(sut_atan2((double)NAN, 1.0)));
    CHECK(isnan(sut_atan2(1.0, (double)NAN)));
}

TEST(bits_do_not_depend_on_the_compiler) {
    uint64_t seed = 5;
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < 20000; i++) {
        double angle = random_in(&seed, -1e9, 1e9);
        double y = random_in(&seed, -1.0, 1.0);
        double x = random_in(&seed, -1.0, 1.0);
        double v[3];
        sut_sincos(angle, &v[0], &v[1]);
        v[2] = sut_atan2(y, x);
        unsigned char bytes[sizeof v];
        memcpy(bytes, v, sizeof v);
        for (size_t j = 0; j < sizeof v; j++) {
            hash = (hash ^ bytes[j]) * 1099511628211u; // FNV-1a
        }
    }
    // of gcc 12 and clang 14 at -O0, -O2, -O3; changes when the order of operations does
    CHECK_EQ_U64(hash, 0x33713d1768cd9711u);
}
