// SPDX-License-Identifier: MIT
// world_pierce.h -- holes that needles make, and are in.
#ifndef SUT_WORLD_PIERCE_H
#define SUT_WORLD_PIERCE_H

#include "world/world_hole.h"

bool sut_hole_on_needle(const sut_world *w, const sut_hole *k);
sut_curve sut_pierce_curve(const sut_needle *n);
// Edges of the row that touches, per s: of a needle s is in m.
double sut_pierce_edges(const sut_world *w, const sut_hole *k);
// Start of a (sub)step: what does not touch beside the hole.
void sut_pierce_join(const sut_world *w, sut_hole *k);
// End of a step: tips catch, break in or let go, holes leave needles.
void sut_pierce_output(sut_world *w);

#endif
