// SPDX-License-Identifier: MIT
// snapshot.c -- snapshot, restore, hash.
//
// An image is a sequence of 64-bit words (state/stream.h) in the order of state/visit.c, and as its
// last word the hash of all words before it: the checksum of the bytes, and the hash of the world.
//
// A restore of bodies that are there reads into them (state/inplace.c). Else it builds a second set
// of objects beside the world's own and changes over when everything has been read, checked and
// allocated. Until then the world is untouched. The memory of the set that goes is kept for the
// next one, which takes none if its objects have the same sizes.
#include "state/snapshot.h"

#include "data/data.h"
#include "data/island.h"
#include "state/visit.h"

#include <string.h>

//---- out -----------------------------------------------------------------------------------------
static void visit_const(sut_stream *s, const sut_world *w) {
    // the visitor may change what it visits, but only when it reads
    sut_world copy = *w;
    bool no_memory = false;
    sut_visit_world(s, &copy, &no_memory);
}

void sut_image_put(sut_stream *s, const sut_world *w) {
    visit_const(s, w);
    uint64_t check = sut_hash_end(&s->hash);
    sut_stream_word(s, &check);
}

size_t sut_image_words(const sut_world *w) {
    sut_stream s;
    sut_stream_begin(&s, SUT_STREAM_COUNT);
    sut_image_put(&s, w);
    return s.at;
}

size_t sut_world_snapshot(const sut_world *w, void *image, size_t capacity) {
    if (!w) {
        return 0;
    }
    size_t size = sut_image_words(w) * SUT_WORD;
    if (image && capacity >= size) {
        sut_stream s;
        sut_stream_begin_write(&s, image);
        sut_image_put(&s, w);
    }
    return size;
}

uint64_t sut_world_hash(const sut_world *w) {
    if (!w) {
        return 0;
    }
    sut_stream s;
    sut_stream_begin(&s, SUT_STREAM_HASH);
    visit_const(&s, w);
    return sut_hash_end(&s.hash);
}

//---- in ------------------------------------------------------------------------------------------
// Begin to read an image whose last word agrees with all the others.
static bool open_image(sut_stream *s, const void *image, size_t size) {
    size_t words = size / SUT_WORD;
    if (!image || size % SUT_WORD != 0 || words < 2) {
        return false;
    }
    const uint8_t *bytes = image;
    if (sut_word_hash(bytes, words - 1) != sut_word_get(bytes + (words - 1) * SUT_WORD)) {
        return false;
    }
    sut_stream_begin_read(s, bytes, words - 1);
    return true;
}

// Of an image that has been opened.
static bool read_counts(const sut_stream *opened, sut_image_counts *c) {
    sut_stream s = *opened;
    sut_visit_head(&s, c);
    return !s.failed;
}

sut_result sut_image_capacity(const void *image, size_t size, sut_capacity *out) {
    if (!image || !out) {
        return SUT_E_ARGUMENT;
    }
    sut_image_counts c;
    memset(&c, 0, sizeof c);
    sut_stream s;
    if (!open_image(&s, image, size) || !read_counts(&s, &c)) {
        return SUT_E_FORMAT;
    }
    // events are not in an image, and of contacts only those that bore a force
    sut_capacity needed = sut_default_world_def().capacity;
    needed.threads = c.threads > 1 ? c.threads : 1;
    needed.vertices = c.vertices > 2 ? c.vertices : 2;
    needed.holds = c.holds;
    needed.hold_keys = c.keys;
    needed.obstacles = c.obstacles;
    needed.tools = c.tools;
    needed.tissues = c.tissues;
    needed.supports = c.supports;
    needed.needles = c.needles;
    // what needles will still go through is not known
    needed.holes = c.holes + SUT_NEEDLE_HOLES * c.needles;
    needed.contacts = c.touches > needed.contacts ? c.touches : needed.contacts;
    *out = needed;
    return SUT_OK;
}

//---- the second set of objects -------------------------------------------------------------------
static void *take_cleared(sut_memory *memory, size_t size) {
    void *at = sut_memory_take(memory, size);
    if (at) {
        memset(at, 0, size);
    }
    return at;
}

