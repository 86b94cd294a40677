// SPDX-License-Identifier: MIT
#include "output/scale.h"

#include <math.h>
#include <stdio.h>

sut_prefix sut_scale_prefix(double magnitude) {
    static const sut_prefix prefixes[] = {{"G", 1e9},  {"M", 1e6},   {"k", 1e3},
                                          {"", 1.0},   {"m", 1e-3},  {"\xc2\xb5", 1e-6},
                                          {"n", 1e-9}, {"p", 1e-12}, {"f", 1e-15}};
    enum { COUNT = sizeof prefixes / sizeof prefixes[0] };
    double a = fabs(magnitude);
    if (!(a > 0.0) || !isfinite(a)) {
        return (sut_prefix){"", 1.0};
    }
    for (int i = 0; i < COUNT; i++) {
        // 0.9995 m shows as "1 m", not as "1000 mm"
        if (a >= 0.9995 * prefixes[i].factor) {
            return prefixes[i];
        }
    }
    return prefixes[COUNT - 1];
}

double sut_scale_without_noise(double value, double size) {
    // thousands of roundings of 1e-16 each, and far below any digit that is shown
    return fabs(value) < 1e-12 * fabs(size) ? 0.0 : value;
}

void sut_scale_quantity(char *out, size_t size, double value, const char *unit) {
    sut_prefix p = sut_scale_prefix(value);
    double scaled = value / p.factor;
    // below the smallest prefix there is only noise
    if (fabs(scaled) < 1e-3) {
        p = (sut_prefix){"", 1.0};
        scaled = 0.0;
    }
    snprintf(out, size, "%.4g %s%s", scaled, p.text, unit);
}

double sut_scale_round_down(double x) {
    double power = pow(10.0, floor(log10(x)));
    double lead = x / power;
    // a hair of tolerance: 0.1 / 0.01 may come out as 9.999...
    if (lead >= 9.999999) {
        return 10.0 * power;
    }
    return lead >= 4.999999 ? 5.0 * power : (lead >= 1.999999 ? 2.0 * power : power);
}

sut_ticks sut_scale_ticks(double low, double high, int wanted) {
    double range = high - low;
    if (!(range > 0.0) || !isfinite(range)) {
        return (sut_ticks){.first = low, .step = 1.0, .count = 1, .decimals = 0};
    }
    // smallest round step that does not give more intervals than wanted
    double step = sut_scale_round_down(range / wanted);
    if (range / step > wanted + 1e-9) {
        double next = sut_scale_round_down(step * 2.5);
        step = next > step ? next : 2.0 * step;
    }
    sut_ticks t = {.first = ceil(low / step - 1e-9) * step, .step = step};
    t.count = (int)floor((high - t.first) / step + 1e-9) + 1;
    int decimals = (int)ceil(-log10(step) - 1e-9);
    t.decimals = decimals > 0 ? decimals : 0;
    return t;
}

double sut_scale_tick(const sut_ticks *t, int i) {
    double v = t->first + i * t->step;
    return fabs(v) < 1e-9 * t->step ? 0.0 : v;
}
