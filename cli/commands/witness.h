// SPDX-License-Identifier: MIT
// witness.h -- the certificate of a run: it sees every accepted part of every step.
#ifndef SUT_CLI_WITNESS_H
#define SUT_CLI_WITNESS_H

#include "output/source.h"

// What hangs together of a thread, from one cut to the next.
typedef struct sut_witness_piece {
    int thread;
    int first, count; // of its vertices
    sut_vec3 *joined; // with the needles at its ends; null: it has none
} sut_witness_piece;

// Zero is a witness that sees nothing. A certificate knows one form of a world; where a cut makes
// another one of it, another certificate goes on.
typedef struct sut_witness {
    sut_certificate *certificate;
    uint64_t before; // passages that certificates before this one saw
    const sut_source *src;
    int piece_count;
    sut_witness_piece *pieces;
    const sut_vec3 **positions; // of pieces, then of needles by themselves, then of tubes
    uint32_t *forms;            // of the world that the certificate knows
    double *places;             // of each hole on what it is on, when seen last; NaN: never
    int hole_count;             // of `places`
    bool lost;                  // it could not see all of the run
    double wall, cpu;           // s, spent since the last sut_witness_times
} sut_witness;

// Watch the world of `src` from now on. Without memory the witness is lost from the start.
void sut_witness_start(sut_witness *w, const sut_source *src);
void sut_witness_free(sut_witness *w);
// For sut_world_def.on_part, with the witness as its context.
void sut_witness_part(void *witness, const sut_world *world);
// After each step: tools cut at its end, and all that moves after that is seen. Where something was
// cut before a step or in it, the part in which that is noticed is not judged.
void sut_witness_step(sut_witness *w);
// Passages so far, of threads through threads, into solids, and of all of them through tissues;
// -1: not known.
long long sut_witness_changes(const sut_witness *w);
// Seconds by the clock and of this thread that the witness took since the last call.
void sut_witness_times(sut_witness *w, double *wall, double *cpu);

#endif
