// SPDX-License-Identifier: MIT
// tissue_kernel_select.c -- which of the two compilations of tissue_kernel.c this machine can run.
#include "tissue/tissue_kernel.h"

extern const sut_tissue_kernel sut_tissue_kernel_plain;

const sut_tissue_kernel *sut_tissue_kernel_baseline(void) {
    return &sut_tissue_kernel_plain;
}

#ifdef SUT_HAVE_AVX2
extern const sut_tissue_kernel sut_tissue_kernel_avx2;

const sut_tissue_kernel *sut_tissue_kernel_best(void) {
    return __builtin_cpu_supports("avx2") ? &sut_tissue_kernel_avx2 : &sut_tissue_kernel_plain;
}
#else
const sut_tissue_kernel *sut_tissue_kernel_best(void) {
    return &sut_tissue_kernel_plain;
}
#endif
