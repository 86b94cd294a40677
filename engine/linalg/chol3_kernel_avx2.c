// SPDX-License-Identifier: MIT
// chol3_kernel_avx2.c -- chol3_kernel.c with four rows in one register. Compiled with -mavx2 and
// without fused multiply-add: the bits are those of the baseline.
#define SUT_KERNEL_AVX2
#include "linalg/chol3_kernel.c" // NOLINT(bugprone-suspicious-include): one source, two sets
