// SPDX-License-Identifier: MIT
// scale.h -- numbers as people read them: prefixes, round steps for axes.
#ifndef SUT_OUTPUT_SCALE_H
#define SUT_OUTPUT_SCALE_H

#include <stddef.h>

// A decimal prefix and its factor: value / factor is between 1 and 1000.
typedef struct sut_prefix {
    const char *text; // "m", "µ" (UTF-8), ""
    double factor;
} sut_prefix;
sut_prefix sut_scale_prefix(double magnitude);

// "12.3 mN"; "0 N" for nothing.
// The value, or 0 where it is nothing but rounding beside something of the given size.
double sut_scale_without_noise(double value, double size);
void sut_scale_quantity(char *out, size_t size, double value, const char *unit);

// Round values that cover low..high in about `wanted` steps of 1, 2 or 5 times a power of ten.
typedef struct sut_ticks {
    double first, step;
    int count;
    int decimals; // that their labels need
} sut_ticks;
sut_ticks sut_scale_ticks(double low, double high, int wanted);
double sut_scale_tick(const sut_ticks *t, int i);

// Largest of 1, 2, 5 times a power of ten that is at most x (> 0).
double sut_scale_round_down(double x);

#endif
