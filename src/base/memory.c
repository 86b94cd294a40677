// SPDX-License-Identifier: MIT
#if defined(__linux__)
#define _DEFAULT_SOURCE // madvise
#endif
#include "base/memory.h"

#include <stdlib.h>

#if defined(__linux__)
#include <sys/mman.h>
#endif

enum {
    ALIGN = 64,
    HUGE_PAGE = 2 << 20,
    MANY_PAGES = 2 * HUGE_PAGE // where the rounding up begins to be worth it
};

// A long thread is swept from end to end several times a step: with pages of 4 kB each sweep asks
// for the address of thousands of them. Where the system has larger ones it is asked for these; if
// it has none to give nothing is lost.
static void ask_for_huge_pages(void *mem, size_t size) {
#if defined(MADV_HUGEPAGE)
    (void)madvise(mem, size, MADV_HUGEPAGE);
#else
    (void)mem;
    (void)size;
#endif
}

static void *plain_alloc(void *ctx, size_t size, size_t align) {
    (void)ctx;
    bool large = size >= MANY_PAGES;
    size_t unit = large && align < HUGE_PAGE ? HUGE_PAGE : align;
    size_t rounded = (size + unit - 1) / unit * unit; // aligned_alloc wants a multiple
    void *mem = rounded < size ? NULL : aligned_alloc(unit, rounded);
    if (mem && large) {
        ask_for_huge_pages(mem, rounded);
    }
    return mem;
}

static void plain_free(void *ctx, void *mem, size_t size) {
    (void)ctx;
    (void)size;
    free(mem);
}

void sut_memory_init(sut_memory *m, const sut_allocator *allocator) {
    m->taken = 0;
    if (allocator && allocator->alloc && allocator->free) {
        m->allocator = *allocator;
        return;
    }
    m->allocator = (sut_allocator){plain_alloc, plain_free, NULL};
}

void *sut_memory_take(sut_memory *m, size_t size) {
    size_t wanted = size > 0 ? size : 1;
    void *mem = m->allocator.alloc(m->allocator.ctx, wanted, ALIGN);
    if (mem) {
        m->taken += wanted;
    }
    return mem;
}

void sut_memory_give(sut_memory *m, void *mem, size_t size) {
    if (mem) {
        size_t wanted = size > 0 ? size : 1;
        m->allocator.free(m->allocator.ctx, mem, wanted);
        m->taken -= wanted;
    }
}
