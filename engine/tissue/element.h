// SPDX-License-Identifier: MIT
// element.h -- what the kinds of elements offer beside the loops of tissue_kernel.h: rest shape,
// matrix and strain.
#ifndef SUT_TISSUE_ELEMENT_H
#define SUT_TISSUE_ELEMENT_H

#include "tissue/tissue_internal.h"

// Where the matrix of a tissue is collected: 3x3 blocks by rows of every node and of every pair.
typedef struct sut_blocks {
    double *diagonal, *off_diagonal;
    int part, parts; // which of so many equal parts of the elements are added
} sut_blocks;

// Elements first .. last - 1 are those of its part.
static inline int sut_part_first(const sut_blocks *m, int count) {
    return (int)((int64_t)count * m->part / m->parts);
}

static inline int sut_part_last(const sut_blocks *m, int count) {
    return (int)((int64_t)count * (m->part + 1) / m->parts);
}

static inline void sut_block_add(double *to, const double b[9]) {
    for (int k = 0; k < 9; k++) {
        to[k] += b[k];
    }
}

// Block (first corner, second corner) of a pair as elements note it.
static inline void sut_pair_add(const sut_blocks *m, int pair, const double b[9]) {
    double *to = &m->off_diagonal[9 * (ptrdiff_t)(pair / 2)];
    if (pair % 2 == 0) {
        sut_block_add(to, b);
        return;
    }
    for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++) {
            to[3 * k + l] += b[3 * l + k];
        }
    }
}

// Blocks of an element whose forces do not change when all its corners move alike: those of the
// corners 1 .. corners - 1 are given, block[c][d] with d >= c; corner 0 gets what makes the sums of
// rows and columns zero. `pair` lists the pairs 01 02 .. 12 .. as elements do.
enum { SUT_CORNERS = 4 };
typedef double sut_element_blocks[SUT_CORNERS][SUT_CORNERS][9];
void sut_element_add(const sut_blocks *m, int corners, const int *node, const int *pair,
                     sut_element_blocks block);

//---- solid.c -------------------------------------------------------------------------------------
// Rest shape of element e from the places of its corners without load; false: flat or inverted.
bool sut_tets_define(sut_tets *s, int e, const sut_vec3 x[4]);
void sut_tets_assemble(const sut_tets *s, double viscous, const double *x, const sut_blocks *m);
// Strain (largest |principal stretch - 1|) of the shape that `start` looked at: the largest one if
// it is above `above`, else `above`; and the largest of the elements at every node.
double sut_tets_strain_peak(const sut_tets *s, double above);
void sut_tets_strain(const sut_tets *s, double *node);

//---- shell.c -------------------------------------------------------------------------------------
bool sut_tris_define(sut_tris *s, int e, const sut_vec3 x[3], double young, double thickness);
void sut_tris_assemble(const sut_tris *s, double viscous, const double *x, const sut_blocks *m);
double sut_tris_strain_peak(const sut_tris *s, double above);
void sut_tris_strain(const sut_tris *s, double *node);

//---- hinge.c -------------------------------------------------------------------------------------
// Stiffness from the places without load, `bending` in N m; rest angles are taken by `rest`.
void sut_hinges_define(sut_hinges *s, int e, const sut_vec3 x[4], double bending);
void sut_hinges_rest(sut_hinges *s); // what `start` looked at is at rest
void sut_hinges_assemble(const sut_hinges *s, double viscous, const double *x, const sut_blocks *m);

//---- spring.c ------------------------------------------------------------------------------------
void sut_edges_assemble(const sut_edges *s, double viscous, double damper, const double *x,
                        const sut_blocks *m);
double sut_edges_strain_peak(const sut_edges *s, double above);
void sut_edges_strain(const sut_edges *s, double *node);

#endif
