// SPDX-License-Identifier: MIT
// pierce.h -- holes that needles make, and are in.
#ifndef SUT_ATTACH_PIERCE_H
#define SUT_ATTACH_PIERCE_H

#include "attach/hole.h"

// Edges of the row that touches, per s: of a needle s is in m.
double sut_pierce_edges(const sut_world *w, const sut_hole *k);
// m at rest around it, within which the wall does not touch the row beside the hole.
double sut_pierce_reach(const sut_world *w, const sut_hole *k);
// Both of these, into the hole.
void sut_pierce_measure(const sut_world *w, sut_hole *k);
// Start of a substep: what does not touch beside the hole.
void sut_pierce_join(const sut_world *w, sut_hole *k);
// Where the tangent of a tip meets a surface.
typedef struct sut_pierce_hit {
    int triangle;
    double weight[3];
    double way;  // m, from the tip along its tangent
    double sine; // of the angle to the surface
} sut_pierce_hit;
// The first place between `back` m behind the tip and `ahead` m before it at which its tangent goes
// through the surface, of a solid from outside. With `beside` only triangles that have one of its
// vertices count. False: there is none.
bool sut_pierce_find(const sut_needle_slot *n, const sut_surface *f, const sut_spread *beside,
                     double back, double ahead, sut_pierce_hit *best);
// m from the tip of a needle to the nearest surface that it could go through; infinite: none.
double sut_pierce_distance(const sut_world *w, int needle);
// A free slot, or that of a hole of a needle that is no more; null: there is none.
sut_hole_slot *sut_pierce_take_slot(const sut_world *w);
// A hole of that needle, with all but its place; the sine of its angle to the surface.
void sut_pierce_fill(const sut_world *w, sut_hole_slot *slot, int needle, int tissue, double sine);
// m along the needle, beside a hole within which it does not touch that tissue.
double sut_pierce_margin(const sut_hole *k, const sut_surface *f, double sine);
// Share the force of a hole on a triangle with the nodes within the spread. Where the skin is
// dented these are not quite where the triangle is: s is the place on the line through a point that
// is beside them, and the next step draws them to it.
void sut_pierce_spread(const sut_world *w, sut_hole *k, sut_vec3 from, sut_vec3 back);
// End of a step: tips catch, break in or let go, holes leave needles.
void sut_pierce_output(sut_world *w);

#endif
