// SPDX-License-Identifier: MIT
// pull.h -- the tensiometer: a copy of the knot is pulled until it slips or the thread breaks.
//
// The copy holds the threads alone, at rest where they were: hands, posts and gravity are gone. A
// loop is cut opposite to its knot and its two ends are pulled apart; of two threads that are joined
// those that the scene fixes are, else the longer ones. The pull rests at a twentieth of the strength of the thread, which draws the
// knot together, and then grows until the ends have slipped by 3 mm or the thread bears what its
// material does in a knot.
#ifndef SUT_TRAINER_PULL_H
#define SUT_TRAINER_PULL_H

#include "trainer/server/physics.h"

#define SUT_PULL_SLIP 3e-3 // m

typedef struct sut_pull_result {
    bool measured;
    bool slipped; // else the thread broke
    double force; // N, of the pull when it failed
    double slip;  // m, until then
    double strength; // N, that the thread bears in a knot
} sut_pull_result;

// A new reference: the scene of the test, with two threads of which hold 0 and hold 1 pull one end
// each; null: there is nothing tied. `strength` is what the ends are to bear.
json_t *sut_pull_scene(const sut_play *play, const sut_look *look, double *strength);
// What a thread of the play bears in a knot, N: as its material has it; one that is given by numbers
// is taken for nylon of its diameter.
double sut_pull_strength(const sut_play *play, const sut_look *look, int thread);
// Build it and pull. `friction` is that of the threads. Ends early when *stop becomes true.
sut_pull_result sut_pull_measure(const json_t *scene, double strength, double friction,
                                 const _Atomic bool *stop);

// The same in a thread of its own.
typedef struct sut_pull sut_pull;
sut_pull *sut_pull_start(const sut_play *play, const sut_look *look); // null: nothing to pull
bool sut_pull_done(sut_pull *p, sut_pull_result *out);
void sut_pull_drop(sut_pull *p); // stops it; null is fine

#endif
