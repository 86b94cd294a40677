// SPDX-License-Identifier: MIT
// times.c -- clocks, and durations of a run in bins, so that memory does not grow with it.
#include "haptic_types.h"

double sut_haptic_clock(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// bin 0 holds what is below a nanosecond
static int bin_of(double us) {
    int exponent;
    double share = frexp(us * 1e3, &exponent); // 0.5 .. 1
    int bin = 1 + (exponent - 1) * 64 + (int)((share - 0.5) * 128.0);
    return bin < 0 ? 0 : (bin >= SUT_TIMES_BINS ? SUT_TIMES_BINS - 1 : bin);
}

// middle of a bin, us
static double value_of(int bin) {
    if (bin == 0) {
        return 0.0;
    }
    double share = 0.5 + ((bin - 1) % 64 + 0.5) / 128.0;
    return ldexp(share, (bin - 1) / 64 + 1) * 1e-3;
}

void sut_times_add(sut_times *t, double us) {
    double value = us > 0.0 ? us : 0.0;
    t->count++;
    t->max = fmax(t->max, value);
    t->bins[value >= 1e-3 ? bin_of(value) : 0]++;
}

static double quantile(const sut_times *t, double q) {
    double wanted = ceil(q * (double)t->count);
    double seen = 0.0;
    for (int i = 0; i < SUT_TIMES_BINS; i++) {
        seen += t->bins[i];
        if (seen >= wanted) {
            return fmin(value_of(i), t->max);
        }
    }
    return t->max;
}

sut_timing sut_times_sum(const sut_times *t) {
    if (t->count == 0) {
        return (sut_timing){0.0, 0.0, 0.0, 0.0};
    }
    return (sut_timing){.median = quantile(t, 0.5),
                        .p99 = quantile(t, 0.99),
                        .p999 = quantile(t, 0.999),
                        .max = t->max};
}
