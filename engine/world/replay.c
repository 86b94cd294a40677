// SPDX-License-Identifier: MIT
// replay.c -- a recording, repeated call by call through the public functions.
//
// Opening reads all of the bytes once: it finds where the last whole record ends and how large the
// world and the arrays of its defs can become. What a record claims is never believed beyond what
// its own bytes could make, so memory is at most a fixed multiple of the size of the recording.
#include "world/replay.h"

#include <limits.h>
#include <string.h>

//---- records -------------------------------------------------------------------------------------
typedef struct record {
    sut_op op;
    sut_stream payload; // to be read
    size_t words;       // of all of it
} record;

// The record at word `at` of `count`; false if there is no whole one.
static bool read_record(const uint8_t *bytes, size_t at, size_t count, record *out) {
    size_t left = count - at;
    if (left < 2) {
        return false;
    }
    const uint8_t *start = bytes + at * SUT_WORD;
    uint64_t head = sut_word_get(start);
    uint64_t payload = head >> 8;
    if (payload > left - 2) {
        return false;
    }
    size_t words = (size_t)payload;
    if (sut_word_hash(start, words + 1) != sut_word_get(start + (words + 1) * SUT_WORD)) {
        return false;
    }
    out->op = (sut_op)(head & 0xff);
    out->words = words + 2;
    sut_stream_begin_read(&out->payload, start + SUT_WORD, words);
    return true;
}

//---- first pass: what will be needed -------------------------------------------------------------
enum {
    THREADS,
    VERTICES,
    HOLDS,
    HOLD_KEYS,
    OBSTACLES,
    TOOLS,
    TISSUES,
    SUPPORTS,
    NEEDLES,
    PUNCTURES,
    NEEDS
};

typedef struct needs {
    int64_t base[NEEDS]; // of the largest image
    int64_t made[NEEDS]; // by all records so far
    int64_t most[NEEDS]; // at any time
    int contacts;        // as the recording says
    size_t room;         // doubles
} needs;

static void need_image(needs *n, const sut_capacity *c) {
    const int64_t counts[NEEDS] = {c->threads, c->vertices, c->holds,    c->hold_keys, c->obstacles,
                                   c->tools,   c->tissues,  c->supports, c->needles,   c->holes};
    for (int i = 0; i < NEEDS; i++) {
        n->base[i] = counts[i] > n->base[i] ? counts[i] : n->base[i];
        n->most[i] = counts[i] > n->most[i] ? counts[i] : n->most[i];
    }
}

static void need_claim(needs *n, const sut_image_counts *c) {
    const int64_t claims[NEEDS] = {c->threads, c->vertices, c->holds,    c->keys,    c->obstacles,
                                   c->tools,   c->tissues,  c->supports, c->needles, c->holes};
    for (int i = 0; i < NEEDS; i++) {
        int64_t bound = n->base[i] + n->made[i];
        int64_t claim = claims[i] < bound ? claims[i] : bound;
        n->most[i] = claim > n->most[i] ? claim : n->most[i];
    }
}

// Doubles per key in memory, and per vertex.
enum {
    KEY_DOUBLES = sizeof(sut_hold_key) / sizeof(double),
    OBSTACLE_KEY_DOUBLES = sizeof(sut_obstacle_key) / sizeof(double),
    TOOL_KEY_DOUBLES = sizeof(sut_tool_key) / sizeof(double),
    VERTEX_DOUBLES = 8
};

static void need_room(needs *n, size_t doubles) {
    n->room = doubles > n->room ? doubles : n->room;
}

static bool need_thread(needs *n, sut_stream s) {
    sut_image_counts claim = {0};
    int vertices = 0;
    sut_visit_counts(&s, &claim);
    sut_stream_int(&s, &vertices, 2, 100000000);
    if (s.failed || (size_t)vertices > sut_stream_left(&s) / 3) {
        return false;
    }
    n->made[THREADS] += 1;
    n->made[VERTICES] += vertices;
    need_claim(n, &claim);
    need_room(n, VERTEX_DOUBLES * (size_t)vertices);
    return true;
}

static bool need_hold(needs *n, sut_stream s) {
    sut_image_counts claim = {0};
    sut_thread_id thread = {0, 0};
    int keys = 0;
    sut_visit_counts(&s, &claim);
    sut_visit_thread_id(&s, &thread);
    sut_stream_int(&s, &keys, 0, 100000000);
    if (s.failed || (size_t)keys > sut_stream_left(&s) / SUT_WORDS_KEY) {
        return false;
    }
    n->made[HOLDS] += 1;
    n->made[HOLD_KEYS] += keys > 0 ? keys : 1;
    need_claim(n, &claim);
    need_room(n, KEY_DOUBLES * (size_t)keys);
    return true;
}

static bool need_obstacle(needs *n, sut_stream s) {
    sut_image_counts claim = {0};
    int keys = 0;
    sut_visit_counts(&s, &claim);
    sut_stream_int(&s, &keys, 0, SUT_OBSTACLE_KEYS);
    if (s.failed) {
        return false;
    }
    n->made[OBSTACLES] += 1;
    need_claim(n, &claim);
    need_room(n, OBSTACLE_KEY_DOUBLES * (size_t)keys);
    return true;
}

