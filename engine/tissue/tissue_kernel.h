// SPDX-License-Identifier: MIT
// tissue_kernel.h -- the loops over elements that a step spends its time in, compiled twice from
// one source: for every machine, and for those with AVX2. The bits are the same.
//
// Elements are taken in groups of SUT_LANES: corners are gathered, the group is computed in
// registers, forces are scattered element by element, so sums have one order. Arrays of elements
// have room for whole groups; what fills up the last one is a copy of the last element whose
// stiffness is zero. Places and forces are read and written four numbers at a time: x and force
// have room for one more than 3 n.
#ifndef SUT_TISSUE_KERNEL_H
#define SUT_TISSUE_KERNEL_H

#include "tissue/tissue_internal.h"

enum { SUT_LANES = 4 };

static inline int sut_lanes_up(int count) {
    return (count + SUT_LANES - 1) / SUT_LANES * SUT_LANES;
}

// det C of a triangle below which 1/det C goes on as a parabola.
#define SUT_AREA_FLOOR 0.02

// x[3 n + 1]: places of the nodes. `add` adds forces to force[3 n + 1]; `viscous` is the damping
// time over that of the substep, `damper` the damping coefficient over it (N/m).
typedef struct sut_tissue_kernel {
    const char *name;
    void (*tets_start)(sut_tets *s, const double *x);
    void (*tris_start)(sut_tris *s, const double *x);
    void (*hinges_start)(sut_hinges *s, const double *x);
    void (*edges_start)(sut_edges *s, const double *x);
    sut_element_energy (*tets_add)(const sut_tets *s, double viscous, const double *x,
                                   double *force);
    sut_element_energy (*tris_add)(const sut_tris *s, double viscous, const double *x,
                                   double *force);
    sut_element_energy (*hinges_add)(const sut_hinges *s, double viscous, const double *x,
                                     double *force);
    sut_element_energy (*edges_add)(const sut_edges *s, double viscous, double damper,
                                    const double *x, double *force);
} sut_tissue_kernel;

const sut_tissue_kernel *sut_tissue_kernel_baseline(void);
const sut_tissue_kernel *sut_tissue_kernel_best(void); // of this machine

// The rotation R that is nearest to f (3x3 by rows), det R = 1 also where f is inverted. Slow and
// for every f; solid.c
void sut_nearest_rotation(const double f[9], double r[9]);

#endif
