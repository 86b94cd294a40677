// SPDX-License-Identifier: MIT
// event.h -- what happened in a run: names of events, how often each came, and events.csv.
//
//     t,event,tissue,thread,needle,tool,hole,x,y,z,amount
//
// Runs with tissues write it beside their other tables. Holes are numbered from 0. Every step
// counts, not only those with a block.
#ifndef SUT_OUTPUT_EVENT_H
#define SUT_OUTPUT_EVENT_H

#include "output/source.h"
#include "output/writer.h"

enum { SUT_EVENT_TYPES = 64 };

// "grasped"; null: of no type that has a name.
const char *sut_event_name(sut_event_type type);

// How often each type came, what was cut of the tissues that a scene may have, and how many walls
// its needles went into.
enum { SUT_EVENT_TISSUES = 64, SUT_EVENT_NEEDLES = 64 };
typedef struct sut_event_counts {
    long long count[SUT_EVENT_TYPES];
    double cut_length[SUT_EVENT_TISSUES]; // m, at rest
    long long entries[SUT_EVENT_NEEDLES];
    long long exits[SUT_EVENT_NEEDLES]; // out of solids
    long long knots;                    // that became others, see knot_watch.h
} sut_event_counts;
void sut_event_counts_step(sut_event_counts *c, const sut_source *src);

typedef struct sut_event_csv {
    bool open;
    sut_writer events;
} sut_event_csv;

bool sut_event_csv_open(sut_event_csv *csv, const char *folder, sut_fault *fault);
void sut_event_csv_begin(sut_event_csv *csv);
void sut_event_csv_abandon(sut_event_csv *csv);
void sut_event_csv_step(sut_event_csv *csv, const sut_source *src);
// The knot of a thread is another one now, with so many throws.
void sut_event_csv_knot(sut_event_csv *csv, const sut_source *src, int thread, int throws);
bool sut_event_csv_failed(const sut_event_csv *csv);
bool sut_event_csv_close(sut_event_csv *csv, sut_fault *fault);

#endif
