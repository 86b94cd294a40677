// SPDX-License-Identifier: MIT
// tissue_pending.c -- the calls of sutura/tissue.h as long as the engine does not have them.
#include "sutura/tissue.h"

#include <math.h>

sut_tissue_def sut_default_tissue_def(void) {
    return (sut_tissue_def){.rest = {1.0, 1.0, 1.0},
                            .rest_axes = {0.0, 0.0, 0.0, 1.0},
                            .young = 1e5,
                            .poisson = 0.45,
                            .density = 1000.0,
                            .friction = 0.2,
                            .damping_strain = 2e-3,
                            .piercing = {.friction = -1.0},
                            .tearing = {.floor = 0.4}};
}

sut_support_def sut_default_support_def(void) {
    return (sut_support_def){.axes = SUT_AXIS_ALL, .from = -HUGE_VAL, .until = HUGE_VAL};
}

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
