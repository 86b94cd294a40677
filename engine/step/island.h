// SPDX-License-Identifier: MIT
// world_island.h -- parts of a world that cannot meet within a step, and are stepped apart.
//
// Every step begins with boxes around all threads, with a margin for what each may move. Threads
// whose boxes overlap, or that touched in the step before, are one island. An island has a view of
// the world that shows its own threads and holds, with contacts, budget, substeps and remedies of
// its own, so that one that is cut or stands still leaves the others alone, and islands may be
// stepped on several threads of execution with the same bits. Where a thread went further than its
// margin, and that reaches another island, the step is made again with larger margins.
//
// A world is not divided while it has tools, needles or tissues, obstacles that move, threads of
// explicit models or one of the published contact solvers. docs/theory/islands.md
#ifndef SUT_WORLD_ISLAND_H
#define SUT_WORLD_ISLAND_H

#include "world/world_internal.h"

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

//---- of a step -----------------------------------------------------------------------------------
// Divide the world: how many islands there are. 1: it is stepped as a whole.
int sut_islands_find(sut_world *w, double dt);
// The same with the margins that were too small; the world is as the step began.
int sut_islands_find_again(sut_world *w);
bool sut_islands_share_contacts(sut_world *w); // false: there is not enough room to share
void sut_islands_take(sut_world *w);           // views of the world as the step begins
// Work on all islands, by the executor of the world if it has one.
void sut_islands_run(sut_world *w, sut_task_fn *task, void *data);
// May two islands have met, or had one no room for its contacts?
bool sut_islands_met(sut_world *w);
void sut_islands_note_way(sut_world *w, double h); // of a view: its motion is accepted
void sut_islands_gather(sut_world *w);             // statistics, events, contacts, touches

#endif
