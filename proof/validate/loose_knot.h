// SPDX-License-Identifier: MIT
// loose_knot.h -- the vertices of a loose overhand knot of one or more throws in a thin thread.
#ifndef SUT_VALIDATE_LOOSE_KNOT_H
#define SUT_VALIDATE_LOOSE_KNOT_H

#include "sutura/types.h"

typedef struct sut_loose_knot {
    int throws;
    double thread; // radius of the thread; the loop has the radius 1
    double way;    // how far each end will be moved: edges are fine where the strands will touch
    double fine;   // length of edges there, in units of sqrt(thread)
    double coarse; // length of edges elsewhere
    double lead;   // length of each straight end
} sut_loose_knot;

// Half the length along which the strands of the thin knot touch, in units of sqrt(thread).
double sut_loose_knot_half(int throws);
// Unchanged by half a turn about z: loop above the origin, ends to both sides. Strands are apart by
// a tenth of the radius. Returns how many vertices, 0 if there is no room for them or the braid
// would be longer than half the loop.
int sut_loose_knot_lay(const sut_loose_knot *k, sut_vec3 *x, int room);

#endif
