// SPDX-License-Identifier: MIT
// arena.h -- a block of memory taken at creation, handed out piece by piece during a step.
//
// What is given back stays used until the whole arena is emptied.
#ifndef SUT_BASE_ARENA_H
#define SUT_BASE_ARENA_H

#include "base/memory.h"

typedef struct sut_arena {
    char *start; // null: none
    size_t size, used;
} sut_arena;

bool sut_arena_make(sut_arena *a, size_t size, sut_memory *m); // false: no memory
void sut_arena_free(sut_arena *a, sut_memory *m);
// Takes from the arena, from its beginning; what was taken before is gone. It must outlive `out`.
void sut_arena_empty(sut_arena *a, sut_memory *out);

#endif
