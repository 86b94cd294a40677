// SPDX-License-Identifier: MIT
// bench_tissue.h -- tissues as the benchmark measures them.
#ifndef SUT_BENCH_TISSUE_H
#define SUT_BENCH_TISSUE_H

#include "sutura/mesh.h"
#include "tissue/tissue_parts.h"

// One tissue that is led through a motion: held on one side, pulled to and fro on the other.
typedef struct sut_bench_tissue {
    sut_memory memory;
    sut_mesh *mesh;
    sut_tissue *tissue;
    double time;
    sut_vec3 gravity;
} sut_bench_tissue;

// A vessel of 1 mm radius with a wall of 0.2 mm; a skin pad of 40 x 30 x 6 mm; a tube of the
// published constants. False: no memory.
bool sut_bench_vessel_make(sut_bench_tissue *b, int around, int along);
bool sut_bench_pad_make(sut_bench_tissue *b, int nx, int ny, int nz);
bool sut_bench_membrane_make(sut_bench_tissue *b, int around, int along);
bool sut_bench_tube_make(sut_bench_tissue *b, int elements);
void sut_bench_tissue_free(sut_bench_tissue *b);
bool sut_bench_tissue_step(sut_bench_tissue *b, double h); // false: not solved

#endif
