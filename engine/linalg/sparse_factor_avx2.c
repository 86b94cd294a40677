// SPDX-License-Identifier: MIT
// sparse_factor_avx2.c -- sparse_factor.c with a row of a block in one register. Compiled with
// -mavx2 and without fused multiply-add: the bits are those of the baseline.
#define SUT_KERNEL_AVX2
#include "linalg/sparse_factor.c" // NOLINT(bugprone-suspicious-include): one source, two sets
