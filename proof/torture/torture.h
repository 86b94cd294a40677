// SPDX-License-Identifier: MIT
// torture.h -- random scenes made to break the engine, each from one seed.
//
// A scene has threads of random material, shape and number (tangles, knots, threads around each
// other), obstacles, and hands that grasp, jerk, teleport, pull beyond the length and let go. Hands
// and obstacles move for most of the steps and then stop, so that the energy can be watched. An
// independent certificate sees every part of every step. The same seed makes the same scene.
#ifndef SUT_TORTURE_H
#define SUT_TORTURE_H

#include "sutura/certificate.h"
#include "sutura/defs.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum sut_torture_family {
    SUT_TORTURE_HANDS,     // one thread, up to three hands
    SUT_TORTURE_TANGLE,    // one or two threads packed into a small ball
    SUT_TORTURE_KNOT,      // overhand, figure-eight, reef, twisted pair
    SUT_TORTURE_THREADS,   // up to four threads through each other's way
    SUT_TORTURE_OBSTACLES, // pulled around and through solids, some of which move
    SUT_TORTURE_SQUEEZE,   // between solids that close like jaws
    SUT_TORTURE_TOOLS,     // taken by two instruments, over a board and among posts
    SUT_TORTURE_DUEL,      // two instruments go for each other, a thread between them or not
    SUT_TORTURE_SHEET,     // threads, instruments and a solid against a sheet of tissue
    SUT_TORTURE_VESSEL,    // a vessel between jaws
    SUT_TORTURE_PADS,      // pads of tissue thrown and pressed at each other, threads between
    SUT_TORTURE_FOLD,      // a sheet folded over itself
    // by name only: what they find is not all cured yet (proof/bench/README.md)
    SUT_TORTURE_STITCH, // threads through a sheet, pulled by fast hands; some sheets tear
    SUT_TORTURE_NEEDLE, // a needle and its thread driven at random through one or two sheets
    SUT_TORTURE_FAMILIES,
    SUT_TORTURE_USUAL = SUT_TORTURE_STITCH // that the seed chooses from where none is named
} sut_torture_family;
extern const char *const sut_torture_names[SUT_TORTURE_FAMILIES];
int sut_torture_find_family(const char *name); // -1: none

struct sut_torture_counts;
typedef struct sut_torture_options {
    int steps;       // of the scene, default 250
    int family;      // default -1: the seed chooses
    sut_model model; // of all threads, default implicit; explicit ones get materials that suit them
    bool global;     // contacts of variational threads by the global solver
    bool disabled;   // without contacts: things must pass through each other
    bool unguarded;  // contacts only
    double hurry;    // multiple of all speeds, default 1: hands up to 1 m/s, with tissue 3 m/s
    double patience; // s of CPU time after which a scene is left early, default 20; 0: never
    // called after each step (may be null), to look for the cause of something
    void (*watch)(void *ctx, int step, const struct sut_torture_counts *counts);
    // the same for every passage that the certificate lists
    void (*passage)(void *ctx, int step, const sut_world *w, const sut_certificate_event *e);
    void *watch_ctx;
} sut_torture_options;
sut_torture_options sut_torture_default_options(void);

// What happened, in one scene or, added up, in many.
typedef struct sut_torture_counts {
    int64_t scenes, refused; // refused: no such scene could be made
    int64_t steps, parts;
    int64_t topology_changes, diverged_steps, non_finite;
    int64_t guard_hits, guard_shortened;
    int64_t frozen_steps;  // after which nothing is anywhere else than before, for the guard's sake
    int64_t slow_steps;    // that took more than SUT_TORTURE_SLOW
    int64_t late_scenes;   // left early for lack of patience
    int64_t energy_bursts; // scenes that gained energy while nothing moved them
    int64_t grasps;        // that instruments made
    int64_t slid, pierced, tears; // holes that began to slide, were made and torn by needle, thread
    double energy_gain;           // worst, against the energies of the threads
    double nearest;               // centre lines, in touching distances
    double lag_max;               // m, of a hand without a limit of its force behind its target
    double speed_max;             // m/s, of any vertex
    // largest forces, as shares of what bounds them (torture_force.c)
    double tool_share, hold_share, contact_share, hole_share;
    double cpu_us, slowest_us;
    int64_t slowest_seed, slowest_step; // which one that was
    int64_t over_budget;                // steps that took more than four times their budget
    double vertices;                    // in all threads of the largest scene
    uint64_t bad_seed; // first scene with changes, diverged steps or worse; 0: none
} sut_torture_counts;

#define SUT_TORTURE_SLOW 0.2 // s of CPU time

sut_torture_counts sut_torture_none(void);
sut_torture_family sut_torture_family_of(uint64_t seed, const sut_torture_options *opt);
void sut_torture_run(uint64_t seed, const sut_torture_options *opt, sut_torture_counts *counts);
void sut_torture_add(sut_torture_counts *sum, const sut_torture_counts *scene);
// One line that says what a seed is: threads, material, step, obstacles, hands.
void sut_torture_describe(uint64_t seed, const sut_torture_options *opt, char *text, int size);

#endif
