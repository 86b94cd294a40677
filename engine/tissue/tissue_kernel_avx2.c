// SPDX-License-Identifier: MIT
// tissue_kernel_avx2.c -- the loops of tissue_kernel.c, four elements at a time where the machine
// can. Compiled with -mavx2 and without fused multiply-add: the bits are those of the baseline.
#define SUT_KERNEL_AVX2
#include "tissue/tissue_kernel.c" // NOLINT(bugprone-suspicious-include): one source, twice
