// SPDX-License-Identifier: MIT
// replay.c -- a recording, repeated call by call through the public functions.
//
// Opening reads all of the bytes once: it finds where the last whole record ends and how large the
// world and the arrays of its defs can become. What a record claims is never believed beyond what
// its own bytes could make, so memory is at most a fixed multiple of the size of the recording.
#include "state/record_ops.h"
#include "state/snapshot.h"

#include <limits.h>
#include <string.h>

struct sut_replay {
    sut_memory memory;
    sut_world *world;
    const uint8_t *bytes;
    size_t at, end;    // words: the next record; where the last whole one ends
    bool torn;         // something that is no record follows
    sut_result result; // of the recording so far
    uint64_t steps;    // replayed

    double *room; // [room_size] arrays of the def that is being repeated
    size_t room_size;
};

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

// All of the payload was used, and nothing of it refused.
static bool used_up(const sut_stream *s) {
    return !s->failed && sut_stream_left(s) == 0;
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
    case SUT_OP_STEP:
    case SUT_OP_THREAD_DESTROY:
    case SUT_OP_HOLD_DESTROY:
    case SUT_OP_HOLD_TARGET:
    case SUT_OP_GRAVITY:
    case SUT_OP_OBSTACLE_DESTROY:
    case SUT_OP_OBSTACLE_POSE:
    case SUT_OP_FRICTION:
    case SUT_OP_TOOL_DESTROY:
    case SUT_OP_TOOL_TARGET:
    case SUT_OP_TOOL_RELEASE:
    case SUT_OP_BUDGET:
    case SUT_OP_TISSUE_DESTROY:
    case SUT_OP_SUPPORT_DESTROY:
    case SUT_OP_TISSUE_CUT:
    case SUT_OP_THREAD_CUT:
    case SUT_OP_NEEDLE_DESTROY:
    case SUT_OP_NEEDLE_TARGET:
    case SUT_OP_NEEDLE_RELEASE:
    case SUT_OP_HOLE_DESTROY:
        return true;
    }
    return false;
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

//---- repeating one record ------------------------------------------------------------------------
// Each answers what the call answered, or SUT_E_FORMAT when the payload is not that of the call.
static double *take_numbers(sut_stream *s, double **room, size_t count) {
    double *at = *room;
    *room += count;
    sut_stream_numbers(s, at, (int)count);
    return at;
}

static sut_vec3 *take_vectors(sut_stream *s, double **room, size_t count) {
    return (sut_vec3 *)take_numbers(s, room, 3 * count);
}

static sut_result repeat_thread_create(sut_replay *r, sut_stream *s) {
    sut_image_counts claim = {0};
    sut_thread_def d = sut_default_thread_def();
    int arrays = 0;
    sut_visit_counts(s, &claim);
    sut_stream_int(s, &d.vertex_count, 2, 100000000);
    sut_stream_int(s, &arrays, 0, 15);
    sut_visit_thread_def(s, &d);
    if (s->failed) {
        return SUT_E_FORMAT;
    }
    double *room = r->room;
    size_t n = (size_t)d.vertex_count;
    d.positions = take_vectors(s, &room, n);
    d.pierces = (arrays & SUT_OP_PIERCES) != 0;
    d.velocities = arrays & SUT_OP_VELOCITIES ? take_vectors(s, &room, n) : NULL;
    d.rest_lengths = arrays & SUT_OP_REST_LENGTHS ? take_numbers(s, &room, n - 1) : NULL;
    d.extra_mass = arrays & SUT_OP_EXTRA_MASS ? take_numbers(s, &room, n) : NULL;
    sut_thread_id id;
    return used_up(s) ? sut_thread_create(r->world, &d, &id) : SUT_E_FORMAT;
}

