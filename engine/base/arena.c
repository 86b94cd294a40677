// SPDX-License-Identifier: MIT
#include "base/arena.h"

static void *take(void *ctx, size_t size, size_t align) {
    sut_arena *a = ctx;
    size_t at = (a->used + align - 1) / align * align; // the block itself is aligned to 64
    if (align > 64 || size > a->size || at > a->size - size) {
        return NULL;
    }
    a->used = at + size;
    return a->start + at;
}

static void give(void *ctx, void *mem, size_t size) {
    (void)ctx;
    (void)mem;
    (void)size;
}

bool sut_arena_make(sut_arena *a, size_t size, sut_memory *m) {
    *a = (sut_arena){sut_memory_take(m, size), size, 0};
    return a->start != NULL;
}

void sut_arena_free(sut_arena *a, sut_memory *m) {
    sut_memory_give(m, a->start, a->size);
    *a = (sut_arena){0};
}

void sut_arena_empty(sut_arena *a, sut_memory *out) {
    a->used = 0;
    const sut_allocator allocator = {take, give, a};
    sut_memory_init(out, &allocator);
}