static bool need_tool(needs *n, sut_stream s) {
    sut_image_counts claim = {0};
    int keys = 0;
    sut_visit_counts(&s, &claim);
    sut_stream_int(&s, &keys, 0, SUT_TOOL_KEYS);
    if (s.failed) {
        return false;
    }
    n->made[TOOLS] += 1;
    need_claim(n, &claim);
    need_room(n, TOOL_KEY_DOUBLES * (size_t)keys);
    return true;
}

static bool need_tissue(needs *n, sut_stream s, int what) {
    sut_image_counts claim = {0};
    sut_visit_counts(&s, &claim);
    sut_visit_tissue_counts(&s, &claim);
    if (s.failed) {
        return false;
    }
    n->made[what] += 1;
    need_claim(n, &claim);
    return true;
}

// More than this no needle has room for, whatever the recording says.
enum { HOLES_PER_NEEDLE = 1000 };

static bool need_needle(needs *n, sut_stream s) {
    sut_image_counts claim = {0};
    sut_visit_counts(&s, &claim);
    sut_visit_tissue_counts(&s, &claim);
    sut_visit_needle_counts(&s, &claim);
    sut_visit_hole_counts(&s, &claim);
    if (s.failed) {
        return false;
    }
    n->made[NEEDLES] += 1;
    n->made[PUNCTURES] += HOLES_PER_NEEDLE;
    need_claim(n, &claim);
    return true;
}

static bool need_hole(needs *n, sut_stream s) {
    sut_image_counts claim = {0};
    sut_visit_counts(&s, &claim);
    sut_visit_tissue_counts(&s, &claim);
    sut_visit_hole_counts(&s, &claim);
    if (s.failed) {
        return false;
    }
    n->made[PUNCTURES] += 1;
    need_claim(n, &claim);
    return true;
}

static bool need_restore(needs *n, const sut_stream *s) {
    sut_capacity c;
    if (sut_image_capacity(s->in, s->limit * SUT_WORD, &c) != SUT_OK) {
        return false;
    }
    need_image(n, &c);
    return true;
}

// Records that make something tell how much there is of it.
static bool need_record(needs *n, const record *r) {
    switch (r->op) {
    case SUT_OP_THREAD_CREATE:
        return need_thread(n, r->payload);
    case SUT_OP_HOLD_CREATE:
        return need_hold(n, r->payload);
    case SUT_OP_OBSTACLE_CREATE:
        return need_obstacle(n, r->payload);
    case SUT_OP_TOOL_CREATE:
        return need_tool(n, r->payload);
    case SUT_OP_TISSUE_CREATE:
        return need_tissue(n, r->payload, TISSUES);
    case SUT_OP_SUPPORT_CREATE:
        return need_tissue(n, r->payload, SUPPORTS);
    case SUT_OP_NEEDLE_CREATE:
        return need_needle(n, r->payload);
    case SUT_OP_HOLE_CREATE:
        return need_hole(n, r->payload);
    case SUT_OP_RESTORE:
        return need_restore(n, &r->payload);
    default:
        return sut_replay_knows(r->op);
    }
}

// Go over all whole records; where they end is where the replay will.
static void survey(sut_replay *r, size_t count, needs *n) {
    record next;
    r->end = r->at;
    while (read_record(r->bytes, r->end, count, &next) && need_record(n, &next)) {
        r->end += next.words;
    }
    r->torn = r->torn || r->end < count;
}

//---- open and close ------------------------------------------------------------------------------
typedef struct file_head {
    const uint8_t *image;
    size_t image_words;
    size_t first; // word of the first record
    int contacts; // capacity
} file_head;

static bool read_head(const uint8_t *bytes, size_t words, file_head *out) {
    sut_stream s;
    uint64_t image_words = 0;
    sut_stream_begin_read(&s, bytes, words);
    sut_stream_fixed(&s, SUT_RECORD_MAGIC);
    sut_stream_fixed(&s, SUT_RECORD_VERSION);
    sut_stream_int(&s, &out->contacts, 1, INT_MAX);
    sut_stream_word(&s, &image_words);
    if (!s.failed) {
        sut_stream_fixed(&s, sut_word_hash(bytes, SUT_RECORD_HEAD));
    }
    if (s.failed || image_words > sut_stream_left(&s)) {
        return false;
    }
    out->image = bytes + s.at * SUT_WORD;
    out->image_words = (size_t)image_words;
    out->first = s.at + out->image_words;
    return true;
}

// More contacts than this no thread has room for, whatever the recording says.
enum { CONTACTS_PER_VERTEX = 16 };

