// SPDX-License-Identifier: MIT
// tiny.h -- take numbers below 2.3e-308 for zero.
//
// Along a long thread whatever happens at one end fades by a constant share per vertex, in the
// matrix as well as in the displacements. Such numbers never reach zero: they stop at those with a
// few bits only, which processors handle by the way and slowly. A step of 30 000 vertices took a
// fifth longer because of them. Nothing that a thread does depends on them.
#ifndef SUT_BASE_TINY_H
#define SUT_BASE_TINY_H

#if defined(__SSE2__)

#include <xmmintrin.h>

// What the thread of execution had before, for sut_tiny_restore.
static inline unsigned sut_tiny_ignore(void) {
    enum { RESULTS = 0x8000, OPERANDS = 0x0040 };
    unsigned before = _mm_getcsr();
    _mm_setcsr(before | RESULTS | OPERANDS);
    return before;
}

static inline void sut_tiny_restore(unsigned before) {
    _mm_setcsr(before);
}

#else

static inline unsigned sut_tiny_ignore(void) {
    return 0;
}

static inline void sut_tiny_restore(unsigned before) {
    (void)before;
}

#endif

#endif
