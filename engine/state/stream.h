// SPDX-License-Identifier: MIT
// stream.h -- one way through all the words of an image or a recording.
//
// Everything that is stored is a sequence of 64-bit words, little-endian whatever the machine: a
// number by its bits, a count or a flag as a whole number. One function that visits the fields of a
// thing in order can therefore measure, write, read and hash it, and the four cannot disagree.
//
// Reading never trusts a word. What is outside of the range that the visitor names makes the stream
// fail; a failed stream gives zeros (or the least value asked for) and stays failed, so a visitor
// may go on and the caller looks once at the end.
#ifndef SUT_STATE_STREAM_H
#define SUT_STATE_STREAM_H

#include "base/hash.h"
#include "sutura/state.h"

enum { SUT_WORD = 8, SUT_STREAM_ROOM = 64 * SUT_WORD };

typedef enum sut_stream_mode {
    SUT_STREAM_COUNT, // only count the words
    SUT_STREAM_HASH,  // hash them
    SUT_STREAM_WRITE, // hash them, and put them into memory that is large enough
    SUT_STREAM_SINK,  // hash them, and hand them to a sink in pieces
    SUT_STREAM_READ,  // take them from memory
    SUT_STREAM_MATCH  // compare them with memory; the first one that differs makes the stream fail
} sut_stream_mode;

typedef struct sut_stream {
    sut_stream_mode mode;
    size_t at;     // words so far
    bool failed;   // reading: a word was refused; sink: it gave up
    sut_hash hash; // of the words so far, except when counting or reading

    uint8_t *out;      // write: where the words go
    const uint8_t *in; // read: where they come from
    size_t limit;      // read: how many words there are
    // read: into the objects that are there. What they are made of has to be the same.
    bool in_place;

    sut_record_sink sink; // sink: with what waits for it
    size_t waiting;       // bytes in `buffer`
    uint8_t buffer[SUT_STREAM_ROOM];
} sut_stream;

static inline void sut_word_put(uint8_t *at, uint64_t word) {
    for (int i = 0; i < SUT_WORD; i++) {
        at[i] = (uint8_t)(word >> (8 * i));
    }
}

static inline uint64_t sut_word_get(const uint8_t *at) {
    uint64_t word = 0;
    for (int i = 0; i < SUT_WORD; i++) {
        word |= (uint64_t)at[i] << (8 * i);
    }
    return word;
}

uint64_t sut_word_hash(const uint8_t *at, size_t words); // of stored words

void sut_stream_begin(sut_stream *s, sut_stream_mode mode);
void sut_stream_begin_write(sut_stream *s, void *out);
void sut_stream_begin_sink(sut_stream *s, sut_record_sink sink);
void sut_stream_begin_read(sut_stream *s, const uint8_t *in, size_t words);
// Hand over what waits for the sink; false if the stream failed.
bool sut_stream_flush(sut_stream *s);

// Each passes one value on, or, when reading, replaces it.
void sut_stream_word(sut_stream *s, uint64_t *value);
void sut_stream_fixed(sut_stream *s, uint64_t value); // must be exactly this
void sut_stream_u32(sut_stream *s, uint32_t *value);
void sut_stream_int(sut_stream *s, int *value, int least, int most);
void sut_stream_flag(sut_stream *s, bool *value);
void sut_stream_number(sut_stream *s, double *value); // finite
void sut_stream_bound(sut_stream *s, double *value);  // infinite at will, but a number
void sut_stream_vec3(sut_stream *s, sut_vec3 *value);
void sut_stream_numbers(sut_stream *s, double *values, int count);
void sut_stream_vec3s(sut_stream *s, sut_vec3 *values, int count);
void sut_stream_put(sut_stream *s, const double *values, size_t count); // any mode but reading

static inline bool sut_stream_reads(const sut_stream *s) {
    return s->mode == SUT_STREAM_READ;
}
// Between these two words of an image that is read are compared with what is visited.
static inline void sut_stream_match(sut_stream *s) {
    s->mode = SUT_STREAM_MATCH;
}
static inline void sut_stream_match_end(sut_stream *s) {
    s->mode = SUT_STREAM_READ;
}

// Words that are left to read.
static inline size_t sut_stream_left(const sut_stream *s) {
    return s->limit - s->at;
}

#endif