static sut_capacity capacity_of(const needs *n) {
    // sums of a bounded number of bounded numbers, each at most what the image and records hold
    const int64_t most[NEEDS] = {1000000, 100000000, 100000000, 100000000, 1000000,
                                 10000,   10000,     1000000,   10000,     100000};
    int64_t c[NEEDS];
    for (int i = 0; i < NEEDS; i++) {
        c[i] = n->most[i] < most[i] ? n->most[i] : most[i];
    }
    sut_capacity out = sut_default_world_def().capacity;
    int64_t contacts = out.contacts + CONTACTS_PER_VERTEX * c[VERTICES];
    contacts = contacts < 10000000 ? contacts : 10000000;
    out.threads = (int)c[THREADS];
    out.vertices = (int)c[VERTICES];
    out.holds = (int)c[HOLDS];
    out.hold_keys = (int)c[HOLD_KEYS];
    out.obstacles = (int)c[OBSTACLES];
    out.tools = (int)c[TOOLS];
    out.tissues = (int)c[TISSUES];
    out.supports = (int)c[SUPPORTS];
    out.needles = (int)c[NEEDLES];
    out.holes = (int)c[PUNCTURES];
    out.contacts = n->contacts < contacts ? n->contacts : (int)contacts;
    return out;
}

static sut_result make_world(sut_replay *r, const sut_allocator *allocator, const file_head *head,
                             const needs *n) {
    sut_world_def def = sut_default_world_def();
    def.capacity = capacity_of(n);
    if (allocator) {
        def.allocator = *allocator;
    }
    r->room = sut_memory_take(&r->memory, r->room_size * sizeof(double));
    if (!r->room) {
        return SUT_E_MEMORY;
    }
    sut_result result = sut_world_create(&def, &r->world);
    if (result != SUT_OK) {
        return result;
    }
    result = sut_world_restore(r->world, head->image, head->image_words * SUT_WORD);
    return result == SUT_E_CAPACITY ? SUT_E_FORMAT : result; // more contacts than the capacity told
}

// Read the head, survey all records for what they need, and make a world that has room for it.
sut_result sut_replay_open(const void *bytes, size_t size, const sut_allocator *allocator,
                           sut_replay **out) {
    if (!bytes || !out) {
        return SUT_E_ARGUMENT;
    }
    *out = NULL;
    file_head head = {NULL, 0, 0, 1};
    sut_capacity c;
    size_t words = size / SUT_WORD;
    if (!read_head(bytes, words, &head) ||
        sut_image_capacity(head.image, head.image_words * SUT_WORD, &c) != SUT_OK) {
        return SUT_E_FORMAT;
    }
    sut_memory memory;
    sut_memory_init(&memory, allocator);
    sut_replay *r = sut_memory_take(&memory, sizeof *r);
    if (!r) {
        return SUT_E_MEMORY;
    }
    memset(r, 0, sizeof *r);
    r->memory = memory;
    r->bytes = bytes;
    r->at = head.first;
    r->torn = size % SUT_WORD != 0;
    needs n;
    memset(&n, 0, sizeof n);
    n.contacts = head.contacts;
    need_image(&n, &c);
    survey(r, words, &n);
    r->room_size = n.room;
    sut_result result = make_world(r, allocator, &head, &n);
    if (result != SUT_OK) {
        sut_replay_close(r);
        return result;
    }
    *out = r;
    return SUT_OK;
}

void sut_replay_close(sut_replay *r) {
    if (!r) {
        return;
    }
    sut_world_destroy(r->world);
    sut_memory_give(&r->memory, r->room, r->room_size * sizeof(double));
    sut_memory memory = r->memory;
    sut_memory_give(&memory, r, sizeof *r);
}

sut_result sut_replay_result(const sut_replay *r) {
    return r ? r->result : SUT_E_ARGUMENT;
}

const sut_world *sut_replay_world(const sut_replay *r) {
    return r ? r->world : NULL;
}

sut_result sut_replay_watch(sut_replay *r, void (*on_part)(void *ctx, const sut_world *w),
                            void *ctx) {
    if (!r) {
        return SUT_E_ARGUMENT;
    }
    r->world->def.on_part = on_part;
    r->world->def.on_part_ctx = ctx;
    return SUT_OK;
}

//---- next ----------------------------------------------------------------------------------------
// A call that was recorded had succeeded. One that is refused now was never made: the bytes are
// wrong. Memory that is missing, and steps that find no state, are not the bytes' fault.
static sut_result blame(sut_result result) {
    return result == SUT_E_MEMORY || result == SUT_E_DIVERGED ? result : SUT_E_FORMAT;
}

bool sut_replay_next(sut_replay *r, sut_replay_step *out) {
    if (!r || r->result != SUT_OK) {
        return false;
    }
    record next;
    while (read_record(r->bytes, r->at, r->end, &next)) {
        sut_result result = sut_replay_call(r, next.op, &next.payload);
        if (result != SUT_OK) {
            r->result = blame(result);
            return false;
        }
        r->at += next.words;
        if (next.op == SUT_OP_STEP) {
            if (out) {
                *out = r->step;
            }
            return true;
        }
    }
    r->result = r->torn ? SUT_E_FORMAT : SUT_OK;
    return false;
}