// A world that shares everything with `w` but has empty object arrays of its own.
static bool begin_next(const sut_world *w, sut_world *next) {
    const sut_capacity *c = &w->def.capacity;
    *next = *w;
    sut_memory_recycle_begin(&next->memory);
    next->vertex_count = 0;
    next->key_count = 0;
    memset(&next->contacts, 0, sizeof next->contacts);
    memset(&next->bodies, 0, sizeof next->bodies);
    next->islands = NULL;
    next->bodies.rods = c->threads + c->needles;
    next->bodies.bodies = next->bodies.rods + c->tissues;
    next->threads = take_cleared(&next->memory, (size_t)c->threads * sizeof w->threads[0]);
    next->holds = take_cleared(&next->memory, (size_t)sut_hold_slots(c) * sizeof w->holds[0]);
    next->keys = take_cleared(&next->memory, (size_t)sut_hold_keys(c) * sizeof w->keys[0]);
    next->obstacles = take_cleared(&next->memory, (size_t)c->obstacles * sizeof w->obstacles[0]);
    next->tools = take_cleared(&next->memory, (size_t)c->tools * sizeof w->tools[0]);
    next->tissues = take_cleared(&next->memory, (size_t)c->tissues * sizeof w->tissues[0]);
    next->supports = take_cleared(&next->memory, (size_t)c->supports * sizeof w->supports[0]);
    next->needles = take_cleared(&next->memory, (size_t)c->needles * sizeof w->needles[0]);
    next->holes = take_cleared(&next->memory, (size_t)c->holes * sizeof w->holes[0]);
    return next->threads && next->holds && next->keys && next->obstacles && next->tools &&
           next->tissues && next->supports && next->holes && next->needles;
}

// Give back rods, object arrays and contacts of `w` to `memory`.
static void free_objects(const sut_world *w, sut_memory *memory) {
    const sut_capacity *c = &w->def.capacity;
    for (int i = 0; w->threads && i < c->threads; i++) {
        const sut_rod *r = &w->threads[i].rod;
        sut_memory_give(memory, r->memory, r->memory_size);
    }
    for (int i = 0; w->tissues && i < c->tissues; i++) {
        sut_tissue_free_slot(&w->tissues[i], memory);
    }
    for (int i = 0; w->needles && i < c->needles; i++) {
        sut_needle_free_slot(&w->needles[i], memory);
    }
    sut_memory_give(memory, w->needles, (size_t)c->needles * sizeof w->needles[0]);
    sut_memory_give(memory, w->tissues, (size_t)c->tissues * sizeof w->tissues[0]);
    sut_memory_give(memory, w->supports, (size_t)c->supports * sizeof w->supports[0]);
    sut_memory_give(memory, w->holes, (size_t)c->holes * sizeof w->holes[0]);
    sut_memory_give(memory, w->threads, (size_t)c->threads * sizeof w->threads[0]);
    sut_memory_give(memory, w->holds, (size_t)sut_hold_slots(c) * sizeof w->holds[0]);
    sut_memory_give(memory, w->keys, (size_t)sut_hold_keys(c) * sizeof w->keys[0]);
    sut_memory_give(memory, w->obstacles, (size_t)c->obstacles * sizeof w->obstacles[0]);
    sut_memory_give(memory, w->tools, (size_t)c->tools * sizeof w->tools[0]);
    sut_memory_give(memory, w->contacts.memory, w->contacts.memory_size);
    sut_islands_free(w, memory);
}

bool sut_holds_conflict(const sut_world *w) {
    for (int i = 0; i < sut_hold_slots(&w->def.capacity); i++) {
        const sut_hold_slot *a = &w->holds[i];
        for (int j = 0; a->used && j < i; j++) {
            const sut_hold_slot *b = &w->holds[j];
            bool same = a->used && b->used && a->thread == b->thread && a->vertex == b->vertex &&
                        a->kind != SUT_HOLD_FORCE && b->kind != SUT_HOLD_FORCE;
            if (same && a->from < b->until && b->from < a->until) {
                return true;
            }
        }
    }
    return false;
}

