// SPDX-License-Identifier: MIT
// advance_rules.h -- what the two kinds of advancement have in common.
#ifndef SUT_GEOM_ADVANCE_RULES_H
#define SUT_GEOM_ADVANCE_RULES_H

#include "math/vec3.h"

// rounds before the safe fraction found so far has to do
#define ADVANCE_ROUNDS 64

// rounding errors in units of the last place of the sum of all coordinates: differences, products
// and the caller's own addition; and how many times that error a distance must be to count as one
#define ADVANCE_ROUNDINGS 32.0
#define ADVANCE_TOUCH 20.0

// of the size, by which a distance may be too large where it is level and its middle was taken
#define ADVANCE_LEVEL 2e-12

// of the distance, what may be lost in one motion by things that are just too close. The closer
// they are already the less it is, as the eighth power: a thousand motions in a row lead to 0.43 of
// what is to be kept, a thousand million to 0.08; no number of motions adds up to a crossing.
#define ADVANCE_LOSS 0.1

// of the room that was there at the start: where a plane may lead to, and where the way ends
#define ADVANCE_AIM 0.05
#define ADVANCE_STOP 0.1

typedef struct advance_goal {
    double floor;  // every step leads down to here at most
    double enough; // from here on it is not worth another
} advance_goal;

// start: distance at the beginning, least: what must never be undercut
static inline advance_goal advance_goal_between(double least, double start, double error) {
    double room = start - least;
    advance_goal g = {least + ADVANCE_AIM * room + error, least + ADVANCE_STOP * room + error};
    return g;
}

// What must not be undercut by a motion that starts at this distance. Things just outside of what
// is to be kept may go as far as those just inside: nothing is held up that could go on.
static inline double advance_least(double start, double keep) {
    if (start * (1.0 - ADVANCE_LOSS) > keep) {
        return keep;
    }
    double part = start < keep ? start / keep : 1.0;
    double power = part * part;
    power *= power;
    power *= power;
    return start * (1.0 - ADVANCE_LOSS * power);
}

// The same for signed distances; what is inside already may go a little further in, so that it can
// leave.
static inline double advance_least_signed(double start, double keep, double error) {
    if (start > ADVANCE_TOUCH * error || start > keep + 2.0 * error) {
        return advance_least(start, keep);
    }
    double more = fabs(start) > fabs(keep) ? fabs(start) : fabs(keep);
    return start - ADVANCE_LOSS * more;
}

// How long room + h rate - h^2 bend / 2 stays positive (no more negative than it is when that is
// rounding); 2 for "long enough".
static inline double advance_time(double room, double rate, double bend, double error) {
    if (!(room > 0.0)) {
        return room > -2.0 * error && rate >= 0.0 && !(bend > 0.0) ? 2.0 : 0.0;
    }
    double root = sqrt(rate * rate + 2.0 * bend * room);
    if (rate < 0.0) {
        return 2.0 * room / (root - rate);
    }
    return bend > 0.0 ? (rate + root) / bend : 2.0;
}

static inline double advance_size(const sut_vec3 *p, int count) {
    double sum = 0.0;
    for (int k = 0; k < count; k++) {
        sum += (fabs(p[k].x) + fabs(p[k].y)) + fabs(p[k].z);
    }
    return sum;
}

#endif
