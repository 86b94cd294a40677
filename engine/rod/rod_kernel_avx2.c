// SPDX-License-Identifier: MIT
// rod_kernel_avx2.c -- the loops of rod_kernel.c, four elements at a time where the machine can.
// Compiled with -mavx2 and without fused multiply-add: the bits are those of the baseline.
#define SUT_KERNEL_AVX2
#include "rod/rod_kernel.c" // NOLINT(bugprone-suspicious-include): one source, two instruction sets
