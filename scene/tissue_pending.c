// SPDX-License-Identifier: MIT
// tissue_pending.c -- the calls of sutura/tissue.h as long as the engine does not have them.
#include "sutura/tissue.h"

sut_result sut_tissue_create(sut_world *w, const sut_tissue_def *def, sut_tissue_id *out) {
    (void)w, (void)def, (void)out;
    return SUT_E_CAPACITY;
}

sut_result sut_support_create(sut_world *w, sut_tissue_id tissue, const sut_support_def *def,
                              sut_support_id *out) {
    (void)w, (void)tissue, (void)def, (void)out;
    return SUT_E_CAPACITY;
}

sut_result sut_tissue_get_view(const sut_world *w, sut_tissue_id id, sut_tissue_view *out) {
    (void)w, (void)id, (void)out;
    return SUT_E_ID;
}

sut_result sut_tissue_get_energy(const sut_world *w, sut_tissue_id id, sut_tissue_energy *out) {
    (void)w, (void)id, (void)out;
    return SUT_E_ID;
}

sut_result sut_tissue_get_figures(const sut_world *w, sut_tissue_id id, sut_tissue_figures *out) {
    (void)w, (void)id, (void)out;
    return SUT_E_ID;
}

sut_result sut_support_get_view(const sut_world *w, sut_support_id id, sut_support_view *out) {
    (void)w, (void)id, (void)out;
    return SUT_E_ID;
}
