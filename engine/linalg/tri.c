// SPDX-License-Identifier: MIT
#include "linalg/tri.h"

#include <math.h>

int sut_tri_factor(double *d, double *o, int n) {
    for (int i = 0; i < n; i++) {
        double r = 1.0 / d[i];
        if (!(r > 0.0 && r < (double)INFINITY)) {
            return i;
        }
        d[i] = r;
        if (i + 1 < n) {
            double l = o[i] * r;
            d[i + 1] -= l * o[i];
            o[i] = l;
        }
    }
    return -1;
}

void sut_tri_solve(const double *d, const double *o, int n, double *x) {
    for (int i = 0; i + 1 < n; i++) {
        x[i + 1] -= o[i] * x[i];
    }
    if (n > 0) {
        x[n - 1] *= d[n - 1];
    }
    for (int i = n - 2; i >= 0; i--) {
        x[i] = x[i] * d[i] - o[i] * x[i + 1];
    }
}
