// SPDX-License-Identifier: MIT
// island.h -- what the islands of a world are made of; step/island.h has what is done with them.
#ifndef SUT_DATA_ISLAND_H
#define SUT_DATA_ISLAND_H

#include "data/world.h"

enum { SUT_ISLANDS = 16 }; // where there are more, some are stepped together

typedef struct sut_island {
    sut_world view;
    // what it has
    int vertices, holds, touches;
    bool moves;   // a vertex has a velocity
    double cost;  // us, of one linearisation of all its bodies
    int contacts; // that it has room for
    int laid;     // that it had when contacts were laid out
    // how its step ended
    bool failed, stood;
} sut_island;

// Around vertices of a thread, m.
typedef struct sut_island_box {
    sut_vec3 low, high;
} sut_island_box;

typedef struct sut_island_set {
    int count, most;
    sut_island *island; // [most]
    bool laid_out;      // contacts of the islands are those of the last step
    void *contacts;
    size_t contacts_size, size;
    // [threads]
    int *joined;         // a thread of the same island with a lower number, or itself
    int *laid;           // island that it was in when contacts were laid out
    sut_island_box *box; // without margins, as the step began
    int *first_chunk;    // -1: its chunks have not been measured
    sut_island_box *chunk;
    sut_event *events; // [most events]
    sut_touch *saved;  // [contacts]
    int *order;        // [most] the dearest first
} sut_island_set;

// Memory for islands of what there is now; false: there is none. And back.
bool sut_islands_reserve(sut_world *w);
void sut_islands_free(const sut_world *w, sut_memory *memory);
void sut_islands_forget(sut_world *w); // bodies came or went

#endif
