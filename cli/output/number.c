// SPDX-License-Identifier: MIT
// Seventeen digits of a double by exact integer arithmetic.
//
// A double is m 2^e with m below 2^53. Its digits are those of the integer nearest to
//     m 2^e 10^p = (m 5^p) 2^(e+p),   p chosen so that the result has 17 digits.
// For 1e-16 < |x| < 1e17, p is 0..32, 5^p is below 2^75 and the product fits in 128 bits: no
// rounding happens before the last shift, and that one is to nearest, ties to even, as printf does.
// Everything outside of that range goes to snprintf, which is about ten times slower.
#include "output/number.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

__extension__ typedef unsigned __int128 u128;

enum { DIGITS = 17, POWER_MAX = 32 };

static const char digit_pairs[] = "00010203040506070809101112131415161718192021222324"
                                  "25262728293031323334353637383940414243444546474849"
                                  "50515253545556575859606162636465666768697071727374"
                                  "75767778798081828384858687888990919293949596979899";

static u128 power_of_five(int p) {
    static const uint64_t low[] = {
        1u,      5u,       25u,      125u,      625u,       3125u,       15625u,      78125u,
        390625u, 1953125u, 9765625u, 48828125u, 244140625u, 1220703125u, 6103515625u, 30517578125u};
    u128 r = low[p & 15];
    const u128 five16 = 152587890625u;
    return p >= 32 ? r * five16 * five16 : (p >= 16 ? r * five16 : r);
}

// nearest integer to m 10^p 2^e, ties to even; the caller makes sure that it fits
static uint64_t scaled(uint64_t m, int e, int p) {
    u128 product = (u128)m * power_of_five(p);
    int shift = -(e + p);
    if (shift <= 0) {
        return (uint64_t)(product << -shift);
    }
    if (shift > 127) {
        return 0;
    }
    uint64_t whole = (uint64_t)(product >> shift);
    u128 rest = product & (((u128)1 << shift) - 1);
    u128 half = (u128)1 << (shift - 1);
    if (rest > half || (rest == half && (whole & 1u) != 0)) {
        whole++;
    }
    return whole;
}

// the 17 digits of |x| and its decimal exponent; false outside of the exact range
static bool seventeen_digits(double x, uint64_t *digits, int *exponent) {
    // the double nearest to 1e-16 lies below it and would need one power more
    if (!(x > 1e-16 && x < 1e17)) {
        return false;
    }
    int e = 0;
    uint64_t m = (uint64_t)ldexp(frexp(x, &e), 53);
    e -= 53;

    // floor(log10 x) from the binary exponent is right or one too small; 2^(e+52) <= x
    int e10 = (int)floor((e + 52) * 0.30102999566398120);
    for (;; e10++) {
        int p = DIGITS - 1 - e10;
        if (p > POWER_MAX) {
            continue;
        }
        if (p < 0) {
            return false;
        }
        uint64_t d = scaled(m, e, p);
        if (d < UINT64_C(100000000000000000)) {
            *digits = d;
            *exponent = e10;
            return d >= UINT64_C(10000000000000000);
        }
    }
}

// exactly `count` digits of v, most significant first
static void put_digits(char *at, uint64_t v, int count) {
    while (count >= 2) {
        unsigned pair = (unsigned)(v % 100u);
        v /= 100u;
        count -= 2;
        memcpy(at + count, digit_pairs + (size_t)2 * pair, 2);
    }
    if (count == 1) {
        at[0] = (char)('0' + (int)(v % 10u));
    }
}

// 0.00ddd for e10 in -4..-1
static char *put_small(char *at, const char *digits, int count, int e10) {
    *at++ = '0';
    *at++ = '.';
    for (int i = -1; i > e10; i--) {
        *at++ = '0';
    }
    memcpy(at, digits, (size_t)count);
    return at + count;
}

// ddd.ddd for e10 in 0..16
static char *put_plain(char *at, const char *digits, int count, int e10) {
    int whole = e10 + 1;
    for (int i = 0; i < whole; i++) {
        *at++ = digits[i];
    }
    if (count > whole) {
        *at++ = '.';
        memcpy(at, digits + whole, (size_t)(count - whole));
        at += count - whole;
    }
    return at;
}

// d.ddde-NN
static char *put_scientific(char *at, const char *digits, int count, int e10) {
    *at++ = digits[0];
    if (count > 1) {
        *at++ = '.';
        memcpy(at, digits + 1, (size_t)count - 1);
        at += count - 1;
    }
    *at++ = 'e';
    *at++ = e10 < 0 ? '-' : '+';
    put_digits(at, (uint64_t)(e10 < 0 ? -e10 : e10), 2);
    return at + 2;
}

char *sut_put_double(char *at, double x) {
    uint64_t v = 0;
    int e10 = 0;
    if (!seventeen_digits(fabs(x), &v, &e10)) {
        // zero is worth a short cut: planar scenes are full of it
        if (fpclassify(x) == FP_ZERO && !signbit(x)) {
            *at = '0';
            return at + 1;
        }
        char text[SUT_NUMBER_MAX];
        int n = snprintf(text, sizeof text, "%.17g", x);
        memcpy(at, text, (size_t)n);
        return at + n;
    }
    if (signbit(x)) {
        *at++ = '-';
    }
    char digits[DIGITS];
    put_digits(digits, v, DIGITS);
    int count = DIGITS;
    while (count > 1 && digits[count - 1] == '0') {
        count--;
    }
    if (e10 >= 0) {
        return put_plain(at, digits, count, e10);
    }
    return e10 >= -4 ? put_small(at, digits, count, e10) : put_scientific(at, digits, count, e10);
}

char *sut_put_uint(char *at, unsigned long long x) {
    char text[SUT_NUMBER_MAX];
    char *p = text + sizeof text;
    do {
        *--p = (char)('0' + (int)(x % 10u));
        x /= 10u;
    } while (x != 0);
    size_t n = (size_t)(text + sizeof text - p);
    memcpy(at, p, n);
    return at + n;
}

char *sut_put_text(char *at, const char *text) {
    while (*text != '\0') {
        *at++ = *text++;
    }
    return at;
}
