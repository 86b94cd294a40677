// SPDX-License-Identifier: MIT
// island.h -- parts of a world that cannot meet within a step, and are stepped apart.
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
#ifndef SUT_STEP_ISLAND_H
#define SUT_STEP_ISLAND_H

#include "data/island.h"

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
