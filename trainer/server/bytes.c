// SPDX-License-Identifier: MIT
#include "trainer/server/bytes.h"

#include <stdlib.h>
#include <string.h>

bool sut_bytes_reserve(sut_bytes *b, size_t more) {
    if (b->failed) {
        return false;
    }
    if (more <= b->room - b->size) {
        return true;
    }
    size_t room = b->room < 256 ? 256 : b->room;
    while (room - b->size < more) {
        room *= 2;
    }
    uint8_t *data = realloc(b->data, room);
    if (data == NULL) {
        b->failed = true;
        return false;
    }
    b->data = data;
    b->room = room;
    return true;
}

void sut_bytes_free(sut_bytes *b) {
    free(b->data);
    *b = (sut_bytes){0};
}

void sut_bytes_clear(sut_bytes *b) {
    b->size = 0;
    b->failed = false;
}

void sut_bytes_put(sut_bytes *b, const void *data, size_t size) {
    if (size > 0 && sut_bytes_reserve(b, size)) {
        memcpy(b->data + b->size, data, size);
        b->size += size;
    }
}

void sut_bytes_u16(sut_bytes *b, unsigned value) {
    uint8_t d[2] = {(uint8_t)(value & 255U), (uint8_t)(value >> 8U & 255U)};
    sut_bytes_put(b, d, sizeof d);
}

void sut_bytes_u32(sut_bytes *b, uint32_t value) {
    sut_bytes_u16(b, value & 65535U);
    sut_bytes_u16(b, value >> 16U);
}

void sut_bytes_f32(sut_bytes *b, double value) {
    float f = (float)value;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    sut_bytes_u32(b, bits);
}

void sut_bytes_f64(sut_bytes *b, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    sut_bytes_u32(b, (uint32_t)(bits & 0xffffffffU));
    sut_bytes_u32(b, (uint32_t)(bits >> 32U));
}

void sut_bytes_vec3(sut_bytes *b, sut_vec3 v) {
    sut_bytes_f32(b, v.x);
    sut_bytes_f32(b, v.y);
    sut_bytes_f32(b, v.z);
}

void sut_bytes_align4(sut_bytes *b) {
    static const uint8_t zero[4];
    sut_bytes_put(b, zero, (4U - b->size % 4U) % 4U);
}
