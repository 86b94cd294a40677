// SPDX-License-Identifier: MIT
// spring.c -- springs on the edges of a mesh: matrix and strain. docs/theory/tissue.md#springs
#include "tissue/element.h"

#include <math.h>

void sut_edges_assemble(const sut_edges *s, double viscous, double damper, const double *x,
                        const sut_blocks *m) {
    int last = sut_part_last(m, s->count);
    for (int e = sut_part_first(m, s->count); e < last; e++) {
        int node[2] = {s->node[0][e], s->node[1][e]};
        const double *o = &x[3 * (ptrdiff_t)node[0]];
        const double *p = &x[3 * (ptrdiff_t)node[1]];
        double d[3] = {p[0] - o[0], p[1] - o[1], p[2] - o[2]};
        double length = sqrt((d[0] * d[0] + d[1] * d[1]) + d[2] * d[2]);
        double rest = s->rest[e];
        double i = 1.0 / (length > 1e-9 * rest ? length : 1e-9 * rest);
        double k = s->stiffness[e];
        // a compressed spring pushes sideways: that share would be negative and is left out
        double across = length > rest ? k * (1.0 - rest * i) : 0.0;
        double along = k * (1.0 + viscous) + damper - across;
        sut_element_blocks block;
        for (int j = 0; j < 9; j++) {
            block[1][1][j] = along * (i * d[j / 3]) * (i * d[j % 3]);
        }
        for (int j = 0; j < 9; j += 4) {
            block[1][1][j] += across;
        }
        sut_element_add(m, 2, node, &s->pair[e], block);
    }
}

static double strain_of(const sut_edges *s, int e) {
    return fabs(s->start[e] / s->rest[e] - 1.0);
}

double sut_edges_strain_peak(const sut_edges *s, double above) {
    for (int e = 0; e < s->count; e++) {
        double strain = strain_of(s, e);
        above = strain > above ? strain : above;
    }
    return above;
}

void sut_edges_strain(const sut_edges *s, double *node) {
    for (int e = 0; e < s->count; e++) {
        double strain = strain_of(s, e);
        for (int c = 0; c < 2; c++) {
            double *to = &node[s->node[c][e]];
            *to = strain > *to ? strain : *to;
        }
    }
}
