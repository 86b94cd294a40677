// SPDX-License-Identifier: MIT
// memory.h -- the host's allocator, or malloc and free, with what was taken counted.
#ifndef SUT_BASE_MEMORY_H
#define SUT_BASE_MEMORY_H

#include "sutura/base.h"

struct sut_spare;

typedef struct sut_memory {
    sut_allocator allocator;
    size_t taken; // bytes
    // While it recycles: blocks from before, and blocks that were given meanwhile.
    bool recycles;
    struct sut_spare *spare, *kept, *kept_last;
} sut_memory;

// Bytes of whole cache lines for that many.
static inline size_t sut_memory_lines(size_t bytes) {
    return (bytes + 63) / 64 * 64;
}

void sut_memory_init(sut_memory *m, const sut_allocator *allocator);
void *sut_memory_take(sut_memory *m, size_t size); // 64-byte aligned, not cleared; null on failure
// The same for memory that a step goes through from end to end.
void *sut_memory_take_swept(sut_memory *m, size_t size);
void sut_memory_give(sut_memory *m, void *mem, size_t size); // null is fine

// For a set of objects that is made again and again beside another one of the same sizes: from
// begin to end, what is given is kept, and what is taken comes from blocks of the same size that
// were kept before. The end gives the host what was not taken, unless `all` is to stay.
void sut_memory_recycle_begin(sut_memory *m);
void sut_memory_recycle_end(sut_memory *m, bool all);
void sut_memory_drop(sut_memory *m); // give the host all blocks that are kept

#endif
