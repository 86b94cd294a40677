// SPDX-License-Identifier: MIT
// rod_assemble.c -- the block-banded matrix of the step: derivative of the residual by w. Three
// grades: the everyday one (rod_kernel.c) leaves out the second derivative of the bending angles;
// the exact one (rod_exact.c) leaves out nothing local; the safe one also leaves out whatever could
// make it indefinite, and serves when one of the others is. docs/theory/assembly.md
#include "rod/rod.h"

#include <string.h>

// A pinned vertex does not move: its row and column become those of the identity, on the scale of
// its inertia so that the pivots stay comparable.
static void pin_block(sut_rod *r, int i) {
    double *b = r->band.block + (size_t)i * SUT_BAND_BLOCK;
    memset(b, 0, SUT_BAND_BLOCK * sizeof(double));
    b[0] = b[3] = b[5] = r->inertia[i];
    if (i >= 1) {
        memset(b - SUT_BAND_BLOCK + 6, 0, 9 * sizeof(double));
    }
    if (i >= 2) {
        memset(b - 2 * SUT_BAND_BLOCK + 15, 0, 9 * sizeof(double));
    }
}

void sut_rod_assemble(sut_rod *r) {
    r->kernel->assemble(r);
    if (r->exact) {
        sut_rod_exact_blocks(r);
    } else {
        sut_rod_plane_assemble(r);
    }
    sut_rod_loss_blocks(r);
    sut_rod_load_blocks(r);
    for (int k = 0; k < r->pin_count; k++) {
        pin_block(r, r->pins[k].vertex);
    }
}
