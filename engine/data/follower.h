// SPDX-License-Identifier: MIT
// follower.h -- how fast whatever follows a target may go: holds, obstacles, tools, needles.
//
// As long as nothing is in its way a follower reaches its target in every substep. What is blocked
// gets a speed limit, the part of its way that was free; the limit grows with every substep that
// goes well, until it no longer binds. docs/theory/remedies.md
#ifndef SUT_DATA_FOLLOWER_H
#define SUT_DATA_FOLLOWER_H

#include <math.h>
#include <stdbool.h>

// State: in snapshots, as one number.
typedef struct sut_follower {
    double speed_limit; // m/s; infinite: nothing was in its way lately
} sut_follower;

static inline sut_follower sut_follower_free(void) {
    return (sut_follower){HUGE_VAL};
}

static inline bool sut_follower_is_slowed(const sut_follower *f) {
    return !isinf(f->speed_limit);
}

// The fraction of a way of that length, at most `fraction`, that it goes in dt.
static inline double sut_follower_fraction(const sut_follower *f, double fraction, double way,
                                           double dt) {
    const double most = f->speed_limit * dt;
    return fraction * way > most ? most / way : fraction;
}

// Is there a way to be shortened? What rests is in nothing's way. `least` in m per substep: below
// it a follower counts as standing.
static inline bool sut_follower_moves(double way, double least) {
    return way > 2.0 * least;
}

// Speed of one that gets on by a fraction of its way only.
static inline double sut_follower_speed(double fraction, double way, double least, double dt) {
    return (fraction * way > least ? fraction * way : least) / dt;
}

// A substep went well. Of one that has a limit until it is on its target: `fastest` at most.
static inline void sut_follower_catch_up(sut_follower *f, double growth, double fastest) {
    const double next = growth * f->speed_limit;
    f->speed_limit = next < fastest ? next : fastest;
}

// The same of others: beyond `fastest` the limit no longer binds.
static inline void sut_follower_recover(sut_follower *f, double growth, double fastest) {
    const double next = growth * f->speed_limit;
    f->speed_limit = next < fastest ? next : HUGE_VAL;
}

// Of obstacles, tools and needles.
static const double sut_follower_least = 1e-9;    // m per substep: the precision of held vertices
static const double sut_follower_fastest = 100.0; // m/s: nothing that is led goes as fast

#endif
