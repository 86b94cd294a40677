// SPDX-License-Identifier: MIT
// band_wasm.c -- the band solver built for WebAssembly: do two lanes give the bits of one?
// tools/check_wasm.sh builds it without a C library and runs it.
#include "linalg/band_kernel.h"

#include <string.h>

#define MOST 64 // vertices

//---- what the compiler asks for ------------------------------------------------------------------
// The empty statements keep it from making a call of the same function out of each loop.
void *memmove(void *to, const void *from, size_t size) {
    char *a = to;
    const char *b = from;
    for (size_t i = 0; i < size; i++) {
        size_t k = a < b ? i : size - 1 - i;
        a[k] = b[k];
        __asm__ volatile("");
    }
    return to;
}

void *memcpy(void *to, const void *from, size_t size) {
    return memmove(to, from, size);
}

void *memset(void *to, int value, size_t size) {
    char *a = to;
    for (size_t i = 0; i < size; i++) {
        a[i] = (char)value;
        __asm__ volatile("");
    }
    return to;
}

//---- the test ------------------------------------------------------------------------------------
static double block[2][SUT_BAND_BLOCK * MOST] __attribute__((aligned(64)));
static double x[2][3 * MOST];
static unsigned long long seed = 1;

static double share(void) {
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(seed >> 11) / 9007199254740992.0 - 0.5;
}

// Diagonals outweigh the rest: positive definite.
static void make(int n) {
    for (int i = 0; i < n * SUT_BAND_BLOCK; i++) {
        int k = i % SUT_BAND_BLOCK;
        double value = share() + (k == 0 || k == 3 || k == 5 ? 20.0 : 0.0);
        block[0][i] = value;
        block[1][i] = value;
    }
    for (int i = 0; i < 3 * n; i++) {
        x[0][i] = share();
        x[1][i] = x[0][i];
    }
}

// Values of factor and solution that differ, for n vertices, factorised and solved at once or one
// after the other; 2 <= n <= MOST.
int differences(int n, bool at_once) __attribute__((export_name("differences")));
int differences(int n, bool at_once) {
    const sut_band_kernel *kernel[2] = {&sut_band_kernel_scalar, &sut_band_kernel_pair};
    make(n);
    for (int k = 0; k < 2; k++) {
        sut_band band = {n, block[k]};
        if (sut_band_factor_with(kernel[k], &band, at_once ? x[k] : NULL, NULL) >= 0) {
            return -1;
        }
        if (!at_once) {
            sut_band_solve_with(kernel[k], &band, x[k], NULL);
        }
    }
    int count = 0;
    for (int i = 0; i < n * SUT_BAND_BLOCK; i++) {
        count += block[0][i] != block[1][i]; // exactly: the two promise the same bits
    }
    for (int i = 0; i < 3 * n; i++) {
        count += x[0][i] != x[1][i];
    }
    return count;
}
