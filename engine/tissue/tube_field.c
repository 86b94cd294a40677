// SPDX-License-Identifier: MIT
// tube_field.c -- matrices of one spline of a tube: products and factors. docs/theory/tube.md
#include "tissue/tube.h"

#include <string.h>

// Quintic Hermite functions on 0 .. 1 by powers: value, first and second derivative at the left
// end, then at the right one.
static const double power[6][6] = {
    {1.0, 0.0, 0.0, -10.0, 15.0, -6.0}, {0.0, 1.0, 0.0, -6.0, 8.0, -3.0},
    {0.0, 0.0, 0.5, -1.5, 1.5, -0.5},   {0.0, 0.0, 0.0, 10.0, -15.0, 6.0},
    {0.0, 0.0, 0.0, -4.0, 7.0, -3.0},   {0.0, 0.0, 0.0, 0.5, -1.0, 0.5},
};

double sut_tube_shape(int function, double z) {
    double sum = 0.0;
    for (int p = 5; p >= 0; p--) {
        sum = sum * z + power[function][p];
    }
    return sum;
}

static double product(const double *a, const double *b) {
    double sum = 0.0;
    for (int p = 0; p < 6; p++) {
        for (int q = 0; q < 6; q++) {
            sum += a[p] * b[q] / (p + q + 1);
        }
    }
    return sum;
}

void sut_tube_integrate(sut_tube *tube) {
    double slope[6][6] = {{0.0}};
    for (int i = 0; i < 6; i++) {
        for (int p = 1; p < 6; p++) {
            slope[i][p - 1] = p * power[i][p];
        }
    }
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            tube->m[i][j] = product(power[i], power[j]);
            tube->k[i][j] = product(slope[i], slope[j]);
        }
    }
    static const double one[6] = {1.0};
    for (int q = 0; q < SUT_TUBE_ORDER; q++) {
        tube->weight[q] = product(power[q], one);
    }
}

double sut_tube_weight(const sut_tube *tube, int node, int order) {
    double w = tube->weight[order];
    double mirrored = order == 1 ? -w : w;
    return tube->length * ((node < tube->n - 1 ? w : 0.0) + (node > 0 ? mirrored : 0.0));
}

void sut_tube_apply(const sut_tube *tube, const sut_tube_law law[3], const double *a,
                    const double *v, const double *x, double *out) {
    double mass[3], loss[3], stiffness[3];
    for (int c = 0; c < 3; c++) {
        mass[c] = a ? law[c].mass * tube->length : 0.0;
        loss[c] = v ? law[c].loss * tube->length : 0.0;
        stiffness[c] = x ? law[c].stiffness / tube->length : 0.0;
    }
    const double *any = a ? a : v ? v : x;
    if (!any) {
        return; // nothing moves
    }
    a = a ? a : any;
    v = v ? v : any;
    x = x ? x : any;
    for (int e = 0; e + 1 < tube->n; e++) {
        ptrdiff_t first = 9 * (ptrdiff_t)e;
        double inertia[18], pull[18];
        for (int j = 0; j < 18; j++) {
            int c = j % 3;
            inertia[j] = mass[c] * a[first + j] + loss[c] * v[first + j];
            pull[j] = stiffness[c] * x[first + j];
        }
        for (int i = 0; i < 6; i++) {
            double sum[3] = {0.0, 0.0, 0.0};
            for (int j = 0; j < 6; j++) {
                for (int c = 0; c < 3; c++) {
                    sum[c] += tube->m[i][j] * inertia[3 * j + c] + tube->k[i][j] * pull[3 * j + c];
                }
            }
            for (int c = 0; c < 3; c++) {
                out[first + 3 * i + c] += sum[c];
            }
        }
    }
}

static bool same_holds(const sut_tube *tube, const sut_tube_field *f, int a, int b) {
    const sut_tube_law *p = &f->law[a];
    const sut_tube_law *q = &f->law[b];
    // laws are copies of one another or differ by a factor of two
    if (p->mass != q->mass || p->loss != q->loss || p->stiffness != q->stiffness) {
        return false;
    }
    for (int i = 0; i < 3 * tube->n; i++) {
        if ((f->holds[i] >> a & 1) != (f->holds[i] >> b & 1)) {
            return false;
        }
    }
    return true;
}

static void fill(const sut_tube *tube, const sut_tube_field *f, int component, double h,
                 sut_tube_band *b) {
    enum { WIDTH = SUT_TUBE_BAND + 1 };
    const sut_tube_law *law = &f->law[component];
    double m = (law->mass + 0.5 * h * law->loss) * tube->length;
    double k = 0.25 * h * h * law->stiffness / tube->length;
    b->n = 3 * tube->n;
    memset(b->entry, 0, WIDTH * (size_t)b->n * sizeof(double));
    for (int e = 0; e + 1 < tube->n; e++) {
        for (int i = 0; i < 6; i++) {
            double *row = &b->entry[WIDTH * (3 * (ptrdiff_t)e + i)];
            for (int j = 0; j <= i; j++) {
                bool held = (f->holds[3 * e + i] | f->holds[3 * e + j]) >> component & 1;
                row[i - j] += held ? 0.0 : m * tube->m[i][j] + k * tube->k[i][j];
            }
        }
    }
    for (int i = 0; i < b->n; i++) {
        if (f->holds[i] >> component & 1) {
            b->entry[WIDTH * (ptrdiff_t)i] = 1.0;
        }
    }
}

bool sut_tube_factor(sut_tube *tube, sut_tube_field *f, double h) {
    f->factor_runs = 0;
    for (int c = 0; c < 3; c++) {
        f->factor[c] = -1;
        for (int d = 0; d < c && f->factor[c] < 0; d++) {
            f->factor[c] = same_holds(tube, f, c, d) ? f->factor[d] : -1;
        }
        if (f->factor[c] < 0) {
            f->factor[c] = f->factor_runs++;
            sut_tube_band *b = &f->band[f->factor[c]];
            fill(tube, f, c, h, b);
            if (!sut_tube_band_factor(b)) {
                return false;
            }
        }
    }
    return true;
}

void sut_tube_solve(const sut_tube_field *f, double *x) {
    for (int i = 0; i < f->band[0].n; i++) {
        for (int c = 0; c < 3; c++) {
            x[3 * (ptrdiff_t)i + c] = f->holds[i] >> c & 1 ? 0.0 : x[3 * (ptrdiff_t)i + c];
        }
    }
    if (f->factor_runs == 1) {
        sut_tube_band_solve(&f->band[0], x, 3);
        return;
    }
    for (int c = 0; c < 3; c++) {
        sut_tube_band_solve(&f->band[f->factor[c]], x + c, 1);
    }
}
