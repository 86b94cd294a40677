// SPDX-License-Identifier: MIT
#include "state/stream.h"

#include <math.h>

//---- beginning and end ---------------------------------------------------------------------------
static void begin(sut_stream *s, sut_stream_mode mode) {
    s->mode = mode;
    s->at = 0;
    s->failed = false;
    s->out = NULL;
    s->in = NULL;
    s->limit = 0;
    s->in_place = false;
    s->sink = (sut_record_sink){NULL, NULL};
    s->waiting = 0;
    sut_hash_begin(&s->hash);
}

void sut_stream_begin(sut_stream *s, sut_stream_mode mode) {
    begin(s, mode);
}

void sut_stream_begin_write(sut_stream *s, void *out) {
    begin(s, SUT_STREAM_WRITE);
    s->out = out;
}

void sut_stream_begin_sink(sut_stream *s, sut_record_sink sink) {
    begin(s, SUT_STREAM_SINK);
    s->sink = sink;
}

void sut_stream_begin_read(sut_stream *s, const uint8_t *in, size_t words) {
    begin(s, SUT_STREAM_READ);
    s->in = in;
    s->limit = words;
}

bool sut_stream_flush(sut_stream *s) {
    if (s->waiting > 0 && !s->failed) {
        s->failed = !s->sink.write(s->sink.ctx, s->buffer, s->waiting);
    }
    s->waiting = 0;
    return !s->failed;
}

//---- words ---------------------------------------------------------------------------------------
uint64_t sut_word_hash(const uint8_t *at, size_t words) {
    enum { PIECE = 64 };
    sut_hash h;
    sut_hash_begin(&h);
    // as numbers, which have a loop of their own
    for (size_t i = 0; i < words; i += PIECE) {
        double piece[PIECE];
        size_t count = words - i < PIECE ? words - i : PIECE;
        for (size_t k = 0; k < count; k++) {
            uint64_t word = sut_word_get(at + (i + k) * SUT_WORD);
            memcpy(&piece[k], &word, sizeof word);
        }
        sut_hash_doubles(&h, piece, count);
    }
    return sut_hash_end(&h);
}

static uint64_t read_word(sut_stream *s) {
    if (s->failed || s->at >= s->limit) {
        s->failed = true;
        return 0;
    }
    return sut_word_get(s->in + s->at++ * SUT_WORD);
}

static void pass_word(sut_stream *s, uint64_t word) {
    if (s->mode == SUT_STREAM_MATCH) {
        s->failed = read_word(s) != word || s->failed;
        return;
    }
    s->at++;
    if (s->mode == SUT_STREAM_COUNT) {
        return;
    }
    sut_hash_word(&s->hash, word);
    if (s->mode == SUT_STREAM_WRITE) {
        sut_word_put(s->out, word);
        s->out += SUT_WORD;
    } else if (s->mode == SUT_STREAM_SINK) {
        if (s->waiting == SUT_STREAM_ROOM) {
            sut_stream_flush(s);
        }
        sut_word_put(s->buffer + s->waiting, word);
        s->waiting += SUT_WORD;
    }
}

void sut_stream_word(sut_stream *s, uint64_t *value) {
    if (sut_stream_reads(s)) {
        *value = read_word(s);
        return;
    }
    pass_word(s, *value);
}

//---- values --------------------------------------------------------------------------------------
void sut_stream_fixed(sut_stream *s, uint64_t value) {
    uint64_t word = value;
    sut_stream_word(s, &word);
    s->failed = s->failed || word != value;
}

void sut_stream_u32(sut_stream *s, uint32_t *value) {
    if (!sut_stream_reads(s)) {
        pass_word(s, *value);
        return;
    }
    uint64_t word = read_word(s);
    s->failed = s->failed || word > UINT32_MAX;
    *value = s->failed ? 0 : (uint32_t)word;
}

void sut_stream_int(sut_stream *s, int *value, int least, int most) {
    if (!sut_stream_reads(s)) {
        pass_word(s, (uint64_t)(int64_t)*value);
        return;
    }
    int64_t word = (int64_t)read_word(s);
    s->failed = s->failed || word < least || word > most;
    *value = s->failed ? least : (int)word;
}

void sut_stream_flag(sut_stream *s, bool *value) {
    int number = *value ? 1 : 0;
    sut_stream_int(s, &number, 0, 1);
    *value = number != 0;
}

void sut_stream_bound(sut_stream *s, double *value) {
    uint64_t word;
    if (!sut_stream_reads(s)) {
        memcpy(&word, value, sizeof word);
        pass_word(s, word);
        return;
    }
    word = read_word(s);
    memcpy(value, &word, sizeof word);
    s->failed = s->failed || isnan(*value);
}

void sut_stream_number(sut_stream *s, double *value) {
    sut_stream_bound(s, value);
    if (sut_stream_reads(s)) {
        s->failed = s->failed || !isfinite(*value);
    }
}

void sut_stream_vec3(sut_stream *s, sut_vec3 *value) {
    sut_stream_number(s, &value->x);
    sut_stream_number(s, &value->y);
    sut_stream_number(s, &value->z);
}

static void match_numbers(sut_stream *s, const double *values, int count) {
    if (s->failed || count <= 0 || (size_t)count > s->limit - s->at) {
        s->failed = s->failed || count > 0;
        return;
    }
    uint64_t differ = 0;
    for (int i = 0; i < count; i++) {
        differ |= sut_word_get(s->in + (s->at + (size_t)i) * SUT_WORD) ^ sut_hash_bits(values[i]);
    }
    s->at += (size_t)count;
    s->failed = differ != 0;
}

void sut_stream_numbers(sut_stream *s, double *values, int count) {
    // hashing is done every step while recording and deserves its own loop
    if (s->mode == SUT_STREAM_HASH) {
        sut_hash_doubles(&s->hash, values, (size_t)count);
        s->at += (size_t)count;
        return;
    }
    if (s->mode == SUT_STREAM_MATCH) {
        match_numbers(s, values, count);
        return;
    }
    if (sut_stream_reads(s) && !s->failed && count > 0 && (size_t)count <= s->limit - s->at) {
        bool finite = true;
        for (int i = 0; i < count; i++) {
            uint64_t word = sut_word_get(s->in + (s->at + (size_t)i) * SUT_WORD);
            memcpy(&values[i], &word, sizeof word);
            finite = finite && isfinite(values[i]);
        }
        s->at += (size_t)count;
        s->failed = !finite;
        return;
    }
    for (int i = 0; i < count; i++) {
        sut_stream_number(s, &values[i]);
    }
}

void sut_stream_put(sut_stream *s, const double *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint64_t word;
        memcpy(&word, &values[i], sizeof word);
        pass_word(s, word);
    }
}

void sut_stream_vec3s(sut_stream *s, sut_vec3 *values, int count) {
    _Static_assert(sizeof(sut_vec3) == 3 * sizeof(double), "three doubles without padding");
    sut_stream_numbers(s, &values->x, 3 * count);
}
