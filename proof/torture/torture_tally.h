// SPDX-License-Identifier: MIT
// torture_tally.h -- sums over many scenes, kept in a file so that a run over several nights goes
// on where it was stopped.
//
// The file is text: the next seed, a line of figures per kind of scene, a line per scene in which
// something went wrong. It is written to a neighbour and renamed, so it is whole at any time.
#ifndef SUT_TORTURE_TALLY_H
#define SUT_TORTURE_TALLY_H

#include "torture.h"

enum { SUT_TORTURE_FINDS = 200 };

// A scene in which something went wrong.
typedef struct sut_torture_find {
    int family;
    uint64_t seed;
    int64_t topology_changes, diverged_steps, non_finite, energy_bursts;
} sut_torture_find;

typedef struct sut_torture_tally {
    uint64_t next; // seed
    sut_torture_counts sum[SUT_TORTURE_FAMILIES];
    sut_torture_find find[SUT_TORTURE_FINDS]; // the first ones
    int find_count;                           // all of them
} sut_torture_tally;

void sut_torture_tally_start(sut_torture_tally *t, uint64_t first_seed);
void sut_torture_tally_add(sut_torture_tally *t, int family, uint64_t seed,
                           const sut_torture_counts *c);
// False: cannot be written, or is no such file. A file that is not there leaves the tally alone.
bool sut_torture_tally_save(const sut_torture_tally *t, const char *file);
bool sut_torture_tally_load(sut_torture_tally *t, const char *file);
// All kinds of scenes together.
sut_torture_counts sut_torture_tally_total(const sut_torture_tally *t);

#endif
