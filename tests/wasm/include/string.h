// SPDX-License-Identifier: MIT
// string.h -- of a machine without a C library: what engine/linalg asks for.
#ifndef SUT_WASM_STRING_H
#define SUT_WASM_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);

#endif
