// SPDX-License-Identifier: MIT
// circle.c -- points of a circle by whole parts of a turn: the same bits everywhere, and opposite
// points exactly opposite.
#include "math/scalar.h"
#include "mesh_parts.h"

void sut_circle_point(int i, int n, double *c, double *s) {
    // eighths of a turn in whole numbers: 8 i = octant n + rest
    long long eights = 8LL * (i % n);
    int octant = (int)(eights / n);
    long long rest = eights % n;
    bool mirrored = octant % 2 != 0;
    double sine;
    double cosine;
    sut_sincos(SUT_PI / 4.0 * ((double)(mirrored ? n - rest : rest) / (double)n), &sine, &cosine);

    // the point in the first quarter, then turned by quarters; 0 - v makes no negative zero
    double u = mirrored ? sine : cosine;
    double v = mirrored ? cosine : sine;
    for (int quarter = 0; quarter < octant / 2; quarter++) {
        double old = u;
        u = 0.0 - v;
        v = old;
    }
    *c = u;
    *s = v;
}
