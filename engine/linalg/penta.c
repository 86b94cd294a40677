// SPDX-License-Identifier: MIT
#include "linalg/penta.h"

#include <math.h>

size_t sut_penta_memory(int n) {
    size_t bytes = 3 * (size_t)n * sizeof(double);
    return (bytes + 63) / 64 * 64;
}

int sut_penta_factor(double *d, double *o1, double *o2, int n) {
    for (int i = 0; i < n; i++) {
        double r = 1.0 / d[i];
        if (!(r > 0.0 && r < (double)INFINITY)) {
            return i;
        }
        d[i] = r;
        if (i + 1 < n) {
            double l1 = o1[i] * r;
            d[i + 1] -= l1 * o1[i];
            if (i + 2 < n) {
                double l2 = o2[i] * r;
                o1[i + 1] -= l1 * o2[i];
                d[i + 2] -= l2 * o2[i];
                o2[i] = l2;
            }
            o1[i] = l1;
        }
    }
    return -1;
}

// b -= l a, by components
static void minus(double *b, double l, const double *a) {
    b[0] -= l * a[0];
    b[1] -= l * a[1];
    b[2] -= l * a[2];
}

void sut_penta_solve3(const double *d, const double *o1, const double *o2, int n, double *x3n) {
    for (ptrdiff_t i = 0; i < n; i++) {
        double *x = x3n + 3 * i;
        if (i + 1 < n) {
            minus(x + 3, o1[i], x);
        }
        if (i + 2 < n) {
            minus(x + 6, o2[i], x);
        }
        x[0] *= d[i];
        x[1] *= d[i];
        x[2] *= d[i];
    }
    for (ptrdiff_t i = (ptrdiff_t)n - 2; i >= 0; i--) {
        double *x = x3n + 3 * i;
        if (i + 2 < n) {
            minus(x, o2[i], x + 6);
        }
        minus(x, o1[i], x + 3);
    }
}
