// SPDX-License-Identifier: MIT
#include "base/hash.h"

#include "check.h"

#include <stdlib.h>

static uint64_t hash_of(const uint64_t *words, int count) {
    sut_hash h;
    sut_hash_begin(&h);
    for (int i = 0; i < count; i++) {
        sut_hash_word(&h, words[i]);
    }
    return sut_hash_end(&h);
}

static int bits_in(uint64_t x) {
    int count = 0;
    for (; x != 0; x &= x - 1) {
        count++;
    }
    return count;
}

TEST(order_and_length_matter) {
    const uint64_t a[6] = {1, 2, 3, 4, 5, 6};
    const uint64_t swapped[6] = {1, 2, 3, 4, 6, 5};
    const uint64_t same_lane[6] = {5, 2, 3, 4, 1, 6};
    const uint64_t zeros[6] = {0};
    CHECK(hash_of(a, 6) != hash_of(swapped, 6));
    CHECK(hash_of(a, 6) != hash_of(same_lane, 6));
    CHECK(hash_of(a, 5) != hash_of(a, 6));
    CHECK(hash_of(zeros, 5) != hash_of(zeros, 6));
    CHECK(hash_of(zeros, 0) != hash_of(zeros, 1));
}

TEST(doubles_hash_as_their_bits) {
    enum { COUNT = 11 };
    const double values[COUNT] = {0.0, -0.0, 1.5, -3e-300, 1e300, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0};
    uint64_t words[COUNT];
    memcpy(words, values, sizeof words);
    sut_hash h;
    sut_hash_begin(&h);
    sut_hash_word(&h, 7); // lanes do not start at the first
    sut_hash_doubles(&h, values, COUNT);
    sut_hash one;
    sut_hash_begin(&one);
    sut_hash_word(&one, 7);
    for (int i = 0; i < COUNT; i++) {
        sut_hash_word(&one, words[i]);
    }
    CHECK_EQ_U64(sut_hash_end(&h), sut_hash_end(&one));
}

TEST(every_bit_of_every_word_changes_about_half_of_the_hash) {
    uint64_t words[9];
    for (uint64_t i = 0; i < 9; i++) {
        words[i] = i * i + 3;
    }
    uint64_t plain = hash_of(words, 9);
    double sum = 0.0;
    int least = 64;
    int most = 0;
    for (int i = 0; i < 9 * 64; i++) {
        words[i / 64] ^= (uint64_t)1 << (i % 64);
        int changed = bits_in(plain ^ hash_of(words, 9));
        words[i / 64] ^= (uint64_t)1 << (i % 64);
        sum += changed;
        least = changed < least ? changed : least;
        most = changed > most ? changed : most;
    }
    // 64 fair coins: mean 32, deviation 4; 576 trials have a mean within 4 / sqrt(576) * 6 = 1,
    // and five deviations leave one in a million outside
    CHECK_NEAR(sum / (9 * 64), 32.0, 1.0);
    CHECK_LE(12, least);
    CHECK_LE(most, 52);
}

static int compare(const void *a, const void *b) {
    const uint64_t *x = a;
    const uint64_t *y = b;
    return (*x > *y) - (*x < *y);
}

TEST(similar_sequences_do_not_collide) {
    enum { SIDE = 300 };
    uint64_t *all = malloc(sizeof *all * SIDE * SIDE);
    REQUIRE(all != NULL);
    // two words of one lane, as signs and small numbers: what differs least
    for (uint64_t i = 0; i < SIDE; i++) {
        for (uint64_t j = 0; j < SIDE; j++) {
            const uint64_t words[5] = {i << 63 | i, 0, 0, 0, j << 63 | j};
            all[i * SIDE + j] = hash_of(words, 5);
        }
    }
    qsort(all, SIDE * SIDE, sizeof *all, compare);
    int equal = 0;
    for (int i = 1; i < SIDE * SIDE; i++) {
        equal += all[i] == all[i - 1] ? 1 : 0;
    }
    CHECK_EQ_INT(equal, 0);
    free(all);
}

TEST(the_hash_of_known_words_never_changes) {
    const uint64_t words[3] = {1, 2, 0xffffffffffffffffu};
    CHECK_EQ_U64(hash_of(words, 3), 0x74341e43438fd1c3u);
}
