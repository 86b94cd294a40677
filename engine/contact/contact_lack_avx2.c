// SPDX-License-Identifier: MIT
// contact_lack_avx2.c -- contact_lack.c for machines that have four lanes.
// Compiled with -mavx2 and without fused multiply-add: the bits are those of the baseline.
#define SUT_KERNEL_AVX2
#include "contact/contact_lack.c" // NOLINT(bugprone-suspicious-include): one source, two sets
