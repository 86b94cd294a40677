// SPDX-License-Identifier: MIT
// frame.h -- the state of a world as a binary frame (docs/protocol.md, "State frames").
//
// What is the same for all pages, the body, is written once per frame by the thread that has the world;
// header, events and statistics are added for each page.
#ifndef SUT_TRAINER_FRAME_H
#define SUT_TRAINER_FRAME_H

#include "trainer/server/bytes.h"
#include "trainer/server/park.h"

#include "sutura/sutura.h"

enum {
    SUT_FRAME_VERSION = 1,
    SUT_FRAME_HEADER = 40,
    SUT_FRAME_CONTACTS_MAX = 512,
    SUT_FRAME_EVENTS_MAX = 64,
    SUT_FRAME_HOLES_MAX = 64
};

enum {
    SUT_SECTION_THREAD = 1,
    SUT_SECTION_TOOL,
    SUT_SECTION_TOOL_PARTS,
    SUT_SECTION_OBSTACLE,
    SUT_SECTION_HOLDS,
    SUT_SECTION_CONTACTS,
    SUT_SECTION_EVENTS,
    SUT_SECTION_STATISTICS,
    SUT_SECTION_TISSUE = 16,
    SUT_SECTION_NEEDLE,
    SUT_SECTION_HOLES
};

enum {
    SUT_FRAME_PAUSED = 1,
    SUT_FRAME_DEMO = 2,
    SUT_FRAME_REPLAY = 4,
    SUT_FRAME_RUNNING = 8,
    SUT_FRAME_SUCCEEDED = 16,
    SUT_FRAME_SLOW = 32,
    SUT_FRAME_JAMMED = 64
};

enum { SUT_FRAME_HOLD_PARKED = 2, SUT_FRAME_HOLD_CLIP = 4 };

typedef struct sut_frame_header {
    uint32_t frame, scene;
    double time, clock;
    uint32_t seq;
    unsigned flags;
    double speed;
} sut_frame_header;

// One event as pages see it.
typedef struct sut_frame_event {
    unsigned type, object;
    uint32_t thread;
    sut_vec3 where;
    double amount, time;
} sut_frame_event;

typedef struct sut_frame_statistics {
    double step_median_us, step_max_us, period_us;
    uint32_t steps, late, contacts, substeps, guard_hits, dropped;
    double realtime;
    uint32_t undos; // how often the world went back
} sut_frame_statistics;

// What the body shows, in the order of the scene.
typedef struct sut_frame_cast {
    int thread_count, obstacle_count, hold_count, tool_count, tissue_count, needle_count;
    const bool *obstacle_moves; // [obstacle_count]
    unsigned tool_flags;        // 16 or 32: what moves the tools
    unsigned device_tools;      // bits: those that a device of the server moves
    double reach;               // m, how far from the jaws a candidate may be
    const sut_park *park;       // what else holds threads; null: nothing
    double keep;  // m of thread that must be left at an end for that
} sut_frame_cast;

// Sections of threads, tools, obstacles, tissues, needles and holds; returns how many.
int sut_frame_body(sut_bytes *out, const sut_world *w, const sut_frame_cast *cast);
// The section of contacts; returns 1.
int sut_frame_contacts(sut_bytes *out, const sut_world *w);

void sut_frame_header_put(sut_bytes *out, const sut_frame_header *h, int sections);
void sut_frame_events_put(sut_bytes *out, const sut_frame_event *events, int count);
void sut_frame_statistics_put(sut_bytes *out, const sut_frame_statistics *s);

// An event of the engine as pages see it; false: they do not.
bool sut_frame_event_of(const sut_event *e, double time, sut_frame_event *out);

#endif
