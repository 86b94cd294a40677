// SPDX-License-Identifier: MIT
// physics_undo.c -- marks of the world on show, and going back to them.
#include "trainer/server/physics_internal.h"

#include <stdio.h>

void sut_physics_mark(sut_physics *p, const char *name) {
    sut_play *play = p->play;
    if (play->over || sut_undo_take(&play->undo, play->world, name) == 0) {
        return;
    }
    sut_undo_mark *m = &play->undo.mark[play->undo.count - 1];
    m->gravity = play->gravity;
    m->friction = play->friction;
    m->park = play->park;
}

// what was set by hand since the mark stays set
static void set_again(sut_play *play, const sut_undo_mark *m) {
    double gravity = play->gravity, friction = play->friction;
    // copies of numbers that were set: the same or meant to be another
    if (gravity != m->gravity) {
        sut_play_set(play, "gravity", &gravity);
    }
    if (friction != m->friction) {
        sut_play_set(play, "friction", &friction);
    }
}

void sut_physics_undo(sut_physics *p) {
    sut_play *play = p->play;
    if (play == NULL || play->over || play->undo.block == NULL) {
        return;
    }
    const sut_undo_mark *m = sut_undo_back(&play->undo, play->world);
    if (m == NULL) {
        return;
    }
    set_again(play, m);
    play->park = m->park;
    p->undone_to = m->id;
    p->conditions.undos += play->mode == SUT_PLAY_TRY ? 1 : 0;
    p->jam = (sut_jam){0};
    p->jammed = false;
    sut_physics_place_hands(p);
}

void sut_physics_look_undo(const sut_physics *p, sut_look_undo *out) {
    const sut_undo *u = &p->play->undo;
    const sut_undo_mark *next =
        p->play->over ? NULL : sut_undo_next(u, sut_undo_time(u, p->play->world));
    *out = (sut_look_undo){.undos = u->undos,
                           .marks = u->ids,
                           .since = u->count > 0 ? u->mark[u->count - 1].at : 0.0,
                           .at = p->undone_to,
                           .next = next != NULL ? next->id : 0};
    snprintf(out->name, sizeof out->name, "%s", next != NULL ? next->name : "");
}

void sut_physics_clip(sut_physics *p, int tool) {
    sut_play *play = p->play;
    bool led = play != NULL && (play->mode == SUT_PLAY_TRY || play->mode == SUT_PLAY_FREE);
    if (led && !play->over && sut_park_clip(&play->park, play->world, tool)) {
        p->conditions.clipped = play->mode == SUT_PLAY_TRY;
    }
}