static sut_result repeat_hold_create(sut_replay *r, sut_stream *s) {
    sut_image_counts claim = {0};
    sut_thread_id thread = {0, 0};
    sut_hold_def d = sut_default_hold_def();
    sut_visit_counts(s, &claim);
    sut_visit_thread_id(s, &thread);
    sut_stream_int(s, &d.key_count, 0, 100000000);
    sut_visit_hold_def(s, &d);
    if (s->failed) {
        return SUT_E_FORMAT;
    }
    sut_hold_key *keys = (sut_hold_key *)r->room;
    memset(keys, 0, (size_t)d.key_count * sizeof keys[0]);
    for (int i = 0; i < d.key_count; i++) {
        sut_visit_key(s, &keys[i], d.kind);
    }
    d.keys = d.key_count > 0 ? keys : NULL;
    sut_hold_id id;
    return used_up(s) ? sut_hold_create(r->world, thread, &d, &id) : SUT_E_FORMAT;
}

static sut_result repeat_hold_target(sut_replay *r, sut_stream *s) {
    sut_hold_id id = {0, 0};
    sut_hold_key key;
    int kind = 0;
    memset(&key, 0, sizeof key);
    sut_visit_hold_id(s, &id);
    sut_stream_int(s, &kind, 0, SUT_HOLD_FORCE);
    sut_visit_key(s, &key, (sut_hold_kind)kind);
    return used_up(s) ? sut_hold_set_target(r->world, id, &key) : SUT_E_FORMAT;
}

static sut_result repeat_obstacle_create(sut_replay *r, sut_stream *s) {
    sut_image_counts claim = {0};
    sut_obstacle_def d = sut_default_obstacle_def();
    sut_visit_counts(s, &claim);
    sut_stream_int(s, &d.key_count, 0, SUT_OBSTACLE_KEYS);
    sut_visit_obstacle_def(s, &d);
    if (s->failed) {
        return SUT_E_FORMAT;
    }
    sut_obstacle_key *keys = (sut_obstacle_key *)r->room;
    for (int i = 0; i < d.key_count; i++) {
        sut_visit_obstacle_key(s, &keys[i]);
    }
    d.keys = d.key_count > 0 ? keys : NULL;
    sut_obstacle_id id;
    return used_up(s) ? sut_obstacle_create(r->world, &d, &id) : SUT_E_FORMAT;
}

static sut_result repeat_obstacle_pose(sut_replay *r, sut_stream *s) {
    sut_obstacle_id id = {0, 0};
    sut_vec3 position = {0.0, 0.0, 0.0};
    sut_vec3 rotation = {0.0, 0.0, 0.0};
    sut_visit_obstacle_id(s, &id);
    sut_stream_vec3(s, &position);
    sut_stream_vec3(s, &rotation);
    return used_up(s) ? sut_obstacle_set_pose(r->world, id, position, rotation) : SUT_E_FORMAT;
}

static sut_result repeat_tool_create(sut_replay *r, sut_stream *s) {
    sut_image_counts claim = {0};
    sut_tool_def d = sut_default_tool_def(SUT_TOOL_FORCEPS);
    sut_visit_counts(s, &claim);
    sut_stream_int(s, &d.key_count, 0, SUT_TOOL_KEYS);
    sut_visit_tool_def(s, &d);
    if (s->failed) {
        return SUT_E_FORMAT;
    }
    sut_tool_key *keys = (sut_tool_key *)r->room;
    for (int i = 0; i < d.key_count; i++) {
        sut_visit_tool_key(s, &keys[i]);
    }
    d.keys = d.key_count > 0 ? keys : NULL;
    sut_tool_id id;
    return used_up(s) ? sut_tool_create(r->world, &d, &id) : SUT_E_FORMAT;
}

static sut_result repeat_tool_target(sut_replay *r, sut_stream *s) {
    sut_tool_id id = {0, 0};
    sut_pose pose = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 1.0}};
    double jaw = 0.0;
    sut_visit_tool_id(s, &id);
    sut_visit_pose(s, &pose);
    sut_stream_number(s, &jaw);
    return used_up(s) ? sut_tool_set_target(r->world, id, &pose, jaw) : SUT_E_FORMAT;
}

