// SPDX-License-Identifier: MIT
#include "base/memory.h"

#include "check.h"

#include <stdint.h>
#include <stdlib.h>

typedef struct ledger {
    int calls;
    size_t size, align, freed;
    bool fail;
} ledger;

static void *ledger_alloc(void *ctx, size_t size, size_t align) {
    ledger *l = ctx;
    l->calls++;
    l->size = size;
    l->align = align;
    return l->fail ? NULL : aligned_alloc(align, (size + align - 1) / align * align);
}

static void ledger_free(void *ctx, void *mem, size_t size) {
    ledger *l = ctx;
    l->freed = size;
    free(mem);
}

TEST(hooks_are_asked_for_aligned_memory) {
    ledger l = {0};
    sut_allocator hooks = {ledger_alloc, ledger_free, &l};
    sut_memory m;
    sut_memory_init(&m, &hooks);
    void *p = sut_memory_take(&m, 100);
    REQUIRE(p != NULL);
    CHECK_EQ_INT(l.calls, 1);
    CHECK_EQ_INT(l.size, 100);
    CHECK_EQ_INT(l.align, 64);
    CHECK_EQ_INT(m.taken, 100);
    sut_memory_give(&m, p, 100);
    CHECK_EQ_INT(l.freed, 100); // the size comes back as it was asked for
    CHECK_EQ_INT(m.taken, 0);
}

TEST(failure_counts_nothing) {
    ledger l = {.fail = true};
    sut_allocator hooks = {ledger_alloc, ledger_free, &l};
    sut_memory m;
    sut_memory_init(&m, &hooks);
    CHECK(sut_memory_take(&m, 100) == NULL);
    CHECK_EQ_INT(m.taken, 0);
    sut_memory_give(&m, NULL, 100);
    CHECK_EQ_INT(m.taken, 0);
    CHECK_EQ_INT(l.freed, 0);
}

TEST(nothing_is_still_something) {
    ledger l = {0};
    sut_allocator hooks = {ledger_alloc, ledger_free, &l};
    sut_memory m;
    sut_memory_init(&m, &hooks);
    void *p = sut_memory_take(&m, 0);
    CHECK(p != NULL);
    CHECK(l.size > 0); // what an allocator does with zero bytes is its own affair
    sut_memory_give(&m, p, 0);
    CHECK_EQ_INT(l.freed, l.size);
    CHECK_EQ_INT(m.taken, 0);
}

TEST(without_hooks_the_library_has_its_own) {
    const sut_allocator none = {NULL, NULL, NULL};
    const sut_allocator half = {ledger_alloc, NULL, NULL};
    const sut_allocator *given[3] = {NULL, &none, &half};
    for (int i = 0; i < 3; i++) {
        CASE("i %d", i);
        sut_memory m;
        sut_memory_init(&m, given[i]);
        for (size_t size = 1; size < 200; size += 33) {
            CASE("size %zu", size);
            void *p = sut_memory_take(&m, size);
            REQUIRE(p != NULL);
            CHECK_EQ_INT((uintptr_t)p % 64, 0);
            sut_memory_give(&m, p, size);
        }
        CHECK(sut_memory_take(&m, SIZE_MAX - 3) == NULL); // rounding up must not wrap around
        CHECK_EQ_INT(m.taken, 0);
    }
}
