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

// At the start of a block that is kept.
typedef struct sut_spare {
    struct sut_spare *next;
    size_t size;
} sut_spare;

// What a block has at least, so that it can be kept.
static size_t block_size(size_t size) {
    return size > sizeof(sut_spare) ? size : sizeof(sut_spare);
}

void sut_memory_init(sut_memory *m, const sut_allocator *allocator) {
    *m = (sut_memory){.taken = 0};
    if (allocator && allocator->alloc && allocator->free) {
        m->allocator = *allocator;
        return;
    }
    m->allocator = (sut_allocator){plain_alloc, plain_free, NULL};
}

//---- recycling -----------------------------------------------------------------------------------
static void *take_from(sut_spare **list, size_t size) {
    for (sut_spare **s = list; *s; s = &(*s)->next) {
        if ((*s)->size == size) {
            sut_spare *found = *s;
            *s = found->next;
            return found;
        }
    }
    return NULL;
}

static void *take_kept(sut_memory *m, size_t size) {
    void *mem = take_from(&m->spare, size);
    if (!mem && m->kept) {
        mem = take_from(&m->kept, size);
        // rare: within one set a block that was given serves again
        m->kept_last = m->kept;
        while (m->kept_last && m->kept_last->next) {
            m->kept_last = m->kept_last->next;
        }
    }
    return mem;
}

// In the order in which they are given: the next set is taken in much the same order.
static void keep(sut_memory *m, void *mem, size_t size) {
    sut_spare *s = mem;
    *s = (sut_spare){NULL, size};
    if (m->kept) {
        m->kept_last->next = s;
    } else {
        m->kept = s;
    }
    m->kept_last = s;
}

static void give_all(sut_memory *m, sut_spare *list) {
    while (list) {
        sut_spare *s = list;
        list = s->next;
        m->taken -= s->size;
        m->allocator.free(m->allocator.ctx, s, s->size);
    }
}

void sut_memory_recycle_begin(sut_memory *m) {
    m->recycles = true;
}

void sut_memory_recycle_end(sut_memory *m, bool all) {
    m->recycles = false;
    if (all && m->kept) {
        m->kept_last->next = m->spare;
    } else if (all) {
        m->kept = m->spare;
    } else {
        give_all(m, m->spare);
    }
    m->spare = m->kept;
    m->kept = m->kept_last = NULL;
}

void sut_memory_drop(sut_memory *m) {
    give_all(m, m->spare);
    m->spare = NULL;
}

//---- taking and giving ---------------------------------------------------------------------------
static void *take(sut_memory *m, size_t size, size_t align) {
    size_t wanted = block_size(size);
    void *kept = m->recycles ? take_kept(m, wanted) : NULL;
    if (kept) {
        return kept;
    }
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
        size_t wanted = block_size(size);
        if (m->recycles) {
            keep(m, mem, wanted);
            return;
        }
        m->allocator.free(m->allocator.ctx, mem, wanted);
        m->taken -= wanted;
    }
}
