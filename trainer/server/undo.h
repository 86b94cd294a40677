// SPDX-License-Identifier: MIT
// undo.h -- images of a world that an attempt can go back to.
//
// The first image is the beginning and is always kept; of the others the oldest gives way. Memory is
// taken when the stack is made: marking and going back happen in the thread of the physics.
//
// The clock of a play runs on when its world goes back: play time is world time plus `ahead`, which
// grows by what was undone. Samples, rules and frames carry play time, so nothing that looks at an
// attempt ever sees time run backwards. The recording holds the restore as a call of its own.
#ifndef SUT_TRAINER_UNDO_H
#define SUT_TRAINER_UNDO_H

#include "trainer/server/park.h"

#include "sutura/state.h"

enum { SUT_UNDO_MARKS = 12, SUT_UNDO_NAME = 64 };

typedef struct sut_undo_mark {
    uint32_t id; // grows from mark to mark, 1: the beginning
    char name[SUT_UNDO_NAME];
    uint8_t *image;
    size_t size;
    double at;                // s of play time, when it was taken or last gone back to
    double gravity, friction; // as they were set
    sut_park park;            // and what was parked
} sut_undo_mark;

typedef struct sut_undo {
    sut_undo_mark mark[SUT_UNDO_MARKS];
    int count;
    size_t room; // bytes of each image
    uint8_t *block;
    uint32_t ids;   // given so far
    uint32_t undos; // how often the world went back
    double ahead;   // s, play time minus world time
} sut_undo;

// Room for images of this world, also with many more contacts than now. False: out of memory.
bool sut_undo_make(sut_undo *u, const sut_world *w);
void sut_undo_free(sut_undo *u);

double sut_undo_time(const sut_undo *u, const sut_world *w); // s of play time

// Keep the world as it is; 0: it did not fit and nothing was kept.
uint32_t sut_undo_take(sut_undo *u, const sut_world *w, const char *name);
// The mark that going back would lead to; null: there is none. One that was taken or gone back to
// less than a second ago is no way back, unless it is the beginning.
const sut_undo_mark *sut_undo_next(const sut_undo *u, double now);
// Go there and forget what came after it. Null: nothing was done.
const sut_undo_mark *sut_undo_back(sut_undo *u, sut_world *w);

#endif
