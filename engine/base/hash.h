// SPDX-License-Identifier: MIT
// hash.h -- 64-bit hash of a sequence of 64-bit words.
//
// Words go round-robin into four lanes, which the processor works on side by side. A word is
// scrambled, added to its lane by exclusive or, and the lane is multiplied and folded. Each of
// these operations can be undone, so two sequences that differ in one word never have the same
// hash; any other pair has it by chance, once in 2^64. Made to notice damage and differences, not
// to withstand a search for collisions.
//
// No memory but the 40 bytes of the state; about a nanosecond per word. The same on every machine.
#ifndef SUT_BASE_HASH_H
#define SUT_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { SUT_HASH_LANES = 4 };

typedef struct sut_hash {
    uint64_t lane[SUT_HASH_LANES];
    uint64_t count; // words so far
} sut_hash;

// Odd numbers without pattern: digits of the square roots of 11, 13 and 17.
#define SUT_HASH_WORD 0x510e527fade682d1u
#define SUT_HASH_LANE 0x9b05688c2b3e6c1fu
#define SUT_HASH_LAST 0x1f83d9abfb41bd6bu

static inline uint64_t sut_hash_scramble(uint64_t word) {
    uint64_t x = word * SUT_HASH_WORD;
    return x ^ (x >> 32);
}

static inline uint64_t sut_hash_fold(uint64_t lane, uint64_t scrambled) {
    uint64_t x = (lane ^ scrambled) * SUT_HASH_LANE;
    return x ^ (x >> 29);
}

static inline void sut_hash_begin(sut_hash *h) {
    for (uint64_t i = 0; i < SUT_HASH_LANES; i++) {
        h->lane[i] = sut_hash_scramble(i + 1);
    }
    h->count = 0;
}

static inline void sut_hash_word(sut_hash *h, uint64_t word) {
    uint64_t *lane = &h->lane[h->count % SUT_HASH_LANES];
    *lane = sut_hash_fold(*lane, sut_hash_scramble(word));
    h->count++;
}

static inline uint64_t sut_hash_bits(double value) {
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

// The bits of an array of doubles, each as one word.
static inline void sut_hash_doubles(sut_hash *h, const double *values, size_t count) {
    // to the first lane, then whole rounds with the lanes in registers, then the rest
    size_t i = 0;
    for (; i < count && h->count % SUT_HASH_LANES != 0; i++) {
        sut_hash_word(h, sut_hash_bits(values[i]));
    }
    size_t start = i;
    uint64_t a = h->lane[0];
    uint64_t b = h->lane[1];
    uint64_t c = h->lane[2];
    uint64_t d = h->lane[3];
    for (; i + SUT_HASH_LANES <= count; i += SUT_HASH_LANES) {
        a = sut_hash_fold(a, sut_hash_scramble(sut_hash_bits(values[i])));
        b = sut_hash_fold(b, sut_hash_scramble(sut_hash_bits(values[i + 1])));
        c = sut_hash_fold(c, sut_hash_scramble(sut_hash_bits(values[i + 2])));
        d = sut_hash_fold(d, sut_hash_scramble(sut_hash_bits(values[i + 3])));
    }
    h->lane[0] = a;
    h->lane[1] = b;
    h->lane[2] = c;
    h->lane[3] = d;
    h->count += i - start;
    for (; i < count; i++) {
        sut_hash_word(h, sut_hash_bits(values[i]));
    }
}

// The hash of the words so far; more may follow.
static inline uint64_t sut_hash_end(const sut_hash *h) {
    uint64_t x = h->count * SUT_HASH_LAST;
    for (int i = 0; i < SUT_HASH_LANES; i++) {
        x = sut_hash_fold(x, sut_hash_scramble(h->lane[i]));
    }
    x *= SUT_HASH_LAST;
    return x ^ (x >> 31);
}

#endif
