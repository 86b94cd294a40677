// SPDX-License-Identifier: MIT
#include "topology/pool.h"

#include <stdlib.h>

// Blocks double, so that even a large curve takes few of them.
struct sut_pool_block {
    sut_pool_block *before;
    size_t size; // bytes after the header
    char padding[64 - sizeof(sut_pool_block *) - sizeof(size_t)];
};

enum { ALIGN = 64 };
#define FIRST_BLOCK ((size_t)1 << 18)

static sut_pool_block *new_block(sut_pool_block *before, size_t at_least) {
    size_t size = before != NULL ? 2 * before->size : FIRST_BLOCK;
    if (size < at_least) {
        size = (at_least + ALIGN - 1) / ALIGN * ALIGN;
    }
    sut_pool_block *block = aligned_alloc(ALIGN, sizeof(sut_pool_block) + size);
    if (block != NULL) {
        block->before = before;
        block->size = size;
    }
    return block;
}

void *sut_pool_take(sut_pool *pool, size_t count, size_t size) {
    if (size != 0 && count > (SIZE_MAX / 4) / size) {
        return NULL;
    }
    size_t bytes = (count * size + ALIGN - 1) / ALIGN * ALIGN;
    if (pool->last == NULL || pool->last->size - pool->used < bytes) {
        sut_pool_block *block = new_block(pool->last, bytes);
        if (block == NULL) {
            return NULL;
        }
        pool->last = block;
        pool->used = 0;
    }
    char *memory = (char *)pool->last + sizeof(sut_pool_block) + pool->used;
    pool->used += bytes;
    return memory;
}

sut_pool_mark sut_pool_here(const sut_pool *pool) {
    return (sut_pool_mark){pool->last, pool->used};
}

void sut_pool_release(sut_pool *pool, sut_pool_mark mark) {
    while (pool->last != mark.last) {
        sut_pool_block *before = pool->last->before;
        free(pool->last);
        pool->last = before;
    }
    pool->used = mark.used;
}

void sut_pool_free(sut_pool *pool) {
    sut_pool_release(pool, (sut_pool_mark){NULL, 0});
}
