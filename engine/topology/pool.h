// SPDX-License-Identifier: MIT
// pool.h -- memory of one call of the naming: taken piece by piece, given back in one go; the work
// of that call, counted; and its random numbers, the same every time.
#ifndef SUT_TOPOLOGY_POOL_H
#define SUT_TOPOLOGY_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sut_pool_block sut_pool_block;

// Work that a call may still do, in operations of about a nanosecond each. Loops whose length
// not known beforehand count what they do and end where nothing is left; counted, not timed, so
// that the answer does not depend on the machine.
typedef struct sut_work {
    int64_t left;
} sut_work;

// All-zero is an empty pool. Blocks grow, so a call needs about ten of them whatever its size.
typedef struct sut_pool {
    sut_pool_block *last;
    size_t used;    // in the last block
    sut_work *work; // of all pools of the call; null: without limit
} sut_pool;

// A place to return to: everything taken after the mark is given back by the release.
typedef struct sut_pool_mark {
    sut_pool_block *last;
    size_t used;
} sut_pool_mark;

// `count` elements of `size` bytes, aligned to 64, not cleared; null without memory.
void *sut_pool_take(sut_pool *pool, size_t count, size_t size);
sut_pool_mark sut_pool_here(const sut_pool *pool);
void sut_pool_release(sut_pool *pool, sut_pool_mark mark);
void sut_pool_free(sut_pool *pool);

static inline void sut_work_count(sut_work *work, int64_t operations) {
    if (work != NULL) {
        work->left -= operations;
    }
}

static inline bool sut_work_is_spent(const sut_work *work) {
    return work != NULL && work->left <= 0;
}

// Count work whose amount is known beforehand; false, with nothing left, where there is not enough.
static inline bool sut_work_take(sut_work *work, double operations) {
    bool enough = work == NULL || operations <= (double)work->left;
    if (work != NULL) {
        work->left = enough ? work->left - (int64_t)operations : 0;
    }
    return enough;
}

//---- random numbers ------------------------------------------------------------------------------
// Weyl sequence with two rounds of multiply and fold: good enough to choose directions, and one
// word of state.
typedef struct sut_random {
    uint64_t state;
} sut_random;

static inline uint64_t sut_random_word(sut_random *r) {
    r->state += 0x9e3779b97f4a7c15u;
    uint64_t z = r->state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// uniform in 0 .. n - 1, n >= 1
static inline int sut_random_below(sut_random *r, int n) {
    return (int)((sut_random_word(r) >> 33) % (uint64_t)n);
}

// uniform in [-1, 1)
static inline double sut_random_signed(sut_random *r) {
    return (double)(int64_t)sut_random_word(r) * 0x1p-63;
}

#endif
