// SPDX-License-Identifier: MIT
#include "trainer/server/undo.h"

#include <stdio.h>
#include <stdlib.h>

// s; asked again so soon it goes back further
static const double fresh = 1.0;

bool sut_undo_make(sut_undo *u, const sut_world *w) {
    // a thread in a tight knot has some hundred contacts more than at the start, of 100 bytes each
    *u = (sut_undo){.room = 2 * sut_world_snapshot(w, NULL, 0) + ((size_t)256 << 10U)};
    u->block = malloc(SUT_UNDO_MARKS * u->room);
    if (u->block == NULL) {
        return false;
    }
    for (int i = 0; i < SUT_UNDO_MARKS; i++) {
        u->mark[i].image = u->block + (size_t)i * u->room;
    }
    return true;
}

void sut_undo_free(sut_undo *u) {
    free(u->block);
    *u = (sut_undo){0};
}

double sut_undo_time(const sut_undo *u, const sut_world *w) {
    return sut_world_time(w) + u->ahead;
}

// the oldest but the beginning gives its place, and its memory, to the newest
static void make_room(sut_undo *u) {
    sut_undo_mark oldest = u->mark[1];
    for (int i = 1; i < SUT_UNDO_MARKS - 1; i++) {
        u->mark[i] = u->mark[i + 1];
    }
    u->mark[SUT_UNDO_MARKS - 1] = oldest;
    u->count--;
}

uint32_t sut_undo_take(sut_undo *u, const sut_world *w, const char *name) {
    if (u->block == NULL || sut_world_snapshot(w, NULL, 0) > u->room) {
        return 0;
    }
    if (u->count == SUT_UNDO_MARKS) {
        make_room(u);
    }
    sut_undo_mark *m = &u->mark[u->count++];
    m->id = ++u->ids;
    m->size = sut_world_snapshot(w, m->image, u->room);
    m->at = sut_undo_time(u, w);
    snprintf(m->name, sizeof m->name, "%s", name);
    return m->id;
}

static int next_index(const sut_undo *u, double now) {
    int i = u->count - 1;
    while (i > 0 && now - u->mark[i].at < fresh) {
        i--;
    }
    return i;
}

const sut_undo_mark *sut_undo_next(const sut_undo *u, double now) {
    int i = next_index(u, now);
    return i >= 0 ? &u->mark[i] : NULL;
}

const sut_undo_mark *sut_undo_back(sut_undo *u, sut_world *w) {
    double now = sut_undo_time(u, w);
    int i = next_index(u, now);
    if (i < 0 || sut_world_restore(w, u->mark[i].image, u->mark[i].size) != SUT_OK) {
        return NULL;
    }
    u->count = i + 1;
    u->ahead = now - sut_world_time(w);
    u->mark[i].at = now;
    u->undos++;
    return &u->mark[i];
}
