// SPDX-License-Identifier: MIT
// witness.h -- the certificate of a run: it sees every accepted part of every step.
#ifndef SUT_CLI_WITNESS_H
#define SUT_CLI_WITNESS_H

#include "output/source.h"

// Zero is a witness that sees nothing.
typedef struct sut_witness {
    sut_certificate *certificate;
    const sut_source *src;
    const sut_vec3 **positions; // of threads, then of needles by themselves, then of tubes
    sut_vec3 **joined;      // [thread_count] those of a thread with its needles; null: it has none
    uint32_t *mesh_changes; // of each tissue at the start
    double *places;         // of each hole on what it is on, when it was seen last; NaN: never
    int hole_count;         // of `places`
    bool lost;              // it could not see all of the run
    double wall, cpu;       // s, spent since the last sut_witness_times
} sut_witness;

// Watch the world of `src` from now on. Without memory the witness is lost from the start.
void sut_witness_start(sut_witness *w, const sut_source *src);
void sut_witness_free(sut_witness *w);
// For sut_world_def.on_part, with the witness as its context.
void sut_witness_part(void *witness, const sut_world *world);
// Passages so far, of threads through threads, into solids, and of all of them through tissues;
// -1: nobody knows.
long long sut_witness_changes(const sut_witness *w);
// Seconds by the clock and of this thread that the witness took since the last call.
void sut_witness_times(sut_witness *w, double *wall, double *cpu);

#endif
