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

static void *plain_alloc(void *ctx, size_t size, size_t align) {
    (void)ctx;
    size_t rounded = (size + align - 1) / align * align; // aligned_alloc wants a multiple
    return rounded < size ? NULL : aligned_alloc(align, rounded);
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

static void *take(sut_memory *m, size_t size, size_t align) {
    size_t wanted = size > 0 ? size : 1;
    void *mem = m->allocator.alloc(m->allocator.ctx, wanted, align);
    if (mem) {
        m->taken += wanted;
    }
    return mem;
}

void *sut_memory_take(sut_memory *m, size_t size) {
    return take(m, size, ALIGN);
}

// With pages of 4 kB each sweep over a long thread asks for the address of thousands of them. Where
// the system has larger ones it is asked for these; if it has none to give nothing is lost. Memory
// of a host's allocator is left as the host wants it.
void *sut_memory_take_swept(sut_memory *m, size_t size) {
    bool large = m->allocator.alloc == plain_alloc && size >= MANY_PAGES;
    void *mem = take(m, size, large ? HUGE_PAGE : ALIGN);
#if defined(MADV_HUGEPAGE)
    if (mem && large) {
        (void)madvise(mem, size / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
    }
#endif
    return mem;
}

void sut_memory_give(sut_memory *m, void *mem, size_t size) {
    if (mem) {
        size_t wanted = size > 0 ? size : 1;
        m->allocator.free(m->allocator.ctx, mem, wanted);
        m->taken -= wanted;
    }
}
