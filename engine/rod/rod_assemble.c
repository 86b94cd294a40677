// SPDX-License-Identifier: MIT
// rod_assemble.c -- the block-banded matrix of the step: derivative of the residual by w. Three
// grades: the everyday one (rod_kernel.c) leaves out the second derivative of the bending angles;
// the exact one (rod_exact.c) leaves out nothing local; the safe one also leaves out whatever could
// make it indefinite, and serves when one of the others is. docs/theory/assembly.md
#include "rod/rod.h"

#include <string.h>

// A pinned vertex does not move: its row and column become those of the identity, on the scale of
// its inertia so that the pivots stay comparable.
static void pin_block(sut_rod *r, int i, int from, int to) {
    double *b = r->work.band.block + (ptrdiff_t)i * SUT_BAND_BLOCK;
    if (i >= from && i < to) {
        memset(b, 0, SUT_BAND_BLOCK * sizeof(double));
        b[0] = b[3] = b[5] = r->work.inertia[i];
    }
    if (i - 1 >= from && i - 1 < to) {
        memset(b - SUT_BAND_BLOCK + SUT_BAND_O1, 0, 9 * sizeof(double));
    }
    if (i - 2 >= from && i - 2 < to) {
        memset(b - 2 * SUT_BAND_BLOCK + SUT_BAND_O2, 0, 9 * sizeof(double));
    }
}

void sut_rod_assemble_part(sut_rod *r, int from, int to) {
    r->def.kernel->assemble(r, from, to);
    sut_rod_plane_assemble(r, from, to);
    sut_rod_loss_blocks(r, from, to);
    sut_rod_load_blocks(r, from, to);
    sut_rod_portal_blocks(r, from, to);
    for (int k = 0; k < r->chain.pin_count; k++) {
        pin_block(r, r->chain.pins[k].vertex, from, to);
    }
}

void sut_rod_assemble(sut_rod *r) {
    if (!r->work.exact) {
        sut_rod_assemble_part(r, 0, r->body.n);
        return;
    }
    r->def.kernel->assemble(r, 0, r->body.n);
    r->def.kernel->exact(r);
    sut_rod_loss_blocks(r, 0, r->body.n);
    sut_rod_load_blocks(r, 0, r->body.n);
    sut_rod_portal_blocks(r, 0, r->body.n);
    for (int k = 0; k < r->chain.pin_count; k++) {
        pin_block(r, r->chain.pins[k].vertex, 0, r->body.n);
    }
}
