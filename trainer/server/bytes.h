// SPDX-License-Identifier: MIT
// bytes.h -- a buffer that grows, written in little-endian order.
//
// When memory runs out the buffer keeps what it has and says so at the end (`failed`), so that a
// writer need not look after every number.
#ifndef SUT_TRAINER_BYTES_H
#define SUT_TRAINER_BYTES_H

#include "sutura/types.h"

typedef struct sut_bytes {
    uint8_t *data;
    size_t size, room;
    bool failed;
} sut_bytes;

bool sut_bytes_reserve(sut_bytes *b, size_t more);
void sut_bytes_free(sut_bytes *b);
void sut_bytes_clear(sut_bytes *b); // keeps its memory

void sut_bytes_put(sut_bytes *b, const void *data, size_t size);
void sut_bytes_u16(sut_bytes *b, unsigned value);
void sut_bytes_u32(sut_bytes *b, uint32_t value);
void sut_bytes_f32(sut_bytes *b, double value);
void sut_bytes_f64(sut_bytes *b, double value);
void sut_bytes_vec3(sut_bytes *b, sut_vec3 v); // three f32
void sut_bytes_align4(sut_bytes *b);

#endif
