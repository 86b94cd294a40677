// SPDX-License-Identifier: MIT
// Numbers as text must be what printf makes of them, byte by byte.
#include "check.h"
#include "output/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static uint64_t next_random(uint64_t *s) {
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return *s;
}

static bool same_as_printf(double x) {
    char ours[SUT_NUMBER_MAX + 1];
    char theirs[64];
    *sut_put_double(ours, x) = '\0';
    snprintf(theirs, sizeof theirs, "%.17g", x);
    return CHECK_STR(ours, theirs);
}

TEST(random_bits_as_printf) {
    uint64_t s = 88172645463325252u;
    for (int i = 0; i < 200000; i++) {
        uint64_t bits = next_random(&s);
        double x;
        memcpy(&x, &bits, sizeof x);
        if (!isnan(x) && !same_as_printf(x)) {
            return;
        }
    }
}

TEST(random_lengths_and_forces_as_printf) {
    uint64_t s = 7;
    for (int i = 0; i < 400000; i++) {
        double unit = (double)(next_random(&s) >> 11) / 9007199254740992.0 - 0.5;
        double x = unit * pow(10.0, (double)(next_random(&s) % 40) - 20.0);
        if (!same_as_printf(x)) {
            return;
        }
    }
}

TEST(powers_of_ten_and_their_neighbours_as_printf) {
    for (int e = -320; e <= 308; e++) {
        double x = pow(10.0, e);
        same_as_printf(x);
        same_as_printf(nextafter(x, 0.0));
        same_as_printf(nextafter(x, HUGE_VAL));
        same_as_printf(-x);
    }
    for (int e = -1074; e < 1024; e++) {
        same_as_printf(ldexp(1.0, e));
    }
}

TEST(round_decimals_stay_short) {
    static const double values[] = {0.0, -0.0, 1.0, 0.001, 0.1, 100.0, 1e16, 1e17, 123456.75, 0.5};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        same_as_printf(values[i]);
    }
    same_as_printf(HUGE_VAL);
    same_as_printf(-HUGE_VAL);
}

TEST(integers) {
    char text[SUT_NUMBER_MAX + 1];
    *sut_put_uint(text, 0) = '\0';
    CHECK_STR(text, "0");
    *sut_put_uint(text, 18446744073709551615u) = '\0';
    CHECK_STR(text, "18446744073709551615");
}
