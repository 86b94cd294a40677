// SPDX-License-Identifier: MIT
#include "base/memory.h"

#include <stdlib.h>

enum { ALIGN = 64 };

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