static sut_result repeat_tool_end(sut_replay *r, sut_stream *s, sut_op op) {
    sut_tool_id id = {0, 0};
    sut_visit_tool_id(s, &id);
    if (!used_up(s)) {
        return SUT_E_FORMAT;
    }
    return op == SUT_OP_TOOL_DESTROY ? sut_tool_destroy(r->world, id)
                                     : sut_tool_release(r->world, id);
}

static sut_result repeat_friction(sut_replay *r, sut_stream *s) {
    sut_thread_id id = {0, 0};
    double friction = 0.0;
    sut_visit_thread_id(s, &id);
    sut_stream_number(s, &friction);
    return used_up(s) ? sut_thread_set_friction(r->world, id, friction) : SUT_E_FORMAT;
}

static sut_result repeat_destroy(sut_replay *r, sut_stream *s, sut_op op) {
    if (op == SUT_OP_THREAD_DESTROY) {
        sut_thread_id id = {0, 0};
        sut_visit_thread_id(s, &id);
        return used_up(s) ? sut_thread_destroy(r->world, id) : SUT_E_FORMAT;
    }
    if (op == SUT_OP_OBSTACLE_DESTROY) {
        sut_obstacle_id id = {0, 0};
        sut_visit_obstacle_id(s, &id);
        return used_up(s) ? sut_obstacle_destroy(r->world, id) : SUT_E_FORMAT;
    }
    sut_hold_id id = {0, 0};
    sut_visit_hold_id(s, &id);
    return used_up(s) ? sut_hold_destroy(r->world, id) : SUT_E_FORMAT;
}

static sut_result repeat_tissue_create(sut_replay *r, sut_stream *s) {
    sut_image_counts claim = {0};
    sut_tissue_def d = {0};
    sut_visit_arrays a;
    sut_visit_counts(s, &claim);
    sut_visit_tissue_counts(s, &claim);
    sut_visit_tissue_def(s, &d, &r->memory, &a);
    sut_result result = a.no_memory ? SUT_E_MEMORY : SUT_E_FORMAT;
    if (used_up(s)) {
        sut_tissue_id id;
        result = sut_tissue_create(r->world, &d, &id);
    }
    sut_visit_arrays_free(&a, &r->memory);
    return result;
}

static sut_result repeat_support_create(sut_replay *r, sut_stream *s) {
    sut_image_counts claim = {0};
    sut_tissue_id tissue = {0, 0};
    sut_support_def d;
    sut_visit_arrays a;
    sut_visit_counts(s, &claim);
    sut_visit_tissue_counts(s, &claim);
    sut_visit_tissue_id(s, &tissue);
    sut_visit_support_def(s, &d, &r->memory, &a);
    sut_result result = a.no_memory ? SUT_E_MEMORY : SUT_E_FORMAT;
    if (used_up(s)) {
        sut_support_id id;
        result = sut_support_create(r->world, tissue, &d, &id);
    }
    sut_visit_arrays_free(&a, &r->memory);
    return result;
}

static sut_result repeat_tissue_end(sut_replay *r, sut_stream *s, sut_op op) {
    sut_tissue_id tissue = {0, 0};
    if (op == SUT_OP_TISSUE_DESTROY) {
        sut_visit_tissue_id(s, &tissue);
        return used_up(s) ? sut_tissue_destroy(r->world, tissue) : SUT_E_FORMAT;
    }
    sut_support_id support = {0, 0};
    sut_visit_support_id(s, &support);
    return used_up(s) ? sut_support_destroy(r->world, support) : SUT_E_FORMAT;
}

static sut_result repeat_thread_cut(sut_replay *r, sut_stream *s) {
    sut_thread_id thread = {0, 0};
    int edge = 0;
    sut_visit_thread_id(s, &thread);
    sut_stream_int(s, &edge, 0, r->world->def.capacity.vertices);
    return used_up(s) ? sut_thread_cut(r->world, thread, edge) : SUT_E_FORMAT;
}