// Room for contacts between the objects that were read, and in it what touched.
static sut_result take_touches(sut_world *next) {
    int count = next->saved_touch_count;
    if (!sut_contact_reserve(next)) {
        return SUT_E_MEMORY;
    }
    if (count > next->contacts.max_contacts) {
        return SUT_E_FORMAT; // touches in a world whose contacts are disabled
    }
    if (count > 0) {
        memcpy(next->contacts.touch, next->saved_touches, (size_t)count * sizeof(sut_touch));
    }
    next->contacts.touches = count;
    return SUT_OK;
}

static sut_result read_next(sut_world *next, sut_stream *s) {
    bool no_memory = false;
    sut_visit_world(s, next, &no_memory);
    if (no_memory) {
        return SUT_E_MEMORY;
    }
    bool whole = !s->failed && sut_stream_left(s) == 0;
    return whole && !sut_holds_conflict(next) ? take_touches(next) : SUT_E_FORMAT;
}

//---- restore -------------------------------------------------------------------------------------
// What steps look at of the holds; there is no news.
static void begin_again(sut_world *w) {
    w->event_count = 0;
    w->hold_top = 0;
    for (int i = 0; i < sut_hold_slots(&w->def.capacity); i++) {
        bool grip = i >= w->def.capacity.holds && sut_grip_tool(w, &w->holds[i])->used;
        w->hold_top = w->holds[i].used || grip ? i + 1 : w->hold_top;
    }
    sut_hold_list_planes(w);
}

// Views of the bodies before are gone; the recording and the hooks go on.
static void change_over(sut_world *w, sut_world *next) {
    free_objects(w, &next->memory);
    *w = *next;
    sut_memory_recycle_end(&w->memory, false);
    w->contact_view_count = 0;
    memset(&w->stats, 0, sizeof w->stats);
    begin_again(w);
}

static bool fits(const sut_image_counts *c, const sut_capacity *most) {
    return c->threads <= most->threads && c->vertices <= most->vertices &&
           c->holds <= most->holds && c->keys <= most->hold_keys &&
           c->obstacles <= most->obstacles && c->touches <= most->contacts &&
           c->tools <= most->tools && c->tissues <= most->tissues &&
           c->supports <= most->supports && c->holes <= most->holes && c->needles <= most->needles;
}

static const char not_an_image[] = "the bytes are no image of a world, or were damaged";

// Into the bodies that are there, or else: count, take memory for the counted objects, read all of
// it, and only then change over.
sut_result sut_world_restore(sut_world *w, const void *image, size_t size) {
    sut_world_ask(w);
    sut_image_counts c;
    memset(&c, 0, sizeof c);
    if (!w || !image) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, sut_null_pointer);
    }
    sut_stream s;
    if (!open_image(&s, image, size) || !read_counts(&s, &c)) {
        return sut_world_refuse(w, SUT_E_FORMAT, not_an_image);
    }
    if (!fits(&c, &w->def.capacity)) {
        return sut_world_refuse(w, SUT_E_CAPACITY,
                                "the image holds more than the world has capacity for; "
                                "sut_image_capacity says how much");
    }
    if (sut_restore_in_place(w, &s)) {
        begin_again(w);
        sut_record_restore(w, image, size);
        return SUT_OK;
    }
    sut_world next;
    sut_result result = begin_next(w, &next) ? read_next(&next, &s) : SUT_E_MEMORY;
    if (result != SUT_OK) {
        free_objects(&next, &next.memory);
        sut_memory_recycle_end(&next.memory, true);
        if (!w->memory.spare) {
            sut_memory_drop(&next.memory); // there was no second set before
        }
        w->memory = next.memory;
        return sut_world_refuse(w, result,
                                result == SUT_E_MEMORY ? "no memory for what the image holds"
                                                       : not_an_image);
    }
    change_over(w, &next);
    sut_record_restore(w, image, size);
    return SUT_OK;
}
