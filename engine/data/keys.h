// SPDX-License-Identifier: MIT
// keys.h -- between which key frames a time is.
#ifndef SUT_DRIVE_KEYS_H
#define SUT_DRIVE_KEYS_H

#include <stddef.h>
#include <string.h>

// Before the first key and after the last one both are that key, and the share is 0.
typedef struct sut_key_span {
    int from, to;
    double share; // of the way from one to the other
} sut_key_span;

// `keys` are structs of `size` bytes that begin with their time; times increase.
static inline double sut_key_time(const void *keys, size_t size, int i) {
    double t;
    memcpy(&t, (const char *)keys + (size_t)i * size, sizeof t);
    return t;
}

static inline sut_key_span sut_key_span_at(const void *keys, size_t size, int count, double t) {
    int high = count - 1;
    if (high <= 0 || t <= sut_key_time(keys, size, 0)) {
        return (sut_key_span){0, 0, 0.0};
    }
    if (t >= sut_key_time(keys, size, high)) {
        return (sut_key_span){high, high, 0.0};
    }
    int low = 0;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (sut_key_time(keys, size, middle) <= t) {
            low = middle;
        } else {
            high = middle;
        }
    }
    double start = sut_key_time(keys, size, low);
    double end = sut_key_time(keys, size, high);
    return (sut_key_span){low, high, (t - start) / (end - start)};
}

#endif