static sut_result repeat_tissue_cut(sut_replay *r, sut_stream *s) {
    sut_tissue_id tissue = {0, 0};
    sut_vec3 points[SUT_CUT_POINTS] = {{0.0, 0.0, 0.0}};
    int count = 0;
    sut_visit_tissue_id(s, &tissue);
    sut_stream_int(s, &count, 2, SUT_CUT_POINTS);
    for (int i = 0; !s->failed && i < count; i++) {
        sut_stream_vec3(s, &points[i]);
    }
    return used_up(s) ? sut_tissue_cut(r->world, tissue, points, count, NULL) : SUT_E_FORMAT;
}

static sut_result repeat_needle_create(sut_replay *r, sut_stream *s) {
    sut_image_counts claim = {0};
    sut_needle_def d = {0};
    sut_needle_key keys[SUT_NEEDLE_KEYS];
    sut_visit_counts(s, &claim);
    sut_visit_tissue_counts(s, &claim);
    sut_visit_needle_counts(s, &claim);
    sut_visit_hole_counts(s, &claim);
    sut_visit_needle_def(s, &d, keys);
    sut_needle_id id;
    return used_up(s) ? sut_needle_create(r->world, &d, &id) : SUT_E_FORMAT;
}

static sut_result repeat_needle_end(sut_replay *r, sut_stream *s, sut_op op) {
    sut_needle_id id = {0, 0};
    sut_visit_needle_id(s, &id);
    if (!used_up(s)) {
        return SUT_E_FORMAT;
    }
    return op == SUT_OP_NEEDLE_DESTROY ? sut_needle_destroy(r->world, id)
                                       : sut_needle_release(r->world, id);
}

static sut_result repeat_needle_target(sut_replay *r, sut_stream *s) {
    sut_needle_id id = {0, 0};
    sut_pose pose = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 1.0}};
    sut_visit_needle_id(s, &id);
    sut_visit_pose(s, &pose);
    return used_up(s) ? sut_needle_set_target(r->world, id, &pose) : SUT_E_FORMAT;
}

static sut_result repeat_hole_create(sut_replay *r, sut_stream *s) {
    sut_image_counts claim = {0};
    sut_hole_def d = sut_default_hole_def();
    sut_visit_counts(s, &claim);
    sut_visit_tissue_counts(s, &claim);
    sut_visit_hole_counts(s, &claim);
    sut_visit_hole_def(s, &d);
    sut_hole_id id;
    return used_up(s) ? sut_hole_create(r->world, &d, &id) : SUT_E_FORMAT;
}

static sut_result repeat_hole_destroy(sut_replay *r, sut_stream *s) {
    sut_hole_id id = {0, 0};
    sut_visit_hole_id(s, &id);
    return used_up(s) ? sut_hole_destroy(r->world, id) : SUT_E_FORMAT;
}

static sut_result repeat_gravity(sut_replay *r, sut_stream *s) {
    sut_vec3 gravity = {0.0, 0.0, 0.0};
    sut_stream_vec3(s, &gravity);
    return used_up(s) ? sut_world_set_gravity(r->world, gravity) : SUT_E_FORMAT;
}

static sut_result repeat_budget(sut_replay *r, sut_stream *s) {
    double budget = 0.0;
    sut_stream_number(s, &budget);
    return used_up(s) ? sut_world_set_budget(r->world, budget) : SUT_E_FORMAT;
}

static sut_result repeat_step(sut_replay *r, sut_stream *s, sut_replay_step *out) {
    sut_replay_step step = {r->steps + 1, 0.0, 0, 0};
    sut_stream_number(s, &step.dt);
    sut_stream_word(s, &step.recorded);
    sut_result result = used_up(s) ? sut_world_step(r->world, step.dt) : SUT_E_FORMAT;
    if (result == SUT_OK) {
        step.got = sut_world_hash(r->world);
        r->steps++;
        *out = step;
    }
    return result;
}

