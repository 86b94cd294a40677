// SPDX-License-Identifier: MIT
// inplace.c -- an image into the objects that are there.
//
// Most images that a world is to become are its own, some steps old: the bodies have the same
// definitions, and only states differ. Then nothing is made anew. Definitions in the image are
// compared with those of the bodies, word by word; slots of all else are cleared and filled. What
// there was is kept meanwhile, the states of bodies where a step that is cut keeps them too. Where
// a word does not fit everything goes back to it, and the image is read into a second set of
// objects (state/snapshot.c), which tells whether it is one at all.
#include "state/snapshot.h"

#include "data/data.h"
#include "data/island.h"
#include "state/visit.h"

#include <string.h>

// One kind of slot: all that were ever used stand before `top`.
typedef struct slot_row {
    void *at, *saved;
    size_t size;
    int top;
} slot_row;

enum { ROWS = 6 };

#define TOP_OF(w, slots, capacity, top)                                                            \
    do {                                                                                           \
        for (int i_ = 0; i_ < (capacity); i_++) {                                                  \
            (top) = (w)->slots[i_].generation != 0 ? i_ + 1 : (top);                               \
        }                                                                                          \
    } while (0)

// Slots that the image fills anew. Grips of tools stand behind the holds of the user, and their
// keys behind all others.
static void list_rows(const sut_world *w, slot_row rows[ROWS]) {
    const sut_capacity *c = &w->def.capacity;
    int obstacles = 0;
    int tools = 0;
    int supports = 0;
    int holes = 0;
    int holds = 0;
    TOP_OF(w, obstacles, c->obstacles, obstacles);
    TOP_OF(w, tools, c->tools, tools);
    TOP_OF(w, supports, c->supports, supports);
    TOP_OF(w, holes, c->holes, holes);
    TOP_OF(w, holds, c->holds, holds);
    bool grips = tools > 0;
    const slot_row all[ROWS] = {
        {w->holds, w->saved_holds, sizeof *w->holds, grips ? sut_hold_slots(c) : holds},
        {w->keys, w->saved_keys, sizeof *w->keys, grips ? sut_hold_keys(c) : w->key_count},
        {w->obstacles, w->saved_obstacles, sizeof *w->obstacles, obstacles},
        {w->tools, w->saved_tools, sizeof *w->tools, tools},
        {w->supports, w->saved_supports, sizeof *w->supports, supports},
        {w->holes, w->saved_holes, sizeof *w->holes, holes},
    };
    memcpy(rows, all, sizeof all);
}

static void keep_needle(sut_world *w, int i) {
    w->saved_needles[i] = w->needles[i];
    if (w->needles[i].used) {
        w->needles[i].needle->backup = w->needles[i].needle->state;
    }
}

static void take_back_needle(sut_world *w, int i) {
    w->needles[i] = w->saved_needles[i];
    if (w->needles[i].used) {
        w->needles[i].needle->state = w->needles[i].needle->backup;
        sut_needle_refresh(w->needles[i].needle);
    }
}

// All that reading overwrites; then slots are as if none had ever been used.
static void keep(sut_world *w, slot_row rows[ROWS]) {
    for (int k = 0; k < ROWS; k++) {
        size_t bytes = (size_t)rows[k].top * rows[k].size;
        if (bytes > 0) {
            memcpy(rows[k].saved, rows[k].at, bytes);
            memset(rows[k].at, 0, bytes);
        }
    }
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used) {
            sut_rod_save(&w->threads[i].rod);
        }
    }
    for (int i = 0; i < w->def.capacity.tissues; i++) {
        sut_tissue_slot *t = &w->tissues[i];
        if (t->used) {
            sut_tissue_state_write(t->tissue, t->image + t->image_size);
        }
    }
    for (int i = 0; i < w->def.capacity.needles; i++) {
        keep_needle(w, i);
    }
    w->key_count = 0;
}

// `old` has the numbers of the world.
static void take_back(sut_world *w, const sut_world *old, const slot_row rows[ROWS]) {
    slot_row now[ROWS];
    list_rows(w, now);
    *w = *old;
    for (int k = 0; k < ROWS; k++) {
        if (now[k].top > 0) {
            memset(now[k].at, 0, (size_t)now[k].top * now[k].size);
        }
        if (rows[k].top > 0) {
            memcpy(rows[k].at, rows[k].saved, (size_t)rows[k].top * rows[k].size);
        }
    }
    for (int i = 0; i < w->def.capacity.threads; i++) {
        if (w->threads[i].used) {
            sut_rod_restore(&w->threads[i].rod);
            w->threads[i].rod.work.gravity = w->def.gravity;
            sut_visit_show(&w->threads[i].rod);
        }
    }
    for (int i = 0; i < w->def.capacity.tissues; i++) {
        sut_tissue_slot *t = &w->tissues[i];
        if (t->used) {
            (void)sut_tissue_state_read(t->tissue, t->image + t->image_size,
                                        sut_tissue_state_size(t->tissue));
        }
    }
    for (int i = 0; i < w->def.capacity.needles; i++) {
        take_back_needle(w, i);
    }
}

// What touched, where there is room for it. A world whose contacts are disabled has none.
static bool take_touches(sut_world *w) {
    int count = w->saved_touch_count;
    if (count > (w->def.contact.disabled ? 0 : w->contacts.max_contacts)) {
        return false;
    }
    if (count > 0) {
        memcpy(w->contacts.touch, w->saved_touches, (size_t)count * sizeof(sut_touch));
    }
    w->contacts.touches = count;
    w->contacts.count = 0;
    return true;
}

// Portal springs open and close edges; the memory of contacts is laid out for their solver.
static bool suits(const sut_world *w, const sut_contact_def *was) {
    const sut_contact_def *d = &w->def.contact;
    return d->solver == was->solver && d->disabled == was->disabled && d->holes == was->holes;
}

bool sut_restore_in_place(sut_world *w, const sut_stream *opened) {
    if (w->def.contact.holes == SUT_HOLES_PORTALS) {
        return false;
    }
    slot_row rows[ROWS];
    const sut_world old = *w;
    list_rows(w, rows);
    keep(w, rows);
    sut_stream s = *opened;
    s.in_place = true;
    bool no_memory = false;
    sut_visit_world(&s, w, &no_memory);
    bool whole = !s.failed && sut_stream_left(&s) == 0 && suits(w, &old.def.contact) &&
                 !sut_holds_conflict(w) && take_touches(w);
    if (!whole) {
        take_back(w, &old, rows);
        return false;
    }
    sut_contact_settings_refresh(w);
    sut_contact_refresh(w);
    return true;
}
