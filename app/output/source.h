// SPDX-License-Identifier: MIT
// source.h -- what the writers read from: a world, and which of its threads under which names.
#ifndef SUT_OUTPUT_SOURCE_H
#define SUT_OUTPUT_SOURCE_H

#include "sutura/sutura.h"

typedef struct sut_source {
    const sut_world *world;
    int thread_count;
    const sut_thread_id *ids;  // [thread_count]
    const char *const *names;  // [thread_count]
    const char *const *models; // [thread_count], null where nobody knows them
} sut_source;

// Hold i of the world (a world that was just built numbers its holds from 1, generation 1); false
// when there are not that many.
bool sut_source_hold(const sut_source *src, int i, sut_hold_view *out);
int sut_source_hold_count(const sut_source *src);

// Index of a thread by its id, -1: not one of them.
int sut_source_find(const sut_source *src, sut_thread_id id);

#endif