static sut_result repeat(sut_replay *r, record *next, sut_replay_step *step) {
    sut_stream *s = &next->payload;
    switch (next->op) {
    case SUT_OP_STEP:
        return repeat_step(r, s, step);
    case SUT_OP_THREAD_CREATE:
        return repeat_thread_create(r, s);
    case SUT_OP_HOLD_CREATE:
        return repeat_hold_create(r, s);
    case SUT_OP_HOLD_TARGET:
        return repeat_hold_target(r, s);
    case SUT_OP_OBSTACLE_CREATE:
        return repeat_obstacle_create(r, s);
    case SUT_OP_OBSTACLE_POSE:
        return repeat_obstacle_pose(r, s);
    case SUT_OP_FRICTION:
        return repeat_friction(r, s);
    case SUT_OP_TOOL_CREATE:
        return repeat_tool_create(r, s);
    case SUT_OP_TOOL_TARGET:
        return repeat_tool_target(r, s);
    case SUT_OP_TOOL_DESTROY:
    case SUT_OP_TOOL_RELEASE:
        return repeat_tool_end(r, s, next->op);
    case SUT_OP_THREAD_DESTROY:
    case SUT_OP_HOLD_DESTROY:
    case SUT_OP_OBSTACLE_DESTROY:
        return repeat_destroy(r, s, next->op);
    case SUT_OP_TISSUE_CREATE:
        return repeat_tissue_create(r, s);
    case SUT_OP_SUPPORT_CREATE:
        return repeat_support_create(r, s);
    case SUT_OP_TISSUE_DESTROY:
    case SUT_OP_SUPPORT_DESTROY:
        return repeat_tissue_end(r, s, next->op);
    case SUT_OP_TISSUE_CUT:
        return repeat_tissue_cut(r, s);
    case SUT_OP_THREAD_CUT:
        return repeat_thread_cut(r, s);
    case SUT_OP_NEEDLE_CREATE:
        return repeat_needle_create(r, s);
    case SUT_OP_NEEDLE_TARGET:
        return repeat_needle_target(r, s);
    case SUT_OP_NEEDLE_DESTROY:
    case SUT_OP_NEEDLE_RELEASE:
        return repeat_needle_end(r, s, next->op);
    case SUT_OP_HOLE_CREATE:
        return repeat_hole_create(r, s);
    case SUT_OP_HOLE_DESTROY:
        return repeat_hole_destroy(r, s);
    case SUT_OP_GRAVITY:
        return repeat_gravity(r, s);
    case SUT_OP_BUDGET:
        return repeat_budget(r, s);
    case SUT_OP_RESTORE:
        return sut_world_restore(r->world, s->in, s->limit * SUT_WORD);
    }
    return SUT_E_FORMAT;
}

// A call that was recorded had succeeded. One that is refused now was never made: the bytes are
// wrong. Memory that is missing, and steps that find no state, are not the bytes' fault.
static sut_result blame(sut_result result) {
    return result == SUT_E_MEMORY || result == SUT_E_DIVERGED ? result : SUT_E_FORMAT;
}

bool sut_replay_next(sut_replay *r, sut_replay_step *out) {
    sut_replay_step step;
    if (!r || r->result != SUT_OK) {
        return false;
    }
    record next;
    while (read_record(r->bytes, r->at, r->end, &next)) {
        sut_result result = repeat(r, &next, &step);
        if (result != SUT_OK) {
            r->result = blame(result);
            return false;
        }
        r->at += next.words;
        if (next.op == SUT_OP_STEP) {
            if (out) {
                *out = step;
            }
            return true;
        }
    }
    r->result = r->torn ? SUT_E_FORMAT : SUT_OK;
    return false;
}
