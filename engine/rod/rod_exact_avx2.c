// SPDX-License-Identifier: MIT
// rod_exact_avx2.c -- rod_exact.c for machines that have four lanes.
// Compiled with -mavx2 and without fused multiply-add: the bits are those of the baseline.
#define SUT_KERNEL_AVX2
#include "rod/rod_exact.c" // NOLINT(bugprone-suspicious-include): one source, two instruction sets
