// SPDX-License-Identifier: MIT
// sample.h -- what scores are computed from: the hands and the thread, a hundred times a second.
//
// A ring from one writer (the physics) to one reader (the judge), without locks. When the reader is
// too slow samples are lost and counted; the ring holds 40 s.
#ifndef SUT_TRAINER_SAMPLE_H
#define SUT_TRAINER_SAMPLE_H

#include "sutura/tool.h"

#include <stdatomic.h>

enum { SUT_SAMPLE_HANDS = 2, SUT_SAMPLE_RING = 4096 };
#define SUT_SAMPLE_PERIOD 0.01 // s

typedef struct sut_sample_hand {
    sut_vec3 position; // m, of the proxy
    sut_quat rotation;
    double jaw;
    double force; // N, of threads on the tool, no more than its coupling gives
    bool grips, blocked;
    int grasps, drops; // so far
} sut_sample_hand;

typedef struct sut_sample {
    double t; // s, simulated
    int hand_count;
    sut_sample_hand hand[SUT_SAMPLE_HANDS];
    double tension;  // N, largest in any thread outside of jaws
    double lateral;  // N, across a needle in tissue
    double off_arc;  // J so far, of bite.h, as the counts that follow
    bool needles;    // there are some
    int entries, backs, at_tip, at_swage, dropped, tears;
    unsigned undos;  // how often the world went back before: hands jump there without having moved
    bool unmeasured; // no step since the sample before has found its forces: they are 0 here
} sut_sample;

typedef struct sut_sample_ring {
    _Atomic unsigned written, read;
    _Atomic unsigned lost;
    sut_sample at[SUT_SAMPLE_RING];
} sut_sample_ring;

void sut_sample_push(sut_sample_ring *r, const sut_sample *s);
bool sut_sample_pop(sut_sample_ring *r, sut_sample *out);

#endif
