// SPDX-License-Identifier: MIT
// quad.h -- four numbers side by side, for loops that take four elements at a time.
//
// Only +, -, *, /, sqrt and comparisons, lane by lane: a file that is compiled for wider registers
// as well gives the same bits. Nothing but inline functions.
#ifndef SUT_MATH_QUAD_H
#define SUT_MATH_QUAD_H

#include <math.h>

// at any address that a double may have
typedef double sut_quad __attribute__((vector_size(32), aligned(8), may_alias));
typedef long long sut_quad_mask __attribute__((vector_size(32), aligned(8), may_alias));

// everything here is inlined: no call passes four numbers
#pragma GCC diagnostic ignored "-Wpsabi"

#define SUT_QUAD_INLINE static inline __attribute__((always_inline))

SUT_QUAD_INLINE sut_quad sut_quad_load(const double *from) {
    return *(const sut_quad *)(const void *)from;
}

SUT_QUAD_INLINE void sut_quad_store(double *to, sut_quad a) {
    *(sut_quad *)(void *)to = a;
}

SUT_QUAD_INLINE sut_quad sut_quad_all(double a) {
    return (sut_quad){a, a, a, a};
}

SUT_QUAD_INLINE sut_quad sut_quad_sqrt(sut_quad a) {
    return (sut_quad){sqrt(a[0]), sqrt(a[1]), sqrt(a[2]), sqrt(a[3])};
}

// b also where a is not a number
SUT_QUAD_INLINE sut_quad sut_quad_greater(sut_quad a, sut_quad b) {
    sut_quad_mask m = (sut_quad_mask)(a > b);
    return (sut_quad)((m & (sut_quad_mask)a) | (~m & (sut_quad_mask)b));
}

SUT_QUAD_INLINE sut_quad sut_quad_abs(sut_quad a) {
    const long long all = 0x7fffffffffffffffLL;
    return (sut_quad)((sut_quad_mask)a & (sut_quad_mask){all, all, all, all});
}

SUT_QUAD_INLINE double sut_quad_sum(sut_quad a) {
    return (a[0] + a[1]) + (a[2] + a[3]);
}

#ifdef __has_builtin
#if __has_builtin(__builtin_shufflevector)
#define SUT_QUAD_PICK(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#endif
#endif
#ifndef SUT_QUAD_PICK
#define SUT_QUAD_ONE(a, b, i) ((i) < 4 ? (a)[(i) % 4] : (b)[(i) % 4])
#define SUT_QUAD_PICK(a, b, i, j, k, l)                                                            \
    ((sut_quad){SUT_QUAD_ONE(a, b, i), SUT_QUAD_ONE(a, b, j), SUT_QUAD_ONE(a, b, k),               \
                SUT_QUAD_ONE(a, b, l)})
#endif

// Rows to columns.
SUT_QUAD_INLINE void sut_quad_turn(const sut_quad from[4], sut_quad to[4]) {
    sut_quad a = SUT_QUAD_PICK(from[0], from[1], 0, 4, 2, 6);
    sut_quad b = SUT_QUAD_PICK(from[0], from[1], 1, 5, 3, 7);
    sut_quad c = SUT_QUAD_PICK(from[2], from[3], 0, 4, 2, 6);
    sut_quad d = SUT_QUAD_PICK(from[2], from[3], 1, 5, 3, 7);
    to[0] = SUT_QUAD_PICK(a, c, 0, 1, 4, 5);
    to[1] = SUT_QUAD_PICK(b, d, 0, 1, 4, 5);
    to[2] = SUT_QUAD_PICK(a, c, 2, 3, 6, 7);
    to[3] = SUT_QUAD_PICK(b, d, 2, 3, 6, 7);
}

#endif
