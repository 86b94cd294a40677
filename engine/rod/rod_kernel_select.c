// SPDX-License-Identifier: MIT
// rod_kernel_select.c -- which of the two compilations of rod_kernel.c this machine can run.
#include "rod/rod_kernel.h"

extern const sut_rod_kernel sut_rod_kernel_plain;

const sut_rod_kernel *sut_rod_kernel_baseline(void) {
    return &sut_rod_kernel_plain;
}

#ifdef SUT_HAVE_AVX2
extern const sut_rod_kernel sut_rod_kernel_avx2;

const sut_rod_kernel *sut_rod_kernel_best(void) {
    return __builtin_cpu_supports("avx2") ? &sut_rod_kernel_avx2 : &sut_rod_kernel_plain;
}
#else
const sut_rod_kernel *sut_rod_kernel_best(void) {
    return &sut_rod_kernel_plain;
}
#endif
