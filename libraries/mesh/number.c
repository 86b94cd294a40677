// SPDX-License-Identifier: MIT
// number.c -- decimal numbers, correctly rounded whatever the locale.
#include "text.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 400, DIGITS = 18, LARGEST_EXPONENT = 100000 };

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// how NaN and infinity are written by C, by others, and by old compilers
static bool odd_number(sut_word w, double *out) {
    static const char *const nans[] = {"nan",     "-nan",     "+nan",   "nan(ind)", "-nan(ind)",
                                       "1.#qnan", "-1.#qnan", "1.#ind", "-1.#ind",  NULL};
    static const char *const infinities[] = {
        "inf", "+inf", "-inf", "infinity", "-infinity", "+infinity", "1.#inf", "-1.#inf", NULL};
    for (int i = 0; nans[i] != NULL; i++) {
        if (sut_word_is_any_case(w, nans[i])) {
            *out = (double)NAN;
            return true;
        }
    }
    for (int i = 0; infinities[i] != NULL; i++) {
        if (sut_word_is_any_case(w, infinities[i])) {
            *out = HUGE_VAL;
            return true;
        }
    }
    return false;
}

typedef struct decimal {
    bool negative;
    uint64_t mantissa; // of the first digits
    int digits;        // that count
    int exponent;      // of ten, for the mantissa
} decimal;

static bool scan_exponent(const char *p, const char *end, int *out) {
    bool negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) {
        p++;
    }
    int value = 0;
    const char *first = p;
    for (; p < end && is_digit(*p); p++) {
        value = value < LARGEST_EXPONENT ? value * 10 + (*p - '0') : value;
    }
    *out = negative ? -value : value;
    return p > first && p == end;
}

static bool scan(sut_word w, decimal *d) {
    const char *p = w.text;
    const char *end = w.text + w.length;
    *d = (decimal){.negative = p < end && *p == '-'};
    if (p < end && (*p == '-' || *p == '+')) {
        p++;
    }
    bool any = false;
    bool fraction = false;
    for (; p < end && (is_digit(*p) || (*p == '.' && !fraction)); p++) {
        if (*p == '.') {
            fraction = true;
            continue;
        }
        any = true;
        // zeros in front do not count as digits; those beyond the mantissa shift it
        if (d->digits < DIGITS + 2) {
            d->mantissa =
                d->digits < DIGITS ? d->mantissa * 10 + (uint64_t)(*p - '0') : d->mantissa;
            d->digits += d->mantissa > 0;
        }
        d->exponent -= fraction;
    }
    if (!any) {
        return false;
    }
    if (p == end) {
        return true;
    }
    int ten = 0;
    if ((*p != 'e' && *p != 'E') || !scan_exponent(p + 1, end, &ten)) {
        return false;
    }
    d->exponent += ten;
    return true;
}

// strtod rounds correctly but reads the decimal point of the locale
static bool convert(sut_word w, double *out) {
    char text[LONGEST + 16];
    const char *point = localeconv()->decimal_point;
    size_t point_length = strlen(point);
    if (w.length >= LONGEST || point_length > 8) {
        return false;
    }
    size_t n = 0;
    for (size_t i = 0; i < w.length; i++) {
        if (w.text[i] == '.') {
            memcpy(text + n, point, point_length);
            n += point_length;
        } else {
            text[n++] = w.text[i];
        }
    }
    text[n] = '\0';
    *out = strtod(text, NULL);
    return true;
}

bool sut_word_number(sut_word w, double *out) {
    static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    decimal d;
    if (!scan(w, &d)) {
        return odd_number(w, out);
    }
    // whole numbers up to 2^53 and powers of ten up to 22 are exact, and so one rounding is right
    if (d.digits <= DIGITS && d.mantissa <= (uint64_t)1 << 53 && abs(d.exponent) <= 22) {
        double m = (double)d.mantissa;
        double value = d.exponent < 0 ? m / tens[-d.exponent] : m * tens[d.exponent];
        *out = d.negative ? -value : value;
        return true;
    }
    return convert(w, out);
}

bool sut_word_integer(sut_word w, long long *out) {
    size_t i = w.length > 0 && (w.text[0] == '-' || w.text[0] == '+') ? 1 : 0;
    if (i == w.length || w.length - i > 18) {
        return false;
    }
    long long value = 0;
    for (; i < w.length; i++) {
        if (!is_digit(w.text[i])) {
            return false;
        }
        value = value * 10 + (w.text[i] - '0');
    }
    *out = w.text[0] == '-' ? -value : value;
    return true;
}
